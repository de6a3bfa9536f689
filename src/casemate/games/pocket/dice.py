"""Chapter 16, and what tests and assaults have in common: pools, bumps, re-rolls and the tally (17.6, 17.11, 17.12).

The dice lie in four rows: OFF and DEF of the initiator or of who takes a test, then OFF and DEF of the other. A die
that is not there shows 0.
"""

from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from casemate.games.pocket.board import (
    BUMPING,
    DECLINE,
    DICE,
    FACE,
    NO_TILE,
    NO_UNIT,
    OTHER_POOL,
    POOL,
    PRINTED,
    REROLL_IT,
    REROLLING,
    USE_BUMP,
    card_of,
    place_of,
)
from casemate.games.pocket.ground import DEF, OFF
from casemate.table import choose, fall, note, offer, roll
from casemate.words import Reason

BUMPED = Reason("17.6", "{a:unit} raises a die by {b}: {c:dice}")
REROLLED = Reason("17.11", "{a:unit} rolls a die again: {b}, so {c:dice}")
TESTED = Reason("16.1", "{a:unit} takes a DV {b} test: {c:dice}")
OPPOSED = Reason("16.2", "{a:unit} rolls {b:dice} against {c:faces}")
PASSED_TEST = Reason("16.6", "{a:unit} passes the test")
FAILED_TEST = Reason("16.1", "{a:unit} fails the test")
LOST_TEST = Reason("16.2", "{a:unit} fails the test")


def falling(dice: int) -> tuple[tuple[int, int, int], ...]:
    """27.4 What so many dice alike can show, in falling order."""
    found = combinations_with_replacement(range(6, 0, -1), dice)
    return tuple((*faces, 0, 0, 0)[:3] for faces in found)  # type: ignore[misc]


def ways_to_roll(faces: tuple[int, int, int]) -> int:
    """In how many ways dice show this."""
    dice = [face for face in faces if face]
    ways = factorial(len(dice))
    for face in set(dice):
        ways //= factorial(dice.count(face))
    return ways


FACES = (*falling(1), *falling(2), *falling(3))
BEGIN = (0, 0, len(falling(1)), len(falling(1)) + len(falling(2)))  # where so many dice begin among the faces
ONE, TWO, THREE = (tuple(ways_to_roll(faces) for faces in falling(dice)) for dice in (1, 2, 3))


def clear_dice(s: Any) -> None:
    """The dice are taken off the table."""
    for row in range(4):
        for die in range(3):
            s.dice[row, die] = 0
        for value in range(6):
            s.bumps[row, value] = 0
    for side in range(2):
        s.rerolls[side] = 0
        s.fighters[side] = NO_UNIT
        s.stands[side] = NO_TILE


def roll_pool(s: Any, t: Any, row: int, dice: int, asks: int) -> None:
    """27.4 All dice of one kind, a chance event of its own; a pool without dice is left out."""
    if dice == 0:
        return
    s.asks, s.row = asks, row
    if dice == 1:
        found = fall(t, ONE)
    elif dice == 2:
        found = fall(t, TWO)
    else:
        found = fall(t, THREE)
    faces = FACES[BEGIN[dice] + found]
    for die in range(3):
        s.dice[row, die] = faces[die]


def print_bumps(s: Any, row: int, card: int, kind: int) -> None:
    """4.3 The bumps on a card."""
    for value in range(6):
        s.bumps[row, value] = PRINTED[card][kind][value]


# --- bumps and re-rolls ----------------------------------------------------------------------------------------------


def offer_bumps(s: Any, t: Any, row: int) -> int:
    """17.6 Each bump on each own die of its kind that does not show 6; returns how many ways there are."""
    ways = 0
    for value in range(1, 6):
        if s.bumps[row, value] > 0:
            for die in range(3):
                if 0 < s.dice[row, die] < 6:
                    offer(t, USE_BUMP | row << 8 | die << 4 | value)
                    ways += 1
    return ways


def use_bump(s: Any, t: Any, answer: int) -> None:
    """17.6 The die is raised, to at most 6; each bump is used once."""
    row, die, value = answer >> 8 & 3, answer >> 4 & 3, answer & 7
    s.bumps[row, value] -= 1
    s.dice[row, die] = min(6, s.dice[row, die] + value)
    note(t, BUMPED, named(s, s.fighters[row >> 1]), value, shown(s, row))


def offer_rerolls(s: Any, t: Any, row: int) -> int:
    """17.11 Any own die; returns how many there are."""
    ways = 0
    for die in range(3):
        if s.dice[row, die] > 0:
            offer(t, REROLL_IT | row << 8 | die << 4)
            ways += 1
    return ways


