"""27.2 The choice of force, tiles and home feature as one text: `choose units / tiles / feature`."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from casemate.game import State
from casemate.games.pocket.board import (
    CHOOSING,
    DONE,
    ONE_FACTION,
    TAKE,
    TAKE_FEATURE,
    TAKE_TILES,
    TERRAINS,
)
from casemate.games.pocket.cards import CARDS, FACTIONS, SIZE, Card
from casemate.games.pocket.forces import TWICE
from casemate.games.pocket.notation import CARD_NAMES, FEATURE_NAMES, TERRAIN_NAMES
from casemate.words import Reason

NOT_A_CHOICE = Reason(
    "27.2",
    "a choice is written `choose`, units separated by commas, ` / `, tiles such as 3 Plains, 1 Water, ` / `, a feature",
)
NO_SUCH_UNIT = Reason("7.1", "unit {a} of the choice is on no card")
NO_SUCH_TERRAIN = Reason("2.2 8.4", "terrain {a} of the choice is not a number and a terrain")
NO_SUCH_FEATURE = Reason("3.3 8.5", f"the home feature is written {' or '.join(FEATURE_NAMES)}")
TOO_DEAR = Reason("8.1", "these units cost {a} points, and a force is worth at most {b}")
TOO_MANY_COPIES = Reason("8.2", "{a:card} may be taken {b} times at most, not {c} times")
TWO_FACTIONS = Reason("8.2", "a force is of one faction here, and {a:card} and {b:card} are of two")
ONLY_SUMMONED = Reason("8.3", "a force contains at least one unit without Summoning")
TOO_MANY_UNITS = Reason("8.1", "a force has at most {a} units")
TERRAIN_TWICE = Reason("8.4", "{a:terrain} stands twice; each terrain is named once, with its number")
TOO_MANY_ALIKE = Reason("8.4", "at most {b} tiles are {a:terrain}, not {c}")
NOT_SO_MANY_TILES = Reason("8.4", "a player chooses {b} tiles, not {a}")
Answer = tuple[int, ...] | None
Choice = tuple[list[int], list[tuple[int, int]], int]  # cards, numbers and kinds of terrain, the feature


def read_choice(text: str) -> Choice | tuple[int, ...]:
    """The cards, tiles and feature a choice names; a note, if it does not name them."""
    found = re.fullmatch(r"choose ([^/]+) / ([^/]+) / ([^/]+)", text)
    if not found:
        return (NOT_A_CHOICE,)
    cards, tiles = [], []
    for number, name in enumerate(found[1].split(", "), 1):
        if name not in CARD_NAMES:
            return (NO_SUCH_UNIT, number)
        cards.append(CARD_NAMES.index(name))
    for number, words in enumerate(found[2].split(", "), 1):
        counted = re.fullmatch(r"([1-9]) (.+)", words, re.ASCII)
        if not counted or counted[2] not in TERRAIN_NAMES:
            return (NO_SUCH_TERRAIN, number)
        tiles.append((int(counted[1]), TERRAIN_NAMES.index(counted[2])))
    if found[3] not in FEATURE_NAMES:
        return (NO_SUCH_FEATURE,)
    return cards, tiles, FEATURE_NAMES.index(found[3])


def why_not_choose(options: Any, text: str) -> Answer:
    """Why a choice is not legal, as a note; None if it is. `options` are those of the position."""
    choice = read_choice(text)
    if not isinstance(choice[0], list):
        return choice
    cards, tiles, _ = choice
    return why_not_units(options, cards) or why_not_tiles(options.tiles, tiles)


def why_not_units(options: Any, cards: Sequence[int]) -> Answer:
    """8.1-8.3"""
    points = sum(CARDS[card].points for card in cards)
    if points > options.points:
        return (TOO_DEAR, points, options.points)
    if len(cards) > SIZE:
        return (TOO_MANY_UNITS, SIZE)
    for card in cards:
        if cards.count(card) > options.copies:
            return (TOO_MANY_COPIES, card, options.copies, cards.count(card))
        if options.forces == ONE_FACTION and CARDS[card].faction != CARDS[cards[0]].faction:
            return (TWO_FACTIONS, cards[0], card)
    return (ONLY_SUMMONED,) if all("Summoning" in CARDS[card].numbers for card in cards) else None


def why_not_tiles(wanted: int, tiles: Sequence[tuple[int, int]]) -> Answer:
    """8.4"""
    left, used = wanted, 0
    for number, kind in tiles:
        if used >> kind & 1:
            return (TERRAIN_TWICE, kind)
        if kind != 0 and number > TWICE:
            return (TOO_MANY_ALIKE, kind, TWICE, number)
        used |= 1 << kind
        left -= number
    return (NOT_SO_MANY_TILES, wanted - left, wanted) if left else None


def codes_of(choice: Choice) -> tuple[int, ...]:
    """The chain of small answers that a choice stands for (forces.py)."""
    cards, tiles, feature = choice
    return (
        *(TAKE | card for card in cards),
        DONE,
        *(TAKE_TILES | kind << 4 | number for number, kind in tiles),
        TAKE_FEATURE | feature,
    )


def write_choice(choice: Choice) -> str:
    cards, tiles, feature = choice
    units = ", ".join(CARD_NAMES[card] for card in cards)
    return f"choose {units} / {', '.join(f'{n} {TERRAIN_NAMES[kind]}' for n, kind in tiles)} / {FEATURE_NAMES[feature]}"


def is_due(state: State) -> bool:
    """Whether a whole choice is asked for."""
    asks, turn = state.glance("asks", "turn")
    due = turn == 0 and asks == CHOOSING and state.to_move in (0, 1)
    return due and state.options["forces"] in ("free", "one_faction") and not state.now.answers


def read(state: State, text: str) -> tuple[int, ...] | None:
    """Any legal choice."""
    if not is_due(state):
        return None
    choice = read_choice(text)
    if not isinstance(choice[0], list) or why_not_choose(state.here.options, text) is not None:
        return None
    return codes_of(choice)


# --- a few of them ---------------------------------------------------------------------------------------------------


def menu(state: State) -> dict[str, tuple[int, ...]] | None:
    """Some choices for those who do not wish to build their own: each faction's, and a few mixed ones."""
    if not is_due(state):
        return None
    options = state.here.options
    choices = [choice_of_faction(options, number) for number in range(len(FACTIONS))]
    if options.forces != ONE_FACTION:
        choices += [mixed_choice(options, number) for number in range(len(LIKINGS))]
    return {write_choice(choice): codes_of(choice) for choice in choices}


