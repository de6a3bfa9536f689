"""The battle grid as SVG: a ruled sheet in an iron frame, and for each side a tray with its eight action cards.

North is round and pale, South square and dark; what a unit can do is told by its shape: a second rim on a Heavy
Chassis, a star on a Saboteur, its weapon below. The drawing knows the grid and nothing of what is legal.
"""

from functools import cache
from math import cos, pi, sin

from casemate.games.battlebook.actions import CODES, COSTS
from casemate.games.battlebook.grid import (
    LETTERS,
    NORTH,
    PLAYERS,
    SOUTH,
    SQUARE,
    column_of,
    row_of,
    square,
    square_name,
)
from casemate.games.battlebook.scene import CHASSIS, SIDES, WEAPONS, Grid, Pattern
from casemate.svg import Markup, circle, element, group, join, path, rect, text, use

SIDE, MARGIN = 100, 56  # of a square; of the frame
TRAY, BREADTH = 232, 1000  # the height and breadth of a tray, before it is scaled to the picture
CARD_LEFT, CARD_TOP, CARD_STEP, CARD_WIDTH, CARD_HEIGHT = 20, 80, 121, 113, 140


# Where things lie.


def width(grid: Grid) -> int:
    return SIDE * grid.columns + 2 * MARGIN


def scale(grid: Grid) -> float:
    """How much the trays are enlarged: they are as broad as the grid."""
    return width(grid) / BREADTH


def top(grid: Grid) -> float:
    """Where the frame begins."""
    return round(TRAY * scale(grid))


def height(grid: Grid) -> float:
    return SIDE * grid.rows + 2 * MARGIN + 2 * top(grid)


@cache
def middle(grid: Grid, name: str) -> tuple[float, float]:
    """Where the middle of a square lies."""
    at = SQUARE[name]
    return MARGIN + SIDE * (column_of(at) + 0.5), top(grid) + MARGIN + SIDE * (grid.rows - row_of(at) - 0.5)


def near(viewer: int | None) -> int:
    """Whose tray lies below the grid: North's, for those who watch."""
    return viewer or NORTH


def tray_at(grid: Grid, side: int, viewer: int | None) -> str:
    y = height(grid) - top(grid) if side == near(viewer) else 0
    return f"translate(0 {y:g}) scale({scale(grid):g})"


def card_left(n: int) -> int:
    return CARD_LEFT + CARD_STEP * n


# The units: each drawn once around 0 0, the middle of a square.

STAR = (
    "M"
    + "L".join(
        f"{r * sin(n * pi / 5):.1f} {-8 - r * cos(n * pi / 5):.1f}" for n in range(10) for r in ((19, 8)[n % 2],)
    )
    + "z"
)
ROUND_BODY = (
    circle(0, -3, 36, class_="rim"),
    circle(0, -8, 34, class_="top"),
)
SQUARE_BODY = (
    rect(-34, -37, 68, 70, rx=5, class_="rim"),
    rect(-34, -41, 68, 66, rx=5, class_="top"),
)
SIGNS = {
    ("LC", NORTH): (circle(0, -8, 6, class_="sign"),),
    ("LC", SOUTH): (rect(-6, -14, 12, 12, class_="sign"),),
    ("HC", NORTH): (circle(0, -8, 25, class_="ring"), circle(0, -8, 6, class_="sign")),
    ("HC", SOUTH): (rect(-25, -32, 50, 48, rx=3, class_="ring"), rect(-6, -14, 12, 12, class_="sign")),
    ("SC", NORTH): (path(STAR, class_="sign"),),
    ("SC", SOUTH): (path(STAR, class_="sign"),),
}
WEAPON = {  # below the unit, pointing right
    "CM": "M-30 19l14 1 3-3h43v7h-34l-4 4h-12l-12 8z",
    "RM": "M-47 19l16 1 3-3h50l22 3 5 2-27 2h-38l-4 4h-14l-11 8zM-20 12h18v3h-18z",
    "CN": "M-28 15l44-2v-3h16v20h-16v-3l-44-2zM-8 22a9 9 0 1 0 .1 0z",
    "RV": "M-22 16h16a9 9 0 0 1 16 0h26v7h-26a9 9 0 0 1-14 1l-6 1-5 13h-13l4-15z",
    "SB": "M-40 24h18v-7h6v6c24 1 42-3 58-14-9 17-32 26-58 24v6h-6v-7h-18z",
}


