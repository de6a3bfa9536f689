"""Chapters 27 and 28: answers, turns and positions as text; the options."""

import random

import pytest

import casemate
from casemate import BadNotation, State, record
from casemate.games.pocket.notation import read_turn, write_turn
from casemate.games.pocket.tests.scenes import POCKET, play, reason, scene, script

EXAMPLE = (
    "0,0:Stonework 0,1:Plains 1,0:Plains+Forest | "
    "A1 Boiler Rifle 0,0*; A2 Guild Hand res; B1 Bone Thrall cap; B2 Gravecaller 1,0 | B 17"
)


def test_27_1_units_are_named_by_player_and_number() -> None:
    state = scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0")
    assert reason(state, "m A2 1,0") == ("27.1",)


def test_27_2_the_forms_of_the_table() -> None:
    """Every form that is printed occurs in a game, or is refused for what it says and not for how."""
    state = scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0")
    for text in (
        "tile Water 1,-1",
        "feature 2,0",
        "place A3 2,0",
        "m B4 1,0 2,0",
        "root A5 -1,1",
        "x B4 A2",
        "d A5 1,1",
        "muster A5 1,1",
        "r A5",
        "s A5 A6 0,1",
        "hex A5 B2",
        "repair A5 A2",
        "charge A2",
        "skirmish 1,0",
        "command A2 1,0",
        "-",
        "choose Guild Hand, Brass Trooper / 3 Plains, 2 Stonework, 1 Water / Fortress",
        "reap A3",
        "plunder A3",
        "backlash",
        "b O1+1",
        "rr D2",
    ):
        assert state.why(text) is not None, text
    for text in (
        "",
        "m A1",
        "m A1 1",
        "x A1",
        "x a1 b1",
        "tile Mud 0,0",
        "b O4+1",
        "rr X1",
        "d A1 01,0",
        "pass",
        "m A01 1,0",
    ):
        with pytest.raises(BadNotation):
            state.why(text)


def test_27_2_the_choice_of_the_example() -> None:
    text = "choose Guild Hand, Brass Trooper / 3 Plains, 2 Stonework, 1 Water / Fortress"
    state = play(POCKET.start(), text)
    assert state.position == f"setup | {text}"
    for wrong in (
        text.replace(", ", ","),
        text.replace(" / ", "/"),
        text + " ",
        text.replace("choose", "Choose"),
        text.replace("3 Plains", "03 Plains"),
        text.replace("Guild Hand", "guild hand"),
    ):
        with pytest.raises((BadNotation, casemate.IllegalMove)):
            POCKET.start().play(wrong)


def test_27_2_any_order_of_units_and_tiles_is_kept() -> None:
    text = "choose Rivet Hound, Guild Hand, Rivet Hound / 1 Water, 2 Stonework, 3 Plains / Ruins"
    state = play(POCKET.start(), text)
    assert state.position == f"setup | {text}"
    assert POCKET.read(state.position).here.card[0][:3] == state.here.card[0][:3]


def test_27_3_a_hop_is_written_like_a_step() -> None:
    state = scene("0,0 1,0 2,0", "A Guild Hand 0,0; A Guild Hand 1,0; B Guild Hand cap")
    assert "m A1 2,0" in state.moves()


def test_27_4_each_pool_is_a_chance_event() -> None:
    state = play(scene("0,0 1,0", "A Brass Colossus 0,0; B Thorn Archer 1,0"), "x A1 B1")
    assert len(state.moves()) == 56
    assert all(move[0] == "O" and list(move[1::2]) == sorted(move[1::2], reverse=True) for move in state.moves())
    assert state.chances()["O6,5,4"] == casemate.game.Fraction(6, 216)
    assert state.chances()["O6,5,5"] == casemate.game.Fraction(3, 216)
    assert state.chances()["O5,5,5"] == casemate.game.Fraction(1, 216)
    play(state, "O5,5,5", "D1,1,1", "O2,1")
    assert state.moves() == [f"D{face}" for face in range(6, 0, -1)]


