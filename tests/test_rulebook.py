"""Every game's rulebook, and all that cites it: reasons, docstrings and tests."""

import ast
import importlib
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

import casemate
from casemate import BadNotation, Game, State, UnknownName
from casemate.rulebook import Picture, Rulebook, cited_rules, contents, write_page, write_rule, write_text
from casemate.words import REASONS, Reason
from tests.pictures import spots_of

NUMBER = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
SMALL = """# A book

## 1 Beginning

**1.1** First rule.

| a | b |

> Example (1.1-1.3): Shared.

**1.2** Second.

## 2 End

> Example (1.2, 2.1): Two.

**2.1** Third.
"""


@pytest.fixture(params=casemate.games())
def game(request: pytest.FixtureRequest) -> Game:
    return casemate.load(request.param)


def modules(game: Game) -> Iterator[tuple[str, ast.Module]]:
    """The game's own modules, its tests left out."""
    for path in sorted(game.folder.glob("*.py")):
        yield path.stem, ast.parse(path.read_text(encoding="utf-8"))


def names_of_tests(game: Game) -> Iterator[str]:
    """The names of the game's test functions."""
    for path in sorted((game.folder / "tests").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def rules_named(test: str) -> list[str]:
    """The rules in a test's name: test_6_2_6_3_three_shots names 6.2 and 6.3."""
    numbers = re.match(r"test((?:_\d+_\d+)*)", test)
    return [f"{chapter}.{rule}" for chapter, rule in re.findall(r"_(\d+)_(\d+)", numbers[1] if numbers else "")]


def reasons_of(game: Game) -> list[Reason]:
    """The reasons that the game's modules define."""
    found = []
    for name, _ in modules(game):
        module = importlib.import_module(
            f"casemate.games.{game.folder.name}" + ("" if name == "__init__" else f".{name}")
        )
        found += [value for value in vars(module).values() if isinstance(value, Reason)]
    return found


# --- the book -----------------------------------------------------------------------------------------------------


def test_a_small_book() -> None:
    book = Rulebook.read(SMALL)
    assert list(book.rules) == ["1.1", "1.2", "2.1"]
    assert book.chapters == {"1": "Beginning", "2": "End"}
    assert book["1.1"].text == "First rule.\n\n| a | b |"
    assert (book["1.2"].chapter, book["2.1"].chapter) == ("Beginning", "End")
    assert book["1.1"].examples == ("Example (1.1-1.3): Shared.",)
    assert book["1.2"].examples == ("Example (1.1-1.3): Shared.", "Example (1.2, 2.1): Two.")
    assert [rule.number for rule in book.chapter("1")] == ["1.1", "1.2"]
    with pytest.raises(UnknownName, match="2 End"):
        book["3.1"]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("6.2–6.4, 9.1", ["6.2", "6.3", "6.4", "9.1"]),
        ("13, `setup`", []),
        ("9.8", ["9.8"]),
        ("1.9-1.11", ["1.9", "1.10", "1.11"]),
    ],
)
def test_cited_rules(text: str, rules: list[str]) -> None:
    assert cited_rules(text) == rules


def test_the_rulebook_is_read_whole(game: Game) -> None:
    text = (game.folder / "rulebook.md").read_text(encoding="utf-8")
    book = game.rulebook
    assert list(book.rules) == re.findall(r"^\*\*(\d+\.\d+)\*\*", text, re.MULTILINE)
    assert len(book.rules) > 10
    assert list(book.chapters) == re.findall(r"^## (\d+) ", text, re.MULTILINE)
    for number, rule in book.rules.items():
        assert rule.number == number
        assert len(rule.text) > 10
        assert rule.chapter == book.chapters[number.split(".")[0]]


def test_rules_are_numbered_without_gaps(game: Game) -> None:
    for chapter in game.rulebook.chapters:
        numbers = [rule.number for rule in game.rulebook.chapter(chapter)]
        assert numbers == [f"{chapter}.{n}" for n in range(1, len(numbers) + 1)]


def test_every_example_belongs_to_rules_that_exist(game: Game) -> None:
    for cited in re.findall(r"^> Example \(([^)]*)\)", game.rulebook.text, re.MULTILINE):
        for number in cited_rules(cited):
            assert game.rulebook[number].examples


def test_rules_cite_rules_that_exist(game: Game) -> None:
    for rule in game.rulebook.rules.values():
        for cited in re.findall(r"\(([^()]*\d\.\d[^()]*)\)", rule.text):
            assert set(cited_rules(cited)) <= set(game.rulebook.rules), f"{rule.number} cites {cited}"


