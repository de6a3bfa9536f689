"""A force on paper: a card for each unit, then what its tiles and its home feature do. In millimetres."""

from collections import Counter
from collections.abc import Sequence

from casemate import sheet
from casemate.army import Army, Options, counted
from casemate.games.pocket.art import EMBLEMS, FEATURES, PATTERNS, SIDE, STAR, STONE, UNKNOWN_PATTERN
from casemate.games.pocket.cards import CARDS, Card
from casemate.games.pocket.drawing import HEX, PIPS
from casemate.games.pocket.legends import effects, texts
from casemate.sheet import FADED, HAIR, HEIGHT, INK, INNER, MARGIN, TINT, paragraph, say
from casemate.svg import Markup, circle, group, join, path, rect

CARD_WIDTH, CARD_HEIGHT, GAP, TOP = 91.5, 50.0, 3.0, 28.5
DIE, POOL = 6.0, 37.0  # how wide a die is, and all that belongs to one kind of dice
ABILITIES = 33.0  # where they begin
ROWS = 4
PER_PAGE = 2 * ROWS
RED, BLUE = "#b3261e", "#1f4e8c"
COLOURS = ("#8a5a1f", "#3f6b33", "#5b4a78", "#2f6585", "#7a3b3b", "#3c5a5a")  # of the factions, in turn
NAMED = {card.name: card for card in CARDS}


def draw_sheet(army: Army, options: Options, name: str) -> tuple[str, ...]:
    """The units in their order, eight on a page, then the ground."""
    units, tiles, features = army.picks
    cards = [NAMED[unit] for unit in units]
    points = counted(sum(card.points for card in cards), "points")
    legend = draw_legend(tiles, features)
    pages = [draw_cards(cards[at : at + PER_PAGE], at) for at in range(0, len(cards), PER_PAGE)] or [[]]
    rows = (len(cards[PER_PAGE * (len(pages) - 1) :]) + 1) // 2
    y = TOP + rows * (CARD_HEIGHT + GAP) + 2
    if legend and y + height_of(legend) > HEIGHT - 10:
        pages.append([])
        y = TOP
    for _, drawn, lines in legend:
        pages[-1].append(group(drawn, transform=f"translate(0 {y:g})"))
        y += lines
    told = "; ".join([", ".join(units), *legend_words(tiles), *features])
    below = f"Pocket-Tactics · {counted(len(cards), 'units')} · of at most {counted(int(options['points']), 'points')}"
    return tuple(
        sheet.page(
            [*sheet.head(name or "A force", below, points, n, len(pages)), *parts], f"Pocket-Tactics: {name}", told
        )
        for n, parts in enumerate(pages, 1)
    )


# --- a card -----------------------------------------------------------------------------------------------------------


def draw_cards(cards: Sequence[Card], before: int) -> list[str]:
    return [
        group(
            draw_card(card, before + n + 1),
            transform=f"translate({MARGIN + n % 2 * (CARD_WIDTH + GAP):g} {TOP + n // 2 * (CARD_HEIGHT + GAP):g})",
        )
        for n, card in enumerate(cards)
    ]


def draw_card(card: Card, number: int) -> Markup:
    """4.1 Name, points, dice and bumps, movement and range, favoured terrain, types and abilities."""
    colour = COLOURS[card.faction % len(COLOURS)]
    side = 15.5  # the column of the emblem
    parts: list[str] = [
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=2, fill="#fff", stroke=colour, stroke_width=0.5),
        path(f"M0 9.5V2a2 2 0 0 1 2-2h{CARD_WIDTH - 4:g}a2 2 0 0 1 2 2v7.5z", fill=colour),
        circle(5.2, 4.75, 3.3, fill="#fff"),
        say(str(number), 5.2, 6.2, 4.0, bold=True, anchor="middle", fill=colour),
        say(card.name, 10.5, 6.5, 5.0, bold=True, fill="#fff", font=sheet.BOOK),
        say(counted(card.points, "points"), CARD_WIDTH - 3, 6.4, 4.2, bold=True, fill="#fff", anchor="end"),
        circle(side / 2 + 0.3, 17.8, 6.3, fill=TINT, stroke=colour, stroke_width=0.4),
        draw_emblem(card, side / 2 + 0.3, 17.8),
        *draw_pool("OFF", card.off, card.off_bumps, side + 1, 11.6, RED),
        *draw_pool("DEF", card.defence, card.def_bumps, side + 1 + POOL, 11.6, BLUE),
        *draw_numbers(card, side + 1, 22.8),
    ]
    y, size = 28.6, fitting_size(card)
    lines = [("Favours", card.favoured), ("", ", ".join(card.types))]
    words = " · ".join(f"{lead} {told}".strip() for lead, told in lines if told)
    drawn, y = paragraph(words, 3, y, CARD_WIDTH - 6, 2.9, fill=FADED)
    parts.append(drawn)
    y = ABILITIES
    for ability in card.abilities:
        drawn, y = paragraph(texts().get(ability, ""), 3, y, CARD_WIDTH - 6, size, lead=f"{ability}:")
        parts.append(drawn)
        y += 0.5
    return join(parts)


