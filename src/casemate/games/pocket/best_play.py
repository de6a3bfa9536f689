"""17.15 Best play in the Bump and Re-Roll Phases: what every position of an assault is worth, exactly.

An assault is two attacks, the initiator's OFF dice on the target's DEF dice and the other way round; only the choices
join them. A **stage** is what is left to use, bumps and re-rolls of both sides; a use leads from a stage to a lesser
one. At every stage the positions of one attack (two pools: up to 56 x 56) fall into few classes that nobody can tell
apart: their tally, and where each use leads, have the same worth whatever the other attack looks like. So a stage is
a table of classes of one attack by classes of the other, reckoned from the tables of the lesser stages.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from casemate.games.pocket.pools import (
    Faces,
    Numbers,
    Steps,
    bumped,
    bumps,
    falling,
    is_defeated,
    place,
    plated,
    pools,
    rerolls,
)
from casemate.games.pocket.worth import INITIATOR, KINDS, PICK, TARGET, Worths

RETURNS, FINAL = range(2)  # the option `declining`

Bumps = tuple[tuple[int, ...], tuple[int, ...]]  # OFF and DEF bumps of a unit


class Facts(NamedTuple):
    """What does not change during an assault; pairs are the initiator's and the target's."""

    off: tuple[int, int]
    dfn: tuple[int, int]
    points: tuple[int, int]
    has_plate: tuple[bool, bool]
    tally: int
    declining: int


class Left(NamedTuple):
    """What is left to use, the initiator's and the target's."""

    bumps: tuple[Bumps, Bumps]
    rerolls: tuple[int, int]


class Use(NamedTuple):
    """A bump (or, with value 0, a re-roll) that a player can use on OFF or on DEF dice, and the stage it leads to."""

    player: int
    is_off: bool
    value: int
    below: "Stage"

    @property
    def attack(self) -> int:
        """The attack whose dice it changes: number 0 has the initiator's OFF dice, number 1 the target's."""
        return self.player if self.is_off else 1 - self.player


class Stage(NamedTuple):
    """`classes[attack][off, dfn]` is a class, `worths[who][first, second]` its worth for a class of each attack.

    `who` is the player to move if the other has not just declined (with `final`: is not out of the phase); with `final`
    2 + the player follows for when the other is out.
    """

    uses: tuple[Use, ...]
    classes: tuple[Numbers, Numbers]
    worths: Numbers
    end: "Stage | None"  # the Re-Roll Phase that follows this Bump Phase


class Assault:
    """All stages of assaults with the same facts, each reckoned when it is first asked for."""

    def __init__(self, facts: Facts, kind: type[Worths]) -> None:
        self.facts = facts
        self.kind = kind(facts.points)
        self.stages: dict[Left, Stage] = {}
        self.ways = 2 if facts.declining == FINAL else 1  # in how many ways a use goes on: see `after`

    def stage(self, left: Left) -> Stage:
        left = self.usable(left)
        if left not in self.stages:
            self.stages[left] = self.reckon(left)
        return self.stages[left]

    def usable(self, left: Left) -> Left:
        """Without what there are no dice for."""
        off, dfn = self.facts.off, self.facts.dfn
        bumps = [
            (tuple(sorted(on_off)) if off[p] else (), tuple(sorted(on_def)) if dfn[p] else ())
            for p, (on_off, on_def) in enumerate(left.bumps)
        ]
        rerolls = [n if off[p] + dfn[p] else 0 for p, n in enumerate(left.rerolls)]
        return Left((bumps[0], bumps[1]), (rerolls[0], rerolls[1]))

    def uses(self, left: Left) -> Iterator[Use]:
        """17.5 Each bump left, equal ones once; 17.9 when none is left, the re-rolls."""
        for player in (INITIATOR, TARGET):
            for is_off in (True, False):
                mine = left.bumps[player][not is_off]
                for value in sorted(set(mine)):
                    yield Use(player, is_off, value, self.stage(without_bump(left, player, is_off, value)))
        if not has_bumps(left):
            for player in (INITIATOR, TARGET):
                if left.rerolls[player]:
                    below = self.stage(without_reroll(left, player))
                    for is_off in (True, False):
                        if self.dice(player, is_off):
                            yield Use(player, is_off, 0, below)

    def dice(self, player: int, is_off: bool) -> int:
        return (self.facts.off if is_off else self.facts.dfn)[player]

    def steps(self, use: Use) -> Steps:
        dice = self.dice(use.player, use.is_off)
        return bumps(dice, use.value) if use.value else rerolls(dice)

    def reckon(self, left: Left) -> Stage:
        uses = tuple(self.uses(left))
        end = self.stage(Left(NO_BUMPS, left.rerolls)) if has_bumps(left) else None
        columns = [[classes] for classes in (end.classes if end else self.tallies())]
        gains = []
        for use in uses:
            ids, gain = self.gain(use)
            gains.append(gain)
            columns[use.attack].append(ids)
            columns[1 - use.attack].append(use.below.classes[1 - use.attack])
        firsts, classes = zip(*(number(each) for each in columns), strict=True)
        picked = [[column.reshape(-1)[first] for column in each] for each, first in zip(columns, firsts, strict=True)]
        ends = end.worths[INITIATOR] if end else self.tallied(sum(left.rerolls))
        worths = self.worths(uses, gains, picked, ends[np.ix_(picked[0][0], picked[1][0])])
        for attack in range(2):
            first, ids = same_rows(np.moveaxis(worths, 1 + attack, 0).reshape(worths.shape[1 + attack], -1))
            worths = np.take(worths, first, 1 + attack)
            classes = (*classes[:attack], ids[classes[attack]], *classes[attack + 1 :])
        return Stage(uses, classes, np.ascontiguousarray(worths), end)

    def tallies(self) -> tuple[Numbers, Numbers]:
        """17.13 Each attack's tally, for all pools."""
        (off, off_back), (dfn_back, dfn), (plate_back, plate) = self.facts.off, self.facts.dfn, self.facts.has_plate
        there, back = (off, dfn, plate), (off_back, dfn_back, plate_back)
        return tallies(*there, self.facts.tally), tallies(*back, self.facts.tally)

    def tallied(self, rerolls: int) -> Numbers:
        """17.14 The worth of what the tallies say, first the target's and then the initiator's defeat."""
        return self.kind.array([[self.kind.whole(t, i) * 6**rerolls for i in (False, True)] for t in (False, True)])

    def after(self, use: Use) -> list[int]:
        """17.4, 17.8 Who moves after a use, and after a use when the other has declined: as places in `worths`.

        The other player; with `final` the same again where the other is out; after the last bump the initiator's owner,
        who begins the Re-Roll Phase.
        """
        if use.value and use.below.end is None:
            return [INITIATOR, INITIATOR]
        return [1 - use.player, 2 + use.player if self.facts.declining == FINAL else 1 - use.player]

    def gain(self, use: Use) -> tuple[Numbers, Numbers]:
        """What a use is worth if its best die is taken, for classes of pools and of the other attack (below).

        Returns the class of each pair of pools, and a (twisted) worth for each class, `who` and class of the other.
        """
        steps = self.steps(use)
        below = use.below.classes[use.attack]
        classes = below if use.is_off else below.T
        results = np.sort(np.moveaxis(classes[steps.results], 1, 2), axis=2)
        size, others, _ = results.shape
        first, ids = number(np.moveaxis(results, 2, 0))
        results = results.reshape(size * others, -1)[first]
        ids = np.concatenate([ids, np.full((1, others), len(results))])
        open_uses = np.moveaxis(ids[steps.uses], 1, 0)
        first, ids = number(np.sort(open_uses, axis=0))
        open_uses = open_uses.reshape(len(open_uses), -1)[:, first]
        worths = np.moveaxis(use.below.worths[self.after(use)[: self.ways]], 1 + use.attack, 0)
        sums = worths[results[:, 0]]
        for k in range(1, results.shape[1]):
            sums += worths[results[:, k]]
        sums = self.kind.twisted(use.player, sums)
        none = np.full((1, *sums.shape[1:]), self.kind.worst[use.player], self.kind.dtype)
        sums = np.concatenate([sums, none])
        best = sums[open_uses[0]]
        for k in range(1, len(open_uses)):
            PICK[use.player](best, sums[open_uses[k]], out=best)
        first, same = same_rows(best.reshape(len(best), -1))
        ids = same[ids]
        return (ids if use.is_off else ids.T), best[first]

    def worths(
        self, uses: Sequence[Use], gains: Sequence[Numbers], picked: Sequence[Sequence[Numbers]], ends: Numbers
    ) -> Numbers:
        """17.8 The worth of each pair of classes for who is to move: the best use, or what declining leads to."""
        best = [np.full((self.ways, *ends.shape), worst, self.kind.dtype) for worst in self.kind.worst]
        for number, (use, gain) in enumerate(zip(uses, gains, strict=True), start=1):
            mine, others = picked[use.attack][number], picked[1 - use.attack][number]
            part = np.moveaxis(gain[mine][:, :, others], 0, 1)
            part = part if use.attack == 0 else np.swapaxes(part, 1, 2)
            PICK[use.player](best[use.player], part, out=best[use.player])
        last = [self.kind.best_of(player, best[player][-1], ends) for player in (INITIATOR, TARGET)]
        worths = [self.kind.best_of(player, best[player][0], last[1 - player]) for player in (INITIATOR, TARGET)]
        return np.stack(worths + last if self.ways == 2 else worths)

    # --- one position ---------------------------------------------------------------------------------------------

    def worth(self, stage: Stage, who: int, dice: "Dice") -> int:
        first, second = (
            stage.classes[attack][place(dice[attack].off), place(dice[1 - attack].dfn)] for attack in range(2)
        )
        return int(self.kind.wholes(stage.worths[who, first, second]))

    def ended(self, stage: Stage, left: Left, dice: "Dice") -> int:
        """What follows when both have declined."""
        if stage.end:
            return self.worth(stage.end, INITIATOR, dice)
        target, initiator = (grid[place(dice[p].off), place(dice[1 - p].dfn)] for p, grid in enumerate(self.tallies()))
        return self.kind.whole(bool(target), bool(initiator)) * 6 ** sum(left.rerolls)

    def choices(
        self, left: Left, dice: "Dice", player: int, is_rerolling: bool, has_declined: bool
    ) -> dict["Choice", int]:
        """The worth of each bump or re-roll that the player can use now, and (as None) of declining."""
        left = self.usable(left)
        stage = self.stage(left)
        if not is_rerolling and not has_bumps(left):
            return {None: self.worth(stage, INITIATOR, dice)}
        worths: dict[Choice, int] = {}
        for use in stage.uses:
            if use.player == player:
                for k, face in enumerate(dice[player].off if use.is_off else dice[player].dfn):
                    if use.value == 0 or face < 6:
                        worths[use.is_off, k, use.value] = self.used(use, k, dice, has_declined)
        if has_declined:
            worths[None] = self.ended(stage, left, dice)
        else:
            others = self.choices(left, dice, 1 - player, is_rerolling, has_declined=True)
            worths[None] = self.kind.best(1 - player, others.values())
        return worths

    def used(self, use: Use, k: int, dice: "Dice", has_declined: bool) -> int:
        who = self.after(use)[has_declined]
        face = (dice[use.player].off if use.is_off else dice[use.player].dfn)[k]
        faces = [bumped(face, use.value)] if use.value else range(1, 7)
        return sum(self.worth(use.below, who, changed(dice, use, k, face)) for face in faces)


