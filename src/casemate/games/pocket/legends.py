"""What cards, abilities and kinds of ground say, in the words of their files and of the rulebook."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from casemate.games.pocket.cards import Card
from casemate.games.pocket.data import NOTHING, read_file, rows


def facts(card: Card) -> tuple[str, ...]:
    """4.1 The card in a word each."""
    return (
        f"OFF {dice(card.off, card.off_bumps)}",
        f"DEF {dice(card.defence, card.def_bumps)}",
        *(f"{name} {number}" for name, number in card.numbers.items()),
        *([f"favours {card.favoured}"] if card.favoured else []),
        ", ".join(card.types),
    )


def dice(number: int, bumps: Sequence[int]) -> str:
    """4.3 `2(+1)`"""
    return str(number) + "".join(f"(+{bump})" for bump in bumps)


@cache
def texts() -> Mapping[str, str]:
    """6.2 What the abilities do, in the rulebook's own words."""
    told = re.findall(r"^\| ([^|]+) \| [−-]?\d+ \| ([^|]+) \|$", read_file("rulebook.md"), re.MULTILINE)
    return {name: words.replace("*", "").strip() for name, words in told}


@cache
def effects(file: str) -> Mapping[str, str]:
    """What kinds of ground do, in the words of their file: what for the unit, what for the player."""
    head, *found = rows(file, read_file(file))
    titles = [re.sub(r" \(section \d+\)", "", title) for title in head.cells]
    return {
        row.cells[0]: "\n".join(
            f"{title}: {cell}" for title, cell in zip(titles[1:], row.cells[1:], strict=False) if cell not in NOTHING
        )
        for row in found
    }
