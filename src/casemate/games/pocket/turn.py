"""Chapters 6, 12, 24 and 25: the turn, Action abilities and reactions, and how the game ends."""

from typing import Any

from casemate.bits import count, lowest
from casemate.games.pocket.assaults import (
    adjacent_enemies,
    assault,
    may_initiate,
    offer_assaults,
    offer_charge,
    skirmish,
)
from casemate.games.pocket.board import (
    ACTION,
    ASSAULT,
    BOTH_ELIMINATED,
    CAPTURED,
    CAPTURES,
    CHARGE,
    CHARGING,
    COMMAND,
    COMMANDING,
    CONTROLLED,
    COUNT,
    DECLINE,
    DEPLOY,
    DRAWN,
    ELIMINATION,
    EQUAL,
    HEX,
    HEX_IT,
    MACHINES,
    MEMORY,
    MOVE,
    NO_UNIT,
    NOBODY,
    POINTS,
    REPAIR,
    REPAIR_IT,
    REPETITION,
    RESERVE,
    RETURN,
    ROOT,
    STUCK,
    SUMMON,
    UNIT,
    A,
    B,
    has,
    key,
    kind_of,
    numbers_at,
    numbers_of,
    numbers_on,
    other_in,
    place_of,
    target_in,
    tile_in,
    unit_in,
    unit_of,
)
from casemate.games.pocket.building import prepare
from casemate.games.pocket.dice import clear_dice, named, test
from casemate.games.pocket.ground import DEF, OFF
from casemate.games.pocket.moving import (
    BALKED_BACK,
    controlled,
    defeat,
    move_into,
    offer_command,
    offer_moves,
    offer_rootwalk,
    root_to,
    walk,
)
from casemate.games.pocket.reserves import (
    bear_daylight,
    deploy,
    go_back,
    lash_back,
    may_deploy,
    muster,
    offer_deployments,
    offer_return,
    offer_summonings,
    summon,
)
from casemate.table import choose, note, offer, offer_all, offers
from casemate.words import Reason

HEXED = Reason("6.2", "{a:unit} hexes {b:unit}")
REPAIRS = Reason("6.2", "{a:unit} tries to repair {b:unit}")
REPAIRED = Reason("6.2", "{a:unit} is repaired and goes to the reserves")
ELIMINATED = Reason("24.2", "{a:player} has no unit on the map and cannot deploy, and loses")
ALL_ELIMINATED = Reason("24.3", "Neither player has a unit on the map or can deploy: the game is a draw")
NO_CHOICE = Reason("24.4", "{a:player} has no legal choice and loses")
REPEATED = Reason("25.1", "The same position for the third time: the game is a draw")
MORE_CAPTURED = Reason("25.2", "After {c} turns {a:player} has captures worth more points and wins")
MORE_CONTROLLED = Reason("25.2", "After {c} turns the captures are equal; {a:player} controls more features and wins")
ALL_EQUAL = Reason("25.2", "After {c} turns captures and features are equal: the game is a draw")
HEX_DV, REPAIR_DV = 3, 5
ON = 0


def turn(s: Any, t: Any) -> None:
    """12.1 Before the first turn the map is built; then a turn is exactly one action; 12.5 after it comes muster."""
    if s.turn == 0:
        prepare(s, t)
        return
    player = s.player
    if is_repeated(s):
        note(t, REPEATED)
        s.winner, s.ending = DRAWN, REPETITION
        return
    s.asks = ACTION
    offer_actions(s, t, player)
    if offers(t) == 0:
        note(t, NO_CHOICE, player)
        s.winner, s.ending = 1 - player, STUCK
        return
    answer = choose(t, player)
    if kind_of(answer) == DEPLOY:
        deploy(s, t, unit_in(answer), tile_in(answer))
    elif bear_daylight(s, t, unit_in(answer)):  # 12.4
        activate(s, t, unit_in(answer), answer)
    if s.winner == NOBODY and s.options.muster == ON:
        muster(s, t, player)
    if s.winner == NOBODY:
        end_turn(s, t)
    clear_dice(s)


def offer_actions(s: Any, t: Any, player: int) -> None:
    """12.1 Move, assault, deploy, return, summon, or an Action ability."""
    tiles = s.on[player]
    while tiles != 0:
        unit = s.at[lowest(tiles)] + 0
        tiles &= tiles - 1
        offer_moves(s, t, unit)
        offer_rootwalk(s, t, unit)
        offer_assaults(s, t, unit)
        offer_return(s, t, unit)
        offer_summonings(s, t, unit)
        offer_hexes(s, t, unit)
        offer_repairs(s, t, unit)
    offer_deployments(s, t, player)


def activate(s: Any, t: Any, unit: int, answer: int) -> None:
    """12.3 What the active unit does; 12.6 Charge, Skirmish and Command; 15.3 after balking none of them follows."""
    what, completed, target, fewer = kind_of(answer), 0, NO_UNIT, 0
    if what == MOVE:
        completed = walk(s, t, unit, answer, answer >> COUNT & 15)
        if completed >= 2 and may_charge(s, unit):
            target, fewer = choose_charge(s, t, unit), 1
    elif what == ROOT:
        root_to(s, t, unit, tile_in(answer))
        completed = 1
    elif what == ASSAULT:
        target = target_in(answer)
    elif what == RETURN:
        go_back(s, t, unit)
    elif what == SUMMON:
        if summon(s, t, unit, other_in(answer), tile_in(answer)):
            lash_back(s, t, unit, other_in(answer), tile_in(answer))
    elif what == HEX_IT:
        cast_hex(s, t, unit, target_in(answer))
    else:
        repair(s, t, unit, target_in(answer))
    if target != NO_UNIT:
        assault(s, t, unit, target, fewer)
        if skirmish(s, t, unit) == BALKED_BACK:
            completed = 0
    if completed > 0:
        command(s, t, unit)


