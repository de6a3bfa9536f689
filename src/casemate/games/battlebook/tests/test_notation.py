"""Chapter 10: notation."""

import random
import re

import pytest

import casemate
from casemate.games.battlebook.tests.fights import BOOK, begin, field, play

SET = "LC+HC+SC+CM+RM"
EXAMPLE = "2 S 7,7 LC+HC+CM+RM+SB LC+HC+CM+CN+RV SN NLc3:CM,SHg3 d3:1,e3:1,f3:1 4,2"


def refusal(position: str, **options: object) -> str:
    with pytest.raises(casemate.BadNotation) as refused:
        BOOK.read(position, **options)
    return str(refused.value)


# --- answers --------------------------------------------------------------------------------------------------------


def test_10_1_a_choice_of_actions() -> None:
    state = BOOK.start()
    assert "keep LC HC CM RM SB" in state.moves()
    for wrong in ("keep HC LC CM RM SB", "keep LC LC CM RM SB", "keep", "keep LC HC CM RM XX", "keep  LC HC CM RM SB"):
        with pytest.raises(casemate.BadNotation):
            state.why(wrong)
    with pytest.raises(casemate.BadNotation, match="keep LC HC CM RM SB"):
        state.play("keep HC LC CM RM SB")


def test_10_2_a_starter_is_written_when_it_is_tossed_or_chosen() -> None:
    for starter in ("behind", "alternate", "north", "coin"):
        choice, state = random.Random(4), BOOK.start(starter=starter)
        while state.to_move is not None:
            state.play(choice.choice(state.moves()))
        told = [step.text for step in state.steps if step.text.startswith("start")]
        assert len(told) == {"behind": 2, "alternate": 1, "north": 0, "coin": 3}[starter]
        assert set(told) <= {"start N", "start S"}


def test_10_3_deploying_and_arming() -> None:
    assert {"LC@c3", "RM@c2"} <= set(play(begin(), "LC@c2", "LC@i1").moves())


def test_10_4_skips_are_not_written_and_resigning_is_no_action() -> None:
    state = begin("LC SC CM RM SB", "HC SC CM RM SB", passing="on")
    assert "pass" in state.moves()
    for text in ("North resigns", "South resigns"):
        assert text not in state.moves()
        why = state.why(text)
        assert why is not None
        assert "10.4" in why.rules
    play(state, *["SC@a1", "HC@g1", "SC@a2", "RM@g1", "SC@a3", "pass", "SC@a4"])
    assert [step.text for step in state.steps[3:]] == ["SC@a1", "HC@g1", "SC@a2", "RM@g1", "SC@a3", "pass", "SC@a4"]
    assert state.to_move == 0


# --- positions ------------------------------------------------------------------------------------------------------


def test_10_5_example_round_two() -> None:
    state = BOOK.read(EXAMPLE)
    assert state.position == EXAMPLE
    assert state.to_move == 1
    start = EXAMPLE.replace("7,7", "9,9").replace("NLc3:CM,SHg3 d3:1,e3:1,f3:1", "- -").replace("2 S", "2 N")
    played = play(BOOK.read(start), "LC@c3", "HC@g3", "CM@c3")
    assert played.position == EXAMPLE
    assert set(played.moves()) == set(state.moves())


def test_10_5_example_the_beginning() -> None:
    state = BOOK.start()
    assert state.position == "1 N 9,9 - - - - - 0,0"
    play(state, "keep LC HC CM RM SB", "keep LC HC CM CN RV")
    assert state.position == "1 - 9,9 LC+HC+CM+RM+SB LC+HC+CM+CN+RV - - - 0,0"


def test_10_5_between_the_choices() -> None:
    for choice in ("secret", "open"):
        state = play(BOOK.start(choice=choice), "keep LC HC CM RM SB")
        assert state.position == "1 S 9,9 LC+HC+CM+RM+SB - - - - 0,0"
        again = BOOK.read(state.position, choice=choice)
        assert (again.position, again.to_move, again.moves()) == (state.position, 1, state.moves())
        assert again.now.hidden == state.now.hidden


def test_10_6_the_next_round_follows_at_once() -> None:
    choice, state = random.Random(8), begin()
    while state.to_move is not None:
        before, number = state.position.split(" "), field(state, 1)
        state.play(choice.choice(state.moves()))
        now = state.position.split(" ")
        if now[0] != number:
            assert (now[2], now[6], now[7]) == ("9,9", "-", "-")
    assert (now[0], now[1]) == ("3", "-")
    assert len(now[6]) >= len(before[6])
    assert BOOK.read(state.position).result == state.result


