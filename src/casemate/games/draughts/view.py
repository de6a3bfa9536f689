"""A state as people see it: the drawing, the position in words, and the board as text."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from casemate.game import State
from casemate.games.draughts.board import (
    AFLOAT,
    FILES,
    HEADINGS,
    NUMBER,
    SHIPS,
    SQUARE,
    UNPLACED,
    ship_name,
    square_name,
)
from casemate.games.draughts.notation import PLAYERS, WORDS, write_ship
from casemate.games.draughts.packs import card_name
from casemate.games.draughts.ships import TYPES
from casemate.svg import circle, group, join, path, rect, text
from casemate.table import CHANCE

SIDE, MARGIN, STRIP = 80, 40, 200
WIDTH, HEIGHT = 12 * SIDE + 2 * MARGIN + STRIP, 12 * SIDE + 2 * MARGIN
STYLE = """
.draughts-square{fill:var(--sheet);stroke:var(--line)}
.draughts-0{fill:var(--pale);stroke:var(--pale-edge);stroke-width:3}
.draughts-1{fill:var(--dark);stroke:var(--dark-edge);stroke-width:3}
.draughts-mark{fill:none;stroke:var(--mark);stroke-width:5}
"""
RECORD, ROSE, TYPE_AT = 13 * SIDE, 6 * SIDE, 8 * SIDE + 30  # where the records, the headings and the types are listed


def frame(state: State) -> tuple[float, float, float, float]:
    """What of the plane the picture shows."""
    return 0, 0, WIDTH, HEIGHT


def place(spot: str) -> tuple[float, float]:
    """The middle of a spot: a square, a ship's record, a heading or a type."""
    if spot in SQUARE:
        return MARGIN + (SQUARE[spot] % 12 + 0.5) * SIDE, HEIGHT - MARGIN - (SQUARE[spot] // 12 + 0.5) * SIDE
    if spot in NUMBER:
        return RECORD + 100, MARGIN + NUMBER[spot] * 40 + 20
    if spot in HEADINGS:
        return RECORD + 60 + HEADINGS.index(spot) % 2 * 80, 400 + HEADINGS.index(spot) // 2 * 30
    return RECORD + 100, TYPE_AT + [ship.name for ship in TYPES].index(spot) * 24


def draw_backdrop(options: Mapping[str, str | int], viewer: int | None) -> str:
    """Squares, records, headings and types."""
    squares = (
        rect(place(name)[0] - SIDE / 2, place(name)[1] - SIDE / 2, SIDE, SIDE, class_="draughts-square")
        for name in SQUARE
    )
    spots = [*SQUARE, *NUMBER, *HEADINGS, *(ship.name for ship in TYPES)]
    words = (text(spot, place(spot)[0] - 30, place(spot)[1] + 5) for spot in spots if spot not in SQUARE)
    touch = (rect(place(spot)[0] - 35, place(spot)[1] - 12, 70, 24, data_spot=spot) for spot in spots)
    return join([*squares, *words, *touch])


def layer(state: State, viewer: int | None) -> dict[str, str]:
    """The ships on the board."""
    s = state.here
    drawn = []
    for ship in range(SHIPS):
        record = s.ships[ship]
        if record.fate == AFLOAT:
            x, y = place(square_name(record.square))
            hull = path(
                "M0-30L14-5V26H-14V-5z", transform=f"rotate({45 * record.heading})", class_=f"draughts-{ship // 3}"
            )
            name = text(ship_name(ship), -12, 5)
            drawn.append(group(hull, name, transform=f"translate({x} {y})", data_at=square_name(record.square)))
    return {"ships": join(drawn)}


def marks(state: State, viewer: int | None) -> dict[str, str]:
    """A mark for each spot that occurs in an answer."""
    touched = dict.fromkeys(chain.from_iterable(map(spots, state.moves())))
    return {spot: circle(*place(spot), 16, class_="draughts-mark") for spot in touched}


def spots(answer: str) -> tuple[str, ...]:
    """What one touches to say an answer."""
    if found := re.fullmatch(r"(\w+)[-x~](\w+)(?:/(\w+))?", answer):
        return tuple(spot for spot in found.groups() if spot and spot != "off")
    if found := re.fullmatch(r">(\w\d)(?::\d+)?", answer):
        return (found[1],)
    return tuple(answer.split()) if " " in answer else ()


def say(state: State, touched: Sequence[str]) -> list[str]:
    """The answers, legal or not, that touching these spots could mean."""
    if touched[0] in NUMBER:
        return [f">{touched[0]}"]
    if len(touched) > 1 and touched[1] in SQUARE:
        here, there = touched[:2]
        heading = touched[2] if len(touched) > 2 else "N"
        return [f"{here}-{there}/{heading}", f"{here}x{there}"]
    return [f"{touched[0]}-off"]


def describe(state: State, viewer: int | None = None) -> str:
    """The position in words."""
    s = state.here
    if state.ending is not None:
        status = f"Game over: {state.ending.text}."
    elif state.to_move == CHANCE or state.to_move is None:
        status = "Cards or dice answer now."
    else:
        status = f"{PLAYERS[state.to_move]} answers for {ship_name(s.subject)}."
    return "\n".join([status, *(write_ship(s, ship) for ship in range(SHIPS))])


def labels(state: State, viewer: int | None) -> dict[str, str]:
    """What stands on each square, in words."""
    s = state.here
    return {
        square_name(ship.square): f"{ship_name(n)}, {WORDS['type'](ship.type)}, {ship.fp} FP"
        for n, ship in enumerate(s.ships)
        if ship.fate == AFLOAT
    }


def text_board(state: State, viewer: int | None = None, is_plain: bool = False) -> str:
    """The board as text: each ship with its heading."""
    s = state.here
    held = {
        ship.square: f"{ship_name(n)}{HEADINGS[ship.heading]}" for n, ship in enumerate(s.ships) if ship.fate == AFLOAT
    }
    size = s.options.board
    lines = [
        f"{rank + 1:>2} " + "".join(f"{held.get(12 * rank + file, '.'):<5}" for file in range(size))
        for rank in range(size - 1, -1, -1)
    ]
    records = [write_ship(s, ship) for ship in range(SHIPS) if s.ships[ship].fate != UNPLACED]
    cards = [f"{ship_name(n)}={card_name(ship.order)}" for n, ship in enumerate(s.ships) if ship.order >= 0]
    return "\n".join([*lines, "   " + "".join(f"{file:<5}" for file in FILES[:size]), "", *records, " ".join(cards)])
