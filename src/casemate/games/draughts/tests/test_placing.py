"""Chapter 3: squadrons and setup."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from casemate.games.draughts.ships import SQUADRONS, TYPE, TYPES, Squadron
from casemate.games.draughts.tests.scenes import (
    DRAUGHTS,
    NAMES,
    OPPOSITE,
    PLACED,
    field,
    moves,
    opening,
    play,
    rules,
    so_far,
)

VALUE = {ship.name: ship.value for ship in TYPES}


def types_of(answers: set[str]) -> set[str]:
    return {answer.split()[2] for answer in answers}


def test_3_1_three_ships_of_at_most_15_each_choice_leaves_room_for_the_rest() -> None:
    state = DRAUGHTS.start(squadrons="choose")
    assert types_of(moves(state)) == set(TYPE)
    for first in ("citadel_ship", "barbette_ship", "monitor"):
        second = play(state.copy(), f"W1 b1 {first}")
        assert types_of(moves(second)) == {each for each in TYPE if VALUE[first] + VALUE[each] + 4 <= 15}
        for other in types_of(moves(second)):
            third = play(second.copy(), f"W2 d1 {other}")
            left = {each for each in TYPE if VALUE[first] + VALUE[other] + VALUE[each] <= 15}
            assert types_of(moves(third)) == left and left
    assert rules(play(state, "W1 b1 citadel_ship"), "W2 d1 citadel_ship") == ("3.1",)


def test_3_1_every_squadron_that_is_worth_15_or_less_can_be_chosen() -> None:
    found = set()
    state = DRAUGHTS.start(squadrons="choose")
    for first in types_of(moves(state)):
        second = play(state.copy(), f"W1 b1 {first}")
        for other in types_of(moves(second)):
            third = play(second.copy(), f"W2 d1 {other}")
            found |= {(first, other, last) for last in types_of(moves(third))}
    assert found == {each for each in product(TYPE, repeat=3) if sum(map(VALUE.__getitem__, each)) <= 15}
    assert ("monitor", "monitor", "monitor") in found


def test_3_2_choices_are_secret_until_both_are_made() -> None:
    state = play(DRAUGHTS.start(squadrons="choose"), "W1 b1 monitor", "W2 d1 monitor", "W3 f1 monitor")
    assert (state.to_move, state.now.hidden) == (1, 3)
    assert len(moves(state)) == 14
    assert [field(state, name) for name in NAMES] == ["-"] * 6
    play(state, "B1 g8 corvette", "B2 e8 corvette")
    assert state.now.hidden == 5
    play(state, "B3 c8 corvette")
    assert state.now.hidden == 0
    assert field(state, "W2") == "monitor d1/N 8 o -"


@pytest.mark.parametrize("squadron", SQUADRONS, ids=lambda squadron: squadron.name)
def test_3_3_ready_made_squadrons(squadron: Squadron) -> None:
    state = DRAUGHTS.start(squadrons=squadron.name)
    names = {TYPES[ship].name for ship in squadron.types}
    assert types_of(moves(state)) == names
    for first, second, third in permutations(sorted(names)):
        placed = play(state.copy(), f"W1 b1 {first}", f"W2 d1 {second}")
        assert placed.moves() == [f"W3 f1 {third}"]


def test_3_4_channel_against_channel_in_the_default_game() -> None:
    state = DRAUGHTS.start()
    assert state.options["squadrons"] == "channel"
    assert types_of(moves(state)) == {"breastwork_turret_ship", "barbette_ship", "small_turret_ship"}
    play(state, *PLACED)
    assert types_of(moves(state)) == {"breastwork_turret_ship", "barbette_ship", "small_turret_ship"}


@pytest.mark.parametrize(
    ("size", "squares"),
    [(8, "b1 d1 f1 g8 e8 c8"), (10, "b1 e1 h1 i10 f10 c10"), (12, "c1 f1 i1 j12 g12 d12")],
)
def test_3_5_3_6_3_7_3_8_squares_numbers_headings_and_full_flotation(size: int, squares: str) -> None:
    state = DRAUGHTS.start(board=size)
    for name, square in zip(NAMES, squares.split(), strict=True):
        assert {answer.split()[0] for answer in moves(state)} == {name}
        assert {answer.split()[1] for answer in moves(state)} == {square}
        play(state, state.moves()[0])
    for name, square in zip(NAMES, squares.split(), strict=True):
        type, place, fp, leg, damage = field(state, name).split()
        assert place == f"{square}/{'N' if name[0] == 'W' else 'S'}"
        assert (int(fp), leg, damage) == (TYPES[TYPE[type]].fp, "o", "-")


def test_3_6_each_ship_stands_on_one_square() -> None:
    state = play(DRAUGHTS.start(), PLACED[0])
    assert rules(state, "W2 d1 breastwork_turret_ship") == ("3.6",)
    assert rules(state, "W2 d1 monitor") == ("3.3",)
    assert rules(state, "W2 f1 barbette_ship") == ("3.5", "3.6")
    assert rules(state, PLACED[2]) == ("3.6", "16.2")
    assert rules(state, "d1-d2/N") == ("3.6",)
    assert rules(opening(), PLACED[0]) == ("3.6", "15.1")


def test_3_6_the_example_of_the_opening() -> None:
    state = play(DRAUGHTS.start(), *PLACED, *OPPOSITE)
    assert (so_far(state), state.position[0]) == ("-", "1")
    assert field(state, "W1") == "breastwork_turret_ship b1/N 12 o -"
    assert set(state.chances().values()) == {Fraction(1, 52)}
