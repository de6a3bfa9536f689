r"""A game written down as readable text: write, read, replay, verify.

    Casemate record 1
    Game: ...                                      by its name
    White: Anna                                    who sat where, under the game's own names of its players
    Date: ...                                      as the caller gave it
    Option setup: two_row                          every option
    Start: ...                                     the position, if it is not the game's own start
    Dice: sha256 ...                               the commitment to the seed (dice.py); or `by hand`
    Word White: ...                                what a player added to the dice

    1. ...                                         a turn, as the game writes it
    White resigns                                  or `White runs out of time`, `draw agreed`

    Result: 1-0 (4.1: ...)                         with the rules that ended the game; or `*` while it goes on
    Seed: ...                                      shown after the game, `secret` before

A save file may say `Secret seed: ...` instead, so that its owner can roll on. Values are escaped like \u000a. Blank
lines and blanks between answers are free; everything else is checked, but for the words beside a result's rules.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, TypeVar

from casemate.dice import SEED, Dice, spoken
from casemate.errors import BadRecord, CasemateError, UnknownName
from casemate.game import NOBODY, OUT_OF_TIME, RESIGNS, Game, State, Step, load
from casemate.table import CHANCE

FIRST = "Casemate record 1"
SIZE, LINES = 1_000_000, 50_000  # bytes and lines in a record
BY_HAND, SECRET = "by hand", "secret"
DRAW_AGREED = "draw agreed"
NAMED = re.compile(r"([^:]+):[ \t]+(.+)")
TURN = re.compile(r"([0-9]{1,9})\.\s+(.+)")


@dataclass(frozen=True)
class Record:
    """What a record says, and the game it leads to."""

    state: State
    names: tuple[str, ...]  # one for each seat, "" where the record has none
    date: str
    commitment: str  # "" when the dice were rolled by hand
    words: tuple[str, ...]
    seed: bytes | None
    is_secret: bool  # whether the seed is there for the owner of the file alone
    lines: Mapping[int, int]  # the line of each turn

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def options(self) -> dict[str, str | int]:
        return self.state.options

    @property
    def start(self) -> str:
        """The position the game began from."""
        return self.state.begun_from

    @property
    def dice(self) -> Dice | None:
        """The dice to go on with, if the record has their seed."""
        return Dice(self.seed, self.words) if self.seed else None

    @property
    def text(self) -> str:
        """The record in its one proper form."""
        return compose(self)

    def at(self, turn: int) -> State:
        """The game as it stood at the start of a turn; as it stands now if it has not come so far."""
        before = sum(step.turn < turn for step in self.state.steps)
        return shortened(self.state, before)


class Line(NamedTuple):
    number: int
    text: str


# --- writing ------------------------------------------------------------------------------------------------------


def write(
    state: State,
    *,
    names: Mapping[str, str] | Sequence[str] = (),
    date: str = "",
    dice: Dice | None = None,
    reveal: bool | None = None,
    keep_secret: bool = False,
) -> str:
    """The record of a game; the seed is shown (`reveal`) once the game is over.

    `keep_secret` writes a seed that is not shown all the same, for a file only its owner can read.
    """
    shown = state.result is not None if reveal is None else reveal
    words = dice.words if dice else ()
    if len(words) > len(state.game.players):
        raise ValueError(f"{len(words)} words for {len(state.game.players)} players")
    record = Record(
        state=state,
        names=seated(state.game, names),
        date=date,
        commitment=dice.commitment if dice else "",
        words=words,
        seed=dice.seed if dice and (shown or keep_secret) else None,
        is_secret=not shown,
        lines={},
    )
    text = compose(record)
    if len(text.encode()) > SIZE:
        raise ValueError(f"a record has at most {SIZE} bytes: shorter names and words, please")
    return text


def seated(game: Game, names: Mapping[str, str] | Sequence[str]) -> tuple[str, ...]:
    """The names by seats."""
    if isinstance(names, str) or len(names) > len(game.players):
        raise ValueError(f"{game.title} has the players {' and '.join(game.players)}; one name each")
    if not isinstance(names, Mapping):
        return (*names, *[""] * (len(game.players) - len(names)))
    for player in names:
        if player not in game.players:
            raise UnknownName(f"{game.title} has no player {player!r:.60}; it has {' and '.join(game.players)}")
    return tuple(names.get(player, "") for player in game.players)


def compose(record: Record) -> str:
    sections = (write_headers(record), write_turns(record.state), write_end(record))
    return "\n".join("".join(f"{line}\n" for line in section) for section in map(list, sections) if section)


def write_headers(record: Record) -> Iterator[str]:
    state, game = record.state, record.game
    yield FIRST
    yield f"Game: {game.name}"
    for player, name in zip(game.players, record.names, strict=True):
        if name:
            yield f"{player}: {escape(name)}"
    if record.date:
        yield f"Date: {escape(record.date)}"
    for option, value in state.options.items():
        yield f"Option {option}: {value}"
    if state.begun_from != game.start(**state.options).position:
        yield f"Start: {escape(state.begun_from)}"
    yield f"Dice: {f'sha256 {record.commitment}' if record.commitment else BY_HAND}"
    for player, word in zip(game.players, record.words, strict=False):
        if word:
            yield f"Word {player}: {escape(word)}"


def write_turns(state: State) -> Iterator[str]:
    for turn, steps in groupby(state.steps, key=lambda step: step.turn):
        told = list(steps)
        answers = [step for step in told if step.player != NOBODY]
        if answers:
            yield f"{turn}. {state.game.write_turn(answers)}"
        yield from (step.text for step in told if step.player == NOBODY)


def write_end(record: Record) -> Iterator[str]:
    yield f"Result: {write_result(record.state)}"
    if record.commitment:
        seed = record.seed.hex() if record.seed else SECRET
        yield f"Secret seed: {seed}" if record.seed and record.is_secret else f"Seed: {seed}"


def write_result(state: State) -> str:
    """`1-0 (4.1: why)`: the players' shares, and what ended the game by which rules."""
    ending = state.ending
    if state.result is None or ending is None:
        return "*"
    shares = "-".join(str(Fraction(share).limit_denominator(1000)) for share in state.result)
    rules = ", ".join(filter(None, ending.rules))
    return f"{shares} ({f'{rules}: ' if rules else ''}{ending.text})"


