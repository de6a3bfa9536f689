"""A position as people see it: what is touched, said, told and hidden."""

import random
from collections.abc import Iterator

import pytest

import casemate
from casemate import State
from casemate.games.pocket import telling, view
from casemate.games.pocket.tests.test_lockstep import any_force, any_options
from casemate.svg import STYLE, flat

POCKET = casemate.load("pocket")
SMALL = (
    "-1,1:Plains+Village 0,0:Water 0,1:Stonework 1,0:Plains+Forest | "
    "A1 Boiler Rifle 0,1*; A2 Guild Hand res; B1 Bone Thrall cap; B2 Gravecaller 1,0 | B 17"
)
FIGHT = SMALL + " || x B2 A1; O5,3; D4,2; O6,2; D3"
FORCE = "choose Guild Hand, Brass Trooper / 3 Plains, 2 Stonework, 1 Water / Fortress"


def any_states(choice: random.Random) -> Iterator[State]:
    """One random game; the same state again before every answer."""
    options = any_options(choice)
    state = POCKET.start(**options)
    while state.to_move is not None:
        yield state
        is_free = state.moves()[0].startswith("choose") and options.get("forces", "free") in ("free", "one_faction")
        state.play(any_force(choice, state.options) if is_free else choice.choice(state.moves()))
    yield state


@pytest.mark.parametrize(
    ("answer", "touched"),
    [
        ("m B4 1,0 2,0", ("B4", "1,0", "2,0")),
        ("root A5 -1,1", ("A5", "-1,1")),
        ("x B4 A2", ("B4", "A2")),
        ("d A5 1,1", ("A5", "1,1")),
        ("muster A12 1,-1", ("A12", "1,-1")),
        ("r A5", ("A5",)),
        ("s A5 A6 0,1", ("A5", "A6", "0,1")),
        ("hex A5 B2", ("A5", "B2")),
        ("repair A5 A3", ("A5", "A3")),
        ("charge A2", ("A2",)),
        ("skirmish 1,0", ("1,0",)),
        ("command A3 1,0", ("A3", "1,0")),
        ("reap A3", ("A3",)),
        ("plunder A3", ("A3",)),
        ("tile Water 1,-1", ("1,-1",)),
        ("feature 2,0", ("2,0",)),
        ("place A3 2,0", ("A3", "2,0")),
        ("b O1+1", ("O1",)),
        ("b D2+2", ("D2",)),
        ("rr D2", ("D2",)),
        ("-", ()),
        ("backlash", ()),
        (FORCE, ()),
    ],
)
def test_what_one_touches_to_say_an_answer(answer: str, touched: tuple[str, ...]) -> None:
    assert view.spots(answer) == touched


@pytest.mark.parametrize("number", range(6))
def test_everything_that_can_be_answered_can_be_touched_and_said(number: int) -> None:
    for state in any_states(random.Random(number)):
        if state.to_move not in (0, 1):
            continue
        drawn = "".join(view.layer(state, state.to_move).values())
        marks = view.marks(state, state.to_move)
        for answer in state.moves():
            touched = view.spots(answer)
            assert all(f'data-spot="{spot}"' in drawn and marks[spot] for spot in touched), answer
            assert not touched or answer in view.say(state, touched)


@pytest.mark.parametrize("number", range(4))
def test_labels_name_spots_and_the_first_line_says_who_must_do_what(number: int) -> None:
    for state in any_states(random.Random(number)):
        for viewer in (None, 0, 1):
            drawn = "".join(view.layer(state, viewer).values())
            assert all(f'data-spot="{spot}"' in drawn and words for spot, words in view.labels(state, viewer).items())
            first, *_ = view.describe(state, viewer).split("\n")
            if state.to_move in (0, 1):
                assert f" {'AB'[state.to_move]}: " in first
            assert view.text_board(state, viewer, True).isascii()


