"""A bot that searches: Monte-Carlo tree search at the tree table (tree.py), with a budget of time or playouts."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from casemate import loops, tree
from casemate.endgame import Endgame
from casemate.game import State
from casemate.rules import Rules
from casemate.table import CHANCE

ROOM = 2_000_000  # nodes a search may grow (touched only as they are needed)
SLICE = 0.004  # seconds of searching between two looks at the clock
ENDGAME = 0.5  # how much of its time a bot may look at the end of a stage exactly
PLIES, AT_ONCE = 20, 500  # and at how many answers for each playout it has; between two looks at the clock


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
    is_known: bool = False  # looked at to the last answer


class Thinker:
    """Tree search within `seconds`, or with `playouts`, whichever ends first."""

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int = 0,
        horizon: int | None = None,
        slip: float = 0.0,
    ) -> None:
        self.seconds = 1.0 if seconds is None and playouts is None else seconds
        self.playouts = playouts
        self.seed = seed
        self.horizon = horizon
        self.slip = slip  # how often it plays any answer of the better half instead of the best
        self.random = random.Random(seed)
        self.nodes: Any = None
        self.owner: Rules | None = None
        self.thoughts = 0

    def choose(self, state: State) -> str:
        """A legal answer, within its time."""
        answers = must_choose(state)
        if len(answers) == 1:
            return answers[0]
        ranked = [text for text, _ in self.weigh(state)]
        is_slip = self.slip and self.random.random() < self.slip
        return self.random.choice(ranked[: (len(ranked) + 1) // 2]) if is_slip else ranked[0]

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
        self.take_over(state)
        if is_whole(state):
            return self.weigh_wholes(state, deadline)
        known, never = self.look_to_the_end(state, deadline), Branch(0, 0, 0.5, 0)
        wins = list(known.values())
        branches = {}
        if not wins or wins.count(max(wins)) > 1:  # of several that are best, the one that looks best in the tree
            branches = {branch.code: branch for branch in self.grow(state, deadline, self.playouts)}
        for code, win in known.items():
            branches[code] = replace(branches.get(code, never), code=code, win=win, is_known=True)
        ranked = [(text, branches.get(codes[0], never)) for text, codes in state.menu().items()]
        return sorted(ranked, key=lambda each: (-each[1].win if known else 0, -each[1].visits, -each[1].win))

    def look_to_the_end(self, state: State, deadline: float | None) -> dict[int, float]:
        """The player's chances after each answer, where they can be known for certain and in time; else none."""
        rules, style, now = state.game.rules, state.game.search, state.now
        if style.rest is None or now.hidden:
            return {}
        states = rules.copied(now.states, 1)
        if not 0 < rules.bind(loops.rest)(states[0]) <= style.exactly:
            return {}
        endgame, patience = Endgame(rules, states, now.answers), PLIES * (self.playouts or 1 << 40)
        until = None if deadline is None else deadline - (1 - ENDGAME) * (deadline - time.perf_counter())
        while endgame.is_under_way and patience > 0 and (until is None or time.perf_counter() < until):
            endgame.go_on(AT_ONCE)
            patience -= AT_ONCE
        values = endgame.values() or {}
        return {code: 1.0 - share if state.to_move == 1 else share for code, share in values.items()}

    def mean(self, state: State) -> float:
        """The first player's chances where dice or cards answer."""
        self.take_over(state)
        deadline = None if self.seconds is None else time.perf_counter() + self.seconds
        branches = self.grow(state, deadline, self.playouts)
        visits = sum(branch.visits for branch in branches)
        return sum(branch.visits * branch.win for branch in branches) / visits if visits else 0.5

    def take_over(self, state: State) -> None:
        """A tree as the rules of the game that are ready now want it."""
        if self.owner is not state.game.rules:
            self.owner = state.game.rules
            self.nodes = self.owner.records(tree.NODE, ROOM)

    def weigh_wholes(self, state: State, deadline: float | None) -> list[tuple[str, Branch]]:
        """Answers too many to list: those of the menu, a search from each, with an equal share of the budget."""
        player, texts = state.to_move, list(state.menu())
        playouts = None if self.playouts is None else max(1, self.playouts // len(texts))
        ranked = []
        for left, text in zip(range(len(texts), 0, -1), texts, strict=True):
            now = time.perf_counter()
            until = None if deadline is None else now + (deadline - now) / left
            lot = random.Random(self.seed + self.thoughts)
            ahead = guess(state, lot)
            ahead.play(text)
            while ahead.to_move == CHANCE or ahead.now.hidden and ahead.result is None:
                ahead.play(lot.choice(ahead.moves()))
            if ahead.result is not None:
                ranked.append((text, Branch(0, 1, ahead.result[player or 0], 0)))
                continue
            branches = self.grow(ahead, until, playouts)
            visits = sum(branch.visits for branch in branches)
            win = sum(branch.visits * branch.win for branch in branches) / visits if visits else 0.5
            ranked.append((text, Branch(0, visits, win if ahead.to_move == player else 1 - win, 0)))
        return sorted(ranked, key=lambda each: -each[1].win)

    def grow(self, state: State, deadline: float | None, playouts: int | None) -> list[Branch]:
        """A new tree from a state as its player knows it; the answers that grow from its root."""
        rules, now, player = state.game.rules, state.now, state.to_move or 0
        states, sheets = rules.copied(now.states, 2), rules.sheets()
        run = state.moments[len(state.moments) - now.hidden :]
        is_known = all(moment.step is not None and moment.step.player == player for moment in run)
        unseen = 0 if is_known else sum(len(moment.codes) for moment in run)
        known = [code for moment in run if moment.step and moment.step.player == player for code in moment.codes]
        rules.write_tape(sheets, now.answers[: len(now.answers) - unseen])
        rules.write_known(sheets, player, known if unseen else ())
        self.thoughts += 1
        style, number = state.game.search, self.seed * 1_000_003 + self.thoughts
        rules.bind(tree.plant_root, "tree")(sheets, self.nodes, number, style.curiosity, style.urgency)
        self.search(rules, states, sheets, deadline, playouts)
        return self.tallied(known, len(now.question.codes) if now.question else 0) if unseen else self.branches(0)

    def tallied(self, known: Sequence[int], count: int) -> list[Branch]:
        """The answers to a secret choice, tallied apart from what the other player has chosen."""
        at = 0
        for code in known:
            first = self.read(self.nodes[at], "tallies")
            if not first:
                return []
            while self.read(self.nodes[first], "code") != code:
                first += 1
            at = first
        first = self.read(self.nodes[at], "tallies")
        return [self.branch(child) for child in range(first, first + count)] if first else []

    def search(self, rules: Rules, states: Any, sheets: Any, deadline: float | None, playouts: int | None) -> None:
        """Playouts in slices, until the budget is spent; the clock is looked at in between."""
        search = rules.bind(tree.search, "tree")
        left = playouts if playouts is not None else 1 << 60
        size, slowest = 1, 0.0
        while left > 0:
            size = min(size, left)
            began = time.perf_counter()
            search(
                states, sheets, self.nodes, size, rules.game.search.horizon if self.horizon is None else self.horizon
            )
            took = time.perf_counter() - began
            left -= size
            slowest = max(slowest, took) if size > 1 or took > SLICE else slowest
            if deadline is not None and began + took + min(slowest, 2 * SLICE) >= deadline:
                return
            size = max(1, min(2 * size, int(size * SLICE / max(took, 1e-6))))

    def branches(self, node: int) -> list[Branch]:
        """The answers that grow from a node."""
        parent = self.nodes[node]
        first, count = self.read(parent, "first"), self.read(parent, "count")
        return [self.branch(child) for child in range(first, first + count)] if first else []

    def branch(self, at: int) -> Branch:
        child = self.nodes[at]
        visits = self.read(child, "visits")
        return Branch(self.read(child, "code"), visits, self.read(child, "value") / visits if visits else 0.5, at)

    def read(self, node: Any, field: str) -> Any:
        assert self.owner is not None
        return self.owner.read(node, field)

    def why(self, state: State, answer: str, branch: Branch, best: Branch) -> str:
        """What an answer leads to, in a line."""
        behind = "" if branch.win == best.win else f", {100 * (best.win - branch.win):.0f} points behind the best"
        if branch.is_known:
            return CERTAIN.get(branch.win, f"wins {branch.win:.0%}, looked at to the last answer") + behind
        if branch.visits == 0:
            return "not tried in the time there was"
        if state.now.hidden:  # what comes of it would tell the other's secret
            return f"wins {branch.win:.0%}"
        ahead = state.copy()
        ahead.play(answer)
        if ahead.result is not None and ahead.ending is not None:
            return f"ends the game: {ahead.ending.text} ({', '.join(ahead.ending.rules)})"
        if ahead.to_move == CHANCE:
            likely = max(ahead.chances().items(), key=lambda each: each[1])
            return f"the dice decide, most often {likely[0]} ({float(likely[1]):.0%})"
        replies = self.branches(branch.at)
        reply = max(replies, key=lambda each: each.visits, default=None)
        texts = {codes[0]: text for text, codes in ahead.menu().items()}
        if reply is None or reply.visits == 0 or reply.code not in texts:
            return f"wins {branch.win:.0%}{behind}"
        whose = "then" if ahead.to_move == state.to_move else "the best reply is"
        return f"wins {branch.win:.0%}{behind}; {whose} {texts[reply.code]}"


CERTAIN = {0.0: "loses to the best play", 1.0: "wins, whatever the other does"}


def is_whole(state: State) -> bool:
    """Whether the answers that are due are chains of small ones."""
    return any(len(codes) > 1 for codes in state.menu().values())


def guess(state: State, lot: random.Random) -> State:
    """The state as its player knows it: the other's secret choices not yet revealed are drawn by lot."""
    known, hidden = state.copy(), state.now.hidden
    steps = state.steps[len(state.steps) - hidden :]
    for _ in range(hidden):
        known.undo()
    for step in steps:
        known.play(step.text if step.player == state.to_move else lot.choice(known.moves()))
    return known


def must_choose(state: State) -> list[str]:
    """The legal answers of the player to move; refuses where nobody has a choice."""
    if state.to_move is None:
        raise ValueError("the game is over: there is nothing to choose")
    if state.to_move == CHANCE:
        raise ValueError("dice or cards answer now, not a player")
    return state.moves()
