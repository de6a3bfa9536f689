"""The pages. Each is whole when it comes; the script only keeps it alive."""

import contextlib
import gzip
import hashlib
import hmac
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import markupsafe
from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import MediaType, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect
from sqlalchemy import Connection as Database
from sqlalchemy import select

import casemate
from casemate import record, rulebook, svg, tour
from casemate.errors import CasemateError
from casemate.game import Game
from casemate.review import GRAPH_STYLE, Review, draw_graph, say, tell
from casemate.server import view
from casemate.server.acts import why
from casemate.server.api import Ask, guest_of, limit, room_of, studied, told_game, told_levels, welcomed
from casemate.server.docs import operations
from casemate.server.hall import Hall, Room
from casemate.server.people import Person
from casemate.server.schema import GAMES, SEATS
from casemate.server.tables import Refused, Table

WEB = Path(__file__).parents[1] / "web"
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
FOREVER = "public, max-age=31536000, immutable"
SHOWN = 20  # games in a list
MOMENTS = 16
WIDE = 364  # a picture in the lobby
LONGEST_POSITION = 6000
Safe = markupsafe.Markup


# --- files ----------------------------------------------------------------------------------------------------------


@cache
def files() -> dict[str, bytes]:
    """Everything the page loads besides itself: our own files, and each game's style."""
    found = {path.name: path.read_bytes() for path in sorted(WEB.iterdir()) if path.suffix in TYPES}
    for name in casemate.games():
        found[f"{name}.css"] = (svg.STYLE + casemate.load(name).style).encode()
    found["review.css"] = GRAPH_STYLE.encode()
    return found


@cache
def static() -> str:
    """Where they are: an address that changes when they do."""
    made_of = hashlib.sha256()
    for name, content in files().items():
        made_of.update(name.encode() + b"\0" + content)
    return f"/static/{made_of.hexdigest()[:12]}"


@cache
def packed(name: str) -> bytes:
    return gzip.compress(files()[name], 9, mtime=0)


