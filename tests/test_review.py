"""Looking back: luck and decisions add up, in every game, whoever judges it; and the pages that tell it."""

import json
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import fsum

import pytest

import casemate
from casemate import CHANCE, compiled, record
from casemate.bots.simple import expected
from casemate.cli import main
from casemate.game import NOBODY
from casemate.plain import Record
from casemate.review import (
    CLASSES,
    FEWEST,
    MOST,
    NOTABLE,
    Change,
    Outcome,
    Review,
    Search,
    Stopped,
    add_up,
    draw_graph,
    is_secret,
    percent,
    review,
    say,
    tell,
)
from casemate.svg import STYLE
from tests.toys import FAIR, PENNIES

GAMES = casemate.games()
NUMBERS = range(3)


class Glance:
    """Judges some of the answers by what the position is worth after them: quick, and often wrong."""

    name = "a glance"

    def weigh(self, state):
        found = []
        for answer in state.moves()[:6]:
            ahead = state.copy()
            ahead.play(answer)
            share = expected(ahead) if not ahead.now.hidden else 0.5
            found.append((answer, 1 - share if state.to_move == 1 else share))
        return sorted(found, key=lambda each: -each[1])

    def mean(self, state):
        return expected(state)


class Perfect:
    """Judges by trying everything to the end; secret choices are anybody's guess."""

    name = "all there is"

    def weigh(self, state):
        if is_secret(state):
            share = worth(state)
            return [(answer, float(1 - share if state.to_move == 1 else share)) for answer in state.moves()]
        shares = {answer: worth(after(state, answer)) for answer in state.moves()}
        wins = {answer: float(1 - share if state.to_move == 1 else share) for answer, share in shares.items()}
        return sorted(wins.items(), key=lambda each: -each[1])

    def mean(self, state):
        return float(worth(state))


def after(state, answer):
    ahead = state.copy()
    ahead.play(answer)
    return ahead


def worth(state):
    """The first player's exact chances: a tree of everything."""
    if state.result is not None:
        return Fraction(state.result[0])
    shares = {answer: worth(after(state, answer)) for answer in state.moves()}
    if state.to_move == CHANCE:
        return sum(chance * shares[answer] for answer, chance in state.chances().items())
    if is_secret(state):
        return sum(shares.values()) / len(shares)
    return (min if state.to_move == 1 else max)(shares.values())


def played_at_random(game, seed, answers=10_000):
    state, rng = game.start(), random.Random(seed)
    while state.result is None and len(state.steps) < answers:
        state.play(rng.choice(state.moves()))
    return state


@cache
def quick(name):
    twin = replace(casemate.load(name))
    assert twin.compile(), "the compiler is part of the tools of development"
    return twin


@cache
def glanced(name, seed):
    """A random game, looked back on at a glance."""
    return review(played_at_random(casemate.load(name), seed), Glance())


def every_random_game(test):
    return pytest.mark.parametrize("name", GAMES)(pytest.mark.parametrize("seed", NUMBERS)(test))


def adds_up(found):
    ledger = found.ledger
    assert abs(ledger.luck + fsum(ledger.decisions) + ledger.agreed - (ledger.final - ledger.initial)) < 1e-9
    assert (ledger.initial, ledger.final) == (found.values[0], found.values[-1])
    for (before, now), change in zip(pairwise(found.values), found.changes, strict=True):
        assert (change.value, change.by) == (now, now - before)
    for change in found.changes:
        if change.kind == "luck" and sum(Fraction(o.chance) for o in change.outcomes) < 1:
            assert [o.text for o in change.outcomes] == [change.text], "too much could fall to look at one by one"
        elif change.kind == "luck":
            before = change.value - change.by
            luck = (float(Fraction(o.chance)) * (o.value - before) for o in change.outcomes)
            assert abs(fsum(luck)) < 1e-12
            assert change.value == next(o.value for o in change.outcomes if o.text == change.text)
    return True


