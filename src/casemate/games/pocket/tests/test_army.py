"""Chapter 8 at leisure: what a builder says of a force, and what a sheet says of its units."""

import pytest

from casemate import army, load
from casemate.army import Army, Builder
from casemate.games.pocket.cards import CARDS, FACTIONS
from casemate.games.pocket.legends import effects, texts

GAME = load("pocket")
TILES = "3 Plains, 2 Stonework, 1 Water / Fortress"
EXAMPLE = "Brass Trooper, Brass Trooper, Rivet Hound, Rivet Hound, Gravecaller, Antler Guard"  # 8.1-8.2


def builder() -> Builder:
    assert GAME.builder is not None
    return GAME.builder


def wrong(text: str, **options: object) -> list[str]:
    settled = GAME.settle(options)
    return [str(why) for why in builder().check(army.read(builder(), text, settled), settled)]


def test_8_1_at_most_50_points_or_what_is_agreed() -> None:
    assert wrong(f"{EXAMPLE} / {TILES}") == []
    dearer = f"{EXAMPLE}, Bone Thrall / {TILES}"
    assert wrong(dearer) == ["Units: 54 points, 4 points too many (the limit is 50) (8.1)"]
    assert wrong(dearer, points=54) == []


def test_8_2_each_unit_twice_and_factions_mixed() -> None:
    assert wrong(f"3 Rivet Hound / {TILES}") == ["3 × Rivet Hound: at most 2 may be taken (8.2)"]
    assert wrong(f"3 Rivet Hound / {TILES}", copies=3) == []
    told = wrong(f"Rivet Hound, Antler Guard / {TILES}", forces="one_faction")
    assert told == ["One faction is agreed on, and these are The Brasswright Guild and The Thornroot Clans (8.2, 28.1)"]


def test_8_3_one_unit_that_can_be_placed() -> None:
    assert wrong(f"Elder Oak, Bone Giant / {TILES}") == ["Every unit has Summoning: none of them could be placed (8.3)"]
    assert wrong(f" / {TILES}") == ["A force has at least one unit without Summoning (8.3)"]


def test_8_4_six_tiles_two_of_each_but_plains() -> None:
    assert wrong("Guild Hand / 6 Plains / Forest") == []
    assert wrong("Guild Hand / 3 Water, 2 Plains / Forest") == [
        "Tiles: 1 tile still to choose (5 of 6) (8.4)",
        "3 × Water: at most 2 may be taken (8.4)",
    ]
    assert wrong("Guild Hand / 9 Plains / Forest", tiles=9) == []


def test_8_5_one_home_feature() -> None:
    assert wrong("Guild Hand / 6 Plains") == ["Home feature: 1 feature still to choose (0 of 1) (8.5)"]
    assert wrong("Guild Hand / 6 Plains / Forest, Ruins") == [
        "Home feature: 2 features, 1 feature too many (the limit is 1) (8.5)"
    ]


def test_7_1_a_core_is_taken_whole() -> None:
    for text in builder().ready(GAME.settle({"forces": "core"})).values():
        assert wrong(text, forces="core") == []
    assert "(7.1, 28.1)" in wrong(f"{EXAMPLE} / {TILES}", forces="core")[0]
    assert len(builder().ready(GAME.settle({"forces": "core"}))) == len(FACTIONS)


@pytest.mark.parametrize("forces", ["quick", "random"])
def test_26_2_what_is_drawn_is_not_chosen(forces: str) -> None:
    assert "(26.1, 26.2)" in wrong(f"{EXAMPLE} / {TILES}", forces=forces)[0]
    assert builder().ready(GAME.settle({"forces": forces})) == {}


def test_27_2_the_choice_is_written_as_the_rulebook_says() -> None:
    text = "choose Guild Hand, Brass Trooper / 3 Plains, 2 Stonework, 1 Water / Fortress"
    settled = GAME.settle({})
    found = army.read(builder(), text, settled)
    assert found == Army((
        ("Guild Hand", "Brass Trooper"),
        ("Plains",) * 3 + ("Stonework",) * 2 + ("Water",),
        ("Fortress",),
    ))  # fmt: skip
    assert builder().answer(found, settled) == text


def test_a_choice_at_a_table_is_offered_by_name() -> None:
    for forces in ("free", "one_faction"):
        state = GAME.start(forces=forces)
        settled = GAME.settle({"forces": forces})
        lists = [army.read(builder(), text, settled) for text in builder().ready(settled).values()]
        assert [builder().answer(found, settled) for found in lists] == state.moves()


def test_6_2_every_ability_and_every_ground_is_explained() -> None:
    assert {ability for card in CARDS for ability in card.abilities} <= set(texts())
    assert texts()["Surefoot"] == "ignores all hazards" and texts()["Hex"].startswith("Action: one enemy")
    assert effects("terrain.tsv")["Plains"] == ""
    assert effects("features.tsv")["Township"].endswith("Muster: Construct or Mechanical (21.1)")


def test_a_card_on_paper_has_room_for_its_words() -> None:
    """Each unit's abilities stand within its card."""
    from casemate.games.pocket.sheets import fitting_size

    assert min(map(fitting_size, CARDS)) >= 2.5