# --- pictures -----------------------------------------------------------------------------------------------------


def test_a_picture_belongs_to_what_it_follows() -> None:
    shown = "```position viewer=1 copies=3\n1 2\nTwo *lines*\nof words.\n```"
    book = Rulebook.read(SMALL.replace("| a | b |", f"| a | b |\n\n{shown}").replace("Shared.", f"Shared.\n\n{shown}"))
    picture = Picture("1 2", "Two *lines*\nof words.", {"copies": "3"}, 1)
    assert book["1.1"].pictures == (picture, picture)
    assert book["1.2"].pictures == (picture,)
    assert book["2.1"].pictures == ()
    assert book.pictures == [picture, picture]
    assert book["1.1"].text == "First rule.\n\n| a | b |"


@pytest.mark.parametrize("wrong", ["```position\n1 2\n```", "```position\n1 2\nWords", "```positions\n1\nWords\n```"])
def test_a_picture_needs_a_position_and_a_caption(wrong: str) -> None:
    with pytest.raises(BadNotation, match="a caption"):
        Rulebook.read(f"## 1 A\n\n**1.1** Rule.\n\n{wrong}\n")


def test_every_picture_reads_and_draws(game: Game) -> None:
    assert len(re.findall("^```", game.rulebook.text, re.MULTILINE)) == 2 * len(game.rulebook.pictures)
    for picture in game.rulebook.pictures:
        state = game.read(picture.position, **picture.options)
        assert state.position == picture.position
        ElementTree.fromstring(state.svg(picture.viewer))
        assert len(picture.caption) > 10
        named = {name for name in re.findall(r"`([^`]+)`", picture.caption) if "=" not in name}
        assert named <= set(named_in(game, state)), picture.caption


def named_in(game: Game, state: State) -> list[str]:
    """What a caption may name: spots, and answers there or at the start."""
    return [*spots_of(state), *(step.text for step in state.steps), *state.moves(), *game.start().moves()]


# --- as HTML ------------------------------------------------------------------------------------------------------


def elements(html: str, name: str = "*") -> list[ElementTree.Element]:
    return list(tree(html).iter(name if name != "*" else None))


def tree(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(re.sub(r"(<img [^>]*)>", r"\1/>", f"<page>{html}</page>"))


def test_every_rule_and_chapter_is_in_the_page_once(game: Game) -> None:
    page = elements(write_page(game))
    ids = [element.get("id") for element in page if element.get("id")]
    assert sorted(ids) == sorted([f"r{n}" for n in game.rulebook.rules] + [f"c{n}" for n in game.rulebook.chapters])
    assert [f"c{number}" for number, _ in contents(game.rulebook)] == [each for each in ids if each[0] == "c"]
    for element in page:
        if element.get("class") == "numbered":
            told = " ".join("".join(element.itertext()).split())
            assert told.startswith(f"{element.get('id', '')[1:]} ")


def test_the_page_tells_all_that_the_book_does(game: Game) -> None:
    """Word for word, marks of Markdown aside."""
    told = re.sub(r"[|*\s]", "", "".join(tree(write_page(game)).itertext()))
    pictures = re.sub(r"^```position.*\n.+\n|^```$", "", game.rulebook.text, flags=re.MULTILINE)
    written = re.sub(r"^(?:> )?\|[-|]+$|^> ?|^#+ |\\(?=\|)|[*`|]", "", pictures, flags=re.MULTILINE)
    assert told == "".join(written.split())


def test_numbers_of_rules_are_links(game: Game) -> None:
    links = [link for link in elements(write_page(game), "a") if link.get("class") != "number"]
    assert links
    for link in links:
        assert link.get("data-rule") in game.rulebook.rules
        assert (link.get("href"), link.text) == (f"#r{link.get('data-rule')}", link.get("data-rule"))


def test_a_rule_by_itself_leads_to_the_page(game: Game) -> None:
    for number, rule in game.rulebook.rules.items():
        html = write_rule(game, number)
        assert len(elements(html, "blockquote")) == len(rule.examples)
        assert len(elements(html, "figure")) == len(rule.pictures)
        for link in elements(html, "a"):
            assert link.get("href") == f"/rules/{game.name}#r{link.get('data-rule')}"
    with pytest.raises(UnknownName):
        write_rule(game, "99.1")


def test_pictures_are_told_in_words_and_keep_their_place(game: Game) -> None:
    images = elements(write_page(game), "img")
    assert len(images) == len(game.rulebook.pictures)
    for image, picture in zip(images, game.rulebook.pictures, strict=True):
        state = game.read(picture.position, **picture.options)
        assert image.get("alt") == game.describe(state, picture.viewer).replace("\n", " ")
        path, _, asked = image.get("src", "").partition("?")
        viewer = {} if picture.viewer is None else {"viewer": str(picture.viewer)}
        assert path == f"/pictures/{game.name}.svg"
        assert dict(parse_qsl(asked, strict_parsing=True)) == {
            "position": picture.position,
            **viewer,
            **picture.options,
        }
        width, height = int(image.get("width", "")), int(image.get("height", ""))
        assert width / height == pytest.approx(game.frame(state)[2] / game.frame(state)[3], abs=0.01)
        assert image.get("loading") == "lazy"


def test_wide_tables_can_be_moved(game: Game) -> None:
    page = elements(write_page(game))
    tables = [table for element in page if element.get("class") == "wide" for table in element.findall("table")]
    assert len(tables) == len([element for element in page if element.tag == "table"])
    for element in page:
        if element.get("class") == "wide":
            assert (element.get("tabindex"), element.get("role")) == ("0", "region")
            assert element.get("aria-label")


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "a <b onclick=x>b</b>",
        "<!-- c -->",
        "[x](javascript:alert(1))",
        "![x](//example.org/y.png)",
        "<https://example.org>",
        '`<i title="x">`',
        "| <u>a</u> | b |\n|---|---|\n| <s>c</s> | d |",
        "```html\n<script>\n```",
        "&lt;script&gt; &quot;",
    ],
)
def test_nothing_in_markdown_comes_through_as_html(hostile: str) -> None:
    for element in elements(write_text(hostile)):
        assert element.tag in ("page", "p", "code", "pre", "div", "table", "thead", "tbody", "tr", "th", "td")
        assert set(element.attrib) <= {"class", "tabindex", "role", "aria-label"}


