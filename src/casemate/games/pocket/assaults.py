"""Chapters 17 to 19: assaults, near and ranged, and what follows from them."""

from typing import Any

from casemate.bits import count, lowest
from casemate.games.pocket.board import (
    ASSAULT,
    BRACE,
    BUMP,
    BUMP_FOR,
    BUMP_FROM,
    BUMP_NOT_AGAINST,
    BUMP_OF,
    BUMPING,
    CAPTURED,
    CHARGE_AT,
    CUTS_SUPPORT,
    DECLINE,
    DICE,
    DREAD,
    FAVOURED,
    FLYING,
    IS_PLUNDERED,
    LAST_GASP,
    LOB,
    MACHINES,
    NOBODY,
    PACK,
    PLATE,
    PLUNDER_IT,
    PLUNDERING,
    POOL,
    RANGED,
    REAP,
    REAP_IT,
    REAPING,
    REROLLING,
    RESERVE,
    SKIRMISH,
    SKIRMISHING,
    SLOW_RELOAD,
    TOOL_BEARER,
    TYPE,
    UNDEAD,
    UNIT,
    all_tiles,
    card_of,
    distance_of,
    has,
    near,
    numbers_at,
    numbers_of,
    numbers_on,
    place_of,
    target_in,
    unit_of,
    with_ability,
)
from casemate.games.pocket.dice import (
    beats,
    clear_dice,
    named,
    offer_bumps,
    offer_rerolls,
    print_bumps,
    roll_pool,
    shown,
    test,
    use_bump,
    use_reroll,
)
from casemate.games.pocket.ground import DEF, OFF
from casemate.games.pocket.moving import ARRIVED, defeat, move_into, offer_skirmish
from casemate.table import choose, note, offer, offer_all, offers
from casemate.words import Reason

ASSAULTS = Reason("17.1", "{a:unit} assaults {b:unit} at distance {c}")
NO_ANSWER = Reason("18.5", "{a:unit} is out of its own range and rolls no OFF dice")
ROLLED = Reason("17.3", "{a:unit} rolls {b:dice} and {c:dice}")
BEATEN = Reason("17.12 17.13", "{a:dice} against {b:dice}: {c:unit} is defeated")
SAFE = Reason("17.12 17.13", "{a:dice} against {b:dice}: {c:unit} is safe")
PLATED = Reason("6.2 17.12", "Plate: the highest OFF die of {a:unit} is lowered by 1")
GASPED = Reason("6.2 19.3", "Last gasp: {a:unit} is tested")
REAPED = Reason("6.2 19.3", "Reap: {a:unit} returns to the reserves")
PLUNDERED = Reason("19.6", "{a:player} plunders: {b:unit} returns to the reserves")
INITIATOR, TARGET = 0, 1
FINAL = 1


# --- who can be assaulted --------------------------------------------------------------------------------------------


def may_initiate(s: Any, unit: int) -> bool:
    """17.2 A unit without OFF dice may not; 6.2 nor one that Slow reload binds."""
    return DICE[card_of(s, unit)][OFF] > 0 and not s.loading[unit >> 6] >> (unit & 63) & 1


def targets(s: Any, unit: int) -> int:
    """17.1, 18.1-18.4 The tiles of the enemies that a unit may assault."""
    here, card, enemies = place_of(s, unit), card_of(s, unit), s.on[1 - (unit >> 6)]
    found = near(s, here) & enemies
    if RANGED[card] == 0:
        return found
    open_to_all = all_tiles(s)
    clear = open_to_all & ~(s.features | enemies)
    if FLYING[card] > 0 or has(s, unit, LOB):
        clear = open_to_all
    found |= seen(s, here, RANGED[card] + 1, clear) & enemies
    beyond = enemies & ~found
    while beyond != 0:  # 18.3
        tile = lowest(beyond)
        beyond &= beyond - 1
        if FLYING[card_of(s, s.at[tile])] > 0:
            found |= seen(s, here, RANGED[card] + 1, open_to_all) & 1 << tile
    return found


def seen(s: Any, here: int, reach: int, clear: int) -> int:
    """18.2 The tiles in line of sight: each step of a route leads one farther, over tiles that are clear."""
    edge, found = 1 << here, 0
    for far in range(1, reach + 1):
        onward, rest = 0, edge
        while rest != 0:
            onward |= near(s, lowest(rest))
            rest &= rest - 1
        onward &= s.rings[here, far]
        found |= onward
        edge = onward & clear
    return found


def offer_assaults(s: Any, t: Any, unit: int) -> None:
    """17.1 Each enemy in reach."""
    if may_initiate(s, unit):
        enemy = 1 - (unit >> 6)
        offer_all(t, ASSAULT | unit << UNIT | unit_of(enemy, 0), numbers_on(s, targets(s, unit)))


def adjacent_enemies(s: Any, unit: int) -> int:
    """6.2 Charge: the enemies at distance 1."""
    return near(s, place_of(s, unit)) & s.on[1 - (unit >> 6)]