# --- the ledger ---------------------------------------------------------------------------------------------------


@every_random_game
def test_luck_and_decisions_add_up_in_random_games(name, seed):
    found = glanced(name, seed)
    state = played_at_random(casemate.load(name), seed)
    assert adds_up(found)
    assert found.is_over and found.values[-1] == state.result[0]
    assert [(change.player, change.text, change.turn) for change in found.changes] == [
        (step.player, step.text, step.turn) for step in state.steps
    ]
    assert [change.at for change in found.changes] == list(range(1, len(state.steps) + 1))
    assert all(0 <= value <= 1 for value in found.values)


@pytest.mark.parametrize("name", GAMES)
def test_luck_and_decisions_add_up_in_games_of_bots(name):
    state, rng = quick(name).start(), random.Random(name)
    bot = casemate.bot("tree", playouts=40, seed=3)
    while state.to_move is not None:
        state.play(rng.choice(state.moves()) if state.to_move == CHANCE else bot.choose(state))
    found = review(state, Search(playouts=60))
    assert adds_up(found)
    assert review(state, Search(playouts=60)) == found  # the same question, the same numbers


@pytest.mark.parametrize("seed", range(8))
def test_luck_and_decisions_add_up_at_the_fair(seed):
    found = review(played_at_random(FAIR, seed), Search(playouts=5))
    assert adds_up(found)
    assert {change.kind for change in found.changes} == {"luck", "decision", "secret"}


def one_round(s: Record) -> None:
    s.deck[0], s.stalls = 1, 1 | 1 << 5


@pytest.mark.parametrize("first", ["wait", "stall 0"])
def test_what_is_perfectly_judged_is_never_seen_only_later(first):
    state, rng = replace(FAIR, set_up=one_round).start(), random.Random(1)
    state.play(first)
    while state.to_move is not None:
        state.play(rng.choice(state.moves()))
    found = review(state, Perfect())
    assert adds_up(found)
    assert found.values[0] == float(worth(record.shortened(state, 0)))
    visit, *rolls = (change for change in found.changes if change.kind != "secret")
    assert visit.by == pytest.approx(-visit.loss, abs=1e-12)
    assert (visit.loss > 0.1) == (first == "wait")
    for roll in rolls:
        before, now = (record.shortened(state, place) for place in (roll.at - 1, roll.at))
        assert roll.by == pytest.approx(float(worth(now) - worth(before)), abs=1e-12)


def test_a_secret_meeting_is_half_of_each():
    state = PENNIES.start()
    state.play("bid 0")
    state.play("bid 0")
    found = review(state, Perfect())
    assert adds_up(found)
    assert found.values == (0.5, 0.5, 1.0)
    assert found.ledger.decisions == (0.25, 0.25)
    assert [change.kind for change in found.changes] == ["secret", "secret"]
    assert found.turning_points == ()


def test_a_forced_answer_changes_nothing():
    def no_stalls(s):
        s.deck[0] = 1

    state = played_at_random(replace(FAIR, set_up=no_stalls), 1)
    waiting = review(state, Perfect()).changes[0]
    assert (waiting.text, waiting.best, waiting.by, waiting.loss) == ("wait", "wait", 0.0, 0.0)


# --- answers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_best_answer_gives_nothing_away(name):
    state, rng, judge = quick(name).start(), random.Random(5), Search(playouts=10)
    while state.to_move is not None:
        state.play(rng.choice(state.moves()) if state.to_move == CHANCE else judge.weigh(state)[0][0])
    decisions = [change for change in review(state, judge).changes if change.kind == "decision"]
    assert [(change.best, change.loss, change.mistake) for change in decisions] == [
        (change.text, 0.0, "") for change in decisions
    ]


