"""Nothing that axe-core calls serious on any page, light and dark, large and small; what a screen reader is told."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.guests import Guest, before_dice, friendly, game, rolls
from tests.pictures import spots_of

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]
GRAVE = ("serious", "critical")
EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = EVERYTHING | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
SIZES = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
STILL = {"reduced_motion": "reduce"}  # colours that are on their way are no colours
REVIEW = 120_000  # milliseconds


def faults(guest: Guest) -> list[str]:
    """What axe-core finds, light and dark, large and small."""
    found = []
    for size in SIZES:
        guest.page.set_viewport_size(size)  # type: ignore[arg-type]
        for scheme, rules in (("light", EVERYTHING), ("dark", COLOURS)):
            guest.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            for fault in Axe().run(guest.page, options=rules).response["violations"]:
                if fault["impact"] in GRAVE:
                    places = [f"{node['html'][:120]} ({node['failureSummary']})" for node in fault["nodes"][:3]]
                    found.append(f"{size['width']} {scheme} {fault['id']}: {places}")
    return found


def open_all(page: Page) -> None:
    """Everything that can be unfolded."""
    closed = page.locator("details:not([open]) > summary").filter(visible=True)
    while closed.count():
        closed.first.click()


@pytest.mark.parametrize("page", ["/", "/play/{game}", "/rules/{game}", "/tour/{game}/1", "/docs", "/no-such-page"])
def test_axe_finds_nothing_grave_on_pages(visit: Visit, page: str) -> None:
    guest = visit(**STILL)
    guest.forgives = page == "/no-such-page"
    guest.begin(opponent="here")
    guest.page.goto(page.format(game=game().name))
    open_all(guest.page)
    assert faults(guest) == []


def test_axe_finds_nothing_grave_on_an_invitation(visit: Visit) -> None:
    host, friend = visit(**STILL), visit(**STILL)
    begun = host.ask("POST", "/api/games", data={"game": game().name, "opponent": "friend", "seat": 0})
    host.sit(begun["page"])
    assert faults(host) == []
    friend.page.goto(begun["invitation"])
    assert faults(friend) == []


def test_axe_finds_nothing_grave_at_a_table(visit: Visit) -> None:
    """While it is played, with everything open; with a rule beside it; when it is over, reviewed."""
    guest, state = visit(**STILL), before_dice()
    table = guest.begin(position=state.position, options=state.options, clock={"kind": "game", "seconds": 900})
    page = guest.page
    answer = rolls(state)
    assert answer is not None
    table.play(answer, table.by_typing)
    table.play(friendly()(table.state()), table.by_typing)
    table.settled()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#tell li button").first).to_be_visible()
    open_all(page)
    expect(page.locator("#words p")).not_to_be_empty()
    assert faults(guest) == []
    page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
    page.locator("#log a").first.click()
    expect(page.get_by_role("complementary", name="Rule")).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    assert faults(guest) == []
    page.set_viewport_size(SIZES[0])  # type: ignore[arg-type]
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    table.when(lambda seen: seen.result)
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#reviewed svg[role=img]")).to_be_visible(timeout=REVIEW)
    assert faults(guest) == []


# --- what a screen reader is told ---------------------------------------------------------------------------------


def tree(guest: Guest) -> Iterator[tuple[str, str]]:
    """Roles and names, as the browser tells them to a screen reader."""
    for node in guest.line().send("Accessibility.getFullAXTree")["nodes"]:
        if not node.get("ignored"):
            yield node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")


def test_every_spot_has_a_role_and_a_name(visit: Visit) -> None:
    """What lies there, and whether it can be touched."""
    guest = visit()
    table = guest.begin()
    seen, labels = table.settled(), guest.ask("GET", f"/api/games/{table.id}?picture=true")["labels"]
    told = {name.split(":")[0].split(",")[0]: (role, name) for role, name in tree(guest)}
    for spot in spots_of(game().start(), 0):
        role, name = told[spot]
        assert role == "button"
        assert labels.get(spot, "") in name
        assert ("can be touched" in name) == (spot in seen.next)


def test_the_position_the_last_move_and_the_options_are_told(visit: Visit) -> None:
    guest = visit()
    table = guest.begin()
    for _ in range(3):
        table.play(friendly()(table.state()), table.by_typing)
    table.settled()
    for name in ("All [0-9]+ answers", "The position in words"):
        guest.page.get_by_text(re.compile(name)).click()
    view = table.view()
    expect(guest.page.locator("#words p")).not_to_be_empty()
    names = [name for _, name in tree(guest)]
    text = "\n".join(names)
    for line in view["says"].splitlines():
        assert line.strip() in text
    last = view["log"][-1]
    assert any(last["text"] in name for name in names)
    assert last["events"][0][0] in text
    assert view["status"] in names
    buttons = {name for role, name in tree(guest) if role == "button"}
    assert {answer for answer, *_ in view["answers"]} <= buttons
    assert {"Players", "Log", "What you can do"} <= set(names)


def test_every_page_has_one_main_heading_and_landmarks(visit: Visit) -> None:
    guest = visit()
    table = guest.begin()
    named = [f"/{page}/{game().name}" for page in ("play", "rules", "tour")]
    for path in ("/", *named, f"/g/{table.id}", "/docs"):
        guest.page.goto(path)
        told = [role for role, _ in tree(guest)]
        assert told.count("main") == 1, path
        assert guest.page.get_by_role("heading", level=1).count() == 1, path
        assert "navigation" in told and "contentinfo" in told, path
        assert guest.page.title() and guest.page.locator("html").get_attribute("lang") == "en", path
