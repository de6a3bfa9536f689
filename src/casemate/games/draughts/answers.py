"""Answers as numbers; chapter 16 says how they are written (notation.py)."""

from casemate.games.draughts.board import NONE

STEP, RAM, AVOID, LEAVE, FIRE, HOLD, ASSIGN, STOP = (kind << 24 for kind in range(8))


def kind(answer: int) -> int:
    return answer & 7 << 24


def steps(here: int, there: int, heading: int) -> int:
    """A step with a turn."""
    return STEP | here << 12 | there << 4 | heading


def from_square(answer: int) -> int:
    return answer >> 12 & 255


def to_square(answer: int) -> int:
    return answer >> 4 & 255


def final_heading(answer: int) -> int:
    return answer & 15


def fires(target: int, mounts: int) -> int:
    """A salvo; the mounts are named only with the option `split_fire`."""
    return FIRE | mounts << 4 | target


def mounts_of(answer: int) -> int:
    return answer >> 4 & 4095


def target_of(answer: int) -> int:
    return answer & 15


def assigns(ship: int, square: int, type: int) -> int:
    """A type assigned to a starting square."""
    return ASSIGN | square << 12 | type << 4 | ship


def type_of(answer: int) -> int:
    return to_square(answer)


def pair(here: int, there: int) -> int:
    """Two squares as one number, for notes."""
    return here << 8 | (there & 255 if there != NONE else 255)
