"""The rules and an independent reading of the rulebook (second.py) play the same games, side by side.

CASEMATE_LOCKSTEP says how many; `CASEMATE_LOCKSTEP=2000 pytest -k lockstep` for a long run.
"""

import os
import random

import pytest

import casemate
from casemate.games.pocket.tests.second import CARDS, CHANCE, FACTIONS, FEATURES, OPTIONS, TERRAINS, Second

POCKET = casemate.load("pocket")
GAMES = int(os.environ.get("CASEMATE_LOCKSTEP", "40"))
LIVELY = {"x", "charge", "s", "hex", "repair", "root", "backlash", "skirmish", "command", "plunder", "reap", "muster"}
TAUGHT = ("Stag Rider", "Bone Giant", "Night Duke", "Brass Colossus", "Forge Adept", "Banner Captain", "Thorn Archer")


def any_options(choice: random.Random) -> dict[str, str | int]:
    """Each option as printed, half of the time, or else any of its values; short games are likelier."""
    options = {name: choice.choice(values) for name, values in OPTIONS.items() if choice.random() < 0.5}
    if choice.random() < 0.3:
        options["limit"] = choice.choice((40, 41, 50))
    return options


def any_force(choice: random.Random, options: dict[str, str | int]) -> str:
    """Any legal choice of force, tiles and home feature."""
    while True:
        names, tiles = any_units(choice, options), any_tiles(choice, int(options["tiles"]))
        if any(not CARDS[name].is_summoned for name in names):
            return f"choose {', '.join(names)} / {tiles} / {choice.choice(FEATURES)}"


def any_units(choice: random.Random, options: dict[str, str | int]) -> list[str]:
    """Some units, until one would be too much; now and then fewer."""
    faction = choice.choice(sorted(FACTIONS))
    is_mixed = options["forces"] == "free" and choice.random() < 0.7
    cards = [card for card in CARDS.values() if is_mixed or card.faction == faction]
    names: list[str] = []
    points, fewer = int(options["points"]), choice.random() < 0.2
    while not (fewer and names and choice.random() < 0.3):
        card = choice.choice([card for card in cards if card.name in TAUGHT or choice.random() < 0.6] or cards)
        if card.points > points:
            break
        if names.count(card.name) < int(options["copies"]):
            names.append(card.name)
            points -= card.points
        elif all(names.count(each.name) == options["copies"] for each in cards):
            break
    return names


def any_tiles(choice: random.Random, count: int) -> str:
    """Any number of Plains and at most two of each other terrain."""
    while True:
        numbers = {terrain: choice.choice((0, 1, 2)) for terrain in TERRAINS}
        numbers["Plains"] = count - sum(numbers.values()) + numbers["Plains"]
        if numbers["Plains"] >= 0:
            return ", ".join(f"{number} {terrain}" for terrain, number in numbers.items() if number)


def any_study(choice: random.Random, options: dict[str, str | int]) -> str | None:
    """A map as two players could have built it, the units scattered over it, the reserves and the captures."""
    second = Second(**options)
    while second.turn == 0:
        second.play(choice.choice(second.moves() or [any_force(choice, options)]))
    places = choice.sample(sorted(second.terrain), len(second.terrain))
    share = choice.choice((0.3, 0.6, 0.9))
    for unit in second.units:
        is_here = places and choice.random() < share
        unit.place = places.pop() if is_here else choice.choice(("res", "res", "cap"))
        unit.has_shot = unit.is_here and unit.can("Slow reload") and choice.random() < 0.3
    if any(len(second.controlled(player)) == 3 for player in (0, 1)):
        return None
    second.mover = choice.choice((0, 1))
    limit = int(options["limit"]) or 90
    half = limit // 2 if choice.random() < 0.2 else choice.randint(1, limit // 2)
    second.turn = 2 * half - second.mover
    return second.write()


def play_in_lockstep(choice: random.Random, state: casemate.State, second: Second) -> str:
    """To the end of the game; now and then both sides go on from the position as it is written."""
    options, played = state.options, [""]
    compare(state, second, played)
    while state.to_move is not None:
        if choice.random() < 0.01:
            state, second = POCKET.read(state.position, **options), Second(second.position, **options)
            compare(state, second, played)
        move = any_move(choice, state, second)
        played.append(move)
        state.play(move)
        second.play(move)
        compare(state, second, played)
    return str(second.ending)


def any_move(choice: random.Random, state: casemate.State, second: Second) -> str:
    """Any answer; often one that does something to somebody."""
    moves = second.moves()
    if moves is None:
        menu = state.moves()
        return choice.choice(menu) if choice.random() < 0.2 else any_force(choice, state.options)
    lively = [move for move in moves if move.split()[0] in LIVELY]
    return choice.choice(lively if lively and choice.random() < 0.5 else moves)


def compare(state: casemate.State, second: Second, played: list[str]) -> None:
    told = (state.options, second.position, played[-1])
    assert (state.to_move, state.result) == (second.to_move, second.result), told
    assert state.position == second.position, told
    moves, expected = state.moves(), second.moves()
    assert len(moves) == len(set(moves)), told
    if expected is None:
        assert moves and all(second.is_force(move) for move in moves), told
    else:
        missing, surplus = sorted(set(expected) - set(moves)), sorted(set(moves) - set(expected))
        assert (missing, surplus) == ([], []), told
    assert state.chances() == second.chances(), told
    if state.to_move is None:
        assert state.ending and second.ending in state.ending.rules, told
    assert CHANCE == casemate.CHANCE


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_from_the_start_in_lockstep(number: int) -> None:
    choice = random.Random(f"game {number}")
    options = any_options(choice)
    play_in_lockstep(choice, POCKET.start(**options), Second(**options))


@pytest.mark.parametrize("number", range(GAMES))
def test_a_study_in_lockstep(number: int) -> None:
    """Positions that random games hardly ever see: anybody anywhere."""
    choice = random.Random(f"study {number}")
    options = Second(**any_options(choice)).options
    position = any_study(choice, options)
    if position is not None:
        play_in_lockstep(choice, POCKET.read(position, **options), Second(position, **options))


def test_the_second_implementation_has_the_printed_points() -> None:
    """5.1, 7.1"""
    assert all(card.price() == card.points for card in CARDS.values())
    assert all(sum(CARDS[name].points for name in faction.core) == 50 for faction in FACTIONS.values())
