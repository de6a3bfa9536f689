"""Chapters 10 and 11: forfeit, the end of the game and draws."""

import random
from collections import Counter

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
FULL = "wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw"
EMPTY = "7/7/7/7/7/7/7/7/7"
SHUTTLE = "6/6/6/A5/6/5a/6/6 7/2b4/7/7/2w2w1/7/7/7/7 w 1 - 0,0 - 0"
ROUND = ("a5-a6", "C4>B4", "f3-f4", "F4>G4", "a6-a5", "B4>C4", "f4-f3", "G4>F4")


def play(state: casemate.State, *moves: str) -> casemate.State:
    for move in moves:
        state.play(move)
    return state


def rules_of_the_end(state: casemate.State) -> tuple[str, ...]:
    assert state.to_move is None
    assert state.ending is not None
    return state.ending.rules


# --- examples -----------------------------------------------------------------------------------------------------


def test_10_3_example_only_a_robot_can_save_white() -> None:
    state = IRONCLAD.read(f"6/2A3/6/6/6/6/3a2/6 {FULL} w 1 - 0,1 - 0")
    assert len(state.moves()) == 8
    for move in state.moves():
        after = play(state.copy(), move)
        assert after.result == ((1.0, 0.0) if move in ("c7-b8", "c7-c8", "c7-d8") else (0.0, 1.0))
    lost = IRONCLAD.read(f"6/6/6/6/6/6/3a2/6 {FULL} w 1 - 0,1 - 0")
    assert lost.result == (0.0, 1.0)


def test_11_3_example_the_position_after_turn_1_for_the_third_time() -> None:
    state = IRONCLAD.read(SHUTTLE)
    play(state, *ROUND)
    assert state.position.split()[:2] == SHUTTLE.split()[:2]
    assert state.position.split()[6] == "F4"
    play(state, *ROUND)
    assert state.result is None
    play(state, *ROUND[:2])
    assert (state.result, state.turn_number) == ((0.5, 0.5), 10)
    assert rules_of_the_end(state) == ("11.3",)


def test_11_4_example_the_fortieth_quiet_turn() -> None:
    state = IRONCLAD.read(SHUTTLE.removesuffix("0") + "39")
    play(state, "a5-a6", "C4>B4")
    assert state.result == (0.5, 0.5)
    assert rules_of_the_end(state) == ("11.4",)


# --- 10 forfeit ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("owner", "result"), [("w", (0.0, 1.0)), ("b", (1.0, 0.0))])
def test_10_1_10_2_the_owner_forfeits_by_whoevers_hand(owner: str, result: tuple[float, float]) -> None:
    robot = "A" if owner == "w" else "a"
    state = IRONCLAD.read(f"6/6/6/3{robot}2/6/6/6/6 {FULL} {owner} 2 s 0,1 - 0")
    assert state.result == result
    assert rules_of_the_end(state) == ("10.1",)


def test_10_1_a_stone_that_may_not_be_slid_saves_nobody() -> None:
    """The only stone is barred by 9.8 and both bowls are empty."""
    state = IRONCLAD.read("6/6/6/A5/6/6/6/6 7/7/7/7/3w3/7/7/7/7 w 1 - 0,0 D4 0")
    play(state, "a5-a6")
    assert state.result == (0.0, 1.0)


def test_10_3_without_a_stone_action_the_robots_begin() -> None:
    state = IRONCLAD.read(f"6/6/6/3A2/6/6/6/6 {FULL} w 1 - 0,1 - 0")
    assert len(state.moves()) == 8
    assert play(state, "d5-c5").result == (0.0, 1.0)


def test_10_3_a_crossing_comes_before_the_forfeit() -> None:
    state = IRONCLAD.read(f"6/3A2/6/6/6/6/6/6 {FULL} w 1 - 0,1 - 0")
    assert rules_of_the_end(play(state, "d7-d8")) == ("4.1",)


def test_10_4_no_action_in_either_sub_game() -> None:
    begun = IRONCLAD.read(f"6/6/6/6/6/6/6/6 {FULL} b 1 - 0,1 - 0")
    assert begun.result == (1.0, 0.0)
    assert begun.position.split()[2:5] == ["b", "1", "-"]
    reached = IRONCLAD.read("6/6/6/6/6/6/6/6 7/7/7/7/3w3/7/7/7/7 w 1 - 0,0 - 0")
    play(reached, "D4>D5")
    assert reached.result == (1.0, 0.0)
    assert reached.position.split()[2:5] == ["b", "1", "-"]


def test_10_5_from_the_start_a_stone_action_is_missing_only_on_a_full_board() -> None:
    endings: Counter[tuple[str, ...]] = Counter()
    for number in range(25):
        state, choice = IRONCLAD.start(), random.Random(number)
        while state.to_move is not None:
            if state.to_move != casemate.CHANCE and state.position.split()[4] != "r":
                assert any("+" in move or ">" in move for move in state.moves()) or is_full(state)
            state.play(choice.choice(state.moves()))
        endings[rules_of_the_end(state)] += 1
        assert is_full(state) or rules_of_the_end(state) != ("10.1",)
    assert endings["10.1",] > 0


def is_full(state: casemate.State) -> bool:
    return not any(letter.isdigit() for letter in state.position.split()[1])


