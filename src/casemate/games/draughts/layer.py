"""The moving layer: ships, what happened last, who may be fired at, the order cards; and the marks.

Each part is kept by the few things it is drawn from, for after an answer most of it is as it was.
"""

from collections.abc import Iterable
from functools import cache
from math import hypot
from textwrap import wrap

from casemate.games.draughts.board import FILES, NONE, NUMBER, TARGET
from casemate.games.draughts.cards import draw_card
from casemate.games.draughts.drawing import SIDE, WIDTH, bearing, place, places, scale, sheet_at, top, width
from casemate.games.draughts.hulls import hull_id
from casemate.games.draughts.scene import Aim, Scene, Vessel, kept
from casemate.games.draughts.sheets import chip_at, draw_catalogue, draw_sheet
from casemate.games.draughts.ships import TYPE
from casemate.svg import Markup, circle, group, join, path, rect, text, use

WORST = "AKQ"  # damage that is told by its letter; a fire is seen


def draw_layer(scene: Scene, side: int) -> dict[str, str]:
    """Every part, the lowest first."""
    size = scene.size
    parts = {
        "last": draw_last(scene.trails, scene.bursts, size, side),
        "reach": draw_reach(scene, side),
        "active": draw_active(scene, side),
    }
    parts |= {vessel.name: draw_vessel(vessel, size, side) for vessel in scene.vessels}
    parts |= {
        "aim": draw_aims(scene.vessels, scene.active, scene.aims, size, side),
        "orders": draw_orders(scene),
        "targets": draw_targets(scene, side),
    }
    if scene.menu:
        return parts | {"menu": draw_catalogue(scene, side)}
    fired = union(scene.aims)
    for vessel in scene.vessels:
        is_active = vessel.number == scene.active
        dice = next((aim.dice for aim in scene.aims if aim.target == vessel.number), 0)
        is_spot = dice == 0 or scene.asking != TARGET  # else the ship on the chart has its name
        told = draw_sheet(vessel, is_active, fired if is_active else 0, dice, size, side, is_spot)
        parts[f"sheet {vessel.name}"] = told
    return parts


def union(aims: Iterable[Aim]) -> int:
    mounts = 0
    for aim in aims:
        mounts |= aim.mounts
    return mounts


# Ships on the chart.


@kept
def draw_vessel(vessel: Vessel, size: int, side: int) -> str:
    """The hull, its number, its flotation, its leg and its damage; it glides as one thing."""
    if not vessel.square:
        return ""
    x, y = place(vessel.square, size, side)
    parts = [
        use(hull_id(vessel.type, vessel.side), transform=f"rotate({bearing(vessel.heading, side)}) scale(1.22 1.04)"),
        *draw_fire(vessel, side),
        draw_float(vessel),
        draw_plate(vessel.number, -35, -35),
        draw_leg(vessel, side),
        *draw_tags(vessel),
    ]
    return str(group(*parts, transform=f"translate({x:g} {y:g})", data_at=vessel.square))


def draw_plate(number: int, x: float, y: float) -> Markup:
    """A ship's number: White's on a disc, Black's on a square."""
    side = number // 3
    plate = (
        rect(x - 13.5, y - 13.5, 27, 27, rx=3, class_="draughts-plate1")
        if side
        else circle(x, y, 14.5, class_="draughts-plate0")
    )
    return group(plate, text(str(number % 3 + 1), x, y + 7.5, class_=f"draughts-number{side}"))


def draw_float(vessel: Vessel) -> Markup:
    """2.1 How much flotation is left."""
    long = 80 * vessel.fp / vessel.full
    return group(rect(-42, 41, 84, 7, class_="draughts-float-rim"), rect(-40, 42.5, long, 4, class_="draughts-float"))


def draw_leg(vessel: Vessel, side: int) -> Markup:
    """9.1 A chevron towards the goal: open outbound, filled homebound."""
    up = (vessel.side == 0) ^ vessel.is_homebound ^ (side == 1)
    shape = "M28-29L37-43L46-29L37-34z" if up else "M28-41L37-27L46-41L37-36z"
    return path(shape, class_="draughts-leg home" if vessel.is_homebound else "draughts-leg")