def offer_charge(s: Any, t: Any, unit: int) -> None:
    offer_all(t, CHARGE_AT | unit_of(1 - (unit >> 6), 0), numbers_on(s, adjacent_enemies(s, unit)))


# --- the fight -------------------------------------------------------------------------------------------------------


def fight(s: Any, t: Any, player: int, unit: int, here: int, target: int, fewer: int) -> int:
    """17.3-17.14 A unit that `player` controls, standing (or as if standing: 23.7) on a tile, assaults a target.

    Returns whom the tally defeats: 1 the initiator (23.9 unless it is not on the map), 2 the target, 3 both.
    """
    far = line_up(s, player, unit, here, target)
    note(t, ASSAULTS, named(s, unit), named(s, target), far)
    roll_dice(s, t, far, fewer)
    bump_phase(s, t, player)
    reroll_phase(s, t, player)
    return tally(s, t)


def line_up(s: Any, player: int, unit: int, here: int, target: int) -> int:
    """17.5, 17.10 Who fights, with which bumps and how many re-rolls; returns the distance."""
    clear_dice(s)
    s.fighters[INITIATOR], s.fighters[TARGET] = unit, target
    s.stands[INITIATOR], s.stands[TARGET] = here, place_of(s, target)
    far = distance_of(s, here, place_of(s, target))
    for side in range(2):
        count_bumps(s, side, player, far)
        s.rerolls[side] = rerolls(s, side, player, far)
    return far


def dice_of(s: Any, side: int, kind: int, far: int, fewer: int) -> int:
    """17.3 All its dice; 18.5 a target out of its own range no OFF dice; 6.2 Charge one DEF die fewer."""
    card = card_of(s, s.fighters[side])
    if side == TARGET and kind == OFF and far > 1 + RANGED[card]:
        return 0
    dice = DICE[card][kind]
    return max(0, dice - fewer) if side == INITIATOR and kind == DEF else dice


def roll_dice(s: Any, t: Any, far: int, fewer: int) -> None:
    """17.3 Both roll all their dice."""
    if dice_of(s, TARGET, OFF, 1, 0) > 0 and dice_of(s, TARGET, OFF, far, 0) == 0:
        note(t, NO_ANSWER, named(s, s.fighters[TARGET]))
    for row in range(4):
        roll_pool(s, t, row, dice_of(s, row >> 1, row & 1, far, fewer), POOL)
    for side in range(2):
        note(t, ROLLED, named(s, s.fighters[side]), shown(s, 2 * side), shown(s, 2 * side + 1))


def count_bumps(s: Any, side: int, player: int, far: int) -> None:
    """17.5 The bumps on the card, and those granted by the tile and by abilities."""
    unit, here, there = s.fighters[side], s.stands[side], s.stands[1 - side]
    card, ground = card_of(s, unit), s.ground[here]
    print_bumps(s, 2 * side + OFF, card, OFF)
    print_bumps(s, 2 * side + DEF, card, DEF)
    if (
        BUMP[ground] > 0
        and (BUMP_FOR[ground] == -1 or BUMP_FOR[ground] & TYPE[card] != 0)
        and far >= BUMP_FROM[ground]
        and (BUMP_NOT_AGAINST[ground] == -1 or BUMP_NOT_AGAINST[ground] != s.ground[there])
    ):
        s.bumps[2 * side + BUMP_OF[ground], BUMP[ground]] += 1
    if side == TARGET and has(s, unit, BRACE):
        s.bumps[2 * TARGET + DEF, 1] += 1
    if side == INITIATOR and has(s, unit, PACK) and near(s, there) & s.on[player] & ~(1 << here) != 0:
        s.bumps[2 * INITIATOR + OFF, 1] += 1


def rerolls(s: Any, side: int, player: int, far: int) -> int:
    """17.10 One for each ally adjacent to the unit, and one on favoured terrain."""
    unit, here, other, there = s.fighters[side], s.stands[side], s.fighters[1 - side], s.stands[1 - side]
    card = card_of(s, unit)
    found = 1 if FAVOURED[card] == s.ground[here] else 0
    if has(s, other, DREAD) or (CUTS_SUPPORT[s.ground[there]] != 0 and far == 1):
        return found
    return found + support(s, player if side == INITIATOR else 1 - player, here, card)


def support(s: Any, player: int, tile: int, card: int) -> int:
    """17.10 The player's units adjacent to a tile; 6.2 a Tool-bearer counts twice for a machine."""
    allies = near(s, tile) & s.on[player]
    found = count(allies)
    if TYPE[card] & MACHINES != 0:
        found += count(with_ability(s, allies, TOOL_BEARER))
    return found


def bump_phase(s: Any, t: Any, player: int) -> None:
    """17.4, 17.8 By turns one bump, until both decline one after the other."""
    side, declined, out = INITIATOR, 0, 0
    while declined < 2:
        declined += 1
        s.asks, s.side = BUMPING, side
        if not out >> side & 1 and offer_bumps(s, t, 2 * side) + offer_bumps(s, t, 2 * side + 1) > 0:
            offer(t, DECLINE)
            answer = choose(t, player if side == INITIATOR else 1 - player)
            if answer != DECLINE:
                use_bump(s, t, answer)
                declined = 0
            elif s.options.declining == FINAL:
                out |= 1 << side
        side = 1 - side


