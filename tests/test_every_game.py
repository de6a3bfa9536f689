"""What is true of every game, found by looking; no game is named here."""

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import casemate
from casemate import CHANCE, BadNotation, BadOption, Game, IllegalMove, State, UnknownName, loops, plain
from casemate.rules import Rules
from tests.pictures import spots_of

GAMES = casemate.games()
NOT_TEXTS = [None, 5, 1.5, b"text", ["text"], True]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return casemate.load(request.param)


@cache
def played_plain(name: str) -> Game:
    """The game, its rules never compiled."""
    return replace(casemate.load(name))


@cache
def played_compiled(name: str) -> Game:
    twin = replace(casemate.load(name))
    assert twin.compile(), "the compiler is part of the tools of development"
    return twin


def any_options(game: Game, choice: random.Random) -> dict[str, object]:
    """Each option printed or any other, half and half."""
    return {option.name: choice.choice(option.values) for option in game.options if choice.random() < 0.5}


def any_game(game: Game, choice: random.Random) -> Iterator[State]:
    """One random game with random options; the same state again after every answer."""
    state = game.start(**any_options(game, choice))
    yield state
    while state.to_move is not None:
        state.play(choice.choice(state.moves()))
        yield state


def seen(state: State) -> tuple[Any, ...]:
    """All that can be seen of a state."""
    here = state.here.copy()
    return (
        here,
        state.position,
        state.to_move,
        state.moves(),
        state.chances(),
        state.result,
        state.turn_number,
        state.steps,
    )


@cache
def samples(name: str) -> list[State]:
    """States from all over some random games, chance and ends included."""
    game, choice = played_plain(name), random.Random(f"samples of {name}")
    found = [
        state.copy() for _ in range(6) for state in any_game(game, choice) if choice.random() < 0.1 or state.result
    ]
    found += [state.copy() for state in any_game(game, choice) if state.to_move == CHANCE][:5]
    return found


# --- playing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(12))
def test_any_legal_play_goes_on_to_an_end(game: Game, number: int) -> None:
    for state in any_game(game, random.Random(number)):
        moves = state.moves()
        assert len(set(moves)) == len(moves)
        assert (state.to_move is None) == (not moves) == (state.result is not None) == (state.ending is not None)
        assert len(state.steps) < 20_000
    assert state.result is not None
    assert sum(state.result) == 1.0
    assert state.ending is not None
    assert state.ending.text


@pytest.mark.parametrize("number", range(4))
def test_the_players_who_answer_are_recorded(game: Game, number: int) -> None:
    expected: list[tuple[int | None, int]] = []
    for state in any_game(game, random.Random(number)):
        assert [(step.player, step.turn) for step in state.steps] == expected
        assert state.to_move in (0, 1, CHANCE, None)
        expected.append((state.to_move, state.turn_number))
    assert [step.turn for step in state.steps] == sorted(step.turn for step in state.steps)


@pytest.mark.parametrize("number", range(6))
def test_undo_restores(game: Game, number: int) -> None:
    states = [state.copy() for state in any_game(game, random.Random(number))]
    past, state = [seen(each) for each in states], states[-1]
    for before in reversed(past[:-1]):
        state.undo()
        assert seen(state) == before
    with pytest.raises(IllegalMove):
        state.undo()
    assert seen(state) == past[0]


@pytest.mark.parametrize("number", range(6))
def test_the_same_answers_give_the_same_game(game: Game, number: int) -> None:
    first = list(any_game(game, random.Random(number)))[-1]
    again = game.start(**first.options)
    for step in first.steps:
        again.play(step.text)
    assert seen(again) == seen(first)


def test_a_copy_is_played_apart(game: Game) -> None:
    choice = random.Random("apart")
    for state in any_game(game, choice):
        before, twin = seen(state), state.copy()
        assert seen(twin) == before
        if twin.to_move is not None:
            twin.play(choice.choice(twin.moves()))
            assert len(twin.steps) == len(state.steps) + 1
        assert seen(state) == before


# --- looking ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_looking_changes_nothing(name: str) -> None:
    for state in samples(name):
        before = seen(state)
        state.moves().clear()
        state.chances().clear()
        state.steps.clear()
        for move in state.moves()[:5]:
            state.odds(move)
            state.why(move)
        for viewer in (None, 0, 1):
            state.svg(viewer)
        repr(state)
        state.copy().undo() if state.steps else state.copy()
        assert seen(state) == before


