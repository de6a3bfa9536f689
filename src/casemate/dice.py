"""Dice and shuffles anyone can verify afterwards.

Before the game a secret seed is drawn and its hash is shown: the commitment. Then each side may say a word of its own,
which whoever drew the seed could not foresee. Every roll follows from the seed, the words and the place in the game, so
once the seed is shown anyone can recompute them all:

    numbers at a place = HMAC-SHA256(seed, purpose, the words, place, block) for block = 0, 1, 2 ...

each block read as four whole numbers of 64 bits, big end first. A number is used if it is below the greatest multiple
of n that 64 bits can hold, and then gives its remainder by n; else the next one is tried. So every face of a die, and
every card left in a deck, is exactly as likely as any other. `message` and `below` say the rest.
"""

import hmac
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256

from casemate.game import State
from casemate.rules import Question
from casemate.table import CHANCE, DRAW, ROLL_OVER

SEED = 32  # bytes
COMMITMENT, ROLL, SHUFFLE = b"casemate seed 1", b"casemate roll 1", b"casemate shuffle 1"


class Dice:
    """The dice of one game: the same seed and words give the same roll at the same place."""

    def __init__(self, seed: bytes | None = None, words: Sequence[str] = ()) -> None:
        self.seed = secrets.token_bytes(SEED) if seed is None else bytes(seed)
        if len(self.seed) != SEED:
            raise ValueError(f"a seed is {SEED} bytes, not {len(self.seed)}")
        self.words = spoken(words)

    @property
    def commitment(self) -> str:
        """What is shown before the game, and fits no other seed."""
        return sha256(COMMITMENT + self.seed).hexdigest()

    def roll(self, state: State) -> str:
        """The answer to what `state` leaves to dice or cards."""
        question = due(state)
        numbers = self.numbers(ROLL, place(state))
        if question.form == DRAW:
            return state.write_chance(question, card(question, below(numbers, sum(question.weights))))
        faces = dice(question, numbers)
        hits = sum(face > question.need for face in faces)
        return state.write_chance(question, hits if question.form == ROLL_OVER else faces[0])

    def faces(self, state: State) -> tuple[int, ...]:
        """The dice of that roll as they fell; none when a card is drawn."""
        question = due(state)
        return () if question.form == DRAW else dice(question, self.numbers(ROLL, place(state)))

    def shuffle(self, n: int, place: int = 0) -> tuple[int, ...]:
        """The whole numbers below n in a random order: from the last seat on, each changes places with one up to it."""
        order, numbers = list(range(n)), self.numbers(SHUFFLE, place)
        for last in range(n - 1, 0, -1):
            chosen = below(numbers, last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    def numbers(self, purpose: bytes, place: int) -> Iterator[int]:
        """The numbers of 64 bits at a place in the game, without end."""
        block = 0
        while True:
            digest = hmac.digest(self.seed, message(purpose, self.words, place, block), "sha256")
            yield from (int.from_bytes(digest[at : at + 8]) for at in range(0, len(digest), 8))
            block += 1

    def __repr__(self) -> str:
        return f"<Dice: sha256 {self.commitment}>"


def spoken(words: Sequence[str]) -> tuple[str, ...]:
    """One word for each seat; those who said nothing after the last who did count for nothing."""
    if isinstance(words, str) or not all(isinstance(word, str) for word in words):
        raise TypeError("the words are a list of texts, one for each seat")
    last = max((seat + 1 for seat, word in enumerate(words) if word), default=0)
    return tuple(words[:last])


def due(state: State) -> Question:
    question = state.now.question
    if state.to_move != CHANCE or question is None:
        raise ValueError("neither dice nor cards are due")
    return question


def place(state: State) -> int:
    """How many answers have been given."""
    return len(state.moments) - 1


def dice(question: Question, numbers: Iterator[int]) -> tuple[int, ...]:
    """Six-sided dice to roll over a number, or one die with as many faces as the rules say."""
    if question.form == ROLL_OVER:
        return tuple(below(numbers, 6) + 1 for _ in range(question.dice))
    return (question.codes[below(numbers, len(question.codes))],)


def card(question: Question, n: int) -> int:
    """The n-th card left, the deck in order of its kinds."""
    for kind, left in zip(question.codes, question.weights, strict=True):
        if n < left:
            return kind
        n -= left
    raise IndexError("no card is left to draw")


def below(numbers: Iterator[int], n: int) -> int:
    """A whole number below n, all equally likely."""
    fair = (1 << 64) - (1 << 64) % n
    return next(number for number in numbers if number < fair) % n


def message(purpose: bytes, words: Sequence[str], place: int, block: int) -> bytes:
    """How many words; each word's length and bytes (UTF-8); place and block. Numbers have 8 bytes, big end first."""
    parts = [purpose, number(len(words))]
    for word in words:
        written = word.encode("utf-8", "surrogatepass")
        parts += [number(len(written)), written]
    return b"".join([*parts, number(place), number(block)])


def number(n: int) -> bytes:
    return n.to_bytes(8)
