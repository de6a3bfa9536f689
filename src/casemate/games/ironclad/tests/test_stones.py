"""Chapters 8 and 9: the stones are placed, slide and form strings."""

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
NO_ROBOTS = "6/6/6/6/6/6/6/6"
SLIDING = "7/2w4/7/7/2b2w1/7/7/7/7"  # stones on C4, C7 and F4: the example to 9.5


def read(stones: str, rest: str = "w 1 - 16,16 - 0", robots: str = NO_ROBOTS, **options: object) -> casemate.State:
    return IRONCLAD.read(f"{robots} {stones} {rest}", **options)


def stones(state: casemate.State) -> str:
    return state.position.split()[1]


def rules_of(state: casemate.State, move: str) -> tuple[str, ...]:
    """By which rules a move is not legal."""
    why = state.why(move)
    assert move not in state.moves()
    assert why is not None
    return why.rules


def points_in_a_line(first: str, last: str) -> list[str]:
    """From one intersection to another along a column or row."""
    columns, rows = sorted(first[0] + last[0]), sorted(first[1] + last[1])
    spread = [chr(at) for at in range(ord(columns[0]), ord(columns[1]) + 1)]
    return [f"{column}{row}" for column in spread for row in range(int(rows[0]), int(rows[1]) + 1)]


# --- examples -----------------------------------------------------------------------------------------------------


def test_8_1_8_2_example_a_string_with_a_bend() -> None:
    assert read("7/7/7/2wwwww/www4/7/7/7/7").result == (1.0, 0.0)
    gap = read("7/7/7/3wwww/www4/7/7/7/7")
    assert gap.result is None
    gap.play("+C5")
    assert gap.result == (1.0, 0.0)
    assert gap.ending is not None
    assert gap.ending.rules == ("8.1",)


def test_9_3_example_eight_corners_are_barred() -> None:
    state = read("7/7/7/7/7/7/7/7/7", robots="6/6/6/6/3a2/6/6/A5")
    barred = {"A0", "B0", "A1", "B1", "D3", "E3", "D4", "E4"}
    placed = {move[1:] for move in state.moves() if move[0] == "+"}
    assert len(placed) == 55
    assert placed == {f"{column}{row}" for column in "ABCDEFG" for row in range(9)} - barred


def test_9_5_9_6_example_thirty_slides() -> None:
    state = read(SLIDING, "w 1 - 0,0 - 0")
    c4 = {f"C4>{to}" for to in ("B4", "A4", "D4", "E4", "C5", "C6", "C3", "C2", "C1", "C0")}
    assert {move for move in state.moves() if move.startswith("C4>")} == c4
    assert len(state.moves()) == 30


def test_9_8_example_the_stone_slid_last_rests() -> None:
    state = read(SLIDING, "w 1 - 0,0 - 0")
    state.play("C4>C6")
    assert state.position.split()[6] == "C6"
    assert {move.split(">")[0] for move in state.moves()} == {"C7", "F4"}


# --- 8 objective --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", "ABCDEFG")
@pytest.mark.parametrize(("owner", "result"), [("w", (1.0, 0.0)), ("b", (0.0, 1.0))])
def test_8_1_8_3_a_column_of_stones_from_row_0_to_row_8(column: str, owner: str, result: tuple[float, float]) -> None:
    at = "ABCDEFG".index(column)
    row = f"{at or ''}{owner}{6 - at or ''}"
    state = read("/".join([row] * 4 + ["7"] + [row] * 4), f"{owner} 1 - 16,16 - 0")
    state.play(f"+{column}4")
    assert state.result == result


@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize(("owner", "result"), [("w", (1.0, 0.0)), ("b", (0.0, 1.0))])
def test_8_1_8_3_a_row_of_stones_from_column_a_to_column_g(row: int, owner: str, result: tuple[float, float]) -> None:
    rows = ["7"] * 9
    rows[8 - row] = f"{owner * 3}1{owner * 3}"
    state = read("/".join(rows), f"{owner} 1 - 16,16 - 0")
    state.play(f"+D{row}")
    assert state.result == result


