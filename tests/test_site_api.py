"""The API and the pages: what programs and people may ask for, and what every answer carries."""

import gzip
import random
import re
import threading
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation

import casemate
from casemate import record, tour
from casemate.bots import LEVELS
from casemate.server.app import COSTLY_BURST, COSTLY_RATE, make_app
from casemate.server.guard import Limits
from tests.sites import GAME, Site, Visitor

REFUSED = {"game": GAME, "opponent": "here", "seat": 0}


@pytest.fixture(autouse=True)
def rested(site: Site) -> None:
    site.app.app.state.costly = Limits(COSTLY_RATE, COSTLY_BURST)


@pytest.fixture
def anna(site: Site) -> Visitor:
    return site.visitor("Anna")


# --- programs -------------------------------------------------------------------------------------------------------


def program(site: Site, name: str) -> httpx.Client:
    """Somebody's bot: a name and a token, no cookie."""
    made = httpx.post(f"{site.address}/api/me", json={"name": name})
    assert made.status_code == 201 and made.json()["name"] == name and "set-cookie" not in made.headers
    return httpx.Client(base_url=site.address, headers={"authorization": f"Bearer {made.json()['token']}"}, timeout=40)


def test_two_programs_play_a_whole_game(site: Site) -> None:
    """As a bot's author would: begin, join, wait for one's turn, answer; then record, proof and result agree."""
    first, second = program(site, "First"), program(site, "Second")
    begun = first.post("/api/games", json={"game": GAME, "opponent": "friend", "seat": 0}).json()
    joined = second.post(begun["invitation"], headers={"accept": "application/json"})
    assert joined.json() == {"id": begun["id"], "page": begun["page"], "seat": 1}
    players, choice, path = [first, second], random.Random("programs"), f"/api/games/{begun['id']}"
    seen = first.get(path).json()
    while seen["result"] is None:
        mover = players[seen["to_move"]]
        seen = mover.get(path).json()
        assert "layer" not in seen and "marks" not in seen
        answer = choice.choice(seen["answers"])[0]
        done = mover.post(f"{path}/acts", json={"do": "play", "answer": answer, "at": seen["at"], "tag": 5})
        assert done.status_code == 200 and done.json()["done"]["at"] > seen["at"] and done.json()["done"]["tag"] == 5
        seen = mover.get(path).json()
    written, proof = first.get(f"{path}/record").text, first.get(f"{path}/proof").json()
    assert proof["ok"] and proof["proven"]
    read = record.read(written)
    assert read.state.result == tuple(seen["result"]["shares"])
    assert read.names == ("First", "Second")
    assert [step.text for step in read.state.steps] == [line["text"] for line in seen["log"]]
    assert read.seed is not None and read.seed.hex() == seen["dice"]["seed"]
    again = first.post("/api/records", content=written.encode()).json()["id"]
    assert first.get(f"/api/games/{again}/record").text == written


def test_before_the_end_the_seed_is_nobodys(site: Site, anna: Visitor) -> None:
    id = anna.begin("here")["id"]
    for _ in range(12):
        view = anna.view(id)
        anna.act(id, do="play", answer=view["answers"][0][0])
    seed = site.room(id).table.dice.seed  # type: ignore[union-attr]
    for path in ("", "/record", "/proof", "/frames/3", "/review"):
        told = anna.http.get(f"/api/games/{id}{path}").text
        assert seed.hex() not in told
    assert "Seed: secret" in anna.http.get(f"/api/games/{id}/record").text
    assert seed.hex() not in anna.http.get(f"/g/{id}").text
    anna.act(id, do="resign")
    assert seed.hex() in anna.http.get(f"/api/games/{id}/record").text


def test_waiting_for_something_newer(site: Site, anna: Visitor) -> None:
    id = anna.begin("here")["id"]
    view, told = anna.view(id), []
    waiting = threading.Thread(target=lambda: told.append(anna.view(id, since=view["n"])))
    waiting.start()
    time.sleep(0.2)  # nothing to wait for: it must not come back by itself
    assert not told
    anna.act(id, do="play", answer=view["answers"][0][0])
    waiting.join(10)
    assert told[0]["at"] == 1 and told[0]["n"] > view["n"]
    began = time.monotonic()
    assert anna.view(id, since=view["n"])["at"] == 1
    assert anna.view(id, since=10**6)["at"] == 1, "a number from before the site was opened again"
    assert time.monotonic() - began < 5


