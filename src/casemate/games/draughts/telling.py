"""The position in words."""

from casemate.games.draughts.board import (
    CONTROL,
    DEAL,
    DICE,
    HEADINGS,
    HIT,
    LOT,
    MOVE,
    NONE,
    PLACE,
    RAMMED,
    RAMMER,
    TARGET,
)
from casemate.games.draughts.scene import Aim, Scene, Vessel, kept
from casemate.games.draughts.ships import TYPES

PLAYERS = ("White", "Black")
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
SUITS = {"H": "hearts", "C": "clubs", "D": "diamonds", "S": "spades"}
RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
DAMAGE = {"A": "Conning Tower Hit", "J": "On Fire", "Q": "Steering Hit", "K": "Engine Hit"}
WAITS = {  # what dice and cards are waited for
    DEAL: "An order card is dealt",
    LOT: "A squadron is drawn by lot",
    DICE: "The dice of the salvo are rolled",
    HIT: "A damage card is drawn for the hit",
    RAMMER: "A card is drawn for the ramming ship",
    RAMMED: "A card is drawn for the rammed ship",
}


def describe(scene: Scene) -> str:
    """The position as one would tell it to somebody who cannot see the board."""
    lines = [status(scene), *(f"{tell(vessel)}." for vessel in scene.vessels)]
    waiting = sorted((vessel for vessel in scene.vessels if vessel.order), key=lambda vessel: order_of(vessel.order))
    if waiting:
        lines.append(
            "Order cards: " + ", ".join(f"{vessel.name} {name_card(vessel.order)}" for vessel in waiting) + "."
        )
    if scene.turn:
        gone = ", ".join(map(name_card, scene.discards)) or "none"
        lines.append(f"Damage pack: {scene.pack} cards. Discards: {gone}.")
    return "\n".join(lines)


def order_of(card: str) -> tuple[int, int]:
    """5.2 Lowest card first."""
    return "A23456789TJQK".index(card[0]), "HCDS".index(card[1])


def status(scene: Scene) -> str:
    """Who must do what."""
    if scene.ending:
        return f"Game over: {scene.ending}."
    if scene.asking == PLACE:
        return f"{PLAYERS[scene.to_move or 0]} chooses, in secret, which ship goes where."
    before = f"Turn {scene.turn}. " if scene.turn else ""
    if scene.active == NONE:
        return f"{before}{WAITS.get(scene.asking, 'An order card is dealt')}."
    active = scene.vessels[scene.active]
    return f"{before}{task(scene, active)}."


def task(scene: Scene, active: Vessel) -> str:
    """What the ship that is activated is about to do."""
    owner = f"{PLAYERS[active.side]}'s {active.name} ({active.title})"
    if scene.asking == MOVE:
        return f"{owner} moves from {active.square}, heading {POINTS[active.heading]}"
    if scene.asking == TARGET:
        return f"{owner} may fire: {', '.join(tell_aim(scene, aim) for aim in scene.aims)}"
    if scene.asking == CONTROL:
        return f"{owner} draws a card for damage control"
    told = WAITS.get(scene.asking, "Cards or dice answer")
    if scene.asking in (DICE, HIT) and scene.aims:
        return f"{owner} fires at {tell_aim(scene, scene.aims[0])}. {told}"
    return f"{owner} is activated. {told}"


def tell_aim(scene: Scene, aim: Aim) -> str:
    return f"{scene.vessels[aim.target].name} with {count(aim.dice, 'die', 'dice')}"


def count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


@kept
def tell(vessel: Vessel) -> str:
    """A ship's record in a sentence."""
    if vessel.type == NONE:
        return f"{vessel.name}: not placed yet"
    if vessel.fate == "home":
        return f"{vessel.name} {vessel.title}: home with {points(vessel.fp)}"
    if vessel.fate:
        return f"{vessel.name} {vessel.title}: {vessel.fate}"
    leg = "homebound" if vessel.is_homebound else "outbound"
    told = f"{vessel.name} {vessel.title} on {vessel.square}, heading {POINTS[vessel.heading]}, {leg}"
    return ", ".join([told, f"{vessel.fp} of {points(vessel.full)}", *tell_damage(vessel)])