def test_8_7_a_secret_force_is_shown_to_nobody_else() -> None:
    state = POCKET.start()
    state.play(FORCE)
    for viewer in (None, 1):
        for told in seen_by(state, viewer):
            assert "A1" not in told
    assert all("A1" in told for told in seen_by(state, 0))
    assert len({view.frame(state), view.frame(POCKET.start())}) == 1
    state.play("choose Bone Thrall / 6 Plains / Ruins")
    assert all("A1" in told and "B1" in told for viewer in (None, 0, 1) for told in seen_by(state, viewer))


def seen_by(state: State, viewer: int | None) -> list[str]:
    return [
        "".join(view.layer(state, viewer).values()),
        str(view.labels(state, viewer)),
        view.describe(state, viewer),
        view.text_board(state, viewer, False),
    ]


def test_the_position_in_words() -> None:
    assert view.describe(POCKET.read(SMALL)).split("\n") == [
        "Turn 17, B's. B: move, assault, deploy, return or summon.",
        "Tiles: -1,1 Village, 0,0 Water, 0,1 Stonework, 1,0 Forest.",
        "A on the map: A1 Boiler Rifle (reloading) on 0,1. In reserve: A2 Guild Hand.",
        "Captured by B: nobody.",
        "A controls no feature.",
        "B on the map: B2 Gravecaller on 1,0. In reserve: nobody.",
        "Captured by A: B1 Bone Thrall.",
        "B controls 1,0 Forest.",
    ]


def test_an_assault_in_words() -> None:
    told = view.describe(POCKET.read(FIGHT)).split("\n")
    assert told[0] == "Turn 17: B2 assaults A1. A: use a bump on a die, or decline."
    assert told[-2:] == ["B2: OFF 5 3, DEF 4 2.", "A1: OFF 6 2 with bump +1, DEF 3 with bump +1, 1 re-roll."]
    labels = view.labels(POCKET.read(FIGHT), 0)
    assert labels["O2"] == "A1's OFF die, showing 2"
    assert "O3" not in labels
    assert view.labels(POCKET.start(), 0)["Storm Sage"].startswith("Storm Sage (Human, Mage, Living), OFF 2, DEF 2")


def test_labels() -> None:
    labels = view.labels(POCKET.read(SMALL), None)
    assert labels["0,0"] == "Water; DV 5 or defeat"
    assert labels["1,0"] == "Forest; must stop; DEF +2 at distance 2+; here stands B2"
    rifle = "Boiler Rifle (Robot, Construct, Soldier), OFF 2(+1), DEF 1, Ranged 1, Slow reload, favours Stonework"
    assert labels["A1"] == f"{rifle}; on 0,1, may not assault: slow reload"
    assert labels["A2"].endswith("; in reserve")
    assert labels["B1"].endswith("; captured by A")


def test_the_map_as_text() -> None:
    assert view.text_board(POCKET.read(SMALL), None, False).split("\n") == [
        "        0,0       1,0",
        "       Water    ▲Forest",
        "                  ■B2",
        "",
        "   -1,1      0,1",
        " ▲Village Stonework",
        "             ○A1",
        "",
        "A on the map: ○A1 Boiler Rifle (reloading)",
        "A in reserve: ○A2 Guild Hand",
        "B on the map: ■B2 Gravecaller",
        "B captured by A: ■B1 Bone Thrall",
    ]


def test_what_cards_and_ground_do_is_told_from_their_tables() -> None:
    types = "Sylvan, Beast, Knight, Living"
    assert telling.tell_card("Stag Rider") == f"Stag Rider ({types}), OFF 3, DEF 2, Swift 1, Charge, favours Plains"
    assert (telling.tell_hazard("Ruins"), telling.tell_effect("Barrow")) == (
        "Living: DV 3 or balk",
        "no daylight tests",
    )


def test_the_style_keeps_to_the_palette() -> None:
    assert "var(" not in flat(STYLE + view.STYLE)
