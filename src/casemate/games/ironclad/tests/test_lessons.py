"""What the tour says of its positions is so."""

from fractions import Fraction

import pytest

import casemate
from casemate import IllegalMove, tour
from casemate.tour import Lesson

LESSONS = {lesson.title: lesson for lesson in tour.read(casemate.load("ironclad")).lessons}


def right(lesson: Lesson) -> set[str]:
    """The first answers that bring the lesson on."""
    return {move for move in lesson.start().moves() if tour.play(lesson, [move]).state.steps}


@pytest.mark.parametrize(
    ("title", "answers"),
    [
        ("Across", {"d7-e8"}),
        ("The string", {"+C5", "+D4"}),
        ("The other way", {"+D5"}),
        ("Negation", {"+C4"}),
        ("Sliding", {"D7>D4"}),
        ("Circularity", {"D1>D4"}),
        ("No more to say", {"c7-b8", "c7-c8", "c7-d8"}),
    ],
)
def test_the_answers_that_win(title: str, answers: set[str]) -> None:
    assert right(LESSONS[title]) == answers


@pytest.mark.parametrize(
    ("title", "answer", "rule"),
    [
        ("Across", "d7-d8", "5.4"),
        ("Negation", "+D3", "9.3"),
        ("Circularity", "D6>D4", "9.8"),
        ("Sliding", "+D4", "9.10"),
    ],
)
def test_the_rule_that_forbids_the_obvious(title: str, answer: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        tour.play(LESSONS[title], [answer])
    assert rule in refusal.value.rules


def test_all_together_are_three_shots_without_dice() -> None:
    state = LESSONS["All together"].start()
    assert state.odds("xc2") == {}
    assert state.play("xc2")[0].text == "White fires at c2: 3 shots"
    assert state.to_move == 1


def test_the_odds_of_cover() -> None:
    state = LESSONS["Cover"].start()
    assert state.odds("xb5")["1/1"] == Fraction(1, 2)
    assert state.odds("xe5")["1/1"] == Fraction(5, 6)


def test_no_more_to_say_is_a_forfeit_after_any_other_move() -> None:
    lesson = LESSONS["No more to say"]
    for move in set(lesson.start().moves()) - right(lesson):
        state = lesson.start()
        state.play(move)
        assert state.result == (0.0, 1.0)
        assert state.ending is not None
        assert state.ending.rules == ("10.1",)


@pytest.mark.parametrize("title", ["Across", "Fire", "All together"])
def test_black_would_cross_on_its_turn(title: str) -> None:
    """Whatever White's stone is, Black's robot has a step to rank 1."""
    position = LESSONS[title].position.replace(" w 1 ", " b 1 ")
    state = casemate.load("ironclad").read(position)
    assert any(move[-1] == "1" and "-" in move for move in state.moves())


def test_a_whole_turn() -> None:
    lesson = LESSONS["A whole turn"]
    assert right(lesson) == {"d6-e7"}
    state = tour.play(lesson, ["d6-e7"]).state
    assert state.position.split(" ")[2:5] == ["b", "2", "s"]
    state.play("+C7")
    assert state.result == (0.0, 1.0)
    outcome = tour.play(lesson, ["d6-e7", "+G0", "e7-f8"])
    assert (outcome.done, outcome.state.result) == (True, (1.0, 0.0))
