"""A WebSocket client small enough that hundreds of them on one core are no burden, and the HTTP before them.

All of it goes to this machine. What `bench/live.py` measures is the server: a client that decodes little, masks with
zeros (the format allows it) and offers no compression leaves the time to the other side.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

HERE = "127.0.0.1"
PATIENCE = 20.0  # seconds; nothing on one machine takes so long unless it is broken
LARGEST = 1 << 24

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Refused(Exception):
    """The server answered, and not as hoped."""


class Wire(asyncio.Protocol):
    """One WebSocket. `hear` gets each text and when its last byte came; `lost` is called when the connection ends."""

    def __init__(self, request: bytes, hear: "Hear", lost: Callable[[], None]) -> None:
        self.request, self.hear, self.lost = request, hear, lost
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest, self.parts = b"", b""
        self.messages = self.bytes = 0
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self.bytes += len(data)
        data = self.rest + data if self.rest else data
        if not self.opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            self.answered(head)
        self.rest = self.take_frames(data, now)

    def answered(self, head: bytes) -> None:
        status = head.split(b"\r\n", 1)[0]
        if b" 101 " in status + b" ":
            self.opened.set_result(None)
        else:
            self.opened.set_exception(Refused(status.decode("latin-1")))
            self.transport.abort()

    def take_frames(self, data: bytes, now: float) -> bytes:
        """Every whole frame at the front of the data; what is left over."""
        at, end = 0, len(data)
        while end - at >= 2:
            length, body = data[at + 1], at + 2
            if length > 125:
                body += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : body], "big")
            if end < body + length:
                break
            self.take_frame(data[at], data[body : body + length], now)
            at = body + length
        return data[at:]

    def take_frame(self, first: int, payload: bytes, now: float) -> None:
        kind = first & 15
        if kind == PING:
            self.write(PONG, payload)
        elif kind == CLOSE:
            self.transport.close()
        elif not first & 128:
            self.parts += payload
        else:
            self.messages += 1
            payload, self.parts = self.parts + payload, b""
            self.hear(self, payload, now)

    def say(self, text: bytes) -> None:
        self.write(TEXT, text)

    def write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        assert size < 1 << 16
        length = bytes([128 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + payload)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionResetError("closed before it was open"))
        self.lost()

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()


Hear = Callable[[Wire, bytes, float], None]


async def connect(
    port: int, path: str, headers: dict[str, str], hear: Hear, lost: Callable[[], None], source: str = HERE
) -> Wire:
    """An open WebSocket, from one of the many addresses a machine has to itself."""
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
    request = write_head("GET", path, port, {**upgrade, **headers})
    loop = asyncio.get_running_loop()
    line, wire = await loop.create_connection(lambda: Wire(request, hear, lost), HERE, port, local_addr=(source, 0))
    try:
        refuse_itself(line)
        await asyncio.wait_for(wire.opened, PATIENCE)
    except BaseException:
        wire.close()
        raise
    return wire


def write_head(method: str, path: str, port: int, headers: dict[str, str]) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {HERE}:{port}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


async def ask(
    port: int,
    method: str,
    path: str,
    body: object = None,
    headers: dict[str, str] | None = None,
    source: str = HERE,
) -> tuple[dict[str, str], bytes]:
    """One HTTP request: the answer's headers, by their names in small letters, and its body."""
    return await asyncio.wait_for(ask_patiently(port, method, path, body, headers or {}, source), PATIENCE)


async def ask_patiently(
    port: int, method: str, path: str, body: object, headers: dict[str, str], source: str
) -> tuple[dict[str, str], bytes]:
    payload = b"" if body is None else msgspec.json.encode(body)
    sent = {"Accept": "application/json", "Connection": "close", **headers}
    if method != "GET":
        sent |= {"Content-Type": "application/json", "Content-Length": str(len(payload))}
    reader, writer = await asyncio.open_connection(HERE, port, limit=LARGEST, local_addr=(source, 0))
    try:
        refuse_itself(writer.transport)
        writer.write(write_head(method, path, port, sent) + payload)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        received = dict(read_header(line) for line in lines if line)
        answer = await reader.readexactly(int(received["content-length"])) if "content-length" in received else b""
    finally:
        writer.close()
    if status.split(" ")[1] not in ("200", "201", "204", "302", "303"):
        raise Refused(f"{method} {path}: {status} {answer[:300].decode(errors='replace')}")
    return received, answer


def refuse_itself(line: asyncio.BaseTransport) -> None:
    """Where nobody listens, a line that happens to begin at the very port it is for leads back to itself."""
    if line.get_extra_info("sockname") == line.get_extra_info("peername"):
        raise ConnectionRefusedError("nobody listens there")


def read_header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.lower(), value.strip()
