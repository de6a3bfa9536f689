"""Chapter 12: moves and positions as text."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from casemate.bits import count, each
from casemate.errors import BadNotation
from casemate.game import State, Step
from casemate.games.ironclad.board import (
    BLACK,
    CROSSING,
    DRAWN,
    EITHER,
    FAR_RANK,
    FILES,
    FIRE,
    FORFEIT,
    LAST_ROBOT,
    MOVE,
    NO_STONE,
    NOBODY,
    PLACE,
    POINT,
    QUIET,
    RANKS,
    REPETITION,
    ROBOTS,
    ROWS,
    SLIDE,
    SQUARE,
    STRING,
    WHITE,
    clear,
    from_place,
    height,
    kind,
    point_name,
    put_robot,
    robots,
    square_name,
    to_place,
)
from casemate.games.ironclad.robots import CROSSED, HITS, LAST_FELL
from casemate.games.ironclad.stones import JOINED, joins_sides, string_of
from casemate.games.ironclad.turn import FORFEITED, PASSED, REPEATED, TOO_QUIET
from casemate.table import CHANCE
from casemate.words import Words

PLAYERS = ("White", "Black")
FORMS = "a move b2-b3, fire xc5, a placement +C4 or a slide C4>C7"


# --- answers --------------------------------------------------------------------------------------------------------


@cache
def write_answer(action: int) -> str:
    """12.2-12.4 Moves b2-b3, fires xc5, placements +C4 and slides C4>C7."""
    here, there = from_place(action), to_place(action)
    if kind(action) == MOVE:
        return f"{square_name(here)}-{square_name(there)}"
    if kind(action) == FIRE:
        return f"x{square_name(there)}"
    if kind(action) == PLACE:
        return f"+{point_name(there)}"
    return f"{point_name(here)}>{point_name(there)}"


def read_answer(text: str) -> tuple[int, int, int]:
    """12.2-12.4 The kind of action a text says, legal or not, and its places."""
    for kind_of, form, names in ((MOVE, r"(\w\w)-(\w\w)", SQUARE), (SLIDE, r"(\w\w)>(\w\w)", POINT)):
        if found := re.fullmatch(form, text):
            return kind_of, named(found[1], names), named(found[2], names)
    for kind_of, form, names in ((FIRE, r"x(\w\w)", SQUARE), (PLACE, r"\+(\w\w)", POINT)):
        if found := re.fullmatch(form, text):
            return kind_of, 0, named(found[1], names)
    if re.fullmatch(r"(x\w\w )?[0-9]+/[0-9]+", text):
        raise BadNotation(
            f"{text!r:.60}: no dice are due; they are answered after a fire, for example xc5 and then 2/3 (12.8)"
        )
    raise BadNotation(f"{text!r:.60} is not {FORMS} (12.2-12.4)")


def named(text: str, names: Mapping[str, int]) -> int:
    if text not in names:
        wanted = "a square a1 to f8" if names is SQUARE else "an intersection A0 to G8"
        raise BadNotation(f"{text!r:.60} is not {wanted}")
    return names[text]


# --- turns ----------------------------------------------------------------------------------------------------------


def write_turn(steps: Sequence[Step]) -> str:
    """12.6 The owner's action, a bar and the opponent's; 12.3 a fire with its hits of shots; 12.5 `pass`."""
    halves: list[str] = []
    for step in steps:
        if step.player != CHANCE:
            halves.append(step.text)
        for event in step.events:
            if event.reason == HITS:
                halves[-1] += f" {event.numbers[0]}/{event.numbers[1]}"
            elif event.reason == PASSED:
                halves.append("pass")
    return " | ".join(halves)


def read_turn(text: str) -> list[str]:
    """The answers in a written turn, and the results that no dice decided; bars and passes are not answers."""
    return [token for token in text.split() if token not in ("|", "pass")]


# --- positions ------------------------------------------------------------------------------------------------------

LETTERS = ("ABC", "abc")


def write_position(state: State) -> str:
    """12.7 Eight fields; 12.8 a ninth while the dice of a fire action are to be rolled."""
    s = state.here
    pending = state.steps[-1:] if state.to_move == CHANCE else ()
    robot_rows = (
        "".join(robot_letter(s, 7 * rank + file) for file in range(FILES)) for rank in range(RANKS - 1, -1, -1)
    )
    stone_rows = ("".join(stone_letter(s, 7 * row + column) for column in range(7)) for row in range(ROWS - 1, -1, -1))
    fields = [
        "/".join(map(squeeze, robot_rows)),
        "/".join(map(squeeze, stone_rows)),
        "wb"[s.owner],
        "1" if s.due == EITHER else "2",
        "-rs"[s.due],
        f"{s.bowl[WHITE]},{s.bowl[BLACK]}",
        "-" if s.slid == NO_STONE else point_name(s.slid),
        "-" if s.eventful else str(s.quiet),
    ]
    return " ".join([*fields, *(step.text for step in pending)])


def robot_letter(s: Any, square: int) -> str:
    for player in (WHITE, BLACK):
        if robots(s, player) >> square & 1:
            return LETTERS[player][height(s, player, square) - 1]
    return "."


def stone_letter(s: Any, point: int) -> str:
    return "w" if s.stones[WHITE] >> point & 1 else "b" if s.stones[BLACK] >> point & 1 else "."


def squeeze(row: str) -> str:
    """A run of empty places as its length."""
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def read_position(text: str, s: Any) -> Sequence[str]:
    """12.7 Fills in a position; returns the action whose dice are still to be rolled (12.8)."""
    fields = text.split(" ")
    if len(fields) not in (8, 9):
        raise BadNotation(
            f"a position has eight fields, nine while dice are due (12.7, 12.8), not {len(fields)}: {text!r:.80}"
        )
    clear(s)
    read_robots(s, fields[0])
    read_stones(s, fields[1])
    s.owner = "wb".index(one_of(fields[2], "the owner", "w", "b"))
    half = one_of(fields[3], "the half", "1", "2")
    s.due = "-rs".index(one_of(fields[4], "the sub-game due", *(("-",) if half == "1" else ("r", "s"))))
    read_bowls(s, fields[5])
    read_slid(s, fields[6])
    read_quiet(s, fields[7])
    s.slid_before = s.slid
    settle_study(s)
    refuse_impossible(s)
    return fields[8:]


def one_of(text: str, what: str, *allowed: str) -> str:
    if text not in allowed:
        raise BadNotation(f"{what} is {' or '.join(allowed)} here (12.7, 12.10), not {text!r:.60}")
    return text


def rows_of(text: str, what: str, rows: int, width: int, letters: str) -> list[str]:
    """The rows of a board, from the top, with a dot for each empty place."""
    found = text.split("/")
    if len(found) != rows:
        raise BadNotation(f"the {what} field has {rows} rows (12.7), not {len(found)}")
    for row in found:
        if wrong := re.sub(f"[{letters}1-{width}]", "", row):
            raise BadNotation(f"{wrong[0]!r} cannot stand among the {what} (12.7): {row!r:.60}")
    spread = [re.sub("[1-9]", lambda run: "." * int(run[0]), row) for row in found]
    for row, written in zip(spread, found, strict=True):
        if len(row) != width:
            raise BadNotation(f"a row of {what} is {width} wide (12.10), not {len(row)}: {written!r:.60}")
    return spread


def read_robots(s: Any, text: str) -> None:
    for row, letters in enumerate(rows_of(text, "robots", RANKS, FILES, "A-Ca-c")):
        for file, letter in enumerate(letters):
            if letter != ".":
                player = WHITE if letter.isupper() else BLACK
                put_robot(s, player, 7 * (RANKS - 1 - row) + file, " abc".index(letter.lower()))
    for player in (WHITE, BLACK):
        checkers = sum(count(s.checkers[player, layer]) for layer in range(3))
        if checkers > 12:
            raise BadNotation(f"{PLAYERS[player]} has {checkers} checkers; there are 12 (12.10)")


def read_stones(s: Any, text: str) -> None:
    for row, letters in enumerate(rows_of(text, "stones", ROWS, 7, "wb")):
        for column, letter in enumerate(letters):
            if letter != ".":
                s.stones["wb".index(letter)] |= 1 << 7 * (ROWS - 1 - row) + column


def read_bowls(s: Any, text: str) -> None:
    found = re.fullmatch(r"(\d\d?),(\d\d?)", text, re.ASCII)
    if not found:
        raise BadNotation(f"the bowls are two numbers such as 32,32 (12.7), not {text!r:.60}")
    for player in (WHITE, BLACK):
        s.bowl[player] = int(found[player + 1])
        stones = s.bowl[player] + count(s.stones[player])
        if stones > 32:
            raise BadNotation(
                f"{PLAYERS[player]} has {stones} stones on the board and in the bowl; there are 32 (12.10)"
            )


def read_slid(s: Any, text: str) -> None:
    if text == "-":
        return
    s.slid = named(text, POINT)
    if not (s.stones[WHITE] | s.stones[BLACK]) >> s.slid & 1:
        raise BadNotation(f"no stone lies on {text}, where the last slide is said to have ended (12.10)")


def read_quiet(s: Any, text: str) -> None:
    if text == "-":
        s.eventful = 1
        return
    limit = s.options.quiet_limit
    if not re.fullmatch(r"\d{1,3}", text, re.ASCII) or int(text) > limit:
        raise BadNotation(f"the quiet turns are a number up to {limit} or - (12.7, 11.4), not {text!r:.60}")
    s.quiet = int(text)


def settle_study(s: Any) -> None:
    """12.10 A position in which a winning condition holds is a finished game; so is one that is quiet enough (11.4)."""
    won = [how for player in (WHITE, BLACK) for how in ways_won(s, player)]
    if len({player for player, _ in won}) > 1:
        raise BadNotation("both players would have won: no game reaches that (3.11)")
    if won:
        s.winner, s.ending = won[0]
    elif s.due == EITHER and s.quiet == s.options.quiet_limit:
        s.winner, s.ending = DRAWN, QUIET


def ways_won(s: Any, player: int) -> list[tuple[int, int]]:
    """The winning conditions that hold for a player."""
    ways = []
    if robots(s, player) & FAR_RANK[player]:
        ways.append((player, CROSSING))
    if any(joins_sides(string_of(s, player, point)) for point in each(s.stones[player])):
        ways.append((player, STRING))
    if s.options.last_robot and not robots(s, 1 - player):
        ways.append((player, LAST_ROBOT))
    return ways


def refuse_impossible(s: Any) -> None:
    """12.10 What no unfinished game can come to."""
    if s.due == ROBOTS and not robots(s, s.owner):
        raise BadNotation(f"robots are due, but {PLAYERS[s.owner]} has none (12.10)")
    if s.winner == NOBODY and s.due == EITHER and s.eventful:
        raise BadNotation("in a first half the quiet turns are a number, not - (12.7)")
    if s.winner == NOBODY and s.quiet == s.options.quiet_limit:
        raise BadNotation(f"after {s.quiet} quiet turns the game is drawn: no second half is played (11.4)")


# --- words ----------------------------------------------------------------------------------------------------------


def names(name: Callable[[int], str]) -> Callable[[int], str]:
    """A set of places as a list in words."""

    def listed(places: int) -> str:
        found = [name(place) for place in each(places)]
        return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"

    return listed


def counted(one: str, many: str) -> Callable[[int], str]:
    return lambda number: f"{number} {one if number == 1 else many}"


WORDS: Words = {
    "player": lambda player: PLAYERS[player],
    "colour": lambda player: PLAYERS[player].lower(),
    "square": square_name,
    "squares": names(square_name),
    "point": point_name,
    "points": names(point_name),
    "shots": counted("shot", "shots"),
    "checkers": counted("checker", "checkers"),
    "ordinal": lambda number: {2: "second", 3: "third"}[number],
    "subgame": lambda due: ("robots or stones", "robots", "stones")[due],
}


def ending(s: Any) -> tuple[int, ...]:
    """11.1 How the game ended."""
    return {
        CROSSING: (CROSSED, s.winner, first_place(robots(s, s.winner % 2) & FAR_RANK[s.winner % 2])),
        STRING: (JOINED, s.winner),
        FORFEIT: (FORFEITED, 1 - s.winner),
        REPETITION: (REPEATED, s.options.repetition),
        QUIET: (TOO_QUIET, s.quiet),
        LAST_ROBOT: (LAST_FELL, 1 - s.winner),
    }[s.ending]


def first_place(places: int) -> int:
    return next(each(places), 0)
