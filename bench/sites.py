"""The servers that `bench/live.py` drives: how each is started, spoken to and understood.

Both sides are handled by the same code in `tables.py`; what differs is here and nothing else.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec

import wire

PEER_SERVER = Path(__file__).parent / "boardgameio" / "server.js"
PROFILED = Path(__file__).with_name("profiled.py")
PLACES = 48 + 63
TICKS = os.sysconf("SC_CLK_TCK")
STARTS_WITHIN = 60.0  # seconds


class Told(msgspec.Struct):
    """What one message said that a player needs: only what it did say is not None."""

    at: int | None = None
    mine: bool | None = None  # it is for the reader to answer
    answers: list[str] | None = None
    over: bool | None = None
    refused: str | None = None


@dataclass
class Place:
    """A table that is laid: its id, and what each player proves their seat with."""

    id: str
    proofs: tuple[str, str]
    random: Random
    free: list[str] = field(default_factory=list)  # answers that remain, where the client has to know them


class Child:
    """A server that runs as a program of its own, on the cores it is given."""

    def __init__(self, command: Sequence[str], cores: set[int], surroundings: dict[str, str], output: Path) -> None:
        self.output = output
        with output.open("ab") as said:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env={**os.environ, **surroundings}
            )
        self.stay_on(cores)

    def stay_on(self, cores: set[int]) -> None:
        """Run on these cores only, with all threads there are."""
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)

    def processor_time(self) -> float:
        """Seconds of processor time so far, of all its threads."""
        return used(Path(f"/proc/{self.process.pid}/stat"))

    def thread_times(self) -> tuple[float, float]:
        """The same for its main thread, and for all the others."""
        tasks = [task / "stat" for task in Path(f"/proc/{self.process.pid}/task").iterdir()]
        main = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/stat")
        return used(main), sum(used(task) for task in tasks if task != main)

    def memory(self) -> float:
        """Megabytes it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """At once, as `kill -9` does it."""
        self.process.kill()
        self.process.wait(15)

    def last_words(self) -> str:
        return self.output.read_text(errors="replace")[-2000:]


def used(stat: Path) -> float:
    """Seconds of processor time, by the kernel's books."""
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((wire.HERE, 0))
        return int(probe.getsockname()[1])


def address(slot: int) -> str:
    """Where the people of a table come from: limits on what one client may ask are for one table's people at a time."""
    return f"127.0.{1 + slot // 250}.{1 + slot % 250}"


class Site(ABC):
    """A server under load."""

    name: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.child: Child | None = None

    @property
    def running(self) -> Child:
        assert self.child is not None, "not started"
        return self.child

    @abstractmethod
    def command(self) -> list[str]: ...

    def surroundings(self) -> dict[str, str]:
        return {}

    def start(self, cores: set[int]) -> None:
        self.child = Child(self.command(), cores, self.surroundings(), self.folder / "output")

    async def answers(self) -> float:
        """Wait until it answers; how long that took."""
        began = perf_counter()
        while True:
            try:
                await self.hello()
                return perf_counter() - began
            except OSError:
                if self.running.process.poll() is not None or perf_counter() - began > STARTS_WITHIN:
                    raise SystemExit(f"{self.name} does not start:\n{self.running.last_words()}") from None
                await asyncio.sleep(0.005)

    async def get_ready(self) -> None:
        """Wait until it runs as it will from now on."""
        await self.answers()

    @abstractmethod
    async def hello(self) -> None:
        """Ask something small; an OSError if nobody is there."""

    @abstractmethod
    async def lay(self, slot: int, random: Random) -> Place:
        """A new game with both seats taken."""

    @abstractmethod
    def path(self, place: Place) -> str: ...

    def headers(self, place: Place, seat: int | None) -> dict[str, str]:
        return {}

    @abstractmethod
    def understand(self, text: bytes, place: Place, seat: int | None) -> Told | bytes | None:
        """What a message tells; or bytes that must be said in answer; or nothing of interest."""

    @abstractmethod
    def choose(self, place: Place, answers: list[str]) -> str: ...

    @abstractmethod
    def say(self, place: Place, seat: int, answer: str, at: int) -> bytes: ...


# --- Casemate -------------------------------------------------------------------------------------------------------


class Change(msgspec.Struct):
    """The fields of a view or an update that a player's program needs."""

    at: int | msgspec.UnsetType = msgspec.UNSET
    to_move: int | msgspec.UnsetType | None = msgspec.UNSET
    answers: list[tuple[str, Any]] | msgspec.UnsetType | None = msgspec.UNSET
    result: Any = msgspec.UNSET


class Refusal(msgspec.Struct):
    text: str
    at: int | None = None


class Message(msgspec.Struct):
    view: Change | None = None
    update: Change | None = None
    refused: Refusal | None = None


