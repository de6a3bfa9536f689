"""What a position is worth, for bots."""

from math import exp
from typing import Any

from casemate.games.draughts.board import (
    AFLOAT,
    HOME,
    HOMEBOUND,
    NONE,
    OUTBOUND,
    SHIPS,
    SUNK,
    WHITE,
    WITHDRAWN,
    ahead,
    ship_on,
    side,
)
from casemate.games.draughts.damage import in_force, is_disabled
from casemate.games.draughts.moving import ENEMY, MANY, step_to, what_meets
from casemate.games.draughts.packs import ACE, JACK, KING
from casemate.games.draughts.ships import VALUES

# Fitted to 2,400 games of the tree search against itself, slips among them. All but FADING is for each point of value.

FADING = 0.15  # how much less a lead counts for each point on the board
POINT = 0.6  # a point of 14.5 that has been made
AFLOAT_YET, WAY, HOMEWARD = 0.85, -0.22, 0.11  # a ship on the board; the whole way before it; the way back behind it
FRAIL, TOUGHNESS = -1.07, 0.35  # a ship without FP, and how quickly FP make up for it
BLIND, BURNING, CRIPPLED, AT_EDGE = -0.26, -0.2, -0.08, -0.08
FREE_AHEAD = (-1.0, -0.18, -0.13, 0.0, 0.0)  # a free ship on a straight heading, by the squares ahead
ADRIFT_AHEAD = (-0.85, -0.6, -0.3, -0.22, 0.0)  # a ship that only moves straight ahead
ABOUT_TO_LEAVE, STRANDED = -1.1, -0.6  # a ship with an Engine Hit that heads off the board, with and without way
CAN_RAM = 0.7  # an enemy that a free ship can ram in its next activation, were it without FP


def worth(s: Any) -> float:
    """White's chances at a glance: points made, and what the ships on the board may come to."""
    total, afloat = 0.0, 0
    for ship in range(SHIPS):
        value, fate = VALUES[s.ships[ship].type], s.ships[ship].fate
        good = 0.0
        if fate == HOME:
            good = POINT * value
        elif fate == WITHDRAWN:
            good = -POINT * value
        elif fate == SUNK or fate == AFLOAT and s.ships[ship].fp <= 0:
            good = -2.0 * POINT * value
        elif fate == AFLOAT:
            good = value * (soundness(s, ship) + outlook(s, ship)) + prize(s, ship)
            afloat += value
        total += good if side(ship) == WHITE else -good
    return 1.0 / (1.0 + exp(-total / (1.0 + FADING * afloat)))


def soundness(s: Any, ship: int) -> float:
    """What FP and damage make of a ship on the board."""
    record = s.ships[ship]
    good = AFLOAT_YET + FRAIL / (1.0 + TOUGHNESS * record.fp)
    if record.damages > 0:
        good += BURNING * in_force(s, ship, JACK)
        if in_force(s, ship, ACE) > 0:
            good += BLIND
        if in_force(s, ship, KING) > 0:
            good += CRIPPLED
    return good


def outlook(s: Any, ship: int) -> float:
    """9.2 How far a ship has come, and whether it heads for the edge of the board."""
    record = s.ships[ship]
    size = s.options.board - 1
    way = way_to_go(s, ship) / (2 * size)
    good = WAY * way + facing(s, ship)
    if record.leg == HOMEBOUND:
        good += HOMEWARD * (1.0 - way)
    file = record.square % 12
    if file == 0 or file == size:
        good += AT_EDGE
    return good


def way_to_go(s: Any, ship: int) -> int:
    """9.4 Ranks to the far rank and back."""
    size, rank = s.options.board - 1, s.ships[ship].square // 12
    from_home = rank if side(ship) == WHITE else size - rank
    return 2 * size - from_home if s.ships[ship].leg == OUTBOUND else from_home


def facing(s: Any, ship: int) -> float:
    """8.11, 10.9 What the squares straight ahead mean for a ship."""
    record = s.ships[ship]
    clear = squares_ahead(s, ship)
    if not is_disabled(s, ship):
        return FREE_AHEAD[clear] if record.heading % 2 == 0 else 0.0
    if in_force(s, ship, KING) == 0:
        return ADRIFT_AHEAD[clear]
    if clear > 0:
        return 0.0
    return ABOUT_TO_LEAVE if record.way else STRANDED


def squares_ahead(s: Any, ship: int) -> int:
    """How many squares are left straight ahead, at most four."""
    record = s.ships[ship]
    for far in range(1, 5):
        if ahead(s.options.board, record.square, record.heading, far) == NONE:
            return far - 1
    return 4


def prize(s: Any, ship: int) -> float:
    """11.1 The frailest and dearest enemy a free ship can ram."""
    best = 0.0
    if not is_disabled(s, ship):
        for n in range(MANY[s.ships[ship].heading % 2]):
            if what_meets(s, ship, n) == ENEMY:
                enemy = s.ships[ship_on(s, step_to(s, ship, n))]
                best = max(best, CAN_RAM * VALUES[enemy.type] / (1.0 + TOUGHNESS * max(0, enemy.fp)))
    return best