class Shown(NamedTuple):
    """What a unit's dice show, in any order."""

    off: Faces
    dfn: Faces


Dice = tuple[Shown, Shown]
Choice = tuple[bool, int, int] | None  # whether OFF, which die, the value of the bump (0: a re-roll)
NO_BUMPS: tuple[Bumps, Bumps] = (((), ()), ((), ()))


def changed(dice: Dice, use: Use, k: int, face: int) -> Dice:
    shown = dice[use.player]
    if use.is_off:
        shown = Shown((*shown.off[:k], face, *shown.off[k + 1 :]), shown.dfn)
    else:
        shown = Shown(shown.off, (*shown.dfn[:k], face, *shown.dfn[k + 1 :]))
    return (shown, dice[1]) if use.player == INITIATOR else (dice[0], shown)


def has_bumps(left: Left) -> bool:
    return left.bumps != NO_BUMPS


def without_bump(left: Left, player: int, is_off: bool, value: int) -> Left:
    off, dfn = left.bumps[player]
    fewer = (without(off, value), dfn) if is_off else (off, without(dfn, value))
    return Left((fewer, left.bumps[1]) if player == INITIATOR else (left.bumps[0], fewer), left.rerolls)


def without(bumps: tuple[int, ...], value: int) -> tuple[int, ...]:
    at = bumps.index(value)
    return bumps[:at] + bumps[at + 1 :]


