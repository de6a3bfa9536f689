"""The table a game is played at: it answers when a rule asks for a decision, a die or a card.

A rule is written straight through, as the rulebook tells it, and is handed the position `s` and the table `t`.
Where people would look up and ask, it says one of the words below. What answers depends on the table:

    tape   a recorded list of answers; stops where the list runs out   -> play, legal moves, odds, undo, replay
    dice   a random number generator                                   -> playouts, simulation
    tree   a search tree, then random (tree.py)                        -> bots

`binding.py` puts a table's own functions in the place of the words, in plain Python and compiled alike, so the rules,
the tables and the loops that drive them (loops.py) are written once.
"""

from typing import Any, NoReturn

import numpy as np

from casemate.bits import count as how_many
from casemate.bits import nth

CHANCE = -1  # who is asked when dice or cards answer
CHOICE, SECRET, ROLL_OVER, ROLL, DRAW = range(5)  # the forms of a question
MENU, ANSWERS, NOTES = 2048, 512, 256  # options (sets of options count once), answers in a turn, notes in a step

SHEET = np.dtype(
    [
        ("entries", "i8"),  # the menu of the next question: an entry is one code, or one for each of a set of places
        ("count", "i8"),
        ("codes", "i8", (MENU,)),
        ("places", "i8", (MENU,)),  # 0: the code itself
        ("ends", "i8", (MENU,)),  # how many options there are up to here
        ("weights", "i8", (MENU,)),  # in a draw: how many cards there are of each kind on the menu
        ("asked", "i8"),  # whether the rules stopped to ask, and what they asked
        ("asks", "i8"),
        ("form", "i8"),
        ("dice", "i8"),
        ("need", "i8"),
        ("head", "i8"),  # answers already given, and how many of them the rules have used
        ("length", "i8"),
        ("tape", "i8", (ANSWERS,)),
        ("noted", "i8"),
        ("notes", "i8", (NOTES, 4)),
        ("random", "i8"),
        ("decisions", "i8"),
        ("curiosity", "f8"),  # how a search weighs its tries (tree.py)
        ("urgency", "f8"),
        ("node", "i8"),  # a walk down a search tree
        ("in_tree", "i8"),
        ("used", "i8"),
        ("depth", "i8"),
        ("path", "i4", (4096,)),
        ("run", "i8"),  # in a run of secret choices: who was asked first, plus one; 0: in none
        ("apart", "i8"),  # where the other player's choices of that run are tallied
        ("knower", "i8"),  # who searches, and their own secret choices of a run that is under way, to be made again
        ("recalled", "i8"),
        ("knows", "i8"),
        ("known", "i8", (ANSWERS,)),
    ]
)


class Asked(Exception):
    """The tape has run out: somebody must answer before the rules can go on."""


# --- what a rule may say ----------------------------------------------------------------------------------------


def offer(t: Any, code: int) -> None:
    """Put one more option on the menu of the next question."""
    nobody(t)


def offer_all(t: Any, code: int, places: int) -> None:
    """Put on the menu `code + p` for every place p of the set (see bits.py)."""
    nobody(t)


def offers(t: Any) -> int:
    """How many options are on the menu."""
    nobody(t)


def choose(t: Any, player: int) -> int:
    """Ask `player` to pick from the menu; returns the code."""
    nobody(t)


def choose_secretly(t: Any, player: int) -> int:
    """Ask `player` to pick from the menu out of the others' sight.

    Secret choices asked one right after the other, all of one player's and then all of the other's, are made as if at
    the same time: they stay hidden until the rules ask for anything else, and a menu must not depend on another
    player's choice.
    """
    nobody(t)


def roll_over(t: Any, dice: int, need: int) -> int:
    """Roll `dice` six-sided dice; returns how many show more than `need`."""
    nobody(t)


def roll(t: Any, faces: int) -> int:
    """Roll one die; returns the face, from 1."""
    nobody(t)


def draw(t: Any, deck: Any) -> int:
    """Draw a card without replacement; `deck[kind]` says how many are left of each kind. Returns the kind."""
    nobody(t)


def fall(t: Any, weights: Any) -> int:
    """What chance decides among `weights`: `kind` in weights[kind] of all cases. Returns the kind."""
    nobody(t)


