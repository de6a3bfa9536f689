"""Why an action is not legal: the reason is there exactly when the action is not, and cites the rule."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

import casemate

IRONCLAD = casemate.load("ironclad")
SQUARES = [file + rank for rank in "12345678" for file in "abcdef"]
POINTS = [column + row for row in "012345678" for column in "ABCDEFG"]
ACTIONS = [
    *(f"{here}-{there}" for here, there in product(SQUARES, repeat=2)),
    *(f"x{square}" for square in SQUARES),
    *(f"+{point}" for point in POINTS),
    *(f"{here}>{there}" for here, there in product(POINTS, repeat=2)),
]
SKIRMISH = "6/6/2a3/1A4/6/4b1/C5/6 7/7/2b4/7/3w3/7/7/7/7"


def any_options(choice: random.Random) -> dict[str, object]:
    chosen: dict[str, object] = {}
    for option in IRONCLAD.options:
        chosen[option.name] = choice.choice(option.values)
    return chosen


def decisions(choice: random.Random, how_many: int) -> Iterator[casemate.State]:
    """Positions of random games in which a player must answer, early and late ones."""
    while how_many:
        state = IRONCLAD.start(**any_options(choice))
        for _ in range(choice.randrange(140)):
            if state.to_move is not None:
                state.play(choice.choice(state.moves()))
        if state.to_move in (0, 1):
            how_many -= 1
            yield state


def late_decisions(choice: random.Random, how_many: int) -> Iterator[casemate.State]:
    """Positions with empty bowls and a few stones, where sliding is due."""
    while how_many:
        stones = dict.fromkeys(choice.sample(POINTS, choice.choice((2, 5, 12, 30))))
        letters = ("".join(choice.choice("wb") if c + r in stones else "1" for c in "ABCDEFG") for r in "876543210")
        slid = choice.choice([*stones, "-"])
        position = (
            f"6/6/2a3/1A4/6/4b1/C5/6 {'/'.join(letters)} {choice.choice('wb')} 1 - 0,{choice.choice('02')} {slid} 0"
        )
        options = {"slides": choice.choice(("orthogonal", "eight"))}
        state = IRONCLAD.read(position, **options)
        if state.to_move is not None:
            how_many -= 1
            yield state


def check_every_action(state: casemate.State) -> None:
    legal = set(state.moves())
    assert legal <= set(ACTIONS)
    for text in ACTIONS:
        why = state.why(text)
        assert (why is None) == (text in legal), f"{text} in {state.position}"
        if why is not None:
            assert why.rules, f"{text} in {state.position}"
            assert all(rule in IRONCLAD.rulebook.rules for rule in why.rules)


@pytest.mark.parametrize("number", range(8))
def test_a_reason_exactly_where_an_action_is_not_legal(number: int) -> None:
    for state in decisions(random.Random(number), 3):
        check_every_action(state)


@pytest.mark.parametrize("number", range(6))
def test_a_reason_exactly_where_an_action_is_not_legal_when_stones_slide(number: int) -> None:
    for state in late_decisions(random.Random(number), 3):
        check_every_action(state)
        state.play(random.Random(number).choice([move for move in state.moves() if "-" in move or ">" in move]))
        if state.to_move in (0, 1):
            check_every_action(state)


# --- one by one ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rest", "rules", "words"),
    [
        ("a1-a2", "w 1 - 9,9 - 0", ("5.2",), "robot stands on a1"),
        ("c6-c5", "w 1 - 9,9 - 0", ("3.3",), "c6 is Black's; this turn is White's"),
        ("b5-b5", "w 1 - 9,9 - 0", ("5.2",), "another square"),
        ("b5-b7", "w 1 - 9,9 - 0", ("5.2",), "b7 is not beside b5"),
        ("b5-c6", "w 1 - 9,9 - 0", ("2.4", "5.4"), "c6 already"),
        ("xf8", "w 1 - 9,9 - 0", ("6.1",), "robot stands on f8"),
        ("xb5", "w 1 - 9,9 - 0", ("6.1",), "White's own"),
        ("xe3", "w 1 - 9,9 - 0", ("6.2", "6.3"), "White's robots is within two squares of e3"),
        ("+D4", "w 1 - 9,9 - 0", ("2.4", "9.2"), "lies on D4 already"),
        ("+C5", "w 1 - 9,9 - 0", ("9.3",), "a corner of b5 and c6"),
        ("+A8", "w 1 - 0,9 - 0", ("9.10",), "White's bowl is empty"),
        ("D4>D5", "w 1 - 9,9 - 0", ("9.4",), "can still be placed"),
        ("A8>A7", "w 1 - 0,9 - 0", ("9.5",), "stone lies on A8"),
        ("C6>C5", "w 1 - 0,9 C6 0", ("9.8",), "slid last"),
        ("D4>D4", "w 1 - 0,9 - 0", ("9.5",), "another intersection"),
        ("D4>E5", "w 1 - 0,9 - 0", ("9.5",), "not lie on a straight line"),
        ("c6-c5", "b 2 s 9,9 - 0", ("3.2",), "a stone action is due, made with Black's stones"),
        ("+A8", "w 2 r 9,9 - 0", ("3.2",), "a robot action is due, made with White's robots"),
    ],
)
def test_each_reason_cites_its_rule(move: str, rest: str, rules: tuple[str, ...], words: str) -> None:
    state = IRONCLAD.read(f"{SKIRMISH} {rest}")
    why = state.why(move)
    assert why is not None
    assert why.rules == rules
    assert words in why.text
    with pytest.raises(casemate.IllegalMove) as refusal:
        state.play(move)
    assert refusal.value.rules == rules


def test_what_is_in_the_way_of_a_slide_is_named() -> None:
    state = IRONCLAD.read("6/6/6/6/6/6/6/6 7/2w4/7/7/2b2w1/7/7/7/7 w 1 - 0,0 - 0")
    assert str(state.why("C4>C8")) == "A stone on C7 is in the way (9.6)"
    assert str(state.why("C4>F4")) == "A stone lies on F4 (9.5)"


def test_a_finished_game_says_how_it_ended() -> None:
    state = IRONCLAD.read("6/3A2/6/6/6/6/6/6 7/7/7/7/7/7/7/7/7 w 1 - 9,9 - 0")
    state.play("d7-d8")
    why = state.why("+A0")
    assert why is not None
    assert why.rules == ("4.1",)
    assert "d8" in why.text


def test_while_dice_are_due_the_dice_are_named() -> None:
    state = IRONCLAD.read("6/6/6/2c3/2A3/6/6/6 7/7/7/7/2w4/7/7/7/7 w 1 - 9,9 - 0")
    state.play("xc5")
    assert "0/1, 1/1" in str(state.why("+A0"))


@pytest.mark.parametrize(
    "text", ["", "pass", "c2", "c2-c3-c4", "xx", "+a1", "A1-B1", "1/2", "x\N{ARABIC-INDIC DIGIT ONE}"]
)
def test_what_is_no_action_at_all_is_refused(text: str) -> None:
    with pytest.raises(casemate.BadNotation):
        IRONCLAD.start().why(text)
