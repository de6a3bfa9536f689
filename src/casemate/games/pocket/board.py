"""Chapter 1: the map, the units on it, and their cards as tables of numbers.

While the map is built its tiles stand in the order they were laid; from then on in the order of their places (lesser q,
then lesser r), and a tile is known by its number. Sets of tiles are bits. A unit is known by 64 * player + number, both
counted from 0.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from casemate.bits import lowest
from casemate.games.pocket.cards import CARDS, FACTIONS, KNOWN, SIZE, TYPES
from casemate.games.pocket.ground import DEF, GROUNDS, OFF
from casemate.table import mix

A, B, NOBODY, DRAWN = 0, 1, -1, 2
NO_UNIT, NO_TILE, RESERVE, CAPTURED = -1, -1, -1, -2  # 4.6 a unit's place is a tile, or one of these
TILES = 18  # the most there can be: nine of each player
MEMORY = 400  # turns that 25.1 looks back on
FREE, ONE_FACTION, CORE, QUICK, RANDOM = range(5)  # option `forces`
LAST_TURN = 400
TERRAINS, FEATURES = len(GROUNDS.terrains), len(GROUNDS.features)

# What is asked for; the position on paper does not need it, people and pictures do.
(
    CHOOSING, CENTRE, DRAWING, LAYING, HOME_FEATURE, PLACING, ACTION, POOL, OTHER_POOL, FACE, GRAVE, BUMPING, REROLLING,
    CHARGING, SKIRMISHING, COMMANDING, REAPING, PLUNDERING, BACKLASH, MUSTERING,
) = range(20)  # fmt: skip
GOING_ON, CONTROL, ELIMINATION, BOTH_ELIMINATED, STUCK, REPETITION, CAPTURES, CONTROLLED, EQUAL = range(9)

OPTIONS = np.dtype(
    [
        (name, "i8")
        for name in (
            "points",
            "forces",
            "copies",
            "tiles",
            "centre",
            "tally",
            "flyers",
            "muster",
            "limit",
            "declining",
        )
    ]
)
STATE = np.dtype(
    [
        ("tiles", "i8"),  # how many are laid
        ("q", "i8", (TILES,)),
        ("r", "i8", (TILES,)),
        ("terrain", "i8", (TILES,)),
        ("ground", "i8", (TILES,)),  # 2.1 the feature, or else the terrain
        ("at", "i8", (TILES,)),  # the unit on the tile
        ("rings", "i8", (TILES, 5)),  # the tiles at distance 1 to 4
        ("ways", "i1", (TILES, TILES)),  # 1.5
        ("features", "i8"),  # tiles with a feature
        ("stops", "i8"),  # tiles where units must stop
        ("centre", "i8"),  # while the map is built: the tile of the central feature, and the kinds of home features
        ("homes", "i8", (2,)),
        ("kinds", "i8", (2,)),
        ("bag", "i8", (TERRAINS,)),
        ("drawn", "i8"),  # the tile in hand
        ("units", "i8", (2,)),  # how many each player has
        ("card", "i8", (2, SIZE)),
        ("place", "i8", (2, SIZE)),
        ("on", "i8", (2,)),  # the tiles where a player's units stand
        ("heavy", "i8"),  # the tiles where Heavy units stand
        ("loading", "i8", (2,)),  # by number: units that Slow reload binds in the owner's next or present turn
        ("fired", "i8"),  # the units that initiated an assault in the present turn
        ("player", "i8"),
        ("turn", "i8"),  # 0 until the first
        ("winner", "i8"),
        ("ending", "i8"),
        ("asks", "i8"),
        ("row", "i8"),  # which row is rolled
        ("side", "i8"),  # whose bump or re-roll is asked for: 0 the one, 1 the other
        ("fighters", "i8", (2,)),  # in an assault the initiator and the target, in a test the unit that takes it
        ("stands", "i8", (2,)),  # on which tiles
        ("dice", "i1", (4, 3)),  # rows: OFF and DEF of the one, OFF and DEF of the other
        ("bumps", "i1", (4, 6)),  # how many of each value are left
        ("rerolls", "i8", (2,)),
        ("left", "i8", (6,)),  # scratch paper for paths
        ("step", "i8", (6,)),
        ("trail", "i8", (6,)),
        ("edge", "i2", (80,)),  # scratch paper for the places where a tile can be laid
        ("weights", "i8", (TILES,)),
        ("remembered", "i8"),
        ("keys", "i8", (MEMORY,)),  # 25.1 the positions at the starts of turns
        ("options", OPTIONS),
    ]
)


def bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def of_types(words: Iterable[str]) -> int:
    """A set of types; those on no card are left out."""
    return bits(TYPES.index(word) for word in words if word in TYPES)


# --- cards -----------------------------------------------------------------------------------------------------------

POINTS = tuple(card.points for card in CARDS)
DICE = tuple((card.off, card.defence) for card in CARDS)
PRINTED = tuple(  # 4.3 how many bumps of each value, by card and kind of dice
    tuple(tuple(values.count(value) for value in range(6)) for values in (card.off_bumps, card.def_bumps))
    for card in CARDS
)
SWIFT, FLYING, RANGED, DAYLIGHT, SUMMONING = (
    tuple(card.numbers.get(name, 0) for card in CARDS)
    for name in ("Swift", "Flying", "Ranged", "Daylight", "Summoning")
)
FAVOURED = tuple(GROUNDS.names.index(card.favoured) if card.favoured else -1 for card in CARDS)
TYPE = tuple(of_types(card.types) for card in CARDS)
ABILITY = tuple(bits(KNOWN.index(ability) for ability in card.abilities) for card in CARDS)
FACTION = tuple(card.faction for card in CARDS)
(
    BRACE, CHARGE, COMMAND, DREAD, GLOOM, GRAVE_BOUND, HEAVY, HEX, LAST_GASP, LOB, OUTRIDER, PACK, PLATE, REAP, REPAIR,
    ROOTWALK, SALVAGE, SKIRMISH, SLIP, SLOW_RELOAD, SUREFOOT, TOOL_BEARER,
) = (1 << at for at in range(len(KNOWN)))  # fmt: skip
MACHINES, CASTERS = of_types(("Construct", "Mechanical")), of_types(("Mage", "Arcane"))
UNDEAD, ENGINEER = of_types(("Undead",)), of_types(("Engineer",))

# --- ground ----------------------------------------------------------------------------------------------------------

PLAINS = 0
FOREST = GROUNDS.names.index("Forest") if "Forest" in GROUNDS.names else -1
MUST_STOP, DV, FAILURE, SPARES_FLYING = (
    tuple(int(getattr(ground, name)) for ground in GROUNDS.all)
    for name in ("must_stop", "dv", "failure", "spares_flying")
)
BUMP, BUMP_OF, BUMP_FROM, IS_DARK, IS_PLUNDERED, CUTS_SUPPORT, REROLLS = (
    tuple(int(getattr(ground, name)) for ground in GROUNDS.all)
    for name in ("bump", "bump_of", "bump_from", "is_dark", "is_plundered", "cuts_support", "rerolls")
)
EVERYBODY = -1  # all types
ONLY, BUMP_FOR = (
    tuple(EVERYBODY if not getattr(ground, name) else of_types(getattr(ground, name)) for ground in GROUNDS.all)
    for name in ("only", "bump_for")
)
BUMP_NOT_AGAINST = tuple(
    GROUNDS.names.index(ground.bump_not_against) if ground.bump_not_against else -1 for ground in GROUNDS.all
)
MUSTERS = tuple(of_types(ground.musters) for ground in GROUNDS.all)


# --- places ----------------------------------------------------------------------------------------------------------

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # 1.2


def place_code(q: int, r: int) -> int:
    """A place of the grid as one number."""
    return (q + 32) << 6 | (r + 32)


def code_q(code: int) -> int:
    return (code >> 6) - 32


def code_r(code: int) -> int:
    return (code & 63) - 32


def distance(dq: int, dr: int) -> int:
    """1.4 The greatest of |dq|, |dr| and |dq + dr|."""
    return max(abs(dq), abs(dr), abs(dq + dr))


def distance_of(s: Any, x: int, y: int) -> int:
    """1.4 The distance of two tiles."""
    return distance(s.q[x] - s.q[y], s.r[x] - s.r[y])


def tile_at(s: Any, q: int, r: int) -> int:
    """The tile on a place; NO_TILE for a gap (1.6)."""
    for tile in range(s.tiles):
        if s.q[tile] == q and s.r[tile] == r:
            return tile
    return NO_TILE


def near(s: Any, tile: int) -> int:
    """1.3 The adjacent tiles."""
    return s.rings[tile, 1]


def around(s: Any, tiles: int) -> int:
    """The tiles adjacent to one of a set."""
    found = 0
    while tiles != 0:
        found |= s.rings[lowest(tiles), 1]
        tiles &= tiles - 1
    return found


def all_tiles(s: Any) -> int:
    return (1 << s.tiles) - 1


def free(s: Any) -> int:
    """The unoccupied tiles."""
    return all_tiles(s) & ~(s.on[A] | s.on[B])


# --- the map when it is complete -------------------------------------------------------------------------------------


def complete_map(s: Any) -> None:
    """The tiles in the order of their places, and what follows from where they lie."""
    sort_tiles(s)
    for x in range(s.tiles):
        for ring in range(5):
            s.rings[x, ring] = 0
        for y in range(s.tiles):
            far = distance_of(s, x, y)
            if 1 <= far <= 4:
                s.rings[x, far] |= 1 << y
    measure_ways(s)
    settle_stops(s)


def sort_tiles(s: Any) -> None:
    """21.4 Lesser q, then lesser r."""
    for last in range(1, s.tiles):
        at = last
        while at > 0 and (s.q[at - 1], s.r[at - 1]) > (s.q[at], s.r[at]):
            swap_tiles(s, at - 1, at)
            at -= 1


def swap_tiles(s: Any, x: int, y: int) -> None:
    s.q[x], s.q[y] = s.q[y], s.q[x]
    s.r[x], s.r[y] = s.r[y], s.r[x]
    s.terrain[x], s.terrain[y] = s.terrain[y], s.terrain[x]
    s.ground[x], s.ground[y] = s.ground[y], s.ground[x]
    marked = s.features
    s.features = marked & ~(1 << x | 1 << y) | (marked >> x & 1) << y | (marked >> y & 1) << x
    if s.centre == x:
        s.centre = y
    elif s.centre == y:
        s.centre = x


def measure_ways(s: Any) -> None:
    """1.5 The way between every two tiles; TILES where there is none."""
    for x in range(s.tiles):
        for y in range(s.tiles):
            s.ways[x, y] = TILES
        reached, edge, way = 0, 1 << x, 0
        while edge != 0:
            reached |= edge
            rest = edge
            while rest != 0:
                s.ways[x, lowest(rest)] = way
                rest &= rest - 1
            edge = around(s, edge) & ~reached
            way += 1


def put_feature(s: Any, tile: int, kind: int) -> None:
    """3.1 A feature on a tile, which counts as the feature from now on (2.1)."""
    s.features |= 1 << tile
    s.ground[tile] = TERRAINS + kind


def settle_stops(s: Any) -> None:
    s.stops = 0
    for tile in range(s.tiles):
        if MUST_STOP[s.ground[tile]]:
            s.stops |= 1 << tile


# --- units -----------------------------------------------------------------------------------------------------------


def unit_of(player: int, number: int) -> int:
    return player << 6 | number


def card_of(s: Any, unit: int) -> int:
    return s.card[unit >> 6, unit & 63]


def place_of(s: Any, unit: int) -> int:
    return s.place[unit >> 6, unit & 63]


def has(s: Any, unit: int, ability: int) -> bool:
    return ABILITY[s.card[unit >> 6, unit & 63]] & ability != 0


def is_of(s: Any, unit: int, types: int) -> bool:
    return TYPE[s.card[unit >> 6, unit & 63]] & types != 0


def enlist(s: Any, player: int, card: int) -> None:
    """20.1 One more unit, in the reserves until it is placed."""
    n = s.units[player]
    s.card[player, n] = card
    s.place[player, n] = RESERVE
    s.units[player] = n + 1


def put(s: Any, unit: int, tile: int) -> None:
    """A unit on a tile; it comes from wherever it was."""
    if place_of(s, unit) >= 0:
        lift(s, unit, RESERVE)
    player = unit >> 6
    s.place[player, unit & 63] = tile
    s.at[tile] = unit
    s.on[player] |= 1 << tile
    if has(s, unit, HEAVY):
        s.heavy |= 1 << tile


def lift(s: Any, unit: int, to: int) -> None:
    """A unit off the map, to the reserves or the captures."""
    player, tile = unit >> 6, place_of(s, unit)
    s.place[player, unit & 63] = to
    s.at[tile] = NO_UNIT
    s.on[player] &= ~(1 << tile)
    s.heavy &= ~(1 << tile)


def forget_shots(s: Any, unit: int) -> None:
    """Slow reload binds no unit that has left the map."""
    if s.loading[unit >> 6] >> (unit & 63) & 1:
        s.loading[unit >> 6] ^= 1 << (unit & 63)
    if unit >> 6 == s.player and s.fired >> (unit & 63) & 1:
        s.fired ^= 1 << (unit & 63)


def numbers_at(s: Any, player: int, where: int) -> int:
    """The numbers of a player's units in the reserves, or captured."""
    found = 0
    for n in range(s.units[player]):
        if s.place[player, n] == where:
            found |= 1 << n
    return found


