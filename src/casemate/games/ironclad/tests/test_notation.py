"""Chapter 12: moves, turns and positions as text."""

import random

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
START = "1bccb1/2aa2/6/6/6/6/2AA2/1BCCB1 7/7/7/7/7/7/7/7/7 w 1 - 32,32 - 0"
BEFORE_DICE = "6/6/4A1/A1c3/3A2/2A3/6/6 7/7/7/3w3/2wb3/7/7/7/7 w 1 - 30,31 - 0"
EMPTY = "7/7/7/7/7/7/7/7/7"


def play(state: casemate.State, *moves: str) -> casemate.State:
    for move in moves:
        state.play(move)
    return state


def fields(state: casemate.State) -> list[str]:
    return state.position.split(" ")


# --- examples -----------------------------------------------------------------------------------------------------


def test_12_6_12_7_example_after_one_turn() -> None:
    state = play(IRONCLAD.start(), "c2-c3", "+A8")
    assert state.position == "1bccb1/2aa2/6/6/6/2A3/3A2/1BCCB1 w6/7/7/7/7/7/7/7/7 b 1 - 31,32 - 0"
    assert IRONCLAD.write_turn(state.steps) == "c2-c3 | +A8"


def test_12_7_example_before_blacks_half() -> None:
    state = play(IRONCLAD.start(), "+A8")
    assert state.position == "1bccb1/2aa2/6/6/6/6/2AA2/1BCCB1 w6/7/7/7/7/7/7/7/7 w 2 r 31,32 - -"


def test_12_8_example_while_the_dice_are_to_be_rolled() -> None:
    state = play(IRONCLAD.read(BEFORE_DICE), "xc5")
    assert state.position == f"{BEFORE_DICE} xc5"
    state.play("2/3")
    assert state.position == "6/6/4A1/A1a3/3A2/2A3/6/6 7/7/7/3w3/2wb3/7/7/7/7 w 2 s 30,31 - -"


# --- moves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["A1-b2", "a0-a1", "g1-f1", "a1b2", "xC4", "+c4", "C4>h4", "c4>c5", "a1-b2 ", "", "pass"]
)
def test_12_1_small_letters_are_squares_and_capitals_intersections(text: str) -> None:
    state = IRONCLAD.start()
    with pytest.raises(casemate.BadNotation):
        state.play(text)
    assert state.position == START


def test_12_2_12_3_12_4_the_forms_of_the_actions() -> None:
    robots = IRONCLAD.read(f"6/6/6/6/6/1a4/1A4/6 {EMPTY} w 1 - 32,32 - 0")
    assert {"b2-c3", "xb3", "+C4"} <= set(robots.moves())
    stone = IRONCLAD.read("6/6/6/6/6/6/6/6 7/7/7/7/2w4/7/7/7/7 w 1 - 0,0 - 0")
    assert "C4>C7" in stone.moves()


@pytest.mark.parametrize(
    ("stones", "answers", "written"),
    [(EMPTY, ["xb3"], "xb3 1/1"), ("7/7/7/7/7/1w5/7/7/7", ["xb3", "0/1"], "xb3 0/1")],
)
def test_12_3_a_fire_is_written_with_hits_of_shots(stones: str, answers: list[str], written: str) -> None:
    state = play(IRONCLAD.read(f"6/6/6/6/6/1b4/1A4/6 {stones} w 1 - 20,20 - 0"), *answers)
    assert state.to_move == 1
    assert IRONCLAD.write_turn(state.steps) == written


def test_12_5_a_skipped_robot_half_is_pass() -> None:
    state = play(IRONCLAD.read(f"6/6/6/6/6/6/3a2/6 {EMPTY} w 1 - 32,32 - 0"), "+C4")
    assert IRONCLAD.write_turn(state.steps) == "+C4 | pass"
    assert IRONCLAD.read_turn("+C4 | pass") == ["+C4"]


