"""Chapter 11: the options."""

import random
import re
from fractions import Fraction

import pytest

import casemate
from casemate.games.battlebook.tests.fights import BOOK, KEPT, begin, field, fight, play

SET = "LC+HC+SC+CM+RM"
LEVEL = "NLa1,NLa2,NLa3,NLa4,NLa5,NLb1,NLb2,NLb3,NLb4,SLd2,SLd3,SLd4,SLd5,SLe2,SLe3,SLe4,SLe5"


def any_battle(number: int, **options: object) -> list[casemate.State]:
    """The states at which each round's starter is settled."""
    state, choice = BOOK.start(**options), random.Random(number)
    found = []
    while state.to_move is not None:
        if field(state, 4) != "-" != field(state, 5) and field(state, 7) == "-":
            found.append(state.copy())
        state.play(choice.choice(state.moves()))
    return [*found, state]


# --- examples -----------------------------------------------------------------------------------------------------


def test_example_grid() -> None:
    state = begin("LC CM RM CN RV", "LC CM RM CN RV", grid="4x7")
    assert set(state.moves()) == {f"LC@{column}{row}" for column in "abcde" for row in "1234"}
    south = begin("LC CM RM CN RV", "LC CM RM CN RV", "S", grid="4x7")
    assert set(south.moves()) == {f"LC@{column}{row}" for column in "cdefg" for row in "1234"}


def test_example_passing() -> None:
    state = play(begin(passing="on"), "pass")
    assert field(state, 3) == "0,9"
    play(state, "LC@i1", "pass")
    assert (field(state, 1), field(state, 9)) == ("2", "0,1")


def test_example_choice() -> None:
    state = BOOK.start(choice="random")
    for _ in range(2):
        assert state.to_move == casemate.CHANCE
        assert len(state.chances()) == 55
        assert set(state.chances().values()) == {Fraction(1, 55)}
        state.play(state.moves()[17])
    assert set(state.chances()) == {"start N", "start S"}


def test_example_tiebreak() -> None:
    over = f"3 S 0,1 {SET} {SET} NSN {LEVEL} - 4,4"
    state = play(BOOK.read(over, tiebreak="extra"), "LC@i1")
    assert (state.position, state.to_move) == (f"4 - 9,9 {SET} {SET} NSN - - 4,4", casemate.CHANCE)
    assert state.chances() == {"start N": Fraction(1, 2), "start S": Fraction(1, 2)}
    north = f"3 S 0,1 {SET} {SET} NNN {LEVEL} - 4,4"
    state = play(BOOK.read(north, tiebreak="extra", starter="north"), "LC@i1")
    assert state.position == f"4 N 9,9 {SET} {SET} NNNN - - 4,4"


def test_example_friendly_fire() -> None:
    on = fight("LC@e3 RM@e3 LC@f3", "")
    off = fight("LC@e3 RM@e3 LC@f3", "", friendly_fire="off")
    assert (on.destroyed, on.score) == ({"f3"}, (1, 0))
    assert (off.destroyed, off.score) == (set(), (2, 0))


def test_example_patterns() -> None:
    kept = "LC HC CN RV SB"
    state = begin(kept, kept, patterns="CN:2-1,2+0,2+1")
    assert field(play(state, "LC@d3", "LC@i1", "CN@d3"), 8) == "f2:1,f3:1,f4:1"


# --- the table ----------------------------------------------------------------------------------------------------


def test_the_printed_table_of_options() -> None:
    printed = dict(re.findall(r"^\| `(\w+)` \| `([\w-]+)`", BOOK.rulebook.text, re.MULTILINE))
    assert printed == {name: str(value) for name, value in BOOK.start().options.items()}


@pytest.mark.parametrize("rows", range(3, 9))
@pytest.mark.parametrize("columns", range(7, 15))
def test_1_4_grids_and_their_zones(rows: int, columns: int) -> None:
    side = {7: 2, 8: 3, 9: 3, 10: 3, 11: 4, 12: 4, 13: 4, 14: 5}[columns]
    letters = "abcdefghijklmn"[:columns]
    north, south = begin(grid=f"{rows}x{columns}"), begin(starter="S", grid=f"{rows}x{columns}")
    numbers = [str(row + 1) for row in range(rows)]
    assert {m[3:] for m in north.moves()} == {c + r for c in letters[: columns - side] for r in numbers}
    assert {m[3:] for m in south.moves()} == {c + r for c in letters[side:] for r in numbers}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"grid": "2x9"}, "from 3x7 to 8x14"),
        ({"grid": "5x15"}, "from 3x7 to 8x14"),
        ({"grid": "9"}, "from 3x7 to 8x14"),
        ({"passing": True}, "off or on"),
        ({"choice": "public"}, "secret or open or random"),
        ({"starter": "south"}, "behind or alternate or north or coin"),
        ({"tiebreak": "none"}, "draw or extra"),
        ({"friendly_fire": "some"}, "on or off"),
        ({"patterns": "CM:1+0"}, "is not CN, RV or SB"),
        ({"patterns": "CN:1+0/CN:2+0"}, "named twice"),
        ({"patterns": "CN:1+0,1+0"}, "stands twice"),
        ({"patterns": "CN:0+0"}, "forward"),
        ({"patterns": "CN:10+0"}, "forward"),
        ({"patterns": "CN:1+8"}, "forward"),
        ({"patterns": "CN:11"}, "forward"),
        ({"patterns": "CN:"}, "CN"),
        ({"patterns": "CN:1+0/"}, "CN"),
        ({"patterns": "cn:1+0"}, "CN"),
    ],
)
def test_a_wrong_option_says_what_is_allowed(options: dict[str, object], message: str) -> None:
    with pytest.raises(casemate.BadOption, match=message):
        BOOK.start(**options)


