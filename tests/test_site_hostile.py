"""Whatever is sent to the site: a clear refusal, nothing changed, nothing broken."""

import asyncio
import contextlib
import html
import json
import random
import re
import socket as sockets
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import casemate
from casemate import record
from casemate.dice import Dice
from casemate.server.acts import ACTS
from casemate.server.app import BODY, COSTLY_BURST, COSTLY_RATE
from casemate.server.guard import Limits
from casemate.server.live import BURST, CONNECTIONS, PATIENCE, RATE
from casemate.server.run import MESSAGE
from tests.sites import GAME, Screen, Site, Visitor, open_site

SCRIPT = "<script>alert(1)</script>"[:24]
JSON = {"content-type": "application/json"}


@pytest.fixture(autouse=True)
def clean(site: Site) -> Iterator[None]:
    """Each test begins with all its tokens, and breaks nothing."""
    site.app.app.state.costly = Limits(COSTLY_RATE, COSTLY_BURST)
    yield
    faults = site.log.faults()
    site.log.records.clear()
    assert faults == []


@pytest.fixture
def anna(site: Site) -> Visitor:
    return site.visitor("Anna")


def is_refusal(answer: httpx.Response) -> bool:
    """A clear one: what was wrong in words, and nothing from inside."""
    told = answer.json()
    return 400 <= answer.status_code < 500 and bool(told["text"]) and "Traceback" not in answer.text


# --- messages -------------------------------------------------------------------------------------------------------


JUNK = [
    "",
    " ",
    "null",
    "true",
    "5",
    "[]",
    "{}",
    '"play"',
    "{",
    '{"do"',
    '{"do": 5}',
    '{"do": []}',
    '{"do": null}',
    '{"do": "Play"}',
    '{"do": "__init__"}',
    '{"do": "play"}',
    '{"do": "play", "do": "fly"}',
    "NaN",
    '{"do": "ping", "tag": NaN}',
    '{"do": "ping", "tag": 1e999}',
    '{"do": "\\ud800"}',
    "[" * 8000,
    '{"do":' * 2000,
    "\0\0\0",
    "\ufeff{}",
    "play",
]


def test_junk_over_the_socket_is_refused(anna: Visitor) -> None:
    screen = anna.live(anna.begin("here")["id"])
    for junk in JUNK:
        screen.socket.send(junk)
        assert screen.until(lambda told: "refused" in told)["refused"]["text"]
    for frame in (b"", b"\0" * 100, b'{"do": "ping"}', b"\xff\xfe"):
        screen.socket.send(frame)
        assert screen.until(lambda told: "refused" in told or "pong" in told)
    assert screen.catch_up()["at"] == 0


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_to_the_api_is_refused(site: Site, anna: Visitor, junk: str) -> None:
    id = anna.begin("here")["id"]
    for path in (f"/api/games/{id}/acts", "/api/games", "/api/study", f"/tour/{GAME}/1"):
        assert is_refusal(anna.http.post(path, content=junk.encode("utf-8", "surrogatepass"), headers=JSON)), path
    assert is_refusal(anna.http.put("/api/me", content=junk.encode("utf-8", "surrogatepass"), headers=JSON))


WRONG: list[Any] = [None, True, -1, 0, 1.5, 10**18, "", "x" * 3000, "\0", [], {}, [[]], {"a": 1}, ["x"] * 50, SCRIPT]


@pytest.mark.parametrize("what", ACTS)
def test_wrong_types_in_every_field(anna: Visitor, what: str) -> None:
    """Each act with each field of the wrong kind: an answer, no fault; at most what is allowed was done."""
    if what in ("resign", "draw", "hint"):
        return  # they have no fields, and a hint takes its time
    id = anna.begin("here")["id"]
    screen = anna.live(id)
    answer = screen.play()
    for field in ("answer", "at", "spots", "text", "tag", "do"):
        for wrong in WRONG:
            said = {"do": what, "answer": answer, "at": 0, "spots": ["a1"], "text": "", field: wrong}
            status = anna.act(id, **said).status_code
            assert status in (200, 400, 409), (said, status)
            if status == 200 and what == "undo":
                return


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)
@given(said=st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["do", "answer", "at", "spots", "tag", "text"]) | st.text(max_size=5), inner, max_size=5),
    max_leaves=12,
) | st.fixed_dictionaries({"do": st.sampled_from([each for each in ACTS if each not in ("resign", "draw")])}, optional={
    "answer": st.text(max_size=12) | st.sampled_from(["c2-c3", "+C4", "xc5", "C4>C7"]),
    "spots": st.lists(st.text(max_size=4) | st.sampled_from(["c2", "C4", "xc5", "ends"]), max_size=4),
    "at": st.integers(-2, 5), "tag": st.text(max_size=50) | st.integers(), "text": st.text(max_size=80),
}))  # fmt: skip
def test_any_message_is_answered_or_refused(shared: Screen, said: Any) -> None:
    try:
        text = json.dumps(said)
        text.encode()
    except ValueError:
        return
    shared.socket.send(text)
    shared.catch_up()