def draw_fire(vessel: Vessel, side: int) -> list[Markup]:
    """6.1 Flames amidships for each J in force, and smoke that drifts off."""
    fires = sum(card[0] == "J" for card in vessel.damage)
    if not fires:
        return []
    smoke = [circle(9 + 9 * n, -14 - 8 * n, 7 + 2.5 * n, class_="draughts-smoke") for n in range(3)]
    flames = [use("draughts-flame", 14 * n - 7 * (fires - 1), 2, class_="draughts-flame") for n in range(fires)]
    return [*smoke, *flames]


def draw_tags(vessel: Vessel) -> list[Markup]:
    """6.1 The letters of the damage that keeps a ship from manoeuvring."""
    found = [rank for rank in WORST if any(card[0] == rank for card in vessel.damage)]
    drawn = []
    for n, rank in enumerate(found):
        y = 26 - 25 * n
        drawn.append(rect(27, y - 12, 22, 24, rx=3, class_="draughts-tag"))
        drawn.append(text(rank, 38, y + 7, class_="draughts-letter"))
    return drawn


@kept
def active_ring(square: str, size: int, side: int) -> str:
    x, y = place(square, size, side)
    return str(rect(x - 47, y - 47, 94, 94, rx=10, class_="draughts-active"))


def draw_active(scene: Scene, side: int) -> str:
    """Whose activation it is; while ships are placed, where the next one goes."""
    square = scene.berth if scene.active == NONE else scene.vessels[scene.active].square
    return active_ring(square, scene.size, side) if square else ""


# What happened last.


@kept
def draw_last(trails: tuple[tuple[str, str], ...], bursts: tuple[str, ...], size: int, side: int) -> str:
    """A dotted course, and a burst where shells fell or a ram struck."""
    courses = "".join(segment(place(start, size, side), place(end, size, side), 12, 30) for start, end in trails)
    drawn = [path(courses, class_="draughts-trail")] if courses else []
    drawn += [path(burst(*place(square, size, side)), class_="draughts-burst") for square in bursts]
    return str(join(drawn))


def burst(x: float, y: float) -> str:
    corners = [(-48, 0), (-33, 14), (-34, 34), (-14, 33), (0, 48), (14, 33), (34, 34), (33, 14)]
    corners += [(-dx, -dy) for dx, dy in corners]
    return "M" + "L".join(f"{x + dx:g} {y + dy:g}" for dx, dy in corners) + "z"


