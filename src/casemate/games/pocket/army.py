"""Chapter 8 before the game: a force, its tiles and its home feature chosen at leisure, and drawn on paper."""

import re
from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace

from casemate.army import Army, Builder, Item, Options, Section, bare, check_sections, read_list, write_list
from casemate.games.pocket.board import FREE, ONE_FACTION
from casemate.games.pocket.cards import CARDS, COPIES, CORE, FACTIONS, SIZE, Card
from casemate.games.pocket.choosing import LIKINGS, Choice, choice_of_faction, mixed_choice
from casemate.games.pocket.ground import GROUNDS
from casemate.games.pocket.legends import effects, facts, texts
from casemate.games.pocket.notation import CARD_NAMES, FEATURE_NAMES, TERRAIN_NAMES
from casemate.games.pocket.sheets import draw_sheet
from casemate.words import Why

CHOOSE = "choose"
PLAINS = GROUNDS.terrains[0].name
BY_CHANCE = ("quick", "random")
UNITS, TILES, FEATURE = range(3)
MIXED = ("Mixed: strong", "Mixed: fast", "Mixed: ranged", "Mixed: many")  # in the order of LIKINGS
NAMED = {bare(card.name): card for card in CARDS}


# --- what there is to choose ------------------------------------------------------------------------------------------


def sections(options: Options) -> tuple[Section, ...]:
    """8.1 units, 8.4 tiles, 8.5 a home feature."""
    return laid_out(*(int(options[name]) for name in ("points", "tiles", "copies")))


@cache
def laid_out(points: int, tiles: int, copies: int) -> tuple[Section, ...]:
    units = tuple(unit_item(card, copies) for card in CARDS)
    terrains = tuple(
        Item(ground.name, 1, None if ground.name == PLAINS else COPIES, words=effects("terrain.tsv")[ground.name])
        for ground in GROUNDS.terrains
    )
    features = tuple(Item(ground.name, words=effects("features.tsv")[ground.name]) for ground in GROUNDS.features)
    return (
        Section("Units", "8.1", "points", points, units, most_rule="8.2"),
        Section("Tiles", "8.4", "tiles", tiles, terrains, is_exact=True, is_counted=True),
        Section("Home feature", "8.5", "features", 1, features, is_exact=True),
    )


def unit_item(card: Card, copies: int) -> Item:
    words = "\n".join(f"{ability}: {texts()[ability]}" for ability in card.abilities)
    return Item(card.name, card.points, copies, facts(card), words, FACTIONS[card.faction].name)


# --- reading, writing, judging ----------------------------------------------------------------------------------------


def read(text: str, options: Options) -> Army:
    """27.2 What follows `choose`, as far as it has come."""
    return read_list(re.sub(rf"^\s*{CHOOSE}\s", "", text), sections(options))


def write(army: Army, options: Options) -> str:
    return write_list(army, sections(options))


def answer(army: Army, options: Options) -> str:
    """27.2 `choose` units `/` tiles `/` feature"""
    tiles = write_list(Army((army.picks[TILES],)), sections(options)[TILES:FEATURE])
    return f"{CHOOSE} {', '.join(army.picks[UNITS])} / {tiles} / {', '.join(army.picks[FEATURE])}"


def check(army: Army, options: Options) -> list[Why]:
    """8.1-8.5, and what the options want besides."""
    if options["forces"] in BY_CHANCE:
        return [Why(f"With forces {options['forces']} nothing is chosen: factions are drawn", ("26.1", "26.2"))]
    units = [NAMED[bare(name)] for name in army.picks[UNITS]]
    wrong = check_sections(army, sections(options))
    if units and all("Summoning" in card.numbers for card in units):
        wrong.append(Why("Every unit has Summoning: none of them could be placed", ("8.3",)))
    elif not units:
        wrong.append(Why("A force has at least one unit without Summoning", ("8.3",)))
    if len(units) > SIZE:
        wrong.append(Why(f"A force has at most {SIZE} units, not {len(units)}", ("8.1",)))
    if options["forces"] == "one_faction" and len({card.faction for card in units}) > 1:
        names = dict.fromkeys(FACTIONS[card.faction].name for card in units)
        wrong.append(Why(f"One faction is agreed on, and these are {' and '.join(names)}", ("8.2", "28.1")))
    if options["forces"] == "core" and army not in cores():
        wrong.append(Why("A core is agreed on: a faction's first six units, home tiles and feature", ("7.1", "28.1")))
    return wrong


# --- ready-made -------------------------------------------------------------------------------------------------------


def army_of(choice: Choice) -> Army:
    """A choice of the rules (choosing.py) as a list."""
    cards, tiles, feature = choice
    names = [TERRAIN_NAMES[kind] for number, kind in tiles for _ in range(number)]
    return Army((tuple(CARD_NAMES[card] for card in cards), tuple(names), (FEATURE_NAMES[feature],)))


@cache
def cores() -> tuple[Army, ...]:
    """7.1 Each faction's core, home tiles and home feature."""
    return tuple(
        army_of(([CARDS.index(card) for card in faction.units[:CORE]], list(faction.tiles), faction.feature))
        for faction in FACTIONS
    )


def ready(options: Options) -> Mapping[str, str]:
    """What a table offers, each by a name; with `core` the cores."""
    if options["forces"] in BY_CHANCE:
        return {}
    names = [faction.name for faction in FACTIONS]
    armies = list(cores())
    if options["forces"] != "core":
        agreed = SimpleNamespace(
            points=int(options["points"]),
            copies=int(options["copies"]),
            tiles=int(options["tiles"]),
            forces=ONE_FACTION if options["forces"] == "one_faction" else FREE,
        )
        armies = [army_of(choice_of_faction(agreed, number)) for number in range(len(FACTIONS))]
        if agreed.forces == FREE:
            armies += [army_of(mixed_choice(agreed, number)) for number in range(len(LIKINGS))]
            names += MIXED
    return {name: write(army, options) for name, army in zip(names, armies, strict=False)}


BUILDER = Builder(
    sections, check, ready, answer, read, write, draw_sheet, options=("points", "forces", "copies", "tiles")
)
