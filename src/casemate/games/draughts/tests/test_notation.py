"""Chapters 15 and 16: open and hidden information, moves and positions as text."""

from fractions import Fraction

import pytest

import casemate
from casemate import BadNotation, IllegalMove
from casemate.games.draughts.packs import RANKS, SUITS
from casemate.games.draughts.ships import SQUADRONS
from casemate.games.draughts.tests.scenes import (
    DEAL,
    DRAUGHTS,
    NAMES,
    OPPOSITE,
    PLACED,
    cards,
    discards,
    field,
    moves,
    opening,
    play,
    rules,
    scene,
    so_far,
)

EXAMPLE = (
    "1 | W1 breastwork_turret_ship b1/N 12 o - | W2 barbette_ship d1/N 10 o - | W3 small_turret_ship f1/N 9 o - | "
    "B1 breastwork_turret_ship g8/S 12 o - | B2 barbette_ship e8/S 10 o - | B3 small_turret_ship c8/S 9 o - | "
    "W1=7C W2=AS W3=QH B1=7H B2=2D B3=KD | - | -"
)
BEGINNING = " | ".join(["0", *(f"{name} -" for name in NAMES), "-", "-", "-"])


def test_15_1_everything_dealt_and_drawn_is_in_the_position() -> None:
    state = opening("d1-d3/E", ">B2", "2/3", "TH", "KS")
    assert (cards(state), discards(state)) == ("W1=7C W3=QH B1=7H B2=2D B3=KD", "TH")


def test_15_2_the_choices_are_hidden_before_the_reveal() -> None:
    state = DRAUGHTS.start()
    for number, answer in enumerate((*PLACED, *OPPOSITE)):
        assert state.now.hidden == number
        play(state, answer)
    assert state.now.hidden == 0


def test_15_3_each_card_is_an_event_of_its_own() -> None:
    state = opening()
    dealt = [step for step in state.steps if step.player == casemate.CHANCE]
    assert [step.text for step in dealt] == list(DEAL)
    before = play(DRAUGHTS.start(), *PLACED, *OPPOSITE, *DEAL[:2])
    assert set(before.chances().values()) == {Fraction(1, 50)}
    assert "W3=7C" not in before.moves() and len(before.moves()) == 50


def test_15_3_lots_white_first() -> None:
    state = DRAUGHTS.start(squadrons="random")
    names = [squadron.name for squadron in SQUADRONS]
    assert state.chances() == {f"lot W={name}": Fraction(1, 6) for name in names}
    play(state, "lot W=levant")
    assert state.chances() == {f"lot B={name}": Fraction(1, 6) for name in names}
    play(state, "lot B=pacific")
    assert so_far(state) == "lot W=levant; lot B=pacific"
    assert moves(state) == {"W1 b1 citadel_ship", "W1 b1 masted_turret_ship", "W1 b1 monitor"}
    play(state, "W1 b1 monitor", "W2 d1 citadel_ship", "W3 f1 masted_turret_ship")
    assert "B1 g8 casemate_ship" in state.moves()
    again = DRAUGHTS.read(state.position, squadrons="random")
    assert (again.position, again.moves()) == (state.position, state.moves())


