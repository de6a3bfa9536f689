"""What a position is worth, for bots."""

from math import exp
from typing import Any

from casemate.games.battlebook.attack import score
from casemate.games.battlebook.grid import NORTH, SOUTH
from casemate.games.battlebook.turn import ROUNDS

# Fitted to battles of the tree search against itself: what a round will bring, by the AP that both have left together.
NOW = (1.0, 0.87, 0.74, 0.6, 0.54, 0.42, 0.38, 0.33, 0.31, 0.28, 0.26, 0.25, 0.24, 0.23, 0.2, 0.1, 0.0, 0.0, 0.0)
AP = (0.0, 0.3, 1.1, 1.0, 0.9, 0.9, 0.88, 0.88, 0.88, 0.95, 0.98, 1.0, 1.1, 1.1, 1.1, 0.9, 0.7, 0.6, 0.6)
HEAVY_AP = (0.0, 0.5, 1.1, 0.9, 0.8, 0.5, 0.4, 0.5, 0.5, 0.4, 0.4, 0.4, 0.6, 0.6, 0.6, 0.4, 0.3, 0.2, 0.2)
NO_LIGHT = (0.0, 0.0, 0.0, 0.0, 0.3, 0.7, 0.8, 0.5, 0.6, 1.5, 1.9, 2.0, 2.1, 2.1, 2.0, 1.8, 1.5, 1.2, 1.2)
TO_ACT = (
    0.0,
    0.8,
    -0.3,
    -0.2,
    -0.2,
    -0.1,
    -0.1,
    -0.2,
    -0.2,
    -0.3,
    -0.3,
    -0.4,
    -0.4,
    -0.4,
    -0.4,
    -0.4,
    -0.4,
    -0.3,
    -0.3,
)
SPREAD = (0.3, 0.8, 1.4, 2.0, 2.3, 2.7, 2.9, 3.0, 3.1, 3.2, 3.3, 3.3, 3.4, 3.5, 3.6, 4.0, 4.1, 4.2, 4.2)  # variance
SETS = (1.47, -0.48, -1.02, 0.09, -0.03, 0.2, -0.11, -0.13)  # points a round, by action kept
ROUND_SPREAD = 4.2


def worth(s: Any) -> float:
    """North's chances at a glance: totals, the round as if it ended now, and what AP may still bring."""
    lead = 1.0 * (s.totals[NORTH] - s.totals[SOUTH])
    spread = 0.0
    coming = ROUNDS + 1 - s.round
    if s.over == 0 and s.started == s.round:
        ap = s.ap[NORTH] + s.ap[SOUTH]
        lead += round_lead(s, ap)
        spread = SPREAD[ap]
        coming -= 1
    if coming > 0:
        lead += coming * (choice_lead(s.kept[NORTH]) - choice_lead(s.kept[SOUTH]))
        spread += ROUND_SPREAD * coming
    return 1.0 / (1.0 + exp(-1.7 * lead / (spread + 0.1) ** 0.5))


def round_lead(s: Any, ap: int) -> float:
    """What the present round is going to bring North more than South."""
    north, south = s.ap[NORTH], s.ap[SOUTH]
    lead = NOW[ap] * (score(s, NORTH) - score(s, SOUTH))
    lead += tempo(s.kept[NORTH], north, ap) - tempo(s.kept[SOUTH], south, ap)
    return lead + TO_ACT[ap] if s.to_act == NORTH else lead - TO_ACT[ap]


def tempo(kept: int, left: int, ap: int) -> float:
    return AP[ap] * left if kept & 1 else HEAVY_AP[ap] * left - NO_LIGHT[ap]


def choice_lead(kept: int) -> float:
    """3.2 What a set of actions is worth, in points a round."""
    points = 0.0
    for action in range(8):
        if kept >> action & 1:
            points += SETS[action]
    return points
