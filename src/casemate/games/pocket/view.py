"""A state as people see it: the drawing, the position in words, and the board as text."""

from collections.abc import Mapping, Sequence
from math import sqrt

from casemate.game import Frame, State
from casemate.games.pocket.board import CARDS, GROUNDS, code_q, code_r
from casemate.games.pocket.notation import PLAYERS, place_name, places_at, unit_name
from casemate.svg import circle, group, join, text

SIZE = 60.0
STYLE = ""


def centre(q: int, r: int) -> tuple[float, float]:
    return SIZE * sqrt(3) * (q + r / 2), SIZE * 1.5 * r


def frame(state: State) -> Frame:
    s = state.here
    spots = [centre(s.q[tile], s.r[tile]) for tile in range(s.tiles)] or [(0.0, 0.0)]
    spots += [centre(code_q(code), code_r(code)) for code in s.edge if code and s.turn == 0]
    x, y = min(x for x, _ in spots) - SIZE, min(y for _, y in spots) - SIZE
    return x, y, max(x for x, _ in spots) + SIZE - x, max(y for _, y in spots) + SIZE - y


def backdrop(options: Mapping[str, str | int], viewer: int | None) -> str:
    return ""


def layer(state: State, viewer: int | None) -> dict[str, str]:
    s = state.here
    drawn = []
    for tile, name in enumerate(places_at(state.now)):
        x, y = centre(s.q[tile], s.r[tile])
        unit = s.at[tile]
        words = unit_name(unit) if unit >= 0 else GROUNDS.names[s.ground[tile]]
        drawn.append(group(circle(x, y, SIZE * 0.8, data_spot=name), text(words, x, y)))
    for code in s.edge:
        if code and s.turn == 0 and place_name(code) not in places_at(state.now):
            drawn.append(circle(*centre(code_q(code), code_r(code)), 20, data_spot=place_name(code)))
    return {"board": join(drawn)}


def marks(state: State, viewer: int | None) -> dict[str, str]:
    return {spot: "" for move in state.moves() for spot in spots(move)}


def spots(answer: str) -> tuple[str, ...]:
    return tuple(word for word in answer.split(" ") if "," in word)


def say(state: State, touched: Sequence[str]) -> list[str]:
    return []


def describe(state: State, viewer: int | None = None) -> str:
    to_move = state.to_move
    told = "Game over" if to_move is None else "Dice" if to_move < 0 else f"{PLAYERS[to_move]} to answer"
    return f"{told}.\n{state.position if state.turn_number > 2 else ''}"


def labels(state: State, viewer: int | None) -> dict[str, str]:
    s = state.here
    return {
        name: f"{unit_name(s.at[tile])} {CARDS[s.card[s.at[tile] >> 6][s.at[tile] & 63]].name}"
        for tile, name in enumerate(places_at(state.now))
        if s.at[tile] >= 0
    }


def text_board(state: State, viewer: int | None = None, is_plain: bool = False) -> str:
    return state.position
