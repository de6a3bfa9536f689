"""Forces chosen before a game: what there is to choose, section by section, and what is wrong with a choice.

A `Builder` is a game's part for this. What has a name can be chosen, in any number: a check says what is wrong and by
which rule, and nothing is forbidden. A list is written as

    Archer, Guard, Guard / 3 Hills, 1 Lake / Tower

its sections separated by strokes, each of them as far as one has come; a game may write its lists differently.
"""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from casemate.errors import BadNotation
from casemate.sheet import Line, draw_list
from casemate.words import Why

if TYPE_CHECKING:
    from casemate.game import State

Options = Mapping[str, str | int]
LONGEST, MOST = 4000, 400  # characters of a list; things in a section
NEAR, SHOWN = 3, 12  # names to propose; names to list
NOTHING = ("", "-", "–", "—")


@dataclass(frozen=True)
class Item:
    """Something to choose: its cost, how many at most (None: any number), and what there is to know of it."""

    name: str
    cost: int = 1
    most: int | None = None
    facts: tuple[str, ...] = ()  # in a word each
    words: str = ""  # in sentences, a paragraph a line
    group: str = ""  # neighbours of one group stand together under its name


@dataclass(frozen=True)
class Section:
    """A part of the list: what may be chosen from, and what all of it together may cost."""

    title: str
    rule: str
    unit: str  # what costs are counted in: points, tiles
    limit: int
    items: tuple[Item, ...]
    is_exact: bool = False  # the costs must come to the limit
    is_counted: bool = False  # written `3 Plains`; elsewhere each by itself, in its order
    most_rule: str = ""  # the rule for how many of one kind

    def find(self, name: str) -> Item | None:
        """The item of that name, however its letters are written."""
        wanted = bare(name)
        return next((item for item in self.items if bare(item.name) == wanted), None)


@dataclass(frozen=True)
class Army:
    """The names chosen, section by section, in their order."""

    picks: tuple[tuple[str, ...], ...]

    @property
    def is_empty(self) -> bool:
        return not any(self.picks)


@dataclass(frozen=True)
class Builder:
    """How forces are chosen in a game, each part a plain function; options are the game's, settled."""

    sections: Callable[[Options], tuple[Section, ...]]
    check: Callable[[Army, Options], list[Why]]  # everything that is wrong
    ready: Callable[[Options], Mapping[str, str]]  # lists to begin with at once, by their names
    answer: Callable[[Army, Options], str]  # what is played to choose it
    read: Callable[[str, Options], Army] | None = None  # raises BadNotation for names that there are not
    write: Callable[[Army, Options], str] | None = None
    draw_sheet: Callable[[Army, Options, str], tuple[str, ...]] | None = None  # pages as SVG, under a name
    options: tuple[str, ...] = ()  # the names of those that bear on it
    noun: str = "force"
    nouns: str = "forces"
    is_due: Callable[["State"], bool] = lambda state: True  # of answers given whole: whether this one is such a list

    @property
    def a_noun(self) -> str:
        return f"{'an' if self.noun[0] in 'aeiou' else 'a'} {self.noun}"


# --- reading and writing --------------------------------------------------------------------------------------------


def read(builder: Builder, text: str, options: Options) -> Army:
    """The army a list stands for; nothing is an empty one."""
    if len(text) > LONGEST:
        raise BadNotation(f"a list has at most {LONGEST} characters, not {len(text)}")
    army = builder.read(text, options) if builder.read else read_list(text, builder.sections(options))
    for section, picks in zip(builder.sections(options), army.picks, strict=True):
        if len(picks) > MOST:
            raise BadNotation(f"a list has room for {MOST} {section.title.lower()}, not {len(picks)}")
    return army


def write(builder: Builder, army: Army, options: Options) -> str:
    return builder.write(army, options) if builder.write else write_list(army, builder.sections(options))


