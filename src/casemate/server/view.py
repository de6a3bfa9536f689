"""What those at a table see: the whole of it when they come, and afterwards only what has changed.

Who sits where decides what is sent: each audience (a tuple of seats, empty for those who watch) has a face of its own.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec

from casemate.game import AnyOrder, State
from casemate.record import shortened
from casemate.server.tables import Refused, Seats, Table

Face = dict[str, Any]
Changes = dict[str, str | None]  # None: gone
Picture = dict[str, dict[str, str]]  # the moving layer by parts, and what lies where in words
ENCODER = msgspec.json.Encoder(enc_hook=str)  # markup is text


def encode(message: object) -> str:
    return ENCODER.encode(message).decode()


def viewer_of(seats: Seats) -> int | None:
    """Whose side of the board is near."""
    return seats[0] if seats else None


class Moment:
    """One moment of a table: what all see alike, the pictures by viewers, and what is each audience's own."""

    def __init__(self, table: Table, now: int, here: frozenset[int], watching: int) -> None:
        self.table, self.asked = table, table.asked
        self.may_agree = may_agree(table)
        self.pictures: dict[int | None, Picture] = {}
        self.statuses: dict[int | None, str] = {}
        self.common = {
            "n": table.n,
            "at": table.at,
            "turn": table.state.turn_number,
            "to_move": table.state.to_move,
            "frame": table.game.frame(table.state),
            "clock": table.clock.shown(now),
            "people": people(table, here),
            "offers": offers(table),
            "result": result(table),
            "dice": dice(table),
            "thinking": table.thinks is not None,
            "watching": watching,
        }

    def picture(self, seats: Seats) -> Picture:
        table = self.table
        viewer = seen_as(table, seats)
        if viewer not in self.pictures:
            layer, labels = table.game.layer(table.state, viewer), table.game.labels(table.state, viewer)
            self.pictures[viewer] = {"layer": layer, "labels": labels}
        return self.pictures[viewer]

    def status(self, seats: Seats) -> str:
        """Who must do what: where nothing is hidden, told alike to all."""
        viewer = 0 if self.table.game.is_open else seen_as(self.table, seats)
        if viewer not in self.statuses:
            self.statuses[viewer] = status(self.table, viewer)
        return self.statuses[viewer]

    def own(self, seats: Seats) -> Face:
        """What only this audience sees: its answers, with a mark for each spot in them, and what it may do."""
        table, state, game = self.table, self.table.state, self.table.game
        is_asked = self.asked is not None and self.asked in seats
        return {
            "status": self.status(seats),
            "answers": said(state) if is_asked else [],
            "marks": game.marks(state, viewer_of(seats)) if is_asked else {},
            "log": log_for(table, seats),
            "can": allowed(table, seats, is_asked, self.may_agree),
            "builds": builds(table) if is_asked else None,
        }

    def face(self, seats: Seats) -> Face:
        """Everything an audience sees, but for what never changes."""
        return {"viewer": viewer_of(seats), "seats": seats} | self.common | self.picture(seats) | self.own(seats)


class Shown:
    """What has been shown at a table, so that each audience need only be told what has changed since."""

    def __init__(self) -> None:
        self.common: Face = {}
        self.pictures: dict[int | None, Picture] = {}
        self.own: dict[Seats, Face] = {}
        self.viewers: dict[Seats, int | None] = {}  # whose picture each audience was shown

    def news(self, moment: Moment, audiences: Sequence[Seats]) -> dict[Seats, str]:
        """A message for each audience; what several are told alike is written once."""
        common = inside({"n": moment.common["n"]} | differing(self.common, moment.common))
        pictures = dict[tuple[int | None, int | None], str]()
        told, own = dict[Seats, str](), dict[Seats, Face]()
        viewers = dict[Seats, int | None]()
        for seats in audiences:
            own[seats], viewer = moment.own(seats), seen_as(moment.table, seats)
            before, viewers[seats] = self.viewers.get(seats), viewer
            picture, old = moment.picture(seats), self.own.get(seats)
            if old is None:
                told[seats] = encode({"view": whole(moment.table, moment.face(seats))})
                continue
            if (before, viewer) not in pictures:
                pictures[before, viewer] = inside(changed_picture(self.pictures[before], picture))
            parts = (common, pictures[before, viewer], inside(changed_own(old, own[seats])))
            told[seats] = f'{{"update":{{{",".join(part for part in parts if part)}}}}}'
        self.common, self.pictures, self.own, self.viewers = moment.common, moment.pictures, own, viewers
        return told


def seen_as(table: Table, seats: Seats) -> int | None:
    """Whose picture an audience sees: where nothing is hidden, those who watch see the first player's.

    Two at one device see no secret while there is one: each would see the other's.
    """
    if table.game.is_open:
        return viewer_of(seats) or 0
    return None if table.hidden and len(seats) == 2 else viewer_of(seats)


def inside(told: Face) -> str:
    """An object as JSON without its braces."""
    return encode(told)[1:-1] if told else ""


def differing(old: Face, new: Face) -> Face:
    return {key: value for key, value in new.items() if value != old[key]} if old else new


def changed_picture(old: Picture, new: Picture) -> Face:
    return {key: changed for key in new if (changed := changes(old[key], new[key]))}


def changed_own(old: Face, new: Face) -> Face:
    """Marks stay known when they are not shown, for they come again."""
    told: Face = {key: new[key] for key in ("status", "answers", "can", "builds") if new[key] != old[key]}
    marks = {spot: mark for spot, mark in new["marks"].items() if old["marks"].get(spot) != mark}
    if marks:
        told["marks"] = marks
    new["marks"] = old["marks"] | marks
    common = shared(old["log"], new["log"])
    if common < len(old["log"]):
        told["log_from"] = common
    if common < len(new["log"]):
        told["log"] = new["log"][common:]
    return told


