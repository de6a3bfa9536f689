"""The site in a process of its own, and Chromium: what tests of the page begin with (pytest_plugins)."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import casemate
from tests.guests import DESKTOP, GAME, PATIENCE, Guest

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class House:
    """`casemate serve` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.folder, self.url = folder, f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        words = ["-m", "casemate", "serve", "--port", str(self.port), "--data", str(self.folder)]
        with (self.folder / "said.log").open("ab") as said:
            self.process = subprocess.Popen([sys.executable, *words], stdout=said, stderr=said)
        give_up = time.monotonic() + 2 * PATIENCE
        while not self.answers():
            assert self.process.poll() is None and time.monotonic() < give_up, self.said()
            time.sleep(0.05)

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as line:
            return bool(
                line.getsockname() != line.getpeername()
            )  # where nobody listens, a line may lead back to itself
        return False

    def kill(self) -> None:
        """As when the power fails."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(PATIENCE)
        assert "Traceback" not in self.said(), self.said()

    def said(self) -> str:
        return (self.folder / "said.log").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    casemate.load(GAME).compile()  # the site takes the rules from the cache
    made = House(tmp_path_factory.mktemp("house"))
    made.open()
    yield made
    made.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    found = shutil.which("chromium")
    if found is None:
        pytest.fail("The page is tested in Chromium, and there is none here: `make test` says how to get it")
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(house: House, chromium: Browser) -> Iterator[Callable[..., Guest]]:
    """Somebody new comes to the site; when all are gone, nothing may have gone wrong in their browsers."""
    came: list[Guest] = []

    def come(**how: Any) -> Guest:
        came.append(Guest(chromium, house.url, DESKTOP | how))
        return came[-1]

    yield come
    faults = [fault for guest in came for fault in guest.faults]
    for guest in came:
        guest.context.close()
    assert faults == []
