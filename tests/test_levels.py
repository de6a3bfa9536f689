"""How strong the levels are: whole games, seats swapped, the same each time; `casemate ladder` has the numbers."""

import pytest

import casemate
from casemate.bots import LEVELS
from casemate.cli import Bout, fight

RECRUIT, GUNNER, SERGEANT = (level.name for level in LEVELS[:3])


def share(name: str, higher: str, lower: str, games: int) -> float:
    """How much of so many games the higher one wins."""
    game = casemate.load(name)
    assert game.compile()
    options = tuple(game.settle({}).items())
    return sum(fight(Bout(name, options, higher, lower, number, 1)).share for number in range(games)) / games


@pytest.mark.parametrize("name", casemate.games())
def test_in_games_of_bots_the_lowest_level_beats_random_play(name: str) -> None:
    assert share(name, RECRUIT, "random", 60) >= 0.95


@pytest.mark.parametrize("name", casemate.games())
def test_in_games_of_bots_the_second_level_beats_the_first(name: str) -> None:
    assert share(name, GUNNER, RECRUIT, 30) > 0.5


@pytest.mark.parametrize("name", casemate.games())
def test_in_games_of_bots_the_first_that_never_slips_beats_what_looks_best_at_a_glance(name: str) -> None:
    assert share(name, SERGEANT, "greedy", 20) > 0.6
