"""Chapters 12 to 16: the turn, moves, hops, bonus moves, hazards and tests."""

from fractions import Fraction
from itertools import product

import pytest

import casemate
from casemate import State
from casemate.games.pocket.tests.scenes import dice, moves, play, reason, scene, script, where

LINE = "0,0 1,0 2,0 3,0 4,0"


# --- the turn -----------------------------------------------------------------------------------------------------


def test_12_1_turns_alternate_and_hold_one_action() -> None:
    state = scene(LINE, "A Guild Hand 0,0; B Guild Hand 4,0")
    for player, move in ((0, "m A1 1,0"), (1, "m B1 3,0"), (0, "m A1 0,0"), (1, "m B1 4,0")):
        assert state.to_move == player
        assert reason(state, "m B1 3,0" if player == 0 else "m A1 1,0") == ("1.9", "12.1")
        play(state, move)


def test_12_1_12_3_every_kind_of_action() -> None:
    tiles = "0,0+Forest 1,0 0,1 2,0 3,0 1,1"
    state = scene(tiles, "A Root Speaker 0,0; A Guild Hand 1,0; A Guild Hand res; A Elder Oak res; B Guild Hand 2,0")
    words = {move.split()[0] for move in state.moves()}
    assert words == {"m", "root", "x", "d", "r", "s"}


def test_12_2_there_is_no_passing() -> None:
    state = scene(LINE, "A Guild Hand 0,0; B Guild Hand 4,0")
    assert "-" not in state.moves()
    assert reason(state, "-") == ("12.2",)


def test_12_4_the_path_is_named_whole() -> None:
    state = scene(LINE, "A Rivet Hound 0,0; B Guild Hand 4,0")
    assert moves(state, "m") == {
        "A1 1,0",
        "A1 1,0 0,0",
        "A1 1,0 2,0",
        "A1 1,0 0,0 1,0",
        "A1 1,0 2,0 1,0",
        "A1 1,0 2,0 3,0",
    }


def test_12_4_daylight_comes_before_the_action() -> None:
    state = play(scene(LINE, "A Bone Thrall 0,0; B Guild Hand 1,0"), "x A1 B1")
    assert (state.to_move, state.moves()[0]) == (casemate.CHANCE, "D6")
    play(state, "D3", "2")
    assert state.moves()[0] == "O6"


def test_12_5_muster_after_an_action_that_failed_or_cost_the_unit() -> None:
    tiles = "0,0+Village 1,0 3,0:Water 4,0 2,0 9,0 10,0"
    state = scene(tiles, "A Guild Hand 0,0; A Guild Hand 4,0; A Guild Hand res; B Guild Hand 9,0", "A")
    play(state, "m A2 3,0", "D1")
    assert where(state, "A2") == "cap"
    assert set(state.moves()) == {"muster A3 1,0", "-"}


def test_12_6_a_reaction_needs_the_unit_on_the_map() -> None:
    state = scene("0,0 1,0 0,1", "A Thorn Archer 0,0; B Guild Hand 1,0")
    script(state, "x A1 B1; O1,1; D1; O6; D6; -")
    assert (where(state, "A1"), state.result) == ("cap", (0.0, 1.0))


def test_12_6_a_reaction_is_offered_only_if_it_can_be_carried_out() -> None:
    state = scene("0,0 1,0", "A Thorn Archer 0,0; B Guild Hand 1,0")
    script(state, "x A1 B1; O1,1; D6; O1; D6; -")
    assert state.to_move == 1  # no tile to skirmish to


# --- moves --------------------------------------------------------------------------------------------------------


def test_13_1_one_move_without_swift_or_flying() -> None:
    state = scene(LINE, "A Guild Hand 0,0; B Guild Hand 4,0")
    assert moves(state, "m") == {"A1 1,0"}
    assert reason(state, "m A1 1,0 2,0") == ("14.1", "14.2")


def test_13_2_13_3_example_a_step_and_hops() -> None:
    state = scene("0,0 1,0 2,0 1,1 0,1 9,0 10,0", "A Guild Hand 0,0; A Guild Hand 1,0; B Guild Hand 9,0")
    assert {move for move in moves(state, "m") if move.startswith("A1")} == {"A1 0,1", "A1 2,0", "A1 1,1"}
    assert reason(state, "m A1 0,0") == ("13.2",)
    assert reason(state, "m A1 9,0 10,0") == ("1.7",)


def test_13_2_too_far_for_a_move() -> None:
    state = scene(LINE, "A Guild Hand 0,0; B Guild Hand 4,0")
    assert reason(state, "m A1 2,0") == ("13.2", "13.3")


