"""The moving layer: everything that an action can change, and the marks on what may be touched.

After an action most of it is as it was: each part is kept by the few numbers it is drawn from. `side` is whose side of
the board is near.
"""

from collections.abc import Iterable
from functools import cache
from math import hypot
from textwrap import wrap

from casemate.bits import each
from casemate.games.ironclad.board import COLUMN_A, COLUMN_G, NO_STONE, POINT, SQUARE
from casemate.games.ironclad.drawing import NAMES, STONES, foot, place, robot_id, strip
from casemate.games.ironclad.scene import POINTS, SQUARES, Act, Scene, Stack, covered, heights, kept, points
from casemate.games.ironclad.telling import task
from casemate.svg import circle, element, group, join, path, rect, text, use

SPOTS = (*SQUARE, *POINT)


def draw_layer(scene: Scene, side: int) -> dict[str, str]:
    """Every part, the lowest first."""
    (white, black), (pale, dark), (bowl0, bowl1) = scene.checkers, scene.stones, scene.bowls
    (cover0, cover1), diagonal = scene.cover, scene.diagonal
    turn = NAMES[scene.owner] if scene.hand is not None else None
    hand, due = (side, scene.due) if scene.hand is None else (scene.hand, "▸ acts now: " + task(scene))
    return {
        "ribbon": draw_ribbon(scene.won, diagonal, side),
        "bars0": draw_bars(0, pale, diagonal, side),
        "bars1": draw_bars(1, dark, diagonal, side),
        "last": draw_last(scene.last, side),
        "aim": draw_aim(scene.aim, scene.target, side),
        "stones0": draw_stones(0, pale, side),
        "stones1": draw_stones(1, dark, side),
        "bows0": draw_bows(white[0], cover0, side),
        "bows1": draw_bows(black[0], cover1, side),
        "robots0": draw_robots(0, white, side),
        "robots1": draw_robots(1, black, side),
        "shields0": draw_shields(white[0], cover0, side),
        "shields1": draw_shields(black[0], cover1, side),
        "barred": draw_chain(scene.slid, side),
        "turn": draw_turn(turn, side),
        "due": draw_due(due, hand, side),
        "bowl0": draw_bowl(0, bowl0, side),
        "bowl1": draw_bowl(1, bowl1, side),
    }


# Pieces.


@kept
def draw_stones(player: int, stones: int, side: int) -> str:
    pieces = pieces_at(STONES[player], side)
    return "".join([pieces[point] for point in points(stones)])


@kept
def draw_robots(player: int, stack: Stack, side: int) -> str:
    return "".join([pieces_at(robot_id(player, height, side), side)[square] for square, height in heights(stack)])


@cache
def pieces_at(symbol: str, side: int) -> dict[str, str]:
    """A piece on every spot there is."""
    return {spot: str(use(symbol, *place(spot, side), data_at=spot)) for spot in SPOTS}


@kept
def draw_chain(slid: int, side: int) -> str:
    """9.8 A chain on the stone that may not be slid."""
    if slid == NO_STONE:
        return ""
    x, y = place(POINTS[slid], side)
    chain = [rect(at, -6, 21, 12, rx=6) for at in (-18, -3)]
    where = f"translate({x + 11:g} {y + 13:g}) rotate(-35)"
    return str(group(group(*chain), group(*chain), class_="ironclad-chain", transform=where))


# Strings: bars between linked stones, so that a string is seen as one thing; the winning one lies on a ribbon.


@kept
def draw_bars(player: int, stones: int, diagonal: bool, side: int) -> str:
    bars = links(stones, diagonal, side)
    rim = f'<path d="{bars}" class="ironclad-bars{player}-rim"/>'
    return f'{rim}<path d="{bars}" class="ironclad-bars{player}"/>' if bars else ""


@kept
def draw_ribbon(won: int, diagonal: bool, side: int) -> str:
    ribbon = links(won, diagonal, side)
    return str(path(ribbon, class_="ironclad-ribbon")) if ribbon else ""


def links(stones: int, diagonal: bool, side: int) -> str:
    """8.2 A line from each stone to those it links to, each pair once."""
    bars = [draw_bar(point, 1, side) for point in each(stones & ~COLUMN_G & stones >> 1)]
    bars += [draw_bar(point, 7, side) for point in each(stones & stones >> 7)]
    if diagonal:
        bars += [draw_bar(point, 8, side) for point in each(stones & ~COLUMN_G & stones >> 8)]
        bars += [draw_bar(point, 6, side) for point in each(stones & ~COLUMN_A & stones >> 6)]
    return "".join(bars)


@cache
def draw_bar(point: int, step: int, side: int) -> str:
    """From an intersection to the one so many numbers on."""
    (x, y), (end, top) = place(POINTS[point], side), place(POINTS[point + step], side)
    way = f"h{end - x:g}" if y == top else f"v{top - y:g}" if x == end else f"l{end - x:g} {top - y:g}"
    return f"M{x:g} {y:g}{way}"


# 6.6 Cover: a bow before each stone that covers a robot, and their number on a shield.


@kept
def draw_bows(robots: int, cover: int, side: int) -> str:
    bows = [draw_bow(square, point, side) for square, near in covered(robots, cover).items() for point in near]
    return f'<path d="{"".join(bows)}" class="ironclad-bows"/>' if bows else ""