def test_15_4_a_decision_is_asked_even_if_only_one_answer_is_legal() -> None:
    assert scene("W1 monitor c8/N 8 h -").moves() == ["c8-off"]
    assert play(DRAUGHTS.start(), *PLACED[:2]).moves() == [PLACED[2]]
    drifting = scene("W1 monitor d4/N 8 o AS", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    assert "d4-d5/N" not in play(drifting, "dc 2H").moves()
    quiet = scene("W1 monitor a1/N 8 o -", "B1 monitor h8/S 8 o -", cards="W1=2S B1=3S")
    assert play(quiet, "a1-a2/N").moves()[0].startswith("h8")


# --- 16 ---------------------------------------------------------------------------------------------------------------


def test_16_1_cards() -> None:
    state = scene("W1 monitor d4/N 8 o JH")
    assert [text[3:] for text in state.moves()] == [r + s for r in RANKS for s in SUITS if r + s != "JH"] + ["**"]


def test_16_2_placing_and_the_deal() -> None:
    state = play(DRAUGHTS.start(), *PLACED[:2])
    assert so_far(state) == "W1 b1 breastwork_turret_ship; W2 d1 barbette_ship"
    play(state, PLACED[2], *OPPOSITE, *DEAL[:3])
    assert so_far(state) == "deal W1=7C W2=AS W3=QH"
    assert DRAUGHTS.read(state.position).moves() == state.moves()


def test_16_3_moves_asked_or_not() -> None:
    burning = ["B1 monitor d8/S 8 o -"]
    for ship, part in (
        ("monitor d4/N 8 o QS", "d4-d5/NE"),
        ("monitor d4/N 8 o KS", "stop"),
        ("monitor d4/N 8 o KS!", "d4-d5/N"),
    ):
        state = play(scene(f"W1 {ship}", *burning, cards="W1=2S B1=3S"), "dc 2H")
        assert so_far(state) == f"W1 2S: dc 2H; {part}"
        assert DRAUGHTS.read(state.position).moves() == state.moves()
    leaving = scene("W1 monitor h5/E 8 o QS", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    assert DRAUGHTS.write_turn(play(leaving, "dc 2H").steps) == "W1 2S: dc 2H; h5-off"


def test_16_4_rams_and_avoidances() -> None:
    state = scene("W1 monitor d4/N 8 o QH", "B1 monitor d5/S 8 o -", "B2 monitor h8/S 8 o -", cards="W1=2H B2=3S")
    play(state, "dc 2C", "ram 2D", "/2S")
    assert DRAUGHTS.write_turn(state.steps) == "W1 2H: dc 2C; d4xd5; ram 2D/2S"
    avoiding = scene("W1 monitor d4/N 8 o QH", "W2 monitor d5/N 8 o -", cards="W1=2S W2=3S")
    assert DRAUGHTS.write_turn(play(avoiding, "dc 2C").steps) == "W1 2S: dc 2C; d4~d5"


def test_16_5_16_9_answers_are_given_one_at_a_time() -> None:
    state = scene("W1 monitor d4/N 8 o AS", "B1 monitor d5/S 8 o -", cards="W1=2H B1=3S")
    for answer, told in (("dc 2H", "dc 2H; d4xd5"), ("ram 9D", "dc 2H; d4xd5; ram 9D")):
        play(state, answer)
        assert so_far(state) == f"W1 2H: {told}"
        again = DRAUGHTS.read(state.position)
        assert (again.position, again.chances()) == (state.position, state.chances())
    assert state.moves()[0] == "/AH"
    play(state, "/7C")
    assert DRAUGHTS.write_turn(state.steps[:3]) == "W1 2H: dc 2H; d4xd5; ram 9D/7C"


def test_16_6_fire() -> None:
    state = opening("d1-d3/E", ">B2", "2/3", "TH", "KS")
    assert DRAUGHTS.write_turn(state.steps[12:]) == "W2 AS: d1-d3/E; >B2 2/3 TH KS"
    assert DRAUGHTS.write_turn(opening("d1-d3/E", ">-").steps[12:]) == "W2 AS: d1-d3/E; >-"
    assert DRAUGHTS.write_turn(opening("d1-d2/E").steps[12:]) == "W2 AS: d1-d2/E"
    assert DRAUGHTS.write_turn(opening("d1-d3/E", ">B2", "0/3").steps[12:]) == "W2 AS: d1-d3/E; >B2 0/3"


def test_16_7_example_an_activation_without_damage() -> None:
    state = scene("W1 breastwork_turret_ship b1/N 12 o -", "B1 barbette_ship b8/S 10 o -", cards="W1=AS B1=3S")
    play(state, "b1-b3/N", ">-")
    assert DRAUGHTS.write_turn(state.steps) == "W1 AS: b1-b3/N; >-"
    assert DRAUGHTS.read_turn("W1 7C: dc KS; d4xd6; ram 9D/7C") == ["dc KS", "d4xd6", "ram 9D", "/7C"]


def test_16_8_16_9_example_the_opening() -> None:
    state = opening()
    assert state.position == EXAMPLE
    read = DRAUGHTS.read(EXAMPLE)
    play(read, "d1-d3/E", ">B2", "2/3", "TH")
    assert read.position == EXAMPLE.removesuffix("-") + "W2 AS: d1-d3/E; >B2 2/3 TH"
    assert DRAUGHTS.read(read.position).position == read.position
    play(read, "KS")
    assert field(read, "W2") == "barbette_ship d3/E 10 o -"
    assert field(read, "B2") == "barbette_ship e8/S 9 o KS!"
    assert (cards(read), discards(read), so_far(read)) == ("W1=7C W3=QH B1=7H B2=2D B3=KD", "TH", "-")


def test_16_8_the_beginning_and_the_end() -> None:
    assert DRAUGHTS.start().position == BEGINNING
    assert DRAUGHTS.read(BEGINNING).moves() == DRAUGHTS.start().moves()
    state = scene("W1 monitor d8/N 8 h -", "B1 monitor a1/S 8 o -", cards="W1=2S B1=3S", discards="2H")
    play(state, "d8-off")
    assert state.position.endswith("| B1 monitor a1/S 8 o - | B2 monitor off | B3 monitor off | - | - | over")
    assert DRAUGHTS.read(state.position).result == state.result


WRONG = [
    ("1 | W1", "1 |  W1", "name, its type"),
    ("1 | W1", "01 | W1", "the turn is a number"),
    ("1 | W1", "31 | W1", "up to 30"),
    ("1 | W1", "0 | W1", "in turn 0 no ship is placed"),
    ("barbette_ship d1", "yacht d1", "its type"),
    ("d1/N", "d9/N", "no square of this board"),
    ("d1/N", "b1/N", r"both on b1 \(1.3\)"),
    ("d1/N", "d1/NN", "on the board like"),
    ("d1/N 10", "d1/N 11", "1 to 10 FP"),
    ("d1/N 10", "d1/N 0", "1 to 10 FP"),
    ("d1/N 10 o", "d1/N 10 x", "o or h"),
    ("d1/N 10 o -", "d1/N 10 o TH", "can be in force"),
    ("d1/N 10 o -", "d1/N 10 o KH,KH", "in force twice"),
    ("d1/N 10 o -", "d1/N 10 o QH!", "has none"),
    ("d1/N 10 o -", "home 11", "1 to 10 FP"),
    ("W1=7C W2=AS", "W2=AS W1=7C", "in the order of the ships"),
    ("W1=7C", "W1=AS", "dealt twice"),
    ("W1=7C", "W1=**", "written like"),
    ("| - | -", "| 2C 2H | -", "in the order of 5.2"),
    ("| - | -", "| 2H 2H | -", "once more"),
    ("| - | -", "| ** ** ** | -", "once more"),
    ("| - | -", "| - | over", "not over"),
    ("| - | -", "| - | W resigns", "fields 8 and 9"),
    ("| - | -", "| - | W2 AS: d1-d4/N", "cannot have been answered"),
    ("| - | -", "| - | W1 AS: d1-d2/N", "is written"),
    ("| - | -", "| - | W2 AS: d1-d2/N ", "is written"),
    ("| - | -", "|  | -", "in the order of 5.2"),
    ("| - | -", "| -", "ten fields"),
]


@pytest.mark.parametrize(("old", "new", "reason"), WRONG)
def test_16_8_what_is_no_position_is_refused(old: str, new: str, reason: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(BadNotation, match=reason):
        DRAUGHTS.read(EXAMPLE.replace(old, new, 1))


def test_16_8_a_side_without_a_ship_has_finished_the_game() -> None:
    gone = " | ".join(["9", *(f"{name} monitor off" for name in NAMES[:5]), "B3 monitor a4/N 8 o -", "-", "-", "-"])
    with pytest.raises(BadNotation, match=r"game is over \(14.1\)"):
        DRAUGHTS.read(gone)
    assert DRAUGHTS.read(gone.removesuffix("-") + "over").result == (0.0, 1.0)


def test_16_10_resigning_is_never_listed() -> None:
    state = opening()
    assert not any("resigns" in move for move in state.moves())
    state.resign(0)
    assert state.position.endswith("| - | - | W resigns")
    read = DRAUGHTS.read(state.position)
    assert (read.result, read.position, read.moves()) == ((0.0, 1.0), state.position, [])
    assert read.ending is not None and read.ending.rules == ("14.9",)


@pytest.mark.parametrize("answer", ["dc KS", "ram 9D", "/7C", "2/4", "TH", "W1=7C", "lot W=levant", "deal W1=7C"])
def test_16_9_cards_are_no_moves(answer: str) -> None:
    assert rules(opening(), answer) == ("16.9",)
    with pytest.raises(IllegalMove, match=r"16\.9"):
        opening().play(answer)


@pytest.mark.parametrize("answer", ["", "d1", "d1-d2", "d1-d2/NNE", "m1-m2/N", "d13-d14/N", ">B4", "W resigns", ">B2:"])
def test_16_3_what_is_no_answer_is_refused(answer: str) -> None:
    with pytest.raises(BadNotation):
        opening().play(answer)


def test_16_9_while_cards_are_due_no_move_is_legal() -> None:
    state = opening("d1-d3/E", ">B2")
    with pytest.raises(IllegalMove, match="chance answers now"):
        state.play("d3-d4/N")
    assert rules(state, ">B2") == ("12.10",)
