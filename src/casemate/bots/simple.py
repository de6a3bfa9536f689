"""Bots that do not search: one plays anything, one what looks best at a glance."""

import random

from casemate.bots.thinker import Line, guess, must_choose
from casemate.game import State
from casemate.table import CHANCE


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

    def __init__(self, seed: int = 0, slip: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.slip = slip  # how often it plays anything instead

    def choose(self, state: State) -> str:
        answers = must_choose(state)
        if self.slip and self.random.random() < self.slip:
            return self.random.choice(answers)
        return self.analyse(state)[0].answer

    def analyse(self, state: State) -> list[Line]:
        player = state.to_move
        lines = []
        for answer in must_choose(state):
            ahead = guess(state, self.random)
            ahead.play(answer)
            share = expected(ahead)
            win = 1.0 - share if player == 1 else share
            lines.append(Line(answer, win, 1, f"looks worth {win:.0%}"))
        self.random.shuffle(lines)
        return sorted(lines, key=lambda line: -line.win)


def expected(state: State) -> float:
    """The first player's chances at a glance, every roll that is due weighed by its exact odds."""
    if state.result is not None:
        return state.result[0]
    if state.to_move != CHANCE:
        return float(state.game.worth(state.here))
    total = 0.0
    for roll, chance in state.chances().items():
        ahead = state.copy()
        ahead.play(roll)
        total += float(chance) * expected(ahead)
    return total