@get("/static/{version:str}/{name:str}", include_in_schema=False)
async def file(request: Ask, version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    if name not in files():
        raise NotFoundException("there is no such file")
    headers = {"cache-control": FOREVER if static() == f"/static/{version}" else "no-cache", "vary": "accept-encoding"}
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    if is_packed:
        headers["content-encoding"] = "gzip"
    kind = f"{TYPES[Path(name).suffix]}; charset=utf-8"
    return Response(packed(name) if is_packed else files()[name], media_type=kind, headers=headers)


@get("/favicon.ico", include_in_schema=False)
async def icon() -> Redirect:
    return Redirect(f"{static()}/favicon.svg")


# --- templates ------------------------------------------------------------------------------------------------------


@cache
def templates() -> Environment:
    found = Environment(
        loader=PackageLoader("casemate", "web/templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    found.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return found


def page(name: str, person: Person | None, status: int = 200, cookies: Any = (), **context: Any) -> Response[str]:
    """A page of the site."""
    known = [{"name": each, "title": casemate.load(each).title} for each in casemate.games()]
    shared = {
        "static": static(),
        "me": {"name": person.name} if person else None,
        "games": [told_game(casemate.load(each["name"])) for each in known],
    }
    text = templates().get_template(name).render(shared | context)
    headers = {"cache-control": "no-store"}
    return Response(text, media_type=MediaType.HTML, status_code=status, cookies=list(cookies), headers=headers)


def load(name: str) -> Game:
    try:
        return casemate.load(name)
    except CasemateError as refusal:
        raise NotFoundException(str(refusal)) from None


# --- the lobby ------------------------------------------------------------------------------------------------------


@get("/", include_in_schema=False)
async def lobby(request: Ask) -> Response[str]:
    """Where everything begins."""
    person, hall = await guest_of(request), request.app.state.hall
    games = [told_game(casemate.load(name)) | shown_game(name) for name in casemate.games()]
    mine = await games_of(hall, person) if person else []
    live = [room for room in hall.rooms.values() if is_worth_watching(room)][-SHOWN:]
    return page(
        "lobby.html",
        person,
        title="Casemate",
        games=games,
        mine=mine,
        live=[told_table(room, None) for room in live],
    )


@get("/play/{name:str}", include_in_schema=False)
async def play(request: Ask, name: FromPath[str]) -> Response[str]:
    """Where a game is set up: against whom, how strong, with which clock and rules."""
    game = load(name)
    told = told_game(game) | shown_game(name)
    person = await guest_of(request)
    return page("play.html", person, title=f"Play {game.title}", game=told, levels=told_levels())


@cache
def shown_game(name: str) -> dict[str, Any]:
    """Where a game's picture is, and how large: a lively moment of its first recorded game, or the start."""
    game = casemate.load(name)
    shown = [game.start()]
    for file in sorted((game.folder / "replays").glob("*.record"))[:1]:
        played = record.read(file.read_bytes()).state
        shown += [record.shortened(played, len(played.steps) * n // MOMENTS) for n in range(1, MOMENTS)]
    open_moments = [each for each in shown if each.to_move in (0, 1) and not each.now.hidden]
    state = max(open_moments, key=lambda each: len(game.labels(each, 0)))
    _, _, width, height = game.frame(state)
    asked = urlencode({"position": state.position} | state.options)
    return {
        "picture": f"/pictures/{name}.svg?{asked}",
        "width": WIDE,
        "height": round(WIDE * height / width),
    }


def is_worth_watching(room: Room) -> bool:
    table = room.table
    return table.is_between_people and table.is_complete and not table.is_over and bool(table.at)


async def games_of(hall: Hall, person: Person) -> list[dict[str, Any]]:
    ids = await hall.storage.read(lambda database: ids_of(database, person.id))
    tables = []
    for id in ids:
        with contextlib.suppress(CasemateError):  # of a game, or by rules, that are no longer here
            tables.append(told_table(await hall.room(id), person))
    return tables


def ids_of(database: Database, person: int) -> list[str]:
    """A person's games, the newest first."""
    sat = select(SEATS.c.game).where(SEATS.c.person == person)
    latest = select(GAMES.c.id).where(GAMES.c.id.in_(sat)).order_by(GAMES.c.result.isnot(None), GAMES.c.created.desc())
    return [row.id for row in database.execute(latest.limit(SHOWN))]


def told_table(room: Room, person: Person | None) -> dict[str, Any]:
    table = room.table
    seats = table.seats_of(person.id if person else None)
    names = [seat.name or "…" for at, seat in enumerate(table.seats) if at not in seats or len(seats) == 2]
    who = "both sides here" if len(seats) == 2 else ", ".join(names) if seats else " – ".join(names)
    is_asked = table.asked is not None and table.asked in seats
    over = table.state.ending.text if table.is_over and table.state.ending else ""
    return {
        "id": table.id,
        "page": f"/g/{table.id}",
        "title": table.game.title,
        "who": who,
        "status": over or ("Your turn" if is_asked else view.status(table, view.seen_as(table, seats))),
        "your_turn": is_asked,
    }


# --- tables ---------------------------------------------------------------------------------------------------------


@get("/g/{id:str}", include_in_schema=False)
async def table(request: Ask, id: FromPath[str]) -> Response[str]:
    """A table: to play at, to watch, to look back."""
    room, person = await room_of(request, id), await guest_of(request)
    await request.app.state.hall.settled(room)
    seats = room.table.seats_of(person.id if person else None)
    seen, game = room.whole(seats), room.table.game
    return page(
        "table.html",
        person,
        title=f"{game.title}: {' – '.join(seat.name or '…' for seat in room.table.seats)}",
        game=told_game(game),
        id=id,
        backdrop=Safe(game.backdrop(room.table.state.options, seen["viewer"])),
        view=seen,
        invitation=invitation_for(room.table, seats),
    )


def invitation_for(table: Table, seats: tuple[int, ...]) -> str | None:
    """The address to send to a friend, for the one who waits for them."""
    return f"/j/{table.id}/{table.invitation}" if seats and table.invitation and not table.is_complete else None


@get("/g/{id:str}/review", include_in_schema=False)
async def review(request: Ask, id: FromPath[str]) -> Response[str]:
    """What looking back found, as a part of the table's page."""
    room = await room_of(request, id)
    found = await request.app.state.hall.review(room)
    if found is None:
        raise NotFoundException("this game has not been looked back at")
    looked, game = Review.from_data(found), room.table.game
    return page(
        "review.html",
        None,
        review=looked,
        rows=tell(looked, game),
        turns=[(change, say(change, game.players)) for change in looked.turning_points],
        graph=Safe(draw_graph(looked, game.players)),
        game=told_game(game),
    )


@get("/j/{id:str}/{key:str}", include_in_schema=False)
async def invitation(request: Ask, id: FromPath[str], key: FromPath[str]) -> Response[str]:
    """An invitation: to be read before a seat is taken."""
    room, person = await invited(request, id, key), await guest_of(request)
    table = room.table
    host = next((seat.name for seat in table.seats if seat.is_taken), "")
    own = table.game.settle({})
    chosen = {name: value for name, value in table.state.options.items() if value != own[name]}
    free = next((at for at, seat in enumerate(table.seats) if not seat.is_taken), None)
    return page(
        "invitation.html",
        person,
        title=f"{host} invites you",
        game=told_game(table.game),
        host=host,
        options=chosen,
        clock=table.clock.timing.told(),
        seat=None if free is None else table.name(free),
        is_host=bool(person and table.seats_of(person.id)),
        table=f"/g/{id}",
        action=f"/j/{id}/{key}",
    )


@post("/j/{id:str}/{key:str}", include_in_schema=False)
async def join(request: Ask, id: FromPath[str], key: FromPath[str]) -> Response[Any]:
    """Take the seat."""
    limit(request, 1)
    room = await invited(request, id, key)
    form = await request.form()
    person, cookies = await welcomed(request, str(form.get("name") or ""))
    await request.app.state.hall.take_seat(room, person)
    if "json" in request.headers.get("accept", ""):
        seat = room.table.seats_of(person.id)[0]
        return Response({"id": id, "page": f"/g/{id}", "seat": seat}, status_code=200, cookies=cookies)
    return Redirect(f"/g/{id}", status_code=303, cookies=cookies)


async def invited(request: Ask, id: str, key: str) -> Room:
    room = await room_of(request, id)
    if not hmac.compare_digest(key.encode(), (room.table.invitation or "").encode()):
        raise NotFoundException("there is no such invitation")
    return room


# --- rules, tours, pictures -----------------------------------------------------------------------------------------


@get("/rules/{name:str}", include_in_schema=False)
async def rules(request: Ask, name: FromPath[str]) -> Response[str]:
    """A whole rulebook."""
    game = load(name)
    toc, body = book(name)
    return page(
        "rules.html",
        await guest_of(request),
        title=f"The rules of {game.title}",
        game=told_game(game),
        body=Safe(body),
        toc=toc,
    )


@cache
def book(name: str) -> tuple[list[tuple[str, str]], str]:
    game = casemate.load(name)
    return rulebook.contents(game.rulebook), rulebook.write_page(game)


@get("/rules/{name:str}/{number:str}", include_in_schema=False)
async def rule(name: FromPath[str], number: FromPath[str]) -> Response[str]:
    """One rule, to be read beside the board."""
    game = load(name)
    if number not in game.rulebook.rules:
        raise NotFoundException(f"there is no rule {number:.20}")
    found = game.rulebook[number]
    body = Safe(rulebook.write_rule(game, number))
    return page("rule.html", None, game=told_game(game), number=number, chapter=found.chapter, body=body)


@get("/tour/{name:str}", include_in_schema=False)
async def first_lesson(name: FromPath[str]) -> Redirect:
    """A tour begins at its beginning."""
    return Redirect(f"/tour/{load(name).name}/1")


@get("/tour/{name:str}/{n:int}", include_in_schema=False)
async def lesson(request: Ask, name: FromPath[str], n: FromPath[int]) -> Response[str]:
    """A lesson of a game's tour."""
    game = load(name)
    lessons = lessons_of(game)
    if not 1 <= n <= len(lessons):
        raise NotFoundException(f"this tour has the lessons 1 to {len(lessons)}")
    chosen = lessons[n - 1]
    state, viewer = tour.play(chosen, []).state, viewer_of(chosen)
    return page(
        "tour.html",
        await guest_of(request),
        title=f"{game.title}, lesson {n}: {chosen.title}",
        game=told_game(game),
        n=n,
        lessons=[{"n": at, "title": each.title, "rule": each.rule} for at, each in enumerate(lessons, 1)],
        lesson={
            "title": chosen.title,
            "text": Safe(rulebook.write_text(chosen.text, game)),
            "rule": chosen.rule,
            "task": chosen.task,
        },
        backdrop=Safe(game.backdrop(state.options, viewer)),
        view=studied(state, viewer),
    )


@post("/tour/{name:str}/{n:int}", status_code=200, include_in_schema=False)
async def try_lesson(
    request: Ask, name: FromPath[str], n: FromPath[int], data: JSONBody[dict[str, Any]]
) -> dict[str, Any]:
    """What answers come to in a lesson."""
    limit(request, 0.2)
    lessons = lessons_of(load(name))
    if not 1 <= n <= len(lessons):
        raise NotFoundException(f"this tour has the lessons 1 to {len(lessons)}")
    answers = data.get("answers")
    if not isinstance(answers, list) or len(answers) > 20 or not all(isinstance(each, str) for each in answers):
        raise Refused("`answers` is a list of what has been answered so far")
    outcome = tour.play(lessons[n - 1], answers)
    if "touched" in data:
        return why(outcome.state, {"spots": data["touched"]})
    said = {"done": outcome.done, "says": outcome.says, "rules": list(outcome.rules)}
    return studied(outcome.state, viewer_of(lessons[n - 1])) | {"lesson": said}


def viewer_of(lesson: tour.Lesson) -> int:
    """A lesson is seen from the side of whoever begins it."""
    return tour.play(lesson, []).state.to_move or 0


@cache
def lessons_of(game: Game) -> tuple[tour.Lesson, ...]:
    found = tour.read(game)
    return found.lessons if found else ()


@get("/pictures/{name:str}", include_in_schema=False)
async def picture(request: Ask, name: FromPath[str]) -> Response[str]:
    """Any position of a game as a picture."""
    game = load(name.removesuffix(".svg"))
    asked = dict(request.query_params)
    drawn = draw(game, asked.pop("position", ""), asked.pop("viewer", ""), json.dumps(asked, sort_keys=True))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})


@lru_cache(256)
def draw(game: Game, position: str, viewer: str, options: str) -> str:
    if viewer not in ("", "0", "1"):
        raise Refused("`viewer` is 0 or 1")
    if len(position) > LONGEST_POSITION or len(options) > 2000:
        raise Refused("that is too long for a position")
    told: Mapping[str, object] = json.loads(options)
    state = game.read(position, **told) if position else game.start(**told)
    return state.svg(int(viewer) if viewer else None)


@get("/docs", include_in_schema=False)
async def docs(request: Ask) -> Response[str]:
    """What the API can do."""
    schema = request.app.openapi_schema.to_schema()
    return page("docs.html", await guest_of(request), title="The API", operations=operations(schema))


HANDLERS = [
    file, icon, lobby, play, table, review, invitation, join,
    rules, rule, first_lesson, lesson, try_lesson, picture, docs,
]  # fmt: skip
