"""Chapters 3, 10 and 11: the turn, its two halves, forfeit and draws."""

from typing import Any

from casemate.games.ironclad.board import (
    BLACK,
    DRAWN,
    EITHER,
    FIRE,
    FORFEIT,
    MOVE,
    NO_ACTION,
    NOBODY,
    PLACE,
    QUIET,
    REPETITION,
    ROBOTS,
    SLIDE,
    STONES,
    WHITE,
    from_place,
    kind,
    to_place,
)
from casemate.games.ironclad.robots import fire, move, offer_robot_actions, shift
from casemate.games.ironclad.stones import offer_stone_actions, place, push, slide
from casemate.table import choose, note, offers
from casemate.words import Reason

PASSED = Reason("3.9", "{a:player} has no robots: the robot half is passed")
FORFEITED = Reason("10.1", "{a:player} has no stone action and forfeits the game")
REPEATED = Reason("11.3", "The same position for the {a:ordinal} time: the game is drawn")
TOO_QUIET = Reason("11.4", "{a} turns without a placement or a lost checker: the game is drawn")


def turn(s: Any, t: Any) -> None:
    """3.2 The owner acts in one sub-game; the opponent then acts for the owner in the other."""
    if s.due == EITHER:
        first_half(s, t)
    if s.winner == NOBODY:
        second_half(s, t)
    if s.winner == NOBODY:
        next_turn(s, t)


def first_half(s: Any, t: Any) -> None:
    """3.2 The owner makes one action, in a sub-game of the owner's choice (3.6)."""
    offer_robot_actions(s, t)
    offer_stone_actions(s, t)
    if offers(t) == 0:  # 10.4
        forfeit(s, t)
        return
    action = choose(t, s.owner)
    act(s, t, action)
    s.first = action
    if s.winner == NOBODY:
        s.due = STONES if kind(action) <= FIRE else ROBOTS


def second_half(s: Any, t: Any) -> None:
    """3.2 The hand makes one action with the owner's pieces in the other sub-game."""
    if s.due == ROBOTS:
        offer_robot_actions(s, t)
    else:
        offer_stone_actions(s, t)
    if offers(t) > 0:
        action = choose(t, hand(s))
        act(s, t, action)
        s.second = action
    elif s.due == ROBOTS:
        note(t, PASSED, s.owner)
        s.second = NO_ACTION
    else:  # 3.10
        forfeit(s, t)


def hand(s: Any) -> int:
    """3.4 The player who makes the action."""
    return s.owner if s.due == EITHER or s.options.second_hand else 1 - s.owner


def forfeit(s: Any, t: Any) -> None:
    """10.1-10.2 The owner loses, whoever's hand was to act."""
    note(t, FORFEITED, s.owner)
    s.winner, s.ending = 1 - s.owner, FORFEIT


def act(s: Any, t: Any, action: int) -> None:
    """5.1, 9.1 One action with the owner's pieces."""
    here, there, what = from_place(action), to_place(action), kind(action)
    if what == MOVE:
        move(s, t, s.owner, here, there)
    elif what == FIRE:
        fire(s, t, s.owner, there)
    elif what == PLACE:
        place(s, t, s.owner, there)
    else:
        slide(s, t, here, there)


# --- draws --------------------------------------------------------------------------------------------------------


def next_turn(s: Any, t: Any) -> None:
    """3.1 The opponent's turn; 11.3-11.4 unless the game is drawn."""
    if s.eventful:
        s.quiet = s.remembered = 0
    else:
        remember_turn(s)
        s.quiet += 1
    s.owner, s.due, s.eventful = 1 - s.owner, EITHER, 0
    s.first, s.slid_before = NOBODY, s.slid
    if s.quiet > 0:
        settle_draw(s, t)


def settle_draw(s: Any, t: Any) -> None:
    if s.options.repetition > 0 and occurrences(s) >= s.options.repetition:
        note(t, REPEATED, s.options.repetition)
        s.winner, s.ending = DRAWN, REPETITION
    elif s.quiet >= s.options.quiet_limit:
        note(t, TOO_QUIET, s.quiet)
        s.winner, s.ending = DRAWN, QUIET


def remember_turn(s: Any) -> None:
    """A quiet turn can be taken back later, if all of it was seen."""
    if s.first == NOBODY:
        s.remembered = 0
        return
    n = s.remembered
    s.firsts[n], s.seconds[n], s.slids[n] = s.first, s.second, s.slid_before
    s.remembered = n + 1


def occurrences(s: Any) -> int:
    """11.3 How often this position has occurred at the start of a turn: the quiet turns are played backwards.

    Quiet turns place nothing and remove nothing, so only what moved and slid can differ; bowls are the same.
    """
    now, slid, times = layout(s), s.slid, 1
    owner = s.owner
    for n in range(s.remembered - 1, -1, -1):
        owner = 1 - owner
        retrace(s, owner, s.seconds[n], True)
        retrace(s, owner, s.firsts[n], True)
        if owner == s.owner and s.slids[n] == slid and layout(s) == now:
            times += 1
    for n in range(s.remembered):
        retrace(s, owner, s.firsts[n], False)
        retrace(s, owner, s.seconds[n], False)
        owner = 1 - owner
    return times


def layout(s: Any) -> tuple[int, int, int, int, int, int, int, int]:
    """Where everything is."""
    white, black, stones = s.checkers[WHITE], s.checkers[BLACK], s.stones
    return white[0], white[1], white[2], black[0], black[1], black[2], stones[WHITE], stones[BLACK]


def retrace(s: Any, owner: int, action: int, backwards: bool) -> None:
    """A quiet action made again, or taken back: only moves and slides change anything."""
    if action == NO_ACTION:
        return
    here, there = from_place(action), to_place(action)
    if backwards:
        here, there = there, here
    if kind(action) == MOVE:
        shift(s, owner, here, there)
    elif kind(action) == SLIDE:
        push(s, here, there)
