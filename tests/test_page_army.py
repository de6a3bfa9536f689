"""Forces at the page: built by mouse, by keyboard and by finger, saved, shared, printed, and brought to a table."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

import casemate
from casemate import Game, army
from casemate.army import Army, Builder
from tests.guests import PHONE, Guest
from tests.test_page_access import STILL, faults
from tests.test_page_phone import fits

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]
BUILT = [game for game in map(casemate.load, casemate.games()) if game.builder is not None]


@pytest.fixture(params=BUILT, ids=[game.name for game in BUILT])
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def builder(game: Game) -> Builder:
    assert game.builder is not None
    return game.builder


def ready(game: Game) -> Army:
    """The first of the ready-made lists."""
    options = game.settle({})
    return army.read(builder(game), next(iter(builder(game).ready(options).values())), options)


def told(page: Page) -> str:
    """The list that the page shows."""
    return page.locator("#force").get_attribute("data-list") or ""


def shows(page: Page, game: Game, wanted: Army) -> None:
    expect(page.locator("#force")).to_have_attribute("data-list", army.write(builder(game), wanted, game.settle({})))


def plus(page: Page, name: str) -> Locator:
    return page.locator(".stock").get_by_role("button", name=f"Add {name}", exact=True)


def over_the_limit(game: Game) -> tuple[str, int]:
    """A thing, and how many of it are too many."""
    section = builder(game).sections(game.settle({}))[0]
    item = max(section.items, key=lambda item: item.cost)
    return item.name, section.limit // item.cost + 1


def test_a_force_by_mouse(visit: Visit, game: Game) -> None:
    """As quickly as one can click; every click counts once."""
    guest, wanted = visit(), ready(game)
    page = guest.page
    page.goto("/")
    page.get_by_role("link", name=f"for {game.title}").click()
    expect(page.locator("#warnings .why").first).to_be_visible()
    for picks in wanted.picks:
        for name in picks:
            plus(page, name).click()
    shows(page, game, wanted)
    expect(page.locator("#warnings .good")).to_be_visible()
    assert page.url.startswith(f"{guest.url}/army/{game.name}?list=")
    page.locator("#force .picks").first.get_by_role("button", name=re.compile("Drop")).first.click()
    gone = army.drop(wanted, 0, wanted.picks[0][0])
    shows(page, game, gone)
    expect(page.locator("#force :focus")).to_have_count(1)
    page.reload()
    shows(page, game, gone)


def test_a_warning_names_its_rule_and_blocks_nothing(visit: Visit, game: Game) -> None:
    guest = visit()
    page, (name, number) = guest.page, over_the_limit(game)
    page.goto(f"/army/{game.name}")
    for _ in range(number):
        plus(page, name).click()
    section = builder(game).sections(game.settle({}))[0]
    warning = page.locator("#warnings li").filter(has_text="too many")
    expect(warning).to_contain_text(f"the limit is {section.limit}")
    guest.until(lambda: any("too many" in words for words in guest.heard()), "it is said as well")
    warning.get_by_role("link", name=f"Rule {section.rule}").click()
    expect(page.get_by_role("complementary", name="Rule")).to_contain_text(section.rule)
    page.get_by_role("button", name="Close the rule").click()
    plus(page, name).click()
    expect(page.locator(f'.stepper[data-item="0 {name}"] .number')).to_have_text(str(number + 1))


def test_a_force_by_keyboard(visit: Visit, game: Game) -> None:
    """Added by name, then with the keys alone: the focus never gets lost."""
    guest, wanted = visit(), ready(game)
    page = guest.page
    page.goto(f"/army/{game.name}")
    page.get_by_label("Add by name").focus()
    for picks in wanted.picks:
        for name in picks:
            page.keyboard.type(name)
            page.keyboard.press("Enter")
    shows(page, game, wanted)
    expect(page.get_by_label("Add by name")).to_be_focused()
    with guest.forgiving():  # it is refused
        page.keyboard.type("no such thing at all")
        page.keyboard.press("Enter")
        expect(page.locator(".hero .why")).to_contain_text("no such thing")
    shows(page, game, wanted)
    last = wanted.picks[0][-1]
    button = plus(page, last)
    button.focus()
    page.keyboard.press("Enter")
    shows(page, game, army.add(wanted, 0, last))
    expect(button).to_be_focused()
    page.keyboard.press("Shift+Tab")
    for _ in range(wanted.picks[0].count(last) + 1):
        page.keyboard.press("Enter")
    left = wanted
    for _ in range(wanted.picks[0].count(last)):
        left = army.drop(left, 0, last)
    shows(page, game, left)
    expect(button).to_be_focused()


def test_the_page_works_without_its_script(visit: Visit, game: Game) -> None:
    guest, wanted = visit(java_script_enabled=False), ready(game)
    page = guest.page
    page.goto(f"/army/{game.name}")
    for picks in wanted.picks:
        for name in picks:
            plus(page, name).click()
    shows(page, game, wanted)
    page.get_by_label("Its name").fill("Mine")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Its name")).to_have_value("Mine")
    shows(page, game, wanted)


def test_saved_shared_and_put_in_as_text(visit: Visit, game: Game) -> None:
    guest, friend, wanted = visit(), visit(), ready(game)
    page, text = guest.page, army.write(builder(game), wanted, game.settle({}))
    page.goto(f"/army/{game.name}")
    page.get_by_text("As text").click()
    page.get_by_label("another one can be put here").fill(f"# from a friend\n{text.upper()}")
    page.get_by_role("button", name="Read it").click()
    shows(page, game, wanted)
    page.get_by_label("Its name").fill("The <b>Bold</b> & Co")
    page.get_by_role("button", name="Save on this device").click()
    expect(page.locator("p.saved")).to_contain_text("is saved on this device")
    link = page.get_by_label("A link to it").input_value()
    friend.page.goto(link)
    shows(friend.page, game, wanted)
    expect(friend.page.get_by_label("Its name")).to_have_value("The <b>Bold</b> & Co")
    expect(friend.page.locator("#saved")).to_be_hidden()
    page.goto(f"/army/{game.name}")
    page.locator("#saved").get_by_role("link", name="The <b>Bold</b> & Co").click()
    shows(page, game, wanted)
    page.get_by_role("button", name="Forget The <b>Bold</b> & Co").click()
    expect(page.locator("#saved")).to_be_hidden()


def test_ready_made_and_agreed_otherwise(visit: Visit, game: Game) -> None:
    guest = visit()
    page, options = guest.page, game.settle({})
    page.goto(f"/army/{game.name}")
    for name, text in builder(game).ready(options).items():
        page.locator(".stock").get_by_role("link", name=name, exact=True).first.click()
        shows(page, game, army.read(builder(game), text, options))
        expect(page.locator("#warnings .good")).to_be_visible()
    bearing = [each for each in game.options if each.name in builder(game).options]
    option = next(each for each in bearing if isinstance(each.values, range))
    assert isinstance(option.values, range)
    page.get_by_text("What is agreed").click()
    page.locator(f'.agreed input[name="{option.name}"]').fill(str(option.values[0]))
    page.get_by_role("button", name="Build for this").click()
    page.wait_for_url(lambda url: f"{option.name}={option.values[0]}" in url)
    expect(page.locator("#warnings .why").first).to_be_visible()


def test_a_sheet_is_printed_on_a4(visit: Visit, game: Game) -> None:
    guest, wanted = visit(), ready(game)
    page, name = guest.page, wanted.picks[0][0]
    for _ in range(12):
        wanted = army.add(wanted, 0, name)
    query = urlencode({"list": army.write(builder(game), wanted, game.settle({})), "name": "To print"})
    page.goto(f"/army/{game.name}?{query}")
    page.get_by_role("link", name="Sheet to print").click()
    sheets = page.locator("figure.sheet svg")
    expect(sheets.first).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert len(boxes) == sheets.count() > 1
    assert {(round(float(width)), round(float(height))) for width, height in boxes} == {(595, 842)}
    page.emulate_media(media="print")
    where = sheets.first.bounding_box()
    assert where is not None and abs(where["width"] - 210 / 25.4 * 96) < 1 and where["x"] == 0 and where["y"] == 0
    words = sheets.first.evaluate(
        """(sheet) => [...sheet.querySelectorAll("text")].map((each) => {
            const { x, y, right, bottom } = each.getBoundingClientRect(), of = sheet.getBoundingClientRect();
            return [each.textContent, ...[x - of.x, y - of.y, right - of.x, bottom - of.y].map((n) => n / 96 * 25.4)];
        })"""
    )
    outside = [each for each in words if each[1] < 5 or each[2] < 5 or each[3] > 205 or each[4] > 292]
    assert outside == []


def test_a_table_offers_what_was_saved(visit: Visit, game: Game) -> None:
    """From the table to the builder and back; considered, then played."""
    guest, options = visit(), game.settle({})
    page, begun = guest.page, guest.ask("POST", "/api/games", data={"game": game.name, "opponent": "here", "seat": 0})
    if guest.ask("GET", f"/api/games/{begun['id']}")["builds"] is None:
        pytest.skip("here no whole force is asked for")
    page.goto(begun["page"])
    page.get_by_role("link", name="Build your own").click()
    page.locator(".stock").get_by_role("link", name=next(iter(builder(game).ready(options))), exact=True).first.click()
    page.get_by_label("Its name").fill("Ours")
    page.get_by_role("button", name="Save on this device").click()
    expect(page.locator("p.saved")).to_contain_text("Ours is saved")
    page.get_by_role("link", name="Back to the table").click()
    page.locator("#tell").get_by_role("button", name="Ours", exact=True).click()
    page.get_by_role("button", name="Not this").click()
    page.locator("#tell").get_by_role("button", name="Ours", exact=True).click()
    expect(page.locator("#log li")).to_have_count(0)
    page.get_by_role("button", name="Play Ours").click()
    expect(page.locator("#log li")).to_have_count(1)
    page.locator("#tell").get_by_role("button", name=list(builder(game).ready(options))[1], exact=True).click()
    page.locator("#tell .go").click()
    guest.until(lambda: page.locator("#log li").count() > 1, "both have chosen")


def test_axe_finds_nothing_grave(visit: Visit, game: Game) -> None:
    guest, (name, number) = visit(**STILL), over_the_limit(game)
    page = guest.page
    page.goto(f"/army/{game.name}?{urlencode({'list': ', '.join([name] * number)})}")
    for summary in ("As text", "What is agreed"):
        page.get_by_text(summary).click()
    assert faults(guest) == []
    page.goto(f"/army/{game.name}/sheet?{urlencode({'list': name})}")
    assert faults(guest) == []


@pytest.mark.parametrize("width", [360, 320])
def test_it_fits_a_phone(visit: Visit, game: Game, width: int) -> None:
    guest, (name, number) = visit(**PHONE | {"viewport": {"width": width, "height": 740}}), over_the_limit(game)
    page = guest.page
    page.goto(f"/army/{game.name}")
    fits(guest)
    for _ in range(number):
        plus(page, name).tap()
    expect(page.locator("#tally")).to_contain_text("⚠")
    fits(guest)
    page.get_by_role("link", name="See it").tap()
    expect(page.locator("#force .picks")).to_be_in_viewport()
    page.goto(f"/army/{game.name}/sheet?{urlencode({'list': name})}")
    fits(guest)
