"""The terminal, driven as people and scripts drive it: by typed and piped lines."""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from io import StringIO

import pytest

import casemate
from casemate import CHANCE, compiled, record
from casemate.cli import interval, main, pairs, parser
from casemate.terminal import find_move, read_faces

GAMES = casemate.games()
COMMANDS = ("play", "serve", "replay", "verify", "army", "games", "bots", "rules", "ladder", "bench")


@pytest.fixture(autouse=True)
def plain_rules(monkeypatch):
    """As where there is no compiler: these tests are about the terminal."""
    monkeypatch.setattr(compiled, "WANTED", False)


@pytest.fixture
def cli(monkeypatch, capsys):
    """Runs a command line with lines piped in; gives the exit code and what was printed."""

    def run(*words, lines=()):
        monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{line}\n" for line in lines)))
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = left.code
        out, err = capsys.readouterr()
        return code, out, err

    return run


def process(*words, lines=(), **more):
    """The same in a process of its own."""
    own = os.environ | {"CASEMATE_PLAIN": "1"}
    said = "".join(f"{line}\n" for line in lines)
    command = [sys.executable, "-m", "casemate", *map(str, words)]
    return subprocess.run(command, input=said, env=own, capture_output=True, text=True, timeout=60, check=False, **more)


def random_game(name, seed, answers=10_000):
    """A game played at random through the API."""
    state, rng = casemate.load(name).start(), random.Random(seed)
    while state.result is None and len(state.steps) < answers:
        state.play(rng.choice(state.moves()))
    return state


def texts(state):
    return [step.text for step in state.steps]


def turns_in(out):
    """The turns whose boards were shown."""
    return [int(number) for number in re.findall(r"(?m)^(\d+)\. \S", out)]


def before_dice(name):
    """A position, and a move in it that makes dice or cards fall; None in a game without them."""
    for seed in range(20):
        state = random_game(name, seed)
        while state.to_move in (None, CHANCE) or not any(after(state, move).chances() for move in state.moves()):
            if not state.steps:
                break
            state.undo()
        else:
            return state.position, next(move for move in state.moves() if after(state, move).chances())
    return None


def after(state, move):
    ahead = state.copy()
    ahead.play(move)
    return ahead


# --- playing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_typed_by_hand_is_recorded_and_replays(cli, tmp_path, name):
    played = random_game(name, 1)
    file = tmp_path / "game.txt"
    code, out, err = cli("play", name, "--friend", "--by-hand", lines=[*texts(played), f"save {file}", "quit"])
    assert (code, err) == (0, "")
    assert "The game is over." in out
    assert record.read(file.read_bytes()).state.position == played.position
    assert cli("verify", file)[0] == 0
    code, out, _ = cli("replay", file)
    assert code == 0
    assert len(turns_in(out)) >= len({step.turn for step in played.steps if step.player in (0, 1)}) - 1
    assert played.ending.text in out


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_a_game_whose_dice_are_proven(cli, tmp_path, name):
    file = tmp_path / "game.txt"
    watch = (
        "play",
        name,
        "--watch",
        "--bot",
        "random",
        "--bot",
        "greedy",
        "--seed",
        4,
        "--word",
        "one",
        "--word",
        "two",
    )
    code, out, _ = cli(*watch, "--record", file)
    assert code == 0
    assert f"casemate verify {file}" in out
    seed = file.read_text().split("Seed: ")[1].strip()
    assert seed in out
    assert out.split("sha256 ")[1].split()[0] in file.read_text()
    code, out, _ = cli("verify", file)
    assert code == 0
    assert "every roll proven" in out
    file.write_text(file.read_text().replace(seed, seed[:-1] + ("0" if seed[-1] != "0" else "1")))
    code, out, _ = cli("verify", file)
    assert code == 1
    assert "NOT in order" in out
    assert "line" in out


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_played_changes_nothing_and_is_explained(cli, name):
    start = casemate.load(name).start()
    code, out, err = cli("play", name, "--friend", lines=["rubbish", "", "zz9", "why zz9", "odds zz9", "position"])
    assert (code, err) == (0, "")
    assert "rubbish" in out
    assert start.position in out
    assert f" {start.moves()[0]}\n" not in out


@pytest.mark.parametrize("name", GAMES)
def test_near_moves_are_suggested(cli, name):
    move = casemate.load(name).start().moves()[0]
    _, out, _ = cli("play", name, "--friend", lines=[f"{move}{move[-1]}", "position"])
    assert "Legal and like it:" in out
    assert move in out.split("Legal and like it:")[1].split("\n")[0]


