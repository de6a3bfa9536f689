"""The command line: casemate play | serve | replay | review | verify | army | rules | games | bots | bench | ladder."""

import argparse
import math
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, NoReturn

import casemate
from casemate import CHANCE, BadOption, CasemateError, Game, State, UnknownName, record
from casemate.bots import LEVELS
from casemate.dice import Dice
from casemate.mustering import build, draw, open_muster
from casemate.mustering import tell as tell_army
from casemate.reviewing import look_back
from casemate.terminal import (
    MIDDLE,
    Opponent,
    Refusal,
    Screen,
    Sitting,
    goodbye,
    level_list,
    play,
    read_name,
    read_options,
    read_seat,
    rule_text,
    told,
    what_is_due,
    write_record,
    write_result,
)

FINE, REFUSED, USAGE = 0, 1, 2
BROKEN_OFF = 130  # Ctrl-C


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit code."""
    arguments = parser().parse_args(words)
    if arguments.run is None:
        parser().print_help(sys.stderr)
        return USAGE
    screen = Screen(getattr(arguments, "ascii", False))
    try:
        return int(arguments.run(arguments, screen))
    except (UnknownName, BadOption) as refusal:
        return complain(refusal, USAGE)
    except (CasemateError, Refusal) as refusal:
        return complain(refusal, REFUSED)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return BROKEN_OFF
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE


def complain(refusal: Exception, code: int) -> int:
    print(f"casemate: {refusal}", file=sys.stderr)
    return code


# --- the words of the command line ----------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where help is."""

    def error(self, message: str) -> NoReturn:
        print(f"casemate: {message} ({self.prog} --help says more)", file=sys.stderr)
        sys.exit(USAGE)


ABOUT = """Tabletop battle games: play a friend or the computer, go through recorded games, check their dice.

first steps:
  casemate games                 the games there are
  casemate play                  play against the computer (then type a move, or help)
  casemate rules GAME            the rulebook"""

PLAYING = """In play, type a move as the rulebook writes it, or a command: help lists them (moves, hint, odds, why,
rule, undo, level, save, draw, resign ...). Lines may also be piped in."""

EXAMPLES = """examples:
  casemate play --bot captain --seat 2          the computer begins
  casemate play --friend --record game.txt      two people here, every move recorded
  casemate play --resume game.txt               go on with a recorded game
  casemate play --by-hand                       you roll real dice and type what they show
  casemate play --watch --bot gunner --bot marshal"""


def parser() -> Parser:
    """Everything that can be said on the command line."""
    top = Parser(prog="casemate", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"casemate {casemate.__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    top.set_defaults(run=None)
    add_play(commands)
    add_serve(commands)
    add_replay(commands)
    add_review(commands)
    verify = add(commands, "verify", verify_record, "check a record: every move legal, every roll as its seed gives it")
    verify.add_argument("file", metavar="FILE")
    add_army(commands)
    add(commands, "games", list_games, "the games, their designers and options")
    add(commands, "bots", list_bots, "the computer's levels")
    add_rules(commands)
    add_ladder(commands)
    bench = add(commands, "bench", measure, "how fast the rules run on this machine")
    bench.add_argument("game", nargs="?", metavar="GAME")
    bench.add_argument("--seconds", type=positive, default=1.0, help="how long each measurement takes (%(default)g)")
    bench.add_argument("--cold", action="store_true", help="also compile from nothing, apart from the cache")
    return top


Commands = argparse._SubParsersAction  # the only name argparse has for it


def add(
    commands: "Commands[Parser]",
    name: str,
    run: Callable[[argparse.Namespace, Screen], int],
    summary: str,
    about: str = "",
    after: str = "",
) -> Parser:
    described = f"{summary[0].upper()}{summary[1:]}. {about}".strip()
    added = commands.add_parser(
        name, help=summary, description=described, epilog=after, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    added.set_defaults(run=run)
    return added


def add_play(commands: "Commands[Parser]") -> None:
    levels = ", ".join(level.name for level in LEVELS)
    one = add(commands, "play", play_game, "play a game here", f"\n\n{PLAYING}", EXAMPLES)
    one.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="which game (casemate games lists them); may be left out if there is one",
    )
    who = one.add_argument_group("who plays")
    who.add_argument(
        "--bot", action="append", default=[], metavar="LEVEL", help=f"the computer's level: {levels} ({MIDDLE})"
    )
    who.add_argument("--seat", metavar="SEAT", help="where you sit: 1, 2, a player's name, or either (1)")
    many = who.add_mutually_exclusive_group()
    many.add_argument("--friend", action="store_true", help="two people at this terminal, no computer")
    many.add_argument("--watch", action="store_true", help="the computer plays both sides; name one level or two")
    who.add_argument(
        "--pace", type=float, metavar="SECONDS", help="between two answers when watching (1, or 0 when piped)"
    )
    how = one.add_argument_group("the game")
    how.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option; repeatable")
    how.add_argument("--position", metavar="TEXT", help="begin from a written position")
    how.add_argument("--resume", metavar="FILE", help="go on with a recorded game; it is written to the same file")
    how.add_argument("--record", metavar="FILE", help="write the game to a new file, after every move")
    how.add_argument("--by-hand", action="store_true", help="be the umpire: you roll real dice and type what they show")
    how.add_argument(
        "--word",
        action="append",
        default=[],
        metavar="TEXT",
        help="your own word mixed into the dice; a second one for a friend",
    )
    how.add_argument("--seed", type=int, metavar="N", help="makes the computer's choices repeatable (not the dice)")
    one.add_argument("--ascii", action="store_true", help="draw the board with plain characters")


def add_serve(commands: "Commands[Parser]") -> None:
    serving = add(commands, "serve", serve_site, "open the table in a browser: play, watch, look back, learn")
    serving.add_argument("--host", default="127.0.0.1", help="where to listen (%(default)s: this machine alone)")
    serving.add_argument("--port", type=port_number, help="at which port (8321, or the next one that is free)")
    serving.add_argument("--data", type=Path, metavar="FOLDER", help="where games are kept")
    serving.add_argument("--open", action="store_true", help="open the page in a browser")


def port_number(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) < 65536:
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r:.20}")
    return int(text)


