"""The moving layer: everything that an action can change, and the marks on what may be touched.

After an action most of it is as it was: each part is kept by the few things it is drawn from.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from casemate.games.battlebook.actions import CODES, COSTS, ROUND_AP
from casemate.games.battlebook.drawing import (
    BREADTH,
    CARD_HEIGHT,
    CARD_TOP,
    CARD_WIDTH,
    MARGIN,
    TRAY,
    card_left,
    draw_face,
    middle,
    near,
    spot_of_side,
    spots_of_cards,
    top,
    tray_at,
    unit_id,
    weapon_id,
    width,
)
from casemate.games.battlebook.grid import NORTH, SOUTH, square, square_name
from casemate.games.battlebook.scene import (
    ACT,
    CHASSIS,
    DESTROYED,
    KEEP,
    OVER,
    SCORES,
    SIDES,
    START,
    WEAPONS,
    Grid,
    Kept,
    Pattern,
    Scene,
    Unit,
    hits,
)
from casemate.svg import circle, group, join, path, rect, text, use

kept = lru_cache(maxsize=1024)


def draw_layer(scene: Scene, viewer: int | None) -> dict[str, str]:
    """Every part, the lowest first."""
    grid, units = scene.grid, scene.units
    parts = {
        "ghost": draw_ghost(grid, scene.before),
        "last": draw_last(grid, scene.last),
        "roads": draw_roads(grid, units),
        "xs": draw_xs(grid, free_of(scene.xs, units)),
    }
    for side in (NORTH, SOUTH):
        own = tuple(unit for unit in units if unit.side == side)
        parts[f"units{side}"] = draw_units(grid, tuple((unit.square, unit_id(side, unit.chassis)) for unit in own))
        parts[f"weapons{side}"] = draw_units(
            grid, tuple((unit.square, weapon_id(side, unit.weapon)) for unit in own if unit.weapon)
        )
    parts["danger"] = draw_danger(grid, tuple(unit for unit in units if unit.xs))
    parts["round"] = draw_round(grid, scene.round, scene.task == OVER)
    for side in (NORTH, SOUTH):
        parts[f"points{side}"] = draw_points(grid, side, viewer, scene.ap[side], scene.totals[side], ahead(scene, side))
        ap = scene.ap[side] if scene.task in (ACT, OVER) else ROUND_AP
        parts[f"cards{side}"] = draw_cards(grid, side, viewer, scene.kept[side], too_dear(ap), scene.patterns)
    parts["turn"] = draw_turn(grid, scene.winner if scene.task == OVER else scene.asked, acts(scene), viewer)
    parts["touch"] = draw_touch(grid, actor(scene, viewer), viewer)
    return parts


def actor(scene: Scene, viewer: int | None) -> int:
    """On whose tray the cards can be touched: that of who acts."""
    return scene.asked if scene.asked in (NORTH, SOUTH) else near(viewer)


def too_dear(ap: int) -> int:
    """4.6 The actions that cost more than is left, as bits."""
    return sum((cost > ap) << action for action, cost in enumerate(COSTS))


def ahead(scene: Scene, side: int) -> int | None:
    """What the round would give now; not when it has been counted."""
    return scene.ahead[side] if scene.task == ACT else None


def acts(scene: Scene) -> str:
    return {KEEP: "keeps five", START: "who starts?", ACT: "acts", OVER: "wins"}[scene.task]


def free_of(xs: tuple[tuple[str, int], ...], units: tuple[Unit, ...]) -> tuple[tuple[str, int], ...]:
    """The X's on squares without units."""
    held = {unit.square for unit in units}
    return tuple((name, count) for name, count in xs if name not in held)


# On the grid.


@kept
def draw_units(grid: Grid, pieces: tuple[tuple[str, str], ...]) -> str:
    return "".join([use(piece, *middle(grid, name), data_at=name) for name, piece in pieces])


@kept
def draw_xs(grid: Grid, xs: tuple[tuple[str, int], ...]) -> str:
    """6.4, 6.7 A cross, and how many where there are several."""
    crosses, counts = [], []
    for name, count in xs:
        x, y = middle(grid, name)
        crosses.append(use("bb-x", x - (22 if count > 1 else 0), y))
        if count > 1:
            counts.append(text(str(count), x + 24, y + 15, class_="bb-count"))
    return f'<g class="bb-xs">{"".join(crosses)}</g>{"".join(counts)}' if xs else ""


@kept
def draw_danger(grid: Grid, threatened: tuple[Unit, ...]) -> str:
    """7.2, 7.3 The X's that a unit stands in; a stroke through those that would be destroyed."""
    return "".join([draw_threat(grid, unit) for unit in threatened])