def escape(text: str) -> str:
    r"""The text on one line: backslashes doubled, what cannot be seen as \u and four digits or \U and eight."""
    edges = (0, len(text) - 1)
    return "".join(escaped(char, is_edge=at in edges) for at, char in enumerate(text))


def escaped(char: str, is_edge: bool) -> str:
    if char == "\\":
        return "\\\\"
    is_unseen = unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
    if not is_unseen or char == " " and not is_edge:
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def unescape(text: str) -> str:
    codes = r"\\(?:(\\)|u([0-9a-f]{4})|U(000[0-9a-f]{5}|0010[0-9a-f]{4}))"
    return re.sub(codes, lambda found: found[1] or chr(int(found[2] or found[3], 16)), text)


# --- reading ------------------------------------------------------------------------------------------------------


def read(text: str | bytes) -> Record:
    """The game a record tells, every line of it checked; raises BadRecord with the line at fault."""
    lines = lines_of(text)
    turns_at, result_at = sections(lines)
    headers = read_headers(lines[1:turns_at])
    game = read_game(lines[0], headers)
    refuse_unknown(game, headers)
    state = read_start(game, read_options(game, headers), headers)
    commitment = read_dice(lines[0], headers)
    words = tuple(value_of(headers, f"Word {player}") for player in game.players)
    turns = read_turns(state, lines[turns_at:result_at])
    read_result(state, lines[result_at])
    seed, is_secret = read_seed(commitment, lines[result_at], lines[result_at + 1 :])
    return Record(
        state=state,
        names=tuple(value_of(headers, player) for player in game.players),
        date=value_of(headers, "Date"),
        commitment=commitment,
        words=spoken(words),
        seed=seed,
        is_secret=is_secret,
        lines=turns,
    )


