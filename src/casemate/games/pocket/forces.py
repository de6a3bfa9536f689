"""Chapter 8: choosing forces, tiles and home features."""

from typing import Any

from casemate.games.pocket.board import (
    CHOOSING,
    CORE,
    CORES,
    DONE,
    FACTION,
    FEATURES,
    ONE_FACTION,
    PLAINS,
    POINTS,
    QUICK,
    SUMMONING,
    TAKE,
    TAKE_CORE,
    TAKE_FEATURE,
    TAKE_TILES,
    TERRAINS,
    enlist,
    kind_of,
)
from casemate.games.pocket.cards import CARDS, FACTIONS, SIZE
from casemate.table import choose_secretly, fall, note, offer
from casemate.words import Reason

CHOSE = Reason("8.1 8.4 8.5", "{a:player}'s force, tiles and home feature are chosen: {b} units, {c} points")
DREW_FACTION = Reason("26.2", "{a:player} plays {b:faction}")
TWICE = 2  # 8.4
PICKS = len(FACTIONS)
CHEAPEST = tuple(  # the cheapest unit that can be placed: of each faction, then of all
    min((card.points for card in CARDS if card.faction in which and "Summoning" not in card.numbers), default=999)
    for which in (*((number,) for number in range(len(FACTIONS))), range(len(FACTIONS)))
)
HOME_TILES = tuple(
    tuple({kind: number for number, kind in faction.tiles}.get(kind, 0) for kind in range(TERRAINS))
    for faction in FACTIONS
)
HOME_FEATURE = tuple(faction.feature for faction in FACTIONS)
EACH_FACTION, BUT_ONE = (
    (1,) * len(FACTIONS),
    tuple(tuple(int(number != other) for number in range(len(FACTIONS))) for other in range(len(FACTIONS))),
)


def choose_force(s: Any, t: Any, player: int) -> None:
    """8.7 Force, tiles and home feature, secretly."""
    s.asks = CHOOSING
    if s.options.forces >= QUICK:
        draw_faction(s, t, player)
    elif s.options.forces == CORE:
        for faction in range(PICKS):
            offer(t, TAKE_CORE | faction)
        take_core(s, player, choose_secretly(t, player) & 63)
    else:
        choose_units(s, t, player)
        choose_tiles(s, t, player)
        for kind in range(FEATURES):
            offer(t, TAKE_FEATURE | kind)
        s.kinds[player] = choose_secretly(t, player) & 63  # 8.5
    note(t, CHOSE, player, s.units[player], cost_of(s, player))


def draw_faction(s: Any, t: Any, player: int) -> None:
    """26.2 A different faction at random."""
    faction = fall(t, EACH_FACTION) if player == 0 else fall(t, BUT_ONE[FACTION[s.card[0, 0]]])
    note(t, DREW_FACTION, player, faction)
    take_core(s, player, faction)


def take_core(s: Any, player: int, faction: int) -> None:
    """7.1 The core of a faction, its home tiles and its home feature."""
    for card in CORES[faction]:
        enlist(s, player, card)
    for kind in range(TERRAINS):
        s.bag[kind] += HOME_TILES[faction][kind]
    s.kinds[player] = HOME_FEATURE[faction]


def cost_of(s: Any, player: int) -> int:
    """8.1 What a force costs."""
    points = 0
    for n in range(s.units[player]):
        points += POINTS[s.card[player, n]]
    return points


def choose_units(s: Any, t: Any, player: int) -> None:
    """8.1-8.3 One unit after the other, until the player has enough; they are numbered in this order."""
    while True:
        for card in range(len(POINTS)):
            if may_take(s, player, card):
                offer(t, TAKE | card)
        if has_ordinary(s, player):
            offer(t, DONE)
        answer = choose_secretly(t, player)
        if kind_of(answer) == DONE:
            break
        enlist(s, player, answer & 1023)


def has_ordinary(s: Any, player: int) -> bool:
    """8.3 Whether a force has a unit without Summoning."""
    found = False
    for n in range(s.units[player]):
        found = found or SUMMONING[s.card[player, n]] == 0
    return found


def copies_of(s: Any, player: int, card: int) -> int:
    copies = 0
    for n in range(s.units[player]):
        if s.card[player, n] == card:
            copies += 1
    return copies


def may_take(s: Any, player: int, card: int) -> bool:
    """8.1 Within the points; 8.2 copies, and with `one_faction` of one faction; 8.3 with room for a unit to place."""
    left = s.options.points - cost_of(s, player) - POINTS[card]
    if left < 0 or s.units[player] == SIZE or copies_of(s, player, card) >= s.options.copies:
        return False
    faction = PICKS
    if s.options.forces == ONE_FACTION:
        faction = FACTION[card]
        if s.units[player] > 0 and FACTION[s.card[player, 0]] != faction:
            return False
    return SUMMONING[card] == 0 or has_ordinary(s, player) or left >= CHEAPEST[faction]


def choose_tiles(s: Any, t: Any, player: int) -> None:
    """8.4 How many of which terrain, one terrain after the other."""
    left, used = s.options.tiles, 0
    while left > 0:
        for kind in range(TERRAINS):
            if used >> kind & 1 == 0:
                for number in range(1, left + 1):
                    if may_take_tiles(left, used, kind, number):
                        offer(t, TAKE_TILES | kind << 4 | number)
        answer = choose_secretly(t, player)
        kind, number = answer >> 4 & 63, answer & 15
        s.bag[kind] += number
        used |= 1 << kind
        left -= number


def may_take_tiles(left: int, used: int, kind: int, number: int) -> bool:
    """8.4 Any number of Plains, at most two of each other terrain; what is left must still be possible."""
    if number > left or (kind != PLAINS and number > TWICE):
        return False
    used |= 1 << kind
    if used >> PLAINS & 1 == 0:
        return True
    others = 0
    for other in range(1, TERRAINS):
        if used >> other & 1 == 0:
            others += TWICE
    return left - number <= others
