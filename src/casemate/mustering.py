"""Forces at the terminal: a list read and judged, or built line by line."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from casemate import army
from casemate.army import Army, Builder, Kept, Options, Section
from casemate.errors import BadNotation, BadOption, CasemateError
from casemate.game import Game
from casemate.terminal import Refusal, Screen

ASKED = """Type what to do: add NAME, drop NAME, ready, check, save FILE, sheet FILE.svg, quit; help says more."""


@dataclass
class Muster:
    """A force being built."""

    screen: Screen
    game: Game
    builder: Builder
    options: Options
    army: Army
    name: str = ""
    known: set[Path] = field(default_factory=set)  # files that may be written over: they came from here
    saved: Army | None = None
    goes_on: bool = True

    @property
    def sections(self) -> tuple[Section, ...]:
        return self.builder.sections(self.options)


def open_muster(screen: Screen, game: Game, text: str | None, told: Mapping[str, object], name: str) -> Muster:
    """The list of a text or of a file, under the options told; an empty one without either."""
    if game.builder is None:
        raise Refusal(f"in {game.title} there is nothing to choose before the game")
    file = file_of(text)
    kept = army.read_file(read_text(file) if file else text or "")
    if kept.game not in ("", game.name, game.title):
        raise Refusal(f"this is a list for {kept.game:.60}, not for {game.title}")
    options = game.settle({**kept.options, **told})
    chosen = army.read(game.builder, kept.text, options)
    known = {file} if file else set[Path]()
    return Muster(screen, game, game.builder, options, chosen, army.clean(name) or kept.name, known, chosen)


def file_of(text: str | None) -> Path | None:
    """The file a text names, if there is one."""
    try:
        path = Path(text or "").expanduser()
        return path if text and path.is_file() else None
    except OSError:  # too long for a name
        return None


def read_text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(army.LONGEST_FILE + 1).decode("utf-8", "replace")
    except OSError as error:
        raise Refusal(f"{file} cannot be read: {error.strerror}") from None


# --- what is to be said of it -----------------------------------------------------------------------------------------


def tell(t: Muster, with_facts: bool = True) -> bool:
    """The list, its totals and what is wrong with it; whether all is in order."""
    screen = t.screen
    screen.say(screen.bold(f"{t.game.title}: {t.name}" if t.name else f"{t.game.title}, {t.builder.a_noun}"))
    for section, picks in zip(t.sections, t.army.picks, strict=True):
        screen.say(screen.bold(headed(section, picks)))
        for line in listed(section, picks, with_facts):
            screen.say(line)
    return judge(t)


def headed(section: Section, picks: Sequence[str]) -> str:
    most = "" if section.is_exact else "at most "
    return f"{section.title}: {army.total(section, picks)} of {most}{army.counted(section.limit, section.unit)}"


def listed(section: Section, picks: Sequence[str], with_facts: bool) -> list[str]:
    items = {item.name: item for item in section.items}
    if section.is_counted:
        return [f"  {number:>3} {name}" for name, number in Counter(picks).items()]
    lines = []
    for number, name in enumerate(picks, 1):
        item = items[name]
        facts = "  ".join(item.facts) if with_facts else ""
        cost = f"{item.cost:>3}" if section.limit > 1 else ""
        lines.append(f"  {number:>3} {name:<20} {cost}  {facts}".rstrip())
    return lines


def judge(t: Muster) -> bool:
    """Everything that is wrong, with its rules."""
    wrong = t.builder.check(t.army, t.options)
    for why in wrong:
        t.screen.refuse(t.screen.wrap(f"! {why}"))
    if not wrong:
        t.screen.say("In order: as the rules want it.")
    return not wrong


# --- what can be done -------------------------------------------------------------------------------------------------


def build(t: Muster) -> None:
    """Line by line, until the input ends or one has enough."""
    t.screen.say(t.screen.bold(f"{t.game.title}: build {t.builder.a_noun}"))
    t.screen.say(ASKED)
    tell(t) if not t.army.is_empty else t.screen.say(summed(t))
    while t.goes_on and (line := t.screen.ask(t.builder.noun)) is not None:
        word, _, rest = line.partition(" ")
        try:
            if line:
                obey(t, word, rest.strip())
        except (CasemateError, Refusal) as refusal:
            t.screen.refuse(t.screen.wrap(str(refusal)))


def obey(t: Muster, word: str, rest: str) -> None:
    found = [each for each in COMMANDS if each.name.startswith(word.casefold())] if word else []
    exact = [each for each in found if each.name == word.casefold()]
    if len(found) == 1 or exact:
        (exact or found)[0].run(t, rest)
        return
    try:
        add(t, f"{word} {rest}".strip())
    except BadNotation as refusal:
        if "did you mean" in str(refusal):
            raise
        names = ", ".join(each.name for each in COMMANDS)
        raise Refusal(f"{word!r:.40} is none of {names}, and no name") from None


def summed(t: Muster) -> str:
    """The totals in a line."""
    totals = [headed(section, picks) for section, picks in zip(t.sections, t.army.picks, strict=True)]
    wrong = len(t.builder.check(t.army, t.options))
    return "; ".join(totals) + (f"; {army.counted(wrong, 'warnings')} (check tells)" if wrong else "; in order")


def named(t: Muster, text: str) -> tuple[int, str, int]:
    """A section, a name and a number of them: `2 Archer`, `Archer x2`, or the beginning of a name."""
    if not text:
        raise Refusal("say which: stock lists what there is")
    at = next((n for n, section in enumerate(t.sections) if part_of(text, section, t.sections)), None)
    if at is None:
        starts = [
            (n, item.name)
            for n, section in enumerate(t.sections)
            for item in section.items
            if army.bare(item.name).startswith(army.bare(text))
        ]
        if len(starts) == 1:
            return (*starts[0], 1)
        every = Section("what there is", "", "", 0, tuple(item for section in t.sections for item in section.items))
        raise BadNotation(army.unknown(text, every, (every,)))
    picks = part_of(text, t.sections[at], t.sections)
    return at, picks[0], len(picks)


def part_of(text: str, section: Section, sections: Sequence[Section]) -> tuple[str, ...]:
    try:
        return army.read_part(text, section, sections)
    except BadNotation:
        return ()


def add(t: Muster, text: str) -> None:
    at, name, number = named(t, text)
    if len(t.army.picks[at]) + number > army.MOST:
        raise Refusal(f"a list has room for {army.MOST}")
    for _ in range(number):
        t.army = army.add(t.army, at, name)
    t.screen.say(summed(t))


def drop(t: Muster, text: str) -> None:
    at, name, number = named(t, text)
    if name not in t.army.picks[at]:
        raise Refusal(f"there is no {name} in it")
    for _ in range(number):
        t.army = army.drop(t.army, at, name)
    t.screen.say(summed(t))


def take_ready(t: Muster, name: str) -> None:
    """One of the lists to begin with; without a name, which there are."""
    lists = t.builder.ready(t.options)
    wanted = army.bare(name)
    found = [each for each in lists if army.bare(each) == wanted] or [
        each for each in lists if wanted in army.bare(each)
    ]
    if name and len(found) == 1:
        t.army, t.name = army.read(t.builder, lists[found[0]], t.options), found[0]
        tell(t)
        return
    for each, text in (lists if not found else {each: lists[each] for each in found}).items():
        t.screen.say(f"{t.screen.bold(each)}\n{t.screen.wrap(text, '  ')}")
    if not lists:
        t.screen.say("There are none for these options.")


def tell_stock(t: Muster, wanted: str) -> None:
    """What there is, or what has these words in it."""
    for section in t.sections:
        items = [
            item
            for item in section.items
            if wanted.casefold() in " ".join((item.name, item.group, *item.facts, item.words)).casefold()
        ]
        group = ""
        if items:
            t.screen.say(t.screen.bold(f"{section.title} ({section.rule})"))
        for item in items:
            if item.group != group:
                group = item.group
                t.screen.say(f" {group}")
            cost = f"{item.cost:>3}" if section.limit > 1 else ""
            t.screen.say(f"  {item.name:<20} {cost}  {'  '.join(item.facts)}".rstrip())
            if wanted:
                for line in filter(None, item.words.split("\n")):
                    t.screen.say(t.screen.dim(t.screen.wrap(line, "      ")))


def check(t: Muster, _: str) -> None:
    judge(t)


def show(t: Muster, _: str) -> None:
    tell(t)


def rename(t: Muster, name: str) -> None:
    t.name = army.clean(name)
    t.screen.say(f"It is called {t.name}." if t.name else "It has no name.")


def tell_text(t: Muster, _: str) -> None:
    """The list, and what is played to choose it."""
    t.screen.say(army.write(t.builder, t.army, t.options) or "nothing yet")
    t.screen.say(f"At a table: {t.builder.answer(t.army, t.options)}")


def clear(t: Muster, _: str) -> None:
    t.army = army.empty(t.sections)
    t.screen.say(summed(t))


def set_option(t: Muster, text: str) -> None:
    """`points=60`; without anything, all that bear on it."""
    name, sign, value = (each.strip() for each in text.partition("="))
    if text and not sign:
        raise BadOption(f"an option is written name=value; there is {', '.join(t.builder.options)}")
    if text:
        t.options = t.game.settle({**t.options, name: value})
        t.army = army.read(t.builder, army.write(t.builder, t.army, t.options), t.options)
    t.screen.say(", ".join(f"{each}={t.options[each]}" for each in t.builder.options))
    t.screen.say(summed(t))


def save(t: Muster, name: str) -> None:
    file = Path(name).expanduser()
    if not name:
        raise Refusal("name the file: save FILE")
    if file.exists() and file not in t.known:
        raise Refusal(f"{name} exists already; name another one")
    usual = {option.name: option.default for option in t.game.options}
    options = {each: str(t.options[each]) for each in t.builder.options if t.options[each] != usual[each]}
    kept = Kept(army.write(t.builder, t.army, t.options), t.game.title, t.name, options)
    write_text(file, army.write_file(kept))
    t.known.add(file)
    t.saved = t.army
    t.screen.say(f"It stands in {name}; casemate army {t.game.name} {name} reads it again.")


def draw(t: Muster, name: str) -> None:
    """The sheet, a file for each of its pages."""
    if not name:
        raise Refusal("name the file: sheet FILE.svg")
    pages = army.sheet(t.builder, t.army, t.options, t.game.title, t.name)
    first = Path(name).expanduser()
    files = [first if n == 1 else first.with_stem(f"{first.stem}-{n}") for n in range(1, len(pages) + 1)]
    for file, page in zip(files, pages, strict=True):
        write_text(file, page)
    t.screen.say(f"To print on A4: {', '.join(map(str, files))}")


def write_text(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}") from None


def leave(t: Muster, _: str) -> None:
    t.goes_on = False
    if t.army != t.saved and not t.army.is_empty:
        t.screen.say(f"Not saved: {army.write(t.builder, t.army, t.options)}")


def tell_help(t: Muster, _: str) -> None:
    for each in COMMANDS:
        t.screen.say(f"  {each.usage:<18} {each.summary}")
    t.screen.say("  A name alone is added; the beginning of a name will do.")


class Command(NamedTuple):
    usage: str
    summary: str
    run: Callable[[Muster, str], None]

    @property
    def name(self) -> str:
        return self.usage.split()[0]


COMMANDS = (
    Command("add [N] NAME", "one more of them, or N", add),
    Command("drop [N] NAME", "one less of them, or N", drop),
    Command("show", "the list with its totals and what is wrong with it", show),
    Command("check", "what is wrong with it, with the rules", check),
    Command("stock [WORD]", "what there is to choose; with a word, what it is about", tell_stock),
    Command("ready [NAME]", "ready-made lists, or one of them", take_ready),
    Command("option [N=VALUE]", "what is agreed on", set_option),
    Command("name NAME", "give it a name", rename),
    Command("text", "the list as text, and what to type at a table", tell_text),
    Command("save FILE", "write it to a file", save),
    Command("sheet FILE.svg", "draw it for printing on A4", draw),
    Command("clear", "begin again", clear),
    Command("help", "this", tell_help),
    Command("quit", "leave", leave),
)
