"""Chapters 4 to 7 and 28.2: cards, points and the files of the factions."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import casemate
from casemate.games.pocket.cards import (
    ABILITIES,
    CARDS,
    DICE_COST,
    FACTIONS,
    HEAD,
    KNOWN,
    NUMBER_COST,
    Card,
    cost,
    most_units,
    read_abilities,
    read_faction,
    read_factions,
)
from casemate.games.pocket.data import BadLine
from casemate.games.pocket.ground import GROUNDS, read_grounds
from casemate.games.pocket.tests.scenes import POCKET, dice, moves, play, scene, where
from casemate.games.pocket.tests.test_map import rulebook_table

GOBLINS = """# A faction made up for a test.
The Goblin Rabble
Home tiles\t2 Marsh, 2 Ice, 2 Plains
Home feature\tVillage

Unit\tPts\tOFF\tDEF\tMovement, range\tFavoured\tTypes\tAbilities
Goblin\t4\t1\t1\t–\tMarsh\tGoblin, Minion\t–
Wolf Rider\t9\t2\t2\tSwift 1, Flying 1\tIce\tGoblin\tHeavy, Slow reload
Goblin Witch\t11\t2(+1)\t2\t–\tVillage\tGoblin, Mage\tHex, Slip
Troll\t10\t3(+1)\t3\t–\t–\tTroll\tHeavy
Bomber\t6\t1\t1\tFlying 1, Daylight 1\tPlains\tGoblin\t–
Ogre\t10\t3(+1)\t2(+1)\tSummoning 1\tMarsh\tGoblin\tCharge, Slow reload, Heavy
"""
CARD = {card.name: card for card in CARDS}


def test_4_1_example_of_a_card() -> None:
    duke = CARD["Night Duke"]
    assert (duke.points, duke.off, duke.defence, duke.off_bumps, duke.def_bumps) == (13, 3, 3, (1,), (1,))
    assert (dict(duke.numbers), duke.favoured) == ({"Swift": 2, "Daylight": 3}, "Ruins")
    assert (duke.types, duke.abilities) == (("Undead", "Knight", "Noble"), ("Reap",))


def test_4_2_dice_are_six_sided() -> None:
    state = play(scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0"), "x A1 B1")
    assert state.moves() == ["O6", "O5", "O4", "O3", "O2", "O1"]
    assert set(state.chances().values()) == {casemate.game.Fraction(1, 6)}


def test_4_3_bumps_are_printed_after_the_dice() -> None:
    assert (CARD["Boiler Rifle"].off, CARD["Boiler Rifle"].off_bumps) == (2, (1,))
    state = play(scene("0,0 1,0", "A Boiler Rifle 0,0; B Guild Hand 1,0"), "x A1 B1", "O3,1", "D6", "O1", "D1")
    assert set(state.moves()) == {"b O1+1", "b O2+1", "-"}


def test_4_4_types_do_nothing_by_themselves() -> None:
    """Two units that differ in types alone fight alike on Plains."""
    first = scene("0,0 1,0", "A Guild Hand 0,0; B Bramble Imp 1,0").odds("x A1 B1")
    second = scene("0,0 1,0", "A Bramble Imp 0,0; B Guild Hand 1,0").odds("x A1 B1")
    assert first == second


def test_4_5_favoured_terrain_is_a_terrain_or_a_feature() -> None:
    for tile, rerolls in (("0,0:Stonework", 1), ("0,0", 0), ("0,0:Stonework+Village", 0)):
        state = play(scene(f"{tile} 1,0", "A Brass Trooper 0,0; B Mire Wolf 1,0"), "x A1 B1")
        assert state.here.rerolls == [rerolls, 0]
    on_feature = play(scene("0,0:Water+Forest 1,0", "A Antler Guard 0,0; B Mire Wolf 1,0"), "x A1 B1")
    assert on_feature.here.rerolls == [1, 0]


def test_4_6_a_unit_is_on_the_map_in_reserve_or_captured() -> None:
    state = scene("0,0 1,0", "A Guild Hand 0,0; A Guild Hand res; A Guild Hand cap; B Mire Wolf 1,0")
    assert [where(state, unit) for unit in ("A1", "A2", "A3")] == ["0,0", "res", "cap"]
    for move, rule in (("m A2 1,0", "4.6"), ("m A3 1,0", "4.6"), ("d A1 1,0", "4.6")):
        assert rule in str(state.why(move))


def test_4_7_everything_is_open_once_it_is_chosen() -> None:
    state = scene("0,0 1,0", "A Guild Hand 0,0; A Guild Hand res; B Mire Wolf cap; B Mire Wolf 1,0")
    assert "A2 Guild Hand res; B1 Mire Wolf cap" in state.position


def test_5_1_the_points_of_the_table() -> None:
    table = rulebook_table("5")
    assert table[0] == ["Item", "0", "1", "2", "3"]
    costs = {row[0].split(" (")[0]: tuple(int(cell.replace("−", "-")) for cell in row[1:]) for row in table[1:]}
    assert costs == {f"{name} dice": cost for name, cost in DICE_COST.items()} | NUMBER_COST


def test_5_1_example_night_duke() -> None:
    assert 1 + 4 + 5 + 2 + 2 + 2 - 3 == cost(CARD["Night Duke"], ABILITIES) == 13


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_5_1_5_2_printed_points_are_those_of_the_formula(card: Card) -> None:
    assert card.points == cost(card, ABILITIES)


def test_5_2_abilities_cost_what_section_6_says() -> None:
    table = rulebook_table("6")
    costs = {row[0]: int(row[1].replace("−", "-")) for row in table[1:]}
    assert costs == ABILITIES
    assert tuple(costs) == KNOWN


def test_6_1_abilities_that_say_may_can_be_declined() -> None:
    state = scene("0,0 1,0 2,0 3,0", "A Stag Rider 0,0; B Guild Hand 3,0")
    play(state, "m A1 1,0 2,0")
    assert set(state.moves()) == {"charge B1", "-"}
    play(state, "-")
    assert state.to_move == 1


def test_6_2_an_action_is_the_whole_turn() -> None:
    state = play(scene("0,0 1,0 2,0", "A Storm Sage 0,0; B Mire Wolf 2,0"), "hex A1 B1", "D3,1")
    assert state.to_move == 1
    assert state.position.endswith("| B 11")


def test_7_1_four_factions_of_eight_units_with_a_core_of_50_points() -> None:
    assert [len(faction.units) for faction in FACTIONS] == [8] * 4
    assert [sum(card.points for card in faction.units[:6]) for faction in FACTIONS] == [50] * 4


def test_7_1_the_files_are_the_tables_of_the_rulebook() -> None:
    printed = re.findall(
        r"^### (.+?) — home tiles: (.+?); home feature: (.+?)\n\n((?:\|.*\n)+)", POCKET.rulebook.text, re.M
    )
    assert len(printed) == 4
    for path, (name, tiles, feature, table) in zip(sorted(POCKET.folder.glob("factions/*.tsv")), printed, strict=True):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[:3] == [name, f"Home tiles\t{tiles}", f"Home feature\t{feature}"]
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
        assert [line.split("\t") for line in lines[4:]] == [row for row in rows if "---" not in row[0]]


# --- a hobbyist's own faction ----------------------------------------------------------------------------------------


def read(text: str) -> None:
    read_faction("factions/5-goblins.tsv", text, 4, ABILITIES, GROUNDS, [card.name for card in CARDS])


def test_28_2_a_made_up_faction_is_read() -> None:
    faction = read_faction("goblins.tsv", GOBLINS, 4, ABILITIES, GROUNDS)
    assert faction.name == "The Goblin Rabble"
    assert [card.name for card in faction.units][:2] == ["Goblin", "Wolf Rider"]
    assert faction.tiles == ((2, 2), (2, 3), (2, 0))


@pytest.mark.parametrize(
    ("line", "old", "new", "why"),
    [
        (2, "The Goblin Rabble", "Goblins 2", "no name"),
        (3, "2 Marsh", "3 Marsh", "6 home tiles"),
        (3, "2 Marsh, 2 Ice", "4 Marsh", "at most 2"),
        (3, "2 Marsh", "2 Swamp", "'2 Swamp' is not a number and a terrain"),
        (3, "2 Ice", "2 Marsh", "twice"),
        (4, "Village", "Hamlet", "'Hamlet' is no feature"),
        (4, "Home feature", "Feature", "here stands 'Home feature'"),
        (6, "Pts", "Points", "the head of the table"),
        (7, "Goblin\t4", "Goblin\tfour", "the points are a whole number"),
        (7, "Goblin\t4", "Goblin\t5", "costs 4 points by section 5, not 5"),
        (7, "\t–\tMarsh", "\t–\tBog", "'Bog' is no terrain or feature"),
        (7, "Goblin\t4", "Guild Hand\t4", "there is a Guild Hand already"),
        (7, "Goblin\t4", "Goblin 2\t4", "no name"),
        (7, "Minion\t–", "Minion\t–\tmore", "8 cells"),
        (7, "Goblin, Minion", "goblin", "'goblin' is no type"),
        (8, "Swift 1, Flying 1", "Swift 1, Flying 4", "'Flying 4' is not Swift"),
        (8, "Swift 1, Flying 1", "Swift 1, Swift 1", "Swift stands twice"),
        (8, "Swift 1, Flying 1", "Swift 3, Flying 1", "at most 3"),
        (9, "2(+1)", "4(+1)", "OFF is 0 to 3 dice"),
        (9, "2(+1)", "2(1)", "OFF is 0 to 3 dice"),
        (9, "Hex, Slip", "Hex, Flip", "the rules know no ability 'Flip'"),
        (9, "Hex, Slip", "Hex, Hex", "an ability stands twice"),
        (2, "\nTroll\t10\t3(+1)\t3\t–\t–\tTroll\tHeavy", "", "at least 6 units"),
        (2, "Goblin\t4\t1\t1", "Goblin\t5\t2\t1", "add up to 50 (7.1), not 51"),
    ],
)
def test_28_2_a_bad_line_is_named_with_its_reason(line: int, old: str, new: str, why: str) -> None:
    assert old in GOBLINS
    with pytest.raises(BadLine) as refusal:
        read(GOBLINS.replace(old, new, 1))
    assert str(refusal.value).startswith(f"factions/5-goblins.tsv, line {line}: ")
    assert why in str(refusal.value)


def test_28_2_bad_ground_and_abilities_are_named() -> None:
    terrain, features = ((POCKET.folder / name).read_text(encoding="utf-8") for name in ("terrain.tsv", "features.tsv"))
    with pytest.raises(BadLine, match=r"terrain\.tsv, line 4: 'the unit is eaten' is nothing the rules know"):
        read_grounds(terrain.replace("DV 5 DEF test or the unit is defeated", "the unit is eaten"), features)
    with pytest.raises(BadLine, match=r"features\.tsv, line 3: 'Dark Forest' is more than one word"):
        read_grounds(terrain, features.replace("Forest\tthe", "Dark Forest\tthe"))
    with pytest.raises(BadLine, match=r"there is a Forest already"):
        read_grounds(terrain.replace("Marsh", "Forest"), features)
    with pytest.raises(BadLine, match=r"Highland speaks of Mountain"):
        read_grounds(terrain, features.replace("on a Highland", "on a Mountain"))
    with pytest.raises(BadLine, match=r"abilities\.tsv, line 3: .* no ability 'Bounce'"):
        read_abilities("Ability\tCost\nBrace\t1\nBounce\t1\n".replace("Brace", "Brace", 1))
    with pytest.raises(BadLine, match=r"abilities\.tsv, line 2: the cost is a whole number"):
        read_abilities("Ability\tCost\nBrace\tone\n")


def test_28_2_one_faction_is_not_enough() -> None:
    with pytest.raises(ValueError, match=r"26\.2"):
        read_factions({"goblins.tsv": GOBLINS}, ABILITIES, GROUNDS)
    with pytest.raises(BadLine, match="already"):
        read_factions({"one.tsv": GOBLINS, "two.tsv": GOBLINS}, ABILITIES, GROUNDS)


def test_28_2_a_made_up_faction_plays(tmp_path: Path) -> None:
    """A copy of the house with one more file in it: the goblins can be chosen and play on to an end."""
    source = Path(casemate.__file__).parent
    shutil.copytree(
        source, tmp_path / "casemate", ignore=shutil.ignore_patterns("__pycache__", "web", "tests", "replays")
    )
    (tmp_path / "casemate" / "games" / POCKET.name / "factions" / "5-goblins.tsv").write_text(GOBLINS, encoding="utf-8")
    play_goblins = """
