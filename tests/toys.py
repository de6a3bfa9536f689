"""Three tiny games that say every word of the table.

The Fair: in turn one player visits a stall (a choice from a set, or waiting when few are open) and throws two dice for
luck; a die is rolled; a card is drawn from a dwindling deck; both bid for it in secret. Pennies: one secret choice
each, and the first player wins if they match. Pairs: both lay two numbers in secret, one after the other or as one
answer; a pair wins, and if both have one, or neither, the wind decides. Muster: the same, and each brings a force.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from casemate.army import Army, Builder, Item, Options, Section, check_sections, read_list
from casemate.errors import BadNotation
from casemate.game import Game, Option, State, Step, TextOption, Whole
from casemate.plain import Grid
from casemate.table import choose, choose_secretly, draw, fall, note, offer, offer_all, offers, roll, roll_over
from casemate.words import Reason, Why

WAIT, STALL, BID = 100, 200, 300
STALLS = 1 | 1 << 5 | 1 << 33 | 1 << 62

VISITED = Reason("1.1", "{a:player} visits stall {b}")
WAITED = Reason("1.1", "{a:player} waits")
LUCKY = Reason("1.2", "{a} of 2 dice show more than {b}")
ROLLED = Reason("1.3", "The die shows {a}")
DRAWN = Reason("1.4", "Card {a} is drawn")
SOLD = Reason("1.5 1.6", "Bids of {a} and {b} for card {c}")
WON = Reason("1.7", "The final score is {a} to {b}")
MATCHED = Reason("2.1", "{a} was laid and {b} guessed")

FAIR_STATE = np.dtype(
    [
        ("round", "i8"),
        ("score", "i8", (2,)),
        ("deck", "i8", (3,)),
        ("stalls", "i8"),
        ("die", "i8"),
        ("luck", "i8"),
        ("card", "i8"),
        ("options", np.dtype([("copies", "i8")])),
    ]
)
PENNIES_STATE = np.dtype([("laid", "i8"), ("guessed", "i8"), ("over", "i8")])


# --- the Fair -----------------------------------------------------------------------------------------------------


def set_up_fair(s: Any) -> None:
    s.deck[0], s.deck[1], s.deck[2] = s.options.copies, 1, 1
    s.stalls = STALLS


def fair_turn(s: Any, t: Any) -> None:
    visit(s, t, s.round % 2)
    s.die = roll(t, 4)
    note(t, ROLLED, s.die)
    s.card = draw(t, s.deck)
    note(t, DRAWN, s.card)
    auction(s, t)
    s.round += 1


def visit(s: Any, t: Any, player: int) -> None:
    offer_all(t, STALL, s.stalls)
    if offers(t) < 4:
        offer(t, WAIT)
    stall = choose(t, player)
    if stall == WAIT:
        note(t, WAITED, player)
        return
    note(t, VISITED, player, stall - STALL)
    s.stalls ^= 1 << (stall - STALL)
    s.luck = roll_over(t, 2, 1 + player)
    note(t, LUCKY, s.luck, 1 + player)
    s.score[player] += s.luck


def auction(s: Any, t: Any) -> None:
    offer_bids(s, t)
    first = choose_secretly(t, 0) - BID
    offer_bids(s, t)
    second = choose_secretly(t, 1) - BID
    note(t, SOLD, first, second, s.card)
    if first > second:
        s.score[0] += s.card + 1
    elif second > first:
        s.score[1] += s.card + 1


def offer_bids(s: Any, t: Any) -> None:
    for bid in range(3):
        offer(t, BID + bid)


def fair_outcome(s: Any) -> float:
    if s.deck[0] + s.deck[1] + s.deck[2] > 0:
        return -1.0
    if s.score[0] == s.score[1]:
        return 0.5
    return 1.0 if s.score[0] > s.score[1] else 0.0


# --- Pennies ------------------------------------------------------------------------------------------------------


def set_up_pennies(s: Any) -> None:
    pass


def pennies_turn(s: Any, t: Any) -> None:
    offer(t, BID)
    offer(t, BID + 1)
    s.laid = choose_secretly(t, 0)
    offer(t, BID)
    offer(t, BID + 1)
    s.guessed = choose_secretly(t, 1)
    note(t, MATCHED, s.laid, s.guessed)
    s.over = 1


def pennies_outcome(s: Any) -> float:
    if not s.over:
        return -1.0
    return 1.0 if s.laid == s.guessed else 0.0


# --- Pairs --------------------------------------------------------------------------------------------------------

PAIRS_STATE = np.dtype(
    [
        ("laid", "i8", (2, 2)),
        ("wind", "i8"),
        ("over", "i8"),
        ("options", np.dtype([("at", "i8"), ("winds", "i8", (3,))])),
    ]
)
LAID = Reason("3.1", "{a:player} lays {b} and {c}")
BLOWN = Reason("3.2", "The wind is {a}")


def pairs_turn(s: Any, t: Any) -> None:
    lay(s, t, 0)
    lay(s, t, 1)
    for player in range(2):
        note(t, LAID, player, s.laid[player, 0], s.laid[player, 1])
    s.wind = fall(t, s.options.winds)
    note(t, BLOWN, s.wind)
    s.over = 1


def lay(s: Any, t: Any, player: int) -> None:
    for place in range(2):
        offer_bids(s, t)
        s.laid[player, place] = choose_secretly(t, player) - BID


def pairs_outcome(s: Any) -> float:
    if not s.over:
        return -1.0
    first, second = s.laid[0, 0] == s.laid[0, 1], s.laid[1, 0] == s.laid[1, 1]
    if first == second:
        return 1.0 if s.wind == 2 else 0.0
    return 1.0 if first else 0.0


def read_winds(text: str) -> tuple[str, tuple[int, ...]]:
    winds = tuple(map(int, text.split("/")))
    if len(winds) != 3 or min(winds) < 0:
        raise ValueError(f"{len(winds)} winds")
    return "/".join(map(str, winds)), winds


WHOLE = Whole(
    menu=lambda state: {f"lay {n} {n}": (BID + n, BID + n) for n in range(2)} if is_laid_whole(state) else None,
    read=lambda state, text: (
        (BID + int(text[4]), BID + int(text[6]))
        if is_laid_whole(state) and re.fullmatch("lay [012] [012]", text)
        else None
    ),
)


def is_laid_whole(state: State) -> bool:
    return state.options["at"] == "once" and len(state.now.answers) < 4


# --- what a Game wants besides ------------------------------------------------------------------------------------


def even(s: Any) -> float:
    return 0.5


def write_answer(state: State, code: int) -> str:
    if code == WAIT:
        return "wait"
    return f"bid {code - BID}" if code >= BID else f"stall {code - STALL}"


def why_not(s: Any, text: str) -> tuple[int, ...] | None:
    raise BadNotation(f"{text!r:.60} is no answer")


def fields(s: Any) -> list[str]:
    return [name for name in s.__slots__ if name != "options"]


def write_position(state: State) -> str:
    s = state.here
    return " ".join(json.dumps(getattr(s, name), separators=(",", ":")) for name in fields(s))


def read_position(text: str, s: Any) -> Sequence[str]:
    values = text.split(" ")
    if len(values) != len(fields(s)):
        raise BadNotation(f"a position is {len(fields(s))} numbers and lists of numbers")
    for name, value in zip(fields(s), values, strict=True):
        number = json.loads(value)
        setattr(s, name, Grid(number) if isinstance(number, list) else number)
    return ()


def write_turn(steps: Sequence[Step]) -> str:
    return ", ".join(step.text for step in steps)


FAIR = Game(
    name="fair",
    title="The Fair",
    designer="nobody",
    players=("Ann", "Bob"),
    folder=Path(__file__).parent,
    state=FAIR_STATE,
    set_up=set_up_fair,
    turn=fair_turn,
    outcome=fair_outcome,
    worth=even,
    ending=lambda s: (WON, s.score[0], s.score[1]),
    options=(Option("copies", 2, range(1, 4), "1.4", "how many cards of the first kind there are"),),
    words={"player": lambda player: ("Ann", "Bob")[player]},
    write_answer=write_answer,
    write_position=write_position,
    read_position=read_position,
    why_not=why_not,
    write_turn=write_turn,
    read_turn=lambda text: text.split(", "),
    frame=lambda state: (0, 0, 1, 1),
    style="",
    backdrop=lambda options, viewer: "",
    layer=lambda state, viewer: {},
    marks=lambda state, viewer: {},
    spots=lambda answer: (answer,),
    say=lambda state, spots: list(spots),
    describe=lambda state, viewer: "",
    text_board=lambda state, viewer, is_plain: "",
    agree_rule="1.7",
)
PENNIES = Game(
    name="pennies",
    title="Pennies",
    designer="nobody",
    players=("Ann", "Bob"),
    folder=Path(__file__).parent,
    state=PENNIES_STATE,
    set_up=set_up_pennies,
    turn=pennies_turn,
    outcome=pennies_outcome,
    worth=even,
    ending=lambda s: (MATCHED, s.laid, s.guessed),
    options=(),
    words={},
    write_answer=write_answer,
    write_position=write_position,
    read_position=read_position,
    why_not=why_not,
    write_turn=write_turn,
    read_turn=lambda text: text.split(", "),
    frame=lambda state: (0, 0, 1, 1),
    style="",
    backdrop=lambda options, viewer: "",
    layer=lambda state, viewer: {},
    marks=lambda state, viewer: {},
    spots=lambda answer: (answer,),
    say=lambda state, spots: list(spots),
    describe=lambda state, viewer: "",
    text_board=lambda state, viewer, is_plain: "",
    agree_rule="1.7",
)
PAIRS = replace(
    PENNIES,
    name="pairs",
    title="Pairs",
    state=PAIRS_STATE,
    turn=pairs_turn,
    outcome=pairs_outcome,
    ending=lambda s: (BLOWN, s.wind),
    options=(
        Option("at", "twice", ("twice", "once"), "3.1", "whether two numbers are laid one by one, or as one answer"),
        TextOption(
            "winds", "1/2/3", ("1/2/3", "0/1/0"), "3.2", "how often each wind blows", "three numbers", read_winds
        ),
    ),
    words={"player": lambda player: ("Ann", "Bob")[player]},
    whole=WHOLE,
    foresee=lambda state, move: {"rain": Fraction(1)} if move == "bid 2" else None,
)


# --- Muster -------------------------------------------------------------------------------------------------------

MUSTER_STATE = np.dtype(
    [*(field for field in PAIRS_STATE.descr if field[0] != "options"), ("options", np.dtype([("points", "i8")]))]
)


def muster_turn(s: Any, t: Any) -> None:
    lay(s, t, 0)
    lay(s, t, 1)
    s.wind = roll(t, 2)
    s.over = 1


def sections(options: Options) -> tuple[Section, ...]:
    points = int(options["points"])
    guards = (
        Item("Guard", 8, 2, ("slow", "strong"), "Stand: does not move", "Foot"),
        Item("Night Guard", 9, 2, group="Foot"),
        Item("Rider", 12, 1, ("fast",), "Charge: moves twice\nHeavy: sinks", "Horse"),
    )
    places = (Item("Hill"), Item("Lake", most=2))
    return (
        Section("Units", "4.1", "points", points, guards, most_rule="4.2"),
        Section("Places", "4.3", "places", 3, places, is_exact=True, is_counted=True),
    )


def check_muster(army: Army, options: Options) -> list[Why]:
    wrong = check_sections(army, sections(options))
    return wrong if army.picks[0] else [*wrong, Why("A force has a unit", ("4.1",))]


def answer_muster(army: Army, options: Options) -> str:
    places = ", ".join(f"{number} {name}" for name, number in Counter(army.picks[1]).items())
    return f"choose {', '.join(army.picks[0])} / {places}"


def read_muster(state: State, text: str) -> tuple[int, ...] | None:
    try:
        army = read_list(text.removeprefix("choose "), sections(state.options))
    except BadNotation:
        return None
    is_fine = answer_muster(army, state.options) == text and not check_muster(army, state.options)
    return (BID + len(army.picks[0]) % 3, BID) if is_fine and len(state.now.answers) < 4 else None


def ready_muster(options: Options) -> dict[str, str]:
    return {"The Watch": "Guard, Night Guard / 3 Hill", "The Riders": "Rider, Guard / 1 Hill, 2 Lake"}


def muster_menu(state: State) -> dict[str, tuple[int, ...]] | None:
    if len(state.now.answers) >= 4:
        return None
    texts = [f"choose {text}" for text in ready_muster(state.options).values()]
    return {text: codes for text in texts if (codes := read_muster(state, text)) is not None}


MUSTER = replace(
    PAIRS,
    name="muster",
    title="Muster",
    state=MUSTER_STATE,
    turn=muster_turn,
    options=(Option("points", 20, range(10, 61), "4.1", "what a force may cost"),),
    whole=Whole(menu=muster_menu, read=read_muster),
    foresee=None,
    builder=Builder(sections, check_muster, ready_muster, answer_muster, options=("points",)),
)
