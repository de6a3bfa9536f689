"""Forces to choose: lists as text, what is wrong with them, the API, the pages, the sheet, the terminal."""

import random
import re
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import casemate
from casemate import BadNotation, Game, army
from casemate.army import Army, Kept
from casemate.cli import main
from casemate.sheet import WIDTH, width, wrap
from tests.sites import Site, Visitor, open_site, toy_games
from tests.toys import MUSTER

BUILT = [game for game in map(casemate.load, casemate.games()) if game.builder is not None]
GAMES = [MUSTER, *BUILT]
WRONG = "Guard, Guard, Guard, Rider / 4 Lake"


@pytest.fixture(params=GAMES, ids=[game.name for game in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def any_army(game: Game, choice: random.Random, options: army.Options) -> Army:
    """Anything that can be chosen, legal or not."""
    assert game.builder is not None
    sections = game.builder.sections(options)
    found = army.empty(sections)
    for _ in range(choice.randrange(12)):
        at = choice.randrange(len(sections))
        found = army.add(found, at, choice.choice(sections[at].items).name)
    return found


# --- lists as text ----------------------------------------------------------------------------------------------------


def read(text: str) -> Army:
    assert MUSTER.builder is not None
    return army.read(MUSTER.builder, text, MUSTER.settle({}))


def written(text: str) -> str:
    assert MUSTER.builder is not None
    return army.write(MUSTER.builder, read(text), MUSTER.settle({}))


@pytest.mark.parametrize(
    ("text", "proper"),
    [
        ("", ""),
        ("  ", ""),
        ("Guard", "Guard"),
        ("guard,GUARD , night-guard", "Guard, Guard, Night Guard"),
        ("2 Guard, Rider x2, Night Guard × 1", "Guard, Guard, Rider, Rider, Night Guard"),
        (" / 2 hill", "- / 2 Hill"),
        ("- / Lake, Hill, Lake", "- / 2 Lake, 1 Hill"),
        ("Rider /", "Rider"),
        ("Rider; Guard\nGuard", "Rider, Guard, Guard"),
    ],
)
def test_lists_are_read_as_people_write_them(text: str, proper: str) -> None:
    assert written(text) == proper
    assert written(proper) == proper


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Gard", "did you mean Guard"),
        ("Night", "did you mean Night Guard"),
        ("Hill", "belongs to places"),
        ("xyz", "there is Guard, Night Guard, Rider"),
        ("Guard / Hill / Rider", "units / places"),
        ("999 Guard", "room for 400"),
        ("x" * 5000, "at most 4000"),
    ],
)
def test_what_has_no_name_is_refused_with_names_that_come_near(text: str, told: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(told)):
        read(text)


@given(st.text(max_size=60))
def test_any_text_is_a_list_or_refused(text: str) -> None:
    try:
        assert written(written(text)) == written(text)
    except BadNotation as refusal:
        assert len(str(refusal)) > 10


def test_what_is_wrong_is_told_with_its_rules() -> None:
    assert MUSTER.builder is not None
    told = [str(why) for why in MUSTER.builder.check(read(WRONG), MUSTER.settle({}))]
    assert told == [
        "Units: 36 points, 16 points too many (the limit is 20) (4.1)",
        "3 × Guard: at most 2 may be taken (4.2)",
        "Places: 4 places, 1 place too many (the limit is 3) (4.3)",
        "4 × Lake: at most 2 may be taken (4.3)",
    ]
    assert [str(why) for why in MUSTER.builder.check(read(""), MUSTER.settle({}))] == [
        "Places: 3 places still to choose (0 of 3) (4.3)",
        "A force has a unit (4.1)",
    ]


def test_choosing_step_by_step() -> None:
    found = read("Guard, Rider")
    found = army.add(found, 0, "Guard")
    assert found.picks[0] == ("Guard", "Guard", "Rider"), "copies stand together"
    assert army.lift(found, 0, 2).picks[0] == ("Guard", "Rider", "Guard")
    assert army.lift(found, 0, 0) == army.lift(found, 0, 9) == found
    assert army.drop(found, 0, "Guard").picks[0] == ("Guard", "Rider")
    assert army.drop(found, 0, "Night Guard") == found


