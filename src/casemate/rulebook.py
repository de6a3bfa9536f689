"""A rulebook as data: each rule by its number, with its examples.

A rule begins with its number in bold, `**6.4** ...`, and runs to the next one; an example is a quoted paragraph,
`> Example (6.2-6.4): ...`, and belongs to the rules it names. Headings carry the chapters' numbers.
"""

import re
from dataclasses import dataclass

from casemate.errors import UnknownName

NUMBER = re.compile(r"\*\*(\d+\.\d+)\*\* *")
HEADING = re.compile(r"## (\d+) (.*)")
EXAMPLE = re.compile(r"> Example \(([^)]*)\): ")


@dataclass(frozen=True)
class Rule:
    """One numbered paragraph, tables included, in Markdown."""

    number: str
    text: str
    chapter: str
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Rulebook:
    text: str
    rules: dict[str, Rule]
    chapters: dict[str, str]

    @classmethod
    def read(cls, text: str) -> "Rulebook":
        paragraphs: dict[str, list[str]] = {}
        chapters: dict[str, str] = {}
        home: dict[str, str] = {}
        examples: dict[str, list[str]] = {}
        number = chapter = ""
        for paragraph in re.split(r"\n\s*\n", text):
            if heading := HEADING.match(paragraph):
                chapter, number = heading[2].strip(), ""
                chapters[heading[1]] = chapter
            elif example := EXAMPLE.match(paragraph):
                for cited in cited_rules(example[1]):
                    examples.setdefault(cited, []).append(paragraph.removeprefix("> "))
            elif begun := NUMBER.match(paragraph):
                number = begun[1]
                paragraphs[number], home[number] = [paragraph[begun.end() :]], chapter
            elif number and not paragraph.startswith("#"):
                paragraphs[number].append(paragraph)
        rules = {n: Rule(n, "\n\n".join(parts), home[n], tuple(examples.get(n, ()))) for n, parts in paragraphs.items()}
        return cls(text, rules, chapters)

    def __getitem__(self, number: str) -> Rule:
        if number not in self.rules:
            chapters = ", ".join(f"{n} {name}" for n, name in self.chapters.items())
            raise UnknownName(f"there is no rule {number!r:.20}; chapters: {chapters}")
        return self.rules[number]

    def chapter(self, number: str) -> list[Rule]:
        """The rules of a chapter."""
        return [rule for rule in self.rules.values() if rule.number.split(".")[0] == number]


def cited_rules(text: str) -> list[str]:
    """The rules named in "6.2-6.4, 9.1" (ranges within a chapter written with a dash)."""
    cited = []
    for first, last in re.findall(r"(\d+\.\d+)(?:[–-](\d+\.\d+))?", text):
        chapter, begin = first.split(".")
        end = last.split(".")[1] if last else begin
        cited += [f"{chapter}.{n}" for n in range(int(begin), int(end) + 1)]
    return cited