class Casemate(Site):
    """Ours, with all its moves on disk."""

    name = "Casemate"

    def __init__(self, folder: Path, game: str) -> None:
        super().__init__(folder)
        self.game = game
        self.data = folder / "data"
        self.profile: Path | None = None
        self.guests: dict[int, tuple[str, str]] = {}
        self.decoder = msgspec.json.Decoder(Message)

    def command(self) -> list[str]:
        program = ["-m", "casemate"] if self.profile is None else [str(PROFILED), str(self.profile)]
        where = ["--host", wire.HERE, "--port", str(self.port), "--data", str(self.data)]
        return [sys.executable, *program, "serve", *where]

    async def get_ready(self) -> None:
        """Its compiled rules are in the cache; it takes them from there in the background."""
        await self.answers()
        end = perf_counter() + STARTS_WITHIN
        while "are compiled" not in self.running.last_words() and perf_counter() < end:
            await asyncio.sleep(0.1)

    async def hello(self) -> None:
        await wire.ask(self.port, "GET", "/api/catalogue")

    async def guest(self, slot: int) -> str:
        wanted = {"name": f"Guest {slot}"}
        _, answer = await wire.ask(self.port, "POST", "/api/me", wanted, source=address(slot))
        return f"Bearer {msgspec.json.decode(answer)['token']}"

    async def lay(self, slot: int, random: Random) -> Place:
        if slot not in self.guests:
            self.guests[slot] = (await self.guest(slot), await self.guest(slot))
        host, friend = ({"Authorization": guest} for guest in self.guests[slot])
        wanted = {"game": self.game, "opponent": "friend", "seat": 0, "clock": {"kind": "none"}}
        _, answer = await wire.ask(self.port, "POST", "/api/games", wanted, host, address(slot))
        laid = msgspec.json.decode(answer)
        await wire.ask(self.port, "POST", laid["invitation"], {}, friend, address(slot))
        return Place(laid["id"], self.guests[slot], random)

    def path(self, place: Place) -> str:
        return f"/live/{place.id}"

    def headers(self, place: Place, seat: int | None) -> dict[str, str]:
        return {"Authorization": place.proofs[seat]} if seat is not None else {}

    def understand(self, text: bytes, place: Place, seat: int | None) -> Told | bytes | None:
        message = self.decoder.decode(text)
        if message.refused:
            return Told(refused=message.refused.text)
        change = message.view or message.update
        if change is None:
            return None
        told = Told()
        if change.at is not msgspec.UNSET:
            told.at = change.at
        if change.to_move is not msgspec.UNSET:
            told.mine = seat is not None and change.to_move == seat
        if change.answers is not msgspec.UNSET:
            told.answers = [answer[0] for answer in change.answers or ()]
        if change.result is not msgspec.UNSET:
            told.over = change.result is not None
        return told

    def choose(self, place: Place, answers: list[str]) -> str:
        return answers[int(place.random.random() * len(answers))]

    def say(self, place: Place, seat: int, answer: str, at: int) -> bytes:
        return msgspec.json.encode({"do": "play", "answer": answer, "at": at})


# --- boardgame.io ---------------------------------------------------------------------------------------------------

SPACE = "/placement"
PREFIX = f"42{SPACE},".encode()
ANY = ["one of the free places"]


class Known(msgspec.Struct):
    """The one field of its state that a player of the placement game needs: how many moves were made."""

    state: int = msgspec.field(name="_stateID")


class BoardgameIO(Site):
    """The peer: boardgame.io's own server with a placement game."""

    def __init__(self, folder: Path, packages: Path, on_disk: bool, sending: str = "whole") -> None:
        super().__init__(folder)
        self.name = f"boardgame.io, {'FlatFile' if on_disk else 'in memory'}"
        self.packages, self.on_disk, self.sending = packages, on_disk, sending

    def command(self) -> list[str]:
        storage = str(self.folder / "data") if self.on_disk else "memory"
        return ["node", str(PEER_SERVER), str(self.port), storage, self.sending]

    def surroundings(self) -> dict[str, str]:
        return {"NODE_PATH": str(self.packages), "NODE_ENV": "production"}

    async def hello(self) -> None:
        await wire.ask(self.port, "GET", "/games")

    async def lay(self, slot: int, random: Random) -> Place:
        games = f"/games{SPACE}"
        _, answer = await wire.ask(self.port, "POST", f"{games}/create", {"numPlayers": 2, "unlisted": True})
        name = msgspec.json.decode(answer)["matchID"]
        proofs = []
        for seat in ("0", "1"):
            wanted = {"playerID": seat, "playerName": f"{slot}-{seat}"}
            _, answer = await wire.ask(self.port, "POST", f"{games}/{name}/join", wanted)
            proofs.append(msgspec.json.decode(answer)["playerCredentials"])
        free = [str(place) for place in range(PLACES)]
        random.shuffle(free)
        return Place(name, (proofs[0], proofs[1]), random, free)

    def path(self, place: Place) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def understand(self, text: bytes, place: Place, seat: int | None) -> Told | bytes | None:
        if text == b"2":  # its ping
            return b"3"
        if text.startswith(b"0"):
            return f"40{SPACE},".encode()
        if text.startswith(b"40"):
            player, proof = (None, None) if seat is None else (str(seat), place.proofs[seat])
            return PREFIX + msgspec.json.encode(["sync", place.id, player, proof, 2])
        if not text.startswith(PREFIX):
            return None
        parts = msgspec.json.decode(text[len(PREFIX) :], type=list[msgspec.Raw])
        kind = msgspec.json.decode(parts[0])
        if kind == "sync":
            at = msgspec.json.decode(
                msgspec.json.decode(parts[2], type=dict[str, msgspec.Raw])["state"], type=Known
            ).state
        elif kind == "update":
            at = msgspec.json.decode(parts[2], type=Known).state
        elif kind == "patch":
            at = msgspec.json.decode(parts[3], type=int)
        else:
            return None
        over = at >= PLACES
        return Told(at=at, mine=not over and at % 2 == seat, answers=ANY, over=over)

    def choose(self, place: Place, answers: list[str]) -> str:
        return place.free.pop()

    def say(self, place: Place, seat: int, answer: str, at: int) -> bytes:
        action = {"type": "place", "args": [int(answer)], "playerID": str(seat), "credentials": place.proofs[seat]}
        return PREFIX + msgspec.json.encode(
            ["update", {"type": "MAKE_MOVE", "payload": action}, at, place.id, str(seat)]
        )
