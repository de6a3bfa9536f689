"""Why an answer is not legal: there is a reason exactly where it is not, and it cites its rule."""

import random
from collections.abc import Iterator

import pytest

import casemate
from casemate import State
from casemate.games.draughts.board import FILES, HEADINGS, MOVE, PLACE, START, square_name
from casemate.games.draughts.ships import TYPES
from casemate.games.draughts.tests.scenes import DRAUGHTS, NAMES, opening, play, rules, scene


def decisions(number: int) -> Iterator[State]:
    """Positions of a random game in which a player must answer."""
    choice = random.Random(number)
    options = {option.name: choice.choice(option.values) for option in DRAUGHTS.options}
    state = DRAUGHTS.start(**options)
    while state.to_move is not None:
        if state.to_move in (0, 1) and choice.random() < 0.1:
            yield state
        state.play(choice.choice(state.moves()))


def tries(state: State) -> list[str]:
    """Answers, most of them not legal."""
    s, size = state.here, int(state.options["board"])
    squares = [f"{file}{rank}" for file in FILES[:size] for rank in range(1, size + 1)]
    here = square_name(s.ships[s.subject].square)
    found = ["stop", ">-", f"{here}-off", "a1-off", "dc 2H", "2/4"]
    found += [f">{name}{mounts}" for name in NAMES for mounts in ("", ":1", ":2", ":12", ":135", ":7")]
    found += [f"{here}{by}{there}" for there in squares for by in "x~"]
    found += [f"{at}-{there}/{heading}" for at in (here, squares[9]) for there in squares for heading in HEADINGS]
    starts = START[(size - 8) // 2]
    found += [f"{n} {square_name(at)} {ship.name}" for n in NAMES for at in starts for ship in TYPES]
    return found


@pytest.mark.parametrize("number", range(8))
def test_a_reason_exactly_where_an_answer_is_not_legal(number: int) -> None:
    for state in decisions(number):
        legal, tried = set(state.moves()), tries(state)
        if state.here.asking in (PLACE, MOVE):
            assert legal <= set(tried)
        for text in tried:
            why = state.why(text)
            assert (why is None) == (text in legal), f"{text} in {state.position}"
            if why is not None:
                assert why.rules
                assert set(why.rules) <= set(DRAUGHTS.rulebook.rules)


@pytest.mark.parametrize(
    ("ships", "move", "cited", "words"),
    [
        (("W1 monitor d4/N 8 o -",), ">B1", ("5.4",), "W1 moves before it fires"),
        (("W1 monitor d4/N 8 o -",), "h8-h7/S", ("5.2",), "B1 is on h8, but the ship activated now is W1"),
        (("W1 monitor d4/N 8 o -",), "e4-e5/N", ("5.2",), "No ship is on e4; the ship activated now, W1, is on d4"),
        (("W1 monitor d4/N 8 o -",), "d4-d4/E", ("8.2",), "W1 is free and may not stay"),
        (("W1 monitor d4/N 8 o -",), "d4-d9/N", ("1.1",), "8 files and ranks, and no square d9"),
        (("W1 monitor d4/N 8 o -",), "d4-d3/N", ("8.3",), "from d4 to d3 for a ship heading N"),
        (("W1 monitor d4/NE 8 o -",), "d4-f6/NE", ("8.4",), "from d4 to f6 for a ship heading NE"),
        (("W1 monitor d4/N 8 o -", "W2 monitor d5/N 8 o -"), "d4-d6/N", ("8.5",), "W2 on d5 bars the way to d6"),
        (("W1 monitor d4/N 8 o -",), "d4-d5/S", ("8.7",), "keep it or turn 90 degrees, not to S"),
        (("W1 monitor d4/NE 8 o -",), "d4-e5/W", ("8.8",), "45 or 90 degrees, not to W"),
        (("W1 monitor d4/E 8 o -",), "d4-e3/E", ("9.5",), "e3 is farther from its goal, rank 8"),
        (("W1 monitor d4/E 8 h -",), "d4-e4/N", ("9.5",), "heading N points away from its goal, rank 1"),
        (("W1 monitor d4/N 8 o -",), "d4-off", ("8.11",), "No step of W1 from d4"),
        (("W1 monitor d4/N 8 o -",), "d4~d5", ("11.1", "11.2"), "No ship is on d5"),
    ],
)
def test_each_reason_cites_its_rule_and_the_facts(
    ships: tuple[str, ...], move: str, cited: tuple[str, ...], words: str
) -> None:
    state = scene(*ships, cards="W1=2S")
    assert rules(state, move) == cited
    assert words in str(state.why(move))


def test_a_finished_game_says_how_it_ended() -> None:
    state = opening()
    state.resign(0)
    assert "White resigns" in str(state.why("d1-d3/E"))


@pytest.mark.parametrize(
    "text", ["", "d4", "resign", "W4 b1 monitor", "W1 b1 yacht", "d4-d5", "d44-d5/N", ">", ">B2:21"]
)
def test_what_is_no_answer_at_all_is_refused(text: str) -> None:
    with pytest.raises(casemate.BadNotation):
        opening().why(text)


@pytest.mark.parametrize(
    ("fate", "told", "rule"),
    [("sunk", "it is sunk", "13.1"), ("off", "it has left it", "13.3"), ("home 4", "it has come home", "13.5")],
)
def test_12_1_what_is_off_the_board_is_no_target(fate: str, told: str, rule: str) -> None:
    state = play(scene("W1 monitor d4/N 8 o -", "B1 corvette d8/S 8 o -", f"B2 corvette {fate}"), "d4-d5/N")
    why = state.why(">B2")
    assert why is not None
    assert (why.text, why.rules) == (f"B2 is not on the board: {told}", ("12.1", rule))
