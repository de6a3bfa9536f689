"""How many live games Casemate carries, side by side with a boardgame.io server, in one run.

Two hundred tables (--games), at each two players and a watcher on a WebSocket of their own; whose turn it is answers at
random. `bench/wire.py`, `sites.py` and `tables.py` drive all servers with the same code. Each is measured twice:

    full    the next move is sent at once: how many moves a second, and how long they take when the server is full
    paced   moves are offered at a fixed rate (--rate), spread at random: how long they take then

The time of a move runs from just before it is sent until the opponent's socket has the new picture. The server has one
core to itself and the load another. Casemate has every move on disk (a commit with fsync) before anybody sees it;
boardgame.io's FlatFile storage sends first, writes after that, and leaves the disk to the system.

    --profile      where Casemate's time goes, by module
    --kill TIMES   kill -9 Casemate under load, again and again, and see whether a move is lost or played twice
"""

import argparse
import asyncio
import platform
import resource
import shutil
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

import uvloop

import casemate
import killing
import profiling
from run import Report, cores, ratio, say, stay_on
from sites import BoardgameIO, Casemate, Site
from tables import Table, Tally, open_tables, settle

BUILD = Path(__file__).parents[1] / "build"
PEER = "boardgame.io 0.50.2"
SEED = 1
FULL_CLIENT = 0.9  # of its core, from which on the load itself is the limit


# --- one measurement ------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What one server did under one load."""

    speed: float  # moves a second that reached the opponent
    times: list[float]  # seconds, sorted
    messages: float  # a second, to all sockets
    bytes: float  # a message
    processor: float  # seconds of the server's a move
    server: float  # its share of its core
    client: float  # the load's share of its own
    finished: int
    not_shown: int
    memory: float  # megabytes

    def time(self, share: float) -> float:
        """Milliseconds within which this share of the moves reached the opponent."""
        return 1000 * self.times[min(len(self.times) - 1, int(share * len(self.times)))] if self.times else float("nan")


def processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def received(tables: list[Table], tally: Tally) -> tuple[int, int]:
    for table in tables:
        for line in table.lines:
            line.count()
    return tally.messages, tally.bytes


async def measure(site: Site, games: int, rate: float | None, warm_up: float, seconds: float) -> Figures:
    tables, tally = await open_tables(site, games, SEED, games / rate if rate else None)
    for table in tables:
        table.begin()
    await asyncio.sleep(warm_up)
    server, client, before = site.running.processor_time(), processor_time(), received(tables, tally)
    began = perf_counter()
    await asyncio.sleep(seconds)
    server, client = site.running.processor_time() - server, processor_time() - client
    after, ended = received(tables, tally), perf_counter()
    memory = site.running.memory()
    await settle(tables, tally)
    complain(site, tally)
    times = sorted(move.shown - move.sent for move in tally.moves if move.shown and began <= move.shown < ended)
    messages, length = after[0] - before[0], after[1] - before[1]
    span = ended - began
    return Figures(
        speed=len(times) / span,
        times=times,
        messages=messages / span,
        bytes=length / max(messages, 1),
        processor=server / max(len(times), 1),
        server=server / span,
        client=client / span,
        finished=tally.finished,
        not_shown=tally.not_shown,
        memory=memory,
    )


def complain(site: Site, tally: Tally) -> None:
    """What must not happen under an honest load, with the first few examples."""
    for what, found in (("refused", tally.refusals), ("in trouble", tally.troubles)):
        if found:
            say(f"  {site.name}: {len(found)} {what}: {'; '.join(sorted(set(found))[:3])}")
    if tally.lost:
        say(f"  {site.name}: {tally.lost} connections were lost")


