"""Chapters 4 to 7: the units, read from the files in `factions`; what abilities cost, from `abilities.tsv`.

A faction is a file: its name; its home tiles; its home feature; and a table with the rulebook's columns. A new file is
a new faction, as long as its abilities are known (28.2). `CARDS` holds all cards, in the order of the files.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casemate.games.pocket.data import FOLDER, NOTHING, Row, listed, read_file, refuse_names, rows, table, whole_number
from casemate.games.pocket.ground import GROUNDS, Grounds

HEAD = ("Unit", "Pts", "OFF", "DEF", "Movement, range", "Favoured", "Types", "Abilities")
DICE_COST = {"OFF": (0, 1, 2, 4), "DEF": (0, 2, 4, 5)}
NUMBER_COST = {  # 5.1
    "Swift": (0, 1, 2, 3),
    "Flying": (0, 3, 5, 7),
    "Ranged": (0, 2, 4, 6),
    "Daylight": (0, -1, -2, -3),
    "Summoning": (0, -1, -2, -3),
}
KNOWN = (  # the abilities that the rules carry out
    "Brace", "Charge", "Command", "Dread", "Gloom", "Grave-bound", "Heavy", "Hex", "Last gasp", "Lob", "Outrider",
    "Pack", "Plate", "Reap", "Repair", "Rootwalk", "Salvage", "Skirmish", "Slip", "Slow reload", "Surefoot",
    "Tool-bearer",
)  # fmt: skip
CORE, CORE_POINTS, HOME_TILES, COPIES = 6, 50, 6, 2  # 7.1, 8.4
LONGEST = 3  # bonus moves: paths of more than four moves are too many to be listed
UNITS = 60  # the most a force may hold
MOST_POINTS, MOST_COPIES = 150, 4  # section 28


@dataclass(frozen=True)
class Card:
    """4.1 What a unit's card says."""

    name: str
    points: int
    off: int
    defence: int
    off_bumps: tuple[int, ...]
    def_bumps: tuple[int, ...]
    numbers: Mapping[str, int]  # Swift, Flying, Ranged, Daylight, Summoning
    favoured: str
    types: tuple[str, ...]
    abilities: tuple[str, ...]
    faction: int


@dataclass(frozen=True)
class Faction:
    name: str
    tiles: tuple[tuple[int, int], ...]  # how many of which terrain
    feature: int
    units: tuple[Card, ...]


def read_abilities(text: str, file: str = "abilities.tsv") -> dict[str, int]:
    """Section 6: the abilities and their costs."""
    found = table(("Ability", "Cost"), list(rows(file, text)), file)
    refuse_names(found)
    costs = {}
    for row in found:
        if row.cells[0] not in KNOWN:
            row.refuse(f"the rules know no ability {row.cells[0]!r}; they know {', '.join(KNOWN)}")
        cost = whole_number(row.cells[1])
        if cost is None:
            row.refuse(f"the cost is a whole number, not {row.cells[1]!r}")
        costs[row.cells[0]] = cost
    return costs


def read_dice(row: Row, name: str, cell: str) -> tuple[int, tuple[int, ...]]:
    """4.3 `2(+1)`: two dice, and one bump of +1."""
    found = re.fullmatch(r"([0-3])((?:\(\+[1-5]\)){0,4})", cell)
    if not found:
        row.refuse(f"{name} is 0 to 3 dice and bumps such as 2(+1), not {cell!r}")
    return int(found[1]), tuple(int(value) for value in re.findall("[1-5]", found[2]))


def read_numbers(row: Row, cell: str) -> dict[str, int]:
    """`Flying 2, Daylight 1`"""
    numbers: dict[str, int] = {}
    for words in listed(cell):
        found = re.fullmatch("([A-Z][a-z]+) ([1-3])", words)
        if not found or found[1] not in NUMBER_COST:
            row.refuse(f"{words!r} is not {', '.join(NUMBER_COST)}, each with a number from 1 to 3")
        if found[1] in numbers:
            row.refuse(f"{found[1]} stands twice")
        numbers[found[1]] = int(found[2])
    if numbers.get("Swift", 0) + numbers.get("Flying", 0) > LONGEST:
        row.refuse(f"Swift and Flying together are at most {LONGEST}: longer paths are too many to be listed")
    return numbers


def cost(card: Card, abilities: Mapping[str, int]) -> int:
    """5.1-5.2 1 point, the sums of the table, the values of the bumps, and the abilities."""
    return (
        1
        + DICE_COST["OFF"][card.off]
        + DICE_COST["DEF"][card.defence]
        + sum(NUMBER_COST[name][number] for name, number in card.numbers.items())
        + sum(card.off_bumps)
        + sum(card.def_bumps)
        + sum(abilities[ability] for ability in card.abilities)
    )


