"""What the tour says of its positions is so."""

import pytest

from casemate import IllegalMove, load, tour
from casemate.tour import Lesson

LESSONS = {lesson.title: lesson for lesson in tour.read(load("draughts")).lessons}


def right(lesson: Lesson) -> set[str]:
    """The first answers that bring the lesson on."""
    start = lesson.start()
    return {move for move in start.moves() if len(tour.play(lesson, [move]).state.steps) > len(start.steps)}


@pytest.mark.parametrize(
    ("title", "answers"),
    [
        ("Steam ahead", {"d3-d5/N"}),
        ("All guns that bear", {">B2"}),
        ("The ram", {"d4xd6"}),
        ("Cripples are prey", {"d5xe4"}),
        ("Withdrawn in good time", {"h4-off"}),
        ("Home", {f"d2-{end}1/{heading}" for end in "cde" for heading in "ESW"}),
        ("The last of them", {">B3"}),
    ],
)
def test_the_answers_that_are_right(title: str, answers: set[str]) -> None:
    assert right(LESSONS[title]) == answers


@pytest.mark.parametrize(
    ("title", "answer", "rule"),
    [
        ("Not into a friend", "d4xd5", "8.9"),
        ("Not into a friend", "d4-d6/N", "8.5"),
        ("Keep your course", "d4-e3/E", "9.5"),
        ("Fire on board", "c2-c5/N", "8.3"),
    ],
)
def test_the_rule_that_forbids_the_obvious(title: str, answer: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        tour.play(LESSONS[title], [answer])
    assert rule in refusal.value.rules


def test_the_broadside_is_five_dice_or_more() -> None:
    lesson = LESSONS["Broadside"]
    for move in lesson.start().moves():
        state = lesson.start()
        state.play(move)
        bears = ">B1" in state.moves() and max(int(roll.split("/")[0]) for roll in state.odds(">B1")) >= 5
        assert bears == (move in right(lesson))


def test_without_coming_home_the_game_is_lost() -> None:
    state = LESSONS["Home"].start()
    state.play("d2-off")
    assert state.result == (0.0, 1.0)


def test_what_is_said_of_the_points() -> None:
    ended = {title: tour.play(LESSONS[title], [move]).state.ending for title, move in WINNING.items()}
    assert {title: ending.text for title, ending in ended.items() if ending} == {
        "Withdrawn in good time": "White wins by 26 points to 8",
        "Home": "White wins by 19 points to 13",
        "The last of them": "All ships of Black are sunk, and White wins",
    }


WINNING = {"Withdrawn in good time": "h4-off", "Home": "d2-d1/S", "The last of them": ">B3"}
