"""Playing without a mouse: by keyboard alone, by the list of all answers, by the typed field; heard as it is seen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casemate import State
from tests.guests import Guest, Table, clever, friendly, game
from tests.pictures import spots_of

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]
ARROWS = ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Home", "PageUp", "End", "PageDown")
MOST_TABS = 60
FOCUSED = """() => {
  const here = document.activeElement, style = getComputedStyle(here), box = here.getBoundingClientRect();
  const marked = here.matches(".cards input, .pills input") ? getComputedStyle(here.nextElementSibling) : style;
  const isDrawn = here.dataset.spot && style.stroke !== "none" && parseFloat(style.strokeWidth) >= 4;
  const shown = isDrawn || marked.outlineStyle !== "none" && parseFloat(marked.outlineWidth) >= 2;
  return { spot: here.dataset.spot ?? null, name: here.getAttribute("aria-label") ?? here.textContent.trim(),
    tag: here.tagName, id: here.id, isShown: shown && here.matches(":focus-visible"),
    isInside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth };
}"""


class Keys:
    """Nothing but a keyboard."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.page = guest, guest.page
        self.ways: dict[str, dict[str, str]] = {}

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def here(self) -> dict[str, object]:
        """Where the focus is; it is to be seen."""
        found: dict[str, object] = self.page.evaluate(FOCUSED)
        assert found["isShown"] and found["isInside"], f"the focus is not to be seen: {found}"
        return found

    def tab_to(self, is_it: Callable[[dict[str, object]], object]) -> dict[str, object]:
        for _ in range(MOST_TABS):
            self.press("Tab")
            if is_it(found := self.here()):
                return found
        raise AssertionError("Tab does not come there")

    def tab_to_name(self, name: str) -> None:
        self.tab_to(lambda here: re.match(name, str(here["name"])))

    def tab_to_board(self) -> None:
        self.tab_to(lambda here: here["spot"])

    def spell(self, spot: str) -> None:
        """Typing a spot's name goes there."""
        self.page.keyboard.type(spot)
        assert self.here()["spot"] == spot

    def walk(self, spot: str) -> None:
        """The shortest way there."""
        at = str(self.here()["spot"])
        ways: dict[str, list[str]] = {at: []}
        coming = [at]
        while coming and spot not in ways:
            at = coming.pop(0)
            for key, there in self.ways[at].items():
                if there not in ways:
                    ways[there] = [*ways[at], key]
                    coming.append(there)
        for key in ways[spot]:
            self.press(key)
        assert self.here()["spot"] == spot

    def explore(self) -> None:
        """Where every arrow, and every key that goes aslant, leads from every spot that they come to."""
        coming = [str(self.here()["spot"])]
        for at in coming:
            self.ways[at] = {}
            for key in ARROWS:
                self.page.locator(f'[data-spot="{at}"]').focus()
                self.press(key)
                there = self.page.evaluate("() => document.activeElement.dataset.spot")
                self.ways[at][key] = there
                if there not in self.ways and there not in coming:
                    coming.append(there)

    def answer(self, table: Table, answer: str, go: Callable[[str], None]) -> None:
        for spot in table.spots(answer):
            go(spot)
            self.press("Enter")
        if table.is_longer(answer):
            self.tab_to_name(f"(Play )?{re.escape(answer)}$")
            self.press("Enter")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """The focus is always to be seen; every answer and whose turn it is are said aloud."""
    guest = visit()
    keys, page = Keys(guest), guest.page
    page.goto("/")
    keys.tab_to_name(f"Play {game().title}$")
    keys.press("Enter")
    page.wait_for_url("**/play/*")
    keys.tab_to_name("Play$")
    keys.press("Enter")
    table = Table(guest)
    table.settled()
    keys.tab_to_board()
    keys.explore()
    assert set(keys.ways) == set(spots_of(game().start(), 0))
    keys.spell(table.spots(table.look().answers[0])[0])
    choose = clever(2)
    while not (seen := table.settled()).result:
        go = keys.walk if seen.at % 4 < 2 else keys.spell
        at, answer = len(guest.heard()), choose(table.state())
        told = len(table.view()["log"])
        table.play(answer, lambda answer, go=go: keys.answer(table, answer, go))
        if table.settled().result:
            break
        assert keys.here()["spot"], "the focus stays on the board"
        heard = "\n".join(guest.heard()[at:])
        view = table.view()
        for entry in view["log"][told:]:
            words = [str(face) for face in entry["dice"]["faces"]] if entry.get("dice") else [entry["text"]]
            assert all(each in heard for each in (*words, *(text for text, _ in entry["events"]))), (entry, heard)
        assert view["status"] in heard
    result = table.view()["result"]["text"]
    guest.until(lambda: any(result in each for each in guest.heard()), "the result is said")