@cache
def draw_bow(square: str, point: str, side: int) -> str:
    (x, y), (cx, cy) = place(square, side), place(point, side)
    i, j = (1 if x > cx else -1), (1 if y > cy else -1)
    return f"M{cx + 24 * i:g} {cy + 7 * j:g}a25 25 0 0 {int(i == j)} {-17 * i} {17 * j}"


@kept
def draw_shields(robots: int, cover: int, side: int) -> str:
    shields = [draw_shield(square, len(near), side) for square, near in covered(robots, cover).items() if near]
    return f'<g class="ironclad-shields">{"".join(shields)}</g>' if shields else ""


@cache
def draw_shield(square: str, cover: int, side: int) -> str:
    x, y = place(square, side)
    return join([use("ironclad-shield", x + 36, y), text(str(cover), x + 36, y + 8)])


# What was done, and what is being done.


@kept
def draw_last(last: tuple[Act, ...], side: int) -> str:
    """A trail to where a piece went, a square around a piece that came, a burst where shots fell."""
    return f'<g class="ironclad-last">{"".join([draw_done(act, side) for act in last])}</g>' if last else ""


@cache
def draw_done(act: Act, side: int) -> str:
    end, is_robot, moved = place(act[-1], side), act[-1][0].islower(), len(act) == 2
    kind = ("burst", "step")[moved] if is_robot else "stone"
    mark = use(f"ironclad-last-{kind}", *end)
    if not moved:
        return mark
    start = place(act[0], side)
    return join([circle(*start, 7), path(segment(start, end, 7, 44 if is_robot else 20)), mark])


@kept
def draw_aim(aim: int, target: str | None, side: int) -> str:
    """6.4 Who fires at the target while the dice are due."""
    if target is None:
        return ""
    end = place(target, side)
    lines = "".join([segment(place(SQUARES[square], side), end, 18, 34) for square in each(aim)])
    shots = [path(lines, class_=f"ironclad-aim{part}") for part in ("-rim", "") if lines]
    return str(join([*shots, use("ironclad-sight", *end, class_="ironclad-mark")]))


def segment(start: tuple[float, float], end: tuple[float, float], skip: float, short: float) -> str:
    """A line as path data that leaves out so much at its start and at its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    a, b = skip / length, 1 - short / length
    return f"M{start[0] + dx * a:.0f} {start[1] + dy * a:.0f}L{start[0] + dx * b:.0f} {start[1] + dy * b:.0f}"


# The players' strips.


@cache
def draw_turn(turn: str | None, side: int) -> str:
    """The players' names."""
    names = [(name + "'s turn" if name == turn else name, strip(player, side)) for player, name in enumerate(NAMES)]
    return "".join([text(name, 76, top + 37, class_="ironclad-name") for name, top in names])


@kept
def draw_due(due: str, player: int, side: int) -> str:
    """What a hand has to do; how the game ended."""
    top = strip(player, side) + 62
    return "".join([text(line, 76, top + 23 * n, class_="ironclad-due") for n, line in enumerate(wrap(due, 33))])


@kept
def draw_bowl(player: int, stones: int, side: int) -> str:
    """2.2 The stones left, one by one, heaped from the bottom."""
    top = strip(player, side)
    rows = (min(stones, 8), min(max(stones - 8, 0), 11), max(stones - 19, 0))
    heap = "".join(f"M{612.5 - 6.5 * n:g} {top + 68 - 13 * row}h{13 * n - 12.9:g}" for row, n in enumerate(rows) if n)
    lines = [path(heap, class_=f"ironclad-heap{player}{part}") for part in ("-rim", "") if heap]
    return str(join([text(str(stones), 490, top + 58, class_="ironclad-count"), *lines]))


# Marks: a dot, a ring around a piece to act with, a sight on a target.


def draw_marks(scene: Scene, spots: Iterable[str], side: int) -> dict[str, str]:
    """What shows that a spot may be touched."""
    (white, black), owner = scene.stones, scene.owner
    marks = marks_at(EMPTY, side) | mark_stones(white, side)
    marks |= mark_stones(black, side)
    marks |= mark_robots(scene.checkers[owner], side)
    marks |= mark_targets(scene.checkers[1 - owner], side)
    return {spot: marks[spot] for spot in spots}


@kept
def mark_stones(stones: int, side: int) -> dict[str, str]:
    rings = marks_at(STONE, side)
    return {point: rings[point] for point in points(stones)}


@kept
def mark_robots(own: Stack, side: int) -> dict[str, str]:
    return {square: marks_at(height, side)[square] for square, height in heights(own)}


@kept
def mark_targets(enemies: Stack, side: int) -> dict[str, str]:
    sights = marks_at(TARGET, side)
    return {square: sights[square] for square, _ in heights(enemies)}


EMPTY, STONE, TARGET = 0, -1, -2  # what a mark is drawn around, besides robots of some height


@cache
def marks_at(what: int, side: int) -> dict[str, str]:
    """A mark on every spot there is."""
    return {spot: str(draw_mark(what, *place(spot, side))) for spot in SPOTS}


def draw_mark(what: int, x: float, y: float) -> str:
    if what == TARGET:
        return use("ironclad-sight", x, y, class_="ironclad-mark")
    if what == STONE:
        return circle(x, y, 20.5, class_="ironclad-mark")
    if what == EMPTY:
        return path(f"M{x:g} {y:g}h0", class_="ironclad-dot")
    return element("ellipse", cx=x, cy=y + foot(what) - 1, rx=40, ry=23, class_="ironclad-mark")
