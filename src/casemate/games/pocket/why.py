"""Why an answer is not legal: the rule's number and the facts in the way.

Each check asks the same functions that make the menu and names what they found. `refuse` ends the search with a note.
"""

import re
from collections.abc import Callable
from typing import Any, NoReturn

from casemate.bits import lowest
from casemate.games.pocket.assaults import may_initiate, seen
from casemate.games.pocket.board import (
    ACTION,
    BACKLASH,
    BUMPING,
    CAPTURED,
    CHARGING,
    CHOOSING,
    COMMANDING,
    DICE,
    FLYING,
    FOREST,
    HEAVY,
    HEX,
    HOME_FEATURE,
    LAYING,
    LOB,
    MACHINES,
    MUSTERING,
    MUSTERS,
    NO_TILE,
    OUTRIDER,
    PLACING,
    PLUNDERING,
    RANGED,
    REAPING,
    REPAIR,
    REROLLING,
    RESERVE,
    ROOTWALK,
    SKIRMISHING,
    SLIP,
    SUMMONING,
    UNDEAD,
    A,
    all_tiles,
    around,
    card_of,
    distance,
    distance_of,
    has,
    is_of,
    near,
    place_code,
    place_of,
    tile_at,
)
from casemate.games.pocket.building import best_pair, partners, room
from casemate.games.pocket.choosing import NOT_A_CHOICE, read_choice, why_not_choose
from casemate.games.pocket.dice import named
from casemate.games.pocket.ground import OFF
from casemate.games.pocket.moving import (
    bonus_moves,
    controlled,
    may_hop_over,
    must_stop_on,
    one_move,
    reachable,
    rooted,
)
from casemate.games.pocket.notation import PLAYERS, TERRAIN_NAMES, read_place
from casemate.games.pocket.reserves import deployments, is_caster, may_return
from casemate.words import Reason