def test_13_3_a_hop_passes_one_unit_only() -> None:
    state = scene(LINE, "A Guild Hand 0,0; A Guild Hand 1,0; A Guild Hand 2,0; B Guild Hand cap")
    assert {move for move in moves(state, "m") if move.startswith("A1")} == set()
    assert {move for move in moves(state, "m") if move.startswith("A2")} == {"A2 3,0"}


def test_13_3_flying_hops_over_enemies() -> None:
    state = scene(LINE, "A Gryphon Rider 0,0; B Guild Hand 1,0")
    assert moves(state, "m") == {"A1 2,0", "A1 2,0 3,0", "A1 2,0 0,0"}


def test_13_4_the_tile_hopped_over_does_nothing() -> None:
    state = scene("0,0 1,0:Water 2,0 5,0", "A Guild Hand 0,0; A Guild Hand 1,0; B Guild Hand 5,0")
    assert where(play(state, "m A1 2,0"), "A1") == "2,0"


def test_13_5_no_hop_over_a_gap() -> None:
    state = scene("0,0 2,0 0,1", "A Gryphon Rider 0,0; B Guild Hand 2,0")
    assert moves(state, "m") == {"A1 0,1", "A1 0,1 0,0"}


def test_13_6_a_unit_may_move_onto_a_feature() -> None:
    state = scene("0,0 1,0+Village 9,0 10,0", "A Guild Hand 0,0; B Guild Hand 9,0")
    play(state, "m A1 1,0")
    assert state.here.on[0] & state.here.features


# --- bonus moves ----------------------------------------------------------------------------------------------------


def test_14_1_6_2_example_stag_rider() -> None:
    tiles = "0,0 1,0 2,0 3,0 1,1"
    state = scene(tiles, "A Stag Rider 0,0; B Guild Hand 3,0; B Guild Hand 1,1")
    two = play(state.copy(), "m A1 1,0 2,0")
    assert set(two.moves()) == {"charge B1", "charge B2", "-"}
    play(two, "charge B1", "O6,5,4")
    assert len(two.moves()) == 6  # one DEF die
    assert play(state.copy(), "m A1 1,0").to_move == 1


def test_14_1_swift_goes_further() -> None:
    state = scene(LINE, "A Night Duke 0,0; B Guild Hand 4,0")
    assert max(len(move.split()) for move in moves(state, "m")) == 4


def test_14_2_flying_goes_further_and_hops_over_enemies_in_every_move() -> None:
    state = scene(LINE, "A Carrion Bat 0,0; B Guild Hand 1,0; B Guild Hand 3,0")
    assert "A1 2,0 4,0" in moves(state, "m")


def test_14_3_each_move_is_a_step_or_a_hop() -> None:
    state = scene(LINE, "A Rivet Hound 0,0; A Guild Hand 2,0; B Guild Hand cap")
    assert "A1 1,0 3,0 4,0" in moves(state, "m")


def test_14_4_a_path_may_lead_back_but_not_beyond_a_stop() -> None:
    state = scene("0,0 1,0:Marsh 2,0 0,1 9,0 10,0", "A Rivet Hound 0,0; B Guild Hand 9,0")
    assert moves(state, "m") == {"A1 1,0", "A1 0,1", "A1 0,1 0,0", "A1 0,1 1,0", "A1 0,1 0,0 0,1", "A1 0,1 0,0 1,0"}
    assert reason(state, "m A1 1,0 2,0") == ("15.2", "14.4")


def test_14_5_no_bonus_moves_for_command() -> None:
    tiles = "0,0 1,0 0,1 0,2 0,3 9,0 10,0"
    state = scene(tiles, "A Banner Captain 1,0; A Rivet Hound 0,1; B Guild Hand 9,0")
    play(state, "m A1 0,0")
    assert set(state.moves()) == {"command A2 1,0", "command A2 0,2", "-"}


def test_14_6_swift_and_flying_add_up() -> None:
    """No printed unit has both; the sum is what every path is cut from."""
    from casemate.games.pocket import moving
    from casemate.games.pocket.board import FLYING, SWIFT

    state = scene(LINE, "A Rivet Hound 0,0; A Gyro Scout 1,0; B Guild Hand 4,0")
    s = state.here
    for unit in (0, 1):
        card = s.card[0][unit]
        assert moving.bonus_moves(s, unit) == SWIFT[card] + FLYING[card] == 2


# --- hazards ------------------------------------------------------------------------------------------------------


def test_15_1_15_2_example_marsh() -> None:
    tiles = "0,0 1,0:Marsh 2,0 9,0 10,0"
    hound = scene(tiles, "A Rivet Hound 0,0; B Guild Hand 9,0")
    assert moves(hound, "m") == {"A1 1,0"}
    wolf = scene(tiles, "A Mire Wolf 0,0; B Guild Hand 9,0")
    assert moves(wolf, "m") == {"A1 1,0", "A1 1,0 2,0", "A1 1,0 0,0"}


