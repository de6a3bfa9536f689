"""The hall: all open tables, who stands at them, and what happens there, from an act to the pictures everybody gets.

An act is played in memory, written down, and told to everybody once it is on disk. If it cannot be written the table is
laid again from what is on disk.
"""

import asyncio
import contextlib
import json
import logging
import secrets
import time
import types
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection as Database
from sqlalchemy import insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from casemate import record
from casemate.dice import Dice
from casemate.errors import CasemateError
from casemate.game import Game, load
from casemate.server import view
from casemate.server.clocks import GAME, Clock, Timing
from casemate.server.people import Person, hashed, names_of, spoken
from casemate.server.schema import ACTS, CHAT, GAMES, REVIEWS, SEATS
from casemate.server.storage import Storage
from casemate.server.tables import Refused, Row, Seat, Seats, Table, told_log
from casemate.server.thinkers import NoThought, Thinkers
from casemate.server.view import encode

log = logging.getLogger("casemate")
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
ROOM = 5000  # tables kept open
QUIET = 600.0  # seconds after which a table nobody stands at is closed
WAITING = 200  # messages for one connection; who is slower than that must come again
COME_AGAIN = 4000  # the code of a connection that is ended so that another one may begin
Send = Callable[[Any], Coroutine[Any, Any, None]]
CHAT_LENGTH, CHAT_SHOWN = 300, 100
CONTENT = 0.45  # the computer agrees to a draw if it thinks its chances are no better
RETRY = 5.0
UNWRITTEN = "this could not be written down, so it was not done: please try again"


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Visitor:
    """One connection to a table: what it may do there, and what is on its way to it.

    A message is sent at once, without a task of its own, unless the other side is slow to take what came before.
    """

    def __init__(self, table: Table, person: Person | None, send: Send, client: str = "") -> None:
        self.table, self.person, self.send, self.client = table, person, send, client
        self.seats = table.seats_of(person.id if person else None)
        self.n = 0  # the last change it was told of
        self.waiting: deque[dict[str, Any]] = deque()
        self.sender: asyncio.Task[None] | None = None
        self.is_gone = False

    def tell(self, message: str) -> None:
        if len(self.waiting) < WAITING:
            self.put({"type": "websocket.send", "text": message})
        else:  # it would miss something: it must come again and see the whole
            self.leave()

    def put(self, message: dict[str, Any]) -> None:
        if self.is_gone:
            return
        if self.sender is not None:
            self.waiting.append(message)
            return
        sending = self.send(message)
        try:
            held_up_by = sending.send(None)
        except StopIteration:
            return
        except Exception:  # the line is dead: whoever listens on it will notice
            self.is_gone = True
            return
        self.sender = asyncio.create_task(self.send_on(sending, held_up_by))

    async def send_on(self, sending: Coroutine[Any, Any, None], held_up_by: Any) -> None:
        """Send the rest of a message, and those that wait behind it."""
        try:
            await resumed(sending, held_up_by)
            while self.waiting:
                await self.send(self.waiting.popleft())
        except Exception:
            self.is_gone = True
        finally:
            self.sender = None

    def leave(self, *last: str) -> None:
        """End the connection, with a last message if there is one; whoever it is may come again."""
        self.waiting.clear()
        for message in last:
            self.tell(message)
        self.put({"type": "websocket.close", "code": COME_AGAIN, "reason": "come again"})


