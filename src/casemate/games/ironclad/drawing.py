"""The Ironclad board as SVG: robots are small machines of stacked plates, stones lie where the lines cross.

White is pale and round, Black is dark and cut with edges. Robots look forwards: players see the backs of their own
and the eyes of the enemy's. The drawing knows the board (1.1-1.3) and nothing of what is legal.
"""

from functools import cache
from math import cos, pi, sin

from casemate.svg import Markup, circle, element, group, join, path, rect, text, use

NAMES = ("White", "Black")
KINDS = ("ironclad-white", "ironclad-black")
STONES = ("ironclad-stone0", "ironclad-stone1")
SIDE, MARGIN, STRIP = 100, 64, 92
WIDTH, HEIGHT = 6 * SIDE + 2 * MARGIN, 8 * SIDE + 2 * MARGIN + 2 * STRIP
LEFT, TOP, RIGHT, BOTTOM = MARGIN, STRIP + MARGIN, WIDTH - MARGIN, HEIGHT - STRIP - MARGIN


@cache
def place(spot: str, viewer: int | None) -> tuple[float, float]:
    """Where the middle of a square, or an intersection, lies in the picture."""
    half = 0.5 if spot[0].islower() else 0
    x, y = (ord(spot[0].upper()) - ord("A") + half) * SIDE, (int(spot[1]) - half) * SIDE
    return (RIGHT - x, TOP + y) if viewer == 1 else (LEFT + x, BOTTOM - y)


# The pieces and marks, each drawn once around 0 0, the middle of a square or an intersection.

ROUND_PLATE = (
    path("M-26 9v8a26 13 0 0 0 52 0v-8z", class_="dim"),
    path("M-31 0v12a31 16 0 0 0 62 0V0z", class_="side"),
    path("M13 14.5v12A31 16 0 0 0 31 12V0A31 16 0 0 1 13 14.5z", class_="shade"),
    element("ellipse", rx=31, ry=16, class_="top"),
    circle(0, 22, 3.2, class_="dim"),
)
EDGED_PLATE = (
    path("M-27 8v8l14 13h26l14-13v-8z", class_="dim"),
    path("M-32 0l15 15h34v12h-34l-15-15z", class_="side"),
    path("M17 15l15-15v12l-15 15z", class_="shade"),
    path("M-32 0l15-15h34l15 15-15 15h-34z", class_="top"),
    path("M-5 21h10", class_="lit"),
)
ROUND_HEAD = path("M-13 1v-10a13 13 0 0 1 26 0v10a13 6.5 0 0 1-26 0z", class_="top")
EDGED_HEAD = path("M-14 3l2-20 5-4h14l5 4 2 20-7 5h-14z", class_="top")
ROUND_STONE = (
    path("M-15 0v4a15 15 0 0 0 30 0V0z", class_="shade"),
    circle(0, 0, 15, class_="top"),
    circle(0, 0, 7, class_="side"),
)
EDGED_STONE = (
    path("M0-16l15 8v16l-15 9-15-9v-16z", class_="side"),
    path("M0 1v16l15-9v-16z", class_="shade"),
    path("M0-16l15 8-15 9-15-9z", class_="top"),
)
VENTS, EYES = ("M-6-3h12M-6 2h12", "M-5-5v8M0-5v8M5-5v8"), ("M0-6h0", "M-9-9h18")
ARMS_AWAY, ARMS_NEAR = "M-21 3v-15M21 3v-15", "M-21-6v16M21-6v16"
BURST = [f"{r * sin(n * pi / 10):.0f} {r * cos(n * pi / 10):.0f}" for n in range(20) for r in ((48, 36)[n % 2],)]
MARKS = (
    rect(-44, -44, 88, 88, rx=8, id="ironclad-last-step"),
    rect(-20, -20, 40, 40, rx=6, id="ironclad-last-stone"),
    path(f"M{'L'.join(BURST)}z", id="ironclad-last-burst"),
    path("M-42 0a42 42 0 0 1 84 0a42 42 0 0 1-84 0h14M0-42v14M42 0h-14M0 42v-14", id="ironclad-sight"),
    path("M0-15c5 3 9 4 12 4v10c0 8-5 13-12 17c-7-4-12-9-12-17v-10c3 0 7-1 12-4z", id="ironclad-shield"),
    path("M-20-12l20-20 20 20M-20 10l20-20 20 20M-20 32l20-20 20 20", id="ironclad-goal"),
)


@cache
def robot_id(player: int, height: int, viewer: int | None) -> str:
    return f"{KINDS[player]}{height}{'-away' if player == (viewer or 0) else ''}"


def foot(height: int) -> int:
    """How far below the middle of its square a robot stands; low ones stand higher, to keep it filled."""
    return 14 + 4 * height