NO_SUCH_UNIT = Reason("27.1", "{a:player} has {b} units, and none numbered {c}")
NOT_YOURS = Reason("1.9 12.1", "{a:unit} is {b:player}'s, and it is {c:player}'s turn")
NOT_AN_ENEMY = Reason("1.9", "{a:unit} is no enemy")
IN_RESERVE = Reason("4.6", "{a:unit} is in the reserves")
IS_CAPTURED = Reason("4.6 19.4", "{a:unit} is captured")
ON_THE_MAP = Reason("4.6", "{a:unit} stands on the map, on {b:place}")
NOT_CAPTURED = Reason("4.6", "{a:unit} is not captured")
GAP = Reason("1.6", "there is no tile on {a:place}")
OCCUPIED = Reason("1.7", "{a:unit} stands on {b:place}")
TOO_MANY_MOVES = Reason("14.1 14.2", "{a:unit} makes at most {b} moves in an activation, not {c}")
STAYS = Reason("13.2", "a move leads to another tile, and {a:unit} is on {b:place} already")
MUST_STOP = Reason("15.2 14.4", "{a:unit} must stop on {b:place}: {c:ground}")
TOO_FAR = Reason("13.2 13.3", "{b:place} is neither adjacent to {a:place} nor a hop over one unit away")
OVER_ENEMY = Reason("13.3", "the hop to {c:place} leads over {b:unit}, and {a:unit} has neither Flying nor Slip")
OVER_HEAVY = Reason("6.2 13.3", "the hop to {c:place} leads over {b:unit}, which is Heavy")
HEAVY_HOPS = Reason("6.2", "{a:unit} is Heavy and may not hop; {b:place} is not adjacent to it")
NO_ROOTWALK = Reason("6.2", "{a:unit} has no Rootwalk")
NO_ROOTS = Reason("6.2", "{a:unit} is neither on a Forest nor adjacent to one")
NO_ROOTS_THERE = Reason("6.2", "{b:place} is neither a Forest nor adjacent to one")
NO_DICE = Reason("17.2", "{a:unit} has no OFF dice and may not initiate an assault")
LOADING = Reason("6.2", "Slow reload: {a:unit} initiated an assault in its owner's previous turn")
OUT_OF_REACH = Reason("17.1 18.1", "{a:unit} assaults at a distance of up to {c}, and {b:unit} is farther away")
GAP_BETWEEN = Reason("18.2 18.3", "gaps block every route from {a:unit} to {b:unit} in as few steps as their distance")
BLOCKED = Reason("18.2", "every shortest route from {a:unit} to {b:unit} is blocked, as on {c:place}")
IS_SUMMONED = Reason("20.4", "{a:unit} has Summoning: it can only be summoned")
IS_SUMMONED_FIRST = Reason("11.3", "{a:unit} has Summoning and may not be placed")
NO_FEATURE = Reason("20.2 3.2", "{a:player} controls no feature to deploy at")
NOT_AT_FEATURE = Reason("20.2", "{a:place} is not adjacent to a feature that {b:player} controls")
NOT_FOR_OUTRIDER = Reason("6.2 20.2", "{a:place} is not adjacent to a feature on which no enemy stands")
NOT_AT_HOLD = Reason("20.5", "{a:unit} is neither on a feature nor adjacent to one that another own unit holds")
NO_CASTER = Reason("23.1", "{a:unit} is neither Mage nor Arcane and cannot summon")
NOT_SUMMONED = Reason("23.1", "{a:unit} has no Summoning: it is deployed")
NOT_BESIDE = Reason("23.2", "{a:place} is not adjacent to the summoner {b:unit}")
NO_HEX = Reason("6.2", "{a:unit} has no Hex")
HEX_TOO_FAR = Reason("6.2", "Hex reaches a distance of 2, and {b:unit} is at distance {c}")
NO_REPAIR = Reason("6.2", "{a:unit} has no Repair")
NOT_A_MACHINE = Reason("6.2", "{a:unit} is neither Construct nor Mechanical")
NOT_UNDEAD = Reason("6.2", "{a:unit} is not Undead")
NOT_ADJACENT = Reason("6.2", "{b:unit} is not adjacent to {a:unit}")
NOT_ONE_MOVE = Reason("13.2 13.3", "{b:place} is not one move away for {a:unit}")
ITSELF = Reason("6.2", "{a:unit} commands another unit, not itself")
NOT_MUSTERED_HERE = Reason("21.1", "{a:unit} is not mustered by the {b:ground}")
NOT_AT_MUSTER = Reason("21.1", "{a:place} is not adjacent to the {b:ground} on {c:place}")
SUMMONED_NOT_MUSTERED = Reason("21.2", "{a:unit} has Summoning and cannot be mustered")
OTHER_TILE = Reason("9.3", "the tile drawn is {a:terrain}, not {b:terrain}")
TILE_THERE = Reason("9.4", "there is a tile on {a:place} already")
TILE_APART = Reason("9.4", "{a:place} is not adjacent to a tile already laid")
ON_FEATURE = Reason("10.1 11.2", "there is a feature on {a:place}")
NOT_BEST = Reason("10.1 10.2", "{a:place} belongs to no best pair")
NOT_BEST_WITH = Reason("10.1 10.3", "{a:place} forms no best pair with {b:place}, {c:player}'s choice")
NOT_AT_HOME = Reason("11.2", "{a:place} is neither the home feature on {b:place} nor adjacent to it")
NO_DIE = Reason("27.4", "there is no {a:kind} die {b}")
AT_SIX = Reason("17.6", "the die shows 6 and cannot be bumped")
NO_BUMP = Reason("17.5 17.6", "{a:unit} has no {b:kind} bump of +{c} left")
NO_REROLL = Reason("17.10", "{a:unit} has no re-roll left")
NO_PASSING = Reason("12.2", "{a:player} has a legal choice and must make one: there is no passing")
ONLY_CORES = Reason("7.1 28.1", "here a player picks a faction's core with its home tiles and home feature")

DUE = {
    CHOOSING: (Reason("8.7", "force, tiles and home feature are to be chosen now"), ("choose",)),
    LAYING: (Reason("9.3", "{a:player} has drawn {b:terrain} and lays it now"), ("tile",)),
    HOME_FEATURE: (Reason("10.2 10.3", "{a:player}'s home feature is to be put on a tile now"), ("feature",)),
    PLACING: (Reason("11.1", "{a:player} places a first unit now"), ("place",)),
    ACTION: (
        Reason("12.1", "{a:player}'s action is due: move, assault, deploy, return, summon or an Action ability"),
        ("m", "root", "x", "d", "r", "s", "hex", "repair"),
    ),
    BUMPING: (Reason("17.4 16.3", "a bump for {b:unit} is due, or - to decline"), ("b",)),
    REROLLING: (Reason("17.9 16.4", "a re-roll for {b:unit} is due, or - to decline"), ("rr",)),
    CHARGING: (Reason("6.2 12.6", "{b:unit} may charge now, or - to decline"), ("charge",)),
    SKIRMISHING: (Reason("6.2 12.6", "{b:unit} may skirmish now, or - to decline"), ("skirmish",)),
    COMMANDING: (Reason("6.2 12.6", "{b:unit} may command now, or - to decline"), ("command",)),
    REAPING: (Reason("6.2 19.3", "{b:unit} may reap now, or - to decline"), ("reap",)),
    PLUNDERING: (Reason("19.6", "a player may plunder now, or - to decline"), ("plunder",)),
    BACKLASH: (Reason("23.7", "`backlash`, or - to decline, is due"), ("backlash",)),
    MUSTERING: (Reason("21.1", "{a:player} may muster now, or - to decline"), ("muster",)),
}
WAITS = Reason("12.1", "that cannot be done now")


