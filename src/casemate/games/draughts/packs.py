"""Chapter 4: the order pack and the damage pack.

A card is a number in the order of 5.2: 4 * rank + suit, from the ace of hearts to the king of spades, then the Joker.
"""

from typing import Any

from casemate.games.draughts.board import AFLOAT, JOKER, KINDS, SHIPS
from casemate.table import draw, note
from casemate.words import Reason

ACE, TEN, JACK, QUEEN, KING = 0, 9, 10, 11, 12
RANKS, SUITS = "A23456789TJQK", "HCDS"

NEW_PACK = Reason("4.7", "The damage pack is empty: its {a} discards are shuffled into a new one")


def card_name(card: int) -> str:
    """4.3, 16.1 Rank and suit."""
    return "**" if card == JOKER else RANKS[card // 4] + SUITS[card % 4]


CARD = {card_name(card): card for card in range(KINDS)}


def rank(card: int) -> int:
    """4.3 A Joker has a rank of its own."""
    return card // 4


def suit(card: int) -> int:
    """4.3 Hearts, clubs, diamonds, spades."""
    return card % 4


def is_red(card: int) -> bool:
    """4.3 Hearts and diamonds."""
    return card % 2 == 0


def shuffle(s: Any) -> None:
    """4.5, 4.7 All discards go back: the damage pack is what is not in force (4.6)."""
    for card in range(JOKER):
        s.pack[card] = 1
    s.pack[JOKER] = s.options.jokers
    for i in range(SHIPS):
        ship = s.ships[i]
        if ship.fate == AFLOAT:
            for n in range(ship.damages):
                s.pack[ship.damage[n]] = 0


def cards_left(s: Any) -> int:
    """How many cards are in the damage pack."""
    left = 0
    for card in range(KINDS):
        left += s.pack[card]
    return left


def is_empty(s: Any) -> bool:
    """Whether the damage pack is used up."""
    return cards_left(s) == 0


def draw_damage(s: Any, t: Any) -> int:
    """4.4 A card without replacement; 4.7 an empty pack is made anew first."""
    if is_empty(s):
        shuffle(s)
        note(t, NEW_PACK, cards_left(s))
    return draw(t, s.pack)
