"""Reasons: what a rule writes down with `note`, and how it reads.

    FIRED = Reason("6.4", "{a:number} shots at {b:square}")
    note(t, FIRED, shots, target)

A reason is a whole number to the rules and a sentence to people. Each game brings the words (`square`, `player`)
that turn its numbers into names.
"""

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

REASONS: dict[int, "Reason"] = {}


class Reason(int):
    """A sentence with up to three numbers a, b, c, and the rules it cites."""

    rules: tuple[str, ...]
    text: str

    def __new__(cls, rules: str, text: str) -> "Reason":
        reason = super().__new__(cls, zlib.crc32(f"{rules}\0{text}".encode()))
        reason.rules, reason.text = tuple(rules.split()), text
        assert REASONS.setdefault(reason, reason).text == text, f"two reasons share a number: {text}"
        return reason

    def __repr__(self) -> str:
        return f"Reason({' '.join(self.rules)!r}, {self.text!r})"


Words = Mapping[str, Callable[[int], str]]


class Spoken:
    """A number that knows how a game says it: f"{spoken:square}"."""

    def __init__(self, number: int, words: Words) -> None:
        self.number, self.words = number, words

    def __format__(self, word: str) -> str:
        return self.words[word](self.number) if word else str(self.number)


@dataclass(frozen=True)
class Event:
    """Something that happened, in words, with the rules that made it happen."""

    text: str
    rules: tuple[str, ...]
    reason: int
    numbers: tuple[int, int, int]


@dataclass(frozen=True)
class Why:
    """Why an answer is not legal: in words, with the rules."""

    text: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.rules)})" if self.rules else self.text


def tell(note: tuple[int, ...], words: Words) -> Event:
    """A note as an event."""
    reason, *numbers = note
    a, b, c = (*numbers, 0, 0, 0)[:3]
    known = REASONS[reason]
    text = known.text.format(a=Spoken(a, words), b=Spoken(b, words), c=Spoken(c, words))
    return Event(text[:1].upper() + text[1:], known.rules, reason, (a, b, c))
