"""Every game's tour, and what a tour is."""

import re
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import casemate
from casemate import BadNotation, Game, IllegalMove, State, tour
from casemate.table import CHANCE
from casemate.tour import ANY, WIN, BadTour, Lesson, Outcome
from casemate.words import Reason
from tests.pictures import spots_of
from tests.toys import FAIR

LESSONS = [(name, n) for name in casemate.games() for n, _ in enumerate(tour.read(casemate.load(name)).lessons)]


@pytest.fixture(params=LESSONS, ids=lambda which: f"{which[0]}-{which[1] + 1}")
def lesson(request: pytest.FixtureRequest) -> Lesson:
    name, n = request.param
    return tour.read(casemate.load(name)).lessons[n]


Line = tuple[str, ...]


@cache
def explored(lesson: Lesson) -> dict[Line, tuple[State, dict[str, Outcome]]]:
    """What every legal answer comes to after each line that is right so far; of many, a few are followed."""
    found = {}
    right: list[Line] = [()]
    for _ in lesson.answers:
        for line in right[:: len(right) // 5 + 1]:
            state = tour.play(lesson, line).state
            found[line] = state, {move: tour.play(lesson, (*line, move)) for move in state.moves()}
        right = [(*line, move) for line in found if len(line) == len(right[0]) for move in right_moves(*found[line])]
    return found


def right_moves(state: State, outcomes: dict[str, Outcome]) -> list[str]:
    return [move for move, outcome in outcomes.items() if len(outcome.state.steps) > len(state.steps)]


# --- every lesson of every game -----------------------------------------------------------------------------------


def test_a_lesson_says_what_it_has_to(lesson: Lesson) -> None:
    for words in (lesson.title, lesson.text, lesson.task, *lesson.then, lesson.praise, *lesson.hints):
        assert words.strip()
        assert not re.search(r"<\w", words)
    for number in re.findall(r"\((\d+\.\d+)\)", lesson.text):
        assert number in lesson.game.rulebook.rules
    assert lesson.rule in lesson.game.rulebook.rules


def test_a_lesson_can_be_solved(lesson: Lesson) -> None:
    solved = [
        ((*line, move), outcome)
        for line, (_, outcomes) in explored(lesson).items()
        for move, outcome in outcomes.items()
        if outcome.done
    ]
    assert solved
    for line, outcome in solved:
        assert (len(line), outcome.says, outcome.rules) == (len(lesson.answers), lesson.praise, (lesson.rule,))
        assert outcome.state.to_move != CHANCE, "dice are left to be thrown"
    with pytest.raises(IllegalMove):
        tour.play(lesson, (*solved[0][0], "more"))


def test_every_answer_named_as_right_is_legal(lesson: Lesson) -> None:
    for line, found in explored(lesson).items():
        named = lesson.answers[len(line)]
        assert named in ((WIN,), (ANY,)) or set(named) == set(right_moves(*found))


def test_every_step_can_be_taken_wrongly(lesson: Lesson) -> None:
    """A wrong answer gets its hint and leaves everything as it was."""
    for line, (state, outcomes) in explored(lesson).items():
        right = right_moves(state, outcomes)
        assert 0 < len(right) < len(outcomes)
        for move in set(outcomes) - set(right):
            outcome = outcomes[move]
            assert outcome.state.position == state.position
            assert (outcome.done, outcome.says) == (False, lesson.hints[min(len(line), len(lesson.hints) - 1)])


def test_the_visitor_answers_at_every_step(lesson: Lesson) -> None:
    for line, (state, _) in explored(lesson).items():
        assert state.to_move == lesson.visitor
        assert tour.play(lesson, line).says == (lesson.task, *lesson.then)[len(line)]


def test_what_is_not_legal_is_refused(lesson: Lesson) -> None:
    with pytest.raises(BadNotation):
        tour.play(lesson, ["no such answer"])


@cache
def cited(name: str) -> set[str]:
    """The rules that a game's own reasons cite."""
    rooms = [module for path, module in sys.modules.items() if path.startswith(f"casemate.games.{name}.")]
    said = (value for room in rooms for value in vars(room).values() if isinstance(value, Reason))
    return {rule for reason in said for rule in reason.rules}


def told(lessons: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those whose rule is one that reasons cite."""
    return [(name, n) for name, n in lessons if tour.read(casemate.load(name)).lessons[n].rule in cited(name)]


@pytest.mark.parametrize("which", told(LESSONS), ids=lambda which: f"{which[0]}-{which[1] + 1}")
def test_a_lesson_turns_on_its_rule(which: tuple[str, int]) -> None:
    """Its rule is cited by what can be answered, or by why something cannot."""
    lesson = tour.read(casemate.load(which[0])).lessons[which[1]]
    steps = {len(line): state for line, (state, _) in explored(lesson).items()}
    assert any(lesson.rule in rule_numbers(state) for state in steps.values())


def rule_numbers(state: State) -> set[str]:
    """The rules that answers are made by, or refused by."""
    events = [event for move in state.moves() for event in state.copy().play(move)]
    refusals = [state.why(said) for said in sayable(state) if said not in state.moves()]
    return {rule for reason in (*events, *filter(None, refusals)) for rule in reason.rules}


def sayable(state: State) -> set[str]:
    """What touching one spot, or a piece and a spot, could mean."""
    game = state.game
    spots = spots_of(state)
    touched = [[spot] for spot in spots] + [[piece, spot] for piece in game.labels(state, None) for spot in spots]
    return {said for touches in touched for said in game.say(state, touches)}


# --- a tour of the Fair -------------------------------------------------------------------------------------------

RULEBOOK = "# The Fair\n\n## 1 Visits\n\n**1.1** A visit.\n\n**1.2** Luck.\n"
TOUR = """
title = "A day at the Fair"

[[lesson]]
title = "Visits"
rule = "1.1"
options = { copies = 3 }
position = "0 [0,0] [3,1,1] 8589934625 0 0 0"
text = "There are stalls."
task = "Visit the first or the second."
then = ["Now bid."]
answers = ["stall 0 or stall 5", "bid 2"]
replies = ["", "bid 1 then wait"]
dice = ["2/2", "3", "0", "1", "1"]
praise = "Well bid."
hint = ["Not that stall.", "Bid more."]
"""


def fair(folder: Path, text: str = TOUR) -> Game:
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    (folder / "tour.toml").write_text(text, encoding="utf-8")
    return replace(FAIR, folder=folder)


def test_steps_replies_and_dice(tmp_path: Path) -> None:
    found = tour.read(fair(tmp_path))
    assert (found.title, len(found.lessons)) == ("A day at the Fair", 1)
    lesson = found.lessons[0]
    assert (lesson.visitor, lesson.start().options) == (0, {"copies": 3})
    assert tour.play(lesson, []).says == "Visit the first or the second."
    assert tour.play(lesson, ["stall 33"]).says == "Not that stall."
    first = tour.play(lesson, ["stall 5"])
    assert (first.done, first.says) == (False, "Now bid.")
    assert [step.text for step in first.state.steps] == ["stall 5", "2/2", "3", "0"]
    wrong = tour.play(lesson, ["stall 5", "bid 0"])
    assert (wrong.done, wrong.says, len(wrong.state.steps)) == (False, "Bid more.", 4)
    last = tour.play(lesson, ["stall 5", "bid 2"])
    assert (last.done, last.says, last.rules) == (True, "Well bid.", ("1.1",))
    assert [step.text for step in last.state.steps[4:]] == ["bid 2", "bid 1", "wait", "1", "1"]
    tried = tour.play(lesson, ["stall 33", "stall 5", "bid 0", "bid 1", "bid 2"])
    assert (tried.done, [step.text for step in tried.state.steps]) == (True, [step.text for step in last.state.steps])
    with pytest.raises(IllegalMove):
        tour.play(lesson, ["stall 5", "bid 2", "bid 2"])


def test_the_best_dice(tmp_path: Path) -> None:
    game = replace(fair(tmp_path, re.sub(r"dice = .*", 'dice = "best"', TOUR)), worth=lambda s: s.luck / 2 + s.die)
    lesson = tour.read(game).lessons[0]
    assert [step.text for step in tour.play(lesson, ["stall 5"]).state.steps][:3] == ["stall 5", "2/2", "4"]


def test_a_game_without_a_tour(tmp_path: Path) -> None:
    assert tour.read(replace(FAIR, folder=tmp_path)).lessons == ()


@pytest.mark.parametrize(
    ("line", "instead", "complaint"),
    [
        ("title = .*\n\n", "", "a `title`"),
        (r"\[\[lesson\]\]", "[lesson]", "tables"),
        ("position = .*", "position = 5 5", "not TOML"),
        ('title = "Visits"', "", "lesson 1, 'without a title': a text `title` is expected"),
        ('text = ".*"', 'text = " "', "lesson 1, 'Visits': a text `text`"),
        ('rule = ".*"', 'rule = "7.1"', "lesson 1, 'Visits': `rule` is the number of a rule, not '7.1'"),
        ("position = .*", 'position = "5"', "lesson 1, 'Visits': a position is"),
        ("options = .*", "options = { copies = 9 }", "lesson 1, 'Visits': option copies is a whole number"),
        ("options = .*", "options = 3", "a table of options"),
        ("answers = .*", 'answers = ["stall 7", "bid 1"]', "'stall 7' is not legal"),
        ("answers = .*", "answers = []", "`answers` is not to be empty"),
        ("answers = .*", "answers = [5]", "`answers` is a text or a list of texts"),
        ("hint = .*", "", "`hint` is a text or a list"),
        ("then = .*", "", ""),
        ("then = .*", 'then = ["a", "b"]', "`then` has a task for each of 1 further steps, not 2"),
        ("praise = ", "prize = ", "'prize' is none of title"),
    ],
)
def test_a_bad_tour_names_the_lesson_and_what_is_expected(
    tmp_path: Path, line: str, instead: str, complaint: str
) -> None:
    text = re.sub(line, instead, TOUR, count=1)
    assert text != TOUR
    if not complaint:
        assert tour.read(fair(tmp_path, text)).lessons
        return
    with pytest.raises(BadTour, match=re.escape(complaint)):
        tour.read(fair(tmp_path, text))
