"""17.15 The odds of an assault, exact, when both players choose best.

    rifle = Fighter(2, 1, off_bumps=(1,), points=7)
    trooper = Fighter(2, 2, def_bumps=(1,), points=8)  # Brace
    assault(rifle, trooper)                            # Odds(none=38335/279936, target=..., initiator=..., both=...)

A fighter is a unit as it fights: dice it rolls in this assault (18.5, Charge), all its bumps (17.5), re-rolls (17.10),
points, and whether it has Plate. Dice are a number before they are rolled and faces afterwards, pool by pool, so
`assault` tells the odds at the start, between the rolls (17.3) and after them.

    choices(initiator, target, player, is_rerolling, has_declined)   # {"b O1+1": Odds, "rr D2": Odds, "-": Odds}

tells what each answer is worth in the Bump or Re-Roll Phase; fighters then have the faces their dice show and the bumps
and re-rolls they have left. Dice are numbered as they are given, answers written as in 27.5, the best first.

Options come as their places: `tally` 0 first_difference, 1 pairs; `declining` 0 returns, 1 final. Nothing here asks the
table. What is reckoned is kept, so asking again costs nothing.
"""

from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

import numpy as np

from casemate.games.pocket import best_play
from casemate.games.pocket.best_play import Assault, Choice, Facts, Left, Shown
from casemate.games.pocket.pools import Faces, Numbers, place, pools, ways
from casemate.games.pocket.worth import INITIATOR, fitting


class Fighter(NamedTuple):
    """A unit in an assault."""

    off: int | Faces  # OFF dice: how many, or what they show
    dfn: int | Faces  # DEF dice
    off_bumps: tuple[int, ...] = ()
    def_bumps: tuple[int, ...] = ()
    rerolls: int = 0
    points: int = 1
    has_plate: bool = False


class Odds(NamedTuple):
    """The chance that nobody is defeated, only the target, only the initiator, or both."""

    none: Fraction
    target: Fraction
    initiator: Fraction
    both: Fraction


@lru_cache(1 << 14)
def assault(initiator: Fighter, target: Fighter, tally: int = 0, declining: int = 0) -> Odds:
    """17.15 The odds from the Roll Phase, or from as many dice as are rolled."""
    found, left = laid(initiator, target, tally, declining)
    stage = found.stage(left)
    first, second = (
        np.bincount(classes.reshape(-1), np.outer(rolls(off), rolls(dfn)).reshape(-1), classes.max() + 1)
        for classes, off, dfn in zip(
            stage.classes, (initiator.off, target.off), (target.dfn, initiator.dfn), strict=True
        )
    )
    unrolled = sum(dice for side in (initiator, target) for dice in (side.off, side.dfn) if isinstance(dice, int))
    chances = mean(found, stage.worths[INITIATOR], first.astype(np.int64), second.astype(np.int64))
    return odds(*chances, 6 ** (unrolled + sum(found.usable(left).rerolls)))


def choices(
    initiator: Fighter,
    target: Fighter,
    player: int,
    is_rerolling: bool,
    has_declined: bool,
    tally: int = 0,
    declining: int = 0,
) -> dict[str, Odds]:
    """17.4, 17.9 The odds after each answer the player (0: the initiator's owner) can give now, the best first.

    `has_declined` says whether the other player has just declined; with `final`, whether the other is out of the phase.
    """
    found, left = laid(initiator, target, tally, declining, is_rerolling)
    dice = shown(initiator), shown(target)
    worths = found.choices(left, dice, player, is_rerolling, has_declined)
    order = sorted(worths, key=lambda choice: found.kind.rank(player, worths[choice]), reverse=player == INITIATOR)
    ways = 6 ** sum(found.usable(left).rerolls)
    return {written(choice): odds(*found.kind.chances(worths[choice]), ways) for choice in order}


def standing(
    initiator: Fighter,
    target: Fighter,
    player: int,
    is_rerolling: bool,
    has_declined: bool,
    tally: int = 0,
    declining: int = 0,
) -> Odds:
    """17.15 The odds with the player to move in the Bump or Re-Roll Phase."""
    return next(iter(choices(initiator, target, player, is_rerolling, has_declined, tally, declining).values()))


def opposed_test(
    off: int | Faces,
    dfn: int | Faces,
    bumps: tuple[int, ...] = (),
    rerolls: int = 0,
    is_off: bool = False,
    tally: int = 0,
) -> Fraction:
    """16.2-16.4 The chance that OFF dice beat DEF dice; bumps and re-rolls belong to the one or the other."""
    mine, none = (bumps, rerolls), ((), 0)
    (off_bumps, off_rerolls), (def_bumps, def_rerolls) = (mine, none) if is_off else (none, mine)
    return assault(
        Fighter(off, 0, off_bumps=off_bumps, rerolls=off_rerolls),
        Fighter(0, dfn, def_bumps=def_bumps, rerolls=def_rerolls),
        tally,
    ).target


def difficulty_test(dice: int | Faces, need: int, bumps: tuple[int, ...] = (), rerolls: int = 0) -> Fraction:
    """16.1 The chance to show `need` or more: to beat dice that all show one less, as many as there are."""
    count = dice if isinstance(dice, int) else len(dice)
    return opposed_test(dice, (need - 1,) * count, bumps, rerolls, is_off=True)


# --- to and from the stages of best_play.py -------------------------------------------------------------------------


def laid(
    initiator: Fighter, target: Fighter, tally: int, declining: int, is_rerolling: bool = False
) -> tuple[Assault, Left]:
    shared = gcd(initiator.points, target.points)
    facts = Facts(
        (count(initiator.off), count(target.off)),
        (count(initiator.dfn), count(target.dfn)),
        (initiator.points // shared, target.points // shared),
        (initiator.has_plate, target.has_plate),
        tally,
        declining,
    )
    rerolls = initiator.rerolls, target.rerolls
    bumps = (initiator.off_bumps, initiator.def_bumps), (target.off_bumps, target.def_bumps)
    if is_rerolling:
        bumps = best_play.NO_BUMPS
    return best_play.assault(facts, fitting(facts.points, sum(rerolls))), Left(bumps, rerolls)


def count(dice: int | Faces) -> int:
    return dice if isinstance(dice, int) else len(dice)


def rolls(dice: int | Faces) -> Numbers:
    """The weight of each pool: its ways to be rolled, or 1 for what was rolled."""
    if isinstance(dice, int):
        return ways(dice)
    return np.arange(len(pools(len(dice)))) == place(dice)


def shown(fighter: Fighter) -> Shown:
    assert isinstance(fighter.off, tuple) and isinstance(fighter.dfn, tuple), "dice must be rolled before one chooses"
    return Shown(fighter.off, fighter.dfn)


def mean(found: Assault, worths: Numbers, first: Numbers, second: Numbers) -> tuple[int, int, int]:
    """The chances of defeat over all classes of both attacks, as numerators."""
    parts = found.kind.chances(found.kind.wholes(worths))
    target, initiator, both = (int(first @ part @ second) for part in parts)
    return target, initiator, both


def odds(target: int, initiator: int, both: int, ways: int) -> Odds:
    none = ways - target - initiator + both
    return Odds(*(Fraction(each, ways) for each in (none, target - both, initiator - both, both)))


def written(choice: Choice) -> str:
    """27.5"""
    if choice is None:
        return "-"
    is_off, k, value = choice
    die = f"{'O' if is_off else 'D'}{k + 1}"
    return f"b {die}+{value}" if value else f"rr {die}"