@pytest.mark.parametrize("name", GAMES)
def test_capitals_and_spaces_do_not_matter_where_one_move_fits(name):
    rng = random.Random(2)
    for seed in range(5):
        state = random_game(name, seed, 40)
        for move in rng.sample(state.moves(), min(10, len(state.moves()))):
            assert find_move(state, move) == move
            for typed in (move.upper(), move.lower(), " ".join(move)):
                assert find_move(state, typed) in (move, None)
        folded = [move.casefold() for move in state.moves()]
        for move in state.moves():
            if folded.count(move.casefold()) == 1:
                assert find_move(state, f" {move.swapcase()} ") == move


@pytest.mark.parametrize("name", GAMES)
def test_undo_takes_back_ones_own_decision(cli, name):
    start = casemate.load(name).start()
    move = next(move for move in start.moves() if not start.odds(move))
    _, out, _ = cli("play", name, "--friend", lines=[move, "undo", "position", "undo"])
    assert f"Taken back: {start.game.players[0]} {move}" in out
    assert f"\n{start.position}\n" in out
    assert "no decision of yours" in out


@pytest.mark.parametrize("name", GAMES)
def test_undo_against_the_computer_goes_back_to_ones_own_turn(cli, name):
    start = casemate.load(name).start()
    move = next(move for move in start.moves() if not start.odds(move))
    _, out, _ = cli("play", name, "--bot", "random", "--seed", 1, lines=[move, "undo", "position"])
    assert f"\n{start.position}\n" in out or "stay rolled" in out


@pytest.mark.parametrize("name", GAMES)
def test_dice_once_rolled_stay_rolled_and_those_typed_can_be_mended(cli, name):
    found = before_dice(name)
    if found is None:
        return
    position, move = found
    state = casemate.load(name).read(position)
    odds = state.odds(move)
    code, out, _ = cli("play", name, "--friend", "--position", position, lines=[f"odds {move}", move, "undo"])
    assert code == 0
    assert all(f" {chance} " in out for chance in odds.values())
    assert f"fell after {move}" in out
    rolled = next(iter(after(state, move).chances()))
    lines = [move, rolled, "undo", "undo", "position"]
    _, out, _ = cli("play", name, "--friend", "--by-hand", "--position", position, lines=lines)
    assert f"Taken back: dice {rolled}" in out
    assert f"\n{position}\n" in out


@pytest.mark.parametrize("name", GAMES)
def test_typed_faces_are_counted_as_the_rules_count_them(name):
    found = before_dice(name)
    if found is None:
        return
    state = casemate.load(name).read(found[0])
    state.play(found[1])
    need, dice = state.now.question.need, state.now.question.dice
    if any("/" in text for text in state.moves()):
        faces = [need + 1, *[need] * (dice - 1)]
        assert read_faces(state, " ".join(map(str, faces))) == f"1/{dice}"
        assert read_faces(state, "1" * (dice + 1)) is None
        assert read_faces(state, "7" * dice) is None


@pytest.mark.parametrize("name", GAMES)
def test_save_and_resume(cli, tmp_path, name):
    file = tmp_path / "game.txt"
    played = random_game(name, 3, 20)
    lines = [*texts(played)[:10], f"save {file}"]
    code, out, _ = cli("play", name, "--friend", "--by-hand", lines=lines)
    assert code == 0
    assert f"casemate play --resume {file}" in out
    code, out, _ = cli("play", "--resume", file, lines=[*texts(played)[10:], "position"])
    assert code == 0
    assert played.position in out
    assert record.read(file.read_bytes()).state.position == played.position


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_keeps_its_dice_secret_and_goes_on_with_them(cli, tmp_path, name):
    file = tmp_path / "game.txt"
    start = casemate.load(name).start()
    cli("play", name, "--bot", "random", "--record", file, lines=[start.moves()[0]])
    assert file.stat().st_mode & 0o077 == 0
    dice = record.read(file.read_bytes()).dice
    code, out, _ = cli("play", "--resume", file, lines=["resign", "quit"])
    assert code == 0
    assert f"{start.game.players[1]}: the computer, random" in out
    assert dice.seed.hex() in out
    assert record.read(file.read_bytes()).dice.commitment == dice.commitment
    assert cli("play", "--resume", file)[0] == 1  # it is over


