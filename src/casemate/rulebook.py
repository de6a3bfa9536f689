"""A rulebook as data: each rule by its number, with its examples and pictures.

A rule begins with its number in bold, `**6.4** ...`, and runs to the next one; an example is a quoted paragraph,
`> Example (6.2-6.4): ...`, and belongs to the rules it names. Headings carry the chapters' numbers. A picture is a
position for the game to draw, and belongs to the rule or the example that it follows:

    ```position links=eight viewer=1
    the position as text
    What is to be seen.
    ```
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from casemate.errors import BadNotation, UnknownName

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

    from casemate.game import Game

NUMBER = re.compile(r"\*\*(\d+\.\d+)\*\* *")
HEADING = re.compile(r"## (\d+) (.*)")
EXAMPLE = re.compile(r"> Example \(([^)]*)\): ")
CITED = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\d)")
PICTURE = re.compile(r"```position((?: .*)?)\n(.+)\n((?:.+\n)+)```")


@dataclass(frozen=True)
class Picture:
    """A position to be drawn: with these options, as a viewer sees it, and what is to be seen in Markdown."""

    position: str
    caption: str
    options: Mapping[str, str]
    viewer: int | None = None


@dataclass(frozen=True)
class Rule:
    """One numbered paragraph, tables included, in Markdown."""

    number: str
    text: str
    chapter: str
    examples: tuple[str, ...]
    pictures: tuple[Picture, ...] = ()


class Block(NamedTuple):
    """A piece of the book in its order: a `chapter`, a `rule`, an `example`, a `picture`, or more `text`."""

    kind: str
    number: str  # of the chapter or the rule; the rules an example names
    text: str  # what follows the number, all paragraphs of a rule; the whole of an example, a picture or a text


@dataclass(frozen=True)
class Rulebook:
    text: str
    rules: dict[str, Rule]
    chapters: dict[str, str]

    @classmethod
    def read(cls, text: str) -> "Rulebook":
        chapters: dict[str, str] = {}
        written: dict[str, tuple[str, str]] = {}  # a rule's text and chapter
        examples: dict[str, list[str]] = {}
        pictures: dict[str, list[Picture]] = {}
        chapter, shown = "", list[str]()  # the rules a picture here belongs to
        for block in blocks(text):
            if block.kind == "chapter":
                chapter, shown = block.text, []
                chapters[block.number] = chapter
            elif block.kind == "rule":
                written[block.number], shown = (block.text, chapter), [block.number]
            elif block.kind == "example":
                shown = cited_rules(block.number)
                for cited in shown:
                    examples.setdefault(cited, []).append(block.text.removeprefix("> "))
            elif block.kind == "picture":
                for cited in shown:
                    pictures.setdefault(cited, []).append(read_picture(block.text))
        rules = {
            number: Rule(number, *text_and_chapter, tuple(examples.get(number, ())), tuple(pictures.get(number, ())))
            for number, text_and_chapter in written.items()
        }
        return cls(text, rules, chapters)

    def __getitem__(self, number: str) -> Rule:
        if number not in self.rules:
            chapters = ", ".join(f"{n} {name}" for n, name in self.chapters.items())
            raise UnknownName(f"there is no rule {number!r:.20}; chapters: {chapters}")
        return self.rules[number]

    def chapter(self, number: str) -> list[Rule]:
        """The rules of a chapter."""
        return [rule for rule in self.rules.values() if rule.number.split(".")[0] == number]

    @property
    def pictures(self) -> list[Picture]:
        """All pictures, in the book's order."""
        return [read_picture(block.text) for block in blocks(self.text) if block.kind == "picture"]


def blocks(text: str) -> Iterator[Block]:
    """The book, piece by piece."""
    rule = ""  # the paragraphs of a rule that may go on
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        block = block_of(paragraph)
        if rule and block.kind == "text" and not paragraph.startswith("#"):
            rule += f"\n\n{paragraph}"
            continue
        if rule:
            yield block_of(rule)
        rule = paragraph if block.kind == "rule" else ""
        if not rule:
            yield block
    if rule:
        yield block_of(rule)


def block_of(text: str) -> Block:
    if heading := HEADING.match(text):
        return Block("chapter", heading[1], heading[2].strip())
    if example := EXAMPLE.match(text):
        return Block("example", example[1], text)
    if begun := NUMBER.match(text):
        return Block("rule", begun[1], text[begun.end() :])
    return Block("picture" if text.startswith("```position") else "text", "", text)


def read_picture(text: str) -> Picture:
    written = PICTURE.fullmatch(text)
    if not written:
        raise BadNotation(
            f"a picture is ```position, a position, a caption and ```, each from a new line: {text!r:.80}"
        )
    options = dict(each.partition("=")[::2] for each in written[1].split())
    viewer = options.pop("viewer", None)
    return Picture(written[2], written[3].strip(), options, None if viewer is None else int(viewer))


def cited_rules(text: str) -> list[str]:
    """The rules named in "6.2-6.4, 9.1" (ranges within a chapter written with a dash)."""
    cited = []
    for first, last in re.findall(r"(\d+\.\d+)(?:[–-](\d+\.\d+))?", text):
        chapter, begin = first.split(".")
        end = last.split(".")[1] if last else begin
        cited += [f"{chapter}.{n}" for n in range(int(begin), int(end) + 1)]
    return cited