def numbers_on(s: Any, tiles: int) -> int:
    """The numbers of the units, all of one player, that stand on a set of tiles."""
    found = 0
    while tiles != 0:
        found |= 1 << (s.at[lowest(tiles)] & 63)
        tiles &= tiles - 1
    return found


def with_ability(s: Any, tiles: int, ability: int) -> int:
    """Those of some occupied tiles whose unit has the ability."""
    found = 0
    while tiles != 0:
        tile = lowest(tiles)
        tiles &= tiles - 1
        if ABILITY[card_of(s, s.at[tile])] & ability != 0:
            found |= 1 << tile
    return found


def with_type(s: Any, tiles: int, types: int) -> int:
    """Those of some occupied tiles whose unit is of one of the types."""
    found = 0
    while tiles != 0:
        tile = lowest(tiles)
        tiles &= tiles - 1
        if TYPE[card_of(s, s.at[tile])] & types != 0:
            found |= 1 << tile
    return found


def numbers_of(s: Any, player: int, numbers: int, types: int) -> int:
    """Those of some of a player's units that are of one of the types."""
    found = 0
    while numbers != 0:
        n = lowest(numbers)
        numbers &= numbers - 1
        if TYPE[s.card[player, n]] & types != 0:
            found |= 1 << n
    return found