def lines_of(text: str | bytes) -> list[Line]:
    """The lines that are not blank."""
    if len(text) > SIZE:
        raise BadRecord(1, f"a record has at most {SIZE} bytes, not {len(text)}")
    rows = (decoded(text) if isinstance(text, bytes) else text).removeprefix("\ufeff").split("\n")
    if len(rows) > LINES:
        raise BadRecord(LINES, f"a record has at most {LINES} lines, not {len(rows)}")
    for number, row in enumerate(rows, 1):
        if found := re.search(r"[^\t -~\xa0-\ud7ff\ue000-\U0010ffff]", row.removesuffix("\r")):
            raise BadRecord(number, f"the character {found[0]!a} cannot stand in a record")
    return [Line(number, row.strip()) for number, row in enumerate(rows, 1) if row.strip()]


def decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise BadRecord(text.count(b"\n", 0, error.start) + 1, "this is not text in UTF-8") from None


def sections(lines: list[Line]) -> tuple[int, int]:
    """Where the turns begin, and where the result stands."""
    if not lines or lines[0].text != FIRST:
        found = f", not {lines[0].text!r:.60}" if lines else ""
        raise BadRecord(lines[0].number if lines else 1, f"a record begins with {FIRST!r}{found}")
    for at, line in enumerate(lines):
        if line.text.startswith("Result:"):
            return next(i for i in range(1, at + 1) if i == at or begins_turns(lines[i].text)), at
    raise BadRecord(lines[-1].number, "the record ends without its Result line: something is missing")


def begins_turns(text: str) -> bool:
    ends = (f" {RESIGNS}", f" {OUT_OF_TIME}", DRAW_AGREED)
    return bool(TURN.fullmatch(text)) or ":" not in text and text.endswith(ends)


Headers = dict[str, Line]
Answer = TypeVar("Answer")


def read_headers(lines: Sequence[Line]) -> Headers:
    """Each header's value, with its line."""
    headers: Headers = {}
    for line in lines:
        name, written = split_name(line)
        if name in headers:
            raise BadRecord(line.number, f"{name!r:.60} was said in line {headers[name].number} already")
        value = unescape(written)
        if escape(value) != written:
            raise BadRecord(line.number, f"{written!a:.60} is written {escape(value)!a:.60}")
        headers[name] = Line(line.number, value)
    return headers


def split_name(line: Line) -> tuple[str, str]:
    found = NAMED.fullmatch(line.text)
    if not found:
        raise BadRecord(line.number, f"neither `Name: value` nor a turn `1. ...`: {line.text!r:.60}")
    return found[1], found[2]


def value_of(headers: Headers, name: str) -> str:
    return headers[name].text if name in headers else ""


def read_game(first: Line, headers: Headers) -> Game:
    if "Game" not in headers:
        raise BadRecord(first.number, "no Game header follows")
    try:
        return load(headers["Game"].text)
    except UnknownName as refusal:
        raise BadRecord(headers["Game"].number, str(refusal)) from None


def refuse_unknown(game: Game, headers: Headers) -> None:
    words = [f"Word {player}" for player in game.players]
    known = ["Game", *game.players, "Date", "Start", "Dice", *words]
    for name, line in headers.items():
        if name not in known and not name.startswith("Option "):
            listed = ", ".join([*known, "Option ..."])
            raise BadRecord(line.number, f"{name!r:.60} is no header; a record of {game.title} has {listed}")


def read_options(game: Game, headers: Headers) -> dict[str, str]:
    options = {}
    for name, line in headers.items():
        if name.startswith("Option "):
            option = name.removeprefix("Option ")
            refuse(line, game.settle, {option: line.text})
            options[option] = line.text
    return options


