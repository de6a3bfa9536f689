"""The rules and an independent reading of the rulebook (second.py) play the same battles, side by side.

CASEMATE_LOCKSTEP says how many; `CASEMATE_LOCKSTEP=2000 pytest -k lockstep` for a long run.
"""

import os
import random

import pytest

import casemate
from casemate.games.battlebook.tests.second import OPTIONS, Second

BATTLEBOOK = casemate.load("battlebook")
GAMES = int(os.environ.get("CASEMATE_LOCKSTEP", "60"))


def any_options(choice: random.Random) -> dict[str, str]:
    """Each option as printed, half of the time, or else any of its values; small grids are likelier."""
    options = {name: choice.choice(values) for name, values in OPTIONS.items() if choice.random() < 0.5}
    if choice.random() < 0.2:
        options["grid"] = choice.choice(("3x7", "3x8", "4x7"))
    if choice.random() < 0.3:
        options["patterns"] = any_patterns(choice)
    return options


def any_patterns(choice: random.Random) -> str:
    """Other patterns for some of the three weapons, in the order of the table and of their squares."""
    codes = [code for code in ("CN", "RV", "SB") if choice.random() < 0.6] or ["RV"]
    squares = [(f, r) for f in range(1, 10) for r in range(-7, 8)]
    return "/".join(
        f"{code}:{','.join(f'{f}{r:+d}' for f, r in sorted(choice.sample(squares, choice.randint(1, 6))))}"
        for code in codes
    )


def any_move(choice: random.Random, state: casemate.State, taste: float) -> str:
    """Any answer; `taste` says how likely it is a weapon where there is one."""
    moves = sorted(state.moves())
    weapons = [move for move in moves if move[:2] in ("CM", "RM", "CN", "RV", "SB")]
    return choice.choice(weapons if weapons and choice.random() < taste else moves)


def compare(state: casemate.State, second: Second) -> None:
    assert state.position == second.position
    assert (state.to_move, state.result) == (second.to_move, second.result), second.position
    assert len(state.moves()) == len(set(state.moves()))
    assert set(state.moves()) == set(second.moves()), second.position
    assert state.chances() == second.chances(), second.position


def play_in_lockstep(number: int) -> Second:
    """To the end of the battle; now and then both sides go on from the position as it is written."""
    choice = random.Random(f"battle {number}")
    options = any_options(choice)
    taste = choice.choice((0.0, 0.3, 0.6))
    state, second = BATTLEBOOK.start(**options), Second(None, **options)
    compare(state, second)
    while state.to_move is not None:
        if choice.random() < 0.1:
            state, second = BATTLEBOOK.read(state.position, **options), Second(second.position, **options)
            compare(state, second)
        move = any_move(choice, state, taste)
        if choice.random() < 0.05:
            assert state.odds(move) == odds(second, move, options)
        state.play(move)
        second.play(move)
        compare(state, second)
    return second


def odds(second: Second, move: str, options: dict[str, str]) -> dict[str, object]:
    """What is left to chance after a move."""
    ahead = Second(second.position, **options)
    ahead.play(move)
    return dict(ahead.chances())


@pytest.mark.parametrize("number", range(GAMES))
def test_a_battle_in_lockstep(number: int) -> None:
    play_in_lockstep(number)
