"""A live table over a WebSocket: the whole table first, then every change; answers and acts come back the same way."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from casemate.errors import CasemateError
from casemate.server.acts import Guest, carry_out, is_slow, tag_of
from casemate.server.guard import bucket, is_own_page
from casemate.server.hall import Hall, Room, Visitor
from casemate.server.people import COOKIE, People
from casemate.server.tables import Refused
from casemate.server.view import encode

RATE, BURST = 20.0, 60.0  # messages a second from one connection, and at once
PATIENCE = 200  # refusals for haste before a connection is ended
NOT_FOUND, FORBIDDEN, TOO_MUCH, COME_AGAIN = 4404, 4403, 1008, 4000
CONNECTIONS = 64  # of one client to one table
COMING = 0.2  # what a connection costs of what a client may ask (app.py)
decode = msgspec.json.decode
log = logging.getLogger("casemate")


@websocket("/live/{id:str}", include_in_schema=False)
async def live(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    """One connection, from its coming to its going."""
    hall: Hall = socket.app.state.hall
    people: People = socket.app.state.people
    if not is_own_page(socket.headers.get("origin"), socket.headers.get("host"), None):
        await socket.close(FORBIDDEN, "not a page of this site")
        return
    client = socket.client.host if socket.client else ""
    if not socket.app.state.costly.allow(client, COMING):
        await refuse(socket, TOO_MUCH, "too much at once")
        return
    person = await people.find(token_of(socket))
    try:
        room = await hall.room(id)
    except (LookupError, CasemateError):  # nowhere, or of a game or by rules that are no longer here
        await refuse(socket, NOT_FOUND, "there is no such table")
        return
    if room.crowd(client) >= CONNECTIONS:
        await refuse(socket, TOO_MUCH, f"at most {CONNECTIONS} connections to a table")
        return
    await socket.accept()
    try:
        await attend(socket, hall, room, await hall.come(room, person, client))
    except Exception:
        log.exception("a connection to table %s broke", id)
        raise


async def refuse(socket: WebSocket[Any, Any, Any], code: int, why: str) -> None:
    await socket.accept()  # else a browser is not told the code
    await socket.close(code, why)


async def attend(socket: WebSocket[Any, Any, Any], hall: Hall, room: Room, visitor: Visitor) -> None:
    """While somebody is at a table."""
    sender = asyncio.create_task(send_on(socket, visitor))
    try:
        if visitor.seats and room.table.is_between_people:
            for line in await hall.chat_so_far(room):
                visitor.tell(encode({"chat": line}))
        await listen(socket, hall, room, visitor)
    finally:
        hall.go(room, visitor)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sender


def token_of(connection: Any) -> str | None:
    """Who speaks: by the cookie of a browser, or the token of a program."""
    bearer = connection.headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        return str(bearer[7:].strip())
    found: str | None = connection.cookies.get(COOKIE)
    return found


async def send_on(socket: WebSocket[Any, Any, Any], visitor: Visitor) -> None:
    """Send what waits, in order."""
    while (message := await visitor.waiting.get()) is not None:
        await socket.send_text(message)
    await socket.close(COME_AGAIN, "come again")


async def listen(socket: WebSocket[Any, Any, Any], hall: Hall, room: Room, visitor: Visitor) -> None:
    """Carry out what is said until the connection ends."""
    tokens, hasty = bucket(RATE, BURST), 0
    guest, thinking = Guest(hall, room, visitor.person), None
    while True:
        try:
            text = await socket.receive_data("text")
        except WebSocketDisconnect:
            return
        said = read(text)
        if not tokens.take():
            hasty += 1
            if hasty > PATIENCE:
                await socket.close(TOO_MUCH, "too much at once")
                return
            slower = {"text": f"slower, please: at most {RATE:.0f} messages a second", "rules": ()}
            visitor.tell(encode({"refused": slower | tag_of(said)}))
            continue
        if not is_slow(said):
            say(visitor, await hear(guest, said))
        elif thinking is None or thinking.done():
            thinking = asyncio.create_task(hear(guest, said))
            thinking.add_done_callback(lambda task: None if task.cancelled() else say(visitor, task.result()))
        else:
            visitor.tell(encode({"refused": {"text": "still thinking about the last question"} | tag_of(said)}))


def say(visitor: Visitor, answer: dict[str, Any] | None) -> None:
    if answer is not None:
        visitor.tell(encode(answer))


def read(text: Any) -> object:
    """What a message says; None if it says nothing."""
    try:
        return decode(text)
    except (msgspec.DecodeError, UnicodeError, TypeError, RecursionError):
        return None


async def hear(guest: Guest, said: object) -> dict[str, Any] | None:
    """What is said in return to a message, whatever it may be."""
    tag = tag_of(said)
    try:
        told = await carry_out(guest, said)
    except Refused as refusal:
        refused = {"text": refusal.text, "rules": refusal.rules, "at": guest.table.at}
        if isinstance(said, dict) and isinstance(said.get("answer"), str):
            refused["answer"] = said["answer"][:40]
        return {"refused": refused | tag}
    except Exception:
        log.exception("a message to table %s broke", guest.table.id)
        return {"refused": {"text": "something broke here; it is written down", "rules": ()} | tag}
    return {key: value | tag for key, value in told.items()} if told else None