async def measure_site(
    site: Site, arguments: argparse.Namespace, server_cores: set[int], load_cores: set[int]
) -> dict[str, Figures]:
    """A server of its own from start to stop, under each kind of load."""
    site.start(cores())
    try:
        await site.get_ready()
        site.running.stay_on(server_cores)
        stay_on(load_cores)
        found = {}
        for kind, rate in (("full", None), ("paced", arguments.rate)):
            say(f"  {site.name}: {kind}")
            found[kind] = await measure(site, arguments.games, rate, arguments.warm_up, arguments.seconds)
            say(f"    {found[kind].speed:,.0f} moves per second, p99 {found[kind].time(0.99):.1f} ms")
        return found
    finally:
        site.running.stop()
        stay_on(server_cores | load_cores)


# --- the report -----------------------------------------------------------------------------------------------------

WIDE = 14


def report_figures(report: Report, title: str, by_site: dict[str, Figures]) -> None:
    report.head(title)
    report.lines.append(f"  {'':<40}" + "".join(f"{name.split(', ')[-1]:>{WIDE}}" for name in by_site))
    rows = {
        "moves per second": [f"{found.speed:,.0f}" for found in by_site.values()],
        "to the opponent's screen, p50, ms": [f"{found.time(0.5):.1f}" for found in by_site.values()],
        "p90": [f"{found.time(0.9):.1f}" for found in by_site.values()],
        "p99": [f"{found.time(0.99):.1f}" for found in by_site.values()],
        "longest": [f"{found.time(1):.1f}" for found in by_site.values()],
        "messages per second, to all sockets": [f"{found.messages:,.0f}" for found in by_site.values()],
        "bytes per message": [f"{found.bytes:,.0f}" for found in by_site.values()],
        "server's processor time per move, ms": [f"{1000 * found.processor:.2f}" for found in by_site.values()],
        "server's share of its core": [f"{found.server:.0%}" for found in by_site.values()],
        "load's share of its core": [f"{found.client:.0%}" for found in by_site.values()],
        "server's memory, MB": [f"{found.memory:,.0f}" for found in by_site.values()],
        "games finished, and new ones begun": [f"{found.finished:,}" for found in by_site.values()],
        "pictures that never arrived": [f"{found.not_shown:,}" for found in by_site.values()],
    }
    report.lines += [f"  {what:<40}" + "".join(f"{value:>{WIDE}}" for value in values) for what, values in rows.items()]


def report_all(report: Report, found: dict[str, dict[str, Figures]], arguments: argparse.Namespace) -> None:
    full = {name: kinds["full"] for name, kinds in found.items()}
    paced = {name: kinds["paced"] for name, kinds in found.items()}
    report_figures(report, f"{arguments.games} games, the next move at once", full)
    report_figures(report, f"{arguments.games} games, {arguments.rate:,.0f} moves per second offered", paced)
    ours = found.get("Casemate")
    if ours is None:
        return
    speeds = {name: figures.speed for name, figures in full.items()}
    in_memory = ratio(speeds["Casemate"], speeds.get("boardgame.io, in memory"))
    on_disk = ratio(speeds["Casemate"], speeds.get("boardgame.io, FlatFile"))
    report.head("What is demanded")
    report.demand("moves per second, all on disk", ours["full"].speed, 1000, "")
    report.demand("moves per second, paced", ours["paced"].speed, 0.98 * arguments.rate, "")
    report.demand(
        f"p99 at {arguments.rate:,.0f} moves per second", ours["paced"].time(0.99), 100, " ms", at_least=False
    )
    report.demand("moves per second / boardgame.io on disk", on_disk, 3, "x")
    lost = sum(figures.not_shown for figures in ours.values())
    report.demand("pictures that never arrived", lost, 0, "", at_least=False)
    if in_memory:
        report.lines.append(f"  moves per second / boardgame.io in memory, which keeps nothing: {in_memory:.2f}x")
    if any(figures.client > FULL_CLIENT for kinds in found.values() for figures in kinds.values()):
        report.lines.append("  The load was at the limit of its own core: the servers may be faster than this.")


