"""Chapters 4 to 7: the robots move, fire and are damaged."""

from fractions import Fraction
from itertools import product

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
EMPTY = "7/7/7/7/7/7/7/7/7"
SKIRMISH = "6/6/4A1/A1c3/3A2/2A3/6/6"  # the example to 6.2-6.4
COVERS = ["7", "2w4", "2wb3", "2ww3/2w4", "2wb3/2bw3"]  # rows 4 and 5, cover 0 to 4 around c5


def read(robots: str, stones: str = EMPTY, rest: str = "w 1 - 20,20 - 0", **options: object) -> casemate.State:
    return IRONCLAD.read(f"{robots} {stones} {rest}", **options)


def robots(state: casemate.State) -> str:
    return state.position.split()[0]


def covered(k: int) -> str:
    """A field of stones with k on the corners of c5."""
    upper, lower = ("7", *COVERS[k].split("/"))[-2:]
    return f"7/7/7/{upper}/{lower}/7/7/7/7"


# --- examples -----------------------------------------------------------------------------------------------------


def test_4_2_example_black_must_make_whites_robot_action() -> None:
    state = read("6/Ab4/bb4/6/6/6/6/6")
    state.play("+A0")
    assert state.to_move == 1
    assert set(state.moves()) == {"a7-a8", "a7-b8", "xa6", "xb6", "xb7"}
    for step in ("a7-a8", "a7-b8"):
        won = state.copy()
        won.play(step)
        assert won.result == (1.0, 0.0)
    state.play("xb7")
    assert state.result is None


def test_6_2_6_3_6_4_example_three_shots_at_c5() -> None:
    state = read(SKIRMISH)
    assert [move for move in state.moves() if move[0] == "x"] == ["xc5"]
    events = state.play("xc5")
    assert "3 shots" in " ".join(event.text for event in events)
    without_e6 = read("6/6/6/A1c3/3A2/2A3/6/6", covered(1))
    assert set(without_e6.odds("xc5")) == {"0/3", "1/3", "2/3", "3/3"}


def test_6_6_6_7_6_8_6_9_example_cover_three() -> None:
    state = read(SKIRMISH, "7/7/7/3w3/2wb3/7/7/7/7", "w 1 - 30,31 - 0")
    events = state.play("xc5")
    assert any("4+" in event.text and "6.8" in event.rules for event in events)
    eighths = {"0/3": Fraction(1, 8), "1/3": Fraction(3, 8), "2/3": Fraction(3, 8), "3/3": Fraction(1, 8)}
    assert state.chances() == eighths
    state.play("2/3")
    assert robots(state) == "6/6/4A1/A1a3/3A2/2A3/6/6"


def test_6_7_example_two_sure_hits_on_b4() -> None:
    state = read("6/6/1a4/6/1A1a2/6/6/6", rest="b 1 - 32,32 - 0")
    state.play("xb4")
    assert (robots(state), state.to_move) == ("6/6/1a4/6/3a2/6/6/6", 0)
    assert IRONCLAD.write_turn(state.steps) == "xb4 2/2"


def test_7_1_7_2_example_the_third_hit_has_no_effect() -> None:
    state = read("6/6/6/3c2/AAA3/1b4/6/6")
    state.play("xb3")
    assert robots(state) == "6/6/6/3c2/AAA3/6/6/6"


def test_7_4_example_black_without_robots() -> None:
    state = read("6/6/6/6/6/6/3A2/6", rest="b 1 - 32,32 - 0")
    assert all(move[0] == "+" for move in state.moves()) and state.to_move == 1
    state.play("+A8")
    assert IRONCLAD.write_turn(state.steps) == "+A8 | pass"
    assert state.to_move == 0 and "d2-d3" in state.moves() and "+B8" in state.moves()
    state.play("+B8")
    assert state.to_move == 1 and "d2-d3" in state.moves()


# --- 4 objective --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", "abcdef")
@pytest.mark.parametrize(
    ("owner", "row", "step", "result"), [("w", 1, "7-{}8", (1.0, 0.0)), ("b", 6, "2-{}1", (0.0, 1.0))]
)
def test_4_1_reaching_the_far_rank_wins(
    file: str, owner: str, row: int, step: str, result: tuple[float, float]
) -> None:
    rows = ["6"] * 8
    at = "abcdef".index(file)
    rows[row] = f"{at or ''}{'A' if owner == 'w' else 'a'}{5 - at or ''}"
    state = read("/".join(rows), rest=f"{owner} 1 - 32,32 - 0")
    state.play(file + step.format(file))
    assert state.result == result and state.ending is not None and "4.1" in state.ending.rules


def test_4_1_the_near_rank_wins_nothing() -> None:
    state = read("6/6/6/6/6/6/3A2/6")
    state.play("d2-d1")
    assert state.result is None