# --- 11 end -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "moves", "rules"),
    [
        (f"6/3A2/6/6/6/6/6/6 {EMPTY} w 1 - 9,9 - 0", ["d7-d8"], ("4.1",)),
        ("6/6/6/6/6/6/6/6 7/7/7/7/www1www/7/7/7/7 w 1 - 9,9 - 0", ["+D4"], ("8.1",)),
        (f"6/6/6/3A2/6/6/6/6 {FULL} w 1 - 0,1 - 0", ["d5-d6"], ("10.1",)),
        (SHUTTLE.removesuffix("0") + "39", ["a5-a6", "C4>B4"], ("11.4",)),
        (SHUTTLE, [*ROUND, *ROUND, *ROUND[:2]], ("11.3",)),
    ],
)
def test_11_1_the_five_ends_on_the_board(position: str, moves: list[str], rules: tuple[str, ...]) -> None:
    state = IRONCLAD.read(position)
    for move in moves:
        assert (state.result, state.ending) == (None, None)
        state.play(move)
    assert rules_of_the_end(state) == rules
    assert state.moves() == []
    with pytest.raises(casemate.IllegalMove):
        state.play("d5-d6")


@pytest.mark.parametrize(("player", "result"), [(0, (0.0, 1.0)), (1, (1.0, 0.0))])
@pytest.mark.parametrize("moves", [[], ["c2-c3"], ["c2-c3", "+A8"]])
def test_11_1_11_2_a_player_may_resign_at_any_time(player: int, result: tuple[float, float], moves: list[str]) -> None:
    state = play(IRONCLAD.start(), *moves)
    state.resign(player)
    assert state.result == result
    assert rules_of_the_end(state) == ("11.2",)


def test_11_2_even_while_dice_are_due() -> None:
    state = play(IRONCLAD.read("6/6/6/2c3/2A3/6/6/6 7/7/7/7/2w4/7/7/7/7 w 1 - 9,9 - 0"), "xc5")
    state.resign(0)
    assert state.result == (0.0, 1.0)


@pytest.mark.parametrize(("repetition", "turns"), [(3, 9), (2, 5)])
def test_11_3_counted_at_the_start_of_turns(repetition: int, turns: int) -> None:
    state = IRONCLAD.read(SHUTTLE, repetition=repetition)
    moves = list(ROUND) * 3
    while state.result is None:
        state.play(moves.pop(0))
    assert state.turn_number - 1 == turns


def test_11_3_the_start_position_counts() -> None:
    """With F4 slid last from the beginning, the first position itself comes back after turns 4 and 8."""
    state = IRONCLAD.read(SHUTTLE.replace("0,0 -", "0,0 F4"))
    with pytest.raises(casemate.IllegalMove):
        state.play("F4>G4")
    play(state, *ROUND, *ROUND)
    assert state.turn_number == 9
    assert rules_of_the_end(state) == ("11.3",)


def test_11_3_in_a_written_position_the_count_begins() -> None:
    state = play(IRONCLAD.read(SHUTTLE), *ROUND, *ROUND)
    again = play(IRONCLAD.read(state.position), *ROUND, *ROUND)
    assert again.result == (0.5, 0.5)
    assert play(state, *ROUND[:2]).result == (0.5, 0.5)
    assert again.turn_number == 9


def test_11_3_the_other_owner_makes_another_position() -> None:
    """Robots and stones are back as they were, but it is Black's turn."""
    lone = "6/6/6/A4a/6/6/6/6 7/7/7/7/w2w2w/7/7/7/7 w 1 - 0,0 A4 0"
    state = play(IRONCLAD.read(lone, repetition=2), "a5-a6", "D4>D5", "f5-f6", "A4>A5", "a6-a5", "D5>D4")
    assert state.result is None
    state = play(state, "f6-f5", "A5>A4")
    assert rules_of_the_end(state) == ("11.3",)


@pytest.mark.parametrize(
    ("position", "moves", "quiet"),
    [
        (SHUTTLE.removesuffix("0") + "7", ["a5-a6", "C4>B4"], "8"),
        ("6/6/6/A5/6/5a/6/6 7/7/7/7/7/7/7/7/7 w 1 - 9,9 - 7", ["a5-a6", "+G8"], "0"),
        ("6/6/6/Aa4/6/6/6/6 7/7/7/7/w2w3/7/7/7/7 w 1 - 0,0 - 7", ["xb5", "D4>D5"], "0"),
        ("6/6/6/Aa4/6/6/6/6 7/7/7/7/1w1w3/7/7/7/7 w 1 - 0,0 - 7", ["xb5", "0/1", "D4>D5"], "8"),
    ],
)
def test_11_4_what_is_quiet(position: str, moves: list[str], quiet: str) -> None:
    assert play(IRONCLAD.read(position), *moves).position.split()[7] == quiet


def test_11_4_a_placement_on_the_fortieth_turn_saves_the_game() -> None:
    state = IRONCLAD.read("6/6/6/A5/6/5a/6/6 7/7/7/7/7/7/7/7/7 w 1 - 9,9 - 39")
    play(state, "a5-a6", "+G8")
    assert state.result is None


def test_11_5_a_draw_is_agreed_at_the_start_of_a_turn() -> None:
    state = play(IRONCLAD.start(), "c2-c3")
    with pytest.raises(casemate.IllegalMove) as refusal:
        state.agree_draw()
    assert refusal.value.rules == ("11.5",)
    assert state.result is None
    play(state, "+A8").agree_draw()
    assert state.result == (0.5, 0.5)
    assert rules_of_the_end(state) == ("11.5",)
    state.undo()
    assert state.result is None


def test_11_6_a_win_on_the_half_turn_comes_before_the_draw() -> None:
    state = IRONCLAD.read("6/A5/6/6/6/5a/6/6 7/2b4/7/7/2w2w1/7/7/7/7 w 1 - 0,0 - 39")
    play(state, "C4>B4", "a7-a8")
    assert state.result == (1.0, 0.0)
    string = IRONCLAD.read("6/6/6/A5/6/5a/6/6 7/7/7/3w3/www1www/7/7/7/7 w 1 - 0,0 - 39")
    play(string, "a5-a6", "D5>D4")
    assert string.result == (1.0, 0.0)
