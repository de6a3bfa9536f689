"""The rules and an independent reading of the rulebook (second.py) play the same games, side by side.

CASEMATE_LOCKSTEP says how many; `CASEMATE_LOCKSTEP=2000 pytest -k lockstep` for a long run.
"""

import os
import random
import re

import pytest

import casemate
from casemate.games.ironclad.tests.second import OPTIONS, Second

IRONCLAD = casemate.load("ironclad")
GAMES = int(os.environ.get("CASEMATE_LOCKSTEP", "40"))
ENDINGS = {  # the rule by which the game ended, as second.py calls it
    "4.1": "crossing",
    "8.1": "string",
    "10.1": "forfeit",
    "11.3": "repetition",
    "11.4": "quiet",
    "7.4": "last robot",
}


def any_options(choice: random.Random) -> dict[str, str | int]:
    """Each option as printed, half of the time, or else any of its values; short quiet limits are likelier."""
    options = {name: choice.choice(values) for name, values in OPTIONS.items() if choice.random() < 0.5}
    if choice.random() < 0.3:
        options["quiet_limit"] = choice.choice((20, 21, 25))
    return options


# --- studies ------------------------------------------------------------------------------------------------------


def any_study(choice: random.Random) -> str:
    """A position with some robots and stones and little in the bowls: slides, circularity and forfeits come up."""
    robots, stones = any_robots(choice), any_stones(choice)
    owner = choice.choice("wb")
    dues = [("1", "-"), ("2", "s")]
    if any(letter.isupper() == (owner == "w") for letter in robots.values()):
        dues.append(("2", "r"))
    half, due = choice.choice(dues)
    most = [32 - sum(colour == each for colour in stones.values()) for each in "wb"]
    bowls = [min(spare, choice.choice((0, 0, 0, 1, 2, 5, 32))) for spare in most]
    slid = choice.choice(sorted(stones)) if stones and choice.random() < 0.5 else "-"
    quiet = "-" if half == "2" and choice.random() < 0.3 else str(choice.choice((0, 0, 5, 17, 18, 19)))
    fields = [grid(robots, "abcdef", "87654321"), grid(stones, "ABCDEFG", "876543210")]
    return " ".join([*fields, owner, half, due, f"{bowls[0]},{bowls[1]}", slid, quiet])


def any_robots(choice: random.Random) -> dict[str, str]:
    """Up to six robots a side, at least one of White's, none on a far rank."""
    squares = [file + rank for file in "abcdef" for rank in "234567"]
    choice.shuffle(squares)
    white, black = choice.randint(1, 6), choice.randint(0, 6)
    heights = choice.choice(("A", "AAB", "ABC"))
    letters = [choice.choice(heights) for _ in range(white)] + [choice.choice(heights).lower() for _ in range(black)]
    while max(height(letters, "ABC"), height(letters, "abc")) > 12:
        letters = [letter.replace("C", "B").replace("c", "b") for letter in letters]
    return dict(zip(squares, letters, strict=False))


def height(letters: list[str], heights: str) -> int:
    return sum(heights.index(letter) + 1 for letter in letters if letter in heights)


def any_stones(choice: random.Random) -> dict[str, str]:
    """From an empty board to a full one; on every second board neighbours differ, so that a full one has no string."""
    points = [column + row for column in "ABCDEFG" for row in "012345678"]
    if choice.random() < 0.5:
        colours = ["wb"[(ord(point[0]) + int(point[1])) % 2] for point in points]
    else:
        colours = choice.sample("w" * 32 + "b" * 31, 63)
    stones = list(zip(points, colours, strict=True))
    return dict(choice.sample(stones, choice.choice((0, 1, 2, 4, 8, 16, 32, 58, 61, 62, 63))))


def grid(letters: dict[str, str], across: str, down: str) -> str:
    rows = ["".join(letters.get(column + row, ".") for column in across) for row in down]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))


# --- side by side -------------------------------------------------------------------------------------------------


def play_in_lockstep(choice: random.Random, state: casemate.State, second: Second) -> str:
    """To the end of the game; now and then both sides go on from the position as it is written."""
    options, played = state.options, [""]
    compare(state, second)
    while state.to_move is not None:
        if choice.random() < 0.02:
            state, second = IRONCLAD.read(state.position, **options), Second(second.position, **options)
            compare(state, second)
        move = any_move(choice, state, played)
        state.play(move)
        second.play(move)
        compare(state, second)
    return str(second.ending)


def any_move(choice: random.Random, state: casemate.State, played: list[str]) -> str:
    """Any answer; often one that takes an earlier one back, so that positions recur."""
    back = [move for move in state.moves() if "".join((move[3:], move[2:3], move[:2])) in played[-8:]]
    move = choice.choice(back if back and choice.random() < 0.5 else sorted(state.moves()))
    played.append(move)
    return move


def compare(state: casemate.State, second: Second) -> None:
    assert state.position == second.position
    assert (state.to_move, state.result) == (second.to_move, second.result), second.position
    assert len(state.moves()) == len(set(state.moves()))
    assert set(state.moves()) == set(second.moves()), second.position
    assert state.chances() == second.chances(), second.position
    assert (state.ending and ENDINGS[state.ending.rules[0]]) == second.ending, second.position


def winners(second: Second) -> list[int]:
    """The players for whom a winning condition holds."""
    loses = second.options["last_robot"] == "loses"
    return [
        player
        for player in (0, 1)
        if second.has_crossed(player) or second.has_string(player) or (loses and not second.robots_of(1 - player))
    ]


@pytest.mark.parametrize("number", range(GAMES // 2))
def test_a_game_from_the_start_in_lockstep(number: int) -> None:
    choice = random.Random(f"game {number}")
    options = any_options(choice)
    play_in_lockstep(choice, IRONCLAD.start(**options), Second(None, **options))


@pytest.mark.parametrize("number", range(GAMES))
def test_a_study_in_lockstep(number: int) -> None:
    """Where both players would have won the study is refused (12.10): no game reaches it."""
    choice = random.Random(f"study {number}")
    options, position = any_options(choice), any_study(choice)
    second = Second(position, **options)
    if len(winners(second)) > 1:
        with pytest.raises(casemate.BadNotation, match="both players"):
            IRONCLAD.read(position, **options)
    else:
        play_in_lockstep(choice, IRONCLAD.read(position, **options), second)


def test_studies_come_to_every_kind_of_end() -> None:
    """What the studies are for: endings that random games from the start hardly ever see."""
    endings: set[str] = set()
    numbers = iter(range(300))
    while endings != set(ENDINGS.values()):
        choice = random.Random(f"study {next(numbers)}")
        options, position = any_options(choice), any_study(choice)
        if len(winners(Second(position, **options))) < 2:
            state, played = IRONCLAD.read(position, **options), [""]
            while state.to_move is not None:
                state.play(any_move(choice, state, played))
            assert state.ending is not None
            endings.add(ENDINGS[state.ending.rules[0]])
