"""Tables under load: two players and a watcher at each, every one on a socket of their own, whichever the server.

The player whose turn it is answers, at random from a seed. The clock runs from just before that is sent until the
opponent's socket has the new picture. A player who loses the connection comes back, and says again what is not yet in
the picture they find.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

import wire
from sites import Place, Site, Told, address

COMES_BACK_AFTER = 0.02  # seconds; then twice as long each time, up to
AT_MOST = 0.25
TRIES_AFTER, MOST_TRIES = 0.2, 5  # seconds after which a refused answer is said again, and how often


@dataclass
class Move:
    """A player's own note of an answer."""

    at: int
    seat: int
    answer: str
    sent: float
    acknowledged: float | None = None  # when the player had the picture with it
    shown: float | None = None  # when the opponent had it
    said: int = 1  # how often it was sent


@dataclass
class Tally:
    """What came of it all."""

    moves: list[Move] = field(default_factory=list)
    finished: int = 0  # games
    messages: int = 0
    bytes: int = 0
    not_shown: int = 0  # pictures that a player or watcher should have had and had not
    lost: int = 0  # connections
    refusals: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


class Line:
    """One socket at a table, and what its owner knows from it."""

    def __init__(self, table: "Table", seat: int | None) -> None:
        self.table, self.seat = table, seat
        self.wire: wire.Wire | None = None
        self.at = -1
        self.mine = self.over = False
        self.answers: list[str] = []
        self.own: Move | None = None  # sent, and not yet in the picture
        self.theirs: deque[Move] = deque()  # sent by the opponent, and not yet in the picture
        self.back = False  # connected anew: the next picture settles what must be said again
        self.pictures = 0
        self.closed = False
        self.is_coming = True  # until the first connection stands

    async def connect(self) -> None:
        table = self.table
        path, headers = table.site.path(table.place), table.site.headers(table.place, self.seat)
        self.wire = await wire.connect(table.site.port, path, headers, self.hear, self.lost, address(table.slot))
        if self.wire.transport.is_closing():
            self.wire = None
            raise ConnectionResetError("closed as soon as it was open")

    def hear(self, source: wire.Wire, text: bytes, now: float) -> None:
        self.wire = source  # it may speak before `connect` is back
        told = self.table.site.understand(text, self.table.place, self.seat)
        if isinstance(told, bytes):
            self.say(told)
        elif told is not None:
            if told.refused is not None:
                self.table.tally.refusals.append(told.refused)
                if self.own and self.own.said < MOST_TRIES:
                    asyncio.get_running_loop().call_later(TRIES_AFTER, self.insist, self.own)
            self.take(told, now)

    def insist(self, move: Move) -> None:
        """Too hasty, the server said: once more."""
        if self.own is move and move.at == self.at:
            move.said += 1
            self.send(move)

    def take(self, told: Told, now: float) -> None:
        self.answers = self.answers if told.answers is None else told.answers
        self.mine = self.mine if told.mine is None else told.mine
        self.over = self.over if told.over is None else told.over
        if told.at is not None:
            self.pictures += told.at > self.at
            self.at = told.at
            while self.theirs and self.at > self.theirs[0].at:
                self.theirs.popleft().shown = now
            if self.own and self.at > self.own.at:
                self.own.acknowledged, self.own = now, None
            if self.back:
                self.say_again()
        self.table.told(self)

    def say_again(self) -> None:
        self.back = False
        if self.own and self.own.at == self.at:
            self.own.said += 1
            self.send(self.own)

    def must_answer(self) -> bool:
        return self.mine and bool(self.answers) and not self.over and self.own is None and not self.back

    def answer(self) -> None:
        """Say one of the answers."""
        table = self.table
        assert self.seat is not None
        chosen = table.site.choose(table.place, self.answers)
        self.own = Move(self.at, self.seat, chosen, perf_counter())
        table.players[1 - self.seat].theirs.append(self.own)
        table.tally.moves.append(self.own)
        table.moves.append(self.own)
        self.send(self.own)

    def send(self, move: Move) -> None:
        self.say(self.table.site.say(self.table.place, move.seat, move.answer, move.at))

    def say(self, text: bytes) -> None:
        if self.wire is not None:
            self.wire.say(text)

    def lost(self) -> None:
        self.count()
        self.wire = None
        if not self.closed and not self.is_coming:
            self.is_coming = True
            self.table.tally.lost += 1
            self.table.keep(asyncio.ensure_future(self.come_back()))

    async def come_back(self) -> None:
        pause = COMES_BACK_AFTER
        while not self.closed:
            await asyncio.sleep(pause)
            self.back = True
            try:
                await self.connect()
                self.is_coming = False
                return
            except (OSError, wire.Refused, TimeoutError):
                pause = min(2 * pause, AT_MOST)

    def count(self) -> None:
        if self.wire is not None:
            self.table.tally.messages += self.wire.messages
            self.table.tally.bytes += self.wire.bytes
            self.wire.messages = self.wire.bytes = 0

    def close(self) -> None:
        self.closed = True
        self.count()
        if self.wire is not None:
            self.wire.close()