def said(state: State) -> list[tuple[Any, ...]]:
    """Each answer with the spots one touches to say it; whether their order is free, and its words on a button."""
    told = []
    for answer in state.moves():
        spots, words = state.game.spots(answer), state.game.name_answer(answer)
        is_loose = isinstance(spots, AnyOrder)
        told.append(
            (answer, spots, is_loose, words) if words else (answer, spots, True) if is_loose else (answer, spots)
        )
    return told


def builds(table: Table) -> str | None:
    """Where the list that is due can be built, if it is one."""
    game, state = table.game, table.state
    if game.builder is None or game.whole is None or not game.builder.is_due(state) or game.whole.menu(state) is None:
        return None
    told = {name: state.options[name] for name in game.builder.options}
    return f"/army/{game.name}?{urlencode(told | {'table': table.id})}"


def status(table: Table, viewer: int | None) -> str:
    """Who must do what, in a line."""
    if not table.is_complete:
        return "Waiting for the other player"
    return table.game.describe(table.state, viewer).split("\n", 1)[0]


def people(table: Table, here: frozenset[int]) -> list[Face]:
    return [
        {"seat": at, "name": seat.name, "kind": seat.kind, "here": at in here or seat.level is not None}
        for at, seat in enumerate(table.seats)
    ]


def offers(table: Table) -> Face:
    made = table.offers
    undo = {"seat": made.undo.seat, "says": made.undo.says} if made.undo else None
    return {"undo": undo, "draw": made.draw, "rematch": made.rematch}


def allowed(table: Table, seats: Seats, is_asked: bool, may_agree: bool) -> Face:
    """What an audience may do besides answering."""
    if not seats:
        return WATCHING
    goes_on = not table.is_over and table.is_complete and not table.is_archive
    undo, undo_why = None, None
    if goes_on:
        try:
            undo = table.reach_back(seats).says
        except Refused as refusal:
            undo_why = refusal.text
    is_between_people = table.is_between_people
    return {
        "undo": undo,
        "undo_why": undo_why,
        "draw": goes_on and may_agree,
        "resign": goes_on,
        "rematch": table.is_over and table.followed is None,
        "hint": goes_on and is_asked and not is_between_people,
        "chat": is_between_people,
        "word": not table.is_over and table.at == 0 and table.dice is not None,
    }


WATCHING = {
    "undo": None,
    "undo_why": None,
    "draw": False,
    "resign": False,
    "rematch": False,
    "hint": False,
    "chat": False,
    "word": False,
}


def may_agree(table: Table) -> bool:
    """Whether a draw may be agreed on now."""
    state = table.state
    return bool(table.game.agree_rule) and not state.now.answers and table.game.is_turn_start(state.here)


def result(table: Table) -> Face | None:
    state = table.state
    if state.result is None or state.ending is None:
        return None
    return {"shares": state.result, "text": state.ending.text, "rules": [rule for rule in state.ending.rules if rule]}


def dice(table: Table) -> Face | None:
    """The commitment to the dice; their seed when the game is over."""
    if table.dice is None:
        return None
    seed = table.dice.seed.hex() if table.is_over else None
    return {"commitment": table.dice.commitment, "words": list(table.dice.words), "seed": seed}


def log_for(table: Table, seats: Seats) -> list[Face]:
    """The log, without choices that are still secret to this audience."""
    hidden = table.hidden
    if not hidden:
        return list(table.log)
    may_see = (table.asked,) if len(seats) == 2 else seats
    return [*table.log[:-hidden], *(secret(line, may_see) for line in table.log[-hidden:])]


def secret(line: Face, may_see: Sequence[int | None]) -> Face:
    return line if line["player"] in may_see else line | {"text": "…", "events": []}


def whole(table: Table, seen: Face) -> Face:
    """A face with what never changes, or only the newcomer needs."""
    return seen | {
        "game": table.game.name,
        "options": table.state.options,
        "says": table.game.describe(table.state, seen_as(table, seen["seats"])),
        "position": "" if table.hidden else table.state.position,  # it would tell what is still secret
        "timing": table.clock.timing.told(),
    }


def changes(old: dict[str, str], new: dict[str, str]) -> Changes:
    told: Changes = {key: value for key, value in new.items() if old.get(key) != value}
    return told | {key: None for key in old if key not in new}


def shared(old: list[Face], new: list[Face]) -> int:
    """How many lines both begin with."""
    at = min(len(old), len(new))
    while at and old[at - 1] is not new[at - 1]:
        at -= 1
    return at


def frame(table: Table, seats: Seats, at: int) -> Face:
    """The table as it stood after so many answers."""
    if not 0 <= at <= table.at:
        raise Refused(f"this game has {table.at} answers so far: ask for 0 to {table.at}")
    then, game, viewer = shortened(table.state, at), table.game, seen_as(table, seats)
    lines = log_for(table, seats)
    return {
        "at": at,
        "turn": then.turn_number,
        "viewer": viewer,
        "frame": game.frame(then),
        "layer": game.layer(then, viewer),
        "labels": game.labels(then, viewer),
        "status": game.describe(then, viewer).split("\n", 1)[0],
        "says": game.describe(then, viewer),
        "position": then.position if not then.now.hidden else "",
        "entry": lines[at - 1] if at else None,
    }
