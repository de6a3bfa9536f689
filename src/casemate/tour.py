"""A tour: a game taught by playing, in small positions that are each won by using one rule.

A game's `tour.toml` has a `title` and the lessons in order, each a table `[[lesson]]`:

    title = "Across"              rule = "4.1"         position = "..."         options = { links = "eight" }
    text = "What to know."        task = "What to do."                          then = ["What to do next."]
    answers = ["c2-c3 or c2-d3", "any", "win"]         the right answers, step by step; `any` does not end the game
    replies = ["+A8 then c7-c6"]                       what the other side answers after each step
    dice = ["2/3"]                                     how the dice fall, in order; "best": as well as they can
    praise = "When it is solved."                      hint = "After an answer that is legal and wrong."

`answers`, `then`, `replies`, `dice` and `hint` are one text, or a list with a text for each step. `options`, `then`,
`replies` and `dice` may be left out.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from casemate.errors import BadNotation, BadOption, CasemateError, IllegalMove
from casemate.game import Game, State
from casemate.table import CHANCE

WIN, ANY, BEST = "win", "any", "best"
TEXTS = ("title", "rule", "position", "text", "task", "praise")
LISTS = ("answers", "hint", "then", "replies", "dice")
MAY_BE_LEFT_OUT = ("then", "replies", "dice")


class BadTour(CasemateError, ValueError):
    """A tour that cannot be read; the message names the lesson and what was expected."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """One position and what to do in it."""

    game: Game
    title: str
    rule: str
    position: str
    options: Mapping[str, object]
    text: str  # Markdown
    task: str
    then: tuple[str, ...]  # the tasks after the first step
    answers: tuple[tuple[str, ...], ...]  # the right ones, step by step
    replies: tuple[tuple[str, ...], ...]
    dice: tuple[str, ...]
    praise: str
    hints: tuple[str, ...]  # by steps; the last one goes for all that follow

    def start(self) -> State:
        return self.game.read(self.position, **self.options)

    @property
    def visitor(self) -> int:
        """Whom the visitor plays: the player who answers first."""
        player = self.start().to_move
        assert player is not None
        return player


@dataclass(frozen=True)
class Tour:
    title: str
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True)
class Outcome:
    """Where a lesson stands, and what is to be said of the last answer."""

    state: State
    done: bool
    says: str
    rules: tuple[str, ...]


# --- playing ------------------------------------------------------------------------------------------------------


def play(lesson: Lesson, answers: Sequence[str]) -> Outcome:
    """Play the visitor's answers; one that is legal and wrong changes nothing, and the next is tried in its place.

    Refuses what State.play refuses, and answers after the lesson is done.
    """
    state, step, dice, says = lesson.start(), 0, lesson.dice, lesson.task
    for answer in answers:
        if step == len(lesson.answers):
            raise IllegalMove(f"{answer:.60}", "the lesson is done")
        ahead = state.copy()
        ahead.play(answer)
        left = throw(ahead, dice, lesson)
        if not solves(lesson, step, answer, ahead):
            says = lesson.hints[min(step, len(lesson.hints) - 1)]
            continue
        for reply in lesson.replies[step] if step < len(lesson.replies) else ():
            ahead.play(reply)
            left = throw(ahead, left, lesson)
        state, step, dice = ahead, step + 1, left
        says = lesson.praise if step == len(lesson.answers) else task(lesson, step)
    return Outcome(state, step == len(lesson.answers), says, (lesson.rule,))


def task(lesson: Lesson, step: int) -> str:
    """What to do next, when so many steps are done."""
    return (lesson.task, *lesson.then)[min(step, len(lesson.then))]


def solves(lesson: Lesson, step: int, answer: str, ahead: State) -> bool:
    """Whether the step's answer was right, now that it is played."""
    right = lesson.answers[step]
    if right == (WIN,):
        return ahead.result is not None and ahead.result[lesson.visitor] == 1.0
    return ahead.result is None if right == (ANY,) else answer in right


