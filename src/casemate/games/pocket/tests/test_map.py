"""Chapters 1 to 3: the map, terrain and features."""

import re

import pytest

import casemate
from casemate.games.pocket.board import STEPS, distance
from casemate.games.pocket.cards import CARDS
from casemate.games.pocket.ground import BALKS, DEFEATS, FEATURE_HEAD, GROUNDS, TERRAIN_HEAD
from casemate.games.pocket.tests.scenes import POCKET, dice, moves, play, reason, scene, script, where

ROOM = "-1,0 -1,1 0,-1 0,0 0,1 1,-1 1,0"


def rulebook_table(chapter: str) -> list[list[str]]:
    """The first table of a chapter."""
    text = re.split(rf"^## {chapter} .*$", POCKET.rulebook.text, flags=re.MULTILINE)[1]
    rows = re.match(r"(?:(?!^\|).*\n)*((?:\|.*\n)+)", text, re.MULTILINE)
    assert rows
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1].splitlines()]
    return [row for row in cells if not row[0].startswith("---")]


def data_table(file: str) -> list[list[str]]:
    lines = (POCKET.folder / file).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def test_1_1_tiles_are_hexagons() -> None:
    assert len(STEPS) == len(set(STEPS)) == 6
    assert {(-q, -r) for q, r in STEPS} == set(STEPS)


