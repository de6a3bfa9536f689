"""Random games by the hundred thousand, every option at random: none may break, and every one must end.

Most are played by the compiled rules with their bounds checked. One in a thousand is played again question by question
through the public API, where after every answer the position must be read back as the same one.
"""

import argparse
import random
import sys
import time

import casemate

BATCH = 250  # games with the same options


def any_options(game: casemate.Game, lot: random.Random) -> dict[str, object]:
    """Each option printed or any other, half and half."""
    return {option.name: lot.choice(option.values) for option in game.options if lot.random() < 0.5}


def play(name: str, games: int, seed: int) -> None:
    game, lot, played, decisions, began = casemate.load(name), random.Random(seed), 0, 0, time.monotonic()
    while played < games:
        options, batch = any_options(game, lot), min(BATCH, games - played)
        try:
            start = game.start(**options)
            if not start.now.answers:
                decisions += game.playouts(batch, seed=lot.randrange(2**31), state=start).decisions
            played += batch
            if lot.random() < batch / 1000:
                step_by_step(game, options, lot)
        except Exception:
            print(f"\n{name} broke with {options}", file=sys.stderr)
            raise
        seconds = time.monotonic() - began
        if sys.stderr.isatty():
            print(f"\r{name}: {played:,} games, {decisions:,} decisions, {seconds:.0f} s", end="", file=sys.stderr)
    print(f"{name}: {played:,} games, {decisions:,} decisions, none broken, {time.monotonic() - began:.0f} s")


def step_by_step(game: casemate.Game, options: dict[str, object], lot: random.Random) -> None:
    state = game.start(**options)
    while state.to_move is not None:
        state.play(lot.choice(state.moves()))
        again = game.read(state.position, **state.options)
        assert again.position == state.position, state.position
    assert state.result is not None and sum(state.result) == 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.names or casemate.games():
        play(name, arguments.games, arguments.seed)


if __name__ == "__main__":
    main()
