"""Why an action is not legal: the rule's number and what stands in the way.

Each answer asks the same functions that make the menu (robots.py, stones.py) and names what they found.
"""

from typing import Any

from casemate.bits import lowest
from casemate.games.ironclad.board import (
    FIRE,
    MOVE,
    NEAR,
    PLACE,
    ROBOTS,
    STONES,
    lying,
    occupied,
    robots,
    squares_beside,
)
from casemate.games.ironclad.notation import read_answer
from casemate.games.ironclad.robots import targets
from casemate.games.ironclad.stones import negated, open_points
from casemate.words import Reason

Answer = tuple[int, ...] | None

STONES_DUE = Reason("3.2", "the robots have acted: a stone action is due, made with {a:player}'s stones")
ROBOTS_DUE = Reason("3.2", "the stones have been played: a robot action is due, made with {a:player}'s robots")
EMPTY_SQUARE = Reason("5.2", "no robot stands on {a:square}")
NOT_YOURS = Reason("3.3", "the robot on {a:square} is {b:player}'s; this turn is {c:player}'s")
STAYS = Reason("5.2", "a move ends on another square")
TOO_FAR = Reason("5.2", "a robot moves one square, and {b:square} is not beside {a:square}")
TAKEN = Reason("2.4 5.4", "a robot stands on {a:square} already")
NO_TARGET = Reason("6.1", "no robot stands on {a:square}")
FRIENDLY = Reason("6.1", "the robot on {a:square} is {b:player}'s own; only an enemy robot is a target")
OUT_OF_RANGE = Reason(
    "6.2 6.3", "none of {b:player}'s robots is within two squares of {a:square} along a file, rank or diagonal"
)
POINT_TAKEN = Reason("2.4 9.2", "a stone lies on {a:point} already")
NEGATED = Reason("9.3", "{a:point} is a corner of {b:squares}, where a robot stands")
EMPTY_BOWL = Reason("9.10", "{a:player}'s bowl is empty: a stone must be slid")
PLACE_FIRST = Reason("9.4", "a stone can still be placed, for example on {a:point}, so none may be slid")
NO_STONE_THERE = Reason("9.5", "no stone lies on {a:point}")
BARRED = Reason("9.8", "the stone on {a:point} was slid last and must wait until another has been slid")
SLIDE_STAYS = Reason("9.5", "a slide ends on another intersection")
NOT_A_LINE = Reason("9.5", "{b:point} does not lie on a straight line from {a:point}")
BLOCKED = Reason("9.6", "a stone on {a:point} is in the way")
SLIDE_TAKEN = Reason("9.5", "a stone lies on {a:point}")


def why_not(s: Any, text: str) -> Answer:
    """Why an action is not legal, as a note; None if it is."""
    what, here, there = read_answer(text)
    if what <= FIRE and s.due == STONES:
        return (STONES_DUE, s.owner)
    if what > FIRE and s.due == ROBOTS:
        return (ROBOTS_DUE, s.owner)
    if what == MOVE:
        return why_not_move(s, here, there)
    if what == FIRE:
        return why_not_fire(s, there)
    return why_not_place(s, there) if what == PLACE else why_not_slide(s, here, there)


def why_not_move(s: Any, here: int, there: int) -> Answer:
    """5.2-5.4"""
    if not robots(s, s.owner) >> here & 1:
        return (NOT_YOURS, here, 1 - s.owner, s.owner) if occupied(s) >> here & 1 else (EMPTY_SQUARE, here)
    if here == there:
        return (STAYS,)
    if not NEAR[here] >> there & 1:
        return (TOO_FAR, here, there)
    return (TAKEN, there) if occupied(s) >> there & 1 else None


def why_not_fire(s: Any, target: int) -> Answer:
    """6.1-6.3"""
    if not robots(s, 1 - s.owner) >> target & 1:
        return (FRIENDLY, target, s.owner) if occupied(s) >> target & 1 else (NO_TARGET, target)
    return None if targets(s, s.owner) >> target & 1 else (OUT_OF_RANGE, target, s.owner)


def why_not_place(s: Any, point: int) -> Answer:
    """9.2-9.3, 9.10"""
    if s.bowl[s.owner] == 0:
        return (EMPTY_BOWL, s.owner)
    if lying(s) >> point & 1:
        return (POINT_TAKEN, point)
    return (NEGATED, point, squares_beside(point) & occupied(s)) if negated(s) >> point & 1 else None


def why_not_slide(s: Any, here: int, there: int) -> Answer:
    """9.4-9.8"""
    room = open_points(s, s.owner)
    if room:
        return (PLACE_FIRST, lowest(room))
    if not lying(s) >> here & 1:
        return (NO_STONE_THERE, here)
    if here == s.slid:
        return (BARRED, here)
    if here == there:
        return (SLIDE_STAYS,)
    return why_not_along(s, here, there)


def why_not_along(s: Any, here: int, there: int) -> Answer:
    """9.5-9.6 Off the lines, or something in the way."""
    x, y = there % 7 - here % 7, there // 7 - here // 7
    straight = x == 0 or y == 0 or (s.options.slides and abs(x) == abs(y))
    if not straight:
        return (NOT_A_LINE, here, there)
    far = max(abs(x), abs(y))
    for step in range(1, far):
        between = here + (x // far + 7 * (y // far)) * step
        if lying(s) >> between & 1:
            return (BLOCKED, between)
    return (SLIDE_TAKEN, there) if lying(s) >> there & 1 else None
