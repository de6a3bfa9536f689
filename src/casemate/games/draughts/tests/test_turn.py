"""Chapter 5: the turn."""

import pytest

from casemate.games.draughts.tests.scenes import DEAL, cards, discards, field, opening, play, rules, scene, so_far


def test_5_1_one_card_for_every_ship_on_the_board() -> None:
    state = scene("W1 monitor a1/N 8 o -", "W3 monitor c1/N 8 o -", "B2 corvette h8/S 8 o -", cards="-")
    dealt = []
    while state.to_move == -1:
        dealt.append(state.moves()[0][:2])
        play(state, state.moves()[0])
    assert dealt == ["W1", "W3", "B2"]


def test_5_2_example_lowest_card_first() -> None:
    state = opening()
    assert cards(state) == " ".join(DEAL)
    order = []
    while "=" in cards(state):
        move = next(move for move in state.moves() if not move.endswith(("/W", "/E")))
        before = cards(state).split()
        play(state, move)
        if state.to_move is not None and ">-" in state.moves():
            play(state, ">-")
        after = [] if cards(state) == "-" else cards(state).split()
        order += [card[:2] for card in before if card not in after]
    assert order == ["W2", "B2", "B1", "W1", "W3", "B3"]


@pytest.mark.parametrize(
    ("low", "high"), [("AS", "2H"), ("9S", "TH"), ("TS", "JH"), ("JS", "QH"), ("QS", "KH"), ("7H", "7C")]
)
def test_5_2_the_order_of_ranks_and_suits(low: str, high: str) -> None:
    for white, black, first in ((low, high, "a1"), (high, low, "h8")):
        state = scene("W1 monitor a1/N 8 o -", "B1 monitor h8/S 8 o -", cards=f"W1={white} B1={black}")
        assert state.moves()[0].startswith(first)


@pytest.mark.parametrize(("low", "high"), [("7H", "7C"), ("7C", "7D"), ("7D", "7S")])
def test_5_3_no_two_cards_are_alike(low: str, high: str) -> None:
    state = scene("W1 monitor a1/N 8 o -", "B1 monitor h8/S 8 o -", cards=f"W1={high} B1={low}")
    assert state.moves()[0].startswith("h8")


def test_5_4_damage_control_movement_firing_arrival() -> None:
    state = scene("W1 barbette_ship d2/S 10 h JH", "B1 monitor d7/S 8 o -")
    assert state.to_move == -1  # damage control
    play(state, "dc 2H")
    assert rules(state, ">B1") == ("5.4",)
    play(state, "d2-d1/W")
    assert rules(state, "d1-d2/N") == ("5.4",)
    state = scene("W1 barbette_ship d2/S 10 h -", "B1 monitor f3/S 8 o -", cards="W1=2S B1=3S")
    play(state, "d2-d1/S")
    assert so_far(state) == "W1 2S: d2-d1/S"  # not home before it has fired
    play(state, ">-")
    assert field(state, "W1") == "barbette_ship home 10"


def test_5_5_the_owner_chooses() -> None:
    for card, player in (("W1=2S B1=3S", 0), ("W1=4S B1=3S", 1)):
        assert scene("W1 monitor a1/N 8 o -", "B1 monitor h8/S 8 o -", cards=card).to_move == player


def test_5_6_a_ship_sunk_before_its_activation_is_not_activated() -> None:
    state = scene(
        "W1 monitor d4/N 8 o -",
        "B1 monitor d5/S 2 o -",
        "B2 monitor h8/S 8 o -",
        cards="W1=2S B1=3S B2=4S",
    )
    play(state, "d4xd5", "ram 2C", "/2D")
    assert (field(state, "B1"), cards(state)) == ("monitor sunk", "B2=4S")
    assert state.moves()[0].startswith("h8")


def test_5_7_damage_takes_effect_at_once() -> None:
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d8/S 8 o -", cards="W1=2S B1=3S")
    play(state, "d4-d5/N", ">B1", "1/3", "KH")
    assert field(state, "B1") == "monitor d8/S 8 o KH!"
    assert state.moves()[0].startswith("dc ")


def test_5_8_a_new_turn_begins() -> None:
    state = scene("W1 monitor a1/N 8 o -", "B1 monitor h8/S 8 o -", cards="W1=2S", discards="2H")
    play(state, "a1-a2/N")
    assert state.position.startswith("6 | ")
    assert (cards(state), discards(state), so_far(state)) == ("-", "-", "-")
    assert state.moves()[0] == "W1=AH"
