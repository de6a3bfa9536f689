"""Positions and games in few words, for the tests."""

from collections.abc import Iterable
from fractions import Fraction

import casemate
from casemate import State

DRAUGHTS = casemate.load("draughts")
NAMES = ("W1", "W2", "W3", "B1", "B2", "B3")
FAR_AWAY = {"W1": "corvette a1/E 8 o -", "B1": "corvette h8/W 8 o -"}  # so that both sides have a ship


def scene(
    *ships: str, cards: str = "", turn: int = 5, discards: str = "-", so_far: str = "-", **options: object
) -> State:
    """A position with these ships, `W2 monitor d4/N 8 o -`; the others are off the board. The first of them is due."""
    fields = {ship[:2]: ship for ship in ships}
    for name, field in FAR_AWAY.items():
        if not any(ship[0] == name[0] and "/" in ship for ship in ships):
            fields.setdefault(name, f"{name} {field}")
    due = cards or f"{ships[0][:2]}=2S"
    record = [fields.get(name, f"{name} monitor off") for name in NAMES]
    return DRAUGHTS.read(" | ".join([str(turn), *record, due, discards, so_far]), **options)


def play(state: State, *answers: str) -> State:
    """The state after some answers."""
    for answer in answers:
        state.play(answer)
    return state


def field(state: State, name: str) -> str:
    """What the position says of a ship."""
    words = state.position.split(" | ")[1 + NAMES.index(name)]
    return words.removeprefix(f"{name} ")


def so_far(state: State) -> str:
    return state.position.split(" | ")[9]


def discards(state: State) -> str:
    return state.position.split(" | ")[8]


def cards(state: State) -> str:
    return state.position.split(" | ")[7]


def moves(state: State) -> set[str]:
    return set(state.moves())


def ends(answers: Iterable[str]) -> set[str]:
    """The squares steps end on."""
    return {answer.split("-")[1].split("/")[0] for answer in answers if "/" in answer}


def rules(state: State, move: str) -> tuple[str, ...]:
    """The rules that forbid a move."""
    why = state.why(move)
    assert why is not None, f"{move} is legal"
    return why.rules


def told(state: State) -> str:
    """What the last answer brought about, in words."""
    return " ".join(event.text for event in state.steps[-1].events)


def leads_to(state: State) -> dict[str, Fraction]:
    return state.chances()


PLACED = ("W1 b1 breastwork_turret_ship", "W2 d1 barbette_ship", "W3 f1 small_turret_ship")
OPPOSITE = ("B1 g8 breastwork_turret_ship", "B2 e8 barbette_ship", "B3 c8 small_turret_ship")
DEAL = ("W1=7C", "W2=AS", "W3=QH", "B1=7H", "B2=2D", "B3=KD")


def opening(*answers: str, **options: object) -> State:
    """A game of the Channel squadrons, placed and dealt as in the examples."""
    return play(DRAUGHTS.start(**options), *PLACED, *OPPOSITE, *DEAL, *answers)
