"""The position in words."""

from functools import cache

from casemate.games.ironclad.board import NO_STONE
from casemate.games.ironclad.notation import PLAYERS
from casemate.games.ironclad.scene import POINTS, Act, Scene, Stack, covered, heights, kept, points


def describe(scene: Scene) -> str:
    """The position as one would tell it to somebody who cannot see the board."""
    owner, hand, slid = scene.owner, scene.hand, scene.slid
    return "\n".join(
        [
            f"Game over: {scene.due}."
            if hand is None
            else f"{PLAYERS[owner]}'s turn. {PLAYERS[hand]} acts now: {task(scene)}.",
            *(tell_robots(player, scene.checkers[player], scene.cover[player]) for player in (0, 1)),
            *(tell_stones(player, scene.stones[player], scene.bowls[player]) for player in (0, 1)),
            *([f"The stone on {POINTS[slid]} was slid last and is barred."] if slid != NO_STONE else []),
            *([f"Last turn: {'; '.join(map(tell, scene.last))}."] if scene.last else []),
        ]
    )


def task(scene: Scene) -> str:
    """3.3 What is due, and for whom if the hand is not the owner's."""
    return scene.due if scene.hand == scene.owner else f"{scene.due} for {PLAYERS[scene.owner]}"


@kept
def tell_robots(player: int, stack: Stack, cover: int) -> str:
    covers = covered(stack[0], cover)
    told = [f"{square} height {height} cover {len(covers[square])}" for square, height in sorted(heights(stack))]
    return f"{PLAYERS[player]} robots: {', '.join(told) or 'none'}."


@kept
def tell_stones(player: int, stones: int, bowl: int) -> str:
    return f"{PLAYERS[player]} stones: {', '.join(sorted(points(stones))) or 'none'}; {bowl} in the bowl."


@cache
def tell(act: Act) -> str:
    """One action in words."""
    if act[0].islower():
        return f"robot {act[0]} to {act[1]}" if len(act) == 2 else f"fire at {act[0]}"
    return f"stone {act[0]} slid to {act[1]}" if len(act) == 2 else f"stone placed on {act[0]}"


def label(scene: Scene) -> dict[str, str]:
    """What is to be said of each piece."""
    labels: dict[str, str] = {}
    for player in (0, 1):
        labels |= label_robots(player, scene.checkers[player], scene.cover[player])
        labels |= label_stones(player, scene.stones[player])
    if scene.slid != NO_STONE:
        labels[POINTS[scene.slid]] += ", slid last: may not be slid"
    return labels


@kept
def label_robots(player: int, stack: Stack, cover: int) -> dict[str, str]:
    covers = covered(stack[0], cover)
    return {square: name_robot(player, height, len(covers[square])) for square, height in heights(stack)}


@kept
def label_stones(player: int, stones: int) -> dict[str, str]:
    return dict.fromkeys(points(stones), f"{PLAYERS[player]} stone")


@cache
def name_robot(player: int, height: int, cover: int) -> str:
    return f"{PLAYERS[player]} robot, height {height}, {f'cover {cover}' if cover else 'no cover'}"
