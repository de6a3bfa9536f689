"""A bot that searches: Monte-Carlo tree search at the tree table (tree.py), with a budget of time or playouts."""

import time
from dataclasses import dataclass
from typing import Any, Protocol

from casemate import tree
from casemate.game import State
from casemate.rules import Rules
from casemate.table import CHANCE

ROOM = 2_000_000  # nodes a search may grow (touched only as they are needed)
SLICE = 0.004  # seconds of searching between two looks at the clock


@dataclass(frozen=True)
class Line:
    """One answer weighed: its chances for the player who gives it, how often it was tried, and why in a line."""

    answer: str
    win: float
    visits: int
    why: str


class Bot(Protocol):
    """Anything that plays."""

    def choose(self, state: State) -> str: ...

    def analyse(self, state: State) -> list[Line]: ...


@dataclass(frozen=True)
class Branch:
    """An answer in the tree."""

    code: int
    visits: int
    win: float
    at: int


class Thinker:
    """Tree search within `seconds`, or with `playouts`, whichever ends first."""

    def __init__(
        self, seconds: float | None = None, playouts: int | None = None, seed: int = 0, horizon: int = 2
    ) -> None:
        self.seconds = 1.0 if seconds is None and playouts is None else seconds
        self.playouts = playouts
        self.seed = seed
        self.horizon = horizon
        self.nodes: Any = None
        self.owner: Rules | None = None
        self.thoughts = 0

    def choose(self, state: State) -> str:
        """A legal answer, within its time."""
        answers = must_choose(state)
        return answers[0] if len(answers) == 1 else self.weigh(state)[0][0]

    def analyse(self, state: State) -> list[Line]:
        """All answers, best first, with their chances and why."""
        must_choose(state)
        weighed = self.weigh(state)
        best = weighed[0][1]
        return [
            Line(answer, branch.win, branch.visits, self.why(state, answer, branch, best)) for answer, branch in weighed
        ]

    def weigh(self, state: State) -> list[tuple[str, Branch]]:
        """Search, then rank the answers by how often they were tried."""
        deadline = None if self.seconds is None else time.perf_counter() + self.seconds
        rules = state.game.rules
        if self.owner is not rules:
            self.owner = rules
            self.nodes = rules.records(tree.NODE, ROOM)
        now = state.now
        states, sheets = rules.copied(now.states, 2), rules.sheets()
        rules.write_tape(sheets, now.answers[: len(now.answers) - now.hidden])
        self.thoughts += 1
        rules.bind(tree.plant_root, "tree")(sheets, self.nodes, self.seed * 1_000_003 + self.thoughts)
        self.search(rules, states, sheets, deadline)
        branches = {branch.code: branch for branch in self.branches(0, is_secret=now.hidden > 0)}
        never = Branch(0, 0, 0.5, 0)
        ranked = [(text, branches.get(code, never)) for text, code in state.menu().items()]
        return sorted(ranked, key=lambda each: (-each[1].visits, -each[1].win))

    def search(self, rules: Rules, states: Any, sheets: Any, deadline: float | None) -> None:
        """Playouts in slices, until the budget is spent; the clock is looked at in between."""
        search = rules.bind(tree.search, "tree")
        left = self.playouts if self.playouts is not None else 1 << 60
        size, slowest = 1, 0.0
        while left > 0:
            size = min(size, left)
            began = time.perf_counter()
            search(states, sheets, self.nodes, size, self.horizon)
            took = time.perf_counter() - began
            left -= size
            slowest = max(slowest, took) if size > 1 or took > SLICE else slowest
            if deadline is not None and began + took + min(slowest, 2 * SLICE) >= deadline:
                return
            size = max(1, min(2 * size, int(size * SLICE / max(took, 1e-6))))

    def branches(self, node: int, is_secret: bool = False) -> list[Branch]:
        """The answers that grow from a node."""
        parent = self.nodes[node]
        first, count = self.read(parent, "first"), self.read(parent, "count")
        if is_secret and first:  # tallied as often as any answer to the first secret choice has children
            count = max(self.read(self.nodes[at], "count") for at in range(first, first + count))
            first = self.read(parent, "tallies")
        found = []
        for at in range(first, first + count) if first else ():
            child = self.nodes[at]
            visits = self.read(child, "visits")
            win = (
                float(child["value"] if self.owner and self.owner.is_compiled else child.value) / visits
                if visits
                else 0.5
            )
            found.append(Branch(self.read(child, "code"), visits, win, at))
        return found

    def read(self, node: Any, field: str) -> int:
        return int(node[field]) if self.owner and self.owner.is_compiled else getattr(node, field)

    def why(self, state: State, answer: str, branch: Branch, best: Branch) -> str:
        """What an answer leads to, in a line."""
        if branch.visits == 0:
            return "not tried in the time there was"
        ahead = state.copy()
        ahead.play(answer)
        if ahead.result is not None and ahead.ending is not None:
            return f"ends the game: {ahead.ending.text} ({', '.join(ahead.ending.rules)})"
        if ahead.to_move == CHANCE:
            likely = max(ahead.chances().items(), key=lambda each: each[1])
            return f"the dice decide, most often {likely[0]} ({float(likely[1]):.0%})"
        replies = self.branches(branch.at)
        reply = max(replies, key=lambda each: each.visits, default=None)
        texts = {code: text for text, code in ahead.menu().items()}
        behind = "" if branch is best else f", {100 * (best.win - branch.win):.0f} points behind the best"
        if reply is None or reply.visits == 0 or reply.code not in texts:
            return f"wins {branch.win:.0%}{behind}"
        whose = "then" if ahead.to_move == state.to_move else "the best reply is"
        return f"wins {branch.win:.0%}{behind}; {whose} {texts[reply.code]}"


def must_choose(state: State) -> list[str]:
    """The legal answers of the player to move; refuses where nobody has a choice."""
    if state.to_move is None:
        raise ValueError("the game is over: there is nothing to choose")
    if state.to_move == CHANCE:
        raise ValueError("dice or cards answer now, not a player")
    return state.moves()