class Table:
    """One game after another in the same place; `due` says when the next move may be sent."""

    def __init__(self, site: Site, slot: int, seed: int, tally: Tally, gap: float | None) -> None:
        self.site, self.slot, self.tally, self.gap = site, slot, tally, gap
        self.random = Random(f"{seed} {slot}")
        self.due = 0.0
        self.waiting = self.stopped = False
        self.place = Place("", ("", ""), self.random)
        self.lines: list[Line] = []
        self.moves: list[Move] = []  # of this game
        self.games: list[tuple[Place, list[Move]]] = []
        self.tasks: set[asyncio.Future[None]] = set()

    @property
    def players(self) -> list[Line]:
        return self.lines[:2]

    def keep(self, task: "asyncio.Future[None]") -> None:
        """Hold on to a task, and put down what went wrong in it."""
        self.tasks.add(task)
        task.add_done_callback(self.let_go)

    def let_go(self, task: "asyncio.Future[None]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.tally.troubles.append(f"{type(error).__name__}: {error}")

    async def open(self) -> None:
        """Lay a new game and sit down, without moving yet."""
        self.place = await self.site.lay(self.slot, self.random)
        self.moves = []
        self.games.append((self.place, self.moves))
        self.lines = [Line(self, seat) for seat in (0, 1, None)]
        self.waiting = True  # nobody moves before all are there
        for line in self.lines:
            await line.connect()
            line.is_coming = False
        if not await until(lambda: all(line.at >= 0 for line in self.lines), wire.PATIENCE):
            raise TimeoutError(f"{self.site.name} shows no position")

    def begin(self) -> None:
        self.waiting = False
        now = perf_counter()
        self.due = now + self.random.random() * self.gap if self.gap else now
        for line in self.players:
            self.told(line)

    def told(self, line: Line) -> None:
        """A line has news: a move to be made, or a game that has ended for all three."""
        if self.stopped or self.waiting:
            return
        if line.over:
            if all(other.over for other in self.lines):
                self.waiting = True
                self.keep(asyncio.ensure_future(self.renew()))
        elif line.must_answer():
            late = self.due - perf_counter()
            if self.gap is None or late <= 0:
                self.move(line)
            else:
                self.waiting = True
                asyncio.get_running_loop().call_later(late, self.move_at_last, line)

    def move_at_last(self, line: Line) -> None:
        self.waiting = False
        if not self.stopped and line.must_answer():
            self.move(line)

    def move(self, line: Line) -> None:
        if self.gap:
            self.due += self.random.expovariate(1 / self.gap)
        line.answer()

    async def renew(self) -> None:
        self.tally.finished += 1
        self.leave()
        await self.open()
        if not self.stopped:
            self.begin()

    def leave(self) -> None:
        """Everybody goes; what they should have seen and did not is put down."""
        if self.lines:
            seen = max(line.pictures for line in self.lines)
            self.tally.not_shown += sum(seen - line.pictures for line in self.lines)
        for line in self.lines:
            line.close()

    def __str__(self) -> str:
        told = (f"{line.seat} at {line.at}{', waiting' * bool(line.own)}" for line in self.lines)
        return f"{self.place.id} ({'; '.join(told)}; {len(self.tasks)} tasks)"

    def is_settled(self) -> bool:
        """Nothing is on its way."""
        return (
            not self.tasks and len({line.at for line in self.lines}) == 1 and not any(line.own for line in self.lines)
        )


async def open_tables(site: Site, games: int, seed: int, gap: float | None) -> tuple[list[Table], Tally]:
    tally = Tally()
    tables = [Table(site, slot, seed, tally, gap) for slot in range(games)]
    for some in range(0, games, 20):
        await asyncio.gather(*(table.open() for table in tables[some : some + 20]))
    return tables, tally


async def until(done: Callable[[], bool], seconds: float) -> bool:
    """Wait until it is so, that long at most; whether it is."""
    end = perf_counter() + seconds
    while not done() and perf_counter() < end:
        await asyncio.sleep(0.005)
    return done()


async def settle(tables: list[Table], tally: Tally) -> None:
    """No more moves; what is on its way may arrive."""
    for table in tables:
        table.stopped = True
    if not await until(lambda: all(table.is_settled() for table in tables), 10):
        tally.troubles += [f"never arrived: {table}" for table in tables if not table.is_settled()]
    for table in tables:
        table.leave()
        for task in list(table.tasks):
            task.cancel()
