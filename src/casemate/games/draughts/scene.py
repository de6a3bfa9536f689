"""What of a position is drawn and told: as one viewer may see it, in a few plain tuples."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from casemate.game import NOBODY, Moment, State
from casemate.games.draughts.board import (
    AFLOAT,
    DEAL,
    DICE,
    GOING_ON,
    HIT,
    HOME,
    HOMEBOUND,
    JOKER,
    KINDS,
    NONE,
    NUMBER,
    PLACE,
    SHIPS,
    SUNK,
    TARGET,
    UNPLACED,
    WITHDRAWN,
    ship_name,
    square_name,
    start,
)
from casemate.games.draughts.firing import can_fire, reach_of_guns
from casemate.games.draughts.packs import card_name, cards_left
from casemate.games.draughts.placing import is_allowed
from casemate.games.draughts.ships import FLOTATION, MEMBERS, SALVO, TYPES
from casemate.games.draughts.turn import next_ship

FATES = {SUNK: "sunk", WITHDRAWN: "withdrawn", HOME: "home"}
kept = lru_cache(maxsize=4096)


class Vessel(NamedTuple):
    """A ship's record (2.1), as far as the viewer knows it."""

    number: int  # 0 to 5: W1 to B3
    type: int  # NONE while it is not placed, or hidden
    square: str  # empty when it is not on the board
    heading: int
    fp: int
    is_homebound: bool
    damage: tuple[str, ...]
    has_way: bool
    fate: str  # sunk, withdrawn, home
    order: str  # its order card, until its activation is over

    @property
    def name(self) -> str:
        return ship_name(self.number)

    @property
    def side(self) -> int:
        return self.number // 3

    @property
    def title(self) -> str:
        return TYPES[self.type].title

    @property
    def full(self) -> int:
        """The flotation points it started with."""
        return FLOTATION[self.type]

    @property
    def is_stopped(self) -> bool:
        """10.4 With a King in force, and no way left."""
        return not self.has_way and any(card[0] == "K" for card in self.damage)


class Aim(NamedTuple):
    """12.9 An enemy that can be fired at, or is being fired at."""

    target: int
    dice: int
    mounts: int


class Scene(NamedTuple):
    """A position as a viewer sees it."""

    size: int
    turn: int
    limit: int
    vessels: tuple[Vessel, ...]
    active: int  # NONE while no ship is activated
    asking: int  # as board.py names what is asked
    to_move: int | None
    aims: tuple[Aim, ...]
    reach: int  # of the active ship's guns, while a target is asked for
    menu: tuple[int, ...]  # the types of the catalogue while squadrons are placed
    allowed: tuple[int, ...]  # those of them the viewer may place now
    berth: str  # and where
    pack: int  # cards left in the damage pack
    discards: tuple[str, ...]
    trails: tuple[tuple[str, str], ...]  # from where to where ships moved in the last activation
    bursts: tuple[str, ...]  # where salvos and rams fell in it
    ending: str


def seen(state: State, viewer: int | None) -> Scene:
    """What there is to draw and to tell."""
    return scene_of(state, state.now, viewer)


@lru_cache(maxsize=32)
def scene_of(state: State, now: Moment, viewer: int | None) -> Scene:
    """Looked up once for each who sees the same moment."""
    s = state.here
    is_over = state.result is not None
    active = NONE if s.turn == 0 or s.asking == DEAL or is_over else next_ship(s)
    return Scene(
        size=s.options.board,
        turn=s.turn,
        limit=s.options.turn_limit,
        vessels=tuple(vessel(s, number, viewer) for number in range(SHIPS)),
        active=active,
        asking=0 if is_over else s.asking,
        to_move=state.to_move,
        aims=() if active == NONE else aims(s, active, tuple(answers_since(state))),
        reach=reach_of_guns(s, active) if active != NONE and s.asking == TARGET else 0,
        menu=menu(s, viewer, is_over),
        allowed=allowed(s, viewer, is_over),
        berth=square_name(start(s.options.board, s.subject)) if menu(s, viewer, is_over) else "",
        pack=cards_left(s),
        discards=discards(s),
        trails=trails(state),
        bursts=bursts(state),
        ending=state.ending.text if state.ending is not None else "",
    )


def vessel(s: Any, number: int, viewer: int | None) -> Vessel:
    record = s.ships[number]
    if record.fate == UNPLACED:
        return unplaced(s, number, viewer)
    is_afloat = record.fate == AFLOAT
    return Vessel(
        number=number,
        type=int(record.type),
        square=square_name(record.square) if is_afloat else "",
        heading=int(record.heading),
        fp=max(int(record.fp), 0),
        is_homebound=record.leg == HOMEBOUND,
        damage=tuple(card_name(record.damage[n]) for n in range(record.damages)),
        has_way=bool(record.way),
        fate=FATES.get(record.fate, ""),
        order=card_name(record.order) if record.order != NONE and s.ending == GOING_ON else "",
    )


