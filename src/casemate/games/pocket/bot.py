"""What a position is worth, for bots."""

from math import exp
from typing import Any

from casemate.bits import count, lowest
from casemate.games.pocket.board import (
    DRAWN,
    NOBODY,
    POINTS,
    RESERVE,
    SUMMONING,
    TILES,
    A,
)
from casemate.games.pocket.moving import controlled

ON_MAP, IN_RESERVE, TO_SUMMON = 0.11, 0.06, 0.04  # what a point of a unit is worth
FEATURE = (0.0, 0.5, 1.4, 9.0)  # by the number of features controlled
APPROACH = 0.07  # for each step a player's nearest unit is closer to a feature not yet controlled
TO_MOVE = 0.25


def outcome(s: Any) -> float:
    """A's share of a finished game; -1 while it goes on."""
    if s.winner == NOBODY:
        return -1.0
    return 0.5 if s.winner == DRAWN else 1.0 - s.winner


def worth(s: Any) -> float:
    """A's chances at a glance: units, features held and within reach, and whose turn it is."""
    if s.turn == 0:
        return 0.5
    lead = strength(s, 0) - strength(s, 1)
    lead += TO_MOVE if s.player == A else -TO_MOVE
    return 1.0 / (1.0 + exp(-lead))


def strength(s: Any, player: int) -> float:
    found = FEATURE[count(controlled(s, player))]
    for n in range(s.units[player]):
        card, place = s.card[player, n], s.place[player, n]
        if place >= 0:
            found += ON_MAP * POINTS[card]
        elif place == RESERVE:
            found += (TO_SUMMON if SUMMONING[card] > 0 else IN_RESERVE) * POINTS[card]
    return found + approach(s, player)


def approach(s: Any, player: int) -> float:
    """How near the player's units are to the features that are not theirs."""
    found = 0.0
    features = s.features & ~s.on[player]
    while features != 0:
        feature = lowest(features)
        features &= features - 1
        nearest, units = TILES, s.on[player]
        while units != 0:
            nearest = min(nearest, s.ways[lowest(units), feature])
            units &= units - 1
        found -= APPROACH * min(nearest, 6)
    return found
