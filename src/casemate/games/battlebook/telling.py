"""The position in words."""

from functools import cache

from casemate.games.battlebook.actions import CODES, COSTS, NAMES
from casemate.games.battlebook.grid import NORTH, PLAYERS, SOUTH
from casemate.games.battlebook.scene import ACT, BLOCKED, DESTROYED, KEEP, OVER, SIDES, START, Scene, Unit
from casemate.table import CHANCE

FULL = dict(zip(CODES, NAMES, strict=True))


def describe(scene: Scene) -> str:
    """The position as one would tell it to somebody who cannot see the grid; the first line: who must do what."""
    lines = [status(scene), *(tell_side(scene, side) for side in (NORTH, SOUTH))]
    lines += [f"{PLAYERS[side]}'s units: {tell_units(scene, side)}." for side in (NORTH, SOUTH) if scene.units]
    if scene.xs:
        lines.append(f"X's: {', '.join(f'{square} {count}' for square, count in scene.xs)}.")
    if scene.units and scene.task == ACT:
        lines.append(f"If all weapons fired now: North {scene.ahead[NORTH]}, South {scene.ahead[SOUTH]}.")
    if scene.last:
        lines.append(f"Last action: on {scene.last[0]}{tell_marked(scene.last[1:])}.")
    return "\n".join(lines)


def status(scene: Scene) -> str:
    """Who must do what."""
    if scene.task == OVER:
        return f"Battle over: {scene.ending}."
    if scene.asked == CHANCE:
        return tell_chance(scene)
    player = PLAYERS[scene.asked or 0]
    if scene.task == KEEP:
        return f"{player} chooses five of the eight actions to keep."
    if scene.task == START:
        return f"{player} is behind and chooses who starts round {scene.round}."
    return f"{round_of(scene)}: {player} acts, with {scene.ap[scene.asked or 0]} AP left."


def tell_chance(scene: Scene) -> str:
    if scene.task == KEEP:
        return f"{PLAYERS[NORTH if scene.kept[NORTH] == () else SOUTH]}'s five actions are drawn."
    return f"A coin decides who starts {round_of(scene)[:1].lower()}{round_of(scene)[1:]}."


def round_of(scene: Scene) -> str:
    return "The extra round" if scene.round == 4 else f"Round {scene.round}"


def tell_side(scene: Scene, side: int) -> str:
    kept = scene.kept[side]
    cards = "? (still secret)" if kept is None else " ".join(kept) or "not chosen yet"
    points = counted(scene.totals[side], "point")
    return f"{PLAYERS[side]}: {scene.ap[side]} AP, {points}; actions kept: {cards}."


def tell_units(scene: Scene, side: int) -> str:
    return (
        "; ".join(f"{unit.square} {tell_unit(unit, scene.task == OVER)}" for unit in scene.units if unit.side == side)
        or "none"
    )


def tell_marked(squares: tuple[str, ...]) -> str:
    return f", X's on {', '.join(squares)}" if squares else ""


def counted(number: int, what: str) -> str:
    return f"{number} {what if number == 1 else what + 's'}"


@cache
def crosses(number: int) -> str:
    return "no X" if number == 0 else "1 X" if number == 1 else f"{number} X's"


@cache
def tell_unit(unit: Unit, is_over: bool) -> str:
    """A unit, what threatens it and what would become of it, or has."""
    weapon = f" with {FULL[unit.weapon]}" if unit.weapon else ""
    if unit.fate == DESTROYED:
        fate = "is destroyed" if is_over else "would be destroyed"
    elif unit.fate == BLOCKED:
        fate = f"is blocked by {unit.blocker}"
    else:
        fate = f"{'scores' if is_over else 'would score'} {3 if unit.chassis == 'SC' else 1}"
    return f"{FULL[unit.chassis]}{weapon}, {crosses(unit.xs)}, {fate}"


def label(scene: Scene) -> dict[str, str]:
    """What is to be said of each spot that is not empty."""
    labels = {square: crosses(count) for square, count in scene.xs}
    labels |= {unit.square: f"{PLAYERS[unit.side]} {tell_unit(unit, scene.task == OVER)}" for unit in scene.units}
    labels |= {code: f"{name}, {COSTS[n]} AP{tell_keepers(scene, code)}" for n, (code, name) in enumerate(FULL.items())}
    for side in (NORTH, SOUTH):
        labels[SIDES[side]] = f"{PLAYERS[side]}, {scene.ap[side]} AP, {counted(scene.totals[side], 'point')}"
    return labels


def tell_keepers(scene: Scene, code: str) -> str:
    keepers = [PLAYERS[side] for side in (NORTH, SOUTH) if code in (scene.kept[side] or ())]
    return f", kept by {' and '.join(keepers)}" if keepers else ""
