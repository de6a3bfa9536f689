"""The loops that drive any game's rules, written once and run plain or compiled (rules.py).

`turn`, `outcome`, `worth` and `rest` stand for the game's own: one turn of play; the first player's share of the game
(1.0, 0.5, 0.0) or -1.0 while it goes on; what a position is worth at a glance; what is left of a stage of the game.
"""

from typing import Any

from casemate.bits import lowest
from casemate.table import DRAW, clear, pick, seed
from casemate.table import below as random_below

PLAYED, ASKED, BROKEN = range(3)
REPORT = 7  # the numbers at the head of a report


def turn(s: Any, t: Any) -> None:
    """The game's own."""
    raise NotImplementedError


def outcome(s: Any) -> float:
    """The game's own."""
    raise NotImplementedError


def worth(s: Any) -> float:
    """The game's own: the first player's chances in a position, from 0.0 to 1.0, at a glance."""
    raise NotImplementedError


def rest(s: Any) -> int:
    """The game's own, if it has one: how much is left of a stage of the game, 0 between two stages (endgame.py)."""
    return 0


def attempt(s: Any, t: Any) -> int:
    """One turn on the tape: played to its end, or stopped to ask. (`try` stays alone in a function: Numba.)"""
    t.asked = 0
    done = BROKEN
    try:
        turn(s, t)
        done = PLAYED
    except Exception:
        done = ASKED
    return done if done == PLAYED or t.asked else BROKEN


def go_on(states: Any, sheets: Any) -> int:
    """Play from the start of the turn, states[0], through the answers given to the next question.

    Afterwards states[1] is the position at the question and the sheet holds the question; answers used up by turns
    that are over are gone from the tape. PLAYED: the game is over.
    """
    t = sheets[0]
    t.noted = 0
    while outcome(states[0]) < 0:
        states[1] = states[0]
        t.head = 0
        clear(t)
        done = attempt(states[1], t)
        if done != PLAYED:
            return done
        t.length = 0
        states[0] = states[1]
    states[1] = states[0]
    clear(t)
    return PLAYED


def answer(states: Any, sheets: Any, code: int) -> int:
    """Put one more answer on the tape and go on."""
    t = sheets[0]
    t.tape[t.length] = code
    t.length += 1
    return go_on(states, sheets)


def answer_at_random(states: Any, sheets: Any, games: int, first: int) -> int:
    """Whole games by question and answer, chance and choice alike picked from the menu; returns how many answers."""
    t = sheets[0]
    answers = 0
    for game in range(first, first + games):
        states[0] = states[2]
        seed(t, game, 0)
        t.length = 0
        done = go_on(states, sheets)
        while done == ASKED:
            done = answer(states, sheets, pick(t, random_below(t, t.count)))
            answers += 1
    return answers


def report(sheets: Any, out: Any) -> int:
    """Write the question, its options, their weights and the notes into `out`; returns how much room that takes."""
    t = sheets[0]
    size = REPORT + 2 * t.count + 4 * t.noted
    out[0], out[1], out[2], out[3], out[4], out[5] = t.asks, t.form, t.dice, t.need, t.count, t.noted
    out[6] = t.length
    if size > len(out):
        return size
    at = REPORT
    for entry in range(t.entries):
        places = t.places[entry]
        if places == 0:
            out[at] = t.codes[entry]
            at += 1
        while places != 0:
            out[at] = t.codes[entry] + lowest(places)
            places &= places - 1
            at += 1
    if t.form == DRAW:
        for entry in range(t.entries):
            out[at + entry] = t.weights[entry]
    at += t.count
    for row in range(t.noted):
        for column in range(4):
            out[at] = t.notes[row, column]
            at += 1
    return size


def playouts(states: Any, sheets: Any, first: int, games: int, number: int, totals: Any) -> None:
    """Random games from states[0] at the dice table, each from its own seed; adds to totals.

    totals: decisions made, shares of the first player, drawn games.
    """
    t = sheets[0]
    t.decisions = 0
    t.length = 0
    for game in range(first, first + games):
        states[1] = states[0]
        seed(t, number, game)
        clear(t)
        while outcome(states[1]) < 0:
            turn(states[1], t)
        share = outcome(states[1])
        totals[1] += share
        if share == 0.5:
            totals[2] += 1
    totals[0] += t.decisions
