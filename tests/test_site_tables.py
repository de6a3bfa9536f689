"""A table of the site without the site: who may do what, what is written down for it, and the same table from that."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import casemate
from casemate import CHANCE, Game, State
from casemate.bots import LEVELS
from casemate.dice import Dice
from casemate.errors import CasemateError
from casemate.server.clocks import Clock, Timing
from casemate.server.tables import LONGEST_ANSWER, LONGEST_WORD, Refused, Row, Seat, Seats, Table
from casemate.server.view import Moment, whole
from tests.toys import FAIR, PENNIES

GAMES = [*map(casemate.load, casemate.games()), FAIR]
ANNA, BERT, COMPUTER = Seat("Anna", 1), Seat("Bert", 2), Seat("Computer", None, LEVELS[0].name)
FIRST, SECOND, BOTH, NOBODY = (0,), (1,), (0, 1), ()
BEGAN = 1_700_000_000_000
MODES = {"people": [ANNA, BERT], "here": [ANNA, ANNA], "computer": [ANNA, COMPUTER], "waiting": [ANNA, Seat()]}


def set_up(game: Game, mode: str = "people", timing: Timing | None = None, state: State | None = None) -> Table:
    return Table(
        id="table",
        state=state or game.start(),
        seats=list(MODES[mode]),
        clock=Clock.wound_up(timing or Timing()),
        dice=Dice(b"s" * 32),
    )


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


@pytest.fixture(params=[game for game in GAMES if game.agree_rule], ids=lambda game: game.name)
def agreeing(request: pytest.FixtureRequest) -> Game:
    """A game whose rulebook knows agreed draws."""
    return request.param


def play(table: Table, choice: random.Random | None = None, now: int = BEGAN) -> str:
    """Any answer by whoever is asked."""
    assert table.asked is not None
    answer = (choice or random.Random(table.at)).choice(table.state.moves())
    table.play((table.asked,), answer, table.at, now)
    return answer


def play_until(table: Table, is_it: Callable[[Table], bool], seeds: int = 200) -> Table:
    """Random games until the table is so."""
    for number in range(seeds):
        choice, fresh = random.Random(number), set_up(table.game)
        fresh.seats, fresh.dice = table.seats, Dice(bytes([number % 256]) * 32)
        while not fresh.is_over:
            if is_it(fresh):
                return fresh
            play(fresh, choice)
    raise AssertionError("no random game came to this")


def refusal(act: Callable[[], object], table: Table) -> Refused:
    """Why an act is refused; it has changed nothing."""
    before = shown(table)
    with pytest.raises(Refused) as caught:
        act()
    assert shown(table) == before
    assert caught.value.text and "Traceback" not in caught.value.text
    return caught.value


def shown(table: Table) -> dict[str, Any]:
    """All there is to a table."""
    state = table.state
    return {
        "here": state.here.copy(),
        "steps": state.steps,
        "moves": state.moves(),
        "to_move": state.to_move,
        "result": state.result,
        "ending": state.ending,
        "turn": state.turn_number,
        "clock": table.clock,
        "log": table.log,
        "acts": table.acts,
        "words": table.dice and table.dice.words,
        "offers": table.offers,
    }


# --- who may do what ----------------------------------------------------------------------------------------------


ACTS: dict[str, Callable[[Table, Seats], object]] = {
    "play": lambda table, seats: table.play(seats, table.state.moves()[0], table.at, BEGAN),
    "undo": lambda table, seats: table.undo(seats, table.at, BEGAN),
    "draw": lambda table, seats: table.offer_draw(seats, BEGAN),
    "resign": lambda table, seats: table.resign(seats, BEGAN),
    "yes": lambda table, seats: table.answer_offer(seats, True, BEGAN),
    "no": lambda table, seats: table.answer_offer(seats, False, BEGAN),
}


@pytest.mark.parametrize("act", ACTS)
def test_who_watches_may_do_nothing(game: Game, act: str) -> None:
    table = set_up(game)
    play(table)
    assert "watching" in refusal(lambda: ACTS[act](table, NOBODY), table).text
    assert refusal(lambda: table.say_word(NOBODY, "luck", BEGAN), table)
    assert refusal(lambda: table.offer_rematch(NOBODY), table)


@pytest.mark.parametrize("act", ACTS)
def test_nothing_begins_before_both_seats_are_taken(game: Game, act: str) -> None:
    table = set_up(game, "waiting")
    assert table.asked is None
    assert "both seats" in refusal(lambda: ACTS[act](table, FIRST), table).text


@pytest.mark.parametrize("act", ACTS)
def test_nothing_goes_on_after_the_end(game: Game, act: str) -> None:
    table = set_up(game)
    table.resign(SECOND, BEGAN)
    assert table.state.result == (1.0, 0.0)
    assert "over" in refusal(lambda: (table.must_go_on(), ACTS[act](table, FIRST)), table).text
    assert refusal(lambda: table.say_word(FIRST, "luck", BEGAN), table)


@pytest.mark.parametrize("act", ACTS)
def test_a_record_is_only_looked_at(game: Game, act: str) -> None:
    table = set_up(game)
    table.kept = "a record"
    assert table.seats_of(ANNA.person) == ()
    assert "recorded" in refusal(lambda: ACTS[act](table, FIRST), table).text
    assert refusal(lambda: table.offer_rematch(FIRST), table)


def test_only_who_is_asked_answers(game: Game) -> None:
    table = set_up(game)
    while not table.is_over:
        asked = table.asked
        assert asked is not None
        other = refusal(lambda: ACTS["play"](table, (1 - asked,)), table)  # noqa: B023
        assert table.name(asked) in other.text
        play(table)
    assert table.asked is None and table.thinks is None


def test_an_answer_names_its_place(game: Game) -> None:
    table = set_up(game)
    play(table)
    answer = table.state.moves()[0]
    for place in (0, table.at + 1, "1", [], 1.5):
        assert "gone on" in refusal(lambda: table.play((table.asked or 0,), answer, place, BEGAN), table).text  # noqa: B023


@pytest.mark.parametrize("answer", [None, 5, b"x", ["x"], {}, True, "", "\0", "nonsense", "x" * (LONGEST_ANSWER + 1)])
def test_what_is_no_answer_is_refused(game: Game, answer: object) -> None:
    table = set_up(game)
    refusal(lambda: table.play((table.asked or 0,), answer, None, BEGAN), table)


# --- taking back --------------------------------------------------------------------------------------------------


def has_been_answered(table: Table) -> bool:
    """The first player has answered, then the second, and no dice fell since."""
    latest = [step.player for step in table.state.steps[-3:]]
    return 0 in latest and latest[-1] == 1 and CHANCE not in latest


@pytest.mark.parametrize("mode", ["here", "computer", "people"])
def test_taking_back_reaches_as_far_as_it_should(game: Game, mode: str) -> None:
    """One's own last answer and what came after it; on one device the very last."""
    if game is FAIR:
        return  # dice fall after every visit
    table = play_until(set_up(game, mode), has_been_answered)
    steps, seats = table.state.steps, BOTH if mode == "here" else FIRST
    back = table.reach_back(seats)
    gone = steps[len(steps) - back.answers :]
    if mode == "here":
        assert back.answers == 1
    else:
        assert gone[0].player == 0 and all(step.player == 1 for step in gone[1:])
    first_hidden = len(gone) - table.hidden
    texts = [step.text if at < first_hidden else "secret choice" for at, step in enumerate(gone)]
    told = [f"{game.players[step.player]}'s {text}" for step, text in zip(gone, texts, strict=True)]
    assert all(each in back.says for each in told), "it says exactly what goes"
    assert back.says.count("'s ") == len(told)
    place = table.at
    rows = table.undo(seats, place, BEGAN)
    if mode == "people":
        assert rows == [] and table.at == place and table.offers.undo == back
        assert refusal(lambda: table.answer_offer(FIRST, True, BEGAN), table), "nobody agrees with themselves"
        rows = table.answer_offer(SECOND, True, BEGAN)
    assert [(row["kind"], row["text"]) for row in rows] == [("undo", str(back.answers))]
    assert table.state.steps == steps[: len(steps) - back.answers]
    assert len(table.log) == table.at
    assert table.offers.undo is None


