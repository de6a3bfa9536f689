"""A game's rules ready to be played, plain or compiled, behind one face."""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from casemate import compiled, endgame, loops, plain, tree
from casemate.binding import Web
from casemate.loops import REPORT
from casemate.table import ANSWERS, DICE, SHEET, TAPE

if TYPE_CHECKING:
    from casemate.game import Game

log = logging.getLogger("casemate")


@dataclass(frozen=True, slots=True)
class Question:
    """What the rules stopped to ask: whom, in which form, with which options."""

    asks: int
    form: int
    dice: int
    need: int
    codes: tuple[int, ...]
    weights: tuple[int, ...]


class Rules:
    """A game's rules bound to the tables, plain or compiled."""

    def __init__(self, game: "Game", is_compiled: bool) -> None:
        self.game, self.is_compiled = game, is_compiled
        words: dict[Any, Any] = {loops.outcome: game.outcome, loops.worth: game.worth}
        if game.search.rest is not None:
            words[loops.rest] = game.search.rest
        compile = quick = None
        if is_compiled:
            cache = compiled.open_cache(game.name, [Path(loops.__file__).parent, game.folder])
            compile, quick = compiled.compiler(cache), compiled.compiler(cache, is_long=False)
            words |= compiled.instructions()
        common = Web(game.name, words, compile)
        self.webs = {
            name: Web(f"{game.name}.{name}", words | {loops.turn: game.turn} | table, made, common)
            for name, table, made in (("tape", TAPE, quick), ("dice", DICE, compile), ("tree", tree.TREE, compile))
        }
        self.go_on = self.bind(loops.go_on)
        self.report = self.bind(loops.report)
        self.mine = threading.local()

    def bind(self, function: Any, table: str = "tape") -> Any:
        """A function of loops.py, tree.py or the game, as it runs at that table."""
        return self.webs[table].entry(function)

    def records(self, dtype: np.dtype[Any], size: int) -> Any:
        """An array of records as these rules take them."""
        return np.zeros(size, dtype) if self.is_compiled else plain.Records(dtype, size)

    def states(self, *records: plain.Record) -> Any:
        """An array of positions."""
        states = self.records(self.game.state, len(records))
        for at, record in enumerate(records):
            if self.is_compiled:
                plain.write(record, states[at])
            else:
                states[at] = record
        return states

    def copied(self, states: Any, size: int) -> Any:
        """The first positions of an array, whichever kind of rules it was made for, as these rules take them."""
        was_compiled = isinstance(states, np.ndarray)
        if was_compiled and self.is_compiled:
            return states[:size].copy()
        return self.states(
            *(plain.read(self.game.state, states[at]) if was_compiled else states[at] for at in range(size))
        )

    def sheets(self) -> Any:
        """This thread's own sheet of the table."""
        if not hasattr(self.mine, "sheets"):
            self.mine.sheets = self.records(SHEET, 1)
            self.mine.out = self.numbers(1024)
        return self.mine.sheets

    def read(self, record: Any, field: str) -> Any:
        """A field of a record, in Python's own numbers."""
        return record[field].item() if self.is_compiled else getattr(record, field)

    def numbers(self, size: int) -> Any:
        return np.zeros(size, np.int64) if self.is_compiled else [0] * size

    def write_tape(self, sheets: Any, answers: Sequence[int]) -> None:
        if len(answers) >= ANSWERS:
            raise OverflowError(f"a turn of more than {ANSWERS} answers")
        if self.is_compiled:
            sheets["tape"][0, : len(answers)] = answers
            sheets["length"][0] = len(answers)
        else:
            sheets[0].tape[: len(answers)] = answers
            sheets[0].length = len(answers)

    def write_known(self, sheets: Any, player: int, codes: Sequence[int]) -> None:
        """What a search knows besides the tape: its player's own secret choices of a run that is under way."""
        if self.is_compiled:
            sheets["knower"][0], sheets["knows"][0] = player, len(codes)
            sheets["known"][0, : len(codes)] = codes
        else:
            sheets[0].knower, sheets[0].knows = player, len(codes)
            sheets[0].known[: len(codes)] = codes

    def ask(
        self, states: Any, answers: Sequence[int]
    ) -> tuple[Any, tuple[int, ...], Question | None, list[tuple[int, ...]]]:
        """Play on from a position through some answers of the same turn, to the next question.

        Returns two positions (at the start of the turn, at the question), the answers since the start of the turn, the
        question (None when the game is over) and the notes made after the last answer.
        """
        states = self.copied(states, 2)
        sheets = self.sheets()
        self.write_tape(sheets, answers)
        done = self.go_on(states, sheets)
        if done == loops.BROKEN:
            self.find_the_fault(states, answers)
        out = self.read_report(sheets)
        asks, form, dice, need, count, noted, length = out[:REPORT]
        codes, weights, notes = (out[REPORT + i * count :] for i in range(3))
        question = Question(asks, form, dice, need, tuple(codes[:count]), tuple(weights[:count]))
        told = [tuple(notes[at : at + 4]) for at in range(0, 4 * noted, 4)]
        return states, tuple(answers[:length]), question if done == loops.ASKED else None, told

    def read_report(self, sheets: Any) -> list[int]:
        size = self.report(sheets, self.mine.out)
        if size > len(self.mine.out):
            self.mine.out = self.numbers(2 * size)
            self.report(sheets, self.mine.out)
        out = self.mine.out[:size]
        return out.tolist() if self.is_compiled else out

    def find_the_fault(self, states: Any, answers: Sequence[int]) -> None:
        """Rules that broke are played once more, plainly and outside any net: the error names the line."""
        rules = self.game.plain
        states, sheets = rules.copied(states, 1), rules.sheets()
        rules.write_tape(sheets, answers)
        sheets[0].head = sheets[0].entries = sheets[0].count = 0
        rules.bind(loops.turn)(states[0], sheets[0])
        raise RuntimeError(f"the rules of {self.game.name} broke compiled but not plain")


