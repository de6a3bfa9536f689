"""The bots by name: three kinds, and levels from a first opponent to the strongest."""

from collections.abc import Callable
from dataclasses import dataclass

from casemate.bots.simple import Greedy, Random
from casemate.bots.thinker import Bot, Thinker
from casemate.errors import UnknownName


@dataclass(frozen=True)
class Level:
    """An opponent of a given strength: a kind of bot with its budget settled."""

    name: str
    summary: str
    make: Callable[[int], Bot]
    waits: bool = False  # whether it needs the compiled rules to be as strong as its name


LEVELS = (
    Level(
        "recruit",
        "plays 200 games ahead, and one time in three not quite the best",
        lambda seed: Thinker(playouts=200, seed=seed, slip=1 / 3),
    ),
    Level(
        "gunner",
        "plays 400 games ahead, and one time in ten not quite the best",
        lambda seed: Thinker(playouts=400, seed=seed, slip=0.1),
    ),
    Level("sergeant", "plays 1,500 games ahead for each answer", lambda seed: Thinker(playouts=1500, seed=seed)),
    Level("captain", "plays 10,000 games ahead", lambda seed: Thinker(playouts=10_000, seed=seed), waits=True),
    Level("marshal", "thinks for one second", lambda seed: Thinker(seconds=1.0, seed=seed), waits=True),
)
KINDS = ("random", "greedy", "tree")


def bots() -> list[str]:
    """The names of the kinds of bots, and of the levels from the weakest to the strongest."""
    return [*KINDS, *(level.name for level in LEVELS)]


def bot(name: str, seconds: float | None = None, playouts: int | None = None, seed: int = 0) -> Bot:
    """The bot of that name. `seconds` and `playouts` are the budget of "tree", or replace a level's own."""
    if seconds is not None and not 0 < seconds < 1e6 or playouts is not None and playouts < 1:
        raise ValueError("a bot thinks for some seconds, or some playouts, more than none")
    budget = seconds is not None or playouts is not None
    if name == "tree" or budget and any(level.name == name for level in LEVELS):
        return Thinker(seconds, playouts, seed)
    if name == "random":
        return Random(seed)
    if name == "greedy":
        return Greedy(seed)
    for level in LEVELS:
        if level.name == name:
            return level.make(seed)
    raise UnknownName(f"there is no bot {name!r:.60}; there is {', '.join(bots())}")
