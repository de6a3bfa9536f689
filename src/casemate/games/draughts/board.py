"""Chapter 1: the board, its headings and names; and the position as a record.

Squares are numbered twelve to a rank on every board: square 12 * (rank - 1) + file.
"""

from typing import Any

import numpy as np

WHITE, BLACK = 0, 1
SHIPS = 6  # W1 W2 W3 B1 B2 B3
OUTBOUND, HOMEBOUND = 0, 1
UNPLACED, AFLOAT, SUNK, WITHDRAWN, HOME = range(5)  # what has become of a ship
GOING_ON, ONE_SIDE_GONE, LAST_TURN, GIVEN_UP, TIMED_OUT, AGREED = range(6)  # how the game ended
NOTHING, LOT, PLACE, DEAL, CONTROL, MOVE, RAMMER, RAMMED, TARGET, DICE, HIT = range(11)  # what is asked: for the texts
NONE = -1
KINDS, JOKER = 53, 52  # the kinds of cards in the damage pack; the order pack has no Jokers

OPTIONS = np.dtype(
    [
        (name, "i2")
        for name in (
            "board",
            "squadrons",
            "course",
            "split_fire",
            "jokers",
            "reshuffle",
            "turn_limit",
            "pass_through",
        )
    ]
)
SHIP = np.dtype(
    [
        ("type", "i1"),
        ("fate", "i1"),
        ("square", "i2"),
        ("heading", "i1"),
        ("fp", "i1"),
        ("leg", "i1"),
        ("way", "i1"),  # 10.4: whether a ship with an Engine Hit still has way
        ("order", "i1"),  # the order card of a ship that has not finished its activation
        ("damages", "i1"),  # how many damage cards are in force, and which, in the order received
        ("damage", "i1", (16,)),
    ]
)
STATE = np.dtype(
    [
        ("ships", SHIP, (SHIPS,)),
        ("pack", "i1", (KINDS,)),  # the damage pack; what is neither here nor in force is among the discards
        ("orders", "i1", (JOKER,)),  # the order pack while it is dealt
        ("turn", "i2"),
        ("ending", "i1"),
        ("loser", "i1"),  # 14.9 who gave up
        ("asking", "i1"),  # what is asked, and of which ship or side
        ("subject", "i1"),
        ("squadron", "i1", (2,)),  # while squadrons are placed: each side's ready-made one, and the types chosen
        ("chosen", "i1", (SHIPS,)),
        ("spent", "i2"),  # while a ship fires: the mounts that have fired, the enemies fired at
        ("engaged", "i2"),
        ("options", OPTIONS),
    ]
)

N, NE, E, SE, S, SW, W, NW = range(8)
HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
EASTWARD, NORTHWARD = (0, 1, 1, 1, 0, -1, -1, -1), (1, 1, 0, -1, -1, -1, 0, 1)  # 1.7, 12.5
FILES = "abcdefghijkl"
STARTS = (  # 3.5 and the option `board`: White's squares, then Black's
    ("b1", "d1", "f1", "g8", "e8", "c8"),
    ("b1", "e1", "h1", "i10", "f10", "c10"),
    ("c1", "f1", "i1", "j12", "g12", "d12"),
)


def square_name(square: int) -> str:
    """1.1 The file and the rank."""
    return f"{FILES[square % 12]}{square // 12 + 1}"


def ship_name(ship: int) -> str:
    """3.6 W1, W2, W3, B1, B2, B3."""
    return f"{'WB'[ship // 3]}{ship % 3 + 1}"


SQUARE = {square_name(square): square for square in range(144)}
NUMBER = {ship_name(ship): ship for ship in range(SHIPS)}
START = tuple(tuple(SQUARE[name] for name in names) for names in STARTS)


def start(size: int, ship: int) -> int:
    """3.5 The square a ship is placed on."""
    return START[(size - 8) // 2][ship]


def ahead(size: int, square: int, heading: int, far: int) -> int:
    """1.7 The square so far in the direction of a heading; NONE off the board."""
    file = square % 12 + EASTWARD[heading] * far
    rank = square // 12 + NORTHWARD[heading] * far
    if 0 <= file < size and 0 <= rank < size:
        return 12 * rank + file
    return NONE


def distance(here: int, there: int) -> int:
    """12.3 Counted orthogonally."""
    return abs(here % 12 - there % 12) + abs(here // 12 - there // 12)


def side(ship: int) -> int:
    """1.2 Whose ship it is."""
    return ship // 3


def ship_on(s: Any, square: int) -> int:
    """1.3 The ship that occupies a square; NONE if it is empty."""
    for i in range(SHIPS):
        if s.ships[i].fate == AFLOAT and s.ships[i].square == square:
            return i
    return NONE


def is_afloat(s: Any, ship: int) -> bool:
    """Whether a ship is on the board."""
    return s.ships[ship].fate == AFLOAT


def far_rank(s: Any, player: int) -> int:
    """1.8 The edge a squadron does not start on."""
    return s.options.board - 1 if player == WHITE else 0


def home_rank(s: Any, player: int) -> int:
    """1.8 The rank a squadron starts on."""
    return 0 if player == WHITE else s.options.board - 1