def test_escape_and_keys_over_the_log(visit: Visit) -> None:
    """Escape lets go of what was touched."""
    guest = visit()
    table, keys = guest.begin(), Keys(guest)
    answer = next(each for each in table.settled().answers if len(table.spots(each)) > 1)
    keys.tab_to_board()
    keys.spell(table.spots(answer)[0])
    keys.press("Enter")
    assert table.look().held == list(table.spots(answer)[:1])
    keys.press("Escape")
    assert (table.look().held, table.look().at) == ([], 0)
    keys.press("Shift+ArrowUp")
    assert keys.here()["spot"] in table.look().next, "with Shift only to what can be touched"


def test_a_whole_game_through_the_list_of_all_answers(visit: Visit) -> None:
    guest = visit()
    table = guest.begin()
    keys = Keys(guest)
    keys.tab_to_name("All [0-9]+ answers")
    keys.press("Enter")
    listed = guest.page.locator("#menu button")

    def say(answer: str) -> None:
        expect(listed).to_have_count(len(table.look().answers))
        assert listed.all_inner_texts() == [text for text, *_ in table.view()["answers"]]
        listed.get_by_text(answer, exact=True).focus()
        keys.here()
        keys.press("Enter")

    assert table.play_out(friendly(), say)
    expect(guest.page.locator("#result")).to_contain_text(table.view()["result"]["text"])


def test_a_whole_game_through_the_typed_field(visit: Visit) -> None:
    """What is typed and not legal is explained with its rule, and changes nothing."""
    guest = visit()
    table = guest.begin()
    field = guest.page.get_by_label("Or type it")
    field.focus()
    wrong = []

    def say(answer: str) -> None:
        expect(field).to_be_focused()
        state = table.state()
        if not wrong and (illegal := forbidden(state)):
            wrong.append(illegal)
            why = state.why(illegal)
            assert why is not None
            at = table.look().at
            guest.page.keyboard.type(illegal)
            guest.page.keyboard.press("Enter")
            tell = guest.page.locator("#tell")
            expect(tell).to_contain_text(why.text)
            expect(tell.get_by_role("link", name=f"Rule {why.rules[0]}")).to_be_visible()
            guest.until(lambda: any(why.text in each for each in guest.heard()), "the reason is said")
            assert table.look().at == at
        guest.page.keyboard.type(answer)
        guest.page.keyboard.press("Enter")

    assert table.play_out(friendly(), say)
    assert wrong


def forbidden(state: State) -> str | None:
    """An answer that could be given at the start, and may not be given now, by a rule."""
    for answer in game().start().moves():
        why = state.why(answer)
        if why and why.rules and why.rules[0]:
            return answer
    return None


@pytest.mark.parametrize("path", ["/", "/play/{game}", "/docs", "/rules/{game}", "/tour/{game}/2", "/no-such-page"])
def test_the_focus_is_seen_wherever_tab_goes(visit: Visit, path: str) -> None:
    guest = visit()
    guest.forgives = path == "/no-such-page"
    guest.page.goto(path.format(game=game().name))
    keys = Keys(guest)
    for _ in range(MOST_TABS):
        keys.press("Tab")
        if guest.page.evaluate("() => document.activeElement === document.body"):
            break
        keys.here()
