"""Why an action is not legal: the reason is there exactly when the action is not, and cites the rule."""

import random

import pytest

import casemate
from casemate.games.battlebook.actions import CODES, SETS
from casemate.games.battlebook.notation import write_keep
from casemate.games.battlebook.tests.fights import BOOK, begin, play

SQUARES = [column + row for column in "abcdefghijklmn" for row in "12345678"]
ANSWERS = [
    *(f"{code}@{square}" for code in CODES for square in SQUARES),
    *(write_keep(kept) for kept in range(1, 256)),
    "start N",
    "start S",
    "pass",
    "North resigns",
]


def check_every_answer(state: casemate.State) -> None:
    legal = set(state.moves())
    assert legal <= set(ANSWERS)
    for text in ANSWERS:
        why = state.why(text)
        assert (why is None) == (text in legal), f"{text} in {state.position}"
        if why is not None:
            assert why.rules, f"{text} in {state.position}"
            assert set(why.rules) <= set(BOOK.rulebook.rules)


@pytest.mark.parametrize("number", range(6))
def test_every_answer_is_legal_or_has_a_reason(number: int) -> None:
    choice = random.Random(f"why {number}")
    state = BOOK.start(**{option.name: choice.choice(option.values) for option in BOOK.options})
    while state.to_move is not None:
        if state.to_move != casemate.CHANCE and choice.random() < 0.15:
            check_every_answer(state)
        state.play(choice.choice(state.moves()))


def test_all_sets_are_sets() -> None:
    assert len(set(SETS)) == 55


@pytest.mark.parametrize(
    ("moves", "text", "told", "rules"),
    [
        ([], "HC@a1", "North has not kept HC, but LC SC CM RM SB", ("4.6", "3.3")),
        ([], "LC@h2", "H2 lies on the South side: North may not deploy there", ("5.2",)),
        ([], "LC@k2", "K2 is not on this grid of 5 rows and 9 columns", ("1.1", "1.2")),
        (["LC@a1"], "LC@a1", "A1 lies on the North side: South may not deploy there", ("5.2",)),
        (["LC@d1"], "LC@d1", "North's Light Chassis on d1 stands there already", ("5.3",)),
        (["SC@d1", "LC@i1"], "CM@i1", "South's Light Chassis on i1 is not North's", ("6.1",)),
        (["SC@d1", "LC@i1"], "CM@b1", "No unit stands on b1", ("6.1",)),
        (["SC@d1", "LC@i1", "SB@d1", "LC@i2"], "CM@d1", "carries a Cavalry Saber already", ("6.1", "6.2")),
        ([], "start S", "Round 1 has its starter: North", ("4.1", "4.2", "4.3")),
        ([], "pass", "passing is not allowed", ("4.8",)),
        ([], "keep LC HC SC CM RM", "The choice holds for the whole battle", ("3.3",)),
    ],
)
def test_the_facts_in_the_way_are_named(moves: list[str], text: str, told: str, rules: tuple[str, ...]) -> None:
    state = play(begin("LC SC CM RM SB", "LC HC CM CN RV"), *moves)
    why = state.why(text)
    assert why is not None
    assert told in why.text
    assert why.rules == rules


def test_too_dear() -> None:
    state = begin("LC SC CM RM SB", "HC SC CM RM SB")
    play(state, *["SC@a1", "HC@g1", "SC@a2", "CM@g1", "SC@a3", "SC@g2", "SC@a4", "SB@g2", "LC@a5"])
    why = state.why("RM@g1")
    assert why is None or why.rules
    play(state, "HC@g3")
    why = state.why("RM@g3")
    assert why is not None
    assert (why.text, why.rules) == ("RM costs 2 AP, and 1 is left", ("4.6",))


def test_before_the_choice() -> None:
    state = BOOK.start()
    for text, rule in (("LC@a1", "3.2"), ("start N", "4.1"), ("pass", "3.2"), ("keep LC", "3.2")):
        why = state.why(text)
        assert why is not None
        assert rule in why.rules


def opened(starter: str) -> casemate.State:
    """Both have kept their actions, and round one has its starter."""
    state = play(BOOK.start(starter=starter), "keep LC HC SC CM RM", "keep LC HC SC CM RM")
    return play(state, "start N") if state.to_move == casemate.CHANCE else state


def test_the_option_starter_is_cited_where_it_settles_who_starts() -> None:
    for state in (BOOK.start(starter="north"), opened("north"), opened("behind")):
        why = state.why("start S")
        assert why is not None
        assert why.rules == (("11.1",) if state.options["starter"] == "north" else ("4.1", "4.2", "4.3"))


@pytest.mark.parametrize("text", ["LC@a0", "LC@a9", "LC@o1", "XX@a1", "lc@a1", "LC a1", "start", "start X", "keep", ""])
def test_what_is_no_answer_at_all(text: str) -> None:
    with pytest.raises(casemate.BadNotation):
        begin().why(text)
