"""The site put together: `casemate serve`."""

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import ClientException, HTTPException, PermissionDeniedException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import casemate
from casemate import svg
from casemate.errors import BadNotation, CasemateError, IllegalMove, UnknownName
from casemate.server import api, armies, pages
from casemate.server.guard import HEADERS, Limits, is_ours, is_own_page
from casemate.server.hall import Hall
from casemate.server.live import PLACE, live
from casemate.server.people import People
from casemate.server.storage import Storage
from casemate.server.tables import Refused
from casemate.server.thinkers import NoThought, Thinkers

log = logging.getLogger("casemate")
COSTLY_RATE, COSTLY_BURST = 20.0, 1000.0  # what one client may ask of the API: so much a second, so much at once
BODY = 1_200_000  # bytes in a request
SAFE = ("GET", "HEAD", "OPTIONS")


def make_app(folder: Path) -> "Site":
    """The site as an ASGI application, its games kept in a folder."""

    @contextlib.asynccontextmanager
    async def open_for_business(app: Litestar) -> AsyncIterator[None]:
        storage, thinkers = Storage(folder), Thinkers()
        app.state.people = People(storage)
        app.state.costly = Limits(COSTLY_RATE, COSTLY_BURST)
        hall = app.state.hall = Hall(storage, thinkers)
        for name in casemate.games():
            hall.spawn(get_ready(thinkers, name))
        yield
        await hall.close()
        await thinkers.close()
        storage.close()

    app = Litestar(
        route_handlers=[api.router(), armies.router(), *pages.HANDLERS, *armies.HANDLERS],
        lifespan=[open_for_business],
        before_request=refuse_strangers,
        exception_handlers={CasemateError: refuse, HTTPException: refuse, Exception: apologise},
        compression_config=CompressionConfig("gzip", minimum_size=600, gzip_compress_level=6, exclude="/static/"),
        openapi_config=described(),
        request_max_body_size=BODY,
        type_encoders={svg.Markup: str},
        logging_config=None,
    )
    logging.getLogger("uvicorn.error").addFilter(is_ours)
    return Site(app)


class Site:
    """The whole as one ASGI application: sockets go straight to their tables; every page and answer carries the headers
    that keep browsers from being talked into things. HEAD is answered as GET, and the server leaves out the body.
    """

    def __init__(self, app: Litestar) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket" and scope["path"].startswith(PLACE):
            await live(scope, receive, send, self.app.state)
            return

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await self.app(scope, receive, guarded)


def described() -> OpenAPIConfig:
    """The schema alone: the page that shows it (/docs) is our own and loads nothing from elsewhere."""
    return OpenAPIConfig(
        "Casemate",
        casemate.__version__,
        path="/openapi",
        use_handler_docstrings=True,
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    )


async def get_ready(thinkers: Thinkers, name: str) -> None:
    """Have a game's rules compiled beside the site, then take them from the cache."""
    with contextlib.suppress(NoThought):
        if await thinkers.compile(name):
            casemate.load(name).compile(wait=False)


async def refuse_strangers(request: Request[Any, Any, Any]) -> None:
    """What changes something is asked by a page of this site, or by a program."""
    if request.method in SAFE:
        return
    headers = request.headers
    if not is_own_page(headers.get("origin"), headers.get("host"), headers.get("sec-fetch-site")):
        raise PermissionDeniedException("another site's page may not do this")


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """What is not done, and why: as JSON to programs, as a page to people."""
    rules: tuple[str, ...] = ()
    if isinstance(error, HTTPException):
        status, text = error.status_code, told(error)
    elif isinstance(error, Refused | IllegalMove):
        status, text, rules = 409, getattr(error, "text", str(error)), tuple(rule for rule in error.rules if rule)
    elif isinstance(error, UnknownName):
        status, text = 404, str(error)
    elif isinstance(error, NoThought):
        status, text = 503, str(error)
    else:
        status, text = 400, str(error)
    if isinstance(error, BadNotation | IllegalMove):
        text = str(error)
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api"):
        return pages.page("error.html", None, status=status, title=text, code=status, text=text)
    headers = (error.headers if isinstance(error, HTTPException) else None) or {}
    content = {"text": text, "rules": rules}
    return Response(content, status_code=status, media_type="application/json", headers=headers)


def told(error: HTTPException) -> str:
    """What a framework's refusal says, with the field at fault."""
    extra = error.extra if isinstance(error.extra, list) else []
    faults = [
        f"{each.get('key', '')}: {each.get('message', '')}".strip(": ") for each in extra if isinstance(each, dict)
    ]
    detail = {404: "there is no such page", 405: "this address does not take that method"}.get(error.status_code)
    text = error.detail if error.detail and error.detail not in ("Not Found", "Method Not Allowed") else detail
    return "; ".join([text or error.__class__.__name__, *faults])[:600]


def apologise(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Something of ours broke: it is written to the log, and nothing of it is shown."""
    if isinstance(error, msgspec.MsgspecError | RecursionError):  # of the framework, reading what was sent
        return refuse(request, ClientException("this cannot be read: it is not JSON, or nested too deeply"))
    log.error("%s %s broke", request.method, request.url.path, exc_info=error)
    return Response({"text": "something broke here; it is written down", "rules": []}, status_code=500)