def test_8_1_a_string_has_one_colour_and_joins_opposite_sides() -> None:
    assert read("7/7/7/7/wwwbwww/7/7/7/7").result is None
    assert read("7/7/7/7/wwww3/3w3/3w3/3w3/3w3").result is None


def test_8_2_diagonal_neighbours_are_not_linked() -> None:
    stairs = read("7/7/7/6w/5w1/4w2/3w3/2w4/ww5")
    assert stairs.result is None


def test_8_2_a_winding_string() -> None:
    snake = "w6/wwwwww1/5w1/1wwwww1/1w5/1wwwww1/5w1/5w1/7"
    state = read(snake, "w 1 - 9,9 - 0")
    state.play("+F0")
    assert state.result == (1.0, 0.0)


def test_8_4_a_corner_belongs_to_both_of_its_sides() -> None:
    """From G8 down to G0 and along to A0: both corners serve columns and rows."""
    down = read("7/" + "/".join(["6w"] * 8))
    down.play("+G8")
    along = read("7/7/7/7/7/7/7/7/1wwwwww")
    along.play("+A0")
    assert down.result == along.result == (1.0, 0.0)


def test_8_5_the_colour_wins_whoever_completes_it() -> None:
    slid_by_black = read("7/7/7/3w3/www1www/7/7/7/7", "b 1 - 0,0 - 0")
    slid_by_black.play("D5>D4")
    assert slid_by_black.result == (1.0, 0.0)
    placed_by_black = read("7/7/7/7/www1www/7/7/7/7", "w 2 s 16,16 - 0", "6/6/6/6/6/6/6/A5")
    assert placed_by_black.to_move == 1
    placed_by_black.play("+D4")
    assert placed_by_black.result == (1.0, 0.0)


@pytest.mark.parametrize(("stone", "result"), [("w", (1.0, 0.0)), ("b", (0.0, 1.0))])
def test_8_6_one_stone_completes_one_colour(stone: str, result: tuple[float, float]) -> None:
    """D4 is what both strings lack."""
    cross = "/".join(["3b3"] * 4 + ["www1www"] + ["3b3"] * 4)
    state = read(cross, f"{stone} 1 - 16,16 - 0")
    state.play("+D4")
    assert state.result == result


# --- 9 placing ----------------------------------------------------------------------------------------------------


def test_9_1_9_4_a_placement_if_there_is_one() -> None:
    state = read(SLIDING, "w 1 - 1,0 - 0")
    assert state.moves()
    assert all(move[0] == "+" for move in state.moves())
    assert rules_of(state, "C4>C5") == ("9.4",)


def test_9_1_9_4_sliding_when_every_empty_intersection_is_barred() -> None:
    """A full bowl does not help: the only empty intersection is a corner of a5."""
    filled = "wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/1bwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw"
    state = read(filled, "w 2 s 1,1 - 0", "6/6/6/A5/6/6/6/6")
    assert set(state.moves()) == {"A3>A4", "A5>A4", "B4>A4"}


def test_9_2_a_stone_of_the_owners_colour_from_the_owners_bowl() -> None:
    black = read("7/7/7/7/7/7/7/7/7", "b 2 s 9,8 - 0", "a5/6/6/6/6/6/6/6")
    assert black.to_move == 0
    black.play("+D4")
    assert (stones(black), black.position.split()[5]) == ("7/7/7/7/3b3/7/7/7/7", "9,7")
    assert rules_of(black, "+D4") == ("2.4", "9.2")


def test_9_2_edges_and_corners_included() -> None:
    assert set(read("7/7/7/7/7/7/7/7/7").moves()) >= {"+A0", "+G0", "+A8", "+G8", "+D0", "+G4"}