class Workshop:
    """Where a game's rules are compiled, in the background."""

    def __init__(self, game: "Game") -> None:
        self.game = game
        self.rules: Rules | None = None
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start compiling unless that is done, under way or impossible here."""
        with self.lock:
            if self.thread is None and compiled.is_available():
                self.thread = threading.Thread(target=self.work, name=f"compile {self.game.name}", daemon=True)
                self.thread.start()

    def wait(self) -> Rules | None:
        """The compiled rules, when they are ready; None where there is no compiler."""
        self.begin()
        if self.thread is not None:
            self.thread.join()
        return self.rules

    def work(self) -> None:
        began = time.perf_counter()
        log.info("compiling the rules of %s (once on this machine); until then they run plain", self.game.title)
        try:
            rules = Rules(self.game, is_compiled=True)
            warm_up(rules)
        except Exception:
            log.exception("the rules of %s could not be compiled; they go on running plain", self.game.title)
            return
        self.rules = rules
        log.info("the rules of %s are compiled (%.1f s)", self.game.title, time.perf_counter() - began)


def warm_up(rules: Rules) -> None:
    """Have everything compiled that play, playouts and search will call."""
    start = rules.game.start().now.states
    states, _, question, _ = rules.ask(start, ())
    assert question is not None
    rules.ask(states, (question.codes[0],))
    states, sheets = rules.copied(states, 2), rules.sheets()
    nodes = rules.records(tree.NODE, 1000)
    rules.bind(loops.playouts, "dice")(states, sheets, 0, 1, 0, np.zeros(3))
    rules.bind(tree.plant_root, "tree")(sheets, nodes, 0, 0.3, 0.3)
    rules.bind(tree.search, "tree")(states, sheets, nodes, 4, 4)
    if rules.game.search.rest is not None:
        endgame.Endgame(rules, states, ()).go_on(1)
