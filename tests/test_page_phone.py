"""On a small phone, by finger: a whole game, targets that a finger meets, nothing wider than the screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casemate.bots import LEVELS
from tests.guests import PHONE, Guest, Table, clever, game

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]
BUTTON, TARGET = 44, 24  # CSS pixels
SMALL = """([button, target]) => {
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1;
  const isInText = (each) => each.matches(":is(p, dd, label, td) a:not(.button)");
  const limit = (each) => (each.matches("[data-spot], a:not(.button)") ? target : button);
  const place = (each) => (each.matches("label input") ? each.closest("label") : each).getBoundingClientRect();
  return [...document.querySelectorAll("button, a, summary, select, input, textarea, [data-spot]")]
    .filter((each) => isSeen(each) && !isInText(each))
    .map((each) => [each, place(each)])
    .filter(([each, { width, height }]) => Math.min(width, height) < limit(each) - 0.5)
    .map(([each, { width, height }]) => `${each.outerHTML.slice(0, 90)}: ${width.toFixed()} × ${height.toFixed()}`);
}"""
WIDE = """() => {
  const page = document.scrollingElement, found = [];
  if (page.scrollWidth > innerWidth) {
    for (const each of document.querySelectorAll("body *")) {
      if (each.getBoundingClientRect().right > innerWidth + 1) found.push(each.outerHTML.slice(0, 90));
    }
    found.push(`${page.scrollWidth} > ${innerWidth}`);
  }
  return found;
}"""


def fits(guest: Guest) -> None:
    """Large enough for a finger, and not wider than the screen."""
    assert guest.page.evaluate(WIDE) == []
    assert guest.page.evaluate(SMALL, [BUTTON, TARGET]) == []


def test_a_whole_game_by_finger(visit: Visit) -> None:
    guest = visit(**PHONE)
    page = guest.page
    page.goto("/")
    fits(guest)
    page.get_by_role("link", name=f"Play {game().title}", exact=True).tap()
    page.wait_for_url("**/play/*")
    fits(guest)
    page.get_by_role("radio", name=re.compile(LEVELS[0].name, re.IGNORECASE)).tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    table, choose = Table(guest), clever(4)
    table.settled()
    fits(guest)
    board = page.locator("svg.casemate").bounding_box()
    assert board is not None
    assert board["y"] + board["height"] <= 740, "the whole board is on the screen"
    assert board["width"] >= 340
    while not (seen := table.settled()).result:
        answer = choose(table.state())
        assert answer in seen.answers
        if seen.at < 4:
            table.touch(answer, lambda spot: spot.tap())
            expect(page.get_by_role("button", name=f"Play {answer}", exact=True)).to_be_visible()
            fits(guest)
            assert table.look().at == seen.at, "a finger is asked before an answer is played"
            if seen.at < 2:
                page.get_by_role("button", name="Not this").tap()
                assert table.look().held == []
                table.play(answer, table.by_finger)
            else:
                table.play(answer, lambda answer: table.spot(table.spots(answer)[-1]).tap())
        else:
            table.play(answer, table.by_finger)
    expect(page.locator("#result")).to_contain_text(table.view()["result"]["text"])
    fits(guest)
    page.get_by_role("button", name="Play again").tap()
    page.wait_for_url(lambda url: not url.endswith(table.id))
    assert Table(guest).view()["seats"] == [1]


def test_a_rule_opens_over_a_phone_and_closes(visit: Visit) -> None:
    guest = visit(**PHONE)
    table, page = guest.begin(), guest.page
    table.play(table.settled().answers[0], table.by_finger)
    page.locator("#log a").first.tap()
    rule = page.get_by_role("complementary", name="Rule")
    expect(rule).to_be_visible()
    fits(guest)
    page.get_by_role("button", name="Close the rule").tap()
    expect(rule).to_be_hidden()
    table.settled()


@pytest.mark.parametrize("path", ["/play/{game}", "/rules/{game}", "/tour/{game}/1", "/docs", "/nothing", "invitation"])
@pytest.mark.parametrize("width", [360, 320])
def test_no_page_is_wider_than_a_phone(visit: Visit, path: str, width: int) -> None:
    guest = visit(**PHONE | {"viewport": {"width": width, "height": 740}})
    guest.forgives = path == "/nothing"
    if path == "invitation":
        told = {"game": game().name, "opponent": "friend", "seat": 0}
        path = guest.ask("POST", "/api/games", data=told)["invitation"]
        guest.context.clear_cookies()
    guest.page.goto(path.format(game=game().name))
    fits(guest)