@types.coroutine
def resumed(begun: Coroutine[Any, Any, None], held_up_by: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that has been begun by hand and waits for something."""
    while True:
        try:
            answer = yield held_up_by
        except BaseException as error:
            held_up_by = begun.throw(error)
        else:
            try:
                held_up_by = begun.send(answer)
            except StopIteration:
                return


class Room:
    """A table, those who stand around it, and what each audience has been shown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.visitors: dict[Seats, list[Visitor]] = {}
        self.shown = view.Shown()
        self.busy = asyncio.Lock()  # one change at a time: on disk, and told to everybody, before the next begins
        self.changed = asyncio.Event()
        self.flag: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self.thinking = -1  # after how many acts the computer was asked last
        self.reviewing: tuple[int, int] | None = None

    def here(self) -> frozenset[int]:
        return frozenset(seat for seats, found in self.visitors.items() if found for seat in seats)

    def crowd(self, client: str) -> int:
        """How many connections one client has to this table."""
        return sum(visitor.client == client for found in self.visitors.values() for visitor in found)

    def watching(self) -> int:
        return len(self.visitors.get((), ()))

    def news(self) -> dict[Seats, str]:
        """The next change: what each audience that is here must be told."""
        self.table.n += 1
        return self.shown.news(self.moment(), [seats for seats, found in self.visitors.items() if found])

    def moment(self) -> view.Moment:
        return view.Moment(self.table, milliseconds(), self.here(), self.watching())

    def whole(self, seats: Seats) -> view.Face:
        """Everything, for somebody who asks without staying."""
        return view.whole(self.table, self.moment().face(seats))

    def record(self) -> str:
        """The game written down, without choices that are still secret; the seed is in it once the game is over."""
        table = self.table
        if table.is_archive:
            return table.kept
        state = record.shortened(table.state, table.at - table.hidden)
        day = time.strftime("%Y-%m-%d", time.gmtime(table.created))
        return record.write(state, names=[seat.name for seat in table.seats], date=day, dice=table.dice)

    def tell(self, told: Mapping[Seats, str], n: int) -> None:
        """Tell each audience of change `n`, but for those who have come since and saw the whole."""
        for seats, message in told.items():
            for visitor in list(self.visitors.get(seats, ())):
                if visitor.n < n:
                    visitor.n = n
                    visitor.tell(message)
        self.changed.set()
        self.changed = asyncio.Event()

    def tell_players(self, message: object) -> None:
        encoded = encode(message)
        for seats, found in self.visitors.items():
            for visitor in found if seats else ():
                visitor.tell(encoded)

    def tell_all(self, message: object) -> None:
        encoded = encode(message)
        for found in self.visitors.values():
            for visitor in found:
                visitor.tell(encoded)


class Hall:
    """All tables."""

    def __init__(self, storage: Storage, thinkers: Thinkers) -> None:
        self.storage, self.thinkers = storage, thinkers
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.began = milliseconds()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.spawn(self.tidy_up())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished)

    def finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task of the hall broke", exc_info=task.exception())

    # --- opening and closing tables -----------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """The table of that address, laid from disk unless it is open."""
        if id not in self.rooms:
            if id not in self.opening:
                self.opening[id] = asyncio.create_task(self.open(id))
                self.opening[id].add_done_callback(lambda _: self.opening.pop(id))
            return await asyncio.shield(self.opening[id])
        room = self.rooms[id]
        room.used = time.monotonic()
        return room

    async def open(self, id: str) -> Room:
        table = await self.storage.read(lambda database: lay(database, id))
        if table is None:
            raise LookupError(id)
        if table.clock.timing.kind == GAME:  # the time the site itself was away is nobody's
            table.clock = Clock(
                table.clock.timing, table.clock.left, table.clock.running, max(table.clock.since, self.began)
            )
        room = self.rooms[id] = Room(table)
        self.set_flag(room)
        self.think(room)
        return room

    async def tidy_up(self) -> None:
        """Close tables nobody has used for a while."""
        while True:
            await asyncio.sleep(QUIET / 10)
            by_use = sorted(self.rooms.items(), key=lambda each: each[1].used)
            for place, (id, room) in enumerate(by_use):
                is_old = time.monotonic() - room.used > QUIET or place < len(by_use) - ROOM
                is_used = any(room.visitors.values()) or room.table.thinks or room.reviewing
                if is_old and not is_used and not room.busy.locked():
                    self.forget(id)

    def forget(self, id: str) -> None:
        room = self.rooms.pop(id, None)
        if room and room.flag:
            room.flag.cancel()

    async def begin(
        self,
        game: Game,
        options: Mapping[str, object],
        seats: Sequence[Seat],
        timing: Timing,
        start: str = "",
        follows: str | None = None,
        is_open: bool = False,
    ) -> Room:
        """A new table; with `is_open`, a key with which a free seat may be taken."""
        state = game.read(start, **options) if start else game.start(**options)
        if state.result is not None:
            raise Refused("the game is over in this position: begin from one where there is something to play")
        key = secrets.token_urlsafe(12) if is_open else None
        table = Table(
            id=new_id(),
            state=state,
            seats=list(seats),
            clock=Clock.wound_up(timing),
            dice=Dice(),
            created=time.time(),
            invitation=key,
            follows=follows,
        )
        rows = table.rows(table.throw(), milliseconds())
        await self.storage.write(lambda database: write_table(database, table, start, rows))
        room = self.rooms[table.id] = Room(table)
        self.think(room)
        return room

    def any_seat(self) -> int:
        return secrets.randbelow(2)

    async def keep(self, text: bytes) -> Room:
        """An uploaded record, to be looked at. A seed that is its owner's secret is not kept."""
        table = await asyncio.get_running_loop().run_in_executor(None, lambda: archive(new_id(), record.read(text)))
        await self.storage.write(lambda database: write_archive(database, table))
        room = self.rooms[table.id] = Room(table)
        return room

    # --- coming and going ---------------------------------------------------------------------------------------------

    async def come(self, room: Room, person: Person | None, send: Send, client: str = "") -> Visitor:
        """Somebody comes to a table and sees the whole of it. Nothing is shown that is not on disk."""
        async with room.busy:
            visitor = Visitor(room.table, person, send, client)
            if not self.is_open(room):
                visitor.leave()
                return visitor
            found = room.visitors.setdefault(visitor.seats, [])
            found.append(visitor)
            told = room.news()
            visitor.n = room.table.n
            visitor.tell(encode({"view": room.whole(visitor.seats)}))
            room.tell(told, room.table.n)
        return visitor

    def go(self, room: Room, visitor: Visitor) -> None:
        found = room.visitors.get(visitor.seats, [])
        if visitor in found:
            found.remove(visitor)
            room.used = time.monotonic()
            if any(room.visitors.values()):
                self.spawn(self.show(room))

    async def show(self, room: Room) -> None:
        """Tell everybody of a change that nothing is written for."""
        async with room.busy:
            room.tell(room.news(), room.table.n)

    async def settled(self, room: Room) -> None:
        """Until nothing is on its way to disk."""
        async with room.busy:
            pass

    def is_open(self, room: Room) -> bool:
        return self.rooms.get(room.table.id) is room

    # --- acts ---------------------------------------------------------------------------------------------------------

    async def do(self, room: Room, act: Callable[[Table, int], list[Row]]) -> None:
        """Carry out an act of a table: when this returns it is on disk, and everybody has been told."""
        table, now = room.table, milliseconds()
        async with room.busy:
            if not self.is_open(room):
                raise Refused("this table is being laid again: please try once more")
            try:
                rows = act(table, now)
            except BaseException as error:
                if not isinstance(error, CasemateError):  # it broke halfway
                    self.lay_again(room)
                raise
            try:
                told = room.news()
                await self.write_down(table, rows)
            except SQLAlchemyError as error:
                log.error("table %s could not be written: %s", table.id, cause_of(error))
                self.lay_again(room)
                raise Refused(UNWRITTEN) from None
            except BaseException:
                self.lay_again(room)
                raise
            room.tell(told, table.n)
        self.set_flag(room)
        self.think(room)

    async def write_down(self, table: Table, rows: Sequence[Row]) -> None:
        if table.is_over and rows:
            values = {"result": json.dumps(table.state.result)}
            statement = update(GAMES).where(GAMES.c.id == table.id).values(values)
            await self.storage.write(lambda database: write_end(database, rows, statement))
        elif rows:
            await self.storage.write_acts(rows)

    def lay_again(self, room: Room) -> None:
        """Back to what is on disk; everybody sees the whole anew."""
        self.forget(room.table.id)
        notice = encode({"notice": UNWRITTEN})
        for found in room.visitors.values():
            for visitor in found:
                visitor.leave(notice)

    async def play(self, room: Room, seats: Seats, answer: object, at: object) -> None:
        await self.do(room, lambda table, now: table.play(seats, answer, at, now))

    async def offer_draw(self, room: Room, seats: Seats) -> None:
        """Offer a draw; the computer thinks about it."""
        await self.do(room, lambda table, now: table.offer_draw(seats, now))
        table = room.table
        level_seat = next((at for at, seat in enumerate(table.seats) if seat.level), None)
        if table.offers.draw is None or level_seat is None:
            return
        place = table.at
        try:
            win = await self.thinkers.weigh(table.state)
        except NoThought:
            win = None
        asked = table.asked
        if table.at != place or table.offers.draw is None or asked is None:
            return
        share = 1.0 if win is None else win if asked == level_seat else 1 - win
        await self.do(room, lambda table, now: table.answer_offer((level_seat,), share <= CONTENT, now))
        if share > CONTENT:
            room.tell_players({"notice": "The computer plays on"})

    async def rematch(self, room: Room, seats: Seats) -> None:
        """Another game with seats swapped, once all players want it."""
        await self.settled(room)
        table = room.table
        if not table.offer_rematch(seats):
            await self.show(room)
            return
        table.followed = ""  # nobody else begins it meanwhile
        try:
            next_room = await self.begin(
                table.game,
                table.state.options,
                table.seats[::-1],
                table.clock.timing,
                follows=table.id,
            )
        except BaseException:
            table.followed = None
            raise
        table.followed = next_room.table.id
        await self.show(room)
        room.tell_players({"moved": f"/g/{next_room.table.id}"})

    async def take_seat(self, room: Room, person: Person) -> None:
        """The invited person sits down; anybody may, once."""
        table = room.table
        if person.id in [seat.person for seat in table.seats]:
            raise Refused("you sit at this table already: send the link to a friend")
        free = next((at for at, seat in enumerate(table.seats) if not seat.is_taken), None)
        if free is None:
            raise Refused("both seats are taken; you are welcome to watch")
        table.seats[free] = Seat(person.name, person.id)  # at once, so that two cannot
        statement = (
            update(SEATS).where(SEATS.c.game == table.id, SEATS.c.seat == free, SEATS.c.person.is_(None))
        ).values(person=person.id)
        try:
            found = await self.storage.write(lambda database: database.execute(statement).rowcount)
        except SQLAlchemyError as error:
            log.error("a seat at table %s could not be written: %s", table.id, cause_of(error))
            found = 0
        if not found:
            table.seats[free] = Seat()
            self.lay_again(room)
            raise Refused("this seat could not be taken: please try again")
        self.reseat(room)
        await self.show(room)
        self.think(room)

    def reseat(self, room: Room) -> None:
        """Those who have just sat down come again as players."""
        for visitor in list(room.visitors.get((), ())):
            if visitor.person and room.table.seats_of(visitor.person.id):
                visitor.leave()

    async def chat(self, room: Room, seats: Seats, person: Person | None, said: object) -> None:
        """A line between the players."""
        table = room.table
        if not seats or person is None or not table.is_between_people:
            raise Refused("the players of a game between two people may chat")
        text = spoken(said, CHAT_LENGTH) if isinstance(said, str) else ""
        if not text:
            raise Refused(f"a line of chat is a text of 1 to {CHAT_LENGTH} characters")
        seat, name = seats[0], person.name
        values = {"game": table.id, "seat": seat, "name": name, "text": text, "time": milliseconds()}
        await self.storage.write(lambda database: database.execute(insert(CHAT), values))
        room.tell_players({"chat": {"seat": seat, "name": name, "text": text}})

    async def chat_so_far(self, room: Room) -> list[dict[str, Any]]:
        """What was said, oldest first."""
        latest = (
            select(CHAT.c.seat, CHAT.c.name, CHAT.c.text)
            .where(CHAT.c.game == room.table.id)
            .order_by(CHAT.c.id.desc())
            .limit(CHAT_SHOWN)
        )
        rows = await self.storage.read(lambda database: database.execute(latest).all())
        return [{"seat": row.seat, "name": row.name, "text": row.text} for row in reversed(rows)]

    # --- time and thought ---------------------------------------------------------------------------------------------

    def set_flag(self, room: Room) -> None:
        """Look again when the running time will be over."""
        if room.flag:
            room.flag.cancel()
            room.flag = None
        clock, table = room.table.clock, room.table
        if clock.running is None or table.is_over or table.is_archive:
            return
        left = clock.now_left(clock.running, milliseconds())
        delay = min(max(0, left) / 1000 + 0.01, 24 * 3600.0)
        room.flag = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self.look_at_clock(room)))

    async def look_at_clock(self, room: Room) -> None:
        table = room.table
        if table.is_over or self.rooms.get(table.id) is not room:
            return
        if table.clock.has_run_out(milliseconds()):
            with contextlib.suppress(Refused):  # answered meanwhile
                await self.do(room, lambda table, now: table.run_out(now))
        else:
            self.set_flag(room)

    def think(self, room: Room) -> None:
        """Have the computer answer if it is asked, once for each position."""
        if room.table.thinks and room.thinking != room.table.acts:
            room.thinking = room.table.acts
            self.spawn(self.answer(room))

    async def answer(self, room: Room) -> None:
        table = room.table
        state, level, seat, place, number = table.state.copy(), table.thinks, table.asked, table.at, table.acts
        if level is None or seat is None:  # the game has ended, or was taken back, since
            return
        left = table.clock.now_left(seat, milliseconds()) / 1000 if table.clock.running is not None else None
        try:
            answer = await self.thinkers.choose(state, level, int.from_bytes(hashed(table.id)[:4]) + number, left)
        except NoThought:
            log.error("the computer could not think at table %s; it tries again", table.id)
            await asyncio.sleep(RETRY)
            room.thinking = -1
            self.think(room)
            return
        if table.acts == number and not table.is_over and self.is_open(room):
            with contextlib.suppress(Refused):  # its time may have run out
                await self.play(room, (seat,), answer, place)

    async def draw_conclusions(self, room: Room) -> None:
        """Review a finished game, once; those who are here see how far it is."""
        table = room.table
        if not table.is_over:
            raise Refused("a game is looked back at when it is over")
        if room.reviewing is not None or await self.review(room) is not None:
            return
        room.reviewing = (0, 1)
        self.spawn(self.look_back(room))

    async def look_back(self, room: Room) -> None:
        table, last = room.table, 0.0

        def progress(done: int, of: int) -> None:
            nonlocal last
            room.reviewing = (done, of)
            if time.monotonic() - last > 0.2 or done == of:
                last = time.monotonic()
                room.tell_all({"review": {"done": done, "of": of}})

        try:
            data = await self.thinkers.review(table.state, progress)
            values = {"game": table.id, "data": json.dumps(data), "created": time.time()}
            await self.storage.write(
                lambda database: database.execute(insert(REVIEWS).prefix_with("OR REPLACE"), values)
            )
            room.tell_all({"review": {"done": 1, "of": 1, "ready": True}})
        except NoThought as error:
            room.tell_all({"notice": f"The review was broken off: {error}"})
        finally:
            room.reviewing = None

    async def review(self, room: Room) -> dict[str, Any] | None:
        """What the review found, if there is one."""
        ask = select(REVIEWS.c.data).where(REVIEWS.c.game == room.table.id)
        data = await self.storage.read(lambda database: database.execute(ask).scalar())
        return json.loads(data) if data else None

    async def close(self) -> None:
        for room in self.rooms.values():
            if room.flag:
                room.flag.cancel()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


