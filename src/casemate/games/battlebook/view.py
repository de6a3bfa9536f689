"""A state as people see it: the drawing, the position in words, and the grid as text."""

from collections.abc import Mapping, Sequence
from itertools import chain

from casemate.game import Frame, State
from casemate.games.battlebook import drawing, telling
from casemate.games.battlebook import layer as moving
from casemate.games.battlebook.actions import CODES
from casemate.games.battlebook.grid import LETTERS, NORTH, PLAYERS, SOUTH, SQUARE
from casemate.games.battlebook.scene import ACT, CHASSIS, DESTROYED, SIDES, Scene, Unit, grid_of, seen, spots


def frame(state: State) -> Frame:
    """The picture is as large as the grid and two trays."""
    grid = grid_of(str(state.options["grid"]))
    return 0, 0, drawing.width(grid), drawing.height(grid)


def backdrop(options: Mapping[str, str | int], viewer: int | None) -> str:
    """What stands still."""
    return drawing.draw_backdrop(grid_of(str(options["grid"])), drawing.near(viewer))


def layer(state: State, viewer: int | None) -> dict[str, str]:
    """The moving layer, part by part."""
    return moving.draw_layer(seen(state, viewer), drawing.near(viewer))


def marks(state: State, viewer: int | None) -> dict[str, str]:
    """A mark for each spot that occurs in an answer."""
    touched = dict.fromkeys(chain.from_iterable(map(spots, state.moves())))
    return moving.draw_marks(seen(state, viewer), state.here, touched, drawing.near(viewer))


def say(state: State, touched: Sequence[str]) -> list[str]:
    """The answers, legal or not, that touching these spots could mean."""
    codes = [code for code in CODES if code in touched]
    squares = [spot for spot in touched if spot in SQUARE]
    if codes and len(codes) == len(touched) and state.here.kept[SOUTH] == 0:
        return [f"keep {' '.join(codes)}"]
    scene = seen(state, state.to_move)
    if not codes and not squares:
        return ["pass"] if scene.task == ACT else [f"start {spot}" for spot in touched[-1:] if spot in SIDES]
    return [f"{code}@{square}" for code in codes[-1:] or CODES for square in squares[-1:] or likely(scene, code)]


def likely(scene: Scene, code: str) -> list[str]:
    """Where a card that was touched alone could be meant to be played: on a unit, or on an empty square."""
    side = scene.asked if scene.asked in (NORTH, SOUTH) else NORTH
    own = [unit.square for unit in scene.units if unit.side == side and not unit.weapon]
    return ([] if code in CHASSIS else own)[:1] or ["a1" if side == NORTH else f"{LETTERS[scene.grid.columns - 1]}1"]


def describe(state: State, viewer: int | None) -> str:
    """The position in words."""
    return telling.describe(seen(state, viewer))


def labels(state: State, viewer: int | None) -> dict[str, str]:
    """What is on each square, and what each card is."""
    return telling.label(seen(state, viewer))


# --- in the terminal --------------------------------------------------------------------------------------------------

SIGNS = {"units": "○□", "empty": "·", "x": "×", "zone": "┊", "struck": "!"}
PLAIN_SIGNS = {"units": "NS", "empty": ".", "x": "x", "zone": "|", "struck": "!"}


def text_board(state: State, viewer: int | None, is_plain: bool = False) -> str:
    """The grid as text: a unit as side, chassis and weapon, then the X's of its square."""
    scene, signs = seen(state, viewer), PLAIN_SIGNS if is_plain else SIGNS
    grid, units, xs = scene.grid, {unit.square: unit for unit in scene.units}, dict(scene.xs)
    lines = [letters(scene, signs)]
    for row in range(grid.rows, 0, -1):
        names = [f"{column}{row}" for column in LETTERS[: grid.columns]]
        cells = [cell(units.get(name), xs.get(name, 0), signs) for name in names]
        lines.append(f"{row} {zoned(scene, cells, signs)} {row}")
    return "\n".join([*lines, letters(scene, signs), "", *legend(scene, signs)])


def letters(scene: Scene, signs: Mapping[str, str]) -> str:
    columns = [f"  {letter}   " for letter in LETTERS[: scene.grid.columns]]
    return f"  {zoned(scene, columns, {**signs, 'zone': ' '})}".rstrip()


def zoned(scene: Scene, cells: Sequence[str], signs: Mapping[str, str]) -> str:
    """1.4 A row with a line between the zones."""
    first, second = scene.grid.outer, scene.grid.columns - scene.grid.outer
    return signs["zone"].join("".join(part) for part in (cells[:first], cells[first:second], cells[second:]))


def cell(unit: Unit | None, xs: int, signs: Mapping[str, str]) -> str:
    """Six characters: `○LCM2 `, `×2`, or a dot."""
    count = str(xs) if xs else " "
    if unit is None:
        return f"  {signs['x']}{count}  " if xs else f"  {signs['empty']}   "
    struck = signs["struck"] if unit.fate == DESTROYED else " "
    return f"{signs['units'][unit.side]}{unit.chassis[0]}{unit.weapon or '--'}{count}{struck}"


def legend(scene: Scene, signs: Mapping[str, str]) -> list[str]:
    sides = []
    for side, name in enumerate(PLAYERS):
        kept = scene.kept[side]
        cards = "?" if kept is None else " ".join(kept) or "not chosen yet"
        points = telling.counted(scene.totals[side], "point")
        sides.append(f"{signs['units'][side]} {name}: {scene.ap[side]} AP, {points}, keeps {cards}")
    example = f"{signs['units'][NORTH]}LCM2!"
    words = f"{example}: a Light unit with CM, 2 X's on its square, would be destroyed; {signs['x']}2: 2 X's"
    return [*sides, words]
