"""Chapters 8, 9 and 10: movement of free ships, the course, and movement of damaged ships."""

from typing import Any

from casemate.games.draughts.answers import (
    AVOID,
    LEAVE,
    RAM,
    STEP,
    final_heading,
    from_square,
    kind,
    pair,
    steps,
    to_square,
)
from casemate.games.draughts.board import (
    HOMEBOUND,
    MOVE,
    NONE,
    NORTHWARD,
    OUTBOUND,
    SHIPS,
    WHITE,
    WITHDRAWN,
    ahead,
    distance,
    far_rank,
    is_afloat,
    ship_on,
    side,
)
from casemate.games.draughts.damage import ACTIVATED, in_force, is_disabled, leave_play
from casemate.games.draughts.packs import KING, QUEEN, is_red, rank
from casemate.games.draughts.ramming import ram
from casemate.table import choose, note, offer, offers
from casemate.words import Reason

MOVED = Reason("8.3 8.7", "{a:ship} moves {b:course}, heading {c:heading}")
DRIFTED = Reason("10.1", "{a:ship} has no choice: it moves {b:course}, heading {c:heading}")
STOPPED = Reason("10.4", "{a:ship} lies stopped on {b:square}")
NO_WAY_LEFT = Reason("10.4", "{a:ship} has lost its way and is stopped")
LEFT_BOARD = Reason("8.11 13.3", "{a:ship} leaves the board from {b:square} and is withdrawn")
DRIFTED_OFF = Reason("10.9 13.3", "{a:ship} leaves the board from {b:square}: it has no choice, and is withdrawn")
RAMMED_ENEMY = Reason("11.1", "{a:ship} rams {c:ship}: {b:course}")
RAMMED_FRIEND = Reason("11.2", "{a:ship} has a red order card and rams {c:ship}: {b:course}")
AVOIDED = Reason("11.2 11.9", "{a:ship} has a black order card and avoids {c:ship}: {b:course}")
SWUNG = Reason("10.8", "The jammed rudder swings {a:ship} round: it heads {b:heading}")
TURNED_BACK = Reason("9.3", "{a:ship} has touched its far rank and is homebound")

STRAIGHT, DIAGONAL = 0, 1
STEPS = (  # 8.3, 8.4: by the kind of heading, points to starboard and squares
    ((0, 1), (0, 2), (-1, 1), (1, 1), (0, 0)),
    ((0, 1), (-1, 1), (-1, 2), (1, 1), (1, 2)),
)
MANY = (4, 5)  # how many steps there are
TURNS = ((-2, 0, 2, 0, 0), (-2, -1, 0, 1, 2))  # 8.7, 8.8: points to starboard
TURNINGS = (3, 5)
CLEAR, FRIEND, ENEMY, OFF_BOARD, BARRED = range(5)  # what a step meets


# --- 8 free ships ---------------------------------------------------------------------------------------------------


def move(s: Any, t: Any, ship: int, was_damaged: bool) -> bool:
    """5.4 The movement of an activation; returns whether the ship rammed."""
    rammed = drift(s, t, ship) if is_disabled(s, ship) else steer(s, t, ship, was_damaged)
    if is_afloat(s, ship):
        reach(s, t, ship)
    return rammed


def steer(s: Any, t: Any, ship: int, was_damaged: bool) -> bool:
    """8.12 A free ship's choice."""
    offer_moves(s, t, ship)
    s.asking = MOVE
    answer = choose(t, side(ship))
    if not was_damaged:
        note(t, ACTIVATED, ship, s.ships[ship].order)
    here, there = from_square(answer), to_square(answer)
    if kind(answer) == STEP:
        s.ships[ship].square, s.ships[ship].heading = there, final_heading(answer)
        note(t, MOVED, ship, pair(here, there), final_heading(answer))
    elif kind(answer) == LEAVE:
        note(t, LEFT_BOARD, ship, here)
        leave_play(s, ship, WITHDRAWN)
    else:
        return collide(s, t, ship, there)
    return False


