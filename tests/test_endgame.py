"""The end of a stage looked at to its last answer: beside a few lines of brute force, in a toy and in every game."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import exp
from typing import Any

import numpy as np
import pytest

import casemate
from casemate import CHANCE, Game, Option, State
from casemate.bots import Thinker
from casemate.endgame import UNKNOWABLE, Endgame, search_on
from casemate.table import choose, note, offer, roll
from tests.toys import BID, PENNIES, SOLD, STALL

HEAPS_STATE = np.dtype(
    [
        ("heaps", "i8", (2,)),
        ("won", "i8", (2,)),
        ("player", "i8"),
        ("round", "i8"),
        ("options", np.dtype([("dice", "i8")])),
    ]
)


def set_up(s: Any) -> None:
    s.heaps[0], s.heaps[1] = 2, 3


def turn(s: Any, t: Any) -> None:
    """A heap, and how many of it; two rounds. With the option, a die says who gets one more for the first heap."""
    player = s.player
    for place in range(2):
        if s.heaps[place] > 0:
            offer(t, STALL + place)
    heap = choose(t, player) - STALL
    for number in range(1, min(2, s.heaps[heap]) + 1):
        offer(t, BID + number)
    taken = choose(t, player) - BID
    note(t, SOLD, heap, taken, player)
    s.heaps[heap] -= taken
    s.won[player] += taken * (heap + 1)
    s.player = 1 - player
    if s.options.dice and heap == 0 and s.heaps[0] == 0:
        s.won[roll(t, 2) - 1] += 1
    if s.heaps[0] + s.heaps[1] == 0:
        s.round += 1
        if s.round < 2:
            s.heaps[0], s.heaps[1] = 3, 2


def rest(s: Any) -> int:
    return 0 if s.round == 1 and s.heaps[0] + s.heaps[1] == 5 else 2 * (s.heaps[0] + s.heaps[1])


def outcome(s: Any) -> float:
    if s.round < 2:
        return -1.0
    return 0.5 if s.won[0] == s.won[1] else 1.0 if s.won[0] > s.won[1] else 0.0


def worth(s: Any) -> float:
    return 1.0 / (1.0 + exp(1.0 * (s.won[1] - s.won[0])))


HEAPS = replace(
    PENNIES,
    name="heaps",
    title="Heaps",
    state=HEAPS_STATE,
    set_up=set_up,
    turn=turn,
    outcome=outcome,
    worth=worth,
    options=(Option("dice", "off", ("off", "on"), "5.1", "whether a die says who gets one more"),),
    search=casemate.game.Search(rest=rest, exactly=10),
)
STAGED = [name for name in casemate.games() if casemate.load(name).search.rest is not None]


@pytest.fixture(params=["plain", "compiled"])
def heaps(request: pytest.FixtureRequest) -> Game:
    twin = replace(HEAPS)
    assert request.param == "plain" or twin.compile()
    return twin


class GoesOn(Exception):
    """The next stage began before anybody was asked: what the stage left behind cannot be seen from outside."""


def value(state: State, left: int) -> float:
    """The first player's chances when both play as well as can be, to the end of the stage."""
    if state.result is not None:
        return state.result[0]
    stage_left = rest_of(state)
    if stage_left == 0:
        return float(state.game.worth(state.here))
    if stage_left > left:
        raise GoesOn
    best = max if state.to_move == 0 else min
    return best(values(state).values())


def values(state: State) -> dict[str, float]:
    assert state.to_move in (0, 1)
    found = {}
    for move in state.moves():
        ahead = state.copy()
        ahead.play(move)
        found[move] = value(ahead, rest_of(state))
    return found


def rest_of(state: State) -> int:
    assert state.game.search.rest is not None
    return state.game.search.rest(state.here)


def looked_up(state: State, at_once: int = 7) -> dict[str, float] | None:
    """What the search finds, in many small steps; None where it cannot be known."""
    endgame = Endgame(state.game.rules, state.now.states, state.now.answers)
    while endgame.is_under_way:
        endgame.go_on(at_once)
    found = endgame.values()
    return None if found is None else {text: found[codes[0]] for text, codes in state.menu().items()}