@pytest.mark.parametrize(("feature", "stops"), [("Forest", True), ("Fortress", True), ("Village", False)])
def test_15_2_features_that_stop(feature: str, stops: bool) -> None:
    state = scene(f"0,0 1,0+{feature} 2,0 9,0 10,0", "A Rivet Hound 0,0; B Guild Hand 9,0")
    assert ("A1 1,0 2,0" in moves(state, "m")) != stops


def test_15_1_a_hazard_on_the_way_comes_before_the_next_move() -> None:
    state = scene("0,0 1,0:Water 2,0 9,0 10,0", "A Rivet Hound 0,0; A Guild Hand res; B Guild Hand 9,0")
    play(state, "m A1 1,0 2,0")
    assert state.moves() == [f"D{face}" for face in range(6, 0, -1)]
    assert where(play(state.copy(), "D5"), "A1") == "2,0"
    assert where(play(state.copy(), "D4"), "A1") == "cap"


def test_15_3_balking_ends_the_activation() -> None:
    tiles = "0,0 1,0 2,0:Ice 3,0"
    state = scene(tiles, "A Stag Rider 0,0; B Guild Hand 3,0")
    play(state, "m A1 1,0 2,0", "D2,2")
    assert (where(state, "A1"), state.to_move) == ("1,0", 1)  # no Charge
    captain = scene("0,0 1,0:Ice 0,1 9,0 10,0", "A Banner Captain 0,0; A Guild Hand 0,1; B Guild Hand 9,0")
    play(captain, "m A1 1,0", "D2,2")
    assert (where(captain, "A1"), captain.to_move) == ("0,0", 1)  # no Command


def test_15_4_example_water() -> None:
    tiles = "0,0 1,0:Water 9,0 10,0"
    state = scene(tiles, "A Brass Trooper 0,0; A Guild Hand 9,0; B Guild Hand res")
    assert where(play(state, "m A1 1,0", "D4,2"), "A1") == "cap"
    bump = scene(tiles, "A Barrow Guard 0,0; B Guild Hand 9,0")
    play(bump, "m A1 1,0", "D5,5", "1", "D4,2")
    assert set(bump.moves()) == {"b D1+1", "b D2+1", "-"}
    play(bump, "b D1+1")
    assert (where(bump, "A1"), bump.to_move) == ("1,0", 1)


def test_15_5_favoured_terrain_and_deployment_ignore_hazards() -> None:
    runner = scene("0,0 1,0:Ice 9,0 10,0", "A Frost Drake 0,0; B Guild Hand 9,0")
    assert where(play(runner, "m A1 1,0"), "A1") == "1,0"
    state = scene("0,0+Forest 1,0:Water 9,0 10,0", "A Guild Hand 0,0; A Guild Hand res; B Guild Hand 9,0")
    assert where(play(state, "d A2 1,0"), "A2") == "1,0"


def test_15_6_example_gyro_scout() -> None:
    tiles = "0,0 1,0:Water 2,0:Water 3,0 9,0 10,0"
    state = scene(tiles, "A Gyro Scout 0,0; B Guild Hand 9,0")
    assert where(play(state.copy(), "m A1 1,0 2,0 3,0"), "A1") == "3,0"
    landing = play(state.copy(), "m A1 1,0 2,0")
    assert (landing.to_move, where(play(landing, "D4"), "A1")) == (casemate.CHANCE, "cap")


def test_15_6_a_flying_unit_balks_to_the_tile_before() -> None:
    state = scene("0,0 1,0:Water 2,0+Highland 9,0 10,0", "A Gyro Scout 0,0; B Guild Hand 9,0")
    play(state, "m A1 1,0 2,0", "D4")
    assert (where(state, "A1"), state.to_move) == ("1,0", 1)  # no test in the Water


def test_15_6_option_flyers_every_tile() -> None:
    tiles = "0,0 1,0:Water 2,0 3,0 9,0 0,1:Marsh 0,2 -1,0+Forest -2,0"
    state = scene(tiles, "A Gyro Scout 0,0; B Guild Hand 9,0", flyers="every_tile")
    play_on = play(state.copy(), "m A1 1,0 2,0")
    assert play_on.to_move == casemate.CHANCE
    assert where(play(play_on, "D5"), "A1") == "2,0"
    assert "A1 0,1 0,2" not in moves(state, "m")
    assert "A1 -1,0 -2,0" in moves(state, "m")  # the Forest spares Flying units
    assert "A1 0,1 0,2" in moves(scene(tiles, "A Gyro Scout 0,0; B Guild Hand 9,0"), "m")


