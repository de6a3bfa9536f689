"""Chapters 20 to 23: deploying and returning, muster, daylight, summoning."""

import pytest

import casemate
from casemate import State
from casemate.games.pocket.tests.scenes import moves, play, reason, scene, script, where


def test_20_1_the_reserves_are_neither_on_the_map_nor_captured() -> None:
    state = scene("0,0+Forest 1,0 9,0 10,0", "A Guild Hand 0,0; A Bramble Imp res; A Crag Runner cap; B Guild Hand 9,0")
    assert {move.split()[0] for move in moves(state, "d")} == {"A2"}


def test_20_2_20_3_example_at_the_village() -> None:
    tiles = "0,0+Village 1,0 0,1 -1,1+Forest 5,0"
    state = scene(tiles, "A Guild Hand 0,0; A Guild Hand res; B Guild Hand 0,1; B Guild Hand 5,0")
    assert moves(state, "d") == {"A2 1,0", "A2 -1,1"}
    assert reason(state, "d A2 5,0") == ("1.7",)
    away = scene(tiles, "A Guild Hand 1,0; A Guild Hand res; B Guild Hand 0,1")
    assert moves(away, "d") == set()


def test_20_2_not_far_from_the_feature() -> None:
    state = scene("0,0+Village 1,0 2,0 9,0", "A Guild Hand 0,0; A Guild Hand res; B Guild Hand 9,0")
    assert reason(state, "d A2 2,0") == ("20.2",)


def test_20_3_hazards_are_ignored_when_deploying() -> None:
    state = scene(
        "0,0+Village 1,0:Water 9,0 10,0", "A Guild Hand 0,0; A Guild Hand res; B Guild Hand 9,0", muster="off"
    )
    assert (where(play(state, "d A2 1,0"), "A2"), state.to_move) == ("1,0", 1)


def test_20_4_units_with_summoning_are_not_deployed() -> None:
    state = scene("0,0+Village 1,0 9,0", "A Guild Hand 0,0; A Elder Oak res; B Guild Hand 9,0")
    assert moves(state, "d") == set()
    assert reason(state, "d A2 1,0") == ("20.4",)


def test_20_5_returning_from_beside_a_feature_or_from_one() -> None:
    tiles = "0,0+Village 1,0 2,0 9,0 10,0"
    state = scene(tiles, "A Guild Hand 0,0; A Bramble Imp 1,0; A Crag Runner 2,0; B Guild Hand 9,0", muster="off")
    assert moves(state, "r") == {"A1", "A2"}
    assert reason(state, "r A3") == ("20.5",)
    play(state, "r A1")
    assert (where(state, "A1"), state.here.on[0] & state.here.features) == ("res", 0)


def test_20_5_another_unit_must_hold_the_feature() -> None:
    state = scene("0,0+Village 1,0 9,0", "A Bramble Imp 1,0; B Guild Hand 0,0")
    assert moves(state, "r") == set()


def test_20_6_returning_takes_no_hazard_test() -> None:
    state = scene("0,0:Water+Ruins 1,0 9,0 10,0", "A Guild Hand 1,0; A Guild Hand 0,0; B Guild Hand 9,0")
    assert (where(play(state, "r A1"), "A1"), state.to_move) == ("res", 1)


# --- muster ----------------------------------------------------------------------------------------------------------


def test_21_1_21_2_21_3_example_muster() -> None:
    tiles = "0,0+Village 1,0 0,1 4,0 5,0 6,0"
    units = (
        "B Antler Guard 0,0; B Mire Wolf 4,0; B Bone Thrall res; B Bone Giant res; A Guild Hand 5,0; A Guild Hand 6,0"
    )
    state = script(scene(tiles, units, "B"), "x B2 A1; O1,1; D6,6; O1; D6; -")
    while any(move.startswith("rr") for move in state.moves()):
        state.play("-")
    assert (state.to_move, set(state.moves())) == (1, {"muster B3 1,0", "muster B3 0,1", "-"})
    assert reason(state, "muster B4 1,0") == ("21.1",)
    assert play(state.copy(), "-").to_move == 0
    play(state, "muster B3 0,1")
    assert (where(state, "B3"), state.to_move) == ("0,1", 0)


