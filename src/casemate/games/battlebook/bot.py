"""What a position is worth, for bots."""

from math import exp
from typing import Any

from casemate.games.battlebook.attack import score
from casemate.games.battlebook.grid import NORTH, SOUTH


def worth(s: Any) -> float:
    """North's chances at a glance: the totals, and the round as if it ended now."""
    lead = s.totals[NORTH] - s.totals[SOUTH] + score(s, NORTH) - score(s, SOUTH)
    return 1.0 / (1.0 + exp(-0.4 * lead))
