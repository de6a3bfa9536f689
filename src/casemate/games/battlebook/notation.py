"""Chapter 10: answers as text, and what numbers mean in words."""

import re
from collections.abc import Sequence
from functools import cache

from casemate.bits import each
from casemate.errors import BadNotation
from casemate.game import State, Step
from casemate.games.battlebook.actions import CODES, KEEP, NAMES, PASS, SETS, START
from casemate.games.battlebook.grid import NORTH, PLAYERS, SOUTH, SQUARE, square_name
from casemate.words import Words

SIDES = "NS"
PASSES = "pass"
FORMS = "`keep` and five codes, `start N` or `start S`, a code, @ and a square such as LC@c3, or `pass`"


# --- answers --------------------------------------------------------------------------------------------------------


@cache
def write_answer(answer: int) -> str:
    """10.1-10.4 `keep LC HC CM RM SB`, `start N`, `LC@c3`, `pass`."""
    if answer >= START:
        return write_start(answer - START)
    if answer >= KEEP:
        return write_keep(SETS[answer - KEEP])
    return PASSES if answer == PASS else f"{CODES[answer >> 7]}@{square_name(answer & 127)}"


def write_keep(kept: int) -> str:
    """10.1 The codes in the order of the table in section 3."""
    return f"keep {' '.join(CODES[action] for action in each(kept))}"


def write_start(player: int) -> str:
    """10.2 A starter."""
    return f"start {SIDES[player]}"


def write_chance(state: State, face: int) -> str:
    """2.6 A toss for a starter; before that a set drawn by the option `choice`."""
    return write_start(face - 1) if state.here.kept[SOUTH] else write_keep(SETS[face - 1])


KEPT, STARTS, PASSED, RESIGNED, PLAYED = range(5)


def read_answer(text: str) -> tuple[int, int, int]:
    """What a text says, legal or not: a kind of answer and its numbers."""
    if text.startswith("keep"):
        return KEPT, read_codes(text), 0
    if found := re.fullmatch(r"start ([NS])", text):
        return STARTS, SIDES.index(found[1]), 0
    if text == PASSES:
        return PASSED, 0, 0
    if found := re.fullmatch(r"(North|South) resigns", text):
        return RESIGNED, PLAYERS.index(found[1]), 0
    if found := re.fullmatch(r"([A-Z]{2})@([a-z])([1-9][0-9]?)", text, re.ASCII):
        if found[1] not in CODES:
            raise BadNotation(f"{found[1]} is no action; the actions are {', '.join(CODES)} (3.7)")
        if found[2] + found[3] not in SQUARE:
            raise BadNotation(f"{found[2] + found[3]} is no square of any battle grid (1.2)")
        return PLAYED, CODES.index(found[1]), SQUARE[found[2] + found[3]]
    raise BadNotation(f"{text!r:.60} is not {FORMS} (10.1-10.4)")


def read_codes(text: str) -> int:
    """10.1 A set of actions, however many."""
    codes = text.split(" ")[1:]
    for code in codes:
        if code not in CODES:
            raise BadNotation(f"{code!r:.20} is no action; the actions are {', '.join(CODES)} (3.7)")
    kept = sum({1 << CODES.index(code) for code in codes})
    if not codes or text != write_keep(kept):
        order = f": {write_keep(kept)}" if codes else ""
        raise BadNotation(
            f"{text!r:.60} is not `keep` and codes, each once and in the order of the table{order} (10.1)"
        )
    return kept


# --- turns ----------------------------------------------------------------------------------------------------------


def write_turn(steps: Sequence[Step]) -> str:
    """One action; the two choices of a battle's beginning with a bar between them."""
    return " | ".join(step.text for step in steps)


def read_turn(text: str) -> list[str]:
    """The answers in a written turn; bars are none."""
    return re.findall(r"keep(?: [A-Z]{2})*|start(?: \S+)?|[^\s|]+", " ".join(text.split()))


# --- words ----------------------------------------------------------------------------------------------------------


def listed(half: int, squares: int) -> str:
    """A set of squares in one half of the grid, each after a blank."""
    return "".join(f" {square_name(half << 6 | place)}" for place in each(squares))


def unit_words(number: int) -> str:
    """A unit of a note: its player, its chassis and its square."""
    return f"{PLAYERS[number >> 9]}'s {NAMES[number >> 7 & 3]} on {square_name(number & 127)}"


def armed_words(number: int) -> str:
    """A unit just armed: its player, its square and its weapon."""
    return f"{PLAYERS[number >> 10]} arms {square_name(number & 127)} with a {NAMES[number >> 7 & 7]}"


def actions_words(kept: int) -> str:
    return " ".join(CODES[action] for action in each(kept))


def counted(one: str, many: str, number: int) -> str:
    return f"{number} {one if number == 1 else many}"


WORDS: Words = {
    "player": lambda player: PLAYERS[player],
    "action": lambda action: NAMES[action],
    "code": lambda action: CODES[action],
    "actions": actions_words,
    "square": square_name,
    "unit": unit_words,
    "armed": armed_words,
    "west": lambda squares: listed(0, squares),
    "east": lambda squares: listed(1, squares),
    "marks": lambda number: counted("X", "X's", number),
    "points": lambda number: counted("point", "points", number),
    "grid": lambda number: f"{number // 8 + 3} rows and {number % 8 + 7} columns",
    "zone": lambda player: "the North side" if player == NORTH else "the South side",
}
