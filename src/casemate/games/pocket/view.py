"""A state as people see it: the drawing, the position in words, and the map as text."""

import re
from collections.abc import Mapping, Sequence

from casemate.game import State
from casemate.games.pocket import drawing, telling
from casemate.games.pocket import layer as moving
from casemate.games.pocket.drawing import at
from casemate.games.pocket.scene import CAPTURES, RESERVES, Piece, Scene, Tile
from casemate.games.pocket.seen import scene_for
from casemate.games.pocket.telling import PLAYERS, write_place
from casemate.svg import use

STYLE = drawing.STYLE
UNIT, PLACE, DIE = re.compile(r"[AB]\d+"), re.compile(r"-?\d+,-?\d+"), re.compile(r"[OD][123]")
SPOTS = {"unit": UNIT, "place": PLACE, "die": DIE}
SAYINGS = (  # what the kinds of the spots touched could mean, the likeliest first
    ("unit", ("charge", "plunder", "reap", "r")),
    ("unitplace", ("m", "d", "place", "muster", "command", "root")),
    ("unit(place){2,}", ("m",)),
    ("unitunit", ("x", "hex", "repair")),
    ("unitunitplace", ("s",)),
)
BUTTONS = ("choose", "centre", "draw", "grave")  # answers that are not said by touching


def spots(answer: str) -> tuple[str, ...]:
    """What one touches to say an answer: its units and places in order, or the die of a bump or re-roll."""
    kind, *words = answer.split(" ")
    if kind in BUTTONS or not words:
        return ()
    if kind in ("b", "rr"):
        return (words[0][:2],)
    return tuple(word for word in words if UNIT.fullmatch(word) or PLACE.fullmatch(word))


def say(state: State, touched: Sequence[str]) -> list[str]:
    """The answers, legal or not, that touching these spots could mean."""
    kinds = "".join(kind_of(spot) for spot in touched)
    said, drawn = " ".join(touched), scene_for(state, None).drawn
    if kinds == "die":
        return [f"rr {said}", *(f"b {said}+{value}" for value in range(1, 6))]
    if kinds == "place":
        return [f"tile {drawn} {said}"] if drawn else [f"feature {said}", f"skirmish {said}"]
    return [f"{word} {said}" for form, words in SAYINGS if re.fullmatch(form, kinds) for word in words]


def kind_of(spot: str) -> str:
    return next((kind for kind, form in SPOTS.items() if form.fullmatch(spot)), "card")


def frame(state: State) -> tuple[float, float, float, float]:
    """The picture grows with the map."""
    return moving.frame(scene_for(state, None))


def backdrop(options: Mapping[str, object], viewer: int | None) -> str:
    return drawing.draw_backdrop()


def layer(state: State, viewer: int | None) -> dict[str, str]:
    """The moving layer, part by part; the viewer's own tray is near."""
    return moving.draw_layer(scene_for(state, viewer), viewer or 0)


def marks(state: State, viewer: int | None) -> dict[str, str]:
    """A mark for each spot that occurs in an answer."""
    touched = dict.fromkeys(spot for answer in state.moves() for spot in spots(answer))
    where = moving.spots_of(scene_for(state, viewer), viewer or 0) if touched else {}
    return {spot: draw_mark(spot, *where[spot]) for spot in touched if spot in where}


def draw_mark(spot: str, x: float, y: float, scale: float) -> str:
    where = at(x, y) + (f" scale({scale:g})" if scale != 1 else "")
    return str(use(f"pocket-mark-{kind_of(spot)}", transform=where, class_="pocket-mark"))


def describe(state: State, viewer: int | None = None) -> str:
    return telling.describe(scene_for(state, viewer))


def labels(state: State, viewer: int | None) -> dict[str, str]:
    return telling.label(scene_for(state, viewer))


# --- in the terminal ------------------------------------------------------------------------------------------------

CELL = 10  # how wide a tile is written; the next row stands half a tile to the right
SIGNS, PLAIN_SIGNS = ("○", "■", "▲"), ("", "", "*")


def text_board(state: State, viewer: int | None = None, is_plain: bool = False) -> str:
    """The map as text, three lines a tile: its place, its ground, its unit. Then who is not on it, and the dice."""
    scene = scene_for(state, viewer)
    signs = PLAIN_SIGNS if is_plain else SIGNS
    return "\n".join([*draw_map(scene, signs), *tell_rest(scene, signs)])


def draw_map(scene: Scene, signs: Sequence[str]) -> list[str]:
    cells = {tile.place: write_tile(scene, tile, signs) for tile in scene.tiles}
    cells |= {place: (write_place(place), "?", "") for place in scene.sites}
    if not cells:
        return []
    columns = {place: CELL * place[0] + CELL // 2 * place[1] for place in cells}
    left = min(columns.values())
    lines = []
    for r in range(min(r for _, r in cells), max(r for _, r in cells) + 1):
        row = sorted(place for place in cells if place[1] == r)
        for n in range(3):
            line = ""
            for place in row:
                line = line.ljust(columns[place] - left) + cells[place][n].center(CELL - 1)
            lines.append(line.rstrip())
        lines.append("")
    return lines


def write_tile(scene: Scene, tile: Tile, signs: Sequence[str]) -> tuple[str, str, str]:
    piece = scene.unit_at(tile.place)
    ground = f"{signs[2]}{tile.feature}" if tile.feature else tile.terrain
    return write_place(tile.place), ground[: CELL - 1], write_piece(piece, signs) if piece else ""


def write_piece(piece: Piece, signs: Sequence[str]) -> str:
    return f"{signs[piece.player]}{piece.name}"


def tell_rest(scene: Scene, signs: Sequence[str]) -> list[str]:
    lines = []
    for player, name in enumerate(PLAYERS):
        mine = [piece for piece in scene.pieces if piece.player == player]
        for words, found in (
            ("on the map", [piece for piece in mine if not isinstance(piece.where, str)]),
            ("in reserve", [piece for piece in mine if piece.where == RESERVES]),
            (f"captured by {PLAYERS[1 - player]}", [piece for piece in mine if piece.where == CAPTURES]),
        ):
            if found:
                units = (signs[player] + telling.tell_piece(piece) for piece in found)
                lines.append(f"{name} {words}: {', '.join(units)}")
    return lines + [telling.tell_side(side) for side in scene.sides]
