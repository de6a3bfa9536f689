"""What is on disk: acknowledged is written, together where many write, and one job at fault is refused alone."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from websockets.exceptions import ConnectionClosed

from casemate.server.schema import ACTS, GAMES, SCHEMA
from casemate.server.storage import HEAD, BadStorage, Storage
from tests.sites import Screen, Site, open_site

GAME_ROW = {"id": "g", "game": "?", "options": "{}", "start": "", "clock": "{}", "created": 0.0}


def act(n: int, game: str = "g", **also: object) -> dict[str, Any]:
    row = {"game": game, "n": n, "kind": "answer", "player": 0, "text": "?", "time": 0}
    return row | {"left_first": None, "left_second": None} | also


def stored(folder: Path, work: Callable[[Storage], Coroutine[Any, Any, Any]]) -> Any:
    """What comes of working with a storage that has one game."""

    async def run() -> Any:
        storage = Storage(folder)
        try:
            await storage.write(lambda database: database.execute(insert(GAMES).prefix_with("or ignore"), GAME_ROW))
            return await work(storage)
        finally:
            storage.close()

    return asyncio.run(run())


def numbers(folder: Path) -> list[int]:
    """The acts on disk, asked by another program."""
    with sqlite3.connect(folder / "casemate.sqlite") as other:
        return [n for (n,) in other.execute("select n from acts order by n")]


# --- writing --------------------------------------------------------------------------------------------------------


def test_what_is_acknowledged_is_on_disk(tmp_path: Path) -> None:
    async def work(storage: Storage) -> None:
        for n in range(5):
            await storage.write_acts([act(n)])
            assert numbers(tmp_path) == list(range(n + 1))

    stored(tmp_path, work)


def test_a_commit_waits_for_the_disk_itself(tmp_path: Path) -> None:
    async def work(storage: Storage) -> tuple[Any, Any]:
        def ask(database: Any) -> tuple[Any, Any]:
            return tuple(database.execute(text(f"pragma {each}")).scalar() for each in ("synchronous", "journal_mode"))

        return await storage.read(ask)

    assert stored(tmp_path, work) == (2, "wal")


def test_many_write_in_one_transaction(tmp_path: Path) -> None:
    async def work(storage: Storage) -> int:
        commits: list[object] = []
        loop, started, go_on = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def hold(database: Any) -> None:
            loop.call_soon_threadsafe(started.set)
            go_on.wait(10)

        held = storage.write(hold)
        await started.wait()
        event.listen(storage.engine, "commit", commits.append)
        jobs = [storage.write_acts([act(n)]) for n in range(300)]
        go_on.set()
        await asyncio.gather(held, *jobs)
        return len(commits)

    assert stored(tmp_path, work) == 2, "what was held, and then all that had gathered behind it"
    assert numbers(tmp_path) == list(range(300))


def test_a_job_at_fault_is_refused_alone(tmp_path: Path) -> None:
    def break_down(database: Any) -> None:
        database.execute(insert(ACTS), act(70))
        raise RuntimeError("of its own")

    async def work(storage: Storage) -> list[Any]:
        jobs = [storage.write_acts([act(n)]) for n in range(3)]
        jobs += [storage.write_acts([act(1)])]  # written already
        jobs += [storage.write_acts([act(50), act(51, game="nowhere")])]
        jobs += [storage.write(break_down)]
        jobs += [storage.write_acts([act(3)])]
        return await asyncio.gather(*jobs, return_exceptions=True)

    told = stored(tmp_path, work)
    assert told[:3] + told[-1:] == [None] * 4
    assert [type(each) for each in told[3:6]] == [IntegrityError, IntegrityError, RuntimeError]
    assert numbers(tmp_path) == [0, 1, 2, 3], "of a job at fault nothing is written"


def test_errors_tell_no_secrets(tmp_path: Path) -> None:
    async def work(storage: Storage) -> BaseException:
        rows = [act(0, text="hush"), act(0, text="hush")]
        return (await asyncio.gather(storage.write_acts(rows), return_exceptions=True))[0]

    error = stored(tmp_path, work)
    assert isinstance(error, IntegrityError) and "hush" not in str(error)


def test_what_waits_is_written_before_the_end(tmp_path: Path) -> None:
    async def work(storage: Storage) -> None:
        for n in range(1000):
            storage.write_acts([act(n)])

    stored(tmp_path, work)
    assert numbers(tmp_path) == list(range(1000))


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_process_dies(tmp_path: Path) -> None:
    """Whatever it said was written is there, though it was ended in the middle of more."""
    program = """
