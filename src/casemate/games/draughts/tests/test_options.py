"""Chapter 17: the options."""

from fractions import Fraction
from itertools import product

import pytest

from casemate import BadOption, record
from casemate.games.draughts.ships import SQUADRONS
from casemate.games.draughts.tests.scenes import DRAUGHTS, discards, ends, field, moves, play, rules, scene, so_far
from casemate.games.draughts.tests.test_packs import all_but

NAMES = [squadron.name for squadron in SQUADRONS]


def test_17_1_options_are_fixed_and_belong_to_the_record() -> None:
    state = DRAUGHTS.start(board=12, jokers=3)
    assert state.options == {
        "board": 12,
        "squadrons": "channel",
        "course": "kept",
        "split_fire": "off",
        "jokers": 3,
        "reshuffle": "every_turn",
        "turn_limit": 30,
        "pass_through": "off",
    }
    assert "\nOption board: 12\n" in record.write(state)


@pytest.mark.parametrize(("white", "black"), [*product(NAMES[:2], NAMES)])
def test_17_1_two_squadrons_white_and_black(white: str, black: str) -> None:
    state = DRAUGHTS.start(squadrons=f"{white},{black}")
    assert set(moves(state)) == set(moves(DRAUGHTS.start(squadrons=white)))
    for _ in range(3):
        play(state, state.moves()[0])
    theirs = DRAUGHTS.start(squadrons=black)
    for _ in range(3):
        play(theirs, theirs.moves()[0])
    assert moves(state) == moves(theirs)


def test_17_1_a_wrong_squadron_says_what_is_allowed() -> None:
    with pytest.raises(BadOption, match="choose, random, channel, levant"):
        DRAUGHTS.start(squadrons="home fleet")


def test_17_1_free_course() -> None:
    state = scene("W1 monitor d4/E 8 o -", course="free")
    assert len(moves(state)) == 12


def test_17_1_split_fire_salvo_by_salvo() -> None:
    """A Barbette ship: B, BP, BS, P, S, A. Ahead of it 1, 2, 3 bear, on its starboard beam 3 and 5."""
    ships = ["W1 barbette_ship d4/N 10 o KS", "B1 monitor d8/S 8 o -", "B2 monitor g4/S 8 o -"]
    state = play(scene(*ships, cards="W1=2S B1=3S", split_fire="on"), "dc 2H")
    ahead = {f">B1:{some}" for some in ("1", "2", "3", "12", "13", "23", "123")}
    abeam = {f">B2:{some}" for some in ("3", "5", "35")}
    assert moves(state) == ahead | abeam | {">-"}
    assert rules(state, ">B1") == ("12.1",)
    assert rules(state, ">B1:5") == ("12.8",)
    assert rules(state, ">B1:7") == ("2.2",)
    play(state, ">B1:13", "1/2", "TH")
    assert so_far(state) == "W1 2S: dc 2H; stop; >B1:13 1/2 TH"
    assert moves(state) == {">B2:5", ">-"}
    assert rules(state, ">B1:2") == ("12.1",)
    assert rules(state, ">B2:3") == ("12.1", "12.8")
    assert DRAUGHTS.read(state.position, split_fire="on").moves() == state.moves()
    play(state, ">B2:5", "0/2")
    assert DRAUGHTS.write_turn(state.steps) == "W1 2S: dc 2H; stop; >B1:13 1/2 TH; >B2:5 0/2"
    assert so_far(state) == "-"


def test_17_1_jokers() -> None:
    for jokers in (0, 1, 2, 3):
        state = scene("W1 monitor d4/N 8 o JH", jokers=jokers)
        assert ("dc **" in state.moves()) == (jokers > 0)


def test_17_1_reshuffle_only_when_empty() -> None:
    state = scene("W1 monitor a1/N 8 o -", cards="W1=2S", discards="2H 9D", reshuffle="when_empty")
    play(state, "a1-a2/N")
    assert discards(state) == "2H 9D"
    state = scene(
        "W1 monitor d4/N 8 o JS", "W2 monitor a1/N 8 o -", discards=all_but("JS", "3C"), reshuffle="when_empty"
    )
    assert state.moves() == ["dc 3C"]
    play(state, "dc 3C", "d4-d5/N")
    assert len(discards(state).split()) == 53
    play(state, *(f"{name}=A{suit}" for name, suit in (("W1", "H"), ("W2", "C"), ("B1", "D"))))
    assert len(state.moves()) == 52 and state.chances()["dc **"] == Fraction(2, 53)


@pytest.mark.parametrize("other", ["W2", "B2"])
def test_17_1_pass_through_crosses_occupied_squares(other: str) -> None:
    ships = ["W1 monitor d4/N 8 o -", f"{other} corvette d5/E 8 o -", "B1 corvette d6/W 8 o -"]
    state = scene(*ships, cards="W1=2S", pass_through="on")
    assert "d4xd6" in moves(state)
    play(state, "d4xd6", "ram **", "/**")
    assert field(state, "W1") == "monitor d4/N 8 o -"
    free = scene(*ships[:2], "B1 corvette h8/W 8 o -", cards="W1=2S", pass_through="on")
    assert "d6" in ends(moves(free))
    usual = scene("W1 monitor d4/N 8 o -", "B1 corvette d6/W 8 o -", cards="W1=2S B1=3S", pass_through="on")
    assert field(play(usual, "d4xd6", "ram **", "/**"), "W1") == "monitor d5/N 8 o -"
