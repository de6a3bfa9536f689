"""Chapters 9 to 11 and 26: the map is laid, the home features and the first units are placed."""

from typing import Any

from casemate.bits import lowest
from casemate.games.pocket.board import (
    CENTRE,
    DRAWING,
    FEATURES,
    HOME_FEATURE,
    LAY,
    LAYING,
    NO_TILE,
    PLACE_UNIT,
    PLACING,
    PUT_HOME,
    QUICK,
    RANDOM,
    RESERVE,
    STEPS,
    SUMMONING,
    UNIT,
    A,
    B,
    code_q,
    code_r,
    complete_map,
    distance,
    free,
    near,
    place_code,
    put,
    put_feature,
    settle_stops,
    tile_in,
    unit_in,
    unit_of,
)
from casemate.games.pocket.forces import choose_force
from casemate.table import choose, draw, fall, note, offer, offer_all, roll
from casemate.words import Reason

CENTRAL = Reason("8.6", "The central feature is a {a:feature}")
DREW = Reason("9.3", "{a:player} draws {b:terrain}")
FIRST = Reason("9.2", "{a:terrain} is laid on {b:place}, with the central feature on it")
LAID = Reason("9.4", "{a:player} lays {b:terrain} on {c:place}")
HOME = Reason("10.1", "{a:player}'s home feature, a {b:feature}, is put on {c:place}")
PLACED = Reason("11.2", "{a:unit} is placed on {b:place}")
IN_RESERVE = Reason("11.5", "{a} of {b:player}'s units are in reserve")
BEGINS = Reason("11.6", "{a:player} takes the first turn")
EVERY_FEATURE = (1,) * FEATURES
FIRST_UNITS = 3
BY_LOT = 0


def prepare(s: Any, t: Any) -> None:
    """The next step before the first turn: what is still missing says which."""
    if s.units[A] == 0:
        choose_force(s, t, A)
    elif s.units[B] == 0:
        choose_force(s, t, B)
    elif s.tiles == 0:
        lay_first_tile(s, t)
    elif s.homes[A] == NO_TILE:
        lay_tile(s, t)
        if in_bag(s) == 0:  # 9.5
            complete_map(s)
            place_home_features(s, t)
    else:
        place_first_units(s, t, A)
        place_first_units(s, t, B)
        begin(s, t)


def begin(s: Any, t: Any) -> None:
    """11.6 B takes the first turn."""
    s.player, s.turn = B, 1
    s.drawn = s.centre = NO_TILE
    for player in range(2):
        s.homes[player] = s.kinds[player] = NO_TILE
    note(t, BEGINS, B)


# --- the tiles -------------------------------------------------------------------------------------------------------


def in_bag(s: Any) -> int:
    left = 0
    for kind in range(len(s.bag)):
        left += s.bag[kind]
    return left


def lay_first_tile(s: Any, t: Any) -> None:
    """8.6, 9.2 The central feature, by lot unless agreed, on the first tile from the bag."""
    s.asks = CENTRE
    feature = fall(t, EVERY_FEATURE) if s.options.centre == BY_LOT else s.options.centre - 1
    note(t, CENTRAL, feature)
    s.asks = DRAWING
    kind = draw(t, s.bag)
    lay(s, kind, 0, 0)
    s.centre = 0
    put_feature(s, 0, feature)
    note(t, FIRST, kind, place_code(0, 0))


def lay_tile(s: Any, t: Any) -> None:
    """9.3 Beginning with A the players draw and lay a tile; 26.4 in the quick start chance does."""
    player = (s.tiles - 1) & 1
    s.asks = DRAWING
    kind = draw(t, s.bag)
    s.drawn, s.asks, s.player = kind, LAYING, player
    note(t, DREW, player, kind)
    if s.options.forces >= QUICK:
        places = open_places(s, 2)
        if places == 0:
            places = open_places(s, 1)
        place = s.edge[roll(t, places) - 1]
    else:
        for n in range(open_places(s, 1)):
            offer(t, LAY | s.edge[n])
        place = choose(t, player) & 4095
    lay(s, kind, code_q(place), code_r(place))
    s.drawn = NO_TILE
    note(t, LAID, player, kind, place)


def lay(s: Any, kind: int, q: int, r: int) -> None:
    tile = s.tiles
    s.q[tile], s.r[tile] = q, r
    s.terrain[tile] = s.ground[tile] = kind
    s.tiles = tile + 1