@pytest.mark.parametrize("mode", ["here", "computer", "people"])
def test_nothing_is_taken_back_past_dice(game: Game, mode: str) -> None:
    table = set_up(game, mode)
    table = play_until(table, lambda table: bool(table.state.steps) and table.state.steps[-1].player == CHANCE)
    for seats in (BOTH,) if mode == "here" else (FIRST, SECOND):
        if any(step.player in seats for step in table.state.steps):
            assert "dice have fallen" in refusal(lambda: table.undo(seats, table.at, BEGAN), table).text  # noqa: B023


def test_there_must_be_something_to_take_back(game: Game) -> None:
    table = set_up(game)
    for seats in (FIRST, SECOND, BOTH):
        assert "nothing" in refusal(lambda: table.undo(seats, 0, BEGAN), table).text  # noqa: B023


def test_taking_back_names_its_place(game: Game) -> None:
    table = set_up(game, "here")
    play(table)
    assert "gone on" in refusal(lambda: table.undo(BOTH, table.at + 1, BEGAN), table).text


# --- offers -------------------------------------------------------------------------------------------------------


def test_an_offer_lapses_when_somebody_answers(agreeing: Game) -> None:
    table = set_up(agreeing)
    table.offer_draw(FIRST, BEGAN)
    assert table.offers.draw == 0
    assert "stands" in refusal(lambda: table.offer_draw(FIRST, BEGAN), table).text
    play(table)
    assert table.offers.draw is None
    refusal(lambda: table.answer_offer(SECOND, True, BEGAN), table)