def test_12_6_a_turn_ends_where_the_game_ends() -> None:
    state = play(IRONCLAD.read(f"6/2A3/6/6/6/6/6/6 {EMPTY} w 1 - 32,32 - 0"), "c7-c8")
    assert IRONCLAD.write_turn(state.steps) == "c7-c8"
    assert IRONCLAD.read_turn("c2-c3 | +A8") == ["c2-c3", "+A8"]


# --- positions ----------------------------------------------------------------------------------------------------


def test_12_7_heights_colours_and_owner() -> None:
    text = "6/1a4/2b3/3c2/3C2/2B3/1A4/6 6b/7/7/7/7/7/7/7/w6 b 1 - 31,31 - 3"
    state = IRONCLAD.read(text)
    assert state.position == text
    assert state.to_move == 1
    assert "b7-b6" in state.moves()
    assert play(state, "d5-e4", "+A8").position.split()[1] == "b5b/7/7/7/7/7/7/7/w6"


@pytest.mark.parametrize(
    ("moves", "last"),
    [(["C4>B4"], ["w", "2", "r", "0,0", "B4", "5"]), (["a5-a6"], ["w", "2", "s", "0,0", "-", "5"])],
)
def test_12_7_half_due_and_last_slid(moves: list[str], last: list[str]) -> None:
    state = IRONCLAD.read("6/6/6/A5/6/5a/6/6 7/7/7/7/2w2w1/7/7/7/7 w 1 - 0,0 - 5")
    assert fields(play(state, *moves))[2:] == last


def test_12_7_positions_of_whole_games_read_back() -> None:
    choice = random.Random(127)
    for setup in ("two_row", "one_row"):
        state = IRONCLAD.start(setup=setup)
        while state.to_move is not None:
            assert IRONCLAD.read(state.position).position == state.position
            state.play(choice.choice(state.moves()))


def test_12_8_the_roll_is_answered_with_hits_of_shots() -> None:
    state = IRONCLAD.read(f"{BEFORE_DICE} xc5")
    assert state.to_move == casemate.CHANCE
    assert state.moves() == ["0/3", "1/3", "2/3", "3/3"]
    with pytest.raises((casemate.IllegalMove, casemate.BadNotation)):
        state.play("1/2")


@pytest.mark.parametrize("action", ["xd4", "xa1", "c3-c4", "+A0", "2/3", "?", ""])
def test_12_8_only_a_fire_that_needs_dice_can_be_the_ninth_field(action: str) -> None:
    with pytest.raises(casemate.BadNotation):
        IRONCLAD.read(f"{BEFORE_DICE} {action}")
    with pytest.raises(casemate.BadNotation):
        IRONCLAD.read(f"{BEFORE_DICE.replace('2wb3', '7').replace('3w3', '7')} xc5")


def test_12_9_the_last_action_keeps_owner_half_and_due() -> None:
    crossing = IRONCLAD.read(f"6/2A3/6/6/6/6/6/6 {EMPTY} w 2 r 31,32 - -")
    assert fields(play(crossing, "c7-c8"))[2:] == ["w", "2", "r", "31,32", "-", "-"]
    string = IRONCLAD.read("6/6/6/6/6/6/6/6 7/7/7/7/bbb1bbb/7/7/7/7 b 1 - 9,9 - 4")
    assert fields(play(string, "+D4"))[2:] == ["b", "1", "-", "9,8", "-", "-"]


