"""Chapters 5 and 6: deploying units and arming them."""

from typing import Any

from casemate.games.battlebook.actions import COSTS, FIRST_WEAPON, HEAVY, SABOTEUR
from casemate.games.battlebook.grid import (
    COLUMN,
    HALF,
    NORTH,
    SOUTH,
    column_of,
    columns_of,
    room,
    row_of,
    rows_of,
)
from casemate.table import note, offer_all
from casemate.words import Reason

FARTHEST = 9  # squares forward
LEVEL = 1 << 7  # the unit's own row, in a column of a pattern
MUSKETS = (  # 6.9 Carbine Musket and Rifled Musket, by squares forward
    *(LEVEL, LEVEL, LEVEL, 0, 0, 0, 0, 0, 0),
    *(LEVEL, LEVEL, LEVEL, LEVEL, LEVEL, 0, 0, 0, 0),
)

DEPLOYED = Reason("5.1", "{a:player} deploys a {b:action} on {c:square}")
ARMED = Reason("6.1 6.4 6.9", "{a:armed}: X on{b:west}{c:east}")
AIMED = Reason("6.6 7.2", "{c:player}'s units in these X's:{a:west}{b:east}")
AIMED_AT_OWN = Reason("6.6 6.8", "{c:player}'s own units in these X's:{a:west}{b:east}")
ARMED_IN_VAIN = Reason("6.1 6.5", "{a:armed}: all its squares lie beyond the edge")


def offer_actions(s: Any, t: Any, player: int) -> None:
    """4.5-4.6 Every kept action that can be paid, on every legal square."""
    kept, ap = s.kept[player], s.ap[player]
    west, east = room(s, player, 0), room(s, player, 1)
    for action in range(FIRST_WEAPON):
        if kept >> action & 1 and COSTS[action] <= ap:
            offer_all(t, action << 7, west)
            offer_all(t, action << 7 | 64, east)
    west, east = s.unarmed[player, 0], s.unarmed[player, 1]
    if west | east:
        for action in range(FIRST_WEAPON, 8):
            if kept >> action & 1 and COSTS[action] <= ap:
                offer_all(t, action << 7, west)
                offer_all(t, action << 7 | 64, east)


def can_act(s: Any, player: int) -> bool:
    """4.6 Whether the player has a legal action."""
    kept, ap = s.kept[player], s.ap[player]
    if s.unarmed[player, 0] | s.unarmed[player, 1]:
        for action in range(FIRST_WEAPON, 8):
            if kept >> action & 1 and COSTS[action] <= ap:
                return True
    for action in range(FIRST_WEAPON):
        if kept >> action & 1 and COSTS[action] <= ap:
            return room(s, player, 0) | room(s, player, 1) != 0
    return False


def play_action(s: Any, t: Any, player: int, action: int, at: int) -> None:
    """4.7 The cost is deducted at once."""
    s.ap[player] -= COSTS[action]
    if action < FIRST_WEAPON:
        deploy(s, t, player, action, at)
    else:
        equip(s, t, player, action, at)


def deploy(s: Any, t: Any, player: int, chassis: int, at: int) -> None:
    """5.1 One new unit of that kind on an empty square."""
    put_unit(s, player, chassis, at)
    note(t, DEPLOYED, player, chassis, at)


def put_unit(s: Any, player: int, chassis: int, at: int) -> None:
    half, place = at >> 6, 1 << (at & 63)
    s.units[player, half] |= place
    s.unarmed[player, half] |= place
    if chassis == HEAVY:
        s.heavy[player, half] |= place
    elif chassis == SABOTEUR:
        s.saboteurs[player, half] |= place


def equip(s: Any, t: Any, player: int, action: int, at: int) -> None:
    """6.1-6.4 Arm an unarmed unit of one's own, and mark the pattern."""
    west, east = pattern(s, player, action, at)
    arm_unit(s, player, action, at)
    mark(s, player, 0, west)
    mark(s, player, 1, east)
    note(t, ARMED if west | east else ARMED_IN_VAIN, player << 10 | action << 7 | at, west, east)
    tell_aim(s, t, player, west, east)