def draw_robot(player: int, height: int, viewer: int | None) -> Markup:
    """A machine of as many plates as it is high; each carries a rivet, or a slot, to count by."""
    away = player == (viewer or 0)
    arms, face = (ARMS_AWAY, VENTS[player]) if away else (ARMS_NEAR, EYES[player])
    plates = [use(f"ironclad-plate{player}", 0, foot(height) - 15 * floor) for floor in range(1, height + 1)]
    head = group(
        path(arms, class_="arm"),
        path(arms, class_="barrel"),
        (ROUND_HEAD, EDGED_HEAD)[player],
        path(face, class_=None if away else "eye"),
        class_=KINDS[player],
        transform=f"translate(0 {foot(height) - 15 * height})",
    )
    return group(*plates, head, id=robot_id(player, height, viewer))


def draw_pieces(viewer: int | None) -> Markup:
    parts = [*MARKS]
    for player, plate, stone in ((0, ROUND_PLATE, ROUND_STONE), (1, EDGED_PLATE, EDGED_STONE)):
        parts.append(group(*plate, id=f"ironclad-plate{player}", class_=KINDS[player]))
        parts.append(group(*stone, id=STONES[player], class_=KINDS[player]))
        parts += [draw_robot(player, height, viewer) for height in (1, 2, 3)]
    return element("defs", *parts)


# The still backdrop: frame, sheet, lines, names, and everything a finger can touch.