def open_places(s: Any, least: int) -> int:
    """9.4 The empty places adjacent to at least so many tiles are written to `edge`; returns how many there are.

    A place is found at the first tile laid that it is adjacent to.
    """
    found = 0
    for tile in range(s.tiles):
        for d in range(6):
            q, r = s.q[tile] + STEPS[d][0], s.r[tile] + STEPS[d][1]
            beside, is_new = 0, True
            for other in range(s.tiles):
                far = distance(s.q[other] - q, s.r[other] - r)
                if far == 0 or (far == 1 and other < tile):
                    is_new = False
                    break
                if far == 1:
                    beside += 1
            if is_new and beside >= least:
                s.edge[found] = place_code(q, r)
                found += 1
    return found


# --- the home features -----------------------------------------------------------------------------------------------


def place_home_features(s: Any, t: Any) -> None:
    """10.2 A chooses a tile that belongs to a best pair; 10.3 B one that forms a best pair with it."""
    best = best_pair(s)
    for player in range(2):
        s.asks, s.player = HOME_FEATURE, player
        places = 0
        for tile in range(s.tiles):
            s.weights[tile] = 0
            found = partners(s, best, tile) if player == A else partners(s, best, s.homes[A]) & 1 << tile
            while found != 0:
                s.weights[tile] += 1
                places |= 1 << tile
                found &= found - 1
        if s.options.forces >= QUICK:  # 26.5 every best pair alike
            tile = fall(t, s.weights)
        else:
            offer_all(t, PUT_HOME, places)
            tile = tile_in(choose(t, player))
        s.homes[player] = tile
        note(t, HOME, player, s.kinds[player], place_code(s.q[tile], s.r[tile]))
    for tile in range(s.tiles):
        s.weights[tile] = 0
    put_feature(s, s.homes[A], s.kinds[A])
    put_feature(s, s.homes[B], s.kinds[B])
    settle_stops(s)


def spread(s: Any, x: int, y: int) -> int:
    """10.1 The spread and the sum of a pair, as one number; 0 for what is no pair."""
    if x == y or s.features >> x & 1 or s.features >> y & 1:
        return 0
    to_x, to_y, between = s.ways[s.centre, x], s.ways[s.centre, y], s.ways[x, y]
    return min(to_x, to_y, between) << 8 | (to_x + to_y + between)


def best_pair(s: Any) -> int:
    """10.1 The greatest spread, and of these the greatest sum."""
    best = 0
    for x in range(s.tiles):
        for y in range(s.tiles):
            best = max(best, spread(s, x, y))
    return best


def partners(s: Any, best: int, x: int) -> int:
    """10.3 The tiles that form a best pair with a tile."""
    found = 0
    for y in range(s.tiles):
        if spread(s, x, y) == best:
            found |= 1 << y
    return found


# --- the first units -------------------------------------------------------------------------------------------------


def place_first_units(s: Any, t: Any, player: int) -> None:
    """11.1 Until three are placed, no unit without Summoning is left, or there is no room."""
    for _ in range(FIRST_UNITS):
        s.asks, s.player = PLACING, player
        if first_placing(s, player, NO_TILE) == 0:
            break
        if s.options.forces == RANDOM:  # 26.6
            answer = first_placing(s, player, roll(t, first_placing(s, player, NO_TILE)) - 1)
        else:
            tiles = room(s, player)
            for n in range(s.units[player]):
                if may_place(s, player, n):
                    offer_all(t, PLACE_UNIT | unit_of(player, n) << UNIT, tiles)
            answer = choose(t, player)
        unit, tile = unit_in(answer), tile_in(answer)
        put(s, unit, tile)
        note(t, PLACED, unit | s.card[player, unit & 63] << 7, place_code(s.q[tile], s.r[tile]))


def may_place(s: Any, player: int, n: int) -> bool:
    """11.3 Units with Summoning may not be placed."""
    return s.place[player, n] == RESERVE and SUMMONING[s.card[player, n]] == 0


def room(s: Any, player: int) -> int:
    """11.2 The own home feature and the tiles adjacent to it, not another feature."""
    home = s.homes[player]
    return (1 << home | near(s, home) & ~s.features) & free(s)


def first_placing(s: Any, player: int, wanted: int) -> int:
    """The n-th way to place a unit, as an answer; how many there are, if n is NO_TILE."""
    found = 0
    for n in range(s.units[player]):
        if may_place(s, player, n):
            tiles = room(s, player)
            while tiles != 0:
                if found == wanted:
                    return PLACE_UNIT | unit_of(player, n) << UNIT | lowest(tiles)
                tiles &= tiles - 1
                found += 1
    return found