def offer_moves(s: Any, t: Any, ship: int) -> None:
    """8.12, 9.5; 9.7 if nothing keeps the course, it does not bind."""
    if is_bound(s, ship):
        offer_steps(s, t, ship, True)
    if offers(t) == 0:
        offer_steps(s, t, ship, False)
    if can_leave(s, ship):
        offer(t, LEAVE | s.ships[ship].square << 12)


def offer_steps(s: Any, t: Any, ship: int, is_bound: bool) -> None:
    """8.3-8.10 Steps with turns, rams, and steps into friends' squares where there is nothing else."""
    here, heading = s.ships[ship].square, s.ships[ship].heading
    parity = heading % 2
    into_friends = must_meet_friend(s, ship)
    for n in range(MANY[parity]):
        there = step_to(s, ship, n)
        meets = what_meets(s, ship, n)
        if meets == CLEAR:
            for turn in range(TURNINGS[parity]):
                final = (heading + TURNS[parity][turn]) % 8
                if not is_bound or keeps_course(s, ship, there, final):
                    offer(t, steps(here, there, final))
        elif (meets == ENEMY or meets == FRIEND and into_friends) and (
            not is_bound or keeps_course(s, ship, there, heading)
        ):
            offer(t, colliding(s, ship, meets) | here << 12 | there << 4)


def colliding(s: Any, ship: int, meets: int) -> int:
    """11.1, 11.2, 16.4 Enemies are rammed; friends by a red order card, avoided by a black one."""
    return RAM if meets == ENEMY or is_red(s.ships[ship].order) else AVOID


def step_to(s: Any, ship: int, n: int) -> int:
    """8.3, 8.4 Where a step ends; NONE off the board."""
    heading = s.ships[ship].heading
    turn, far = STEPS[heading % 2][n]
    return ahead(s.options.board, s.ships[ship].square, (heading + turn) % 8, far)


def between(s: Any, ship: int, n: int) -> int:
    """8.5 The square a two-square step passes through; NONE for others, or off the board."""
    heading = s.ships[ship].heading
    turn, far = STEPS[heading % 2][n]
    return ahead(s.options.board, s.ships[ship].square, (heading + turn) % 8, 1) if far == 2 else NONE


def what_meets(s: Any, ship: int, n: int) -> int:
    """8.5, 8.9-8.11 What stands at the end of a step, or in its way."""
    passed = between(s, ship, n)
    if passed != NONE and not s.options.pass_through and ship_on(s, passed) != NONE:
        return BARRED
    there = step_to(s, ship, n)
    if there == NONE:
        return OFF_BOARD
    other = ship_on(s, there)
    if other == NONE:
        return CLEAR
    return FRIEND if side(other) == side(ship) else ENEMY


def must_meet_friend(s: Any, ship: int) -> bool:
    """8.9 Whether every step that stays on the board and is not barred ends in a friend's square."""
    return how_many(s, ship, CLEAR) + how_many(s, ship, ENEMY) == 0


def can_leave(s: Any, ship: int) -> bool:
    """8.11 Whether a step that is not barred would end off the board."""
    return how_many(s, ship, OFF_BOARD) > 0


def how_many(s: Any, ship: int, what: int) -> int:
    """How many steps meet that."""
    found = 0
    for n in range(MANY[s.ships[ship].heading % 2]):
        if what_meets(s, ship, n) == what:
            found += 1
    return found


# --- 9 the course ---------------------------------------------------------------------------------------------------


def is_bound(s: Any, ship: int) -> bool:
    """9.5, 9.8 Whether the ship must keep its course, if it can; not with the option `course` = free."""
    return not s.options.course and prey(s, ship) == NONE