@cache
def draw_backdrop(viewer: int | None) -> str:
    lines = [f"M{LEFT} {TOP + SIDE * row}H{RIGHT + 24}" for row in range(9)]
    lines += [f"M{LEFT + SIDE * column} {TOP - 24}V{BOTTOM}" for column in range(7)]
    tinted = [f"M{LEFT + SIDE * n} {TOP + SIDE * m}h100v100h-100z" for m in range(8) for n in range(6) if (m + n) % 2]
    rivets = [(x, y) for x in (24, WIDTH - 24) for y in (STRIP + 24, HEIGHT - STRIP - 24)]
    goals = group(*(use("ironclad-goal", LEFT + SIDE * n + 50, TOP + 50) for n in range(6)))
    parts = (
        draw_pieces(viewer),
        rect(0, 0, WIDTH, HEIGHT, rx=14, class_="ironclad-paper"),
        rect(8, STRIP + 8, WIDTH - 16, HEIGHT - 2 * STRIP - 16, rx=12, class_="ironclad-frame"),
        rect(40, STRIP + 40, WIDTH - 80, HEIGHT - 2 * STRIP - 80, rx=4, class_="ironclad-sheet"),
        *(circle(x, y, 9, class_="ironclad-rivet") for x, y in rivets),
        path("".join(f"M{x - 4} {y - 4}l8 8" for x, y in rivets), class_="ironclad-rivet"),
        path("".join(tinted), class_="ironclad-tint"),
        group(goals, group(goals, transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"), class_="ironclad-goals"),
        path("".join(lines), class_="ironclad-grid"),
        rect(LEFT, TOP, 6 * SIDE, 8 * SIDE, class_="ironclad-edge"),
        draw_names(viewer),
        *(draw_strip(player, viewer) for player in (0, 1)),
        draw_spots(viewer),
    )
    return join(parts)


def draw_names(viewer: int | None) -> Markup:
    """12.1 Squares along the left and the bottom, intersections along the top and the right."""
    squares = [text(file, place(file + "1", viewer)[0], BOTTOM + 49) for file in "abcdef"]
    squares += [text(rank, 24, place("a" + rank, viewer)[1] + 9) for rank in "12345678"]
    crossings = [text(column, place(column + "0", viewer)[0], TOP - 33) for column in "ABCDEFG"]
    crossings += [text(row, WIDTH - 24, place("A" + row, viewer)[1] + 7) for row in "012345678"]
    return group(group(*squares, class_="ironclad-squares"), group(*crossings, class_="ironclad-crossings"))


def strip(player: int, viewer: int | None) -> int:
    """Where the strip of a player begins: the near one's is below the board."""
    return HEIGHT - STRIP if player == (viewer or 0) else 0


def draw_strip(player: int, viewer: int | None) -> Markup:
    """Whose strip it is, and an empty bowl (2.2)."""
    return group(
        use(STONES[player], transform="translate(40 44) scale(1.5)"),
        path("M502 26c4 34 30 52 76 52h56c46 0 72-18 76-52z", class_="ironclad-bowl"),
        transform=f"translate(0 {strip(player, viewer)})",
    )


def draw_spots(viewer: int | None) -> Markup:
    squares = [(f + r, *place(f + r, viewer)) for r in "12345678" for f in "abcdef"]
    crossings = [(c + r, *place(c + r, viewer)) for r in "012345678" for c in "ABCDEFG"]
    touched = [rect(x - 50, y - 50, SIDE, SIDE, data_spot=name) for name, x, y in squares]
    return group(*touched, *(circle(x, y, 30, data_spot=name) for name, x, y in crossings))


STYLE = """
.ironclad-paper{fill:var(--paper)}
.ironclad-frame{fill:var(--iron);stroke:var(--rim);stroke-width:4}
.ironclad-sheet{fill:var(--sheet);stroke:var(--rim);stroke-width:3}
.ironclad-rivet{fill:var(--rim);stroke:var(--engraved);stroke-opacity:.55;stroke-width:1.5}
.ironclad-tint{fill:var(--tint)}
.ironclad-goals{fill:none;stroke:var(--line);stroke-opacity:.3;stroke-width:5}
.ironclad-grid{fill:none;stroke:var(--line);stroke-width:2}
.ironclad-edge{fill:none;stroke:var(--line);stroke-width:4}
.casemate .ironclad-squares *{fill:var(--engraved);font-size:26px;font-weight:600;text-anchor:middle}
.casemate .ironclad-crossings *{fill:var(--engraved);font-size:20px;text-anchor:middle}
.ironclad-name{font-size:30px;font-weight:600}
.ironclad-due{font-size:22px}
.ironclad-count{font-size:38px;font-weight:600;text-anchor:end}
.ironclad-bowl{fill:var(--sheet);stroke:var(--line);stroke-width:3;stroke-linejoin:round}
.ironclad-heap0,.ironclad-heap0-rim{stroke:var(--pale);stroke-width:8.5;stroke-linecap:round;stroke-dasharray:0 13}
.ironclad-heap1,.ironclad-heap1-rim{stroke:var(--dark);stroke-width:8;stroke-linecap:square;stroke-dasharray:0 13}
.ironclad-heap0-rim{stroke:var(--pale-edge);stroke-width:12}
.ironclad-heap1-rim{stroke:var(--dark-edge);stroke-width:11}
.ironclad-white *,.ironclad-black *{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.ironclad-white *{stroke:var(--pale-edge)}
.ironclad-white .top{fill:var(--pale)}
.ironclad-white .side{fill:var(--pale-side)}
.ironclad-white .shade{fill:var(--pale-shade)}
.ironclad-white .dim{fill:var(--pale-edge)}
.ironclad-white .eye{stroke-width:11}
.ironclad-white .barrel{stroke:var(--pale-side);stroke-width:6}
.ironclad-black *{stroke:var(--dark-edge)}
.ironclad-black .top{fill:var(--dark)}
.ironclad-black .side{fill:var(--dark-side)}
.ironclad-black .shade,.ironclad-black .dim{fill:var(--dark-shade)}
.ironclad-black .lit{stroke:var(--dark-mark);stroke-width:4}
.ironclad-black .eye{stroke:var(--dark-mark);stroke-width:6}
.ironclad-black .barrel{stroke:var(--dark-side);stroke-width:6}
.ironclad-white .arm,.ironclad-black .arm{stroke-width:10}
.ironclad-bars0{stroke:var(--pale-side);stroke-width:9}
.ironclad-bars1{stroke:var(--dark-side);stroke-width:9}
.ironclad-bars0-rim{stroke:var(--pale-edge);stroke-width:13}
.ironclad-bars1-rim{stroke:var(--dark-edge);stroke-width:13}
.ironclad-ribbon{stroke:var(--trail);stroke-width:32;stroke-linecap:round}
.ironclad-last{fill:none;stroke:var(--trail);stroke-width:5}
.ironclad-last use{fill:var(--trail);fill-opacity:.13}
.ironclad-mark{fill:none;stroke:var(--mark);stroke-width:4}
.ironclad-dot{stroke:var(--mark);stroke-width:11;stroke-linecap:round}
.ends .ironclad-mark{fill:var(--mark);fill-opacity:.3;stroke-width:7}
.ends .ironclad-dot{stroke-width:26}
.ironclad-aim{fill:none;stroke:var(--ink);stroke-width:4;stroke-dasharray:12 8}
.ironclad-aim-rim{fill:none;stroke:var(--sheet);stroke-width:10}
.ironclad-bows{fill:none;stroke:var(--faded);stroke-width:4;stroke-linecap:round}
.ironclad-shields use{fill:var(--sheet);stroke:var(--ink);stroke-width:2.5}
.ironclad-shields text{font-size:22px;font-weight:700;text-anchor:middle}
.ironclad-chain *{fill:none;stroke:var(--sheet);stroke-width:8}
.ironclad-chain g+g *{stroke:var(--trail);stroke-width:3.5}
"""
