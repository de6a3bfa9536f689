"""The moving layer: the map with what stands on it, a tray for each player, and between them the dice."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import ceil, hypot
from typing import NamedTuple

from casemate.games.pocket.art import HALF, SIDE
from casemate.games.pocket.cards import CARDS
from casemate.games.pocket.drawing import (
    HEX,
    KINDS,
    Place,
    at,
    draw_counter,
    ground_id,
    spot_at,
)
from casemate.games.pocket.ground import GROUNDS
from casemate.games.pocket.scene import CAPTURES, RESERVES, Piece, Scene, Side, Tile
from casemate.games.pocket.telling import GROUND, tell_effect, tell_hazard
from casemate.svg import Markup, circle, element, group, join, path, rect, text, use

PLAYERS = "AB"
WIDTH = 640  # at least
EDGE = 12
HEAD, ROW = 38, 86  # of a tray
PANEL = 258
FORCES = 16  # units of both players for which a tray has one row
COUNTER = 3  # a counter stands a little below the middle of its tile
FLAGS = ("M0-30h18a7.5 7.5 0 0 1 0 15h-18z", "M0-30h25l-7 7.5 7 7.5h-25z")

kept = lru_cache(maxsize=2048)


class Frame(NamedTuple):
    """Where everything lies: the map around its own 0 0, the far tray above it, the dice and the near tray below."""

    left: float
    top: float
    width: float
    map_top: float
    map_bottom: float
    tray: float  # the height of one

    @property
    def height(self) -> float:
        return self.near + self.tray + EDGE - self.top

    @property
    def panel(self) -> float:
        return self.map_bottom + EDGE

    @property
    def near(self) -> float:
        """The top of the near tray."""
        return self.panel + PANEL + EDGE


@kept
def frame_of(places: tuple[Place, ...], forces: int) -> Frame:
    """1, 9 The map may have any shape and size."""
    middles = [spot_at(place) for place in places or ((0, 0),)]
    lefts, tops = [x for x, _ in middles], [y for _, y in middles]
    wide = max(lefts) - min(lefts) + 2 * HALF + 4 * EDGE
    width = max(WIDTH, wide)
    left = (max(lefts) + min(lefts) - width) / 2
    map_top, map_bottom = min(tops) - SIDE - 1.5 * EDGE, max(tops) + SIDE + 1.5 * EDGE
    lack = max(0, 380 - (map_bottom - map_top)) / 2
    map_top, map_bottom = map_top - lack, map_bottom + lack
    rows = ceil(forces / (FORCES * width / WIDTH))
    tray = HEAD + rows * ROW + 8
    return Frame(left, map_top - tray - 2 * EDGE, width, map_top, map_bottom, tray)


def frame(scene: Scene) -> tuple[float, float, float, float]:
    where = frame_for(scene)
    return (round(where.left, 2), round(where.top, 2), round(where.width, 2), round(where.height, 2))


def frame_for(scene: Scene) -> Frame:
    return frame_of((*(tile.place for tile in scene.tiles), *scene.sites), scene.units)


def draw_layer(scene: Scene, side: int) -> dict[str, str]:
    """Every part, the lowest first."""
    where = frame_for(scene)
    parts = {
        "paper": draw_paper(where),
        "tiles": draw_tiles(scene.tiles),
        "features": draw_features(
            tuple((tile, scene.holder(tile) is not None) for tile in scene.tiles if tile.feature)
        ),
        "places": draw_places(scene.tiles),
        "sites": draw_sites(scene.sites),
        "control": draw_control(tuple((tile.place, scene.holder(tile)) for tile in scene.tiles if tile.feature)),
        "trail": draw_trail(scene.trail),
        "catalogue": draw_catalogue(where) if scene.is_choosing else "",
        "panel": draw_panel(where, scene.status, scene.task),
        "key": draw_drawn(where, scene.drawn) if scene.drawn else draw_key(where, scene) if not scene.sides else "",
        "dice": draw_sides(where, scene.sides),
    }
    for player in (0, 1):
        top = where.near if player == side else where.top + EDGE
        parts[f"tray{player}"] = draw_tray(where, top, player, scene, scene.hand == player)
    parts |= draw_pieces(scene, where, side)
    parts["aim"] = draw_aim(scene)
    return parts


@kept
def draw_paper(where: Frame) -> str:
    x, y, width, high = where.left, where.top, where.width, where.map_bottom - where.map_top
    return join(
        [
            rect(x, y, width, where.height, rx=14, class_="pocket-paper"),
            rect(x + EDGE, where.map_top, width - 2 * EDGE, high, rx=10, class_="pocket-table"),
        ]
    )


@kept
def draw_catalogue(where: Frame) -> str:
    """7 While forces are chosen: all cards there are, with their points; touching one tells what is on it."""
    high, columns = where.map_bottom - where.map_top, 8
    rows = ceil(len(CARDS) / columns)
    step, size = high / rows, min(0.8, (high / rows - 34) / 66)
    across = (where.width - 4 * EDGE) / columns
    drawn = []
    for n, card in enumerate(CARDS):
        x = where.left + 2 * EDGE + across * (n % columns + 0.5)
        y = where.map_top + step * (n // columns) + 8 + 32 * size
        counter = draw_counter("", card.name, card.off, card.defence, str(card.points))
        touched = circle(0, 0, 31, data_spot=card.name)
        drawn.append(group(group(counter, class_=KINDS[0]), touched, transform=f"{at(x, y)} scale({size:.2f})"))
        first, _, second = card.name.partition(" ")
        drawn.append(text(first, x, y + 31 * size + 15, class_="pocket-card"))
        drawn.append(text(second, x, y + 31 * size + 27, class_="pocket-card"))
    return join(drawn)


# The map.


@kept
def draw_tiles(tiles: tuple[Tile, ...]) -> str:
    return join(use(ground_id(tile.terrain), *spot_at(tile.place)) for tile in tiles)


@kept
def draw_features(tiles: tuple[tuple[Tile, bool], ...]) -> str:
    """3.1 The ground under a feature pales; where a unit stands the feature draws back behind it."""
    drawn = []
    for tile, is_held in tiles:
        x, y = spot_at(tile.place)
        drawn.append(path(HEX, class_="pocket-site", transform=f"{at(x, y)} scale(.97)"))
        drawn.append(path(HEX, class_="pocket-site-edge", transform=f"{at(x, y)} scale(.95)"))
        drawn.append(use(ground_id(tile.feature), transform=at(x, y) if is_held else at(x, y + 28)))
    return join(drawn)


@kept
def draw_places(tiles: tuple[Tile, ...]) -> str:
    """1.2 Where each tile lies, and over all what can be touched."""
    names, touched = [], []
    for tile in tiles:
        x, y = spot_at(tile.place)
        spot = f"{tile.place[0]},{tile.place[1]}"
        names.append(text(spot, x, y + 50))
        touched.append(draw_spot(spot, x, y))
    return join([group(*names, class_="pocket-places"), *touched])


@kept
def draw_sites(sites: tuple[Place, ...]) -> str:
    """9.4 The empty places where the drawn tile can be laid."""
    drawn = []
    for place in sites:
        x, y = spot_at(place)
        spot = f"{place[0]},{place[1]}"
        drawn.append(path(HEX, class_="pocket-empty", transform=f"{at(x, y)} scale(.9)"))
        drawn.append(group(text(spot, x, y + 5), class_="pocket-places"))
        drawn.append(draw_spot(spot, x, y))
    return join(drawn)


def draw_spot(spot: str, x: float, y: float) -> Markup:
    """A place to touch. The page marks the spots that can be touched now, and the ring beside each shows it."""
    ring = use("pocket-mark-place", class_="pocket-ring")
    return group(path(HEX, data_spot=spot), ring, transform=at(x, y))


@kept
def draw_control(holders: tuple[tuple[Place, int | None], ...]) -> str:
    """3.2 A flag in the colour and shape of the player whose unit stands on a feature."""
    flags = []
    for place, player in holders:
        x, y = spot_at(place)
        if player is not None:
            cloth = path(FLAGS[player], class_=f"pocket-flag{player}")
            flags.append(group(path("M0 4v-34", class_="pocket-pole"), cloth, transform=at(x + 30, y - 16)))
    return join(flags)


@kept
def draw_trail(trail: tuple[Place, ...]) -> str:
    """Where the last unit went; where something was put."""
    if not trail:
        return ""
    middles = [spot_at(place) for place in trail]
    ends = [path(HEX, class_="pocket-trail-end", transform=f"{at(*middles[-1])} scale(.88)")]
    if len(middles) > 1:
        ends.append(path("M" + "L".join(f"{x:g} {y:g}" for x, y in middles), class_="pocket-trail"))
    return join(ends)


def draw_aim(scene: Scene) -> str:
    """17.1 From the initiator to the target."""
    if len(scene.sides) != 2 or not all(side.name for side in scene.sides):
        return ""
    places = []
    for side in scene.sides:
        ghost = scene.ghost
        where = ghost[1] if ghost and ghost[0] == side.name else scene.piece(side.name).where
        if isinstance(where, str):
            return ""
        places.append(where)
    return draw_arrow(places[0], places[1]) if places[0] != places[1] else ""


@kept
def draw_arrow(start: Place, end: Place) -> str:
    (x0, y0), (x1, y1) = spot_at(start), spot_at(end)
    far = hypot(x1 - x0, y1 - y0)
    i, j = (x1 - x0) / far, (y1 - y0) / far
    line = f"M{x0 + 33 * i:.1f} {y0 + 33 * j:.1f}L{x1 - 47 * i:.1f} {y1 - 47 * j:.1f}"
    tip, base = (x1 - 32 * i, y1 - 32 * j), (x1 - 50 * i, y1 - 50 * j)
    corners = [tip, (base[0] - 11 * j, base[1] + 11 * i), (base[0] + 11 * j, base[1] - 11 * i)]
    head = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"
    return join(
        [path(line, class_="pocket-aim-rim"), path(line, class_="pocket-aim"), path(head, class_="pocket-aim-head")]
    )


# Counters: each a part of its own, so that one that moves glides there.


Lying = tuple[tuple[float, float], float, str]  # where a counter lies, how large, and the name of the place


def draw_pieces(scene: Scene, where: Frame, side: int) -> dict[str, str]:
    lying = {player: lay_out(where, scene, player, side) for player in (0, 1)}
    parts = {}
    for piece in scene.pieces:
        (x, y), scale, lies_at = lies(scene, piece, lying)
        parts[piece.name] = draw_piece(piece, round(x, 1), round(y, 1), scale, lies_at)
    if scene.ghost is not None:
        x, y = spot_at(scene.ghost[1])
        ghost = draw_unit(scene.piece(scene.ghost[0]))
        parts["ghost"] = str(group(ghost, opacity=".6", transform=at(x, y + COUNTER)))
    return parts


def lies(scene: Scene, piece: Piece, lying: Mapping[int, Mapping[str, Lying]]) -> Lying:
    if isinstance(piece.where, str):
        return lying[piece.player if piece.where == RESERVES else 1 - piece.player][piece.name]
    x, y = spot_at(piece.where)
    return (x, y + COUNTER), 1.0, f"{piece.where[0]},{piece.where[1]}"


@kept
def draw_unit(piece: Piece) -> Markup:
    drawn = [draw_counter(piece.name, piece.card, piece.off, piece.defence)]
    if piece.reloads:
        drawn.append(use("pocket-reload", 23, -22))
    return group(*drawn, class_=KINDS[piece.player])


@kept
def draw_piece(piece: Piece, x: float, y: float, scale: float, lies_at: str) -> str:
    """The page lets what has the same `href` glide to where it is now."""
    where = at(x, y) + (f" scale({scale:g})" if scale != 1 else "")
    touched = circle(0, 0, 31, data_spot=piece.name)
    ring = use("pocket-mark-unit", class_="pocket-ring")
    return str(group(draw_unit(piece), touched, ring, transform=where, data_at=lies_at, href=f"#{piece.name}"))


def spots_of(scene: Scene, side: int) -> dict[str, tuple[float, float, float]]:
    """Where everything lies that can be touched, and how large it is drawn."""
    where = frame_for(scene)
    places = [*(tile.place for tile in scene.tiles), *scene.sites]
    found = {f"{q},{r}": (*spot_at((q, r)), 1.0) for q, r in places}
    lying = {player: lay_out(where, scene, player, side) for player in (0, 1)}
    for piece in scene.pieces:
        (x, y), scale, _ = lies(scene, piece, lying)
        found[piece.name] = (round(x, 1), round(y, 1), scale)
    for n, dice in enumerate(scene.sides):
        if dice.decides:
            found |= {name: (x, y, 1.0) for name, (x, y) in dice_of(where, n, dice).items()}
    return found


# The trays: a player's reserves, and the units captured from the other.


def lay_out(where: Frame, scene: Scene, player: int, side: int) -> dict[str, Lying]:
    """Where each counter lies in a player's tray, how large, and under which name of the place."""
    top = (where.near if player == side else where.top + EDGE) + HEAD
    found = {}
    for start, end, names in shares(where, *trays(scene, player)):
        rows = max(1, round((where.tray - HEAD) / ROW))
        each_row = max(1, ceil(len(names) / rows))
        step = min(74.0, (end - start) / each_row)
        for n, (name, _) in enumerate(names):
            x = start + step * (n % each_row + 0.5)
            y = top + ROW * (n // each_row) + 31
            found[name] = ((x, y), 0.9, f"tray{player}-{n}-{end:g}")
    return found


def trays(scene: Scene, player: int) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Names and cards of the player's reserves, and of the units captured from the other."""
    reserves = [(p.name, p.card) for p in scene.pieces if p.where == RESERVES and p.player == player]
    captures = [(p.name, p.card) for p in scene.pieces if p.where == CAPTURES and p.player != player]
    return tuple(reserves), tuple(captures)


Names = Sequence[tuple[str, str]]


def shares(where: Frame, reserves: Names, captures: Names) -> list[tuple[float, float, Names]]:
    """The left part of a tray for the reserves, the right part for the captures."""
    inside = where.width - 6 * EDGE
    left = where.left + 2 * EDGE
    total = max(1, len(reserves) + len(captures))
    part = min(max(len(reserves) / total, 0.45), 0.7)
    split = left + inside * (part if captures else 0.7)
    return [(left, split, reserves), (split + 2 * EDGE, left + inside + 2 * EDGE, captures)]


def draw_tray(where: Frame, top: float, player: int, scene: Scene, acts: bool) -> str:
    return draw_tray_of(where, top, player, *trays(scene, player), scene.controlled(player), acts)


@kept
def draw_tray_of(where: Frame, top: float, player: int, reserves: Names, captures: Names, held: int, acts: bool) -> str:
    left, width = where.left + EDGE, where.width - 2 * EDGE
    (_, split, _), _ = shares(where, reserves, captures)
    head = top + 26
    parts = [
        rect(left, top, width, where.tray, rx=10, class_="pocket-strip"),
        group(use(f"pocket-counter{player}", transform=f"{at(left + 24, top + 20)} scale(.42)"), class_=KINDS[player]),
        text(f"{'▸ ' if acts else ''}{PLAYERS[player]}", left + 44, head + 1, class_="pocket-head"),
        text("Reserves", left + 84, head, class_="pocket-tray"),
        text(f"Captured from {PLAYERS[1 - player]}", split + 8, head, class_="pocket-tray"),
        path(f"M{split + EDGE / 2:g} {top + 10:g}v{where.tray - 20:g}", class_="pocket-divide"),
        *(
            path(
                FLAGS[player],
                class_="pocket-held" if n < held else "pocket-unheld",
                transform=f"{at(left + 168 + 30 * n, top + 37)} scale(.8)",
            )
            for n in range(3)
        ),
    ]
    if acts:
        parts.append(rect(left + 2, top + 2, width - 4, where.tray - 4, rx=9, class_="pocket-strip-turn"))
    return join([*parts, group(*draw_names(where, top, reserves, captures), class_="pocket-names-all")])


def draw_names(where: Frame, top: float, reserves: Names, captures: Names) -> list[Markup]:
    """The names of the cards under their counters, where there is room for them."""
    drawn = []
    rows = max(1, round((where.tray - HEAD) / ROW))
    for start, end, names in shares(where, reserves, captures):
        each_row = max(1, ceil(len(names) / rows))
        step = min(74.0, (end - start) / each_row)
        if step < 62:
            continue
        for n, (_, card) in enumerate(names):
            x, y = start + step * (n % each_row + 0.5), top + HEAD + ROW * (n // each_row) + 31
            first, _, second = card.partition(" ")
            drawn.append(text(first, x, y + 40, class_="pocket-names"))
            drawn.append(text(second, x, y + 52, class_="pocket-names"))
    return drawn


# Between the map and the near tray: what is to be done, and the dice.


@kept
def draw_panel(where: Frame, status: str, task: str) -> str:
    left, top, width = where.left + EDGE, where.panel, where.width - 2 * EDGE
    return join(
        [
            rect(left, top, width, PANEL, rx=10, class_="pocket-panel"),
            text(status, left + 16, top + 31, class_="pocket-status"),
            text(task, left + 16, top + 57, class_="pocket-task"),
        ]
    )


@kept
def draw_drawn(where: Frame, drawn: str) -> str:
    """9.4 The tile that is to be laid."""
    x, y = where.left + where.width / 2, where.panel + 152
    return join([use(ground_id(drawn), x, y), text(drawn, x + 76, y + 6, class_="pocket-task")])


def draw_key(where: Frame, scene: Scene) -> str:
    """2.2, 3.3 What the ground of this map does, while no dice lie there."""
    found = {tile.feature or tile.terrain for tile in scene.tiles}
    names = (ground.name for ground in GROUNDS.all if ground.name in found or scene.is_choosing)
    return draw_keys(where, tuple(names))


@kept
def draw_keys(where: Frame, names: tuple[str, ...]) -> str:
    drawn = []
    step = min(35, 178 / ceil(len(names) / 2 or 1))
    for n, name in enumerate(names):
        x = where.left + 2 * EDGE + 18 + (n % 2) * (where.width / 2 - EDGE)
        y = where.panel + 86 + step * (n // 2)
        if GROUND[name] in GROUNDS.features:
            drawn.append(path(HEX, class_="pocket-site-edge", transform=f"{at(x, y)} scale(.26)"))
            drawn.append(use(ground_id(name), transform=f"{at(x, y + 8)} scale(.26)"))
        else:
            drawn.append(use(ground_id(name), transform=f"{at(x, y)} scale(.26)"))
        hazard, effect = tell_hazard(name), tell_effect(name)
        title = element("tspan", name, class_="name"), element("tspan", f"  {hazard}")
        drawn.append(element("text", *title, x=x + 24, y=y - 1 if effect else y + 5))
        drawn.append(text(effect, x + 24, y + 14, class_="effect"))
    return group(*drawn, class_="pocket-key")


@kept
def draw_sides(where: Frame, sides: tuple[Side, ...]) -> str:
    left, half = where.left + EDGE, where.width / 2 - EDGE
    drawn = [draw_side(where, n, side) for n, side in enumerate(sides)]
    if len(sides) == 2:
        drawn.append(path(f"M{left + half:g} {where.panel + 72:g}v{PANEL - 84}", class_="pocket-empty"))
    return join(drawn)


def corner(where: Frame, n: int) -> tuple[float, float]:
    """Where a side's part of the panel begins."""
    return where.left + EDGE + 14 + n * (where.width / 2 - EDGE), where.panel + 66


def dice_of(where: Frame, n: int, side: Side) -> dict[str, tuple[float, float]]:
    """Where the dice of a side lie: O1.. and below them D1.."""
    x, y = corner(where, n)
    rows = [("O", side.off), ("D", side.defence)]
    if not side.off and not side.off_bumps:
        rows = rows[1:]
    return {
        f"{kind}{die + 1}": (x + 30 + 68 * die, y + 60 + 82 * row)
        for row, (kind, dice) in enumerate(rows)
        for die in range(len(dice))
    }


def draw_side(where: Frame, n: int, side: Side) -> Markup:
    """A side's dice, and what it may still use."""
    x, y = corner(where, n)
    title = f"{side.name} {side.card}" if side.name else f"{PLAYERS[side.player]}'s dice"
    parts = [
        use(f"pocket-counter{side.player}", transform=f"{at(x + 12, y + 12)} scale(.36)"),
        text(title, x + 30, y + 19, class_="pocket-task"),
    ]
    if side.rerolls:
        parts.append(draw_chip(x + where.width / 2 - EDGE - 50, y + 12, f"↻{side.rerolls}", "R", 40))
    for name, (left, top) in dice_of(where, n, side).items():
        kind, face = name[0], (side.off if name[0] == "O" else side.defence)[int(name[1]) - 1]
        parts.append(use(f"pocket-{kind}{face}", left, top))
        parts.append(text(name, left, top + 46, class_="pocket-die-name"))
        if side.decides:
            parts.append(rect(left - 34, top - 34, 68, 68, rx=12, data_spot=name))
            parts.append(use("pocket-mark-die", left, top, class_="pocket-ring"))
    for row, (kind, dice, bumps) in enumerate((("O", side.off, side.off_bumps), ("D", side.defence, side.def_bumps))):
        top = y + 60 + (82 * row if side.off or side.off_bumps else 0)
        for bump, value in enumerate(bumps):
            left = x + 18 + 68 * len(dice) + 36 * (bump % 2)
            parts.append(draw_chip(left, top - 14 + 28 * (bump // 2), f"+{value}", kind, 32))
    return group(*parts)


def draw_chip(x: float, y: float, words: str, kind: str, width: float) -> Markup:
    """A bump or the re-rolls not yet used."""
    return group(
        rect(x - width / 2, y - 12, width, 24, rx=7 if kind != "D" else 2, class_=f"pocket-chip pocket-chip-{kind}"),
        text(words, x, y + 6),
        class_="pocket-chips",
    )
