"""Chapter 16: answers, activations and positions as text."""

import re
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from typing import Any

from casemate.errors import BadNotation
from casemate.game import NOBODY, State, Step
from casemate.games.draughts.answers import (
    AVOID,
    FIRE,
    HOLD,
    LEAVE,
    RAM,
    STEP,
    STOP,
    assigns,
    final_heading,
    fires,
    from_square,
    kind,
    mounts_of,
    steps,
    target_of,
    to_square,
    type_of,
)
from casemate.games.draughts.board import (
    AFLOAT,
    AGREED,
    BLACK,
    CONTROL,
    DEAL,
    GIVEN_UP,
    GOING_ON,
    HEADINGS,
    HIT,
    HOME,
    HOMEBOUND,
    JOKER,
    LAST_TURN,
    LOT,
    NONE,
    NUMBER,
    ONE_SIDE_GONE,
    OUTBOUND,
    RAMMED,
    RAMMER,
    SHIPS,
    SQUARE,
    SUNK,
    TIMED_OUT,
    UNPLACED,
    WHITE,
    WITHDRAWN,
    ship_name,
    square_name,
)
from casemate.games.draughts.damage import ACTIVATED, EXPLODES, FURTHER, is_damage, verdict
from casemate.games.draughts.moving import AVOIDED, DRIFTED, DRIFTED_OFF, RAMMED_ENEMY, RAMMED_FRIEND, STOPPED
from casemate.games.draughts.packs import ACE, CARD, JACK, KING, QUEEN, card_name, rank, shuffle
from casemate.games.draughts.placing import NAMES, set_up
from casemate.games.draughts.ramming import BLOWS
from casemate.games.draughts.ships import FLOTATION, MOUNTS, SQUADRONS, TYPE, TYPES
from casemate.games.draughts.turn import flotation, next_ship, points, ships_on_board, sunk
from casemate.table import CHANCE
from casemate.words import Reason, Words

PLAYERS = ("White", "Black")
FORMS = "a step b1-b3/E, a ram d4xd6, an avoided friend d4~d5, leaving h5-off, a salvo >B2 or >-"

WIPED_OUT = Reason("14.4", "All ships of {a:player} are sunk, and {b:player} wins")
MORE_POINTS = Reason("14.5 14.6", "{a:player} wins by {b} points to {c}")
MORE_AFLOAT = Reason("14.7", "With {b} points each, {a:player} wins by flotation points")
EVEN = Reason("14.7", "With {a} points and {b} flotation points each, the game is a draw")
GAVE_UP = Reason("14.9", "{a:player} resigns")
TOO_LATE = Reason("14.9", "{a:player} runs out of time")
DRAW_AGREED = Reason("14.7", "A draw was agreed on")


# --- answers ----------------------------------------------------------------------------------------------------------


@cache
def write_answer(answer: int) -> str:
    """16.2-16.6 What a player answers."""
    here, there = square_name(from_square(answer)), square_name(to_square(answer) % 144)
    if kind(answer) == STEP:
        return f"{here}-{there}/{HEADINGS[final_heading(answer)]}"
    if kind(answer) == RAM:
        return f"{here}x{there}"
    if kind(answer) == AVOID:
        return f"{here}~{there}"
    if kind(answer) == LEAVE:
        return f"{here}-off"
    if kind(answer) == HOLD:
        return ">-"
    if kind(answer) == FIRE:
        return f">{ship_name(target_of(answer))}{write_mounts(mounts_of(answer))}"
    return f"{ship_name(target_of(answer))} {here} {TYPES[type_of(answer)].name}"


def write_mounts(mounts: int) -> str:
    """Chapter 17, `split_fire`: the mounts by their places in table 2.5."""
    return ":" + "".join(str(place + 1) for place in range(MOUNTS) if mounts >> place & 1) if mounts else ""


SQUARES, SHIP_NAME = r"([a-l]\d\d?)", "([WB][123])"


