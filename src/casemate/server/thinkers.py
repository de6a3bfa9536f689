"""The processes that think for the site (thinker.py): bots and hints in some of them, reviews in one of their own.

Each job has a hard limit; a process that does not keep it is ended and another takes its place.
"""

import asyncio
import contextlib
import itertools
import os
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from casemate.bots import LEVELS
from casemate.errors import CasemateError
from casemate.game import NOBODY, OUT_OF_TIME, RESIGNS, State

GRACE = 4.0  # seconds beyond its budget before a process is ended: Python may still be starting
LINE = 64_000_000  # bytes in a line from a process
SOONEST, LATEST = 0.1, 1.0  # seconds to think
REVIEW_SECONDS, COMPILE_SECONDS = 1800.0, 600.0
NOW, SOON = 0, 1  # bots before hints
Progress = Callable[[int, int], None]


class NoThought(CasemateError):
    """A job that came to nothing."""


class Thinker:
    """One process; it is started when there is something to think about."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def think(self, job: dict[str, Any], limit: float, progress: Progress | None = None) -> Any:
        """What comes of a job, within its limit."""
        try:
            return await asyncio.wait_for(self.ask(job, progress), limit)
        except Exception as error:  # too late, gone, or not making sense
            await self.end()
            raise NoThought(f"thinking came to nothing ({type(error).__name__})") from None
        except asyncio.CancelledError:
            await self.end()
            raise

    async def ask(self, job: dict[str, Any], progress: Progress | None) -> Any:
        process = self.process
        if process is None or process.returncode is not None:
            process = self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "casemate.server.thinker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE,
            )
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line:
                raise EOFError
            said = msgspec.json.decode(line)
            if "done" in said:
                return said["done"]
            if progress:
                progress(*said["progress"])

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Thinkers:
    """All of them, and the jobs that wait."""

    def __init__(self) -> None:
        self.count = max(1, (os.cpu_count() or 1) - 1)
        self.compiled: set[str] = set()  # games whose compiled rules are in the cache
        self.waiting: asyncio.PriorityQueue[tuple[int, int, Any]] = asyncio.PriorityQueue()
        self.order = itertools.count()
        self.reviewer, self.reviews = Thinker(), asyncio.Lock()
        self.thinkers = [Thinker() for _ in range(self.count)]
        self.tasks = [asyncio.create_task(self.work(thinker)) for thinker in self.thinkers]

    async def work(self, thinker: Thinker) -> None:
        while True:
            _, _, (job, limit, done) = await self.waiting.get()
            if done.cancelled():
                continue
            try:
                thought = await thinker.think(job, limit)
            except NoThought as error:
                if not done.cancelled():
                    done.set_exception(error)
            else:
                if not done.cancelled():
                    done.set_result(thought)

    async def put(self, urgency: int, job: dict[str, Any], limit: float) -> Any:
        done = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((urgency, next(self.order), (job, limit, done)))
        return await done

    def budget(self, wanted: float = LATEST) -> float:
        """Seconds to think: less while many wait."""
        return max(SOONEST, wanted / (1 + self.waiting.qsize() // self.count))

    async def choose(self, state: State, level: str, seed: int, left: float | None = None) -> str:
        """The computer's answer; from the simplest level if thinking came to nothing."""
        seconds = self.budget(LATEST if left is None else min(LATEST, left / 20))
        job = self.told(state) | {"do": "choose", "level": level, "seconds": seconds, "seed": seed}
        try:
            return str(await self.put(NOW, job, seconds + GRACE))
        except NoThought:
            return str(await self.put(NOW, job | {"level": LEVELS[0].name}, 4 * GRACE))

    async def hint(self, state: State) -> list[dict[str, Any]]:
        """The best answers by the strongest level."""
        seconds = self.budget()
        job = self.told(state) | {"do": "hint", "level": LEVELS[-1].name, "seconds": seconds, "seed": 1}
        lines: list[dict[str, Any]] = await self.put(SOON, job, seconds + GRACE)
        return lines

    async def weigh(self, state: State) -> float:
        """The chances of the player who must answer."""
        seconds = self.budget(LATEST / 4)
        job = self.told(state) | {"do": "weigh", "level": LEVELS[-1].name, "seconds": seconds, "seed": 1}
        return float(await self.put(SOON, job, seconds + GRACE))

    async def review(self, state: State, progress: Progress) -> dict[str, Any]:
        """A whole game looked back at, one game at a time."""
        async with self.reviews:
            job = self.told(state) | {"do": "review"}
            looked: dict[str, Any] = await self.reviewer.think(job, REVIEW_SECONDS, progress)
            return looked

    async def compile(self, game: str) -> bool:
        """Have a game's rules compiled into the cache, beside the thinking; whether there is a compiler."""
        async with self.reviews:
            is_compiled = bool(await self.reviewer.think({"do": "compile", "game": game}, COMPILE_SECONDS))
        if is_compiled:
            self.compiled.add(game)
        return is_compiled

    def told(self, state: State) -> dict[str, Any]:
        return tell(state) | {"is_compiled": state.game.name in self.compiled}

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for thinker in (*self.thinkers, self.reviewer):
            await thinker.end()


def tell(state: State) -> dict[str, Any]:
    """A game as a job: how it began, and every step since."""
    own = state.game.start(**state.options).begun_from == state.begun_from
    return {
        "game": state.game.name,
        "options": state.options,
        "start": "" if own else state.begun_from,
        "steps": [tell_step(state, step.player, step.text) for step in state.steps],
    }


def tell_step(state: State, player: int, text: str) -> tuple[str, str]:
    if player != NOBODY:
        return ("answer", text)
    for seat, name in enumerate(state.game.players):
        if text == f"{name} {RESIGNS}":
            return ("resigned", str(seat))
        if text == f"{name} {OUT_OF_TIME}":
            return ("timed", str(seat))
    return ("agreed", "")
