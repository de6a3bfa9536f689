"""How fast OpenSpiel's C++ games go on one core: the peer side of the speed benchmark.

Run it with a Python that has the package `open_spiel` installed; it needs nothing else and nothing of this project.
Every speed counts plies: one decision by one player. For each game, from its start position:

    python            uniformly random games driven from Python
    loop              uniformly random games inside OpenSpiel's own loop, `evaluate_bots` with its random bots
    mcts              plies looked at inside the simulations of its `MCTSBot`, tree descent and random playout together
    mcts_simulations  those simulations themselves

The bot counts simulations, not plies. A simulation from the start position is one whole game, most of it random, so
`mcts` is `mcts_simulations` times the average length of a random game.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

try:
    import pyspiel
except ImportError:
    sys.exit("This script needs the package open_spiel: run it with a Python where `pip install open_spiel` was done.")

GAMES = {"breakthrough 8x6": "breakthrough(rows=8,columns=6)", "hex 7": "hex(board_size=7)"}
SEED = 1
GAMES_FOR_THE_AVERAGE = 10_000
SIMULATIONS_PER_SEARCH = 10_000
EXPLORATION = 2.0
MEMORY_LIMIT_MB = 1_000  # A search of this size stays far below it, so the tree is never pruned while it is timed.

Work = Callable[[], int]
"""Does one piece of work and returns how much it was: the plies of a game, the simulations of a search."""


def python_game(game: pyspiel.Game) -> Work:
    """One random game driven from Python. A finished game offers no actions, which spares asking whether it is over."""
    fraction = random.random

    def play() -> int:
        state = game.new_initial_state()
        legal_actions, apply_action = state.legal_actions, state.apply_action
        while actions := legal_actions():
            apply_action(actions[int(fraction() * len(actions))])
        return state.move_number()

    return play


def loop_game(game: pyspiel.Game) -> Work:
    """One random game inside OpenSpiel's C++ loop, which leaves the finished game in the state it was given."""
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(game.num_players())]

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, SEED)
        return state.move_number()

    return play


def mcts_search(game: pyspiel.Game) -> Work:
    """One search of the start position, one random playout per simulation, nothing proven along the way."""
    playouts = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED)
    bot = pyspiel.MCTSBot(
        game,
        playouts,
        uct_c=EXPLORATION,
        max_simulations=SIMULATIONS_PER_SEARCH,
        max_memory_mb=MEMORY_LIMIT_MB,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    start = game.new_initial_state()
    return lambda: bot.mcts_search(start).explore_count


def average_length(game: pyspiel.Game) -> float:
    """The average number of plies in a random game."""
    play = python_game(game)
    return sum(play() for _ in range(GAMES_FOR_THE_AVERAGE)) / GAMES_FOR_THE_AVERAGE


def speed(work: Work, seconds: float) -> float:
    """Work done per second, repeating it until the time is up."""
    done = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        done += work()
    return done / elapsed


def best_speeds(works: dict[str, Work], seconds: float, rounds: int) -> dict[str, float]:
    """The best speed of each work, in rounds that take turns so that a slow moment of the machine hits them all."""
    best = dict.fromkeys(works, 0.0)
    for number in range(1, rounds + 1):
        for name, work in works.items():
            latest = speed(work, seconds)
            best[name] = max(best[name], latest)
            print(f"  round {number} of {rounds}: {name} {latest:,.0f} per second", file=sys.stderr)
    return best


def measure(game: pyspiel.Game, seconds: float, rounds: int) -> dict[str, int]:
    """The four speeds of one game."""
    works = {"python": python_game(game), "loop": loop_game(game), "mcts_simulations": mcts_search(game)}
    length = average_length(game)
    print(f"  a random game lasts {length:.1f} plies", file=sys.stderr)
    best = best_speeds(works, seconds, rounds)
    return {
        "python": round(best["python"]),
        "loop": round(best["loop"]),
        "mcts": round(best["mcts_simulations"] * length),
        "mcts_simulations": round(best["mcts_simulations"]),
    }


def measure_all(seconds: float, rounds: int) -> dict[str, dict[str, int]]:
    """The speeds of every game, by the name the benchmark shows."""
    speeds = {}
    for name, description in GAMES.items():
        print(name, file=sys.stderr)
        speeds[name] = measure(pyspiel.load_game(description), seconds, rounds)
    return speeds


def read_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="The result is one JSON object on standard output; progress goes to standard error.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement (default: 2)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each kind; the best counts (default: 3)")
    arguments = parser.parse_args()
    if arguments.seconds <= 0 or arguments.rounds < 1:
        parser.error("--seconds must be above 0 and --rounds at least 1")
    return arguments


def main() -> None:
    """Measure, and print the result."""
    arguments = read_arguments()
    random.seed(SEED)
    games = measure_all(arguments.seconds, arguments.rounds)
    print(json.dumps({"open_spiel": version("open_spiel"), "games": games}))


if __name__ == "__main__":
    main()
