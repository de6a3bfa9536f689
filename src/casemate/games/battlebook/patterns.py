"""Option `patterns` (6.9, 11): other squares for Light Cannon, Revolver and Cavalry Saber."""

import re

from casemate.games.battlebook.units import FARTHEST

STANDARD = "standard"
PRINTED = {  # 6.9 F squares forward, R rows up
    "CN": ((3, -1), (3, 0), (3, 1)),
    "RV": ((1, 0), (2, -1), (2, 1)),
    "SB": ((1, -1), (1, 0), (1, 1)),
}
WEAPON = re.compile(r"([A-Z]{2}):(.+)")
PLACE = re.compile(r"([1-9])([+-][0-7])")
EXAMPLES = (STANDARD, "CN:2-1,2+0,2+1", "CN:2-1,2+0,2+1/SB:1+0,1+1")
FORM = (
    "`standard`, or for one or more of CN, RV and SB, joined by /, the code, a colon and the squares marked: "
    "1 to 9 squares forward and +0 to +7 or -1 to -7 rows, such as CN:2-1,2+0,2+1"
)

Squares = tuple[tuple[int, int], ...]


def read_patterns(text: str) -> tuple[str, tuple[int, ...]]:
    """The option as it is kept, and its numbers; ValueError with a reason."""
    patterns: dict[str, Squares] = dict(PRINTED)
    if text != STANDARD:
        patterns |= read_weapons(text)
    return text, tuple(column(squares, far) for squares in patterns.values() for far in range(1, FARTHEST + 1))


def read_weapons(text: str) -> dict[str, Squares]:
    found: dict[str, Squares] = {}
    for part in text.split("/"):
        written = WEAPON.fullmatch(part)
        if not written or written[1] not in PRINTED:
            raise ValueError(f"{part!r:.40} is not CN, RV or SB with a colon and squares")
        if written[1] in found:
            raise ValueError(f"{written[1]} is named twice")
        found[written[1]] = read_squares(written[2])
    return found


def read_squares(text: str) -> Squares:
    squares = []
    for part in text.split(","):
        written = PLACE.fullmatch(part)
        if not written or written[2] == "-0":
            raise ValueError(f"{part!r:.20} is not 1 to 9 squares forward and rows with their sign, such as 2-1 or 2+0")
        place = int(written[1]), int(written[2])
        if place in squares:
            raise ValueError(f"{part} stands twice")
        squares.append(place)
    return tuple(squares)


def column(squares: Squares, far: int) -> int:
    """The rows marked so many squares forward, as bits."""
    return sum(1 << rows + 7 for forward, rows in squares if forward == far)
