"""Why an answer is not legal: the rule's number and the facts in the way.

Each reason asks the same functions that make the menu (placing.py, moving.py, firing.py) and names what they found.
"""

from typing import Any

from casemate.games.draughts.answers import (
    ASSIGN,
    AVOID,
    FIRE,
    HOLD,
    LEAVE,
    RAM,
    STEP,
    STOP,
    final_heading,
    from_square,
    kind,
    mounts_of,
    target_of,
    to_square,
    type_of,
)
from casemate.games.draughts.board import (
    HOME,
    NONE,
    PLACE,
    SUNK,
    TARGET,
    WITHDRAWN,
    distance,
    is_afloat,
    ship_on,
    side,
    start,
)
from casemate.games.draughts.firing import bearing, reach_of_guns
from casemate.games.draughts.moving import (
    BARRED,
    CLEAR,
    ENEMY,
    FRIEND,
    MANY,
    OFF_BOARD,
    TURNINGS,
    TURNS,
    between,
    can_leave,
    goal,
    is_bound,
    keeps_course,
    must_meet_friend,
    nearer,
    step_to,
    what_meets,
)
from casemate.games.draughts.notation import is_chance, read_answer
from casemate.games.draughts.packs import is_red
from casemate.games.draughts.placing import CHEAPEST, is_allowed, value_so_far
from casemate.games.draughts.ships import MEMBERS, SQUADRON, TYPES, VALUES
from casemate.words import Reason

Answer = tuple[int, ...] | None

NO_CARDS = Reason("16.9", "no card and no dice are due: the owner of {a:ship} answers")
PLACING_NOW = Reason("3.6", "the squadrons are being placed: {a:ship} is assigned to {b:square} now")
OTHER_SHIP = Reason("3.6 16.2", "ships are assigned in order: {a:ship} is due, not {b:ship}")
OTHER_SQUARE = Reason("3.5 3.6", "{a:ship} starts on {b:square}, not on {c:square}")
NO_MEMBER = Reason("3.3", "{a:player} has the {b:squadron} squadron, which has no {c:type}")
ASSIGNED_BEFORE = Reason("3.6", "the {c:type} of {a:player} stands on another square already")
TOO_DEAR = Reason("3.1", "with the {a:type} the squadron would be worth at least {b}; at most {c} is allowed")
PLACED_BEFORE = Reason("3.6 15.1", "the squadrons have been placed and revealed")

MOVE_FIRST = Reason("5.4", "{a:ship} moves before it fires")
FIRE_NOW = Reason("5.4", "{a:ship} has moved: it fires now, or holds its fire")
OTHER_TURN = Reason("5.2", "{b:ship} is on {c:square}, but the ship activated now is {a:ship}")
NOBODY_THERE = Reason("5.2", "no ship is on {c:square}; the ship activated now, {a:ship}, is on {b:square}")
MUST_MOVE = Reason("8.2", "{a:ship} is free and may not stay in its square")
BEYOND = Reason("1.1", "this board has {b} files and ranks, and no square {a:square}")
NO_STEP = Reason("8.3", "no step leads from {b:square} to {a:square} for a ship heading {c:heading}")
NO_DIAGONAL_STEP = Reason("8.4", "no step leads from {b:square} to {a:square} for a ship heading {c:heading}")
IN_THE_WAY = Reason("8.5", "{a:ship} on {b:square} bars the way to {c:square}")
NO_TURN = Reason("8.7", "from heading {a:heading} a ship may keep it or turn 90 degrees, not to {b:heading}")
NO_SHARP_TURN = Reason(
    "8.8", "from heading {a:heading} a ship may keep it or turn 45 or 90 degrees, not to {b:heading}"
)
IS_RAM = Reason("8.10 11.1", "{a:ship}, an enemy, is on {b:square}: the step there is a ram, and has no turn")
FRIEND_THERE = Reason("8.9", "{a:ship}, of the same squadron, is on {b:square}, and there are other steps")
IS_COLLISION = Reason(
    "8.9 16.4", "{a:ship}, of the same squadron, is on {b:square}: that step is a collision, with no turn"
)
NOT_RED = Reason("11.2 16.4", "the order card of {a:ship} is {b:card}: a friend is avoided, not rammed")
NOT_BLACK = Reason("11.2 16.4", "the order card of {a:ship} is {b:card}: a friend is rammed, not avoided")
ENEMY_RAMMED = Reason("11.1", "{a:ship} on {b:square} is an enemy: it is rammed, not avoided")
NOBODY_TO_MEET = Reason("11.1 11.2", "no ship is on {a:square} to be rammed or avoided")
FARTHER = Reason("9.5", "{a:ship} must keep its course: {b:square} is farther from its goal, rank {c}")
TURNS_AWAY = Reason("9.5", "{a:ship} must keep its course: heading {b:heading} points away from its goal, rank {c}")
NO_WAY_OUT = Reason("8.11", "no step of {a:ship} from {b:square} that is not barred ends off the board")