@pytest.mark.parametrize("letter", "AaCc")
def test_9_3_no_stone_beside_a_robot(letter: str) -> None:
    state = read("7/7/7/7/7/7/7/7/7", robots=f"6/6/6/6/2{letter}3/6/6/6")
    for corner in ("C3", "D3", "C4", "D4"):
        assert rules_of(state, f"+{corner}") == ("9.3",)
    assert {"+B3", "+E4", "+C2", "+D5"} <= set(state.moves())


# --- 9 sliding ----------------------------------------------------------------------------------------------------


def test_9_5_stones_of_either_colour_slide() -> None:
    state = read("7/7/7/7/1w5/7/7/7/5b1", "b 1 - 0,0 - 0")
    assert {move.split(">")[0] for move in state.moves()} == {"B4", "F0"}
    state.play("B4>B7")
    assert stones(state) == "7/1w5/7/7/7/7/7/7/5b1"
    assert state.position.split()[5] == "0,0"


@pytest.mark.parametrize("move", ["C4>D5", "C4>A2", "C4>D6", "C4>C4"])
def test_9_5_slides_run_along_the_lines(move: str) -> None:
    assert rules_of(read(SLIDING, "w 1 - 0,0 - 0"), move) == ("9.5",)


def test_9_6_a_slide_never_jumps() -> None:
    state = read(SLIDING, "w 1 - 0,0 - 0")
    assert rules_of(state, "C4>C8") == ("9.6",)
    assert rules_of(state, "C4>G4") == ("9.6",)
    assert rules_of(state, "C4>C7") == ("9.5",)


@pytest.mark.parametrize("to", points_in_a_line("A0", "A7"))
def test_9_6_a_slide_stops_anywhere_on_its_way(to: str) -> None:
    state = read("w6/7/7/7/7/7/7/7/7", "w 1 - 0,0 - 0")
    assert f"A8>{to}" in state.moves()


def test_9_7_robots_do_not_hinder_slides() -> None:
    beside = "6/6/6/2a3/2AA2/6/6/6"  # c4, d4 and c5
    state = read("7/7/7/7/w6/7/7/7/7", "w 2 s 0,0 - 0", beside)
    assert {f"A4>{column}4" for column in "BCDEFG"} <= set(state.moves())


def test_9_8_by_whoevers_hand() -> None:
    state = read("7/7/7/7/1w3b1/7/7/7/7", "w 2 s 0,0 - 0", "6/6/6/A4a/6/6/6/6")
    state.play("B4>B5")
    for move in state.moves():
        assert not move.startswith("B5>")
    assert rules_of(state, "B5>B6") == ("9.8",)
    state.play("F4>F3")
    state.play("f5-f6")
    assert "B5>B6" in state.moves()
    assert rules_of(state, "F3>F2") == ("9.8",)


def test_9_9_placements_in_between_do_not_lift_it() -> None:
    """White's bowl is empty and Black's is not: White slides, Black places."""
    state = read("7/7/7/7/1w3b1/7/7/7/7", "w 1 - 0,9 - 0")
    state.play("B4>B5")
    state.play("+G0")
    assert state.position.split()[6] == "B5"
    assert rules_of(state, "B5>B6") == ("9.8",)


def test_9_10_an_empty_bowl_must_slide() -> None:
    state = read(SLIDING, "w 1 - 0,9 - 0")
    assert state.moves()
    assert all(">" in move for move in state.moves())
    assert rules_of(state, "+A0") == ("9.10",)


def test_9_11_stones_are_never_removed() -> None:
    """Robots come and go on c4; the stones around them stay, and stay when a robot is destroyed."""
    state = read("7/7/7/7/2wb3/2bw3/7/7/7", "w 1 - 0,0 - 0", "6/6/6/2a3/6/2A3/6/6")
    for move in ("c3-c4", "D4>E4", "xc4", "1/1", "C4>B4"):
        state.play(move)
    assert stones(state) == "7/7/7/7/1w2b2/2bw3/7/7/7"