# --- tables on disk ---------------------------------------------------------------------------------------------------


def cause_of(error: SQLAlchemyError) -> object:
    """What the database itself said, in a line."""
    return getattr(error, "orig", None) or error


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def write_table(database: Database, table: Table, start: str, rows: Sequence[Row]) -> None:
    state = table.state
    values = {
        "id": table.id,
        "game": state.game.name,
        "options": json.dumps(state.options),
        "start": start,
        "seed": table.dice.seed if table.dice else None,
        "clock": json.dumps(table.clock.timing.data()),
        "record": None,
        "invitation": table.invitation,
        "result": None,
        "follows": table.follows,
        "created": table.created,
    }
    database.execute(insert(GAMES), values)
    seats = [
        {"game": table.id, "seat": at, "person": seat.person, "level": seat.level}
        for at, seat in enumerate(table.seats)
    ]
    database.execute(insert(SEATS), seats)
    if rows:
        database.execute(insert(ACTS), list(rows))


def write_end(database: Database, rows: Sequence[Row], statement: Any) -> None:
    database.execute(insert(ACTS), list(rows))
    database.execute(statement)


def archive(id: str, kept: record.Record) -> Table:
    """A record as a table nobody sits at."""
    if kept.is_secret:
        kept = replace(kept, seed=None)
    state = kept.state
    return Table(
        id=id,
        state=state,
        seats=[Seat(name or player) for name, player in zip(kept.names, state.game.players, strict=True)],
        clock=Clock(Timing()),
        dice=kept.dice,
        created=time.time(),
        kept=kept.text,
        log=told_log(state, kept.dice),
    )


