"""What can be said to a table, over the socket and the API alike: {"do": ..., ...}, and what is said in return."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from casemate.errors import BadNotation, CasemateError, IllegalMove
from casemate.game import Odds, State
from casemate.server.hall import Hall, Room
from casemate.server.people import Person
from casemate.server.tables import LONGEST_ANSWER, Refused, Seats, Table
from casemate.table import CHANCE

Said = dict[str, Any]
MOST_SPOTS, LONGEST_SPOT = 20, 40


@dataclass(frozen=True)
class Guest:
    """Who speaks, at which table, from which seats."""

    hall: Hall
    room: Room
    person: Person | None

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def seats(self) -> Seats:
        return self.table.seats_of(self.person.id if self.person else None)

    def asked(self) -> State:
        """The game, if it is for this guest to answer."""
        if self.table.asked is None or self.table.asked not in self.seats:
            raise Refused("it is not for you to answer now")
        return self.table.state


async def carry_out(guest: Guest, said: object) -> Said | None:
    """Do what was said; refused with the reason, and then nothing has changed."""
    if not isinstance(said, dict):
        raise Refused('a message is an object such as {"do": "play", "answer": "..."}')
    what = said.get("do")
    act = ACTS.get(what) if isinstance(what, str) else None
    if act is None:
        raise Refused(f"`do` is one of {', '.join(ACTS)}")
    try:
        return await act(guest, said)
    except Refused:
        raise
    except CasemateError as refusal:
        raise Refused(str(refusal), getattr(refusal, "rules", ())) from None


def is_slow(said: object) -> bool:
    """Whether an answer takes thought: nobody else's message waits for it."""
    return isinstance(said, dict) and said.get("do") in ("hint", "draw")


def tag_of(said: object) -> Said:
    """The tag to give back, if there is one worth it."""
    tag = said.get("tag") if isinstance(said, dict) else None
    is_small = isinstance(tag, (int, float)) and abs(tag) < 1e15 or isinstance(tag, str) and len(tag) <= 40
    return {"tag": tag} if is_small else {}


def answer_of(said: Said) -> str:
    answer = said.get("answer")
    if not isinstance(answer, str) or not 0 < len(answer) <= LONGEST_ANSWER:
        raise Refused(f"`answer` is a text of 1 to {LONGEST_ANSWER} characters, as the rulebook writes it")
    return answer


async def play(guest: Guest, said: Said) -> None:
    await guest.hall.play(guest.room, guest.seats, answer_of(said), said.get("at"))


async def preview(guest: Guest, said: Said) -> Said:
    """What an answer would do, and the exact odds of the dice it leads to."""
    ahead, answer = guest.asked().copy(), answer_of(said)
    if guest.table.hidden:
        raise Refused("what comes of this is seen when both have chosen")
    state = ahead.copy()
    try:
        events = ahead.play(answer)
    except IllegalMove as refusal:
        raise Refused(refusal.reason, refusal.rules) from None
    told = [[event.text, [rule for rule in event.rules if rule]] for event in events]
    odds, more = await weighed(state, answer)
    tables = [[title, rows(table)] for title, table in more.items()]
    found = {"odds": rows(odds), "more": tables, "dice": ahead.to_move == CHANCE}
    return {"preview": {"answer": answer, "says": told} | found}


async def weighed(state: State, answer: str) -> tuple[Odds, dict[str, Odds]]:
    """The odds of an answer; where they reach far they are worked out beside what others do."""
    if state.game.foresee is None and state.game.prospects is None:
        return state.odds(answer), {}
    return await asyncio.to_thread(lambda: (state.odds(answer), state.prospects(answer)))


def rows(odds: Odds) -> list[list[Any]]:
    return [[outcome, str(chance), float(chance)] for outcome, chance in odds.items()]


async def explain(guest: Guest, said: Said) -> Said:
    return why(guest.asked(), said)


def why(state: State, said: Said) -> Said:
    """Why an answer, or what touching some spots could mean, is not legal."""
    if "answer" in said:
        reason = why_not(state, answer_of(said))
    else:
        reason = next(filter(None, (why_not(state, answer) for answer in meant(state, said.get("spots")))), None)
    if reason is None:
        return {"why": {"text": "nothing forbids that", "rules": []}}
    return {"why": reason}


def meant(state: State, spots: object) -> list[str]:
    """The answers that touching the spots could mean, the likeliest first."""
    is_list = isinstance(spots, list) and 0 < len(spots) <= MOST_SPOTS
    if not is_list or not all(isinstance(spot, str) and 0 < len(spot) <= LONGEST_SPOT for spot in spots):  # type: ignore[attr-defined]
        raise Refused("`spots` is a list of the spots that were touched")
    try:
        return state.game.say(state, spots)  # type: ignore[arg-type]
    except (KeyError, IndexError, ValueError):
        raise Refused("there is no such spot on this table") from None


def why_not(state: State, answer: str) -> Said | None:
    try:
        reason = state.why(answer)
    except BadNotation as refusal:
        return {"text": str(refusal), "rules": []}
    return None if reason is None else {"text": reason.text, "rules": [rule for rule in reason.rules if rule]}


async def undo(guest: Guest, said: Said) -> None:
    await guest.hall.do(guest.room, lambda table, now: table.undo(guest.seats, said.get("at"), now))


async def agree(guest: Guest, said: Said) -> None:
    await guest.hall.do(guest.room, lambda table, now: table.answer_offer(guest.seats, True, now))


async def decline(guest: Guest, said: Said) -> None:
    await guest.hall.do(guest.room, lambda table, now: table.answer_offer(guest.seats, False, now))


async def draw(guest: Guest, said: Said) -> None:
    await guest.hall.offer_draw(guest.room, guest.seats)


async def resign(guest: Guest, said: Said) -> None:
    await guest.hall.do(guest.room, lambda table, now: table.resign(guest.seats, now))


async def rematch(guest: Guest, said: Said) -> None:
    await guest.hall.rematch(guest.room, guest.seats)


async def word(guest: Guest, said: Said) -> None:
    await guest.hall.do(guest.room, lambda table, now: table.say_word(guest.seats, said.get("text"), now))


async def hint(guest: Guest, said: Said) -> Said:
    state = guest.asked()
    if guest.table.is_between_people:
        raise Refused("there are no hints in a game between two people")
    return {"hint": {"at": guest.table.at, "lines": await guest.hall.thinkers.hint(state.copy())}}


async def chat(guest: Guest, said: Said) -> None:
    await guest.hall.chat(guest.room, guest.seats, guest.person, said.get("text"))


async def ping(guest: Guest, said: Said) -> Said:
    return {"pong": {}}


ACTS: dict[str, Callable[[Guest, Said], Awaitable[Said | None]]] = {
    "play": play,
    "preview": preview,
    "why": explain,
    "undo": undo,
    "yes": agree,
    "no": decline,
    "draw": draw,
    "resign": resign,
    "rematch": rematch,
    "word": word,
    "hint": hint,
    "chat": chat,
    "ping": ping,
}
