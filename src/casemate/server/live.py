"""A live table over a WebSocket: the whole table first, then every change; answers and acts come back the same way.

Sockets come straight from the server (ASGI), for a thousand moves a second leave no time for a framework's layers.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import msgspec

from casemate.errors import CasemateError
from casemate.server.acts import Guest, carry_out, is_slow, tag_of
from casemate.server.guard import bucket, is_own_page
from casemate.server.hall import Hall, Room, Send, Visitor
from casemate.server.people import COOKIE
from casemate.server.tables import Refused
from casemate.server.view import encode

PLACE = "/live/"
RATE, BURST = 20.0, 60.0  # messages a second from one connection, and at once
PATIENCE = 200  # refusals for haste before a connection is ended
NOT_FOUND, FORBIDDEN, TOO_MUCH = 4404, 4403, 1008
CONNECTIONS = 64  # of one client to one table
COMING = 0.2  # what a connection costs of what a client may ask (app.py)
decode = msgspec.json.decode
log = logging.getLogger("casemate")


async def live(scope: Mapping[str, Any], receive: Any, send: Send, state: Any) -> None:
    """One connection, from its coming to its going."""
    await receive()  # websocket.connect
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if not is_own_page(headers.get("origin"), headers.get("host"), None):
        await send({"type": "websocket.close", "code": FORBIDDEN, "reason": "not a page of this site"})
        return
    await send({"type": "websocket.accept"})
    client = scope["client"][0] if scope.get("client") else ""
    if not state.costly.allow(client, COMING):
        await end(send, TOO_MUCH, "too much at once")
        return
    hall: Hall = state.hall
    try:
        person = await state.people.find(token_of(headers))
        room = await hall.room(scope["path"].removeprefix(PLACE))
    except (LookupError, CasemateError):  # nowhere, or of a game or by rules that are no longer here
        await end(send, NOT_FOUND, "there is no such table")
        return
    if room.crowd(client) >= CONNECTIONS:
        await end(send, TOO_MUCH, f"at most {CONNECTIONS} connections to a table")
        return
    visitor = await hall.come(room, person, send, client)
    try:
        if visitor.seats and room.table.is_between_people:
            for line in await hall.chat_so_far(room):
                visitor.tell(encode({"chat": line}))
        await listen(receive, send, hall, room, visitor)
    except Exception:
        log.exception("a connection to table %s broke", room.table.id)
    finally:
        visitor.is_gone = True
        hall.go(room, visitor)
        if visitor.sender is not None:
            visitor.sender.cancel()


async def end(send: Send, code: int, why: str) -> None:
    await send({"type": "websocket.close", "code": code, "reason": why})


def token_of(headers: Mapping[str, str]) -> str | None:
    """Who speaks: by the token of a program, or the cookie of a browser."""
    bearer = headers.get("authorization", "")
    if bearer.lower().startswith("bearer "):
        return bearer[7:].strip()
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return unquote(value.strip('"'))
    return None


async def listen(receive: Any, send: Send, hall: Hall, room: Room, visitor: Visitor) -> None:
    """Carry out what is said until the connection ends."""
    tokens, hasty = bucket(RATE, BURST), 0
    guest, thinking = Guest(hall, room, visitor.person), None
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        said = read(message.get("text") or message.get("bytes"))
        if not tokens.take():
            hasty += 1
            if hasty > PATIENCE:
                await end(send, TOO_MUCH, "too much at once")
                return
            slower = {"text": f"slower, please: at most {RATE:.0f} messages a second", "rules": ()}
            visitor.tell(encode({"refused": slower | tag_of(said)}))
        elif not is_slow(said):
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
