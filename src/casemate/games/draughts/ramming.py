"""Chapter 11: ramming."""

from typing import Any

from casemate.games.draughts.board import RAMMED, RAMMER, is_afloat
from casemate.games.draughts.damage import founder, put_in_force
from casemate.games.draughts.packs import ACE, JACK, QUEEN, draw_damage, rank
from casemate.table import note
from casemate.words import Reason

BATTERED = Reason("11.3", "{a:ship} draws {b:card}: it loses {c} flotation points")
UNHARMED = Reason("11.3", "{a:ship} draws a Joker: nothing happens to it")
OCCUPIES = Reason("11.5", "{a:ship} occupies {b:square}")
FALLS_BACK = Reason("11.6", "{a:ship} falls back to {b:square}")

#         A  2  3  4  5  6  7  8  9  T  J  Q  K Joker
BLOWS = ((5, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5, 0), (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0))


def ram(s: Any, t: Any, ship: int, other: int, back: int) -> None:
    """11.3 Both draw, both results are applied, then both are checked; 11.5-11.7 what becomes of the square."""
    there = s.ships[other].square
    s.asking = RAMMER
    batter(s, t, ship, draw_damage(s, t), 0)
    s.asking, s.subject = RAMMED, other
    batter(s, t, other, draw_damage(s, t), 1)
    s.subject = ship
    founder(s, t, ship)
    founder(s, t, other)
    if not is_afloat(s, ship):
        return
    if is_afloat(s, other):
        s.ships[ship].square = back
        note(t, FALLS_BACK, ship, back)
    else:
        s.ships[ship].square = there
        note(t, OCCUPIES, ship, there)


def batter(s: Any, t: Any, ship: int, card: int, is_rammed: int) -> None:
    """11.3 The line of the table; 11.4 A, K and Q stay in force."""
    loss = BLOWS[is_rammed][rank(card)]
    if loss == 0:
        note(t, UNHARMED, ship)
        return
    s.ships[ship].fp -= loss
    note(t, BATTERED, ship, card, loss)
    if stays(card):
        put_in_force(s, t, ship, card)


def stays(card: int) -> bool:
    """11.4 A jack costs FP in a ram, but starts no fire."""
    return rank(card) == ACE or rank(card) == QUEEN or rank(card) == JACK + 2