def test_an_offer_can_be_declined(agreeing: Game) -> None:
    table = set_up(agreeing)
    table.offer_draw(FIRST, BEGAN)
    assert table.answer_offer(SECOND, False, BEGAN) == []
    assert table.offers.draw is None and not table.is_over
    refusal(lambda: table.answer_offer(SECOND, True, BEGAN), table)


@pytest.mark.parametrize("how", ["yes", "offer too"])
def test_a_draw_is_agreed_on(agreeing: Game, how: str) -> None:
    table = set_up(agreeing)
    table.offer_draw(FIRST, BEGAN)
    rows = table.answer_offer(SECOND, True, BEGAN) if how == "yes" else table.offer_draw(SECOND, BEGAN)
    assert [row["kind"] for row in rows] == ["draw"]
    assert table.state.result == (0.5, 0.5)


def test_a_draw_is_agreed_on_only_where_the_rules_allow(game: Game) -> None:
    """Whatever may be offered may be agreed on, and nothing else may be offered."""
    table = set_up(game, "here")
    allowed = set()
    while not table.is_over:
        is_turn_start = not table.state.now.answers and table.game.is_turn_start(table.state.here)
        rules_allow = bool(game.agree_rule) and is_turn_start
        allowed.add(rules_allow)
        view = Moment(table, BEGAN, frozenset(), 0).face(BOTH)
        assert view["can"]["draw"] == rules_allow
        if not rules_allow:
            refused = refusal(lambda: table.offer_draw(BOTH, BEGAN), table)
            assert game.agree_rule in (*refused.rules, "")
        play(table)
    assert (True in allowed) == bool(game.agree_rule)
    refusal(lambda: table.offer_draw(BOTH, BEGAN), table)


def test_on_one_device_a_draw_and_taking_back_need_nobody_else(agreeing: Game) -> None:
    table = set_up(agreeing, "here")
    assert [row["kind"] for row in table.offer_draw(BOTH, BEGAN)] == ["draw"]


def test_who_must_answer_gives_up_on_one_device(game: Game) -> None:
    table = set_up(game, "here")
    while table.asked != 1:
        play(table)
    table.resign(BOTH, BEGAN)
    assert table.state.result == (1.0, 0.0)


def test_another_game_needs_both_people_and_begins_once(game: Game) -> None:
    table = set_up(game)
    refusal(lambda: table.offer_rematch(FIRST), table)
    table.resign(FIRST, BEGAN)
    assert table.offer_rematch(FIRST) is False
    assert table.offer_rematch(FIRST) is False
    assert table.offer_rematch(SECOND) is True
    table.followed = ""  # as the hall does while it begins
    refusal(lambda: table.offer_rematch(SECOND), table)


# --- time ---------------------------------------------------------------------------------------------------------


def test_an_answer_after_the_flag_loses(game: Game) -> None:
    table = set_up(game, timing=Timing("game", 60))
    play(table)
    loser = table.asked
    assert loser is not None
    rows = table.play((loser,), table.state.moves()[0], table.at, BEGAN + 60_000)
    assert [(row["kind"], row["player"]) for row in rows] == [("time", loser)]
    assert table.state.result == ((0.0, 1.0) if loser == 0 else (1.0, 0.0))
    assert table.clock.shown(BEGAN + 90_000)["left"][loser] == 0


def test_the_flag_falls_once_and_not_too_soon(game: Game) -> None:
    table = set_up(game, timing=Timing("game", 60))
    refusal(lambda: table.run_out(BEGAN), table)
    play(table)
    refusal(lambda: table.run_out(BEGAN + 59_999), table)
    assert table.run_out(BEGAN + 60_000)
    refusal(lambda: table.run_out(BEGAN + 60_000), table)


# --- words for the dice -------------------------------------------------------------------------------------------


