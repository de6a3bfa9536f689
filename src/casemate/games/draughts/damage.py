"""Chapters 6 and 7: damage cards in force, and damage control."""

from typing import Any

from casemate.games.draughts.board import CONTROL, JOKER, NONE, SUNK, WITHDRAWN
from casemate.games.draughts.packs import ACE, JACK, KING, QUEEN, TEN, draw_damage, rank, suit
from casemate.table import note
from casemate.words import Reason

ACTIVATED = Reason("5.2", "{a:ship} is activated with {b:card}")
INFLICTED = Reason("6.1", "{a:ship} has {b:damage} ({c:card})")
HOLED = Reason("6.3", "{a:ship} loses a flotation point: {b} left")
NO_EFFECT = Reason("6.4", "{b:card} has no effect on {a:ship}")
REPAIRED = Reason("7.3", "{a:ship} draws {b:card}: {c:card} is repaired")
UNREPAIRED = Reason("7.5", "{a:ship} draws {b:card}: nothing happens")
WORSE = Reason("7.5 7.6", "{a:ship} draws {b:card}, which does not match {c:card}: further damage")
BLOWN_UP = Reason("7.5 13.2", "{a:ship} draws a Joker while on fire, and blows up")
FOUNDERED = Reason("13.1", "{a:ship} has no flotation point left, and sinks")

FURTHER, NO_MATCH, EXPLODES = -1, -2, -3  # what a damage control card does, if it repairs nothing


# --- 6 cards in force ---------------------------------------------------------------------------------------------


def in_force(s: Any, ship: int, kind: int) -> int:
    """6.2 How many cards of a rank are in force on a ship."""
    found = 0
    for n in range(s.ships[ship].damages):
        if rank(s.ships[ship].damage[n]) == kind:
            found += 1
    return found


def is_disabled(s: Any, ship: int) -> bool:
    """6.5, 8.1 Whether an A, Q or K is in force."""
    return in_force(s, ship, JACK) < s.ships[ship].damages


def is_on_fire(s: Any, ship: int) -> bool:
    """6.1 Whether a J is in force."""
    return in_force(s, ship, JACK) > 0


def put_in_force(s: Any, t: Any, ship: int, card: int) -> None:
    """6.1 A card stays on the ship's record; 10.4-10.5 the first King leaves the ship with way."""
    record = s.ships[ship]
    if rank(card) == KING and in_force(s, ship, KING) == 0:
        record.way = 1
    n = record.damages
    record.damage[n] = card
    record.damages = n + 1
    note(t, INFLICTED, ship, rank(card), card)


def suffer_hit(s: Any, t: Any, ship: int, card: int) -> None:
    """6.1, 6.3, 6.4 What a card drawn for gunfire does."""
    if rank(card) == TEN:
        s.ships[ship].fp -= 1
        note(t, HOLED, ship, s.ships[ship].fp)
        founder(s, t, ship)
    elif is_damage(card):
        put_in_force(s, t, ship, card)
    else:
        note(t, NO_EFFECT, ship, card)


def is_damage(card: int) -> bool:
    """6.1 The four ranks that can be in force."""
    return card != JOKER and (rank(card) == ACE or rank(card) >= JACK)


def founder(s: Any, t: Any, ship: int) -> None:
    """13.1 With 0 or fewer FP a ship sinks."""
    if s.ships[ship].fp <= 0:
        note(t, FOUNDERED, ship)
        leave_play(s, ship, SUNK)


def leave_play(s: Any, ship: int, fate: int) -> None:
    """13.1-13.5 A ship is removed; 4.6 its damage cards go to the discards, 5.6 and so does its order card."""
    record = s.ships[ship]
    record.fate = fate
    record.damages = record.way = record.square = record.heading = record.leg = 0
    record.order = NONE
    for n in range(len(record.damage)):
        record.damage[n] = 0
    if fate in (SUNK, WITHDRAWN):
        record.fp = 0


# --- 7 damage control ---------------------------------------------------------------------------------------------


def control_damage(s: Any, t: Any, ship: int) -> bool:
    """7.1 A ship with damage in force draws exactly one card; returns whether it did."""
    if s.ships[ship].damages == 0:
        return False
    s.asking = CONTROL
    card = draw_damage(s, t)
    note(t, ACTIVATED, ship, s.ships[ship].order)
    found = verdict(s, ship, card)
    if found >= 0:
        repair(s, t, ship, found, card)
    elif found == EXPLODES:
        note(t, BLOWN_UP, ship)
        leave_play(s, ship, SUNK)
    elif found == FURTHER:
        note(t, WORSE, ship, card, worst_card(s, ship))
        put_in_force(s, t, ship, card)
    else:
        note(t, UNREPAIRED, ship, card)
    return True


def most_serious(s: Any, ship: int) -> int:
    """7.2 Conning Tower Hit, On Fire, Steering Hit, Engine Hit."""
    worst = rank(s.ships[ship].damage[0])
    for n in range(1, s.ships[ship].damages):
        worst = min(worst, rank(s.ships[ship].damage[n]))
    return worst


def worst_card(s: Any, ship: int) -> int:
    """A card of the most serious kind."""
    card = s.ships[ship].damage[0]
    for n in range(1, s.ships[ship].damages):
        if rank(s.ships[ship].damage[n]) < rank(card):
            card = s.ships[ship].damage[n]
    return card


def verdict(s: Any, ship: int, card: int) -> int:
    """7.3-7.7 The place of the damage card that is repaired; or what else the drawn card does."""
    worst = most_serious(s, ship)
    if card != JOKER:
        for n in range(s.ships[ship].damages):
            damage = s.ships[ship].damage[n]
            if rank(damage) == worst and suit(damage) == suit(card):
                return n
    if worst == JACK and card == JOKER:
        return EXPLODES
    return FURTHER if spreads(worst, card) else NO_MATCH


def spreads(worst: int, card: int) -> bool:
    """7.5 Whether a card that does not match causes further damage."""
    if card == JOKER:
        return False
    if worst == ACE:
        return rank(card) == KING or rank(card) == QUEEN
    if worst == JACK:
        return is_damage(card)
    return worst == QUEEN and rank(card) == KING


def repair(s: Any, t: Any, ship: int, place: int, card: int) -> None:
    """7.3 A damage card is removed; 10.6 without a King the ship is no longer stopped."""
    record = s.ships[ship]
    note(t, REPAIRED, ship, card, record.damage[place])
    for n in range(place, record.damages - 1):
        record.damage[n] = record.damage[n + 1]
    record.damages -= 1
    record.damage[record.damages] = 0
    if in_force(s, ship, KING) == 0:
        record.way = 0