def set_up(s: Any) -> None:
    """Nothing is chosen, laid or placed yet."""
    clear(s)


def clear(s: Any) -> None:
    """An empty table."""
    for tile in range(TILES):
        s.at[tile] = NO_UNIT
    s.winner, s.player, s.centre, s.drawn = NOBODY, NOBODY, NO_TILE, NO_TILE
    s.homes[A] = s.homes[B] = NO_TILE
    s.kinds[A] = s.kinds[B] = NO_TILE
    s.fighters[0] = s.fighters[1] = NO_UNIT


# --- answers as numbers ----------------------------------------------------------------------------------------------

UNIT, COUNT, OTHER = 41, 37, 30  # where in an answer a unit, how many moves, and another unit stand
(
    DECLINE, MOVE, ROOT, ASSAULT, DEPLOY, RETURN, SUMMON, HEX_IT, REPAIR_IT, CHARGE_AT, SKIRMISH_TO, COMMAND_IT,
    REAP_IT, PLUNDER_IT, BACKLASH_IT, MUSTER_IT, USE_BUMP, REROLL_IT, TAKE, DONE, TAKE_TILES, TAKE_FEATURE, TAKE_CORE,
    LAY, PUT_HOME, PLACE_UNIT,
) = (kind << 48 for kind in range(26))  # fmt: skip