def serve_site(arguments: argparse.Namespace, screen: Screen) -> int:
    """The site, until Ctrl-C."""
    from casemate.server.run import serve  # half a second that nothing else needs

    serve(arguments.host, arguments.port, arguments.data, arguments.open)
    return FINE


def add_replay(commands: "Commands[Parser]") -> None:
    keys = "Keys, each followed by Enter: nothing or n next, b back, a number goes to that turn, q leaves."
    one = add(commands, "replay", replay, "go through a recorded game, move by move", f"\n\n{keys}")
    one.add_argument("file", metavar="FILE")
    one.add_argument("--at", type=int, default=1, metavar="TURN", help="begin at this turn")
    how = one.add_mutually_exclusive_group()
    how.add_argument("--all", action="store_true", help="print everything at once (so it is when piped)")
    how.add_argument("--pause", action="store_true", help="wait for a line after each move (so it is in a terminal)")
    one.add_argument("--ascii", action="store_true", help="draw the board with plain characters")


def add_review(commands: "Commands[Parser]") -> None:
    about = "\n\nOne search judges every place of the game, so what luck changed and what decisions changed add up."
    one = add(commands, "review", review_record, "what was luck and what was decided, and where a game turned", about)
    one.add_argument("file", metavar="FILE")
    one.add_argument(
        "--playouts", type=count, metavar="N", help="for each question (as many as take about half a minute)"
    )
    one.add_argument("--ascii", action="store_true", help="plain characters only")


def add_army(commands: "Commands[Parser]") -> None:
    about = "\n\nWithout a list it is built here, line by line: help lists what can be typed. With one it is checked."
    one = add(commands, "army", muster, "build, check and print the force to bring to a game", about)
    one.add_argument("game", metavar="GAME")
    one.add_argument("list", nargs="?", metavar="LIST", help="a list as text, or a file of one")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option; repeatable")
    one.add_argument("--name", default="", help="what to call it")
    one.add_argument("--sheet", metavar="FILE.svg", help="draw it for printing on A4")
    one.add_argument("--ascii", action="store_true", help="plain characters only")


def muster(arguments: argparse.Namespace, screen: Screen) -> int:
    """A force built, or judged: in order or not."""
    game = casemate.load(arguments.game)
    t = open_muster(screen, game, arguments.list, read_options(game, arguments.option), arguments.name)
    if arguments.list is None:
        build(t)
        return FINE
    is_fine = tell_army(t)
    if arguments.sheet:
        draw(t, arguments.sheet)
    return FINE if is_fine else REFUSED