def test_27_4_a_pool_without_dice_is_left_out() -> None:
    state = play(scene("0,0 1,0 2,0", "A Thorn Archer 0,0; B Guild Hand 2,0"), "x A1 B1", "O1,1", "D6")
    assert state.moves()[0] == "D6"


def test_27_5_a_reroll_is_two_answers() -> None:
    state = play(
        scene("0,0:Stonework 1,0", "A Brass Trooper 0,0; B Guild Hand 1,0"), "x A1 B1", "O2,1", "D6,6", "O1", "D4"
    )
    assert set(state.moves()) == {"rr O1", "rr O2", "rr D1", "rr D2", "-"}
    play(state, "rr O2")
    assert (state.to_move, state.moves()) == (casemate.CHANCE, ["1", "2", "3", "4", "5", "6"])


def test_27_6_tests_are_written_with_the_opponents_dice() -> None:
    state = scene("0,0 1,0 9,0 10,0", "A Barrow Guard 0,0; A Guild Hand 10,0; B Guild Hand 9,0")
    script(state, "m A1 1,0; D4,2; 5; b D1+1")
    assert write_turn(state.steps) == "m A1 1,0; test D4,2 / 5; b D1+1"
    water = scene("0,0 1,0:Water 9,0 10,0", "A Brass Trooper 0,0; A Guild Hand 10,0; B Guild Hand 9,0")
    script(water, "m A1 1,0; D4,2")
    assert write_turn(water.steps) == "m A1 1,0; test D4,2"
    oak = scene("0,0 1,0 9,0 10,0", "A Root Speaker 0,0; A Elder Oak res; B Guild Hand 9,0")
    script(oak, "s A1 A2 1,0; O5,2; 4,4")
    assert write_turn(oak.steps) == "s A1 A2 1,0; test O5,2 / 4,4"


def test_27_5_27_6_turns_read_back() -> None:
    choice = random.Random("turns")
    for forces in ("free", "core", "quick", "random"):
        state = POCKET.start(forces=forces)
        while state.to_move is not None:
            state.play(choice.choice(state.moves()))
        for turn in {step.turn for step in state.steps}:
            steps = [step for step in state.steps if step.turn == turn]
            assert read_turn(write_turn(steps)) == [step.text for step in steps]
            assert read_turn(write_turn(steps[:-1])) == [step.text for step in steps[:-1]] or len(steps) == 1


# --- positions -------------------------------------------------------------------------------------------------------


def test_27_7_example_position() -> None:
    state = POCKET.read(EXAMPLE)
    assert (state.position, state.to_move) == (EXAMPLE, 1)
    assert set(state.moves()) == {"m B2 0,1", "x B2 A1", "r B2"}
    play(state, "x B2 A1", "O5,3")
    assert state.position == f"{EXAMPLE} || x B2 A1; O5,3"
    again = POCKET.read(state.position)
    assert (again.position, again.moves()) == (state.position, state.moves())


def test_27_7_the_mark_goes_when_its_turn_is_over() -> None:
    state = play(POCKET.read(EXAMPLE), "m B2 0,1")
    assert "A1 Boiler Rifle 0,0*" in state.position  # A's present turn
    assert reason(state, "x A1 B2") == ("6.2",)
    play(state, "m A1 1,0")
    assert "A1 Boiler Rifle 1,0;" in state.position


