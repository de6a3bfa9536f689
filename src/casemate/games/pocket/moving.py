"""Chapters 13 to 15, 19 and 24.1: units move, face hazards, are defeated, and control features."""

from typing import Any

from casemate.bits import count, lowest
from casemate.games.pocket.board import (
    ABILITY,
    CAPTURED,
    COMMAND_IT,
    CONTROL,
    COUNT,
    DV,
    ENGINEER,
    FAILURE,
    FAVOURED,
    FLYING,
    FOREST,
    GRAVE,
    GRAVE_BOUND,
    HEAVY,
    MOVE,
    NOBODY,
    ONLY,
    OTHER,
    RESERVE,
    ROOT,
    ROOTWALK,
    SALVAGE,
    SKIRMISH_TO,
    SLIP,
    SPARES_FLYING,
    SUREFOOT,
    SWIFT,
    TYPE,
    UNIT,
    around,
    card_of,
    forget_shots,
    free,
    has,
    lift,
    near,
    place_code,
    place_of,
    put,
    with_type,
)
from casemate.games.pocket.dice import named, test
from casemate.games.pocket.ground import BALKS, DEF
from casemate.table import note, offer_all, roll
from casemate.words import Reason

MOVED = Reason("13.2", "{a:unit} moves to {b:place}")
HOPPED = Reason("13.3", "{a:unit} hops to {b:place}")
MOVED_ON = Reason("14.1 14.2", "{a:unit} moves on to {b:place}")
STOPPED = Reason("15.2", "{a:unit} must stop on {b:place}: {c:ground}")
ROOTED = Reason("6.2", "{a:unit} walks along the roots to {b:place}")
BALKED = Reason("15.3", "{a:unit} balks and is put back on {b:place}")
DROWNED = Reason("15.4 19.1", "{a:unit} is defeated by the {b:ground}")
DEFEATED = Reason("19.1", "{a:unit} is defeated and goes to the captures")
GRAVE_ROLL = Reason("6.2 19.2", "Grave-bound: {a:unit} rolls {b}")
ROSE = Reason("6.2 19.2", "{a:unit} is defeated and goes to the reserves")
SALVAGED = Reason("6.2 19.2", "{a:unit} is defeated and salvaged: it goes to the reserves")
CONTROLS_ALL = Reason("24.1", "{a:player} controls all three features and wins")
ARRIVED, BALKED_BACK, LOST = range(3)
LANDING, EVERY_TILE = 0, 1


# --- where a unit may go ---------------------------------------------------------------------------------------------


def may_hop_over(s: Any, unit: int) -> int:
    """13.3 The tiles of units it may hop over: allies, with Flying or Slip enemies too; 6.2 none that is Heavy."""
    if has(s, unit, HEAVY):
        return 0
    player = unit >> 6
    over = s.on[player]
    if FLYING[card_of(s, unit)] > 0 or has(s, unit, SLIP):
        over |= s.on[1 - player]
    return over & ~s.heavy & ~(1 << place_of(s, unit))


def reachable(s: Any, tile: int, over: int, room: int) -> int:
    """13.2-13.3 Where one move leads from a tile: unoccupied adjacent tiles, and hops."""
    there, hops = near(s, tile), near(s, tile) & over
    while hops != 0:
        there |= near(s, lowest(hops))
        hops &= hops - 1
    return there & room & ~(1 << tile)


def one_move(s: Any, unit: int) -> int:
    """13.2 Where one move takes a unit."""
    return reachable(s, place_of(s, unit), may_hop_over(s, unit), free(s))


def bonus_moves(s: Any, unit: int) -> int:
    """14.1-14.2, 14.6 Swift and Flying together."""
    card = card_of(s, unit)
    return SWIFT[card] + FLYING[card]


def must_stop_on(s: Any, unit: int) -> int:
    """15.2 The tiles where a unit must stop; 15.6 a Flying one only where it faces every hazard."""
    card, tiles, found = card_of(s, unit), s.stops, 0
    if FLYING[card] > 0 and s.options.flyers == LANDING:
        return 0
    while tiles != 0:
        tile = lowest(tiles)
        tiles &= tiles - 1
        if not is_spared(s, card, s.ground[tile]):
            found |= 1 << tile
    return found


def offer_moves(s: Any, t: Any, unit: int) -> None:
    """14.3-14.4 Every path: from each tile it leads to, unless the unit must stop there, it may go on."""
    extra, over = bonus_moves(s, unit), may_hop_over(s, unit)
    start = place_of(s, unit)
    room = free(s) | 1 << start
    there = reachable(s, start, over, room)
    offer_all(t, MOVE | unit << UNIT | 1 << COUNT, there)
    if extra == 0 or there == 0:
        return
    onward = ~must_stop_on(s, unit)
    moves = 1
    s.left[1], s.trail[1] = there & onward, 0
    while moves > 0:
        rest = s.left[moves]
        if rest == 0:
            moves -= 1
            continue
        here = lowest(rest)
        s.left[moves] = rest & (rest - 1)
        trail = (s.trail[moves] | here) << 5
        there = reachable(s, here, over, room)
        offer_all(t, MOVE | unit << UNIT | (moves + 1) << COUNT | trail, there)
        if moves < extra:
            moves += 1
            s.left[moves], s.trail[moves] = there & onward, trail


def rooted(s: Any, unit: int) -> int:
    """6.2 Rootwalk: on or adjacent to a Forest, any unoccupied tile that is one or adjacent to one."""
    if not has(s, unit, ROOTWALK):
        return 0
    forests = 0
    for tile in range(s.tiles):
        if s.ground[tile] == FOREST:
            forests |= 1 << tile
    woods = forests | around(s, forests)
    return woods & free(s) if woods >> place_of(s, unit) & 1 else 0


