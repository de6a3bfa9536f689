"""A position as people see it."""

import html
import re

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
SLID = "6/6/4A1/A1c3/3A2/2A3/6/6 7/7/7/3w3/2wb3/7/7/7/7 w 1 - 30,31 D4 0"


def test_labels_say_what_lies_on_each_spot() -> None:
    assert IRONCLAD.labels(IRONCLAD.read(SLID), None) == {
        "a5": "White robot, height 1, no cover",
        "c3": "White robot, height 1, no cover",
        "d4": "White robot, height 1, cover 1",
        "e6": "White robot, height 1, no cover",
        "c5": "Black robot, height 3, cover 3",
        "C4": "White stone",
        "D5": "White stone",
        "D4": "Black stone, slid last: may not be slid",
    }


@pytest.mark.parametrize(
    ("position", "moves", "said"),
    [
        ("6/6/6/A5/6/5a/6/6 7/2b4/7/7/2w2w1/7/7/7/7 w 1 - 0,0 - 39", ["a5-a6", "C4>B4"], "40 turns without"),
        ("6/2A3/6/6/6/6/3a2/6 7/7/7/7/7/7/7/7/7 w 1 - 0,0 - 0", ["c7-c8"], "White's robot reaches c8"),
        ("6/6/6/6/4A1/6/6/6 7/7/7/7/wwwwww1/7/7/7/7 w 1 - 9,0 - 0", ["+G4"], "White's stones join"),
        ("6/6/6/6/4A1/6/6/6 7/7/7/7/7/7/7/7/7 w 1 - 0,0 - 0", ["e4-e5"], "White has no stone action"),
    ],
)
def test_how_a_game_ended_has_room_on_the_picture(position: str, moves: list[str], said: str) -> None:
    state = IRONCLAD.read(position)
    for move in moves:
        state.play(move)
    due = IRONCLAD.layer(state, 0)["due"]
    lines = re.findall(r'class="ironclad-due">([^<]*)', due)
    assert html.unescape(lines[0]).startswith(said)
    assert len(lines) <= 2
    assert IRONCLAD.describe(state).startswith(f"Game over: {said}")
