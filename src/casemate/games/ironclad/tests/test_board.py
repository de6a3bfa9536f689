"""Chapters 1 and 2: the board, its names, the pieces and how they are set up."""

import random
import re

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
SQUARES = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdef"]
POINTS = [f"{column}{row}" for row in range(9) for column in "ABCDEFG"]


def robot_on(square: str) -> casemate.State:
    """One robot on an empty board, White's turn; on rank 8 it is Black's, where a white one would have won."""
    rows = ["6"] * 8
    file, rank = "abcdef".index(square[0]), int(square[1])
    row = "." * file + ("a" if rank == 8 else "A") + "." * (5 - file)
    rows[8 - rank] = re.sub(r"\.+", lambda run: str(len(run[0])), row)
    return IRONCLAD.read(f"{'/'.join(rows)} 7/7/7/7/7/7/7/7/7 {'b' if rank == 8 else 'w'} 1 - 32,32 - 0")


def corners(square: str) -> set[str]:
    """The intersections where a robot forbids placing."""
    placements = robot_on(square).moves()
    return {point for point in POINTS if f"+{point}" not in placements}


# --- examples -----------------------------------------------------------------------------------------------------


def test_1_3_example_corners_of_c5() -> None:
    assert corners("c5") == {"C4", "D4", "C5", "D5"}


@pytest.mark.parametrize(("point", "squares"), [("D4", {"c4", "d4", "c5", "d5"}), ("A0", {"a1"}), ("A3", {"a3", "a4"})])
def test_1_3_example_squares_around_an_intersection(point: str, squares: set[str]) -> None:
    assert {square for square in SQUARES if point in corners(square)} == squares


def test_2_3_example_start_position() -> None:
    assert IRONCLAD.start().position == "1bccb1/2aa2/6/6/6/6/2AA2/1BCCB1 7/7/7/7/7/7/7/7/7 w 1 - 32,32 - 0"


# --- rules --------------------------------------------------------------------------------------------------------


def test_1_1_the_squares_are_a1_to_f8() -> None:
    moves = [move for square in SQUARES for move in robot_on(square).moves()]
    assert {move.split("-")[1] for move in moves if "-" in move} == set(SQUARES)
    for outside in ("a0", "g1", "a9", "A1"):
        with pytest.raises(casemate.BadNotation):
            robot_on("a1").why(f"a1-{outside}")


def test_1_1_files_run_from_left_to_right_and_ranks_from_bottom_to_top() -> None:
    lower_left = IRONCLAD.read("6/6/6/6/6/6/6/A5 7/7/7/7/7/7/7/7/7 w 1 - 0,0 - 0")
    assert set(lower_left.moves()) == {"a1-b1", "a1-a2", "a1-b2"}


def test_1_2_the_intersections_are_a0_to_g8() -> None:
    empty = IRONCLAD.read("6/6/6/6/6/6/6/6 7/7/7/7/7/7/7/7/7 w 1 - 32,32 - 0")
    assert sorted(empty.moves()) == sorted(f"+{point}" for point in POINTS)
    for outside in ("H0", "A9", "a1"):
        with pytest.raises(casemate.BadNotation):
            empty.why(f"+{outside}")


def test_1_2_columns_run_from_left_to_right_and_rows_from_bottom_to_top() -> None:
    placed = IRONCLAD.start()
    placed.play("+A8")
    placed.play("c2-c3")
    placed.play("+G0")
    assert placed.position.split()[1] == "w6/7/7/7/7/7/7/7/6b"


@pytest.mark.parametrize("square", SQUARES)
def test_1_3_corners_of_every_square(square: str) -> None:
    n, rank = "abcdef".index(square[0]), int(square[1])
    assert corners(square) == {f"{column}{row}" for column in "ABCDEFG"[n : n + 2] for row in (rank - 1, rank)}


def test_1_4_white_sits_at_rank_1_and_has_one_colour_for_checkers_and_stones() -> None:
    assert IRONCLAD.players == ("White", "Black")
    state = IRONCLAD.start()
    assert {move[1] for move in state.moves() if "-" in move} == {"1", "2"}
    state.play("+A4")
    assert state.position.split()[1] == "7/7/7/7/w6/7/7/7/7"
    state.play("c2-c3")
    assert {move[1] for move in state.moves() if "-" in move} == {"8", "7"}
    state.play("+A5")
    assert state.position.split()[1] == "7/7/7/b6/w6/7/7/7/7"


def test_1_5_1_6_the_game_begins_with_whites_first_turn() -> None:
    for options in ({}, {"setup": "one_row"}, {"second_hand": "owner"}):
        state = IRONCLAD.start(**options)
        assert (state.to_move, state.chances(), state.turn_number) == (0, {}, 1)
        assert IRONCLAD.start(**options).position == state.position


def test_1_7_everything_is_open_the_position_tells_what_can_be_played() -> None:
    state, choice = IRONCLAD.start(), random.Random(17)
    while state.to_move is not None:
        assert IRONCLAD.read(state.position).moves() == state.moves()
        state.play(choice.choice(state.moves()))


@pytest.mark.parametrize("setup", ["two_row", "one_row"])
def test_2_1_twelve_checkers_in_six_robots(setup: str) -> None:
    robots = IRONCLAD.start(setup=setup).position.split()[0]
    assert sorted(re.sub("[^A-Z]", "", robots)) == ["A", "A", "B", "B", "C", "C"]
    assert sorted(re.sub("[^a-z]", "", robots)) == ["a", "a", "b", "b", "c", "c"]


def test_2_1_the_height_of_a_robot_is_its_number_of_checkers() -> None:
    """Each hit takes one checker: a robot of height 3 stands two hits."""
    heights = []
    for shooters in ("A5", "AA4", "AAA3"):
        state = IRONCLAD.read(f"6/6/6/1c4/{shooters}/6/6/6 7/7/7/7/7/7/7/7/7 w 1 - 32,32 - 0")
        state.play("xb5")
        heights.append(state.position.split()[0].split("/")[3])
    assert heights == ["1b4", "1a4", "6"]


def test_2_2_thirty_two_stones_in_each_bowl_and_none_on_the_board() -> None:
    fields = IRONCLAD.start().position.split()
    assert (fields[1], fields[5]) == ("7/7/7/7/7/7/7/7/7", "32,32")


def test_2_3_the_printed_table() -> None:
    rows = re.findall(r"^\| (\d) \|(.*)\|(.*)\|$", IRONCLAD.rulebook["2.3"].text, re.MULTILINE)
    assert len(rows) == 3
    board = ["......"] * 8
    for height, *squares in rows:
        for letters, listed in zip(("ABC", "abc"), squares, strict=True):
            for square in re.findall("[a-f][1-8]", listed):
                file, rank = "abcdef".index(square[0]), int(square[1]) - 1
                board[rank] = board[rank][:file] + letters[int(height) - 1] + board[rank][file + 1 :]
    written = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in reversed(board))
    assert IRONCLAD.start().position.split()[0] == written


def test_2_4_one_robot_to_a_square_and_one_stone_to_an_intersection() -> None:
    state = IRONCLAD.read("6/6/6/6/6/6/1a4/AA4 7/7/7/7/3w3/4b2/7/7/7 w 1 - 31,31 - 0")
    for taken in ("a1-b1", "a1-b2", "+D4", "+E3"):
        why = state.why(taken)
        assert taken not in state.moves() and why is not None and "2.4" in why.rules
