"""Live tables over real sockets: what changes, applied one by one, is what a newcomer sees, whoever looks."""

import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import casemate
from casemate.server import hall
from tests.sites import GAME, Screen, Site, Visitor, open_site, toy_games

ONLY_IN_A_VIEW = ("says", "position", "timing", "game", "options")
OF_THE_MOMENT = ("n", "clock", "watching", "people")
TOYS = ("FAIR", "PENNIES")


@pytest.fixture(scope="module", autouse=True)
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_games(tmp_path_factory.mktemp("games"), *TOYS):
        yield


class Party:
    """Two people at a table, and one who watches."""

    def __init__(self, site: Site, **told: Any) -> None:
        self.anna, self.bert, self.eve = site.visitor("Anna"), site.visitor("Bert"), site.visitor()
        begun = self.anna.begin("friend", **told)
        self.id, self.invitation = begun["id"], begun["invitation"]
        assert self.bert.join(self.invitation).json()["seat"] == 1
        self.screens = [each.live(self.id) for each in self.visitors]

    @property
    def visitors(self) -> list[Visitor]:
        return [self.anna, self.bert, self.eve]

    @property
    def asked(self) -> Screen | None:
        """The screen of whoever must answer, once everybody sees the same."""
        at = max(screen.catch_up()["at"] for screen in self.screens)
        for screen in self.screens:
            screen.see(lambda view: view["at"] == at)
        return next((screen for screen in self.screens if screen.view["answers"]), None)

    def close(self) -> None:
        for screen in self.screens:
            screen.close()


@pytest.fixture
def party(site: Site) -> Iterator[Party]:
    party = Party(site)
    yield party
    party.close()


def lasting(view: dict[str, Any], *also: str) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in (*OF_THE_MOMENT, *ONLY_IN_A_VIEW, *also)}


def compare(party: Party) -> None:
    """What everybody has put together is what a newcomer like them sees."""
    for screen, visitor in zip(party.screens, party.visitors, strict=True):
        whole = visitor.view(party.id)
        screen.see(lambda view: view["n"] >= whole["n"])  # noqa: B023
        assert lasting(screen.view) == lasting(whole)
        assert [each["here"] for each in screen.view["people"]] == [each["here"] for each in whole["people"]]
        assert screen.view["watching"] == whole["watching"]


# --- pictures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*casemate.games(), *(toy.lower() for toy in TOYS)])
def test_what_changes_is_what_a_newcomer_sees(site: Site, name: str) -> None:
    """Through a whole random game with taking back, refusing, offering, coming and going."""
    choice, party = random.Random(name), Party(site, game=name, clock={"kind": "game", "seconds": 600})
    while (asked := party.asked) is not None:
        other = next(screen for screen in party.screens[:2] if screen is not asked)
        event = choice.random()
        if event < 0.1 and asked.view["can"]["undo"]:
            asked.ask(do="ping")
            asked.say(do="undo", at=asked.view["at"])
            other.see(lambda view: view["offers"]["undo"])
            other.say(do=choice.choice(["yes", "no"]))
            other.see(lambda view: not view["offers"]["undo"])
        elif event < 0.15 and asked.view["can"]["draw"] and asked.view["offers"]["draw"] is None:
            asked.say(do="draw")
            other.see(lambda view: view["offers"]["draw"] is not None)
        elif event < 0.2:
            who = choice.randrange(3)
            party.screens[who].close()
            party.screens[who] = party.visitors[who].live(party.id)
        else:
            asked.play(choice=choice)
        if choice.random() < 0.08:
            compare(party)
    compare(party)
    assert all(screen.view["result"] for screen in party.screens)
    assert party.screens[0].view["dice"]["seed"], "the seed is shown when the game is over"
    party.close()