def test_27_7_the_setup() -> None:
    state, choice = POCKET.start(forces="core"), random.Random(7)
    assert state.position == "setup"
    while state.here.turn == 0:
        state.play(choice.choice(state.moves()))
        again = POCKET.read(state.position, forces="core")
        assert (again.position, again.moves()) == (state.position, state.moves())
    assert state.steps[0].text in str([step.text for step in state.steps])
    assert " | B 1" in state.position


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" | B 17", ""),
        (" | B 17", " | C 17"),
        (" | B 17", " | B 0"),
        (" | B 17", " | B 017"),
        ("0,0:Stonework 0,1:Plains", "0,1:Plains 0,0:Stonework"),
        ("0,0:Stonework", "0,0:Castle"),
        ("0,0:Stonework", "00,0:Stonework"),
        ("0,0:Stonework", "-0,0:Stonework"),
        ("0,0:Stonework", "99,0:Stonework"),
        ("+Forest", "+Wood"),
        ("A2 Guild Hand", "A3 Guild Hand"),
        ("A2 Guild Hand", "A2 Guild Band"),
        ("A2 Guild Hand res", "A2 Guild Hand"),
        ("A2 Guild Hand res", "A2 Guild Hand 1,0"),
        ("A2 Guild Hand res", "A2 Guild Hand 7,7"),
        ("A2 Guild Hand res", "A2 Guild Hand res*"),
        ("A2 Guild Hand res", "A2 Guild Hand 0,1*"),
        ("B1 Bone Thrall cap", "A3 Bone Thrall cap; B1 Bone Thrall cap; A4 Guild Hand cap"),
        ("| B 17", "| B 17 || "),
        ("| B 17", "| B 17 || x B2 A2"),
        ("| B 17", "| B 17 || m B2 0,1"),
        ("| B 17", "| B 17 | "),
    ],
)
def test_27_7_what_is_no_position_is_refused(old: str, new: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(BadNotation):
        POCKET.read(EXAMPLE.replace(old, new))


@pytest.mark.parametrize("wrong", ["", "setup ", "setup | ", "setup | nonsense", "Setup", "setup || draw Water"])
def test_27_7_what_is_no_setup_is_refused(wrong: str) -> None:
    with pytest.raises(BadNotation):
        POCKET.read(wrong)


# --- options ---------------------------------------------------------------------------------------------------------


def test_28_1_the_options_of_the_table() -> None:
    options = {option.name: option for option in POCKET.options}
    assert {name: option.default for name, option in options.items()} == {
        "points": 50,
        "forces": "free",
        "copies": 2,
        "tiles": 6,
        "centre": "random",
        "tally": "first_difference",
        "flyers": "landing",
        "muster": "on",
        "limit": 120,
        "declining": "returns",
    }
    assert (options["points"].values[0], options["points"].values[-1]) == (30, 150)
    assert tuple(options["copies"].values) == (1, 2, 3, 4)
    assert tuple(options["tiles"].values) == (4, 5, 6, 7, 8, 9)
    assert set(options["limit"].values) == {0, *range(40, 401)}
    assert set(options["forces"].values) == {"free", "one_faction", "core", "quick", "random"}


def test_28_1_options_belong_to_the_record() -> None:
    state = POCKET.start(forces="random", tally="pairs")
    text = record.write(state)
    assert "Option tally: pairs\n" in text
    assert record.read(text).options == state.options


def any_state(seed: int) -> State:
    choice, state = random.Random(seed), POCKET.start(forces="random", limit=60)
    while state.to_move is not None and len(state.steps) < 60 + seed:
        state.play(choice.choice(state.moves()))
    return state


@pytest.mark.parametrize("seed", range(6))
def test_27_2_every_refusal_names_a_rule(seed: int) -> None:
    """Answers of other games, tried where they are not legal: a rule and the facts, never a shrug."""
    choice, state = random.Random(seed), any_state(seed)
    texts = {text for other in range(6) for step in any_state(other).steps for text in (step.text,)}
    for text in sorted(texts):
        if state.to_move is None or choice.random() < 0.5:
            continue
        try:
            why = state.why(text)
        except BadNotation:
            continue
        if why is not None and state.to_move != casemate.CHANCE:
            assert why.rules, text
            assert why.text != "That cannot be done now", (text, state.position)