import asyncio, os, sys
from pathlib import Path
from sqlalchemy import insert
from casemate.server.schema import GAMES
from casemate.server.storage import Storage
from tests.test_site_storage import GAME_ROW, act

async def main():
    storage = Storage(Path(sys.argv[1]))
    await storage.write(lambda database: database.execute(insert(GAMES), GAME_ROW))
    for n in range(50):
        await storage.write_acts([act(n)])
        os.write(1, b"%d\\n" % n)
    for n in range(50, 500):
        storage.write_acts([act(n)])
    os.kill(os.getpid(), 9)

asyncio.run(main())
"""
    home = Path(__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=home, capture_output=True, check=False)
    assert run.returncode == -9, run.stderr.decode()
    acknowledged = [int(line) for line in run.stdout.split()]
    assert acknowledged == list(range(50))
    found = numbers(tmp_path)
    assert found[:50] == acknowledged and found == list(range(len(found)))


# --- the database's shape -------------------------------------------------------------------------------------------


def test_the_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    async def work(storage: Storage) -> tuple[Any, Any]:
        def ask(database: Any) -> tuple[Any, Any]:
            differences = compare_metadata(MigrationContext.configure(database), SCHEMA)
            return differences, database.execute(text("select version_num from alembic_version")).all()

        return await storage.read(ask)

    assert stored(tmp_path, work) == ([], [(HEAD,)])
    assert stored(tmp_path, work) == ([], [(HEAD,)]), "the second time there is nothing to do"


def test_what_is_there_is_kept(tmp_path: Path) -> None:
    async def first(storage: Storage) -> None:
        await storage.write_acts([act(0)])

    async def second(storage: Storage) -> Any:
        return await storage.read(lambda database: database.execute(select(func.count()).select_from(ACTS)).scalar())

    stored(tmp_path, first)
    assert stored(tmp_path, second) == 1


def refused(folder: Path) -> str:
    with pytest.raises(BadStorage) as caught:
        Storage(folder)
    return str(caught.value)


def test_a_database_from_the_future_is_refused(tmp_path: Path) -> None:
    async def work(storage: Storage) -> None:
        await storage.write(lambda database: database.execute(text("update alembic_version set version_num = '9999'")))

    stored(tmp_path, work)
    assert "newer Casemate" in refused(tmp_path) and "9999" in refused(tmp_path)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "casemate.sqlite").write_bytes(b"a shopping list, and no database at all" * 100)
    before = (tmp_path / "casemate.sqlite").read_bytes()
    assert "cannot be used" in refused(tmp_path)
    assert (tmp_path / "casemate.sqlite").read_bytes() == before


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "cannot be made" in refused(tmp_path / "file")
    assert "cannot be made" in refused(tmp_path / "file" / "below")


def test_a_folder_where_nothing_can_be_kept_is_refused(tmp_path: Path) -> None:
    (tmp_path / "casemate.sqlite").mkdir()
    assert "cannot be used" in refused(tmp_path)


@pytest.mark.slow
def test_the_command_says_so_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    home = Path(__file__).parents[1]
    command = [sys.executable, "-m", "casemate", "serve", "--port", "0", "--data", str(tmp_path / "file")]
    run = subprocess.run(command, cwd=home, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode != 0
    assert "Traceback" not in run.stderr
    assert "cannot be made" in run.stderr


def test_others_on_this_machine_cannot_look_into_the_folder(tmp_path: Path) -> None:
    Storage(tmp_path / "kept").close()
    assert (tmp_path / "kept").stat().st_mode & 0o077 == 0


def test_tokens_are_kept_as_hashes(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        token = site.visitor("Anna").http.cookies["casemate"]
    everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Anna" in everything and token.encode() not in everything


# --- a table whose acts cannot be written -----------------------------------------------------------------------------


@pytest.fixture
def broken(tmp_path: Path) -> Any:
    """A site whose disk can be made to refuse acts, and to take them again."""
    with open_site(tmp_path) as site:

        def obey(is_broken: bool) -> None:
            with sqlite3.connect(tmp_path / "casemate.sqlite") as other:
                other.execute(
                    "create trigger no before insert on acts begin select raise(abort, 'no room'); end"
                    if is_broken
                    else "drop trigger no"
                )

        yield site, obey


def sent_away(screen: Screen) -> str:
    """The last notice before the connection was ended, to come again."""
    with pytest.raises(ConnectionClosed) as caught:
        screen.until(lambda told: False)
    assert caught.value.rcvd is not None and caught.value.rcvd.code == 4000
    return str(screen.heard[-1]["notice"])


def test_what_cannot_be_written_was_not_done(broken: tuple[Site, Callable[[bool], None]]) -> None:
    site, obey = broken
    anna = site.visitor("Anna")
    id = anna.begin("here")["id"]
    screen = anna.live(id)
    screen.play()
    before, answer = anna.view(id), screen.view["answers"][0][0]
    obey(True)
    told = anna.act(id, do="play", answer=answer, at=1)
    assert told.status_code == 409 and "not done" in told.json()["text"]
    after = anna.view(id)
    assert {**after, "n": 0, "people": 0} == {**before, "n": 0, "people": 0}
    assert "not done" in sent_away(screen)  # whoever stands there comes again and sees the whole
    again = anna.live(id)
    assert again.view["at"] == 1
    again.say(do="play", answer=answer, at=1)
    assert "not done" in sent_away(again)
    obey(False)
    again = anna.live(id)
    again.play(answer)
    assert again.view["at"] > 1
    assert anna.act(id, do="play", answer="nonsense").status_code == 409


def test_two_acts_at_once_and_the_first_cannot_be_written(broken: tuple[Site, Callable[[bool], None]]) -> None:
    """The second is not written after a gap."""
    site, obey = broken
    anna = site.visitor("Anna")
    id = anna.begin("here")["id"]
    obey(True)
    screen = anna.live(id)
    for place in range(5):
        screen.say(do="play", answer=screen.view["answers"][0][0], at=None if place else 0)
    assert "not done" in sent_away(screen)
    obey(False)
    with sqlite3.connect(site.folder / "casemate.sqlite") as other:
        assert other.execute("select n from acts").fetchall() == []
    assert anna.view(id)["at"] == 0


def test_a_seat_that_cannot_be_written_stays_free(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        anna, bert = site.visitor("Anna"), site.visitor("Bert")
        begun = anna.begin("friend")
        with sqlite3.connect(tmp_path / "casemate.sqlite") as other:
            other.execute("create trigger no before update on seats begin select raise(abort, 'no room'); end")
        assert bert.join(begun["invitation"]).status_code == 409
        assert bert.view(begun["id"])["seats"] == []
        with sqlite3.connect(tmp_path / "casemate.sqlite") as other:
            other.execute("drop trigger no")
        assert bert.join(begun["invitation"]).status_code == 200
        assert bert.view(begun["id"])["seats"] == [1]


def test_two_sites_on_one_folder_lose_nothing(tmp_path: Path) -> None:
    """Somebody opened it twice by mistake: what one has written the other does not overwrite."""
    with open_site(tmp_path) as first:
        anna = first.visitor("Anna")
        id = anna.begin("here")["id"]
        with open_site(tmp_path) as second:
            elsewhere = second.visitor()
            elsewhere.http.cookies.set("casemate", anna.http.cookies["casemate"])
            assert elsewhere.view(id)["at"] == 0
            answer = anna.view(id)["answers"][0][0]
            assert anna.act(id, do="play", answer=answer, at=0).status_code == 200
            assert elsewhere.act(id, do="play", answer=answer, at=0).status_code == 409
            assert elsewhere.view(id)["at"] == anna.view(id)["at"] == 1
