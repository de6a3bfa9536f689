"""Chapters 7 and 8: what the weapons destroy, and what scores."""

from typing import Any

from casemate.bits import count, lowest
from casemate.games.battlebook.grid import COLUMN, EVERY, NORTH, WHOLE
from casemate.games.battlebook.units import chassis_on, damage_on, unit_note
from casemate.table import note
from casemate.words import Reason

DESTROYED = Reason("7.2 7.3", "{a:unit} is destroyed by {b:marks}")
FELL_FIRING = Reason("7.3 7.4", "{a:unit} is destroyed by {b:marks}; its weapon has fired")
WITHSTOOD = Reason("7.6", "{a:unit} withstands one X")
SCORED = Reason("8.1 8.5", "{a:unit} scores {b:points}")
BLOCKED = Reason("8.1 8.2", "{a:unit} is blocked by {b:square}")


def remaining(s: Any, player: int, half: int) -> int:
    """7.2-7.6 The player's units in a half that the attack does not destroy."""
    rival = 1 - player
    hit = s.ones[rival, half] | s.twos[rival, half] | s.fours[rival, half]
    twice = s.twos[rival, half] | s.fours[rival, half]
    if s.options.friendly_fire == 0:  # on
        ones = s.ones[player, half]
        more = s.twos[player, half] | s.fours[player, half]
        twice |= more | hit & ones
        hit |= more | ones
    heavy = s.heavy[player, half]
    return s.units[player, half] & ~(heavy & twice | hit & ~heavy)


def lower_columns(units: int) -> int:
    """The squares of a half in the same rows as these units, in lower columns."""
    units >>= 8
    units |= units >> 8
    units |= units >> 16
    return units | units >> 32


def higher_columns(units: int) -> int:
    """The squares of a half in the same rows as these units, in higher columns."""
    units = (units & WHOLE >> 8) << 8
    units |= (units & WHOLE >> 8) << 8
    units |= (units & WHOLE >> 16) << 16
    return units | (units & WHOLE >> 32) << 32


def whole_rows(units: int) -> int:
    """All squares of a half in the rows of these units."""
    units |= units >> 32
    units |= units >> 16
    units |= units >> 8
    return (units & COLUMN) * EVERY


def scoring(s: Any, player: int) -> tuple[int, int]:
    """8.1-8.4 The remaining units, by halves, with no remaining enemy between them and the enemy's edge."""
    west, east = remaining(s, player, 0), remaining(s, player, 1)
    return unblocked(player, west, east, remaining(s, 1 - player, 0), remaining(s, 1 - player, 1))


def unblocked(player: int, west: int, east: int, far_west: int, far_east: int) -> tuple[int, int]:
    """8.1-8.3 Those of a player's units, by halves, that none of these enemies blocks."""
    if player == NORTH:
        return west & ~(lower_columns(far_west) | whole_rows(far_east)), east & ~lower_columns(far_east)
    return west & ~higher_columns(far_west), east & ~(higher_columns(far_east) | whole_rows(far_west))


def score(s: Any, player: int) -> int:
    """8.5 One point for each that scores, three for a Saboteur Chassis."""
    west, east = scoring(s, player)
    return points(s, player, west, east)


def points(s: Any, player: int, west: int, east: int) -> int:
    """8.5 What these units of a player bring if they score."""
    saboteurs = count(west & s.saboteurs[player, 0]) + count(east & s.saboteurs[player, 1])
    return count(west) + count(east) + 2 * saboteurs


# --- told ---------------------------------------------------------------------------------------------------------


def tell_attack(s: Any, t: Any) -> None:
    """7.1 What became of every unit that stood in an X."""
    for player in range(2):
        for half in range(2):
            units = s.units[player, half]
            left = remaining(s, player, half)
            while units:
                place = lowest(units)
                units &= units - 1
                at = half << 6 | place
                damage = damage_on(s, player, at)
                if left >> place & 1 == 0:
                    note(
                        t,
                        DESTROYED if s.unarmed[player, half] >> place & 1 else FELL_FIRING,
                        unit_note(s, player, at),
                        damage,
                    )
                elif damage == 1:
                    note(t, WITHSTOOD, unit_note(s, player, at))


def tell_score(s: Any, t: Any) -> None:
    """8.1 What became of every unit that remains."""
    for player in range(2):
        free = scoring(s, player)
        for half in range(2):
            units = remaining(s, player, half)
            scored = free[half]
            while units:
                place = lowest(units)
                units &= units - 1
                at = half << 6 | place
                if scored >> place & 1:
                    note(t, SCORED, unit_note(s, player, at), 3 if chassis_on(s, at) == 2 else 1)
                else:
                    note(t, BLOCKED, unit_note(s, player, at), blocker(s, player, at))


def blocker(s: Any, player: int, at: int) -> int:
    """8.1 The nearest remaining enemy between a unit and the enemy's edge."""
    rival = 1 - player
    row = EVERY << (at & 7)
    half, place = at >> 6, at & 63
    if player == NORTH:
        east = row & remaining(s, rival, 1)
        ahead = row & remaining(s, rival, half) & ~((1 << place) - 1)
        return half << 6 | lowest(ahead) if ahead else 64 | lowest(east)
    west = row & remaining(s, rival, 0)
    ahead = row & remaining(s, rival, half) & (1 << place) - 1
    return half << 6 | highest(ahead) if ahead else highest(west)


def highest(places: int) -> int:
    """The largest place in a set that is not empty."""
    place = 55
    while places >> place & 1 == 0:
        place -= 1
    return place