def unplaced(s: Any, number: int, viewer: int | None) -> Vessel:
    """3.6 What is chosen is shown to its owner alone until both sides reveal."""
    type = int(s.chosen[number]) if viewer == number // 3 else NONE
    square = square_name(start(s.options.board, number)) if type != NONE else ""
    full = FLOTATION[type] if type != NONE else 0
    return Vessel(number, type, square, 4 * (number // 3), full, False, (), False, "", "")


def menu(s: Any, viewer: int | None, is_over: bool) -> tuple[int, ...]:
    """3.1, 3.3 The types the side that places has to do with, for that side and for those who watch.

    Not what is left of them: that would tell what has been placed.
    """
    if is_over or s.asking != PLACE or s.turn != 0 or viewer not in (None, s.subject // 3):
        return ()
    squadron = s.squadron[s.subject // 3]
    return tuple(range(len(TYPES)) if squadron == NONE else dict.fromkeys(MEMBERS[squadron]))


def allowed(s: Any, viewer: int | None, is_over: bool) -> tuple[int, ...]:
    """3.6 The types that may be placed now, for the one who places."""
    types = menu(s, viewer, is_over) if viewer is not None else ()
    return tuple(type for type in types if is_allowed(s, s.subject, type))


def answers_since(state: State) -> list[str]:
    """What was answered since the activation, or the deal, began."""
    count = len(state.now.answers)
    return [step.text for step in state.steps[-count:]] if count and state.result is None else []


def aims(s: Any, active: int, answers: tuple[str, ...]) -> tuple[Aim, ...]:
    """12.9 Whom the active ship can fire at, or fires at, and with how many dice."""
    kind = s.ships[active].type
    if s.asking == TARGET:
        found = [(target, can_fire(s, active, target)) for target in range(SHIPS)]
        return tuple(Aim(target, SALVO[kind][mounts], mounts) for target, mounts in found if mounts)
    if s.asking not in (DICE, HIT):
        return ()
    target, _, named = next(text[1:] for text in reversed(answers) if text[0] == ">").partition(":")
    shot = NUMBER[target]
    if named:
        mounts = sum(1 << int(place) - 1 for place in named)
    else:
        mounts = can_fire(s, active, shot) if s.ships[shot].fate == AFLOAT else 0
    return (Aim(shot, SALVO[kind][mounts], mounts),)


def discards(s: Any) -> tuple[str, ...]:
    """4.4 What is neither in the damage pack nor in force."""
    in_force = [ship.damage[n] for ship in s.ships for n in range(ship.damages)]
    found = []
    for card in range(KINDS):
        all_of_it = s.options.jokers if card == JOKER else 1
        found += [card_name(card)] * (all_of_it - int(s.pack[card]) - in_force.count(card))
    return tuple(found)


# What happened last: the activation in progress, or the one before.


def last_activation(state: State) -> tuple[Any, Any, list[str]]:
    """The position before it, the position after it, and what was answered in it."""
    moments = state.moments
    if moments[-1].step is not None and moments[-1].step.player == NOBODY and len(moments) > 1:
        moments = moments[:-1]
    now = moments[-1]
    if now.answers:
        steps = [moment.step for moment in moments[-len(now.answers) :]]
        return now.states[0], now.states[1], [step.text for step in steps if step]
    if len(moments) == 1:
        return now.states[1], now.states[1], []
    before = moments[-2]
    many = len(before.answers) + 1
    return before.states[0], now.states[1], [moment.step.text for moment in moments[-many:] if moment.step]


def where(record: Any) -> list[str]:
    """The squares of the ships on the board; empty for the others. Quick on either kind of record."""
    if isinstance(record, np.void):
        squares, fates = record["ships"]["square"].tolist(), record["ships"]["fate"].tolist()
    else:
        squares, fates = [ship.square for ship in record.ships], [ship.fate for ship in record.ships]
    return [square_name(square) if fate == AFLOAT else "" for square, fate in zip(squares, fates, strict=True)]


def trails(state: State) -> tuple[tuple[str, str], ...]:
    before, after, _ = last_activation(state)
    pairs = zip(where(before), where(after), strict=True)
    return tuple((start, end) for start, end in pairs if start and end and start != end)


def bursts(state: State) -> tuple[str, ...]:
    """Where salvos fell, and where ships were rammed."""
    before, _, answers = last_activation(state)
    at, found = where(before), []
    for text in answers:
        if text[0] == ">" and text != ">-" and not text.startswith(">="):
            found.append(at[NUMBER[text[1:3]]])
        elif "x" in text and text[0].islower():
            found.append(text.split("x")[1])
    return tuple(dict.fromkeys(square for square in found if square))
