"""The API: everything the page does, for programs. Who speaks is known by a cookie, or by `Authorization: Bearer`."""

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post, put
from litestar.datastructures import Cookie
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

import casemate
from casemate import record
from casemate.bots import LEVELS
from casemate.errors import CasemateError
from casemate.game import Game, Option, State, TextOption
from casemate.server import view
from casemate.server.acts import Guest, carry_out, is_slow, tag_of
from casemate.server.clocks import Timing
from casemate.server.guard import Limits
from casemate.server.hall import Hall, Room
from casemate.server.live import token_of
from casemate.server.people import COOKIE, People, Person, clean
from casemate.server.tables import LONGEST_ANSWER, Refused, Seat
from casemate.table import CHANCE

YEAR = 365 * 24 * 3600
LONGEST_WAIT = 25.0
COMPUTER, HERE, FRIEND = "computer", "here", "friend"
MOST_ANSWERS, LONGEST_POSITION = 400, 2000
ANSWERS_A_TOKEN = 40  # played again for the price of one request
PICTURES = ("layer", "labels", "marks")
Ask = Request[Any, Any, Any]


class Name(msgspec.Struct, forbid_unknown_fields=True):
    """What to be called: 1 to 24 characters."""

    name: Annotated[str, msgspec.Meta(max_length=200)]


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game to begin: against the `computer` at a level, both sides `here`, or with a `friend` who gets a link."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    opponent: Annotated[str, msgspec.Meta(max_length=20)] = COMPUTER
    level: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None
    options: dict[str, str | int] = {}
    clock: dict[str, str | int] = {}
    position: Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)] | None = None


class Study(msgspec.Struct, forbid_unknown_fields=True):
    """A position, and answers to be played from it."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, str | int] = {}
    position: Annotated[str, msgspec.Meta(max_length=LONGEST_POSITION)] | None = None
    answers: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)]], msgspec.Meta(max_length=MOST_ANSWERS)
    ] = []
    viewer: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None


# --- who speaks -----------------------------------------------------------------------------------------------------


async def guest_of(request: Ask) -> Person | None:
    """Who speaks; None for somebody new."""
    people: People = request.app.state.people
    token = token_of(request.headers)
    person = await people.find(token)
    if person is None and request.headers.get("authorization", "").lower().startswith("bearer "):
        raise NotAuthorizedException("this token is nobody's: POST /api/me gives you one")
    return person


async def welcomed(request: Ask, name: str = "") -> tuple[Person, list[Cookie]]:
    """Who speaks; somebody new becomes a guest and gets a cookie. A name is taken on."""
    people: People = request.app.state.people
    person = await guest_of(request)
    if person is None:
        made, token = await people.welcome(name or None)
        return made, [cookie(request, token)]
    if name and name != person.name:
        person = await people.rename(str(token_of(request.headers)), person, name)
    return person, []


def cookie(request: Ask, token: str) -> Cookie:
    """No script can read it, and no other site's page sends it."""
    is_secure = request.url.scheme == "https"
    return Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure)


def limit(request: Ask, cost: float) -> None:
    """Costly things are rationed by client."""
    limits: Limits = request.app.state.costly
    if not limits.allow(request.client.host if request.client else "", cost):
        raise ClientException("too much at once: please wait a moment", status_code=429)


async def room_of(request: Ask, id: str) -> Room:
    hall: Hall = request.app.state.hall
    try:
        return await hall.room(id)
    except LookupError:
        raise NotFoundException(f"there is no game {id:.20}") from None


# --- people ---------------------------------------------------------------------------------------------------------


@get("/me")
async def me(request: Ask) -> dict[str, Any]:
    """Who you are here. `name` is null until you have begun or joined something, or said it."""
    person = await guest_of(request)
    return {"name": person.name if person else None}


@post("/me", status_code=201)
async def introduce(request: Ask, data: JSONBody[Name]) -> Response[dict[str, Any]]:
    """Become a guest. The `token` is for programs: send it as `Authorization: Bearer ...`; keep it to yourself."""
    limit(request, 1)
    person, token = await request.app.state.people.welcome(data.name)
    return Response({"name": person.name, "token": token}, status_code=201)


@put("/me")
async def rename(request: Ask, data: JSONBody[Name]) -> Response[dict[str, Any]]:
    """Change your name."""
    limit(request, 1)
    person, cookies = await welcomed(request, clean(data.name))
    return Response({"name": person.name}, cookies=cookies)


