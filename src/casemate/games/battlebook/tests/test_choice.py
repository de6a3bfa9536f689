"""Chapter 3: choosing five actions."""

import re

import pytest

import casemate
from casemate.games.battlebook.actions import CODES, COSTS, NAMES
from casemate.games.battlebook.tests.fights import BOOK, begin, field, play


def test_3_5_example_a_chassis_among_them() -> None:
    moves = BOOK.start().moves()
    assert {"keep LC HC SC CM RM", "keep LC CM CN RV SB"} <= set(moves)
    assert "keep CM RM CN RV SB" not in moves
    why = BOOK.start().why("keep CM RM CN RV SB")
    assert why is not None
    assert why.rules == ("3.5",)


def test_3_1_3_7_the_printed_table_of_actions() -> None:
    printed = re.findall(r"^\| `(\w\w)` \| ([\w ]+) \| (\w+) \| (\d) AP \|", BOOK.rulebook.text, re.MULTILINE)
    assert [row[0] for row in printed] == list(CODES)
    assert [row[1] for row in printed] == list(NAMES)
    assert [row[2] for row in printed] == ["chassis"] * 3 + ["weapon"] * 5
    assert [int(row[3]) for row in printed] == list(COSTS)


def test_3_2_five_of_eight() -> None:
    moves = BOOK.start().moves()
    assert len(moves) == 55
    for move in moves:
        assert len(set(move.split()[1:])) == 5
    why = BOOK.start().why("keep LC HC SC CM")
    assert why is not None
    assert why.rules == ("3.2",)


def test_3_3_the_choice_holds_for_the_whole_battle() -> None:
    state = begin("LC HC SC CM RM", "LC CM CN RV SB")
    why = state.why("keep LC HC SC CM CN")
    assert why is not None
    assert why.rules == ("3.3",)
    while state.to_move is not None:
        assert (field(state, 4), field(state, 5)) == ("LC+HC+SC+CM+RM", "LC+CM+CN+RV+SB")
        state.play(state.moves()[-1])


def test_3_4_south_is_shown_nothing_of_norths_choice() -> None:
    state = play(BOOK.start(), "keep LC CM RM RV SB")
    assert (state.to_move, state.now.hidden) == (1, 1)
    other = play(BOOK.start(), "keep HC SC CM RM CN")
    assert state.steps[-1].events == other.steps[-1].events == ()
    for viewer in (1, None):
        assert BOOK.describe(state, viewer) == BOOK.describe(other, viewer)
        assert state.svg(viewer) == other.svg(viewer)
    assert state.moves() == other.moves()
    events = state.play("keep LC HC SC CM RM")
    assert [event.text for event in events] == ["North keeps LC CM RM RV SB", "South keeps LC HC SC CM RM"]
    assert state.now.hidden == 0


def test_3_6_both_may_keep_the_same() -> None:
    state = play(BOOK.start(), "keep LC HC SC CM RM")
    assert "keep LC HC SC CM RM" in state.moves()
    assert len(state.moves()) == 55


def test_3_7_any_number_of_times() -> None:
    state = begin("LC HC SC CM RM", "HC SC CM RM CN")
    for number in range(8):
        state.play(f"LC@{'abcdef'[number % 6]}{number // 6 + 1}")
        if state.to_move == 1:
            state.play(next(move for move in state.moves() if move[3] == "i"))
    assert field(state, 3)[0] == "1"
    assert "LC@f5" in state.moves()


def test_3_7_only_what_was_kept() -> None:
    for north in ("LC CM CN RV SB", "HC SC CM RM CN"):
        kinds = {move[:2] for move in begin(north).moves()}
        assert kinds == set(north.split()) & {"LC", "HC", "SC"}


def test_3_4_between_the_choices_a_record_of_the_battle_is_whole() -> None:
    state = play(BOOK.start(), "keep LC CM RM RV SB")
    with pytest.raises(casemate.IllegalMove):
        state.play("start N")
