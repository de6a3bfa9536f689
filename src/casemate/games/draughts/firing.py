"""Chapter 12: firing."""

from typing import Any

from casemate.games.draughts.answers import HOLD, fires, mounts_of, target_of
from casemate.games.draughts.board import (
    DICE,
    EASTWARD,
    HIT,
    NORTHWARD,
    SHIPS,
    TARGET,
    distance,
    is_afloat,
    side,
)
from casemate.games.draughts.damage import in_force, is_on_fire, suffer_hit
from casemate.games.draughts.packs import ACE, cards_left, draw_damage
from casemate.games.draughts.ships import BEARING, SALVO
from casemate.table import choose, note, offer, offers, roll_over
from casemate.words import Reason

FIRED = Reason("12.1 12.9", "{a:ship} fires {b:dice} at {c:ship}")
CHANCES = Reason("12.10 12.11", "Each die hits on a 6; of the {a} cards left in the damage pack, {b:dangers}")
HITS = Reason("12.10", "{a} of {b:dice} hit")
HELD_FIRE = Reason("12.1", "{a:ship} does not fire")

RANGE, BURNING_RANGE = 6, 4
BOW, PORT, STARBOARD, ASTERN = 1, 2, 4, 8


def fire(s: Any, t: Any, ship: int) -> None:
    """12.1 Once at one enemy ship, or not; with the option `split_fire` salvo by salvo with mounts not yet fired."""
    if in_force(s, ship, ACE) > 0:  # 12.2
        return
    s.spent = s.engaged = 0
    offer_targets(s, t, ship)
    while offers(t) > 0:
        offer(t, HOLD)
        s.asking = TARGET
        answer = choose(t, side(ship))
        if answer == HOLD:
            note(t, HELD_FIRE, ship)
            return
        target = target_of(answer)
        mounts = mounts_of(answer) if s.options.split_fire else bearing(s, ship, target)
        shoot(s, t, ship, target, mounts)
        if not s.options.split_fire:
            return
        s.spent |= mounts
        s.engaged |= 1 << target
        offer_targets(s, t, ship)


def offer_targets(s: Any, t: Any, ship: int) -> None:
    """12.1, 12.13 The enemies that can be fired at; with the option `split_fire` each with any mounts that bear."""
    for target in range(SHIPS):
        mounts = can_fire(s, ship, target)
        if mounts != 0:
            if s.options.split_fire:
                offer_mounts(s, t, ship, target, mounts)
            else:
                offer(t, fires(target, 0))


def offer_mounts(s: Any, t: Any, ship: int, target: int, mounts: int) -> None:
    """Every choice of some of the mounts."""
    some = mounts
    while some != 0:
        offer(t, fires(target, some))
        some = (some - 1) & mounts


def can_fire(s: Any, ship: int, target: int) -> int:
    """12.3, 12.8, 12.13 The mounts that can fire at a ship now: an enemy, in range, not yet fired at, in an arc."""
    if not is_afloat(s, target) or side(target) == side(ship) or s.engaged >> target & 1:
        return 0
    if distance(s.ships[ship].square, s.ships[target].square) > reach_of_guns(s, ship):
        return 0
    return bearing(s, ship, target) & ~s.spent


def reach_of_guns(s: Any, ship: int) -> int:
    """12.3 The range: at most 6, and 4 if the firing ship is on fire."""
    return BURNING_RANGE if is_on_fire(s, ship) else RANGE


def bearing(s: Any, ship: int, target: int) -> int:
    """12.8 The mounts that bear: the target is in at least one of their arcs."""
    return BEARING[s.ships[ship].type][arcs(s.ships[ship].square, s.ships[ship].heading, s.ships[target].square)]


def arcs(here: int, heading: int, there: int) -> int:
    """12.5-12.7 The arcs a square is in; on the line between two arcs it is in both."""
    dx, dy = there % 12 - here % 12, there // 12 - here // 12
    hx, hy = EASTWARD[heading], NORTHWARD[heading]
    f, r = dx * hx + dy * hy, dx * hy - dy * hx
    found = 0
    if f > 0 and abs(r) <= f:
        found |= BOW
    if r < 0 and abs(f) <= -r:
        found |= PORT
    if r > 0 and abs(f) <= r:
        found |= STARBOARD
    if f < 0 and abs(r) <= -f:
        found |= ASTERN
    return found


def shoot(s: Any, t: Any, ship: int, target: int, mounts: int) -> None:
    """12.9-12.12 The dice, and for each hit a card, one after another, until the target sinks."""
    dice = SALVO[s.ships[ship].type][mounts]
    note(t, FIRED, ship, dice, target)
    note(t, CHANCES, cards_left(s), dangers(s))
    s.asking = DICE
    hits = roll_over(t, dice, 5)
    note(t, HITS, hits, dice)
    s.asking, s.subject = HIT, target
    while hits > 0 and is_afloat(s, target):
        suffer_hit(s, t, target, draw_damage(s, t))
        hits -= 1
    s.subject = ship


def dangers(s: Any) -> int:
    """6.1, 6.3 How many A, J, Q, K and T are left in the damage pack, as one number, for notes."""
    found = 0
    for kind in (0, 10, 11, 12, 9):
        left = 0
        for card in range(4 * kind, 4 * kind + 4):
            left += s.pack[card]
        found = found << 4 | left
    return found