# --- as HTML ------------------------------------------------------------------------------------------------------
# Nothing in the Markdown comes through as HTML. A rule has the id r6.4, a chapter c6; rules' numbers are links to them.

HERE = ""  # the address of the page itself
SHOWN = 0.5  # the size of a picture on the page


@cache
def write_page(game: "Game") -> str:
    """The whole book, a section for each chapter."""
    front: list[str] = []
    chapters: dict[str, list[str]] = {}
    part = front
    for block in blocks(game.rulebook.text):
        if block.kind == "chapter":
            part = chapters[block.number] = [f"<h2>{block.number} {write_line(block.text, game, HERE)}</h2>\n"]
        else:
            part.append(write_block(block, game))
    sections = (f'<section id="c{number}">\n{"".join(parts)}</section>\n' for number, parts in chapters.items())
    return "".join([*front, *sections])


def write_block(block: Block, game: "Game") -> str:
    if block.kind == "rule":
        return f'<div class="numbered" id="r{block.number}">\n{numbered(game, block.number, block.text)}</div>\n'
    if block.kind == "picture":
        return figure(game, read_picture(block.text), HERE)
    return write_text(block.text, game, HERE)


def contents(book: Rulebook) -> list[tuple[str, str]]:
    """The chapters: number and title."""
    return list(book.chapters.items())


@cache
def write_rule(game: "Game", number: str) -> str:
    """One rule with its examples and pictures, to be read away from the page; UnknownName if there is none."""
    rule = game.rulebook[number]
    parts = [rule.text, *(f"> {example}" for example in rule.examples)]
    return "".join([*(write_text(part, game) for part in parts), *(figure(game, each) for each in rule.pictures)])


def write_text(markdown: str, game: "Game | None" = None, page: str | None = None) -> str:
    """Markdown as HTML; numbers of the game's rules lead to its rulebook, at `page` if that is not its own."""
    return str(reader().render(markdown, surroundings(game, page)))


def write_line(markdown: str, game: "Game", page: str | None = None) -> str:
    """The same within a line."""
    return str(reader().renderInline(markdown, surroundings(game, page)))


def surroundings(game: "Game | None", page: str | None) -> dict[str, object]:
    rules = game.rulebook.rules if game else {}
    return {"rules": rules, "page": f"/rules/{game.name}" if game and page is None else page}


def numbered(game: "Game", number: str, markdown: str) -> str:
    """A rule's text behind its number."""
    label = f'<a class="number" href="#r{number}">{number}</a> '
    written = write_text(markdown, game, HERE)
    return written.replace("<p>", f"<p>{label}", 1) if written.startswith("<p>") else f"<p>{label}</p>\n{written}"


# --- pictures -----------------------------------------------------------------------------------------------------


def figure(game: "Game", picture: Picture, page: str | None = None) -> str:
    state = game.read(picture.position, **picture.options)
    width, height = (round(side * SHOWN) for side in game.frame(state)[2:])
    words = " ".join(game.describe(state, picture.viewer).split("\n"))
    image = f'<img src="{escape(address(game, picture))}" alt="{escape(words)}"'
    image += f' loading="lazy" width="{width}" height="{height}">'
    return f"<figure>{image}<figcaption>{write_line(picture.caption, game, page)}</figcaption></figure>\n"


def address(game: "Game", picture: Picture) -> str:
    """Where the drawing is."""
    viewer = {} if picture.viewer is None else {"viewer": str(picture.viewer)}
    return f"/pictures/{game.name}.svg?" + urlencode(
        {"position": picture.position, **viewer, **picture.options}, quote_via=quote
    )


# --- Markdown -----------------------------------------------------------------------------------------------------


@cache
def reader() -> "MarkdownIt":
    """Markdown with tables and without HTML, images or links: only rule numbers lead anywhere."""
    from markdown_it import MarkdownIt  # not needed to play

    reading = MarkdownIt("commonmark", {"html": False}).enable("table")
    reading.disable(["html_block", "html_inline", "image", "link", "autolink", "reference"])
    reading.add_render_rule("text", link_rules)
    reading.add_render_rule("table_open", open_table)
    reading.add_render_rule("table_close", close_table)
    return reading


def link_rules(self: Any, tokens: Any, at: int, options: Any, env: Mapping[str, Any]) -> str:
    """Words, with the numbers of rules as links."""

    def link(cited: re.Match[str]) -> str:
        number = cited[0]
        if number not in env["rules"]:
            return number
        return f'<a href="{env["page"]}#r{number}" data-rule="{number}">{number}</a>'

    return CITED.sub(link, escape(tokens[at].content, quote=False))


def open_table(self: Any, tokens: Any, at: int, options: Any, env: Any) -> str:
    """A wide table moves under the finger, and by the keyboard."""
    heads = (token.children[0].content for token in row(tokens[at:]) if token.children)
    return f'<div class="wide" tabindex="0" role="region" aria-label="Table: {escape(", ".join(heads))}"><table>\n'


def row(tokens: Iterable[Any]) -> Iterable[Any]:
    """The cells of a table's first row."""
    for token in tokens:
        if token.type == "tr_close":
            return
        if token.type == "inline":
            yield token


def close_table(self: Any, tokens: Any, at: int, options: Any, env: Any) -> str:
    return "</table></div>\n"