def use_reroll(s: Any, t: Any, answer: int) -> None:
    """17.11 The new result stands, bumps used on the die are lost."""
    row, die = answer >> 8 & 3, answer >> 4 & 3
    s.rerolls[row >> 1] -= 1
    s.asks = FACE
    face = roll(t, 6)
    s.dice[row, die] = face
    note(t, REROLLED, named(s, s.fighters[row >> 1]), face, shown(s, row))


def named(s: Any, unit: int) -> int:
    """A unit with its card, for notes."""
    return unit | card_of(s, unit) << 7


def shown(s: Any, row: int) -> int:
    """A pool as one number, for notes: the kind of dice, then a digit for each."""
    digits = row & 1
    for die in range(3):
        digits = digits * 10 + s.dice[row, die]
    return digits


# --- the tally -------------------------------------------------------------------------------------------------------


def in_order(x: int, y: int, z: int) -> tuple[int, int, int]:
    """Three dice in falling order."""
    if x < y:
        x, y = y, x
    if y < z:
        y, z = z, y
    if x < y:
        x, y = y, x
    return x, y, z


def ordered(s: Any, row: int) -> tuple[int, int, int]:
    return in_order(s.dice[row, 0] + 0, s.dice[row, 1] + 0, s.dice[row, 2] + 0)


def beats(s: Any, off: int, defence: int, plate: int) -> bool:
    """17.12 Whether a row of OFF dice beats a row of DEF dice: the first pair that differs decides.

    A die left over meets a 0. With `pairs` any pair decides. Plate lowers the highest OFF die by 1, not below 1.
    """
    x, y, z = ordered(s, off)
    if plate and x > 1:
        x, y, z = in_order(x - 1, y, z)
    u, v, w = ordered(s, defence)
    if s.options.tally:
        return x > u or y > v or z > w
    if x != u:
        return x > u
    if y != v:
        return y > v
    return z > w


def sixes(s: Any, row: int) -> int:
    found = 0
    for die in range(3):
        if s.dice[row, die] == 6:
            found += 1
    return found


# --- tests -----------------------------------------------------------------------------------------------------------


def test(s: Any, t: Any, unit: int, kind: int, need: int, others: int, rerolls: int) -> bool:
    """16 The unit rolls all its dice of a kind against DV `need`, or (need 0) against so many dice of the opponent.

    16.6 It ends as soon as it is passed.
    """
    clear_dice(s)
    card, owner = card_of(s, unit), unit >> 6
    s.fighters[0], s.stands[0] = unit, place_of(s, unit)
    dice = DICE[card][kind]
    if need > 0 and dice == 0:  # 16.5
        note(t, FAILED_TEST, named(s, unit))
        return False
    roll_pool(s, t, kind, dice, POOL)
    roll_pool(s, t, 3 - kind, others, OTHER_POOL)
    if need > 0:
        note(t, TESTED, named(s, unit), need, shown(s, kind))
    else:
        note(t, OPPOSED, named(s, unit), shown(s, kind), shown(s, 3 - kind))
    print_bumps(s, kind, card, kind)  # 16.3
    s.rerolls[0] = rerolls
    while not is_passed(s, kind, need):  # 16.4
        s.asks, s.side = BUMPING, 0
        if offer_bumps(s, t, kind) == 0:
            break
        offer(t, DECLINE)
        answer = choose(t, owner)
        if answer == DECLINE:
            break
        use_bump(s, t, answer)
    while not is_passed(s, kind, need) and s.rerolls[0] > 0:
        s.asks, s.side = REROLLING, 0
        if offer_rerolls(s, t, kind) == 0:
            break
        offer(t, DECLINE)
        answer = choose(t, owner)
        if answer == DECLINE:
            break
        use_reroll(s, t, answer)
    passed = is_passed(s, kind, need)
    if passed:
        note(t, PASSED_TEST, named(s, unit))
    elif need > 0:
        note(t, FAILED_TEST, named(s, unit))
    else:
        note(t, LOST_TEST, named(s, unit))
    return passed


def is_passed(s: Any, kind: int, need: int) -> bool:
    """16.1 A die shows the number; 16.2 OFF dice beat the opponent's, or DEF dice are not beaten."""
    if need > 0:
        return s.dice[kind, 0] >= need or s.dice[kind, 1] >= need or s.dice[kind, 2] >= need
    if kind == OFF:
        return beats(s, OFF, 3, 0)
    return not beats(s, 2, DEF, 0)