@pytest.fixture(scope="module")
def shared(site: Site) -> Iterator[Screen]:
    anna = site.visitor("Anna")
    screen = anna.live(anna.begin("here")["id"])
    yield screen
    screen.close()


def test_too_large_a_message_ends_the_connection(anna: Visitor) -> None:
    id = anna.begin("here")["id"]
    screen = anna.live(id)
    screen.socket.send(json.dumps({"do": "chat", "text": "x" * MESSAGE}))
    with pytest.raises(ConnectionClosed):
        screen.until(lambda told: False)
    assert screen.socket.close_code == 1009
    assert anna.live(id).view["at"] == 0


def test_a_message_in_pieces_is_no_larger(anna: Visitor) -> None:
    screen = anna.live(anna.begin("here")["id"])
    with pytest.raises(ConnectionClosed):
        screen.socket.send("x" * 1000 for _ in range(30))
        screen.until(lambda told: False)


def test_text_that_is_no_text_ends_the_connection(anna: Visitor) -> None:
    screen = anna.live(anna.begin("here")["id"])
    screen.socket.send(b"\xff\xfe\xfd", text=True)
    with pytest.raises(ConnectionClosed):
        screen.until(lambda told: False)


def test_what_is_no_websocket_breaks_nothing(site: Site, anna: Visitor) -> None:
    id = anna.begin("here")["id"]
    assert anna.http.get(f"/live/{id}").status_code in (400, 404, 405, 426)
    upgrade = (
        f"GET /live/{id} HTTP/1.1\r\nhost: {site.host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    for tail in (
        b"",
        b"\xff" * 200,
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x81\xff" + b"\0" * 12,
        b"\x88\x01x",
        b"\x89\x7e\xff\xff",
    ):
        with sockets.create_connection(("127.0.0.1", site.port), 5) as raw:
            raw.sendall(upgrade.encode() + tail)
            raw.shutdown(sockets.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                while raw.recv(65536):
                    pass
    assert anna.live(id).view["at"] == 0


# --- floods ---------------------------------------------------------------------------------------------------------


def test_a_flood_from_one_connection_is_slowed_and_then_ended(tmp_path_factory: pytest.TempPathFactory) -> None:
    with open_site(tmp_path_factory.mktemp("flood"), rate=RATE) as site:
        anna, bert = site.visitor("Anna"), site.visitor("Bert")
        begun = anna.begin("friend")
        bert.join(begun["invitation"])
        calm, hasty = anna.live(begun["id"]), bert.live(begun["id"])
        with pytest.raises(ConnectionClosed):
            for number in range(PATIENCE + 4 * int(BURST)):
                hasty.say(do="why", answer="x", tag=number)
            hasty.until(lambda told: False)
        with pytest.raises(ConnectionClosed):
            hasty.until(lambda told: False)  # what had come before it was ended
        assert hasty.socket.close_code == 1008
        refused = [told["refused"] for told in hasty.heard if "refused" in told]
        assert any("slower" in each["text"] for each in refused)
        assert {each["tag"] for each in refused if "slower" in each["text"]} <= set(range(1000))
        calm.play()
        assert calm.view["at"] >= 1, "nobody else waits"
        assert site.log.faults() == []


def test_a_crowd_of_connections_to_one_table(site: Site, anna: Visitor) -> None:
    id = anna.begin("here")["id"]
    screen = anna.live(id)

    async def crowd() -> list[int]:
        address, codes = f"ws://{site.host}/live/{id}", []
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(CONNECTIONS + 10):
                socket = await stack.enter_async_context(websockets.connect(address, max_queue=None))
                try:
                    await asyncio.wait_for(socket.recv(), 10)
                except ConnectionClosed:
                    codes.append(socket.close_code or 0)
        return codes

    codes = asyncio.run(crowd())
    assert len(codes) >= 10 and set(codes) == {1008}
    assert screen.see(lambda view: view["watching"] == 0)["at"] == 0
    screen.play()


def test_who_does_not_read_is_let_go(site: Site, anna: Visitor) -> None:
    """Somebody takes in nothing of what is sent: the others go on, and nothing piles up without end."""
    id = anna.begin("here")["id"]
    screen = anna.live(id)
    with sockets.create_connection(("127.0.0.1", site.port)) as deaf:
        deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        key = "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA=="
        upgrade = f"GET /live/{id} HTTP/1.1\r\nhost: {site.host}\r\nupgrade: websocket\r\nconnection: upgrade"
        deaf.sendall(f"{upgrade}\r\n{key}\r\n\r\n".encode())
        screen.see(lambda view: view["watching"] == 1)
        choice = random.Random(1)
        for _ in range(250):
            if screen.view["at"] and screen.view["can"]["undo"] and choice.random() < 0.5:
                at = screen.view["at"]
                screen.say(do="undo", at=at)
                screen.see(lambda view: view["at"] < at)  # noqa: B023
            else:
                screen.play(choice=choice)
            if screen.view["result"]:
                break
        waiting = [len(each.waiting) for found in site.room(id).visitors.values() for each in found]
        assert max(waiting) <= 200
    screen.see(lambda view: view["watching"] == 0)


def test_a_flood_of_requests_is_rationed(site: Site, anna: Visitor) -> None:
    """After so many costly requests a client must wait; the pages stay open to it."""
    site.app.app.state.costly = Limits(1.0, 5.0)
    told = [anna.http.post("/api/games", json={"game": GAME, "opponent": "here"}).status_code for _ in range(20)]
    assert told[:5] == [201] * 5 and told[-1] == 429
    body = b"no record"
    assert is_refusal(anna.http.post("/api/records", content=body))
    assert anna.http.get("/").status_code == 200


def test_long_work_costs_more(site: Site, anna: Visitor) -> None:
    site.app.app.state.costly = Limits(1.0, 8.0)
    answers = ["c"] * 400
    assert anna.http.post("/api/study", json={"game": GAME, "answers": answers}).status_code == 429


# --- other people's seats and games -----------------------------------------------------------------------------------


def test_another_sites_page_can_do_nothing(site: Site, anna: Visitor) -> None:
    id = anna.begin("here")["id"]
    evil: list[dict[str, str]] = [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"http://{site.host}.evil.example"},
        {"origin": f"http://evil.example/{site.host}"},
        {"origin": f"http://{site.host}@evil.example"},
        {"origin": "http://127.0.0.1"},
        {"origin": "http://["},
        {"origin": ""},
    ]
    for headers in evil:
        for path in (f"/api/games/{id}/acts", "/api/games", "/api/me", "/api/records", "/api/study", f"/j/{id}/x"):
            assert anna.http.post(path, json={"do": "resign"}, headers=headers).status_code == 403, (path, headers)
        assert anna.http.put("/api/me", json={"name": "Eve"}, headers=headers).status_code == 403
        with pytest.raises(InvalidStatus) as caught:
            anna.live(id, **headers)
        assert caught.value.response.status_code == 403
    for site_of in ("cross-site", "same-site", "junk"):
        answer = anna.http.post(f"/api/games/{id}/acts", json={"do": "resign"}, headers={"sec-fetch-site": site_of})
        assert answer.status_code == 403
    assert anna.view(id)["result"] is None
    own = {"origin": site.address, "sec-fetch-site": "same-origin"}
    assert anna.http.post(f"/api/games/{id}/acts", json={"do": "ping"}, headers=own).status_code == 200
    assert anna.live(id, origin=site.address).view["seats"] == [0, 1]
    assert "access-control-allow-origin" not in anna.http.get("/api/me", headers=evil[0]).headers


