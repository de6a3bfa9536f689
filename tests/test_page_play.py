"""Playing by mouse: a whole game against the computer, and a game with a friend on one device."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from casemate import State
from casemate.bots import LEVELS
from casemate.game import Why
from tests.guests import Guest, Table, before_dice, clever, first_where, game, rolls
from tests.pictures import spots_of

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]


def test_a_whole_game_against_the_computer_by_mouse_alone(visit: Visit) -> None:
    """From the lobby's first click to the result, and on to a rematch."""
    guest = visit()
    guest.page.goto("/")
    guest.page.get_by_role("link", name=f"Play {game().title}", exact=True).click()
    form = guest.page.get_by_role("region", name=game().title)
    for choice in ("The computer", LEVELS[0].name, game().players[0]):
        form.get_by_role("radio", name=re.compile(f"^{choice}", re.IGNORECASE)).click()
    form.get_by_role("button", name="Play", exact=True).click()
    table, choose, dragged = Table(guest), clever(), 0
    has_rolled = False

    def answer(state: State) -> str:
        wanted = None if has_rolled else rolls(state)
        return wanted or choose(state)

    while not (seen := table.settled()).result:
        said = answer(table.state())
        assert said in seen.answers
        can_drag = len(table.spots(said)) == 2 and not table.is_longer(said)
        dragged += can_drag and seen.at % 3 == 0
        table.play(said, table.by_drag if can_drag and seen.at % 3 == 0 else table.by_mouse)
        has_rolled = has_rolled or any(entry["dice"] for entry in table.view()["log"] if entry.get("dice"))
    assert dragged
    view = table.view()
    expect(guest.page.locator("#result")).to_contain_text(view["result"]["text"])
    expect(guest.page.locator("#result")).to_contain_text(view["result"]["rules"][0])
    thrown = [entry["dice"]["faces"] for entry in view["log"] if entry.get("dice")]
    rolled = "\n".join(guest.page.evaluate("() => seen.rolled"))
    assert all(", ".join(map(str, faces)) in rolled for faces in thrown)
    assert len(table.log()) == len(view["log"])
    again = guest.page.get_by_role("button", name="Play again")
    again.click()
    guest.page.wait_for_url(lambda url: not url.endswith(table.id))
    rematch = Table(guest)
    assert rematch.view()["seats"] == [1]
    mine = guest.page.locator("#people li").filter(has_text="you")
    expect(mine).to_contain_text(game().players[1])
    rematch.settled()


def test_one_device_and_two_players(visit: Visit) -> None:
    """Both sides answer at one page, take back freely, and may ask for a hint."""
    guest = visit()
    guest.page.goto(f"/play/{game().name}")
    guest.page.get_by_role("radio", name=re.compile("^Both of you here")).click()
    guest.page.get_by_role("button", name="Set the board").click()
    table = Table(guest)
    assert table.view()["seats"] == [0, 1]
    start = table.settled()
    asked = set()
    while len(asked) < 2:
        asked.add(table.view()["to_move"])
        table.play(table.look().answers[0], table.by_mouse)
    page = guest.page
    at = table.look().at
    for left in reversed(range(at)):
        expect(page.locator("#goes")).to_have_text(re.compile("^Takes back .+"))
        page.get_by_role("button", name="Take back").click()
        table.when(lambda seen, left=left: seen.at == left, "an answer is taken back")
    assert (table.settled().answers, table.log()) == (start.answers, [])
    expect(page.get_by_role("button", name="Take back")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Hint").click()
    hinted = page.locator("#tell li button").first
    expect(hinted).to_be_visible()
    answer = hinted.inner_text()
    assert answer in start.answers
    hinted.click()
    page.get_by_role("button", name=f"Play {answer}", exact=True).click()
    table.when(lambda seen: seen.at > 0, "the hint is played")
    assert table.view()["log"][0]["text"] == answer


def test_why_not_opens_the_rule_beside_the_board(visit: Visit) -> None:
    """A spot that says nothing legal is explained, and the rule is a click away."""
    guest = visit()
    state, spots, why = refused()
    table, page = guest.begin(position=state.position), guest.page
    table.settled()
    for spot in spots:
        table.spot(spot).click()
    tell = page.locator("#tell")
    expect(tell).to_contain_text(why.text)
    assert table.look().at == 0
    tell.get_by_role("link", name=f"Rule {why.rules[0]}").click()
    rule = page.get_by_role("complementary", name="Rule")
    expect(rule).to_contain_text(why.rules[0])
    words = game().rulebook[why.rules[0]].text.split()
    assert words[0].strip("*_") in rule.inner_text()
    board, beside = page.locator(".board svg.casemate").bounding_box(), rule.bounding_box()
    assert board and beside and board["x"] + board["width"] <= beside["x"]
    page.get_by_role("button", name="Close the rule").click()
    expect(rule).to_be_hidden()
    expect(tell.get_by_role("link", name=f"Rule {why.rules[0]}")).to_be_focused()


def refused() -> tuple[State, list[str], Why]:
    """A position, and what one may try to touch there in vain, and the reason."""
    found = []

    def is_refused(state: State) -> bool:
        said = {game().spots(answer) for answer in state.moves()}
        places = spots_of(game().start(), 0)
        tries = [[piece, place] for piece in {spots[0] for spots in said if len(spots) > 1} for place in places]
        for spots in [*([place] for place in places), *sorted(tries)]:
            meant = game().say(state, spots)
            if any(each[: len(spots)] == tuple(spots) for each in said) or (spots[-1],) in said or not meant:
                continue
            why = next(filter(None, map(state.why, meant)), None)
            if why and why.rules and why.rules[0]:
                found.append((state, spots, why))
                return True
        return False

    first_where(is_refused)
    return found[0]


def test_the_exact_odds_are_shown_before_dice_are_thrown(visit: Visit) -> None:
    guest, state = visit(), before_dice()
    table, page = guest.begin(position=state.position, options=state.options), guest.page
    table.settled()
    page.get_by_role("button", name="Ask before playing").click()
    answer = rolls(state)
    assert answer is not None
    last = table.spots(answer)[-1]
    for spot in table.spots(answer)[:-1]:
        table.spot(spot).click()
    odds = state.odds(answer)
    table.spot(last).hover()
    rows = page.locator("#tell .odds tr")
    expect(rows).to_have_count(len(odds))
    shown = {row.split("\t")[0].strip(): Fraction(row.split("\t")[2]) for row in rows.all_inner_texts()}
    assert shown == odds
    table.spot(last).click()
    expect(page.get_by_role("button", name=f"Play {answer}", exact=True)).to_be_visible()
    assert table.look().at == 0, "nothing is played before it is confirmed"
    page.get_by_role("button", name="Not this").click()
    assert table.look().held == []
    table.play(answer, table.by_mouse_asked)
    guest.until(lambda: page.evaluate("() => seen.rolled.length"), "the dice are seen")
    expect(page.locator("#log li").last).to_contain_text("Rolled")