def note(t: Any, reason: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Write down why or what: a reason (words.py) and its numbers. Costs nothing where nobody reads."""
    nobody(t)


def nobody(t: Any) -> NoReturn:
    raise TypeError("rules are played through a Game: casemate.load(...).start()")


# --- the menu ---------------------------------------------------------------------------------------------------


def put(t: Any, code: int) -> None:
    put_entry(t, code, 0, 1)


def put_all(t: Any, code: int, places: int) -> None:
    if places != 0:
        put_entry(t, code, places, how_many(places))


def put_entry(t: Any, code: int, places: int, count: int) -> None:
    n = t.entries
    t.codes[n] = code
    t.places[n] = places
    t.entries = n + 1
    t.count += count
    t.ends[n] = t.count


def menu_size(t: Any) -> int:
    return t.count


def clear(t: Any) -> None:
    t.entries = t.count = 0


def pick(t: Any, n: int) -> int:
    """The n-th option on the menu."""
    entry = 0
    while n >= t.ends[entry]:
        entry += 1
    places = t.places[entry]
    if places == 0:
        return t.codes[entry]
    return t.codes[entry] + nth(places, n - t.ends[entry] + how_many(places))


def put_cards(t: Any, deck: Any) -> None:
    """The menu of a draw: each kind there is, with how many there are of it."""
    for kind in range(len(deck)):
        if deck[kind] > 0:
            t.weights[t.entries] = deck[kind]
            put(t, kind)
    if t.entries == 0:
        raise IndexError("no card is left to draw")


# --- tape: answers already given; stops where they run out --------------------------------------------------------


def stop_to_ask(t: Any, asks: int, form: int, dice: int, need: int) -> None:
    t.asked = 1
    t.asks, t.form, t.dice, t.need = asks, form, dice, need
    raise Asked


def next_answer(t: Any) -> int:
    answer = t.tape[t.head]
    t.head += 1
    clear(t)
    return answer


def tape_choose(t: Any, player: int) -> int:
    if t.head == t.length:
        stop_to_ask(t, player, CHOICE, 0, 0)
    return next_answer(t)


def tape_choose_secretly(t: Any, player: int) -> int:
    if t.head == t.length:
        stop_to_ask(t, player, SECRET, 0, 0)
    return next_answer(t)


def tape_roll_over(t: Any, dice: int, need: int) -> int:
    if t.head == t.length:
        for hits in range(dice + 1):
            put(t, hits)
        stop_to_ask(t, CHANCE, ROLL_OVER, dice, need)
    return next_answer(t)


def tape_roll(t: Any, faces: int) -> int:
    if t.head == t.length:
        for face in range(1, faces + 1):
            put(t, face)
        stop_to_ask(t, CHANCE, ROLL, 1, faces)
    return next_answer(t)


def tape_draw(t: Any, deck: Any) -> int:
    if t.head == t.length:
        put_cards(t, deck)
        stop_to_ask(t, CHANCE, DRAW, 0, 0)
    kind = next_answer(t)
    deck[kind] -= 1
    return kind


def tape_fall(t: Any, weights: Any) -> int:
    if t.head == t.length:
        put_cards(t, weights)
        stop_to_ask(t, CHANCE, DRAW, 0, 0)
    return next_answer(t)


def tape_note(t: Any, reason: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Only what follows the last answer is news; what came before it was told before."""
    if t.head == t.length:
        row = t.noted
        t.notes[row, 0], t.notes[row, 1], t.notes[row, 2], t.notes[row, 3] = reason, a, b, c
        t.noted = row + 1


# --- dice: answers already given, then chance -----------------------------------------------------------------------

HALF = (1 << 32) - 1
MULTIPLIER = 1981968180  # MULTIPLIER * 2**32 - 1 and half of it are prime, so the numbers repeat only after some 2**62


def seed(t: Any, first: int, second: int) -> None:
    """Begin the random numbers anew from two whole numbers."""
    low = mix(mix(mix(first) ^ (first >> 32)) + second)
    high = mix(mix(low ^ second) + first)
    t.random = (high & ((1 << 30) - 1)) << 32 | low | 1


def mix(x: int) -> int:
    """Scatter 32 bits; no step leaves 63 bits, so plain Python and compiled rules agree."""
    x &= HALF
    x = ((x >> 16 ^ x) * 0x45D9F3B) & HALF
    x = ((x >> 16 ^ x) * 0x45D9F3B) & HALF
    return x >> 16 ^ x


def below(t: Any, n: int) -> int:
    """A random whole number below n (multiply with carry)."""
    x = (t.random & HALF) * MULTIPLIER + (t.random >> 32)
    t.random = x
    return (((x & HALF) ^ (x >> 32)) * n) >> 32


def any_choice(t: Any) -> int:
    t.decisions += 1
    code = pick(t, below(t, t.count))
    clear(t)
    return code


def any_hits(t: Any, dice: int, need: int) -> int:
    hits = 0
    for _ in range(dice):
        if below(t, 6) >= need:
            hits += 1
    return hits


def any_card(t: Any, deck: Any) -> int:
    left = 0
    for kind in range(len(deck)):
        left += deck[kind]
    if left <= 0:
        raise IndexError("no card is left to draw")
    n = below(t, left)
    kind = 0
    while n >= deck[kind]:
        n -= deck[kind]
        kind += 1
    return kind


def dice_choose(t: Any, player: int) -> int:
    return next_answer(t) if t.head < t.length else any_choice(t)


def dice_roll_over(t: Any, dice: int, need: int) -> int:
    return next_answer(t) if t.head < t.length else any_hits(t, dice, need)


def dice_roll(t: Any, faces: int) -> int:
    return next_answer(t) if t.head < t.length else below(t, faces) + 1


def dice_draw(t: Any, deck: Any) -> int:
    kind = next_answer(t) if t.head < t.length else any_card(t, deck)
    deck[kind] -= 1
    return kind


def dice_fall(t: Any, weights: Any) -> int:
    return next_answer(t) if t.head < t.length else any_card(t, weights)


def no_note(t: Any, reason: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    pass


# --- the tables: which function stands in for each word ------------------------------------------------------------

TAPE = {
    offer: put,
    offer_all: put_all,
    offers: menu_size,
    choose: tape_choose,
    choose_secretly: tape_choose_secretly,
    roll_over: tape_roll_over,
    roll: tape_roll,
    draw: tape_draw,
    fall: tape_fall,
    note: tape_note,
}
DICE = {
    offer: put,
    offer_all: put_all,
    offers: menu_size,
    choose: dice_choose,
    choose_secretly: dice_choose,
    roll_over: dice_roll_over,
    roll: dice_roll,
    draw: dice_draw,
    fall: dice_fall,
    note: no_note,
}
