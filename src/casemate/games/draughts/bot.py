"""What a position is worth, for bots."""

from math import exp
from typing import Any

from casemate.games.draughts.board import AFLOAT, HOME, NONE, OUTBOUND, SHIPS, SUNK, WHITE, WITHDRAWN, ahead, side
from casemate.games.draughts.damage import in_force
from casemate.games.draughts.packs import ACE, JACK, KING, QUEEN
from casemate.games.draughts.ships import VALUES

UNSURE = (1.0, 0.15)  # how many points a lead must be to count: at the end, and for each point of value on the board
SAFE = 0.95  # the chance to come home of a sound ship that is nearly there
WEARY = 0.4  # how much of it a ship lacks that has the whole way before it
FRAIL = (0.6, 0.35)  # the chance to be sunk of a ship without FP, and how quickly FP bring it down
BURNING, BLIND, ADRIFT, STOPPED = 0.07, 0.1, 0.08, 0.08  # what damage adds to that chance
ADRIFT_AT = (0.9, 0.55, 0.35, 0.25, 0.15)  # the chance to leave the board, by the squares still ahead


def worth(s: Any) -> float:
    """White's chances at a glance: points made, and those each ship on the board may come to."""
    lead, afloat = 0.0, 0
    for ship in range(SHIPS):
        value, fate = VALUES[s.ships[ship].type], s.ships[ship].fate
        won = 0.0
        if fate == HOME:
            won = 1.0
        elif fate == WITHDRAWN:
            won = -1.0
        elif fate == SUNK or fate == AFLOAT and s.ships[ship].fp <= 0:
            won = -2.0
        elif fate == AFLOAT:
            won = prospect(s, ship)
            afloat += value
        lead += won * value if side(ship) == WHITE else -won * value
    return 1.0 / (1.0 + exp(-lead / (UNSURE[0] + UNSURE[1] * afloat)))


def prospect(s: Any, ship: int) -> float:
    """14.5 What a ship on the board may bring its side, for each point of its value."""
    sinks = danger(s, ship)
    leaves = (1.0 - sinks) * loss(s, ship)
    return (1.0 - sinks - leaves) * safety(s, ship) - leaves - 2.0 * sinks


def danger(s: Any, ship: int) -> float:
    """The chance to be sunk."""
    record = s.ships[ship]
    sinks = FRAIL[0] / (1.0 + FRAIL[1] * record.fp)
    if record.damages > 0:
        sinks += BURNING * in_force(s, ship, JACK)
        if in_force(s, ship, ACE) > 0:
            sinks += BLIND
        if in_force(s, ship, QUEEN) > 0:
            sinks += ADRIFT
        if in_force(s, ship, KING) > 0:
            sinks += STOPPED
    return min(sinks, 0.9)


def loss(s: Any, ship: int) -> float:
    """The chance to leave the board: a ship that heads over its edge must, unless it is stopped."""
    record = s.ships[ship]
    clear = squares_ahead(s, ship)
    if record.damages > 0:
        if in_force(s, ship, KING) > 0:
            return 0.5 if clear == 0 else 0.1
        if in_force(s, ship, ACE) + in_force(s, ship, QUEEN) > 0:
            return ADRIFT_AT[clear]
    return 0.97 if clear == 0 and record.heading % 2 == 0 else 0.03


def squares_ahead(s: Any, ship: int) -> int:
    """How many squares are left straight ahead, at most four."""
    record = s.ships[ship]
    for far in range(1, 5):
        if ahead(s.options.board, record.square, record.heading, far) == NONE:
            return far - 1
    return 4


def safety(s: Any, ship: int) -> float:
    """9.2 The chance that a ship still afloat comes home: less with a longer way, none when time is too short."""
    way, size = way_to_go(s, ship), s.options.board - 1
    if way > 2 * (s.options.turn_limit - s.turn + 1):
        return 0.0
    return SAFE - WEARY * way / (2 * size)


def way_to_go(s: Any, ship: int) -> int:
    """9.4 Ranks to the far rank and back."""
    size, rank = s.options.board - 1, s.ships[ship].square // 12
    from_home = rank if side(ship) == WHITE else size - rank
    return 2 * size - from_home if s.ships[ship].leg == OUTBOUND else from_home
