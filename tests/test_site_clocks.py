"""Clocks: what is left to whom, whatever happens when."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casemate.server.clocks import DAY, LONGEST, MOST_DAYS, SECOND, BadClock, Clock, Timing

GAME = Timing("game", seconds=60, increment=5)
DAYS = Timing("move", days=2)
BEGAN = 1_700_000_000_000


def test_no_clock_never_runs() -> None:
    clock = Clock.wound_up(Timing())
    for following in (0, 1, None):
        clock = clock.answered(following, BEGAN).handed(following, BEGAN + DAY)
    assert clock == Clock.wound_up(Timing())
    assert not clock.has_run_out(BEGAN + 1000 * DAY)
    assert clock.shown(BEGAN) == {"kind": "none", "left": [0, 0], "running": None}


def test_time_runs_from_the_first_answer_for_who_must_answer() -> None:
    clock = Clock.wound_up(GAME)
    assert not clock.has_run_out(BEGAN + DAY)
    clock = clock.answered(1, BEGAN)
    assert clock.shown(BEGAN + 7000) == {"kind": "game", "left": [60_000, 53_000], "running": 1}
    clock = clock.answered(0, BEGAN + 7000)
    assert clock.left == (60_000, 58_000), "the increment is added to whoever has answered"
    assert clock.now_left(0, BEGAN + 8000) == 59_000
    assert clock.now_left(1, BEGAN + 8000) == 58_000


def test_the_flag_falls_when_nothing_is_left() -> None:
    clock = Clock.wound_up(GAME).answered(0, BEGAN)
    assert not clock.has_run_out(BEGAN + 60 * SECOND - 1)
    assert clock.has_run_out(BEGAN + 60 * SECOND)
    assert clock.shown(BEGAN + DAY)["left"] == [0, 60_000], "nobody sees less than nothing"


def test_days_begin_anew_with_every_answer() -> None:
    clock = Clock.wound_up(DAYS).answered(1, BEGAN)
    clock = clock.answered(0, BEGAN + DAY)
    assert clock.left == (2 * DAY, 2 * DAY)
    assert clock.has_run_out(BEGAN + 3 * DAY)
    assert not clock.has_run_out(BEGAN + 3 * DAY - 1)


def test_taking_back_gives_no_time_back() -> None:
    clock = Clock.wound_up(GAME).answered(1, BEGAN).handed(0, BEGAN + 10 * SECOND)
    assert (clock.left, clock.running) == ((60_000, 50_000), 0)
    ended = clock.handed(None, BEGAN + 20 * SECOND)
    assert (ended.left, ended.running) == ((50_000, 50_000), None)
    assert not ended.has_run_out(BEGAN + DAY)


@given(
    st.lists(st.tuples(st.integers(0, 90_000), st.sampled_from([0, 1, None]), st.booleans()), max_size=30),
    st.integers(10, 300),
    st.integers(0, 30),
)
def test_every_moment_is_somebodys(acts: list[tuple[int, int | None, bool]], seconds: int, increment: int) -> None:
    """What was given minus what is left is the time that ran: no moment is counted twice, none is lost."""
    clock, now, ran, given_more = Clock.wound_up(Timing("game", seconds, increment)), BEGAN, 0, 0
    for later, following, is_answer in acts:
        now += later
        if clock.running is not None:
            ran += later
            given_more += increment * SECOND if is_answer else 0
        clock = (clock.answered if is_answer else clock.handed)(following, now)
        assert clock.since == now
    assert sum(clock.left) == 2 * seconds * SECOND + given_more - ran


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "hourglass"},
        {"kind": ""},
        {"kind": "game"},
        {"kind": "game", "seconds": 9},
        {"kind": "game", "seconds": LONGEST + 1},
        {"kind": "game", "seconds": 60, "increment": -1},
        {"kind": "game", "seconds": 60, "increment": 601},
        {"kind": "move"},
        {"kind": "move", "days": 0},
        {"kind": "move", "days": MOST_DAYS + 1},
    ],
)
def test_wrong_clocks_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadClock, match=r"clock|timed|days"):
        Timing(**wrong)  # type: ignore[arg-type]


def test_clocks_are_told_in_words() -> None:
    told = [Timing(), Timing("game", 600, 5), Timing("game", 90), Timing("move", days=1), DAYS]
    assert [each.told() for each in told] == [
        "no clock",
        "10 min + 5 s",
        "90 s + 0 s",
        "1 day an answer",
        "2 days an answer",
    ]
    assert all(Timing(**each.data()) == each for each in told)