def test_words_are_said_before_the_first_answer(game: Game) -> None:
    table = set_up(game)
    seed, commitment = table.dice and table.dice.seed, table.dice and table.dice.commitment
    table.say_word(SECOND, "  be\tkind ", BEGAN)
    table.say_word(FIRST, "x" * 200, BEGAN)
    table.say_word(FIRST, "fair", BEGAN)
    assert table.dice is not None
    assert table.dice.words == ("fair", "be kind")
    assert (table.dice.seed, table.dice.commitment) == (seed, commitment), "the seed was committed to"
    play(table)
    assert "before the first answer" in refusal(lambda: table.say_word(FIRST, "late", BEGAN), table).text


@pytest.mark.parametrize("word", [None, 5, [], {}, "", " \n", "\0\1", True])
def test_what_is_no_word_is_refused(game: Game, word: object) -> None:
    table = set_up(game)
    assert str(LONGEST_WORD) in refusal(lambda: table.say_word(FIRST, word, BEGAN), table).text


# --- secrets ------------------------------------------------------------------------------------------------------


def test_a_secret_choice_is_in_nothing_the_other_sees() -> None:
    """Ann has bid, Bob has not: what Bob and a watcher see is the same whatever she bid."""
    seen = set()
    for bid in ("bid 0", "bid 1"):
        table = set_up(PENNIES)
        table.play(FIRST, bid, 0, BEGAN)
        assert table.hidden == 1 and table.asked == 1
        own = whole(table, Moment(table, BEGAN, frozenset(), 0).face(FIRST))
        assert bid in str(own["log"])
        table.undo(FIRST, 1, BEGAN)
        for seats in (SECOND, NOBODY):
            told = whole(table, Moment(table, BEGAN, frozenset(), 0).face(seats)) | {"dice": None}
            seen.add((seats, str(told)))
    assert len(seen) == 2


def test_secrets_are_told_when_all_have_chosen_or_the_game_is_over() -> None:
    for end in (lambda table: table.play(SECOND, "bid 1", 1, BEGAN), lambda table: table.resign(SECOND, BEGAN)):
        table = set_up(PENNIES)
        table.play(FIRST, "bid 0", 0, BEGAN)
        end(table)
        log = Moment(table, BEGAN, frozenset(), 0).face(NOBODY)["log"]
        assert log == table.log
        assert "bid 0" in str(log)


# --- the same table from what was written down ----------------------------------------------------------------------


def any_act(table: Table, choice: random.Random, now: int) -> list[Row]:
    """Something that somebody might do, allowed or not."""
    seats = choice.choice([FIRST, SECOND, table.seats_of(1), table.seats_of(2), NOBODY])
    if table.asked is not None and choice.random() < 0.6:
        answer = choice.choice([*table.state.moves(), "nonsense"])
        return table.play((table.asked,), answer, choice.choice([table.at, None]), now)
    acts: list[Callable[[], list[Row]]] = [
        lambda: table.undo(seats, choice.choice([table.at, None]), now),
        lambda: table.undo(seats, table.at, now),
        lambda: table.answer_offer(seats, choice.random() < 0.7, now),
        lambda: table.offer_draw(seats, now) if choice.random() < 0.2 else [],
        lambda: table.resign(seats, now) if choice.random() < 0.05 else [],
        lambda: table.say_word(seats, f"word {choice.random()}", now),
        lambda: table.run_out(now),
    ]
    return choice.choice(acts)()


def laid_again(table: Table, rows: list[Row], timing: Timing) -> Table:
    state = table.state.copy()
    del state.moments[1:]
    again = Table(id=table.id, state=state, seats=table.seats, clock=Clock.wound_up(timing), dice=Dice(b"s" * 32))
    for row in rows:
        again.again(SimpleNamespace(**row))
    return again


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([*GAMES, PENNIES]),
    st.sampled_from(["people", "here", "computer"]),
    st.sampled_from([Timing(), Timing("game", 30, 2), Timing("move", days=1)]),
    st.integers(0, 2**32),
)
def test_what_was_written_down_gives_the_same_table(game: Game, mode: str, timing: Timing, number: int) -> None:
    choice, now = random.Random(number), BEGAN
    table = set_up(game, mode, timing)
    rows = table.rows(table.throw(), now)
    for _ in range(choice.randrange(60)):
        now += choice.choice([0, 10, 500, 500, 2000, 9000])
        before = shown(table)
        try:
            rows += any_act(table, choice, now)
        except Refused:
            assert shown(table) == before, "what is refused changes nothing"
        except CasemateError as error:
            raise AssertionError(f"refused otherwise than by the table: {error!r}") from error
        assert [row["n"] for row in rows] == list(range(table.acts)), "every row has a place of its own"
        assert len(table.log) == table.at
    again = laid_again(table, rows, timing)
    lost = {"offers"}
    assert {key: value for key, value in shown(again).items() if key not in lost} == {
        key: value for key, value in shown(table).items() if key not in lost
    }