OWN_SHIP = Reason("12.13", "{a:ship} is of the same squadron: friendly ships cannot be targets")
GONE = {
    SUNK: Reason("12.1 13.1", "{a:ship} is not on the board: it is sunk"),
    WITHDRAWN: Reason("12.1 13.3", "{a:ship} is not on the board: it has left it"),
    HOME: Reason("12.1 13.5", "{a:ship} is not on the board: it has come home"),
}
TOO_FAR = Reason("12.3", "{a:ship} is at range {b}; the guns reach {c}")
TOO_FAR_ON_FIRE = Reason("12.3 6.1", "{a:ship} is at range {b}; the guns of a ship on fire reach {c}")
NO_MOUNT_BEARS = Reason("12.8 12.9", "no gun of {b:ship}, heading {c:heading}, bears on {a:ship}")
FIRED_AT = Reason("12.1", "{a:ship} has been fired at in this activation already")
NOT_SPLIT = Reason("12.1", "all mounts that bear fire together: mounts are named only with the option split_fire")
NAME_MOUNTS = Reason("12.1", "with the option split_fire the mounts are named, for example >{a:ship}:{b}")
NO_MOUNT = Reason("2.2", "{a:ship} has {b} mounts; there is no mount {c}")
SPENT = Reason("12.1 12.8", "mount {b} of {a:ship} has fired in this activation already")
MOUNT_OFF = Reason("12.8", "mount {b} of {a:ship} does not bear on {c:ship}")


def why_not(s: Any, text: str) -> Answer:
    """Why an answer is not legal, as a note; None if it is."""
    if is_chance(text):
        return (NO_CARDS, s.subject)
    answer = read_answer(text)
    if s.asking == PLACE:
        return why_not_assign(s, answer)
    if kind(answer) == ASSIGN:
        return (PLACED_BEFORE,)
    if s.asking == TARGET:
        return why_not_fire(s, answer) if kind(answer) in (FIRE, HOLD) else (FIRE_NOW, s.subject)
    return (MOVE_FIRST, s.subject) if kind(answer) in (FIRE, HOLD) else why_not_move(s, answer)


# --- 3 placing --------------------------------------------------------------------------------------------------------


def why_not_assign(s: Any, answer: int) -> Answer:
    """3.1-3.6"""
    ship, type = s.subject, type_of(answer)
    square = start(s.options.board, ship)
    if kind(answer) != ASSIGN:
        return (PLACING_NOW, ship, square)
    if target_of(answer) != ship:
        return (OTHER_SHIP, ship, target_of(answer))
    if from_square(answer) != square:
        return (OTHER_SQUARE, ship, square, from_square(answer))
    if is_allowed(s, ship, type):
        return None
    squadron = s.squadron[side(ship)]
    if squadron == NONE:
        later = 2 - ship % 3
        return (TOO_DEAR, type, VALUES[type] + value_so_far(s, ship) + later * CHEAPEST, SQUADRON)
    if type not in MEMBERS[squadron]:
        return (NO_MEMBER, side(ship), squadron, type)
    return (ASSIGNED_BEFORE, side(ship), 0, type)


# --- 8 and 9 moving ---------------------------------------------------------------------------------------------------


def why_not_move(s: Any, answer: int) -> Answer:
    """8.2-8.12"""
    ship = s.subject
    here = s.ships[ship].square
    if kind(answer) == STOP:
        return (MUST_MOVE, ship)
    if from_square(answer) != here:
        other = ship_on(s, from_square(answer))
        return (
            (NOBODY_THERE, ship, here, from_square(answer))
            if other == NONE
            else (
                OTHER_TURN,
                ship,
                other,
                from_square(answer),
            )
        )
    if kind(answer) == LEAVE:
        return None if can_leave(s, ship) else (NO_WAY_OUT, ship, here)
    there = to_square(answer)
    return why_not_reach(s, ship, here, there) or why_not_so(s, ship, answer) or why_not_course(s, ship, answer)


def why_not_reach(s: Any, ship: int, here: int, there: int) -> Answer:
    """8.3-8.5 Whether a square is a step away."""
    size, heading = s.options.board, s.ships[ship].heading
    if here == there:
        return (MUST_MOVE, ship)
    if there % 12 >= size or there // 12 >= size:
        return (BEYOND, there, size)
    n = step_number(s, ship, there)
    if n is None:
        return (NO_DIAGONAL_STEP if heading % 2 else NO_STEP, there, here, heading)
    passed = between(s, ship, n)
    return (IN_THE_WAY, ship_on(s, passed), passed, there) if what_meets(s, ship, n) == BARRED else None