def write_archive(database: Database, table: Table) -> None:
    write_table(database, table, "", ())
    result = json.dumps(table.state.result)
    database.execute(update(GAMES).where(GAMES.c.id == table.id).values(record=table.kept, result=result))


def lay(database: Database, id: str) -> Table | None:
    """A table as it was left."""
    kept = database.execute(select(GAMES).where(GAMES.c.id == id)).first()
    if kept is None:
        return None
    if kept.record is not None:
        return archive(id, record.read(kept.record))
    game: Game = load(kept.game)
    options = json.loads(kept.options)
    state = game.read(kept.start, **options) if kept.start else game.start(**options)
    sat = database.execute(select(SEATS).where(SEATS.c.game == id).order_by(SEATS.c.seat)).all()
    known = names_of(database, [seat.person for seat in sat if seat.person is not None])
    seats = [Seat(seat_name(seat.level, known.get(seat.person)), seat.person, seat.level) for seat in sat]
    followed = database.execute(select(GAMES.c.id).where(GAMES.c.follows == id)).scalar()
    table = Table(
        id=id,
        state=state,
        seats=seats,
        clock=Clock.wound_up(Timing(**json.loads(kept.clock))),
        dice=Dice(kept.seed),
        created=kept.created,
        invitation=kept.invitation,
        follows=kept.follows,
        followed=followed,
    )
    for row in database.execute(select(ACTS).where(ACTS.c.game == id).order_by(ACTS.c.n)):
        table.again(row)
    table.n = table.acts
    return table


def seat_name(level: str | None, name: str | None) -> str:
    return f"Computer ({level})" if level else name or ""
