"""Chapter 1: the battle grid, its zones and names, and what is to be known of a battle.

Squares are numbered column by column, so that the bits of a set (bits.py) run a1, a2, ... b1, b2, ... as in 10.5.
The largest grid has more squares than a number has bits, so a set is two numbers: the western half holds the columns
a-g, the eastern h-n, eight bits to a column. A square's number is 64 * half + 8 * column in its half + row.
"""

from typing import Any

import numpy as np

NORTH, SOUTH, NOBODY = 0, 1, -1
PLAYERS = ("North", "South")
LETTERS = "abcdefghijklmn"
FEWEST_ROWS, MOST_ROWS, FEWEST_COLUMNS, MOST_COLUMNS = 3, 8, 7, 14  # option `grid`
HALF = 7  # columns
SIZES = tuple(
    (rows, columns) for rows in range(FEWEST_ROWS, MOST_ROWS + 1) for columns in range(FEWEST_COLUMNS, MOST_COLUMNS + 1)
)
GRIDS = tuple(f"{rows}x{columns}" for rows, columns in SIZES)
FORM = "rows x columns, from 3x7 to 8x14"

OPTIONS = np.dtype(
    [
        ("grid", "i8"),
        ("passing", "i8"),
        ("choice", "i8"),
        ("starter", "i8"),
        ("tiebreak", "i8"),
        ("friendly_fire", "i8"),
        ("patterns", "i2", (27,)),  # of CN, RV and SB, by squares forward: bit R + 7 is set for R rows up
    ]
)
SIDES = (2, 2)  # by player and half
STATE = np.dtype(
    [
        ("units", "i8", SIDES),
        ("heavy", "i8", SIDES),
        ("saboteurs", "i8", SIDES),
        ("unarmed", "i8", SIDES),
        ("armed", "i8", (5, 2)),  # by weapon and half, North's and South's
        ("ones", "i8", SIDES),  # the number of X's of a player's weapons, as binary digits: four at most
        ("twos", "i8", SIDES),
        ("fours", "i8", SIDES),
        ("kept", "i8", (2,)),  # the five actions, as bits; 0 before the choice
        ("ap", "i8", (2,)),
        ("totals", "i8", (2,)),
        ("round", "i8"),
        ("started", "i8"),  # the rounds whose starter is settled
        ("starters", "i8"),  # a bit for each of them: 1 for South
        ("to_act", "i8"),
        ("over", "i8"),
        ("options", OPTIONS),
    ]
)


# --- squares ----------------------------------------------------------------------------------------------------


def square(column: int, row: int) -> int:
    """1.2 The number of a square; columns and rows count from 0."""
    return column // HALF * 64 + column % HALF * 8 + row


def column_of(at: int) -> int:
    return (at >> 6) * HALF + ((at & 63) >> 3)


def row_of(at: int) -> int:
    return at & 7


def square_name(at: int) -> str:
    """1.2 A letter for the column, a number for the row."""
    return f"{LETTERS[column_of(at)]}{row_of(at) + 1}"


SQUARE = {square_name(square(column, row)): square(column, row) for column in range(14) for row in range(8)}


# --- grids, as sets of squares ----------------------------------------------------------------------------------


def rows_of(s: Any) -> int:
    return s.options.grid // 8 + FEWEST_ROWS


def columns_of(s: Any) -> int:
    return s.options.grid % 8 + FEWEST_COLUMNS


def side_of(columns: int) -> int:
    """1.4 How many columns an outer zone has: a third, rounded."""
    return (2 * columns + 3) // 6


def zone(rows: int, first: int, last: int) -> tuple[int, int]:
    """The squares of the columns from the first to before the last, by halves."""
    squares = [square(column, row) for column in range(first, last) for row in range(rows)]
    west, east = (sum(1 << (at & 63) for at in squares if at >> 6 == half) for half in (0, 1))
    return west, east


def zones(rows: int, columns: int) -> tuple[int, ...]:
    """5.2 Where North may deploy and where South may, each by halves."""
    side = side_of(columns)
    return (*zone(rows, 0, columns - side), *zone(rows, side, columns))


ZONES = tuple(half for rows, columns in SIZES for half in zones(rows, columns))  # four to a grid
COLUMN = 0xFF  # the squares of one column
EVERY = 0x01010101010101  # the lowest square of each column in a half
WHOLE = COLUMN * EVERY  # all squares of a half


def room(s: Any, player: int, half: int) -> int:
    """5.1-5.3 The empty squares where the player may deploy."""
    return ZONES[4 * s.options.grid + 2 * player + half] & ~(s.units[NORTH, half] | s.units[SOUTH, half])
