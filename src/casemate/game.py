"""A game is a folder's table of contents; a state is a position in it, and who must answer."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from casemate import loops, plain
from casemate.army import Builder
from casemate.errors import BadNotation, BadOption, IllegalMove, UnknownName
from casemate.plain import Record
from casemate.rulebook import Rulebook
from casemate.rules import Question, Rules, Workshop
from casemate.svg import picture
from casemate.table import CHANCE, DRAW, ROLL_OVER, SECRET
from casemate.words import Event, Why, Words, tell

OVER = "the game is over"
LONGEST_OPTION = 4000
Odds = dict[str, Fraction]
Frame = tuple[float, float, float, float]  # x, y, width and height
RESIGNS, OUT_OF_TIME = "resigns", "runs out of time"
FOLDERS = importlib.import_module("casemate.games")  # before the package's own `games` takes the name


@dataclass(frozen=True)
class Option:
    """One way to play that is settled before the game: `values` are words, or whole numbers."""

    name: str
    default: str | int
    values: tuple[str, ...] | tuple[int, ...] | range
    rule: str
    meaning: str
    form: str = ""  # what is allowed, where that is too long to list

    def allowed(self) -> str:
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        if self.form:
            return self.form
        return " or ".join(str(value) for value in self.values)

    def read(self, value: object) -> int:
        """The number the rules know a value by: itself, or its place among the words."""
        text = str(value).strip() if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
        for place, allowed in enumerate(self.values):
            if text == str(allowed):
                return allowed if isinstance(allowed, int) else place
        raise BadOption(f"option {self.name} is {self.allowed()} (not {value!r:.60})")

    def tidy(self, value: object) -> str | int:
        """The value in its one proper form."""
        number = self.read(value)
        return number if isinstance(self.values[0], int) else self.values[number]


@dataclass(frozen=True)
class TextOption:
    """An option whose values are too many to list: `values` are a few of them, `form` says what is allowed.

    `read` gives a value's one proper form and the numbers the rules know it by; it raises ValueError with the reason.
    """

    name: str
    default: str
    values: tuple[str, ...]
    rule: str
    meaning: str
    form: str
    parse: Callable[[str], tuple[str, Any]]

    def allowed(self) -> str:
        return self.form

    def read(self, value: object) -> Any:
        return self.parsed(value)[1]

    def tidy(self, value: object) -> str:
        return self.parsed(value)[0]

    def parsed(self, value: object) -> tuple[str, Any]:
        text = value.strip() if isinstance(value, str) else ""
        if not text or len(text) > LONGEST_OPTION:
            raise BadOption(f"option {self.name} is {self.form} (not {value!r:.60})")
        try:
            return self.parse(text)
        except ValueError as refusal:
            raise BadOption(f"option {self.name} is {self.form} (not {value!r:.60}: {refusal})") from None


class AnyOrder(tuple[str, ...]):
    """Spots that may be touched in any order."""

    __slots__ = ()


def first_spots(spots: tuple[str, ...]) -> tuple[str, ...]:
    """Those one may touch first."""
    return spots if isinstance(spots, AnyOrder) else spots[:1]


@dataclass(frozen=True)
class Whole:
    """Answers too many to list, each a chain of small ones to the rules and one text to people.

    `menu` gives some of them where such an answer is due, None where an ordinary one is; `read` any that is legal.
    """

    menu: Callable[["State"], Mapping[str, tuple[int, ...]] | None]
    read: Callable[["State", str], tuple[int, ...] | None]


@dataclass(frozen=True)
class Search:
    """How a tree search plays the game: random turns beyond the tree, and how it weighs answers (tree.py)."""

    horizon: int = 2  # 0 where the game's `worth` says more than random turns would
    curiosity: float = 0.3  # less where good answers differ by little
    urgency: float = 0.3
    rest: Callable[[Any], int] | None = None  # of a stage of the game, say a round: at most how many answers are left
    exactly: int = 0  # when so many are left at most, bots look at all of them (endgame.py)


@dataclass(frozen=True)
class Playouts:
    """What came of a batch of random games."""

    games: int
    decisions: int
    shares: tuple[float, float]
    draws: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Game:
    """Everything about one game, by its parts; each part is a plain function of the game's folder."""

    name: str
    title: str
    designer: str
    players: tuple[str, str]
    folder: Path
    state: np.dtype[Any]  # the position, `options` among its fields: one whole number for each option
    set_up: Callable[[Any], None]
    turn: Callable[[Any, Any], None]
    outcome: Callable[[Any], float]  # the first player's share, -1.0 while the game goes on
    worth: Callable[[Any], float]  # the first player's chances at a glance, for bots
    ending: Callable[[Any], tuple[int, ...]]  # how a finished game ended, as a note (words.py)
    options: tuple[Option | TextOption, ...]
    words: Words
    write_answer: Callable[["State", int], str]
    write_position: Callable[["State"], str]
    read_position: Callable[[str, Any], Sequence[str]]  # fills in a position; the answers since; raises BadNotation
    why_not: Callable[[Any, str], tuple[int, ...] | None]  # why not, as a note; None if it is legal; raises BadNotation
    write_turn: Callable[[Sequence["Step"]], str]
    read_turn: Callable[[str], list[str]]
    frame: Callable[["State"], Frame]  # what of the plane the picture shows
    style: str  # CSS
    backdrop: Callable[[Mapping[str, str | int], int | None], str]  # SVG: what stands still, whatever is played
    layer: Callable[["State", int | None], dict[str, str]]  # SVG: what moves, part by part; pieces carry `data-at`
    marks: Callable[["State", int | None], dict[str, str]]  # SVG: a mark for each spot that occurs in an answer
    spots: Callable[[str], tuple[str, ...]]  # what one touches to say an answer
    say: Callable[["State", Sequence[str]], list[str]]  # the answers, legal or not, that touching spots could mean
    describe: Callable[["State", int | None], str]  # the position in words; the first line: who must do what
    text_board: Callable[["State", int | None, bool], str]
    is_turn_start: Callable[[Any], bool] = bool  # of a position read from text: whether a draw may be agreed on
    labels: Callable[["State", int | None], dict[str, str]] = lambda state, viewer: {}  # what each spot holds
    write_chance: Callable[["State", int], str] | None = None  # what dice or cards answer, if not a bare number
    name_answer: Callable[[str], str] = lambda answer: ""  # its words on a button, where its text says little
    whole: Whole | None = None  # answers too many to list
    builder: Builder | None = None  # forces to be chosen before the game
    foresee: Callable[["State", str], Odds | None] | None = None  # odds that reach beyond the next roll
    prospects: Callable[["State", str], dict[str, Odds]] | None = None  # more odds to weigh, by their titles
    promise: Callable[["State", str], float | None] | None = None  # at a glance: what a move is worth, far dice weighed
    summary: str = ""  # the game in one line
    search: Search = Search()  # how bots look ahead
    is_open: bool = True  # nothing is ever hidden: who only watches sees what the first player sees
    resign_rule: str = ""
    agree_rule: str = ""  # none: draws are not agreed on

    @cached_property
    def plain(self) -> Rules:
        """The rules on Python's own objects: ready at once."""
        return Rules(self, is_compiled=False)

    @cached_property
    def workshop(self) -> Workshop:
        return Workshop(self)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules by their numbers."""
        return Rulebook.read((self.folder / "rulebook.md").read_text(encoding="utf-8"))

    def compile(self, wait: bool = True) -> bool:
        """Compile the rules, in the background unless `wait`; whether they are ready."""
        if wait:
            return self.workshop.wait() is not None
        self.workshop.begin()
        return self.workshop.rules is not None

    @property
    def rules(self) -> Rules:
        """The fastest rules that are ready now."""
        return self.workshop.rules or self.plain

    def settle(self, options: Mapping[str, object]) -> dict[str, str | int]:
        """All options with their values; refuses those that do not exist or are not allowed."""
        names = [option.name for option in self.options]
        for name in options:
            if name not in names:
                raise BadOption(f"{self.title} has no option {name!r:.60}; it has {', '.join(names)}")
        return {option.name: option.tidy(options.get(option.name, option.default)) for option in self.options}

    def blank(self, options: Mapping[str, object]) -> Record:
        """An empty position with these options."""
        s: Any = plain.blank(self.state)
        for option in self.options:
            value = option.read(options[option.name])
            setattr(s.options, option.name, plain.grid(list(value)) if isinstance(value, tuple) else value)
        return s

    def start(self, /, **options: object) -> "State":
        """A new game."""
        settled = self.settle(options)
        s = self.blank(settled)
        self.set_up(s)
        return State(self, settled, s)

    def read(self, position: str, /, **options: object) -> "State":
        """The state a written position stands for: the inverse of State.position."""
        if not isinstance(position, str):
            raise BadNotation(f"a position is a text, not {type(position).__name__}")
        settled = self.settle(options)
        s = self.blank(settled)
        answers = self.read_position(position, s)
        state = State(self, settled, s)
        for answer in answers:
            try:
                state.play(answer)
            except (IllegalMove, BadNotation) as refusal:
                raise BadNotation(f"{answer!r:.60} cannot have been answered in this position: {refusal}") from None
        if answers and state.position != position:
            raise BadNotation(f"after these answers the position is written {state.position!r:.200}")
        return state

    def playouts(self, games: int, seed: int = 0, threads: int = 1, state: "State | None" = None) -> Playouts:
        """Random games by the compiled rules. The same seed gives the same games whatever the number of threads."""
        self.compile()
        rules = self.rules
        first = (state or self.start()).moments[-1].states
        if state is not None and state.moments[-1].answers:
            raise ValueError("playouts begin at the start of a turn")
        began = perf_counter()
        batches = [(at, min(games, at + 1000) - at) for at in range(0, games, 1000)]

        def play(batch: tuple[int, int]) -> list[float]:
            totals = np.zeros(3) if rules.is_compiled else [0.0, 0.0, 0.0]
            rules.bind(loops.playouts, "dice")(rules.copied(first, 2), rules.sheets(), *batch, seed, totals)
            return list(totals)

        with ThreadPoolExecutor(max(1, threads)) as pool:
            decisions, won, draws = (
                (sum(each) for each in zip(*pool.map(play, batches), strict=True)) if games else (0, 0, 0)
            )
        shares = (float(won / games), float(1 - won / games)) if games else (0.5, 0.5)
        return Playouts(games, int(decisions), shares, int(draws), perf_counter() - began)


@dataclass(frozen=True, slots=True)
class Step:
    """One answer of a game: who gave it (CHANCE for dice), its text, what came of it, and in which turn."""

    player: int
    text: str
    events: tuple[Event, ...]
    turn: int


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Where a game stands after an answer: the position at the start of the turn and now, and what is asked."""

    states: Any
    answers: tuple[int, ...]
    question: Question | None
    step: Step | None
    turn: int
    hidden: int  # how many of the last answers are secret choices not yet revealed
    codes: tuple[int, ...] = ()  # the answer as the rules know it
    result: tuple[float, float] | None = None
    texts: dict[str, tuple[int, ...]] = field(default_factory=dict)


