"""Chapter 1: the grid and its names."""

import re

import pytest

from casemate.games.battlebook.tests.fights import BOOK, begin, field, play


def deploys(state: object) -> set[str]:
    return {move[3:] for move in state.moves() if move.startswith("LC@")}  # type: ignore[attr-defined]


def test_1_1_1_2_five_rows_and_nine_columns() -> None:
    squares = deploys(begin()) | deploys(begin(starter="S"))
    assert squares == {column + row for column in "abcdefghi" for row in "12345"}


def test_1_3_1_4_the_zones() -> None:
    north, south = deploys(begin()), deploys(begin(starter="S"))
    assert {square[0] for square in north} == set("abcdef")
    assert {square[0] for square in south} == set("defghi")
    assert {square[0] for square in north & south} == set("def")


def test_1_5_circles_and_squares() -> None:
    state = play(begin(), "LC@b2", "LC@h4")
    assert BOOK.labels(state, None)["b2"].startswith("North")
    assert BOOK.labels(state, None)["h4"].startswith("South")
    board = BOOK.text_board(state, None, False)
    assert board


@pytest.mark.parametrize("weapon", ["CM", "RM", "CN", "RV", "SB"])
def test_1_6_patterns_are_reversed(weapon: str) -> None:
    kept = {"CM": "LC HC CM CN SB", "RM": "LC HC CM RM RV", "CN": "LC HC CM CN SB"}.get(weapon, "LC CM CN RV SB")
    north = play(begin(kept, kept), "LC@e3", "LC@i1", f"{weapon}@e3")
    south = play(begin(kept, kept, "S"), "LC@e3", "LC@a1", f"{weapon}@e3")
    mirrored = {chr(ord("a") + ord("i") - ord(mark[0])) + mark[1:] for mark in field(north, 8).split(",")}
    assert mirrored == set(field(south, 8).split(","))


def test_1_7_everything_is_open() -> None:
    state = play(begin(), "LC@b2", "HC@g3", "CM@b2")
    told = [BOOK.describe(state, viewer) for viewer in (0, 1, None)]
    assert told[0] == told[1] == told[2]
    for word in ("b2", "g3"):
        assert re.search(word, told[0])
