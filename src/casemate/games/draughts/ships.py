"""Chapter 2: the ship list, and 3.3 the ready-made squadrons. Both are tables that anybody may edit.

`ships.tsv` and `squadrons.tsv` have the columns of the rulebook's tables. A line that makes no sense is refused with
its number and the reason.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ARCS = "BPSA"  # bow, port, starboard, astern
MOUNTS, HEAVY, SQUADRON = 7, 16, 15  # the most mounts of a ship, the calibre of two dice, the value of a squadron
SHIP_COLUMNS = ("Type", "Value", "FP", "Mounts", "Dice", "Names")
SQUADRON_COLUMNS = ("Squadron", "Ships")


class BadList(ValueError):
    """A line of a list that cannot be used: its file, its number, and why."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}")
        self.file, self.line, self.reason = file, line, reason


class Mount(NamedTuple):
    """2.2 A number of guns of one calibre with a set of arcs."""

    guns: int
    calibre: int
    arcs: str

    @property
    def dice(self) -> int:
        """2.3 A gun of 16 inches or more counts as two dice."""
        return self.guns * (2 if self.calibre >= HEAVY else 1)

    def __str__(self) -> str:
        return f'{self.guns}×{self.calibre}" {self.arcs}'


class ShipType(NamedTuple):
    """2.5 One line of the ship list."""

    title: str
    value: int
    fp: int
    mounts: tuple[Mount, ...]
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """16.2 In small letters with `_` for spaces and hyphens."""
        return named(self.title)

    def dice(self, arc: str) -> int:
        """The dice that bear in an arc."""
        return sum(mount.dice for mount in self.mounts if arc in mount.arcs)


class Squadron(NamedTuple):
    """3.3 A ready-made squadron: the places of its types in the ship list."""

    title: str
    types: tuple[int, ...]

    @property
    def name(self) -> str:
        return named(self.title)


def named(title: str) -> str:
    return re.sub("[ -]", "_", title.lower())


def read_ships(text: str, file: str = "ships.tsv") -> tuple[ShipType, ...]:
    """2.5 The ship list."""
    types: list[ShipType] = []
    for line, cells in rows(text, file, SHIP_COLUMNS):
        try:
            ship = read_ship(cells)
            if ship.name in [known.name for known in types]:
                raise ValueError(f"there are two types {ship.title!r:.60}")
        except ValueError as refusal:
            raise BadList(file, line, str(refusal)) from None
        types.append(ship)
    return tuple(types)


def read_squadrons(text: str, types: Sequence[ShipType], file: str = "squadrons.tsv") -> tuple[Squadron, ...]:
    """3.3 The ready-made squadrons."""
    squadrons: list[Squadron] = []
    for line, cells in rows(text, file, SQUADRON_COLUMNS):
        try:
            squadron = read_squadron(cells, types)
            if squadron.name in [known.name for known in squadrons]:
                raise ValueError(f"there are two squadrons {squadron.title!r:.60}")
        except ValueError as refusal:
            raise BadList(file, line, str(refusal)) from None
        squadrons.append(squadron)
    return tuple(squadrons)


