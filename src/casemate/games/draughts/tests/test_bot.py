"""What a position is worth."""

import pytest

from casemate.games.draughts.bot import worth
from casemate.games.draughts.tests.scenes import DRAUGHTS, opening, scene


def chances(*ships: str) -> float:
    return worth(scene(*ships, cards=f"{ships[0][:2]}=2S").here)


def test_even_forces_are_worth_a_half() -> None:
    assert worth(DRAUGHTS.start().here) == 0.5
    assert worth(opening().here) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("monitor d4/N 8 o -", "monitor d4/N 2 o -"),
        ("monitor d4/N 8 o -", "monitor d4/N 8 o AS"),
        ("monitor d4/N 8 o -", "monitor d4/N 8 o JS"),
        ("monitor d4/S 8 h -", "monitor d4/N 8 o -"),
        ("monitor d8/W 8 h -", "monitor d8/N 8 h -"),
        ("monitor d5/N 8 o AS", "monitor d8/N 8 o AS"),
        ("monitor home 8", "monitor off"),
        ("monitor off", "monitor sunk"),
    ],
)
def test_what_is_better_is_worth_more(better: str, worse: str) -> None:
    rest = ("W1 corvette a1/N 8 o -", "B1 corvette h8/S 8 o -")
    assert chances(*rest, f"W2 {better}") > chances(*rest, f"W2 {worse}")
    assert chances(*rest, f"B2 {better}") < chances(*rest, f"B2 {worse}")
