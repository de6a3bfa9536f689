"""Where Casemate's time goes under load, by module: its main thread under cProfile, its other threads by the system."""

import asyncio
import pstats
import signal
from pathlib import Path

import casemate
from run import Report, say, stay_on
from sites import Casemate
from tables import open_tables, settle

SEED = 1
WARM_UP = 4.0
HOUSE = Path(casemate.__file__).parent
SHOWN, FUNCTIONS = 14, 30

Entry = tuple[str, int, str]  # file, line, function
Timing = tuple[int, int, float, float, dict[Entry, tuple[int, int, float, float]]]


async def run(site: Casemate, games: int, seconds: float, cores: tuple[set[int], set[int]]) -> Report:
    site.profile = site.folder / "profile"
    casemate.load(site.game).compile()
    site.start(cores[0] | cores[1])
    await site.get_ready()
    site.running.stay_on(cores[0])
    stay_on(cores[1])
    say(f"  {games} games, the next move at once, under cProfile")
    tables, tally = await open_tables(site, games, SEED, None)
    for table in tables:
        table.begin()
    await asyncio.sleep(WARM_UP)
    process, before, began = site.running.process, site.running.thread_times(), len(tally.moves)
    process.send_signal(signal.SIGUSR1)
    await asyncio.sleep(seconds)
    moves = len(tally.moves) - began
    process.send_signal(signal.SIGUSR2)
    await asyncio.sleep(1)
    after = site.running.thread_times()
    await settle(tables, tally)
    site.running.stop()
    if not site.profile.exists():
        raise SystemExit(f"The server left no profile:\n{site.running.last_words()}")
    threads = after[0] - before[0], after[1] - before[1]
    return report(pstats.Stats(str(site.profile)), moves, threads)


def report(stats: pstats.Stats, moves: int, threads: tuple[float, float]) -> Report:
    """Shares are honest only roughly: the profiler makes small functions look dearer than they are."""
    timings: dict[Entry, Timing] = stats.stats  # type: ignore[attr-defined]
    found = Report([f"{moves:,} moves; microseconds a move, by processor time, as seen by the profiler"])
    by_module: dict[str, float] = {}
    for entry, timing in timings.items():
        for module, spent in spread(entry, timing):
            by_module[module] = by_module.get(module, 0.0) + spent
    found.head("By module, built-in functions counted to their callers")
    for module, spent in sorted(by_module.items(), key=lambda each: -each[1])[:SHOWN]:
        found.lines.append(f"  {module:<58}{1e6 * spent / moves:>14,.1f}")
    found.head("By function: own time, with all it calls, calls a move")
    ordered = sorted(timings.items(), key=lambda each: -each[1][2])[:FUNCTIONS]
    for entry, (_, calls, own, whole, _) in ordered:
        figures = f"{1e6 * own / moves:>10,.1f}{1e6 * whole / moves:>10,.1f}{calls / moves:>8,.1f}"
        found.lines.append(f"  {f'{module_of(entry)} {entry[2]}'[:70]:<72}{figures}")
    found.head("Processor time by the system's books, the profiler's own included: microseconds a move")
    for name, spent in zip(
        ("main thread", "other threads, the one that writes to disk among them"), threads, strict=True
    ):
        found.lines.append(f"  {name:<58}{1e6 * spent / moves:>14,.1f}")
    return found


def spread(entry: Entry, timing: Timing) -> list[tuple[str, float]]:
    """A function's own time belongs to its module; that of a built-in one to those who called it."""
    _, _, own, _, callers = timing
    if entry[0] != "~" or not callers:
        return [(module_of(entry), own)]
    return [(module_of(caller), figures[2]) for caller, figures in callers.items()]


def module_of(entry: Entry) -> str:
    if entry[0] in ("~", "<string>", ""):
        return "built in"
    path = Path(entry[0])
    if path.is_relative_to(HOUSE):
        return ".".join(("casemate", *path.relative_to(HOUSE).with_suffix("").parts))
    parts = path.parts
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1]
    return path.stem
