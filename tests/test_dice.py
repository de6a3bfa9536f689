"""Dice and shuffles: they follow from the seed and the words alone, and every outcome is as likely as it should be."""

import hmac
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from math import factorial
from typing import Any

import numpy as np
import pytest

import casemate
from casemate.dice import Dice, below
from casemate.game import Game, State
from casemate.table import draw, roll, roll_over
from tests.pictures import GAME

SEED = bytes(range(32))

# --- a game of nothing but chance: three dice over two, a die of ten faces, a card ---------------------------------

LOTS = np.dtype([("deck", "i8", (4,)), ("left", "i8")])
DECK = (3, 0, 4, 2)


def deal(s: Any) -> None:
    for kind in range(len(DECK)):
        s.deck[kind] = DECK[kind]
    s.left = sum(DECK)


def lot(s: Any, t: Any) -> None:
    roll_over(t, 3, 2)
    roll(t, 10)
    draw(t, s.deck)
    s.left -= 1


def is_drawn_out(s: Any) -> float:
    return -1.0 if s.left else 0.5


@pytest.fixture(scope="module")
def lots() -> Game:
    return replace(
        casemate.load(GAME),
        name="lots",
        state=LOTS,
        set_up=deal,
        turn=lot,
        outcome=is_drawn_out,
        options=(),
        write_position=lambda state: " ".join(map(str, state.here.deck)),
    )


def rolled(state: State, dice: Dice) -> list[str]:
    """Everything that is rolled in a whole game."""
    state = state.copy()
    while state.to_move is not None:
        state.play(dice.roll(state))
    return [step.text for step in state.steps]


# --- what a roll follows from ------------------------------------------------------------------------------------


def test_the_commitment_is_a_hash_of_the_seed() -> None:
    assert Dice(SEED).commitment == sha256(b"casemate seed 1" + SEED).hexdigest()
    assert Dice(SEED, ["a word"]).commitment == Dice(SEED).commitment != Dice(SEED[::-1]).commitment


def test_a_seed_is_drawn_unless_given_and_is_not_shown() -> None:
    dice = Dice()
    assert len(dice.seed) == 32
    assert dice.seed != Dice().seed
    assert dice.seed.hex() not in repr(dice)
    assert dice.commitment in repr(dice)


def test_a_stranger_computes_the_same_dice(lots: Game) -> None:
    """What dice.py says in words, written once more."""
    words, place = ["Grüße", "", "b"], 3
    said = (3).to_bytes(8, "big")
    for word in words:
        said += len(word.encode()).to_bytes(8, "big") + word.encode()
    block = hmac.new(SEED, b"casemate roll 1" + said + bytes(7) + bytes([place]) + bytes(8), "sha256").digest()
    numbers = [int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24)]

    state = lots.start()
    for answer in ("2/3", "10", "0"):
        state.play(answer)
    dice = Dice(SEED, words)
    assert dice.faces(state) == tuple(n % 6 + 1 for n in numbers[:3])
    assert dice.roll(state) == f"{sum(n % 6 + 1 > 2 for n in numbers[:3])}/3"
    state.play("3/3")
    assert dice.faces(state) == (int(dice.roll(state)),)
    state.play("1")
    assert dice.faces(state) == ()


def test_the_same_seed_and_words_give_the_same_game(lots: Game) -> None:
    start = lots.start()
    assert rolled(start, Dice(SEED, ["x"])) == rolled(start, Dice(SEED, ["x", ""]))
    assert rolled(start, Dice(SEED)) == rolled(start, Dice(SEED, ["", ""])) != rolled(start, Dice(SEED[::-1]))


def test_each_word_and_who_said_it_counts(lots: Game) -> None:
    spoken = [
        [],
        ["ab", "c"],
        ["a", "bc"],
        ["abc"],
        ["", "abc"],
        ["c", "ab"],
        ["abc\0"],
        ["\ud800"],
        ["é"],
        ["e\u0301"],
    ]
    games = {tuple(rolled(lots.start(), Dice(SEED, words))) for words in spoken}
    assert len(games) == len(spoken)


