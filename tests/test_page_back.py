"""Looking back at the page: every moment again, the record, the proof of the dice, the review."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from casemate import record
from casemate.review import Review
from tests.guests import Guest, Table, before_dice, friendly, rolls

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]
ANSWERS = 4
REVIEW = 120_000  # milliseconds


@pytest.fixture
def over(visit: Visit) -> Iterator[Table]:
    """A short game with dice in it, given up in the end."""
    guest, state = visit(), before_dice()
    table = guest.begin(position=state.position, options=state.options)
    choose = friendly(first=lambda state: rolls(state) if state.position == before_dice().position else None)
    for _ in range(ANSWERS):
        table.play(choose(table.state()), table.by_typing)
    table.settled()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Really resign?").click()
    table.when(lambda seen: seen.result, "the game is over")
    yield table


def labels(page: Page) -> dict[str, str]:
    """What lies where, as it is shown now."""
    told = page.locator("[data-spot][aria-label]").evaluate_all(
        "(spots) => spots.map((each) => [each.dataset.spot, each.getAttribute('aria-label')])"
    )
    return {spot: label.split(": ", 1)[1] for spot, label in told if ": " in label}


def shows(table: Table, at: int) -> None:
    """The page shows the moment after so many answers."""
    frame = table.guest.ask("GET", f"/api/games/{table.id}/frames/{at}")
    table.guest.until(lambda: labels(table.page) == frame["labels"], f"moment {at} is shown")
    expect(table.page.get_by_role("slider")).to_have_value(str(at))
    if at < table.look().at:
        expect(table.page.locator("#status")).to_contain_text(f"Looking back at {at} of {table.look().at}")
        expect(table.page.locator("#status")).to_contain_text(frame["status"])


def test_every_moment_again_by_mouse_and_by_keys(over: Table) -> None:
    page, last = over.page, over.look().at
    page.get_by_role("button", name="To the beginning").click()
    shows(over, 0)
    page.get_by_role("button", name="One on").click()
    shows(over, 1)
    page.get_by_role("button", name="To now", exact=True).click()
    shows(over, last)
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    over.guest.until(lambda: 0 < int(slider.input_value()) < last, "the middle")
    shows(over, int(slider.input_value()))
    page.get_by_role("button", name="Back to now").click()
    shows(over, last)
    page.locator("#log button").nth(1).click()
    shows(over, 2)
    page.get_by_role("heading", name="The game so far").click()
    for key, at in (("ArrowLeft", 1), ("ArrowRight", 2), ("Home", 0), ("End", last), ("ArrowLeft", last - 1)):
        page.keyboard.press(key)
        shows(over, at)
    page.keyboard.press("Escape")
    shows(over, last)
    slider.focus()
    page.keyboard.press("Home")
    shows(over, 0)
    page.keyboard.press("ArrowRight")
    shows(over, 1)


def test_looking_back_while_the_game_goes_on(visit: Visit) -> None:
    """Nothing can be answered there, and what happens meanwhile does not disturb."""
    guest = visit()
    table = guest.begin()
    for _ in range(2):
        table.play(table.settled().answers[0], table.by_typing)
    guest.page.get_by_role("button", name="To the beginning").click()
    shows(table, 0)
    assert table.look().next == []
    guest.ask("POST", f"/api/games/{table.id}/acts", data={"do": "play", "answer": table.state().moves()[0]})
    table.when(lambda seen: seen.at == 3, "the log goes on")
    shows(table, 0)
    guest.page.get_by_role("button", name="Back to now").click()
    shows(table, 3)
    assert table.settled().next


def test_the_record_is_downloaded_checked_and_shown_again(over: Table, tmp_path: Path) -> None:
    page = over.page
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the record").click()
    kept = tmp_path / coming.value.suggested_filename
    coming.value.save_as(kept)
    verdict = record.verify(kept.read_bytes())
    assert (verdict.ok, verdict.is_proven) == (True, True), verdict.lines
    view, log = over.view(), over.log()
    page.get_by_role("button", name="Check the dice").click()
    proof = page.locator("#proven")
    for line in verdict.lines:
        expect(proof).to_contain_text(line)
    expect(proof).to_contain_text("✓")
    assert view["dice"]["seed"] in page.locator("#seed").inner_text()
    page.goto("/")
    page.get_by_label("A file").set_input_files(kept)
    page.get_by_role("button", name="Open").click()
    again = Table(over.guest)
    assert again.id != over.id
    expect(page.locator("#result")).to_contain_text(view["result"]["text"])
    assert again.log() == log
    page.get_by_role("button", name="To the beginning").click()
    shows(again, 0)
    page.goto("/")
    page.get_by_label("Or its text").fill("no record")
    with over.guest.forgiving():  # the browser notes the refusal
        page.get_by_role("button", name="Open").click()
        expect(page.locator("#upload [role=alert]")).not_to_be_empty()


def test_the_review_adds_up_and_leads_to_its_moments(over: Table) -> None:
    page, last = over.page, over.look().at
    page.get_by_role("button", name="Review the game").click()
    reviewed = page.locator("#reviewed")
    expect(reviewed.get_by_role("progressbar").or_(reviewed.get_by_role("heading")).first).to_be_visible()
    graph = reviewed.locator("svg[role=img]")
    expect(graph).to_be_visible(timeout=REVIEW)
    *parts, total = (amount(each) for each in reviewed.locator(".ledger td").all_inner_texts())
    assert sum(parts) == total
    found = over.guest.ask("GET", f"/api/games/{over.id}/review")["review"]
    assert len(found["values"]) == last + 1
    ledger = Review.from_data(found).ledger
    assert abs(ledger.final - ledger.initial - ledger.luck - sum(ledger.decisions)) < 1e-9
    for point in (1, last - 1):
        click(graph.locator(f"[data-at='{point}']").first)
        shows(over, point)
    turned = reviewed.locator(".turning button")
    for n in range(turned.count()):
        turned.nth(n).click()
        shows(over, int(turned.nth(n).get_attribute("data-at") or -1))
    page.reload()
    page.get_by_role("button", name="Review the game").click()
    expect(graph).to_be_visible()


def amount(text: str) -> int:
    """In tenths of a point, as it is printed."""
    sign, whole, tenth = re.fullmatch(r"([−+]?)(\d+)\.(\d)%?", text.strip()).groups()  # type: ignore[union-attr]
    return (-1 if sign == "−" else 1) * int(whole + tenth)


def click(place: Locator) -> None:
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    place.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
