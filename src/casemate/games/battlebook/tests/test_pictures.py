"""The rulebook's pictures show what the rules and examples beside them say."""

import pytest

import casemate
from casemate import State

BATTLEBOOK = casemate.load("battlebook")


def shown(rule: str, which: int = 0) -> State:
    """A position drawn at a rule."""
    picture = BATTLEBOOK.rulebook[rule].pictures[which]
    return BATTLEBOOK.read(picture.position, **picture.options)


def label(state: State, spot: str) -> str:
    return BATTLEBOOK.labels(state, 0)[spot]


def test_a_grid_at_the_start_of_a_round() -> None:
    """4.6 60 legal actions."""
    state = shown("1.4")
    assert len(state.moves()) == 60
    assert {move[3] for move in state.moves()} == set("abcdef")


@pytest.mark.parametrize(
    ("which", "squares"),
    [(0, "d5 e5 f5 d4 e4 f4 g4 h4 f1 f2 f3"), (1, "d4 e5 e3 d1 d2 d3"), (2, "f4 e5 e3 f1 f2 f3")],
)
def test_the_patterns_of_the_weapons(which: int, squares: str) -> None:
    labels = BATTLEBOOK.labels(shown("6.9", which), 0)
    assert {spot for spot, words in labels.items() if words == "1 X"} == set(squares.split())


def test_a_heavy_unit_in_two_x() -> None:
    state = shown("7.6")
    assert label(state, "d3") == "North Heavy Chassis, 2 X's, would be destroyed"


def test_the_round_of_the_example_before_its_last_action() -> None:
    state = BATTLEBOOK.read(BATTLEBOOK.rulebook.pictures[-1].position)
    destroyed = {spot for spot, words in BATTLEBOOK.labels(state, 0).items() if words.endswith("be destroyed")}
    assert destroyed == {"f3", "g3", "g4"}
    assert "North 4, South 0" in BATTLEBOOK.describe(state, 0)
    state.play("LC@i5")
    assert state.position.endswith(" 1,0")