class Because(Exception):
    """What stands in the way, as a note."""


def refuse(reason: int, *numbers: int) -> NoReturn:
    raise Because(reason, *numbers)


def why_not(s: Any, text: str) -> tuple[int, ...] | None:
    """Why an answer is not legal, as a note; None if it is none, or legal."""
    try:
        return search(s, text)
    except Because as because:
        return because.args


def search(s: Any, text: str) -> tuple[int, ...] | None:
    word, words = text.split(" ")[0], text.split(" ")[1:]
    if word not in CHECKS or not is_well_formed(text):
        return None
    due, allowed = DUE[s.asks]
    if word == "-" and s.asks in (CHOOSING, LAYING, HOME_FEATURE, PLACING, ACTION):
        refuse(NO_PASSING, max(0, s.player))
    if word not in allowed:
        refuse(due, *facts(s))
    if word == "choose":
        return why_not_chosen(s, text)
    CHECKS[word](s, *words)
    return (WAITS,)


UNIT_FORM, PLACE_FORM = r"[AB][1-9]\d?", r"(?:0|-?[1-9]\d?),(?:0|-?[1-9]\d?)"
FORMS = (
    r"-",
    r"backlash",
    r"choose .+",
    r"m <unit>( <place>)+",
    r"(root|d|muster|place|command) <unit> <place>",
    r"(x|hex|repair) <unit> <unit>",
    r"(r|charge|reap|plunder) <unit>",
    r"s <unit> <unit> <place>",
    r"(skirmish|feature) <place>",
    rf"tile ({'|'.join(TERRAIN_NAMES)}) <place>",
    r"b [OD][1-3]\+[1-5]",
    r"rr [OD][1-3]",
)
WRITTEN = re.compile("|".join(FORMS).replace("<unit>", UNIT_FORM).replace("<place>", PLACE_FORM), re.ASCII)


def is_well_formed(text: str) -> bool:
    """27.2 Whether a text has the form of an answer."""
    return len(text) < 2000 and WRITTEN.fullmatch(text) is not None


def facts(s: Any) -> tuple[int, ...]:
    """What the reasons of DUE speak of: the player whose turn it is, and the tile in hand or the unit that acts."""
    if s.asks == LAYING:
        return s.player, s.drawn
    unit = s.fighters[s.side if s.asks in (BUMPING, REROLLING) else 0]
    return max(0, s.player), named(s, unit) if unit >= 0 else 0


def why_not_chosen(s: Any, text: str) -> tuple[int, ...] | None:
    """8.1-8.5"""
    if s.options.forces >= 2:
        return (NOT_A_CHOICE,) if read_choice(text) == (NOT_A_CHOICE,) else (ONLY_CORES,)
    return why_not_choose(s.options, text)


# --- units and places ------------------------------------------------------------------------------------------------


def unit_named(s: Any, name: str) -> int:
    """27.1"""
    player, number = PLAYERS.index(name[0]), int(name[1:])
    if number > s.units[player]:
        refuse(NO_SUCH_UNIT, player, s.units[player], number)
    return player << 6 | number - 1


def own(s: Any, name: str, player: int | None = None) -> int:
    """A unit of the player whose turn it is, or of another who decides."""
    unit = unit_named(s, name)
    wanted = s.player if player is None else player
    if unit >> 6 != wanted:
        refuse(NOT_YOURS, named(s, unit), unit >> 6, wanted)
    return unit


def on_map(s: Any, unit: int) -> int:
    if place_of(s, unit) == RESERVE:
        refuse(IN_RESERVE, named(s, unit))
    if place_of(s, unit) == CAPTURED:
        refuse(IS_CAPTURED, named(s, unit))
    return unit