def add_rules(commands: "Commands[Parser]") -> None:
    one = add(commands, "rules", print_rules, "read a game's rulebook")
    one.add_argument("game", metavar="GAME")
    one.add_argument(
        "number",
        nargs="*",
        default=[],
        metavar="NUMBER",
        help="a rule (3.2), a chapter (3), a word, or all; none: the chapters",
    )
    one.add_argument("--ascii", action="store_true", help="plain characters only")


def add_ladder(commands: "Commands[Parser]") -> None:
    about = (
        "\n\nEach level plays the next lower one, and the highest also plays random and greedy. Games come in pairs:\n"
        "the same dice seed, seats swapped. The table on the standard output gives shares with 95 % intervals."
    )
    one = add(commands, "ladder", climb, "measure the computer's levels against each other", about)
    one.add_argument("game", metavar="GAME")
    one.add_argument(
        "--games", type=count, default=100, metavar="N", help="games for each pair of players (%(default)s)"
    )
    one.add_argument("--levels", metavar="A,B,...", help="from the weakest to the strongest (all)")
    one.add_argument("--no-kinds", action="store_true", help="leave out random and greedy")
    one.add_argument("--jobs", type=count, default=1, metavar="N", help="processes (%(default)s)")
    one.add_argument("--seed", type=int, default=1, metavar="N", help="of dice and players (%(default)s)")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option; repeatable")


def count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to 1,000,000, not {text!r:.40}")
    return int(text)


def positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 3600:
        raise argparse.ArgumentTypeError(f"a number of seconds above 0, not {text!r:.40}")
    return number


# --- play -----------------------------------------------------------------------------------------------------------


def play_game(arguments: argparse.Namespace, screen: Screen) -> int:
    t = lay_table(arguments, screen)
    try:
        play(t)
    except KeyboardInterrupt:
        screen.say()
        goodbye(t)
    return FINE


def lay_table(arguments: argparse.Namespace, screen: Screen) -> Sitting:
    """Everything in its place, as the command line says."""
    refuse_contradictions(arguments)
    old = read_record(arguments.resume) if arguments.resume else None
    game = old.game if old else pick_game(arguments.game, screen)
    if old and arguments.game and casemate.load(arguments.game) is not game:
        raise Refusal(f"{arguments.resume} records a game of {game.title}")
    rng = random.Random(arguments.seed)
    bots = seat_bots(arguments, game, old, rng)
    if old:
        refuse_finished(old, arguments.resume)
        state, dice = old.state, dice_to_go_on_with(old, arguments.resume)
    else:
        options = read_options(game, arguments.option)
        state = game.read(arguments.position, **options) if arguments.position else game.start(**options)
        people = [seat for seat in (0, 1) if seat not in bots]
        dice = None if arguments.by_hand else Dice(words=seat_words(arguments.word, people))
    pace = arguments.pace if arguments.pace is not None else float(screen.is_tty)
    file = new_file(arguments.record) if arguments.record else Path(arguments.resume).expanduser() if old else None
    date = old.date if old else time.strftime("%Y-%m-%d")
    t = Sitting(screen, state, bots, dice, file, date, max(0.0, pace), rng)
    if file is not None:
        write_record(t, file)
    return t


def refuse_contradictions(arguments: argparse.Namespace) -> None:
    """What cannot be asked for at once."""
    both = "cannot be asked for at once"
    if arguments.friend and arguments.bot:
        raise BadOption(f"--friend and --bot {both}")
    if (arguments.friend or arguments.watch) and arguments.seat:
        raise BadOption(f"--seat and {'--friend' if arguments.friend else '--watch'} {both}")
    if len(arguments.bot) > (2 if arguments.watch else 1):
        raise BadOption("name one level with --bot, or two with --watch")
    if arguments.by_hand and arguments.word:
        raise BadOption(f"--by-hand and --word {both}: a word is for the program's dice")
    if arguments.watch and arguments.by_hand:
        raise BadOption(f"--watch and --by-hand {both}")
    for name in ("position", "option", "word", "by_hand"):
        if arguments.resume and getattr(arguments, name):
            raise BadOption(f"--resume and --{name.replace('_', '-')} {both}: the record says how the game began")