def test_who_one_is(site: Site) -> None:
    someone = site.visitor()
    assert someone.http.get("/api/me").json() == {"name": None}
    assert someone.http.put("/api/me", json={"name": "  Ada\t Lovelace "}).json() == {"name": "Ada Lovelace"}
    assert someone.http.get("/api/me").json() == {"name": "Ada Lovelace"}
    for wrong in ("", " ", "x" * 25, "\0", "\u200b"):
        assert someone.http.put("/api/me", json={"name": wrong}).status_code == 400
    assert someone.http.get("/api/me").json() == {"name": "Ada Lovelace"}
    assert httpx.get(f"{site.address}/api/me", headers={"authorization": "Bearer nobody"}).status_code == 401
    basic = httpx.get(f"{site.address}/api/me", headers={"authorization": "Basic abc"})
    assert basic.json() == {"name": None}, "somebody else's password, at a door before ours"


def test_the_catalogue(anna: Visitor) -> None:
    told = anna.http.get("/api/catalogue").json()
    assert [game["name"] for game in told["games"]] == casemate.games()
    assert [level["name"] for level in told["levels"]] == [level.name for level in LEVELS]
    for game in told["games"]:
        options = {option.name: option for option in casemate.load(game["name"]).options}
        assert {option["name"] for option in game["options"]} == set(options)
        chosen = {}
        for option in game["options"]:
            is_text = option["values"] is None and option["low"] is None
            values = [option["default"]] if is_text else option["values"] or range(option["low"], option["high"] + 1)
            assert option["default"] in values and option["meaning"]
            chosen[option["name"]] = values[-1]
        id = anna.begin("here", game=game["name"], options=chosen)["id"]
        assert anna.view(id)["options"] == chosen


def test_games_begin_as_asked(anna: Visitor) -> None:
    first = anna.view(anna.begin("computer", seat=0)["id"])
    assert (first["seats"], first["people"][1]["kind"]) == ([0], "computer")
    second = anna.view(anna.begin("computer", seat=1, level=LEVELS[0].name)["id"])
    assert (second["seats"], second["people"][0]["name"]) == ([1], f"Computer ({LEVELS[0].name})")
    here = anna.view(anna.begin("here", clock={"kind": "game", "seconds": 600, "increment": 5})["id"])
    assert (here["seats"], here["timing"], here["clock"]["left"]) == ([0, 1], "10 min + 5 s", [600_000] * 2)
    assert here["clock"]["running"] is None, "no time runs before the first answer"
    assert {anna.begin("friend", seat=None)["seat"] for _ in range(40)} == {0, 1}, "who begins is drawn"


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "nowhere"},
        {"game": ""},
        {"game": None},
        {"opponent": "nobody"},
        {"opponent": "computer", "level": "god"},
        {"seat": 2},
        {"seat": -1},
        {"seat": True},
        {"options": {"nothing": 1}},
        {"options": []},
        {"options": {"x": {}}},
        {"clock": {"kind": "sundial"}},
        {"clock": {"kind": "game"}},
        {"clock": {"kind": "game", "seconds": "long"}},
        {"clock": {"kind": "game", "seconds": 60, "self": 1}},
        {"clock": {"kind": "game", "seconds": "9" * 5000}},
        {"clock": {"kind": "game", "seconds": 10**30}},
        {"clock": 5},
        {"position": "nonsense"},
        {"position": 5},
        {"position": "x" * 3000},
        {"more": 1},
    ],
    ids=str,
)
def test_games_that_cannot_begin(anna: Visitor, wrong: dict[str, Any]) -> None:
    answer = anna.http.post("/api/games", json=REFUSED | wrong)
    assert answer.status_code in (400, 404, 409) and len(answer.json()["text"]) > 10
    assert set(answer.json()) == {"text", "rules"}


def test_a_game_that_is_over_cannot_begin(anna: Visitor) -> None:
    game, choice = casemate.load(GAME), random.Random(3)
    state = game.start()
    while state.to_move is not None:
        state.play(choice.choice(state.moves()))
    answer = anna.http.post("/api/games", json=REFUSED | {"position": state.position})
    assert answer.status_code in (400, 409)


