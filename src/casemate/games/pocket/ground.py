"""Chapters 2 and 3: the terrains and features, read from `terrain.tsv` and `features.tsv`.

A tile counts as its feature and not as its terrain (2.1), so both are kinds of ground: first the terrains, then the
features. The cells are the rulebook's own sentences; what is read from them stands in tables, a number for each kind.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from casemate.games.pocket.data import NOTHING, Row, read_file, refuse_names, rows, table

TERRAIN_HEAD = ("Terrain", "Hazard (section 15)", "Other effect")
FEATURE_HEAD = ("Feature", "Hazard (section 15)", "For the unit standing on it", "For the player controlling it")
NO_HAZARD, BALKS, DEFEATS = range(3)
OFF, DEF = 0, 1
DICE = ("OFF", "DEF")
MOST = 12  # kinds of terrain, and of features


@dataclass
class Ground:
    """What a kind of ground does."""

    name: str
    must_stop: bool = False
    dv: int = 0
    failure: int = NO_HAZARD
    only: tuple[str, ...] = ()  # the types its hazard is for; none: for all
    spares_flying: bool = False
    bump: int = 0
    bump_of: int = OFF
    bump_for: tuple[str, ...] = ()  # the types that have the bump; none: all
    bump_from: int = 1  # the least distance
    bump_not_against: str = ""  # the ground of units it is not used against
    is_dark: bool = False  # no daylight tests
    is_plundered: bool = False
    cuts_support: bool = False
    rerolls: int = 0  # for a summoner
    musters: tuple[str, ...] = ()


def types(words: str) -> tuple[str, ...]:
    """`Undead, Mage or Arcane`"""
    return tuple(re.split(r", | or ", words))


Reading = tuple[str, Callable[[Ground, re.Match[str]], None]]
TYPES = r"((?:[A-Z]\w*(?:, | or )?)+)"


def setting(**values: object) -> Callable[[Ground, re.Match[str]], None]:
    def set_them(ground: Ground, found: re.Match[str]) -> None:
        for name, value in values.items():
            setattr(ground, name, value(found) if callable(value) else value)

    return set_them


def bump(**values: object) -> Callable[[Ground, re.Match[str]], None]:
    return setting(bump=lambda found: int(found["n"]), bump_of=lambda found: DICE.index(found["dice"]), **values)


BUMP = r"one \+(?P<n>[1-5]) (?P<dice>OFF|DEF) bump in assaults"
HAZARDS: tuple[Reading, ...] = (
    (r"the unit must stop", setting(must_stop=True)),
    (r"DV ([2-6]) DEF test or the unit balks", setting(dv=lambda found: int(found[1]), failure=BALKS)),
    (r"DV ([2-6]) DEF test or the unit is defeated", setting(dv=lambda found: int(found[1]), failure=DEFEATS)),
    (r"Flying units are exempt", setting(spares_flying=True)),
)
EFFECTS: tuple[Reading, ...] = (
    (BUMP, bump()),
    (BUMP + r" at a distance of (?P<far>[2-4]) or more", bump(bump_from=lambda found: int(found["far"]))),
    (
        BUMP + r" against a unit that is not on an? (?P<ground>[A-Z]\w*)",
        bump(bump_not_against=lambda found: found["ground"]),
    ),
    (BUMP + f" if it is (?P<types>{TYPES})", bump(bump_for=lambda found: types(found["types"]))),
    (f"an? (?P<types>{TYPES}) unit here has {BUMP}", bump(bump_for=lambda found: types(found["types"]))),
    (r"units here take no daylight tests", setting(is_dark=True)),
    (r"whoever defeats it in an assault may plunder", setting(is_plundered=True)),
    (r"the unit it fights at distance 1 gets no support re-rolls", setting(cuts_support=True)),
    (r"one more re-roll if it is the summoner in a summoning test", setting(rerolls=1)),
)
CONTROLS: tuple[Reading, ...] = ((f"Muster: {TYPES}", setting(musters=lambda found: types(found[1]))),)


def known(readings: Sequence[Reading]) -> str:
    """What can be said in a cell, in words."""
    plain = (re.sub(r"\(\?P<\w+>", "(", form) for form, _ in readings)
    return "; ".join(form.replace(TYPES, "(types)").replace("\\", "") for form in plain)


def read_sentences(row: Row, cell: str, readings: Sequence[Reading], ground: Ground) -> None:
    """A cell of sentences separated by `;`, each of a form the rules know; rule numbers in brackets are for people."""
    if cell in NOTHING:
        return
    for sentence in re.sub(r" \(\d+\.\d+\)", "", cell).split("; "):
        for form, read in readings:
            if found := re.fullmatch(form, sentence):
                read(ground, found)
                break
        else:
            row.refuse(f"{sentence!r} is nothing the rules know; they know: {known(readings)}")


def read_hazard(row: Row, cell: str, ground: Ground) -> None:
    """`Living units only: DV 3 DEF test or the unit balks`"""
    if found := re.fullmatch(f"{TYPES} units only: (.+)", cell):
        ground.only, cell = types(found[1]), found[2]
    read_sentences(row, cell, HAZARDS, ground)


def read_ground(file: str, text: str, head: Sequence[str]) -> list[Ground]:
    """The kinds of ground of a file."""
    found = table(head, list(rows(file, text)), file)
    refuse_names(found)
    read: list[Ground] = []
    for row in found:
        if " " in row.cells[0]:
            row.refuse(f"{row.cells[0]!r} is more than one word: positions have blanks between tiles (27.7)")
        ground = Ground(row.cells[0])
        read_hazard(row, row.cells[1], ground)
        read_sentences(row, row.cells[2], EFFECTS, ground)
        if len(head) > 3:
            read_sentences(row, row.cells[3], CONTROLS, ground)
        if len(read) == MOST:
            row.refuse(f"there is room for {MOST} kinds")
        read.append(ground)
    return read


@dataclass(frozen=True)
class Grounds:
    """All kinds of ground there are."""

    terrains: tuple[Ground, ...]
    features: tuple[Ground, ...]
    all: tuple[Ground, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "all", (*self.terrains, *self.features))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(ground.name for ground in self.all)


def read_grounds(terrain: str, features: str) -> Grounds:
    """The terrains, the first of them the one that may be taken any number of times (8.4), and the features."""
    grounds = Grounds(
        tuple(read_ground("terrain.tsv", terrain, TERRAIN_HEAD)),
        tuple(read_ground("features.tsv", features, FEATURE_HEAD)),
    )
    refuse_names([Row("features.tsv", 1, (name,)) for name in grounds.names])
    if len(grounds.terrains) < 5:
        Row("terrain.tsv", 1, ()).refuse("there are at least five terrains, or nine tiles could not be chosen (8.4)")
    for ground in grounds.all:
        if ground.bump_not_against and ground.bump_not_against not in grounds.names:
            Row("features.tsv", 1, ()).refuse(f"{ground.name} speaks of {ground.bump_not_against}, which there is not")
    return grounds


GROUNDS = read_grounds(read_file("terrain.tsv"), read_file("features.tsv"))
