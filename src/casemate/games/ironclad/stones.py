"""Chapters 8 to 10: the stones are placed, slide and form strings."""

from typing import Any

from casemate.games.ironclad.board import (
    COLUMN_A,
    COLUMN_G,
    INSIDE,
    NO_STONE,
    PLACE,
    POINTS,
    ROW_0,
    ROW_8,
    SLIDE,
    STEPS,
    STRING,
    lying,
    occupied,
)
from casemate.table import note, offer_all
from casemate.words import Reason

PLACED = Reason("9.2", "A {a:colour} stone is placed on {b:point}")
SLID = Reason("9.5", "A {a:colour} stone slides from {b:point} to {c:point}")
JOINED = Reason("8.1", "{a:player}'s stones join two opposite sides and win the game")


def offer_stone_actions(s: Any, t: Any) -> None:
    """9.1 A placement if the owner can make one, otherwise a slide."""
    room = open_points(s, s.owner)
    if room != 0:
        offer_all(t, PLACE, room)
    else:
        offer_slides(s, t)


def open_points(s: Any, owner: int) -> int:
    """9.2 The empty intersections where the owner may place a stone; 9.10 none with an empty bowl."""
    return POINTS & ~lying(s) & ~negated(s) if s.bowl[owner] > 0 else 0


def negated(s: Any) -> int:
    """9.3 Rule of Negation: the corners of every square that holds a robot."""
    squares = occupied(s)
    return squares | squares << 1 | squares << 7 | squares << 8


def offer_slides(s: Any, t: Any) -> None:
    """9.5-9.6 Stones of either colour along the lines, up to the first stone or the edge; 9.8 not the one slid last.

    All stones slide at once: `moving` is where they are after so many steps in one direction.
    """
    stones = lying(s)
    movable = stones if s.slid == NO_STONE else stones & ~(1 << s.slid)
    for d in range(8 if s.options.slides else 4):
        moving = step(movable, d) & ~stones
        way = 8 * d
        while moving != 0:
            offer_all(t, SLIDE | way << 6, moving)
            moving = step(moving, d) & ~stones
            way += 1


def step(points: int, direction: int) -> int:
    """The intersections one step further in a direction."""
    shift = STEPS[8 * direction]
    inside = points & INSIDE[direction]
    return inside << shift if shift > 0 else inside >> -shift


def place(s: Any, t: Any, owner: int, there: int) -> None:
    """9.2 A stone of the owner's colour from the owner's bowl."""
    note(t, PLACED, owner, there)
    s.stones[owner] |= 1 << there
    s.bowl[owner] -= 1
    s.eventful = 1
    settle_string(s, t, owner, there)


def slide(s: Any, t: Any, here: int, there: int) -> None:
    """9.5 A stone of either colour; 9.8 it may not be slid next."""
    colour = colour_at(s, here)
    note(t, SLID, colour, here, there)
    push(s, here, there)
    s.slid = there
    settle_string(s, t, colour, there)


def colour_at(s: Any, point: int) -> int:
    return 0 if s.stones[0] >> point & 1 else 1


def push(s: Any, here: int, there: int) -> None:
    s.stones[colour_at(s, here)] ^= 1 << here | 1 << there


def settle_string(s: Any, t: Any, colour: int, point: int) -> None:
    """8.1 The stone just played wins for its colour if its string joins two opposite sides."""
    if joins_sides(string_of(s, colour, point)):
        note(t, JOINED, colour)
        s.winner, s.ending = colour, STRING


def string_of(s: Any, colour: int, point: int) -> int:
    """8.2 The stones linked to this one, over any number of links."""
    stones = s.stones[colour]
    string, before = 1 << point, 0
    while string != before:
        before = string
        string |= (string & ~COLUMN_G) << 1 | (string & ~COLUMN_A) >> 1
        string |= beyond(string if s.options.links else before)
        string &= stones
    return string


def beyond(points: int) -> int:
    """The rows above and below."""
    return (points & ~ROW_8) << 7 | points >> 7


def joins_sides(string: int) -> bool:
    """8.3-8.4 Either pair of opposite sides; a corner belongs to both of its sides."""
    across = string & COLUMN_A != 0 and string & COLUMN_G != 0
    return across or (string & ROW_0 != 0 and string & ROW_8 != 0)