def reroll_phase(s: Any, t: Any, player: int) -> None:
    """17.9 In the same way."""
    side, declined, out = INITIATOR, 0, 0
    while declined < 2:
        declined += 1
        s.asks, s.side = REROLLING, side
        if (
            s.rerolls[side] > 0
            and not out >> side & 1
            and offer_rerolls(s, t, 2 * side) + offer_rerolls(s, t, 2 * side + 1) > 0
        ):
            offer(t, DECLINE)
            answer = choose(t, player if side == INITIATOR else 1 - player)
            if answer != DECLINE:
                use_reroll(s, t, answer)
                declined = 0
            elif s.options.declining == FINAL:
                out |= 1 << side
        side = 1 - side


def tally(s: Any, t: Any) -> int:
    """17.12-17.13 Each attacks with its OFF dice; 6.2 Plate first lowers the other's highest."""
    defeated = 0
    for side in range(2):
        other = 1 - side
        loser = s.fighters[other]
        if place_of(s, loser) < 0:  # 23.9
            break
        is_plated = has(s, loser, PLATE)
        if is_plated:
            note(t, PLATED, named(s, s.fighters[side]))
        if beats(s, 2 * side + OFF, 2 * other + DEF, is_plated):
            note(t, BEATEN, shown(s, 2 * side + OFF), shown(s, 2 * other + DEF), named(s, loser))
            defeated |= 1 << other
        else:
            note(t, SAFE, shown(s, 2 * side + OFF), shown(s, 2 * other + DEF), named(s, loser))
    return defeated


# --- an assault and what follows from it -----------------------------------------------------------------------------


def assault(s: Any, t: Any, unit: int, target: int, fewer: int) -> None:
    """17 The assault of an active unit; 19.3 what follows, in this order, but for Skirmish."""
    player, here, there = unit >> 6, place_of(s, unit), place_of(s, target)
    far = distance_of(s, here, there)
    if has(s, unit, SLOW_RELOAD):
        s.fired |= 1 << (unit & 63)
    defeated = fight(s, t, player, unit, here, target, fewer)
    if defeated & 1:
        defeat(s, t, unit)
    if defeated & 2:
        defeat(s, t, target)
    if far == 1:
        if defeated == 1:
            gasp(s, t, unit, target)
        if defeated == 2:
            gasp(s, t, target, unit)
    if defeated & 2:
        reap(s, t, unit)
    if defeated & 1:
        reap(s, t, target)
    if defeated & 2 and IS_PLUNDERED[s.ground[there]]:
        plunder(s, t, player)
    if defeated & 1 and IS_PLUNDERED[s.ground[here]]:
        plunder(s, t, 1 - player)


def gasp(s: Any, t: Any, fallen: int, winner: int) -> None:
    """6.2 Last gasp: the unit that survives takes a DV 3 DEF test."""
    if has(s, fallen, LAST_GASP):
        note(t, GASPED, named(s, winner))
        if not test(s, t, winner, DEF, 3, 0, 0):
            defeat(s, t, winner)


def reap(s: Any, t: Any, unit: int) -> None:
    """6.2 Reap: its owner may return one own captured Undead unit, if it is still on the map (19.3)."""
    if place_of(s, unit) < 0 or not has(s, unit, REAP):
        return
    player = unit >> 6
    captured = numbers_of(s, player, numbers_at(s, player, CAPTURED), UNDEAD)
    if captured == 0:
        return
    s.asks, s.fighters[0] = REAPING, unit
    offer_all(t, REAP_IT | unit_of(player, 0), captured)
    offer(t, DECLINE)
    answer = choose(t, player)
    if answer != DECLINE:
        s.place[player, answer & 63] = RESERVE
        note(t, REAPED, named(s, target_in(answer)))


def plunder(s: Any, t: Any, player: int) -> None:
    """19.6 The player may return one own captured unit."""
    captured = numbers_at(s, player, CAPTURED)
    if captured == 0:
        return
    s.asks, s.side = PLUNDERING, player
    offer_all(t, PLUNDER_IT | unit_of(player, 0), captured)
    offer(t, DECLINE)
    answer = choose(t, player)
    if answer != DECLINE:
        s.place[player, answer & 63] = RESERVE
        note(t, PLUNDERED, player, named(s, target_in(answer)))


def skirmish(s: Any, t: Any, unit: int) -> int:
    """6.2 Skirmish: one move of the initiator, if it is still on the map."""
    if place_of(s, unit) < 0 or not has(s, unit, SKIRMISH) or s.winner != NOBODY:
        return ARRIVED
    offer_skirmish(s, t, unit)
    if offers(t) == 0:
        return ARRIVED
    s.asks, s.fighters[0] = SKIRMISHING, unit
    offer(t, DECLINE)
    answer = choose(t, unit >> 6)
    return ARRIVED if answer == DECLINE else move_into(s, t, unit, answer & 31)