def prey(s: Any, ship: int) -> int:
    """9.8 A disabled enemy ship within 6 squares; NONE if there is none."""
    here = s.ships[ship].square
    for i in range(SHIPS):
        if is_enemy(s, ship, i) and distance(s.ships[i].square, here) <= 6 and is_disabled(s, i):
            return i
    return NONE


def is_enemy(s: Any, ship: int, other: int) -> bool:
    """Whether another ship is an enemy on the board."""
    return side(other) != side(ship) and is_afloat(s, other)


def goal(ship: int, leg: int) -> int:
    """9.4 Whether the goal lies up the board (1) or down (-1)."""
    return 1 if (side(ship) == WHITE) == (leg == OUTBOUND) else -1


def keeps_course(s: Any, ship: int, there: int, heading: int) -> bool:
    """9.5, 9.6 No farther from the goal, and no heading away from it."""
    onward = goal(ship, s.ships[ship].leg)
    return nearer(s.ships[ship].square, there) * onward >= 0 and NORTHWARD[heading] * onward >= 0


def nearer(here: int, there: int) -> int:
    """Ranks up the board."""
    return there // 12 - here // 12


def reach(s: Any, t: Any, ship: int) -> None:
    """9.3 An outbound ship that ends its movement on its far rank becomes homebound."""
    record = s.ships[ship]
    if record.leg == OUTBOUND and record.square // 12 == far_rank(s, side(ship)):
        record.leg = HOMEBOUND
        note(t, TURNED_BACK, ship)


# --- 10 damaged ships -----------------------------------------------------------------------------------------------


def drift(s: Any, t: Any, ship: int) -> bool:
    """10.2-10.4 A ship that is not free moves one square straight ahead, or lies stopped; whether it rammed."""
    record = s.ships[ship]
    here, turn = record.square, 0
    if in_force(s, ship, KING) > 0:
        if record.way == 0:
            note(t, STOPPED, ship, here)
            return False
        record.way = 0
        note(t, NO_WAY_LEFT, ship)
    else:
        turn = jammed(s, ship)
    heading = (record.heading + turn) % 8
    there = ahead(s.options.board, here, record.heading, 1)
    if there == NONE:
        note(t, DRIFTED_OFF, ship, here)
        leave_play(s, ship, WITHDRAWN)
        return False
    if ship_on(s, there) == NONE:
        record.square, record.heading = there, heading
        note(t, DRIFTED, ship, pair(here, there), heading)
        return False
    rammed = collide(s, t, ship, there)
    if turn != 0 and is_afloat(s, ship):
        record.heading = heading
        note(t, SWUNG, ship, heading)
    return rammed


def jammed(s: Any, ship: int) -> int:
    """10.3 Points to starboard that the rudder turns a ship; 10.7 the Queen received last decides."""
    turn = 0
    for n in range(s.ships[ship].damages):
        card = s.ships[ship].damage[n]
        if rank(card) == QUEEN:
            turn = -1 if is_red(card) else 1
    return turn


# --- 11 collisions --------------------------------------------------------------------------------------------------


def collide(s: Any, t: Any, ship: int, there: int) -> bool:
    """11.1 Enemies are rammed, 11.2 friends rammed or avoided; returns whether the ship rammed."""
    here, other = s.ships[ship].square, ship_on(s, there)
    if side(other) == side(ship) and not is_red(s.ships[ship].order):
        note(t, AVOIDED, ship, pair(here, there), other)
        return False
    note(t, RAMMED_ENEMY if side(other) != side(ship) else RAMMED_FRIEND, ship, pair(here, there), other)
    ram(s, t, ship, other, last_square(s, here, there))
    return True


def last_square(s: Any, here: int, there: int) -> int:
    """11.6 The last square the ship left; with the option `pass_through`, where it came from if that was held."""
    ranks, files = there // 12 - here // 12, there % 12 - here % 12
    if max(abs(ranks), abs(files)) < 2:
        return here
    passed = here + 12 * (ranks // 2) + files // 2
    return passed if ship_on(s, passed) == NONE else here