import casemate, random
game = casemate.load("pocket")
for number, forces in enumerate(("core", "free", "one_faction", "random") * 2):
    choice, state = random.Random(number), game.start(forces=forces)
    goblins = [move for move in state.moves() if "Goblin Witch" in move and "Troll" in move]
    if goblins:
        state.play(goblins[0])
    while state.to_move is not None:
        state.play(choice.choice(state.moves()))
print("played")
"""
    told = subprocess.run(
        [sys.executable, "-c", play_goblins],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "CASEMATE_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout == "played\n", told.stderr


def test_8_1_the_state_holds_the_largest_force() -> None:
    """As many of the cheapest units as 150 points buy, four copies of each."""
    assert most_units(CARDS) == 27
    assert sum(sorted([card.points for card in CARDS] * 4)[:27]) <= 150
    assert POCKET.state["card"].shape == (2, 27)


# --- abilities -------------------------------------------------------------------------------------------------------


def values(state: casemate.State, row: int) -> list[int]:
    return [value for value, left in enumerate(state.here.bumps[row]) for _ in range(left)]


def test_6_2_brace_is_for_assaults_it_did_not_initiate() -> None:
    target = play(scene("0,0 1,0", "A Guild Hand 0,0; B Brass Trooper 1,0"), "x A1 B1")
    initiator = play(scene("0,0 1,0", "A Guild Hand 0,0; B Brass Trooper 1,0", "B"), "x B1 A1")
    assert (values(target, 3), values(initiator, 1)) == ([1], [])


def test_6_2_pack_wants_another_ally_beside_the_target() -> None:
    tiles = "0,0 1,0 1,-1 2,0"
    alone = play(scene(tiles, "A Mire Wolf 0,0; A Guild Hand 1,-1; B Guild Hand 1,0", "A"), "x A1 B1")
    assert values(alone, 0) == [1]
    behind = play(scene("-1,0 0,0 1,0", "A Mire Wolf 0,0; A Guild Hand -1,0; B Guild Hand 1,0"), "x A1 B1")
    assert values(behind, 0) == []
    answered = play(scene(tiles, "A Mire Wolf 0,0; A Guild Hand 1,-1; B Guild Hand 1,0", "B"), "x B1 A1")
    assert values(answered, 2) == []


def test_6_2_dread_leaves_the_other_without_support() -> None:
    state = scene("0,0 1,0 0,1", "A Guild Hand 0,0; A Guild Hand 0,1; B Wailing Shade 1,0")
    assert play(state, "x A1 B1").here.rerolls == [0, 0]


def test_6_2_plate_is_looked_at_before_the_tally() -> None:
    """OFF 6 4 3 would beat DEF 5 4 3; lowered to 5 4 3 it is a tie."""
    state = scene("0,0:Marsh 1,0", "A War Mammoth 0,0; B Brass Colossus 1,0", "A")
    play(state, "x A1 B1", "O6,4,3", "D6,6,6", "O1,1,1", "D5,4,3")
    play(state, "-", "-")
    assert where(state, "B1") == "1,0"
    low = scene("0,0 1,0", "A Guild Hand 0,0; B Brass Colossus 1,0")
    play(low, "x A1 B1", "O1", "D6", "O1,1,1", "D1,1,1")
    play(low, "-")
    assert where(low, "B1") == "1,0"


def test_6_2_charge_rolls_one_def_die_fewer() -> None:
    state = scene("0,0 1,0 2,0 3,0", "A Stag Rider 0,0; B Guild Hand 3,0")
    play(state, "m A1 1,0 2,0", "charge B1", "O5,4,3")
    assert state.moves()[:2] == ["D6", "D5"]
    assert len(state.moves()) == 6


def test_6_2_command_moves_another_ally_and_activates_nobody() -> None:
    tiles = "0,0 1,0 0,1 -1,1 1,1 2,0"
    state = scene(tiles, "A Banner Captain 0,0; A Barrow Guard 0,1; B Guild Hand 2,0", "A")
    play(state, "m A1 1,0")
    assert set(state.moves()) == {"command A2 0,0", "command A2 -1,1", "command A2 1,1", "-"}
    assert reason_of(state, "command A1 0,0") == ("6.2",)
    play(state, "command A2 -1,1")  # Daylight 1, and no test
    assert (state.to_move, where(state, "A2")) == (1, "-1,1")


def reason_of(state: casemate.State, move: str) -> tuple[str, ...]:
    why = state.why(move)
    assert why is not None
    return why.rules


def test_6_2_hex_needs_no_line_of_sight() -> None:
    state = scene("0,0 2,0 3,0", "A Storm Sage 0,0; B Guild Hand 2,0; B Guild Hand 3,0")
    assert moves(state, "hex") == {"A1 B1"}
    assert reason_of(state, "hex A1 B2") == ("6.2",)
    play(state, "hex A1 B1", "D2")
    assert where(state, "B1") == "cap"


def test_6_2_hex_lets_the_enemy_use_its_bumps() -> None:
    state = scene("0,0 1,0 2,0", "A Storm Sage 0,0; B Barrow Guard 2,0")
    play(state, "hex A1 B1", "D2,1")
    assert (state.to_move, set(state.moves())) == (1, {"b D1+1", "b D2+1", "-"})
    assert where(play(state.copy(), "b D1+1"), "B1") == "2,0"
    assert where(play(state, "b D2+1"), "B1") == "cap"


def test_6_2_repair_needs_a_captured_machine() -> None:
    units = "A Forge Adept 0,0; A Brass Trooper cap; A Guild Hand cap; B Guild Hand 3,0"
    state = scene("0,0 1,0 3,0", units)
    assert moves(state, "repair") == {"A1 A2"}
    assert reason_of(state, "repair A1 A3") == ("6.2",)
    assert where(play(state.copy(), "repair A1 A2", "O5"), "A2") == "res"
    assert where(play(state.copy(), "repair A1 A2", "O4"), "A2") == "cap"


def test_6_2_rootwalk_leads_from_forest_to_forest() -> None:
    tiles = "0,0 1,0+Forest 2,0:Water 5,0+Forest 6,0:Water 4,0 9,0 10,0"
    state = scene(tiles, "A Root Speaker 0,0; B Guild Hand 9,0")
    assert moves(state, "root") == {"A1 1,0", "A1 2,0", "A1 5,0", "A1 6,0", "A1 4,0"}
    play(state, "root A1 6,0")  # Water, and no hazard
    assert (state.to_move, where(state, "A1")) == (1, "6,0")
    far = scene(tiles, "A Root Speaker 9,0; B Guild Hand 4,0")
    assert moves(far, "root") == set()
    assert reason_of(far, "root A1 6,0") == ("6.2",)


def test_6_2_slip_hops_over_enemies() -> None:
    tiles = "0,0 1,0 2,0"
    assert "A1 2,0" in moves(scene(tiles, "A Bramble Imp 0,0; B Guild Hand 1,0"), "m")
    state = scene(tiles, "A Guild Hand 0,0; B Guild Hand 1,0")
    assert "A1 2,0" not in moves(state, "m")
    assert reason_of(state, "m A1 2,0") == ("13.3",)


def test_6_2_heavy_neither_hops_nor_is_hopped_over() -> None:
    tiles = "0,0 1,0 2,0"
    state = scene(tiles, "A War Mammoth 0,0; A Guild Hand 1,0; B Guild Hand cap")
    assert moves(state, "m") == {"A2 2,0"}
    assert reason_of(state, "m A1 2,0") == ("6.2",)
    over = scene(tiles, "A Guild Hand 0,0; A War Mammoth 1,0; B Guild Hand cap")
    assert moves(over, "m") == {"A2 2,0"}
    assert reason_of(over, "m A1 2,0") == ("6.2", "13.3")
    flying = scene(tiles, "A Carrion Bat 0,0; B War Mammoth 1,0")
    assert moves(flying, "m") == set()


def test_6_2_surefoot_ignores_all_hazards() -> None:
    state = play(scene("0,0 1,0:Water 2,0", "A Crag Runner 0,0; B Guild Hand 2,0"), "m A1 1,0")
    assert where(state, "A1") == "1,0"


def test_6_2_lob_shoots_over_features_and_units_but_not_gaps() -> None:
    state = scene("0,0 1,0+Forest 2,0 3,0", "A Siege Mortar 0,0; B Guild Hand 1,0; B Guild Hand 3,0")
    assert moves(state, "x") == {"A1 B1", "A1 B2"}
    gap = scene("-1,0 0,0 2,0", "A Siege Mortar 0,0; B Guild Hand 2,0")
    assert moves(gap, "x") == set()
    assert "18.2" in reason_of(gap, "x A1 B1")


def test_6_2_outrider_deploys_at_features_without_enemies() -> None:
    tiles = "0,0+Forest 1,0 5,0+Ruins 6,0 9,0 10,0"
    state = scene(tiles, "A Reed Stalker res; A Guild Hand res; A Guild Hand 9,0; B Guild Hand 5,0")
    assert moves(state, "d") == {"A1 1,0"}
    assert reason_of(state, "d A1 6,0") == ("6.2", "20.2")


def test_6_2_slow_reload_binds_for_one_turn() -> None:
    tiles = "0,0 1,0 2,0 3,0 0,1 -1,1"
    state = scene(tiles, "A Boiler Rifle 0,0; A Guild Hand 0,1; B Antler Guard 2,0; B Guild Hand 3,0")
    play(state, "x A1 B1", "O1,1", "D6", "D6,6,6", "-", "-", "-")
    assert where(state, "A1") == "0,0*"
    play(state, "m B2 1,0")
    assert moves(state, "x") == {"A2 B2"}
    assert reason_of(state, "x A1 B2") == ("6.2",)
    play(state, "m A2 -1,1")
    assert where(state, "A1") == "0,0"


def test_6_2_slow_reload_is_forgotten_in_the_reserves() -> None:
    state = scene("0,0+Forest 1,0 5,0", "A Boiler Rifle 0,0*; B Guild Hand 5,0")
    assert where(play(state, "r A1"), "A1") == "res"


def test_6_2_tool_bearer_counts_twice_for_machines() -> None:
    for name, rerolls in (("Brass Trooper", 2), ("Mire Wolf", 1)):
        state = scene("0,0 0,1 1,0", f"A {name} 0,0; A Guild Hand 0,1; B Elder Oak 1,0")
        assert play(state, "x A1 B1").here.rerolls[0] == rerolls


def test_6_2_skirmish_moves_once_after_an_assault() -> None:
    state = scene("-1,0:Water 0,0 1,0 0,1", "A Thorn Archer 0,0; B Guild Hand 1,0")
    play(state, "x A1 B1", "O1,1", "D6", "O1", "D6", "-")
    assert set(state.moves()) == {"skirmish -1,0", "skirmish 0,1", "-"}
    play(state, "skirmish -1,0", "D1")
    assert where(state, "A1") == "cap"  # it faces hazards (12.6)


def test_6_2_grave_bound_and_salvage() -> None:
    state = scene("0,0 1,0 5,0 6,0", "A Guild Hand 0,0; B Bone Thrall 1,0; B Guild Hand 5,0")
    play(state, "x A1 B1", "O6", "D6", "O1", "D1")
    assert state.moves() == [f"grave {face}" for face in range(1, 7)]
    assert where(play(state.copy(), "grave 6"), "B1") == "res"
    assert where(play(state.copy(), "grave 5"), "B1") == "cap"


def test_4_2_5_1_dice_rows_are_empty_between_assaults() -> None:
    assert dice(scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0")) == [[], [], [], []]
    assert HEAD[:2] == ("Unit", "Pts")