def without_reroll(left: Left, player: int) -> Left:
    initiator, target = left.rerolls
    return Left(left.bumps, (initiator - 1, target) if player == INITIATOR else (initiator, target - 1))


@cache
def tallies(off: int, dfn: int, has_plate: bool, tally: int) -> Numbers:
    lowered = plated if has_plate else falling
    return np.array([[int(is_defeated(lowered(a), b, tally)) for b in pools(dfn)] for a in pools(off)])


def number(columns: Sequence[Numbers] | Numbers) -> tuple[Numbers, Numbers]:
    """Number the different combinations found in columns of the same shape: where each is first, and which is where."""
    ids, size = columns[0].reshape(-1).astype(np.int64), int(columns[0].max()) + 1
    for column in columns[1:]:
        values = int(column.max()) + 1
        if size * values > 1 << 62:
            different, ids = np.unique(ids, return_inverse=True)
            size = len(different)
        ids, size = ids * values + column.reshape(-1), size * values
    _, first, ids = np.unique(ids, return_index=True, return_inverse=True)
    return first, ids.reshape(columns[0].shape)


def same_rows(rows: Numbers) -> tuple[Numbers, Numbers]:
    """Number the different rows: where each is first, and which is where."""
    if rows.dtype != object:
        bits = (np.ascontiguousarray(rows) + 0).view(np.int64)  # + 0: there is a -0.0 as well
        _, first, ids = np.unique(bits @ scatter(bits.shape[1]), return_index=True, return_inverse=True)
        if np.array_equal(rows[first][ids], rows):
            return first, ids
    seen: dict[tuple[int, ...], int] = {}
    ids = np.array([seen.setdefault(tuple(row), len(seen)) for row in rows.tolist()])
    return np.unique(ids, return_index=True)[1], ids


def scatter(size: int) -> Numbers:
    """Odd numbers of 64 bits that make a row one number, hardly ever the same for two."""
    return np.cumprod(np.full(size, 6364136223846793005))


@lru_cache(8)
def assault(facts: Facts, size: int) -> Assault:
    return Assault(facts, KINDS[size])
