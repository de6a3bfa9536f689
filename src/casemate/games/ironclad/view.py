"""A state as people see it: the scene to be drawn, the position in words, and the board as text."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from casemate.bits import each
from casemate.game import Moment, State
from casemate.games.ironclad import drawing
from casemate.games.ironclad.board import (
    BLACK,
    NO_STONE,
    POINT,
    SQUARE,
    STRING,
    WHITE,
    point_name,
    square_name,
)
from casemate.games.ironclad.drawing import Scene
from casemate.games.ironclad.notation import PLAYERS, WORDS
from casemate.games.ironclad.robots import cover, shooters
from casemate.games.ironclad.stones import joins_sides, string_of
from casemate.games.ironclad.turn import hand
from casemate.table import CHANCE

TURN = 5  # answers to a turn at most, dice and a resignation among them


@cache
def spots(answer: str) -> tuple[str, ...]:
    """What one touches to say an answer: c2 and c3, c5, D4, C4 and C7."""
    if answer[0] in "x+":
        return (answer[1:],)
    return tuple(answer.replace(">", "-").split("-"))


def seen(state: State) -> Scene:
    """What there is to draw."""
    return scene_of(state, state.now)


@lru_cache(maxsize=32)
def scene_of(state: State, now: Moment) -> Scene:
    """Looked up once for all who draw the same moment."""
    s = state.here
    standing = robots_standing(tuple(s.checkers[WHITE]), tuple(s.checkers[BLACK]))
    fired = now.step.text[1:] if now.step and state.to_move == CHANCE else None
    return Scene(
        robots=standing,
        stones=stones_lying(s.stones[WHITE], s.stones[BLACK]),
        cover={name: cover(s, SQUARE[name]) for name in standing},
        bowls=(s.bowl[0], s.bowl[1]),
        owner=s.owner,
        hand=None if state.result else hand(s),
        due=due(state, s),
        slid=None if s.slid == NO_STONE else point_name(s.slid),
        last=last_turn(state),
        target=fired,
        aim=aim(s, fired) if fired else (),
        won=winning_string(s),
        diagonal=bool(s.options.links),
    )


def aim(s: Any, target: str) -> tuple[tuple[str, str], ...]:
    """6.4 Who fires at whom."""
    return tuple((square_name(square), target) for square in each(shooters(s, s.owner, SQUARE[target])))


@lru_cache(maxsize=1024)
def robots_standing(white: tuple[int, ...], black: tuple[int, ...]) -> Mapping[str, tuple[int, int]]:
    """2.1 Whose robot stands on a square, and how high it is, from the squares with one, two and three checkers."""
    height = {
        (square_name(square), player): sum(layer >> square & 1 for layer in layers)
        for player, layers in enumerate((white, black))
        for square in each(layers[0])
    }
    return {name: (player, height[name, player]) for name, player in sorted(height)}


@lru_cache(maxsize=1024)
def stones_lying(white: int, black: int) -> Mapping[str, int]:
    """Whose stone lies on an intersection."""
    return dict(sorted((point_name(point), black >> point & 1) for point in each(white | black)))


def due(state: State, s: Any) -> str:
    """What is to be done, or how the game ended, in words."""
    if state.ending is not None:
        return state.ending.text
    return "dice" if state.to_move == CHANCE else WORDS["subgame"](s.due)


def last_turn(state: State) -> tuple[tuple[str, ...], ...]:
    """The spots of what was done in this turn, or in the last one if this one has not begun."""
    steps = [moment.step for moment in state.moments[-TURN:]]
    acts = [step for step in steps if step is not None and step.player in (0, 1)]
    return tuple(spots(step.text) for step in acts if step.turn == acts[-1].turn)


def winning_string(s: Any) -> tuple[str, ...]:
    if s.ending != STRING:
        return ()
    for point in each(s.stones[s.winner]):
        string = string_of(s, s.winner, point)
        if joins_sides(string):
            return tuple(point_name(each_point) for each_point in each(string))
    return ()


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


def layer(state: State, viewer: int | None) -> dict[str, str]:
    """The moving layer, part by part."""
    return drawing.draw_layer(seen(state), viewer)


def marks(state: State, viewer: int | None) -> dict[str, str]:
    """A mark for each spot that occurs in an answer."""
    touched = dict.fromkeys(spot for answer in state.moves() for spot in spots(answer))
    return drawing.draw_marks(seen(state), touched, viewer)


def describe(state: State) -> str:
    """The position in words."""
    return drawing.describe(seen(state))


def labels(state: State, viewer: int | None) -> dict[str, str]:
    """What stands on each square and lies on each intersection, in words."""
    return drawing.label(seen(state))


# --- in the terminal --------------------------------------------------------------------------------------------------

SIGNS = {"robots": "□■", "stones": "○●", "empty": "·", "line": "───", "side": "│"}
PLAIN_SIGNS = {"robots": "WB", "stones": "wb", "empty": "+", "line": "---", "side": "|"}


def text_board(state: State, is_plain: bool = False) -> str:
    """The board as text: robots with their height on the squares, stones on the crossings of the lines."""
    scene, signs = seen(state), PLAIN_SIGNS if is_plain else SIGNS
    lines = ["     " + "   ".join("ABCDEFG"), ""]
    for row in range(8, -1, -1):
        crossings = (stone_sign(scene, f"{column}{row}", signs) for column in "ABCDEFG")
        lines.append(f"     {signs['line'].join(crossings)}  {row}")
        if row > 0:
            squares = (robot_sign(scene, f"{file}{row}", signs) for file in "abcdef")
            lines.append(f"  {row}  {signs['side']}{signs['side'].join(squares)}{signs['side']}")
    lines += ["", "       " + "   ".join("abcdef"), "", legend(scene, signs)]
    return "\n".join(lines)


def stone_sign(scene: Scene, point: str, signs: dict[str, str]) -> str:
    return signs["stones"][scene.stones[point]] if point in scene.stones else signs["empty"]


def robot_sign(scene: Scene, square: str, signs: dict[str, str]) -> str:
    if square not in scene.robots:
        return "   "
    player, stack = scene.robots[square]
    return f" {signs['robots'][player]}{stack}"


def legend(scene: Scene, signs: dict[str, str]) -> str:
    robot, stone, bowls = signs["robots"], signs["stones"], scene.bowls
    parts: Iterable[str] = (
        f"{name}: robots {robot[player]}, stones {stone[player]}, {bowls[player]} in the bowl"
        for player, name in enumerate(PLAYERS)
    )
    barred = f"\nThe stone on {scene.slid} was slid last and may not be slid next." if scene.slid else ""
    return "\n".join(parts) + barred