def unit_id(side: int, chassis: str) -> str:
    return f"bb-{chassis}{side}"


def weapon_id(side: int, weapon: str) -> str:
    return f"bb-{weapon}{side}"


@cache
def draw_symbols() -> Markup:
    """Everything that lies on squares, drawn once."""
    parts = [
        path("M-19-19L19 19M19-19L-19 19", id="bb-x"),
        path("M-9-9L9 9M9-9L-9 9", id="bb-x-small"),
        path("M-46 30L46-38", id="bb-slash"),
        path("M-9-12L9 0L-9 12z", id="bb-arrow"),
    ]
    for side, body in ((NORTH, ROUND_BODY), (SOUTH, SQUARE_BODY)):
        parts += [
            group(*body, *SIGNS[chassis, side], id=unit_id(side, chassis), class_=f"bb-side{side}")
            for chassis in CHASSIS
        ]
        turned = "scale(-1 1)" if side == SOUTH else None
        parts += [
            group(path(WEAPON[weapon], transform=turned), id=weapon_id(side, weapon), class_="bb-weapon")
            for weapon in WEAPONS
        ]
    return element("defs", *parts)


# The still backdrop: trays, frame, sheet, lines, names, and the squares a finger can touch.


@cache
def draw_backdrop(grid: Grid, viewer: int | None) -> Markup:
    wide, high, upper = width(grid), height(grid), top(grid)
    left, right = MARGIN, wide - MARGIN
    head, foot = upper + MARGIN, high - upper - MARGIN
    lines = [f"M{left} {head + SIDE * row:g}H{right}" for row in range(1, grid.rows)]
    lines += [f"M{left + SIDE * column} {head:g}V{foot:g}" for column in range(1, grid.columns)]
    zones = [left + SIDE * column for column in (grid.outer, grid.columns - grid.outer)]
    rivets = [(x, y) for x in (20, wide - 20) for y in (upper + 20, high - upper - 20)]
    parts = (
        draw_symbols(),
        rect(0, 0, wide, high, rx=14, class_="bb-paper"),
        rect(3, upper + 3, wide - 6, high - 2 * upper - 6, rx=14, class_="bb-frame"),
        *(circle(x, y, 8, class_="bb-rivet") for x, y in rivets),
        path("".join(f"M{x - 4:g} {y - 4:g}l8 8" for x, y in rivets), class_="bb-rivet"),
        rect(left, head, wide - 2 * MARGIN, foot - head, class_="bb-sheet"),
        rect(left, head, SIDE * grid.outer, foot - head, class_="bb-tint"),
        rect(zones[1], head, SIDE * grid.outer, foot - head, class_="bb-tint"),
        path("".join(lines), class_="bb-lines"),
        path("".join(f"M{x} {head:g}V{foot:g}" for x in zones), class_="bb-zones"),
        rect(left, head, wide - 2 * MARGIN, foot - head, class_="bb-edge"),
        draw_names(grid),
        *(group(*draw_tray(side), transform=tray_at(grid, side, viewer)) for side in (NORTH, SOUTH)),
        draw_spots(grid),
    )
    return join(parts)


def draw_names(grid: Grid) -> Markup:
    """1.2 Rows and columns; 1.4 whose side is where."""
    wide, upper, foot = width(grid), top(grid), height(grid) - top(grid) - MARGIN
    names = [text(str(row + 1), 20, middle(grid, square_name(square(0, row)))[1] + 11) for row in range(grid.rows)]
    names += [text(LETTERS[n], MARGIN + SIDE * (n + 0.5), foot + 39) for n in range(grid.columns)]
    half, line = SIDE * grid.outer / 2, upper + 40
    sides = [text("○ North", MARGIN + half, line), text("South □", wide - MARGIN - half, line)]
    return group(*names, *sides, class_="bb-names")


def draw_tray(side: int) -> tuple[Markup, ...]:
    """Whose tray it is, and room for nine action points."""
    emblem = circle(44, 42, 22, class_="top") if side == NORTH else rect(23, 21, 42, 42, rx=3, class_="top")
    return (
        rect(5, 6, BREADTH - 10, TRAY - 12, rx=12, class_="bb-tray"),
        group(emblem, class_=f"bb-side{side}"),
        text(PLAYERS[side], 80, 54, class_="bb-name"),
    )


