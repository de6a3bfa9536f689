"""Chapter 1: board, headings and names."""

import pytest

from casemate import BadNotation
from casemate.games.draughts.board import HEADINGS, SQUARE, ahead, far_rank, home_rank, square_name
from casemate.games.draughts.tests.scenes import DRAUGHTS, opening, play, rules, scene


@pytest.mark.parametrize("size", [8, 10, 12])
def test_1_1_the_board_is_a_square_of_files_and_ranks(size: int) -> None:
    corner, inside = f"{'abcdefghijkl'[size - 1]}{size}", f"{'abcdefghijkl'[size - 2]}{size - 1}"
    state = scene(f"W1 corvette {inside}/NE 8 o -", "B1 corvette a1/E 8 h -", board=size)
    assert f"{inside}-{corner}/E" in state.moves()
    state = scene(f"W1 corvette {corner}/E 8 h -", "B1 corvette a1/E 8 h -", board=size)
    assert state.moves() == [f"{corner}-off"]
    with pytest.raises(BadNotation, match="no square of this board"):
        scene(f"W1 corvette a{size + 1}/E 8 h -", board=size)


def test_1_2_white_is_based_on_rank_1_and_black_on_rank_8() -> None:
    state = opening()
    assert DRAUGHTS.players == ("White", "Black")
    assert [home_rank(state.here, player) + 1 for player in (0, 1)] == [1, 8]


def test_1_3_a_square_holds_one_ship() -> None:
    with pytest.raises(BadNotation, match=r"both on d4 \(1\.3\)"):
        scene("W1 monitor d4/N 8 o -", "W2 monitor d4/N 8 o -")


def test_1_4_1_5_eight_headings() -> None:
    d4 = SQUARE["d4"]
    found = {name: square_name(ahead(8, d4, number, 1)) for number, name in enumerate(HEADINGS)}
    assert found == {"N": "d5", "NE": "e5", "E": "e4", "SE": "e3", "S": "d3", "SW": "c3", "W": "c4", "NW": "c5"}


def test_1_6_starboard_is_clockwise() -> None:
    """A red Queen turns to port, a black one to starboard (10.3)."""
    for queen, heading in (("QH", "NW"), ("QS", "NE")):
        state = play(scene(f"W1 monitor d4/N 8 o {queen}"), "dc 2C" if queen == "QH" else "dc 2H")
        assert f"d5/{heading} " in state.position


def test_1_7_example_ahead() -> None:
    d4 = SQUARE["d4"]
    assert square_name(ahead(8, d4, HEADINGS.index("NE"), 1)) == "e5"
    assert square_name(ahead(8, d4, HEADINGS.index("S"), 1)) == "d3"


def test_1_8_home_rank_and_far_rank() -> None:
    state = scene("W1 monitor d9/N 8 o -", "B1 monitor a5/S 8 o -", board=12)
    assert [home_rank(state.here, 0), far_rank(state.here, 0)] == [0, 11]
    assert [home_rank(state.here, 1), far_rank(state.here, 1)] == [11, 0]


def test_1_9_the_umpire_deals_draws_and_rolls() -> None:
    """Cards and dice are nobody's answers."""
    state = opening("d1-d3/E", ">B2")
    assert {step.player for step in state.steps if "=" in step.text} == {-1}
    assert state.to_move == -1
    assert rules(opening(), "e8-e7/S") == ("5.2",)
