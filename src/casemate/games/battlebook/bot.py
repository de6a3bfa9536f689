"""What a position is worth, for bots: the round as if it ended now, what one more action could bring, and the AP."""

from math import exp
from typing import Any

from casemate.bits import lowest
from casemate.games.battlebook.actions import FIRST_WEAPON, LIGHT, SABOTEUR, affords
from casemate.games.battlebook.attack import higher_columns, lower_columns, points, remaining, unblocked, whole_rows
from casemate.games.battlebook.grid import EVERY, NORTH, SOUTH, room, rows_of
from casemate.games.battlebook.turn import ROUNDS
from casemate.games.battlebook.units import pattern

# Fitted to battles of the tree search against itself, by the AP that both players have left together: how much of what
# a round would bring now it will bring in the end, and what adds to it.
NOW = (1.0, 1.0, 0.77, 0.72, 0.61, 0.46, 0.4, 0.34, 0.31, 0.33, 0.33, 0.31, 0.31, 0.2, 0.2, 0.3, 0.3, 0.3, 0.3)
GAIN = (0.0, 1.0, 0.47, 0.5, 0.46, 0.25, 0.15, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
AP = (0.0, 0.0, 0.65, 0.88, 0.8, 0.88, 0.88, 0.85, 0.85, 0.95, 0.95, 0.95, 0.95, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9)
TO_ACT = (0.0, 0.0, 0.0, -0.3, -0.4, -0.3, -0.3, -0.3, -0.3, -0.3, -0.3, -0.3, -0.3, -0.3, -0.4, -0.4, -0.4, -0.4, -0.4)
LIGHT_KEPT = (0.0, 0.0, 0.3, 0.3, 0.7, 0.8, 0.9, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.2, 2.4, 2.8, 3.0, 3.0, 3.0)
SPREAD = (0.0, 0.0, 0.7, 1.3, 1.5, 1.8, 1.9, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.1, 2.1, 2.1, 2.1)  # variance
A_ROUND = (2.66, -0.3, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0)  # 3.2 points that an action kept brings in a round
ROUND_SPREAD = 2.2


def worth(s: Any) -> float:
    """North's chances at a glance."""
    lead, spread = 1.0 * (s.totals[NORTH] - s.totals[SOUTH]), 0.1
    coming = ROUNDS + 1 - s.round
    if s.over == 0 and s.started == s.round:
        ap = s.ap[NORTH] + s.ap[SOUTH]
        lead += round_lead(s, ap)
        spread += SPREAD[ap]
        coming -= 1
    if coming > 0:
        lead += coming * (a_round(s.kept[NORTH]) - a_round(s.kept[SOUTH]))
        spread += coming * ROUND_SPREAD
    return 1.0 / (1.0 + exp(-1.7 * lead / spread**0.5))


def round_lead(s: Any, ap: int) -> float:
    """What the present round is going to bring North more than South."""
    west, east, far_west, far_east = remaining(s, 0, 0), remaining(s, 0, 1), remaining(s, 1, 0), remaining(s, 1, 1)
    lead = NOW[ap] * lead_of(s, west, east, far_west, far_east)
    lead += AP[ap] * (s.ap[NORTH] - s.ap[SOUTH])
    lead += LIGHT_KEPT[ap] * ((s.kept[NORTH] & 1) - (s.kept[SOUTH] & 1))
    if GAIN[ap] > 0:
        lead += GAIN[ap] * (best_gain(s, NORTH) - best_gain(s, SOUTH))
    return lead + TO_ACT[ap] if s.to_act == NORTH else lead - TO_ACT[ap]


def a_round(kept: int) -> float:
    brings = 0.0
    for action in range(8):
        if kept >> action & 1:
            brings += A_ROUND[action]
    return brings


def lead_of(s: Any, west: int, east: int, far_west: int, far_east: int) -> int:
    """What North scores more than South if these are the units that remain."""
    own_west, own_east = unblocked(NORTH, west, east, far_west, far_east)
    its_west, its_east = unblocked(SOUTH, far_west, far_east, west, east)
    return points(s, NORTH, own_west, own_east) - points(s, SOUTH, its_west, its_east)


# --- what one more action could bring -------------------------------------------------------------------------------


def best_gain(s: Any, player: int) -> int:
    """The most that one action of the player could add to the round's lead, were it the last."""
    if s.ap[player] == 0:
        return 0
    best = deploying_gain(s, player) if affords(s, player, LIGHT) or s.ap[player] > 1 else 0
    return max(best, arming_gain(s, player)) if s.unarmed[player, 0] | s.unarmed[player, 1] else best


def deploying_gain(s: Any, player: int) -> int:
    """8.1 One more unit where no X is: it blocks all that score behind it in its row, or scores itself."""
    rival = 1 - player
    west, east = remaining(s, rival, 0), remaining(s, rival, 1)
    safe_west, safe_east = room(s, player, 0) & ~marked(s, player, 0), room(s, player, 1) & ~marked(s, player, 1)
    free_west, free_east = unblocked(rival, west, east, remaining(s, player, 0), remaining(s, player, 1))
    best = 0
    own_west, own_east = unblocked(player, safe_west, safe_east, west, east)
    if own_west | own_east:
        best = 3 if affords(s, player, SABOTEUR) else 1
    if player == SOUTH:
        free_west &= lower_columns(safe_west) | whole_rows(safe_east)
        free_east &= lower_columns(safe_east)
    else:
        free_west &= higher_columns(safe_west)
        free_east &= higher_columns(safe_east) | whole_rows(safe_west)
    if free_west | free_east:
        for row in range(rows_of(s)):
            best = max(best, points(s, rival, free_west & EVERY << row, free_east & EVERY << row))
    return best


def marked(s: Any, player: int, half: int) -> int:
    """6.8 Where an X would count for the player's units."""
    rival = 1 - player
    hit = s.ones[rival, half] | s.twos[rival, half] | s.fours[rival, half]
    if s.options.friendly_fire:
        return hit
    return hit | s.ones[player, half] | s.twos[player, half] | s.fours[player, half]


def arming_gain(s: Any, player: int) -> int:
    """6.1 One more weapon for a unit that has none."""
    west, east, far_west, far_east = remaining(s, 0, 0), remaining(s, 0, 1), remaining(s, 1, 0), remaining(s, 1, 1)
    sign = 1 if player == NORTH else -1
    before = lead_of(s, west, east, far_west, far_east)
    spares = s.options.friendly_fire != 0
    best = -9
    for half in range(2):
        waiting = s.unarmed[player, half]
        while waiting:
            at = half << 6 | lowest(waiting)
            waiting &= waiting - 1
            for weapon in range(FIRST_WEAPON, 8):
                if affords(s, player, weapon):
                    x, y = pattern(s, player, weapon, at)
                    lost_west, lost_east = x & ~withstands(s, 0, 0), y & ~withstands(s, 0, 1)
                    lost_far_west, lost_far_east = x & ~withstands(s, 1, 0), y & ~withstands(s, 1, 1)
                    if spares and player == NORTH:
                        lost_west = lost_east = 0
                    elif spares:
                        lost_far_west = lost_far_east = 0
                    if (
                        (west & lost_west)
                        | (east & lost_east)
                        | (far_west & lost_far_west)
                        | (far_east & lost_far_east)
                    ):
                        after = lead_of(
                            s,
                            west & ~lost_west,
                            east & ~lost_east,
                            far_west & ~lost_far_west,
                            far_east & ~lost_far_east,
                        )
                        best = max(best, sign * (after - before))
                    else:
                        best = max(best, 0)
    return max(best, 0) if affords(s, player, LIGHT) else best


def withstands(s: Any, player: int, half: int) -> int:
    """7.6 The player's units that one more X would not destroy."""
    return s.heavy[player, half] & ~marked(s, player, half)
