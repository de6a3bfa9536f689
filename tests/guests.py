"""People at the page: a browser for each, and hands, fingers, keys and eyes to use a table with."""

import contextlib
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import Browser, CDPSession, Locator

import casemate
from casemate import CHANCE, Game, State
from casemate.game import AnyOrder
from tests.pictures import GAME

PATIENCE = 20.0  # seconds until a test gives up waiting
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
WITNESS = """
window.seen = { heard: [], rolled: [], moving: 0 };
addEventListener("DOMContentLoaded", () => {
  const watch = (place, tell, how) => new MutationObserver(() => tell(place)).observe(place, how);
  const inside = { childList: true, subtree: true, characterData: true };
  for (const place of document.querySelectorAll("[aria-live]"))
    watch(place, () => place.textContent && seen.heard.push(place.textContent), inside);
  const dice = document.querySelector("#dice");
  if (dice) watch(dice, () => dice.hidden || seen.rolled.push(dice.textContent), { attributes: true, childList: true });
  const look = () => {
    seen.moving = Math.max(seen.moving, document.getAnimations().length);
    requestAnimationFrame(look);
  };
  look();
});
"""
COVERED = """(spot) => {
  const { x, y, width, height } = spot.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2)?.closest("[data-spot]");
  return Boolean(top) && top !== spot;
}"""
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";
  const spots = (selector) => all(selector).map((each) => each.dataset.spot);
  return { at: Number(document.querySelector("#scrub").max), answers: all("#answers option").map((each) => each.value),
    next: spots("[data-spot].next"), held: spots("[data-spot].held"), result: text("#result"), status: text("#status"),
    tell: text("#tell") };
}"""


class Guest:
    """A browser with a cookie of its own, one page open, and a note of all that goes wrong there."""

    def __init__(self, browser: Browser, url: str, how: dict[str, Any]) -> None:
        self.url, self.faults, self.forgives = url, list[str](), False
        self.context = browser.new_context(base_url=url, **how)
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.add_init_script(WITNESS)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.note(message.type == "error", message.text))
        self.page.on("pageerror", lambda error: self.note(True, str(error)))
        self.page.on("request", lambda request: self.note(not self.is_own(request.url), f"asks {request.url}"))
        self.page.on("websocket", lambda line: self.note(not self.is_own(line.url), f"asks {line.url}"))

    def is_own(self, url: str) -> bool:
        return url.startswith((self.url + "/", self.url.replace("http", "ws") + "/", "data:", "blob:"))

    def note(self, is_fault: bool, text: str) -> None:
        if is_fault and not self.forgives:
            self.faults.append(text)

    @contextlib.contextmanager
    def forgiving(self) -> Iterator[None]:
        """While the line is cut on purpose."""
        self.forgives = True
        yield
        self.forgives = False

    def ask(self, method: str, path: str, **told: Any) -> Any:
        """Past the page, with the same cookie."""
        answer = self.context.request.fetch(path, method=method, **told)
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json()

    def begin(self, opponent: str = "here", **told: Any) -> "Table":
        begun = self.ask("POST", "/api/games", data={"game": GAME, "opponent": opponent, "seat": 0} | told)
        return self.sit(begun["page"])

    def sit(self, page: str) -> "Table":
        self.page.goto(page)
        return Table(self)

    def line(self) -> CDPSession:
        """To the browser's own tools."""
        return self.context.new_cdp_session(self.page)

    def heard(self) -> list[str]:
        """What a screen reader was given to say, so far."""
        told: list[str] = self.page.evaluate("() => seen.heard")
        return told

    def until(self, is_so: Callable[[], Any], what: str = "") -> Any:
        """What it comes to, once it is so."""
        give_up = time.monotonic() + PATIENCE
        while not (found := is_so()):
            assert time.monotonic() < give_up, f"waited in vain: {what or is_so}"
            self.page.wait_for_timeout(10)
        return found


# --- a table ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """What the page shows."""

    at: int
    answers: list[str]
    next: list[str]
    held: list[str]
    result: str
    status: str
    tell: str