@kept
def draw_threat(grid: Grid, unit: Unit) -> str:
    x, y = middle(grid, unit.square)
    struck = [use("bb-slash", x, y, class_=f"bb-slash{part}") for part in ("-rim", "") if unit.fate == DESTROYED]
    wide = 60 if unit.xs > 1 else 32
    pill = rect(x + 49 - wide, y - 49, wide, 34, rx=8, class_="bb-pill")
    cross = use("bb-x-small", x + 65 - wide, y - 32, class_="bb-pill-x")
    count = [text(str(unit.xs), x + 35, y - 21, class_="bb-pill-count")] if unit.xs > 1 else []
    return str(join([*struck, pill, cross, *count]))


@kept
def draw_roads(grid: Grid, units: tuple[Unit, ...]) -> str:
    """8.1 A clear road from the rearmost unit that scores in a row to the enemy's edge."""
    starts: dict[tuple[int, int], int] = {}
    for unit in units:
        if unit.fate == SCORES:
            road = (unit.row, unit.side)
            columns = (starts.get(road, unit.column), unit.column)
            starts[road] = min(columns) if unit.side == NORTH else max(columns)
    return "".join(
        [draw_road(grid, square_name(square(column, row)), side) for (row, side), column in sorted(starts.items())]
    )


@kept
def draw_road(grid: Grid, name: str, side: int) -> str:
    x, y = middle(grid, name)
    end, way = (width(grid) - MARGIN, 1) if side == NORTH else (MARGIN, -1)
    head = use("bb-arrow", 0, 0, class_="bb-arrow", transform=f"translate({end + 13 * way:g} {y:g}) scale({way} 1)")
    return str(join([path(f"M{x + 52 * way:g} {y:g}H{end - 8 * way:g}", class_="bb-road"), head]))


@kept
def draw_last(grid: Grid, last: tuple[str, ...]) -> str:
    """The last action: where, and what its weapon marked."""
    corners = [(x - 47, y - 47) for x, y in (middle(grid, name) for name in last)]
    marks = [rect(x, y, 94, 94, rx=8, class_="bb-fresh" if n else "bb-last") for n, (x, y) in enumerate(corners)]
    return "".join(marks)


@kept
def draw_ghost(grid: Grid, units: tuple[Unit, ...]) -> str:
    """How the round before ended, faintly, until the first unit is deployed."""
    if not units:
        return ""
    drawn = []
    for unit in units:
        x, y = middle(grid, unit.square)
        drawn.append(use(unit_id(unit.side, unit.chassis), x, y))
        if unit.weapon:
            drawn.append(use(weapon_id(unit.side, unit.weapon), x, y))
        if unit.fate == DESTROYED:
            drawn.append(use("bb-slash", x, y, class_="bb-slash"))
    return f'<g class="bb-ghost">{draw_roads(grid, units)}{"".join(drawn)}</g>'


# The trays.


@kept
def draw_round(grid: Grid, number: int, is_over: bool) -> str:
    words = "Battle over" if is_over else "Extra round" if number == 4 else f"Round {number} of 3"
    if grid.columns - 2 * grid.outer < 3 and not is_over:
        words = words.replace(" of ", "/")
    return str(text(words, width(grid) / 2, top(grid) + 40, class_="bb-round"))


@kept
def draw_points(grid: Grid, side: int, viewer: int | None, ap: int, total: int, ahead: int | None) -> str:
    """2.3, 2.4 Action points left and spent, the points of the rounds so far, and what this one would give."""
    line = "M432 42h{:g}"
    full = [path(line.format(30 * ap - 29.9), class_=f"bb-pips{part}") for part in ("-rim", "") if ap]
    drawn = [
        path(line.format(240.1), class_="bb-pips-rim"),
        path(line.format(240.1), class_="bb-spent"),
        *full,
        text(f"{ap} AP", 692, 53, class_="bb-ap"),
        text(str(total), 978, 59, class_="bb-score"),
    ]
    if ahead:
        drawn.append(text(f"+{ahead}", 898 if total > 9 else 932, 56, class_="bb-ahead"))
    return str(group(*drawn, transform=tray_at(grid, side, viewer)))


@kept
def draw_cards(
    grid: Grid, side: int, viewer: int | None, actions: Kept, dear: int, patterns: tuple[Pattern, ...]
) -> str:
    """3.2 The five actions kept, face down while they are secret, and the three struck out."""
    if actions is None:
        cards = [group(*draw_back(), transform=at_card(n + 1.5)) for n in range(5)]
    else:
        shown = (*((),) * len(CHASSIS), *patterns)
        cards = [
            group(*draw_card(side, code, actions, bool(dear >> n & 1), shown[n]), transform=at_card(n))
            for n, code in enumerate(CODES)
        ]
    return str(group(*cards, transform=tray_at(grid, side, viewer)))