def test_12_9_forfeits_and_draws_are_written_where_play_stops() -> None:
    stuck = IRONCLAD.read("6/6/6/A5/6/6/6/6 7/7/7/7/3w3/7/7/7/7 w 1 - 0,0 D4 0")
    assert fields(play(stuck, "a5-a6"))[2:5] == ["w", "2", "s"]
    quiet = IRONCLAD.read("6/6/6/A5/6/5a/6/6 7/2b4/7/7/2w2w1/7/7/7/7 w 1 - 0,0 - 39")
    assert fields(play(quiet, "a5-a6", "C4>B4"))[2:] == ["b", "1", "-", "0,0", "B4", "40"]
    again = IRONCLAD.read(quiet.position)
    assert again.result == (0.5, 0.5)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2aa2", "2aa3", "wide"),
        ("2aa2", "2aa1", "wide"),
        ("2aa2", "2ad2", "d"),
        ("7/7/7/7/7/7/7/7/7", "7/7/7/7/7/7/7/7/8", "8"),
        ("7/7/7/7/7/7/7/7/7", "7/7/7/7/7/7/7/7", "rows"),
        ("7/7/7/7/7/7/7/7/7", "w6/7/7/7/7/7/7/7/7", "33 stones"),
        ("32,32", "32,33", "33 stones"),
        ("32,32", "32", "bowls"),
        ("2aa2", "2aaa1", "13 checkers"),
        ("2AA2/", "2AB2/", "13 checkers"),
        ("- 0", "D4 0", "no stone lies on D4"),
        ("w 1 -", "w 1 r", "due"),
        ("w 1 -", "w 2 -", "due"),
        ("w 1 -", "w 3 -", "half"),
        ("w 1 -", "x 1 -", "owner"),
        ("- 0", "- 41", "quiet"),
        ("- 0", "- x", "quiet"),
        ("- 0", "-", "eight fields"),
        ("- 0", "- 0 xc5 2/3", "eight fields"),
        (" w 1", "  w 1", "owner"),
    ],
)
def test_12_10_a_text_that_cannot_be_a_position_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(casemate.BadNotation, match=message):
        IRONCLAD.read(START.replace(old, new, 1))


@pytest.mark.parametrize(
    ("robots", "stones"),
    [("3A2/6/6/6/6/6/6/3a2", EMPTY), ("3A2/6/6/6/6/6/6/6", "7/7/7/7/bbbbbbb/7/7/7/7")],
)
def test_12_10_a_position_in_which_both_have_won_is_refused(robots: str, stones: str) -> None:
    with pytest.raises(casemate.BadNotation, match="both players"):
        IRONCLAD.read(f"{robots} {stones} w 1 - 9,9 - 0")


def test_12_10_robots_cannot_be_due_for_an_owner_without_any() -> None:
    with pytest.raises(casemate.BadNotation, match="White has none"):
        IRONCLAD.read(f"6/6/6/6/6/6/3a2/6 {EMPTY} w 2 r 32,32 - 0")


def test_12_10_studies_may_have_fewer_pieces() -> None:
    state = IRONCLAD.read(f"6/6/6/6/6/6/6/6 {EMPTY} b 1 - 1,1 - 0")
    assert len(state.moves()) == 63


@pytest.mark.parametrize(
    ("position", "result", "rule"),
    [
        (f"3A2/6/6/6/6/6/6/6 {EMPTY} b 1 - 32,32 - 0", (1.0, 0.0), "4.1"),
        (f"6/6/6/6/6/6/6/3a2 {EMPTY} w 2 s 32,32 - 0", (0.0, 1.0), "4.1"),
        ("6/6/6/6/6/6/6/6 7/7/7/7/bbbbbbb/7/7/7/7 w 1 - 9,9 - 0", (0.0, 1.0), "8.1"),
    ],
)
def test_12_10_a_winning_condition_that_holds_ends_the_game(
    position: str, result: tuple[float, float], rule: str
) -> None:
    state = IRONCLAD.read(position)
    assert (state.result, state.moves()) == (result, [])
    assert state.ending is not None
    assert state.ending.rules == (rule,)
    assert state.position == position


def test_12_11_resigning_and_agreeing_are_no_actions() -> None:
    state = IRONCLAD.start()
    for text in ("White resigns", "Black resigns", "draw agreed"):
        assert text not in state.moves()
        with pytest.raises(casemate.BadNotation):
            state.play(text)
    black, white, draw = state.copy(), state.copy(), state.copy()
    black.resign(1)
    white.resign(0)
    draw.agree_draw()
    assert [each.steps[-1].text for each in (white, black, draw)] == ["White resigns", "Black resigns", "draw agreed"]