def read_answer(text: str) -> int:
    """16.2-16.6 The answer a text says, legal or not."""
    if found := re.fullmatch(f"{SQUARES}-{SQUARES}/(N|NE|E|SE|S|SW|W|NW)", text, re.ASCII):
        return steps(square(found[1]), square(found[2]), HEADINGS.index(found[3]))
    if found := re.fullmatch(f"{SQUARES}([x~]){SQUARES}", text, re.ASCII):
        return (RAM if found[2] == "x" else AVOID) | steps(square(found[1]), square(found[3]), 0)
    if found := re.fullmatch(f"{SQUARES}-off", text, re.ASCII):
        return LEAVE | steps(square(found[1]), 0, 0)
    if text in (">-", "stop"):
        return HOLD if text == ">-" else STOP
    if found := re.fullmatch(f">{SHIP_NAME}(:[1-9]+)?", text, re.ASCII):
        return fires(NUMBER[found[1]], read_mounts(found[2] or ""))
    if found := re.fullmatch(f"{SHIP_NAME} {SQUARES} ([a-z_]+)", text, re.ASCII):
        if found[3] not in TYPE:
            raise BadNotation(f"{found[3]!r:.60} is no type of ship (2.5)")
        return assigns(NUMBER[found[1]], square(found[2]), TYPE[found[3]])
    raise BadNotation(f"{text!r:.60} is not {FORMS} (16.2-16.6)")


def is_chance(text: str) -> bool:
    """16.9 Whether a text is what cards or dice answer."""
    cards = r"dc \S\S|ram \S\S(/\S\S)?|/\S\S|[A2-9TJQK][HCDS]|\*\*|[0-9]+/[0-9]+"
    dealt = r"(deal )?[WB][123]=\S\S( [WB][123]=\S\S)*|lot [WB]=[a-z_]+"
    return re.fullmatch(f"{cards}|{dealt}", text, re.ASCII) is not None


def square(text: str) -> int:
    if text not in SQUARE:
        raise BadNotation(f"{text!r:.60} is no square of any board")
    return SQUARE[text]


def read_mounts(text: str) -> int:
    """The mounts as bits; each is named once, in order."""
    places = [int(digit) for digit in text[1:]]
    if places != sorted(set(places)) or any(place > MOUNTS for place in places):
        raise BadNotation(f"mounts are named once each and in order, at most {MOUNTS}, not {text!r:.60}")
    return sum(1 << place - 1 for place in places)


def write_chance(state: State, code: int) -> str:
    """16.2, 16.5, 16.6, 16.9 What dice or cards answer."""
    asking, subject = state.glance("asking", "subject")
    if asking == LOT:
        return f"lot {'WB'[subject]}={NAMES[code - 1]}"
    if asking == DEAL:
        return f"{ship_name(subject)}={card_name(code)}"
    if asking in BEFORE_CARDS:
        return BEFORE_CARDS[asking] + card_name(code)
    question = state.now.question
    return f"{code}/{question.dice if question else 0}"


BEFORE_CARDS = {CONTROL: "dc ", RAMMER: "ram ", RAMMED: "/", HIT: ""}


# --- activations ------------------------------------------------------------------------------------------------------


def write_turn(steps: Sequence[Step]) -> str:
    """16.2, 16.7 The placing, a deal, or an activation: the ship, its order card and its parts."""
    first = steps[0].text
    if first[2:3] == "=":
        return f"deal {' '.join(step.text for step in steps)}"
    begun = next((event.numbers for event in steps[0].events if event.reason == ACTIVATED), None)
    if begun is None:
        return "; ".join(step.text for step in steps)
    return f"{ship_name(begun[0])} {card_name(begun[1])}: {'; '.join(parts(steps))}"


def parts(steps: Iterable[Step]) -> list[str]:
    """16.3-16.6 The parts of an activation; moves that are not asked are written too."""
    written: list[str] = []
    for step in steps:
        if step.text[0] == "/":
            written[-1] += step.text
        elif step.player != CHANCE or step.text.startswith(("dc ", "ram ")):
            written.append(step.text)
        else:
            written[-1] += f" {step.text}"
        if step.text.startswith("dc "):
            written += [UNASKED[event.reason](*event.numbers) for event in step.events if event.reason in UNASKED]
    return written