@pytest.mark.parametrize("name", casemate.games())
def test_any_position_can_be_studied(anna: Visitor, name: str) -> None:
    game, choice = casemate.load(name), random.Random(name)
    state, answers = game.start(), []
    while state.to_move is not None and len(answers) < 60:
        answers.append(choice.choice(state.moves()))
        state.play(answers[-1])
        if choice.random() < 0.1 or state.to_move == casemate.CHANCE:
            told = anna.http.post("/api/study", json={"game": name, "answers": answers}).json()
            assert [answer for answer, *_ in told["answers"]] == state.moves()
            assert told["chances"] == {each: str(chance) for each, chance in state.chances().items()}
            assert (told["position"], told["to_move"], told["at"]) == (state.position, state.to_move, len(answers))
            also = anna.http.post("/api/study", json={"game": name, "position": state.position, "viewer": 1}).json()
            assert [answer for answer, *_ in also["answers"]] == state.moves()
            drawn = anna.http.get(f"/pictures/{name}.svg", params={"position": state.position, "viewer": "1"})
            assert drawn.text == game.read(state.position).svg(1)
            assert drawn.headers["content-type"].startswith("image/svg+xml")


# --- pages ----------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """What a page would load or run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        if tag == "style" or "style" in told or any(name.startswith("on") for name in told):
            self.inline.append(self.get_starttag_text() or tag)
        if tag == "script" and "src" not in told and told.get("type") != "application/json":
            self.inline.append(self.get_starttag_text() or tag)
        loads = {"script": "src", "img": "src", "link": "href", "use": "href", "image": "href", "iframe": "src"}
        if tag in loads and told.get(loads[tag]):
            self.links.append(str(told[loads[tag]]))
        if tag in ("a", "form"):
            self.links.append(str(told.get("href") or told.get("action") or "/"))


@pytest.fixture(scope="module")
def places(site: Site) -> list[str]:
    """Every address there is to GET, found by asking the app for its routes."""
    anna, bert = site.visitor("Anna"), site.visitor("Bert")
    over = anna.begin("friend")
    bert.join(over["invitation"])
    anna.act(over["id"], do="resign")
    free = anna.begin("friend")
    key = free["invitation"].rpartition("/")[2]
    static = re.search(r"/static/(\w+)/", anna.http.get("/").text)[1]  # type: ignore[index]
    rule = next(iter(casemate.load(GAME).rulebook.rules))
    found = []
    for route in site.app.app.routes:
        if "GET" not in getattr(route, "methods", ()):
            continue
        path = route.path
        fillings = {"version": static, "key": key, "at": "0", "n": "1", "number": rule}
        for name in re.findall(r"{(\w+):\w+}", path):
            filling = fillings.get(name) or (free["id"] if path.startswith("/j/") else over["id"])
            if name == "name":
                filling = "casemate.css" if "static" in path else f"{GAME}.svg" if "pictures" in path else GAME
            path = re.sub(rf"{{{name}:\w+}}", filling, path)
        found.append(path)
    assert len(found) > 15 and "/" in found and "/docs" in found
    return found


