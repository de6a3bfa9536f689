"""Chapter 3: the eight actions, what they cost, and choosing five of them."""

from itertools import combinations
from typing import Any

from casemate.games.battlebook.grid import NORTH, SOUTH
from casemate.table import choose, choose_secretly, note, offer_all, roll
from casemate.words import Reason

CODES = ("LC", "HC", "SC", "CM", "RM", "CN", "RV", "SB")
NAMES = (
    "Light Chassis",
    "Heavy Chassis",
    "Saboteur Chassis",
    "Carbine Musket",
    "Rifled Musket",
    "Light Cannon",
    "Revolver",
    "Cavalry Saber",
)
COSTS = (1, 2, 2, 1, 2, 1, 1, 1)
LIGHT, HEAVY, SABOTEUR = range(3)
CHASSIS, WEAPONS = 0b00000111, 0b11111000
FIRST_WEAPON = 3
ROUND_AP = 9
SETS = tuple(  # 3.2, 3.5 five of eight with a chassis among them, as bits
    kept for kept in (sum(1 << action for action in five) for five in combinations(range(8), 5)) if kept & CHASSIS
)
ANY_SET = (1 << len(SETS)) - 1
SECRETLY, OPENLY, AT_RANDOM = range(3)  # option `choice`

# Answers: an action times 128 and its square; a pass; the place of a set among SETS; a starter.
PASS, KEEP, START = 1 << 10, 1 << 11, 1 << 12

KEEPS = Reason("3.2 3.3", "{a:player} keeps {b:actions}")
DRAWS = Reason("3.2", "{a:player} is dealt {b:actions}")


def choose_actions(s: Any, t: Any) -> None:
    """3.2-3.4 Each player keeps five actions for the whole battle; North answers first and South is shown nothing."""
    north = choose_set(s, t, NORTH)
    s.kept[NORTH] = north
    if s.options.choice != SECRETLY:
        tell_set(s, t, NORTH, north)
    south = choose_set(s, t, SOUTH)
    s.kept[SOUTH] = south
    if s.options.choice == SECRETLY:
        tell_set(s, t, NORTH, north)
    tell_set(s, t, SOUTH, south)


def choose_set(s: Any, t: Any, player: int) -> int:
    """3.5-3.6 Any five with a chassis, whatever the other keeps."""
    if s.options.choice == AT_RANDOM:
        return SETS[roll(t, len(SETS)) - 1]
    offer_all(t, KEEP, ANY_SET)
    answer = choose_secretly(t, player) if s.options.choice == SECRETLY else choose(t, player)
    return SETS[answer - KEEP]


def tell_set(s: Any, t: Any, player: int, kept: int) -> None:
    note(t, DRAWS if s.options.choice == AT_RANDOM else KEEPS, player, kept)


def affords(s: Any, player: int, action: int) -> bool:
    """3.7, 4.6 Whether the action was kept and can be paid."""
    return s.kept[player] >> action & 1 == 1 and COSTS[action] <= s.ap[player]
