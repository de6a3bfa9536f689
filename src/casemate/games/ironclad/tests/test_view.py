"""A position as people see it."""

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