def test_every_answer_carries_the_headers_that_guard_it(site: Site, anna: Visitor, places: list[str]) -> None:
    """Pages, files, errors, refusals, redirections, whoever asks and however."""
    anna.http.post(f"/api/games/{places[0]}", json={})
    answers = [anna.http.get(path, headers={"accept": accept}) for path in places for accept in ("text/html", "*/*")]
    answers += [anna.http.request(method, path) for path in places for method in ("POST", "PUT", "DELETE", "OPTIONS")]
    answers += [
        anna.http.get(path, headers={"accept": "text/html"}) for path in ("/nowhere", "/g/x", "/j/x/y", "/api/x")
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "*" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.status_code < 500, answer.url


def test_no_page_runs_or_loads_what_is_not_ours(anna: Visitor, places: list[str]) -> None:
    """No script or style within a page, nothing from elsewhere, and every link leads somewhere."""
    parts: dict[str, set[str]] = {}
    for path in places:
        answer = anna.http.get(path, headers={"accept": "text/html"})
        if answer.status_code != 200 or not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        page = Page(answer.text)
        assert page.inline == [], path
        for link in page.links:
            if not link.startswith(("data:", "mailto:")) and not is_credit(link):
                to, _, part = link.partition("#")
                assert not to or to.startswith("/") and not to.startswith("//"), (path, link)
                parts.setdefault(to or path, set()).add(part)
    for to, wanted in parts.items():
        answer = anna.http.get(to)
        assert answer.status_code in (200, 302, 303, 307), to
        lost = [part for part in wanted if part and f'id="{part}"' not in answer.text]
        assert lost == [], to


def is_credit(link: str) -> bool:
    """People may be sent elsewhere, by their own hand."""
    return link.startswith("https:")


def test_pages_are_told_to_be_kept_as_they_may(anna: Visitor, places: list[str]) -> None:
    id = anna.begin("here")["id"]
    assert anna.http.get("/").headers["cache-control"] == "no-store"
    assert anna.http.get(f"/g/{id}").headers["cache-control"] == "no-store"
    file = next(path for path in places if path.startswith("/static/"))
    answer = anna.http.get(file)
    assert "immutable" in answer.headers["cache-control"] and answer.headers["content-encoding"] == "gzip"
    plain = anna.http.get(file, headers={"accept-encoding": "identity"})
    assert plain.text == answer.text and "content-encoding" not in plain.headers
    old = re.sub(r"/static/\w+/", "/static/0/", file)
    assert "immutable" not in anna.http.get(old).headers["cache-control"]


def test_the_first_board_is_small(anna: Visitor) -> None:
    """Under 100 KB compressed, everything that the page loads included."""
    id = anna.begin("here")["id"]
    answer = anna.http.get(f"/g/{id}")
    total = len(gzip.compress(answer.content))
    for link in set(Page(answer.text).links):
        if link.startswith("/static/"):
            total += len(gzip.compress(anna.http.get(link).content))
    assert total < 100_000


def test_asking_for_the_head_alone(anna: Visitor, places: list[str]) -> None:
    for path in places:
        first, whole, last = anna.http.head(path), anna.http.get(path), anna.http.head(path)
        assert first.content == last.content == b"", path
        assert whole.status_code in (first.status_code, last.status_code), "a review may be done just then"


@pytest.mark.parametrize("name", casemate.games())
def test_rules_and_tour_have_a_page_each(anna: Visitor, name: str) -> None:
    game = casemate.load(name)
    book = anna.http.get(f"/rules/{name}")
    assert book.status_code == 200
    for number in game.rulebook.rules:
        assert f'id="r{number}"' in book.text, number
        assert anna.http.get(f"/rules/{name}/{number}").status_code == 200
    assert anna.http.get(f"/rules/{name}/99.99").status_code == 404
    for n, lesson in enumerate(tour.read(game).lessons, 1):
        page = anna.http.get(f"/tour/{name}/{n}")
        assert page.status_code == 200 and 'aria-label="' in page.text
        begun = anna.http.post(f"/tour/{name}/{n}", json={"answers": []}).json()
        assert begun["position"] == lesson.start().position and not begun["lesson"]["done"]
        wrong = anna.http.post(f"/tour/{name}/{n}", json={"answers": ["nonsense"]})
        assert wrong.status_code in (400, 409)
    assert anna.http.get(f"/tour/{name}/99").status_code == 404


def test_the_docs_tell_every_operation(site: Site, anna: Visitor) -> None:
    schema = anna.http.get("/openapi/openapi.json").json()
    page = anna.http.get("/docs").text
    for path, operations in schema["paths"].items():
        assert path in page
        for operation in operations.values():
            assert operation.get("description"), path


# --- the schema -----------------------------------------------------------------------------------------------------


SCHEMA = schemathesis.openapi.from_dict(make_app(Path()).app.openapi_schema.to_schema())
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]
MODES = [
    pytest.param(operation, mode, id=f"{operation.label} {mode.value}")
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode == GenerationMode.POSITIVE or operation.body or operation.query  # any text may be an address
    if not (mode == GenerationMode.NEGATIVE and operation.path == "/api/records")  # and any text a record
]


@pytest.mark.slow
@pytest.mark.parametrize(("operation", "mode"), MODES)
def test_the_api_does_as_its_schema_says(site: Site, operation: APIOperation, mode: GenerationMode) -> None:
    """Examples made from the schema, right and wrong: never a fault of ours, and every refusal in words."""
    site.app.app.state.costly = Limits(1e6, 1e6)
    id = site.visitor("Anna").begin("here")["id"]

    @settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(mode), st.booleans())
    def check(case: schemathesis.Case, is_real: bool) -> None:
        if is_real and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = id
        if "since" in (case.query or {}):
            del case.query["since"]  # it waits
        answer = case.call(base_url=site.address, timeout=30)
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400 and answer.text:
            told = answer.json()
            assert set(told) == {"text", "rules"} and told["text"]

    check()
    assert site.log.faults() == []