def test_the_picture_of_every_moment(site: Site, party: Party) -> None:
    """Each frame is what was on the board then, and its line of the log."""
    seen = []
    for _ in range(12):
        asked = party.asked
        assert asked is not None
        seen.append(party.eve.view(party.id))
        asked.play()
    for view in seen:
        frame = party.eve.http.get(f"/api/games/{party.id}/frames/{view['at']}").json()
        assert {key: frame[key] for key in ("at", "layer", "labels", "says", "position")} == {
            key: view[key] for key in ("at", "layer", "labels", "says", "position")
        }
        assert frame["entry"] == (view["log"][-1] if view["at"] else None)
    for at in (-1, 10_000):
        assert party.eve.http.get(f"/api/games/{party.id}/frames/{at}").status_code in (404, 409)


def test_a_game_from_where_dice_are_due(site: Site) -> None:
    """The dice fall at once; log, frames and a table laid again agree."""
    game, choice = casemate.load(GAME), random.Random(5)
    while True:
        state = game.start()
        while state.to_move is not None and state.to_move != casemate.CHANCE:
            state.play(choice.choice(state.moves()))
        if state.to_move == casemate.CHANCE:
            break
    anna = site.visitor("Anna")
    id = anna.begin("here", position=state.position, options=state.options)["id"]
    view = anna.view(id)
    assert view["at"] == len(view["log"]) == 2 and view["log"][0]["text"] == state.steps[-1].text
    frames = [anna.http.get(f"/api/games/{id}/frames/{at}") for at in range(3)]
    assert [frame.status_code for frame in frames] == [200] * 3
    site.hall.forget(id)
    assert lasting(anna.view(id)) == lasting(view)


# --- who sees and does what -----------------------------------------------------------------------------------------


def test_answers_are_told_only_to_who_must_answer(party: Party) -> None:
    for _ in range(6):
        asked = party.asked
        assert asked is not None
        for screen in party.screens:
            is_asked = screen is asked
            assert (bool(screen.view["answers"]), bool(screen.view["marks"])) == (is_asked, is_asked)
        asked.play()
    assert [screen.view["seats"] for screen in party.screens] == [[0], [1], []]
    assert [screen.view["viewer"] for screen in party.screens] == [0, 1, None]


def test_who_watches_can_do_nothing(party: Party) -> None:
    """No act of a watcher changes anything for anybody."""
    party.asked.play()  # type: ignore[union-attr]
    asked, eve = party.asked, party.screens[2]
    assert asked is not None
    before = lasting(asked.view)
    answer, at = asked.view["answers"][0][0], asked.view["at"]
    for said in (
        {"do": "play", "answer": answer, "at": at},
        {"do": "preview", "answer": answer},
        {"do": "why", "answer": answer},
        {"do": "why", "spots": ["a1"]},
        {"do": "undo", "at": at},
        {"do": "word", "text": "luck"},
        {"do": "chat", "text": "hello"},
        *({"do": each} for each in ("yes", "no", "draw", "resign", "rematch", "hint")),
    ):
        assert eve.ask(**said)["refused"]["text"]
        assert party.eve.act(party.id, **said).status_code == 409
    assert not any(eve.view["can"].values())
    assert lasting(asked.catch_up()) == before


def test_out_of_turn_nothing_is_played(party: Party) -> None:
    asked = party.asked
    assert asked is not None
    other = next(screen for screen in party.screens[:2] if screen is not asked)
    answer = asked.view["answers"][0][0]
    assert other.ask(do="play", answer=answer, at=0)["refused"]["text"]
    assert asked.ask(do="play", answer=answer, at=1)["refused"]["text"]
    assert asked.catch_up()["at"] == 0


