"""Every game at the page, as people play it: whole games by mouse, by keyboard and by finger, on this device too."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import casemate
from casemate import State
from casemate.bots import LEVELS
from tests.guests import PHONE, Guest, Seen, Table
from tests.test_page_phone import WIDE

pytest_plugins = ["tests.browser"]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
Visit = Callable[..., Guest]
BY_FINGER = 16  # answers


@pytest.fixture(params=casemate.games())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Player:
    """Somebody who knows the game a little: what looks best at a glance; while there are secrets, anything."""

    def __init__(self, seed: int) -> None:
        self.bot, self.lot = casemate.bot("greedy", seed=seed), random.Random(seed)

    def choose(self, table: Table, seen: Seen) -> str:
        view = table.view()
        if not view["position"]:
            return self.lot.choice(seen.answers)
        state: State = table.game.read(view["position"], **view["options"])
        assert set(state.moves()) == set(seen.answers)
        return self.bot.choose(state)


def play_out(table: Table, say: Callable[[str], None], most: int = 10_000) -> int:
    """Until the game is over, or so many answers are given."""
    player, answers = Player(3), 0
    while not (seen := table.settled()).result and answers < most:
        table.play(player.choose(table, seen), say)
        answers += 1
    return answers


def test_a_whole_game_by_mouse(visit: Visit, name: str) -> None:
    guest = visit()
    guest.page.goto("/")
    title = casemate.load(name).title
    guest.page.get_by_role("link", name=f"Play {title}", exact=True).click()
    guest.page.get_by_role("button", name="Play", exact=True).click()
    table = Table(guest)
    assert play_out(table, table.by_mouse) > 3
    expect(guest.page.locator("#result")).to_contain_text(table.view()["result"]["text"])
    assert len(table.log()) >= table.look().at


def test_a_whole_game_without_a_mouse(visit: Visit, name: str) -> None:
    """Answers are typed, and now and then picked from the list of all."""
    table = visit().begin("computer", game=name, level=LEVELS[0].name, seat=1)
    lot = random.Random(5)

    def say(answer: str) -> None:
        if lot.random() < 0.2:
            by_list(table, answer)
        else:
            table.by_typing(answer)

    assert play_out(table, say) > 3
    assert table.view()["result"]


def by_list(table: Table, answer: str) -> None:
    every = table.page.locator("#all")
    if every.get_attribute("open") is None:
        every.locator("summary").focus()
        table.page.keyboard.press("Enter")
    table.page.locator("#menu").get_by_role("button", name=answer, exact=True).focus()
    table.page.keyboard.press("Enter")


def test_both_sides_by_finger_on_a_phone(visit: Visit, name: str) -> None:
    guest = visit(**PHONE)
    table = guest.begin("here", game=name)
    play_out(table, table.by_finger, BY_FINGER)
    assert guest.page.evaluate(WIDE) == []
    board = guest.page.locator("svg.casemate").bounding_box()
    assert board is not None and board["width"] >= 340