def test_21_1_a_township_musters_machines() -> None:
    tiles = "0,0+Township 1,0 0,1 9,0 10,0"
    units = "A Antler Guard 0,0; A Antler Guard 1,0; A Guild Hand res; A Brass Trooper res; B Guild Hand 9,0"
    state = play(scene(tiles, units), "m A2 0,1")
    assert set(state.moves()) == {"muster A4 1,0", "-"}
    assert reason(state, "muster A3 1,0") == ("21.1",)
    giant = play(scene(tiles, units.replace("Brass Trooper", "Bone Giant")), "m A2 0,1")
    assert giant.to_move == 1  # 21.2 it must be summoned


def test_21_2_summoned_units_are_not_mustered() -> None:
    tiles = "0,0+Township 1,0 0,1 9,0 10,0"
    units = "A Antler Guard 0,0; A Antler Guard 1,0; A Bone Giant res; A Brass Trooper res; B Guild Hand 9,0"
    state = play(scene(tiles, units), "m A2 0,1")
    assert reason(state, "muster A3 1,0") == ("21.2",)


def test_21_3_also_in_a_turn_used_for_deploying() -> None:
    tiles = "0,0+Village 1,0 0,1 9,0 10,0"
    units = "A Antler Guard 0,0; A Guild Hand res; A Bone Thrall res; B Guild Hand 9,0"
    state = play(scene(tiles, units), "d A2 1,0")
    assert set(state.moves()) == {"muster A3 0,1", "-"}


def test_21_4_features_in_the_order_of_their_places_each_once() -> None:
    tiles = "0,1+Village 0,2 -1,2 5,0+Village 6,0 9,0 10,0 5,-5"
    units = (
        "A Antler Guard 0,1; A Antler Guard 5,0; A Guild Hand res; A Guild Hand res; A Mire Wolf 9,0; B Guild Hand 5,-5"
    )
    state = play(scene(tiles, units), "m A5 10,0")
    assert moves(state, "muster") == {f"A{n} {place}" for n in (3, 4) for place in ("0,2", "-1,2")}
    play(state, "muster A3 0,2")
    assert moves(state, "muster") == {"A4 6,0"}
    assert reason(state, "muster A4 -1,2") == ("21.1",)
    play(state, "-")
    assert state.result is not None or state.to_move == 1


def test_21_4_a_feature_gained_by_mustering_does_not_muster() -> None:
    tiles = "0,0+Village 1,0+Village 2,0 9,0 10,0 0,1"
    units = "A Antler Guard 0,0; A Guild Hand res; A Guild Hand res; A Mire Wolf 0,1; B Guild Hand 9,0"
    state = play(scene(tiles, units), "r A4")
    play(state, "muster A2 1,0")
    assert state.to_move == 1


def test_21_1_option_muster_off() -> None:
    tiles = "0,0+Village 1,0 0,1 9,0 10,0"
    units = "A Antler Guard 0,0; A Guild Hand res; A Bone Thrall res; B Guild Hand 9,0"
    assert play(scene(tiles, units, muster="off"), "d A2 1,0").to_move == 1


# --- daylight --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "allies", "tested"),
    [
        ("0,0", "", True),
        ("0,0:Barrow", "", False),
        ("0,0+Village", "", False),
        ("0,0:Barrow+Village", "", False),
        ("0,0", "; A Gravecaller 0,1", False),
        ("0,0", "; A Gravecaller 9,0", True),
        ("0,0", "; B Gravecaller 0,1", True),
    ],
)
def test_22_1_22_2_when_a_test_is_due(tile: str, allies: str, tested: bool) -> None:
    tiles = f"{tile} 1,0 0,1 9,0 10,0"
    state = play(scene(tiles, "A Barrow Guard 0,0; B Guild Hand 10,0" + allies), "m A1 1,0")
    assert (state.to_move == casemate.CHANCE) == tested


