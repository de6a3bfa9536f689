"""Chapters 20 to 23: deploying and returning, muster, daylight, summoning."""

from typing import Any

from casemate.bits import lowest
from casemate.games.pocket.assaults import fight, plunder, support
from casemate.games.pocket.board import (
    BACKLASH,
    BACKLASH_IT,
    CASTERS,
    DAYLIGHT,
    DECLINE,
    DEPLOY,
    DICE,
    GLOOM,
    IS_DARK,
    IS_PLUNDERED,
    MUSTER_IT,
    MUSTERING,
    MUSTERS,
    NOBODY,
    OTHER,
    OUTRIDER,
    REROLLS,
    RESERVE,
    RETURN,
    SUMMON,
    SUMMONING,
    TYPE,
    UNIT,
    around,
    card_of,
    forget_shots,
    free,
    has,
    lift,
    near,
    numbers_at,
    place_of,
    put,
    tile_in,
    unit_in,
    unit_of,
    with_ability,
    with_type,
)
from casemate.games.pocket.dice import named, sixes, test
from casemate.games.pocket.ground import DEF, OFF
from casemate.games.pocket.moving import controlled, defeat, place_of_tile, settle_control
from casemate.table import choose, note, offer, offer_all
from casemate.words import Reason

DEPLOYED = Reason("20.2", "{a:unit} is deployed on {b:place}")
RETURNED = Reason("20.5", "{a:unit} returns to the reserves")
MUSTERED = Reason("21.1", "{a:unit} is mustered on {b:place}")
IN_DAYLIGHT = Reason("22.1 22.3", "{a:unit} is in daylight: {b} red dice")
BURNT = Reason("22.4", "{a:unit} is defeated by daylight")
SUMMONS = Reason("23.2", "{a:unit} summons {b:unit} to {c:place}")
SUMMONED = Reason("23.5", "{a:unit} is summoned to {b:place}")
NOT_SUMMONED = Reason("23.6", "{a:unit} stays in the reserves")
LASHES_BACK = Reason("23.7", "More sixes against the summoner: {a:player} may have {b:unit} assault it")
WITHDRAWS = Reason("23.9", "{a:unit} is in the reserves again")
BLUE = DEF


# --- deploying and returning -----------------------------------------------------------------------------------------


def deployments(s: Any, player: int, number: int) -> int:
    """20.2 The unoccupied tiles adjacent to a feature the player controls, for a unit that is not summoned (20.4).

    6.2 For an Outrider those adjacent to a feature on which no enemy stands.
    """
    if SUMMONING[s.card[player, number]] > 0:
        return 0
    features = controlled(s, player)
    if has(s, unit_of(player, number), OUTRIDER):
        features = s.features & ~s.on[1 - player]
    return around(s, features) & free(s)


def offer_deployments(s: Any, t: Any, player: int) -> None:
    reserves = numbers_at(s, player, RESERVE)
    while reserves != 0:
        n = lowest(reserves)
        reserves &= reserves - 1
        offer_all(t, DEPLOY | unit_of(player, n) << UNIT, deployments(s, player, n))


def may_deploy(s: Any, player: int) -> bool:
    """24.2 Whether a player has a legal deployment."""
    reserves = numbers_at(s, player, RESERVE)
    while reserves != 0:
        if deployments(s, player, lowest(reserves)) != 0:
            return True
        reserves &= reserves - 1
    return False


def deploy(s: Any, t: Any, unit: int, tile: int) -> None:
    """20.2-20.3 Hazards are ignored."""
    put(s, unit, tile)
    note(t, DEPLOYED, named(s, unit), place_of_tile(s, tile))
    settle_control(s, t, unit >> 6)


def may_return(s: Any, unit: int) -> bool:
    """20.5 On a feature, or adjacent to one that another unit of its owner holds."""
    tile = place_of(s, unit)
    return s.features >> tile & 1 != 0 or near(s, tile) & controlled(s, unit >> 6) != 0


def offer_return(s: Any, t: Any, unit: int) -> None:
    if may_return(s, unit):
        offer(t, RETURN | unit << UNIT)


def go_back(s: Any, t: Any, unit: int) -> None:
    """20.5 Into the reserves."""
    lift(s, unit, RESERVE)
    forget_shots(s, unit)
    note(t, RETURNED, named(s, unit))


# --- muster ----------------------------------------------------------------------------------------------------------


def muster(s: Any, t: Any, player: int) -> None:
    """21.1, 21.4 For each feature controlled when the action is over, in the order of their places."""
    features = controlled(s, player)
    while features != 0 and s.winner == NOBODY:
        feature = lowest(features)
        features &= features - 1
        if MUSTERS[s.ground[feature]] != 0:
            muster_at(s, t, player, feature)


