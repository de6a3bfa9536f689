"""What the tour says of its positions is so."""

import pytest

import casemate
from casemate import IllegalMove, tour
from casemate.tour import Lesson

LESSONS = {lesson.title: lesson for lesson in tour.read(casemate.load("battlebook")).lessons}
ROW_3 = {"a3", "b3", "c3", "d3", "e3", "f3"}


def right(lesson: Lesson) -> set[str]:
    """The first answers that bring the lesson on."""
    return {move for move in lesson.start().moves() if tour.play(lesson, [move]).state.steps}


@pytest.mark.parametrize(
    ("title", "answers"),
    [
        ("A clear road", {f"LC@{square}" for square in ROW_3}),
        ("The Saboteur", {f"SC@{square}" for square in ROW_3}),
        ("In the way", {"LC@a3"}),
        ("Passed each other", {"LC@e2", "LC@f2"}),
        ("Straight through", {"RM@c3", "RM@d3"}),
        ("All at once", {"CM@e3", "SB@e3"}),
        ("Into the fire", {f"HC@{square}" for square in ROW_3 - {"a3"}}),
        ("You must act", {"CM@d3", "CN@d3", "CM@e2", "CN@e2"}),
    ],
)
def test_the_answers_that_win(title: str, answers: set[str]) -> None:
    assert right(LESSONS[title]) == answers


@pytest.mark.parametrize(
    ("title", "answer", "rule"),
    [("Deploy", "LC@g3", "5.2"), ("You must act", "pass", "4.8"), ("Keep five", "keep CM RM CN RV SB", "3.5")],
)
def test_the_rule_that_forbids_the_obvious(title: str, answer: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        tour.play(LESSONS[title], [answer])
    assert rule in refusal.value.rules


def test_two_for_a_heavy() -> None:
    """Only the Revolver makes it two."""
    lesson = LESSONS["Two for a Heavy"]
    labels = lesson.game.labels(tour.play(lesson, ["RV@f2"]).state, 0)
    assert labels["h3"] == "South Heavy Chassis, 2 X's, would be destroyed"


def test_your_own_x() -> None:
    """From c3 the rifle reaches both."""
    lesson = LESSONS["Your own X's"]
    state = lesson.start()
    state.play("RM@c3")
    labels = lesson.game.labels(state, 0)
    assert labels["e3"].endswith("would be destroyed")
    assert labels["h3"].endswith("would be destroyed")


def test_the_last_word() -> None:
    lesson = LESSONS["The last word"]
    outcome = tour.play(lesson, ["LC@a3", "LC@f5"])
    assert outcome.done
    assert outcome.state.position.endswith(" 4,3")