@pytest.mark.parametrize("number", range(4))
def test_chances_add_up_to_one(game: Game, number: int) -> None:
    for state in any_game(game, random.Random(number)):
        chances = state.chances()
        if state.to_move == CHANCE:
            assert list(chances) == state.moves()
            assert sum(chances.values()) == 1
            assert all(0 < chance <= 1 for chance in chances.values())
        else:
            assert chances == {}


@pytest.mark.parametrize("name", GAMES)
def test_odds_are_the_chances_after_the_move(name: str) -> None:
    for state in samples(name):
        for move in state.moves():
            after = state.copy()
            after.play(move)
            reach = after.game.foresee(state, move) if after.game.foresee and state.to_move != CHANCE else None
            assert state.odds(move) == (after.chances() if reach is None else reach)
            assert sum(state.odds(move).values()) in (0, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_legal_move_needs_no_reason(name: str) -> None:
    for state in samples(name):
        assert [state.why(move) for move in state.moves()] == [None] * len(state.moves())


@pytest.mark.parametrize("name", GAMES)
def test_the_drawing_is_a_drawing(name: str) -> None:
    for state in samples(name)[::4]:
        for viewer in (None, 0, 1):
            root = ElementTree.fromstring(state.svg(viewer))
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert state._repr_svg_() == state.svg()


@pytest.mark.parametrize("name", GAMES)
def test_labels_name_what_lies_on_spots_of_the_board(name: str) -> None:
    game = played_plain(name)
    assert game.summary
    for state in samples(name):
        for viewer in (None, 0, 1):
            labels = game.labels(state, viewer)
            assert set(labels) <= set(spots_of(state, viewer))
            assert all(words.strip() for words in labels.values())


# --- positions as text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_positions_read_back(game: Game, number: int) -> None:
    """What the text cannot say, such as how often the position has occurred before, may have ended one of the two."""
    for state in any_game(game, random.Random(number)):
        again = game.read(state.position, **state.options)
        assert again.position == state.position
        if state.to_move is not None and again.to_move is not None:
            assert (again.to_move, again.moves(), again.chances()) == (state.to_move, state.moves(), state.chances())
        elif state.to_move is not None:
            pytest.fail(f"a game that goes on is read as over: {state.position}")


def mutated(text: str, choice: random.Random) -> str:
    """A text with one to three slips of the pen."""
    alphabet = text + "0123456789 /-,:x?é\t\0"
    for _ in range(choice.randint(1, 3)):
        at = choice.randrange(len(text) + 1)
        kind = choice.randrange(5)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + choice.choice(alphabet) + text[at:]
        elif kind == 2:
            text = text[:at] + choice.choice(alphabet) + text[at + 1 :]
        elif kind == 3:
            other = choice.randrange(len(text) + 1)
            text = text[: min(at, other)] + text[max(at, other) :]
        else:
            fields = text.split(" ")
            fields.insert(choice.randrange(len(fields)), fields.pop(choice.randrange(len(fields))))
            text = " ".join(fields)
    return text


def read_or_refuse(game: Game, text: str, options: dict[str, Any], choice: random.Random) -> bool:
    """Whether a text is a position; if it is, it stands for one that can be written, read and played."""
    try:
        state = game.read(text, **options)
    except BadNotation as refusal:
        assert str(refusal)
        return False
    again = game.read(state.position, **options)
    assert (again.position, again.to_move, again.moves()) == (state.position, state.to_move, state.moves()), text
    for _ in range(3):
        if state.to_move is not None:
            state.play(choice.choice(state.moves()))
    return True


@pytest.mark.parametrize("name", GAMES)
def test_mutated_positions_are_refused_or_played(name: str) -> None:
    game, choice = played_plain(name), random.Random(f"mutations of {name}")
    accepted = 0
    for _ in range(4000):
        state = choice.choice(samples(name))
        accepted += read_or_refuse(game, mutated(state.position, choice), state.options, choice)
    assert 0 < accepted < 4000


@pytest.mark.parametrize("name", GAMES)
def test_truncated_positions_are_refused_or_played(name: str) -> None:
    game, choice = played_plain(name), random.Random(f"truncations of {name}")
    for state in samples(name)[:10]:
        text = state.position
        assert read_or_refuse(game, text, state.options, choice)
        for end in range(len(text)):
            read_or_refuse(game, text[:end], state.options, choice)
            read_or_refuse(game, text[end + 1 :], state.options, choice)


@settings(deadline=None)
@given(text=st.text(max_size=80))
@pytest.mark.parametrize("name", GAMES)
def test_any_text_is_a_position_or_refused(name: str, text: str) -> None:
    read_or_refuse(played_plain(name), text, {}, random.Random(text))


@pytest.mark.parametrize("wrong", NOT_TEXTS)
def test_a_position_is_a_text(game: Game, wrong: Any) -> None:
    with pytest.raises(BadNotation):
        game.read(wrong)


# --- moves as text ------------------------------------------------------------------------------------------------


def play_or_refuse(state: State, text: str) -> None:
    """What is not legal is refused and changes nothing."""
    before = seen(state)
    twin = state.copy()
    try:
        twin.play(text)
    except (BadNotation, IllegalMove) as refusal:
        assert str(refusal)
        assert text not in state.moves()
        assert seen(twin) == before
    else:
        assert state.why(text) is None
    assert seen(state) == before


@settings(deadline=None)
@given(text=st.text(max_size=20), at=st.integers(min_value=0))
@pytest.mark.parametrize("name", GAMES)
def test_any_text_is_a_move_or_refused(name: str, text: str, at: int) -> None:
    play_or_refuse(samples(name)[at % len(samples(name))], text)


@pytest.mark.parametrize("name", GAMES)
def test_mutated_moves_are_played_or_refused(name: str) -> None:
    choice = random.Random(f"moves of {name}")
    moves = [move for state in samples(name) for move in state.moves()]
    for _ in range(2000):
        move = choice.choice(moves)
        play_or_refuse(choice.choice(samples(name)), choice.choice((move, mutated(move, choice))))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("wrong", NOT_TEXTS)
def test_a_move_is_a_text(name: str, wrong: Any) -> None:
    for state in samples(name)[::8]:
        before = seen(state)
        for asked in (state.play, state.why, state.odds):
            with pytest.raises(BadNotation):
                asked(wrong)
        assert seen(state) == before


def test_while_chance_answers_a_player_is_told_by_which_rule() -> None:
    waiting = [state for name in GAMES for state in samples(name) if state.to_move == CHANCE]
    for state in waiting:
        before = seen(state)
        why = state.why("a move")
        assert why is not None and why.text.startswith(f"chance answers now: {state.moves()[0]}")
        assert why.rules and set(why.rules) <= set(state.game.rulebook.rules), state.position
        assert seen(state) == before
    assert len(waiting) > 10


# --- ending early -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_a_player_may_resign_and_undo_it(name: str, player: int) -> None:
    for state in samples(name):
        before, twin = seen(state), state.copy()
        if state.result is not None:
            with pytest.raises(IllegalMove):
                twin.resign(player)
            continue
        twin.resign(player)
        assert twin.result == (float(player), float(1 - player))
        assert (twin.to_move, twin.moves(), twin.chances()) == (None, [], {})
        assert twin.ending is not None
        twin.undo()
        assert seen(twin) == before


def test_only_players_resign(game: Game) -> None:
    for nobody in (2, -1, CHANCE, None):
        with pytest.raises(ValueError, match="resigns"):
            game.start().resign(nobody)  # type: ignore[arg-type]


# --- options and names --------------------------------------------------------------------------------------------


def test_every_value_of_every_option_starts_a_game(game: Game) -> None:
    for option in game.options:
        assert option.default in option.values
        assert game.start().options[option.name] == option.default
        assert option.rule in game.rulebook.rules
        for value in option.values:
            state = game.start(**{option.name: value})
            assert state.options[option.name] == value
            assert game.start(**{option.name: str(value)}).options == state.options


@pytest.mark.parametrize("wrong", ["nonsense", "", None, True, -1, 10**9, 1.5, "1 ", "two\nrow", ["a"], "٣"])
def test_a_wrong_option_says_what_is_allowed(game: Game, wrong: object) -> None:
    position = game.start().position
    for option in game.options:
        if isinstance(wrong, str) and wrong.strip() in map(str, option.values):
            continue
        for refuse in (lambda **options: game.start(**options), lambda **options: game.read(position, **options)):
            with pytest.raises(BadOption) as refusal:
                refuse(**{option.name: wrong})
            assert option.name in str(refusal.value)
            assert option.allowed() in str(refusal.value)


def test_an_unknown_option_lists_those_there_are(game: Game) -> None:
    with pytest.raises(BadOption) as refusal:
        game.start(no_such_option=1)
    assert "no_such_option" in str(refusal.value)
    assert all(option.name in str(refusal.value) for option in game.options)


@pytest.mark.parametrize("wrong", ["nonsense", "", "tests", "../games"])
def test_an_unknown_game_lists_those_there_are(wrong: str) -> None:
    with pytest.raises(UnknownName) as refusal:
        casemate.load(wrong)
    assert all(name in str(refusal.value) for name in GAMES)


def test_there_are_games() -> None:
    assert sorted(GAMES) == GAMES
    assert GAMES
    for name in GAMES:
        assert casemate.load(name) is casemate.load(name)
        assert casemate.load(name).name == name


# --- plain and compiled -------------------------------------------------------------------------------------------


def one_playout(rules: Rules, start: State, number: int, which: int) -> tuple[list[float], plain.Record]:
    """One random game at the dice table: what is added to the totals, and the position at the end."""
    states = rules.copied(start.now.states, 2)
    totals = np.zeros(3) if rules.is_compiled else [0.0] * 3
    rules.bind(loops.playouts, "dice")(states, rules.sheets(), which, 1, number, totals)
    last = plain.read(rules.game.state, states[1]) if rules.is_compiled else states[1]
    return list(totals), last


@pytest.mark.parametrize("name", GAMES)
def test_plain_and_compiled_playouts_agree(name: str) -> None:
    slow, fast = played_plain(name).plain, played_compiled(name).rules
    assert fast.is_compiled
    assert not slow.is_compiled
    choice, played = random.Random(f"playouts of {name}"), set()
    for which in range(80):
        start = played_plain(name).start(**any_options(played_plain(name), choice))
        number = choice.randrange(2**40)
        totals, last = one_playout(slow, start, number, which)
        assert one_playout(fast, start, number, which) == (totals, last), (number, which, start.options)
        played.add((*totals,))
    assert len(played) > 40


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(5))
def test_plain_and_compiled_states_agree(name: str, number: int) -> None:
    choice = random.Random(number)
    fast = played_compiled(name).start(**any_options(played_compiled(name), choice))
    for slow in any_game(played_plain(name), random.Random(number)):
        if slow.steps:
            events = fast.play(slow.steps[-1].text)
            assert tuple(events) == slow.steps[-1].events
        assert seen(fast) == seen(slow)
    assert slow.game.rules is slow.game.plain
    assert fast.game.rules.is_compiled
    fast.undo()
    slow.undo()
    assert seen(fast) == seen(slow)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_begun_plain_goes_on_compiled(name: str) -> None:
    choice = random.Random("change of horses")
    state = any_state(played_plain(name), choice)
    both = state.copy(), state.copy()
    both[1].game = played_compiled(name)
    while both[0].to_move is not None:
        move = choice.choice(both[0].moves())
        assert both[0].play(move) == both[1].play(move)
        assert seen(both[0]) == seen(both[1])