def offer_rootwalk(s: Any, t: Any, unit: int) -> None:
    offer_all(t, ROOT | unit << UNIT, rooted(s, unit))


def offer_skirmish(s: Any, t: Any, unit: int) -> None:
    """6.2, 14.5 One move."""
    offer_all(t, SKIRMISH_TO, one_move(s, unit))


def offer_command(s: Any, t: Any, unit: int) -> int:
    """6.2 One move of an allied unit adjacent to it; returns how many there are."""
    allies, ways = near(s, place_of(s, unit)) & s.on[unit >> 6], 0
    while allies != 0:
        ally = s.at[lowest(allies)]
        allies &= allies - 1
        there = one_move(s, ally)
        offer_all(t, COMMAND_IT | ally << OTHER, there)
        ways += count(there)
    return ways


# --- moving ----------------------------------------------------------------------------------------------------------


def walk(s: Any, t: Any, unit: int, path: int, moves: int) -> int:
    """14.4 The moves of a path, as far as it gets; returns how many were completed, 0 if the activation ended."""
    flies_over = FLYING[card_of(s, unit)] > 0 and s.options.flyers == LANDING
    for n in range(moves):
        tile = path >> 5 * (moves - 1 - n) & 31
        if n > 0:
            note(t, MOVED_ON, named(s, unit), place_of_tile(s, tile))
        if flies_over and n < moves - 1:
            shift(s, t, unit, tile)
        elif move_into(s, t, unit, tile) != ARRIVED:
            return 0
        if s.winner != NOBODY:
            return 0
    if moves <= bonus_moves(s, unit) and must_stop_on(s, unit) >> place_of(s, unit) & 1:
        note(t, STOPPED, named(s, unit), place_of_tile(s, place_of(s, unit)), s.ground[place_of(s, unit)])
    return moves


def shift(s: Any, t: Any, unit: int, tile: int) -> None:
    is_step = near(s, place_of(s, unit)) >> tile & 1
    put(s, unit, tile)
    if is_step:
        note(t, MOVED, named(s, unit), place_of_tile(s, tile))
    else:
        note(t, HOPPED, named(s, unit), place_of_tile(s, tile))


def move_into(s: Any, t: Any, unit: int, tile: int) -> int:
    """15.1 One move, the hazard at its end, and then control of the tile (24.1)."""
    here = place_of(s, unit)
    shift(s, t, unit, tile)
    result = face_hazard(s, t, unit, tile)
    if result == BALKED_BACK:
        put(s, unit, here)
        note(t, BALKED, named(s, unit), place_of_tile(s, here))
    elif result == LOST:
        note(t, DROWNED, named(s, unit), s.ground[tile])
        defeat(s, t, unit)
    settle_control(s, t, unit >> 6)
    return result


def is_spared(s: Any, card: int, ground: int) -> bool:
    """15.5 Favoured terrain; 6.2 Surefoot; 2.2, 3.3 whom a hazard is not for."""
    return (
        FAVOURED[card] == ground
        or has_ability(card, SUREFOOT)
        or TYPE[card] & ONLY[ground] == 0
        and ONLY[ground] != -1
        or (SPARES_FLYING[ground] != 0 and FLYING[card] > 0)
    )


def has_ability(card: int, ability: int) -> bool:
    return ABILITY[card] & ability != 0


def face_hazard(s: Any, t: Any, unit: int, tile: int) -> int:
    """15.1 The hazard of the tile, if the unit faces it."""
    ground = s.ground[tile]
    if DV[ground] == 0 or is_spared(s, card_of(s, unit), ground):
        return ARRIVED
    if test(s, t, unit, DEF, DV[ground], 0, 0):
        return ARRIVED
    return BALKED_BACK if FAILURE[ground] == BALKS else LOST


def root_to(s: Any, t: Any, unit: int, tile: int) -> None:
    """6.2 Rootwalk: set on the tile without hazard."""
    put(s, unit, tile)
    note(t, ROOTED, named(s, unit), place_of_tile(s, tile))
    settle_control(s, t, unit >> 6)


def place_of_tile(s: Any, tile: int) -> int:
    return place_code(s.q[tile], s.r[tile])


# --- defeat ----------------------------------------------------------------------------------------------------------


def defeat(s: Any, t: Any, unit: int) -> None:
    """19.1 The unit goes to the opponent's captures; 19.2 unless Grave-bound, then Salvage, says otherwise."""
    tile, player = place_of(s, unit), unit >> 6
    is_salvaged = has(s, unit, SALVAGE) and with_type(s, near(s, tile) & s.on[player], ENGINEER) != 0
    lift(s, unit, CAPTURED)
    forget_shots(s, unit)
    if has(s, unit, GRAVE_BOUND):
        s.asks, s.fighters[0] = GRAVE, unit
        face = roll(t, 6)
        note(t, GRAVE_ROLL, named(s, unit), face)
        if face == 6:
            s.place[player, unit & 63] = RESERVE
            note(t, ROSE, named(s, unit))
            return
    if is_salvaged:
        s.place[player, unit & 63] = RESERVE
        note(t, SALVAGED, named(s, unit))
    else:
        note(t, DEFEATED, named(s, unit))


# --- control ---------------------------------------------------------------------------------------------------------


def controlled(s: Any, player: int) -> int:
    """3.2 The features a player controls."""
    return s.features & s.on[player]


def settle_control(s: Any, t: Any, player: int) -> None:
    """24.1 Who controls all three features wins at once."""
    if count(controlled(s, player)) == 3 and s.winner == NOBODY:
        note(t, CONTROLS_ALL, player)
        s.winner, s.ending = player, CONTROL
