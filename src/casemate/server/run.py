"""`casemate serve`: one command, one process, no other service."""

import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn

from casemate.errors import CasemateError
from casemate.server.app import make_app
from casemate.server.storage import Storage

HOST, PORT, NEXT = "127.0.0.1", 8321, 20  # where to listen; how many ports to try after the usual one
MESSAGE = 16_384  # bytes in a message over a socket
FAREWELL = 3  # seconds to say goodbye


class BadPlace(CasemateError):
    """Where nobody can listen, and why."""


def home() -> Path:
    """Where games are kept unless a folder is named."""
    return Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "casemate"


def serve(host: str = HOST, port: int | None = None, folder: Path | None = None, is_shown: bool = False) -> None:
    """Open the site and keep it open until Ctrl-C."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    logging.getLogger("casemate").setLevel(logging.INFO)
    kept = folder or home()
    Storage(kept).close()  # one that cannot be used is refused before anybody is let in
    listening = listen(host, port)
    app = make_app(kept)
    place = f"http://{host if ':' not in host else f'[{host}]'}:{listening.getsockname()[1]}/"
    print(f"Casemate is open at {place}\nGames are kept in {kept}. Ctrl-C closes the table.", flush=True)
    if is_shown:
        show(place)
    config = uvicorn.Config(
        app,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=FAREWELL,
    )
    gc.freeze()  # what has been made by now stays: no need to look through it again and again
    gc.set_threshold(50_000, 20, 50)
    uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at that port; at the usual one, or the next that is free, if none is named."""
    ports = range(PORT, PORT + NEXT) if port is None else [port]
    for each in ports:
        try:
            return bound(host, each)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BadPlace(f"nobody can listen at {host}, port {each}: {error.strerror or error}") from None
    used = f"port {port} is" if port is not None else f"ports {PORT} to {PORT + NEXT - 1} are"
    raise BadPlace(f"{used} in use: name another one with --port") from None


def bound(host: str, port: int) -> socket.socket:
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    made = socket.socket(family, kind)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.bind(address)
        made.listen(1024)
    except OSError:
        made.close()
        raise
    made.setblocking(False)
    return made


def show(place: str) -> None:
    """Open the page in a browser as soon as the site answers, where there is a screen to see it on."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    timer = threading.Timer(0.5, webbrowser.open, [place])
    timer.daemon = True
    timer.start()
