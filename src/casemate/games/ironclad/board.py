"""Chapters 1 and 2: the board, its names, the pieces and how they are set up.

Squares and intersections are numbered alike, seven to a row: intersection 7 * row + column, and square
7 * (rank - 1) + file, so that square q has the corners q, q + 1, q + 7 and q + 8. Sets of them are bits (bits.py).
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

FILES, RANKS, COLUMNS, ROWS = 6, 8, 7, 9
WHITE, BLACK, DRAWN, NOBODY = 0, 1, 2, -1
EITHER, ROBOTS, STONES = 0, 1, 2  # the sub-game that is due: in the first half either
NO_STONE = -1
GOING_ON, CROSSING, STRING, FORFEIT, REPETITION, QUIET, LAST_ROBOT = range(7)
LIMIT = 200  # the longest quiet_limit

OPTIONS = np.dtype(
    [(name, "i8") for name in ("setup", "second_hand", "links", "slides", "last_robot", "quiet_limit", "repetition")]
)
STATE = np.dtype(
    [
        ("checkers", "i8", (2, 3)),  # the squares where a player has one checker, a second on it, a third on it
        ("stones", "i8", (2,)),  # the intersections where a player's stones lie
        ("bowl", "i8", (2,)),
        ("owner", "i8"),
        ("due", "i8"),
        ("slid", "i8"),  # where the stone that was slid last lies
        ("quiet", "i8"),  # completed quiet turns
        ("eventful", "i8"),  # whether a stone was placed or a checker removed in the present turn
        ("winner", "i8"),
        ("ending", "i8"),
        ("remembered", "i8"),  # the last quiet turns, to be played backwards for 11.3
        ("first", "i8"),  # the action of the present turn's first half
        ("second", "i8"),
        ("slid_before", "i8"),
        ("firsts", "i2", (LIMIT,)),
        ("seconds", "i2", (LIMIT,)),
        ("slids", "i1", (LIMIT,)),
        ("options", OPTIONS),
    ]
)
SETUPS = (  # 2.3, and the option `setup`: files a-f on White's first and second rank
    ((0, 2, 3, 3, 2, 0), (0, 0, 1, 1, 0, 0)),
    ((1, 2, 3, 3, 2, 1), (0, 0, 0, 0, 0, 0)),
)


def places(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def line(at: int, step: tuple[int, int], reach: int, width: int, height: int) -> list[int]:
    """The places from `at` in one direction, nearest first."""
    x, y = at % 7, at // 7
    steps = [(x + step[0] * far, y + step[1] * far) for far in range(1, reach + 1)]
    return [v * 7 + u for u, v in steps if 0 <= u < width and 0 <= v < height]


DIRECTIONS = (
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
)  # along lines, then diagonals; up the board when d % 4 < 2
SQUARES = places(7 * rank + file for rank in range(RANKS) for file in range(FILES))
POINTS = (1 << COLUMNS * ROWS) - 1
ON_SQUARE = [q for q in range(RANKS * 7) if SQUARES >> q & 1]
NEAR = tuple(places(p for d in DIRECTIONS for p in line(q, d, 1, FILES, RANKS)) for q in range(63))  # 5.2
RANGE = tuple(places(p for d in DIRECTIONS for p in line(q, d, 2, FILES, RANKS)) for q in range(63))  # 6.2
CORNERS = tuple(places((q, q + 1, q + 7, q + 8)) if q in ON_SQUARE else 0 for q in range(63))  # 1.3
FAR_RANK = (places(range(49, 55)), places(range(6)))  # 4.1
COLUMN_A, COLUMN_G = places(range(0, 63, 7)), places(range(6, 63, 7))
ROW_0, ROW_8 = places(range(7)), places(range(56, 63))
STEPS = tuple((x + 7 * y) * far for x, y in DIRECTIONS for far in range(1, 9))  # by direction and distance
INSIDE = tuple(
    places(p for p in range(63) if line(p, d, 1, COLUMNS, ROWS)) for d in DIRECTIONS
)  # has a neighbour there


# --- names ------------------------------------------------------------------------------------------------------


def square_name(q: int) -> str:
    """12.1 A small letter and the rank."""
    return f"{'abcdef'[q % 7]}{q // 7 + 1}"


def point_name(p: int) -> str:
    """12.1 A capital letter and the row."""
    return f"{'ABCDEFG'[p % 7]}{p // 7}"


SQUARE = {square_name(q): q for q in ON_SQUARE}
POINT = {point_name(p): p for p in range(63)}


# --- pieces -----------------------------------------------------------------------------------------------------


def set_up(s: Any) -> None:
    """2.1-2.3 Six robots of 12 checkers each; 32 stones in each bowl."""
    clear(s)
    for rank, heights in enumerate(SETUPS[s.options.setup]):
        for file, height in enumerate(heights):
            put_robot(s, WHITE, 7 * rank + file, height)
            put_robot(s, BLACK, 7 * (RANKS - 1 - rank) + file, height)
    s.bowl[WHITE] = s.bowl[BLACK] = 32


def clear(s: Any) -> None:
    """An empty board, White's turn."""
    s.slid = s.slid_before = NO_STONE
    s.winner = s.first = s.second = NOBODY


def put_robot(s: Any, player: int, square: int, height: int) -> None:
    for layer in range(height):
        s.checkers[player, layer] |= 1 << square


def robots(s: Any, player: int) -> int:
    """2.1 The squares of a player's robots."""
    return s.checkers[player, 0]


def height(s: Any, player: int, square: int) -> int:
    """2.1 The number of checkers in a robot."""
    bit = 1 << square
    return (
        ((s.checkers[player, 0] & bit) != 0)
        + ((s.checkers[player, 1] & bit) != 0)
        + ((s.checkers[player, 2] & bit) != 0)
    )


def occupied(s: Any) -> int:
    """2.4 The squares that hold a robot."""
    return robots(s, WHITE) | robots(s, BLACK)


def lying(s: Any) -> int:
    """2.4 The intersections that hold a stone."""
    return s.stones[WHITE] | s.stones[BLACK]


def squares_beside(point: int) -> int:
    """1.3 The squares that have this corner."""
    found = 0
    for q in range(55):
        if CORNERS[q] >> point & 1:
            found |= 1 << q
    return found


# --- actions as numbers -------------------------------------------------------------------------------------------

MOVE, FIRE, PLACE, SLIDE = 0, 1 << 12, 2 << 12, 3 << 12
NO_ACTION = -1


def from_place(action: int) -> int:
    """A slide is written by its direction and distance, everything else by its places."""
    if kind(action) == SLIDE:
        return to_place(action) - STEPS[action >> 6 & 63]
    return action >> 6 & 63


def to_place(action: int) -> int:
    return action & 63


def kind(action: int) -> int:
    return action & 3 << 12
