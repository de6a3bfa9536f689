"""Two browsers at one table, by an invitation: offers, talk, lost lines, a server that dies, and somebody watching."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from casemate import State, record
from tests.guests import Guest, Table, before_dice, clever, friendly, game, rolls

if TYPE_CHECKING:
    from tests.browser import House

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]
SCRIPT = "<script>seen.broken = 1</script><img src=x onerror='seen.broken = 1'>"


class Two:
    """Two players, each at a browser of their own."""

    def __init__(self, first: Table, second: Table) -> None:
        self.tables = (first, second)

    @property
    def to_move(self) -> int:
        return int(self.tables[0].view()["to_move"])

    def see(self, at: int) -> None:
        """Both see the game where it is."""
        for table in self.tables:
            table.when(lambda seen: seen.at == at, f"answer {at} is seen")

    def play(self, answer: str, say: str = "by_typing") -> None:
        mover = self.tables[self.to_move]
        seen = mover.play(answer, getattr(mover, say))
        self.see(seen.at)

    def is_over(self) -> bool:
        return self.tables[0].view()["result"] is not None

    def logs(self) -> list[list[str]]:
        return [table.log() for table in self.tables]


def sit_down(visit: Visit) -> tuple[Two, Guest, Guest]:
    """One makes a link in the lobby, the other follows it."""
    host, friend = visit(), visit()
    host.page.goto("/")
    host.page.get_by_label("What others see").fill("Ada")
    host.page.get_by_role("button", name="Keep").click()
    expect(host.page.get_by_text("Kept.")).to_be_visible()
    host.page.goto(f"/play/{game().name}")
    host.page.get_by_role("radio", name=re.compile("^A friend")).click()
    host.page.get_by_role("radio", name=re.compile(f"^{game().players[0]}")).click()
    host.page.get_by_role("button", name="Make a link").click()
    first = Table(host)
    link = host.page.get_by_label("Send this link to the other player").input_value()
    friend.page.goto(link)
    expect(friend.page.get_by_role("heading", level=1)).to_contain_text("Ada invites you")
    expect(friend.page.get_by_text(game().players[1], exact=True)).to_be_visible()
    friend.page.get_by_role("button", name="Sit down").click()
    second = Table(friend)
    first.settled()
    expect(host.page.get_by_label("Send this link to the other player")).to_be_hidden()
    return Two(first, second), host, friend


def test_a_whole_game_by_invitation(visit: Visit, house: "House") -> None:
    """Lines are lost and the server is killed on the way; nothing is lost, and nothing is played twice."""
    two, host, friend = sit_down(visit)
    watcher = visit()
    stands_by = watcher.sit(two.tables[0].page.url)
    choose = friendly()
    offered = False
    for n in range(8):
        two.play(choose(two.tables[0].state()), "by_mouse" if n % 2 else "by_typing")
        if not offered and two.tables[0].view()["can"]["draw"]:
            offered = True
            offer_a_draw_in_vain(host, friend)
    assert offered
    take_back(two)
    lose_the_line(two, choose)
    with watcher.forgiving():
        lose_the_server(two, house, choose)
        watcher.until(lambda: stands_by.look().at == two.tables[0].look().at, "the watcher is back too")
    while not two.is_over():
        two.play(choose(two.tables[0].state()))
    result = two.tables[0].view()["result"]
    for guest in (host, friend, watcher):
        expect(guest.page.locator("#result")).to_contain_text(result["text"])
    stands_by.when(lambda seen: seen.at == two.tables[0].look().at)
    assert [stands_by.log(), two.tables[1].log()] == [two.tables[0].log()] * 2
    views = [table.view() for table in (*two.tables, stands_by)]
    assert views[0]["log"] == views[1]["log"] == views[2]["log"]
    written = host.context.request.get(f"/api/games/{two.tables[0].id}/record").text()
    assert record.verify(written).ok


def offer_a_draw_in_vain(host: Guest, friend: Guest) -> None:
    host.page.get_by_role("button", name="Offer a draw").click()
    expect(host.page.locator("#offers")).to_contain_text("Ada has offered a draw.")
    offer = friend.page.locator("#offers")
    expect(offer).to_contain_text("Ada offers a draw.")
    offer.get_by_role("button", name="No").click()
    for page in (host.page, friend.page):
        expect(page.locator("#offers")).to_be_empty()


def take_back(two: Two) -> None:
    """Whoever has answered asks; the other agrees."""
    view = two.tables[0].view()
    last = next(entry for entry in reversed(view["log"]) if entry["player"] in (0, 1))
    asks, agrees = (two.tables[seat] for seat in (last["player"], 1 - last["player"]))
    asks.page.get_by_role("button", name="Take back").click()
    offer = agrees.page.locator("#offers")
    expect(offer).to_contain_text(f"Takes back {game().players[last['player']]}'s {last['text']}")
    assert agrees.look().at == view["at"], "nothing is taken back before it is agreed"
    offer.get_by_role("button", name="Yes").click()
    two.see(last["at"] - 1)
    assert two.logs()[0] == two.logs()[1]
    assert len(two.logs()[0]) == last["at"] - 1


def lose_the_line(two: Two, choose: Callable[[State], str]) -> None:
    """The one whose turn it is not is cut off, misses an answer, and returns."""
    mover = two.tables[two.to_move]
    other = two.tables[1 - two.to_move]
    at = other.look().at
    with other.guest.forgiving():
        other.guest.context.set_offline(True)
        expect(other.page.get_by_text("The line is lost")).to_be_visible()
        mover.play(choose(mover.state()), mover.by_typing)
        assert other.look().at == at
        other.guest.context.set_offline(False)
        other.when(lambda seen: seen.at == mover.look().at, "the line is taken up again")
    expect(other.page.get_by_text("The line is lost")).to_be_hidden()
    assert two.logs()[0] == two.logs()[1]


def lose_the_server(two: Two, house: "House", choose: Callable[[State], str]) -> None:
    """It is killed; an answer given meanwhile is played once, when it is back."""
    mover, answer = two.tables[two.to_move], choose(two.tables[0].state())
    told = len(two.tables[0].view()["log"])
    with two.tables[0].guest.forgiving(), two.tables[1].guest.forgiving():
        house.kill()
        mover.by_typing(answer)
        for table in two.tables:
            expect(table.page.get_by_text("The line is lost")).to_be_visible()
        house.open()
        for table in two.tables:
            expect(table.page.get_by_text("The line is lost")).to_be_hidden()
            table.when(lambda seen: seen.at > told, "the answer is played")
    played = [entry["text"] for entry in mover.view()["log"][told:] if entry["player"] in (0, 1)]
    assert played == [answer]
    assert two.logs()[0] == two.logs()[1]


def test_nothing_is_taken_back_past_dice(visit: Visit) -> None:
    """It is refused in words."""
    two = arranged(visit, before_dice())
    answer = rolls(before_dice())
    assert answer is not None
    seat = two.to_move
    two.play(answer)
    asks = two.tables[seat]
    asks.when(lambda seen: seen.at == 2, "the dice have fallen")
    log = asks.log()
    back = asks.page.get_by_role("button", name="Take back")
    expect(back).to_have_attribute("aria-disabled", "true")
    back.click(force=True)
    expect(asks.page.locator("#tell")).to_contain_text("the dice have fallen")
    assert asks.guest.until(lambda: any("the dice have fallen" in each for each in asks.guest.heard()), "the refusal")
    assert asks.log() == log == two.tables[1 - seat].log()


def arranged(visit: Visit, state: State) -> Two:
    """Two at a table with that position."""
    host, friend = visit(), visit()
    told = {"game": game().name, "opponent": "friend", "seat": 0, "position": state.position, "options": state.options}
    begun = host.ask("POST", "/api/games", data=told)
    friend.page.goto(begun["invitation"])
    friend.page.get_by_role("button", name="Sit down").click()
    two = Two(host.sit(begun["page"]), Table(friend))
    two.tables[two.to_move].settled()
    return two


def test_talk_is_text_and_can_be_muted(visit: Visit) -> None:
    two = arranged(visit, game().start())
    host, friend = (table.page for table in two.tables)
    for page in (host, friend):
        page.get_by_text("Talk").click()

    def say(page: Page, text: str) -> None:
        page.get_by_label("Say", exact=True).fill(text)
        page.keyboard.press("Enter")

    say(host, SCRIPT)
    for page in (host, friend):
        expect(page.locator("#said")).to_contain_text(SCRIPT)
        assert page.evaluate("() => seen.broken ?? null") is None
        assert page.locator("#said script, #said img").count() == 0
    heard = two.tables[1].guest.heard
    two.tables[1].guest.until(lambda: any(SCRIPT in each for each in heard()), "the line is said aloud")
    friend.get_by_role("button", name="Mute the other player").click()
    say(host, "can you hear me?")
    expect(host.locator("#said")).to_contain_text("can you hear me?")
    say(friend, "no")
    expect(host.locator("#said")).to_contain_text("no")
    expect(friend.locator("#said li").last).to_contain_text("no")
    assert "hear me" not in friend.locator("#said").inner_text()


def test_who_watches_sees_all_and_can_do_nothing(visit: Visit) -> None:
    two = arranged(visit, game().start())
    watcher = visit()
    table = watcher.sit(two.tables[0].page.url)
    answer = clever()(two.tables[0].state())
    for spot in table.spots(answer):
        table.spot(spot).click()
    seen = table.look()
    assert (seen.at, seen.answers, seen.next, seen.held) == (0, [], [], [])
    for name in ("Take back", "Resign", "Offer a draw", "Hint", "Play"):
        expect(watcher.page.get_by_role("button", name=name, exact=True)).to_be_hidden()
    expect(watcher.page.get_by_text("Talk")).to_be_hidden()
    for said in ({"do": "play", "answer": answer}, {"do": "resign"}, {"do": "chat", "text": "boo"}):
        refused = watcher.context.request.post(f"/api/games/{table.id}/acts", data=said)
        assert refused.status == 409, refused.text()
    two.play(answer)
    table.when(lambda seen: seen.at == two.tables[0].look().at, "the watcher sees it")
    assert table.log() == two.tables[0].log()
    expect(two.tables[0].page.get_by_text("1 watching")).to_be_visible()