def test_15_7_a_unit_that_stays_is_not_tested() -> None:
    state = scene("0,0:Water 1,0 9,0 10,0", "A Thorn Archer 0,0; B Guild Hand 1,0; B Guild Hand 9,0")
    script(state, "x A1 B1; O1,1; D6; O1; D6; -")
    assert (where(state, "A1"), state.to_move) == ("0,0", 1)


# --- tests --------------------------------------------------------------------------------------------------------


def passed(state: State, dice_rolled: int, need: int) -> Fraction:
    return sum((chance for roll, chance in state.chances().items() if int(roll[1]) >= need), Fraction(0))


@pytest.mark.parametrize(
    ("card", "chances"),
    [
        ("Guild Hand", (Fraction(1, 3), Fraction(2, 3))),
        ("Brass Trooper", (Fraction(5, 9), Fraction(8, 9))),
        ("Brass Colossus", (Fraction(19, 27), Fraction(26, 27))),
    ],
)
def test_16_1_example_chances(card: str, chances: tuple[Fraction, Fraction]) -> None:
    water = play(scene("0,0 1,0:Water 9,0 10,0", f"A {card} 0,0; B Guild Hand 9,0"), "m A1 1,0")
    ice = play(scene("0,0 1,0:Ice 9,0 10,0", f"A {card} 0,0; B Guild Hand 9,0"), "m A1 1,0")
    assert (passed(water, 1, 5), passed(ice, 1, 3)) == chances


def test_16_1_any_die_will_do() -> None:
    for rolled in product((1, 4, 5), repeat=2):
        state = play(scene("0,0 1,0:Water 9,0 10,0", "A Brass Trooper 0,0; B Guild Hand 9,0"), "m A1 1,0")
        play(state, "D" + ",".join(map(str, sorted(rolled, reverse=True))))
        assert where(state, "A1") == ("1,0" if 5 in rolled else "cap")


def test_16_2_an_opposed_test_is_tallied() -> None:
    """Red 4 against DEF 4 is a tie with no red die left over: passed; red 4 3 against DEF 4 has one left."""
    state = play(scene("0,0 1,0 9,0 10,0", "A Bone Thrall 0,0; B Guild Hand 9,0"), "m A1 1,0", "D4", "4")
    assert where(state, "A1") == "1,0"
    bat = play(scene("0,0 1,0 9,0 10,0", "A Wailing Shade 0,0; A Guild Hand res; B Guild Hand 9,0"), "m A1 1,0")
    play(bat, "D4,2", "4,3")
    assert where(bat, "A1") == "cap"


def test_16_3_only_printed_bumps_help_in_tests() -> None:
    """A Trooper on Stonework has a bump in assaults, none in tests."""
    state = scene("0,0:Stonework 2,0 9,0 10,0", "A Brass Trooper 0,0; B Storm Sage 2,0; A Guild Hand 9,0", "B")
    play(state, "hex B1 A1", "D2,2")
    assert where(state, "A1") == "cap"


def test_16_4_declining_ends_the_bumps_then_the_rerolls() -> None:
    state = scene("0,0 1,0 0,1 9,0 10,0", "A Barrow Guard 0,0; A Guild Hand 0,1; B Guild Hand 9,0")
    play(state, "m A1 1,0", "D2,1", "5")
    assert set(state.moves()) == {"b D1+1", "b D2+1", "-"}
    play(state, "-")
    assert set(state.moves()) == {"rr D1", "rr D2", "-"}
    play(state, "-")
    assert where(state, "A1") == "cap"


def test_16_4_a_bump_is_lost_with_its_die() -> None:
    state = scene("0,0 1,0 0,1 9,0 10,0", "A Barrow Guard 0,0; A Guild Hand 0,1; B Guild Hand 9,0")
    play(state, "m A1 1,0", "D2,1", "5", "b D1+1", "rr D1")
    assert state.moves() == ["1", "2", "3", "4", "5", "6"]
    play(state, "3")
    assert where(state, "A1") == "cap"


def test_16_5_no_dice_fail_a_test() -> None:
    """No printed unit is without DEF dice; a test without dice asks nobody."""
    from casemate.games.pocket import dice as rules
    from casemate.games.pocket.board import DICE

    assert min(defence for _, defence in DICE) == 1
    state = scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0")
    s = state.here.copy()
    rules.clear_dice(s)
    assert not rules.is_passed(s, 1, 1)


def test_16_6_a_test_ends_when_it_is_passed() -> None:
    state = scene("0,0 1,0 0,1 9,0 10,0", "A Barrow Guard 0,0; A Guild Hand 0,1; B Guild Hand 9,0")
    play(state, "m A1 1,0", "D5,1", "5")
    assert (state.to_move, where(state, "A1")) == (1, "1,0")
    assert dice(state) == [[], [], [], []]