def read_start(game: Game, options: dict[str, str], headers: Headers) -> State:
    own = game.start(**options)
    if "Start" not in headers:
        return own
    line = headers["Start"]
    state = refuse(line, lambda: game.read(line.text, **options))
    if state.begun_from != line.text:
        raise BadRecord(line.number, f"the position to start from is written {state.begun_from!r}")
    if state.begun_from == own.begun_from:
        raise BadRecord(line.number, "this is the game's own start, which needs no header")
    return state


def read_dice(first: Line, headers: Headers) -> str:
    """The commitment; "" for dice rolled by hand."""
    if "Dice" not in headers:
        raise BadRecord(first.number, f"no Dice header follows: `Dice: sha256 ...` or `Dice: {BY_HAND}`")
    line = headers["Dice"]
    found = re.fullmatch(rf"{BY_HAND}|sha256 ([0-9a-f]{{64}})", line.text)
    if not found:
        raise BadRecord(line.number, f"dice are `{BY_HAND}` or `sha256` and 64 digits 0-9, a-f, not {line.text!r:.80}")
    spoken_word = next((line for name, line in headers.items() if name.startswith("Word ")), None)
    if spoken_word and not found[1]:
        raise BadRecord(spoken_word.number, f"words are for dice rolled from a seed; these were rolled {BY_HAND}")
    return found[1] or ""


def read_turns(state: State, lines: Sequence[Line]) -> dict[int, int]:
    """Play the turns; returns the line of each."""
    turns: dict[int, int] = {}
    players = state.game.players
    ends = {f"{player} {RESIGNS}": (state.resign, seat) for seat, player in enumerate(players)}
    ends |= {f"{player} {OUT_OF_TIME}": (state.run_out, seat) for seat, player in enumerate(players)}
    for line in lines:
        if state.result is not None:
            raise BadRecord(line.number, f"the game was over before this: {write_result(state)}")
        text = tidy(line.text)
        if text in ends:
            refuse(line, *ends[text])
        elif text == DRAW_AGREED:
            refuse(line, state.agree_draw)
        else:
            read_turn(state, line, turns)
    return turns


def read_turn(state: State, line: Line, turns: dict[int, int]) -> None:
    found = TURN.fullmatch(line.text)
    due = state.turn_number
    if not found:
        raise BadRecord(line.number, f"this is no turn such as `{due}. ...`: {line.text!r:.60}")
    if due in turns:
        raise BadRecord(turns[due], f"turn {due} is not over: {who(state)} must answer")
    if found[1] != str(due):
        raise BadRecord(line.number, f"this is turn {due}, not {found[1]}")
    turns[due] = line.number
    play_turn(state, line, found[2])


def play_turn(state: State, line: Line, text: str) -> None:
    """Play the answers written in a turn; whatever the game itself adds must be written there too.

    A game may write what is no answer (a result no dice decided), but more answers may only add to what is written.
    """
    game, first, due = state.game, len(state.moments), state.turn_number
    answers = refuse(line, game.read_turn, text)
    written, said = "", 0
    while said < len(answers) and state.turn_number == due and state.result is None:
        refuse(line, state.play, answers[said])
        written = game.write_turn([moment.step for moment in state.moments[first:] if moment.step])
        now = game.read_turn(written)
        if answers[: len(now)] != now:
            break
        said = len(now)
    if tidy(written) != tidy(text):
        raise BadRecord(line.number, f"the turn played is written {written!r}, not {text!r:.200}")


def tidy(text: str) -> str:
    return " ".join(text.split())


def who(state: State) -> str:
    asked = state.to_move
    return "chance" if asked is None or asked == CHANCE else state.game.players[asked]


