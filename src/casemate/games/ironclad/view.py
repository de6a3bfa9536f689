"""A state as people see it: the drawing, the position in words, and the board as text."""

from collections.abc import Iterable, Sequence
from itertools import chain

from casemate.game import State
from casemate.games.ironclad import layer as moving
from casemate.games.ironclad import telling
from casemate.games.ironclad.board import NO_STONE, POINT, SQUARE
from casemate.games.ironclad.notation import PLAYERS
from casemate.games.ironclad.scene import POINTS, Scene, heights, seen, spots


def say(state: State, touched: Sequence[str]) -> list[str]:
    """The actions, legal or not, that touching these spots could mean."""
    here, there = touched[0], touched[-1]
    if len(touched) == 1:
        return [f"x{here}" if here in SQUARE else f"+{here}"]
    if here in SQUARE and there in SQUARE:
        return [f"{here}-{there}", f"x{there}"]
    return (
        [f"{here}>{there}"] if here in POINT and there in POINT else [f"x{there}" if there in SQUARE else f"+{there}"]
    )


def side(viewer: int | None) -> int:
    """Whose side of the board is near; White's to those who watch."""
    return viewer or 0


def layer(state: State, viewer: int | None) -> dict[str, str]:
    """The moving layer, part by part."""
    return moving.draw_layer(seen(state), side(viewer))


def marks(state: State, viewer: int | None) -> dict[str, str]:
    """A mark for each spot that occurs in an answer."""
    touched = dict.fromkeys(chain.from_iterable(map(spots, state.moves())))
    return moving.draw_marks(seen(state), touched, side(viewer))


def describe(state: State, viewer: int | None = None) -> str:
    """The position in words."""
    return telling.describe(seen(state))


def labels(state: State, viewer: int | None) -> dict[str, str]:
    """What stands on each square and lies on each intersection, in words."""
    return telling.label(seen(state))


# --- in the terminal --------------------------------------------------------------------------------------------------

SIGNS = {"robots": "□■", "stones": "○●", "empty": "·", "line": "───", "side": "│"}
PLAIN_SIGNS = {"robots": "WB", "stones": "wb", "empty": "+", "line": "---", "side": "|"}


def text_board(state: State, viewer: int | None = None, is_plain: bool = False) -> str:
    """The board as text: robots with their height on the squares, stones on the crossings of the lines."""
    scene, signs = seen(state), PLAIN_SIGNS if is_plain else SIGNS
    lines = ["     " + "   ".join("ABCDEFG"), ""]
    for row in range(8, -1, -1):
        crossings = (stone_sign(scene, POINT[f"{column}{row}"], signs) for column in "ABCDEFG")
        lines.append(f"     {signs['line'].join(crossings)}  {row}")
        if row > 0:
            squares = (robot_sign(scene, f"{file}{row}", signs) for file in "abcdef")
            lines.append(f"  {row}  {signs['side']}{signs['side'].join(squares)}{signs['side']}")
    lines += ["", "       " + "   ".join("abcdef"), "", legend(scene, signs)]
    return "\n".join(lines)


def stone_sign(scene: Scene, point: int, signs: dict[str, str]) -> str:
    for sign, stones in zip(signs["stones"], scene.stones, strict=True):
        if stones >> point & 1:
            return sign
    return signs["empty"]


def robot_sign(scene: Scene, square: str, signs: dict[str, str]) -> str:
    for sign, stack in zip(signs["robots"], scene.checkers, strict=True):
        if height := dict(heights(stack)).get(square):
            return f" {sign}{height}"
    return "   "


def legend(scene: Scene, signs: dict[str, str]) -> str:
    robot, stone, bowls, slid = signs["robots"], signs["stones"], scene.bowls, scene.slid
    parts: Iterable[str] = (
        f"{name}: robots {robot[player]}, stones {stone[player]}, {bowls[player]} in the bowl"
        for player, name in enumerate(PLAYERS)
    )
    barred = "" if slid == NO_STONE else f"\nThe stone on {POINTS[slid]} was slid last and may not be slid next."
    return "\n".join(parts) + barred
