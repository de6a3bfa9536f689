"""A game at a table of the site: who sits where, what each may do, and what is to be written down for it.

Nothing here waits or writes: every act returns the rows that must be on disk before anybody is told of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from casemate.dice import Dice
from casemate.errors import BadNotation, CasemateError, IllegalMove
from casemate.game import Game, State, Step
from casemate.server.clocks import Clock
from casemate.server.people import spoken
from casemate.table import CHANCE, ROLL_OVER

ANSWER, ROLL, UNDO, RESIGN, DRAW, TIME, WORD = "answer", "roll", "undo", "resign", "draw", "time", "word"
LONGEST_WORD, LONGEST_ANSWER = 60, 2000
Row = dict[str, Any]
Seats = tuple[int, ...]


class Refused(CasemateError):
    """What a table does not allow: why, and by which rules."""

    def __init__(self, text: str, rules: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.text, self.rules = text, tuple(rule for rule in rules if rule)


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, the computer at a level, or nobody yet."""

    name: str = ""
    person: int | None = None
    level: str | None = None

    @property
    def is_taken(self) -> bool:
        return self.person is not None or self.level is not None

    @property
    def kind(self) -> str:
        return "computer" if self.level else "person" if self.person is not None else "nobody"


@dataclass(frozen=True)
class TakeBack:
    """Somebody asks to go back so many answers."""

    seat: int
    answers: int
    says: str


@dataclass(frozen=True)
class Offers:
    """What one player has offered and the other has not answered."""

    undo: TakeBack | None = None
    draw: int | None = None
    rematch: int | None = None


