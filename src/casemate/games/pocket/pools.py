"""Pools of dice: 27.4 dice of one kind are alike, so a pool is its faces in falling order, and a place in a list."""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

FIRST_DIFFERENCE, PAIRS = range(2)  # the option `tally`

Faces = tuple[int, ...]
Numbers = np.ndarray[Any, np.dtype[Any]]


@cache
def pools(dice: int) -> tuple[Faces, ...]:
    """27.4 The different rolls of so many dice, each in falling order; three dice have 56."""
    return tuple(combinations_with_replacement((6, 5, 4, 3, 2, 1), dice))


@cache
def places(dice: int) -> dict[Faces, int]:
    return {faces: place for place, faces in enumerate(pools(dice))}


def place(faces: Faces) -> int:
    """Where these dice, in any order, stand in the list of their pools."""
    return places(len(faces))[falling(faces)]


def falling(faces: Faces) -> Faces:
    return tuple(sorted(faces, reverse=True))


@cache
def ways(dice: int) -> Numbers:
    """In how many of the 6 ** dice rolls each pool comes up."""
    return np.array(
        [factorial(dice) // prod(factorial(pool.count(face)) for face in range(1, 7)) for pool in pools(dice)]
    )


def bumped(face: int, value: int) -> int:
    """17.6 At most to 6."""
    return min(face + value, 6)


def plated(off: Faces) -> Faces:
    """6.2 Plate: the highest OFF die is lowered by 1, but not below 1."""
    return falling((max(off[0] - 1, 1), *off[1:])) if off else off


def is_defeated(off: Faces, dfn: Faces, tally: int) -> bool:
    """17.12 OFF dice against DEF dice, both in falling order: does the unit that defends fall?"""
    pairs = zip(off, dfn, strict=False)
    if tally == PAIRS:
        return any(a > b for a, b in pairs) or len(off) > len(dfn)
    return next((a > b for a, b in pairs if a != b), len(off) > len(dfn))


class Steps(NamedTuple):
    """What one use of a bump or re-roll can lead to.

    `results[u]` are the equally likely pools after use u; `uses[p]` are the uses open at pool p, one for each die,
    numbered len(results) where the die cannot be used.
    """

    results: Numbers
    uses: Numbers


@cache
def bumps(dice: int, value: int) -> Steps:
    """17.6 A bump leads from a pool to one other; a die that shows 6 cannot be bumped."""
    size = len(pools(dice))
    uses = np.full((size, dice), size)
    for at, pool in enumerate(pools(dice)):
        for k, face in enumerate(pool):
            if face < 6:
                uses[at, k] = place((*pool[:k], bumped(face, value), *pool[k + 1 :]))
    return Steps(np.arange(size)[:, None], uses)


@cache
def rerolls(dice: int) -> Steps:
    """17.11 A re-roll takes a die away, which leaves one of fewer pools, and brings one of six faces."""
    kept = pools(dice - 1) if dice else ()
    results = np.array([[place((*rest, face)) for face in range(1, 7)] for rest in kept], np.int64).reshape(-1, 6)
    uses = np.array([[places(dice - 1)[pool[:k] + pool[k + 1 :]] for k in range(dice)] for pool in pools(dice)])
    return Steps(results, uses.reshape(-1, dice))
