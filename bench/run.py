"""How fast Casemate is, side by side with OpenSpiel's C++ games, in one run on one core.

Give it a Python that has `open_spiel` installed with --peer (`make bench` does); without one it measures Casemate
alone. Ours and theirs take turns in rounds and the best of each counts, so that a slow moment of the machine hits both.
Every speed counts decisions: one choice by one player; dice are rolled in between and not counted, but for
`answers`, where each answer to a question of the rules counts, dice included.
"""

import argparse
import dataclasses
import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import casemate
from casemate import loops
from casemate.bots import Thinker

PEER_SCRIPT = Path(__file__).with_name("openspiel_peer.py")
PLAYOUTS = 1000  # random games a batch
SEARCH = 10_000  # playouts of one search, as many as the peer's
TO_THE_END = 1_000_000  # a horizon no game reaches
ASKED_GAMES = 200
BUSY = 0.3  # programs running on average before the run, from which on the figures are doubtful

KINDS = ("random", "guided", "bot", "answers", "api", "plain api", "1 threads", "2 threads")

Work = Callable[[], float]
"""Does one piece of work and returns how much it was."""


# --- the work that is timed -----------------------------------------------------------------------------------------


def playouts(game: casemate.Game, threads: int = 1) -> Work:
    """Random games by the compiled rules."""
    seeds = iter(range(1, sys.maxsize))
    return lambda: game.playouts(PLAYOUTS * threads, seed=next(seeds), threads=threads).decisions


def search(game: casemate.Game, horizon: int | None = None) -> Work:
    """Searches of the start position by the tree bot: descent and random play together, each as far as it looks."""
    bot = Thinker(playouts=SEARCH, seed=1) if horizon is None else Thinker(playouts=SEARCH, seed=1, horizon=horizon)
    start, sheets = game.start(), game.rules.sheets()

    def work() -> float:
        before = int(sheets[0]["decisions"])
        bot.choose(start)
        return int(sheets[0]["decisions"]) - before

    return work


def answers(game: casemate.Game) -> Work:
    """Random games question by question in compiled code."""
    rules = game.rules
    start = game.start().here
    states, sheets = rules.states(start, start, start), rules.sheets()
    play = rules.bind(loops.answer_at_random)
    return lambda: int(play(states, sheets, ASKED_GAMES, 1))


def api(game: casemate.Game) -> Work:
    """One random game through the Python API: `moves` and `play`, with text, what happened in words included."""
    pick = random.Random(1).choice

    def work() -> float:
        state, decisions = game.start(), 0
        while (player := state.to_move) is not None:
            state.play(pick(state.moves()))
            decisions += player != casemate.CHANCE
        return decisions

    return work


# --- timing ---------------------------------------------------------------------------------------------------------


def speed(work: Work, seconds: float) -> float:
    """Work done in a second, repeating it until the time is up; once before, so that all is compiled and warm."""
    work()
    done = 0.0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        done += work()
    return done / elapsed


@dataclass
class Best:
    """The best speed of each kind of work so far, by the names of game and kind."""

    speeds: dict[tuple[str, str], float] = field(default_factory=dict)

    def take(self, owner: str, kind: str, latest: float) -> None:
        self.speeds[owner, kind] = max(self.speeds.get((owner, kind), 0.0), latest)
        say(f"  {owner}: {kind} {latest:,.0f} per second")

    def get(self, owner: str, kind: str) -> float | None:
        return self.speeds.get((owner, kind))


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def cores() -> set[int]:
    """The cores this program may use."""
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))


def stay_on(chosen: Iterable[int]) -> None:
    """Run on these cores only, this program and those it starts."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(chosen))


def measure_ours(game: casemate.Game, best: Best, seconds: float) -> None:
    """One round on one core."""
    works = {
        "random": playouts(game),
        "guided": search(game, TO_THE_END),
        "bot": search(game),
        "answers": answers(game),
        "api": api(game),
        "plain api": api(dataclasses.replace(game)),  # a copy of the game has not compiled its rules
    }
    for kind, work in works.items():
        best.take(game.name, kind, speed(work, seconds))


def measure_threads(game: casemate.Game, best: Best, seconds: float) -> None:
    """One round on one thread and on two, with two cores to run on."""
    for threads in (1, 2):
        best.take(game.name, f"{threads} threads", speed(playouts(game, threads), seconds))


def measure_theirs(peer: str, best: Best, seconds: float) -> dict[str, Any]:
    """One round of OpenSpiel's games."""
    command = [peer, str(PEER_SCRIPT), "--seconds", str(seconds), "--rounds", "1"]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, timeout=60 + 40 * seconds)
    found: dict[str, Any] = json.loads(answer.stdout)
    for name, speeds in found["games"].items():
        for kind, latest in speeds.items():
            best.take(name, kind, latest)
    return found


