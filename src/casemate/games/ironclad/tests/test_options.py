"""Chapter 13: the options."""

import random
import re

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
EMPTY = "7/7/7/7/7/7/7/7/7"
NO_ROBOTS = "6/6/6/6/6/6/6/6"
SLIDING = "7/2w4/7/7/2b2w1/7/7/7/7"  # stones on C4, C7 and F4: the example to 9.5
SHUTTLE = "6/6/6/A5/6/5a/6/6 7/2b4/7/7/2w2w1/7/7/7/7 w 1 - 0,0 - 0"
ROUND = ("a5-a6", "C4>B4", "f3-f4", "F4>G4", "a6-a5", "B4>C4", "f4-f3", "G4>F4")


def play(state: casemate.State, *moves: str) -> casemate.State:
    for move in moves:
        state.play(move)
    return state


# --- examples -----------------------------------------------------------------------------------------------------


def test_example_setup_one_row() -> None:
    state = IRONCLAD.start(setup="one_row")
    assert state.position == "abccba/6/6/6/6/6/6/ABCCBA 7/7/7/7/7/7/7/7/7 w 1 - 32,32 - 0"
    placements = [move for move in state.moves() if move[0] == "+"]
    assert (len(state.moves()), len(placements)) == (51, 35)


def test_example_second_hand_owner() -> None:
    state = play(IRONCLAD.start(second_hand="owner"), "c2-c3")
    assert state.to_move == 0
    play(state, "+A8")
    assert state.position.split()[1] == "w6/7/7/7/7/7/7/7/7"
    assert state.to_move == 1


def test_example_links_eight() -> None:
    without_c5 = f"{NO_ROBOTS} 7/7/7/3wwww/www4/7/7/7/7 w 1 - 16,16 - 0"
    assert IRONCLAD.read(without_c5).result is None
    assert IRONCLAD.read(without_c5, links="eight").result == (1.0, 0.0)


@pytest.mark.parametrize("robots", [NO_ROBOTS, "6/6/6/1a1a2/6/6/6/6"])
def test_13_3_example_slides_eight(robots: str) -> None:
    position = f"{robots} {SLIDING} w 1 - 0,0 - 0"
    lines = {move for move in IRONCLAD.read(position).moves() if move.startswith("C4>")}
    more = {move for move in IRONCLAD.read(position, slides="eight").moves() if move.startswith("C4>")} - lines
    assert more == {f"C4>{to}" for to in ["B5", "A6", "D5", "E6", "F7", "G8", "B3", "A2", "D3", "E2", "F1", "G0"]}


def test_example_last_robot_loses() -> None:
    position = f"6/6/1a4/6/1A1a2/6/6/6 {EMPTY} b 1 - 32,32 - 0"
    state = play(IRONCLAD.read(position, last_robot="loses"), "xb4")
    assert state.result == (0.0, 1.0)
    assert state.ending is not None
    assert "7.4" in state.ending.rules
    assert play(IRONCLAD.read(position), "xb4").result is None


# --- the table ----------------------------------------------------------------------------------------------------


def test_the_printed_table_of_options() -> None:
    printed = re.findall(r"^\| `(\w+)` \| `?(\w+)`?[^|]*\|([^|]*)\|", IRONCLAD.rulebook.text, re.MULTILINE)
    assert {name: default for name, default, _ in printed} == {
        name: str(value) for name, value in IRONCLAD.start().options.items()
    }
    for name, _, others in printed:
        values = re.findall(r"\w+", re.sub(r"\([^)]*\)", "", others))
        for value in values:
            assert str(IRONCLAD.start(**{name: value}).options[name]) == value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"setup": "three_row"}, "two_row or one_row"),
        ({"quiet_limit": 19}, "from 20 to 200"),
        ({"quiet_limit": 201}, "from 20 to 200"),
        ({"quiet_limit": 0}, "from 20 to 200"),
        ({"repetition": 1}, "3 or 0 or 2"),
        ({"links": True}, "orthogonal or eight"),
        ({"undo": "yes"}, "quiet_limit, repetition"),
    ],
)
def test_a_wrong_option_says_what_is_allowed(options: dict[str, object], message: str) -> None:
    with pytest.raises(casemate.BadOption, match=message):
        IRONCLAD.start(**options)


@pytest.mark.parametrize("limit", [20, 33, 200])
def test_quiet_limit(limit: int) -> None:
    position = f"{SHUTTLE.removesuffix('0')}{limit - 2}"
    state = play(IRONCLAD.read(position, quiet_limit=limit, repetition=0), *ROUND[:3])
    assert state.result is None
    assert play(state, ROUND[3]).result == (0.5, 0.5)


def test_repetition_off() -> None:
    state = IRONCLAD.read(SHUTTLE, repetition=0)
    play(state, *(ROUND * 4), *ROUND[:6])
    assert (state.result, state.turn_number) == (None, 20)


# --- rules --------------------------------------------------------------------------------------------------------


def test_13_1_the_options_stay_with_the_game() -> None:
    state = IRONCLAD.start(setup="one_row", quiet_limit=99)
    assert (state.options["setup"], state.options["quiet_limit"]) == ("one_row", 99)
    play(state, "+A4")
    assert state.copy().options == state.options == IRONCLAD.start(setup="one_row", quiet_limit="99").options


@pytest.mark.parametrize(("owner", "result"), [("w", (1.0, 0.0)), ("b", (0.0, 1.0))])
def test_13_2_strings_may_cross_and_one_wins(owner: str, result: tuple[float, float]) -> None:
    """White runs from A4 to G5 and lacks A4; Black from D8 to D0 over E4 and lacks D8; they cross between C4 and E5."""
    stones = "7/3b3/3b3/3bwww/1wwwb2/3b3/3b3/3b3/3b3"
    state = IRONCLAD.read(f"{NO_ROBOTS} {stones} {owner} 1 - 9,9 - 0", links="eight")
    assert state.result is None
    completed = [play(state.copy(), move).result for move in state.moves()]
    assert set(completed) == {None, result}
    assert play(state.copy(), "+A4" if owner == "w" else "+D8").result == result


def test_13_3_robots_do_not_hinder_a_diagonal_slide() -> None:
    crowded = "6/6/6/6/6/2AA2/1AA3/A5"
    state = IRONCLAD.read(f"{crowded} 7/7/7/7/7/7/7/7/w6 w 2 s 0,0 - 0", slides="eight")
    assert {"A0>B1", "A0>C2", "A0>D3", "A0>E4", "A0>G6"} <= set(state.moves())


def test_13_4_every_game_ends_even_when_both_only_shuffle() -> None:
    """They always take back what they did, if they can, and never place or fire; nothing but 11.4 ends it."""
    for number in range(5):
        choice = random.Random(number)
        state = IRONCLAD.read(SHUTTLE, repetition=0, quiet_limit=20 + number)
        while state.to_move is not None:
            quiet = [move for move in state.moves() if move[2:3] in "->" and move[1:2] not in "18"]
            state.play(choice.choice([move for move in quiet if move[-1] not in "18"] or quiet or state.moves()))
        assert state.turn_number <= 21 + number
        assert state.result is not None


def test_13_5_a_position_does_not_name_the_options() -> None:
    position = f"{NO_ROBOTS} {SLIDING} w 1 - 0,0 - 0"
    lines, eight = IRONCLAD.read(position), IRONCLAD.read(position, slides="eight")
    assert lines.position == eight.position == position
    assert len(eight.moves()) > len(lines.moves())