def test_22_1_the_summoner_is_activated_too() -> None:
    tiles = "0,0 1,0 9,0 10,0"
    state = scene(tiles, "A Wailing Shade 0,0; A Elder Oak res; B Guild Hand 9,0")
    play(state, "s A1 A2 1,0")
    assert state.moves()[0] == "D6,6"
    play(state, "D6,6")
    assert state.moves()[0] == "6,6"


def test_22_3_22_4_example_barrow_guard() -> None:
    state = scene("0,0 1,0 9,0 10,0", "A Barrow Guard 0,0; A Guild Hand 10,0; B Guild Hand 9,0")
    play(state, "m A1 1,0", "D4,2", "5")
    assert set(state.moves()) == {"b D1+1", "b D2+1", "-"}
    saved = play(state.copy(), "b D1+1")
    assert (where(saved, "A1"), saved.to_move) == ("1,0", 1)
    lost = play(state, "-")
    assert (where(lost, "A1"), lost.to_move) == ("cap", 1)


def test_22_4_example_night_duke() -> None:
    state = scene("0,0 1,0 9,0 10,0", "A Night Duke 0,0; A Guild Hand 10,0; B Guild Hand 9,0")
    play(state, "m A1 1,0", "D6,3,3", "6,4,2")
    assert where(play(state.copy(), "b D2+1"), "A1") == "1,0"
    assert where(play(state.copy(), "-"), "A1") == "cap"


def test_22_3_a_reroll_for_each_ally_and_two_for_a_tool_bearer() -> None:
    tiles = "0,0 1,0 0,1 -1,1 9,0 10,0"
    units = "A {} 0,0; A Guild Hand 0,1; A Bramble Imp -1,1; B Guild Hand 9,0"
    thrall = play(scene(tiles, units.format("Bone Thrall")), "m A1 1,0", "D1", "6")
    assert thrall.here.rerolls[0] == 2
    giant = play(scene(tiles, units.format("Bone Giant")), "m A1 1,0", "D1,1,1", "6")
    assert giant.here.rerolls[0] == 3
    play(giant, "rr D2", "6")
    assert where(giant, "A1") == "1,0"


def test_22_5_favoured_terrain_does_not_help() -> None:
    """A Bat's favoured Highland is a feature, where no test is taken; on Plains nothing but allies helps."""
    state = scene("0,0 1,0 9,0 10,0", "A Carrion Bat 0,0; A Guild Hand 10,0; B Guild Hand 9,0")
    assert where(play(state, "m A1 1,0", "D1", "6"), "A1") == "cap"


# --- summoning -------------------------------------------------------------------------------------------------------

TILES = "0,0 1,0 0,1 9,0 10,0"


def oak(*more: str, **options: object) -> State:
    units = "; ".join(["A Root Speaker 0,0", "A Elder Oak res", *more, "B Guild Hand 9,0"])
    return scene(TILES, units, **options)


def test_23_1_23_2_who_summons_whom_and_where() -> None:
    tiles = "0,0 1,0 0,1 9,0 10,0"
    units = "A Root Speaker 0,0; A Elder Oak res; A Guild Hand 1,0; A Guild Hand res; B Guild Hand 9,0"
    state = scene(tiles, units)
    assert moves(state, "s") == {"A1 A2 0,1"}
    assert reason(state, "s A3 A2 0,1") == ("23.1",)
    assert reason(state, "s A1 A4 0,1") == ("23.1",)
    assert reason(state, "s A1 A2 10,0") == ("23.2",)
    assert reason(state, "s A1 A2 1,0") == ("1.7",)


def test_23_3_the_dice() -> None:
    state = play(oak(), "s A1 A2 1,0")
    assert state.moves()[0] == "O6,6"
    play(state, "O5,2")
    assert state.moves()[0] == "6,6"


