"""Chapter 3: squadrons and setup."""

from typing import Any

from casemate.games.draughts.answers import assigns, type_of
from casemate.games.draughts.board import AFLOAT, BLACK, LOT, NONE, NOTHING, PLACE, SHIPS, WHITE, N, S, side, start
from casemate.games.draughts.packs import shuffle
from casemate.games.draughts.ships import FLOTATION, MEMBERS, SQUADRON, SQUADRONS, VALUES
from casemate.table import choose_secretly, note, offer, roll
from casemate.words import Reason

REVEALED = Reason("3.6", "Both sides reveal: {a:fleet} against {b:fleet}")
ASSIGNED = Reason("3.5 3.7", "{a:ship} is a {b:type} on {c:square}")
DRAWN_LOT = Reason("15.3", "{a:player} draws the {b:squadron} squadron")

READY, CHOOSE, RANDOM = range(3)  # how a side comes by its squadron
NAMES = tuple(squadron.name for squadron in SQUADRONS)
FORCES = (*NAMES, "choose", "random", *(f"{white},{black}" for white in NAMES for black in NAMES))
FREE_CHOICE, BY_LOT = len(NAMES), len(NAMES) + 1  # among the values of the option `squadrons`
CHEAPEST = min(VALUES)


def set_up(s: Any) -> None:
    """An empty board, full packs, nothing chosen."""
    for i in range(SHIPS):
        s.ships[i].order = NONE
        s.chosen[i] = NONE
    for player in (WHITE, BLACK):
        s.squadron[player] = ready_made(s, player)
    s.loser = NONE
    shuffle(s)


def ready_made(s: Any, player: int) -> int:
    """3.3 The squadron a side has by the option `squadrons`; NONE where it is chosen or drawn."""
    forces = s.options.squadrons
    if forces < len(MEMBERS):
        return forces
    if forces in (FREE_CHOICE, BY_LOT):
        return NONE
    pairing = forces - BY_LOT - 1
    return pairing % len(MEMBERS) if player == BLACK else pairing // len(MEMBERS)


def place_squadrons(s: Any, t: Any) -> None:
    """3.1-3.8 Lots, then both sides' secret choices, then the reveal."""
    if s.options.squadrons == BY_LOT:
        for player in (WHITE, BLACK):
            draw_lot(s, t, player)
    s.asking = PLACE
    for ship in range(SHIPS):
        s.subject = ship
        offer_types(s, t, ship)
        s.chosen[ship] = type_of(choose_secretly(t, side(ship)))
    note(t, REVEALED, fleet(s, WHITE), fleet(s, BLACK))
    for ship in range(SHIPS):
        put_ship(s, ship, s.chosen[ship])
        note(t, ASSIGNED, ship, s.chosen[ship], s.ships[ship].square)
    for ship in range(SHIPS):
        s.chosen[ship] = NONE
    s.asking, s.subject = NOTHING, 0
    s.turn = 1


def draw_lot(s: Any, t: Any, player: int) -> None:
    """15.3 A ready-made squadron by lot, White first."""
    s.asking, s.subject = LOT, player
    s.squadron[player] = roll(t, len(MEMBERS)) - 1
    note(t, DRAWN_LOT, player, s.squadron[player])


def offer_types(s: Any, t: Any, ship: int) -> None:
    """3.1, 3.6 The types that may stand on a ship's starting square."""
    square = start(s.options.board, ship)
    for type in range(len(VALUES)):
        if is_allowed(s, ship, type):
            offer(t, assigns(ship, square, type))


def is_allowed(s: Any, ship: int, type: int) -> bool:
    """3.1 A total of 15 must remain within reach; 3.6 or a ship of the ready-made squadron not yet assigned."""
    own = s.squadron[side(ship)]
    first = 3 * side(ship)
    if own == NONE:
        return VALUES[type] + value_so_far(s, ship) + (first + 2 - ship) * CHEAPEST <= SQUADRON
    wanted = 0
    for member in MEMBERS[own]:
        if member == type:
            wanted += 1
    for earlier in range(first, ship):
        if s.chosen[earlier] == type:
            wanted -= 1
    return wanted > 0


def value_so_far(s: Any, ship: int) -> int:
    """3.1 What the ships of this side chosen before are worth."""
    value = 0
    for earlier in range(3 * side(ship), ship):
        value += VALUES[s.chosen[earlier]]
    return value


def put_ship(s: Any, ship: int, type: int) -> None:
    """3.5, 3.7, 3.8 On its square, heading for the enemy, with full FP, outbound."""
    record = s.ships[ship]
    record.type, record.fate = type, AFLOAT
    record.square = start(s.options.board, ship)
    record.heading = N if side(ship) == WHITE else S
    record.fp = FLOTATION[type]


def fleet(s: Any, player: int) -> int:
    """The three types of a side as one number, for notes."""
    first = 3 * player
    return s.chosen[first] << 16 | s.chosen[first + 1] << 8 | s.chosen[first + 2]
