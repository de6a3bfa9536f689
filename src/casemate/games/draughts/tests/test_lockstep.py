"""The rules and an independent reading of the rulebook (second.py) play the same games, side by side.

CASEMATE_LOCKSTEP says how many; `CASEMATE_LOCKSTEP=2000 pytest -k lockstep` for a long run.
"""

import os
import random

import pytest

import casemate
from casemate.games.draughts.tests.second import (
    BLACK,
    CHANCE,
    HEADINGS,
    JOKER,
    OPTIONS,
    PACK,
    SHIPS,
    SQUADRONS,
    TYPES,
    WHITE,
    Second,
    order,
)

DRAUGHTS = casemate.load("draughts")
GAMES = int(os.environ.get("CASEMATE_LOCKSTEP", "40"))


def any_options(choice: random.Random) -> dict[str, str | int]:
    """Each option as printed, half of the time, or else any of its values; any two squadrons may meet."""
    options = {name: choice.choice(values) for name, values in OPTIONS.items() if choice.random() < 0.5}
    if choice.random() < 0.2:
        options["squadrons"] = ",".join(choice.choice(list(SQUADRONS)) for _ in range(2))
    return options


# --- studies ------------------------------------------------------------------------------------------------------


def any_study(choice: random.Random, options: dict[str, str | int]) -> str:
    """A position in the thick of it: close together, much of it damaged, some ships out of play, some cards dealt."""
    size = int(options.get("board", 8))
    pack = [*PACK, *[JOKER] * int(options.get("jokers", 2))]
    choice.shuffle(pack)
    wide, high = choice.choice(((3, 2), (2, 3), (3, 3), (5, 5), (size, size)))
    left, low = choice.choice((0, choice.randint(0, size - wide))), choice.randint(1, size - high + 1)
    near = [file + str(rank) for file in "abcdefghijkl"[left : left + wide] for rank in range(low, low + high)]
    squares = choice.sample(near, 6)
    types = [name for side in (WHITE, BLACK) for name in any_squadron(choice, options, side)]
    kinds = choice.choice(("", "J", "AQ", "K", "AJQK"))
    ships = [
        any_ship(choice, name, kind, square, size, kinds, pack)
        for name, kind, square in zip(SHIPS, types, squares, strict=True)
    ]
    afloat = [name for name, ship in zip(SHIPS, ships, strict=True) if "/" in ship]
    if not any(name[0] == "W" for name in afloat) or not any(name[0] == "B" for name in afloat):
        return any_study(choice, options)
    limit = int(options.get("turn_limit", 30))
    turn = choice.choice((1, limit // 2, limit - 1, limit))
    waiting = choice.sample(afloat, choice.randint(0, len(afloat)))
    orders = dict(zip(waiting, choice.sample(PACK, len(waiting)), strict=True))
    cards = " ".join(f"{name}={orders[name]}" for name in SHIPS if name in orders) or "-"
    many = choice.choice((0, 1, 5, len(pack) - 3, len(pack) - 1, len(pack)))
    if not orders and options.get("reshuffle", "every_turn") == "every_turn":
        many = 0
    discards = " ".join(sorted(choice.sample(pack, many), key=order)) or "-"
    return " | ".join([str(turn), *ships, cards, discards, "-"])


def any_squadron(choice: random.Random, options: dict[str, str | int], side: int) -> list[str]:
    """3.1, 3.3 Three types in any order, as the options allow."""
    named = str(options.get("squadrons", "channel"))
    if named == "random":
        named = choice.choice(list(SQUADRONS))
    if named == "choose":
        types = choice.choices(list(TYPES), k=3)
        while sum(TYPES[name][0] for name in types) > 15:
            types = choice.choices(list(TYPES), k=3)
        return types
    types = list(SQUADRONS[named.split(",")[side if "," in named else 0]])
    choice.shuffle(types)
    return types


def any_ship(choice: random.Random, name: str, kind: str, square: str, size: int, kinds: str, pack: list[str]) -> str:
    """A ship somewhere on its way, with damage of these kinds, or out of play."""
    fp = TYPES[kind][1]
    if choice.random() < 0.1:
        return f"{name} {kind} {choice.choice(('sunk', 'off', f'home {choice.randint(1, fp)}'))}"
    far, near = (str(size), "1") if name[0] == "W" else ("1", str(size))
    leg = "h" if square[1:] == far else "o" if square[1:] == near else choice.choice("oh")
    cards = [card for card in pack if card[0] in kinds][: choice.choice((0, 1, 1, 2, 4))]
    for card in cards:
        pack.remove(card)
    way = "!" if any(card[0] == "K" for card in cards) and choice.random() < 0.5 else ""
    left = choice.choice((1, 2, fp, choice.randint(1, fp)))
    return f"{name} {kind} {square}/{choice.choice(HEADINGS)} {left} {leg} {','.join(cards) or '-'}{way}"


# --- side by side -------------------------------------------------------------------------------------------------


def play_in_lockstep(choice: random.Random, state: casemate.State, second: Second) -> str:
    """To the end of the game; now and then both sides go on from the position as it is written."""
    options = state.options
    compare(state, second)
    lasting = choice.random() < 0.7
    while state.to_move is not None:
        if choice.random() < 0.02:
            state, second = DRAUGHTS.read(state.position, **options), Second(second.position, **options)
            compare(state, second)
        if choice.random() < 0.0005:
            side = choice.choice((WHITE, BLACK))
            state.resign(side)
            second.resign(side)
        else:
            move = any_move(choice, state, lasting)
            state.play(move)
            second.play(move)
        compare(state, second)
    return second.ending


def any_move(choice: random.Random, state: casemate.State, lasting: bool) -> str:
    """Any answer; in lasting games ships seldom leave the board, often ram and fire, and dice often hit."""
    moves = sorted(state.moves())
    if lasting and choice.random() < 0.9:
        if state.to_move == CHANCE and "/" in moves[0] and moves[0][0].isdigit():
            moves = moves[1:]
        else:
            moves = [move for move in moves if not move.endswith("-off") and move != ">-"] or moves
        eager = [move for move in moves if "x" in move and " " not in move or "~" in move]
        if eager and choice.random() < 0.7:
            moves = eager
    return choice.choice(moves)


def compare(state: casemate.State, second: Second) -> None:
    assert state.position == second.position
    assert (state.to_move, state.result) == (second.to_move, second.result), second.position
    assert len(state.moves()) == len(set(state.moves()))
    assert set(state.moves()) == set(second.moves()), second.position
    assert state.chances() == second.chances(), second.position


@pytest.mark.parametrize("number", range(GAMES // 2))
def test_a_game_from_the_start_in_lockstep(number: int) -> None:
    choice = random.Random(f"game {number}")
    options = any_options(choice)
    play_in_lockstep(choice, DRAUGHTS.start(**options), Second(None, **options))


@pytest.mark.parametrize("number", range(GAMES))
def test_a_study_in_lockstep(number: int) -> None:
    choice = random.Random(f"study {number}")
    options = any_options(choice)
    position = any_study(choice, options)
    play_in_lockstep(choice, DRAUGHTS.read(position, **options), Second(position, **options))
