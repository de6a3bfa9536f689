"""How long the odds of an assault take: `python -m casemate.games.pocket.bench`.

Every pair of the roster on Plains; one pair beside 100,000 rolls of the same assault; and the bare roll beside the
library icepool, where that is installed.
"""

from fractions import Fraction
from importlib import import_module
from itertools import product
from timeit import default_timer as now
from typing import Any

import numpy as np

from casemate.games.pocket import best_play
from casemate.games.pocket.odds import Fighter, assault, laid
from casemate.games.pocket.pools import falling, is_defeated, place, pools

PLAINS = (  # the roster's units (7.1), alike ones once: OFF, DEF, bumps, Brace and Pack aside; a re-roll on Plains
    ("Guild Hand", Fighter(1, 1, points=5)),
    ("Brass Trooper", Fighter(2, 2, points=8)),
    ("Boiler Rifle", Fighter(2, 1, (1,), points=7)),
    ("Rivet Hound", Fighter(2, 1, rerolls=1, points=8)),
    ("Forge Adept", Fighter(1, 2, (), (1,), points=8)),
    ("Brass Colossus", Fighter(3, 3, (1,), points=14, has_plate=True)),
    ("Gyro Scout", Fighter(1, 1, rerolls=1, points=9)),
    ("Siege Mortar", Fighter(2, 2, (1,), points=11)),
    ("Bramble Imp", Fighter(1, 1, points=5)),
    ("Antler Guard", Fighter(2, 3, (), (1,), points=9)),
    ("Thorn Archer", Fighter(2, 1, (1,), points=9)),
    ("Mire Wolf", Fighter(2, 2, points=9)),
    ("Root Speaker", Fighter(2, 2, points=8)),
    ("Elder Oak", Fighter(3, 3, (1,), (1,), points=10)),
    ("Reed Stalker", Fighter(2, 1, points=6)),
    ("Stag Rider", Fighter(3, 2, rerolls=1, points=12)),
    ("Bone Thrall", Fighter(1, 1, points=4)),
    ("Barrow Guard", Fighter(2, 2, (1,), (1,), points=8)),
    ("Crypt Slinger", Fighter(2, 1, (1,), points=7)),
    ("Night Duke", Fighter(3, 3, (1,), (1,), points=13)),
    ("Gravecaller", Fighter(2, 2, points=9)),
    ("Wailing Shade", Fighter(2, 2, points=9)),
    ("Carrion Bat", Fighter(1, 1, points=8)),
    ("Bone Giant", Fighter(3, 3, (1,), points=9)),
    ("Crag Runner", Fighter(1, 1, points=5)),
    ("Pass Warden", Fighter(2, 3, points=9)),
    ("Crag Crossbow", Fighter(2, 1, (1,), points=8)),
    ("Gryphon Rider", Fighter(3, 2, points=12)),
    ("Storm Sage", Fighter(2, 2, points=9)),
    ("Banner Captain", Fighter(1, 2, points=7)),
    ("Frost Drake", Fighter(3, 3, (1,), points=13)),
    ("War Mammoth", Fighter(3, 3, (1,), (1,), rerolls=1, points=11)),
)
BRACE = {"Brass Trooper", "Pass Warden"}
ROLLS = 100_000


def fresh(initiator: Fighter, target: Fighter) -> float:
    """Seconds for one pair with nothing kept from others."""
    best_play.assault.cache_clear()
    assault.cache_clear()
    began = now()
    assault(initiator, target)
    return now() - began


def all_pairs(support: int) -> None:
    took = []
    for (first, initiator), (second, target) in product(PLAINS, repeat=2):
        braced = target._replace(def_bumps=(*target.def_bumps, 1)) if second in BRACE else target
        sides = (side._replace(rerolls=side.rerolls + support) for side in (initiator, braced))
        took.append((fresh(*sides), f"{first} assaults {second}"))
    took.sort()
    seconds = np.array([each for each, _ in took])
    print(
        f"{len(took)} pairs, {support} support each: {seconds.sum():.1f} s in all, median"
        f" {np.median(seconds) * 1000:.1f} ms, 95 of 100 within {np.quantile(seconds, 0.95) * 1000:.1f} ms,"
        f" worst {took[-1][0] * 1000:.0f} ms ({took[-1][1]})"
    )


def sampled(initiator: Fighter, target: Fighter) -> None:
    """The same assault rolled often; what best play makes of each roll is looked up in the exact table."""
    exact = assault(initiator, target)
    fresh_seconds = fresh(initiator, target)
    found, left = laid(initiator, target, 0, 0)
    stage = found.stage(left)
    generator = np.random.default_rng(1)
    began = now()
    rolled = [places_rolled(generator, dice) for side in (initiator, target) for dice in (side.off, side.dfn)]
    first, second = stage.classes[0][rolled[0], rolled[3]], stage.classes[1][rolled[2], rolled[1]]
    worths = stage.worths[0, first, second]
    t, i, both = (np.mean(part) / 6 ** sum(left.rerolls) for part in found.kind.chances(found.kind.wholes(worths)))
    seconds = now() - began
    estimate = (1 - t - i + both, t - both, i - both, both)
    error = max(abs(float(a) - b) for a, b in zip(exact, estimate, strict=True))
    print(
        f"{initiator} assaults {target}: exact in {fresh_seconds * 1000:.1f} ms;"
        f" {ROLLS} rolls, table given, {seconds * 1000:.1f} ms, greatest error {error:.5f}"
    )


def places_rolled(generator: Any, dice: Any) -> Any:
    """Where so many rolls stand in the list of pools."""
    rolls = -np.sort(-generator.integers(1, 7, (ROLLS, dice)), axis=1)
    codes = rolls @ 6 ** np.arange(dice)
    known = np.array([np.array(pool) @ 6 ** np.arange(dice) for pool in pools(dice)])
    order = np.argsort(known)
    return order[np.searchsorted(known[order], codes)]


def bare_rolls() -> None:
    """17.12 without choices, beside icepool: must be equal."""
    try:
        icepool: Any = import_module("icepool")
    except ImportError:
        print("icepool is not installed: nothing to compare with")
        return
    ours = theirs = 0.0
    for off, dfn in product((1, 2, 3), repeat=2):
        began = now()
        dice = icepool.d6.pool(off).expand(), icepool.d6.pool(dfn).expand()
        chance = icepool.map(lambda a, b: is_defeated(falling(a), falling(b), 0), *dice).probability(True)
        theirs += now() - began
        seconds = fresh(Fighter(off, 0), Fighter(0, dfn))
        ours += seconds
        assert Fraction(chance) == assault(Fighter(off, 0), Fighter(0, dfn)).target, (off, dfn)
    print(f"bare rolls, 9 tables of 17.12: equal; icepool {theirs * 1000:.1f} ms, ours {ours * 1000:.1f} ms")


if __name__ == "__main__":
    place((1,))
    fresh(Fighter(3, 3, (1,), (1,), 1), Fighter(3, 3, (1,), (1,), 1))  # the tables of dice are made once
    for support in range(3):
        all_pairs(support)
    sampled(Fighter(2, 1, (1,), points=7), Fighter(2, 2, (), (1,), points=8))
    sampled(Fighter(3, 3, (1,), (1,), 1, 13), Fighter(3, 3, (1,), (1,), 1, 11))
    bare_rolls()