def test_forged_cookies_and_tokens_are_nobodys(site: Site, anna: Visitor) -> None:
    id = anna.begin("here")["id"]
    real, client = anna.http.cookies["casemate"], site.visitor().http
    forged: list[bytes] = [
        b"1",
        b"x" * 5000,
        real[:-1].encode(),
        real.encode() + b"x",
        real.swapcase().encode(),
        b"\xff\xfe",
        b'"' + real[:-2].encode() + b'"',
        b"' or 1=1 --",
        b"null",
        b"%00",
    ]
    for cookie in forged:
        answer = client.get(f"/api/games/{id}", headers=[(b"cookie", b"casemate=" + cookie)])
        assert answer.status_code == 200 and answer.json()["seats"] == [] and answer.json()["answers"] == []
        bearer = client.get("/api/me", headers=[(b"authorization", b"Bearer " + cookie)])
        assert bearer.status_code in (200, 401) and bearer.json().get("name") is None
    token = httpx.get(f"{site.address}/api/games/{id}", headers={"authorization": f"Bearer {real}"})
    assert token.json()["seats"] == [0, 1], "the same token, sent by a program"


def test_who_is_nobody_moves_nothing(site: Site, anna: Visitor) -> None:
    """With neither cookie nor seat: every act at every kind of table is refused."""
    stranger, eve = site.visitor(), site.visitor("Eve")
    eve.begin("here")
    for opponent in ("here", "friend", "computer"):
        id = anna.begin(opponent)["id"]
        before = {**anna.view(id), "n": 0, "clock": 0}
        for what in ACTS:
            if what != "ping":
                for who in (stranger, eve):
                    told = who.act(id, do=what, answer=before["answers"][0][0] if before["answers"] else "x", text="x")
                    assert told.status_code == 409, what
        assert {**anna.view(id), "n": 0, "clock": 0} == before


