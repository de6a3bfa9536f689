"""Bots that do not search: one plays anything, one what looks best at a glance."""

import random

import numpy as np

from casemate import loops
from casemate.bots.thinker import Line, guess, must_choose
from casemate.game import State

ROOM = 60  # what could fall is weighed one by one up to so many


class Random:
    """Any legal answer, each as likely."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def choose(self, state: State) -> str:
        return self.random.choice(must_choose(state))

    def analyse(self, state: State) -> list[Line]:
        answers = must_choose(state)
        return [Line(answer, 0.5, 0, "one of many") for answer in answers]


class Greedy:
    """The answer after which the game's own `worth` is highest, dice weighed exactly; ties fall by lot."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def choose(self, state: State) -> str:
        return self.analyse(state)[0].answer

    def analyse(self, state: State) -> list[Line]:
        player = state.to_move
        lines = []
        for answer in must_choose(state):
            ahead = guess(state, self.random)
            share = ahead.game.promise(ahead, answer) if ahead.game.promise is not None else None
            if share is None:
                ahead.play(answer)
                share = expected(ahead)
            win = 1.0 - share if player == 1 else share
            lines.append(Line(answer, win, 1, f"looks worth {win:.0%}"))
        self.random.shuffle(lines)
        return sorted(lines, key=lambda line: -line.win)


def expected(state: State, room: int = ROOM) -> float:
    """The first player's chances at a glance; what could fall is weighed exactly unless that is too much."""
    if state.result is not None:
        return state.result[0]
    chances = state.chances()
    if not 0 < len(chances) <= room:
        return at_a_glance(state)
    total = 0.0
    for roll, chance in chances.items():
        ahead = state.copy()
        ahead.play(roll)
        total += float(chance) * expected(ahead, room // len(chances))
    return total


def at_a_glance(state: State) -> float:
    """What the position is worth, by the compiled rules if it comes from them."""
    rules, states = state.game.rules, state.now.states
    if rules.is_compiled and isinstance(states, np.ndarray):
        return float(rules.bind(loops.worth)(states[1]))
    return float(state.game.worth(state.here))