def draw_spots(grid: Grid) -> Markup:
    squares = [square_name(square(column, row)) for column in range(grid.columns) for row in range(grid.rows)]
    middles = [(name, *middle(grid, name)) for name in squares]
    return group(*(rect(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, data_spot=name) for name, x, y in middles))


# The cards.


@cache
def draw_face(side: int, code: str, pattern: Pattern) -> Markup:
    """3, 6.9 What a card shows: its code, its cost, and the unit or the squares its weapon marks."""
    costs = [circle(CARD_WIDTH - 14 - 18 * n, 21, 7, class_="bb-cost") for n in range(COSTS[CODES.index(code)])]
    half = CARD_WIDTH / 2
    if code in CHASSIS:
        picture = [use(unit_id(side, code), half, 94)]
    elif (
        max(0, *(r for _, r in pattern)) - min(0, *(r for _, r in pattern)) > 3
    ):  # option `patterns`: no room for the weapon itself
        picture = [draw_pattern(side, pattern, 90, 88)]
    else:
        picture = [use(weapon_id(side, code), half, 38), draw_pattern(side, pattern, 105, 58)]
    return join([text(code, 10, 33, class_="bb-code"), *costs, *picture])


def draw_pattern(side: int, pattern: Pattern, y: float, high: float) -> Markup:
    """6.9 The unit and the X's of its weapon, as the rulebook draws them."""
    forward = 1 if side == NORTH else -1
    marked = [(forward * f, -r) for f, r in pattern]
    across, down = [0, *(x for x, _ in marked)], [0, *(y for _, y in marked)]
    cell = min(20, 100 / (max(across) - min(across) + 1), high / (max(down) - min(down) + 1))
    x0 = CARD_WIDTH / 2 - cell * (max(across) + min(across)) / 2
    y0 = y - cell * (max(down) + min(down)) / 2
    r = cell * 0.36
    unit = (
        circle(x0, y0, r, class_="bb-small") if side == NORTH else rect(x0 - r, y0 - r, 2 * r, 2 * r, class_="bb-small")
    )
    arm = cell * 0.3
    crosses = "".join(
        f"M{x0 + cell * i - arm:.1f} {y0 + cell * j - arm:.1f}l{2 * arm:.1f} {2 * arm:.1f}m0 {-2 * arm:.1f}"
        f"l{-2 * arm:.1f} {2 * arm:.1f}"
        for i, j in marked
    )
    return join([unit, path(crosses, class_="bb-small-x", stroke_width=max(2.4, cell / 6.5))])


def spots_of_cards() -> Markup:
    """What a finger can touch on a tray: the eight cards and the side's emblem."""
    return join(
        rect(card_left(n), CARD_TOP, CARD_WIDTH, CARD_HEIGHT, rx=10, data_spot=code) for n, code in enumerate(CODES)
    )


def spot_of_side(side: int) -> Markup:
    return rect(14, 12, 190, 60, rx=10, data_spot=SIDES[side])


