"""A game at the terminal: the board as text, moves typed in the rulebook's notation, and commands."""

import contextlib
import difflib
import os
import random
import re
import secrets
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import casemate
from casemate import CHANCE, BadNotation, BadOption, CasemateError, Event, Game, IllegalMove, State, Step, record
from casemate.bots import LEVELS
from casemate.dice import Dice
from casemate.rulebook import Picture
from casemate.table import ROLL_OVER

HINT_SECONDS = 1.0
PATIENCE = 0.4  # seconds to wait for compiled rules before the first board
TOLD_AT = 26  # the column where events are told
NOTICE_AFTER = 0.5  # seconds a bot thinks before the terminal says so
MIDDLE, STRONGEST = LEVELS[len(LEVELS) // 2].name, LEVELS[-1].name


class Refusal(Exception):
    """What the terminal cannot do as asked, in one line."""


# --- the screen -----------------------------------------------------------------------------------------------------


class Screen:
    """Where text goes and where lines come from: a person's terminal, or pipes."""

    def __init__(self, is_plain: bool = False) -> None:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self.is_tty = sys.stdin.isatty() and sys.stdout.isatty()
        self.is_plain = is_plain or not can_write("□■○●─│·")
        self.has_colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
        self.width = min(100, shutil.get_terminal_size().columns)

    def say(self, text: str = "") -> None:
        print(in_ascii(text) if self.is_plain else text, flush=True)

    def refuse(self, text: str) -> None:
        self.say(self.paint(text, "31"))

    def paint(self, text: str, code: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.has_colour and text else text

    def bold(self, text: str) -> str:
        return self.paint(text, "1")

    def dim(self, text: str) -> str:
        return self.paint(text, "2")

    def wipe(self) -> None:
        """What was typed is for nobody else's eyes."""
        if self.is_tty:
            print("\033[2J\033[3J\033[H", end="", flush=True)

    def wrap(self, text: str, indent: str = "") -> str:
        return textwrap.fill(text, self.width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)

    def ask(self, prompt: str) -> str | None:
        """A line, without a prompt where nobody would see it; None at the end of the input."""
        try:
            line = input(f"{prompt}> ") if self.is_tty else sys.stdin.readline()
        except EOFError:
            line = ""
            self.say()
        else:
            line = f"{line}\n" if self.is_tty else line
        return line.strip() if line else None

    @contextlib.contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Say that somebody thinks, when it takes long and somebody sees it."""
        if not self.is_tty:
            yield
            return
        timer = threading.Timer(NOTICE_AFTER, lambda: print(f"{who} is thinking ...", end="\r", flush=True))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            print("\033[K", end="", flush=True)


def can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


ASCII = str.maketrans("–—−×“”’·", '---x""\'-') | {ord("→"): "->", ord("…"): "..."}


def in_ascii(text: str) -> str:
    return text.translate(ASCII).encode("ascii", "replace").decode("ascii")


# --- who sits at the table ------------------------------------------------------------------------------------------


class Opponent:
    """A bot in a seat."""

    def __init__(self, game: Game, name: str, seed: int) -> None:
        self.game, self.name, self.seed = game, name, seed
        self.bot = casemate.bot(name, seed=seed)
        self.waits = any(level.waits for level in LEVELS if level.name == name)

    def choose(self, state: State) -> str:
        """Its answer; a level that needs the compiled rules thinks for a second until they are ready."""
        if self.waits and not self.game.compile(wait=False):
            return casemate.bot(self.name, seconds=1.0, seed=self.seed).choose(state)
        return self.bot.choose(state)

    def win(self, state: State) -> float:
        """What the player to move wins, as this bot sees it."""
        return self.bot.analyse(state)[0].win


@dataclass
class Sitting:
    """A game being played at this terminal."""

    screen: Screen
    state: State
    bots: dict[int, Opponent]  # the seats the computer plays
    dice: Dice | None  # None: an umpire types what the dice on the table show
    file: Path | None = None
    date: str = ""
    pace: float = 0.0  # seconds between two answers when only bots play
    rng: random.Random = field(default_factory=random.Random)
    is_left: bool = False
    is_compiling: bool = False
    shown: int = -1  # how many answers the board was last shown after

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def people(self) -> list[int]:
        return [seat for seat in (0, 1) if seat not in self.bots]

    @property
    def viewer(self) -> int | None:
        """Who looks at the screen: the only person, or whoever must answer."""
        people = self.people
        return people[0] if len(people) == 1 else self.state.to_move if self.state.to_move in people else None

    def seat_name(self, player: int) -> str:
        name = self.game.players[player]
        return f"{name} ({self.bots[player].name})" if player in self.bots else name

    def names(self) -> tuple[str, str]:
        """The players as a record names them."""
        first, second = (written_name(self.bots[seat].name) if seat in self.bots else "a person" for seat in (0, 1))
        return first, second


def written_name(level: str) -> str:
    return f"Casemate ({level})"


def read_name(name: str) -> str | None:
    """The level of a bot by the name it has in a record."""
    found = re.fullmatch(r"Casemate \((\w+)\)", name)
    return found[1] if found and found[1] in casemate.bots() else None


# --- playing --------------------------------------------------------------------------------------------------------


def play(t: Sitting) -> None:
    """The game, from the table as it is to the end of the game or of the input."""
    begin(t)
    while not t.is_left:
        announce_compiled(t)
        if t.state.result is not None and not finish(t):
            break
        player = t.state.to_move
        if player == CHANCE and t.dice is not None:
            throw(t, t.dice)
        elif player in t.bots:
            bot_answers(t, t.bots[player])
        else:
            person_answers(t)


def begin(t: Sitting) -> None:
    """What is said before the first move."""
    say = t.screen.say
    say(t.screen.bold(f"{t.game.title}, by {t.game.designer}"))
    person = "you" if len(t.people) == 1 else "a person here"
    for seat in (0, 1):
        say(f"  {t.game.players[seat]}: {f'the computer, {t.bots[seat].name}' if seat in t.bots else person}")
    settled = ((option, t.state.options[option.name]) for option in t.game.options)
    changed = [f"{option.name} = {value} ({option.rule})" for option, value in settled if value != option.default]
    if changed:
        say(f"  options: {', '.join(changed)}")
    if t.dice is None:
        say("  dice: yours; type the faces as they fell, or the result as the rulebook writes it")
    else:
        say(f"  dice: sha256 {t.dice.commitment}")
        say(t.screen.dim("        every roll follows from a seed with this hash; after the game it is shown"))
    if t.file is not None:
        say(f"  record: {t.file}, written after every move")
    if t.people:
        say("  Type a move, or help.")
    begin_compiling(t)


def begin_compiling(t: Sitting) -> None:
    """Compiled rules come from the cache in a moment; if they do not, play begins plain, with a word about it."""
    deadline = time.monotonic() + PATIENCE
    while not (is_ready := t.game.compile(wait=False)) and t.game.workshop.thread and time.monotonic() < deadline:
        time.sleep(0.02)
    t.is_compiling = not is_ready and t.game.workshop.thread is not None
    if t.is_compiling:
        t.screen.say(t.screen.dim("  The rules are being compiled in the background; playing plain until then."))


def announce_compiled(t: Sitting) -> None:
    if t.is_compiling and t.game.compile(wait=False):
        t.is_compiling = False
        t.screen.say(t.screen.dim("The compiled rules are ready."))


def show(t: Sitting) -> None:
    """The board, and what is due."""
    t.screen.say()
    t.screen.say(t.game.text_board(t.state, t.viewer, t.screen.is_plain))
    t.screen.say()
    if t.state.result is None:
        t.screen.say(f"{t.state.turn_number}. {t.screen.bold(what_is_due(t.state, t.viewer))}")
    t.shown = len(t.state.moments)


def what_is_due(state: State, viewer: int | None) -> str:
    return state.game.describe(state, viewer).splitlines()[0]


def person_answers(t: Sitting) -> None:
    """Read one line and do what it says."""
    if t.shown != len(t.state.moments) and t.state.to_move != CHANCE:
        show(t)
    player = t.state.to_move
    if player == CHANCE:
        prompt = "dice"
        if t.shown != len(t.state.moments):
            t.screen.say(f"The dice are due: {ways_to_type(t.state)}")
            t.shown = len(t.state.moments)
    else:
        prompt = "over" if player is None else t.game.players[player]
    set_completion(t)
    line = t.screen.ask(prompt)
    if line is None:
        leave(t, "")
    elif line:
        obey(t, line)


def ways_to_type(state: State) -> str:
    chances = ", ".join(f"{text} ({write_percent(chance)})" for text, chance in state.chances().items())
    dice = state.now.question.dice if state.now.question else 0
    faces = f"{dice} {'face' if dice == 1 else 'faces'}, or " if dice else ""
    return f"{faces}{chances}"


def obey(t: Sitting, line: str) -> None:
    """A typed line: a move, else a command, else a refusal that helps."""
    word, _, rest = line.partition(" ")
    try:
        if (move := find_move(t.state, line) or read_faces(t.state, line)) is not None:
            answer(t, move)
        elif (command := find_command(word)) is not None:
            command.run(t, rest.strip())
        else:
            explain(t, line)
    except (CasemateError, Refusal) as refusal:
        t.screen.refuse(str(refusal))


def answer(t: Sitting, move: str) -> None:
    """An answer; secret ones are not told before they are revealed."""
    events = t.state.play(move)
    step = t.state.steps[-1]
    if not t.state.now.hidden or [step.player] == t.people:
        t.screen.say(told(t.screen, t.state, step, events))
    else:
        if step.player in t.people:
            t.screen.wipe()
        t.screen.say(f"  {t.seat_name(step.player)} has chosen in secret.")
    save_quietly(t)


def bot_answers(t: Sitting, bot: Opponent) -> None:
    if not t.people and t.state.to_move is not None and not t.state.now.answers:
        show(t)
    player = t.state.to_move
    assert player is not None
    with t.screen.thinking(t.seat_name(player)):
        move = bot.choose(t.state)
    answer(t, move)
    if t.pace and not t.people:
        threading.Event().wait(t.pace)


def throw(t: Sitting, dice: Dice) -> None:
    """The dice fall."""
    faces, rolled = dice.faces(t.state), dice.roll(t.state)
    events = t.state.play(rolled)
    t.screen.say(told(t.screen, t.state, t.state.steps[-1], events, faces))
    save_quietly(t)


def told(screen: Screen, state: State, step: Step, events: Sequence[Event], faces: Sequence[int] = ()) -> str:
    """One answer and what came of it, with the rules."""
    rolled = f"dice {' '.join(map(str, faces))}" if faces else "dice"
    who = {0: state.game.players[0], 1: state.game.players[1], CHANCE: rolled}.get(step.player)
    head = f"  {who}: {step.text}" if who else ""
    lines = [event.text + screen.dim(cited(event.rules)) for event in events]
    if len(head) >= TOLD_AT or not lines:
        return "\n".join([head, *(f"    {line}" for line in lines)])
    return f"{head:<{TOLD_AT}}" + f"\n{'':<{TOLD_AT}}".join(lines)


def cited(rules: Sequence[str]) -> str:
    return f" ({', '.join(rules)})" if rules else ""


def finish(t: Sitting) -> bool:
    """The end of the game; whether there is somebody to go on talking to."""
    say = t.screen.say
    if t.shown != len(t.state.moments):
        show(t)
        say(t.screen.bold(f"The game is over. {write_result(t.state)}"))
        if t.dice is not None:
            say(f"The seed of the dice: {t.dice.seed.hex()}")
        if t.file is not None:
            say(f"Recorded in {t.file}; anyone can check every roll with: casemate verify {t.file}")
        elif t.people:
            say("save FILE keeps the record; casemate verify FILE then checks every roll. quit leaves.")
    return bool(t.people)


def write_result(state: State) -> str:
    assert state.result is not None
    why = f": {state.ending.text}{cited(state.ending.rules)}" if state.ending else ""
    first, second = state.result
    who = "Drawn" if first == second else f"{state.game.players[0 if first > second else 1]} wins"
    return f"{who}{why}"


# --- reading what was typed -----------------------------------------------------------------------------------------


def find_move(state: State, line: str) -> str | None:
    """The legal answer a line says: exactly, but for case and spaces, or but for the signs between places."""
    moves = state.moves()
    if state.read_answer(line) is not None:
        return line
    for simplify in (squeezed, bare):
        found = [move for move in moves if simplify(move) == simplify(line)]
        if len(found) == 1:
            return found[0]
    return None


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text).casefold()


def bare(text: str) -> str:
    """Without signs between letters and digits; a sign in front says what kind of move it is, and stays."""
    return re.sub(r"(?<=\w)\W+(?=\w)", "", text.casefold().strip())


def read_faces(state: State, line: str) -> str | None:
    """The roll that dice on the table show: "4 1 6", every die given."""
    question = state.now.question
    if state.to_move != CHANCE or question is None or not re.fullmatch(r"[1-6]([ ,]*[1-6])*", line):
        return None
    faces = [int(face) for face in re.findall(r"\d", line)]
    if question.form != ROLL_OVER or len(faces) != question.dice:
        return None
    return f"{sum(face > question.need for face in faces)}/{question.dice}"


def explain(t: Sitting, line: str) -> None:
    """Why a line was refused, and moves like it."""
    t.screen.refuse(why_refused(t.state, line))
    near = near_moves(t.state, line)
    if near:
        t.screen.say(t.screen.dim(f"Legal and like it: {'  '.join(near)}"))


def why_refused(state: State, line: str) -> str:
    if state.result is not None:
        return f"the game is over: {write_result(state)}"
    tried, first = [], None
    for text in (line, squeezed_case(line), *spellings(line)):
        if text in tried:
            continue
        tried.append(text)
        try:
            why = state.why(text)
        except BadNotation as refusal:
            first = first or str(refusal)
        else:
            return f"{text}: {why}" if why else f"{text}: which one is meant? " + ", ".join(same_moves(state, line))
    return f"{first}; or type help"


def squeezed_case(line: str) -> str:
    return re.sub(r"\s+", "", line)


def spellings(line: str) -> list[str]:
    """The ways a line may have been meant: small letters, capitals, a small sign in front of capitals."""
    text = squeezed_case(line)
    return [text.lower(), text.upper(), text[:1].lower() + text[1:].upper()]


def same_moves(state: State, line: str) -> list[str]:
    return [move for move in state.moves() if squeezed(move) == squeezed(line) or bare(move) == bare(line)]


def near_moves(state: State, line: str) -> list[str]:
    """Legal moves that look like what was typed."""
    by_text = {squeezed(move): move for move in state.moves()}
    close = difflib.get_close_matches(squeezed(line), by_text, n=6, cutoff=0.6)
    starts = [text for text in by_text if len(line) > 1 and text.startswith(squeezed(line)[: max(2, len(line) // 2)])]
    return [by_text[text] for text in dict.fromkeys([*close, *starts])][:6]


def set_completion(t: Sitting) -> None:
    """The Tab key completes moves and commands."""
    if not t.screen.is_tty:
        return
    try:
        import readline
    except ImportError:
        return
    words = [*t.state.moves(), *COMMANDS]

    def complete(text: str, nth: int) -> str | None:
        found = [word for word in words if word.startswith(text)]
        return found[nth] if nth < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")


# --- commands -------------------------------------------------------------------------------------------------------


class Command(NamedTuple):
    run: Callable[[Sitting, str], None]
    usage: str
    summary: str


COMMANDS: dict[str, Command] = {}


def command(usage: str, summary: str) -> Callable[[Callable[[Sitting, str], None]], Callable[[Sitting, str], None]]:
    """Makes a function a command by the first word of its usage."""

    def enlist(function: Callable[[Sitting, str], None]) -> Callable[[Sitting, str], None]:
        COMMANDS[usage.split()[0]] = Command(function, usage, summary)
        return function

    return enlist


def find_command(word: str) -> Command | None:
    """A command by its name or the beginning of it, if no other begins so."""
    word = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}.get(word.lower(), word.lower())
    if word in COMMANDS:
        return COMMANDS[word]
    found = [name for name, command in COMMANDS.items() if name.startswith(word) and command.run is not resign]
    if len(found) > 1:
        raise Refusal(f"{word}: {' or '.join(found)}?")
    return COMMANDS[found[0]] if found else None


def must_be_going(t: Sitting) -> None:
    if t.state.result is not None:
        raise Refusal("the game is over")


def must_be_due(t: Sitting) -> None:
    must_be_going(t)
    if t.state.to_move == CHANCE:
        raise Refusal("dice or cards answer now, not a player")


def named_move(t: Sitting, text: str, wanted: str) -> str:
    """A move named after a command; refuses one that is not legal."""
    if not text:
        raise Refusal(f"of which move? {wanted}")
    move = find_move(t.state, text)
    if move is None:
        raise Refusal(why_refused(t.state, text))
    return move


@command("moves [BEGINNING]", "the legal moves, or those that begin so")
def tell_moves(t: Sitting, beginning: str) -> None:
    legal = t.state.moves()
    moves = [move for move in legal if squeezed(move).startswith(squeezed(beginning))]
    if not moves:
        raise Refusal(f"no legal move begins with {beginning}" if beginning else "there is nothing to answer")
    t.screen.say(in_columns(moves, t.screen.width))
    among = f"{len(moves)} of " if beginning else ""
    t.screen.say(t.screen.dim(f"{among}{len(legal)} legal {'move' if len(legal) == 1 else 'moves'}"))


def in_columns(words: Sequence[str], width: int) -> str:
    size = max(map(len, words)) + 2
    per_line = max(1, (width - 2) // size)
    rows = (words[at : at + per_line] for at in range(0, len(words), per_line))
    return "\n".join("  " + "".join(f"{word:<{size}}" for word in row).rstrip() for row in rows)


@command("hint", "what the strongest player would do, and its chances")
def give_hint(t: Sitting, _: str) -> None:
    must_be_due(t)
    with t.screen.thinking("the adviser"):
        lines = casemate.bot(STRONGEST, seconds=HINT_SECONDS, seed=t.rng.getrandbits(32)).analyse(t.state)
    player = t.state.to_move
    assert player is not None
    t.screen.say(f"Win chances for {t.game.players[player]}, {sum(line.visits for line in lines):,} tries:")
    for place, line in enumerate([line for line in lines if line.visits][:3], 1):
        why = line.why.removeprefix(f"wins {line.win:.0%}").lstrip(";, ")
        t.screen.say(f"  {place}. {line.answer:<8} {line.win:4.0%}  {why}".rstrip())


@command("odds MOVE", "the exact chances of what a move leaves to dice or cards")
def tell_odds(t: Sitting, text: str) -> None:
    if t.state.to_move == CHANCE and not text:
        chances, move, more = t.state.chances(), "now", {}
    else:
        must_be_due(t)
        move = named_move(t, text, "odds MOVE")
        chances, more = t.state.odds(move), t.state.prospects(move)
    if not chances:
        t.screen.say(f"{move} leaves nothing to chance: {what_comes_of(t.state, move)}")
    tell_table(t.screen, chances)
    for title, table in more.items():
        t.screen.say(f"{title}:")
        tell_table(t.screen, table)


def tell_table(screen: Screen, chances: Mapping[str, Fraction]) -> None:
    wide = max(map(len, [*chances, "-" * 8]))
    for outcome, chance in chances.items():
        screen.say(f"  {outcome:<{wide}} {chance!s:>12}  {write_percent(chance):>7}")


def write_percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"


def what_comes_of(state: State, move: str) -> str:
    ahead = state.copy()
    return "; ".join(event.text + cited(event.rules) for event in ahead.play(move)) or "nothing more"


@command("why MOVE", "why a move is not legal, or what comes of it if it is")
def tell_why(t: Sitting, text: str) -> None:
    must_be_going(t)
    if not text:
        raise Refusal("which move? why MOVE")
    move = find_move(t.state, text)
    t.screen.say(f"{move} is legal: {what_comes_of(t.state, move)}" if move else why_refused(t.state, text))


@command("rule NUMBER", "a rule (9.3), a chapter (9), or the rules with a word in them")
def tell_rule(t: Sitting, number: str) -> None:
    t.screen.say(rule_text(t.screen, t.game, number))


@command("rules", "the chapters of the rulebook")
def tell_rules(t: Sitting, number: str) -> None:
    t.screen.say(rule_text(t.screen, t.game, number))


@command("undo", "take your last decision back; never past dice that fell")
def take_back(t: Sitting, _: str) -> None:
    steps = t.state.steps
    by_hand = t.dice is None
    if t.state.result is not None and not by_hand:
        raise Refusal("the game is over and the seed of its dice is shown: nothing can be taken back")
    mine = [at for at, step in enumerate(steps) if step.player in t.people or by_hand and step.player == CHANCE]
    if not mine:
        raise Refusal("there is no decision of yours to take back")
    gone = steps[mine[-1] :]
    if not by_hand:
        refuse_past_dice(t, gone)
    for _step in gone:
        t.state.undo()
    t.screen.say(f"Taken back: {list_steps(t.state, gone)}")
    save_quietly(t)


def refuse_past_dice(t: Sitting, gone: Sequence[Step]) -> None:
    """Dice once rolled stay rolled."""
    rolls = [step for step in gone if step.player == CHANCE]
    if not rolls:
        return
    raise Refusal(
        f"dice once rolled stay rolled, and {rolls[0].text} fell after {gone[0].text}. "
        f"Going back to your last decision would undo {list_steps(t.state, gone)}"
    )


def list_steps(state: State, steps: Sequence[Step]) -> str:
    seats = {0: state.game.players[0], 1: state.game.players[1], CHANCE: "dice"}
    return ", ".join(f"{seats[step.player]} {step.text}" if step.player in seats else step.text for step in steps)


@command("level [NAME]", "the computer's level; with a name, another one from now on")
def set_level(t: Sitting, name: str) -> None:
    if not t.bots:
        raise Refusal("no computer plays in this game")
    if name:
        seat = max(t.bots)
        t.bots[seat] = Opponent(t.game, name.lower(), t.rng.getrandbits(32))
        t.screen.say(f"{t.game.players[seat]} is now played by {t.bots[seat].name}.")
        save_quietly(t)
        return
    for seat, bot in t.bots.items():
        t.screen.say(f"{t.game.players[seat]} is played by {bot.name}. level NAME changes that:")
    t.screen.say(level_list())


KINDS = {
    "random": "plays anything",
    "greedy": "plays what looks best at a glance",
    "tree": "searches for one second an answer",
}


def level_list() -> str:
    """The levels from the weakest to the strongest, and the other bots."""
    rows = [(level.name, level.summary) for level in LEVELS]
    rows += [(name, KINDS.get(name, "")) for name in casemate.bots() if all(level.name != name for level in LEVELS)]
    return "\n".join(f"  {name:<10} {summary}" for name, summary in rows)


@command("save FILE", "write the record of the game to a file, now and after every move")
def save(t: Sitting, name: str) -> None:
    file = Path(name).expanduser() if name else t.file
    if file is None:
        raise Refusal("where to? save FILE")
    if file != t.file and file.exists():
        raise Refusal(f"{file} exists already; choose another name")
    write_record(t, file)
    t.file = file
    t.screen.say(f"Saved in {file}.")
    if t.state.result is None:
        t.screen.say(f"Go on later with: casemate play --resume {file}")


@command("board", "show the board again")
def tell_board(t: Sitting, _: str) -> None:
    show(t)


@command("position", "the position as text, and in words")
def tell_position(t: Sitting, _: str) -> None:
    if t.state.now.hidden:
        t.screen.say(t.screen.dim("The position as text is told when both have chosen."))
    else:
        t.screen.say(t.state.position)
    for line in t.game.describe(t.state, t.viewer).splitlines():
        t.screen.say(t.screen.wrap(line))


@command("draw", "offer a draw, at the start of a turn")
def offer_draw(t: Sitting, _: str) -> None:
    must_be_due(t)
    try:
        t.state.copy().agree_draw()
    except IllegalMove as refusal:
        raise Refusal(refusal.reason) from None
    player = t.state.to_move
    assert player is not None
    other = 1 - player
    if other in t.bots:
        with t.screen.thinking(t.seat_name(other)):
            is_agreed = t.bots[other].win(t.state) >= 0.5
    else:
        is_agreed = yes(t, f"{t.game.players[other]}, do you agree to a draw (y/n)?")
    if not is_agreed:
        t.screen.say(f"{t.game.players[other]} plays on.")
        return
    t.state.agree_draw()
    save_quietly(t)


@command("resign", "give the game up")
def resign(t: Sitting, _: str) -> None:
    must_be_going(t)
    player = t.state.to_move if t.state.to_move in t.people else t.people[0]
    assert player is not None
    if t.screen.is_tty and not yes(t, f"{t.game.players[player]} resigns: sure (y/n)?"):
        return
    t.state.resign(player)
    save_quietly(t)


def yes(t: Sitting, question: str) -> bool:
    t.screen.say(question)
    return (t.screen.ask("y/n") or "").casefold() in ("y", "yes")


@command("help", "this list")
def tell_help(t: Sitting, _: str) -> None:
    t.screen.say("Type a move as the rulebook writes it; capitals and spaces do not matter where only one move fits.")
    moves = t.state.moves()
    if moves:
        kinds = {re.sub(r"\w+", "", move): move for move in reversed(moves)}
        t.screen.say(f"For example: {'  '.join(kinds.values())}")
    for each in COMMANDS.values():
        t.screen.say(f"  {each.usage:<18} {each.summary}")
    t.screen.say("A command may be shortened as long as only one begins so; resign may not.")


@command("quit", "leave the table")
def leave(t: Sitting, _: str) -> None:
    """Say goodbye, and how to go on."""
    t.is_left = True
    if t.state.result is not None or not t.state.steps:
        return
    if t.file is None and t.screen.is_tty:
        t.screen.say("Keep the game? Type a file name, or Enter to leave it.")
        name = t.screen.ask("file")
        if name:
            with contextlib.suppress(Refusal):
                save(t, name)
                return
    goodbye(t)


def goodbye(t: Sitting) -> None:
    """How to go on later."""
    if t.state.result is None and t.state.steps:
        if t.file is not None:
            t.screen.say(f"The game is saved; go on with: casemate play --resume {t.file}")
        else:
            t.screen.say("The game is not saved.")


# --- records --------------------------------------------------------------------------------------------------------


def save_quietly(t: Sitting) -> None:
    """After every move, when there is a file to write to; the game goes on without."""
    if t.file is not None:
        try:
            write_record(t, t.file)
        except Refusal as refusal:
            t.screen.refuse(str(refusal))


def write_record(t: Sitting, file: Path) -> None:
    """The record on disk, whole or not at all; until the game is over it holds the secret seed, for its owner only."""
    text = record.write(t.state, names=t.names(), date=t.date, dice=t.dice, keep_secret=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.touch(0o600 if t.state.result is None else 0o644)
        with beside.open("w", encoding="utf-8") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        beside.replace(file)
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


# --- the rulebook ---------------------------------------------------------------------------------------------------


def rule_text(screen: Screen, game: Game, asked: str) -> str:
    """A rule, a chapter, the rules with a word in them; the chapters when nothing is asked for."""
    book = game.rulebook
    if not asked:
        chapters = (f"  {number:>3}  {name}" for number, name in book.chapters.items())
        how = f"Ask for a chapter by its number, a rule as in {next(iter(book.rules))}, or any word."
        return "\n".join([screen.bold(f"{game.title}: the rules"), *chapters, how])
    if asked in book.chapters:
        written = (written_rule(screen, rule.number, rule.text, rule.examples) for rule in book.chapter(asked))
        return "\n\n".join([screen.bold(f"{asked} {book.chapters[asked]}"), *written])
    if re.fullmatch(r"[\d.]+", asked):
        rule = book[asked]
        pictures = (text_picture(screen, game, picture) for picture in rule.pictures)
        return "\n\n".join([written_rule(screen, rule.number, rule.text, rule.examples), *pictures])
    found = [rule for rule in book.rules.values() if asked.casefold() in rule.text.casefold()]
    if not found:
        raise Refusal(f"no rule speaks of {asked}")
    return "\n".join(written_rule(screen, rule.number, rule.text, ()) for rule in found)


def written_rule(screen: Screen, number: str, text: str, examples: Sequence[str]) -> str:
    parts = [f"{number} {text}", *examples]
    return "\n".join(spoken_paragraph(screen, part) for whole in parts for part in whole.split("\n\n"))


def text_picture(screen: Screen, game: Game, picture: Picture) -> str:
    """A picture of the rulebook as a board of text."""
    state = game.read(picture.position, **picture.options)
    return f"{game.text_board(state, picture.viewer, screen.is_plain)}\n{spoken_paragraph(screen, picture.caption)}"


def spoken_paragraph(screen: Screen, text: str) -> str:
    """Markdown as it reads in a terminal."""
    plain = re.sub(r"\*\*?|`", "", text)
    if plain.lstrip().startswith("|"):
        return table_text(plain)
    return screen.wrap(plain, "  ")


def table_text(text: str) -> str:
    """A table with its columns aligned."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines()]
    rows = [row for row in rows if set("".join(row)) - set("-: ")]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = ("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)) for row in rows)
    return "\n".join(f"    {line.rstrip()}" for line in lines)


# --- setting the table ----------------------------------------------------------------------------------------------


def read_options(game: Game, given: Sequence[str]) -> dict[str, object]:
    """`name=value` texts as options."""
    options: dict[str, object] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            names = ", ".join(option.name for option in game.options)
            raise BadOption(f"an option is written name=value, not {text!r:.60}; {game.title} has {names}")
        options[name.strip()] = value.strip()
    return options


def read_seat(game: Game, text: str) -> int:
    """A seat by its number, its name, or either."""
    wanted = text.strip().casefold()
    for seat, name in enumerate(game.players):
        if wanted in (str(seat + 1), name.casefold()):
            return seat
    if wanted == "either":
        return secrets.randbelow(2)
    raise BadOption(f"there is no seat {text!r:.40}; there is 1 ({game.players[0]}), 2 ({game.players[1]}) and either")
