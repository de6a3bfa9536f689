"""Chapter 4: who starts, and the deploy phase turn by turn."""

import random
from fractions import Fraction

import pytest

import casemate
from casemate.games.battlebook.tests.fights import BOOK, begin, field, play, play_any

SET = "LC+HC+SC+CM+RM"


def test_4_6_example_sixty_legal_actions() -> None:
    moves = begin("LC SC CM RM SB").moves()
    assert len(moves) == 60
    assert set(moves) == {f"{kind}@{c}{r}" for kind in ("LC", "SC") for c in "abcdef" for r in "12345"}


def test_4_8_4_9_4_10_example_one_ap_unspent() -> None:
    """North has 0 AP and South 1, with all units armed, or with one unarmed."""
    begun = begin("LC SC CM RM SB", "HC SC CM RM SB")
    play(begun, *["SC@a1", "HC@g1", "SC@a2", "RM@g1", "SC@a3", "SC@g2", "SC@a4", "RM@g2"])
    events = begun.play("LC@a5")
    assert any(event.rules[0] == "4.10" for event in events)
    assert field(begun, 1) == "2"
    begun = begin("LC SC CM RM SB", "HC SC CM RM SB")
    play(begun, *["SC@a1", "HC@g1", "SC@a2", "CM@g1", "SC@a3", "SC@g2", "SC@a4", "SB@g2", "LC@a5", "HC@g3"])
    assert (field(begun, 3), begun.to_move) == ("0,1", 1)
    assert sorted(begun.moves()) == ["CM@g3", "SB@g3"]
    assert field(play(begun, "SB@g3"), 1) == "2"


def test_4_1_a_coin_toss_opens_round_one() -> None:
    state = play(BOOK.start(), "keep LC HC SC CM RM", "keep LC HC SC CM RM")
    assert state.to_move == casemate.CHANCE
    assert state.chances() == {"start N": Fraction(1, 2), "start S": Fraction(1, 2)}
    assert play(state.copy(), "start N").to_move == 0
    assert play(state.copy(), "start S").to_move == 1


@pytest.mark.parametrize(("first", "second"), [("N", 1), ("S", 0)])
def test_4_2_the_other_starts_round_two(first: str, second: int) -> None:
    state = play_any(begin(starter=first), random.Random(7), "2")
    assert (state.to_move, field(state, 6)) == (second, f"{first}{'NS'[second]}")


@pytest.mark.parametrize(("totals", "chooser"), [("3,4", 0), ("4,3", 1)])
def test_4_3_the_player_behind_chooses(totals: str, chooser: int) -> None:
    state = BOOK.read(f"3 {'NS'[chooser]} 9,9 {SET} {SET} SN - - {totals}")
    assert (state.to_move, state.moves()) == (chooser, ["start N", "start S"])
    for starter in (0, 1):
        after = play(state.copy(), f"start {'NS'[starter]}")
        assert (after.to_move, field(after, 6)) == (starter, f"SN{'NS'[starter]}")
    why = state.why("LC@a1")
    assert why is not None
    assert why.rules == ("4.3",)


def test_4_3_level_totals_are_tossed_for() -> None:
    state = BOOK.read(f"3 - 9,9 {SET} {SET} SN - - 4,4")
    assert state.to_move == casemate.CHANCE
    assert state.chances() == {"start N": Fraction(1, 2), "start S": Fraction(1, 2)}


def test_4_4_4_5_one_action_at_a_time_in_turns() -> None:
    state, choice = begin(), random.Random(2)
    for number in range(8):
        assert state.to_move == number % 2
        before = field(state, 7)
        state.play(choice.choice(state.moves()))
        assert before != field(state, 7)


def test_4_6_no_weapon_before_a_unit_and_nothing_too_dear() -> None:
    state = play(begin(), "LC@a1", "LC@i1")
    assert {move for move in state.moves() if move[:2] in ("CM", "RM")} == {"CM@a1", "RM@a1"}
    state = BOOK.read(f"3 N 1,1 {SET} {SET} NSN NHa1,NHa2,NHa3,NHa4,SHi1,SHi2,SHi3,SHi4 - 0,0")
    assert {move[:2] for move in state.moves()} == {"LC", "CM"}
    why = state.why("RM@a1")
    assert why is not None
    assert why.rules == ("4.6",)


def test_4_7_the_cost_is_deducted_at_once() -> None:
    state = begin()
    for move, left in [("SC@a1", "7,9"), ("HC@i1", "7,7"), ("RM@a1", "5,7"), ("CM@i1", "5,6"), ("LC@b1", "4,6")]:
        assert field(play(state, move), 3) == left


def test_4_8_passing_is_not_allowed() -> None:
    state = begin()
    assert "pass" not in state.moves()
    why = state.why("pass")
    assert why is not None
    assert why.rules == ("4.8",)


def test_4_9_the_other_player_goes_on_alone() -> None:
    state = begin("HC SC CM RM CN", "LC CM CN RV SB")
    rows = iter("12345")
    while field(state, 3)[0] != "1":
        state.play(f"HC@a{next(rows)}" if state.to_move == 0 else next(m for m in state.moves() if m[:4] == "LC@i"))
    while field(state, 3)[0] != "0":
        state.play("CM@a1" if state.to_move == 0 else next(m for m in state.moves() if m[:2] == "LC"))
    left = int(field(state, 3)[2])
    for _ in range(left):
        assert state.to_move == 1
        events = state.play(next(move for move in state.moves() if move[:2] == "LC"))
        assert any(event.rules == ("4.9",) for event in events) == (state.to_move == 1 and field(state, 1) == "1")
    assert field(state, 1) == "2"


def test_4_9_a_player_without_room_is_skipped() -> None:
    """On the smallest grid South can fill the centre and North what is left."""
    state = begin("LC CM CN RV SB", "LC CM CN RV SB", starter="S", grid="3x7")
    choice = random.Random(5)
    while field(state, 1) == "1":
        player = state.to_move
        wanted = [move for move in state.moves() if move[:2] == "LC" and (move[3] in "cde") == (player == 1)]
        state.play(choice.choice(wanted or state.moves()))
    assert field(state, 1) == "2"


def test_4_10_the_phase_ends_when_neither_can_act() -> None:
    for number in range(20):
        state, choice = begin(), random.Random(number)
        while field(state, 1) == "1":
            before = state.copy()
            events = state.play(choice.choice(state.moves()))
        assert any(event.rules[0] == "4.10" for event in events)
        assert before.to_move in (0, 1)