def test_4_2_the_owner_wins_by_the_opponents_hand() -> None:
    state = read("6/6/6/6/6/6/2a3/6", rest="b 1 - 32,32 - 0")
    state.play("+A0")
    assert state.to_move == 0
    state.play("c2-c1")
    assert state.result == (0.0, 1.0)


# --- 5 moving -----------------------------------------------------------------------------------------------------


def test_5_1_a_robot_action_is_a_move_or_a_fire() -> None:
    state = read("6/6/6/2a3/2A3/6/6/6", rest="w 2 r 32,32 - -")
    assert {"c4-c3", "xc5"} <= set(state.moves())
    assert all("-" in move or move[0] == "x" for move in state.moves())
    state.play("xc5")
    assert state.position.split()[2:4] == ["b", "1"]


@pytest.mark.parametrize("owner", ["w", "b"])
def test_5_2_5_3_one_square_in_any_of_the_eight_directions(owner: str) -> None:
    state = read(f"6/6/6/6/2{'B' if owner == 'w' else 'b'}3/6/6/6", rest=f"{owner} 2 r 32,32 - 0")
    assert set(state.moves()) == {f"c4-{file}{rank}" for file, rank in product("bcd", "345")} - {"c4-c4"}
    state.play("c4-b3")
    assert robots(state) == f"6/6/6/6/6/1{'B' if owner == 'w' else 'b'}4/6/6"


def test_5_2_the_board_ends_at_its_edges() -> None:
    state = read("6/6/6/5A/6/6/6/A5", rest="w 2 r 32,32 - 0")
    assert set(state.moves()) == {"a1-a2", "a1-b1", "a1-b2", "f5-f6", "f5-f4", "f5-e4", "f5-e5", "f5-e6"}


def test_5_4_robots_never_share_capture_or_merge() -> None:
    state = read("6/6/6/2a3/2AA2/6/6/6", rest="w 2 r 32,32 - 0")
    for onto in ("c4-c5", "c4-d4"):
        why = state.why(onto)
        assert onto not in state.moves() and why is not None and "5.4" in why.rules


def test_5_5_stones_do_not_hinder_robots() -> None:
    fence = "7/7/7/1bwbw2/1wbwb2/1bwbw2/1wbwb2/7/7"
    bare, fenced = read("6/6/6/6/2A3/6/6/6", rest="w 2 r 0,0 - 0"), read("6/6/6/6/2A3/6/6/6", fence, "w 2 r 0,0 - 0")
    assert fenced.moves() == bare.moves() and len(fenced.moves()) == 8


# --- 6 firing -----------------------------------------------------------------------------------------------------


def test_6_1_each_fire_names_one_enemy_robot() -> None:
    state = read("6/6/1a1a2/2A3/1A1a2/6/6/6", rest="w 2 r 32,32 - 0")
    assert [move for move in state.moves() if move[0] == "x"] == ["xd4", "xb6", "xd6"]
    for wrong in ("xb4", "xc5", "xf1"):
        why = state.why(wrong)
        assert why is not None and why.rules == ("6.1",)