def test_pages_are_given_no_cookie_until_it_is_needed_and_then_a_safe_one(site: Site) -> None:
    someone = site.visitor()
    for path in ("/", "/docs", f"/rules/{GAME}", "/api/me", "/api/catalogue"):
        assert "set-cookie" not in someone.http.get(path).headers
    made = someone.http.post("/api/games", json={"game": GAME, "opponent": "here"})
    cookie = made.headers["set-cookie"].lower()
    assert all(flag in cookie for flag in ("httponly", "samesite=lax", "path=/"))
    assert "secure" not in cookie.replace("httponly", "")
    token = someone.http.cookies["casemate"]
    assert len(token) >= 43
    for path in ("/", f"/g/{made.json()['id']}", f"/api/games/{made.json()['id']}", "/api/me"):
        assert token not in someone.http.get(path).text, "no page tells a script the secret"


def test_a_secure_cookie_where_the_line_is_secure(site: Site) -> None:
    """Behind something that speaks https for us, and says so."""
    made = httpx.post(
        f"{site.address}/api/games", json={"game": GAME, "opponent": "here"}, headers={"x-forwarded-proto": "https"}
    )
    assert "secure" in made.headers["set-cookie"].lower().split("; ")


# --- names, words and texts -------------------------------------------------------------------------------------------


NASTY = [
    SCRIPT,
    "'\"><img src=x onerror=a",
    "</script><b>",
    "{{7*7}}{%x%}",
    "a\r\nset-cookie: x=1",
    "a\nGame: other",
    "\u202eevil\u200b\u0000",
    "&lt;b&gt;",
    "../../etc/passwd",
    "${jndi:x}",
    "☺" * 24,
    "\\u000aSeed: 00",
    "-->",
    "'; drop table people;--"[:24],
]


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
def test_names_are_only_ever_text(site: Site, name: str) -> None:
    anna, bert = site.visitor(), site.visitor("Bert")
    answer = anna.http.put("/api/me", json={"name": name})
    assert answer.status_code == 200
    kept = answer.json()["name"]
    assert not re.search(r"[\x00-\x1f\x7f\u202a-\u202e\u200b]", kept) and 1 <= len(kept) <= 24
    begun = anna.begin("friend")
    pages = [bert.http.get(path).text for path in (begun["invitation"], begun["page"])]
    bert.join(begun["invitation"])
    id = begun["id"]
    anna.act(id, do="word", text=name)
    anna.act(id, do="chat", text=name)
    anna.act(id, do="play", answer=anna.view(id)["answers"][0][0])
    pages += [anna.http.get("/").text, anna.http.get(begun["page"]).text, bert.http.get("/").text]
    assert kept in html.unescape(pages[0]), "an invitation says who invites"
    for page in pages:
        scripts = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
        if any(sign in kept for sign in "<>&\"'"):
            assert kept not in scripts, "it is escaped wherever it stands"
        data = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, flags=re.DOTALL)
        assert all(json.loads(each) is not None for each in data), "no name ends a block of data"
    anna.act(id, do="resign")
    written = anna.http.get(f"/api/games/{id}/record")
    assert "set-cookie" not in written.headers
    assert re.fullmatch(r'attachment; filename="[\w.-]+"', written.headers["content-disposition"])
    read = record.read(written.text)
    assert read.names == (kept, "Bert") and read.seed is not None
    assert record.verify(written.text).ok


