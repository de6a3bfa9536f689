"""Chapters 2 and 9: three rounds, and who wins."""

import random
from fractions import Fraction

import pytest

import casemate
from casemate.games.battlebook.tests.fights import BOOK, begin, field, play, play_any

UNITS = "NLa1,NLa2,NLa3,NLa4,NLa5,NLb1,NLb2,NLb3,NLb4,SLd2,SLd3,SLd4,SLd5,SLe2,SLe3,SLe4,SLe5"


def nearly_over(totals: str, **options: object) -> casemate.State:
    """Round three, South with its last AP; on i1 it blocks the last row, and nobody scores."""
    return BOOK.read(f"3 S 0,1 LC+HC+SC+CM+RM LC+HC+SC+CM+RM NSN {UNITS} - {totals}", **options)


def test_2_1_three_rounds_each_fought_and_scored() -> None:
    choice, state = random.Random(1), BOOK.start()
    seen = []
    while state.to_move is not None:
        seen.append(field(state, 1))
        events = state.play(choice.choice(state.moves()))
        if any("is over" in event.text for event in events):
            told = [event.rules[0] for event in events]
            assert told.index("4.10") < max(i for i, rule in enumerate(told) if rule == "8.1" or rule == "2.4")
    assert sorted(set(seen)) == ["1", "2", "3"]
    assert seen == sorted(seen)


def test_2_2_2_3_an_empty_grid_and_nine_ap() -> None:
    for number in range(5):
        state = play_any(begin(), random.Random(number), "2")
        assert [field(state, n) for n in (3, 7, 8)] == ["9,9", "-", "-"]


def test_2_3_unspent_ap_are_lost() -> None:
    state = begin("LC SC CM RM SB", "HC SC CM RM SB")
    play(state, *["SC@a1", "HC@g1", "SC@a2", "RM@g1", "SC@a3", "SC@g2", "SC@a4", "RM@g2"])
    assert field(state, 3) == "1,1"
    play(state, "LC@a5")
    assert (field(state, 1), field(state, 3)) == ("2", "9,9")


@pytest.mark.parametrize(("totals", "result"), [("5,5", (0.5, 0.5)), ("8,3", (1.0, 0.0)), ("3,8", (0.0, 1.0))])
def test_2_4_2_5_the_higher_total_wins(totals: str, result: tuple[float, float]) -> None:
    state = play(nearly_over(totals), "LC@i1")
    assert state.result == result
    assert state.ending is not None
    assert ("2.5" in state.ending.rules) == (result == (0.5, 0.5))


def test_2_6_only_coins_fall() -> None:
    for number in range(10):
        state, choice = BOOK.start(), random.Random(number)
        while state.to_move is not None:
            if state.to_move == casemate.CHANCE:
                assert set(state.moves()) == {"start N", "start S"}
                assert set(state.chances().values()) == {Fraction(1, 2)}
            state.play(choice.choice(state.moves()))


def test_2_7_north_is_the_first_player() -> None:
    assert BOOK.players == ("North", "South")
    assert BOOK.start().to_move == 0


@pytest.mark.parametrize("moves", [[], ["keep LC HC SC CM RM"], ["keep LC HC SC CM RM", "keep LC HC SC CM RM"]])
@pytest.mark.parametrize("player", [0, 1])
def test_2_8_a_player_may_resign_at_any_time(moves: list[str], player: int) -> None:
    state = play(BOOK.start(), *moves)
    state.resign(player)
    assert state.result == (float(player), float(1 - player))
    assert state.ending is not None
    assert state.ending.rules == ("2.8",)


def test_9_1_the_third_round_ends_the_battle() -> None:
    state = play(nearly_over("8,3"), "LC@i1")
    assert (state.to_move, state.moves(), field(state, 1)) == (None, [], "3")
    with pytest.raises(casemate.IllegalMove):
        state.play("LC@i1")


def test_9_2_a_round_has_at_most_18_actions() -> None:
    most = 0
    for number in range(60):
        state, choice, actions = begin(), random.Random(number), 0
        while field(state, 1) == "1":
            cheap = [move for move in state.moves() if move[:2] in ("LC", "CM")]
            state.play(choice.choice(cheap if number % 2 and cheap else state.moves()))
            actions += 1
        most = max(most, actions)
        assert 9 <= actions <= 18
    assert most == 18