class State:
    """A position of a game, and who must answer. Moves are the rulebook's texts."""

    def __init__(self, game: Game, options: dict[str, str | int], start: Record) -> None:
        self.game = game
        self.options = options
        self.moments: list[Moment] = []
        rules = game.rules
        states, answers, question, _ = rules.ask(rules.states(start, start), ())
        turn = 1
        self.moments.append(Moment(states, answers, question, None, turn, 0, result=self.settled(states, question)))
        self.begun_from = self.position

    def settled(self, states: Any, question: Question | None) -> tuple[float, float] | None:
        if question is not None:
            return None
        share = self.game.outcome(
            plain.read(self.game.state, states[1]) if isinstance(states, np.ndarray) else states[1]
        )
        return (share, 1.0 - share)

    # --- looking --------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    @property
    def here(self) -> Any:
        """The position as a plain record, for reading only."""
        states = self.now.states
        return plain.read(self.game.state, states[1]) if isinstance(states, np.ndarray) else states[1]

    def glance(self, *names: str) -> list[Any]:
        """Some fields of the position, in Python's own numbers and lists: quicker than all of `here`."""
        record = self.now.states[1]
        if isinstance(record, np.void):
            return [record[name].tolist() for name in names]
        return [getattr(record, name) for name in names]

    @property
    def to_move(self) -> int | None:
        """Who must answer: 0, 1, CHANCE, or None when the game is over."""
        now = self.now
        return None if now.question is None or now.result is not None else now.question.asks

    @property
    def result(self) -> tuple[float, float] | None:
        """The players' shares, None while the game goes on."""
        return self.now.result

    @property
    def steps(self) -> list[Step]:
        """All answers so far."""
        return [moment.step for moment in self.moments if moment.step is not None]

    @property
    def turn_number(self) -> int:
        return self.now.turn

    @property
    def position(self) -> str:
        """The position as text."""
        return self.game.write_position(self)

    @property
    def ending(self) -> Event | None:
        """How the game ended: the last word of its log."""
        if self.result is None:
            return None
        step = self.now.step
        if step is not None and step.player == NOBODY:
            return step.events[-1]
        return tell(self.game.ending(self.here), self.game.words)

    def menu(self) -> dict[str, tuple[int, ...]]:
        """Every legal answer by its text; some of them where they are too many to list."""
        now = self.now
        if now.result is None and not now.texts and now.question is not None:
            question, game = now.question, self.game
            whole = game.whole.menu(self) if game.whole is not None and question.asks != CHANCE else None
            if whole is not None:
                now.texts.update(whole)
            elif question.asks == CHANCE:
                now.texts.update((self.write_chance(question, code), (code,)) for code in question.codes)
            else:
                now.texts.update((game.write_answer(self, code), (code,)) for code in question.codes)
        return now.texts

    def read_answer(self, move: str) -> tuple[int, ...] | None:
        """A legal answer as the rules know it, None if it is not legal."""
        codes = self.menu().get(move)
        if codes is None and self.game.whole is not None and self.to_move in (0, 1):
            codes = self.game.whole.read(self, move)
        return codes

    def write_chance(self, question: Question, code: int) -> str:
        """What dice or cards answer, as the rulebook writes it."""
        if self.game.write_chance is not None:
            return self.game.write_chance(self, code)
        return f"{code}/{question.dice}" if question.form == ROLL_OVER else str(code)

    def moves(self) -> list[str]:
        """Every legal answer, in the rulebook's notation; at CHANCE, everything that can be rolled or drawn."""
        return list(self.menu())

    def chances(self) -> Odds:
        """At CHANCE: the exact chance of each answer. Empty when nothing is left to chance."""
        question = self.now.question
        if self.to_move != CHANCE or question is None:
            return {}
        return dict(zip(self.menu(), odds(question), strict=True))

    def odds(self, move: str) -> Odds:
        """What `chances()` will be after a move, before making it. Empty when the move leaves nothing to chance.

        A rulebook may look further: to the outcome of a whole fight, all choices in it made as well as can be.
        """
        ahead = self.copy()
        ahead.play(move)
        foreseen = self.game.foresee(self, move) if self.game.foresee is not None and self.to_move != CHANCE else None
        return ahead.chances() if foreseen is None else foreseen

    def prospects(self, move: str) -> dict[str, Odds]:
        """What else may come of a move, by titles: what people want to weigh before they commit."""
        if self.read_answer(move) is None or self.game.prospects is None or self.to_move == CHANCE:
            return {}
        return {title: table for title, table in self.game.prospects(self, move).items() if table}

    def why(self, move: str) -> Why | None:
        """Why a move is not legal; None if it is. Refuses with BadNotation what is no move at all."""
        if not isinstance(move, str):
            raise BadNotation(f"a move is a text, not {type(move).__name__}")
        if self.read_answer(move) is not None:
            return None
        if self.result is not None and self.ending is not None:
            return Why(f"{OVER}: {self.ending.text}", self.ending.rules)
        if self.to_move == CHANCE:
            return Why(f"chance answers now: {', '.join(self.menu())}", self.rules_of_chance())
        note = self.game.why_not(self.here, move)
        if note is None:
            raise BadNotation(f"{move!r:.60} is not how a move is written")
        event = tell(note, self.game.words)
        return Why(event.text, event.rules)

    def rules_of_chance(self) -> tuple[str, ...]:
        """The rules by which dice or cards answer now: those that what they say will be told by."""
        ahead = self.copy()
        while ahead.to_move == CHANCE:
            for event in ahead.play(ahead.moves()[0]):
                return event.rules
        return ()

    # --- answering ------------------------------------------------------------------------------------------------

    def play(self, move: str) -> list[Event]:
        """Give an answer; returns what came of it. Refuses what is not legal, changing nothing."""
        codes = self.read_answer(move) if isinstance(move, str) else None
        if codes is None:
            self.refuse(move)
        now = self.now
        question = now.question
        assert question is not None and codes is not None
        game = self.game
        states, answers, asked, notes = game.rules.ask(now.states, (*now.answers, *codes))
        events = tuple(tell(note, game.words) for note in notes)
        step = Step(question.asks, move, events, now.turn)
        turn = now.turn if answers else now.turn + 1
        hidden = now.hidden + 1 if question.form == SECRET and asked is not None and asked.form == SECRET else 0
        self.moments.append(
            Moment(states, answers, asked, step, turn, hidden, codes, result=self.settled(states, asked))
        )
        now.texts.clear()
        return list(events)

    def refuse(self, move: str) -> None:
        why = self.why(move)
        assert why is not None
        raise IllegalMove(f"{move:.60}", str(why), why.rules)

    def undo(self) -> None:
        """Take back the last answer."""
        if len(self.moments) == 1:
            raise IllegalMove("undo", "there is nothing to take back")
        self.moments.pop()

    def copy(self) -> "State":
        """The same game, to be played on apart."""
        twin = object.__new__(type(self))
        twin.game, twin.options, twin.begun_from = self.game, self.options, self.begun_from
        twin.moments = list(self.moments)
        return twin

    def resign(self, player: int) -> None:
        """The player gives up."""
        if player not in (0, 1):
            raise ValueError("player 0 or player 1 resigns")
        text = f"{self.game.players[player]} {RESIGNS}"
        self.end(text, self.game.resign_rule, (1.0, 0.0) if player else (0.0, 1.0))

    def run_out(self, player: int) -> None:
        """The player's time is over."""
        if player not in (0, 1):
            raise ValueError("the time of player 0 or player 1 runs out")
        self.end(f"{self.game.players[player]} {OUT_OF_TIME}", "", (1.0, 0.0) if player else (0.0, 1.0))

    def agree_draw(self) -> None:
        """Both players agree on a draw, at the start of a turn, if the rulebook knows that."""
        if not self.game.agree_rule:
            raise IllegalMove("draw agreed", f"{self.game.title} knows no agreed draw")
        if self.to_move is not None and (self.now.answers or not self.game.is_turn_start(self.here)):
            raise IllegalMove(
                "draw agreed",
                f"a draw is agreed on at the start of a turn ({self.game.agree_rule})",
                (self.game.agree_rule,),
            )
        self.end("draw agreed", self.game.agree_rule, (0.5, 0.5))

    def end(self, text: str, rule: str, result: tuple[float, float]) -> None:
        if self.result is not None:
            raise IllegalMove(text, OVER)
        event = Event(text[:1].upper() + text[1:], (rule,), 0, (0, 0, 0))
        step = Step(NOBODY, text, (event,), self.now.turn)
        self.moments.append(replace(self.now, step=step, result=result, texts={}))

    # --- showing --------------------------------------------------------------------------------------------------

    def svg(self, viewer: int | None = None) -> str:
        """The board as a picture, as that player may see it."""
        game = self.game
        marks = game.marks(self, viewer) if self.to_move in (0, 1) else {}
        answers = self.moves() if marks else []
        first = dict.fromkeys(spot for answer in answers for spot in first_spots(game.spots(answer)))
        layer = "".join([*(marks[spot] for spot in first), *game.layer(self, viewer).values()])
        backdrop, words = game.backdrop(self.options, viewer), game.describe(self, viewer)
        return picture(game.frame(self), backdrop, layer, game.title, words, game.style)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.game.title}: {self.position}>"


NOBODY = -2  # who takes a step that is no answer: a resignation, an agreed draw


def odds(question: Question) -> list[Fraction]:
    """The exact chance of each option of a chance question."""
    if question.form == ROLL_OVER:
        n, hit = question.dice, max(0, min(6, 6 - question.need))
        return [Fraction(comb(n, k) * hit**k * (6 - hit) ** (n - k), 6**n) for k in question.codes]
    if question.form == DRAW:
        return [Fraction(weight, sum(question.weights)) for weight in question.weights]
    return [Fraction(1, len(question.codes))] * len(question.codes)


# --- finding games --------------------------------------------------------------------------------------------------


def games() -> list[str]:
    """The names of the games there are: the folders of casemate.games."""
    return sorted(found.name for found in pkgutil.iter_modules(FOLDERS.__path__) if found.ispkg)


def load(name: str) -> Game:
    """The game of that name."""
    if name not in games():
        raise UnknownName(f"there is no game {name!r:.60}; there is {', '.join(games())}")
    game: Game = importlib.import_module(f"casemate.games.{name}").GAME
    return game