class Table:
    """A table as its page shows it, and ways to answer there."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.page = guest, guest.page
        self.page.wait_for_url("**/g/*")
        self.id = self.page.url.rsplit("/", 1)[1]
        self.game = casemate.load(self.view()["game"])
        self.page.locator("[data-spot][role=button]").first.wait_for(state="attached")

    # --- looking

    def look(self) -> Seen:
        return Seen(**self.page.evaluate(LOOK))

    def settled(self) -> Seen:
        """Once somebody here must answer, or the game is over."""
        return self.when(lambda seen: self.is_asked(seen) or seen.result, "an answer is asked for")

    def is_asked(self, seen: Seen) -> bool:
        """What is said by touching is marked; the rest has buttons."""
        return bool(seen.answers) and (bool(seen.next) or not any(map(self.spots, seen.answers)))

    def when(self, is_so: Callable[[Seen], Any], what: str = "") -> Seen:
        found: list[Seen] = []
        self.guest.until(lambda: found.append(self.look()) or is_so(found[-1]), what)
        return found[-1]

    def view(self) -> dict[str, Any]:
        told: dict[str, Any] = self.guest.ask("GET", f"/api/games/{self.id}")
        return told

    def state(self) -> State:
        view = self.view()
        return self.game.read(view["position"], **view["options"])

    def spot(self, name: str) -> Locator:
        return self.page.locator(f'.board [data-spot="{name}"]')

    def log(self) -> list[str]:
        """The log as it is printed."""
        return self.page.locator("#log li").all_inner_texts()

    # --- answering

    def spots(self, answer: str) -> tuple[str, ...]:
        return self.game.spots(answer)

    def by_mouse(self, answer: str) -> None:
        is_longer = self.is_longer(answer)
        self.touch(answer, lambda spot: spot.click(force=is_covered(spot)))
        self.make_sure(answer, is_longer, lambda button: button.click())

    def by_drag(self, answer: str) -> None:
        """From the first spot to the second."""
        is_longer = self.is_longer(answer)
        first, last = (middle(self.spot(name)) for name in self.spots(answer))
        self.page.mouse.move(*first)
        self.page.mouse.down()
        self.page.mouse.move(*last, steps=4)
        self.page.mouse.up()
        self.make_sure(answer, is_longer, lambda button: button.click())

    def by_finger(self, answer: str) -> None:
        self.touch(answer, lambda spot: spot.tap(force=is_covered(spot)))
        self.make_sure(answer, True, lambda button: button.tap())

    def by_mouse_asked(self, answer: str) -> None:
        """Where one wants to be asked before anything is played."""
        self.touch(answer, lambda spot: spot.click())
        self.make_sure(answer, True, lambda button: button.click())

    def touch(self, answer: str, touching: Callable[[Locator], None]) -> None:
        """Spot after spot, each of them marked before it is touched."""
        said = [self.spots(each) for each in self.look().answers]
        spots = self.spots(answer)
        for n, name in enumerate(spots):
            if n:
                self.page.locator(f'.held[data-spot="{spots[n - 1]}"]').wait_for(state="attached")
            marked = {spot for each in said if fits(each, spots[:n]) for spot in further(each, n, spots[:n])}
            shown = set(self.look().next)
            assert marked <= shown and (n or marked == shown), (answer, marked ^ shown)
            touching(self.spot(name))

    def is_longer(self, answer: str) -> bool:
        """Whether the same spots also say another answer, or begin a longer one."""
        spots = self.spots(answer)
        others = [self.spots(each) for each in self.look().answers if each != answer]
        return any(fits(other, spots) for other in others)

    def make_sure(self, answer: str, is_asked: bool, touching: Callable[[Locator], None]) -> None:
        """Where one is asked before an answer is played."""
        if is_asked:
            told, is_force = self.page.locator("#tell"), self.view()["builds"]
            touching(told.locator(f"button[{'value' if is_force else 'data-answer'}={json.dumps(answer)}]"))
            if is_force:
                touching(told.locator("button.go"))

    def by_typing(self, answer: str) -> None:
        self.page.get_by_label("Or type it").fill(answer)
        self.page.keyboard.press("Enter")

    def by_list(self, answer: str) -> None:
        self.page.locator("#menu").get_by_role("button", name=answer, exact=True).click()

    def play(self, answer: str, say: Callable[[str], None]) -> Seen:
        """Answer, and see it done."""
        at = self.settled().at
        say(answer)
        return self.when(lambda seen: seen.at > at or seen.result, f"{answer} is played")

    def play_out(self, choose: Callable[[State], str], say: Callable[[str], None]) -> int:
        """Until the game is over; how many answers it took."""
        answers = 0
        while not (seen := self.settled()).result:
            answer = choose(self.state())
            assert answer in seen.answers
            self.play(answer, say)
            answers += 1
        return answers


def fits(said: tuple[str, ...], touched: tuple[str, ...]) -> bool:
    """Whether an answer with these spots may still be meant."""
    return set(touched) <= set(said) if isinstance(said, AnyOrder) else said[: len(touched)] == tuple(touched)


def further(said: tuple[str, ...], n: int, touched: tuple[str, ...]) -> tuple[str, ...]:
    """What may be touched next of an answer."""
    return tuple(set(said) - set(touched)) if isinstance(said, AnyOrder) else said[n : n + 1]


def is_covered(spot: Locator) -> bool:
    """Whether another spot lies on it, as a piece on its square: there it is touched all the same."""
    covered: bool = spot.evaluate(COVERED)
    return covered


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# --- what to answer -----------------------------------------------------------------------------------------------


def game() -> Game:
    return casemate.load(GAME)


def clever(seed: int = 1) -> Callable[[State], str]:
    """A bot to beat the weakest computer with, soon."""
    return casemate.bot("tree", playouts=400, seed=seed).choose if game().compile() else friendly(seed)


def friendly(seed: int = 3, first: Callable[[State], str | None] = lambda state: None) -> Callable[[State], str]:
    """Both sides play for the first player's win, so that it is over soon; but for what is wanted first of all."""
    bot = casemate.bot("greedy", seed=seed)

    def choose(state: State) -> str:
        lines = bot.analyse(state)
        return first(state) or lines[0 if state.to_move == 0 else -1].answer

    return choose


def rolls(state: State) -> str | None:
    """An answer that dice follow, whose outcome is open."""
    return next((answer for answer in state.moves() if len(state.odds(answer)) > 1), None)


@cache
def before_dice() -> State:
    """A position where an answer makes dice roll."""
    return first_where(rolls)


def first_where(is_so: Callable[[State], Any]) -> State:
    """The first position of that kind in games played at random."""
    for seed in range(100):
        choice, state = random.Random(seed), game().start()
        while state.to_move is not None:
            if state.to_move != CHANCE and is_so(state):
                return state
            state.play(choice.choice(state.moves()))
    raise AssertionError("no such position in a hundred games")