def test_1_2_1_3_example_neighbours() -> None:
    assert set(STEPS) == {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    assert (0 - 1, 1 - 0) in STEPS  # 1,0 and 0,1
    assert moves(scene(ROOM, "A Guild Hand 0,0"), "m") == {f"A1 {q},{r}" for q, r in STEPS}


def test_1_4_example_distances() -> None:
    far = {(2, 0): 2, (1, 1): 2, (-1, 1): 1, (2, 1): 3, (0, 0): 0, (-2, 1): 2}
    assert {place: distance(*place) for place in far} == far


def test_1_5_ways_go_over_tiles_only() -> None:
    s = scene("0,0 1,0 2,0 2,-1 1,-1:Water 3,-1", "A Guild Hand 0,0").here
    names = [f"{s.q[tile]},{s.r[tile]}" for tile in range(s.tiles)]
    ways = {(x, y): s.ways[names.index(x)][names.index(y)] for x in names for y in names}
    assert (ways["0,0", "0,0"], ways["0,0", "1,0"], ways["0,0", "2,0"], ways["0,0", "3,-1"]) == (0, 1, 2, 3)
    round_a_gap = scene("0,0 0,1 1,1 2,0", "A Guild Hand 0,0").here
    assert round_a_gap.ways[0][3] == 3
    assert distance(2, 0) == 2


def test_1_6_nothing_enters_or_crosses_a_gap() -> None:
    state = scene("0,0 0,1 1,1 2,0", "A Carrion Bat 0,0; A Crypt Slinger 0,1; B Guild Hand 2,0")
    assert "A1 1,0" not in moves(state, "m")
    assert reason(state, "m A1 1,0") == ("1.6",)
    assert moves(state, "x") == {"A2 B1"}
    assert "1.6" in reason(state, "m A1 5,5")


def test_1_7_one_feature_and_one_unit_on_a_tile() -> None:
    with pytest.raises(casemate.BadNotation, match=r"1\.7"):
        scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 0,0")
    with pytest.raises(casemate.BadNotation):
        POCKET.read("0,0:Plains+Forest+Ruins | A1 Guild Hand 0,0 | A 2")
    assert reason(scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0"), "m A1 1,0") == ("1.7",)


def test_1_8_two_players() -> None:
    assert POCKET.players == ("A", "B")
    assert POCKET.start().to_move == 0


def test_1_9_allies_and_enemies() -> None:
    state = scene(ROOM, "A Guild Hand 0,0; A Guild Hand 1,0; B Guild Hand 0,1")
    assert moves(state, "x") == {"A1 B1", "A2 B1"}
    assert reason(state, "x A1 A2") == ("1.9",)
    assert reason(state, "x B1 A1") == ("1.9", "12.1")


def test_2_1_a_tile_with_a_feature_counts_as_the_feature() -> None:
    """Water under a Village drowns nobody, Stonework under a Forest is no favoured terrain."""
    state = play(scene("0,0 1,0:Water+Village", "A Guild Hand 0,0; B Guild Hand res"), "m A1 1,0")
    assert where(state, "A1") == "1,0"
    fight = play(scene("0,0 1,0:Stonework+Forest", "A Brass Trooper 1,0; B Guild Hand 0,0"), "x A1 B1")
    assert fight.here.rerolls == [0, 0]
    assert sum(map(sum, fight.here.bumps)) == 0


def test_2_2_the_terrains_are_those_of_the_table() -> None:
    assert data_table("terrain.tsv") == rulebook_table("2")
    assert [ground.name for ground in GROUNDS.terrains] == ["Plains", "Water", "Marsh", "Ice", "Stonework", "Barrow"]
    water, marsh, ice, stonework, barrow = GROUNDS.terrains[1:]
    assert (water.dv, water.failure, ice.dv, ice.failure) == (5, DEFEATS, 3, BALKS)
    assert marsh.must_stop
    assert (stonework.bump, stonework.bump_for, barrow.is_dark) == (1, ("Construct", "Mechanical"), True)
    assert list(TERRAIN_HEAD) == rulebook_table("2")[0]


def test_2_2_stonework_helps_machines_only() -> None:
    for name, bumps in (("Rivet Hound", [1]), ("Siege Mortar", [1]), ("Mire Wolf", [])):
        state = play(scene("0,0 1,0:Stonework", f"A Guild Hand 0,0; B {name} 1,0"), "x A1 B1")
        assert [value for value, left in enumerate(state.here.bumps[3]) for _ in range(left)] == bumps


def test_3_1_a_feature_stays() -> None:
    state = play(scene("0,0+Forest 1,0", "A Guild Hand 0,0; B Guild Hand res"), "m A1 1,0")
    assert state.position.startswith("0,0:Plains+Forest 1,0:Plains ")


def test_3_2_control_ends_when_the_unit_leaves() -> None:
    tiles = "0,0+Forest 1,0 2,0 0,1 3,0"
    state = scene(tiles, "A Guild Hand 0,0; A Guild Hand res; A Reed Stalker cap; B Guild Hand 3,0")
    assert moves(state, "d") == {"A2 1,0", "A2 0,1"}
    play(state, "m A1 1,0", "m B1 2,0")
    assert moves(state, "d") == set()
    assert reason(state, "d A2 0,1") == ("20.2", "3.2")


def test_3_3_the_features_are_those_of_the_table() -> None:
    assert data_table("features.tsv") == rulebook_table("3")
    assert list(FEATURE_HEAD) == rulebook_table("3")[0]
    names = ["Forest", "Highland", "Village", "Township", "Fortress", "Ruins"]
    assert [ground.name for ground in GROUNDS.features] == names


@pytest.mark.parametrize(
    ("feature", "name", "row", "values"),
    [
        ("Forest", "Guild Hand", 3, []),
        ("Highland", "Guild Hand", 2, [2]),
        ("Village", "Guild Hand", 3, [1]),
        ("Township", "Guild Hand", 3, [2]),
        ("Ruins", "Guild Hand", 3, []),
        ("Ruins", "Crypt Slinger", 3, [2]),
        ("Ruins", "Storm Sage", 3, [2]),
        ("Ruins", "Elder Oak", 3, [1, 2]),
        ("Fortress", "Guild Hand", 3, []),
    ],
)
def test_3_3_bumps_of_features(feature: str, name: str, row: int, values: list[int]) -> None:
    state = play(scene(f"0,0 1,0+{feature}", f"A Guild Hand 0,0; B {name} 1,0"), "x A1 B1")
    assert [value for value, left in enumerate(state.here.bumps[row]) for _ in range(left)] == values


def test_3_3_forest_helps_from_a_distance_of_2() -> None:
    state = play(scene("0,0 1,0 2,0+Forest", "A Thorn Archer 0,0; B Guild Hand 2,0"), "x A1 B1")
    assert state.here.bumps[3] == [0, 0, 1, 0, 0, 0]


def test_3_3_highland_against_highland_is_no_help() -> None:
    state = play(scene("0,0+Highland 1,0+Highland", "A Guild Hand 0,0; B Guild Hand 1,0"), "x A1 B1")
    assert sum(map(sum, state.here.bumps)) == 0


def test_3_3_fortress_cuts_support_at_distance_1_only() -> None:
    near = play(scene("0,0 1,0+Fortress 0,1", "A Guild Hand 0,0; A Guild Hand 0,1; B Guild Hand 1,0"), "x A1 B1")
    assert near.here.rerolls == [0, 1]  # B1 stands on favoured terrain
    far = scene("0,0 1,0 2,0+Fortress 0,1", "A Thorn Archer 0,0; A Guild Hand 0,1; B Guild Hand 2,0")
    assert play(far, "x A1 B1").here.rerolls == [1, 1]


def test_3_3_ruins_are_a_hazard_for_the_living_only() -> None:
    living = play(scene("0,0 1,0+Ruins", "A Guild Hand 0,0; B Guild Hand res"), "m A1 1,0")
    assert living.to_move == casemate.CHANCE
    play(living, "D2")
    assert where(living, "A1") == "0,0"
    robot = play(scene("0,0 1,0+Ruins", "A Brass Trooper 0,0; B Guild Hand res"), "m A1 1,0")
    assert where(robot, "A1") == "1,0"


def test_3_4_a_map_has_three_features() -> None:
    state = POCKET.start(forces="random")
    while state.here.turn == 0:
        state.play(state.moves()[0])
    assert state.position.split(" | ")[0].count("+") == 3
    with pytest.raises(casemate.BadNotation, match=r"3\.4"):
        scene("0,0+Forest 1,0+Forest 2,0+Ruins 3,0+Ruins", "A Guild Hand 0,0")


def test_2_2_3_3_example_every_name_is_one_word() -> None:
    assert all(name.isalpha() for name in GROUNDS.names)
    assert {card.favoured for card in CARDS} <= set(GROUNDS.names)
    state = script(scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0"), "x A1 B1; O3; D2; O1; D5")
    assert dice(state) == [[], [], [], []]
