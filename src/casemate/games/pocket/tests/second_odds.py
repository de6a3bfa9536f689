"""17.15 once more, by brute force: every roll, every choice, every die by itself.

Chances are numerators over 6 to the power of the re-rolls left.
"""

from fractions import Fraction
from functools import cache
from itertools import product

from casemate.games.pocket.odds import Fighter, Odds

Chances = tuple[int, int, int]  # that the target, the initiator and both are defeated


class Brute:
    """An assault with best play; dice are (OFF, DEF) of the initiator, then of the target, each in falling order."""

    def __init__(self, initiator: Fighter, target: Fighter, tally: int, declining: int) -> None:
        self.sides, self.is_pairs, self.is_final = (initiator, target), tally == 1, declining == 1
        self.play = cache(self.play_on)

    def odds(self) -> Odds:
        pools = [[d] if isinstance(d, tuple) else rolled(d) for side in self.sides for d in (side.off, side.dfn)]
        found = [self.start(dice) for dice in product(*pools)]
        size = len(found) * 6 ** sum(side.rerolls for side in self.sides)
        t, i, both = (Fraction(sum(each), size) for each in zip(*found, strict=True))
        return Odds(1 - t - i + both, t - both, i - both, both)

    def start(self, dice: tuple[tuple[int, ...], ...]) -> Chances:
        bumps = tuple(bump for side in self.sides for bump in (side.off_bumps, side.def_bumps))
        rerolls = tuple(side.rerolls for side in self.sides)
        return self.play(tuple(map(falling, dice)), bumps, rerolls, True, 0, (False, False))

    def play_on(self, dice, bumps, rerolls, is_bumping, player, declined) -> Chances:
        if all(declined):
            if is_bumping:
                return self.play(dice, bumps, rerolls, False, 0, (False, False))
            return self.tally(dice, 6 ** sum(rerolls))
        if declined[player] and self.is_final:
            return self.play(dice, bumps, rerolls, is_bumping, 1 - player, declined)
        choices = self.choices(dice, bumps, rerolls, is_bumping, player, declined)
        return min(choices.values(), key=lambda chances: self.wish(chances, player))

    def choices(self, dice, bumps, rerolls, is_bumping, player, declined) -> dict[str, Chances]:
        found = {}
        after = declined if self.is_final else (False, False)
        for kind in (2 * player, 2 * player + 1):
            for k, face in enumerate(dice[kind]):
                name = f"{'OD'[kind % 2]}{k + 1}"
                if is_bumping and face < 6:
                    for n, value in enumerate(bumps[kind]):
                        fewer = put(bumps, kind, bumps[kind][:n] + bumps[kind][n + 1 :])
                        raised = put(dice, kind, falling(put(dice[kind], k, min(face + value, 6))))
                        found[f"b {name}+{value}"] = self.play(raised, fewer, rerolls, True, 1 - player, after)
                if not is_bumping and rerolls[player]:
                    fewer = put(rerolls, player, rerolls[player] - 1)
                    results = [
                        self.play(
                            put(dice, kind, falling(put(dice[kind], k, new))), bumps, fewer, False, 1 - player, after
                        )
                        for new in range(1, 7)
                    ]
                    found[f"rr {name}"] = tuple(map(sum, zip(*results, strict=True)))
        found["-"] = self.play(dice, bumps, rerolls, is_bumping, 1 - player, put(declined, player, True))
        return found

    def wish(self, chances: Chances, player: int) -> tuple[int, ...]:
        target, initiator, both = chances
        value = self.sides[1].points * target - self.sides[0].points * initiator
        return (value, target, both) if player else (-value, initiator, both)

    def tally(self, dice, size: int) -> Chances:
        target = self.falls(dice[0], dice[3], self.sides[1].has_plate)
        initiator = self.falls(dice[2], dice[1], self.sides[0].has_plate)
        return size * target, size * initiator, size * (target and initiator)

    def falls(self, off: tuple[int, ...], dfn: tuple[int, ...], has_plate: bool) -> bool:
        if has_plate and off and off[0] > 1:
            off = falling((off[0] - 1, *off[1:]))
        for a, b in zip(off, dfn, strict=False):
            if a > b:
                return True
            if a < b and not self.is_pairs:
                return False
        return len(off) > len(dfn)


def rolled(dice: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=dice))


def falling(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True))


def put(values: tuple, at: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:at], value, *values[at + 1 :])