def test_paths_lead_nowhere_else(site: Site, anna: Visitor) -> None:
    paths = [
        "/static/../app.py",
        "/static/x/../../server/app.py",
        "/static/x/..%2f..%2fserver%2fapp.py",
        "/static/x/%2e%2e/%2e%2e/pyproject.toml",
        "/static/x/templates/base.html",
        "/static/x/casemate.sqlite",
        "//etc/passwd",
        "/static//etc/passwd",
        "/static/x/\\..\\x",
        "/rules/..%2f..%2fserver",
        "/rules/__init__",
        "/tour/..%2fx",
        "/pictures/..%2fx.svg",
        "/pictures/os.svg",
        "/g/..%2f..%2fx",
        "/g/%00",
        "/g/%ff%fe",
        "/j/x/y",
        "/api/games/%0d%0aset-cookie:x=1",
        "/%0d%0aset-cookie:x=1",
        f"/rules/{GAME}/%0d%0ax",
        "/openapi/../x",
        "/api/games/x/record/..",
        f"/pictures/{GAME}.svg.svg",
        "/favicon.ico/x",
        "/" + "x" * 5000,
        "/g/" + "9" * 3000,
    ]
    for path in paths:
        answer = raw_get(site, path)
        status = int(answer.split(b" ")[1])
        assert status in (400, 404), (path, status)
        assert b"set-cookie" not in answer.partition(b"\r\n\r\n")[0].lower()
        assert b"Traceback" not in answer and b"root:" not in answer


def raw_get(site: Site, path: str) -> bytes:
    """As it stands, not tidied by a client."""
    with sockets.create_connection(("127.0.0.1", site.port), 10) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nhost: {site.host}\r\nconnection: close\r\n\r\n".encode("latin-1"))
        answer = b""
        while piece := raw.recv(65536):
            answer += piece
    return answer


def test_bodies_too_large_are_refused(site: Site, anna: Visitor) -> None:
    assert is_refusal(anna.http.post("/api/records", content=b"x" * (record.SIZE + 1)))
    assert anna.http.post("/api/records", content=b"x" * (BODY + 1)).status_code == 413
    for path in ("/api/games", "/api/me", "/api/study"):
        assert anna.http.post(path, content=b" " * (BODY + 1), headers=JSON).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 100_000

    with contextlib.suppress(httpx.TransportError):  # the line may be cut in the middle of it
        assert anna.http.post("/api/records", content=endless()).status_code == 413


def test_odd_forms_at_an_invitation(site: Site, anna: Visitor) -> None:
    begun = anna.begin("friend")
    forms: list[dict[str, Any]] = [
        {"content": b"--x\r\ngarbage", "headers": {"content-type": "multipart/form-data; boundary=x"}},
        {"content": b"garbage", "headers": {"content-type": "multipart/form-data"}},
        {"files": {"name": ("x", b"abc")}},
        {"content": b"%ff%fe=&&&name=%00", "headers": {"content-type": "application/x-www-form-urlencoded"}},
        {"data": {"name": "x" * 100}},
        {"data": {"name": "\u202e"}},
    ]
    for form in forms:
        answer = httpx.post(site.address + begun["invitation"], **form)
        assert 400 <= answer.status_code < 500 and "Traceback" not in answer.text
    assert anna.view(begun["id"])["people"][1]["kind"] == "nobody"


# --- positions, options and records -----------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["self", "position", "options", "__class__", "", "\0", SCRIPT])
def test_options_with_strange_names(anna: Visitor, field: str) -> None:
    body = {"game": GAME, "opponent": "here", "options": {field: "x"}}
    assert is_refusal(anna.http.post("/api/games", json=body))
    assert is_refusal(anna.http.post("/api/study", json={"game": GAME, "options": {field: 1}}))
    answer = anna.http.get(f"/pictures/{GAME}.svg", params={field: "x"})
    assert 400 <= answer.status_code < 500 or field == "position"