def read_list(text: str, sections: Sequence[Section]) -> Army:
    """A list in the common form; sections not yet written are empty."""
    parts = text.split("/") if text.strip() else []
    if len(parts) > len(sections):
        told = " / ".join(section.title.lower() for section in sections)
        raise BadNotation(f"a list is {told}: {len(sections)} parts between strokes, not {len(parts)}")
    picks = [read_part(part, section, sections) for part, section in zip(parts, sections, strict=False)]
    return Army((*picks, *((),) * (len(sections) - len(picks))))


def read_part(text: str, section: Section, sections: Sequence[Section]) -> tuple[str, ...]:
    """`Guild Hand, 2 Brass Trooper`"""
    picks: list[str] = []
    for words in map(str.strip, re.split("[,;\n]", text)):
        if words in NOTHING:
            continue
        number, name = 1, words
        found = re.fullmatch(r"([0-9]{1,3}) *[x×]? +(.+)|(.+?) +[x×] *([0-9]{1,3})", words)
        if found and section.find(words) is None:
            number, name = int(found[1] or found[4]), found[2] or found[3]
        item = section.find(name)
        if item is None:
            raise BadNotation(unknown(name, section, sections))
        picks += [item.name] * number
        if len(picks) > MOST:
            raise BadNotation(f"a list has room for {MOST} {section.title.lower()}")
    return tuple(picks)


def unknown(name: str, section: Section, sections: Sequence[Section]) -> str:
    """What to say of a name that there is not: where it belongs, or which names come near it."""
    other = next((each for each in sections if each.find(name)), None)
    if other is not None:
        return f"{name!r:.60} belongs to {other.title.lower()}, not to {section.title.lower()}"
    names = [item.name for item in section.items]
    near = near_names(name, names)
    listed = f"; there is {', '.join(names)}" if len(names) <= SHOWN else ""
    told = f"; did you mean {' or '.join(near)}?" if near else listed
    return f"there is no {name!r:.60} among {section.title.lower()}{told}"


def near_names(name: str, names: Sequence[str]) -> list[str]:
    """Names that come near: alike in letters, or with a word in common."""
    known = {bare(each): each for each in names}
    wanted = bare(name)[:60]
    near = difflib.get_close_matches(wanted, known, NEAR)
    near += [each for each in known if wanted and each.startswith(wanted) and each not in near]
    near += [each for each in known if set(each.split()) & set(wanted.split()) and each not in near]
    return [known[each] for each in near[:NEAR]]


def bare(name: str) -> str:
    """A name without what people write differently."""
    return " ".join(re.sub(r"[-–—'’`_]", " ", name).casefold().split())


def write_list(army: Army, sections: Sequence[Section]) -> str:
    """The inverse of `read_list`; nothing for an army of nothing."""
    parts = [write_part(picks, section) for picks, section in zip(army.picks, sections, strict=True)]
    written = max((n for n, part in enumerate(parts, 1) if part), default=0)
    return " / ".join(part or "-" for part in parts[:written])


def write_part(picks: Sequence[str], section: Section) -> str:
    if not section.is_counted:
        return ", ".join(picks)
    return ", ".join(f"{number} {name}" for name, number in Counter(picks).items())


# --- choosing ---------------------------------------------------------------------------------------------------------


def empty(sections: Sequence[Section]) -> Army:
    return Army(((),) * len(sections))


def add(army: Army, at: int, name: str) -> Army:
    """One more of them; what is counted stands together."""
    picks = army.picks[at]
    place = max((n for n, pick in enumerate(picks, 1) if pick == name), default=len(picks))
    return replaced(army, at, (*picks[:place], name, *picks[place:]))


def drop(army: Army, at: int, name: str) -> Army:
    """One less of them: the last one."""
    picks = army.picks[at]
    place = max((n for n, pick in enumerate(picks) if pick == name), default=len(picks))
    return replaced(army, at, picks[:place] + picks[place + 1 :])


def lift(army: Army, at: int, n: int) -> Army:
    """One place further up, for what is numbered in its order."""
    picks = list(army.picks[at])
    if 0 < n < len(picks):
        picks[n - 1], picks[n] = picks[n], picks[n - 1]
    return replaced(army, at, tuple(picks))


