"""The site for tests: the real app under the real server, visitors with cookies of their own, and what they see."""

import contextlib
import importlib
import json
import logging
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from casemate.server import live
from casemate.server.app import make_app
from casemate.server.hall import Hall, Room
from casemate.server.run import MESSAGE, bound
from tests.pictures import GAME

PATIENCE = 20.0  # seconds until a test gives up waiting


class Log(logging.Handler):
    """What the site wrote to its log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def faults(self) -> list[str]:
        """Tracebacks and errors, which no visitor may cause."""
        shown = logging.Formatter()
        return [shown.format(each) for each in self.records if each.exc_info or each.levelno >= logging.ERROR]


class Site:
    """The site, open at a port of this machine."""

    def __init__(self, folder: Path, port: int, app: Any, log: Log) -> None:
        self.folder, self.port, self.app, self.log = folder, port, app, log
        self.host = f"127.0.0.1:{port}"
        self.address = f"http://{self.host}"

    @property
    def hall(self) -> Hall:
        found: Hall = self.app.app.state.hall
        return found

    def room(self, id: str) -> Room:
        return self.hall.rooms[id]

    def visitor(self, name: str = "") -> "Visitor":
        made = Visitor(self)
        if name:
            made.http.put("/api/me", json={"name": name}).raise_for_status()
        return made


class Visitor:
    """A browser: its cookie, and what it asks for."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.http = httpx.Client(base_url=site.address, timeout=PATIENCE, verify=False)

    def begin(self, opponent: str = "here", **told: Any) -> dict[str, Any]:
        answer = self.http.post("/api/games", json={"game": GAME, "opponent": opponent, "seat": 0} | told)
        assert answer.status_code == 201, answer.text
        begun: dict[str, Any] = answer.json()
        return begun

    def join(self, invitation: str) -> httpx.Response:
        return self.http.post(invitation, headers={"accept": "application/json"})

    def act(self, id: str, **said: Any) -> httpx.Response:
        return self.http.post(f"/api/games/{id}/acts", json=said)

    def view(self, id: str, **query: Any) -> dict[str, Any]:
        answer = self.http.get(f"/api/games/{id}", params={"picture": True} | query)
        assert answer.status_code == 200, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def headers(self) -> dict[str, str]:
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}

    def live(self, id: str, **also: str) -> "Screen":
        address = f"ws://{self.site.host}/live/{id}"
        return Screen(connect(address, additional_headers=self.headers() | also, max_queue=None))


class Screen:
    """What somebody at a table sees: the whole once, then what changes."""

    def __init__(self, connection: AbstractContextManager[ClientConnection]) -> None:
        self.socket = connection.__enter__()
        self.view: dict[str, Any] = {}
        self.marks: dict[str, str] = {}
        self.chat: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.until(lambda told: "view" in told)

    def hear(self) -> dict[str, Any]:
        """The next message, taken in."""
        told: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        if "view" in told:
            self.view, self.marks = told["view"], dict(told["view"]["marks"])
        update = told.get("update", {})
        if update.get("n", 0) > self.view.get("n", 0):
            self.change(dict(update))
        if "chat" in told:
            self.chat.append(told["chat"])
        self.heard.append(told)
        return told

    def change(self, update: dict[str, Any]) -> None:
        for apart in ("layer", "labels"):
            merged = self.view[apart] | update.pop(apart, {})
            self.view[apart] = {key: value for key, value in merged.items() if value is not None}
        del self.view["log"][update.pop("log_from", len(self.view["log"])) :]
        self.view["log"] += update.pop("log", [])
        self.marks |= update.pop("marks", {})
        self.view |= update
        self.view["marks"] = {
            spot: self.marks[spot] for _, spots, *_ in self.view["answers"] for spot in spots if spot in self.marks
        }

    def until(self, is_it: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first message of that kind; all before it are taken in too."""
        while not is_it(told := self.hear()):
            pass
        return told

    def see(self, is_so: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Until the view is so."""
        while not is_so(self.view):
            self.hear()
        return self.view

    def say(self, **said: Any) -> None:
        self.socket.send(json.dumps(said))

    def ask(self, **said: Any) -> dict[str, Any]:
        """What is said in return."""
        tag = random.getrandbits(40)
        self.say(**said, tag=tag)
        return self.until(lambda told: any(isinstance(each, dict) and each.get("tag") == tag for each in told.values()))

    def catch_up(self) -> dict[str, Any]:
        """The view once everything on its way has come."""
        self.ask(do="ping")
        return self.view

    def play(self, answer: str | None = None, choice: random.Random | None = None) -> str:
        """Answer and see it done: the answer named, or any."""
        seen = self.see(lambda view: view["answers"])
        said = answer or (choice or random.Random(seen["at"])).choice([text for text, *_ in seen["answers"]])
        at = seen["at"]
        self.say(do="play", answer=said, at=at)
        self.see(lambda view: view["at"] > at or view["result"])
        return str(said)

    def close(self) -> None:
        self.socket.close()


@contextlib.contextmanager
def open_site(folder: Path, port: int = 0, rate: float = 10_000) -> Iterator[Site]:
    """The site as `casemate serve` opens it, in a thread; at `rate` messages a second nobody is asked to be slower."""
    log = Log()
    names = ("casemate", "uvicorn.error", "litestar", "asyncio")
    listening, app = bound("127.0.0.1", port), make_app(folder)
    config = uvicorn.Config(
        app,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    is_open = threading.Event()

    class Server(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            is_open.set()

    server = Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    for name in names:
        logging.getLogger(name).addHandler(log)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CASEMATE_PLAIN", "1")  # nothing is compiled beside it
        patch.setattr(live, "RATE", rate)
        patch.setattr(live, "BURST", 3 * rate)
        thread.start()
        assert is_open.wait(PATIENCE)
        try:
            yield Site(folder, listening.getsockname()[1], app, log)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            for name in names:
                logging.getLogger(name).removeHandler(log)
            assert not thread.is_alive()


TOY = """
from dataclasses import replace
from tests.toys import {name}

def own_secrets(state, viewer):
    hidden = state.steps[len(state.steps) - state.now.hidden :]
    return {{"own": str([step.text for step in hidden if step.player == viewer])}}

GAME = replace({name}, is_open=False, layer=own_secrets, labels=own_secrets)
"""


@contextlib.contextmanager
def toy_games(folder: Path, *names: str) -> Iterator[None]:
    """Toys (toys.py) in the shelf of games, as folders of their own."""
    for name in names:
        (folder / name.lower()).mkdir(parents=True)
        (folder / name.lower() / "__init__.py").write_text(TOY.format(name=name))
    shelf = importlib.import_module("casemate.games")
    shelf.__path__.append(str(folder))
    try:
        yield
    finally:
        shelf.__path__.remove(str(folder))
        for name in names:
            sys.modules.pop(f"casemate.games.{name.lower()}", None)