def test_files_hold_the_list_and_what_belongs_to_it() -> None:
    kept = Kept("Guard, Rider / 3 Hill", "Muster", "The <b> & co: 7", {"points": "30"})
    assert army.read_file(army.write_file(kept)) == kept
    assert army.read_file("# mine\n\nGuard,\nRider / 3 Hill\n") == Kept("Guard, Rider / 3 Hill")
    with pytest.raises(BadNotation):
        army.read_file("x" * 30_000)


# --- every game's -----------------------------------------------------------------------------------------------------


def test_lists_read_as_they_were_written(game: Game) -> None:
    choice, options = random.Random(game.name), game.settle({})
    assert game.builder is not None
    for _ in range(100):
        found = any_army(game, choice, options)
        text = army.write(game.builder, found, options)
        again = army.read(game.builder, text, options)
        assert army.write(game.builder, again, options) == text
        assert [sorted(picks) for picks in again.picks] == [sorted(picks) for picks in found.picks]
        for why in game.builder.check(found, options):
            assert why.text and why.rules, "a warning names its rule"
            assert game is MUSTER or all(rule in game.rulebook.rules for rule in why.rules)


def test_ready_made_lists_are_in_order_and_can_be_played(game: Game) -> None:
    """Under every value of every option that bears on them."""
    builder = game.builder
    assert builder is not None
    told = [{}] + [{each.name: value} for each in game.options for value in each.values if each.name in builder.options]
    for options in told:
        state, settled = game.start(**options), game.settle(options)
        for name, text in builder.ready(settled).items():
            found = army.read(builder, text, settled)
            assert builder.check(found, settled) == [] or game is MUSTER and settled["points"] < 20, (options, name)
            assert army.write(builder, found, settled) == text
            if game.whole is not None and game.whole.menu(state) is not None and game is not MUSTER:
                assert state.why(builder.answer(found, settled)) is None


def test_a_table_and_a_check_agree(game: Game) -> None:
    """What is in order can be played, what is not cannot."""
    builder, choice = game.builder, random.Random(game.name)
    assert builder is not None
    state, options = game.start(), game.settle({})
    if game.whole is None or game.whole.menu(state) is None:
        pytest.skip("here lists are not answers")
    seen = set()
    lists = [army.read(builder, text, options) for text in builder.ready(options).values()]
    for n in range(300):
        found = any_army(game, choice, options) if n % 2 else choice.choice(lists)
        if n % 4 == 0:
            at = choice.randrange(len(found.picks))
            found = army.drop(found, at, choice.choice(found.picks[at]))
        is_fine = not builder.check(found, options)
        seen.add(is_fine)
        assert (game.whole.read(state, builder.answer(found, options)) is not None) == is_fine, found
    assert seen == {True, False}