# --- getting ready, each time in a program of its own -----------------------------------------------------------------


def get_ready(name: str) -> None:
    """What the programs do that are started to be measured: compile, or find it compiled; then play and search."""
    began = time.perf_counter()
    game = casemate.load(name)
    game.compile()
    ready, now = time.perf_counter() - began, time.time()
    after_compiling = peak_memory()
    game.playouts(PLAYOUTS)
    search(game)()
    print(json.dumps({"compile": ready, "at": now, "memory": after_compiling, "memory at work": peak_memory()}))


def peak_memory() -> float:
    """The most memory this program has held so far, in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux what `resource` says begins with the memory of the program that started this one
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def measure_start(name: str, cache: str) -> dict[str, float]:
    command = [sys.executable, __file__, "--get-ready", name]
    surroundings = {**os.environ, "CASEMATE_CACHE": cache}
    began = time.time()
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, timeout=1800, env=surroundings)
    found: dict[str, float] = json.loads(answer.stdout)
    return {**found, "whole": found["at"] - began}


def measure_starts(name: str) -> tuple[dict[str, float], dict[str, float]]:
    """From nothing, and from the cache that this left behind."""
    with tempfile.TemporaryDirectory() as cache:
        say(f"  {name}: compiling the rules from nothing")
        first = measure_start(name, cache)
        again = [measure_start(name, cache) for _ in range(3)]
    return first, min(again, key=lambda start: start["compile"])


# --- the report -----------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """Lines of what was measured, and of what the project demands of it."""

    lines: list[str] = field(default_factory=list)

    def head(self, title: str) -> None:
        self.lines += ["", title]

    def speed(self, what: str, value: float | None) -> None:
        if value is not None:
            self.lines.append(f"  {what:<58}{value:>14,.0f}")

    def demand(self, what: str, value: float | None, wanted: float, unit: str, at_least: bool = True) -> None:
        """A measure, what is demanded of it, and whether that is met."""
        bound = f"{'at least' if at_least else 'at most'} {wanted:,.7g}{unit}"
        if value is None:
            self.lines.append(f"  {what:<44}{'-':>14}   {bound:<23}not measured")
            return
        met = value >= wanted if at_least else value <= wanted
        number = f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"
        self.lines.append(f"  {what:<44}{number + unit:>14}   {bound:<23}{'met' if met else 'NOT MET'}")

    def __str__(self) -> str:
        return "\n".join(self.lines)


def ratio(over: float | None, under: float | None) -> float | None:
    return over / under if over and under else None


def fastest(best: Best, names: Iterable[str], kind: str) -> float | None:
    """The speed of the faster one of OpenSpiel's games: what ours is held against."""
    return max((found for name in names if (found := best.get(name, kind)) is not None), default=None)


def report_speeds(report: Report, games: list[casemate.Game], theirs: list[str], best: Best) -> None:
    for game in games:
        report.head(f"{game.title}, Casemate: decisions per second on one core")
        report.speed("random play", best.get(game.name, "random"))
        report.speed("guided playouts, to the end of the game", best.get(game.name, "guided"))
        report.speed("guided playouts, as far as the tree bot looks", best.get(game.name, "bot"))
        report.speed("question by question, compiled (answers per second)", best.get(game.name, "answers"))
        report.speed("Python API, compiled rules", best.get(game.name, "api"))
        report.speed("Python API, plain rules", best.get(game.name, "plain api"))
    for name in theirs:
        report.head(f"{name}, OpenSpiel: decisions per second on one core")
        report.speed("random play, driven from Python", best.get(name, "python"))
        report.speed("random play, its own C++ loop", best.get(name, "loop"))
        report.speed("guided playouts, its MCTSBot", best.get(name, "mcts"))