def segment(start: tuple[float, float], end: tuple[float, float], skip: float, short: float) -> str:
    """A line as path data that leaves out so much at its start and at its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    a, b = skip / length, 1 - short / length
    return f"M{start[0] + dx * a:.0f} {start[1] + dy * a:.0f}L{start[0] + dx * b:.0f} {start[1] + dy * b:.0f}"


# Fire.


def draw_reach(scene: Scene, side: int) -> str:
    """12.3 The squares within range of the ship that may fire."""
    if scene.asking != TARGET or scene.active == NONE or not scene.aims:
        return ""
    return reach(scene.vessels[scene.active].square, scene.reach, scene.size, side)


@kept
def reach(square: str, far: int, size: int, side: int) -> str:
    """The outline of all squares so near, row by row."""
    file, rank = FILES.index(square[0]), int(square[1:]) - 1
    rows = []
    for row in range(size):
        left = far - abs(row - rank)
        if left >= 0:
            rows.append((row, max(file - left, 0), min(file + left, size - 1)))
    corners: list[tuple[float, float]] = []
    for row, first, _ in rows:
        corners += [corner(first, row, size, side), corner(first, row + 1, size, side)]
    for row, _, last in reversed(rows):
        corners += [corner(last + 1, row + 1, size, side), corner(last + 1, row, size, side)]
    return str(path("M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "z", class_="draughts-reach"))


def corner(file: int, rank: int, size: int, side: int) -> tuple[float, float]:
    """The lower left corner of a square, as White sees it."""
    edge = (width(size) - SIDE * size) / 2
    x, y = edge + SIDE * file, edge + SIDE * rank
    return (width(size) - x, top(size) + y) if side else (x, top(size) + width(size) - y)


@kept
def draw_aims(vessels: tuple[Vessel, ...], active: int, aims: tuple[Aim, ...], size: int, side: int) -> str:
    """12.9 A line to each target, and how many dice there are against it."""
    if not aims or not vessels[active].square:
        return ""
    here, lines, dice = place(vessels[active].square, size, side), [], []
    for aim in aims:
        if vessels[aim.target].square:
            there = place(vessels[aim.target].square, size, side)
            lines.append(segment(here, there, 46, 46))
            dice.append(draw_dice(aim.dice, there[0] - 34, there[1] + 16))
    drawn = "".join(lines)
    return (
        str(join([path(drawn, class_="draughts-aim-rim"), path(drawn, class_="draughts-aim"), *dice])) if lines else ""
    )


def draw_dice(dice: int, x: float, y: float) -> Markup:
    """A die with the number of dice on it."""
    die = rect(x - 17, y - 17, 34, 34, rx=7, class_="draughts-die")
    return group(die, text(str(dice), x, y + 9, class_="draughts-dice"))


def draw_targets(scene: Scene, side: int) -> str:
    """12.1 Ships that may be fired at can be touched as such."""
    if scene.asking != TARGET:
        return ""
    spots = []
    for aim in scene.aims:
        vessel = scene.vessels[aim.target]
        x, y = place(vessel.square, scene.size, side)
        spots.append(rect(x - 50, y - 50, SIDE, SIDE, data_spot=vessel.name))
    return str(join(spots))


# The order cards, lowest first.


def draw_orders(scene: Scene) -> str:
    waiting = sorted((order_of(vessel.order), vessel.number) for vessel in scene.vessels if vessel.order)
    cards = tuple((scene.vessels[number].order, number) for _, number in waiting)
    return strip_of(scene.turn, scene.pack, cards, scene.active, scene.ending, scene.size)


def order_of(card: str) -> tuple[int, int]:
    """5.2"""
    return "A23456789TJQK".index(card[0]), "HCDS".index(card[1])


@kept
def strip_of(turn: int, pack: int, cards: tuple[tuple[str, int], ...], active: int, ending: str, size: int) -> str:
    told = [
        text(f"Turn {turn}" if turn else "Placing", 16, 44, class_="draughts-turn"),
        text(f"{pack} cards in the pack" if turn else "in secret", 16, 78, class_="draughts-small"),
    ]
    for n, (card, number) in enumerate(cards):
        x = WIDTH - 112 * (len(cards) - n) + 8
        if number == active:
            told.append(rect(x - 7, 6, 107, 84, rx=8, class_="draughts-due"))
        told.append(draw_card(card, x + 26, 48, 1.16))
        told.append(draw_plate(number, x + 76, 48))
    lines = wrap(ending, 42)
    told += [text(line, WIDTH - 16, 38 + 32 * n, class_="draughts-end") for n, line in enumerate(lines)]
    return str(group(*told, transform=f"scale({scale(size):.4g})"))


# Marks on what may be touched.


def draw_marks(scene: Scene, spots: Iterable[str], side: int) -> dict[str, str]:
    """A dot on an empty square, a sight on an enemy, a frame around a record sheet, a type or a mount."""
    held = {vessel.square for vessel in scene.vessels if vessel.square}
    return {spot: draw_mark(scene, spot, spot in held, side) for spot in spots}


def draw_mark(scene: Scene, spot: str, is_held: bool, side: int) -> str:
    if spot in NUMBER:
        vessel = scene.vessels[NUMBER[spot]]
        return mark_ship(spot, vessel.square, scene.size, side)
    if spot in TYPE:
        return mark_type(scene.menu.index(TYPE[spot]), scene.size) if TYPE[spot] in scene.allowed else ""
    return marks_at(scene.size, side, is_held)[spot]


@cache
def marks_at(size: int, side: int, is_held: bool) -> dict[str, str]:
    drawn = {}
    for square in places(size):
        x, y = place(square, size, side)
        sight = str(use("draughts-sight", x, y, class_="draughts-mark"))
        drawn[square] = sight if is_held else f'<path d="M{x:g} {y:g}h0" class="draughts-dot"/>'
    return drawn


@kept
def mark_ship(name: str, square: str, size: int, side: int) -> str:
    """A sight on the ship and a frame around its sheet."""
    marks = []
    if square:
        marks.append(use("draughts-sight", *place(square, size, side), class_="draughts-mark"))
    x, y = sheet_at(NUMBER[name], side)
    marks.append(framed(x, y, 450, 186, size))
    return str(join(marks))


def framed(x: float, y: float, across: float, down: float, size: int) -> Markup:
    """A frame among the sheets."""
    k, low = scale(size), top(size) + width(size)
    return rect(k * x, low + k * y, k * across, k * down, rx=6 * k, class_="draughts-mark")


@kept
def mark_type(n: int, size: int) -> str:
    x, y, across, down = chip_at(n)
    return str(framed(x, y, across, down, size))