def muster_at(s: Any, t: Any, player: int, feature: int) -> None:
    """21.1-21.3 One unit of its kind may be put on an unoccupied tile adjacent to it."""
    tiles, ways = near(s, feature) & free(s), 0
    for n in range(s.units[player]):
        if tiles != 0 and may_muster(s, player, n, s.ground[feature]):
            offer_all(t, MUSTER_IT | unit_of(player, n) << UNIT, tiles)
            ways += 1
    if ways == 0:
        return
    s.asks, s.stands[0] = MUSTERING, feature
    offer(t, DECLINE)
    answer = choose(t, player)
    if answer != DECLINE:
        unit, tile = unit_in(answer), tile_in(answer)
        put(s, unit, tile)
        note(t, MUSTERED, named(s, unit), place_of_tile(s, tile))
        settle_control(s, t, player)


def may_muster(s: Any, player: int, n: int, ground: int) -> bool:
    """21.1 A unit of its type in the reserves, 21.2 without Summoning."""
    card = s.card[player, n]
    return s.place[player, n] == RESERVE and TYPE[card] & MUSTERS[ground] != 0 and SUMMONING[card] == 0


# --- daylight --------------------------------------------------------------------------------------------------------


def is_in_daylight(s: Any, unit: int) -> bool:
    """22.1 Its tile has no feature; 22.2 and is no Barrow, and no Gloom is near."""
    tile = place_of(s, unit)
    if DAYLIGHT[card_of(s, unit)] == 0 or s.features >> tile & 1 or IS_DARK[s.ground[tile]]:
        return False
    allies = (near(s, tile) | 1 << tile) & s.on[unit >> 6]
    return with_ability(s, allies, GLOOM) == 0


def bear_daylight(s: Any, t: Any, unit: int) -> bool:
    """22.3-22.4 The test, if one is due; a unit that fails is defeated. Returns whether the activation goes on."""
    if not is_in_daylight(s, unit):
        return True
    card = card_of(s, unit)
    note(t, IN_DAYLIGHT, named(s, unit), DAYLIGHT[card])
    if test(s, t, unit, DEF, 0, DAYLIGHT[card], support(s, unit >> 6, place_of(s, unit), card)):
        return True
    note(t, BURNT, named(s, unit))
    defeat(s, t, unit)
    return False


# --- summoning -------------------------------------------------------------------------------------------------------


def is_caster(s: Any, unit: int) -> bool:
    """23.1 A Mage or Arcane."""
    return TYPE[card_of(s, unit)] & CASTERS != 0


def offer_summonings(s: Any, t: Any, unit: int) -> None:
    """23.1-23.2 Units with Summoning in the reserves, to an unoccupied tile adjacent to the summoner."""
    if not is_caster(s, unit):
        return
    player, tiles = unit >> 6, near(s, place_of(s, unit)) & free(s)
    reserves = numbers_at(s, player, RESERVE)
    while reserves != 0:
        n = lowest(reserves)
        reserves &= reserves - 1
        if SUMMONING[s.card[player, n]] > 0:
            offer_all(t, SUMMON | unit << UNIT | unit_of(player, n) << OTHER, tiles)


def helpers(s: Any, summoner: int) -> int:
    """23.4 Re-rolls: one for each other own Mage or Arcane on the map; 3.3 one more on Ruins."""
    tile = place_of(s, summoner)
    others = with_type(s, s.on[summoner >> 6] & ~(1 << tile), CASTERS)
    found = REROLLS[s.ground[tile]]
    while others != 0:
        found += 1
        others &= others - 1
    return found


def summon(s: Any, t: Any, summoner: int, unit: int, tile: int) -> bool:
    """23.3-23.7 The test, and what comes of it; whether the opponent has the unit lash back."""
    note(t, SUMMONS, named(s, summoner), named(s, unit), place_of_tile(s, tile))
    if test(s, t, summoner, OFF, 0, SUMMONING[card_of(s, unit)], helpers(s, summoner)):
        put(s, unit, tile)
        note(t, SUMMONED, named(s, unit), place_of_tile(s, tile))
        settle_control(s, t, unit >> 6)
        return False
    note(t, NOT_SUMMONED, named(s, unit))
    if sixes(s, 2 + BLUE) <= sixes(s, OFF) or DICE[card_of(s, unit)][OFF] == 0:
        return False
    opponent = 1 - (summoner >> 6)
    note(t, LASHES_BACK, opponent, named(s, unit))
    s.asks, s.fighters[0], s.fighters[1] = BACKLASH, unit, summoner
    s.stands[0], s.stands[1] = tile, place_of(s, summoner)
    offer(t, BACKLASH_IT)
    offer(t, DECLINE)
    return choose(t, opponent) != DECLINE


def lash_back(s: Any, t: Any, summoner: int, unit: int, tile: int) -> None:
    """23.7-23.9 The opponent has the unit assault the summoner, as if it stood on the intended tile."""
    opponent, there = 1 - (summoner >> 6), place_of(s, summoner)
    defeated = fight(s, t, opponent, unit, tile, summoner, 0)
    note(t, WITHDRAWS, named(s, unit))
    if defeated & 2:
        defeat(s, t, summoner)
        if IS_PLUNDERED[s.ground[there]]:
            plunder(s, t, opponent)