def in_reserve(s: Any, unit: int) -> int:
    if place_of(s, unit) == CAPTURED:
        refuse(IS_CAPTURED, named(s, unit))
    if place_of(s, unit) >= 0:
        refuse(ON_THE_MAP, named(s, unit), code_of(s, place_of(s, unit)))
    return unit


def captured(s: Any, unit: int) -> int:
    if place_of(s, unit) != CAPTURED:
        refuse(NOT_CAPTURED, named(s, unit))
    return unit


def enemy(s: Any, name: str) -> int:
    unit = unit_named(s, name)
    if unit >> 6 == s.player:
        refuse(NOT_AN_ENEMY, named(s, unit))
    return on_map(s, unit)


def code_of(s: Any, tile: int) -> int:
    return place_code(s.q[tile], s.r[tile])


def tile_named(s: Any, place: str) -> int:
    q, r = read_place(place)
    tile = tile_at(s, q, r)
    if tile == NO_TILE:
        refuse(GAP, place_code(q, r))
    return tile


def unoccupied(s: Any, place: str) -> int:
    tile = tile_named(s, place)
    if s.at[tile] >= 0:
        refuse(OCCUPIED, named(s, s.at[tile]), code_of(s, tile))
    return tile


# --- actions ---------------------------------------------------------------------------------------------------------


def why_not_move(s: Any, name: str, *path: str) -> None:
    """13, 14"""
    unit = on_map(s, own(s, name))
    here, moves = place_of(s, unit), 1 + bonus_moves(s, unit)
    start, stops = here, must_stop_on(s, unit)
    for number, place in enumerate(path):
        tile = tile_named(s, place)
        if number and stops >> here & 1:
            refuse(MUST_STOP, named(s, unit), code_of(s, here), s.ground[here])
        why_not_step(s, unit, here, tile, start)
        here = tile
    if len(path) > moves:
        refuse(TOO_MANY_MOVES, named(s, unit), moves, len(path))


def why_not_step(s: Any, unit: int, here: int, tile: int, start: int) -> None:
    """13.2-13.3 One move; the unit itself, which may come back to where it began, stands in nobody's way."""
    if tile == here:
        refuse(STAYS, named(s, unit), code_of(s, tile))
    if s.at[tile] >= 0 and tile != start:
        refuse(OCCUPIED, named(s, s.at[tile]), code_of(s, tile))
    if reachable(s, here, may_hop_over(s, unit), all_tiles(s)) >> tile & 1:
        return
    if has(s, unit, HEAVY):
        refuse(HEAVY_HOPS, named(s, unit), code_of(s, tile))
    between = near(s, here) & near(s, tile) & (s.on[0] | s.on[1]) & ~(1 << start)
    if between == 0:
        refuse(TOO_FAR, code_of(s, here), code_of(s, tile))
    over = s.at[lowest(between)]
    is_enemy = over >> 6 != unit >> 6 and FLYING[card_of(s, unit)] == 0 and not has(s, unit, SLIP)
    refuse(OVER_ENEMY if is_enemy else OVER_HEAVY, named(s, unit), named(s, over), code_of(s, tile))


def why_not_root(s: Any, name: str, place: str) -> None:
    """6.2"""
    unit = on_map(s, own(s, name))
    tile = unoccupied(s, place)
    if not has(s, unit, ROOTWALK):
        refuse(NO_ROOTWALK, named(s, unit))
    if rooted(s, unit) == 0:
        refuse(NO_ROOTS, named(s, unit))
    forests = sum(1 << each for each in range(s.tiles) if s.ground[each] == FOREST)
    if not (forests | around(s, forests)) >> tile & 1:
        refuse(NO_ROOTS_THERE, 0, code_of(s, tile))


