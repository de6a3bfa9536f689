"""Every word of the table, said by a toy game (toys.py), plain and compiled, at all three tables."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from casemate import CHANCE, BadNotation, BadOption, Game, IllegalMove, State, loops, plain, table
from casemate.bits import each, nth
from casemate.bots import Greedy, Thinker
from casemate.rules import Rules
from casemate.table import choose, offer
from tests.toys import FAIR, FAIR_STATE, PAIRS, PENNIES, SOLD, STALL, STALLS, WAIT, fair_turn

KINDS = ["plain", "compiled"]


@pytest.fixture(scope="module")
def compiled() -> Rules:
    twin = replace(FAIR)
    assert twin.compile()
    return twin.rules


@pytest.fixture(params=KINDS)
def rules(request: pytest.FixtureRequest) -> Rules:
    return FAIR.plain if request.param == "plain" else request.getfixturevalue("compiled")


def begin(rules: Rules, **options: object) -> State:
    return rules.game.start(**options)


def play(state: State, *answers: str) -> list[str]:
    """Plays the answers; what came of the last one."""
    for answer in answers:
        events = state.play(answer)
    return [event.text for event in events]


# --- the tape -----------------------------------------------------------------------------------------------------


def test_a_turn_with_every_word(rules: Rules) -> None:
    state = begin(rules)
    assert rules.game.rules is rules
    assert (state.to_move, state.moves()) == (0, ["stall 0", "stall 5", "stall 33", "stall 62"])
    assert play(state, "stall 62") == ["Ann visits stall 62"]
    assert (state.to_move, state.moves()) == (CHANCE, ["0/2", "1/2", "2/2"])
    assert play(state, "2/2") == ["2 of 2 dice show more than 1"]
    assert (state.to_move, state.moves()) == (CHANCE, ["1", "2", "3", "4"])
    assert play(state, "3") == ["The die shows 3"]
    assert (state.to_move, state.moves()) == (CHANCE, ["0", "1", "2"])
    assert play(state, "1") == ["Card 1 is drawn"]
    assert (state.to_move, state.moves()) == (0, ["bid 0", "bid 1", "bid 2"])
    assert state.now.turn == 1
    assert play(state, "bid 0", "bid 2") == ["Bids of 0 and 2 for card 1"]
    assert state.steps[-1].events[0].reason == SOLD
    assert (state.to_move, state.turn_number) == (1, 2)
    assert state.moves() == ["stall 0", "stall 5", "stall 33", "wait"]
    assert (state.here.score, state.here.deck) == ([2, 2], [2, 0, 1])
    assert play(state, "wait", "4", "0", "bid 1", "bid 1") == ["Bids of 1 and 1 for card 0"]
    play(state, "stall 0", "0/2", "1", "2", "bid 2", "bid 1", "stall 5", "2/2", "4", "0", "bid 2")
    assert state.result is None
    assert play(state, "bid 0") == ["Bids of 2 and 0 for card 0"]
    assert (state.result, state.here.score) == ((1.0, 0.0), [6, 4])
    assert state.ending is not None
    assert state.ending.text == "The final score is 6 to 4"
    assert (state.to_move, state.moves(), state.chances()) == (None, [], {})


def test_offers_counts_each_place_of_a_set(rules: Rules) -> None:
    """Waiting is offered only when fewer than four options are on the menu."""
    state, stalls = begin(rules, copies=3), 4
    while state.result is None:
        assert len(state.moves()) == stalls + (stalls < 4)
        assert ("wait" in state.moves()) == (stalls < 4)
        play(state, *([state.moves()[0], "1/2"] if stalls else ["wait"]), "1")
        play(state, state.moves()[0], "bid 0", "bid 0")
        stalls = max(0, stalls - 1)


def test_chances_of_dice(rules: Rules) -> None:
    state = begin(rules)
    assert state.chances() == {}
    assert state.odds("stall 0") == {"0/2": Fraction(1, 36), "1/2": Fraction(10, 36), "2/2": Fraction(25, 36)}
    play(state, "stall 0", "1/2")
    assert state.chances() == {face: Fraction(1, 4) for face in "1234"}


@pytest.mark.parametrize("number", range(5))
def test_cards_are_drawn_without_replacement(rules: Rules, number: int) -> None:
    choice = random.Random(number)
    state = begin(rules, copies=3)
    left = Counter({"0": 3, "1": 1, "2": 1})
    draws = 0
    while state.to_move is not None:
        answer = choice.choice(state.moves())
        is_draw = state.to_move == CHANCE and state.now.question is not None and state.now.question.form == table.DRAW
        if is_draw:
            assert state.chances() == {kind: Fraction(n, left.total()) for kind, n in left.items() if n}
            left[answer] -= 1
            draws += 1
        state.play(answer)
    assert (draws, left.total()) == (5, 0)


def test_secret_choices_stay_hidden_until_both_are_made(rules: Rules) -> None:
    state = begin(rules)
    hidden = []
    for answer in ("stall 0", "1/2", "1", "0", "bid 2", "bid 0", "wait"):
        hidden.append(state.now.hidden)
        state.play(answer)
    assert hidden == [0, 0, 0, 0, 0, 1, 0]


def test_what_is_asked_second_does_not_depend_on_the_first_secret(rules: Rules) -> None:
    state = begin(rules)
    play(state, "stall 0", "1/2", "1", "0")
    asked = set()
    for bid in state.moves():
        twin = state.copy()
        assert twin.play(bid) == []
        asked.add((twin.to_move, tuple(twin.moves())))
    assert asked == {(1, ("bid 0", "bid 1", "bid 2"))}


def test_undo_across_turns(rules: Rules) -> None:
    state = begin(rules)
    answers = ["stall 0", "1/2", "1", "0", "bid 2", "bid 0", "stall 5", "0/2"]
    seen = []
    for answer in answers:
        seen.append((state.here.copy(), state.to_move, state.moves(), state.chances(), state.now.hidden))
        state.play(answer)
    while seen:
        state.undo()
        assert (state.here, state.to_move, state.moves(), state.chances(), state.now.hidden) == seen.pop()
    with pytest.raises(IllegalMove):
        state.undo()


# --- plain and compiled -------------------------------------------------------------------------------------------


def final(rules: Rules, states: Any) -> plain.Record:
    return plain.read(FAIR_STATE, states[1]) if rules.is_compiled else states[1].copy()


def starting(rules: Rules, size: int, copies: int = 3) -> Any:
    return rules.states(*[FAIR.start(copies=copies).here] * size)


def test_the_dice_table_agrees_plain_and_compiled(compiled: Rules) -> None:
    played: Counter[tuple[int, ...]] = Counter()
    for number in range(200):
        ends: list[Any] = []
        for rules in (FAIR.plain, compiled):
            states, totals = starting(rules, 2), np.zeros(3) if rules.is_compiled else [0.0] * 3
            rules.bind(loops.playouts, "dice")(states, rules.sheets(), number, 1, 12345, totals)
            ends.append((list(totals), final(rules, states)))
        assert ends[0] == ends[1]
        played[tuple(ends[0][1].score)] += 1
    assert len(played) > 20


def test_the_tape_agrees_plain_and_compiled(compiled: Rules) -> None:
    """Whole games by question and answer."""
    for number in range(100):
        ends = []
        for rules in (FAIR.plain, compiled):
            states = starting(rules, 3)
            answers = rules.bind(loops.answer_at_random)(states, rules.sheets(), 1, number)
            ends.append((answers, final(rules, states)))
        assert ends[0] == ends[1]
        assert ends[0][0] >= 20


def test_answers_and_events_agree_plain_and_compiled(compiled: Rules) -> None:
    choice = random.Random(9)
    for copies in (1, 2, 3):
        slow, fast = begin(FAIR.plain, copies=copies), begin(compiled, copies=copies)
        while slow.to_move is not None:
            assert (fast.to_move, fast.moves(), fast.chances()) == (slow.to_move, slow.moves(), slow.chances())
            answer = choice.choice(slow.moves())
            assert fast.play(answer) == slow.play(answer)
            assert fast.here == slow.here
        assert fast.result == slow.result


# --- dice ---------------------------------------------------------------------------------------------------------


def is_near(found: int, games: int, chance: Fraction) -> bool:
    """Within four and a half standard deviations."""
    return abs(float(found - games * chance)) < 4.5 * float(games * chance * (1 - chance)) ** 0.5


def test_dice_and_cards_come_as_often_as_they_should() -> None:
    games, rules = 4000, FAIR.plain
    dies, cards, lucks, stalls = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    turn, sheets = rules.bind(fair_turn, "dice"), rules.sheets()
    sheets[0].length = 0
    for number in range(games):
        states = starting(rules, 1)
        s = states[0]
        table.seed(sheets[0], 7, number)
        table.clear(sheets[0])
        turn(s, sheets[0])
        dies[s.die] += 1
        cards[s.card] += 1
        lucks[s.luck] += 1
        stalls[s.stalls ^ STALLS] += 1
    assert all(is_near(dies[face], games, Fraction(1, 4)) for face in (1, 2, 3, 4))
    assert all(is_near(cards[kind], games, Fraction(n, 5)) for kind, n in enumerate((3, 1, 1)))
    assert all(is_near(lucks[hits], games, Fraction(n, 36)) for hits, n in enumerate((1, 10, 25)))
    assert all(is_near(stalls[1 << place], games, Fraction(1, 4)) for place in (0, 5, 33, 62))


def test_below_is_even_and_within_its_range() -> None:
    sheet = plain.Records(table.SHEET, 1)[0]
    table.seed(sheet, 1, 2)
    counts = Counter(table.below(sheet, 6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(is_near(counts[face], 60_000, Fraction(1, 6)) for face in range(6))


def test_answers_on_the_tape_come_before_dice() -> None:
    rules = FAIR.plain
    turn, sheets, scores = rules.bind(fair_turn, "dice"), rules.sheets(), Counter[tuple[int, ...]]()
    for number in range(30):
        states = starting(rules, 1)
        rules.write_tape(sheets, (STALL + 5, 2, 4, 1))
        table.seed(sheets[0], 3, number)
        table.clear(sheets[0])
        sheets[0].head = 0
        turn(states[0], sheets[0])
        s = states[0]
        assert (s.stalls, s.luck, s.die, s.card) == (STALLS ^ 1 << 5, 2, 4, 1)
        scores[tuple(s.score)] += 1
    sheets[0].length = 0
    assert set(scores) == {(2, 0), (4, 0), (2, 2)}


def test_a_word_said_at_no_table_is_an_error() -> None:
    sayings = (
        lambda: table.offer(None, 1),
        lambda: table.offer_all(None, 1, 3),
        lambda: table.offers(None),
        lambda: table.choose(None, 0),
        lambda: table.choose_secretly(None, 0),
        lambda: table.roll_over(None, 2, 3),
        lambda: table.roll(None, 6),
        lambda: table.draw(None, [1]),
        lambda: table.note(None, SOLD),
    )
    for say in sayings:
        with pytest.raises(TypeError, match="played through a Game"):
            say()


def set_up_without_cards(s: Any) -> None:
    s.stalls = STALLS


def never_over(s: Any) -> float:
    return -1.0


def test_drawing_from_an_empty_deck_is_an_error() -> None:
    state = replace(FAIR, set_up=set_up_without_cards, outcome=never_over).start()
    play(state, "stall 0", "1/2")
    with pytest.raises(IndexError, match="no card is left"):
        state.play("1")


def misspelt_turn(s: Any, t: Any) -> None:
    offer(t, WAIT)
    choose(t, 0)
    s.scoer = 1


def test_an_error_in_the_rules_is_not_taken_for_a_question() -> None:
    state = replace(FAIR, turn=misspelt_turn).start()
    with pytest.raises(AttributeError, match="scoer"):
        state.play("wait")


def test_sets_of_places_count_from_the_smallest() -> None:
    places = sum(1 << place for place in (0, 3, 31, 32, 61, 62))
    assert list(each(places)) == [0, 3, 31, 32, 61, 62]
    assert [nth(places, n) for n in range(6)] == [0, 3, 31, 32, 61, 62]


# --- the tree -----------------------------------------------------------------------------------------------------


def weighed(state: State, playouts: int = 300) -> dict[str, tuple[int, float]]:
    """What a search finds: how often it tried each answer, and its chances."""
    return {
        line.answer: (line.visits, round(line.win, 9)) for line in Thinker(playouts=playouts, seed=3).analyse(state)
    }


@pytest.mark.parametrize("number", range(4))
def test_the_tree_weighs_the_answers_of_the_question(rules: Rules, number: int) -> None:
    """Whatever was answered before in this turn: choices, dice or a card."""
    choice, state = random.Random(number), begin(rules)
    while state.to_move is not None:
        if state.to_move != CHANCE and len(state.moves()) > 1:
            found = weighed(state)
            assert set(found) == set(state.moves())
            assert 250 < sum(visits for visits, _ in found.values()) <= 300, state.steps
        state.play(choice.choice(state.moves()))


def test_the_tree_agrees_plain_and_compiled(compiled: Rules) -> None:
    choice = random.Random(5)
    slow, fast = begin(FAIR.plain), begin(compiled)
    while slow.to_move is not None:
        if slow.to_move != CHANCE:
            assert weighed(fast) == weighed(slow)
        answer = choice.choice(slow.moves())
        slow.play(answer)
        fast.play(answer)


def test_the_tree_finds_the_bid_that_cannot_lose(rules: Rules) -> None:
    """One point ahead, and the last card is worth three: it goes to nobody when both bid 2."""
    state = begin(rules, copies=1)
    play(state, "stall 0", "1/2", "1", "0", "bid 0", "bid 0", "wait", "1", "1", "bid 0", "bid 0", "wait", "1", "2")
    assert state.here.score == [1, 0]
    assert Thinker(playouts=1000, seed=3).choose(state) == "bid 2"


def test_the_second_secret_choice_does_not_know_the_first() -> None:
    """Whoever saw the penny laid would always guess wrong: laying it would be worth nothing."""
    for visits, win in weighed(PENNIES.start(), 3000).values():
        assert visits > 1000
        assert 0.35 < win < 0.65


def test_searching_for_the_second_secret_choice_does_not_know_the_first() -> None:
    found = []
    for laid in ("bid 0", "bid 1"):
        state = PENNIES.start()
        state.play(laid)
        assert state.now.hidden == 1
        found.append(weighed(state, 1000))
        assert all("laid" not in line.why for line in Thinker(playouts=50, seed=3).analyse(state))
    assert found[0] == found[1]
    assert all(0.35 < win < 0.65 for _, win in found[0].values())


# --- runs of secrets, answers too many to list, weights, options as text ----------------------------------------------


@pytest.fixture(params=KINDS)
def pairs(request: pytest.FixtureRequest) -> Game:
    twin = replace(PAIRS)
    assert request.param == "plain" or twin.compile()
    return twin


def test_a_run_of_secrets_stays_hidden_to_its_end(pairs: Game) -> None:
    state, hidden = pairs.start(), []
    for answer in ("bid 1", "bid 0", "bid 2", "bid 2"):
        assert state.to_move == len(hidden) // 2
        events = state.play(answer)
        hidden.append(state.now.hidden)
    assert hidden == [1, 2, 3, 0]
    assert [event.text for event in events] == ["Ann lays 1 and 0", "Bob lays 2 and 2"]
    assert state.chances() == {"0": Fraction(1, 6), "1": Fraction(2, 6), "2": Fraction(3, 6)}
    assert [event.text for event in state.play("2")] == ["The wind is 2"]
    assert state.result == (0.0, 1.0)


def test_a_bot_knows_its_own_secrets_and_not_the_others(pairs: Game) -> None:
    """Whoever has laid a number wants the same again, and thinks alike whatever the other has laid."""
    for own in range(3):
        first = pairs.start()
        first.play(f"bid {own}")
        assert Thinker(playouts=600, seed=1).choose(first) == f"bid {own}"
        found = []
        for others in (("bid 0", "bid 1"), ("bid 2", "bid 2")):
            second = pairs.start()
            play(second, *others, f"bid {own}")
            found.append(weighed(second, 600))
            assert set(found[-1]) == set(second.moves())
            assert Thinker(playouts=600, seed=1).choose(second) == f"bid {own}"
            assert Greedy(seed=1).choose(second) in second.moves()
        assert found[0] == found[1]


def test_runs_of_secrets_agree_plain_and_compiled() -> None:
    fast = replace(PAIRS)
    assert fast.compile()
    states = PAIRS.start(), fast.start()
    for answer in ("bid 1", "bid 0", "bid 2"):
        assert weighed(states[0]) == weighed(states[1])
        for state in states:
            state.play(answer)
    assert weighed(states[0]) == weighed(states[1])


def test_answers_too_many_to_list(pairs: Game) -> None:
    state = pairs.start(at="once")
    assert (state.to_move, state.moves()) == (0, ["lay 0 0", "lay 1 1"])
    assert state.why("lay 0 2") is None, "not on the menu, and legal"
    with pytest.raises(BadNotation):
        state.play("lay 0 3")
    assert state.steps == []
    state.play("lay 0 2")
    assert (state.to_move, state.now.hidden, len(state.steps)) == (1, 1, 1)
    bot = Thinker(playouts=400, seed=2)
    assert {line.answer for line in bot.analyse(state)} == {"lay 0 0", "lay 1 1"}
    assert [event.text for event in state.play("lay 2 2")] == ["Ann lays 0 and 2", "Bob lays 2 and 2"]
    assert state.to_move == CHANCE
    state.undo()
    state.undo()
    assert state.moves() == ["lay 0 0", "lay 1 1"]


def test_weights_stay_what_they_are(pairs: Game) -> None:
    state = pairs.start(winds="0/1/0")
    play(state, "bid 0", "bid 1", "bid 0", "bid 1")
    assert state.chances() == {"1": Fraction(1)}
    state.play("1")
    assert list(state.here.options.winds) == [0, 1, 0]
    playouts = pairs.playouts(1000, seed=2, state=pairs.start(winds="0/0/7"))
    assert playouts.shares[0] == pytest.approx(5 / 9 + 2 / 9, abs=0.04), "both have a pair, or neither; or only Ann"


@pytest.mark.parametrize("wrong", ["1/2", "a/b/c", "", "-1/2/3", "1" * 300, 5, None])
def test_an_option_as_text_says_what_is_allowed(wrong: object) -> None:
    with pytest.raises(BadOption, match="option winds is three numbers"):
        PAIRS.start(winds=wrong)
    assert PAIRS.start(winds=" 01/2/3").options["winds"] == "1/2/3"


def test_odds_may_look_further() -> None:
    assert PAIRS.start().odds("bid 2") == {"rain": Fraction(1)}
    assert PAIRS.start().odds("bid 1") == {}
    with pytest.raises(BadNotation):
        PAIRS.start(at="once").odds("bid 2")