def some_positions(count: int) -> list[str]:
    game, choice, found = casemate.load(GAME), random.Random("positions"), []
    while len(found) < count:
        state = game.start()
        while state.to_move is not None:
            if choice.random() < 0.1:
                found.append(state.position)
            state.play(choice.choice(state.moves()))
    return found[:count]


def mutated(text: str, choice: random.Random) -> str:
    """The text with a few signs changed, taken out, doubled or moved."""
    signs = list(text)
    for _ in range(choice.randrange(1, 5)):
        at = choice.randrange(len(signs) + 1)
        act = choice.randrange(5)
        if act == 0 and at < len(signs):
            signs[at] = choice.choice(text)
        elif act == 1 and at < len(signs):
            del signs[at : at + choice.randrange(1, 8)]
        elif act == 2:
            signs[at:at] = signs[at : at + choice.randrange(1, 20)]
        elif act == 3:
            signs.insert(at, choice.choice("0123456789 /-\n\t:\0é☺\ud7ff\\\"'<"))
        elif signs:
            signs[at:at] = choice.choice([["9"] * 30, ["-"], ["\n", "1", ".", " "], ["e", "9"]])
    return "".join(signs) or "x"


def test_garbage_positions(anna: Visitor) -> None:
    choice = random.Random("garbage")
    for position in some_positions(60):
        wrong = mutated(position, choice)
        studied = anna.http.post("/api/study", json={"game": GAME, "position": wrong[:2000]})
        assert studied.status_code == 200 or is_refusal(studied), wrong
        drawn = anna.http.get(f"/pictures/{GAME}.svg", params={"position": wrong})
        assert drawn.status_code in (200, 400, 409), wrong
        if studied.status_code == 200:
            begun = anna.http.post("/api/games", json={"game": GAME, "opponent": "here", "position": wrong})
            assert begun.status_code == 201 or is_refusal(begun)
            if begun.status_code == 201:
                id = begun.json()["id"]
                for path in ("", "/record", "/proof", "/frames/0"):
                    assert anna.http.get(f"/api/games/{id}{path}").status_code == 200
                assert anna.http.get(f"/g/{id}").status_code == 200


@pytest.fixture(scope="module")
def records() -> list[str]:
    """A finished game, one with its seed secret, one that goes on, one by hand."""
    game, choice, found = casemate.load(GAME), random.Random("records"), []
    for number in range(4):
        state, dice = game.start(), Dice(bytes([number]) * 32, ["a word"])
        while state.to_move is not None and (number % 2 == 0 or len(state.steps) < 40):
            state.play(dice.roll(state) if state.to_move == casemate.CHANCE else choice.choice(state.moves()))
        found.append(
            record.write(state, names=["Anna", "Bert"], dice=dice if number < 3 else None, keep_secret=number == 1)
        )
    return found