def points(number: int) -> str:
    return count(number, "flotation point", "flotation points")


def tell_damage(vessel: Vessel) -> list[str]:
    """6.1 The cards in force, and 10.4 what has become of the engines."""
    told = [f"{DAMAGE[card[0]]} ({name_card(card)})" for card in vessel.damage]
    if vessel.has_way:
        told.append("still has way")
    return [*told, "stopped"] if vessel.is_stopped else told


def name_card(card: str) -> str:
    """4.3 The 7 of clubs."""
    return "Joker" if card == "**" else f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def label(scene: Scene) -> dict[str, str]:
    """What is to be said of each square that holds a ship, of each record sheet, and of each type on offer."""
    labels = {vessel.square: tell(vessel) for vessel in scene.vessels if vessel.square}
    if scene.menu:
        return labels | {TYPES[type].name: tell_type(type) for type in scene.menu}
    dice = {aim.target: f", {count(aim.dice, 'die bears', 'dice bear')}" for aim in scene.aims}
    return labels | {vessel.name: tell(vessel) + dice.get(vessel.number, "") for vessel in scene.vessels}


@kept
def tell_type(type: int) -> str:
    """2.5 A line of the ship list."""
    ship = TYPES[type]
    return f"{ship.title}, value {ship.value}, {points(ship.fp)}, {', '.join(map(str, ship.mounts))}"


# --- in the terminal ------------------------------------------------------------------------------------------------

ARROWS = "↑↗→↘↓↙←↖"
SIGNS = {"cell": " ·  ", "full": "■", "lost": "□", "out": "▸", "home": "◂", "now": "►"}
PLAIN_SIGNS = {"cell": " .  ", "full": "#", "lost": "-", "out": "out", "home": "in", "now": ">"}


def draw_text(scene: Scene, side: int, is_plain: bool) -> str:
    """The board as text, and the six records below it."""
    signs = PLAIN_SIGNS if is_plain else SIGNS
    ranks = range(1, scene.size + 1) if side else range(scene.size, 0, -1)
    files = "abcdefghijkl"[: scene.size]
    files = files[::-1] if side else files
    at = {vessel.square: cell(vessel, is_plain) for vessel in scene.vessels if vessel.square}
    head = "    " + "".join(f" {file}  " for file in files).rstrip()
    rows = [
        f"{rank:>2}  " + "".join(at.get(f"{file}{rank}", signs["cell"]) for file in files) + f"{rank:>2}"
        for rank in ranks
    ]
    records = [record(vessel, vessel.number == scene.active, signs, is_plain) for vessel in scene.vessels]
    turn = f"Turn {scene.turn} of {scene.limit}; {scene.pack} cards in the damage pack" if scene.turn else "Placing"
    return "\n".join(line.rstrip() for line in [head, *rows, head, "", turn, *records])


def cell(vessel: Vessel, is_plain: bool) -> str:
    heading = HEADINGS[vessel.heading] if is_plain else ARROWS[vessel.heading]
    return f"{vessel.name}{heading}".ljust(4)


def record(vessel: Vessel, is_active: bool, signs: dict[str, str], is_plain: bool) -> str:
    """A record sheet in a line."""
    before = f"{signs['now'] if is_active else ' '} {vessel.name} "
    if vessel.type == NONE:
        return f"{before}not placed yet"
    if vessel.fate:
        return f"{before}{vessel.title:<23}{vessel.fate}"
    boxes = signs["full"] * vessel.fp + signs["lost"] * (vessel.full - vessel.fp)
    heading = HEADINGS[vessel.heading] if is_plain else ARROWS[vessel.heading]
    leg = "homebound" if vessel.is_homebound else "outbound"
    damage = " ".join(vessel.damage) + ("!" if vessel.has_way else "")
    order = f"card {vessel.order}" if vessel.order else ""
    where = f"{vessel.square:<3}{heading:<3}"
    return f"{before}{vessel.title:<23}{where}{boxes:<13}{leg:<10}{order:<8}{damage}"