def test_sheets_are_pages_of_a4_that_need_nothing_else(game: Game) -> None:
    choice, options = random.Random(game.name), game.settle({})
    assert game.builder is not None
    for n in range(12):
        found = any_army(game, choice, options)
        for _ in range(6 * n):
            found = army.add(found, 0, choice.choice(game.builder.sections(options)[0].items).name)
        pages = army.sheet(game.builder, found, options, game.title, "A <name> & more")
        assert pages
        for page in pages:
            drawn = ElementTree.fromstring(page)
            assert (drawn.get("width"), drawn.get("height"), drawn.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
            assert "style" not in page and "class=" not in page and "href" not in page
            for text in drawn.iter("{http://www.w3.org/2000/svg}text"):
                if text.get("text-anchor") is None and text.get("x"):
                    words = "".join(text.itertext())
                    assert float(text.get("x", 0)) + 0.8 * width(words, float(text.get("font-size", 3))) < WIDTH, words


def test_lines_are_no_wider_than_their_space() -> None:
    words = "The quick brown fox jumps over the lazy dog and an incomprehensibilityincomprehensibility"
    for space in (10, 20, 60):
        lines = wrap(words, space, 3)
        assert all(width(line, 3) <= space * 1.01 for line in lines)
    assert " ".join(wrap(words, 90, 3)) == words
    assert wrap("", 10, 3) == []


# --- the site ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with toy_games(folder / "toys", "MUSTER"), open_site(folder) as opened:
        yield opened
    assert opened.log.faults() == []


@pytest.fixture
def anna(site: Site) -> Visitor:
    return site.visitor("Anna")


def look(anna: Visitor, **asked: Any) -> dict[str, Any]:
    answer = anna.http.get("/api/armies/muster", params=asked)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_the_api_tells_totals_warnings_and_the_answer(anna: Visitor) -> None:
    told = look(anna, list="guard, 2 rider / hill", sheet=True)
    assert told["list"] == "Guard, Rider, Rider / 1 Hill" and told["answer"] == "choose Guard, Rider, Rider / 1 Hill"
    assert [(each["title"], each["total"], each["limit"]) for each in told["sections"]] == [
        ("Units", 32, 20),
        ("Places", 1, 3),
    ]
    assert not told["legal"] and {rule for each in told["warnings"] for rule in each["rules"]} == {"4.1", "4.2", "4.3"}
    assert {each["name"] for each in told["ready"]} == {"The Watch", "The Riders"}
    assert told["sheet"][0].startswith("<svg")
    assert look(anna, list=told["ready"][0]["list"])["legal"]
    assert not look(anna, list=told["ready"][1]["list"], points=19)["legal"]


def test_the_api_builds_step_by_step(anna: Visitor) -> None:
    changes = [
        {"do": "add", "section": 0, "what": "rider"},
        {"do": "add", "section": 0, "what": "Guard"},
        {"do": "lift", "section": 0, "what": "1"},
        {"do": "add", "section": 1, "what": "Hill"},
        {"do": "drop", "section": 1, "what": "Hill"},
    ]
    answer = anna.http.post("/api/armies/muster", json={"list": "", "options": {"points": 30}, "changes": changes})
    assert answer.json()["list"] == "Guard, Rider" and answer.json()["options"] == {"points": 30}
    assert answer.json()["page"] == "/army/muster?list=Guard,+Rider&points=30"


@pytest.mark.parametrize(
    "wrong",
    [
        {"list": "Gard"},
        {"list": 5},
        {"list": "x" * 30_000},
        {"list": "Game: Chess\nList: Guard"},
        {"options": {"points": 5}},
        {"options": {"colour": "red"}},
        {"changes": [{"do": "add", "section": 9, "what": "Guard"}]},
        {"changes": [{"do": "add", "section": 0, "what": "Hill"}]},
        {"changes": [{"do": "eat", "section": 0, "what": "Guard"}]},
        {"changes": [{"do": "lift", "section": 0, "what": "-1"}]},
        {"changes": [{"do": "add", "section": 0, "what": "Guard"}] * 201},
        {"list": "400 Guard", "changes": [{"do": "add", "section": 0, "what": "Guard"}]},
        {"more": 1},
    ],
    ids=str,
)
def test_what_cannot_be_read_is_refused_kindly(anna: Visitor, wrong: dict[str, Any]) -> None:
    answer = anna.http.post("/api/armies/muster", json=wrong)
    assert answer.status_code in (400, 409), answer.text
    assert set(answer.json()) == {"text", "rules"} and len(answer.json()["text"]) > 10


def test_games_without_forces_say_so(anna: Visitor) -> None:
    for path in ("/api/armies/nowhere", "/army/nowhere", "/army/nowhere/sheet"):
        assert anna.http.get(path).status_code == 404
    for name in casemate.games():
        is_built = casemate.load(name).builder is not None
        assert anna.http.get(f"/army/{name}").status_code == (200 if is_built else 404)
        assert (f'href="/army/{name}"' in anna.http.get("/").text) == is_built


def html(answer: httpx.Response) -> str:
    return re.sub(r"\s+", " ", answer.text)


def test_the_page_without_its_script(anna: Visitor) -> None:
    """Every button is a step to another address."""
    page = anna.http.get("/army/muster", params={"list": "Guard", "add": "0 Guard", "points": "30"})
    assert page.status_code == 303 and page.headers["location"] == "/army/muster?list=Guard,+Guard&points=30"
    assert anna.http.get("/army/muster?list=Guard&drop=0+Guard").headers["location"] == "/army/muster"
    assert anna.http.get("/army/muster?list=Guard,+Rider&lift=0+1").headers["location"].endswith("Rider,+Guard")
    by_name = anna.http.get("/army/muster?add=lake&name=x&table=abc").headers["location"]
    assert by_name == "/army/muster?list=-+/+1+Lake&name=x&table=abc"
    page = anna.http.get(f"/army/muster?list={WRONG}")
    assert "36</b> of at most 20 points" in html(page) and 'data-rule="4.2"' in page.text
    whole = army.write_file(Kept("Guard / 3 Hill", "Muster", "Mine", {"points": "25"}))
    sent = anna.http.get("/army/muster", params={"list": whole, "take": "text"})
    assert sent.headers["location"] == "/army/muster?list=Guard+/+3+Hill&name=Mine&points=25"


def test_a_page_says_what_it_cannot_read(anna: Visitor) -> None:
    for address, told in (
        ("?list=Gard", "did you mean Guard"),
        ("?list=Guard&points=7", "a whole number from 10 to 60"),
        ("?colour=red", "no option"),
        ("?list=Guard&add=Gard", "did you mean Guard"),
        ("?list=<script>alert(1)</script>", "&lt;script&gt;"),
    ):
        page = anna.http.get(f"/army/muster{address}", headers={"accept": "text/html"})
        assert page.status_code == 400 and told in page.text and "<script>alert" not in page.text, address
        assert "add=" not in address or 'value="Guard"' in page.text, "nothing is lost"
        assert page.text.count("<h1") == 1 and 'id="force"' in page.text, "the builder is there all the same"
    for name in ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\x00\x1b[31m", "n" * 500):
        for path in ("", "/sheet", "/sheet/1"):
            page = anna.http.get(f"/army/muster{path}", params={"list": "Guard", "name": name})
            assert page.status_code == 200 and "<script>alert" not in page.text and "<img src=x" not in page.text
    assert 'href="/g/' not in anna.http.get("/army/muster?table=../../evil").text


def test_sheets_and_files_to_keep(anna: Visitor) -> None:
    page = anna.http.get("/army/muster/sheet", params={"list": "Guard, Rider / 3 Hill", "name": "The Watch"})
    assert page.status_code == 200 and page.text.count('<figure class="sheet">') == 1 and "The Watch" in page.text
    drawn = anna.http.get("/army/muster/sheet/1", params={"list": "Guard", "name": "The Watch!"})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.headers["content-disposition"] == 'attachment; filename="muster-the-watch-1.svg"'
    ElementTree.fromstring(drawn.text)
    assert anna.http.get("/army/muster/sheet/9?list=Guard").status_code == 404
    file = anna.http.get("/army/muster/file", params={"list": "Guard", "name": "Mine", "points": 30})
    assert army.read_file(file.text) == Kept("Guard", "Muster", "Mine", {"points": "30"})
    assert anna.http.get("/army/muster/sheet?list=Gard").status_code == 400


def test_a_table_that_asks_for_a_force_says_so(anna: Visitor) -> None:
    begun = anna.begin("here", game="muster", options={"points": 30})
    view = anna.view(begun["id"])
    assert view["builds"] == f"/army/muster?points=30&table={begun['id']}"
    assert anna.http.get(view["builds"]).status_code == 200
    refused = anna.act(begun["id"], do="play", answer="choose Rider, Rider, Rider / 3 Hill", at=0)
    assert refused.status_code in (400, 409)
    told = anna.http.get(
        "/api/armies/muster", params={"list": "Rider, Guard, Night Guard / 3 Hill", "points": 30}
    ).json()
    for at in range(2):
        assert anna.act(begun["id"], do="play", answer=told["answer"], at=at).status_code == 200
    assert anna.view(begun["id"])["builds"] is None


def test_two_at_one_device_see_what_they_chose_only_when_both_have(anna: Visitor) -> None:
    """The picture they are shown is nobody's while there is a secret, and somebody's again."""
    begun = anna.begin("here", game="muster")
    screen, late = anna.live(begun["id"]), []
    for text in MUSTER.builder.ready({}).values() if MUSTER.builder else ():
        screen.play(f"choose {look(anna, list=text, points=30)['list']}" if not late else None)
        late.append(text)
        assert screen.view["layer"] == anna.view(begun["id"])["layer"]
    screen.see(lambda view: view["result"])
    assert screen.view["layer"] == anna.view(begun["id"])["layer"]
    screen.close()


# --- the terminal -----------------------------------------------------------------------------------------------------

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Cli]:
    def run(*words: object, lines: tuple[str, ...] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = int(left.code or 0)
        return code, *capsys.readouterr()

    with toy_games(tmp_path / "toys", "MUSTER"):
        yield run


def test_a_list_is_checked_at_the_terminal(cli: Cli, tmp_path: Path) -> None:
    code, out, _ = cli("army", "muster", "Guard, Night Guard / 3 Hill")
    assert code == 0 and "Units: 17 of at most 20 points" in out and "In order" in out
    code, out, _ = cli("army", "muster", WRONG)
    assert code == 1 and "16 points too many" in out and "(4.2)" in out
    assert cli("army", "muster", "Rider, Guard, Guard / 3 Hill", "--option", "points=28")[0] == 0
    code, out, err = cli("army", "muster", "Gard")
    assert (code, out) == (1, "") and "did you mean Guard" in err
    assert cli("army", "muster", "Guard", "--option", "points=5")[0] == 2
    file = tmp_path / "list.txt"
    file.write_text(army.write_file(Kept("Rider, Guard, Guard / 3 Hill", "Muster", "Mine", {"points": "28"})))
    code, out, _ = cli("army", "muster", file, "--sheet", tmp_path / "sheet.svg")
    assert code == 0 and "Mine" in out
    ElementTree.fromstring((tmp_path / "sheet.svg").read_text())
    assert cli("army", "muster", file, "--option", "points=20")[0] == 1
    file.write_text("Game: Chess\nList: Guard\n")
    assert "Chess" in cli("army", "muster", file)[2]
    assert "near" not in cli("army", "nowhere", "x")[1]
    plain = next(name for name in casemate.games() if casemate.load(name).builder is None)
    assert cli("army", plain, "x")[0] == 1


def test_a_force_is_built_at_the_terminal(cli: Cli, tmp_path: Path) -> None:
    lines = (
        "help",
        "ready",
        "stock charge",
        "add 3 guard",
        "check",
        "drop guard",
        "night",
        "drop 2 Guard",
        "drop Rider",
        "add gard",
        "frobnicate",
        "3 hill",
        "name The Watch",
        "show",
        "option points=9",
        "option points=60",
        "option points=1",
        "text",
        f"save {tmp_path / 'mine.txt'}",
        f"sheet {tmp_path / 'mine.svg'}",
        "quit",
    )
    code, out, _ = cli("army", "muster", lines=lines)
    assert code == 0
    for told in (
        "The Riders",
        "Charge: moves twice",
        "3 × Guard: at most 2 may be taken (4.2)",
        "there is no Rider in it",
        "did you mean Guard",
        "'frobnicate' is none of",
        "Muster: The Watch",
        "In order",
        "a whole number from 10 to 60",
        "choose Night Guard / 3 Hill",
    ):
        assert told in out, told
    assert "Not saved" not in out
    kept = army.read_file((tmp_path / "mine.txt").read_text())
    assert kept == Kept("Night Guard / 3 Hill", "Muster", "The Watch", {"points": "60"})
    ElementTree.fromstring((tmp_path / "mine.svg").read_text())
    _, out, _ = cli("army", "muster", lines=("ready riders", f"save {tmp_path / 'mine.txt'}", "quit"))
    assert "exists already" in " ".join(out.split()) and "Not saved: Rider, Guard / 1 Hill, 2 Lake" in out