def test_looking_changes_nothing(lots: Game) -> None:
    state, dice = lots.start(), Dice(SEED)
    assert [dice.roll(state) for _ in range(3)] == [dice.roll(state)] * 3
    assert len(state.moments) == 1


def test_what_is_no_seed_no_word_and_no_roll(lots: Game) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Dice(b"short")
    for words in ("text", [1]):
        with pytest.raises(TypeError, match="list of texts"):
            Dice(SEED, words)  # type: ignore[arg-type]
    state = lots.start()
    for answer in rolled(state, Dice(SEED)):
        state.play(answer)
    for ask in (Dice(SEED).roll, Dice(SEED).faces):
        with pytest.raises(ValueError, match="neither dice nor cards"):
            ask(state)


@pytest.mark.parametrize("name", casemate.games())
def test_every_roll_is_one_that_can_fall(name: str) -> None:
    state, dice = casemate.load(name).start(), Dice(SEED)
    for turn in range(200):
        if state.to_move is None:
            break
        moves = state.moves()
        answer = dice.roll(state) if state.to_move == casemate.CHANCE else moves[(7 * turn + 3) % len(moves)]
        assert answer in moves
        state.play(answer)


# --- how likely each outcome is -----------------------------------------------------------------------------------


def is_even(found: Iterable[object], outcomes: int) -> bool:
    """Whether the outcomes came as often as one another: chi-square, within five deviations."""
    counts = Counter(found)
    expected = counts.total() / outcomes
    assert len(counts) == outcomes
    strain = sum((seen - expected) ** 2 / expected for seen in counts.values())
    return bool(abs(strain - (outcomes - 1)) < 5 * (2 * (outcomes - 1)) ** 0.5)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 52])
def test_numbers_below_n_are_equally_likely(n: int) -> None:
    numbers = Dice(SEED).numbers(b"test", n)
    assert is_even((below(numbers, n) for _ in range(20_000)), n)


def test_numbers_that_would_favour_some_faces_are_not_used() -> None:
    greatest = 2**64 - 1  # 2**64 leaves 4 by 6: the four greatest numbers would favour the faces 1 to 4
    assert below(iter([greatest, greatest - 3, greatest - 4]), 6) == 5
    assert below(iter([greatest]), 8) == 7
    assert below(iter([greatest]), 1) == 0


def test_dice_are_even_and_do_not_depend_on_each_other(lots: Game) -> None:
    start = lots.start()
    fell = [Dice(sha256(bytes([n % 256, n // 256])).digest()).faces(start) for n in range(12_000)]
    assert is_even(fell, 6**3)


def test_the_first_card_is_each_card_equally_often(lots: Game) -> None:
    state = lots.start()
    for answer in ("0/3", "1"):
        state.play(answer)
    drawn = Counter(Dice(sha256(b"%d" % n).digest()).roll(state) for n in range(9000))
    assert drawn.keys() == {"0", "2", "3"}
    assert all(abs(drawn[str(kind)] - 1000 * DECK[kind]) < 250 for kind in range(4))


def test_a_deck_drawn_out_is_a_shuffle_of_it(lots: Game) -> None:
    orders = set()
    for n in range(50):
        cards = rolled(lots.start(), Dice(bytes([n] * 32)))[2::3]
        assert sorted(cards) == [str(kind) for kind, left in enumerate(DECK) for _ in range(left)]
        orders.add(tuple(cards))
    assert len(orders) > 40


@pytest.mark.parametrize("n", [0, 1, 2, 52, 1000])
def test_a_shuffle_is_a_permutation(n: int) -> None:
    order = Dice(SEED).shuffle(n, 5)
    assert sorted(order) == list(range(n))
    assert order == Dice(SEED).shuffle(n, 5)
    assert n < 50 or order != Dice(SEED).shuffle(n, 6) != Dice(SEED, ["word"]).shuffle(n, 6)


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    dice = Dice(SEED)
    assert is_even((dice.shuffle(4, place) for place in range(9600)), factorial(4))