@every_random_game
def test_what_is_given_away_is_what_the_best_answer_would_have_kept(name, seed):
    state = played_at_random(casemate.load(name), seed)
    for change in glanced(name, seed).changes:
        if change.kind == "decision":
            mine = 1 - change.value if change.player == 1 else change.value
            assert change.loss == change.kept - mine >= 0
            assert (change.best == change.text) == (change.loss == 0)
            assert change.best in record.shortened(state, change.at - 1).moves()


def test_mistakes_have_names():
    def named(loss):
        return Change(1, 1, "decision", 0, "a", "", 0.5, 0.0, "b", 0.5 + loss, loss).mistake

    assert [named(loss) for loss in (0.0, 0.04, *(least for _, least in reversed(CLASSES)))] == [
        "",
        "",
        "slip",
        "mistake",
        "blunder",
    ]


@every_random_game
def test_turning_points_are_few_and_the_biggest_first(name, seed):
    found = glanced(name, seed)
    sizes = [change.size for change in found.turning_points]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) <= MOST
    assert all(size >= NOTABLE for size in sizes[FEWEST:])
    assert max(change.size for change in found.changes) == sizes[0]


# --- ends that are no answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("end", ["resign", "run_out"])
def test_giving_up_is_a_decision(name, loser, end):
    state = played_at_random(casemate.load(name), 7, answers=12)
    getattr(state, end)(loser)
    found = review(state, Glance())
    assert adds_up(found)
    last = found.changes[-1]
    assert (last.kind, last.player, found.values[-1]) == ("other", loser, float(loser))
    mine = [found.values[-2], 1 - found.values[-2]][loser]
    assert last.loss == last.size == mine
    without = review(record.shortened(state, 12), Glance()).ledger
    assert found.ledger.decisions[loser] == pytest.approx(without.decisions[loser] + last.by)
    assert found.ledger.decisions[1 - loser] == without.decisions[1 - loser]


