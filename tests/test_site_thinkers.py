"""Those who think for the site: whatever becomes of one of them, its work is done and the game goes on."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

import casemate
from casemate.bots import LEVELS
from casemate.server import thinkers as rooms
from casemate.server.thinkers import NoThought, Thinker, Thinkers
from tests.sites import GAME, Site, Visitor, open_site

LEVEL = LEVELS[0].name


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASEMATE_PLAIN", "1")  # nothing is compiled beside it


def thinking(work: Callable[[Thinkers], Coroutine[Any, Any, Any]]) -> Any:
    """What comes of working with thinkers."""

    async def run() -> Any:
        found = Thinkers()
        try:
            return await work(found)
        finally:
            await found.close()

    return asyncio.run(run())


def processes(found: Thinkers) -> list[int]:
    everybody = (*found.thinkers, found.reviewer)
    return [each.process.pid for each in everybody if each.process and each.process.returncode is None]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("level", [level.name for level in LEVELS[:2]])
def test_the_computer_answers_and_hints(level: str) -> None:
    state = casemate.load(GAME).start()

    async def work(found: Thinkers) -> None:
        assert await found.choose(state, level, 7) in state.moves()
        lines = await found.hint(state)
        assert lines and all(line["answer"] in state.moves() and 0 <= line["win"] <= 1 for line in lines)
        assert 0 <= await found.weigh(state) <= 1
        assert len(set(processes(found))) == len(processes(found)) <= found.count

    thinking(work)


@pytest.mark.slow
def test_who_is_killed_is_replaced() -> None:
    """Between two jobs and in the middle of one."""
    state = casemate.load(GAME).start()

    async def work(found: Thinkers) -> None:
        first = await found.choose(state, LEVEL, 7)
        for _ in range(2):
            old = processes(found)
            for process in old:
                os.kill(process, signal.SIGKILL)
            assert await found.choose(state, LEVEL, 7) == first, "thought of again by another"
            assert not set(old) & set(processes(found))
        job = asyncio.ensure_future(found.choose(state, LEVEL, 7))
        while not processes(found):
            await asyncio.sleep(0)
        for process in processes(found):
            os.kill(process, signal.SIGKILL)
        assert await job == first

    thinking(work)


@pytest.mark.slow
def test_who_hangs_is_ended_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is stopped dead answers nothing: it is ended, and another one does the work."""
    monkeypatch.setattr(rooms, "GRACE", 1.5)
    state = casemate.load(GAME).start()

    async def work(found: Thinkers) -> None:
        await found.choose(state, LEVEL, 7)
        old = processes(found)
        for process in old:
            os.kill(process, signal.SIGSTOP)
        began = time.monotonic()
        assert await found.choose(state, LEVEL, 7, left=1.0) in state.moves()
        assert time.monotonic() - began < 12
        assert not any(is_alive(process) for process in old)

    thinking(work)


@pytest.mark.parametrize("said", [b"nonsense\n", b"[]\n", b"{}\n", b'{"progress": 5}\n', b"\xff\xfe\n", b""])
def test_who_talks_nonsense_is_ended(said: bytes, tmp_path: Path) -> None:
    """Whatever comes out of a process, its job fails clearly and the next one has a new process."""
    program = tmp_path / "babbler"
    program.write_bytes(
        b"#!/bin/sh\nread job\nprintf '%b' '" + "".join(f"\\0{each:03o}" for each in said).encode() + b"'\n"
    )
    program.chmod(0o700)

    async def run() -> None:
        thinker = Thinker()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rooms.sys, "executable", str(program))
            with pytest.raises(NoThought):
                await thinker.think({"do": "choose"}, 10, progress=lambda done, of: None)
        assert thinker.process is None
        await thinker.end()

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize(
    "job", [{}, {"do": "fly"}, {"do": "choose"}, {"do": "choose", "game": "nowhere", "is_compiled": False}]
)
def test_a_job_that_breaks_its_process_is_refused_alone(job: dict[str, Any]) -> None:
    state = casemate.load(GAME).start()

    async def work(found: Thinkers) -> None:
        with pytest.raises(NoThought) as caught:
            await found.put(0, job, 30)
        assert "Traceback" not in str(caught.value)
        assert await found.choose(state, LEVEL, 7) in state.moves()

    thinking(work)