@pytest.mark.parametrize("name", GAMES)
def test_every_command_answers(cli, name):
    game = casemate.load(name)
    move, rule = game.start().moves()[0], next(iter(game.rulebook.rules))
    lines = ["help", "moves", f"moves {move[0]}", "hint", f"odds {move}", f"why {move}", f"rule {rule}", "rules"]
    lines += ["level", "level random", "level nobody", "board", "position", "save", "mov", "re", "?", "draw"]
    code, out, err = cli("play", name, "--bot", "recruit", "--ascii", lines=lines)
    assert (code, err) == (0, "")
    assert out.isascii()
    for said in ("Win chances for", "is legal", "played by random", "there is no bot 'nobody'", "save FILE"):
        assert said in out


@pytest.mark.parametrize("name", [name for name in GAMES if casemate.load(name).agree_rule])
def test_a_friend_agrees_to_a_draw_or_does_not(cli, name):
    _, out, _ = cli("play", name, "--friend", lines=["draw", "n", "draw", "y", "undo"])
    assert "plays on." in out
    assert "Drawn" in out
    assert "nothing can be taken back" in out


def test_every_command_has_help_in_one_table(cli):
    _, out, _ = cli("play", GAMES[0], "--friend", lines=["help"])
    assert all(
        f"\n  {name}" in out for name in ("moves", "hint", "odds", "why", "rule", "undo", "level", "save", "quit")
    )


# --- records, rules, lists ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_replay_steps_forwards_and_backwards(cli, tmp_path, name):
    played = random_game(name, 5, 30)
    while played.to_move == CHANCE:
        played.undo()
    file = tmp_path / "game.txt"
    file.write_text(record.write(played))
    _, out, _ = cli("replay", file, "--pause", lines=["", "b", "3", "999", "", "q"])
    turns, chosen = turns_in(out), {step.turn for step in played.steps if step.player in (0, 1)}
    assert turns[0] == turns[2] == min(chosen)
    assert turns[3] == min(turn for turn in chosen if turn >= 3)
    assert turns[4] == played.turn_number
    assert "end of the record" in out
    _, out, _ = cli("replay", file, "--at", 4)
    assert turns_in(out)[0] == min(turn for turn in chosen if turn >= 4)


@pytest.mark.parametrize("name", GAMES)
def test_rules_by_number_by_chapter_and_by_word(cli, name):
    book = casemate.load(name).rulebook
    number = next(iter(book.rules))
    assert number in cli("rules", name, number)[1]
    chapter = next(iter(book.chapters))
    assert all(rule.number in cli("rules", name, chapter)[1] for rule in book.chapter(chapter))
    assert all(title in cli("rules", name)[1] for title in book.chapters.values())
    assert number in cli("rules", name, "all")[1]
    assert cli("rules", name, "player")[0] == 0


def test_lists(cli):
    code, out, _ = cli("games")
    assert code == 0
    for name in GAMES:
        game = casemate.load(name)
        assert game.designer in out
        assert all(option.name in out for option in game.options)
    assert all(name in cli("bots")[1] for name in casemate.bots())
    assert cli("--version")[1] == f"casemate {casemate.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help(cli, command):
    code, out, _ = cli(command, "--help")
    assert code == 0
    assert f"usage: casemate {command}" in out
    assert command in cli("--help")[1]


# --- ladder ---------------------------------------------------------------------------------------------------------


def measured(out):
    """A ladder's table without how long it took."""
    return [line.rsplit(None, 1)[0] for line in out.strip().split("\n")[1:]]


@pytest.mark.parametrize("name", GAMES[:1])
def test_a_ladder_is_the_same_on_two_processes(cli, name):
    words = ("ladder", name, "--games", 2, "--levels", "random,recruit", "--no-kinds")
    option = casemate.load(name).options[0]
    words += ("--option", f"{option.name}={option.values[-1]}")
    code, out, err = cli(*words)
    assert code == 0
    assert "2/2" in err
    row = out.strip().split("\n")[-1].split()
    assert row[:3] == ["recruit", "random", "2"]
    assert sum(map(int, row[3:6])) == 2
    done = process(*words, "--jobs", 2)
    assert done.returncode == 0, done.stderr
    assert measured(done.stdout) == measured(out)


def test_pairs_are_neighbours_and_the_top_against_those_that_do_not_search():
    assert pairs(["a", "b", "c"], True) == [("b", "a"), ("c", "b"), ("c", "random"), ("c", "greedy")]
    assert pairs(["a", "b"], False) == [("b", "a")]


def test_interval():
    assert interval(5, 10) == (pytest.approx(0.2366, abs=1e-4), pytest.approx(0.7634, abs=1e-4))
    assert interval(0, 10)[0] == 0.0
    assert interval(10, 10)[1] == 1.0


# --- refusals -------------------------------------------------------------------------------------------------------