def two_squares(mark: str) -> Callable[[int, int, int], str]:
    return lambda ship, course, other: f"{square_name(course >> 8)}{mark}{square_name(course & 255)}"


UNASKED: dict[int, Callable[[int, int, int], str]] = {
    STOPPED: lambda ship, here, _: "stop",
    DRIFTED: lambda ship, course, heading: f"{two_squares('-')(ship, course, heading)}/{HEADINGS[heading]}",
    DRIFTED_OFF: lambda ship, here, _: f"{square_name(here)}-off",
    AVOIDED: two_squares("~"),
    RAMMED_ENEMY: two_squares("x"),
    RAMMED_FRIEND: two_squares("x"),
}


def read_turn(text: str) -> list[str]:
    """The answers in a written turn, and between them the moves that were not asked."""
    words = " ".join(text.split())
    if re.fullmatch(r"deal( [WB][123]=\S\S)+", words):
        return words.split(" ")[1:]
    if is_chance(words):
        return [words]
    if not re.match(r"[WB][123] \S\S: \S|[WB][123] [a-l]\d\d? [a-z]|lot [WB]=|[a-l]\d\d?[-x~]", words):
        raise BadNotation(
            f"a deal is written `deal W1=7C W2=AS`, an activation `W1 7C: b1-b3/N`, and squadrons are placed as "
            f"`W1 b1 monitor; W2 d1 corvette` (16.2, 16.7), not as {text!r:.80}"
        )
    return [answer for part in re.sub(r"^[WB][123] \S\S: ", "", words).split("; ") for answer in split_part(part)]


def split_part(part: str) -> list[str]:
    """16.9 One part as the answers given one at a time."""
    if found := re.fullmatch(r"(ram \S\S)(/\S\S)", part):
        return [found[1], found[2]]
    return part.split(" ") if part.startswith(">") else [part]


# --- positions --------------------------------------------------------------------------------------------------------


def write_position(state: State) -> str:
    """16.8 Ten fields; fields 1 to 9 stand as they were before what field 10 tells."""
    since = state.now.answers
    is_over = state.result is not None
    s = state.here if is_over else begun(state)
    cards = [f"{ship_name(i)}={card_name(s.ships[i].order)}" for i in range(SHIPS) if s.ships[i].order != NONE]
    fields = [
        str(s.turn),
        *(write_ship(s, ship) for ship in range(SHIPS)),
        "-" if is_over else " ".join(cards) or "-",
        "-" if is_over else " ".join(map(card_name, discards(s))) or "-",
        write_end(state) if is_over else write_turn(state.steps[-len(since) :]) if since else "-",
    ]
    return " | ".join(fields)


ENDINGS = {GIVEN_UP: "{} resigns", TIMED_OUT: "{} runs out of time", AGREED: "draw agreed"}


def write_end(state: State) -> str:
    """16.8, 16.10 `over` or `W resigns`."""
    last, s = state.now.step, state.here
    if last is not None and last.player == NOBODY:
        return abridged(last.text)
    return ENDINGS[s.ending].format("WB"[s.loser]) if s.ending in ENDINGS else "over"


def abridged(text: str) -> str:
    """16.10 `W resigns` for `White resigns`."""
    for player in PLAYERS:
        text = text.replace(f"{player} ", f"{player[0]} ")
    return text


def begun(state: State) -> Any:
    """The position at the start of the turn in progress."""
    now = state.now
    if not hasattr(now.states, "dtype"):
        return now.states[0]
    twin = copy(state)
    twin.moments = [replace(now, states=now.states[[0, 0]])]
    return twin.here


def write_ship(s: Any, ship: int) -> str:
    """16.8 Name, type, square and heading, FP, leg, damage in the order received, and `!` while it has way."""
    record, name = s.ships[ship], ship_name(ship)
    if record.fate == UNPLACED:
        return f"{name} -"
    type = TYPES[record.type].name
    if record.fate != AFLOAT:
        return f"{name} {type} {FATES[record.fate]}{f' {record.fp}' if record.fate == HOME else ''}"
    place = f"{square_name(record.square)}/{HEADINGS[record.heading]}"
    damage = ",".join(card_name(record.damage[n]) for n in range(record.damages)) or "-"
    return f"{name} {type} {place} {record.fp} {'oh'[record.leg]} {damage}{'!' if record.way else ''}"


