"""Chapter 11: ramming and avoiding."""

import re
from fractions import Fraction

import pytest

from casemate import State
from casemate.games.draughts.tests.scenes import DRAUGHTS, field, moves, play, rules, scene, so_far


def ram(*answers: str, card: str = "2S") -> State:
    """The example of 11.3: a Central-battery ship steps two squares into a Barbette ship."""
    state = scene(
        "W1 central_battery_ship d4/N 12 o -",
        "B1 barbette_ship d6/S 10 o -",
        "B2 monitor h8/W 8 o -",
        cards=f"W1={card} B2=KS",
    )
    return play(state, "d4xd6", *answers)


def test_11_1_enemies_are_always_rammed() -> None:
    for card in ("2H", "2S"):
        assert ram(card=card).to_move == -1
    state = scene("W1 monitor d4/N 8 o -", "B1 monitor d5/S 8 o -")
    assert rules(state, "d4~d5") == ("11.1",)
    assert rules(state, "d4xc5") == ("11.1", "11.2")


@pytest.mark.parametrize(("card", "rams"), [("6D", True), ("6H", True), ("6S", False), ("6C", False)])
def test_11_2_example_red_rams_a_friend_black_avoids_it(card: str, rams: bool) -> None:
    state = scene("W1 monitor d4/N 8 o AS", "W2 corvette d5/N 8 o -", cards=f"W1={card} W2=KS")
    play(state, "dc 2H")
    if rams:
        assert so_far(state) == f"W1 {card}: dc 2H; d4xd5" and state.moves()[0] == "ram AH"
    else:
        assert field(state, "W1") == "monitor d4/N 8 o AS"


def test_11_3_11_6_example_both_are_afloat() -> None:
    state = ram("ram 9D", "/7C")
    assert field(state, "W1") == "central_battery_ship d5/N 7 o -"
    assert field(state, "B1") == "barbette_ship d6/S 3 o -"
    assert state.moves()[0].startswith("h8")  # 11.8: W1 may not fire


def printed_table() -> list[tuple[str, str, str]]:
    lines = re.findall(r"^\| (\S+) \| (.*?) \| (.*?) \|$", DRAUGHTS.rulebook["11.3"].text, re.MULTILINE)
    return [line for line in lines if line[0] not in ("Card", "---", "|---|---|---|")]


@pytest.mark.parametrize("line", printed_table(), ids=lambda line: line[0])
def test_11_3_11_4_the_whole_table(line: tuple[str, str, str]) -> None:
    name, ramming, rammed = line
    card = "**" if name == "Joker" else f"{'T' if name == '10' else name}H"
    loss = [int(found[1]) if (found := re.search(r"−(\d+) FP", cell)) else 0 for cell in (ramming, rammed)]
    stays = "Hit" in ramming
    state = ram(f"ram {card}", "/**")
    assert field(state, "W1").split()[2:] == [
        str(12 - loss[0]),
        "o",
        *([f"{card}{'!' if name == 'K' else ''}"] if stays else ["-"]),
    ]
    state = scene(
        "W1 central_battery_ship d4/N 12 o -",
        "B1 breastwork_turret_ship d6/S 12 o -",
        cards="W1=2S B1=KS",
    )
    play(state, "d4xd6", "ram **", f"/{card}")
    assert field(state, "B1").split()[2:] == [
        str(12 - loss[1]),
        "o",
        *([f"{card}{'!' if name == 'K' else ''}"] if stays else ["-"]),
    ]
    assert "Hit" not in rammed or stays


def test_11_3_both_results_are_applied_before_anyone_sinks() -> None:
    state = scene("W1 monitor d4/N 1 o -", "B1 monitor d5/S 2 o -", "W2 monitor a1/N 8 o -", "B2 monitor h8/S 8 o -")
    play(state, "d4xd5", "ram 2H", "/2C")
    assert (field(state, "W1"), field(state, "B1")) == ("monitor sunk", "monitor sunk")


def test_11_3_the_second_card_is_drawn_after_the_first() -> None:
    state = ram("ram QD")
    assert "/QD" not in state.moves()
    assert state.chances()["/**"] == Fraction(2, 53)


def test_11_4_a_jack_starts_no_fire_in_a_ram() -> None:
    state = scene("W1 monitor d4/N 8 o -", "B1 breastwork_turret_ship d5/S 12 o -", cards="W1=2S B1=KS")
    play(state, "d4xd5", "ram JH", "/JS")
    assert field(state, "W1") == "monitor d4/N 3 o -"
    assert field(state, "B1") == "breastwork_turret_ship d5/S 2 o -"


def test_11_5_example_the_ramming_ship_occupies_the_square() -> None:
    state = ram("ram 9D", "/KC")
    assert field(state, "B1") == "barbette_ship sunk"
    assert field(state, "W1") == "central_battery_ship d6/N 7 o -"


def test_11_6_a_one_square_step_falls_back_to_where_it_came_from() -> None:
    state = scene("W1 monitor d4/N 8 o -", "B1 corvette e5/S 8 o -", cards="W1=2S B1=3S")
    play(state, "d4xe5", "ram 2H", "/2C")
    assert field(state, "W1") == "monitor d4/N 7 o -"
    assert field(state, "B1") == "corvette e5/S 6 o -"


def test_11_7_only_the_ramming_ship_sinks_or_both() -> None:
    one = scene("W1 monitor d4/N 1 o -", "W2 monitor a1/N 8 o -", "B1 corvette d5/S 8 o -", cards="W1=2S B1=3S")
    play(one, "d4xd5", "ram 2H", "/2C")
    assert (field(one, "W1"), field(one, "B1")) == ("monitor sunk", "corvette d5/S 6 o -")


def test_11_8_who_rams_may_not_fire_and_who_was_rammed_may() -> None:
    state = ram("ram **", "/**")
    assert so_far(state) == "-"
    state = scene("W1 monitor d4/N 8 o -", "B1 monitor d5/S 8 o -", cards="W1=2S B1=3S")
    play(state, "d4xd5", "ram **", "/**", "d5-c4/S")
    assert ">W1" in moves(state)


def test_11_9_an_avoiding_ship_stays_and_may_fire() -> None:
    ships = ["W1 barbette_ship d4/N 10 o KS!", "W2 corvette d5/N 8 o -", "B1 monitor d8/S 8 o -"]
    state = play(scene(*ships, cards="W1=6S B1=KS"), "dc 2H")
    assert so_far(state) == "W1 6S: dc 2H; d4~d5"
    assert moves(state) == {">B1", ">-"}
    assert field(play(state, ">-"), "W1") == "barbette_ship d4/N 10 o KS"


def test_11_10_headings_are_unchanged_by_a_ram() -> None:
    state = scene("W1 monitor d4/N 8 o -", "B1 corvette e5/W 8 o -", cards="W1=2S B1=3S")
    play(state, "d4xe5", "ram 2H", "/2C")
    assert ("d4/N" in field(state, "W1"), "e5/W" in field(state, "B1")) == (True, True)