def step_number(s: Any, ship: int, there: int) -> int | None:
    """Which of the steps of 8.3 or 8.4 ends on a square."""
    many = MANY[s.ships[ship].heading % 2]
    return next((n for n in range(many) if step_to(s, ship, n) == there), None)


def met(s: Any, ship: int, there: int) -> int:
    n = step_number(s, ship, there)
    return OFF_BOARD if n is None else what_meets(s, ship, n)


def why_not_so(s: Any, ship: int, answer: int) -> Answer:
    """8.7-8.10, 11.1, 11.2 Whether that is how a step into that square is made."""
    there, order = to_square(answer), s.ships[ship].order
    other, meets = ship_on(s, there), met(s, ship, there)
    if meets == CLEAR:
        return why_not_turn(s, ship, final_heading(answer)) if kind(answer) == STEP else (NOBODY_TO_MEET, there)
    if meets == FRIEND and not must_meet_friend(s, ship):
        return (FRIEND_THERE, other, there)
    if kind(answer) == STEP:
        return (IS_RAM if meets == ENEMY else IS_COLLISION, other, there)
    if meets == ENEMY:
        return (ENEMY_RAMMED, other, there) if kind(answer) == AVOID else None
    if kind(answer) == RAM:
        return None if is_red(order) else (NOT_RED, ship, order)
    return (NOT_BLACK, ship, order) if is_red(order) else None


def why_not_turn(s: Any, ship: int, final: int) -> Answer:
    """8.7, 8.8"""
    heading = s.ships[ship].heading
    parity = heading % 2
    if final in [(heading + TURNS[parity][n]) % 8 for n in range(TURNINGS[parity])]:
        return None
    return (NO_SHARP_TURN if parity else NO_TURN, heading, final)


def why_not_course(s: Any, ship: int, answer: int) -> Answer:
    """9.5, 9.7"""
    there = to_square(answer)
    final = final_heading(answer) if kind(answer) == STEP else s.ships[ship].heading
    if keeps_course(s, ship, there, final) or not is_bound(s, ship) or not can_keep_course(s, ship):
        return None
    onward = goal(ship, s.ships[ship].leg)
    rank = s.options.board if onward > 0 else 1
    if nearer(s.ships[ship].square, there) * onward < 0:
        return (FARTHER, ship, there, rank)
    return (TURNS_AWAY, ship, final, rank)


def can_keep_course(s: Any, ship: int) -> bool:
    """9.7 Whether some choice that stays on the board keeps the course."""
    heading, into_friends = s.ships[ship].heading, must_meet_friend(s, ship)
    for n in range(MANY[heading % 2]):
        meets, there = what_meets(s, ship, n), step_to(s, ship, n)
        if meets == CLEAR:
            finals = [(heading + turn) % 8 for turn in TURNS[heading % 2][: TURNINGS[heading % 2]]]
        elif meets == ENEMY or meets == FRIEND and into_friends:
            finals = [heading]
        else:
            continue
        if any(keeps_course(s, ship, there, final) for final in finals):
            return True
    return False


# --- 12 firing --------------------------------------------------------------------------------------------------------


def why_not_fire(s: Any, answer: int) -> Answer:
    """12.1-12.13"""
    if kind(answer) == HOLD:
        return None
    ship, target = s.subject, target_of(answer)
    if side(target) == side(ship):
        return (OWN_SHIP, target)
    if not is_afloat(s, target):
        return (GONE[s.ships[target].fate], target)
    if s.engaged >> target & 1:
        return (FIRED_AT, target)
    far, reach = distance(s.ships[ship].square, s.ships[target].square), reach_of_guns(s, ship)
    if far > reach:
        return (TOO_FAR if reach == 6 else TOO_FAR_ON_FIRE, target, far, reach)
    if not bearing(s, ship, target):
        return (NO_MOUNT_BEARS, target, ship, s.ships[ship].heading)
    return why_not_mounts(s, ship, target, mounts_of(answer))


def why_not_mounts(s: Any, ship: int, target: int, mounts: int) -> Answer:
    """12.8, and the option `split_fire`."""
    bear = bearing(s, ship, target)
    if not s.options.split_fire:
        return (NOT_SPLIT,) if mounts else None
    if not mounts:
        return (NAME_MOUNTS, target, (bear & -bear).bit_length())
    many = len(TYPES[s.ships[ship].type].mounts)
    for place in range(12):
        if mounts >> place & 1:
            if place >= many:
                return (NO_MOUNT, ship, many, place + 1)
            if s.spent >> place & 1:
                return (SPENT, ship, place + 1)
            if not bear >> place & 1:
                return (MOUNT_OFF, ship, place + 1, target)
    return None