FATES = {SUNK: "sunk", WITHDRAWN: "off", HOME: "home"}


def in_force(s: Any) -> list[int]:
    """4.6 All damage cards in force."""
    return [ship.damage[n] for ship in s.ships if ship.fate == AFLOAT for n in range(ship.damages)]


def discards(s: Any) -> list[int]:
    """4.4 The damage cards that are neither in the pack nor in force, in the order of 5.2, Jokers last."""
    held = in_force(s)
    gone = [card for card in range(JOKER) if not s.pack[card] and card not in held]
    return gone + [JOKER] * (s.options.jokers - s.pack[JOKER])


def read_position(text: str, s: Any) -> Sequence[str]:
    """16.8 Fills in a position; returns what has been answered since."""
    fields = text.split(" | ")
    if len(fields) != 10:
        raise BadNotation(f"a position has ten fields separated by ' | ' (16.8), not {len(fields)}: {text!r:.80}")
    turn, ships, cards, left, so_far = fields[0], fields[1:7], fields[7], fields[8], fields[9]
    if not re.fullmatch(r"0|[1-9]\d?", turn, re.ASCII) or int(turn) > s.options.turn_limit:
        raise BadNotation(f"the turn is a number up to {s.options.turn_limit} (16.8, 14.2), not {turn!r:.60}")
    s.turn = int(turn)
    set_up(s)
    read_ending(s, so_far)
    for ship, field in enumerate(ships):
        read_ship(s, ship, field)
    shuffle(s)
    read_cards(s, cards)
    read_discards(s, left)
    return read_so_far(s, so_far, cards, left)


def read_ship(s: Any, ship: int, text: str) -> None:
    """Fields 2 to 7."""
    name, record = ship_name(ship), s.ships[ship]
    if s.turn == 0:
        if text != f"{name} -":
            raise BadNotation(f"in turn 0 no ship is placed yet: {name + ' -'!r} (16.8), not {text!r:.80}")
        return
    words = text.split(" ")
    if len(words) < 3 or words[0] != name or words[1] not in TYPE:
        raise BadNotation(
            f"the field of {name} is its name, its type (2.5) and what has become of it, not {text!r:.80}"
        )
    record.type = TYPE[words[1]]
    if words[2:] in (["sunk"], ["off"]):
        record.fate = SUNK if words[2] == "sunk" else WITHDRAWN
        return
    if words[2] == "home" and len(words) == 4:
        record.fate, record.fp = HOME, read_fp(s, ship, words[3])
        return
    found = re.fullmatch(f"{SQUARES}/([NESW]{{1,2}})", words[2], re.ASCII)
    if not found or found[2] not in HEADINGS or len(words) != 6:
        raise BadNotation(f"{name} is on the board like 'd4/N 8 o -', or sunk, off or home (16.8), not {text!r:.80}")
    record.fate, record.heading = AFLOAT, HEADINGS.index(found[2])
    record.square = read_square(s, ship, found[1])
    record.fp = read_fp(s, ship, words[3], is_given_up=s.ending > LAST_TURN)
    if words[4] not in ("o", "h"):
        raise BadNotation(f"the leg of {name} is o or h (16.8), not {words[4]!r:.60}")
    record.leg = HOMEBOUND if words[4] == "h" else OUTBOUND
    read_damage(s, ship, words[5])


def read_square(s: Any, ship: int, text: str) -> int:
    found = SQUARE.get(text, NONE)
    if found == NONE or found % 12 >= s.options.board or found // 12 >= s.options.board:
        raise BadNotation(f"{text!r:.60} is no square of this board (1.1)")
    for earlier in range(ship):
        if s.ships[earlier].fate == AFLOAT and s.ships[earlier].square == found:
            raise BadNotation(f"{ship_name(earlier)} and {ship_name(ship)} are both on {text} (1.3)")
    return found


