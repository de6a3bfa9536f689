"""The picture: it holds everything, grows with the map, can be touched on a phone, and changes little."""

import random
import re

import pytest

import casemate
from casemate import State
from casemate.games.pocket import art, drawing, layer, view
from casemate.games.pocket.cards import CARDS
from casemate.games.pocket.ground import GROUNDS
from casemate.games.pocket.seen import scene_for
from casemate.games.pocket.tests.test_view import FIGHT, SMALL, any_states

POCKET = casemate.load("pocket")
PHONE, FINGER = 360, 32  # CSS pixels


def changed(state: State, answer: str, viewer: int = 0) -> set[str]:
    before = view.layer(state, viewer)
    state.play(answer)
    after = view.layer(state, viewer)
    return {part for part in before | after if before.get(part) != after.get(part)}


@pytest.mark.parametrize("number", range(5))
def test_everything_lies_within_the_frame(number: int) -> None:
    for state in any_states(random.Random(number)):
        for viewer in (0, 1):
            x, y, width, height = view.frame(state)
            for spot, (left, top, _) in layer.spots_of(scene_for(state, viewer), viewer).items():
                assert x + 26 < left < x + width - 26, spot
                assert y + 26 < top < y + height - 26, spot


@pytest.mark.parametrize("number", range(8))
def test_a_finger_finds_the_tiles_of_a_quick_game_on_a_phone(number: int) -> None:
    state = POCKET.start(forces="random")
    choice = random.Random(number)
    while state.to_move == casemate.CHANCE:
        state.play(choice.choice(state.moves()))
    _, _, width, height = view.frame(state)
    assert 2 * art.HALF * PHONE / width >= FINGER
    assert height / width < 2.4


def test_the_frame_grows_with_the_map() -> None:
    tiles = [f"{q},0:Plains" for q in range(18)]
    tiles[0] += "+Village"
    rest = " | A1 Guild Hand 0,0; B1 Bone Thrall 5,0 | B 1"
    _, _, wide, _ = view.frame(POCKET.read(" ".join(tiles) + rest))
    _, _, narrow, _ = view.frame(POCKET.read(" ".join(tiles[:6]) + rest))
    assert wide > 18 * 2 * art.HALF > 2 * narrow


def test_a_move_changes_only_what_it_must() -> None:
    assert changed(POCKET.read(SMALL), "m B2 0,0") <= {
        "B2",
        "control",
        "features",
        "trail",
        "panel",
        "tray0",
        "tray1",
        "dice",
        "key",
    }
    still = {"paper", "tiles", "places", "A1", "A2", "B1", "B2", "features"}
    assert not changed(POCKET.read(FIGHT), "b D1+1") & still


def test_a_counter_that_moves_glides() -> None:
    """The page moves what has the same `href` in the same part from one `data-at` to another."""
    state = POCKET.read(SMALL)
    before = view.layer(state, 0)["B2"]
    state.play("m B2 0,0")
    assert re.findall('data-at="(.*?)"|href="(#B2)"', before) == [("1,0", ""), ("", "#B2")]
    after = view.layer(state, 0)["B2"]
    assert 'href="#B2"' in after


def test_the_dice_of_who_decides_can_be_touched() -> None:
    drawn = view.layer(POCKET.read(FIGHT), 0)["dice"]
    assert re.findall('data-spot="(.*?)"', drawn) == ["O1", "O2", "D1"]
    assert drawn.count("#pocket-O") == 4
    assert drawn.count("#pocket-D") == 3


def test_a_die_that_is_rolled_again_is_shown_as_rolling() -> None:
    state = POCKET.read(FIGHT)
    for answer in ("-", "rr D1"):
        state.play(answer)
    assert "#pocket-D0" in view.layer(state, 0)["dice"]


def test_both_players_see_their_own_tray_near() -> None:
    where = [layer.spots_of(scene_for(POCKET.read(SMALL), viewer), viewer) for viewer in (0, 1)]
    assert where[0]["A2"][1] > where[0]["0,1"][1] > where[1]["A2"][1]
    assert where[0]["0,1"] == where[1]["0,1"]


def test_every_card_and_every_ground_has_a_picture_of_its_own() -> None:
    assert {card.name for card in CARDS} == set(art.EMBLEMS)
    assert {ground.name for ground in GROUNDS.terrains} == set(art.PATTERNS)
    assert {ground.name for ground in GROUNDS.features} == set(art.FEATURES)
    drawings = [*art.EMBLEMS.values(), *art.FEATURES.values(), *art.PATTERNS.values()]
    assert len(set(drawings)) == len(drawings)


def test_28_2_what_others_add_has_a_picture_too() -> None:
    assert art.STAR[0] in drawing.draw_emblem("Clockwork Swan")
    assert art.STONE[0] in drawing.draw_feature("Lighthouse")
    assert art.UNKNOWN_PATTERN in drawing.draw_tile("Salt Flat")


def test_23_7_a_unit_turned_against_its_summoner_is_seen_on_the_intended_tile() -> None:
    tiles = "0,0:Plains+Village 0,1:Plains 1,0:Plains 2,0:Plains"
    state = POCKET.read(f"{tiles} | A1 Root Speaker 0,1; A2 Elder Oak res; B1 Bone Thrall 2,0 | A 4")
    for answer in ("s A1 A2 1,0", "O5,5", "6,1", "backlash"):
        state.play(answer)
    drawn = view.layer(state, 0)
    assert "ghost" in drawn
    assert drawn["aim"]
    assert 'data-at="tray' in drawn["A2"]