def test_records_can_be_put_here_and_looked_at(site: Site, anna: Visitor, records: list[str]) -> None:
    for text in records:
        made = anna.http.post("/api/records", content=text.encode())
        assert made.status_code == 201, made.text
        id = made.json()["id"]
        view = anna.view(id)
        assert view["seats"] == [] and view["answers"] == [] and not any(view["can"].values())
        assert len(view["log"]) == view["at"] > 0
        for at in (0, view["at"] // 2, view["at"]):
            assert anna.http.get(f"/api/games/{id}/frames/{at}").status_code == 200
        for what in ACTS:
            assert anna.act(id, do=what, answer="x").status_code == (200 if what == "ping" else 409)
        assert anna.http.get(f"/g/{id}").status_code == 200
        site.hall.forget(id)
        assert {**anna.view(id), "n": 0} == {**view, "n": 0}


def test_a_secret_seed_stays_its_owners(site: Site, anna: Visitor, records: list[str]) -> None:
    """A save file that keeps its seed secret: nobody is told it, here or on disk."""
    seed = re.search(r"Secret seed: ([0-9a-f]{64})", records[1])[1]  # type: ignore[index]
    id = anna.http.post("/api/records", content=records[1].encode()).json()["id"]
    paths = [f"/api/games/{id}{each}" for each in ("", "/record", "/proof", "/frames/1", "/review")] + [f"/g/{id}"]
    told = [anna.http.get(path).text for path in paths]
    assert not any(seed in each for each in told)
    assert "Seed: secret" in told[1]
    on_disk = b"".join(path.read_bytes() for path in site.folder.iterdir())
    assert seed.encode() not in on_disk and bytes.fromhex(seed) not in on_disk


def test_garbage_uploads(anna: Visitor, records: list[str]) -> None:
    upload_garbage(anna, records, 60)


@pytest.mark.slow
def test_garbage_uploads_by_the_hundred(site: Site, anna: Visitor, records: list[str]) -> None:
    site.app.app.state.costly = Limits(1e6, 1e6)
    upload_garbage(anna, records, 1500)


def upload_garbage(anna: Visitor, records: list[str], count: int) -> None:
    choice = random.Random("uploads")
    for number in range(count):
        text = mutated(choice.choice(records), choice)
        body = text.encode("utf-8", "surrogatepass")
        if number % 5 == 0:
            at = choice.randrange(len(body))
            body = body[:at] + choice.randbytes(choice.randrange(1, 9)) + body[at:]
        made = anna.http.post("/api/records", content=body)
        assert made.status_code == 201 or is_refusal(made) and made.json()["text"].startswith("line "), made.text
        if made.status_code == 201:
            assert anna.http.get(f"/api/games/{made.json()['id']}/proof").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_a_thousand_messages_of_any_kind(site: Site, number: int) -> None:
    """At a table of two, from both and a watcher: whatever happens, the game can go on and be laid again."""
    choice = random.Random(f"messages {number}")
    anna, bert, eve = site.visitor("Anna"), site.visitor("Bert"), site.visitor()
    begun = anna.begin("friend")
    bert.join(begun["invitation"])
    id = begun["id"]
    screens = [each.live(id) for each in (anna, bert, eve)]
    any_value: list[Callable[[], Any]] = [
        lambda: choice.choice(WRONG),
        lambda: choice.choice(screens[0].view["answers"] or screens[1].view["answers"] or [["x", []]])[0],
        lambda: choice.choice(screens[0].view["answers"] or [["x", ["y"]]])[1],
        lambda: screens[0].view["at"],
        lambda: choice.randrange(-3, 60),
    ]
    for _ in range(1000):
        screen = choice.choice(screens)
        said = {"do": choice.choice([each for each in ACTS if each not in ("resign", "yes", "hint")])}
        for field in choice.sample(["answer", "at", "spots", "text", "tag"], choice.randrange(4)):
            said[field] = choice.choice(any_value)()
        text = json.dumps(said)
        screen.socket.send(mutated(text, choice) if choice.random() < 0.2 else text)
        if choice.random() < 0.1:
            for each in screens:
                each.catch_up()
    for each in screens:
        each.catch_up()
    before = anna.view(id)
    site.hall.forget(id)
    after = anna.view(id)
    apart = {"n", "clock", "offers", "people", "watching"}
    assert {key: after[key] for key in after.keys() - apart} == {key: before[key] for key in before.keys() - apart}


# --- a game whose rules are gone --------------------------------------------------------------------------------------


def test_a_table_that_can_no_longer_be_laid(site: Site, anna: Visitor) -> None:
    """Its game's folder is gone, or its rules have changed: the table says so, and the lobby stays open."""
    gone, changed, sound = (anna.begin("here")["id"] for _ in range(3))
    for id in (gone, changed, sound):
        anna.act(id, do="play", answer=anna.view(id)["answers"][0][0])
        site.hall.forget(id)
    with sqlite3.connect(site.folder / "casemate.sqlite") as other:
        other.execute("update games set game = 'vanished' where id = ?", (gone,))
        other.execute("update acts set text = 'no such answer' where game = ?", (changed,))
    for id in (gone, changed):
        for path in ("", "/record", "/frames/0", "/proof"):
            assert is_refusal(anna.http.get(f"/api/games/{id}{path}"))
        assert anna.http.get(f"/g/{id}", headers={"accept": "text/html"}).status_code in (400, 404)
        with connect(f"ws://{site.host}/live/{id}") as socket, pytest.raises(ConnectionClosed):
            socket.recv(5)
        assert socket.close_code == 4404
    lobby = anna.http.get("/")
    assert lobby.status_code == 200 and sound in lobby.text and gone not in lobby.text