def read_fp(s: Any, ship: int, text: str, is_given_up: bool = False) -> int:
    """2.5, 13.1; 14.9 a game given up between the two cards of a ram (11.3) leaves a ship that is not yet sunk."""
    most, least = FLOTATION[s.ships[ship].type], 1 - max(BLOWS[0]) if is_given_up else 1
    if not re.fullmatch(r"0|-?[1-9]\d?", text, re.ASCII) or not least <= int(text) <= most:
        raise BadNotation(f"{ship_name(ship)} has {least} to {most} FP (2.5, 13.1), not {text!r:.60}")
    return int(text)


def read_damage(s: Any, ship: int, text: str) -> None:
    """The cards in force, and `!` while a ship with an Engine Hit has way."""
    record, name = s.ships[ship], ship_name(ship)
    if text == "-":
        return
    held = in_force(s)
    record.way = int(text.endswith("!"))
    for word in text.removesuffix("!").split(","):
        card = CARD.get(word, JOKER)
        if not is_damage(card):
            raise BadNotation(f"A, J, Q and K can be in force on {name} (6.1), not {word!r:.60}")
        if card in held:
            raise BadNotation(f"{word} is in force twice; there is one in the pack (4.2)")
        held.append(card)
        record.damage[record.damages] = card
        record.damages += 1
    if record.way and not any(rank(record.damage[n]) == KING for n in range(record.damages)):
        raise BadNotation(f"! stands after an Engine Hit (10.4), and {name} has none: {text!r:.60}")


def read_cards(s: Any, text: str) -> None:
    """Field 8."""
    if text == "-":
        return
    last = NONE
    for word in text.split(" "):
        found = re.fullmatch(f"{SHIP_NAME}=(..)", word)
        if not found or CARD.get(found[2], JOKER) == JOKER:
            raise BadNotation(f"an order card is written like W1=7C (16.8), not {word!r:.60}")
        ship, card = NUMBER[found[1]], CARD[found[2]]
        if ship <= last:
            raise BadNotation(f"the order cards stand in the order of the ships (16.8), not {text!r:.60}")
        if s.ships[ship].fate != AFLOAT:
            raise BadNotation(f"{found[1]} is not on the board and has no order card (5.1)")
        if any(s.ships[i].order == card for i in range(SHIPS)):
            raise BadNotation(f"{found[2]} is dealt twice; there is one in the pack (4.1)")
        s.ships[ship].order = card
        last = ship


def read_discards(s: Any, text: str) -> None:
    """Field 9."""
    if text == "-":
        return
    words = text.split(" ")
    cards = [CARD.get(word, NONE) for word in words]
    if NONE in cards or cards != sorted(cards):
        raise BadNotation(f"the discards are cards in the order of 5.2, Jokers last (16.8), not {text!r:.60}")
    for card in cards:
        if not s.pack[card]:
            raise BadNotation(f"{card_name(card)} is among the discards once more than the pack has it (4.2)")
        s.pack[card] -= 1


def read_ending(s: Any, text: str) -> None:
    """14.9, 16.10 Whether somebody gave up."""
    for ending, form in ENDINGS.items():
        for player in (WHITE, BLACK):
            if text == form.format("WB"[player]):
                s.ending, s.loser = ending, NONE if ending == AGREED else player


def read_so_far(s: Any, text: str, cards: str, left: str) -> list[str]:
    """Field 10: how the game ended, or the answers since fields 1 to 9."""
    gone = [player for player in (WHITE, BLACK) if s.turn and not ships_on_board(s, player)]
    if text == "over":
        if not gone and s.turn != s.options.turn_limit:
            raise BadNotation(
                "both sides have ships on the board and it is not the last turn: the game is not over (14.1)"
            )
        s.ending = ONE_SIDE_GONE if gone else LAST_TURN
    elif gone:
        raise BadNotation(f"{PLAYERS[gone[0]]} has no ship on the board: the game is over (14.1), and field 10 says so")
    if s.ending != GOING_ON:
        if (cards, left) != ("-", "-"):
            raise BadNotation("after the end fields 8 and 9 are - (16.8)")
        return []
    if s.turn == 0 and (cards, left) != ("-", "-"):
        raise BadNotation("in turn 0 fields 8 and 9 are - (16.8)")
    return [] if text == "-" else answers_in(s, text)


