"""Chapter 4: the two packs."""

from fractions import Fraction

import pytest

from casemate.games.draughts.packs import CARD, RANKS, SUITS, is_red
from casemate.games.draughts.tests.scenes import DRAUGHTS, discards, field, opening, play, scene, so_far

ALL = [rank + suit for rank in RANKS for suit in SUITS]  # in the order of 5.2
HARMLESS = [card for card in ALL if card[0] in "23456789"]


def all_but(*cards: str, jokers: int = 2) -> str:
    return " ".join([*(card for card in ALL if card not in cards), *["**"] * jokers])


def test_4_1_the_order_pack_has_52_cards_and_no_joker() -> None:
    state = DRAUGHTS.start()
    while state.to_move != -1:
        play(state, state.moves()[0])
    assert [answer[3:] for answer in state.moves()] == ALL
    assert set(state.chances().values()) == {Fraction(1, 52)}


@pytest.mark.parametrize("jokers", [0, 1, 2, 3])
def test_4_2_the_damage_pack_has_54_cards_two_of_them_jokers(jokers: int) -> None:
    state = scene("W1 monitor d4/N 8 o JH", jokers=jokers)
    chances = state.chances()
    size = 51 + jokers
    assert list(chances) == [f"dc {card}" for card in ALL if card != "JH"] + ["dc **"] * (jokers > 0)
    assert chances["dc 2C"] == Fraction(1, size)
    assert chances.get("dc **", 0) == Fraction(jokers, size)


def test_4_3_suits_and_ranks() -> None:
    assert [is_red(CARD[f"7{suit}"]) for suit in "HDCS"] == [True, True, False, False]
    assert RANKS == "A23456789TJQK"
    assert CARD["**"] == 52


def test_4_4_drawn_without_replacement_and_discarded_at_once() -> None:
    state = play(opening("d1-d3/E", ">B2"), "2/3")
    assert len(state.moves()) == 53
    play(state, "TH")
    assert "TH" not in state.moves() and len(state.moves()) == 52
    play(state, "KS")
    assert discards(state) == "TH"


def test_4_5_after_every_turn_both_packs_are_whole_again() -> None:
    state = scene("W1 barbette_ship a1/N 10 o -", "B1 monitor a6/S 8 o -", discards="2H 9D TC")
    play(state, "a1-a2/N", ">B1", "1/3", "4S")
    assert discards(state) == "-"
    assert "W1=2S" in state.moves()
    play(state, "W1=2H", "B1=KH", "a2-a3/N", ">B1", "1/3")
    assert len(state.moves()) == 53


def test_4_6_cards_in_force_stay_out_of_the_pack_until_repaired() -> None:
    state = scene("W1 monitor d4/N 8 o JH", "B1 monitor h8/S 8 o JC")
    assert "dc JH" not in state.moves() and "dc JC" not in state.moves()
    play(state, "dc 2H")
    assert field(state, "W1") == "monitor d4/N 8 o JH"  # as it was before what is in progress
    assert (so_far(state), discards(state)) == ("W1 2S: dc 2H", "-")
    play(state, "d4-d5/N")
    assert field(state, "W1") == "monitor d5/N 8 o -"


def test_4_6_the_cards_of_a_ship_that_leaves_play_go_to_the_discards() -> None:
    state = scene("W1 monitor d8/N 8 h JH,AS", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    play(state, "dc 2C")
    assert field(state, "W1") == "monitor off"
    assert discards(state) == "AS 2C JH"


def test_4_7_an_empty_pack_is_made_anew_from_its_discards() -> None:
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d6/S 8 o -", discards=all_but("5H"), cards="W1=2S B1=3S")
    play(state, "d4-d5/N", ">B1", "3/3")
    assert state.moves() == ["5H"]
    play(state, "5H")
    assert len(state.moves()) == 53
    assert "5H" in state.moves()
    play(state, "**", "KS")
    assert discards(state) == "**"
    assert field(state, "B1") == "monitor d6/S 8 o KS!"


def test_4_7_before_the_first_draw_of_a_ram_and_between_the_two() -> None:
    state = scene("W1 monitor d4/N 8 o -", "B1 corvette d5/S 8 o -", discards=all_but("KH"), cards="W1=2S B1=3S")
    play(state, "d4xd5")
    assert state.moves() == ["ram KH"]
    play(state, "ram KH")
    assert len(state.moves()) == 52  # the King stays on the ship that drew it (11.4)
    empty = scene("W1 monitor d4/N 8 o -", "B1 corvette d5/S 8 o -", discards=all_but(), cards="W1=2S B1=3S")
    assert len(play(empty, "d4xd5").moves()) == 53


def test_4_8_pack_and_discards_are_never_both_empty() -> None:
    hurt = [rank + suit for rank in "AJQK" for suit in SUITS]
    state = scene(
        f"W1 monitor d4/N 8 o {','.join(hurt[:6])}",
        f"B1 monitor h8/S 8 o {','.join(hurt[6:])}",
        jokers=0,
        discards=" ".join(card for card in ALL if card not in hurt),
    )
    assert len(state.moves()) == 36
