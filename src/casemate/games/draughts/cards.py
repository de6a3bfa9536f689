"""Playing cards as small pictures."""

from functools import cache

from casemate.svg import Markup, group, rect, text, use

CARD_WIDTH, CARD_HEIGHT = 38, 58


@cache
def draw_card(card: str, x: float, y: float, grown: float = 1) -> Markup:
    """A card around a place: rank above, suit below; a Joker is a star."""
    is_red, is_joker = card[1] in "HD", card == "**"
    suit = "J" if is_joker else card[1]
    rank = "" if is_joker else {"T": "10"}.get(card[0], card[0])
    parts = [
        rect(-CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, rx=5, class_="draughts-card"),
        text(rank, 0, -4, class_="draughts-rank"),
        use(f"draughts-suit{suit}", 0, 0 if is_joker else 15, class_=None if is_red else "draughts-black-suit"),
    ]
    where = f"translate({x:g} {y:g})" + (f" scale({grown:g})" if grown != 1 else "")
    return group(*parts, class_="draughts-red" if is_red else None, transform=where)