# --- what cites it ------------------------------------------------------------------------------------------------


def test_every_reason_cites_rules_that_exist(game: Game) -> None:
    reasons = reasons_of(game)
    assert reasons
    for reason in reasons:
        assert REASONS[int(reason)] is reason
        assert reason.rules, reason
        assert set(reason.rules) <= set(game.rulebook.rules), reason


def test_every_reason_can_be_told(game: Game) -> None:
    """Each word in a sentence is one that the game knows."""
    for reason in reasons_of(game):
        for letter, word in re.findall(r"\{(\w+)(?::(\w+))?\}", reason.text):
            assert letter in "abc"
            assert not word or word in game.words, reason


def test_every_option_and_ending_cites_rules_that_exist(game: Game) -> None:
    cited = [option.rule for option in game.options] + [rule for rule in (game.resign_rule, game.agree_rule) if rule]
    assert set(cited) <= set(game.rulebook.rules)


def test_every_rule_in_a_docstring_exists(game: Game) -> None:
    cited = set()
    for name, tree in modules(game):
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
                text = ast.get_docstring(node) or ""
                numbers = NUMBER.findall(text) + cited_rules(text)
                cited |= set(numbers)
                assert set(numbers) <= set(game.rulebook.rules), f"{name}: {text}"
    assert cited


# --- what tests it ------------------------------------------------------------------------------------------------


def test_the_rules_in_the_name_of_a_test() -> None:
    assert rules_named("test_9_3_no_stone") == ["9.3"]
    assert rules_named("test_6_2_6_3_6_10_three_shots") == ["6.2", "6.3", "6.10"]
    assert rules_named("test_11_2_even_while_2_dice_are_due") == ["11.2"]
    assert rules_named("test_a_rule_9_3") == []


def test_rules_no_test_names(game: Game) -> None:
    named = {rule for test in names_of_tests(game) for rule in rules_named(test)}
    untested = [f"{number} {rule.text[:60]}" for number, rule in game.rulebook.rules.items() if number not in named]
    assert not untested, "\n".join(["rules no test names:", *untested])


def test_tests_name_rules_that_exist(game: Game) -> None:
    named = {rule: test for test in names_of_tests(game) for rule in rules_named(test)}
    assert {rule: test for rule, test in named.items() if rule not in game.rulebook.rules} == {}


def test_tests_of_a_game_stand_in_its_folder(game: Game) -> None:
    assert Path(game.folder / "tests" / "__init__.py").exists()
    assert len(list(names_of_tests(game))) == len(set(names_of_tests(game)))
