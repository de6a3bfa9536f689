"""Chapters 6 and 7: damage cards and damage control."""

import pytest

from casemate import State
from casemate.games.draughts.packs import RANKS, SUITS
from casemate.games.draughts.tests.scenes import discards, field, moves, play, scene, so_far, told

CARDS = [rank + suit for rank in RANKS for suit in SUITS] + ["**"]


def hurt(damage: str) -> State:
    """A stopped or burning ship far from the others, and another that keeps the turn going."""
    return scene(f"W1 monitor d4/N 8 o {damage}", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")


def after(damage: str, card: str) -> str:
    """The damage in force after damage control, way left out."""
    state = hurt(damage)
    play(state, f"dc {card}")
    if so_far(state) != "-":
        play(state, "d4-d5/N")
    found = field(state, "W1")
    return found if found.endswith("sunk") else found.split()[-1].rstrip("!")


def hit_by(card: str) -> str:
    """What a monitor looks like after one hit."""
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d8/S 8 o -", cards="W1=2S B1=3S")
    return field(play(state, "d4-d5/N", ">B1", "1/3", card), "B1")


@pytest.mark.parametrize("card", ["AS", "JH", "QC", "KD"])
def test_6_1_four_ranks_stay_in_force(card: str) -> None:
    assert hit_by(card) == f"monitor d8/S 8 o {card}{'!' if card[0] == 'K' else ''}"


def test_6_2_several_cards_may_be_in_force() -> None:
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d8/S 8 o JH,QS", cards="W1=2S B1=3S")
    play(state, "d4-d5/N", ">B1", "2/3", "JC", "QD")
    assert field(state, "B1") == "monitor d8/S 8 o JH,QS,JC,QD"


def test_6_3_a_ten_costs_a_flotation_point() -> None:
    assert hit_by("TH") == "monitor d8/S 7 o -"
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d8/S 1 o -", "B2 monitor h8/S 8 o -", cards="W1=2S B1=3S")
    assert field(play(state, "d4-d5/N", ">B1", "1/3", "TH"), "B1") == "monitor sunk"


@pytest.mark.parametrize("card", ["2H", "3C", "4D", "5S", "6H", "7C", "8D", "9S", "**"])
def test_6_4_other_cards_have_no_effect(card: str) -> None:
    assert hit_by(card) == "monitor d8/S 8 o -"


@pytest.mark.parametrize(("card", "is_free"), [("AS", True), ("QS", True), ("KS", True), ("JS", False)])
def test_6_5_a_ship_is_disabled_by_an_a_q_or_k(card: str, is_free: bool) -> None:
    """Seen by 9.8: near a disabled enemy the course need not be kept."""
    state = scene("W1 monitor d4/E 8 o -", f"B1 monitor d7/S 8 o {card}", cards="W1=2S B1=3S")
    assert ("d4-e3/E" in moves(state)) == is_free


# --- 7 --------------------------------------------------------------------------------------------------------------


def test_7_1_a_damaged_ship_draws_exactly_one_card() -> None:
    state = hurt("JH,QS,KD")
    assert state.to_move == -1 and state.moves()[0] == "dc AH"
    play(state, "dc 2C")
    assert so_far(state) == "-"
    assert scene("W1 monitor d4/N 8 o -").to_move == 0


@pytest.mark.parametrize(
    ("damage", "card", "left"),
    [
        ("KD,QD,JD,AD", "2D", "KD,QD,JD"),
        ("KD,QD,JD", "2D", "KD,QD"),
        ("KD,QD", "2D", "KD"),
        ("KD", "2D", "-"),
        ("KD,QH", "2D", "KD,QH"),
    ],
)
def test_7_2_only_the_most_serious_damage_is_compared(damage: str, card: str, left: str) -> None:
    assert after(damage, card) == left


def test_7_3_example_the_fire_is_put_out() -> None:
    state = hurt("JH,QS")
    play(state, "dc KH")
    assert "jack of hearts is repaired" in told(state)
    assert field(state, "W1").endswith("QS")
    assert discards(state) == "JH KH"


def test_7_4_example_of_two_fires_the_one_of_the_drawn_suit() -> None:
    assert after("JH,JC", "4C") == "JH"
    assert after("JH,JC", "JD") == "JH,JC,JD"


def test_7_5_7_6_example_a_king_adds_an_engine_hit() -> None:
    assert after("JH,QS", "KS") == "JH,QS,KS"


def test_7_5_example_an_engine_hit_does_not_spread() -> None:
    assert after("KD", "QC") == "KD"


@pytest.mark.parametrize("worst", "AJQK")
@pytest.mark.parametrize("card", CARDS)
def test_7_5_the_whole_table(worst: str, card: str) -> None:
    damage = f"{worst}H"
    if card == damage:
        return
    spreads = {"A": "KQ", "J": "AKQJ", "Q": "K", "K": ""}[worst]
    if card[1] == "H":
        expected = "-"
    elif card == "**":
        expected = "monitor sunk" if worst == "J" else damage
    else:
        expected = f"{damage},{card}" if card[0] in spreads else damage
    assert after(damage, card) == expected


@pytest.mark.parametrize("damage", ["AH", "QH", "KH", "JH"])
def test_7_7_other_cards_are_discarded_and_a_joker_never_matches(damage: str) -> None:
    state = hurt(damage)
    play(state, "dc **")
    if damage == "JH":
        assert field(state, "W1") == "monitor sunk"
        assert discards(state) == "JH **"
    else:
        assert damage in field(state, "W1")
        assert discards(state) == "**"


def test_7_8_the_result_takes_effect_before_the_ship_moves() -> None:
    state = hurt("KD")
    play(state, "dc 9D")
    assert state.to_move == 0 and "d4-d6/W" in moves(state)
    state = hurt("JH")
    play(state, "dc KS")
    assert field(state, "W1") == "monitor d5/N 8 o JH,KS"