# --- values -------------------------------------------------------------------------------------------------------


def test_11_1_the_options_belong_to_the_battle() -> None:
    state = begin(grid="6x11", patterns="SB:1+0,1+1")
    assert (state.options["grid"], state.options["patterns"]) == ("6x11", "SB:1+0,1+1")
    assert state.copy().options == state.options == BOOK.start(grid="6x11", patterns="SB:1+0,1+1").options
    here = BOOK.read(state.position, grid="6x11")
    assert here.position == state.position


def test_starter_behind_and_alternate() -> None:
    for number in range(6):
        rounds = any_battle(number, starter="alternate")
        letters = field(rounds[-1], 6)
        assert letters[0] == letters[2] != letters[1]
        letters = field(any_battle(number)[-1], 6)
        assert letters[0] != letters[1]


def test_starter_north_and_coin() -> None:
    seen = set()
    for number in range(6):
        assert field(any_battle(number, starter="north")[-1], 6) == "NNN"
        rounds = any_battle(number, starter="coin")
        assert sum(state.to_move == casemate.CHANCE for state in rounds) == 3
        seen.add(field(rounds[-1], 6))
    assert len(seen) > 2


def test_choice_open() -> None:
    state = BOOK.start(choice="open")
    events = state.play("keep LC HC SC CM RM")
    assert [event.text for event in events] == ["North keeps LC HC SC CM RM"]
    assert (state.to_move, state.now.hidden) == (1, 0)
    assert BOOK.describe(state, 1) == BOOK.describe(state, 0)


def test_a_fourth_round_may_be_level_too() -> None:
    over = f"4 S 0,1 {SET} {SET} NSNN {LEVEL} - 4,4"
    state = play(BOOK.read(over, tiebreak="extra"), "LC@i1")
    assert (state.result, field(state, 1)) == ((0.5, 0.5), "4")


def test_passing_is_for_those_who_can_act() -> None:
    state = begin(passing="on")
    assert "pass" in state.moves()
    play(state, "pass")
    while field(state, 1) == "1":
        assert state.to_move == 1
        assert "pass" in state.moves()
        state.play(state.moves()[0])


def test_friendly_fire_off_spares_only_friends() -> None:
    came = fight("LC@e3 RM@e3 LC@f3", "LC@g3 HC@h3 LC@i3 CM@i3", friendly_fire="off")
    assert came.destroyed == {"f3", "g3", "i3"}
    assert fight("HC@c3", "LC@d3 CM@d3 LC@e3 CM@e3", friendly_fire="off").destroyed == {"c3"}


def test_patterns_of_three_weapons() -> None:
    kept = "LC CM CN RV SB"
    options = {"patterns": "RV:9-7,1+7/SB:1+0/CN:2+0", "grid": "8x14"}
    assert BOOK.start(**options).options["patterns"] == options["patterns"]
    state = begin(kept, kept, **options)
    play(state, "LC@a8", "LC@n1", "RV@a8", "RV@n1", "LC@b2", "LC@m2", "CN@b2", "SB@m2", "LC@c3", "LC@k1", "CM@c3")
    assert field(state, 8) == "d2:1,d3:1,e3:1,f3:1,j1:1,l2:1,m8:1"


def test_kept_sets_of_the_tests_are_legal() -> None:
    assert f"keep {KEPT}" in BOOK.start().moves()


THIRD = "3 - 9,9 LC+HC+SC+CM+RM LC+HC+SC+CM+RV NS - - 4,4"
FOURTH = "4 - 9,9 LC+HC+SC+CM+RM LC+HC+SC+CM+RV NSN - - 4,4"
SECOND = "2 - 9,9 LC+HC+SC+CM+RM LC+HC+SC+CM+RV N - - 4,4"


@pytest.mark.parametrize(
    ("position", "options", "rules"),
    [
        (THIRD, {}, ("4.3",)),
        (FOURTH, {"tiebreak": "extra"}, ("2.5", "11.1")),
        (SECOND, {"starter": "coin"}, ("11.1",)),
        (THIRD, {"starter": "coin"}, ("11.1",)),
    ],
)
def test_4_1_4_3_2_5_each_toss_cites_its_rule(position: str, options: dict[str, str], rules: tuple[str, ...]) -> None:
    state = BOOK.read(position, **options)
    assert state.play("start N")[0].rules == rules


def test_4_2_a_starter_who_is_given_cites_its_rule() -> None:
    found = {}
    for starter in ("behind", "alternate", "north"):
        state = BOOK.start(starter=starter)
        while state.to_move is not None:
            for event in state.play(state.moves()[0]):
                if " starts round " in event.text and "coin" not in event.text:
                    found[starter, event.text[-1]] = event.rules
    assert found["behind", "2"] == found["alternate", "2"] == ("4.2",)
    assert found["alternate", "3"] == ("11.1",)
    assert {found["north", number] for number in "123"} == {("11.1",)}