def rows(text: str, file: str, columns: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The lines of a list below its heading, each with its number; empty lines and lines that begin with # are free."""
    lines = [(number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line.strip() and not line.startswith("#")]
    if not lines or lines[0][1].split("\t") != list(columns):
        raise BadList(file, lines[0][0] if lines else 1, f"the columns are {', '.join(columns)}, divided by tabs")
    if len(lines) == 1:
        raise BadList(file, lines[0][0], "no line follows the heading")
    for number, line in lines:
        if line.count("\t") != len(columns) - 1:
            raise BadList(file, number, f"a line has {len(columns)} columns, this one {line.count(chr(9)) + 1}")
    return [(number, [cell.strip() for cell in line.split("\t")]) for number, line in lines[1:]]


def read_ship(cells: Sequence[str]) -> ShipType:
    title, value, fp, mounts, dice, names = cells
    ship = ShipType(
        read_title(title, "type"),
        read_number(value, "value", SQUADRON - 2),
        read_number(fp, "FP", 99),
        tuple(map(read_mount, mounts.split(", "))),
        tuple(name for name in names.split(", ") if name),
    )
    if len(ship.mounts) > MOUNTS:
        raise ValueError(f"a ship has at most {MOUNTS} mounts, not {len(ship.mounts)}")
    bearing = [ship.dice(arc) for arc in ARCS]
    if dice != " / ".join(map(str, bearing)):
        raise ValueError(f"the mounts have the dice {' / '.join(map(str, bearing))} (2.3), not {dice!r:.60}")
    if 2 * ship.fp + sum(bearing) != 6 * ship.value:
        raise ValueError(
            f"2 × FP + dice is 2 × {ship.fp} + {sum(bearing)} = {2 * ship.fp + sum(bearing)}, "
            f"not 6 × value = {6 * ship.value} (2.5)"
        )
    return ship


def read_title(text: str, what: str) -> str:
    if not re.fullmatch(r"[A-Z][A-Za-z]*([ -][A-Za-z]+)*", text):
        raise ValueError(f"a {what} is words divided by blanks or hyphens, the first with a capital, not {text!r:.60}")
    return text


def read_number(text: str, what: str, most: int) -> int:
    if not re.fullmatch("[1-9][0-9]?", text) or int(text) > most:
        raise ValueError(f"the {what} is a whole number from 1 to {most}, not {text!r:.60}")
    return int(text)


def read_mount(text: str) -> Mount:
    """2.2 For example 2×12" BPS."""
    found = re.fullmatch(r'([1-9])[×x]([1-9][0-9]?)" (B?P?S?A?)', text)
    if not found or not found[3]:
        raise ValueError(f'a mount is written like 2×12" BPS, its arcs in the order {ARCS} (2.2), not {text!r:.60}')
    return Mount(int(found[1]), int(found[2]), found[3])


def read_squadron(cells: Sequence[str], types: Sequence[ShipType]) -> Squadron:
    title, ships = cells
    titles = [ship.title for ship in types]
    chosen = ships.split(", ")
    for ship in chosen:
        if ship not in titles:
            raise ValueError(f"there is no type {ship!r:.60} in the ship list")
    if len(chosen) != 3:
        raise ValueError(f"a squadron is three ships, not {len(chosen)} (3.1)")
    squadron = Squadron(read_title(title, "squadron"), tuple(map(titles.index, chosen)))
    value = sum(types[ship].value for ship in squadron.types)
    if value > SQUADRON:
        raise ValueError(f"a squadron has a total value of at most {SQUADRON}, not {value} (3.1)")
    if squadron.name in ("choose", "random"):
        raise ValueError(f"{title!r:.60} is a value of the option squadrons already")
    return squadron


FOLDER = Path(__file__).parent
TYPES = read_ships((FOLDER / "ships.tsv").read_text(encoding="utf-8"))
SQUADRONS = read_squadrons((FOLDER / "squadrons.tsv").read_text(encoding="utf-8"), TYPES)

# The same as numbers, for the rules. Sets of arcs and of mounts are bits: arc B is 1, mount 1 is 1.

TYPE = {ship.name: place for place, ship in enumerate(TYPES)}
VALUES = tuple(ship.value for ship in TYPES)
FLOTATION = tuple(ship.fp for ship in TYPES)
MEMBERS = tuple(squadron.types for squadron in SQUADRONS)
BEARING = tuple(  # 12.8 by type and the arcs the target is in: the mounts that bear
    tuple(
        sum(
            1 << place
            for place, mount in enumerate(ship.mounts)
            if any(arcs >> ARCS.index(arc) & 1 for arc in mount.arcs)
        )
        for arcs in range(16)
    )
    for ship in TYPES
)
SALVO = tuple(  # 12.9 by type and mounts: the dice
    tuple(
        sum(mount.dice for place, mount in enumerate(ship.mounts) if mounts >> place & 1)
        for mounts in range(1 << MOUNTS)
    )
    for ship in TYPES
)