def read_result(state: State, line: Line) -> None:
    """The shares and the rules must be those the moves lead to; how a rule is worded may have changed since."""
    right, (_, written) = write_result(state), split_name(line)
    facts, colon, _ = right.partition(": ")
    is_right = written == right or colon and re.fullmatch(rf"{re.escape(facts)}: .*\S\)", written)
    if not is_right:
        raise BadRecord(line.number, f"the result of these moves is {right!r}, not {written!r:.200}")


def read_seed(commitment: str, result: Line, rest: Sequence[Line]) -> tuple[bytes | None, bool]:
    """The seed, if the record has it, and whether it is still secret."""
    if commitment and not rest:
        raise BadRecord(result.number, f"the record ends without its Seed line (`Seed: {SECRET}` before it is shown)")
    if len(rest) > bool(commitment):
        raise BadRecord(rest[bool(commitment)].number, "the record ended before this")
    if not commitment:
        return None, True
    name, value = split_name(rest[0])
    if (name, value) == ("Seed", SECRET):
        return None, True
    if name not in ("Seed", "Secret seed") or not re.fullmatch(rf"[0-9a-f]{{{2 * SEED}}}", value):
        raise BadRecord(rest[0].number, f"here stands `Seed: ` with {2 * SEED} digits 0-9, a-f, not {value!r:.80}")
    seed = bytes.fromhex(value)
    if Dice(seed).commitment != commitment:
        raise BadRecord(rest[0].number, "this is not the seed that was committed to")
    return seed, name != "Seed"


def refuse(line: Line, ask: Callable[..., Answer], *about: object) -> Answer:
    """What comes of asking; whatever the game refuses is refused at this line."""
    try:
        return ask(*about)
    except CasemateError as refusal:
        raise BadRecord(line.number, str(refusal)) from None


# --- replaying ----------------------------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[tuple[Step | None, State]]:
    """The game step by step: the start (no step), then each step and the game as it stood after it."""
    for place, moment in enumerate(record.state.moments):
        yield moment.step, shortened(record.state, place)


def shortened(state: State, steps: int) -> State:
    """The game after its first steps."""
    earlier = state.copy()
    del earlier.moments[steps + 1 :]
    return earlier


# --- verifying ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What came of checking a record: `ok` when nothing is false, `is_proven` when every roll was recomputed."""

    ok: bool
    is_proven: bool
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def verify(text: str | bytes) -> Verdict:
    """Replay a record and recompute its dice from the seed."""
    try:
        record = read(text)
    except BadRecord as refusal:
        return Verdict(False, False, (str(refusal),))
    legal = f"{record.game.title}, {counted(len(record.lines), 'turn')}: every answer is legal."
    if not record.commitment:
        return Verdict(True, False, (legal, "The dice were rolled by hand: there is nothing to prove."))
    if record.seed is None:
        is_over = record.state.result is not None
        still = "The game is over, and still" if is_over else "The game goes on:"
        return Verdict(not is_over, False, (legal, f"{still} the seed is not shown, so no roll can be checked."))
    seed = "The seed is the one committed to" + (" (a secret: the file keeps it)." if record.is_secret else ".")
    rolls, wrong = check_rolls(record)
    told = wrong or [f"The seed gives {counted(rolls, 'roll')} as recorded." if rolls else "Nothing was rolled."]
    return Verdict(not wrong, not wrong, (legal, seed, *told))


def check_rolls(record: Record) -> tuple[int, list[str]]:
    """How many rolls and draws there are, and what is wrong with those that are false."""
    dice = Dice(record.seed, record.words)
    rolls, wrong = 0, []
    for place, step in enumerate(record.state.steps):
        if step.player == CHANCE:
            rolls += 1
            before = shortened(record.state, place)
            right = dice.roll(before)
            if right != step.text:
                move = before.now.step.text if before.now.step else "the start"
                fell = " ".join(map(str, dice.faces(before)))
                wrong.append(
                    f"line {record.lines[step.turn]}: turn {step.turn}, after {move}: "
                    f"the record says {step.text}, the seed gives {right}" + (f" (dice {fell})" if fell else "")
                )
    return rolls, wrong


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