def test_6_2_the_sixteen_squares_in_range() -> None:
    """From d4: a distance of one or two along file, rank or diagonal; never a knight's step."""
    steps = {(0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (2, 2)}
    for file, rank in product(range(6), range(1, 8)):
        if (file, rank) == (3, 3):
            continue
        rows = [["."] * 6 for _ in range(8)]
        rows[3][3], rows[rank][file] = "A", "a"
        state = read("/".join("".join(row) for row in reversed(rows)).replace(".", "1").replace("1" * 6, "6"))
        can_fire = (abs(file - 3), abs(rank - 3)) in steps
        assert (f"x{'abcdef'[file]}{rank + 1}" in state.moves()) == can_fire, (file, rank)


def test_6_3_no_target_without_a_robot_in_range() -> None:
    state = read("6/6/6/2a3/6/6/2A3/6")
    assert "xc5" not in state.moves()
    why = state.why("xc5")
    assert why is not None and "6.3" in why.rules


@pytest.mark.parametrize(("shooters", "n"), [("A5", 1), ("AA4", 2), ("AAA3", 3)])
def test_6_4_every_robot_in_range_fires(shooters: str, n: int) -> None:
    state = read(f"6/6/6/1c4/{shooters}/6/6/6", "7/7/7/7/1w5/7/7/7/7")
    assert set(state.odds("xb5")) == {f"{hits}/{n}" for hits in range(n + 1)}


@pytest.mark.parametrize("between", ["A", "a"])
def test_6_5_robots_in_between_do_not_matter(between: str) -> None:
    clear = read("6/6/6/c5/6/A5/6/6", "7/7/7/7/w6/7/7/7/7")
    state = read(f"6/6/6/c5/{between}5/A5/6/6", "7/7/7/7/w6/7/7/7/7")
    assert set(clear.odds("xa5")) == {"0/1", "1/1"}
    assert set(state.odds("xa5")) == ({"0/2", "1/2", "2/2"} if between == "A" else {"0/1", "1/1"})


@pytest.mark.parametrize("k", range(5))
def test_6_6_6_8_6_9_the_table_of_cover(k: int) -> None:
    needed = ["none", "2+", "3+", "4+", "5+"]
    hit = [Fraction(1), Fraction(5, 6), Fraction(2, 3), Fraction(1, 2), Fraction(1, 3)]
    printed = IRONCLAD.rulebook["6.9"].text
    assert f"| Die needed | {' | '.join(needed)} |" in printed
    assert f"| Chance of a hit | {' | '.join(str(chance) for chance in hit)} |" in printed
    state = read("6/6/6/2c3/2A3/6/6/6", covered(k))
    assert state.odds("xc5") == ({"0/1": 1 - hit[k], "1/1": hit[k]} if k else {})
    state.play("xc5")
    assert (needed[k] in str(state.steps[-1].events)) == (k > 0)


def test_6_6_stones_of_either_colour_and_only_on_the_corners_give_cover() -> None:
    ring = "7/7/1wbwb2/1b2b2/1w2w2/1bwbw2/7/7/7"  # around c5, none on its corners
    assert read("6/6/6/2c3/2A3/6/6/6", ring).odds("xc5") == {}
    white, black = (read("6/6/6/2c3/2A3/6/6/6", f"7/7/7/7/2{stone}4/7/7/7/7").odds("xc5") for stone in "wb")
    assert white == black == {"0/1": Fraction(1, 6), "1/1": Fraction(5, 6)}


@pytest.mark.parametrize(("shots", "shooters"), [(1, "2A3"), (2, "1AA3"), (3, "1AAA2")])
@pytest.mark.parametrize("k", range(1, 5))
def test_6_8_6_9_odds_by_counting_all_dice(shots: int, shooters: str, k: int) -> None:
    odds = read(f"6/6/6/2c3/{shooters}/6/6/6", covered(k)).odds("xc5")
    throws = [sum(die > k for die in dice) for dice in product(range(1, 7), repeat=shots)]
    assert odds == {f"{hits}/{shots}": Fraction(throws.count(hits), 6**shots) for hits in range(shots + 1)}


def test_6_7_without_cover_every_shot_hits_and_nobody_rolls() -> None:
    state = read(SKIRMISH)
    assert state.odds("xc5") == {}
    events = state.play("xc5")
    assert state.to_move == 1 and any("6.7" in event.rules for event in events)
    assert robots(state) == "6/6/4A1/A5/3A2/2A3/6/6"


@pytest.mark.parametrize("shooter", "ABC")
def test_6_10_the_height_of_a_shooter_does_not_matter(shooter: str) -> None:
    state = read(f"6/6/6/2c3/2{shooter}3/6/6/6")
    state.play("xc5")
    assert robots(state) == f"6/6/6/2b3/2{shooter}3/6/6/6"


# --- 7 damage -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "left"), [(0, "c"), (1, "b"), (2, "a"), (3, "1")])
def test_7_1_7_2_each_hit_removes_a_checker(hits: int, left: str) -> None:
    state = read("6/6/6/1c4/AAA3/6/6/6", "7/7/7/7/1w5/7/7/7/7")
    state.play("xb5")
    events = state.play(f"{hits}/3")
    row = f"1{left}4" if hits < 3 else "6"
    assert robots(state) == f"6/6/6/{row}/AAA3/6/6/6"
    assert any("7.2" in event.rules for event in events) == (hits == 3)


def test_7_1_shots_that_miss_are_not_told_as_damage() -> None:
    """Not even when a stone was placed in the first half."""
    state = read("6/6/6/1c4/A5/6/6/6", "7/7/7/7/1w5/7/7/7/7")
    state.play("+G8")
    state.play("xb5")
    assert [event.text for event in state.play("0/1")] == ["0 of 1 shot hit"]


def test_7_3_damage_is_permanent_when_a_robot_moves_on() -> None:
    state = read("6/6/6/1c4/A5/6/6/6")
    for move in ("xb5", "+G0", "b5-b6", "+G1"):
        state.play(move)
    assert robots(state) == "6/6/1b4/6/A5/6/6/6"


def test_7_4_a_player_without_robots_plays_on() -> None:
    state = read("6/6/6/1a4/A5/6/6/6")
    state.play("xb5")
    assert (state.result, robots(state), state.to_move) == (None, "6/6/6/6/A5/6/6/6", 1)
    state.play("+G0")
    assert state.to_move == 1 and all(move[0] == "+" for move in state.moves())