@get("/catalogue")
async def catalogue() -> dict[str, Any]:
    """The games with their options, and the computer's levels."""
    return {"games": [told_game(casemate.load(name)) for name in casemate.games()], "levels": told_levels()}


def told_game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "designer": game.designer,
        "summary": game.summary,
        "players": list(game.players),
        "options": [told_option(option) for option in game.options],
        "builds": {"a": game.builder.a_noun, "many": game.builder.nouns} if game.builder else None,
        "has_tour": (game.folder / "tour.toml").exists(),
    }


def told_option(option: Option | TextOption) -> dict[str, Any]:
    values, is_range, is_text = option.values, isinstance(option.values, range), isinstance(option, TextOption)
    return {
        "name": option.name,
        "default": option.default,
        "values": None if is_range or is_text else list(values),
        "low": values[0] if is_range else None,
        "high": values[-1] if is_range else None,
        "allowed": option.allowed(),
        "meaning": option.meaning,
        "rule": option.rule,
    }


def told_levels() -> list[dict[str, str]]:
    return [{"name": level.name, "summary": level.summary} for level in LEVELS]


# --- games ----------------------------------------------------------------------------------------------------------


@post("/games", status_code=201)
async def begin(request: Ask, data: JSONBody[NewGame]) -> Response[dict[str, Any]]:
    """Begin a game. `clock` is {"kind": "none"}, {"kind": "game", "seconds", "increment"} or {"kind": "move", "days"}.

    `page` is its address. For a game with a friend `invitation` is the address to send them; whoever comes first sits
    down there.
    """
    limit(request, 1)
    hall: Hall = request.app.state.hall
    game = casemate.load(data.game)
    timing = read_timing(data.clock)
    if data.opponent not in (COMPUTER, HERE, FRIEND):
        raise Refused(f"`opponent` is {COMPUTER}, {HERE} or {FRIEND}")
    levels = [level.name for level in LEVELS]
    level = data.level or levels[0]
    if data.opponent == COMPUTER and level not in levels:
        raise Refused(f"`level` is one of {', '.join(levels)}")
    person, cookies = await welcomed(request)
    own, seat = Seat(person.name, person.id), hall.any_seat() if data.seat is None else data.seat
    others = {COMPUTER: Seat(f"Computer ({level})", None, level), HERE: own, FRIEND: Seat()}
    seats = [own, others[data.opponent]] if seat == 0 else [others[data.opponent], own]
    is_open = data.opponent == FRIEND
    room = await hall.begin(game, data.options, seats, timing, data.position or "", is_open=is_open)
    id, key = room.table.id, room.table.invitation
    content = {"id": id, "page": f"/g/{id}", "seat": seat} | ({"invitation": f"/j/{id}/{key}"} if key else {})
    return Response(content, status_code=201, cookies=cookies)


def read_timing(clock: dict[str, str | int]) -> Timing:
    try:
        whole = {name: value if name == "kind" else int(value) for name, value in clock.items()}
        return Timing(**whole)  # type: ignore[arg-type]
    except CasemateError:
        raise
    except (TypeError, ValueError):
        raise Refused("`clock` has a kind (none, game or move) and whole numbers seconds, increment, days") from None


@get("/games/{id:str}")
async def look(
    request: Ask,
    id: FromPath[str],
    picture: FromQuery[bool] = False,
    since: Annotated[int | None, QueryParameter(ge=0)] = None,
) -> dict[str, Any]:
    """A game as you may see it: position, log, whose turn, and your legal answers if it is yours.

    With `since` (the `n` you saw last) this waits up to 25 seconds for something newer. `picture` adds the drawing.
    """
    room = await room_of(request, id)
    person = await guest_of(request)
    hall: Hall = request.app.state.hall
    if since is not None and room.table.n == since:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(room.changed.wait(), LONGEST_WAIT)
        room = await room_of(request, id)
    await hall.settled(room)
    seen = room.whole(room.table.seats_of(person.id if person else None))
    return seen if picture else {key: value for key, value in seen.items() if key not in PICTURES}


@get("/games/{id:str}/frames/{at:int}")
async def frame(request: Ask, id: FromPath[str], at: FromPath[int]) -> dict[str, Any]:
    """The table as it stood after so many answers, with its drawing."""
    room = await room_of(request, id)
    person = await guest_of(request)
    await request.app.state.hall.settled(room)
    return view.frame(room.table, room.table.seats_of(person.id if person else None), at)


