"""What is on disk, and one thread that writes it: whatever waits to be written goes to disk in one transaction."""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text

from casemate.errors import CasemateError
from casemate.server.schema import ACTS

HEAD = "0001"  # the last step of migrations/versions
TOGETHER = 400  # jobs in one transaction
GATHER = 0.003  # seconds between two transactions while much is to be written
T = TypeVar("T")


class BadStorage(CasemateError):
    """A data folder that cannot be used, and why."""


class Job:
    """Something to be written: rows of acts, or anything done with a connection."""

    def __init__(self, rows: Sequence[dict[str, Any]], do: Callable[[Connection], Any] | None) -> None:
        self.rows, self.do = rows, do
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[Any] = self.loop.create_future()


class Storage:
    """The database in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise BadStorage(f"the data folder {folder} cannot be made: {error.strerror}") from None
        self.file = folder / "casemate.sqlite"
        self.engine = create_engine(
            f"sqlite:///{self.file}",
            connect_args={"timeout": 10, "check_same_thread": False},
            hide_parameters=True,  # no seed and no word of anybody's in an error
        )
        event.listen(self.engine, "connect", tune)
        migrate(self.engine, self.file)
        self.readers = ThreadPoolExecutor(2, thread_name_prefix="read")
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.writer = threading.Thread(target=self.write_on, name="write", daemon=True)
        self.writer.start()

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """What comes of asking, in a thread that may wait for the disk."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.look, ask)

    def look(self, ask: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return ask(connection)

    def write_acts(self, rows: Sequence[dict[str, Any]]) -> "asyncio.Future[Any]":
        """Done when the rows are on disk."""
        return self.put(Job(rows, None))

    def write(self, do: Callable[[Connection], Any]) -> "asyncio.Future[Any]":
        """Done, with what `do` returned, when everything it did is on disk."""
        return self.put(Job((), do))

    def put(self, job: Job) -> "asyncio.Future[Any]":
        self.jobs.put(job)
        return job.done

    def close(self) -> None:
        """Write what waits, then let go of the file."""
        self.jobs.put(None)
        self.writer.join()
        self.readers.shutdown()
        self.engine.dispose()

    # --- the writer's thread ----------------------------------------------------------------------------------------

    def write_on(self) -> None:
        """A job that comes after a pause is written at once, those that come thick and fast together."""
        goes_on, last = True, 0.0
        while goes_on:
            waiting = [self.jobs.get()]
            time.sleep(max(0.0, last + GATHER - time.monotonic()))
            last = time.monotonic()
            while len(waiting) < TOGETHER and not self.jobs.empty():
                waiting.append(self.jobs.get())
            jobs = [job for job in waiting if job is not None]
            goes_on = len(jobs) == len(waiting)
            if jobs:
                report(self.write_together(jobs))

    def write_together(self, jobs: Sequence[Job]) -> list[tuple[Job, Any, Exception | None]]:
        """All in one transaction; if that fails, each in its own, so that only the one at fault is refused."""
        try:
            with self.engine.begin() as connection:
                return [(job, done, None) for job, done in zip(jobs, carry_out(connection, jobs), strict=True)]
        except Exception as error:
            if len(jobs) == 1:
                return [(jobs[0], None, error)]
            return [outcome for job in jobs for outcome in self.write_together([job])]


COLUMNS = [column.name for column in ACTS.columns]
ADD_ACT = f"insert into acts ({', '.join(COLUMNS)}) values ({', '.join('?' * len(COLUMNS))})"
in_columns = itemgetter(*COLUMNS)


def carry_out(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    rows = [in_columns(row) for job in jobs for row in job.rows]
    if rows:
        connection.exec_driver_sql(ADD_ACT, rows)
    return [job.do(connection) if job.do else None for job in jobs]


def report(outcomes: list[tuple[Job, Any, Exception | None]]) -> None:
    """Tell those who wait, in one call for each loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Job, Any, Exception | None]]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome[0].loop, []).append(outcome)
    for loop, told in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, told)


def settle(outcomes: list[tuple[Job, Any, Exception | None]]) -> None:
    for job, done, error in outcomes:
        if not job.done.cancelled():
            job.done.set_exception(error) if error else job.done.set_result(done)


def tune(connection: sqlite3.Connection, _: object) -> None:
    """A commit returns when it is on the disk itself; readers never wait for the writer."""
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")


def migrate(engine: Engine, file: Path) -> None:
    """Bring the database to today's shape."""
    try:
        with engine.begin() as connection:
            found = version(connection)
            if found != HEAD:
                upgrade(connection, found, file)
    except CasemateError:
        raise
    except Exception as error:
        raise BadStorage(f"{file} cannot be used as Casemate's database: {error}") from None


def version(connection: Connection) -> str:
    names = connection.execute(text("select name from sqlite_master where name = 'alembic_version'")).all()
    return str(connection.execute(text("select version_num from alembic_version")).scalar() or "") if names else ""


def upgrade(connection: Connection, found: str, file: Path) -> None:
    from alembic import command  # a moment's work that a database of today's shape does without
    from alembic.config import Config

    if found > HEAD:
        raise BadStorage(f"{file} was made by a newer Casemate (step {found}; this one knows {HEAD})")
    config = Config()
    config.set_main_option("script_location", "casemate.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