def why_not_assault(s: Any, name: str, other: str) -> None:
    """17.1-17.2, 18.1-18.3"""
    unit, target = on_map(s, own(s, name)), enemy(s, other)
    card, here, there = card_of(s, unit), place_of(s, unit), place_of(s, target)
    if DICE[card][OFF] == 0:
        refuse(NO_DICE, named(s, unit))
    if not may_initiate(s, unit):
        refuse(LOADING, named(s, unit))
    reach = 1 + RANGED[card]
    if distance_of(s, here, there) > reach:
        refuse(OUT_OF_REACH, named(s, unit), named(s, target), reach)
    if not seen(s, here, reach, all_tiles(s)) >> there & 1:
        refuse(GAP_BETWEEN, named(s, unit), named(s, target))
    blocks = s.features | s.on[1 - s.player]
    if FLYING[card] > 0 or has(s, unit, LOB) or FLYING[card_of(s, target)] > 0:
        blocks = 0
    far = distance_of(s, here, there)
    if far > 1 and not seen(s, here, reach, all_tiles(s) & ~blocks) >> there & 1:
        between = (tile for tile in range(s.tiles) if blocks >> tile & 1 and tile not in (here, there))
        between = (tile for tile in between if distance_of(s, here, tile) + distance_of(s, tile, there) == far)
        refuse(BLOCKED, named(s, unit), named(s, target), code_of(s, next(between)))


def why_not_deploy(s: Any, name: str, place: str) -> None:
    """20.2, 20.4"""
    unit = in_reserve(s, own(s, name))
    if SUMMONING[card_of(s, unit)]:
        refuse(IS_SUMMONED, named(s, unit))
    tile = unoccupied(s, place)
    if not deployments(s, s.player, unit & 63) >> tile & 1:
        if has(s, unit, OUTRIDER):
            refuse(NOT_FOR_OUTRIDER, code_of(s, tile))
        if controlled(s, s.player) == 0:
            refuse(NO_FEATURE, s.player)
        refuse(NOT_AT_FEATURE, code_of(s, tile), s.player)


def why_not_return(s: Any, name: str) -> None:
    """20.5"""
    unit = on_map(s, own(s, name))
    if not may_return(s, unit):
        refuse(NOT_AT_HOLD, named(s, unit))


def why_not_summon(s: Any, name: str, other: str, place: str) -> None:
    """23.1-23.2"""
    summoner, unit = on_map(s, own(s, name)), in_reserve(s, own(s, other))
    if not is_caster(s, summoner):
        refuse(NO_CASTER, named(s, summoner))
    if SUMMONING[card_of(s, unit)] == 0:
        refuse(NOT_SUMMONED, named(s, unit))
    tile = unoccupied(s, place)
    if not near(s, place_of(s, summoner)) >> tile & 1:
        refuse(NOT_BESIDE, code_of(s, tile), named(s, summoner))


def why_not_hex(s: Any, name: str, other: str) -> None:
    """6.2"""
    unit, target = on_map(s, own(s, name)), enemy(s, other)
    if not has(s, unit, HEX):
        refuse(NO_HEX, named(s, unit))
    far = distance_of(s, place_of(s, unit), place_of(s, target))
    if far > 2:
        refuse(HEX_TOO_FAR, named(s, unit), named(s, target), far)


def why_not_repair(s: Any, name: str, other: str) -> None:
    """6.2"""
    unit, lost = on_map(s, own(s, name)), captured(s, own(s, other))
    if not has(s, unit, REPAIR):
        refuse(NO_REPAIR, named(s, unit))
    if not is_of(s, lost, MACHINES):
        refuse(NOT_A_MACHINE, named(s, lost))


# --- reactions -------------------------------------------------------------------------------------------------------


def why_not_charge(s: Any, other: str) -> None:
    """6.2"""
    target = enemy(s, other)
    if not near(s, place_of(s, s.fighters[0])) >> place_of(s, target) & 1:
        refuse(NOT_ADJACENT, named(s, s.fighters[0]), named(s, target))


def why_not_skirmish(s: Any, place: str) -> None:
    """6.2, 14.5"""
    unit = s.fighters[0]
    why_not_step(s, unit, place_of(s, unit), tile_named(s, place), place_of(s, unit))


def why_not_command(s: Any, name: str, place: str) -> None:
    """6.2"""
    unit = on_map(s, own(s, name))
    if unit == s.fighters[0]:
        refuse(ITSELF, named(s, unit))
    if not near(s, place_of(s, s.fighters[0])) >> place_of(s, unit) & 1:
        refuse(NOT_ADJACENT, named(s, s.fighters[0]), named(s, unit))
    tile = tile_named(s, place)
    why_not_step(s, unit, place_of(s, unit), tile, place_of(s, unit))
    if not one_move(s, unit) >> tile & 1:
        refuse(NOT_ONE_MOVE, named(s, unit), code_of(s, tile))


def why_not_reap(s: Any, name: str) -> None:
    """6.2"""
    unit = captured(s, own(s, name, s.fighters[0] >> 6))
    if not is_of(s, unit, UNDEAD):
        refuse(NOT_UNDEAD, named(s, unit))


