"""The rulebook's pictures show what the rules and examples beside them say."""

from fractions import Fraction

import pytest

import casemate
from casemate import CHANCE, State

IRONCLAD = casemate.load("ironclad")


def shown(rule: str, which: int = 0) -> State:
    """A position drawn at a rule."""
    picture = IRONCLAD.rulebook[rule].pictures[which]
    return IRONCLAD.read(picture.position, **picture.options)


def test_the_start_position() -> None:
    assert shown("2.3").position == IRONCLAD.start().position


def test_a_square_and_its_corners() -> None:
    assert set(IRONCLAD.labels(shown("1.3"), None)) == {"c5", "C4", "D4", "C5", "D5"}


def test_the_opponents_hand() -> None:
    turn, state = IRONCLAD.start(), shown("3.2")
    turn.play("c2-c3")
    assert (state.position, state.to_move, state.moves()) == (turn.position, 1, turn.moves())


def test_a_robot_that_must_act() -> None:
    moves = shown("4.2").moves()
    assert {move for move in moves if "-" in move} == {"a7-a8", "a7-b8"}
    assert set(moves) > {"xa6", "xb6", "xb7"}


def test_seven_squares_to_step_to() -> None:
    assert len([move for move in shown("5.5").moves() if move.startswith("c5-")]) == 7


def test_who_is_in_range() -> None:
    (event, *_) = shown("6.2").play("xc5")
    assert event.text.endswith("3 shots")


def test_cover_from_none_to_four() -> None:
    covers = {spot: words[-7:] for spot, words in IRONCLAD.labels(shown("6.6"), None).items() if "robot" in words}
    assert covers == {"b7": "o cover", "e7": "cover 1", "b4": "cover 2", "e4": "cover 3", "c2": "cover 4"}


def test_dice_that_are_due() -> None:
    state = shown("6.8")
    assert state.to_move == CHANCE
    assert state.chances()["3/3"] == Fraction(1, 8)


def test_two_shots_in_the_open() -> None:
    assert shown("6.7", 1).odds("xb4") == {}
    assert [event.text for event in shown("6.7", 1).play("xb4")][-1].endswith("b4 is destroyed")


@pytest.mark.parametrize(("rule", "winner"), [("8.1", "White"), ("8.4", "Black")])
def test_strings_that_win(rule: str, winner: str) -> None:
    state = shown(rule)
    assert state.ending is not None
    assert state.ending.text.startswith(winner)
    assert state.ending.rules == ("8.1",)


def test_where_stones_may_be_placed() -> None:
    assert len(shown("9.3").moves()) == 55


def test_slides() -> None:
    assert len(shown("9.5").moves()) == 30
    assert {move[:2] for move in shown("9.8").moves()} == {"C7", "F4"}


def test_a_full_board() -> None:
    assert len(shown("10.3").moves()) == 8


def test_the_options_pictures() -> None:
    start, links = IRONCLAD.rulebook.pictures[-2:]
    assert start.position == IRONCLAD.start(setup="one_row").position
    assert IRONCLAD.read(links.position, **links.options).result == (1.0, 0.0)
    assert IRONCLAD.read(links.position).result is None