def test_a_secret_choice_reaches_nobody_else(site: Site) -> None:
    """Whatever a player has chosen in secret, the other and a watcher are sent nothing of it until it is told."""
    party = Party(site, game="pennies")
    anna, bert, eve = party.screens
    chosen = anna.play("bid 1")
    assert chosen in json.dumps(anna.view["log"]) and chosen in str(anna.view["layer"])
    bert.see(lambda view: view["answers"])
    eve.see(lambda view: view["at"] == 1)
    bert.ask(do="preview", answer="bid 0")
    bert.say(do="undo", at=1)
    anna.say(do="undo", at=1)
    eve.see(lambda view: view["offers"]["undo"])
    for visitor, screen in ((party.bert, bert), (party.eve, eve)):
        screen.catch_up()
        get = visitor.http.get
        paths = ("", "?picture=true", "/frames/0", "/frames/1", "/record", "/proof", "/review")
        told = [get(f"/api/games/{party.id}{path}").text for path in paths]
        told += [json.dumps(without_menus(message)) for message in screen.heard]
        told = [json.dumps(without_menus(json.loads(each))) if each.startswith("{") else each for each in told]
        told += [get(f"/g/{party.id}").text.replace(json.dumps(visitor.view(party.id)["answers"]), "")]
        for each in told[:-1]:
            assert "bid" not in each, each
        assert told[-1].count("bid 1") <= (1 if visitor is party.bert else 0) * 2  # on his own menu
        assert visitor.view(party.id)["position"] == ""
    answered = anna.view["at"]
    bert.say(do="no")
    bert.play("bid 0")
    eve.see(lambda view: view["at"] > answered)
    assert [line["text"] for line in eve.view["log"]] == ["bid 1", "bid 0"]
    party.close()


def without_menus(told: Any) -> Any:
    """What was told but for a player's own menu."""
    if isinstance(told, dict):
        return {key: without_menus(value) for key, value in told.items() if key not in ("answers", "answer", "tag")}
    return [without_menus(each) for each in told] if isinstance(told, list) else told


def test_a_seat_is_taken_once_and_by_its_key(site: Site) -> None:
    anna, bert, eve = (site.visitor(name) for name in ("Anna", "Bert", "Eve"))
    begun = anna.begin("friend")
    other = eve.begin("friend")
    id, key = begun["id"], begun["invitation"].rpartition("/")[2]
    wrong = [key[:-1], key + "x", key.swapcase(), "x", other["invitation"].rpartition("/")[2], "None", "%00", "%c3%28"]
    for guess in wrong:
        assert eve.join(f"/j/{id}/{guess}").status_code == 404
        assert eve.http.get(f"/j/{id}/{guess}").status_code == 404
    assert eve.join(f"/j/{other['id']}/{key}").status_code == 404
    assert anna.join(begun["invitation"]).status_code == 409, "nobody invites themselves"
    assert anna.view(id)["to_move"] == 0 and anna.view(id)["answers"] == []
    assert bert.join(begun["invitation"]).json()["seat"] == 1
    assert bert.join(begun["invitation"]).status_code == 409
    assert eve.join(begun["invitation"]).status_code == 409
    assert [each.view(id)["seats"] for each in (anna, bert, eve)] == [[0], [1], []]
    assert [each["name"] for each in eve.view(id)["people"]] == ["Anna", "Bert"]
    for visitor in (bert, eve):
        assert key not in visitor.http.get(f"/g/{id}").text


def test_an_invitation_is_shown_to_its_host_alone(site: Site) -> None:
    anna, eve = site.visitor("Anna"), site.visitor("Eve")
    begun = anna.begin("friend")
    key = begun["invitation"].rpartition("/")[2]
    assert key in anna.http.get(f"/g/{begun['id']}").text
    for told in (eve.http.get(f"/g/{begun['id']}").text, json.dumps(eve.view(begun["id"])), eve.http.get("/").text):
        assert key not in told