@pytest.mark.parametrize(
    ("off", "blue", "to", "lashes"),
    [
        ("O5,2", "4,4", "1,0", False),
        ("O4,3", "4,4", "res", False),
        ("O6,1", "6,5", "res", False),
        ("O5,5", "6,1", "res", True),
    ],
)
def test_23_5_23_6_23_7_example_oak(off: str, blue: str, to: str, lashes: bool) -> None:
    state = play(oak(), "s A1 A2 1,0", off, blue)
    assert where(state, "A2") == to
    assert (state.to_move, state.moves() == ["backlash", "-"]) == (1, lashes)


def test_23_4_bumps_and_helpers() -> None:
    tiles = "0,0+Ruins 1,0 0,1 9,0 10,0"
    units = "A Elder Oak 0,0; A Elder Oak res; A Storm Sage 0,1; A Guild Hand 10,0; B Guild Hand 9,0"
    state = play(scene(tiles, units), "s A1 A2 1,0", "O3,2,1", "6,6")
    assert set(moves(state, "b")) == {"O1+1", "O2+1", "O3+1"}
    play(state, "-")
    assert state.here.rerolls[0] == 2  # the Sage, and the Ruins


def test_23_7_a_six_made_by_a_bump_answers() -> None:
    tiles = "0,0 1,0 9,0 10,0"
    state = play(scene(tiles, "A Elder Oak 0,0; A Elder Oak res; B Guild Hand 9,0"), "s A1 A2 1,0", "O5,1,1", "6,5")
    play(state, "b O1+1")
    assert (where(state, "A2"), state.to_move) == ("res", 1)
    assert "backlash" not in state.moves()


def test_23_8_the_opponents_units_support_the_backlash() -> None:
    tiles = "0,0 1,0+Village 2,0 0,1 9,0 10,0"
    units = "A Root Speaker 0,0; A Elder Oak res; A Guild Hand 0,1; A Guild Hand 10,0; B Guild Hand 2,0"
    state = play(scene(tiles, units), "s A1 A2 1,0", "O5,5", "6,1")
    while state.moves() != ["backlash", "-"]:
        state.play("-")
    play(state, "backlash")
    assert state.here.rerolls == [1, 1]
    assert sum(state.here.bumps[1]) == 2  # its own and the Village's
    play(state, "O6,6,6", "D6,6,6", "O2,2")
    assert (state.to_move, state.moves()[0]) == (casemate.CHANCE, "D6,6")
    play(state, "D1,1", "-", "-")
    assert (where(state, "A1"), where(state, "A2")) == ("cap", "res")


def test_23_9_the_tally_cannot_defeat_what_is_not_there() -> None:
    state = play(oak(), "s A1 A2 1,0", "O5,5", "6,1", "backlash", "O1,1,1", "D1,1,1", "O6,6", "D6,6")
    while state.here.turn == 10:
        state.play("-")
    assert (where(state, "A1"), where(state, "A2")) == ("0,0", "res")


def test_23_9_the_opponent_may_plunder_a_village() -> None:
    tiles = "0,0+Village 1,0 9,0 10,0 5,0"
    units = "A Root Speaker 0,0; A Elder Oak res; A Guild Hand 5,0; B Guild Hand 9,0; B Guild Hand cap"
    state = play(scene(tiles, units), "s A1 A2 1,0", "O5,5", "6,1", "backlash", "O6,6,6", "D6,6,6", "O1,1", "D1,1")
    while "plunder B2" not in state.moves():
        state.play("-")
    play(state, "plunder B2")
    assert (where(state, "A1"), where(state, "B2")) == ("cap", "res")


def test_23_7_the_backlash_may_be_declined() -> None:
    state = play(oak(), "s A1 A2 1,0", "O5,5", "6,1", "-")
    assert (where(state, "A1"), where(state, "A2"), state.here.turn) == ("0,0", "res", 11)


def test_23_10_a_summoned_unit_returns_to_be_summoned_again() -> None:
    tiles = "0,0+Forest 1,0 9,0 10,0"
    units = "A Root Speaker 0,0; A Elder Oak 1,0; B Guild Hand 9,0"
    state = play(scene(tiles, units), "r A2", "m B1 10,0")
    assert moves(state, "d") == set()
    assert moves(state, "s") == {"A1 A2 1,0"}