def report_demands(report: Report, game: casemate.Game, theirs: list[str], best: Best) -> None:
    ours = {kind: best.get(game.name, kind) for kind in KINDS}
    report.head(f"{game.title}: what is demanded (OpenSpiel by its faster game)")
    report.demand("random play / OpenSpiel from Python", ratio(ours["random"], fastest(best, theirs, "python")), 4, "x")
    report.demand("random play / OpenSpiel's C++ loop", ratio(ours["random"], fastest(best, theirs, "loop")), 2, "x")
    report.demand("guided playouts / OpenSpiel's MCTSBot", ratio(ours["guided"], fastest(best, theirs, "mcts")), 1, "x")
    report.demand("answers question by question, per second", ours["answers"], 1_000_000, "")
    report.demand("decisions through the Python API, per second", ours["api"], 10_000, "")
    report.demand("two threads / one thread", ratio(ours["2 threads"], ours["1 threads"]), 1.8, "x")


def report_start(report: Report, first: dict[str, float], again: dict[str, float]) -> None:
    report.demand("compiled rules from nothing", first["compile"], 15, " s", at_least=False)
    report.demand("compiled rules from the cache", again["compile"], 1, " s", at_least=False)
    report.lines.append(
        f"  the same with the start of Python and its libraries: {first['whole']:.2f} s, {again['whole']:.2f} s"
    )
    report.speed("peak memory while compiling, MB", first["memory"])
    report.speed("peak memory when ready from the cache, MB", again["memory"])
    report.speed("peak memory after playouts and a search, MB", again["memory at work"])


# --- the run --------------------------------------------------------------------------------------------------------


def has_open_spiel(peer: str) -> bool:
    try:
        return subprocess.run([peer, "-c", "import pyspiel"], capture_output=True, timeout=120).returncode == 0
    except OSError:
        return False


def run(peer: str | None, seconds: float, rounds: int) -> Report:
    """Everything, in rounds that take turns; then what needs more than one core, and the starts."""
    games, all_cores, busy = [casemate.load(name) for name in casemate.games()], cores(), os.getloadavg()[0]
    best, theirs = Best(), {}
    for game in games:
        say(f"compiling the rules of {game.title}")
        if not game.compile():
            raise SystemExit("There is no compiler here (Numba), or it failed: nothing to measure.")
    for number in range(1, rounds + 1):
        say(f"round {number} of {rounds}")
        stay_on([max(all_cores)])
        for game in games:
            measure_ours(game, best, seconds)
        if peer:
            theirs = measure_theirs(peer, best, seconds)
        stay_on(all_cores)
        if len(all_cores) > 1:
            for game in games:
                measure_threads(game, best, seconds)
    report = Report([title(theirs, seconds, rounds)])
    if busy > BUSY:
        report.lines.append(f"The machine was not idle: {busy:.1f} other programs on {len(all_cores)} cores.")
    names = list(theirs.get("games", ()))
    report_speeds(report, games, names, best)
    for game in games:
        stay_on([max(all_cores)])
        starts = measure_starts(game.name)
        report_demands(report, game, names, best)
        report_start(report, *starts)
    stay_on(all_cores)
    return report


def title(theirs: dict[str, Any], seconds: float, rounds: int) -> str:
    peer = f"OpenSpiel {theirs['open_spiel']}" if theirs else "OpenSpiel is not installed here, so alone"
    ours = f"Casemate {casemate.__version__}, Python {platform.python_version()}, Numba {version('numba')}"
    return f"{ours}; {peer}; best of {rounds} round{'s' * (rounds > 1)}, {seconds:g} s each"


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", metavar="PYTHON", help="a Python with open_spiel installed")
    parser.add_argument("--quick", action="store_true", help="one short round: half a minute, and rough")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement (default: 2)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; the best counts (default: 3)")
    parser.add_argument("--get-ready", metavar="GAME", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.seconds <= 0 or arguments.rounds < 1:
        parser.error("--seconds must be above 0 and --rounds at least 1")
    return arguments


def main() -> None:
    arguments = read_arguments()
    if arguments.get_ready:
        get_ready(arguments.get_ready)
        return
    peer = arguments.peer if arguments.peer and has_open_spiel(arguments.peer) else None
    if peer is None:
        say("No Python with open_spiel was named with --peer: Casemate is measured alone.")
    print(run(peer, 0.5, 1) if arguments.quick else run(peer, arguments.seconds, arguments.rounds), flush=True)
    for name in casemate.games():
        if (casemate.load(name).folder / "bench.py").exists():
            print(f"\n{casemate.load(name).title}, what it measures of its own", flush=True)
            subprocess.run([sys.executable, "-m", f"casemate.games.{name}.bench"], check=True)


if __name__ == "__main__":
    main()
