"""17.15 What a player seeks, as one number that can be summed and compared.

A worth has three parts: the points of the target times its chance of defeat less the points of the initiator times its
own (the value), then the chance that the initiator falls, then the chance that both do, each over 6 to the power of the
re-rolls left. The initiator's owner seeks the greatest value and of equal ones the least rest, the target's owner the
least of all. (Where the value is equal, a smaller chance for one unit is a smaller chance for the other, for points are
greater than 0.) The parts are the high, middle and low bits of one number, and sums of worths are worths.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from casemate.games.pocket.pools import Numbers

INITIATOR, TARGET = range(2)
PICK = (np.maximum, np.minimum)


class Worths:
    """Worths in 64 bits: enough for 7 re-rolls."""

    most_rerolls, most_points = 7, 50
    bits = 19
    dtype: Any = np.int64
    worst: tuple[int, int] = (-(1 << 62), 1 << 62)  # twisted; less than all that can be

    def __init__(self, points: tuple[int, int]) -> None:
        self.points = points
        self.mask = (1 << 2 * self.bits) - 1

    def whole(self, is_target_defeated: bool, is_initiator_defeated: bool) -> int:
        initiator, target = self.points
        value = target * is_target_defeated - initiator * is_initiator_defeated
        is_both = is_target_defeated and is_initiator_defeated
        return (value << 2 * self.bits) + (is_initiator_defeated << self.bits) + is_both

    def chances(self, worth: Any) -> tuple[Any, Any, Any]:
        """That the target, the initiator and both are defeated, as numerators."""
        initiator, target = self.points
        fallen, both = (worth & self.mask) >> self.bits, worth & ((1 << self.bits) - 1)
        return ((worth >> 2 * self.bits) + initiator * fallen) // target, fallen, both

    def twisted(self, player: int, worths: Any) -> Any:
        """With the lesser parts turned round for the initiator: the greatest is best then. Twice is as before."""
        return worths ^ self.mask if player == INITIATOR else worths

    def best(self, player: int, worths: Iterable[int]) -> int:
        pick = max if player == INITIATOR else min
        return pick(worths, key=lambda worth: self.rank(player, worth))

    def rank(self, player: int, worth: int) -> int:
        """Orders worths: the initiator's owner seeks the greatest rank, the target's the least."""
        return worth ^ self.mask if player == INITIATOR else worth

    def array(self, worths: list[list[int]]) -> Numbers:
        return np.array(worths, self.dtype)

    def wholes(self, array: Any) -> Any:
        """Worths out of an array as plain whole numbers."""
        return array

    def best_of(self, player: int, twisted: Numbers, others: Numbers) -> Numbers:
        """The better, untwisted, of twisted worths and others."""
        best = self.twisted(player, others)
        best = PICK[player](twisted, best, out=best if player == INITIATOR else None)
        return self.twisted(player, best)


class PairedWorths(Worths):
    """Worths as two numbers of 53 bits, the value and the rest: enough for 10 re-rolls.

    NumPy compares complex numbers by their real and then by their imaginary part, and adds both exactly.
    """

    most_rerolls, most_points = 10, 1 << 20
    bits = 26
    dtype = np.complex128
    worst = (-(1 << 52), 1 << 52)

    def twisted(self, player: int, worths: Any) -> Any:
        return worths.conj() if player == INITIATOR else worths

    def array(self, worths: list[list[int]]) -> Numbers:
        parts = [[complex(worth >> 2 * self.bits, worth & self.mask) for worth in row] for row in worths]
        return np.array(parts, self.dtype)

    def wholes(self, array: Any) -> Any:
        value, rest = array.real.astype(object), array.imag.astype(object)
        return int(value) * (self.mask + 1) + int(rest) if np.ndim(array) == 0 else pack(value, rest, self.mask + 1)


def pack(value: Numbers, rest: Numbers, size: int) -> Numbers:
    """Both parts of each worth in one of Python's numbers."""
    numbers = [int(v) * size + int(r) for v, r in zip(value.reshape(-1), rest.reshape(-1), strict=True)]
    return np.array(numbers, object).reshape(value.shape)


class LongWorths(Worths):
    """Worths as Python's own numbers, for as many re-rolls as one likes; slow."""

    most_rerolls, most_points = 30, 1 << 60
    bits = 80
    dtype = object
    worst = (-(1 << 320), 1 << 320)


KINDS = (Worths, PairedWorths, LongWorths)


def fitting(points: tuple[int, int], rerolls: int) -> int:
    """Which of the kinds is the smallest that is large enough."""
    return next(
        size for size, kind in enumerate(KINDS) if rerolls <= kind.most_rerolls and max(points) <= kind.most_points
    )
