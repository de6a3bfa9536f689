"""Chapters 4 to 7: the robots move, fire and are damaged."""

from typing import Any

from casemate.bits import count, lowest
from casemate.games.ironclad.board import (
    CORNERS,
    CROSSING,
    FAR_RANK,
    FIRE,
    LAST_ROBOT,
    MOVE,
    NEAR,
    RANGE,
    SQUARES,
    lying,
    occupied,
    robots,
)
from casemate.table import note, offer_all, roll_over
from casemate.words import Reason

CROSSED = Reason("4.1", "{a:player}'s robot reaches {b:square} and wins the game")
MOVED = Reason("5.2", "{a:player}'s robot steps from {b:square} to {c:square}")
FIRED = Reason("6.1 6.4", "{a:player} fires at {b:square}: {c:shots}")
NO_COVER = Reason("6.7", "No stone covers {a:square}: every shot hits")
COVER = Reason("6.6 6.8", "Cover {b} at {a:square}: each shot needs {c}+")
HITS = Reason("6.9 7.1", "{a} of {b:shots} hit")
DAMAGED = Reason("7.1", "The robot on {a:square} has {b:checkers} left")
DESTROYED = Reason("7.2", "The robot on {a:square} is destroyed")
LAST_FELL = Reason("7.4 13.1", "{a:player} has lost the last robot, and with it the game")


def offer_robot_actions(s: Any, t: Any) -> None:
    """5.1 A robot action is one move or one fire."""
    empty = SQUARES & ~occupied(s)
    own = robots(s, s.owner)
    while own != 0:
        here = lowest(own)
        own &= own - 1
        offer_all(t, MOVE | here << 6, NEAR[here] & empty)
    offer_all(t, FIRE, targets(s, s.owner))


def targets(s: Any, owner: int) -> int:
    """6.3 The enemy robots that at least one of the owner's robots is in range of."""
    own, enemies, found = robots(s, owner), robots(s, 1 - owner), 0
    while enemies != 0:
        target = lowest(enemies)
        enemies &= enemies - 1
        if RANGE[target] & own != 0:
            found |= 1 << target
    return found


def shooters(s: Any, owner: int, target: int) -> int:
    """6.2 The owner's robots in range of the target; others stand in nobody's way (6.5)."""
    return RANGE[target] & robots(s, owner)


def cover(s: Any, square: int) -> int:
    """6.6 The number of stones, of either colour, on the four corners."""
    return count(CORNERS[square] & lying(s))


def move(s: Any, t: Any, owner: int, here: int, there: int) -> None:
    """5.2 One square in any direction; 4.1 reaching the far rank wins."""
    note(t, MOVED, owner, here, there)
    shift(s, owner, here, there)
    if FAR_RANK[owner] >> there & 1:
        note(t, CROSSED, owner, there)
        s.winner, s.ending = owner, CROSSING


def shift(s: Any, owner: int, here: int, there: int) -> None:
    """The whole stack goes from one square to another."""
    both = 1 << here | 1 << there
    for layer in range(3):
        if s.checkers[owner, layer] >> here & 1:
            s.checkers[owner, layer] ^= both


def fire(s: Any, t: Any, owner: int, target: int) -> None:
    """6.4 Every robot in range fires; 6.7-6.9 the dice; 7.1 each hit removes a checker."""
    shots = count(shooters(s, owner, target))
    k = cover(s, target)
    note(t, FIRED, owner, target, shots)
    if k == 0:
        note(t, NO_COVER, target)
        hits = shots
    else:
        note(t, COVER, target, k, k + 1)
        hits = roll_over(t, shots, k)
    note(t, HITS, hits, shots, k)
    damage(s, t, 1 - owner, target, hits)


def damage(s: Any, t: Any, player: int, square: int, hits: int) -> None:
    """7.1 Each hit removes one checker; 7.2 with none left the robot is destroyed."""
    if hits == 0:
        return
    bit = 1 << square
    left = 0
    for layer in range(2, -1, -1):
        if s.checkers[player, layer] & bit:
            if hits > 0:
                s.checkers[player, layer] ^= bit
                s.eventful = 1
                hits -= 1
            else:
                left += 1
    if left == 0:
        note(t, DESTROYED, square)
        if robots(s, player) == 0 and s.options.last_robot:
            note(t, LAST_FELL, player)
            s.winner, s.ending = 1 - player, LAST_ROBOT
    else:
        note(t, DAMAGED, square, left)
