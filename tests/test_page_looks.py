"""What the page weighs and how it looks: light and dark, still and moving, without colours, with large text."""

import base64
import re
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.guests import DESKTOP, PHONE, Guest, Table, before_dice, friendly, game, rolls

pytest_plugins = ["tests.browser"]
pytestmark = pytest.mark.slow
Visit = Callable[..., Guest]
BUDGET = 100_000  # bytes on their way to the first board
DEFICIENCIES = ("none", "achromatopsia", "deuteranopia", "protanopia", "tritanopia")
PIECES, MARKS = 2.0, 3.0  # contrast: between the players' pieces, of a mark with what is under it
PIXELS = """async ([pictures, boxes]) => {
  const read = async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
    canvas.drawImage(bitmap, 0, 0);
    return canvas;
  };
  const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const canvases = await Promise.all(pictures.map(read));
  const colours = (canvas, [x, y, width, height]) => {
    const { data } = canvas.getImageData(x, y, width, height), found = [];
    for (let n = 0; n < data.length; n += 4) found.push(data.slice(n, n + 3));
    return found;
  };
  return canvases.map((canvas) => boxes.map((box) => {
    const found = colours(canvas, box);
    const grey = Math.max(...found.map((each) => Math.max(...each) - Math.min(...each)));
    return { lights: found.map(light), grey };
  }));
}"""


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