@pytest.mark.slow
def test_the_hard_limit_holds() -> None:
    """However long a job would take, whoever asked has an answer or a refusal by then."""
    state = casemate.load(GAME).start()

    async def work(found: Thinkers) -> None:
        await found.weigh(state)  # it is up and running
        job = found.told(state) | {"do": "hint", "level": LEVELS[-1].name, "seconds": 60.0, "seed": 1}
        began = time.monotonic()
        with pytest.raises(NoThought):
            await found.put(0, job, 0.3)
        assert time.monotonic() - began < 3

    thinking(work)


@pytest.mark.slow
def test_those_who_no_longer_wait_cost_nothing() -> None:
    state = casemate.load(GAME).start()

    async def work(found: Thinkers) -> None:
        await found.choose(state, LEVEL, 7)
        forgotten = [asyncio.ensure_future(found.hint(state)) for _ in range(50)]
        await asyncio.sleep(0)
        for job in forgotten[1:]:
            job.cancel()
        began = time.monotonic()
        await found.choose(state, LEVEL, 7)
        assert time.monotonic() - began < 10
        assert found.waiting.qsize() <= 50
        forgotten[0].cancel()

    thinking(work)


@pytest.mark.slow
def test_nobody_is_left_behind() -> None:
    state, left = casemate.load(GAME).start(), []

    async def work(found: Thinkers) -> None:
        await found.choose(state, LEVEL, 7)
        left.extend(processes(found))
        asyncio.ensure_future(found.hint(state))  # noqa: RUF006
        await asyncio.sleep(0)

    thinking(work)
    assert left and not any(is_alive(process) for process in left)


# --- at a table -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("site")) as opened:
        yield opened


def against_the_computer(site: Site) -> tuple[Visitor, str]:
    anna = site.visitor("Anna")
    return anna, anna.begin("computer", level=LEVEL)["id"]


@pytest.mark.slow
def test_the_computer_plays_and_is_taken_back(site: Site) -> None:
    anna, id = against_the_computer(site)
    screen = anna.live(id)
    for _ in range(3):
        screen.play()
        screen.see(lambda view: view["to_move"] == 0 and not view["thinking"])
    view = screen.view
    assert view["people"][1]["kind"] == "computer" and view["people"][1]["here"]
    if view["can"]["undo"]:
        at = view["at"]
        screen.say(do="undo", at=at)
        assert screen.see(lambda view: view["at"] < at)["answers"], "it is one's own turn again"
    assert screen.ask(do="hint")["hint"]["lines"]
    screen.close()


def test_the_game_goes_on_when_thinkers_die(site: Site) -> None:
    anna, id = against_the_computer(site)
    screen = anna.live(id)
    for _ in range(4):
        screen.play()
        for process in processes(site.hall.thinkers):
            os.kill(process, signal.SIGKILL)
        screen.see(lambda view: view["to_move"] == 0 or view["result"])
    screen.close()


@pytest.mark.slow
def test_a_game_left_while_the_computer_thinks_goes_on(site: Site) -> None:
    """Nobody is there when it answers; and a table laid from disk has it think again."""
    anna, id = against_the_computer(site)
    anna.act(id, do="play", answer=anna.view(id)["answers"][0][0])
    site.hall.forget(id)
    screen = anna.live(id)
    screen.see(lambda view: view["to_move"] == 0 and view["at"] > 1)
    screen.close()


@pytest.mark.slow
def test_the_computer_declines_or_agrees_to_a_draw(site: Site) -> None:
    anna, id = against_the_computer(site)
    screen = anna.live(id)
    screen.say(do="draw")
    screen.until(lambda told: "notice" in told or screen.view["result"])
    assert screen.view["offers"]["draw"] is None or screen.catch_up()["offers"]["draw"] is None
    screen.close()


@pytest.mark.slow
def test_a_finished_game_is_looked_back_at(site: Site) -> None:
    anna, id = against_the_computer(site)
    anna.act(id, do="play", answer=anna.view(id)["answers"][0][0])
    screen = anna.live(id)
    assert anna.http.post(f"/api/games/{id}/review").status_code == 409, "not while it goes on"
    assert anna.http.get(f"/g/{id}/review").status_code == 404
    screen.say(do="resign")
    screen.see(lambda view: view["result"])
    assert anna.http.post(f"/api/games/{id}/review").status_code == 202
    assert anna.http.post(f"/api/games/{id}/review").status_code == 202, "asked twice, it is done once"
    screen.until(lambda told: told.get("review", {}).get("ready") or "notice" in told)
    found = anna.http.get(f"/api/games/{id}/review").json()
    assert found["ready"] and found["review"]
    assert anna.http.get(f"/g/{id}/review").status_code == 200
    assert site.log.faults() == []
    screen.close()