def replaced(army: Army, at: int, picks: tuple[str, ...]) -> Army:
    return replace(army, picks=(*army.picks[:at], picks, *army.picks[at + 1 :]))


# --- judging ----------------------------------------------------------------------------------------------------------


def total(section: Section, picks: Sequence[str]) -> int:
    """What the picks cost together."""
    costs = {item.name: item.cost for item in section.items}
    return sum(costs[name] for name in picks)


def check_sections(army: Army, sections: Sequence[Section]) -> list[Why]:
    """What every such list is held to: the totals, and how many of one kind."""
    found = []
    for section, picks in zip(sections, army.picks, strict=True):
        found += check_total(section, picks)
        counts = Counter(picks)
        for item in section.items:
            if item.most is not None and counts[item.name] > item.most:
                most = f"at most {item.most} may be taken" if item.most else "none may be taken"
                rule = section.most_rule or section.rule
                found.append(Why(f"{counts[item.name]} × {item.name}: {most}", (rule,)))
    return found


def check_total(section: Section, picks: Sequence[str]) -> list[Why]:
    cost, limit, unit = total(section, picks), section.limit, section.unit
    if cost > limit:
        text = f"{counted(cost, unit)}, {counted(cost - limit, unit)} too many (the limit is {limit})"
    elif section.is_exact and cost < limit:
        text = f"{counted(limit - cost, unit)} still to choose ({cost} of {limit})"
    else:
        return []
    return [Why(f"{section.title}: {text}", (section.rule,))]


def counted(number: int, unit: str) -> str:
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"


def sheet(builder: Builder, army: Army, options: Options, title: str, name: str = "") -> tuple[str, ...]:
    """The pages to print: the game's own, or a plain list."""
    if builder.draw_sheet is not None:
        return builder.draw_sheet(army, options, name)
    lines: list[Line] = []
    for section, picks in zip(builder.sections(options), army.picks, strict=True):
        lines.append((section.title, f"{total(section, picks)} of {section.limit} {section.unit}", ()))
        lines += [line_of(section, *each) for each in Counter(picks).items()]
    return draw_list(name or title, title, lines)


def line_of(section: Section, name: str, number: int) -> Line:
    item = next(item for item in section.items if item.name == name)
    told = (" · ".join(item.facts) or " ", *item.words.split("\n"))
    return f"{number} × {name}" if number > 1 else name, str(item.cost * number), told


# --- on paper and in files --------------------------------------------------------------------------------------------


FILE_WORDS = ("Game", "Name", "Options", "List")
LONGEST_FILE, LONGEST_NAME = 20_000, 60


@dataclass(frozen=True)
class Kept:
    """A list as it stands in a file: of which game, under what name, for which options."""

    text: str
    game: str = ""
    name: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


def write_file(kept: Kept) -> str:
    """The list with what belongs to it, a line each."""
    told = " ".join(f"{name}={value}" for name, value in kept.options.items())
    lines = zip(FILE_WORDS, (kept.game, clean(kept.name), told, kept.text), strict=True)
    return "".join(f"{word}: {words}\n" for word, words in lines if words or word == "List")


def read_file(text: str) -> Kept:
    """The inverse of `write_file`; a bare list is one too, and lines that begin with # are for people."""
    if len(text) > LONGEST_FILE:
        raise BadNotation(f"a list has at most {LONGEST_FILE} characters, not {len(text)}")
    told, bare_lines = dict[str, str](), list[str]()
    for line in text.replace("\r", "").split("\n"):
        word, colon, words = line.partition(":")
        if colon and word.strip().title() in FILE_WORDS:
            told[word.strip().title()] = words.strip()
        elif line.strip() and not line.lstrip().startswith("#"):
            bare_lines.append(line.strip())
    options = dict(each.split("=", 1) for each in told.get("Options", "").split() if "=" in each)
    listed = " ".join([told.get("List", ""), *bare_lines]).strip()
    return Kept(listed, told.get("Game", ""), clean(told.get("Name", "")), options)


def clean(name: str) -> str:
    """A name in one line, of printable characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in name).split())[:LONGEST_NAME]