def games(game: Game, number: int, **options: object) -> Iterator[State]:
    choice, state = random.Random(number), game.start(**options)
    while state.to_move is not None:
        yield state
        state.play(choice.choice(state.moves()))


@pytest.mark.parametrize("number", range(3))
def test_every_answer_has_the_value_of_the_best_play_after_it(heaps: Game, number: int) -> None:
    seen = 0
    for state in games(heaps, number):
        if rest_of(state):
            assert looked_up(state) == pytest.approx(values(state))
            seen += 1
    assert seen > 5


def test_chance_in_between_cannot_be_known(heaps: Game) -> None:
    state = heaps.start(dice="on")
    assert looked_up(state) is None
    assert Endgame(heaps.rules, state.now.states, state.now.answers).values() is None, "before it has been looked at"
    for answer in ("stall 0", "bid 2", "1"):
        state.play(answer)
    assert looked_up(state) == pytest.approx(values(state)), "the die is behind us"


def test_between_two_stages_nothing_is_looked_at(heaps: Game) -> None:
    state = heaps.start()
    for answer in ("stall 0", "bid 2", "stall 1", "bid 2", "stall 1", "bid 1"):
        state.play(answer)
    assert rest(state.here) == 0
    assert Endgame(heaps.rules, state.now.states, state.now.answers).depth == UNKNOWABLE


def test_a_bot_that_knows_says_so(heaps: Game) -> None:
    state = heaps.start()
    for answer in ("stall 0", "bid 2", "stall 1", "bid 2", "stall 1", "bid 1", "stall 0", "bid 2"):
        state.play(answer)
    exact = values(state)
    lines = Thinker(playouts=50, seed=1).analyse(state)
    sign = 1 if state.to_move == 0 else -1
    assert [line.win for line in lines] == sorted((0.5 + sign * (each - 0.5) for each in exact.values()), reverse=True)
    assert {line.why for line in lines} <= {
        "wins, whatever the other does",
        "wins 50%, looked at to the last answer",
        "wins 50%, looked at to the last answer, 50 points behind the best",
        "loses to the best play",
        "loses to the best play, 50 points behind the best",
        "loses to the best play, 100 points behind the best",
    }
    assert len({line.win for line in lines}) > 1, "there is something to choose"


def test_what_takes_too_long_is_left_alone(heaps: Game) -> None:
    """One playout's worth of patience is not enough; the tree answers."""
    state = heaps.start()
    few = replace(heaps.search, exactly=0)
    assert Thinker(playouts=400, seed=1).look_to_the_end(state, None) != {}
    object.__setattr__(heaps, "search", few)
    assert Thinker(playouts=400, seed=1).look_to_the_end(state, None) == {}


@pytest.mark.parametrize("name", STAGED)
def test_compiled_rules_are_ready_to_look_to_the_end(name: str) -> None:
    """No bot has to wait for the compiler in its own time."""
    twin = replace(casemate.load(name))
    assert twin.compile()
    assert twin.rules.bind(search_on).signatures


def test_some_game_has_stages() -> None:
    assert STAGED


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", STAGED)
def test_the_end_of_a_stage_beside_brute_force(name: str, number: int) -> None:
    game, choice = casemate.load(name), random.Random(number)
    assert game.compile()
    seen = 0
    for n in range(8):
        options = {option.name: choice.choice(option.values) for option in game.options}
        for state in games(game, 8 * number + n, **options):
            if 0 < rest_of(state) <= 2 and state.to_move != CHANCE:
                with suppress(GoesOn):
                    exact = values(state)
                    assert looked_up(state, 100) == pytest.approx(exact), state.position
                    best = max if state.to_move == 0 else min
                    chosen = Thinker(playouts=200, seed=number).choose(state)
                    assert exact[chosen] == pytest.approx(best(exact.values())), state.position
                    seen += 1
    assert seen > 5
