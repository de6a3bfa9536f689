"""Records: what is written is read back, and what is false, broken or cut off is refused at its line."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import casemate
from casemate import record
from casemate.dice import Dice
from casemate.errors import BadRecord, IllegalMove, UnknownName
from casemate.game import Game, State

SEED = bytes(range(32))
DICE = Dice(SEED, ["a word", "another"])
RECORDS = sorted(Path(casemate.__file__).parent.glob("games/*/replays/*.record"))

each_game = pytest.mark.parametrize("game", [casemate.load(name) for name in casemate.games()], ids=casemate.games())


def some_options(game: Game, chance: random.Random) -> dict[str, object]:
    return {option.name: chance.choice(list(option.values)) for option in game.options}


def play_on(state: State, chance: random.Random, answers: int, dice: Dice = DICE) -> State:
    for _ in range(answers):
        if state.to_move is None:
            break
        is_roll = state.to_move == casemate.CHANCE
        state.play(dice.roll(state) if is_roll else chance.choice(state.moves()))
    return state


def some_game(game: Game, number: int, answers: int = 10_000) -> State:
    chance = random.Random(number)
    return play_on(game.start(**some_options(game, chance)), chance, answers)


def rolling_game(game: Game, answers: int = 10_000) -> State:
    """A game in which something is rolled or drawn."""
    games = (some_game(game, number, answers) for number in range(100))
    return next(state for state in games if rolls(state))


def at_a_turn(state: State) -> State:
    """The game, played on to the start of a turn."""
    while state.now.answers:
        play_on(state, random.Random(0), 1)
    return state


def rolls(state: State) -> list[int]:
    return [place for place, step in enumerate(state.steps) if step.player == casemate.CHANCE]


def same(a: State, b: State) -> bool:
    return (a.game, a.options, a.steps, a.position, a.to_move, a.result) == (
        b.game,
        b.options,
        b.steps,
        b.position,
        b.to_move,
        b.result,
    )


# --- writing and reading back --------------------------------------------------------------------------------------


@each_game
def test_whole_games_are_read_back(game: Game) -> None:
    for number in range(4):
        state = some_game(game, number)
        text = record.write(state, dice=DICE)
        found = record.read(text)
        assert same(found.state, state)
        assert found.text == text
        assert found.seed == SEED
        assert record.read(text.encode()).text == text
        assert record.verify(text).is_proven


@each_game
def test_a_game_can_be_saved_after_every_answer_and_goes_on_as_it_would_have(game: Game) -> None:
    state = rolling_game(game, 30)
    assert state.result is None
    whole = record.write(state, dice=DICE, keep_secret=True)
    for _, earlier in record.replay(record.read(whole)):
        text = record.write(earlier, dice=DICE, keep_secret=True)
        found = record.read(text)
        assert "\nResult: *\nSecret seed: " in text
        assert found.is_secret
        assert found.dice is not None
        assert found.dice.words == DICE.words
        assert same(found.state, earlier)
        assert found.text == text
        for step in state.steps[len(earlier.steps) :]:
            found.state.play(found.dice.roll(found.state) if step.player == casemate.CHANCE else step.text)
        assert same(found.state, state)


@each_game
def test_the_seed_is_shown_only_when_the_game_is_over_or_the_caller_says_so(game: Game) -> None:
    state = some_game(game, 1, 10)
    assert record.write(state, dice=DICE).endswith("\nResult: *\nSeed: secret\n")
    assert record.write(state, dice=DICE, reveal=True).endswith(f"\nSeed: {SEED.hex()}\n")
    assert record.write(state).endswith("\nResult: *\n")
    found = record.read(record.write(state, dice=DICE))
    assert (found.seed, found.dice, found.commitment) == (None, None, DICE.commitment)
    state.resign(0)
    assert record.write(state, dice=DICE).endswith(f"\nSeed: {SEED.hex()}\n")
    assert record.write(state, dice=DICE, reveal=False).endswith("\nSeed: secret\n")


@each_game
def test_a_game_begun_from_a_position_says_so(game: Game) -> None:
    for number in range(3):
        chance = random.Random(number)
        before = play_on(game.start(**some_options(game, chance)), chance, 20)
        while before.to_move == casemate.CHANCE:
            play_on(before, chance, 1)
        state = game.read(before.position, **before.options)
        play_on(state, chance, 15)
        text = record.write(state, dice=DICE)
        begun = state.begun_from  # a position in a turn is the turn's start and the answers since
        assert begun == game.start(**before.options).position or f"\nStart: {begun}\n" in text
        found = record.read(text)
        assert same(found.state, state)
        assert (found.start, found.text) == (begun, text)


@each_game
@pytest.mark.parametrize("end", ["resign", "agree"])
def test_resignations_and_agreed_draws(game: Game, end: str) -> None:
    state = some_game(game, 1, 12)
    if end == "resign":
        state.resign(1)
    elif game.agree_rule:
        at_a_turn(state).agree_draw()
    else:
        with pytest.raises(IllegalMove, match="knows no agreed draw"):
            at_a_turn(state).agree_draw()
        return
    text = record.write(state, dice=DICE)
    assert f"\n{state.steps[-1].text}\n\nResult: " in text
    assert same(record.read(text).state, state)


@each_game
def test_a_game_without_a_move(game: Game) -> None:
    text = record.write(game.start())
    assert record.read(text).text == text
    assert record.read(text).state.steps == []


HOSTILE = [  # written so that no file holds what cannot be seen
    "Anna\nResult: 1-0",
    "\r\n\t\0\x1b[2J\x7f\x85",
    " blanks at the edges ",
    "  ",
    " ",
    "\u2028\u2029\u202e\u200b\ufeff\u00a0",
    "back\\slash \\u000a \\",
    "\ud800 alone",
    "Jörg 李 🤖👨\u200d👩\u200d👧",
    ": ",
    "1. c2",
    "x" * 5000,
]


@each_game
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_names_words_and_dates_survive_whatever_is_in_them(game: Game, name: str) -> None:
    text = record.write(game.start(), names=["", name], date=name, dice=Dice(SEED, [name]))
    assert text.encode().decode() == text
    assert (
        len(text.split("\n")) == len(record.write(game.start(), names=["", "x"], date="x", dice=DICE).split("\n")) - 1
    )
    found = record.read(text)
    assert (found.names, found.date, found.words) == (("", name), name, (name,))
    assert found.text == text


@each_game
def test_names_are_given_by_seat_or_by_the_games_own_names(game: Game) -> None:
    first, second = game.players
    by_seat = record.write(game.start(), names=["A", "B"])
    assert by_seat == record.write(game.start(), names={second: "B", first: "A"})
    assert f"\n{first}: A\n{second}: B\n" in by_seat
    assert record.read(record.write(game.start(), names={second: "B"})).names == ("", "B")
    with pytest.raises(UnknownName, match=f"no player 'Nobody'; it has {first} and {second}"):
        record.write(game.start(), names={"Nobody": "A"})
    for names in (["A", "B", "C"], "AB"):
        with pytest.raises(ValueError, match="one name each"):
            record.write(game.start(), names=names)
    with pytest.raises(ValueError, match="3 words for 2 players"):
        record.write(game.start(), dice=Dice(SEED, ["a", "b", "c"]))
    with pytest.raises(ValueError, match="shorter names"):
        record.write(game.start(), names=["x" * record.SIZE])


@each_game
def test_blank_lines_blanks_and_line_ends_are_free(game: Game) -> None:
    text = record.write(some_game(game, 2, 12), dice=DICE, names=["A", "B"])
    for changed in (
        text.replace("\n", "\r\n"),
        text.replace("\n", "\n\n"),
        text.replace("\n", "  \n \t"),
        "\ufeff" + text,
        "\n" + text.rstrip(),
        "\n".join(row.replace(" ", "  \t") if row[:1].isdigit() else row for row in text.split("\n")),
    ):
        assert record.read(changed).text == text


@each_game
def test_headers_come_in_any_order_and_options_left_out_are_the_default(game: Game) -> None:
    text = record.write(game.start(), dice=DICE, names=["A", "B"])
    headers, end = text.split("\n\n")
    first, *rest = headers.split("\n")
    kept = [header for header in rest if not header.startswith("Option ")]
    assert record.read("\n".join([first, *reversed(kept), "", end])).text == text


# --- replaying -----------------------------------------------------------------------------------------------------


@each_game
def test_replay_shows_every_position(game: Game) -> None:
    state = some_game(game, 3, 40)
    found = record.read(record.write(state))
    shown = list(record.replay(found))
    again = game.start(**state.options)
    assert (shown[0][0], shown[0][1].position) == (None, again.position)
    for step, here in shown[1:]:
        assert step is not None
        again.play(step.text)
        assert (here.position, here.to_move, step) == (again.position, again.to_move, again.steps[-1])
    for turn in range(1, state.turn_number + 1):
        there = found.at(turn)
        assert (there.turn_number, there.now.answers) == (turn, ())
    assert same(found.at(1), game.start(**state.options))
    assert same(found.at(state.turn_number + 9), state)
    assert same(found.state, state)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_recorded_games_replay_for_ever(path: Path) -> None:
    text = path.read_bytes()
    found = record.read(text)
    assert found.text == text.decode()
    assert found.game.name == path.parts[-3]
    assert found.state.result is not None
    verdict = record.verify(text)
    assert verdict.ok, verdict
    assert verdict.is_proven == bool(found.commitment)


# --- refusing ------------------------------------------------------------------------------------------------------


def refusal(text: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        record.read(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"
    return caught.value


def line_of(text: str, start: str) -> int:
    """The number of the one line that starts like this."""
    (found,) = (number for number, row in enumerate(text.split("\n"), 1) if row.startswith(start))
    return found


def with_line(text: str, number: int, row: str) -> str:
    rows = text.split("\n")
    rows[number - 1] = row
    return "\n".join(rows)


def without_line(text: str, number: int) -> str:
    rows = text.split("\n")
    del rows[number - 1]
    return "\n".join(rows)


@pytest.fixture(scope="module", params=casemate.games())
def text(request: pytest.FixtureRequest) -> str:
    """A game of a few turns that ends with a resignation."""
    game = casemate.load(request.param)
    state = play_on(game.start(), random.Random(5), 9)
    state.resign(1)
    return record.write(state, names=["A", "B"], date="today", dice=DICE)


def test_something_else_is_no_record(text: str) -> None:
    for other in ("", "\n\n", "PK\3\4", "<html>", "[Event x]\n1. e4", text[1:], "\n".join(text.split("\n")[1:])):
        assert refusal(other).line == 1
    assert (
        "begins with 'Casemate record 1', not 'Casemate record 2'"
        in refusal(text.replace("record 1", "record 2")).reason
    )
    assert (refusal("\n\nx").line, refusal("x" * 2_000_000).line) == (3, 1)


def test_what_is_no_text_is_refused_at_its_line(text: str) -> None:
    raw = text.encode()
    assert refusal(raw.replace(b"today", b"\xff\xfe")).line == line_of(text, "Date")
    assert refusal(raw + b"\xc3").line == text.count("\n") + 1
    for character in ("\0", "\x1b", "\x85", "\r", "\ud800", "\x7f"):
        assert refusal(text.replace("today", f"to{character}day")).line == line_of(text, "Date")


def test_a_huge_text_is_refused_at_once(text: str) -> None:
    assert refusal(b"x" * (record.SIZE + 1)).line == 1
    assert refusal("é" * (record.SIZE + 1)).line == 1
    assert "at most 50000 lines" in refusal(text + "\n" * record.LINES).reason
    refusal(with_line(text, line_of(text, "1. "), "1. " + "x " * 490_000))
    refusal(with_line(text, line_of(text, "1. "), "9" * 900_000 + ". x"))


def test_headers(text: str) -> None:
    game = record.read(text).game
    date, dice, first = line_of(text, "Date"), line_of(text, "Dice"), game.players[0]
    option = game.options[0]
    for row, reason in {
        "Date:": "neither `Name: value` nor a turn",
        "Date": "neither `Name: value` nor a turn",
        "Date: to\\day": "is written 'to\\\\\\\\day'",
        "Date: \\u0041": "is written 'A'",
        "Date: a\u200bb": "is written 'a\\\\u200bb'",
        "Colour: blue": "'Colour' is no header; a record of",
        "Option colour: blue": f"no option 'colour'; it has {option.name}",
        "Start: nonsense": "",
        f"Start: {game.start().position}": "the game's own start",
        "Secret seed: x": "is no header",
        f"{first}: Z": f"'{first}' was said in line {line_of(text, first)} already",
    }.items():
        refused = refusal(with_line(text, date, row))
        assert (refused.line, reason in refused.reason) == (date, True), (row, refused.reason)
    late = refusal(with_line(text, date, f"Option {option.name}: {option.default}"))
    assert (late.line, f"in line {date} already" in late.reason) == (line_of(text, f"Option {option.name}"), True)
    for row in ("Dice: 6", "Dice: sha256", "Dice: sha256 " + "g" * 64, "Dice: sha256 " + "0" * 63):
        assert refusal(with_line(text, dice, row)).line == dice
    assert refusal(with_line(text, dice, "Dice: by hand")).line == line_of(text, f"Word {first}")
    assert refusal(with_line(text, 2, "Game: nonsense")).line == 2
    assert "there is " in refusal(with_line(text, 2, "Game: nonsense")).reason
    assert "no Game header" in refusal(without_line(text, 2)).reason
    assert "no Dice header" in refusal(without_line(text, dice)).reason
    number = line_of(text, f"Option {option.name}")
    assert option.allowed() in refusal(with_line(text, number, f"Option {option.name}: blue")).reason
    assert refusal(with_line(text, number, f"Option {option.name}: blue")).line == number


def test_turns(text: str) -> None:
    found = record.read(text)
    first, second = found.lines[1], found.lines[2]
    rows = text.split("\n")
    answer = rows[second - 1].split(" ", 1)[1]
    for row, reason in {
        f"3. {answer}": "this is turn 2, not 3",
        f"1. {answer}": "this is turn 2, not 1",
        f"02. {answer}": "this is turn 2, not 02",
        f"2.{answer}": "this is no turn such as `2. ...`",
        f"2. {answer} {answer}": "is written",
        f"2. {answer} nonsense": "is written|nonsense",
        f"2. {answer} |": "is written",
        f"2. | {answer}": "is written",
        "2. nonsense": "nonsense",
        "2. |": "",
        "2. 🤖": "",
        "2.": "this is no turn",
        "two": "this is no turn",
        "Date: x": "this is no turn",
    }.items():
        refused = refusal(with_line(text, second, row))
        assert refused.line == second, row
        assert re.search(reason, refused.reason), (row, refused.reason)
    assert refusal(without_line(text, first)).line == first
    assert refusal(with_line(text, second, rows[first - 1])).line == second


def test_a_turn_half_written_is_refused_there(text: str) -> None:
    found = record.read(text)
    for turn, number in found.lines.items():
        steps = [step for step in found.state.steps if step.turn == turn and step.text not in text.split("\n")]
        if len(steps) > 1 and turn + 1 in found.lines:
            row = f"{turn}. {found.game.write_turn(steps[:1])}"
            refused = refusal(with_line(text, number, row))
            assert (refused.line, f"turn {turn} is not over" in refused.reason) == (number, True)
            late = refusal("\n".join([*text.split("\n")[: number - 1], row, "draw agreed", "", "Result: *"]))
            assert late.line == number + 1
            return
    assert all(turn == 1 or len(found.at(turn).steps) - len(found.at(turn - 1).steps) == 1 for turn in found.lines)


def test_an_illegal_answer_is_refused_with_the_rule(text: str) -> None:
    game = record.read(text).game
    legal = set(game.start().moves())
    other = next(
        move for state in (some_game(game, n, 8) for n in range(99)) for move in state.moves() if move not in legal
    )
    refused = refusal(with_line(text, line_of(text, "1. "), f"1. {other}"))
    assert refused.line == line_of(text, "1. ")
    assert str(game.start().why(other)) in refused.reason


def test_dice_that_cannot_fall_are_refused() -> None:
    for game in map(casemate.load, casemate.games()):
        state = rolling_game(game)
        place = rolls(state)[0]
        turn = state.steps[place].turn
        before = record.shortened(state, place)
        text = record.write(before)
        for wrong in ("99/99", "nonsense", "-1"):
            if f"\n{turn}. " in text:
                broken = re.sub(rf"(?m)^({turn}\. .*)$", rf"\1 {wrong}", text)
            else:
                broken = text.replace("\n\nResult", f"\n{turn}. {wrong}\n\nResult")
            refused = refusal(broken)
            assert refused.line == line_of(broken, f"{turn}. ")
            assert before.moves()[0] in refused.reason or "written" in refused.reason


def test_the_end(text: str) -> None:
    result, seed, resigned = line_of(text, "Result"), line_of(text, "Seed"), line_of(text, "Result") - 2
    right = text.split("\n")[result - 1]
    for row in (
        "Result: *",
        "Result: 0-1",
        "Result: 1-0",
        "Result:",
        "Result: ",
        right[:-1],
        right.replace("1-0", "0-1"),
    ):
        assert refusal(with_line(text, result, row)).line == result, row
    assert right.removeprefix("Result: ") in refusal(with_line(text, result, "Result: *")).reason
    assert refusal(with_line(text, result, right.replace("(", "(9."))).line == result
    for row in ("Seed: 00", "Seed: " + "0" * 64, "Seed:", "Seed: " + SEED.hex().upper(), "Sead: " + SEED.hex()):
        assert refusal(with_line(text, seed, row)).line == seed
    for extra in ("Seed: secret", right, "1. x", "x"):
        assert refusal(text + extra).line == seed + 1
    late = resigned + 1
    for extra in ("draw agreed", "9. x", text.split("\n")[resigned - 1]):
        assert refusal(with_line(text, late, extra)).line == late
        assert "was over before" in refusal(with_line(text, late, extra)).reason
    assert refusal(without_line(text, resigned)).line == result - 1
    by_hand = without_line(text, seed).replace(DICE.commitment, "").replace("sha256 ", "by hand")
    by_hand = "\n".join(row for row in by_hand.split("\n") if not row.startswith("Word "))
    assert record.read(by_hand).commitment == ""
    assert refusal(by_hand + "Seed: secret").line == by_hand.count("\n") + 1


def test_how_a_result_is_worded_may_change_but_not_what_it_says(text: str) -> None:
    result = line_of(text, "Result")
    old = re.sub(r": [^:]*\)$", ": in other words (of old))", text.split("\n")[result - 1])
    assert record.read(with_line(text, result, old)).text == text


def test_a_record_cut_off_anywhere_is_refused(text: str) -> None:
    for length in range(len(text) - 1):
        refused = refusal(text[:length])
        assert 1 <= refused.line <= text[:length].count("\n") + 1


def test_any_record_changed_anyhow_is_refused_or_says_what_it_says() -> None:
    """Thousands of small changes: BadRecord and nothing else; or a record whose every line was understood."""
    chance = random.Random(11)
    texts = []
    for game in map(casemate.load, casemate.games()):
        for number in range(4):
            state = some_game(game, number, 8)
            if number % 2:
                state.resign(0)
            texts.append(record.write(state, names=["Anna", "Jörg"], dice=DICE, keep_secret=number == 2))
        later = game.read(at_a_turn(play_on(game.start(), chance, 30)).position)
        texts.append(record.write(play_on(later, chance, 4)))
    read = 0
    for number in range(2500):
        before = chance.choice(texts)
        changed = before
        for _ in range(chance.choice((1, 1, 2, 5))):
            changed = chance.choice(CHANGES)(changed, chance)
        given = changed.encode("utf-8", "surrogatepass") if number % 2 else changed
        try:
            found = record.read(given)
        except BadRecord as refused:
            assert 1 <= refused.line <= changed.count("\n") + 1
            assert record.verify(given).lines == (str(refused),)
            continue
        read += 1
        assert record.read(found.text).text == found.text
        known = set(map(plain, found.text.split("\n")))
        assert all(plain(row) in known for row in changed.removeprefix("\ufeff").split("\n")), changed
    assert 50 < read < 1250


def plain(row: str) -> str:
    return " ".join(row.split()) if not row.strip().startswith("Result: ") else row.strip().partition(": ")[0]


Change = Callable[[str, random.Random], str]
LETTERS = "\n\n  :.|/*+-x0123456789abcdefgABCDEFG\\u\t\r\0é🤖\u2028\ud800\u0663"


def put_letter(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(LETTERS) + text[at:]


def change_letter(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(LETTERS) + text[at + 1 :]


def drop_letter(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + 1 :]


def drop_piece(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at + chance.randrange(40) :]


def change_lines(text: str, chance: random.Random) -> str:
    rows = text.split("\n")
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    kind = chance.randrange(4)
    if kind == 0:
        del rows[one]
    elif kind == 1:
        rows.insert(other, rows[one])
    elif kind == 2:
        rows[one], rows[other] = rows[other], rows[one]
    else:
        rows[one] = " ".join(chance.sample(rows[one].split(" "), len(rows[one].split(" "))))
    return "\n".join(rows)


def change_number(text: str, chance: random.Random) -> str:
    places = [found.span() for found in re.finditer(r"[0-9]+", text)] or [(0, 0)]
    start, end = chance.choice(places)
    return text[:start] + str(chance.choice((0, 1, 2, 3, 20, 10**12))) + text[end:]


CHANGES: list[Change] = [put_letter, change_letter, drop_letter, drop_piece, change_lines, change_number]


def test_any_bytes_are_refused() -> None:
    chance = random.Random(12)
    for _ in range(500):
        refusal(chance.randbytes(chance.randrange(200)))
        refusal(b"Casemate record 1\n" + chance.randbytes(chance.randrange(200)))
        refusal(b"Casemate record 1\n" + bytes(chance.choices(b"Game:\n 1.|Resultdc*", k=80)))


# --- verifying -----------------------------------------------------------------------------------------------------


@each_game
def test_a_loaded_roll_is_found(game: Game) -> None:
    whole = rolling_game(game)
    for place in rolls(whole)[:3]:
        before = record.shortened(whole, place)
        false = next(answer for answer in before.moves() if answer != DICE.roll(before))
        state = before.copy()
        state.play(false)
        play_on(state, random.Random(0), 10_000)
        text = record.write(state, dice=DICE)
        verdict = record.verify(text)
        assert (verdict.ok, verdict.is_proven) == (False, False)
        (told,) = verdict.lines[2:]
        turn = state.steps[place].turn
        assert told.startswith(f"line {line_of(text, f'{turn}. ')}: turn {turn}, after ")
        assert f"the record says {false}, the seed gives {DICE.roll(before)}" in told


@each_game
def test_false_seeds_commitments_and_words_are_found(game: Game) -> None:
    text = record.write(rolling_game(game), dice=DICE)
    assert record.verify(text).is_proven
    other = Dice(SEED[::-1])
    for changed in (text.replace(SEED.hex(), other.seed.hex()), text.replace(DICE.commitment, other.commitment)):
        verdict = record.verify(changed)
        assert not verdict.ok
        assert verdict.lines == (f"line {line_of(text, 'Seed')}: this is not the seed that was committed to",)
    # another seed with its own commitment, or another word, gives other rolls
    many = max((some_game(game, number) for number in range(20)), key=lambda state: len(rolls(state)))
    text = record.write(many, dice=DICE)
    both = text.replace(SEED.hex(), other.seed.hex()).replace(DICE.commitment, other.commitment)
    for changed in (both, text.replace(": a word", ": a lord")):
        assert not record.verify(changed).ok
        assert "the seed gives" in str(record.verify(changed))


@each_game
def test_what_cannot_be_proven_is_said(game: Game) -> None:
    going_on, over = some_game(game, 1, 10), some_game(game, 1)
    for text, ok, words in (
        (record.write(over), True, "by hand: there is nothing to prove"),
        (record.write(going_on, dice=DICE), True, "The game goes on: the seed is not shown"),
        (record.write(over, dice=DICE, reveal=False), False, "The game is over, and still the seed is not shown"),
    ):
        verdict = record.verify(text)
        assert (verdict.ok, verdict.is_proven) == (ok, False)
        assert words in str(verdict)
    verdict = record.verify(record.write(going_on, dice=DICE, keep_secret=True))
    assert verdict.ok
    assert "a secret: the file keeps it" in str(verdict)