@pytest.mark.parametrize("name", [name for name in GAMES if casemate.load(name).agree_rule])
def test_an_agreed_draw_is_nobodys_decision(name):
    state = played_at_random(casemate.load(name), 7, answers=30)
    while state.now.answers:
        state.undo()
    state.agree_draw()
    found = review(state, Glance())
    assert adds_up(found)
    assert found.changes[-1].player == NOBODY and found.ledger.agreed == found.changes[-1].by
    assert "The draw agreed on" in [row.words for row in tell(found, state.game)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_goes_on(name):
    game = casemate.load(name)
    for answers in (0, 1, 9):
        found = review(played_at_random(game, 3, answers), Glance())
        assert adds_up(found) and not found.is_over and len(found.values) == answers + 1
        assert tell(found, game)[-1].words.endswith("now")
        ElementTree.fromstring(draw_graph(found, game.players))


# --- long work ----------------------------------------------------------------------------------------------------


def test_progress_is_told_to_the_end():
    heard = []
    state = played_at_random(FAIR, 1)
    review(state, Search(playouts=2), lambda done, of: heard.append((done, of)))
    places = len(state.moments)
    assert heard == [(done, places) for done in range(1, places + 1)]


def test_what_nobody_wants_is_stopped():
    wanted = iter([True] * 5 + [False])
    with pytest.raises(Stopped):
        review(played_at_random(FAIR, 1), Search(playouts=2), is_wanted=lambda: next(wanted))


# --- told and kept ------------------------------------------------------------------------------------------------


@every_random_game
def test_it_is_kept_as_plain_data(name, seed):
    found = glanced(name, seed)
    assert Review.from_data(json.loads(json.dumps(found.to_data()))) == found


@every_random_game
def test_the_ledger_told_adds_up_as_it_stands(name, seed):
    rows = tell(glanced(name, seed), casemate.load(name))
    amounts = [Fraction(row.amount.rstrip("%").replace("−", "-")) for row in rows]
    assert sum(amounts[:-1]) == amounts[-1]
    assert amounts[-1] == 100 * casemate_share(name, seed)
    for row, amount in zip(rows[2:4], amounts[2:4], strict=True):
        given, later = (Fraction(part.split()[0].replace("−", "-")) for part in row.note.rsplit(", ", 1))
        assert given + later == amount


def casemate_share(name, seed):
    return Fraction(played_at_random(casemate.load(name), seed).result[0])


def test_rounding_keeps_the_sum():
    rng = random.Random(2)
    for _ in range(500):
        parts = [rng.uniform(-900, 900) for _ in range(rng.randint(1, 6))]
        whole = add_up(parts, round(sum(parts)))
        assert sum(whole) == round(sum(parts))
        assert all(abs(part - near) <= 1 for part, near in zip(parts, whole, strict=True))


def test_percents_are_not_rounded_to_what_is_decided():
    assert [percent(chances) for chances in (0.0, 0.001, 0.125, 0.5, 0.999, 1.0)] == [
        "0%",
        "<1%",
        "12%",
        "50%",
        ">99%",
        "100%",
    ]


def test_turning_points_in_words():
    players = ("Ann", "Bob")
    blunder = Change(4, 2, "decision", 1, "left", "", 0.9, 0.3, "right", 0.4, 0.3)
    assert say(blunder, players) == "Turn 2: Bob plays left where right would have kept 40% (10%): a blunder"
    roll = Change(5, 2, "luck", CHANCE, "2/3", "2 of 3 hit", 0.4, -0.2, outcomes=(Outcome("2/3", "3/8", 0.4),))
    assert say(roll, players) == "Turn 2: 2 of 3 hit (2/3, a chance of 3/8): Bob's chances rise from 40% to 60%"
    left = Change(6, 3, "other", 0, "Ann resigns", "Ann resigns", 0.0, -0.25, kept=0.25, loss=0.25)
    assert say(left, players) == "Turn 3: Ann resigns: Bob's chances rise from 75% to 100%"


@every_random_game
def test_the_graph_is_a_picture_in_words_too(name, seed):
    found, players = glanced(name, seed), ("Anna <&>", "Béla")
    drawing = draw_graph(found, players)
    root = ElementTree.fromstring(drawing)
    spot = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.find(f"{spot}desc").text.startswith("Anna <&>'s chances go from ")
    places = [each for each in root.iter() if each.get("data-at")]
    assert [int(each.get("data-at")) for each in places] == list(range(len(found.values)))
    assert all(each.find(f"{spot}title").text for each in places)
    assert not any(each.get("style") for each in root.iter()) and root.find(f".//{spot}style") is None
    assert sum("tag" in (each.get("class") or "").split() for each in root.iter()) == len(found.turning_points)
    assert "--pale:" in STYLE  # where the graph's colours come from


def test_the_graphs_signs_differ_in_shape():
    fair = review(played_at_random(FAIR, 3), Search(playouts=2))
    root = ElementTree.fromstring(draw_graph(fair, FAIR.players))
    shapes = {each.get("class"): each[0].get("d") for each in root.iter() if each.get("overflow")}
    assert len(set(shapes.values())) == len({kind.split()[0] for kind in shapes})


# --- at the terminal ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_looked_back_on(name, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(compiled, "WANTED", False)
    state = played_at_random(casemate.load(name), 2, answers=8)
    state.resign(0)
    file = tmp_path / "game.record"
    file.write_text(record.write(state, names=("Ada", "Charles")), encoding="utf-8")
    assert main(["review", str(file), "--playouts", "3", "--ascii"]) == 0
    out, err = capsys.readouterr()
    first = state.game.players[0]
    assert "Ada - Charles" in out and f"{first}'s share at the end" in out
    turned = [change.text for change in review(state, Search(3)).turning_points]
    assert (f"{first} resigns" in out) == (f"{first} resigns" in turned)
    assert out.isascii() and err == ""


def test_what_is_no_record_is_refused(tmp_path, capsys):
    file = tmp_path / "game.record"
    file.write_text("nonsense", encoding="utf-8")
    assert main(["review", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("casemate: ") and err.count("\n") == 1
