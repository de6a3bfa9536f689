"""Chapters 8 and 9: movement of free ships, and the course."""

from itertools import product

import pytest

from casemate.games.draughts.tests.scenes import ends, field, moves, play, rules, scene, so_far

FREE = {"course": "free"}


def finals(answers: set[str], square: str) -> set[str]:
    """The headings a ship may have after a step into a square."""
    return {answer.split("/")[1] for answer in answers if f"-{square}/" in answer}


@pytest.mark.parametrize("card", ["AS", "QS", "KS"])
def test_8_1_a_ship_is_free_without_a_q_and_k(card: str) -> None:
    assert scene("W1 monitor d4/N 8 o JS").to_move == -1
    burning = play(scene("W1 monitor d4/N 8 o JS"), "dc 2H")
    assert len(moves(burning)) == 12
    state = play(scene(f"W1 monitor d4/N 8 o {card}", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S"), "dc 2H")
    assert all(move.startswith("a1") for move in moves(state))


def test_8_2_a_free_ship_must_move() -> None:
    state = scene("W1 monitor d4/N 8 o -")
    assert rules(state, "d4-d4/N") == ("8.2",)
    assert rules(state, "stop") == ("8.2",)


def test_8_3_8_7_example_twelve_choices() -> None:
    state = scene("W1 monitor d4/N 8 o -")
    assert ends(moves(state)) == {"d5", "d6", "c5", "e5"}
    assert moves(state) == {f"d4-{square}/{heading}" for square, heading in product(("d5", "d6", "c5", "e5"), "WNE")}


@pytest.mark.parametrize(
    ("heading", "squares"), [("E", "e4 f4 e5 e3"), ("S", "d3 d2 e3 c3"), ("W", "c4 b4 c3 c5"), ("N", "d5 d6 c5 e5")]
)
def test_8_3_steps_on_every_straight_heading(heading: str, squares: str) -> None:
    state = scene(f"W1 monitor d4/{heading} 8 o -", course="free")
    assert ends(moves(state)) == set(squares.split())
    assert rules(state, "d4-h8/N") == ("8.3",)


def test_8_4_8_8_example_twenty_five_choices() -> None:
    squares, headings = ("e5", "d5", "d6", "e4", "f4"), ("NW", "N", "NE", "E", "SE")
    every = {f"d4-{square}/{heading}" for square, heading in product(squares, headings)}
    assert moves(scene("W1 monitor d4/NE 8 o -", course="free")) == every
    kept = {move for move in every if not move.endswith("SE")}
    assert moves(scene("W1 monitor d4/NE 8 o -")) == kept and len(kept) == 20
    assert moves(scene("B1 monitor d4/NE 8 h -")) == kept
    few = {f"d4-{square}/{heading}" for square, heading in product(("e4", "f4"), ("E", "SE"))}
    assert moves(scene("W1 monitor d4/NE 8 h -")) == few
    assert moves(scene("B1 monitor d4/NE 8 o -")) == few


def test_8_4_steps_on_a_diagonal_heading() -> None:
    state = scene("W1 monitor d4/SW 8 o -", course="free")
    assert ends(moves(state)) == {"c3", "d3", "d2", "c4", "b4"}
    assert rules(state, "d4-b2/SW") == ("8.4",)


@pytest.mark.parametrize("other", ["W2", "B2"])
def test_8_5_a_two_square_step_passes_through_an_empty_square(other: str) -> None:
    state = scene("W1 monitor d4/N 8 o -", f"{other} corvette d5/E 8 o -", "B1 corvette h8/W 8 o -", cards="W1=2S")
    assert "d6" not in ends(moves(state))
    assert rules(state, "d4-d6/N") == ("8.5",)


def test_8_6_8_7_the_heading_changes_only_after_the_step() -> None:
    state = scene("W1 monitor d4/N 8 o -", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    assert field(play(state.copy(), "d4-c5/N"), "W1") == "monitor c5/N 8 o -"
    assert field(play(state, "d4-c5/E"), "W1") == "monitor c5/E 8 o -"
    assert rules(scene("W1 monitor d4/N 8 o -"), "d4-d5/NE") == ("8.7",)
    assert rules(scene("W1 monitor d4/N 8 o -"), "d4-d5/S") == ("8.7",)


def test_8_8_a_diagonal_heading_may_turn_45_degrees() -> None:
    state = scene("W1 monitor d4/NE 8 o -", course="free")
    assert finals(moves(state), "e5") == {"NW", "N", "NE", "E", "SE"}
    assert rules(state, "d4-e5/S") == ("8.8",)


def test_8_9_no_step_into_a_friend_while_there_is_another() -> None:
    friends = ["W1 monitor d4/N 8 o -", "W2 corvette d5/N 8 o -", "B1 corvette h8/W 8 o -"]
    state = scene(*friends, cards="W1=2H")
    assert ends(moves(state)) == {"c5", "e5"}
    assert rules(state, "d4xd5") == rules(state, "d4-d5/N") == ("8.9",)


@pytest.mark.parametrize(("card", "step"), [("2H", "x"), ("2D", "x"), ("2C", "~"), ("2S", "~")])
def test_8_9_into_a_friend_when_every_step_ends_in_one(card: str, step: str) -> None:
    """On the edge, heading along it, with friends ahead and diagonally ahead: only leaving is left besides."""
    corner = ["W1 monitor a8/E 8 h -", "W2 corvette b8/E 8 h -", "W3 monitor b7/E 8 h -", "B1 corvette h1/E 8 h -"]
    state = scene(*corner, cards=f"W1={card}")
    assert moves(state) == {f"a8{step}b8", f"a8{step}b7", "a8-off"}
    assert rules(state, "a8-b8/E") == ("8.9", "16.4")
    assert rules(state, f"a8{'~' if step == 'x' else 'x'}b7") == ("11.2", "16.4")


def test_8_9_the_course_is_applied_afterwards() -> None:
    corner = ["W1 monitor a8/E 8 o -", "W2 corvette b8/E 8 h -", "W3 monitor b7/E 8 h -", "B1 corvette h1/E 8 h -"]
    assert moves(scene(*corner, cards="W1=2H")) == {"a8xb8", "a8-off"}


def test_8_10_a_step_into_an_enemy_is_a_ram_without_a_turn() -> None:
    state = scene("W1 monitor d4/N 8 o -", "B1 monitor e5/S 8 o -")
    assert {move for move in moves(state) if "e5" in move} == {"d4xe5"}
    assert rules(state, "d4-e5/N") == ("8.10", "11.1")
    assert field(play(state, "d4xe5", "ram 2H", "/2C"), "W1").startswith("monitor d4/N")


def test_8_11_example_a_ship_that_must_leave() -> None:
    state = scene("W1 monitor c8/N 8 h -", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    assert state.moves() == ["c8-off"]
    assert field(play(state, "c8-off"), "W1") == "monitor off"


def test_8_11_leaving_is_offered_where_a_step_ends_off_the_board() -> None:
    assert "d8-off" in moves(scene("W1 monitor d8/E 8 h -"))
    assert "d7-off" in moves(scene("W1 monitor d7/N 8 o -"))
    assert rules(scene("W1 monitor d6/N 8 o -"), "d6-off") == ("8.11",)


def test_8_11_a_barred_step_is_no_way_out() -> None:
    """From c7 heading N only the step to c9 leaves the board."""
    ships = ["W1 monitor c7/N 8 o -", "B1 monitor c8/S 8 h -"]
    assert moves(scene(*ships)) == {"c7xc8"} | {f"c7-{at}/{to}" for at, to in product(("b8", "d8"), "WNE")}
    assert "c7-off" in moves(scene("W1 monitor c7/N 8 o -"))


def test_8_12_a_free_ships_choices() -> None:
    state = scene("W1 monitor d7/N 8 o -", "B1 monitor e8/S 8 h -", "B2 monitor h1/W 8 h -", cards="W1=2S")
    assert {move for move in moves(state) if "/" not in move} == {"d7xe8", "d7-off"}
    assert ends(moves(state)) == {"d8", "c8"}


# --- 9 ----------------------------------------------------------------------------------------------------------------


def test_9_1_9_2_9_3_out_to_the_far_rank_and_back() -> None:
    state = scene("W1 monitor d7/N 8 o -", "B1 monitor h1/W 8 o -", cards="W1=2S B1=3S")
    play(state, "d7-d8/E")
    assert field(state, "W1") == "monitor d8/E 8 h -"
    black = scene("B1 monitor d2/S 8 o -", "W1 monitor h8/W 8 o -", cards="W1=3S B1=2S")
    assert field(play(black, "d2-c1/W"), "B1") == "monitor c1/W 8 h -"


def test_9_3_also_for_ships_that_drift_or_occupy_a_square() -> None:
    drifting = scene("W1 monitor d7/N 8 o QH", "B1 monitor h1/W 8 o -", cards="W1=2S B1=3S")
    assert field(play(drifting, "dc 2C"), "W1") == "monitor d8/NW 8 h QH"
    ramming = scene("W1 monitor d7/N 8 o -", "B1 monitor d8/S 1 h -", "B2 monitor h1/W 8 o -", cards="W1=2S B2=3S")
    assert field(play(ramming, "d7xd8", "ram 2C", "/2H"), "W1") == "monitor d8/N 7 h -"


@pytest.mark.parametrize(("ship", "onward"), [("W1 o", "5"), ("W1 h", "3"), ("B1 o", "3"), ("B1 h", "5")])
def test_9_4_the_goal_is_the_far_rank_then_the_home_rank(ship: str, onward: str) -> None:
    state = scene(f"{ship[:2]} monitor d4/E 8 {ship[3]} -")
    assert ends(moves(state)) == {"e4", "f4", f"e{onward}"}


def test_9_5_example_six_choices() -> None:
    state = scene("W1 monitor d4/E 8 o -")
    assert moves(state) == {f"d4-{square}/{heading}" for square, heading in product(("e4", "f4", "e5"), "NE")}
    assert rules(state, "d4-e3/E") == ("9.5",)
    assert rules(state, "d4-e4/S") == ("9.5",)


def test_9_5_of_a_ram_the_square_and_the_unchanged_heading_count() -> None:
    state = scene("W1 monitor d4/E 8 o -", "B1 monitor e3/S 8 o -", "B2 monitor e5/S 8 o -", cards="W1=2S B1=3S")
    assert "d4xe5" in moves(state)
    assert rules(state, "d4xe3") == ("9.5",)
    turned = scene("W1 monitor d4/SE 8 o -", "B1 monitor f4/S 8 o -")
    assert rules(turned, "d4xf4") == ("9.5",)


def test_9_6_along_a_rank_the_course_is_kept() -> None:
    for leg in "oh":
        state = scene(f"W1 monitor d4/W 8 {leg} -")
        assert {"d4-c4/W", "d4-b4/W"} <= moves(state)


def test_9_7_where_nothing_keeps_the_course_it_does_not_bind() -> None:
    state = scene("W1 monitor d4/S 8 o -")
    assert ends(moves(state)) == {"d3", "d2", "c3", "e3"} and len(moves(state)) == 12
    leaving = scene("W1 monitor d2/S 8 o -")
    assert "d2-off" in moves(leaving) and "d2-d1/S" in moves(leaving)


def test_9_8_near_a_disabled_enemy_the_course_does_not_bind() -> None:
    bound = {f"d4-{square}/{heading}" for square, heading in product(("e4", "f4", "e5"), "NE")}
    near = scene("W1 monitor d4/E 8 o -", "B1 monitor g7/S 8 o KS", cards="W1=2S B1=3S")
    assert len(moves(near)) == 12
    far = scene("W1 monitor d4/E 8 o -", "B1 monitor h7/S 8 o KS", cards="W1=2S B1=3S")
    assert moves(far) == bound
    friend = scene("W1 monitor d4/E 8 o -", "W2 monitor a1/N 8 o KS", cards="W1=2S")
    assert moves(friend) == bound


def test_9_9_example_the_leg_at_the_start_of_the_movement_decides() -> None:
    state = scene("W1 monitor d7/N 8 o -", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    assert finals(moves(state), "d8") == {"W", "N", "E"}
    play(state, "d7-d8/E")
    again = scene("W1 monitor d8/E 8 h -")
    assert moves(again) == {f"d8-{square}/{to}" for square, to in product(("e8", "f8", "e7"), "ES")} | {"d8-off"}


def test_9_10_ships_that_are_not_free_are_not_bound_and_leaving_is_always_permitted() -> None:
    state = scene("W1 monitor d4/S 8 o AS", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    assert field(play(state, "dc 2H"), "W1") == "monitor d3/S 8 o AS"
    assert "h4-off" in moves(scene("W1 monitor h4/E 8 o -"))
    assert so_far(state) == "-"
