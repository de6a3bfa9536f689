"""Chapter 10: movement of damaged ships."""

import pytest

from casemate import State
from casemate.games.draughts.tests.scenes import field, moves, play, scene, so_far, told

MATCHLESS = {"H": "2C", "C": "2H", "D": "2C", "S": "2H"}


def drifting(ship: str, *others: str, card: str = "2S") -> State:
    return scene(f"W1 {ship}", *others, "W2 monitor a1/N 8 o -", cards=f"W1={card} W2=KS")


def next_activation(state: State, card: str) -> str:
    """Where W1 is after another turn of damage control with that card."""
    play(state, "W1=AH", "W2=AC", "B1=AD")
    return field(play(state, f"dc {card}"), "W1")


def test_10_1_no_choice_is_asked() -> None:
    state = drifting("monitor d4/N 8 o AS")
    play(state, "dc 2H")
    assert state.to_move == 0 and all(move.startswith("a1") for move in moves(state))


def test_10_2_conning_tower_hit_one_square_straight_ahead() -> None:
    assert field(play(drifting("monitor d4/NE 8 o AS"), "dc 2H"), "W1") == "monitor e5/NE 8 o AS"


def test_10_3_example_a_red_queen_turns_to_port() -> None:
    state = drifting("monitor d4/N 8 o QH")
    for square in ("d5/NW", "c6/W", "b6/SW"):
        play(state, "dc 2C")
        assert field(state, "W1") == f"monitor {square} 8 o QH"
        state = drifting(f"monitor {square} 8 o QH")


@pytest.mark.parametrize(("queen", "heading"), [("QH", "NW"), ("QD", "NW"), ("QC", "NE"), ("QS", "NE")])
def test_10_3_port_if_the_queen_is_red_starboard_if_black(queen: str, heading: str) -> None:
    for damage in (queen, f"{queen},A{queen[1]}"):
        state = drifting(f"monitor d4/N 8 o {damage}")
        assert f"d5/{heading}" in field(play(state, f"dc {MATCHLESS[queen[1]]}"), "W1")


def test_10_4_example_one_square_ahead_then_stopped() -> None:
    state = drifting("monitor d4/E 8 o KD,QS!")
    assert field(play(state, "dc 2C"), "W1") == "monitor e4/E 8 o KD,QS"
    state = drifting("monitor e4/E 8 o KD,QS")
    play(state, "dc 2C")
    assert field(state, "W1") == "monitor e4/E 8 o KD,QS"
    assert "stopped" in told(state)


def test_10_4_a_king_from_damage_control_counts_at_once() -> None:
    state = drifting("monitor d4/N 8 o QH")
    play(state, "dc KS")
    assert field(state, "W1") == "monitor d5/N 8 o QH,KS"


def test_10_4_the_way_is_the_ships_and_lasts_while_any_king_is_in_force() -> None:
    state = drifting("monitor d4/N 8 o KH,KS!")
    assert field(play(state, "dc 2S"), "W1") == "monitor d5/N 8 o KH"
    rammed = drifting("monitor d4/N 8 o KS!", "W3 corvette d5/N 8 o -")
    assert field(play(rammed, "dc 2H"), "W1") == "monitor d4/N 8 o KS"  # avoiding uses the way too


def test_10_4_a_ram_uses_the_way_and_a_king_drawn_in_it_gives_none() -> None:
    state = drifting("monitor d4/N 8 o KS!", "B1 corvette d5/S 8 o -")
    play(state, "dc 2H", "ram KC", "/KH")
    assert field(state, "W1") == "monitor d5/N 3 o KS,KC"
    assert field(state, "B1") == "corvette sunk"
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 breastwork_turret_ship d5/S 12 o -", cards="W1=2S B1=3S")
    play(state, "d4xd5", "ram KC", "/KH")
    assert field(state, "W1") == "barbette_ship d4/N 5 o KC!"
    assert field(state, "B1") == "breastwork_turret_ship d5/S 2 o KH!"


def test_10_5_a_further_king_gives_no_way() -> None:
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d8/S 8 o KS", cards="W1=2S B1=3S")
    play(state, "d4-d5/N", ">B1", "1/3", "KH")
    assert field(state, "B1") == "monitor d8/S 8 o KS,KH"


def test_10_4_10_6_example_the_engine_is_repaired() -> None:
    state = drifting("monitor d4/N 8 o KD")
    play(state, "dc 9D")
    assert {"d4-d6/N", "d4-d5/E"} <= moves(state)
    steering = drifting("monitor d4/N 8 o KD,AS")
    assert field(play(steering, "dc 2S"), "W1") == "monitor d4/N 8 o KD"
    turned = drifting("monitor d4/N 8 o QS,KD")
    assert field(play(turned, "dc 2S"), "W1") == "monitor d4/N 8 o KD"


@pytest.mark.parametrize(("queens", "heading"), [("QH,QS", "NE"), ("QS,QH", "NW"), ("QH,QD,QC", "NE")])
def test_10_7_the_queen_received_last_decides(queens: str, heading: str) -> None:
    state = drifting(f"monitor d4/N 8 o {queens},AC")
    assert f"d5/{heading}" in field(play(state, "dc 2H"), "W1")


def test_10_8_the_turn_is_made_whether_or_not_the_ship_rammed_or_avoided() -> None:
    avoiding = drifting("monitor d4/N 8 o QH", "W3 corvette d5/N 8 o -")
    assert field(play(avoiding, "dc 2C"), "W1") == "monitor d4/NW 8 o QH"
    ramming = drifting("monitor d4/N 8 o QH", "B1 corvette d5/S 8 o -")
    play(ramming, "dc 2C", "ram 2C" if "ram 2C" in ramming.moves() else "ram 3C", "/2D")
    assert field(ramming, "W1").startswith("monitor d4/NW")


def test_10_8_only_for_a_queen_in_force_when_the_move_began() -> None:
    state = drifting("monitor d4/N 8 o AS", "B1 corvette d5/S 8 o -")
    play(state, "dc 2H", "ram QH", "/2D")
    assert field(state, "W1") == "monitor d4/N 3 o AS,QH"
    state = drifting("monitor d4/N 8 o QS", "B1 corvette d5/S 8 o -")
    play(state, "dc 2H", "ram QH", "/2D")
    assert field(state, "W1") == "monitor d4/NE 3 o QS,QH"


def test_10_9_off_the_board_the_ship_leaves() -> None:
    for damage in ("AS", "QS", "KS!"):
        state = drifting(f"monitor d8/N 8 h {damage}")
        assert field(play(state, "dc 2H"), "W1") == "monitor off"
    stopped = drifting("monitor d8/N 8 h KS")
    assert field(play(stopped, "dc 2H"), "W1") == "monitor d8/N 8 h KS"


def test_10_9_an_occupied_square_is_rammed_or_avoided() -> None:
    state = drifting("monitor d4/N 8 o AS", "B1 corvette d5/S 8 o -")
    play(state, "dc 2H")
    assert so_far(state) == "W1 2S: dc 2H; d4xd5"
    assert state.moves()[0] == "ram AH"


def test_10_10_a_fire_does_not_affect_movement() -> None:
    assert len(moves(play(scene("W1 monitor d4/N 8 o JS"), "dc 2H"))) == 12
