"""The clocks of a game, kept by the server in whole milliseconds; who must answer has the running one."""

from dataclasses import dataclass, field, replace
from typing import Any

from casemate.errors import CasemateError

SECOND, DAY = 1000, 24 * 3600 * 1000
NONE, GAME, MOVE = "none", "game", "move"
LONGEST, MOST_DAYS = 24 * 3600, 60


class BadClock(CasemateError, ValueError):
    """A way to keep time that there is not."""


@dataclass(frozen=True)
class Timing:
    """How a game is timed: not at all, so much for the game and so much more an answer, or so many days an answer."""

    kind: str = NONE
    seconds: int = 0
    increment: int = 0
    days: int = 0

    def __post_init__(self) -> None:
        if self.kind not in (NONE, GAME, MOVE):
            raise BadClock(f"a clock is {NONE}, {GAME} or {MOVE} (not {self.kind!r:.40})")
        if self.kind == GAME and not (10 <= self.seconds <= LONGEST and 0 <= self.increment <= 600):
            raise BadClock(f"a game is timed with 10 to {LONGEST} seconds and an increment of 0 to 600")
        if self.kind == MOVE and not 1 <= self.days <= MOST_DAYS:
            raise BadClock(f"an answer is given within 1 to {MOST_DAYS} days")

    def told(self) -> str:
        """In words."""
        if self.kind == GAME:
            minutes = f"{self.seconds // 60} min" if self.seconds % 60 == 0 else f"{self.seconds} s"
            return f"{minutes} + {self.increment} s"
        return f"{self.days} {'day' if self.days == 1 else 'days'} an answer" if self.kind == MOVE else "no clock"

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "seconds": self.seconds, "increment": self.increment, "days": self.days}


@dataclass(frozen=True)
class Clock:
    """What is left to each player at the moment `since`, and whose time runs from then on."""

    timing: Timing
    left: tuple[int, int] = field(default=(0, 0))
    running: int | None = None
    since: int = 0

    @classmethod
    def wound_up(cls, timing: Timing) -> "Clock":
        full = timing.seconds * SECOND if timing.kind == GAME else timing.days * DAY
        return cls(timing, (full, full))

    def now_left(self, player: int, now: int) -> int:
        gone = now - self.since if player == self.running else 0
        return self.left[player] - gone

    def has_run_out(self, now: int) -> bool:
        return self.running is not None and self.now_left(self.running, now) <= 0

    def answered(self, following: int | None, now: int) -> "Clock":
        """After an answer: the increment is added, or the days begin anew, and the next player's time runs."""
        if self.timing.kind == NONE:
            return self
        left = [self.now_left(player, now) for player in (0, 1)]
        if self.timing.kind == MOVE:
            left = [self.timing.days * DAY] * 2
        elif self.running is not None:
            left[self.running] += self.timing.increment * SECOND
        return replace(self, left=(left[0], left[1]), running=following, since=now)

    def handed(self, following: int | None, now: int) -> "Clock":
        """After a move was taken back, or the game has ended: nothing is added."""
        if self.timing.kind == NONE:
            return self
        return replace(self, left=(self.now_left(0, now), self.now_left(1, now)), running=following, since=now)

    def shown(self, now: int) -> dict[str, Any]:
        left = [max(0, self.now_left(player, now)) for player in (0, 1)]
        return {"kind": self.timing.kind, "left": left, "running": self.running}
