"""What of a position is drawn and told: sets of squares and intersections as bits (board.py), and a few words."""

from functools import cache, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from casemate.bits import each
from casemate.game import Moment, State
from casemate.games.ironclad.board import CORNERS, POINT, SQUARE, STRING
from casemate.games.ironclad.notation import WORDS
from casemate.games.ironclad.robots import shooters
from casemate.games.ironclad.stones import joins_sides, string_of
from casemate.table import CHANCE

TURN = 5  # answers to a turn at most, dice and a resignation among them
SQUARES = {number: name for name, number in SQUARE.items()}  # the names by the numbers
POINTS = {number: name for name, number in POINT.items()}

Stack = tuple[int, int, int]  # 2.1 the squares where a player has one checker, a second on it, a third on it
Act = tuple[str, ...]  # the spots of a move, a fire, a placement or a slide


class Scene(NamedTuple):
    """A position as people see it."""

    checkers: tuple[Stack, Stack]
    stones: tuple[int, int]
    cover: tuple[int, int]  # 6.6 the stones on corners of squares that hold the player's robots
    bowls: tuple[int, int]
    owner: int
    hand: int | None  # who acts now; None when nobody does
    due: str  # what is to be done, or how the game ended
    slid: int  # the stone barred by 9.8
    last: tuple[Act, ...]  # what was done in the last turn
    target: str | None  # whom the shots fall on that are being diced for
    aim: int  # who fires at it
    won: int  # the winning string
    diagonal: bool  # option links = eight


def seen(state: State) -> Scene:
    """What there is to draw and to tell."""
    return scene_of(state, state.now)


@lru_cache(maxsize=32)
def scene_of(state: State, now: Moment) -> Scene:
    """Looked up once for all who see the same moment."""
    checkers, (white, black), bowls, owner, due, slid = state.glance(
        "checkers", "stones", "bowl", "owner", "due", "slid"
    )
    fired = now.step.text[1:] if now.step and state.to_move == CHANCE else None
    return Scene(
        checkers=(tuple(checkers[0]), tuple(checkers[1])),
        stones=(white, black),
        cover=((white | black) & corners(checkers[0][0]), (white | black) & corners(checkers[1][0])),
        bowls=tuple(bowls),
        owner=owner,
        hand=hand(state),
        due=told(state, due),
        slid=slid,
        last=last_turn(state),
        target=fired,
        aim=shooters(state.here, owner, SQUARE[fired]) if fired else 0,
        won=winning_string(state) if state.result else 0,
        diagonal=state.options["links"] == "eight",
    )


def hand(state: State) -> int | None:
    """3.4 Who acts now; who fired, while the dice are due."""
    step = state.now.step
    return step.player if step and state.to_move == CHANCE else state.to_move


def told(state: State, due: int) -> str:
    """What is to be done, or how the game ended, in words."""
    if state.ending is not None:
        return state.ending.text
    return "dice" if state.to_move == CHANCE else WORDS["subgame"](due)


def last_turn(state: State) -> tuple[Act, ...]:
    """What was done in this turn, or in the last one if this one has not begun."""
    steps = [moment.step for moment in state.moments[-TURN:]]
    acts = [step for step in steps if step is not None and step.player in (0, 1)]
    return tuple([spots(step.text) for step in acts if step.turn == acts[-1].turn])


def winning_string(state: State) -> int:
    """8.1 The string that won the game."""
    s = state.here
    if s.ending != STRING:
        return 0
    strings = (string_of(s, s.winner, point) for point in each(s.stones[s.winner]))
    return next(filter(joins_sides, strings))


@cache
def spots(answer: str) -> Act:
    """What one touches to say an answer: c2 and c3, c5, D4, C4 and C7."""
    if answer[0] in "x+":
        return (answer[1:],)
    return tuple(answer.replace(">", "-").split("-"))


# Which pieces stand where, by their names. After an action most of it is as it was, so it is kept for a while.

kept = lru_cache(maxsize=4096)


@kept
def points(stones: int) -> tuple[str, ...]:
    """The intersections in a set."""
    return tuple([POINTS[point] for point in each(stones)])


@kept
def heights(stack: Stack) -> tuple[tuple[str, int], ...]:
    """2.1 A player's robots: the square of each and how high it is."""
    one, two, three = stack
    return tuple([(SQUARES[at], 1 + (two >> at & 1) + (three >> at & 1)) for at in each(one)])


@kept
def covered(robots: int, stones: int) -> dict[str, tuple[str, ...]]:
    """6.6 Robots, each with the stones on the corners of its square."""
    return {SQUARES[square]: points(CORNERS[square] & stones) for square in each(robots)}


@kept
def corners(squares: int) -> int:
    """1.3 The intersections around any of these squares."""
    return reduce(or_, [CORNERS[square] for square in each(squares)], 0)