class Eye:
    """Looks at parts of a page, pixel by pixel."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.lab = guest, guest.context.new_page()

    def look(self, boxes: list[list[int]], *pictures: bytes) -> list[list[dict[str, Any]]]:
        told = [base64.b64encode(picture).decode() for picture in pictures]
        seen: list[list[dict[str, Any]]] = self.lab.evaluate(PIXELS, [told, boxes])
        return seen


def box(place: Locator, share: float) -> list[int]:
    """The middle of something, in whole pixels."""
    found = place.bounding_box()
    assert found is not None
    width, height = found["width"] * share, found["height"] * share
    x, y = found["x"] + (found["width"] - width) / 2, found["y"] + (found["height"] - height) / 2
    return [round(x), round(y), max(1, round(width)), max(1, round(height))]


def test_the_first_board_is_light(visit: Visit) -> None:
    """On a first visit, all that comes until the board can be touched."""
    guest = visit()
    begun = guest.ask("POST", "/api/games", data={"game": game().name, "opponent": "computer", "seat": 0})
    line, came, lengths = guest.line(), list[str](), list[float]()
    line.send("Network.enable")
    line.on("Network.responseReceived", lambda told: came.append(told["response"]["url"]))
    line.on("Network.loadingFinished", lambda told: lengths.append(told["encodedDataLength"]))
    line.on("Network.webSocketFrameReceived", lambda told: lengths.append(len(told["response"]["payloadData"])))
    guest.sit(begun["page"]).settled()
    guest.page.wait_for_load_state("networkidle")
    assert len(came) > 5 and sum(lengths) < BUDGET, (sum(lengths), came)


def test_pieces_move_unless_that_is_not_wanted(visit: Visit) -> None:
    state = before_dice()
    answer = rolls(state)
    assert answer is not None
    moving = {}
    for how in ("no-preference", "reduce"):
        guest = visit(reduced_motion=how)
        table = guest.begin(position=state.position, options=state.options)
        table.settled()
        guest.page.evaluate("() => (seen.moving = 0)")
        table.play(answer, table.by_typing)
        table.play(friendly()(table.state()), table.by_typing)
        table.settled()
        moving[how] = guest.page.evaluate("() => seen.moving")
    assert moving["no-preference"] > 0
    assert moving["reduce"] == 0


def test_light_and_dark_follow_the_system_until_chosen(visit: Visit) -> None:
    guest = visit(color_scheme="light")
    table, page = guest.begin(), guest.page
    ground = "() => getComputedStyle(document.body.parentElement).backgroundColor"
    board = f"() => getComputedStyle(document.querySelector('{'.casemate'}')).getPropertyValue('--sheet')"
    light = (page.evaluate(ground), page.evaluate(board))
    page.emulate_media(color_scheme="dark")
    dark = (page.evaluate(ground), page.evaluate(board))
    assert light[0] != dark[0] and light[1] != dark[1]
    page.get_by_role("button", name="Light or dark").click()
    assert (page.evaluate(ground), page.evaluate(board)) == light
    page.reload()
    assert (page.evaluate(ground), page.evaluate(board)) == light, "it is remembered"
    page.goto("/")
    assert page.evaluate(ground) == light[0]
    page.get_by_role("button", name="Light or dark").click()
    guest.sit(f"/g/{table.id}")
    assert (page.evaluate(ground), page.evaluate(board)) == dark


def test_sound_stays_off(visit: Visit) -> None:
    guest = visit()
    table, page = guest.begin(), guest.page
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.evaluate("() => (window.AudioContext = class { constructor() { seen.loud = true; } })")
    table = Table(guest)
    table.play(table.settled().answers[0], table.by_mouse)
    assert page.evaluate("() => seen.loud ?? null") is None
    page.goto("/")
    expect(sound).to_have_attribute("aria-pressed", "false")


def grown(visit: Visit) -> Table:
    """A table where both players have all kinds of pieces."""
    guest = visit(reduced_motion="reduce")
    begun = guest.ask("POST", "/api/games", data={"game": game().name, "opponent": "here"})
    choose, state = friendly(), game().start()
    for _ in range(8):
        answer = choose(state)
        guest.ask("POST", f"/api/games/{begun['id']}/acts", data={"do": "play", "answer": answer})
        state = game().read(guest.ask("GET", f"/api/games/{begun['id']}")["position"])
    return guest.sit(begun["page"])


def pieces(table: Table) -> dict[int, dict[str, Locator]]:
    """What each player has on the board."""
    labels: Mapping[str, str] = table.guest.ask("GET", f"/api/games/{table.id}?picture=true")["labels"]
    return {
        player: {
            spot: table.page.locator(f'.layer [data-at="{spot}"]').first for spot in labels if own(labels[spot], name)
        }
        for player, name in enumerate(game().players)
    }


def own(label: str, player: str) -> bool:
    return re.match(rf"{re.escape(player)}\b", label) is not None


def test_the_players_pieces_differ_in_shape(visit: Visit) -> None:
    table = grown(visit)
    shapes = [
        {place.get_attribute("href") for place in places.values() if place.count()} for places in pieces(table).values()
    ]
    assert all(shapes) and not shapes[0] & shapes[1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_told_by_colour_alone(visit: Visit, scheme: str) -> None:
    """However colours are seen, the players' pieces and the marks stand out."""
    table = grown(visit)
    table.settled()
    page, eye, line = table.page, Eye(table.guest), table.guest.line()
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.mouse.move(1, 1)
    own = pieces(table)
    boxes = [box(place, 0.5) for places in own.values() for place in places.values() if place.count()]
    first = sum(place.count() > 0 for place in own[0].values())
    marks = [box(table.spot(spot), 1) for spot in table.look().next]
    for deficiency in DEFICIENCIES:
        line.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
        with_marks = page.screenshot()
        page.evaluate("() => (document.querySelector('.marks').style.visibility = 'hidden')")
        without = page.screenshot()
        page.evaluate("() => (document.querySelector('.marks').style.visibility = '')")
        lights = [sum(seen["lights"]) / len(seen["lights"]) for seen in eye.look(boxes, with_marks)[0]]
        if deficiency == "achromatopsia":
            assert all(seen["grey"] <= 2 for seen in eye.look(boxes, with_marks)[0]), "colours are not seen"
        least = min(contrast(*pair) for pair in product(lights[:first], lights[first:]))
        assert least >= PIECES, (deficiency, "pieces", least)
        for spot, one, other in zip(table.look().next, *eye.look(marks, with_marks, without), strict=True):
            strong = max(contrast(*pair) for pair in zip(one["lights"], other["lights"], strict=True))
            assert strong >= MARKS, (deficiency, spot, strong)


@pytest.mark.parametrize("how", [DESKTOP, PHONE, {"viewport": {"width": 640, "height": 400}}])
def test_text_twice_as_large_leaves_everything_usable(visit: Visit, how: dict[str, Any]) -> None:
    guest = visit(**how)
    page = guest.page
    enlarge = "() => (document.documentElement.style.fontSize = '200%')"
    is_narrow = "() => document.scrollingElement.scrollWidth <= innerWidth"
    for path in ("/", "/play/{game}", "/rules/{game}", "/tour/{game}/1", "/docs"):
        page.goto(path.format(game=game().name))
        page.evaluate(enlarge)
        assert page.evaluate(is_narrow), path
    table = guest.begin()
    page.evaluate(enlarge)
    assert page.evaluate(is_narrow)
    board = page.locator("svg.casemate").bounding_box()
    assert board is not None and min(board["width"], board["height"]) >= 300
    clipped = page.locator("button:visible, .button:visible").evaluate_all(
        "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.outerHTML)"
    )
    assert clipped == []
    table.play(table.settled().answers[0], table.by_finger if how.get("has_touch") else table.by_mouse)
    table.play(table.settled().answers[0], table.by_typing)