def why_not_plunder(s: Any, name: str) -> None:
    """19.6"""
    captured(s, own(s, name, s.side))


def why_not_muster(s: Any, name: str, place: str) -> None:
    """21.1-21.2"""
    unit = in_reserve(s, own(s, name))
    feature = s.stands[0]
    ground = s.ground[feature]
    if not is_of(s, unit, MUSTERS[ground]):
        refuse(NOT_MUSTERED_HERE, named(s, unit), ground)
    if SUMMONING[card_of(s, unit)]:
        refuse(SUMMONED_NOT_MUSTERED, named(s, unit))
    tile = unoccupied(s, place)
    if not near(s, feature) >> tile & 1:
        refuse(NOT_AT_MUSTER, code_of(s, tile), ground, code_of(s, feature))


# --- before the first turn -------------------------------------------------------------------------------------------


def why_not_lay(s: Any, terrain: str, place: str) -> None:
    """9.3-9.4"""
    kind = TERRAIN_NAMES.index(terrain)
    if kind != s.drawn:
        refuse(OTHER_TILE, s.drawn, kind)
    q, r = read_place(place)
    if tile_at(s, q, r) != NO_TILE:
        refuse(TILE_THERE, place_code(q, r))
    if all(distance(s.q[tile] - q, s.r[tile] - r) != 1 for tile in range(s.tiles)):
        refuse(TILE_APART, place_code(q, r))


def why_not_feature(s: Any, place: str) -> None:
    """10.1-10.3"""
    tile = tile_named(s, place)
    if s.features >> tile & 1:
        refuse(ON_FEATURE, code_of(s, tile))
    best = best_pair(s)
    if s.player == A and partners(s, best, tile) == 0:
        refuse(NOT_BEST, code_of(s, tile))
    if s.player != A and not partners(s, best, s.homes[A]) >> tile & 1:
        refuse(NOT_BEST_WITH, code_of(s, tile), code_of(s, s.homes[A]), A)


def why_not_place(s: Any, name: str, place: str) -> None:
    """11.2-11.3"""
    unit = in_reserve(s, own(s, name))
    if SUMMONING[card_of(s, unit)]:
        refuse(IS_SUMMONED_FIRST, named(s, unit))
    tile, home = unoccupied(s, place), s.homes[s.player]
    if room(s, s.player) >> tile & 1:
        return
    if s.features >> tile & 1:
        refuse(ON_FEATURE, code_of(s, tile))
    refuse(NOT_AT_HOME, code_of(s, tile), code_of(s, home))


# --- dice ------------------------------------------------------------------------------------------------------------


def die_named(s: Any, name: str) -> tuple[int, int]:
    """27.5 The row and the number of a die."""
    kind, number = "OD".index(name[0]), int(name[1])
    row = 2 * s.side + kind
    if s.dice[row][number - 1] == 0:
        refuse(NO_DIE, kind, number)
    return row, number - 1


def why_not_bump(s: Any, words: str) -> None:
    """17.5-17.6"""
    name, _, value = words.partition("+")
    row, die = die_named(s, name)
    if s.bumps[row][int(value)] == 0:
        refuse(NO_BUMP, named(s, s.fighters[s.side]), row & 1, int(value))
    if s.dice[row][die] == 6:
        refuse(AT_SIX)


def why_not_reroll(s: Any, name: str) -> None:
    """17.10-17.11"""
    die_named(s, name)
    if s.rerolls[s.side] == 0:
        refuse(NO_REROLL, named(s, s.fighters[s.side]))


def nothing(s: Any, *words: str) -> None:
    pass


CHECKS: dict[str, Callable[..., None]] = {
    "-": nothing,
    "backlash": nothing,
    "choose": nothing,
    "m": why_not_move,
    "root": why_not_root,
    "x": why_not_assault,
    "d": why_not_deploy,
    "r": why_not_return,
    "s": why_not_summon,
    "hex": why_not_hex,
    "repair": why_not_repair,
    "charge": why_not_charge,
    "skirmish": why_not_skirmish,
    "command": why_not_command,
    "reap": why_not_reap,
    "plunder": why_not_plunder,
    "muster": why_not_muster,
    "tile": why_not_lay,
    "feature": why_not_feature,
    "place": why_not_place,
    "b": why_not_bump,
    "rr": why_not_reroll,
}