def read_card(row: Row, faction: int, abilities: Mapping[str, int], grounds: Grounds) -> Card:
    """A row of a faction's table."""
    name, written, off, defence, numbers, favoured, types, own = row.cells
    points = whole_number(written)
    off_dice, off_bumps = read_dice(row, "OFF", off)
    def_dice, def_bumps = read_dice(row, "DEF", defence)
    if favoured not in (*grounds.names, *NOTHING):
        row.refuse(f"{favoured!r} is no terrain or feature: {', '.join(grounds.names)}")
    for word in listed(types):
        if not re.fullmatch(r"[A-Z][\w-]*", word):
            row.refuse(f"{word!r} is no type: a word with a capital")
    for ability in listed(own):
        if ability not in abilities:
            row.refuse(f"the rules know no ability {ability!r}; they know {', '.join(abilities)}")
    if len(set(listed(own))) < len(listed(own)):
        row.refuse("an ability stands twice")
    card = Card(
        name,
        points or 0,
        off_dice,
        def_dice,
        off_bumps,
        def_bumps,
        read_numbers(row, numbers),
        "" if favoured in NOTHING else favoured,
        listed(types),
        listed(own),
        faction,
    )
    if points is None or points < 1:
        row.refuse(f"the points are a whole number, at least 1, not {written!r}")
    if points != cost(card, abilities):
        row.refuse(f"{name} costs {cost(card, abilities)} points by section 5, not {points}")
    return card


def read_tiles(row: Row, cell: str, grounds: Grounds) -> tuple[tuple[int, int], ...]:
    """`3 Plains, 2 Stonework, 1 Water`"""
    names = [ground.name for ground in grounds.terrains]
    tiles = []
    for words in listed(cell):
        found = re.fullmatch("([1-9]) (.+)", words)
        if not found or found[2] not in names:
            row.refuse(f"{words!r} is not a number and a terrain: {', '.join(names)}")
        tiles.append((int(found[1]), names.index(found[2])))
    if len({kind for _, kind in tiles}) < len(tiles):
        row.refuse("a terrain stands twice")
    if sum(number for number, _ in tiles) != HOME_TILES:
        row.refuse(f"there are {HOME_TILES} home tiles (8.4), not {sum(number for number, _ in tiles)}")
    for number, kind in tiles:
        if kind != 0 and number > COPIES:
            row.refuse(f"at most {COPIES} tiles are {names[kind]} (8.4), not {number}")
    return tuple(tiles)


def read_faction(
    file: str, text: str, number: int, abilities: Mapping[str, int], grounds: Grounds, taken: Sequence[str] = ()
) -> Faction:
    """A file of `factions`; `taken` are the names of units that there are already."""
    found = list(rows(file, text))
    if len(found) < 4:
        Row(file, 1, ()).refuse("a faction is its name, its Home tiles, its Home feature and a table of units")
    title, tiles, feature = found[:3]
    refuse_names([title])
    for row, word in ((tiles, "Home tiles"), (feature, "Home feature")):
        if len(row.cells) != 2 or row.cells[0] != word:
            row.refuse(f"here stands {word!r}, a tab, and what they are")
    features = [ground.name for ground in grounds.features]
    if feature.cells[1] not in features:
        feature.refuse(f"{feature.cells[1]!r} is no feature: {', '.join(features)}")
    home = read_tiles(tiles, tiles.cells[1], grounds)
    units = table(HEAD, found[3:], file)
    refuse_names(units, taken)
    if len(units) < CORE:
        title.refuse(f"a faction has at least {CORE} units, its core (7.1), not {len(units)}")
    cards = tuple(read_card(row, number, abilities, grounds) for row in units)
    points = sum(card.points for card in cards[:CORE])
    if points != CORE_POINTS:
        title.refuse(f"the points of the core, the first {CORE} units, add up to {CORE_POINTS} (7.1), not {points}")
    if all("Summoning" in card.numbers for card in cards[:CORE]):
        title.refuse("a core has a unit without Summoning (8.3)")
    return Faction(title.cells[0], home, features.index(feature.cells[1]), cards)


def read_factions(texts: Mapping[str, str], abilities: Mapping[str, int], grounds: Grounds) -> tuple[Faction, ...]:
    """All factions, in the order of their files."""
    factions: list[Faction] = []
    for file, text in texts.items():
        taken = [card.name for faction in factions for card in faction.units]
        factions.append(read_faction(file, text, len(factions), abilities, grounds, taken))
        if factions[-1].name in [faction.name for faction in factions[:-1]]:
            Row(file, 1, ()).refuse(f"there is a faction {factions[-1].name!r} already")
    if len(factions) < 2:
        raise ValueError("the quick start draws two different factions (26.2)")
    return tuple(factions)


def most_units(cards: Sequence[Card]) -> int:
    """How many units the largest force can hold."""
    left, units = MOST_POINTS, 0
    for points in sorted([card.points for card in cards] * MOST_COPIES):
        left -= points
        units += left >= 0
    return min(units, UNITS)


ABILITIES = read_abilities(read_file("abilities.tsv"))
FILES = sorted(FOLDER.glob("factions/*.tsv"))
FACTIONS = read_factions({f"factions/{at.name}": at.read_text(encoding="utf-8") for at in FILES}, ABILITIES, GROUNDS)
CARDS = tuple(card for faction in FACTIONS for card in faction.units)
SIZE = most_units(CARDS)
TYPES = tuple(dict.fromkeys(word for card in CARDS for word in card.types))
