"""Looking back at the terminal: casemate review FILE."""

import sys
from collections.abc import Iterator, Sequence

from casemate.record import Record
from casemate.review import Review, Search, review, say, strongest, tell
from casemate.terminal import Screen

ROWS = 5
BLOCKS, ASCII_BLOCKS = " ▁▂▃▄▅▆▇█", " .:|#"


def look_back(old: Record, playouts: int | None, screen: Screen) -> None:
    """Review a recorded game and say what came of it."""
    if not old.state.steps:
        screen.say("Nothing was played in this game: there is nothing to look back on.")
        return
    own = strongest(old.state)
    found = review(old.state, own if playouts is None else Search(playouts), tell_progress)
    names = [name or player for name, player in zip(old.names, old.game.players, strict=True)]
    screen.say(screen.bold(f"{old.game.title}: {' - '.join(names)} {old.date}".rstrip()))
    screen.say(screen.dim(f"{old.game.players[0]}'s chances, by {found.evaluator}"))
    screen.say()
    for line in draw(found, screen):
        screen.say(line)
    screen.say()
    for row in tell(found, old.game):
        screen.say(f"  {row.words:<28}{row.amount:>8}   {screen.dim(row.note)}".rstrip())
    points = found.turning_points
    screen.say(f"\n{screen.bold('Where it turned' if points else 'No answer and no roll turned this game.')}")
    for number, change in enumerate(points, 1):
        told = screen.wrap(say(change, old.game.players), " " * 5)
        screen.say(f"{number:>3}. {told.lstrip()}")


def tell_progress(done: int, of: int) -> None:
    """For a person who waits; not for a file."""
    if sys.stderr.isatty():
        words = f"\r\033[Klooking back: {done} of {of} places" if done < of else "\r\033[K"
        print(words, end="", file=sys.stderr, flush=True)


def draw(found: Review, screen: Screen) -> Iterator[str]:
    """The first player's chances in columns, the numbers of the turning points above."""
    last, width = len(found.values) - 1, min(len(found.values), screen.width - 8)
    places = [at * last // max(1, width - 1) for at in range(width)]
    numbers = [" "] * width
    for number, change in reversed(list(enumerate(found.turning_points, 1))):
        numbers[min(range(width), key=lambda at: abs(places[at] - change.at))] = str(number)
    yield f"       {''.join(numbers)}".rstrip()
    blocks = ASCII_BLOCKS if screen.is_plain else BLOCKS
    scale = {ROWS - 1: "100%", ROWS // 2: "50%", 0: "0%"}
    for row in reversed(range(ROWS)):
        columns = draw_row([found.values[at] for at in places], row, blocks)
        yield f"  {scale.get(row, ''):>4} {columns}".rstrip()


def draw_row(values: Sequence[float], row: int, blocks: str) -> str:
    """A row of the picture: each column filled as far as the chances reach."""
    full = len(blocks) - 1
    return "".join(blocks[min(full, max(0, round(value * ROWS * full) - row * full))] for value in values)