WRONG = [
    (2, "play nothing"),
    (2, "play --bot nobody"),
    (2, "play --seat 7"),
    (2, "play --option"),
    (2, "play --option x"),
    (2, "play --option x=1"),
    (2, "play --friend --watch"),
    (2, "play --friend --bot random"),
    (2, "play --friend --seat 1"),
    (2, "play --bot random --bot random"),
    (2, "play --by-hand --word x"),
    (2, "play --resume x --position y"),
    (2, "play --seed x"),
    (1, "play --position rubbish"),
    (1, "play --resume {folder}"),
    (1, "play --resume {folder}/none"),
    (1, "play --resume {folder}/binary"),
    (1, "play --record {folder}/none/game"),
    (1, "play --record {folder}/binary"),
    (1, "replay {folder}/none"),
    (1, "replay {folder}/binary"),
    (1, "verify {folder}"),
    (1, "verify {folder}/none"),
    (1, "verify {folder}/empty"),
    (1, "verify {folder}/binary"),
    (2, "verify"),
    (2, "rules nothing"),
    (2, "ladder nothing"),
    (2, "ladder {game} --games 0"),
    (2, "ladder {game} --levels a,b"),
    (2, "ladder {game} --levels random --no-kinds"),
    (2, "ladder {game} --levels random,random"),
    (2, "bench nothing"),
    (2, "bench --seconds 0"),
    (2, "nothing"),
    (2, ""),
]


@pytest.mark.parametrize(("code", "words"), WRONG)
def test_what_cannot_be_done_is_said_in_a_line(cli, tmp_path, code, words):
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "empty").touch()
    typed = [word.format(folder=tmp_path, game=GAMES[0]) for word in words.split()]
    if typed[:1] == ["play"] and typed[1:2] != ["nothing"] and "--resume" not in typed:
        typed.insert(1, GAMES[0])
    found, out, err = cli(*typed)
    assert found == code
    said = err or out
    assert said
    assert "Traceback" not in said
    assert not words or len(said.strip().split("\n")) <= 2


def test_nothing_is_written_over(cli, tmp_path):
    file = tmp_path / "kept"
    file.write_text("mine")
    _, out, _ = cli(
        "play", GAMES[0], "--friend", lines=[f"save {file}", f"save {tmp_path}", f"save {tmp_path}/no/where"]
    )
    assert out.count("exists already") == 2
    assert "cannot be written" in out
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_any_bytes_may_be_typed(cli):
    done = process(
        "play",
        GAMES[0],
        "--friend",
        lines=["\x00\x1b[A", "\udcff", "(" * 5000, "rule (", "why +++", "\\"],
        errors="surrogateescape",
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_parser_knows_its_commands():
    assert all(name in parser().format_help() for name in COMMANDS)


# --- as a process ---------------------------------------------------------------------------------------------------


def test_a_process_reads_lines_and_leaves_at_their_end(tmp_path):
    move = casemate.load(GAMES[0]).start().moves()[0]
    done = process("play", GAMES[0], "--seed", 1, "--record", tmp_path / "game.txt", lines=[move])
    assert (done.returncode, done.stderr) == (0, "")
    assert "\033" not in done.stdout
    assert "> " not in done.stdout
    assert done.stdout.strip().endswith(f"casemate play --resume {tmp_path / 'game.txt'}")


def test_a_reader_may_leave_early():
    words = f"{sys.executable} -m casemate rules {GAMES[0]} all | head -1"
    done = subprocess.run(["bash", "-c", words], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert done.stdout


def test_a_person_at_a_terminal_leaves_with_ctrl_c(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "casemate", "play", GAMES[0], "--friend", "--record", str(tmp_path / "game.txt")]
    own = os.environ | {"CASEMATE_PLAIN": "1", "TERM": "xterm"}
    move = casemate.load(GAMES[0]).start().moves()[0]
    shown = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=own,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )
    os.close(theirs)
    try:
        screen = read_until(ours, "", "1[.] .*> ")
        os.write(ours, f"{move}\n".encode())
        screen = read_until(ours, screen, "1[.] .*[12][.] .*> ")
        shown.send_signal(signal.SIGINT)
        screen = read_until(ours, screen, "--resume")
        assert shown.wait(10) == 0
    finally:
        shown.kill()
        shown.wait()
        os.close(ours)
    assert "Traceback" not in screen
    assert (tmp_path / "game.txt").read_text().count(move) == 1


def read_until(terminal, seen, text):
    """What a terminal has shown, until that is there."""
    while not re.search(text, seen, re.DOTALL):
        assert select.select([terminal], [], [], 20)[0], seen
        seen += os.read(terminal, 4096).decode(errors="replace")
    return seen
