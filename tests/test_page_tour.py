"""The tour by finger: every lesson of every game that has one, first done wrongly and then well."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import casemate
from casemate import State, tour
from casemate.tour import Lesson
from tests.guests import PHONE, Guest, fits
from tests.pictures import GAME

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]


def touch(page: Page, state: State, answer: str) -> None:
    """Say an answer by its spots; where others have the same ones, by its name."""
    spots = state.game.spots(answer)
    for spot in spots:
        page.locator(f'.board .next[data-spot="{spot}"]').tap()
    if sum(fits(state.game.spots(each), spots) for each in state.moves()) > 1:
        page.locator("#tell").locator(f"button[data-answer={json.dumps(answer)}]").tap()


def split(lesson: Lesson, given: list[str], state: State) -> tuple[str, str]:
    """A wrong answer, and a right one."""
    found: dict[bool, str] = {}
    for move in state.moves():
        ahead = tour.play(lesson, [*given, move]).state
        found.setdefault(len(ahead.steps) > len(state.steps), move)
        if len(found) == 2:
            break
    return found[False], found[True]


@pytest.mark.parametrize("name", [name for name in casemate.games() if tour.read(casemate.load(name)).lessons])
def test_every_lesson_by_finger(visit: Visit, name: str) -> None:
    lessons = tour.read(casemate.load(name)).lessons
    page = visit(**PHONE).page
    page.goto("/")
    page.get_by_role("link", name=f"Learn {casemate.load(name).title} by playing it", exact=True).tap()
    for n, lesson in enumerate(lessons, 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(lesson.title)
        expect(page.locator(".task")).to_contain_text(lesson.task)
        assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
        tell, given = page.locator("#tell"), list[str]()
        while True:
            state = tour.play(lesson, given).state
            wrong, right = split(lesson, given, state)
            touch(page, state, wrong)
            expect(tell).to_contain_text(lesson.hints[min(len(given), len(lesson.hints) - 1)])
            touch(page, state, right)
            outcome = tour.play(lesson, [*given, right])
            expect(tell).to_contain_text(outcome.says)
            given.append(right)
            if outcome.done:
                break
        expect(tell).to_contain_text("✓")
        expect(page.get_by_role("navigation", name="Lessons").get_by_role("link").nth(n - 1)).to_have_class("done")
        page.get_by_role("link", name="Next lesson" if n < len(lessons) else "Play a game").tap()
    page.wait_for_url("**/")
    page.goto(f"/tour/{name}/1")
    done = page.get_by_role("navigation", name="Lessons").locator(".done")
    expect(done).to_have_count(len(lessons))


def test_a_lesson_explains_what_is_not_legal_and_can_be_begun_again(visit: Visit) -> None:
    name, lesson = first_lesson()
    page, state = visit().page, tour.play(lesson, []).state
    page.goto(f"/tour/{name}/1")
    before = page.locator(".board .layer").inner_html()
    wrong, _ = split(lesson, [], state)
    said = {state.game.spots(answer) for answer in state.moves()}
    first = next(spots[0] for spots in said if len(spots) > 1)
    places = page.locator(".board [data-spot]").evaluate_all("(all) => all.map((each) => each.dataset.spot)")
    tries = (spot for spot in places if not {(spot,), (first, spot)} & said)
    far = next(spot for spot in tries if why(state, [first, spot]))
    page.locator(f'[data-spot="{first}"]').click()
    page.locator(f'[data-spot="{far}"]').click()
    expect(page.locator("#tell")).to_contain_text(str(why(state, [first, far])))
    page.get_by_role("button", name="Begin again").click()
    touch_by_mouse(page, state, wrong)
    expect(page.locator("#tell")).to_contain_text(lesson.hints[0])
    page.get_by_role("button", name="Begin again").click()
    expect(page.locator("#tell")).to_be_empty()
    assert page.locator(".board .layer").inner_html() == before


def touch_by_mouse(page: Page, state: State, answer: str) -> None:
    for spot in state.game.spots(answer):
        page.locator(f'.board [data-spot="{spot}"]').click()


def why(state: State, spots: list[str]) -> str | None:
    reasons = (state.why(answer) for answer in state.game.say(state, spots))
    return next((reason.text for reason in reasons if reason), None)


def first_lesson() -> tuple[str, Lesson]:
    return GAME, tour.read(casemate.load(GAME)).lessons[0]