@post("/games/{id:str}/acts", status_code=200)
async def act(request: Ask, id: FromPath[str], data: JSONBody[dict[str, Any]]) -> dict[str, Any]:
    """Do something at a table: the same messages as over the socket, such as {"do": "play", "answer": "...", "at": 3}.

    When this returns, it is on disk. A refusal has status 409 and says why.
    """
    limit(request, 2 if is_slow(data) else 0.2)
    room = await room_of(request, id)
    guest = Guest(request.app.state.hall, room, await guest_of(request))
    told = await carry_out(guest, data)
    answer = told or {"done": {"n": room.table.n, "at": room.table.at}}
    return {key: value | tag_of(data) for key, value in answer.items()}


@get("/games/{id:str}/record", media_type="text/plain")
async def written(request: Ask, id: FromPath[str]) -> Response[str]:
    """The game written down; its dice can be checked from this alone once it is over."""
    room = await room_of(request, id)
    await request.app.state.hall.settled(room)
    name = f'attachment; filename="casemate-{room.table.game.name}-{id}.txt"'
    return Response(room.record(), media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


@post("/records", status_code=201)
async def upload(request: Ask) -> Response[dict[str, Any]]:
    """Put a record (the text itself as the body) where it can be looked at, replayed, checked and reviewed."""
    limit(request, 5)
    body = await request.body()
    if len(body) > record.SIZE:
        raise ClientException(f"a record has at most {record.SIZE} bytes", status_code=413)
    _, cookies = await welcomed(request)
    room = await request.app.state.hall.keep(body)
    return Response({"id": room.table.id, "page": f"/g/{room.table.id}"}, status_code=201, cookies=cookies)


@get("/games/{id:str}/proof")
async def proof(request: Ask, id: FromPath[str]) -> dict[str, Any]:
    """Every roll worked out again from the seed that was committed to."""
    room = await room_of(request, id)
    await request.app.state.hall.settled(room)
    limit(request, 1 + room.table.at / ANSWERS_A_TOKEN)
    verdict = await asyncio.get_running_loop().run_in_executor(None, record.verify, room.record())
    return {"ok": verdict.ok, "proven": verdict.is_proven, "lines": list(verdict.lines)}


@post("/games/{id:str}/review", status_code=202)
async def begin_review(request: Ask, id: FromPath[str]) -> dict[str, Any]:
    """Have a finished game looked back at by the strongest level; GET tells how far it is."""
    limit(request, 5)
    room = await room_of(request, id)
    await request.app.state.hall.draw_conclusions(room)
    return await review_of(request, room)


@get("/games/{id:str}/review")
async def review(request: Ask, id: FromPath[str]) -> dict[str, Any]:
    """What the review found: chances after every answer, luck and decisions, turning points."""
    return await review_of(request, await room_of(request, id))


async def review_of(request: Ask, room: Room) -> dict[str, Any]:
    found = await request.app.state.hall.review(room)
    if found is not None:
        return {"ready": True, "review": found}
    done, of = room.reviewing or (0, 0)
    return {"ready": False, "begun": room.reviewing is not None, "done": done, "of": of}


@post("/study", status_code=200)
async def study(request: Ask, data: JSONBody[Study]) -> dict[str, Any]:
    """Any position of a game, with some answers played: its drawing, and what may be answered. Nothing is kept."""
    limit(request, 0.5 + len(data.answers) / ANSWERS_A_TOKEN)
    game = casemate.load(data.game)
    state = game.read(data.position, **data.options) if data.position else game.start(**data.options)
    for answer in data.answers:
        state.play(answer)
    return studied(state, data.viewer)


def studied(state: State, viewer: int | None) -> dict[str, Any]:
    """A state as the page draws it, with what may be answered."""
    game, to_move = state.game, state.to_move
    moves = state.moves() if to_move is not None else []
    is_chance = to_move == CHANCE
    ending = state.ending
    return {
        "at": len(state.moments) - 1,
        "viewer": viewer,
        "to_move": to_move,
        "frame": game.frame(state),
        "layer": game.layer(state, viewer),
        "labels": game.labels(state, viewer),
        "marks": game.marks(state, viewer) if moves and not is_chance else {},
        "answers": [[move, []] for move in moves] if is_chance else view.said(state),
        "chances": {answer: str(chance) for answer, chance in state.chances().items()},
        "status": game.describe(state, viewer).split("\n", 1)[0],
        "says": game.describe(state, viewer),
        "position": state.position,
        "result": {"shares": state.result, "text": ending.text} if ending else None,
    }


def router() -> Router:
    handlers = [me, introduce, rename, catalogue, begin, look, frame, act, written, upload, proof]
    return Router("/api", route_handlers=[*handlers, begin_review, review, study], tags=["api"])