def throw(state: State, dice: tuple[str, ...], lesson: Lesson) -> tuple[str, ...]:
    """The dice fall as the lesson says, those it does not speak of stay to be thrown; returns what is left to fall."""
    while state.to_move == CHANCE and dice:
        if dice == (BEST,):
            state.play(best(state, lesson.visitor))
        else:
            state.play(dice[0])
            dice = dice[1:]
    return dice


def best(state: State, player: int) -> str:
    """The throw after which that player's chances are best."""

    def chances(fallen: str) -> float:
        ahead = state.copy()
        ahead.play(fallen)
        share = ahead.result[0] if ahead.result else state.game.worth(ahead.here)
        return 1.0 - share if player else share

    return max(state.moves(), key=chances)


# --- reading ------------------------------------------------------------------------------------------------------


@cache
def read(game: Game) -> Tour:
    """The game's tour; one without lessons if the game has none."""
    path = game.folder / "tour.toml"
    return read_text(game, path.read_text(encoding="utf-8")) if path.exists() else Tour(game.title, ())


def read_text(game: Game, text: str) -> Tour:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise BadTour(f"the tour is not TOML: {wrong}") from None
    title, lessons = tables.get("title"), tables.get("lesson")
    if not isinstance(title, str) or not isinstance(lessons, list) or set(tables) != {"title", "lesson"}:
        raise BadTour("a tour is a `title` and tables [[lesson]], and nothing else")
    return Tour(title, tuple(read_lesson(game, number, table) for number, table in enumerate(lessons, 1)))


def read_lesson(game: Game, number: int, table: Mapping[str, Any]) -> Lesson:
    try:
        lesson = lesson_of(game, table)
        check(lesson)
    except (BadTour, BadNotation, BadOption) as wrong:
        raise BadTour(f"lesson {number}, {str(table.get('title', 'without a title'))!r:.60}: {wrong}") from None
    return lesson


def lesson_of(game: Game, table: Mapping[str, Any]) -> Lesson:
    if unknown := set(table) - {*TEXTS, *LISTS, "options"}:
        raise BadTour(f"{sorted(unknown)[0]!r:.40} is none of {', '.join((*TEXTS, *LISTS, 'options'))}")
    texts = {key: text_in(table, key) for key in TEXTS}
    lists = {key: texts_in(table, key) for key in LISTS}
    return Lesson(
        game=game,
        **texts,
        options=options_in(table),
        then=lists["then"],
        answers=tuple(tuple(step.split(" or ")) for step in lists["answers"]),
        replies=tuple(tuple(step.split(" then ")) if step else () for step in lists["replies"]),
        dice=lists["dice"],
        hints=lists["hint"],
    )


def text_in(table: Mapping[str, Any], key: str) -> str:
    text = table.get(key)
    if not isinstance(text, str) or not text.strip():
        raise BadTour(f"a text `{key}` is expected")
    return text.strip()


def texts_in(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """One text or a list of them; in `replies` one may be empty."""
    found = table.get(key, [] if key in MAY_BE_LEFT_OUT else None)
    texts = [found] if isinstance(found, str) else found
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadTour(f"`{key}` is a text or a list of texts")
    if key not in MAY_BE_LEFT_OUT and not all([*texts, texts]):
        raise BadTour(f"`{key}` is not to be empty")
    return tuple(text.strip() for text in texts)


def options_in(table: Mapping[str, Any]) -> Mapping[str, object]:
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise BadTour("`options` is a table of options and their values")
    return options


def check(lesson: Lesson) -> None:
    """What a lesson promises before its first answer."""
    if lesson.rule not in lesson.game.rulebook.rules:
        raise BadTour(f"`rule` is the number of a rule, not {lesson.rule!r:.20}")
    if len(lesson.then) not in (0, len(lesson.answers) - 1):
        raise BadTour(f"`then` has a task for each of {len(lesson.answers) - 1} further steps, not {len(lesson.then)}")
    state = lesson.start()
    if state.to_move not in (0, 1):
        raise BadTour("a position where a player must answer is expected")
    wrong = [answer for answer in lesson.answers[0] if answer not in (WIN, ANY, *state.moves())]
    if wrong:
        raise BadTour(
            f"the answer {wrong[0]!r:.40} is not legal in the position: {state.game.title} knows no such answer here"
        )