@dataclass(eq=False)
class Table:
    """One game: its state, and everything around it."""

    id: str
    state: State
    seats: list[Seat]
    clock: Clock
    dice: Dice | None  # None: an uploaded record whose dice were rolled by hand, or whose seed was never shown
    created: float = 0.0
    invitation: str | None = None  # the key to a free seat
    follows: str | None = None
    followed: str | None = None  # the rematch
    kept: str = ""  # an uploaded record: there to be looked at
    offers: Offers = field(default_factory=Offers)
    log: list[dict[str, Any]] = field(default_factory=list)
    acts: int = 0  # rows written so far
    n: int = 0  # changes shown so far

    def __post_init__(self) -> None:
        self.log = self.log or told_log(self.state, None)  # a position may begin with dice due after an answer

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def at(self) -> int:
        """How many answers have been given, dice included."""
        return len(self.state.moments) - 1

    @property
    def is_archive(self) -> bool:
        return bool(self.kept)

    @property
    def is_complete(self) -> bool:
        first, second = self.seats
        return first.is_taken and second.is_taken

    @property
    def is_over(self) -> bool:
        return self.state.result is not None

    @property
    def hidden(self) -> int:
        """How many of the last answers are choices that the other player may not know yet."""
        return 0 if self.is_over else self.state.now.hidden

    @property
    def asked(self) -> int | None:
        """The seat that must answer now, if the game is going on."""
        to_move = self.state.to_move
        return to_move if to_move in (0, 1) and self.is_complete and not self.is_archive else None

    @property
    def thinks(self) -> str | None:
        """The level of the computer, if it must answer now."""
        return None if self.asked is None else self.seats[self.asked].level

    @property
    def is_between_people(self) -> bool:
        first, second = self.seats
        return first.level is None and second.level is None and first.person != second.person

    def seats_of(self, person: int | None) -> Seats:
        if person is None or self.is_archive:
            return ()
        return tuple(at for at, seat in enumerate(self.seats) if seat.person == person)

    def name(self, seat: int) -> str:
        return self.game.players[seat]

    # --- answers ----------------------------------------------------------------------------------------------------

    def play(self, seats: Seats, answer: object, at: object, now: int) -> list[Row]:
        """An answer of the player who is asked, and the dice that follow it."""
        self.must_be_played(seats)
        if at is not None and at != self.at:
            raise Refused(f"the game has gone on: that was answer {at!s:.20}, and {self.at} have been given")
        asked = self.asked
        if asked is None or asked not in seats:
            raise Refused(f"it is for {self.name(asked)} to answer" if asked is not None else "nobody is asked now")
        if self.clock.has_run_out(now):
            return self.run_out(now)
        if not isinstance(answer, str) or len(answer) > LONGEST_ANSWER:
            raise Refused(f"an answer is a text of at most {LONGEST_ANSWER} characters")
        try:
            self.state.play(answer)
        except IllegalMove as refusal:
            raise Refused(refusal.reason, refusal.rules) from None
        except BadNotation as refusal:
            raise Refused(str(refusal)) from None
        self.log.append(entry(self.state))
        done = [(ANSWER, asked, answer), *self.throw()]
        self.clock = self.clock.answered(self.state.to_move, now)
        self.offers = Offers()
        return self.rows(done, now)

    def throw(self) -> list[tuple[str, int, str]]:
        """The dice and cards that are due."""
        done = []
        while self.state.to_move == CHANCE:
            assert self.dice is not None
            roll = self.dice.roll(self.state)
            before = shown_dice(self.state, self.dice)
            self.state.play(roll)
            self.log.append(entry(self.state) | ({"dice": before} if before else {}))
            done.append((ROLL, CHANCE, roll))
        return done

    def rows(self, done: Sequence[tuple[str, int, str]], now: int) -> list[Row]:
        """What was done as rows to be written; the clocks stand as they do now."""
        is_timed = self.clock.timing.kind != "none"
        left = self.clock.left if is_timed else (None, None)
        rows = [
            {
                "game": self.id,
                "n": self.acts + i,
                "kind": kind,
                "player": player,
                "text": text,
                "time": now,
                "left_first": left[0],
                "left_second": left[1],
            }
            for i, (kind, player, text) in enumerate(done)
        ]
        self.acts += len(rows)
        return rows

    def must_go_on(self) -> None:
        if self.is_archive:
            raise Refused("this is a recorded game: it can be looked at, not played")
        if self.is_over:
            raise Refused("the game is over")

    def must_be_played(self, seats: Seats) -> None:
        if not seats:
            raise Refused("you are watching: only those who sit at this table may act")
        self.must_go_on()
        if not self.is_complete:
            raise Refused("the game begins when both seats are taken")

    # --- taking back ------------------------------------------------------------------------------------------------

    def reach_back(self, seats: Seats) -> TakeBack:
        """What taking back would take; refused where dice would be thrown again, or nothing is one's own."""
        self.must_be_played(seats)
        gone = list[Step]()
        for moment in reversed(self.state.moments):
            if moment.step is None:
                raise Refused("there is nothing of yours to take back")
            gone.insert(0, moment.step)
            if len(seats) == 2 or moment.step.player in seats:
                break
        rolled = next((step for step in gone if step.player == CHANCE), None)
        if rolled is not None:
            raise Refused(f"the dice have fallen ({rolled.text}): nothing before them can be taken back")
        first_hidden = len(gone) - self.hidden
        told = [
            f"{self.name(step.player)}'s {step.text if at < first_hidden else 'secret choice'}"
            for at, step in enumerate(gone)
        ]
        return TakeBack(seats[0], len(gone), "Takes back " + (" and ".join(told) if len(told) < 4 else ", ".join(told)))

    def undo(self, seats: Seats, at: object, now: int) -> list[Row]:
        """Take back at once, or ask the other player."""
        if at is not None and at != self.at:
            raise Refused("the game has gone on: look again before you take back")
        back = self.reach_back(seats)
        if self.is_between_people and len(seats) == 1:
            self.offers = replace(self.offers, undo=back)
            return []
        return self.go_back(back, now)

    def go_back(self, back: TakeBack, now: int) -> list[Row]:
        for _ in range(back.answers):
            self.state.undo()
            self.log.pop()
        self.clock = self.clock.handed(self.state.to_move, now)
        self.offers = Offers()
        return self.rows([(UNDO, back.seat, str(back.answers))], now)

    # --- offers and ends --------------------------------------------------------------------------------------------

    def offer_draw(self, seats: Seats, now: int) -> list[Row]:
        """Offer a draw; agree where the other has offered it, or where both seats are one's own."""
        self.must_be_played(seats)
        self.must_be_able_to_agree()
        if len(seats) == 2 or self.offers.draw not in (None, *seats):
            return self.agree(seats[0], now)
        if self.offers.draw in seats:
            raise Refused("your offer stands until the other player answers")
        self.offers = replace(self.offers, draw=seats[0])
        return []

    def must_be_able_to_agree(self) -> None:
        try:
            self.state.copy().agree_draw()
        except IllegalMove as refusal:
            raise Refused(refusal.reason, refusal.rules) from None

    def agree(self, seat: int, now: int) -> list[Row]:
        """A draw both have agreed on."""
        self.must_be_able_to_agree()
        self.state.agree_draw()
        return self.ended(DRAW, seat, now)

    def answer_offer(self, seats: Seats, is_yes: bool, now: int) -> list[Row]:
        """Yes or no to what the other player has offered."""
        self.must_be_played(seats)
        undo, draw = self.offers.undo, self.offers.draw
        if undo is not None and undo.seat not in seats:
            if is_yes:
                return self.go_back(undo, now)
            self.offers = replace(self.offers, undo=None)
        elif draw is not None and draw not in seats:
            if is_yes:
                return self.agree(seats[0], now)
            self.offers = replace(self.offers, draw=None)
        else:
            raise Refused("nothing has been offered to you")
        return []

    def resign(self, seats: Seats, now: int) -> list[Row]:
        """Give up; where both seats are one's own, whoever must answer does."""
        self.must_be_played(seats)
        seat = self.asked if self.asked in seats else seats[0]
        assert seat is not None
        self.state.resign(seat)
        return self.ended(RESIGN, seat, now)

    def run_out(self, now: int) -> list[Row]:
        """The time of whoever must answer is over."""
        seat = self.clock.running
        if seat is None or self.is_over or not self.clock.has_run_out(now):
            raise Refused("there is time left")
        self.state.run_out(seat)
        return self.ended(TIME, seat, now)

    def ended(self, kind: str, seat: int, now: int) -> list[Row]:
        self.log.append(entry(self.state))
        self.clock = self.clock.handed(None, now)
        self.offers = Offers()
        return self.rows([(kind, seat, "")], now)

    def offer_rematch(self, seats: Seats) -> bool:
        """Ask for another game; whether both want it."""
        if not seats or not self.is_over or self.is_archive:
            raise Refused("another game can be asked for by its players when this one is over")
        if self.followed is not None:
            raise Refused("the next game has begun already")
        if not self.is_between_people or self.offers.rematch not in (None, *seats):
            return True
        self.offers = replace(self.offers, rematch=seats[0])
        return False

    # --- the dice ---------------------------------------------------------------------------------------------------

    def say_word(self, seats: Seats, word: object, now: int) -> list[Row]:
        """A player's own word for the dice, before the first answer."""
        if not seats:
            raise Refused("only those who sit at this table may add a word to its dice")
        self.must_go_on()
        if self.at or self.dice is None:
            raise Refused("a word for the dice is said before the first answer")
        if not isinstance(word, str) or not spoken(word, LONGEST_WORD):
            raise Refused(f"a word for the dice is a text of 1 to {LONGEST_WORD} characters")
        text = spoken(word, LONGEST_WORD)
        self.add_word(seats[0], text)
        return self.rows([(WORD, seats[0], text)], now)

    def add_word(self, seat: int, word: str) -> None:
        assert self.dice is not None
        words = [*self.dice.words, *[""] * (2 - len(self.dice.words))]
        words[seat] = word
        self.dice = Dice(self.dice.seed, words)

    # --- going on from disk -----------------------------------------------------------------------------------------

    def again(self, row: Any) -> None:
        """Do once more what was written down."""
        kind, state = row.kind, self.state
        if kind == ANSWER:
            state.play(row.text)
            self.log.append(entry(state))
        elif kind == ROLL:
            dice = shown_dice(state, self.dice) if self.dice else None
            state.play(row.text)
            self.log.append(entry(state) | ({"dice": dice} if dice else {}))
        elif kind == UNDO:
            for _ in range(int(row.text)):
                state.undo()
                self.log.pop()
        elif kind == WORD:
            self.add_word(row.player, row.text)
        else:
            if kind == RESIGN:
                state.resign(row.player)
            elif kind == DRAW:
                state.agree_draw()
            elif kind == TIME:
                state.run_out(row.player)
            self.log.append(entry(state))
        self.acts = row.n + 1
        is_before_the_first_answer = kind == ROLL and not self.clock.since
        if row.left_first is not None and kind != WORD and not is_before_the_first_answer:
            running = state.to_move if state.to_move in (0, 1) else None
            self.clock = replace(self.clock, left=(row.left_first, row.left_second), running=running, since=row.time)


def entry(state: State) -> dict[str, Any]:
    """The last step as a line of the log."""
    step = state.now.step
    assert step is not None
    return {
        "at": len(state.moments) - 1,
        "turn": step.turn,
        "player": step.player,
        "text": step.text,
        "events": [[event.text, [rule for rule in event.rules if rule]] for event in step.events],
    }


def told_log(state: State, dice: Dice | None) -> list[dict[str, Any]]:
    """The log of a game as it stands."""
    walk, lines = state.copy(), []
    walk.moments = state.moments[:1]
    for moment in state.moments[1:]:
        rolled = shown_dice(walk, dice) if dice and walk.to_move == CHANCE else None
        walk.moments.append(moment)
        lines.append(entry(walk) | ({"dice": rolled} if rolled else {}))
    return lines


def shown_dice(state: State, dice: Dice) -> dict[str, Any] | None:
    """The dice about to fall, for the page to show; cards have no faces."""
    faces, question = dice.faces(state), state.now.question
    if not faces or question is None:
        return None
    need = question.need if question.form == ROLL_OVER else None
    return {"faces": list(faces), "need": need, "hits": None if need is None else sum(face > need for face in faces)}
