"""The end of a stage of the game looked at to its last answer: no chance, no secrets, so the best is known for certain.

A stage is what a game's `rest` counts down: a round, say. What it leaves behind is judged by `worth`, or by the result
if the game is over. The search is alpha-beta by question and answer, but each answer at the root gets its exact value.
It may be broken off, and gone on with.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from casemate.loops import ASKED, PLAYED, attempt, outcome, rest, worth
from casemate.table import ANSWERS, CHOICE, clear, pick

DEPTH = 24  # answers deep; the place behind the deepest is for playing a turn that may stop to ask
ROOM = 4096  # options along one line of play
LEVEL = np.dtype(
    [
        ("player", "i8"),  # who answers here
        ("first", "i8"),  # the options in a row, which of them is looked at, and the end of the row
        ("at", "i8"),
        ("end", "i8"),
        ("low", "f8"),  # the first player's chances: what is sure already, and what the second player need not allow
        ("high", "f8"),
        ("best", "f8"),
        ("length", "i8"),  # the answers since the start of the turn
        ("tape", "i8", (ANSWERS,)),
    ]
)
OPTION = np.dtype([("code", "i8"), ("value", "f8")])  # the first player's chances after it
KNOWN, UNKNOWABLE = -1, -2  # where the search may end
LOST, WON = -1.0, 2.0  # less, and more, than any chances
GOES_ON, STUCK = -1.0, -2.0  # no value: a player is asked; chance is, or a secret


def begin(states: Any, sheets: Any, levels: Any, options: Any) -> int:
    """From states[0] and the answers on the tape; where the search goes on from, or UNKNOWABLE."""
    t, root = sheets[0], levels[0]
    root.length = t.length
    for n in range(t.length):
        root.tape[n] = t.tape[n]
    if rest(states[0]) <= 0 or play_on(states, sheets, levels, 0) != GOES_ON:
        return UNKNOWABLE
    return lay(states, sheets, levels, options, 0)


def search_on(states: Any, sheets: Any, levels: Any, options: Any, depth: int, patience: int) -> int:
    """Go on from a depth with so much patience, an answer each; returns the depth reached, KNOWN or UNKNOWABLE."""
    while patience > 0 and depth >= 0:
        level = levels[depth]
        if level.at == level.end or (depth > 0 and level.low >= level.high):
            depth -= 1
            if depth >= 0:
                tell(levels, options, depth, level.best)
            continue
        value = follow(states, sheets, levels, options, depth)
        patience -= 1
        if value >= 0:
            tell(levels, options, depth, value)
        elif value == STUCK or depth + 2 == DEPTH:
            return UNKNOWABLE
        else:
            depth = lay(states, sheets, levels, options, depth + 1)
            if depth > 0 and rest(states[depth]) > 1:
                patience -= sort(states, sheets, levels, options, depth)
    return depth


def lay(states: Any, sheets: Any, levels: Any, options: Any, depth: int) -> int:
    """A new level: the options on the menu, behind those of the level above."""
    level, t = levels[depth], sheets[0]
    level.player, level.first, level.low, level.high = t.asks, 0, LOST, WON
    if depth > 0:
        level.first = levels[depth - 1].end
    if depth > 1:
        level.low, level.high = levels[depth - 1].low, levels[depth - 1].high
    level.best = WON if t.asks == 1 else LOST
    level.at, level.end = level.first, level.first + t.count
    if level.end > len(options):
        return UNKNOWABLE
    for n in range(t.count):
        options[level.first + n].code = pick(t, n)
    return depth


def tell(levels: Any, options: Any, depth: int, value: float) -> None:
    """What the option under the eye is worth, and what that leaves to be looked for at its level."""
    level = levels[depth]
    options[level.at].value = value
    level.at += 1
    if level.player == 1:
        level.best = min(level.best, value)
        level.high = min(level.high, value)
    else:
        level.best = max(level.best, value)
        level.low = max(level.low, value)


def follow(states: Any, sheets: Any, levels: Any, options: Any, depth: int) -> float:
    """Play the option under the eye into the level below: its value if that ends the stage, or GOES_ON, or STUCK."""
    level, below = levels[depth], levels[depth + 1]
    states[depth + 1] = states[depth]
    for n in range(level.length):
        below.tape[n] = level.tape[n]
    below.tape[level.length] = options[level.at].code
    below.length = level.length + 1
    return play_on(states, sheets, levels, depth + 1)


def play_on(states: Any, sheets: Any, levels: Any, depth: int) -> float:
    """From the start of a turn through a level's answers to the next question, or the end of the stage."""
    level, t = levels[depth], sheets[0]
    while True:
        states[DEPTH] = states[depth]
        t.head = t.noted = 0
        t.length = level.length
        for n in range(level.length):
            t.tape[n] = level.tape[n]
        clear(t)
        done = attempt(states[DEPTH], t)
        if done != PLAYED:
            return GOES_ON if done == ASKED and t.asks >= 0 and t.form == CHOICE else STUCK
        states[depth] = states[DEPTH]
        level.length = 0
        share = outcome(states[depth])
        if share >= 0:
            return share
        if rest(states[depth]) <= 0:
            return worth(states[depth])


def sort(states: Any, sheets: Any, levels: Any, options: Any, depth: int) -> int:
    """The options of a level that look best first; returns how many there are."""
    level = levels[depth]
    for n in range(level.first, level.end):
        level.at = n
        value = follow(states, sheets, levels, options, depth)
        options[n].value = value if value >= 0 else worth(states[DEPTH])
    level.at = level.first
    sign = 1.0 if level.player == 1 else -1.0
    for n in range(level.first + 1, level.end):
        code, value = options[n].code, options[n].value
        m = n
        while m > level.first and sign * options[m - 1].value > sign * value:
            options[m].code, options[m].value = options[m - 1].code, options[m - 1].value
            m -= 1
        options[m].code, options[m].value = code, value
    return level.end - level.first


class Endgame:
    """One such search, on a table of its own."""

    def __init__(self, rules: Any, states: Any, answers: Sequence[int]) -> None:
        """From the start of a turn, states[0], and the answers since."""
        self.rules, self.sheets = rules, rules.sheets()
        self.states = rules.records(rules.game.state, DEPTH + 1)
        self.states[0] = rules.copied(states, 1)[0]
        self.levels, self.options = rules.records(LEVEL, DEPTH), rules.records(OPTION, ROOM)
        rules.write_tape(self.sheets, answers)
        self.depth = rules.bind(begin)(self.states, self.sheets, self.levels, self.options)

    @property
    def is_under_way(self) -> bool:
        return bool(self.depth >= 0)

    def go_on(self, patience: int) -> None:
        """Look at so many answers more."""
        search = self.rules.bind(search_on)
        self.depth = search(self.states, self.sheets, self.levels, self.options, self.depth, patience)

    def values(self) -> dict[int, float] | None:
        """The first player's chances after each answer, once all is known."""
        if self.depth != KNOWN:
            return None
        read, root = self.rules.read, self.levels[0]
        options = [self.options[n] for n in range(read(root, "first"), read(root, "end"))]
        return {read(option, "code"): read(option, "value") for option in options}
