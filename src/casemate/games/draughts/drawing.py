"""The sea chart as SVG: what stands still, and where everything lies. It knows nothing of what is legal.

The chart is `board` squares of 100 and a ring around them, which the headings of ships at the edge point to. The strip
above it and the record sheets below are drawn for a chart 936 wide and grow with it.
"""

from functools import cache
from math import cos, pi, sin

from casemate.games.draughts.board import FILES
from casemate.games.draughts.hulls import SIGNS, draw_hulls
from casemate.games.draughts.ships import TYPES, Mount
from casemate.svg import Markup, circle, element, group, join, path, rect, text, use

SIDE, WIDTH, STRIP = 100, 936, 96  # a square; the strip's and the sheets' own measure
SHEET, SHEET_HEIGHT, GAP = 450, 186, 12
ALL_SHEETS = 3 * (SHEET_HEIGHT + GAP) + 6
BEYOND = "z"  # the file left of a
COLUMNS = FILES + "m"  # and one more for the ring of the widest board
WEDGES = {"B": "M0 0L-13-13A18.4 18.4 0 0 1 13-13z", "S": "M0 0L13-13A18.4 18.4 0 0 1 13 13z"}
WEDGES |= {"P": "M0 0L-13 13A18.4 18.4 0 0 1-13-13z", "A": "M0 0L13 13A18.4 18.4 0 0 1-13 13z"}


def ring(size: int) -> float:
    """How wide the ring around the squares is."""
    return 8.5 * size


def width(size: int) -> float:
    return SIDE * size + 2 * ring(size)


def scale(size: int) -> float:
    """How much larger the strip and the sheets are than they are drawn."""
    return width(size) / WIDTH


def top(size: int) -> float:
    """Where the chart begins, below the strip."""
    return STRIP * scale(size)


def frame(size: int) -> tuple[float, float, float, float]:
    return 0, 0, width(size), (STRIP + WIDTH + ALL_SHEETS) * scale(size)


@cache
def place(square: str, size: int, side: int) -> tuple[float, float]:
    """Where the middle of a square lies, seen from a player's side; of a place of the ring too."""
    file, rank = (-1 if square[0] == BEYOND else COLUMNS.index(square[0])), int(square[1:]) - 1
    x, y = (at_edge(n, size) for n in (file, rank))
    whole = width(size)
    return (whole - x, top(size) + y) if side == 1 else (x, top(size) + whole - y)


def at_edge(n: int, size: int) -> float:
    """Along one side of the chart."""
    if n < 0:
        return ring(size) / 2
    return width(size) - ring(size) / 2 if n >= size else ring(size) + SIDE * (n + 0.5)


def bearing(heading: int, side: int) -> int:
    """The angle at which a heading is drawn."""
    return (45 * heading + 180 * side) % 360


@cache
def next_to(square: str, heading: int) -> str:
    """The name of the neighbour in that direction, on the board or in the ring."""
    east, north = (round(1.2 * f(heading * pi / 4)) for f in (sin, cos))
    file = FILES.index(square[0]) + east
    return f"{BEYOND if file < 0 else COLUMNS[file]}{int(square[1:]) + north}"