def test_two_take_a_seat_at_once(site: Site) -> None:
    """One of them gets it, and the other is told."""
    begun = site.visitor("Anna").begin("friend")
    crowd = [site.visitor(f"Guest {number}") for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        told = list(pool.map(lambda guest: guest.join(begun["invitation"]).status_code, crowd))
    assert sorted(told) == [200] + [409] * 5
    seated = [guest.view(begun["id"])["seats"] for guest in crowd]
    assert [bool(seats) for seats in seated] == [status == 200 for status in told]


def test_who_waits_sees_the_friend_come(site: Site) -> None:
    anna, bert = site.visitor("Anna"), site.visitor("Bert")
    begun = anna.begin("friend")
    screen, early = anna.live(begun["id"]), bert.live(begun["id"])
    assert screen.view["status"] == "Waiting for the other player"
    bert.join(begun["invitation"])
    screen.see(lambda view: view["people"][1]["name"] == "Bert" and view["answers"])
    with pytest.raises(ConnectionClosed):  # who has sat down comes again as a player
        early.until(lambda told: False)
    assert early.socket.close_code == 4000
    assert bert.live(begun["id"]).view["seats"] == [1]


def test_chat_is_between_the_players(party: Party) -> None:
    anna, bert, eve = party.screens
    anna.say(do="chat", text="  good\n luck <b>☺</b> ")
    bert.until(lambda told: "chat" in told)
    bert.say(do="chat", text="x" * 1000)
    anna.until(lambda told: anna.chat and anna.chat[-1]["seat"] == 1)
    assert [(line["seat"], line["name"], line["text"]) for line in anna.chat] == [
        (0, "Anna", "good luck <b>☺</b>"),
        (1, "Bert", "x" * 300),
    ]
    for wrong in (None, "", " ", 5, ["x"], {"x": 1}, "\0"):
        assert anna.ask(do="chat", text=wrong)["refused"]["text"]
    eve.catch_up()
    assert not any("chat" in told for told in eve.heard)
    again, newcomer = party.bert.live(party.id), party.eve.live(party.id)
    again.until(lambda told: len(again.chat) == 2)
    assert again.chat == anna.chat
    newcomer.catch_up()
    assert newcomer.chat == []
    assert "luck" not in party.eve.http.get(f"/g/{party.id}").text


def test_nobody_chats_with_themselves_or_the_computer(site: Site) -> None:
    anna = site.visitor("Anna")
    assert anna.act(anna.begin("here")["id"], do="chat", text="hello").status_code == 409


def test_two_tabs_of_one_person(party: Party) -> None:
    """Both see the same, and what one has answered the other does not answer again."""
    tabs = [party.anna.live(party.id), party.anna.live(party.id)]
    answer = tabs[0].view["answers"][0][0]
    for tab in tabs:
        tab.say(do="play", answer=answer, at=0)
    for tab in tabs:
        tab.see(lambda view: view["at"] == 1)
    refused = [told for tab in tabs for told in (tab.catch_up() and tab.heard) if "refused" in told]
    assert len(refused) == 1
    assert lasting(tabs[0].view) == lasting(tabs[1].view) == lasting(party.screens[0].see(lambda view: view["at"] == 1))
    tabs[0].close()
    assert party.screens[1].catch_up()["people"][0]["here"], "she is here as long as one of her tabs is"


def test_one_person_in_both_seats(site: Site) -> None:
    anna = site.visitor("Anna")
    screen = anna.live(anna.begin("here")["id"])
    for _ in range(8):
        screen.play()
    assert screen.view["seats"] == [0, 1]
    assert [each["name"] for each in screen.view["people"]] == ["Anna", "Anna"]


# --- coming back ----------------------------------------------------------------------------------------------------


def test_a_lost_answer_is_sent_again_and_never_played_twice(party: Party) -> None:
    """The connection is cut right after each answer was sent: whether or not it arrived, it is played once."""
    choice = random.Random("lost")
    for _ in range(8):
        at = party.eve.view(party.id)["at"]
        number = party.eve.view(party.id)["to_move"]
        visitor = party.visitors[number]
        screen = visitor.live(party.id)
        answer = choice.choice(screen.view["answers"])[0]
        screen.say(do="play", answer=answer, at=at)
        screen.socket.socket.close()  # no farewell
        again = visitor.live(party.id)
        if again.view["at"] == at:
            again.say(do="play", answer=answer, at=at)
            again.until(lambda told: "refused" in told or again.view["at"] > at)  # noqa: B023
        log = again.see(lambda view: view["at"] > at)["log"]  # noqa: B023
        assert [line["text"] for line in log if line["player"] >= 0][-1] == answer
        assert sum(line["player"] >= 0 for line in log) == _ + 1
        again.close()


def test_the_site_opened_again_shows_the_same(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        party = Party(site, clock={"kind": "move", "days": 3})
        party.screens[0].say(do="word", text="be kind")
        party.screens[1].see(lambda view: view["dice"]["words"])
        party.screens[1].say(do="chat", text="hello")
        for number in range(30):
            asked = party.asked
            assert asked is not None
            other = next(screen for screen in party.screens[:2] if screen is not asked)
            if number % 7 == 6 and other.view["can"]["undo"]:
                other.say(do="undo")
                asked.see(lambda view: view["offers"]["undo"])
                asked.say(do="yes")
                asked.see(lambda view: not view["offers"]["undo"])
            else:
                asked.play(choice=random.Random(number))
        party.asked  # noqa: B018
        views = [visitor.view(party.id) for visitor in party.visitors]
        cookies = [visitor.http.cookies["casemate"] for visitor in party.visitors[:2]]
        record = party.eve.http.get(f"/api/games/{party.id}/record").text
        party.close()
    with open_site(tmp_path) as site:
        again = [site.visitor() for _ in range(3)]
        for visitor, cookie in zip(again, cookies, strict=False):
            visitor.http.cookies.set("casemate", cookie)
        for visitor, view in zip(again, views, strict=True):
            found = visitor.view(party.id)
            assert lasting(found) == lasting(view)
            assert found["clock"]["running"] == view["clock"]["running"]
            assert max(abs(a - b) for a, b in zip(found["clock"]["left"], view["clock"]["left"], strict=True)) < 60_000
            assert [each["name"] for each in found["people"]] == ["Anna", "Bert"]
            assert found["dice"]["words"] == ["be kind"]
        assert again[2].http.get(f"/api/games/{party.id}/record").text == record
        screen = again[0].live(party.id)
        screen.until(lambda told: screen.chat)
        assert screen.chat[0]["text"] == "hello"
        assert party.id in again[0].http.get("/").text


def test_no_such_table(site: Site) -> None:
    for id in ("nowhere", "x" * 500, "..", "\0", "\n", "g", "' or 1=1 --", "☺"):
        with connect(f"ws://{site.host}/live/{quote(id, safe='')}") as socket, pytest.raises(ConnectionClosed):
            socket.recv(5)
        assert socket.close_code == 4404


# --- offers, ends and time ------------------------------------------------------------------------------------------


def test_another_game_with_seats_swapped(party: Party) -> None:
    anna, bert, eve = party.screens
    bert.say(do="resign")
    for screen in party.screens:
        screen.see(lambda view: view["result"])
    assert anna.view["result"]["shares"] == [1.0, 0.0]
    assert eve.ask(do="rematch")["refused"]
    anna.say(do="rematch")
    bert.see(lambda view: view["offers"]["rematch"] == 0)
    bert.say(do="rematch")
    bert.say(do="rematch")
    moved = [screen.until(lambda told: "moved" in told)["moved"] for screen in (anna, bert)]
    assert moved[0] == moved[1]
    id = moved[0].removeprefix("/g/")
    assert [visitor.view(id)["seats"] for visitor in party.visitors] == [[1], [0], []]
    bert.catch_up()
    assert sum("moved" in told for told in bert.heard) == 1, "it begins once"
    eve.catch_up()
    assert not any("moved" in told for told in eve.heard)


def test_a_draw_is_offered_and_agreed_on(party: Party) -> None:
    anna, bert, eve = party.screens
    anna.say(do="draw")
    bert.see(lambda view: view["offers"]["draw"] == 0)
    assert eve.ask(do="yes")["refused"] and anna.ask(do="yes")["refused"]
    bert.say(do="yes")
    for screen in party.screens:
        assert screen.see(lambda view: view["result"])["result"]["shares"] == [0.5, 0.5]
    assert party.eve.http.get(f"/api/games/{party.id}/proof").json()["ok"]


def test_the_flag_falls_by_itself(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall's clock is put forward while somebody thinks; the rest of the time runs as it does."""
    real, forward = hall.milliseconds, 0
    monkeypatch.setattr(hall, "milliseconds", lambda: real() + forward)
    party = Party(site, clock={"kind": "game", "seconds": 10, "increment": 0})
    for turn in range(40):
        asked = party.asked
        assert asked is not None
        seat = asked.view["seats"][0]
        left = asked.view["clock"]["left"]
        if asked.view["clock"]["running"] == seat and left[seat] < 300:
            break
        if asked.view["clock"]["running"] == seat == 1:
            forward += int(left[seat]) - 200
        asked.play(choice=random.Random(turn))
    loser = asked.view["seats"][0]
    for screen in party.screens:
        view = screen.see(lambda view: view["result"])
        assert view["result"]["shares"][loser] == 0.0
        assert view["clock"]["left"][loser] == 0 and view["clock"]["running"] is None
        assert view["log"][-1]["player"] == -2
    party.close()


def test_the_time_the_site_was_away_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, forward = hall.milliseconds, 0
    monkeypatch.setattr(hall, "milliseconds", lambda: real() + forward)
    with open_site(tmp_path) as site:
        anna = site.visitor("Anna")
        id = anna.begin("here", clock={"kind": "game", "seconds": 60})["id"]
        screen = anna.live(id)
        screen.play()
        screen.play()
        cookie = anna.http.cookies["casemate"]
    forward = 3_600_000
    with open_site(tmp_path) as site:
        anna = site.visitor()
        anna.http.cookies.set("casemate", cookie)
        view = anna.view(id)
        assert view["result"] is None and min(view["clock"]["left"]) > 30_000


# --- what is asked --------------------------------------------------------------------------------------------------


def test_what_an_answer_would_do_and_its_odds(site: Site) -> None:
    """The same odds as the game's own, and asking changes nothing."""
    anna = site.visitor("Anna")
    id = anna.begin("here")["id"]
    screen, game, with_dice = anna.live(id), casemate.load(GAME), 0
    for turn in range(60):
        state = game.read(anna.view(id)["position"])
        for answer, *_ in screen.view["answers"][:: 1 + len(screen.view["answers"]) // 6]:
            told = screen.ask(do="preview", answer=answer)["preview"]
            odds = {outcome: chance for outcome, chance, _ in told["odds"]}
            assert odds == {outcome: str(chance) for outcome, chance in state.odds(answer).items()}
            with_dice += bool(odds)
            assert screen.ask(do="why", answer=answer)["why"]["text"] == "nothing forbids that"
        before = lasting(screen.view)
        assert lasting(screen.catch_up()) == before
        if with_dice > 3:
            break
        screen.play(choice=random.Random(turn))
        if screen.view["result"]:
            break


def test_illegal_answers_are_refused_with_their_rule(site: Site) -> None:
    """Every answer that is legal somewhere else: refused with the words of `why`, and nothing happens."""
    anna = site.visitor("Anna")
    id = anna.begin("here")["id"]
    screen, game, choice = anna.live(id), casemate.load(GAME), random.Random(4)
    elsewhere = {move for number in range(3) for move in some_moves(game, number)}
    cited = 0
    for _ in range(10):
        legal = {answer for answer, *_ in screen.view["answers"]}
        for answer in sorted(elsewhere - legal)[:12]:
            told = screen.ask(do="play", answer=answer, at=screen.view["at"])["refused"]
            assert told["text"] and told["at"] == screen.view["at"] and told["answer"] == answer
            why = screen.ask(do="why", answer=answer)["why"]
            assert why["text"] in told["text"] or told["text"] in why["text"]
            cited += bool(told["rules"])
        screen.play(choice=choice)
    assert cited


def some_moves(game: Any, number: int) -> set[str]:
    choice, state, found = random.Random(number), game.start(), set()
    while state.to_move is not None:
        if state.to_move != casemate.CHANCE:
            found |= set(state.moves()[:5])
        state.play(choice.choice(state.moves()))
    return found


def test_why_touched_spots_say_nothing(party: Party) -> None:
    asked = party.asked
    assert asked is not None
    legal = {tuple(spots) for _, spots, *_ in asked.view["answers"]}
    spots = sorted({spot for each in legal for spot in each})
    for first in spots[:4]:
        for second in spots[:4]:
            told = asked.ask(do="why", spots=[first, second])
            assert told.get("why") or told.get("refused")
