"""Rounds of the Battle Book played out, for the tests."""

import random
from typing import NamedTuple

import casemate

BOOK = casemate.load("battlebook")
KEPT = "LC HC SC CM RM"


class Fight(NamedTuple):
    """What came of a round."""

    score: tuple[int, int]
    destroyed: set[str]
    told: list[str]


def play(state: casemate.State, *moves: str) -> casemate.State:
    for move in moves:
        state.play(move)
    return state


def begin(north: str = KEPT, south: str = KEPT, starter: str = "N", **options: object) -> casemate.State:
    """The start of round one, the actions chosen and the starter tossed for."""
    state = BOOK.start(**options)
    play(state, f"keep {north}", f"keep {south}")
    return play(state, f"start {starter}") if state.to_move == casemate.CHANCE else state


def field(state: casemate.State, number: int) -> str:
    """A field of the position, counted from 1 as in 10.5."""
    return state.position.split(" ")[number - 1]


def fight(north: str, south: str, keeps: tuple[str, str] = (KEPT, KEPT), **options: object) -> Fight:
    """Round one with the option `passing`: each player plays these actions in turn, and then passes."""
    state = begin(*keeps, passing="on", **options)
    waiting = [[*north.split(), "pass"], [*south.split(), "pass"]]
    events: list[casemate.Event] = []
    while field(state, 1) == "1":
        assert state.to_move in (0, 1)
        events = state.play(waiting[state.to_move].pop(0))
    assert [row for row in waiting if row not in ([], ["pass"])] == []
    told = [event.text for event in events]
    lost = {line.split(" on ")[1].split(" is destroyed")[0] for line in told if "is destroyed" in line}
    points = [int(number) for number in field(state, 9).split(",")]
    return Fight((points[0], points[1]), lost, told)


def play_any(state: casemate.State, choice: random.Random, until: str) -> casemate.State:
    """Random answers until the round of that number."""
    while state.to_move is not None and field(state, 1) != until:
        state.play(choice.choice(state.moves()))
    return state