def kind_of(code: int) -> int:
    return code >> 48 << 48


def unit_in(code: int) -> int:
    return code >> UNIT & 127


def other_in(code: int) -> int:
    return code >> OTHER & 127


def tile_in(code: int) -> int:
    return code & 31


def target_in(code: int) -> int:
    """A unit in the last place of an answer."""
    return code & 127


# --- positions as numbers --------------------------------------------------------------------------------------------


def scattered(n: int) -> int:
    """62 bits from a small number."""
    half = (1 << 31) - 1
    return (mix(2 * n + 1) & half) << 31 | mix(2 * n + 2) & half


WHERE = TILES + 2  # a tile, the reserves or the captures
PLACE_KEYS = tuple(scattered(n) for n in range(2 * SIZE * WHERE))
LOADING_KEYS = tuple(scattered(n) for n in range(2 * SIZE * WHERE, 2 * SIZE * WHERE + 2 * SIZE))
PLAYER_KEYS = (scattered(1_000_000), scattered(1_000_001))


def key(s: Any) -> int:
    """25.1 The place, reserve or capture of every unit, the player to move and the Slow reload marks, scattered."""
    found = PLAYER_KEYS[s.player]
    for player in range(2):
        for n in range(s.units[player]):
            found ^= PLACE_KEYS[(player * SIZE + n) * WHERE + s.place[player, n] + 2]
        marked = s.loading[player]
        while marked != 0:
            found ^= LOADING_KEYS[player * SIZE + lowest(marked)]
            marked &= marked - 1
    return found


CORES = tuple(tuple(CARDS.index(card) for card in faction.units[:6]) for faction in FACTIONS)
ROW_OFF, ROW_DEF = OFF, DEF