def tell_aim(s: Any, t: Any, player: int, west: int, east: int) -> None:
    """6.6, 6.8 Who stands on the squares that a weapon has marked, enemy or friend."""
    rival = 1 - player
    if west & s.units[rival, 0] | east & s.units[rival, 1]:
        note(t, AIMED, west & s.units[rival, 0], east & s.units[rival, 1], rival)
    if s.options.friendly_fire == 0 and west & s.units[player, 0] | east & s.units[player, 1]:
        note(t, AIMED_AT_OWN, west & s.units[player, 0], east & s.units[player, 1], player)


def arm_unit(s: Any, player: int, action: int, at: int) -> None:
    half, place = at >> 6, 1 << (at & 63)
    s.unarmed[player, half] &= ~place
    s.armed[action - FIRST_WEAPON, half] |= place


def pattern(s: Any, player: int, action: int, at: int) -> tuple[int, int]:
    """6.4-6.6, 6.9 The squares a weapon marks, by halves; South's are reversed left to right (1.6)."""
    column, row, columns, rows = column_of(at), row_of(at), columns_of(s), (1 << rows_of(s)) - 1
    west = east = 0
    for far in range(1, FARTHEST + 1):
        there = column + far if player == NORTH else column - far
        if there < 0 or there >= columns:
            break
        marked = (pattern_column(s, action, far) << row) >> 7 & rows & COLUMN
        if there < HALF:
            west |= marked << 8 * there
        else:
            east |= marked << 8 * (there - HALF)
    return west, east


def pattern_column(s: Any, action: int, far: int) -> int:
    """6.9 The rows of a weapon's pattern so many squares forward: bit 7 is the unit's own."""
    which = FARTHEST * (action - FIRST_WEAPON) + far - 1
    return MUSKETS[which] if which < len(MUSKETS) else s.options.patterns[which - len(MUSKETS)]


def mark(s: Any, player: int, half: int, squares: int) -> None:
    """6.4, 6.7 One X more on each of these squares."""
    ones, twos = s.ones[player, half], s.twos[player, half]
    s.ones[player, half] = ones ^ squares
    s.twos[player, half] = twos ^ (ones & squares)
    s.fours[player, half] |= twos & ones & squares


def marks_on(s: Any, player: int, at: int) -> int:
    """6.7 The X's of a player's weapons on a square."""
    half, place = at >> 6, at & 63
    ones, twos, fours = s.ones[player, half], s.twos[player, half], s.fours[player, half]
    return (ones >> place & 1) + 2 * (twos >> place & 1) + 4 * (fours >> place & 1)


def holds(s: Any, player: int, at: int) -> bool:
    """5.3 Whether a unit of the player stands on the square."""
    return s.units[player, at >> 6] >> (at & 63) & 1 == 1


def owner(s: Any, at: int) -> int:
    """Whose unit stands on a square that holds one."""
    return NORTH if holds(s, NORTH, at) else SOUTH


def chassis_on(s: Any, at: int) -> int:
    """5.6-5.8 The kind of the unit on a square."""
    half, place = at >> 6, at & 63
    if (s.heavy[NORTH, half] | s.heavy[SOUTH, half]) >> place & 1:
        return HEAVY
    return SABOTEUR if (s.saboteurs[NORTH, half] | s.saboteurs[SOUTH, half]) >> place & 1 else 0


def weapon_on(s: Any, at: int) -> int:
    """6.2 The weapon of the unit on a square; -1 for none."""
    for weapon in range(5):
        if s.armed[weapon, at >> 6] >> (at & 63) & 1:
            return FIRST_WEAPON + weapon
    return -1


def damage_on(s: Any, player: int, at: int) -> int:
    """7.2, 6.8 The X's that count for the player's unit on a square."""
    damage = marks_on(s, 1 - player, at)
    return damage if s.options.friendly_fire else damage + marks_on(s, player, at)


def unit_note(s: Any, player: int, at: int) -> int:
    """A unit as one number: its player, its chassis and its square."""
    return player << 9 | chassis_on(s, at) << 7 | at
