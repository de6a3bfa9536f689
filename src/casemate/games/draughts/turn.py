"""Chapters 5, 13 and 14: the turn, coming home, the end of the game and victory."""

from typing import Any

from casemate.games.draughts.board import (
    AFLOAT,
    BLACK,
    DEAL,
    GOING_ON,
    HOME,
    HOMEBOUND,
    LAST_TURN,
    NONE,
    NOTHING,
    ONE_SIDE_GONE,
    SHIPS,
    SUNK,
    WHITE,
    WITHDRAWN,
    home_rank,
    is_afloat,
    side,
)
from casemate.games.draughts.damage import control_damage, leave_play
from casemate.games.draughts.firing import fire
from casemate.games.draughts.moving import move
from casemate.games.draughts.packs import shuffle
from casemate.games.draughts.placing import place_squadrons
from casemate.games.draughts.ships import VALUES
from casemate.table import draw, note
from casemate.words import Reason

DEALT = Reason("5.1", "{a:ship} is dealt {b:card}")
CAME_HOME = Reason("13.5", "{a:ship} has come home with {b:points} of flotation")
NEW_TURN = Reason("5.8 4.5", "Turn {a} begins")
ALL_GONE = Reason("14.1", "{a:player} has no ship left on the board: the game ends")
OUT_OF_TURNS = Reason("14.2", "Turn {a} was the last one: the game ends")

ENEMY_SUNK, ENEMY_WITHDRAWN, OWN_HOME = 2, 1, 1  # 14.5 points for each point of value


def turn(s: Any, t: Any) -> None:
    """5.1, 5.2 The placing; or one deal; or one activation, of the ship with the lowest card."""
    if s.turn == 0:
        place_squadrons(s, t)
    else:
        ship = next_ship(s)
        if ship == NONE:
            deal(s, t)
        else:
            activate(s, t, ship)


def next_ship(s: Any) -> int:
    """5.2, 5.3 The ship with the lowest order card; NONE when no card is left."""
    found, lowest = NONE, 99
    for i in range(SHIPS):
        order = s.ships[i].order
        if order != NONE and order < lowest:
            found, lowest = i, order
    return found


def deal(s: Any, t: Any) -> None:
    """5.1 An order card for every ship on the board."""
    for card in range(len(s.orders)):
        s.orders[card] = 1
    s.asking = DEAL
    for ship in range(SHIPS):
        if is_afloat(s, ship):
            s.subject = ship
            s.ships[ship].order = draw(t, s.orders)
            note(t, DEALT, ship, s.ships[ship].order)
    s.asking, s.subject = NOTHING, 0


def activate(s: Any, t: Any, ship: int) -> None:
    """5.4 Damage control, movement, firing, arrival."""
    s.subject = ship
    was_damaged = control_damage(s, t, ship)
    rammed = False
    if is_afloat(s, ship):
        rammed = move(s, t, ship, was_damaged)
    if is_afloat(s, ship) and not rammed:  # 11.8, 12.2
        fire(s, t, ship)
    if is_afloat(s, ship):
        arrive(s, t, ship)
    s.ships[ship].order = NONE
    s.asking, s.subject = NOTHING, 0
    s.spent = s.engaged = 0
    finish(s, t)


def arrive(s: Any, t: Any, ship: int) -> None:
    """13.5, 13.6 A homebound ship on its home rank has come home."""
    record = s.ships[ship]
    if record.leg == HOMEBOUND and record.square // 12 == home_rank(s, side(ship)):
        note(t, CAME_HOME, ship, record.fp)
        leave_play(s, ship, HOME)


# --- 14 the end -----------------------------------------------------------------------------------------------------


def finish(s: Any, t: Any) -> None:
    """14.1 The game may end after an activation, 14.2 or after the last turn; 5.8, 4.5 or a new turn begins."""
    for player in (WHITE, BLACK):
        if ships_on_board(s, player) == 0 and s.ending == GOING_ON:
            note(t, ALL_GONE, player)
            s.ending = ONE_SIDE_GONE
    if s.ending != GOING_ON or next_ship(s) != NONE:
        return
    if s.turn == s.options.turn_limit:
        note(t, OUT_OF_TURNS, s.turn)
        s.ending = LAST_TURN
        return
    s.turn += 1
    note(t, NEW_TURN, s.turn)
    if not s.options.reshuffle:
        shuffle(s)


def ships_on_board(s: Any, player: int) -> int:
    found = 0
    for i in range(3 * player, 3 * player + 3):
        if s.ships[i].fate == AFLOAT:
            found += 1
    return found


def sunk(s: Any, player: int) -> int:
    found = 0
    for i in range(3 * player, 3 * player + 3):
        if s.ships[i].fate == SUNK:
            found += 1
    return found


def points(s: Any, player: int) -> int:
    """14.5 Enemies sunk and withdrawn, own ships home; 14.3 those still on the board count as home after 14.1."""
    total = 0
    for i in range(SHIPS):
        value, fate = VALUES[s.ships[i].type], s.ships[i].fate
        if side(i) != player and fate == SUNK:
            total += ENEMY_SUNK * value
        elif side(i) != player and fate == WITHDRAWN:
            total += ENEMY_WITHDRAWN * value
        elif side(i) == player and (fate == HOME or fate == AFLOAT and s.ending == ONE_SIDE_GONE):
            total += OWN_HOME * value
    return total


def flotation(s: Any, player: int) -> int:
    """14.7 The FP left on a side's ships that are neither sunk nor withdrawn."""
    total = 0
    for i in range(3 * player, 3 * player + 3):
        if s.ships[i].fate == AFLOAT or s.ships[i].fate == HOME:
            total += s.ships[i].fp
    return total


def outcome(s: Any) -> float:
    """14.4, 14.6, 14.7, 14.9 White's share of a finished game; -1 while it goes on."""
    if s.ending == GOING_ON:
        return -1.0
    if s.ending > LAST_TURN:
        return 0.5 if s.loser == NONE else float(s.loser)
    lost, won = sunk(s, WHITE), sunk(s, BLACK)
    if (lost == 3 or won == 3) and lost != won:  # 14.4
        return 0.0 if lost == 3 else 1.0
    lead = points(s, WHITE) - points(s, BLACK)
    if lead == 0:
        lead = flotation(s, WHITE) - flotation(s, BLACK)
    return 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
