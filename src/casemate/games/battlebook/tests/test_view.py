"""A battle as people see it: in words, as a picture and as text."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import casemate
from casemate import State
from casemate.game import AnyOrder

BATTLEBOOK = casemate.load("battlebook")
SETS = ["keep LC SC CM RM SB", "keep LC HC CM CN RV"]
ROUND = "LC@f3 HC@g3 CM@f3 LC@d1 LC@e3 RV@g3 RM@e3 LC@h1 SC@f5 LC@g4 LC@a1 CN@h1 SB@f5 CM@g4 LC@i5"  # of 8.6


def played(*moves: str, **options: str) -> State:
    state = BATTLEBOOK.start(**options)
    for move in moves:
        state.play(move)
    return state


def whole_round(actions: int) -> State:
    return played(*SETS, "start N", *ROUND.split()[:actions])


def first_line(state: State, viewer: int | None = None) -> str:
    return BATTLEBOOK.describe(state, viewer).split("\n")[0]


def spots_in(drawing: str) -> set[str]:
    return set(re.findall(r'data-spot="([^"]+)"', drawing))


# --- in words -----------------------------------------------------------------------------------------------------


def test_labels_say_what_threatens_a_unit_and_what_would_become_of_it() -> None:
    labels = BATTLEBOOK.labels(whole_round(14), 0)
    assert {spot: words for spot, words in labels.items() if len(spot) == 2 and spot[0].islower()} == {
        "a1": "North Light Chassis, no X, is blocked by d1",
        "d1": "South Light Chassis, no X, is blocked by a1",
        "d4": "1 X",
        "e1": "1 X",
        "e2": "2 X's",
        "e3": "North Light Chassis with Rifled Musket, no X, would score 1",
        "e4": "2 X's",
        "f3": "North Light Chassis with Carbine Musket, 2 X's, would be destroyed",
        "f4": "1 X",
        "f5": "North Saboteur Chassis with Cavalry Saber, no X, would score 3",
        "g3": "South Heavy Chassis with Revolver, 2 X's, would be destroyed",
        "g4": "South Light Chassis with Carbine Musket, 1 X, would be destroyed",
        "g5": "1 X",
        "h1": "South Light Chassis with Light Cannon, no X, is blocked by a1",
        "h3": "2 X's",
        "i3": "2 X's",
    }
    assert labels["LC"] == "Light Chassis, 1 AP, kept by North and South"
    assert labels["RV"] == "Revolver, 1 AP, kept by South"
    assert labels["N"] == "North, 0 AP, 0 points"


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (played(), "North chooses five of the eight actions to keep."),
        (played(SETS[0]), "South chooses five of the eight actions to keep."),
        (played(*SETS), "A coin decides who starts round 1."),
        (played(choice="random"), "North's five actions are drawn."),
        (whole_round(0), "Round 1: North acts, with 9 AP left."),
        (whole_round(15), "Round 2: South acts, with 9 AP left."),
        (
            BATTLEBOOK.read("3 S 9,9 LC+HC+CM+RM+SB LC+HC+CM+CN+RV SN - - 4,2"),
            "South is behind and chooses who starts round 3.",
        ),
        (
            BATTLEBOOK.read("4 - 9,9 LC+HC+CM+RM+SB LC+HC+CM+CN+RV SNS - - 4,4", tiebreak="extra"),
            "A coin decides who starts the extra round.",
        ),
    ],
)
def test_the_first_line_says_who_must_do_what(state: State, words: str) -> None:
    assert first_line(state) == words


def test_the_end_is_told() -> None:
    state = whole_round(3)
    state.resign(1)
    assert first_line(state) == "Battle over: South resigns."


def test_what_the_round_would_give_now_is_told() -> None:
    assert "If all weapons fired now: North 4, South 0." in BATTLEBOOK.describe(whole_round(14), None)


# --- what is secret -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, 1])
def test_10_7_a_set_still_secret_is_face_down(viewer: int | None) -> None:
    """Whatever North keeps, the others see the same."""
    seen = [all_seen(played(keeps), viewer) for keeps in (SETS[0], "keep HC CM CN RV SB")]
    assert seen[0] == seen[1]
    assert BATTLEBOOK.layer(played(SETS[0]), viewer)["cards0"].count("bb-back-mark") == 5


def all_seen(state: State, viewer: int | None) -> tuple[object, ...]:
    game = BATTLEBOOK
    views = [view(state, viewer) for view in (game.layer, game.labels, game.describe, game.marks)]
    return *views, game.text_board(state, viewer, False), game.text_board(state, viewer, True)


def test_3_4_both_sets_are_turned_up_together() -> None:
    assert "bb-back" not in BATTLEBOOK.layer(played(*SETS), None)["cards0"]


def test_an_open_choice_is_seen() -> None:
    assert "bb-back" not in BATTLEBOOK.layer(played(SETS[0], choice="open"), 1)["cards0"]


def test_one_sees_ones_own_set() -> None:
    assert "bb-back" not in BATTLEBOOK.layer(played(SETS[0]), 0)["cards0"]


# --- the picture --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [3, 5, 8])
@pytest.mark.parametrize("columns", range(7, 15))
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_every_grid_has_its_squares(rows: int, columns: int, viewer: int | None) -> None:
    state = BATTLEBOOK.start(grid=f"{rows}x{columns}")
    _, _, width, height = BATTLEBOOK.frame(state)
    board = BATTLEBOOK.backdrop(state.options, viewer)
    assert len(spots_in(board)) == rows * columns
    assert spots_in("".join(BATTLEBOOK.layer(state, viewer).values())) == {*"NS", *state.moves()[0].split()[1:], *CARDS}
    for x, y in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"[^>]* data-spot="[a-n]', board):
        assert 0 <= float(x) <= width - 100
        assert 0 <= float(y) <= height - 100
    ElementTree.fromstring(state.svg(viewer))


CARDS = ("LC", "HC", "SC", "CM", "RM", "CN", "RV", "SB")


def test_everything_in_an_answer_can_be_touched_and_is_marked() -> None:
    for state in (played(), whole_round(0), whole_round(14), BATTLEBOOK.read("3 S 9,9 " + LEVEL)):
        touched = {spot for move in state.moves() for spot in BATTLEBOOK.spots(move)}
        there = spots_in(BATTLEBOOK.backdrop(state.options, 0) + "".join(BATTLEBOOK.layer(state, 0).values()))
        assert touched <= there
        assert set(BATTLEBOOK.marks(state, 0)) == touched


LEVEL = "LC+HC+CM+RM+SB LC+HC+CM+CN+RV SN - - 4,2"


def test_what_one_touches() -> None:
    assert BATTLEBOOK.spots("LC@c3") == ("LC", "c3")
    assert BATTLEBOOK.spots("start S") == ("S",)
    assert BATTLEBOOK.spots("pass") == ()
    assert isinstance(BATTLEBOOK.spots(SETS[0]), AnyOrder)
    assert set(BATTLEBOOK.spots(SETS[0])) == {"LC", "SC", "CM", "RM", "SB"}


def test_a_weapon_in_the_hand_shows_what_it_would_mark() -> None:
    """6.8 Friends among it stand out."""
    state = BATTLEBOOK.read("1 N 6,7 LC+SC+CM+RM+SB LC+HC+CM+RM+SB N NLc3,NSe3,SLh3,SLi1 - 0,0")
    marks = BATTLEBOOK.marks(state, 0)
    assert [marks[card].count("<rect") for card in ("LC", "CM", "RM", "SB")] == [1, 7, 10, 7]
    assert [marks[card].count("friend") for card in ("CM", "RM", "SB")] == [1, 1, 0]


def test_7_3_those_that_would_be_destroyed_are_struck_out() -> None:
    danger = BATTLEBOOK.layer(whole_round(14), 0)["danger"]
    assert danger.count('class="bb-slash"') == 3
    assert danger.count("bb-pill-count") == 2


def test_8_1_a_road_for_each_row_that_scores() -> None:
    assert BATTLEBOOK.layer(whole_round(14), 0)["roads"].count('class="bb-road"') == 2
    assert BATTLEBOOK.layer(whole_round(0), 0)["roads"] == ""


def test_8_5_the_points_to_come_stand_beside_those_made() -> None:
    parts = BATTLEBOOK.layer(whole_round(14), 0)
    assert ">+4<" in parts["points0"]
    assert ">+" not in parts["points1"]


def test_10_6_how_the_round_ended_is_still_to_be_seen_faintly() -> None:
    ended = whole_round(15)
    ghost = BATTLEBOOK.layer(ended, 0)["ghost"]
    assert ghost.count("bb-slash") == 6
    assert ghost.count('class="bb-road"') == 1
    ended.play("LC@d3")
    assert BATTLEBOOK.layer(ended, 0)["ghost"] == ""


def test_little_changes_with_an_action() -> None:
    before, after = (BATTLEBOOK.layer(whole_round(n), 0) for n in (2, 3))
    changed = {part for part in after if after[part] != before[part]}
    assert changed <= {"last", "xs", "weapons0", "danger", "roads", "points0", "points1", "turn", "touch"}


def test_a_unit_lies_where_it_stands() -> None:
    parts = BATTLEBOOK.layer(whole_round(14), 0)
    assert set(re.findall(r'data-at="(\w\d)"', parts["units0"])) == {"a1", "e3", "f3", "f5"}
    assert set(re.findall(r'data-at="(\w\d)"', parts["weapons1"])) == {"g3", "g4", "h1"}


# --- what touching could mean --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("touched", "rule"),
    [
        (("LC", "h3"), "5.2"),
        (("LC", "e3"), "5.3"),
        (("CM", "g3"), "6.1"),
        (("RM", "e3"), "4.6"),
        (("CM", "e3"), "6.2"),
        (("RM",), "4.6"),
        (("HC", "a2"), "4.6"),
        (("N",), "4.8"),
    ],
)
def test_why_an_answer_is_not_legal_can_be_asked_by_touching(touched: tuple[str, ...], rule: str) -> None:
    state = whole_round(12)  # North has 1 AP left
    whys = [state.why(answer) for answer in BATTLEBOOK.say(state, touched)]
    assert any(why is not None and rule in why.rules for why in whys)


def test_too_few_cards_are_told_so() -> None:
    (answer,) = BATTLEBOOK.say(played(), ("SB", "LC"))
    assert answer == "keep LC SB"
    assert str(played().why(answer)).endswith("(3.2)")


# --- as text ------------------------------------------------------------------------------------------------------


def test_the_board_as_text() -> None:
    assert BATTLEBOOK.text_board(whole_round(14), None, False) == BOARD
    plain = BATTLEBOOK.text_board(whole_round(14), None, True)
    assert plain.isascii()
    assert "NSSB" in plain
    assert "SHRV2!" in plain


BOARD = """\
    a     b     c      d     e     f      g     h     i
5   ·     ·     ·   ┊  ·     ·   ○SSB  ┊  ×1    ·     ·    5
4   ·     ·     ·   ┊  ×1    ×2    ×1  ┊□LCM1!  ·     ·    4
3   ·     ·     ·   ┊  ·   ○LRM  ○LCM2!┊□HRV2!  ×2    ×2   3
2   ·     ·     ·   ┊  ·     ×2    ·   ┊  ·     ·     ·    2
1 ○L--    ·     ·   ┊□L--    ×1    ·   ┊  ·   □LCN    ·    1
    a     b     c      d     e     f      g     h     i

○ North: 0 AP, 0 points, keeps LC SC CM RM SB
□ South: 1 AP, 0 points, keeps LC HC CM CN RV
○LCM2!: a Light unit with CM, 2 X's on its square, would be destroyed; ×2: 2 X's"""