STYLE = """
.bb-paper{fill:var(--paper)}
.bb-frame{fill:var(--iron);stroke:var(--rim);stroke-width:4}
.bb-rivet{fill:var(--rim);stroke:var(--engraved);stroke-opacity:.55;stroke-width:1.5}
.bb-sheet{fill:var(--sheet)}
.bb-tint{fill:var(--tint)}
.bb-lines{fill:none;stroke:var(--line);stroke-width:2;stroke-opacity:.7}
.bb-zones{fill:none;stroke:var(--line);stroke-width:6;stroke-dasharray:16 9}
.bb-edge{fill:none;stroke:var(--line);stroke-width:4}
.casemate .bb-names *{fill:var(--engraved);font-size:32px;font-weight:600;text-anchor:middle}
.casemate .bb-round{fill:var(--engraved);font-size:32px;text-anchor:middle}
.bb-tray{fill:var(--tint);stroke:var(--line);stroke-width:2}
.bb-turn{fill:none;stroke:var(--ink);stroke-width:7}
.bb-name{font-size:38px;font-weight:600}
.bb-acts{font-size:32px}
.bb-ap{font-size:32px;font-weight:600;text-anchor:start}
.bb-score{font-size:50px;font-weight:700;text-anchor:end}
.casemate .bb-ahead{fill:var(--faded);font-size:34px;text-anchor:end}
.bb-pips,.bb-pips-rim,.bb-spent{fill:none;stroke-linecap:round;stroke-dasharray:0 30}
.bb-pips-rim{stroke:var(--ink);stroke-width:24}
.bb-pips{stroke:var(--ink);stroke-width:22}
.bb-spent{stroke:var(--sheet);stroke-width:18}
.bb-card{fill:var(--sheet);stroke:var(--ink);stroke-width:3}
.bb-struck{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:7 6}
.casemate .bb-struck-code{fill:var(--faded);font-size:32px;text-anchor:middle}
.bb-strike{fill:none;stroke:var(--faded);stroke-width:4;stroke-linecap:round}
.bb-back{fill:var(--iron);stroke:var(--rim);stroke-width:3}
.bb-back-line{fill:none;stroke:var(--engraved);stroke-opacity:.5;stroke-width:3}
.casemate .bb-back-mark{fill:var(--engraved);font-size:64px;font-weight:700;text-anchor:middle}
.bb-code{font-size:33px;font-weight:700}
.bb-cost{fill:var(--ink)}
.bb-dear{opacity:.45}
.bb-small{fill:none;stroke:var(--ink);stroke-width:3.5}
.bb-small-x{fill:none;stroke:var(--trail);stroke-linecap:round}
.bb-side0 *,.bb-side1 *{stroke-width:3;stroke-linejoin:round}
.bb-side0 *{stroke:var(--pale-edge)}
.bb-side0 .top{fill:var(--pale)}
.bb-side0 .rim{fill:var(--pale-shade)}
.bb-side0 .sign{fill:var(--pale-edge)}
.bb-side0 .ring{fill:var(--pale-side);stroke-width:4}
.bb-side1 *{stroke:var(--dark-edge)}
.bb-side1 .top{fill:var(--dark)}
.bb-side1 .rim{fill:var(--dark-shade)}
.bb-side1 .sign{fill:var(--dark-mark);stroke:none}
.bb-side1 .ring{fill:var(--dark-side);stroke:var(--dark-mark);stroke-width:4}
.bb-weapon path{fill:var(--ink);stroke:var(--sheet);stroke-width:4;paint-order:stroke;stroke-linejoin:round}
.bb-xs{fill:none;stroke:var(--trail);stroke-width:7;stroke-linecap:round}
.casemate .bb-count{fill:var(--trail);font-size:42px;font-weight:700;text-anchor:middle}
.bb-pill{fill:var(--sheet);stroke:var(--trail);stroke-width:3}
.bb-pill-x{fill:none;stroke:var(--trail);stroke-width:5;stroke-linecap:round}
.casemate .bb-pill-count{fill:var(--trail);font-size:30px;font-weight:700;text-anchor:middle}
.bb-veil{fill:var(--sheet);fill-opacity:.55}
.bb-slash-rim{fill:none;stroke:var(--sheet);stroke-width:12;stroke-linecap:round}
.bb-slash{fill:none;stroke:var(--trail);stroke-width:6;stroke-linecap:round}
.bb-road{fill:none;stroke:var(--faded);stroke-width:7;stroke-linecap:round;stroke-dasharray:0 17}
.bb-arrow{fill:var(--engraved)}
.bb-last{fill:var(--trail);fill-opacity:.13;stroke:var(--trail);stroke-width:4}
.bb-fresh{fill:var(--trail);fill-opacity:.13}
.bb-ghost{opacity:.22}
.bb-mark{fill:var(--mark);fill-opacity:.35;stroke:var(--mark);stroke-width:6}
.bb-dot{stroke:var(--mark);stroke-width:16;stroke-linecap:round}
.ends .bb-mark{fill-opacity:1}
.ends .bb-dot{stroke-width:30}
.bb-reach{display:none;fill:none;stroke:var(--mark);stroke-width:4}
.ends .bb-reach{display:inline}
.bb-reach .friend{stroke:var(--trail);stroke-width:6}
"""