def pick_game(name: str | None, screen: Screen) -> Game:
    """The game named; the only one there is; or the one a person picks."""
    names = casemate.games()
    if name is None and len(names) == 1:
        name = names[0]
    elif name is None and screen.is_tty:
        for each in names:
            screen.say(f"  {each:<12} {casemate.load(each).title}, by {casemate.load(each).designer}")
        typed = screen.ask("which game") or ""
        found = [each for each in names if each.startswith(typed.casefold())] if typed else []
        name = found[0] if len(found) == 1 else typed
    elif name is None:
        raise UnknownName(f"which game? There is {', '.join(names)}")
    return casemate.load(name)


def seat_bots(
    arguments: argparse.Namespace, game: Game, old: record.Record | None, rng: random.Random
) -> dict[int, Opponent]:
    """Which seats the computer plays, and how well."""
    is_said = arguments.friend or arguments.watch or arguments.bot or arguments.seat
    levels: dict[int, str] = {}
    if old and not is_said:
        levels = {seat: level for seat, name in enumerate(old.names) if (level := read_name(name))}
    elif arguments.watch:
        first, *second = arguments.bot or [MIDDLE]
        levels = {0: first, 1: second[0] if second else first}
    elif not arguments.friend:
        levels = {1 - read_seat(game, arguments.seat or "1"): arguments.bot[0] if arguments.bot else MIDDLE}
    return {seat: Opponent(game, level, rng.getrandbits(32)) for seat, level in levels.items()}


def seat_words(words: Sequence[str], people: Sequence[int]) -> tuple[str, ...]:
    """Each person's word at that person's seat; with nobody playing, seat by seat."""
    seats = people or (0, 1)
    if len(words) > len(seats):
        raise BadOption(f"a word for each person: {len(seats)}, not {len(words)}")
    said = dict(zip(seats, words, strict=False))
    return tuple(said.get(seat, "") for seat in (0, 1))


def new_file(name: str) -> Path:
    path = Path(name).expanduser()
    if path.exists():
        raise Refusal(f"{name} exists already; --resume {name} goes on with a recorded game")
    return path


def dice_to_go_on_with(old: record.Record, name: str) -> Dice | None:
    if old.commitment and old.dice is None:
        raise Refusal(
            f"{name} does not hold the seed of its dice, so nobody can roll on; the file of the one who rolled does"
        )
    return old.dice


def refuse_finished(old: record.Record, name: str) -> None:
    if old.state.result is not None:
        raise Refusal(f"the game in {name} is over; casemate replay {name} goes through it")


# --- records --------------------------------------------------------------------------------------------------------