def choice_of_faction(options: Any, number: int) -> Choice:
    """7.1 The core, home tiles and home feature, fitted to the options."""
    faction = FACTIONS[number]
    cards = [CARDS.index(card) for card in faction.units]
    return fitted(options, cards), fitted_tiles(options.tiles, list(faction.tiles)), faction.feature


LIKINGS: tuple[Callable[[Card], object], ...] = (  # what a mixed force likes best
    lambda card: (-card.defence - card.off, card.points),
    lambda card: (-sum(card.numbers.get(name, 0) for name in ("Swift", "Flying")), card.points),
    lambda card: (-card.numbers.get("Ranged", 0), -card.defence, card.points),
    lambda card: (card.points, -card.off),
)


def mixed_choice(options: Any, number: int) -> Choice:
    liked = sorted((card for card in CARDS if "Summoning" not in card.numbers), key=LIKINGS[number])  # type: ignore[arg-type]
    tiles = [(1, kind) for kind in range(1, 1 + min(number, TERRAINS - 1))]
    cards = [CARDS.index(card) for card in liked]
    return fitted(options, cards), fitted_tiles(options.tiles, [(6 - number, 0), *tiles]), number % len(FEATURE_NAMES)


def fitted(options: Any, cards: Sequence[int]) -> list[int]:
    """As many of these units as the points allow: each once, then once more."""
    found: list[int] = []
    for _ in range(options.copies):
        for card in cards:
            if why_not_units(options, [*found, card]) in (None, (ONLY_SUMMONED,)):
                found.append(card)
    if why_not_units(options, found) is None:
        return found
    return fitted(options, [card for card in cards if "Summoning" not in CARDS[card].numbers])


def fitted_tiles(wanted: int, tiles: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """These tiles with more or fewer Plains, in the same order."""
    others = sum(number for number, kind in tiles if kind != 0)
    if all(kind != 0 for _, kind in tiles):
        tiles = [(0, 0), *tiles]
    found = [(max(0, wanted - others) if kind == 0 else number, kind) for number, kind in tiles]
    while sum(number for number, _ in found) > wanted:
        found[-1] = (found[-1][0] - 1, found[-1][1])
        found = [each for each in found if each[0]]
    return [each for each in found if each[0]]
