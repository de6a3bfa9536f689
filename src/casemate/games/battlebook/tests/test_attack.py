"""Chapters 7 and 8: the attack and the score."""

import pytest

from casemate.games.battlebook.tests.fights import KEPT, begin, field, fight, play

SABERS = "LC HC CM RV SB"


# --- 7 ------------------------------------------------------------------------------------------------------------


def test_7_3_7_4_example_both_are_destroyed() -> None:
    came = fight("LC@e3 CM@e3", "LC@f3 CM@f3")
    assert came.destroyed == {"e3", "f3"}
    assert came.score == (0, 0)


@pytest.mark.parametrize(
    ("south", "destroyed", "score"),
    [
        ("LC@e4 SB@e4 LC@f2 RV@f2", {"d3"}, (0, 2)),
        ("LC@e4 SB@e4", set(), (1, 1)),
        ("LC@f2 RV@f2", set(), (1, 1)),
        ("LC@e4 SB@e4 LC@h3", set(), (0, 1)),
    ],
)
def test_7_6_example_a_heavy_chassis(south: str, destroyed: set[str], score: tuple[int, int]) -> None:
    came = fight("HC@d3", south, (KEPT, SABERS))
    assert (came.destroyed, came.score) == (destroyed, score)
    if "h3" in south:
        assert "South's Light Chassis on h3 is blocked by d3" in came.told


def test_7_1_nobody_makes_a_choice() -> None:
    state = play(begin(passing="on"), "LC@d3", "LC@i1", "CM@d3", "pass")
    events = state.play("pass")
    assert field(state, 1) == "2"
    assert [event.rules[0] for event in events if event.rules[0] == "4.10"] == ["4.10"]


@pytest.mark.parametrize("weapons", [1, 2, 3, 4])
def test_7_2_damage_is_the_number_of_marks(weapons: int) -> None:
    """Each of these weapons reaches c3."""
    shooters = ("LC@d3 CM@d3", "LC@e3 CM@e3", "LC@f3 CM@f3", "LC@g3 RM@g3")
    came = fight("HC@c3", " ".join(shooters[:weapons]))
    fate = "withstands one X" if weapons == 1 else f"is destroyed by {weapons} X's"
    assert f"North's Heavy Chassis on c3 {fate}" in came.told


def test_7_3_one_mark_or_two() -> None:
    assert fight("LC@a3 SC@b3 HC@c3", "LC@d3 CM@d3").destroyed == {"a3", "b3"}


def test_7_5_the_destroyed_neither_score_nor_block() -> None:
    came = fight("LC@e3 CM@e3 LC@b2", "LC@f3 CM@f3 LC@i3")
    assert came.destroyed == {"e3", "f3"}
    assert came.score == (1, 1)


# --- 8 ------------------------------------------------------------------------------------------------------------


def test_8_1_8_2_8_3_8_4_example_row_two() -> None:
    came = fight("LC@b2 LC@e2", "LC@d2")
    assert came.score == (1, 0)
    assert "North's Light Chassis on b2 is blocked by d2" in came.told
    assert "South's Light Chassis on d2 is blocked by b2" in came.told
    assert fight("LC@e2", "LC@d2").score == (1, 1)


def test_8_5_example_rows_four_and_five() -> None:
    assert fight("SC@f4", "LC@d1").score == (3, 1)
    assert fight("LC@a5 LC@c5 LC@f5", "LC@d1").score == (3, 1)


def test_8_1_example_a_whole_round() -> None:
    state = begin("LC SC CM RM SB", "LC HC CM CN RV")
    actions = """LC@f3 HC@g3 CM@f3 LC@d1 LC@e3 RV@g3 RM@e3 LC@h1 SC@f5 LC@g4 LC@a1 CN@h1 SB@f5 CM@g4"""
    left = "8,9 8,7 7,7 7,6 6,6 6,5 4,5 4,4 2,4 2,3 1,3 1,2 0,2 0,1"
    for move, ap in zip(actions.split(), left.split(), strict=True):
        assert field(play(state, move), 3) == ap
    marks = "d4 1, e1 1, e2 2, e4 2, f3 2, f4 1, g3 2, g4 1, g5 1, h3 2, i3 2"
    assert field(state, 8) == marks.replace(" ", ":").replace(",:", ",")
    assert state.to_move == 1
    events = [event.text for event in state.play("LC@i5")]
    destroyed = {line.split(" on ")[1][:2] for line in events if "is destroyed" in line}
    assert destroyed == {"f3", "g3", "g4"}
    assert "North's Light Chassis on e3 scores 1 point" in events
    assert "North's Saboteur Chassis on f5 is blocked by i5" in events
    assert "North's Light Chassis on a1 is blocked by d1" in events
    assert {f"South's Light Chassis on {square} is blocked by a1" for square in ("d1", "h1")} <= set(events)
    assert field(state, 9) == "1,0"


def test_8_1_without_souths_last_action() -> None:
    """The whole round again, but the last unit stands out of the Saboteur's way, and is shot at."""
    state = begin("LC SC CM RM SB", "LC HC CM CN RV", passing="on")
    moves = "LC@f3 HC@g3 CM@f3 LC@d1 LC@e3 RV@g3 RM@e3 LC@h1 SC@f5 LC@g4 LC@a1 CN@h1 SB@f5 CM@g4 pass"
    assert field(play(state, *moves.split()), 9) == "4,0"


def test_8_2_one_blocks_any_number() -> None:
    assert fight("LC@a1 LC@b1 SC@c1 HC@f1", "LC@i1").score == (0, 0)


def test_8_3_friendly_units_never_block() -> None:
    assert fight("LC@a1 LC@b1 LC@c1", "LC@d2 LC@e2").score == (3, 2)


def test_8_4_those_that_have_passed_each_other() -> None:
    assert fight("LC@f1", "LC@d1").score == (1, 1)
    assert fight("LC@d1", "LC@f1").score == (0, 0)


def test_8_5_three_points_for_a_saboteur() -> None:
    assert fight("HC@a1 LC@a2 SC@a3", "SC@i4 SC@i5").score == (5, 6)


def test_8_6_unarmed_and_far_from_the_edge() -> None:
    assert fight("LC@a1", "LC@i2").score == (1, 1)