def answers_in(s: Any, text: str) -> list[str]:
    """The answers of a turn in progress; moves that were not asked are left out."""
    answers = read_turn(text)
    ship = next_ship(s)
    if s.turn == 0 or ship == NONE or not answers or not answers[0].startswith("dc "):
        return answers
    card = CARD.get(answers[0][3:], NONE)
    if card == NONE or s.ships[ship].damages == 0 or is_free_after(s, ship, card):
        return answers
    return answers[:1] + answers[2:]


def is_free_after(s: Any, ship: int, card: int) -> bool:
    """8.1 Whether a ship is free when this card has been drawn for damage control (7.8)."""
    found = verdict(s, ship, card)
    record = s.ships[ship]
    held = [record.damage[n] for n in range(record.damages) if n != found]
    if found == FURTHER:
        held.append(card)
    return found == EXPLODES or all(rank(damage) == JACK for damage in held)


# --- words ------------------------------------------------------------------------------------------------------------

RANK_NAMES = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
SUIT_NAMES = ("hearts", "clubs", "diamonds", "spades")
DAMAGE_NAMES = {ACE: "a Conning Tower Hit", JACK: "a fire on board", QUEEN: "a Steering Hit", KING: "an Engine Hit"}
DANGERS = ("conning tower hit", "fire", "steering hit", "engine hit", "flotation hit")


def say_card(card: int) -> str:
    return "a Joker" if card == JOKER else f"the {RANK_NAMES[rank(card)]} of {SUIT_NAMES[card % 4]}"


def say_dangers(numbers: int) -> str:
    """The cards of each kind of damage that are left in the pack (firing.py)."""
    counts = [numbers >> 4 * place & 15 for place in range(4, -1, -1)]
    return ", ".join(f"{count} {name}{'s' if count != 1 else ''}" for count, name in zip(counts, DANGERS, strict=True))


def say_fleet(types: int) -> str:
    return ", ".join(TYPES[types >> shift & 255].title for shift in (16, 8, 0))


def counted(one: str, many: str) -> Callable[[int], str]:
    return lambda number: f"{number} {one if number == 1 else many}"


WORDS: Words = {
    "player": lambda player: PLAYERS[player],
    "ship": ship_name,
    "type": lambda type: TYPES[type].title,
    "fleet": say_fleet,
    "squadron": lambda squadron: SQUADRONS[squadron].title,
    "square": square_name,
    "course": lambda course: f"{square_name(course >> 8)} to {square_name(course & 255)}",
    "heading": lambda heading: HEADINGS[heading],
    "card": say_card,
    "suit": lambda suit: SUIT_NAMES[suit],
    "damage": lambda kind: DAMAGE_NAMES[kind],
    "dangers": say_dangers,
    "dice": counted("die", "dice"),
    "points": counted("point", "points"),
    "ships": lambda ships: ", ".join(ship_name(ship) for ship in range(SHIPS) if ships >> ship & 1),
}


def ending(s: Any) -> tuple[int, ...]:
    """14.4-14.9 How the game ended."""
    if s.ending in (GIVEN_UP, TIMED_OUT):
        return (GAVE_UP if s.ending == GIVEN_UP else TOO_LATE, s.loser)
    if s.ending == AGREED:
        return (DRAW_AGREED,)
    white, black = points(s, WHITE), points(s, BLACK)
    for player in (WHITE, BLACK):
        if sunk(s, player) == 3 and sunk(s, 1 - player) < 3:
            return (WIPED_OUT, player, 1 - player)
    if white != black:
        return (MORE_POINTS, WHITE if white > black else BLACK, max(white, black), min(white, black))
    lead = flotation(s, WHITE) - flotation(s, BLACK)
    if lead:
        return (MORE_AFLOAT, WHITE if lead > 0 else BLACK, white)
    return (EVEN, white, flotation(s, WHITE))
