"""Chapter 3: the turn."""

import random

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
FULL = "wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw/bwbwbwb/wbwbwbw"
EMPTY = "7/7/7/7/7/7/7/7/7"


def robot_actions(state: casemate.State) -> list[str]:
    return [move for move in state.moves() if "-" in move or move[0] == "x"]


def stone_actions(state: casemate.State) -> list[str]:
    return [move for move in state.moves() if "+" in move or ">" in move]


def halves(state: casemate.State) -> tuple[str, ...]:
    """Owner, half and due."""
    return tuple(state.position.split()[2:5])


# --- examples -----------------------------------------------------------------------------------------------------


def test_3_2_example_black_places_a_white_stone_for_white() -> None:
    state = IRONCLAD.start()
    state.play("c2-c3")
    assert state.to_move == 1
    state.play("+A8")
    assert state.position.split()[1] == "w6/7/7/7/7/7/7/7/7"
    assert (state.to_move, halves(state), state.turn_number) == (1, ("b", "1", "-"), 2)


def test_3_2_example_53_actions_and_1160_first_turns() -> None:
    start = IRONCLAD.start()
    assert (len(start.moves()), len(robot_actions(start)), len(stone_actions(start))) == (53, 16, 37)
    turns = 0
    for move in start.moves():
        start.play(move)
        turns += len(start.moves())
        start.undo()
    assert turns == 1160


# --- rules --------------------------------------------------------------------------------------------------------


def test_3_1_the_players_take_turns_alternately() -> None:
    state, choice = IRONCLAD.start(), random.Random(31)
    owners = {1: "w"}
    while state.to_move is not None and state.turn_number < 20:
        state.play(choice.choice(state.moves()))
        owners[state.turn_number] = halves(state)[0]
    assert "".join(owners.values()).startswith("wbwbwbwbwbwbwb")


@pytest.mark.parametrize(("first", "due"), [("c2-c3", "s"), ("+A4", "r")])
def test_3_2_the_second_half_is_in_the_other_sub_game(first: str, due: str) -> None:
    state = IRONCLAD.start()
    state.play(first)
    assert halves(state) == ("w", "2", due)
    assert state.moves() == (stone_actions(state) if due == "s" else robot_actions(state))


def test_3_3_the_hand_makes_the_owners_action() -> None:
    start = IRONCLAD.read(f"6/6/3a2/6/2Bc2/6/6/6 {EMPTY} w 1 - 32,32 - 0")
    state = start.copy()
    state.play("+A0")
    assert state.to_move == 1 and state.moves() == robot_actions(start) and "xd4" in state.moves()
    state.play("xd4")
    assert state.position.split()[0] == "6/6/3a2/6/2Bb2/6/6/6"
    state = start.copy()
    state.play("xd4")
    state.play("+A0")
    assert state.position.split()[5] == "31,32"


def test_3_4_the_hand_may_choose_badly_for_the_owner() -> None:
    state = IRONCLAD.read(f"6/3A2/6/6/6/6/6/6 {EMPTY} w 2 r 31,32 - -")
    assert state.to_move == 1 and {"d7-d8", "d7-d6"} <= set(state.moves())
    state.play("d7-d6")
    assert (state.result, halves(state)) == (None, ("b", "1", "-"))


def test_3_5_making_an_action_is_choosing_its_sub_game() -> None:
    start = IRONCLAD.start()
    assert robot_actions(start) and stone_actions(start)
    assert sorted(robot_actions(start) + stone_actions(start)) == sorted(start.moves())


@pytest.mark.parametrize(
    ("position", "is_robot"),
    [
        (f"6/6/6/6/6/6/3a2/6 {EMPTY} w 1 - 32,32 - 0", False),
        (f"6/6/6/3A2/6/6/6/6 {FULL} w 1 - 0,1 - 0", True),
    ],
)
def test_3_6_only_a_sub_game_with_a_legal_action_may_be_chosen(position: str, is_robot: bool) -> None:
    state = IRONCLAD.read(position)
    assert state.moves() and state.moves() == (robot_actions(state) if is_robot else stone_actions(state))


def test_3_7_dice_and_damage_come_before_the_second_half() -> None:
    state = IRONCLAD.read("6/6/6/2c3/2A3/6/6/6 7/7/7/7/2w4/7/7/7/7 w 1 - 31,32 - 0")
    state.play("xc5")
    assert state.to_move == casemate.CHANCE and halves(state) == ("w", "1", "-")
    state.play("1/1")
    assert state.to_move == 1 and halves(state) == ("w", "2", "s") and "2b3" in state.position


def test_3_8_nobody_may_decline() -> None:
    state, choice = IRONCLAD.start(), random.Random(38)
    while state.to_move is not None:
        with pytest.raises((casemate.BadNotation, casemate.IllegalMove)):
            state.play("pass")
        half = halves(state)
        state.play(choice.choice(state.moves()))
        assert state.to_move in (None, casemate.CHANCE) or halves(state) != half


def test_3_9_a_robot_half_without_robots_is_passed_and_nobody_is_asked() -> None:
    state = IRONCLAD.read(f"6/6/6/6/6/6/3a2/6 {EMPTY} w 1 - 32,32 - 0")
    events = state.play("+A8")
    assert halves(state) == ("b", "1", "-") and state.to_move == 1
    assert "3.9" in events[-1].rules
    assert IRONCLAD.write_turn(state.steps) == "+A8 | pass"


def test_3_9_the_most_crowded_robots_still_have_an_action() -> None:
    alone = IRONCLAD.read(f"6/6/6/6/6/6/aa4/A5 {EMPTY} w 2 r 32,32 - 0")
    assert set(alone.moves()) == {"a1-b1", "xa2", "xb2"}
    packed = IRONCLAD.read(f"6/6/6/6/6/bbbbbb/AAAAAA/AAAAAA {EMPTY} w 2 r 32,32 - 0")
    assert set(packed.moves()) == {f"x{file}3" for file in "abcdef"}


def test_3_10_a_stone_half_without_a_stone_action_forfeits() -> None:
    state = IRONCLAD.read(f"6/6/6/3A2/6/6/6/6 {FULL} w 1 - 0,1 - 0")
    events = state.play("d5-d6")
    assert state.result == (0.0, 1.0) and halves(state) == ("w", "2", "s")
    assert "10.1" in events[-1].rules


def test_3_11_a_win_ends_the_game_in_the_middle_of_a_turn() -> None:
    state = IRONCLAD.read(f"6/3A2/6/6/6/6/6/6 {EMPTY} w 1 - 32,32 - 0")
    state.play("d7-d8")
    assert (state.result, state.to_move, state.moves()) == ((1.0, 0.0), None, [])
    assert halves(state) == ("w", "1", "-")


def test_3_12_the_first_turn_has_two_halves_like_every_other() -> None:
    state = IRONCLAD.start()
    hands = []
    for move in ("c2-c3", "+A8", "c7-c6", "+A0"):
        hands.append((state.turn_number, state.to_move))
        state.play(move)
    assert hands == [(1, 0), (1, 1), (2, 1), (2, 0)]