def at_card(n: float) -> str:
    return f"translate({card_left(0) + (card_left(1) - card_left(0)) * n:g} {CARD_TOP})"


def draw_back() -> list[str]:
    return [
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=10, class_="bb-back"),
        rect(9, 9, CARD_WIDTH - 18, CARD_HEIGHT - 18, rx=5, class_="bb-back-line"),
        text("?", CARD_WIDTH / 2, 92, class_="bb-back-mark"),
    ]


def draw_card(side: int, code: str, actions: tuple[str, ...], is_dear: bool, pattern: Pattern) -> list[str]:
    if actions and code not in actions:
        return [
            rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=10, class_="bb-struck"),
            text(code, CARD_WIDTH / 2, 82, class_="bb-struck-code"),
            path(f"M22 92L{CARD_WIDTH - 22} 48", class_="bb-strike"),
        ]
    return [
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, rx=10, class_="bb-card"),
        group(draw_face(side, code, pattern), class_="bb-dear" if is_dear else None),
    ]


@kept
def draw_turn(grid: Grid, asked: int | None, words: str, viewer: int | None) -> str:
    """Who acts, or has won."""
    if asked not in (NORTH, SOUTH):
        return ""
    border = rect(5, 6, BREADTH - 10, TRAY - 12, rx=12, class_="bb-turn")
    return str(group(border, text(f"▸ {words}", 212, 53, class_="bb-acts"), transform=tray_at(grid, asked, viewer)))


@kept
def draw_touch(grid: Grid, side: int, viewer: int | None) -> str:
    """The cards lie to be touched on the tray of who acts; the emblems on both."""
    cards = group(spots_of_cards(), transform=tray_at(grid, side, viewer))
    return cards + "".join(group(spot_of_side(each), transform=tray_at(grid, each, viewer)) for each in (NORTH, SOUTH))


# Marks: a dot on a square, a ring around a unit to arm, a frame around a card.


def draw_marks(scene: Scene, s: Any, spots: Iterable[str], viewer: int | None) -> dict[str, str]:
    """What shows that a spot may be touched; a weapon held in the hand shows what it would mark."""
    grid, side = scene.grid, actor(scene, viewer)
    held = {unit.square: unit for unit in scene.units}
    marks = {}
    for spot in spots:
        if spot in CODES:
            marks[spot] = mark_card(grid, spot, side, viewer)
            if spot in WEAPONS:
                marks[spot] += draw_reach(grid, side, reaches(s, side, spot, scene.units), held_by(side, scene.units))
        elif spot in SIDES:
            marks[spot] = mark_side(grid, SIDES.index(spot), viewer)
        else:
            marks[spot] = mark_square(grid, spot, held[spot].side if spot in held else None)
    return marks


def reaches(s: Any, side: int, weapon: str, units: tuple[Unit, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The units that a weapon may arm, each with the squares it would mark."""
    unarmed = [unit.square for unit in units if unit.side == side and not unit.weapon]
    return tuple((name, hits(s, side, weapon, name)) for name in unarmed)


def held_by(side: int, units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple(unit.square for unit in units if unit.side == side)


@kept
def mark_card(grid: Grid, code: str, side: int, viewer: int | None) -> str:
    x = card_left(CODES.index(code))
    frame = rect(x - 4, CARD_TOP - 4, CARD_WIDTH + 8, CARD_HEIGHT + 8, rx=13, class_="bb-mark")
    return str(group(frame, transform=tray_at(grid, side, viewer)))


@kept
def mark_side(grid: Grid, side: int, viewer: int | None) -> str:
    return str(group(rect(14, 12, 190, 60, rx=10, class_="bb-mark"), transform=tray_at(grid, side, viewer)))


@kept
def mark_square(grid: Grid, name: str, side: int | None) -> str:
    x, y = middle(grid, name)
    if side is None:
        return f'<path d="M{x:g} {y:g}h0" class="bb-dot"/>'
    if side == NORTH:
        return str(circle(x, y - 6, 46, class_="bb-mark"))
    return str(rect(x - 45, y - 49, 90, 90, rx=8, class_="bb-mark"))


@kept
def draw_reach(
    grid: Grid, side: int, reaches: tuple[tuple[str, tuple[str, ...]], ...], friends: tuple[str, ...]
) -> str:
    """6.4, 6.8 A line from each unit to what its weapon would mark; friends that it would hit stand out."""
    lines = [(middle(grid, name), middle(grid, there), there in friends) for name, hit in reaches for there in hit]
    drawn = [path(f"M{x:g} {y:g}L{i:g} {j:g}") for (x, y), (i, j), _ in lines]
    drawn += [
        rect(i - 44, j - 44, 88, 88, rx=6, class_="friend" if is_friend else None) for _, (i, j), is_friend in lines
    ]
    return str(group(*drawn, class_="bb-reach")) if drawn else ""