def test_10_7_a_question_mark_for_what_is_secret() -> None:
    state = play(BOOK.start(), "keep LC HC CM RM SB")
    boards = {viewer: BOOK.text_board(state, viewer, True) for viewer in (0, 1, None)}
    assert ("keeps ?" in boards[1], "keeps ?" in boards[None], "keeps ?" in boards[0]) == (True, True, False)
    assert "LC HC CM RM SB" in boards[0]
    play(state, "keep LC HC SC CM RM")
    assert "keeps ?" not in BOOK.text_board(state, 1, True)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (EXAMPLE.replace("f3:1", "f3:2"), "d3:1,e3:1,f3:1"),
        (EXAMPLE.replace("d3:1,e3:1,f3:1", "-"), "d3:1,e3:1,f3:1"),
        (EXAMPLE.replace("7,7", "7,8"), "has 7 AP left"),
        (EXAMPLE.replace("7,7", "07,7"), "two numbers"),
        (EXAMPLE.replace("2 S", "2 N"), "is not to act"),
        (EXAMPLE.replace("2 S", "2 -"), "who is to act"),
        (EXAMPLE.replace("SN NL", "NS NL"), "is not to act"),
        (EXAMPLE.replace("SN NL", "SS NL"), "started by N"),
        (EXAMPLE.replace("SN NL", "S NL"), "give the starter"),
        (EXAMPLE.replace("2 S", "1 S"), "the starters are"),
        (EXAMPLE.replace("2 S", "4 S"), "the starters are"),
        (EXAMPLE.replace("NLc3:CM,SHg3", "SHg3,NLc3:CM"), "in the order"),
        (EXAMPLE.replace("SHg3", "SHc4"), "never deploys"),
        (EXAMPLE.replace("SHg3", "SHg6"), "not on a grid"),
        (EXAMPLE.replace("SHg3", "SHg9"), "not side, chassis"),
        (EXAMPLE.replace("SHg3", "SSg3"), "has not kept SC"),
        (EXAMPLE.replace("c3:CM", "c3:CN"), "has not kept CN"),
        (EXAMPLE.replace("c3:CM", "c3:XX"), "has not kept XX"),
        (EXAMPLE.replace("RM+SB", "SB+RM"), "in this order"),
        (EXAMPLE.replace("LC+HC+CM+RM+SB", "CM+RM+CN+RV+SB"), "a chassis among them"),
        (EXAMPLE.replace("LC+HC+CM+RM+SB", "LC+HC+CM+RM"), "is not five"),
        (EXAMPLE.replace("4,2", "10,2"), "cannot have scored 10"),
        (EXAMPLE + " -", "nine fields"),
        (EXAMPLE.replace(" ", "  ", 1), "nine fields"),
        (EXAMPLE.replace(" SN ", "  "), "an empty field of a position is -"),
        (f"1 N 9,9 {SET} - - - - 0,0", "before the choice"),
        (f"1 N 9,9 - {SET} - - - 0,0", "after North's"),
        ("1 S 9,9 - - - - - 0,0", "before the choice"),
        ("2 N 9,9 - - - - - 0,0", "before the choice"),
        ("1 N 9,9 - - - - - 1,0", "before the choice"),
        (f"1 N 9,9 {SET} {SET} - - - 0,0", "who settles"),
        (f"3 - 9,9 {SET} {SET} SN - - 4,3", "who settles"),
        (f"3 N 9,9 {SET} {SET} SN - - 4,3", "who settles"),
        (f"3 S 9,8 {SET} {SET} SN SLi1 - 4,3", "no starter yet"),
        (f"1 N 9,9 {SET} {SET} N - - 1,0", "cannot have scored 1"),
        (f"4 N 9,9 {SET} {SET} SNSN - - 4,4", "fourth round"),
    ],
)
def test_10_8_what_cannot_be_a_position(wrong: str, reason: str) -> None:
    assert re.search(reason, refusal(wrong)), refusal(wrong)


def test_10_8_whoever_was_skipped_could_not_act() -> None:
    """North cannot have deployed twice while South had AP and room."""
    assert "is not to act" in refusal(f"1 N 7,9 {SET} {SET} N NLa1,NLa2 - 0,0")
    assert "is not to act" in refusal(f"1 S 7,9 {SET} {SET} N NLa1,NLa2 - 0,0")


def test_10_8_a_pass_needs_the_option_and_an_action() -> None:
    passed = f"1 S 0,9 {SET} {SET} N - - 0,0"
    assert "has 9 AP left" in refusal(passed)
    assert BOOK.read(passed, passing="on").to_move == 1
    unarmed = "HC+SC+RM+CN+RV"
    heavies = "NHa1,NHa2,NHa3,NHa4"
    assert "no legal action then" not in refusal(f"1 S 0,8 {unarmed} {SET} N {heavies},SLi1 - 0,0", passing="on")


def test_10_8_the_end_of_the_last_round() -> None:
    units = "NLa1,NLa2,NLa3,NLa4,NLa5,NLb1,NLb2,NLb3,NLb4,SLd2,SLd3,SLd4,SLd5,SLe2,SLe3,SLe4,SLe5,SLi1"
    over = f"3 - 0,0 {SET} {SET} NSN {units} - 5,4"
    state = BOOK.read(over)
    assert (state.position, state.result) == (over, (1.0, 0.0))
    assert "round 2 follows" in refusal(over.replace("3 -", "1 -").replace("NSN", "N"))
    assert "to act is" in refusal(over.replace("3 -", "3 N"))
    assert "round 4 follows" in refusal(over.replace("5,4", "5,5"), tiebreak="extra")
    assert BOOK.read(over.replace("5,4", "5,5")).result == (0.5, 0.5)


@pytest.mark.parametrize("number", range(8))
def test_10_5_10_8_every_position_reads_back_and_other_actors_are_refused(number: int) -> None:
    choice = random.Random(number)
    options = {option.name: choice.choice(option.values) for option in BOOK.options if choice.random() < 0.5}
    state = BOOK.start(**options)
    while state.to_move is not None:
        text = state.position
        assert BOOK.read(text, **options).position == text
        fields = text.split(" ")
        for actor in "NS-":
            if actor != fields[1]:
                with pytest.raises(casemate.BadNotation):
                    BOOK.read(" ".join([fields[0], actor, *fields[2:]]), **options)
        state.play(choice.choice(state.moves()))