# --- Action abilities ------------------------------------------------------------------------------------------------


def hexable(s: Any, unit: int) -> int:
    """6.2 Hex: the tiles of the enemies at distance 1 or 2."""
    if not has(s, unit, HEX):
        return 0
    here = place_of(s, unit)
    return (s.rings[here, 1] | s.rings[here, 2]) & s.on[1 - (unit >> 6)]


def offer_hexes(s: Any, t: Any, unit: int) -> None:
    offer_all(t, HEX_IT | unit << UNIT | unit_of(1 - (unit >> 6), 0), numbers_on(s, hexable(s, unit)))


def cast_hex(s: Any, t: Any, unit: int, target: int) -> None:
    """6.2 Hex: a DV 3 DEF test of the enemy, which is defeated on failure."""
    note(t, HEXED, named(s, unit), named(s, target))
    if not test(s, t, target, DEF, HEX_DV, 0, 0):
        defeat(s, t, target)


def repairable(s: Any, unit: int) -> int:
    """6.2 Repair: the numbers of own captured Construct or Mechanical units."""
    if not has(s, unit, REPAIR):
        return 0
    player = unit >> 6
    return numbers_of(s, player, numbers_at(s, player, CAPTURED), MACHINES)


def offer_repairs(s: Any, t: Any, unit: int) -> None:
    offer_all(t, REPAIR_IT | unit << UNIT | unit_of(unit >> 6, 0), repairable(s, unit))


def repair(s: Any, t: Any, unit: int, captured: int) -> None:
    """6.2 Repair: a DV 5 OFF test."""
    note(t, REPAIRS, named(s, unit), named(s, captured))
    if test(s, t, unit, OFF, REPAIR_DV, 0, 0):
        s.place[captured >> 6, captured & 63] = RESERVE
        note(t, REPAIRED, named(s, captured))


# --- reactions -------------------------------------------------------------------------------------------------------


def may_charge(s: Any, unit: int) -> bool:
    """6.2 Charge, after two or more completed moves that end next to an enemy."""
    return has(s, unit, CHARGE) and may_initiate(s, unit) and adjacent_enemies(s, unit) != 0


def choose_charge(s: Any, t: Any, unit: int) -> int:
    """6.2 One adjacent enemy, or NO_UNIT."""
    s.asks, s.fighters[0] = CHARGING, unit
    offer_charge(s, t, unit)
    offer(t, DECLINE)
    answer = choose(t, unit >> 6)
    return NO_UNIT if answer == DECLINE else target_in(answer)


def command(s: Any, t: Any, unit: int) -> None:
    """6.2 Command: one other allied unit adjacent to it may make one move."""
    if s.winner != NOBODY or place_of(s, unit) < 0 or not has(s, unit, COMMAND):
        return
    if offer_command(s, t, unit) == 0:
        return
    s.asks, s.fighters[0] = COMMANDING, unit
    offer(t, DECLINE)
    answer = choose(t, unit >> 6)
    if answer != DECLINE:
        move_into(s, t, other_in(answer), tile_in(answer))


# --- the end of the turn, and of the game ----------------------------------------------------------------------------


def end_turn(s: Any, t: Any) -> None:
    """24.6 At the end of a turn 24.2-24.3, then 25.2; then it is the opponent's turn."""
    settle_elimination(s, t)
    if s.winner == NOBODY and s.turn == s.options.limit:
        settle_limit(s, t)
    s.loading[s.player] = s.fired
    s.fired = 0
    s.player = 1 - s.player
    s.turn += 1


def is_eliminated(s: Any, player: int) -> bool:
    """24.2 No unit on the map and no legal deployment."""
    return s.on[player] == 0 and not may_deploy(s, player)


def settle_elimination(s: Any, t: Any) -> None:
    """24.2-24.3"""
    a, b = is_eliminated(s, A), is_eliminated(s, B)
    if a and b:
        note(t, ALL_ELIMINATED)
        s.winner, s.ending = DRAWN, BOTH_ELIMINATED
    elif a or b:
        loser = A if a else B
        note(t, ELIMINATED, loser)
        s.winner, s.ending = 1 - loser, ELIMINATION


def captures(s: Any, player: int) -> int:
    """25.2 What a player's captures are worth."""
    points, captured = 0, numbers_at(s, 1 - player, CAPTURED)
    while captured != 0:
        points += POINTS[s.card[1 - player, lowest(captured)]]
        captured &= captured - 1
    return points


def settle_limit(s: Any, t: Any) -> None:
    """25.2 After the last turn."""
    count_up(s)
    if s.ending == CAPTURES:
        note(t, MORE_CAPTURED, s.winner, 0, s.turn)
    elif s.ending == CONTROLLED:
        note(t, MORE_CONTROLLED, s.winner, 0, s.turn)
    else:
        note(t, ALL_EQUAL, 0, 0, s.turn)


def count_up(s: Any) -> None:
    """25.2 More points in the captures; if equal, more features; otherwise a draw."""
    points = captures(s, A) - captures(s, B)
    features = count(controlled(s, A)) - count(controlled(s, B))
    if points != 0:
        s.winner, s.ending = (A if points > 0 else B), CAPTURES
    elif features != 0:
        s.winner, s.ending = (A if features > 0 else B), CONTROLLED
    else:
        s.winner, s.ending = DRAWN, EQUAL


def is_repeated(s: Any) -> bool:
    """25.1 Remembers the position; whether it occurs for the third time."""
    found, times = key(s), 1
    for n in range(min(s.remembered, MEMORY)):
        if s.keys[n] == found:
            times += 1
    s.keys[s.remembered % MEMORY] = found
    s.remembered += 1
    return times >= 3