def title(arguments: argparse.Namespace, sites: list[Site]) -> str:
    peer = PEER if len(sites) > 1 else "boardgame.io is not installed here, so alone"
    ours = f"Casemate {casemate.__version__}, Python {platform.python_version()}, Litestar {version('litestar')}"
    return f"{ours}; {peer}; {arguments.seconds:g} s each after {arguments.warm_up:g} s to warm up"


# --- the run --------------------------------------------------------------------------------------------------------


def sites_of(arguments: argparse.Namespace, folder: Path) -> list[Site]:
    """The servers to be measured, each with a folder of its own."""
    sites: list[Site] = []
    if "ours" in arguments.only:
        sites.append(Casemate(made(folder / "ours"), arguments.game))
    if arguments.peer and "theirs" in arguments.only:
        packages = arguments.peer.resolve() / "node_modules"
        sites.append(BoardgameIO(made(folder / "memory"), packages, False, arguments.sending))
        sites.append(BoardgameIO(made(folder / "flatfile"), packages, True, arguments.sending))
    return sites


def made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def split_cores() -> tuple[set[int], set[int]]:
    """A core for the server and another for the load; the same one if there is no other."""
    ours = sorted(cores())
    return {ours[0]}, {ours[-1]}


def run(arguments: argparse.Namespace, folder: Path) -> Report:
    server_cores, load_cores = split_cores()
    casemate.load(arguments.game).compile()
    sites = sites_of(arguments, folder)
    found = {site.name: uvloop.run(measure_site(site, arguments, server_cores, load_cores)) for site in sites}
    report = Report([title(arguments, sites)])
    report_all(report, found, arguments)
    return report


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--peer", metavar="FOLDER", type=Path, help="where npm installed bench/boardgameio/package.json"
    )
    parser.add_argument("--only", choices=("ours", "theirs"), nargs="+", default=("ours", "theirs"))
    open_games = [name for name in casemate.games() if casemate.load(name).is_open]
    parser.add_argument("--game", choices=casemate.games(), default=open_games[0])
    parser.add_argument("--games", type=int, default=200, help="tables at once (default: 200)")
    parser.add_argument("--rate", type=float, default=1000.0, help="moves per second when paced (default: 1000)")
    parser.add_argument("--seconds", type=float, default=25.0, help="length of one measurement (default: 25)")
    parser.add_argument("--warm-up", type=float, default=5.0, help="seconds before it (default: 5)")
    parser.add_argument(
        "--sending", choices=("whole", "patch"), default="whole", help="what boardgame.io sends of its state"
    )
    parser.add_argument("--profile", action="store_true", help="where our time goes, instead")
    parser.add_argument("--kill", metavar="TIMES", type=int, help="kill the server so often under load, instead")
    arguments = parser.parse_args()
    if min(arguments.games, arguments.rate, arguments.seconds) <= 0 or arguments.warm_up < 0:
        parser.error("--games, --rate and --seconds must be above 0")
    if arguments.peer and (not (arguments.peer / "node_modules").is_dir() or not shutil.which("node")):
        say(f"There is no boardgame.io in {arguments.peer}, or no node to run it: Casemate is measured alone.")
        arguments.peer = None
    return arguments


def main() -> None:
    arguments = read_arguments()
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="live-", dir=BUILD) as folder:  # on a real disk, as a site would be
        if arguments.kill:
            site = Casemate(made(Path(folder) / "ours"), arguments.game)
            report = uvloop.run(killing.run(site, arguments.games, arguments.rate, arguments.kill))
        elif arguments.profile:
            site = Casemate(made(Path(folder) / "ours"), arguments.game)
            report = uvloop.run(profiling.run(site, arguments.games, arguments.seconds, split_cores()))
        else:
            report = run(arguments, Path(folder))
    print(report)
    if "NOT MET" in str(report) and arguments.kill:
        sys.exit(1)


if __name__ == "__main__":
    main()
