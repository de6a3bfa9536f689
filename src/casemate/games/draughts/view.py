"""A state as people see it: the drawing, the position in words, the board as text, and what one touches."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain

from casemate.game import Frame, State
from casemate.games.draughts import drawing, telling
from casemate.games.draughts import layer as moving
from casemate.games.draughts.board import HEADINGS, MOVE, NONE, NUMBER, PLACE, TARGET, ship_name, square_name, start
from casemate.games.draughts.drawing import next_to
from casemate.games.draughts.scene import Scene, seen
from casemate.games.draughts.ships import TYPE

STYLE = drawing.STYLE


@cache
def spots(answer: str) -> tuple[str, ...]:
    """What one touches: where a ship goes, then the neighbour it shall head for; a ship to fire at; a type to place.

    Leaving the board and not firing have nothing on the board: they are buttons.
    """
    if answer.endswith("-off") or answer == ">-":
        return ()
    if answer[0] == ">":
        return (answer[1:3],)
    if " " in answer:
        return (answer.split(" ")[2],)
    if "/" in answer:
        square, heading = answer.split("-")[1].split("/")
        return (square, next_to(square, HEADINGS.index(heading)))
    return (answer.replace("~", "x").split("x")[1],)


def name_answer(answer: str) -> str:
    """Words for the buttons."""
    return "Hold fire" if answer == ">-" else f"Leave the board ({answer})" if answer.endswith("-off") else ""


def say(state: State, touched: Sequence[str]) -> list[str]:
    """The answers, legal or not, that touching these spots could mean."""
    scene = seen(state, state.to_move)
    if scene.asking == PLACE:
        return say_placing(scene, state, touched[-1])
    if scene.active == NONE:
        return []
    if scene.asking == TARGET:
        return say_fire(scene, touched[-1])
    return say_move(scene, touched) if scene.asking == MOVE else []


def say_placing(scene: Scene, state: State, spot: str) -> list[str]:
    ship = state.here.subject
    square = square_name(start(scene.size, ship))
    return [f"{ship_name(ship)} {square} {spot}"] if spot in TYPE else []


def say_fire(scene: Scene, spot: str) -> list[str]:
    """A ship, by its sheet or by its square."""
    held = {vessel.square: vessel.name for vessel in scene.vessels if vessel.square}
    name = spot if spot in NUMBER else held.get(spot)
    return [f">{name}"] if name is not None else []


def say_move(scene: Scene, touched: Sequence[str]) -> list[str]:
    """A step to where one touched, heading for the neighbour touched next, or straight on; or a ram.

    The ship itself may be touched first, though it need not be.
    """
    active, held = scene.vessels[scene.active], {vessel.square for vessel in scene.vessels}
    ends = [spot for spot in touched if spot not in NUMBER]
    if not ends:
        return []
    here = active.square
    ends = ends[1:] if ends[0] == here and len(ends) > 1 else ends
    end = ends[0]
    if not is_square(end, scene.size):
        return [f"{here}-off"]
    if end in held and end != here:
        return [f"{here}x{end}", f"{here}~{end}"]
    toward = [name for n, name in enumerate(HEADINGS) if len(ends) > 1 and next_to(end, n) == ends[1]]
    return [f"{here}-{end}/{heading}" for heading in toward or [HEADINGS[active.heading]]]


def is_square(spot: str, size: int) -> bool:
    """Whether a place lies on the board, and not in the ring around it."""
    return spot[0] in "abcdefghijkl"[:size] and 1 <= int(spot[1:]) <= size


def side(viewer: int | None) -> int:
    """Whose side of the board is near; White's to those who watch."""
    return viewer or 0


def frame(state: State) -> Frame:
    return drawing.frame(int(state.options["board"]))


def draw_backdrop(options: Mapping[str, str | int], viewer: int | None) -> str:
    """What stands still."""
    return drawing.draw_chart(int(options["board"]), side(viewer))


def layer(state: State, viewer: int | None) -> dict[str, str]:
    """The moving layer, part by part."""
    return moving.draw_layer(seen(state, viewer), side(viewer))


def marks(state: State, viewer: int | None) -> dict[str, str]:
    """A mark for each spot that occurs in an answer."""
    touched = dict.fromkeys(chain.from_iterable(map(spots, state.moves())))
    return moving.draw_marks(seen(state, viewer), touched, side(viewer))


def describe(state: State, viewer: int | None = None) -> str:
    """The position in words."""
    return telling.describe(seen(state, viewer))


def labels(state: State, viewer: int | None) -> dict[str, str]:
    """What lies on each square that is not empty, and on each record sheet."""
    return telling.label(seen(state, viewer))


def text_board(state: State, viewer: int | None = None, is_plain: bool = False) -> str:
    """The board as text."""
    return telling.draw_text(seen(state, viewer), side(viewer), is_plain)