def read_bytes(name: str) -> bytes:
    """What stands in a file, as much of it as a record can have; refuses in one line what cannot be read."""
    try:
        with Path(name).expanduser().open("rb") as file:
            return file.read(record.SIZE + 1)
    except (OSError, ValueError) as error:
        raise Refusal(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_record(name: str) -> record.Record:
    try:
        return record.read(read_bytes(name))
    except casemate.BadRecord as refusal:
        raise Refusal(f"{name}, {refusal}") from None


def verify_record(arguments: argparse.Namespace, screen: Screen) -> int:
    verdict = record.verify(read_bytes(arguments.file))
    for line in verdict.lines:
        screen.say(line)
    if not verdict.ok:
        screen.say(f"{arguments.file}: NOT in order.")
    elif verdict.is_proven:
        screen.say(f"{arguments.file}: in order, and every roll proven.")
    else:
        screen.say(f"{arguments.file}: in order, but no roll proven.")
    return FINE if verdict.ok else REFUSED


class Scene(NamedTuple):
    """What happened up to a choice, and how the game stood there."""

    told: tuple[str, ...]
    state: State


def scenes(old: record.Record, screen: Screen) -> list[Scene]:
    """The game choice by choice: dice are shown with the move that made them fall."""
    found: list[Scene] = []
    news: list[str] = []
    before: State | None = None
    for step, state in record.replay(old):
        if step is not None and before is not None:
            faces = old.dice.faces(before) if old.dice and step.player == CHANCE else ()
            news.append(told(screen, state, step, step.events, faces))
        if state.to_move != CHANCE:
            found.append(Scene(tuple(news), state))
            news = []
        before = state
    if news and before is not None:
        found.append(Scene(tuple(news), before))
    return found


def replay(arguments: argparse.Namespace, screen: Screen) -> int:
    old = read_record(arguments.file)
    shown = scenes(old, screen)
    screen.say(screen.bold(f"{old.game.title}: {' - '.join(name or '?' for name in old.names)} {old.date}".rstrip()))
    if arguments.pause or (screen.is_tty and not arguments.all):
        step_through(screen, shown, scene_of_turn(shown, arguments.at))
    else:
        print_all(screen, shown[scene_of_turn(shown, arguments.at) :])
    return FINE


def review_record(arguments: argparse.Namespace, screen: Screen) -> int:
    look_back(read_record(arguments.file), arguments.playouts, screen)
    return FINE


def scene_of_turn(shown: Sequence[Scene], turn: int) -> int:
    """Where a turn begins; the last scene if the game has not come so far."""
    return next((at for at, scene in enumerate(shown) if scene.state.turn_number >= turn), len(shown) - 1)


def print_all(screen: Screen, shown: Sequence[Scene]) -> None:
    """All moves, with the board as it was at the start of each turn and at the end."""
    turn = 0
    for at, scene in enumerate(shown):
        for line in scene.told if at else ():
            screen.say(line)
        if scene.state.turn_number != turn or at in (0, len(shown) - 1):
            show_scene(screen, scene)
        turn = scene.state.turn_number


def show_scene(screen: Screen, scene: Scene) -> None:
    state = scene.state
    screen.say(f"\n{state.game.text_board(state, None, screen.is_plain)}\n")
    screen.say(write_result(state) if state.result else f"{state.turn_number}. {what_is_due(state, None)}")


def step_through(screen: Screen, shown: Sequence[Scene], at: int) -> None:
    """Forwards and backwards, as the keys say."""
    while True:
        for line in shown[at].told:
            screen.say(line)
        show_scene(screen, shown[at])
        last = shown[-1].state.turn_number
        key = screen.ask(f"[{at}/{len(shown) - 1}] Enter next, b back, 1-{last} turn, q leave")
        if key is None or key.lower() in ("q", "quit"):
            return
        if key.isascii() and key.isdigit():
            at = scene_of_turn(shown, int(key))
        elif key.lower() in ("b", "back", "p"):
            at = max(0, at - 1)
        elif at == len(shown) - 1:
            screen.say("This is the end of the record.")
        else:
            at += 1


# --- what there is --------------------------------------------------------------------------------------------------


def list_games(_: argparse.Namespace, screen: Screen) -> int:
    for name in casemate.games():
        game = casemate.load(name)
        screen.say(f"{screen.bold(name)}: {game.title}, by {game.designer}; {game.players[0]} and {game.players[1]}")
        for option in game.options:
            screen.say(f"  --option {option.name}={option.default}")
            screen.say(screen.wrap(f"{option.meaning} ({option.rule}); {option.allowed()}", "      "))
    return FINE


def list_bots(_: argparse.Namespace, screen: Screen) -> int:
    screen.say("The levels, from the weakest to the strongest, and three kinds of players:")
    screen.say(level_list())
    return FINE


def print_rules(arguments: argparse.Namespace, screen: Screen) -> int:
    game = casemate.load(arguments.game)
    asked = " ".join(arguments.number)
    if asked == "all":
        for number in game.rulebook.chapters:
            screen.say(f"{rule_text(screen, game, number)}\n")
    else:
        screen.say(rule_text(screen, game, asked))
    return FINE


# --- bench ----------------------------------------------------------------------------------------------------------


def measure(arguments: argparse.Namespace, screen: Screen) -> int:
    """Our own numbers, quickly."""
    game = pick_game(arguments.game, screen)
    seconds = arguments.seconds
    screen.say(f"{game.title}, {casemate.__version__}, {os.cpu_count()} processors, Python {sys.version.split()[0]}")
    figure(screen, "Python API, plain rules", answers_a_second(game, seconds), "answers a second (moves and play)")
    if arguments.cold:
        figure(screen, "compiling, from nothing", compile_from_nothing(game), "seconds")
    began = time.perf_counter()
    if not game.compile():
        screen.say("The rules cannot be compiled here: no more to measure.")
        return FINE
    figure(screen, "compiling", time.perf_counter() - began, "seconds, with what the cache held")
    figure(screen, "Python API, compiled rules", answers_a_second(game, seconds), "answers a second (moves and play)")
    for threads in (1, 2):
        games, decisions = random_games(game, seconds, threads)
        what = f"random playouts, {threads} thread{'s' if threads > 1 else ''}"
        figure(screen, what, games, f"games a second ({decisions:,.0f} decisions)")
    for what, answers in (("search from the start", 0), ("search after 40 answers", 40)):
        figure(screen, what, searches_a_second(game, seconds, answers), "playouts a second")
    return FINE


def figure(screen: Screen, what: str, number: float, unit: str) -> None:
    written = f"{number:,.2f}" if number < 100 else f"{number:,.0f}"
    screen.say(f"  {what:<28} {written:>12} {unit}")


def answers_a_second(game: Game, seconds: float) -> float:
    """Whole random games through the public API."""
    rng, began, answers = random.Random(1), time.perf_counter(), 0
    state = game.start()
    while (took := time.perf_counter() - began) < seconds:
        if state.result is not None:
            state = game.start()
        state.play(rng.choice(state.moves()))
        answers += 1
    return answers / took


def random_games(game: Game, seconds: float, threads: int) -> tuple[float, float]:
    games = 2000
    while (done := game.playouts(games, seed=1, threads=threads)).seconds < seconds / 2:
        games = max(2 * games, int(games * seconds / max(done.seconds, 1e-3)))
    return done.games / done.seconds, done.decisions / done.seconds


def searches_a_second(game: Game, seconds: float, answers: int) -> float:
    rng, state = random.Random(1), game.start()
    while answers and state.result is None:
        state.play(rng.choice(state.moves()))
        answers -= state.to_move != CHANCE
    while state.to_move == CHANCE:
        state.play(rng.choice(state.moves()))
    bot = casemate.bot("tree", seconds=seconds)
    bot.analyse(state)
    began = time.perf_counter()
    lines = bot.analyse(state)
    return sum(line.visits for line in lines) / (time.perf_counter() - began)


COLD = """
import casemate, sys, time
began = time.perf_counter()
casemate.load(sys.argv[1]).compile()
print(time.perf_counter() - began)
"""


def compile_from_nothing(game: Game) -> float:
    """In a process and a cache of its own."""
    words = [sys.executable, "-c", COLD, game.name]
    with tempfile.TemporaryDirectory() as cache:
        own = os.environ | {"CASEMATE_CACHE": cache}
        done = subprocess.run(words, env=own, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refusal(f"compiling from nothing failed: {done.stderr.strip().splitlines()[-1]}")
    return float(done.stdout)


# --- ladder ---------------------------------------------------------------------------------------------------------


class Bout(NamedTuple):
    """One game to be played between two bots."""

    game: str
    options: tuple[tuple[str, str | int], ...]
    higher: str
    lower: str
    number: int  # games 0 and 1, 2 and 3 ... are pairs: the same dice seed, seats swapped
    seed: int


class Fought(NamedTuple):
    """How it went, for the higher bot."""

    share: float
    seat: int
    answers: int
    seconds: float


@dataclass
class Rung:
    """Two bots and their games so far."""

    higher: str
    lower: str
    fought: list[Fought] = field(default_factory=list)


def climb(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play all pairs; what was finished is told even when Ctrl-C breaks it off."""
    game = casemate.load(arguments.game)
    options = tuple(game.settle(read_options(game, arguments.option)).items())
    rungs = [Rung(*pair) for pair in pairs(read_levels(arguments.levels), not arguments.no_kinds)]
    games, began, code = arguments.games, time.perf_counter(), FINE
    plan = [(rung, number) for rung in rungs for number in range(games)]
    bouts = [Bout(game.name, options, rung.higher, rung.lower, number, arguments.seed) for rung, number in plan]
    try:
        for done, (fought, (rung, _)) in enumerate(zip(fight_all(bouts, arguments.jobs), plan, strict=True), 1):
            rung.fought.append(fought)
            tell_progress(rung, games, done / len(bouts), time.perf_counter() - began)
    except KeyboardInterrupt:
        print("\nbroken off; so far:", file=sys.stderr)
        code = BROKEN_OFF
    screen.say(ladder_table(game, rungs, arguments.seed))
    return code


def read_levels(text: str | None) -> list[str]:
    """Levels from the weakest to the strongest."""
    names = [name.strip() for name in text.split(",")] if text else [level.name for level in LEVELS]
    for name in names:
        if name not in casemate.bots():
            raise UnknownName(f"there is no bot {name!r:.60}; there is {', '.join(casemate.bots())}")
    if len(set(names)) < len(names):
        raise BadOption("a level is named twice")
    return names


def pairs(levels: Sequence[str], with_kinds: bool) -> list[tuple[str, str]]:
    """Who plays whom, the higher first: neighbours, then the highest against those that do not search."""
    found = [(higher, lower) for lower, higher in pairwise(levels)]
    if with_kinds:
        found += [(levels[-1], kind) for kind in ("random", "greedy") if kind != levels[-1]]
    if not found:
        raise BadOption("a ladder needs two levels")
    return list(dict.fromkeys(found))


def fight_all(bouts: Sequence[Bout], jobs: int) -> Iterator[Fought]:
    """The results in the order of the games, whoever finishes first."""
    casemate.load(bouts[0].game).compile()  # also fills the cache for the other processes
    if jobs == 1:
        yield from map(fight, bouts)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, get_ready, (bouts[0].game,)) as pool:
        yield from pool.imap(fight, bouts)


def get_ready(name: str) -> None:
    """A process of the pool: Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    casemate.load(name).compile()


def fight(bout: Bout) -> Fought:
    """One game, at full strength: the rules are compiled before."""
    began = time.perf_counter()
    state = casemate.load(bout.game).start(**dict(bout.options))
    pair, seat = divmod(bout.number, 2)
    dice = Dice(sha256(f"ladder {bout.seed} {bout.higher} {bout.lower} {pair}".encode()).digest())
    first = 2 * (1_000_003 * bout.seed + bout.number)
    bots = {seat: casemate.bot(bout.higher, seed=first), 1 - seat: casemate.bot(bout.lower, seed=first + 1)}
    while (player := state.to_move) is not None:
        state.play(dice.roll(state) if player == CHANCE else bots[player].choose(state))
    assert state.result is not None
    answers = sum(step.player in (0, 1) for step in state.steps)
    return Fought(state.result[seat], seat, answers, time.perf_counter() - began)


def tell_progress(rung: Rung, games: int, done: float, took: float) -> None:
    """On the standard error: every game for a person, every tenth of a pair's games for a file."""
    played = len(rung.fought)
    is_last, is_tty = played == games, sys.stderr.isatty()
    if not is_tty and not is_last and played % max(1, games // 10):
        return
    share = sum(fought.share for fought in rung.fought) / played
    left = f"{done:.0%} of all games, {took / done - took:,.0f} s left at this rate"
    line = f"{rung.higher} against {rung.lower}: {played}/{games}, {share:.0%}; {left}"
    if is_tty:
        print(f"\r\033[K{line}", end="\n" if is_last else "", file=sys.stderr, flush=True)
    else:
        print(line, file=sys.stderr, flush=True)


COLUMNS = "{:<10} {:<10} {:>6} {:>5} {:>6} {:>5} {:>7}  {:<9} {:>9} {:>9} {:>8} {:>7}"


def ladder_table(game: Game, rungs: Sequence[Rung], seed: int) -> str:
    """Wins, draws and losses of the higher bot, its share with a 95 % interval, and how long games were."""
    seats = [f"as {player}" for player in game.players]
    head = ("higher", "lower", "games", "won", "drawn", "lost", "share", "95 %", *seats, "answers", "s/game")
    lines = [COLUMNS.format(*head), *(COLUMNS.format(*ladder_line(rung)) for rung in rungs if rung.fought)]
    return "\n".join([f"{game.title}, casemate {casemate.__version__}, seed {seed}", *lines])


def ladder_line(rung: Rung) -> tuple[str, ...]:
    shares = [fought.share for fought in rung.fought]
    n, won, lost = len(shares), shares.count(1.0), shares.count(0.0)
    low, high = interval(sum(shares), n)
    seats = [[fought.share for fought in rung.fought if fought.seat == seat] for seat in (0, 1)]
    counts = (str(number) for number in (n, won, n - won - lost, lost))
    by_seat = (f"{sum(seat) / len(seat):.0%}" if seat else "" for seat in seats)
    answers = sum(fought.answers for fought in rung.fought) / n
    seconds = sum(fought.seconds for fought in rung.fought) / n
    share = (f"{sum(shares) / n:.1%}", f"{low:.0%}-{high:.0%}")
    return (rung.higher, rung.lower, *counts, *share, *by_seat, f"{answers:.0f}", f"{seconds:.2f}")


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share, 95 %."""
    z = 1.96
    share, scale = won / games, 1 + z * z / games
    middle = (share + z * z / (2 * games)) / scale
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)