def any_state(game: Game, choice: random.Random) -> State:
    """In the middle of a turn somewhere in a game."""
    states = [state.copy() for state in any_game(game, choice)]
    return choice.choice([state for state in states if state.to_move is not None and state.now.answers])


# --- playouts -----------------------------------------------------------------------------------------------------


def counts(playouts: casemate.Playouts) -> casemate.Playouts:
    return replace(playouts, seconds=0.0)


@pytest.mark.parametrize("name", GAMES)
def test_playouts_do_not_depend_on_threads(name: str) -> None:
    game = played_compiled(name)
    alone = game.playouts(2500, seed=5, threads=1)
    assert counts(game.playouts(2500, seed=5, threads=2)) == counts(alone)
    assert counts(game.playouts(2500, seed=6, threads=1)) != counts(alone)
    assert alone.games == 2500
    assert alone.decisions > alone.games
    assert sum(alone.shares) == pytest.approx(1.0)


@pytest.mark.parametrize("name", GAMES)
def test_playouts_from_a_state_leave_it_alone(name: str) -> None:
    game, choice = played_compiled(name), random.Random("from a state")
    states = [state.copy() for state in any_game(game, choice)]
    state = next(state for state in states[len(states) // 2 :] if not state.now.answers)
    before = seen(state)
    assert game.playouts(50, seed=1, state=state).decisions < game.playouts(50, seed=1).decisions
    assert seen(state) == before
    with pytest.raises(ValueError, match="start of a turn"):
        game.playouts(1, state=next(state for state in states if state.now.answers))


@pytest.mark.parametrize("name", GAMES)
def test_no_playouts_are_no_games(name: str) -> None:
    assert counts(played_compiled(name).playouts(0)) == casemate.Playouts(0, 0, (0.5, 0.5), 0, 0.0)