def fitting_size(card: Card) -> float:
    """How large the abilities can be printed."""
    for size in (3.0, 2.8, 2.65, 2.5, 2.35):
        words = [f"{ability}: {texts().get(ability, '')}" for ability in card.abilities]
        lines = sum(len(sheet.wrap(each, CARD_WIDTH - 6, size * 1.03)) for each in words)
        if ABILITIES + (lines - 1) * size * 1.3 + 0.5 * len(words) + 0.4 * size <= CARD_HEIGHT - 1:
            return size
    return 2.2


def draw_emblem(card: Card, x: float, y: float) -> Markup:
    solid, lines = EMBLEMS.get(card.name, STAR)
    return group(
        path(solid, fill=INK, fill_rule="evenodd") if solid else "",
        path(lines, fill="none", stroke=INK, stroke_width=2.6, stroke_linejoin="round") if lines else "",
        transform=f"translate({x:g} {y:g}) scale(.32)",
    )


def draw_pool(word: str, number: int, bumps: Sequence[int], x: float, y: float, colour: str) -> list[str]:
    """4.2-4.3 The dice as they are thrown, and the bumps beside them."""
    parts: list[str] = [say(word, x, y + 4.4, 3.4, bold=True, fill=colour)]
    left = x + 8.6
    for n in range(number):
        parts.append(draw_die(left + n * (DIE + 0.4), y, colour))
    if not number:
        parts.append(say("–", left + 1, y + 4.4, 4.5, bold=True, fill=FADED))
    left += max(1, number) * (DIE + 0.4) + 0.4
    if len(bumps) * 5.4 > x + POOL - left:  # so many that they are told
        return [*parts, say(" ".join(f"+{bump}" for bump in bumps), left, y + 4.2, 2.4, bold=True, fill=colour)]
    for n, bump in enumerate(bumps):
        at = left + n * 5.4
        parts += [
            path(f"M{at:g} {y + DIE:g}v-3.6l2.5-2.9 2.5 2.9v3.6z", fill="#fff", stroke=colour, stroke_width=0.45),
            say(f"+{bump}", at + 2.5, y + 5, 2.6, bold=True, fill=colour, anchor="middle"),
        ]
    return parts


def draw_die(x: float, y: float, colour: str) -> Markup:
    middle = DIE / 2
    pips = [circle(x + middle + 1.5 * i, y + middle + 1.5 * j, 0.5, fill="#fff") for i, j in PIPS[5]]
    return join([rect(x, y, DIE, DIE, rx=1.2, fill=colour), *pips])


def draw_numbers(card: Card, x: float, y: float) -> list[str]:
    """Swift, Flying, Ranged, Daylight, Summoning."""
    parts: list[str] = []
    for name, number in card.numbers.items() or {"On foot": 0}.items():
        words = f"{name} {number}" if number else name
        wide = sheet.width(words, 3.0, True) + 3
        parts += [
            rect(x, y - 3.4, wide, 4.7, rx=2.3, fill=TINT, stroke=HAIR, stroke_width=0.25),
            say(words, x + wide / 2, y, 3.0, bold=True, anchor="middle"),
        ]
        x += wide + 1.5
    return parts


# --- the ground -------------------------------------------------------------------------------------------------------

Legend = list[tuple[str, Markup, float]]


def legend_words(tiles: Sequence[str]) -> list[str]:
    return [f"{number} {name}" for name, number in Counter(tiles).items()]


def draw_legend(tiles: Sequence[str], features: Sequence[str]) -> Legend:
    """The tiles and the home feature, each with what it does."""
    counts = Counter(tiles)
    found = [(f"{number} {name}", draw_tile(name), effects("terrain.tsv")[name]) for name, number in counts.items()]
    found += [(name, draw_feature(name), effects("features.tsv")[name]) for name in dict.fromkeys(features)]
    return [(what, *draw_ground(what, drawn, told)) for what, drawn, told in found]


def height_of(legend: Legend) -> float:
    return sum(lines for _, _, lines in legend)


def draw_ground(what: str, drawn: Markup, told: str) -> tuple[Markup, float]:
    y, parts = 3.2, list[str]()
    for words in told.split("\n") if told else ["nothing in particular"]:
        line, y = paragraph(words, MARGIN + 34, y, INNER - 34, 2.9, fill=INK)
        parts.append(line)
    head = say(what, MARGIN + 9, 3.6, 3.6, bold=True)
    return join([group(drawn, transform=f"translate({MARGIN + 3.5:g} 3)"), head, *parts]), max(7.0, y + 0.2)


def draw_tile(name: str) -> Markup:
    return group(
        path(HEX, fill="#fff", stroke=INK, stroke_width=6),
        path(PATTERNS.get(name, UNKNOWN_PATTERN), fill="none", stroke=INK, stroke_width=4, stroke_linecap="round"),
        transform=f"scale({3.3 / SIDE:.4f})",
    )


def draw_feature(name: str) -> Markup:
    solid, lines = FEATURES.get(name, STONE)
    return group(
        path(solid, fill=INK),
        path(lines, fill="none", stroke="#fff", stroke_width=3) if lines else "",
        transform="translate(0 2) scale(.062)",
    )
