"""A state as people see it: the drawing, the position in words, and the board as text."""

from collections.abc import Mapping, Sequence

from casemate.game import AnyOrder, State
from casemate.games.battlebook.actions import CODES
from casemate.games.battlebook.attack import unit_note
from casemate.games.battlebook.grid import NORTH, PLAYERS, SOUTH, SQUARE, columns_of, rows_of, square_name
from casemate.games.battlebook.notation import actions_words, unit_words
from casemate.games.battlebook.position import units_of
from casemate.games.battlebook.units import marks_on, owner, weapon_on
from casemate.svg import circle, join, rect, text
from casemate.table import CHANCE

SIDE = 60
STYLE = ".battlebook-square{stroke:var(--line);fill:none}"
SPOTS = tuple(SQUARE)
BUTTONS = (*CODES, "pass", *"NS")


def corner(spot: str) -> tuple[int, int]:
    return (ord(spot[0]) - ord("a")) * SIDE, (8 - int(spot[1])) * SIDE


def frame(state: State) -> tuple[float, float, float, float]:
    """What of the plane the picture shows."""
    return (0, 0, 14 * SIDE, 9 * SIDE)


def backdrop(options: Mapping[str, str | int], viewer: int | None) -> str:
    rows, columns = map(int, str(options["grid"]).split("x"))
    names = [spot for spot in SPOTS if int(spot[1]) <= rows and spot[0] < "abcdefghijklmno"[columns]]
    squares = [rect(*corner(spot), SIDE, SIDE, class_="battlebook-square", data_spot=spot) for spot in names]
    chips = [rect(n * SIDE, 8 * SIDE, SIDE, SIDE, data_spot=code) for n, code in enumerate(BUTTONS)]
    return join([*squares, *chips])


def layer(state: State, viewer: int | None) -> dict[str, str]:
    parts = []
    for spot, words in labels(state, viewer).items():
        x, y = corner(spot)
        if words.startswith(PLAYERS[NORTH]):
            parts.append(circle(x + SIDE / 2, y + SIDE / 2, SIDE / 3))
        elif words.startswith(PLAYERS[SOUTH]):
            parts.append(rect(x + 10, y + 10, SIDE - 20, SIDE - 20))
        parts.append(text(words[-3:], x + 4, y + 20))
    return {"pieces": str(join(parts))}


def marks(state: State, viewer: int | None) -> dict[str, str]:
    touched = dict.fromkeys(spot for move in state.moves() for spot in spots(move))
    return {spot: str(circle(*corner(spot), 8)) if spot in SQUARE else str(circle(0, 0, 1)) for spot in touched}


def spots(answer: str) -> tuple[str, ...]:
    """What one touches to say an answer: the action and the square."""
    if "@" in answer:
        return tuple(answer.split("@"))
    return AnyOrder(answer.split()[1:]) if " " in answer else (answer,)


def say(state: State, touched: Sequence[str]) -> list[str]:
    if len(touched) == 2 and touched[0] in CODES and touched[1] in SQUARE:
        return ["@".join(touched)]
    return []


def labels(state: State, viewer: int | None) -> dict[str, str]:
    s, found = state.here, {}
    units = {at: unit_note(s, owner(s, at), at) for player in (NORTH, SOUTH) for at in units_of(s, player)}
    for name, at in SQUARE.items():
        told = []
        if at in units:
            told.append(unit_words(units[at]) + (f" with {CODES[weapon_on(s, at)]}" if weapon_on(s, at) >= 0 else ""))
        if marks := marks_on(s, NORTH, at) + marks_on(s, SOUTH, at):
            told.append(f"X x{marks}")
        if told:
            found[name] = ", ".join(told)
    return found


def describe(state: State, viewer: int | None = None) -> str:
    s = state.here
    if state.result is not None and state.ending is not None:
        first = f"Game over: {state.ending.text}."
    elif state.to_move == CHANCE:
        first = "Chance decides."
    else:
        first = f"{PLAYERS[state.to_move or 0]} is to act in round {s.round}."
    hidden = state.now.hidden > 0 and viewer != NORTH
    kept = [("?" if hidden and player == NORTH else actions_words(s.kept[player])) or "-" for player in (NORTH, SOUTH)]
    lines = [f"{PLAYERS[p]}: {s.ap[p]} AP, {s.totals[p]} points, keeps {kept[p]}." for p in (NORTH, SOUTH)]
    return "\n".join([first, *lines, *(f"{spot}: {words}." for spot, words in labels(state, viewer).items())])


def text_board(state: State, viewer: int | None = None, is_plain: bool = False) -> str:
    s = state.here
    rows = []
    for row in range(rows_of(s), 0, -1):
        cells = []
        for column in range(columns_of(s)):
            at = SQUARE[f"{'abcdefghijklmn'[column]}{row}"]
            side = next((sign for sign, player in (("O", NORTH), ("S", SOUTH)) if at in units_of(s, player)), ".")
            count = marks_on(s, NORTH, at) + marks_on(s, SOUTH, at)
            cells.append(f"{side}{count or ' '}")
        rows.append(f"{row} " + " ".join(cells))
    rows.append("  " + "  ".join(square_name(SQUARE[f"{c}1"])[0] for c in "abcdefghijklmn"[: columns_of(s)]))
    return "\n".join(rows)