def sheet_at(ship: int, side: int) -> tuple[float, float]:
    """Where a record sheet lies: the near player's on the left."""
    column, row = (ship // 3) ^ side, ship % 3
    return GAP + column * (SHEET + GAP), 6 + row * (SHEET_HEIGHT + GAP)


def sheets_transform(size: int) -> str:
    return f"translate(0 {top(size) + width(size):g}) scale({scale(size):.4g})"


# The still backdrop.


@cache
def draw_chart(size: int, side: int) -> str:
    whole, edge, y = width(size), ring(size), top(size)
    inner = rect(edge, y + edge, SIDE * size, SIDE * size, class_="draughts-edge")
    tinted = [
        f"M{edge + SIDE * n:g} {y + edge + SIDE * m:g}h100v100h-100z"
        for m in range(size)
        for n in range(size)
        if (m + n) % 2
    ]
    lines = [
        f"M{edge:g} {y + edge + SIDE * n:g}h{SIDE * size}M{edge + SIDE * n:g} {y + edge:g}v{SIDE * size}"
        for n in range(1, size)
    ]
    return join(
        [
            element("defs", *draw_hulls(), *SIGNS, *draw_roses()),
            rect(0, 0, whole, frame(size)[3], rx=10, class_="draughts-paper"),
            rect(4, y + 4, whole - 8, whole - 8, rx=6, class_="draughts-margin"),
            rect(edge, y + edge, SIDE * size, SIDE * size, class_="draughts-sea"),
            path("".join(tinted), class_="draughts-tint"),
            draw_rhumbs(size),
            draw_swell(size),
            path("".join(lines), class_="draughts-lines"),
            draw_graticule(size),
            inner,
            draw_harbours(size),
            draw_names(size, side),
            draw_places(size, side),
            group(*(draw_sheet_place(ship, side) for ship in range(6)), transform=sheets_transform(size)),
        ]
    )


def draw_graticule(size: int) -> Markup:
    """The ladder around a sea chart: half squares by turns dark and pale."""
    edge, y, long = ring(size), top(size) + ring(size), SIDE * size
    bars = []
    for n in range(0, 2 * size, 2):
        at = 50 * n
        bars.append(f"M{edge + at:g} {y - 12:g}h50v6h-50zM{edge + at + 50:g} {y - 6:g}h50v6h-50z")
        bars.append(f"M{edge + at:g} {y + long:g}h50v6h-50zM{edge + at + 50:g} {y + long + 6:g}h50v6h-50z")
        bars.append(f"M{edge - 12:g} {y + at:g}v50h6v-50zM{edge - 6:g} {y + at + 50:g}v50h6v-50z")
        bars.append(f"M{edge + long:g} {y + at:g}v50h6v-50zM{edge + long + 6:g} {y + at + 50:g}v50h6v-50z")
    return group(
        rect(edge - 12, y - 12, long + 24, long + 24, class_="draughts-ladder"),
        path("".join(bars), class_="draughts-rungs"),
    )


def draw_rhumbs(size: int) -> Markup:
    """The compass rose in the middle of the sea, and the lines that run out from it."""
    middle, half = width(size) / 2, SIDE * size / 2
    x, y, r = middle, top(size) + middle, half * 0.42
    rays = []
    for n in range(32):
        dx, dy = sin(n * pi / 16), cos(n * pi / 16)
        far = half / max(abs(dx), abs(dy))
        rays.append(f"M{x + 0.12 * r * dx:.0f} {y - 0.12 * r * dy:.0f}L{x + far * dx:.0f} {y - far * dy:.0f}")
    return group(
        path("".join(rays[::2]), class_="draughts-rhumbs"),
        circle(x, y, r * 0.62, class_="draughts-rhumbs"),
        circle(x, y, r * 0.66, class_="draughts-rhumbs"),
        path(star(x, y, r * 0.6, 4, pi / 4), class_="draughts-rose"),
        path(star(x, y, r, 4, 0), class_="draughts-rose"),
        path(star(x, y, r * 0.6, 4, pi / 4, True) + star(x, y, r, 4, 0, True), class_="draughts-rose-dark"),
    )


def star(x: float, y: float, r: float, points: int, first: float, half: bool = False) -> str:
    """A star's outline, or the clockwise halves of its points."""
    drawn = []
    for n in range(points):
        a = first + 2 * pi * n / points
        tip = f"{x + r * sin(a):.1f} {y - r * cos(a):.1f}"
        before, after = (
            f"{x + 0.2 * r * sin(b):.1f} {y - 0.2 * r * cos(b):.1f}" for b in (a - pi / points, a + pi / points)
        )
        drawn.append(f"M{x:g} {y:g}L{tip}L{after}z" if half else f"M{x:g} {y:g}L{before}L{tip}L{after}z")
    return "".join(drawn)


def draw_swell(size: int) -> Markup:
    """A few waves, strewn without a plan but always the same."""
    edge, y = ring(size), top(size) + ring(size)
    waves = []
    for n in range(size):
        for m in range(size):
            if (7 * n + 5 * m + n * m) % 4 == 0:
                dx, dy = 14 + (n * 29 + m * 17) % 40, 20 + (n * 13 + m * 31) % 60
                waves.append(f"M{edge + SIDE * n + dx:g} {y + SIDE * m + dy:g}q7-7 14 0t14 0t14 0")
    return path("".join(waves), class_="draughts-swell")


def draw_harbours(size: int) -> Markup:
    """1.8 An anchor in the middle of each home rank's margin."""
    x, edge = width(size) / 2, ring(size)
    places = (top(size) + 0.36 * edge, top(size) + width(size) - 0.36 * edge)
    return group(*(use("draughts-anchor", x, y) for y in places), class_="draughts-harbour")


def draw_names(size: int, side: int) -> Markup:
    """1.1 Files above and below, ranks on both sides."""
    x, y, out = width(size) / 2, top(size) + width(size) / 2, width(size) / 2 - 0.42 * ring(size)
    names = [
        text(FILES[n], place(f"{FILES[n]}1", size, side)[0], y + at + 9) for n in range(size) for at in (-out, out)
    ]
    names += [
        text(str(n + 1), x + at, place(f"a{n + 1}", size, side)[1] + 9) for n in range(size) for at in (-out, out)
    ]
    return group(*names, class_="draughts-names")


def places(size: int) -> list[str]:
    """Every square, and every place of the ring."""
    return [file + str(rank) for rank in range(size + 2) for file in (BEYOND, *COLUMNS[: size + 1])]


def draw_places(size: int, side: int) -> Markup:
    """What a finger can touch: squares, and the ring for headings that point off the board."""
    drawn = []
    for name in places(size):
        x, y = place(name, size, side)
        across = SIDE if name[0] in FILES[:size] else ring(size)
        down = SIDE if 1 <= int(name[1:]) <= size else ring(size)
        drawn.append(rect(x - across / 2, y - down / 2, across, down, data_spot=name))
    return group(*drawn)


def draw_sheet_place(ship: int, side: int) -> Markup:
    """An empty record sheet."""
    x, y = sheet_at(ship, side)
    return group(
        rect(x, y, SHEET, SHEET_HEIGHT, rx=6, class_="draughts-sheet"),
        rect(x + 4, y + 4, SHEET - 8, SHEET_HEIGHT - 8, rx=4, class_="draughts-rule"),
    )


# Gun mounts as small roses: the quarters they bear on are filled.


def rose_id(arcs: str) -> str:
    return f"draughts-arcs{arcs}"


def draw_roses() -> list[Markup]:
    every = sorted({mount.arcs for type in TYPES for mount in type.mounts})
    return [
        group(
            circle(0, 0, 18.4, class_="draughts-rose-rim"),
            path("".join(WEDGES[arc] for arc in arcs)),
            id=rose_id(arcs),
        )
        for arcs in every
    ]


def tell_mount(mount: Mount) -> str:
    """2×12"""
    return f"{mount.guns}×{mount.calibre}"


STYLE = """
.draughts-paper{fill:var(--paper)}
.draughts-margin{fill:var(--sheet);stroke:var(--line);stroke-width:3}
.draughts-sea{fill:var(--sheet)}
.draughts-tint{fill:var(--tint)}
.draughts-lines{fill:none;stroke:var(--line);stroke-opacity:.45;stroke-width:1.5}
.draughts-edge{fill:none;stroke:var(--ink);stroke-width:2.5}
.draughts-ladder{fill:none;stroke:var(--line);stroke-width:1.5}
.draughts-rungs{fill:var(--faded)}
.draughts-rhumbs{fill:none;stroke:var(--line);stroke-opacity:.22;stroke-width:1.5}
.draughts-rose{fill:var(--sheet);fill-opacity:.6;stroke:var(--line);stroke-opacity:.35;stroke-width:1.5;stroke-linejoin:round}
.draughts-rose-dark{fill:var(--line);fill-opacity:.3}
.draughts-swell{fill:none;stroke:var(--line);stroke-opacity:.4;stroke-width:2;stroke-linecap:round}
.draughts-harbour{fill:none;stroke:var(--line);stroke-width:2.5;stroke-linecap:round}
.casemate .draughts-names text{fill:var(--faded);font-size:26px;font-weight:600;text-anchor:middle}
.draughts-sheet{fill:var(--sheet);stroke:var(--line);stroke-width:2}
.draughts-rule{fill:none;stroke:var(--line);stroke-opacity:.5;stroke-width:1}
.draughts-white *,.draughts-black *{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.draughts-white *{stroke:var(--pale-edge)}
.draughts-white .hull{fill:var(--pale-side);stroke-width:2.6}
.draughts-white .bulwark{fill:var(--pale);stroke:none}
.draughts-white .deck{fill:var(--pale-side)}
.draughts-white .top{fill:var(--pale-shade)}
.draughts-white .dim{fill:var(--pale-edge)}
.draughts-white .plank{stroke:var(--pale-shade)}
.draughts-white .yard{stroke-width:2.6;stroke:var(--pale-edge)}
.draughts-black *{stroke:var(--dark-mark)}
.draughts-black .hull{fill:var(--dark-shade);stroke:var(--dark-edge);stroke-width:2.6}
.draughts-black .bulwark{fill:var(--dark-side);stroke:var(--dark-mark);stroke-width:1.2}
.draughts-black .deck{fill:var(--dark)}
.draughts-black .top{fill:var(--dark-shade)}
.draughts-black .dim{fill:var(--dark-mark)}
.draughts-black .plank{stroke:var(--dark)}
.draughts-black .yard{stroke-width:2.6}
.draughts-white .gun,.draughts-black .gun{stroke-width:3.4}
.draughts-wake{fill:none;stroke:var(--line);stroke-opacity:.55;stroke-width:2.5;stroke-linecap:round}
.draughts-smoke{fill:var(--faded);fill-opacity:.28}
.draughts-flame{fill:var(--trail);stroke:var(--sheet);stroke-width:2}
.draughts-plate0{fill:var(--pale);stroke:var(--pale-edge);stroke-width:2.5}
.draughts-plate1{fill:var(--dark-side);stroke:var(--dark-mark);stroke-width:2.5}
.casemate .draughts-number0,.casemate .draughts-number1{font-size:21px;font-weight:700;text-anchor:middle}
.casemate .draughts-number0{fill:var(--pale-edge)}
.casemate .draughts-number1{fill:var(--dark-mark)}
.draughts-float{fill:var(--ink)}
.draughts-float-rim{fill:var(--sheet);stroke:var(--ink);stroke-width:1.5}
.draughts-leg{fill:var(--sheet);stroke:var(--ink);stroke-width:2.2;stroke-linejoin:round}
.draughts-leg.home{fill:var(--ink)}
.draughts-tag{fill:var(--trail);stroke:var(--sheet);stroke-width:2}
.casemate .draughts-letter{fill:var(--sheet);font-size:20px;font-weight:700;text-anchor:middle}
.draughts-active{fill:none;stroke:var(--mark);stroke-width:5;stroke-dasharray:20 8}
.draughts-trail{fill:none;stroke:var(--trail);stroke-width:4;stroke-dasharray:3 9;stroke-linecap:round}
.draughts-shot{fill:none;stroke:var(--trail);stroke-width:3}
.draughts-burst{fill:var(--trail);fill-opacity:.18;stroke:var(--trail);stroke-width:3.5;stroke-linejoin:round}
.draughts-reach{fill:var(--mark);fill-opacity:.06;stroke:var(--mark);stroke-width:2.5;stroke-dasharray:10 8}
.draughts-aim{fill:none;stroke:var(--mark);stroke-width:3.5;stroke-dasharray:12 7}
.draughts-aim-rim{fill:none;stroke:var(--sheet);stroke-opacity:.8;stroke-width:8}
.draughts-die{fill:var(--sheet);stroke:var(--mark);stroke-width:3}
.casemate .draughts-dice{fill:var(--mark);font-size:25px;font-weight:700;text-anchor:middle}
.draughts-mark{fill:none;stroke:var(--mark);stroke-width:5}
.draughts-dot{stroke:var(--mark);stroke-width:24;stroke-linecap:round;stroke-opacity:.85}
.ends .draughts-dot{stroke-width:34}
.ends .draughts-mark{stroke-width:8}
.casemate .draughts-title{font-size:25px;font-weight:600}
.casemate .draughts-small{font-size:23px;fill:var(--faded)}
.casemate .draughts-turn{font-size:36px;font-weight:700}
.casemate .draughts-end{font-size:25px;font-weight:600;text-anchor:end}
.draughts-box{fill:var(--ink);stroke:var(--ink);stroke-width:2}
.draughts-box-lost{fill:none;stroke:var(--faded);stroke-width:2}
.draughts-cross{fill:none;stroke:var(--trail);stroke-width:3;stroke-linecap:round}
.draughts-mount{fill:var(--faded)}
.draughts-mount.bears{fill:var(--mark)}
.draughts-rose-rim{fill:var(--sheet);stroke:var(--line);stroke-width:2}
.bears .draughts-rose-rim{stroke:var(--mark);stroke-width:4}
.casemate .draughts-mount text{font-size:19px;fill:var(--ink);text-anchor:middle}
.casemate .draughts-mount.bears text{fill:var(--mark);font-weight:700}
.draughts-card{fill:var(--sheet);stroke:var(--ink);stroke-width:2}
.draughts-red{fill:var(--trail)}
.draughts-black-suit{fill:var(--ink)}
.casemate .draughts-rank{font-size:25px;font-weight:700;text-anchor:middle}
.casemate .draughts-red .draughts-rank{fill:var(--trail)}
.draughts-due{fill:none;stroke:var(--mark);stroke-width:5}
.draughts-stamp{fill:none;stroke:var(--faded);stroke-width:4}
.casemate .draughts-stamped{font-size:38px;font-weight:700;letter-spacing:5px;text-anchor:middle;fill:var(--faded)}
.draughts-stamp.sunk{stroke:var(--trail)}
.casemate .draughts-stamped.sunk{fill:var(--trail)}
.draughts-stamp.home{stroke:var(--mark)}
.casemate .draughts-stamped.home{fill:var(--mark)}
.draughts-gone{opacity:.45}
.draughts-chip{fill:var(--tint);stroke:var(--line);stroke-width:2}
"""
