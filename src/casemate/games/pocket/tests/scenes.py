"""Small positions for the tests, in few words."""

import casemate
from casemate import State

POCKET = casemate.load("pocket")


def scene(tiles: str, units: str, who: str = "A", turn: int = 10, **options: object) -> State:
    """`scene("0,0 1,0:Marsh 2,0+Forest", "A Mire Wolf 0,0; B Guild Hand res")`: Plains and numbers are left out."""
    laid = []
    for written in tiles.split():
        place, _, feature = written.partition("+")
        place, _, terrain = place.partition(":")
        q, r = map(int, place.split(","))
        laid.append((q, r, f"{place}:{terrain or 'Plains'}" + (f"+{feature}" if feature else "")))
    told = [tile for _, _, tile in sorted(laid)]
    counts = {"A": 0, "B": 0}
    named = []
    for unit in sorted(units.split("; "), key=lambda unit: unit[0]):
        counts[unit[0]] += 1
        named.append(f"{unit[0]}{counts[unit[0]]}{unit[1:]}")
    return POCKET.read(f"{' '.join(told)} | {'; '.join(named)} | {who} {turn}", **options)


def play(state: State, *answers: str) -> State:
    """These answers, one after the other."""
    for answer in answers:
        state.play(answer)
    return state


def script(state: State, text: str) -> State:
    """Answers separated by blanks and semicolons: `x B4 A2; O5,3; D4,2`."""
    return play(state, *text.split("; "))


def moves(state: State, word: str) -> set[str]:
    """The answers that begin with a word, without it."""
    return {move[len(word) + 1 :] for move in state.moves() if move.split(" ")[0] == word}


def where(state: State, unit: str) -> str:
    """The place of a unit: `1,0`, `res` or `cap`, with the mark of Slow reload."""
    player, number = "AB".index(unit[0]), int(unit[1:]) - 1
    s = state.here
    tile = s.place[player][number]
    mark = "*" if s.loading[player] >> number & 1 else ""
    return {-1: "res", -2: "cap"}.get(tile, f"{s.q[tile]},{s.r[tile]}" if tile >= 0 else "") + mark


def dice(state: State) -> list[list[int]]:
    """The four rows of dice."""
    return [[die for die in row if die] for row in state.here.dice]


def reason(state: State, move: str) -> tuple[str, ...]:
    """The rules that forbid an answer."""
    why = state.why(move)
    assert why is not None, f"{move} is legal"
    return why.rules
