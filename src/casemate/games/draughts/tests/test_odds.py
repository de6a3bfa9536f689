"""The exact prospects of a salvo and a ram, against brute force: the game itself played through every chance."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from casemate import CHANCE, State
from casemate.games.draughts.board import AFLOAT
from casemate.games.draughts.odds import Blow, Ram, Salvo, prospects, tables
from casemate.games.draughts.packs import RANKS, rank
from casemate.games.draughts.tests.scenes import play, scene
from casemate.games.draughts.tests.test_packs import all_but

KEEP = "B2 monitor a8/S 8 o -"  # so that the game goes on


def ends(state: State, turn: int, chance: Fraction = Fraction(1)) -> Iterator[tuple[State, Fraction]]:
    """Every end of the activation, with its chance."""
    if state.to_move != CHANCE or not state.now.answers:
        yield state, chance
        return
    for text, share in state.chances().items():
        yield from ends(play(state.copy(), text), turn, chance * share)


def brute(state: State, move: str) -> list[tuple[State, Fraction]]:
    return list(ends(play(state.copy(), move), 0))


@pytest.mark.parametrize(("left", "fp"), [("AH JC QD KS TH 2C", 8), ("TH TC TD 2H 2C", 2), ("KH 3C", 8), ("TH 2H", 1)])
def test_12_10_12_11_12_12_a_salvo_against_every_roll_and_every_card(left: str, fp: int) -> None:
    gone = all_but(*left.split(), "KD", jokers=2)
    state = scene("W1 monitor d4/N 8 o KD", f"B1 monitor d8/S {fp} o -", KEEP, cards="W1=2S B1=3S B2=4S", discards=gone)
    play(state, f"dc {left.split()[-1]}")
    told = prospects(state, ">B1")
    assert isinstance(told, Salvo) and told.dice == 2 and sum(told.hits) == 1
    loss, sunk, damage = Fraction(0), Fraction(0), Counter(dict.fromkeys("AJQK", Fraction(0)))
    for end, chance in brute(state, ">B1"):
        ship = end.here.ships[3]
        sunk += chance * (ship.fate != AFLOAT)
        loss += chance * (fp - ship.fp)
        cards = [step.text for step in end.steps[2:] if len(step.text) == 2]
        for kind in {card[0] for card in cards} & set("AJQK"):
            damage[kind] += chance
    assert (told.loss, told.sunk, told.damage) == (loss, sunk, damage)


@pytest.mark.parametrize("left", ["AH JC QD KS TH 2C 3C **", "KH", "QS **", ""])
def test_11_3_a_ram_against_every_pair_of_cards(left: str) -> None:
    gone = all_but(*left.split(), jokers=2 - left.count("*") // 2)
    state = scene("W1 monitor d4/N 4 o -", "B1 corvette d5/S 7 o -", KEEP, cards="W1=2S B1=3S B2=4S", discards=gone)
    told = prospects(state, "d4xd5")
    assert isinstance(told, Ram) and sum(told.outcomes.values()) == 1
    found: Counter[tuple[Blow, Blow]] = Counter()
    for end, chance in brute(state, "d4xd5"):
        found[blow(end, 0), blow(end, 3)] += chance  # type: ignore[assignment]
    assert told.outcomes == found
    assert told.chance(True, True) == sum(p for (a, b), p in found.items() if a.fp == b.fp == 0)


def blow(end: State, ship: int) -> Blow:
    record = end.here.ships[ship]
    damage = RANKS[rank(record.damage[0])] if record.damages else ""
    return Blow(record.fp if record.fate == AFLOAT else 0, damage)


def test_a_full_pack_and_eight_dice() -> None:
    state = scene("W1 citadel_ship d4/N 10 o KS", "B1 monitor f6/S 8 o -", KEEP, cards="W1=2S B1=3S B2=4S")
    play(state, "dc 2H")
    told = prospects(state, ">B1")
    assert isinstance(told, Salvo) and len(told.hits) == 9
    assert sum(told.hits) == 1
    assert told.damage["A"] == told.damage["J"] == told.damage["Q"] > told.damage["K"]
    assert Fraction(0) < told.loss < Fraction(1)


def test_other_answers_have_no_prospects() -> None:
    state = scene("W1 monitor d4/N 8 o -", "B1 corvette d5/S 7 o -", cards="W1=2S B1=3S")
    assert prospects(state, "d4-c5/N") is None
    assert prospects(state, "nonsense") is None
    assert prospects(play(state, "d4xd5"), "ram 2H") is None


def test_12_11_11_3_the_prospects_as_people_read_them() -> None:
    state = scene("W1 monitor d4/N 8 o -", "B1 monitor d8/S 2 o -", KEEP, cards="W1=2S B1=3S B2=4S")
    play(state, state.moves()[0])
    answer = next(answer for answer in state.moves() if answer.startswith(">B1"))
    told, salvo = state.prospects(answer), prospects(state, answer)
    assert isinstance(salvo, Salvo)
    assert told == tables(state, answer)
    assert told["What it may do"]["a hit at least"] == 1 - salvo.hits[0]
    assert told["What it may do"]["sunk"] == salvo.sunk
    assert state.prospects(">-") == {}


def test_11_3_both_ships_of_a_ram_as_people_read_them() -> None:
    state = scene("W1 turret_ram d4/N 12 o -", "B1 monitor d5/S 3 o -", KEEP, cards="W1=2S B1=3S B2=4S")
    told = state.prospects("d4xd5")
    assert list(told) == ["The ramming ship", "The rammed ship"]
    assert all(sum(side.values()) == 1 for side in told.values())
    assert "sinks" in told["The rammed ship"] and "sinks" not in told["The ramming ship"]
