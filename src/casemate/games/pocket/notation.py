"""Chapter 27: answers, turns and positions as text."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from casemate.bits import count
from casemate.errors import BadNotation
from casemate.game import Moment, State, Step
from casemate.games.pocket.assaults import BEATEN, ROLLED
from casemate.games.pocket.board import (
    ASSAULT,
    BACKLASH_IT,
    BOTH_ELIMINATED,
    CAPTURED,
    CAPTURES,
    CENTRE,
    CHARGE_AT,
    CHOOSING,
    COMMAND_IT,
    CONTROL,
    CONTROLLED,
    COUNT,
    DECLINE,
    DEPLOY,
    DONE,
    DRAWING,
    ELIMINATION,
    EQUAL,
    GRAVE,
    HEX_IT,
    HOME_FEATURE,
    LAY,
    LAYING,
    MOVE,
    MUSTER_IT,
    NO_TILE,
    OTHER_POOL,
    PLACE_UNIT,
    PLACING,
    PLUNDER_IT,
    POOL,
    PUT_HOME,
    REAP_IT,
    REPAIR_IT,
    REPETITION,
    REROLL_IT,
    RESERVE,
    RETURN,
    ROOT,
    SKIRMISH_TO,
    SLOW_RELOAD,
    STUCK,
    SUMMON,
    TAKE,
    TAKE_CORE,
    TAKE_FEATURE,
    TAKE_TILES,
    TERRAINS,
    TILES,
    USE_BUMP,
    A,
    B,
    clear,
    code_q,
    code_r,
    complete_map,
    enlist,
    has,
    kind_of,
    other_in,
    put,
    put_feature,
    target_in,
    tile_at,
    tile_in,
    unit_in,
    unit_of,
)
from casemate.games.pocket.building import first_placing
from casemate.games.pocket.cards import CARDS, FACTIONS, SIZE
from casemate.games.pocket.dice import BEGIN, FACES, OPPOSED, TESTED
from casemate.games.pocket.ground import GROUNDS
from casemate.games.pocket.moving import CONTROLS_ALL, controlled
from casemate.games.pocket.turn import (
    ALL_ELIMINATED,
    ALL_EQUAL,
    ELIMINATED,
    MORE_CAPTURED,
    MORE_CONTROLLED,
    NO_CHOICE,
    REPEATED,
    count_up,
)
from casemate.table import CHANCE
from casemate.words import Words

PLAYERS = ("A", "B")
SETUP, BAR, SINCE, THEN = "setup", " | ", " || ", "; "
TERRAIN_NAMES = tuple(ground.name for ground in GROUNDS.terrains)
FEATURE_NAMES = tuple(ground.name for ground in GROUNDS.features)
CARD_NAMES = tuple(card.name for card in CARDS)
KINDS = ("O", "D")
FARTHEST = 30  # the greatest coordinate


# --- answers ---------------------------------------------------------------------------------------------------------


def unit_name(unit: int) -> str:
    """27.1 The player and the number in the force."""
    return f"{PLAYERS[unit >> 6 & 1]}{(unit & 63) + 1}"


def place_name(code: int) -> str:
    """1.2 A place, `q,r`."""
    return f"{code_q(code)},{code_r(code)}"


@lru_cache(maxsize=16)
def places_at(moment: Moment) -> tuple[str, ...]:
    """The places of the tiles, by their numbers."""
    q, r = field(moment, "q"), field(moment, "r")
    return tuple(f"{q[tile]},{r[tile]}" for tile in range(field(moment, "tiles")))


def field(moment: Moment, name: str) -> Any:
    """A field of the position, plain or compiled."""
    record = moment.states[1]
    return record[name] if hasattr(record, "dtype") else getattr(record, name)


def write_answer(state: State, code: int) -> str:
    """27.2 An answer in the forms of the table."""
    return FORMS[kind_of(code)](code, places_at(state.now))


def write_path(code: int, places: Sequence[str]) -> str:
    """`m B4 1,0 2,0`: one place for each move."""
    moves = code >> COUNT & 15
    path = [places[code >> 5 * (moves - 1 - n) & 31] for n in range(moves)]
    return " ".join(["m", unit_name(unit_in(code)), *path])


def unit_and_place(word: str) -> Callable[[int, Sequence[str]], str]:
    return lambda code, places: f"{word} {unit_name(unit_in(code))} {places[tile_in(code)]}"


def unit_and_target(word: str) -> Callable[[int, Sequence[str]], str]:
    return lambda code, places: f"{word} {unit_name(unit_in(code))} {unit_name(target_in(code))}"


def only_target(word: str) -> Callable[[int, Sequence[str]], str]:
    return lambda code, places: f"{word} {unit_name(target_in(code))}"


def only_place(word: str) -> Callable[[int, Sequence[str]], str]:
    return lambda code, places: f"{word} {places[tile_in(code)]}"


def die_name(code: int) -> str:
    """27.5 `O1`: the first OFF die."""
    return f"{KINDS[code >> 8 & 1]}{(code >> 4 & 3) + 1}"


def write_core(faction: int) -> str:
    """The choice of a faction: its core, home tiles and home feature."""
    chosen = FACTIONS[faction]
    units = ", ".join(card.name for card in chosen.units[:6])
    tiles = ", ".join(f"{number} {TERRAIN_NAMES[kind]}" for number, kind in chosen.tiles)
    return f"choose {units} / {tiles} / {FEATURE_NAMES[chosen.feature]}"


FORMS: dict[int, Callable[[int, Sequence[str]], str]] = {
    DECLINE: lambda code, places: "-",
    MOVE: write_path,
    ROOT: unit_and_place("root"),
    ASSAULT: unit_and_target("x"),
    DEPLOY: unit_and_place("d"),
    RETURN: lambda code, places: f"r {unit_name(unit_in(code))}",
    SUMMON: lambda code, places: f"s {unit_name(unit_in(code))} {unit_name(other_in(code))} {places[tile_in(code)]}",
    HEX_IT: unit_and_target("hex"),
    REPAIR_IT: unit_and_target("repair"),
    CHARGE_AT: only_target("charge"),
    SKIRMISH_TO: only_place("skirmish"),
    COMMAND_IT: lambda code, places: f"command {unit_name(other_in(code))} {places[tile_in(code)]}",
    REAP_IT: only_target("reap"),
    PLUNDER_IT: only_target("plunder"),
    BACKLASH_IT: lambda code, places: "backlash",
    MUSTER_IT: unit_and_place("muster"),
    USE_BUMP: lambda code, places: f"b {die_name(code)}+{code & 7}",
    REROLL_IT: lambda code, places: f"rr {die_name(code)}",
    TAKE: lambda code, places: CARD_NAMES[code & 1023],
    DONE: lambda code, places: "done",
    TAKE_TILES: lambda code, places: f"{code & 15} {TERRAIN_NAMES[code >> 4 & 63]}",
    TAKE_FEATURE: lambda code, places: FEATURE_NAMES[code & 63],
    TAKE_CORE: lambda code, places: write_core(code & 63),
    PUT_HOME: only_place("feature"),
    PLACE_UNIT: unit_and_place("place"),
    LAY: lambda code, places: place_name(code & 4095),
}


def write_lay(state: State, place: int) -> str:
    """`tile Water 1,-1`"""
    (drawn,) = state.glance("drawn")
    return f"tile {TERRAIN_NAMES[drawn]} {place_name(place)}"


def write_any(state: State, code: int) -> str:
    """An answer of a player."""
    return write_lay(state, code & 4095) if kind_of(code) == LAY else write_answer(state, code)


def write_chance(state: State, code: int) -> str:
    """27.2, 27.4 What dice and draws answer."""
    asks, row = state.glance("asks", "row")
    if asks in (POOL, OTHER_POOL):
        assert state.now.question is not None
        return write_pool(row & 1 if asks == POOL else -1, FACES[begin(len(state.now.question.codes)) + code])
    if asks == CENTRE:
        return f"centre {FEATURE_NAMES[code]}"
    if asks == DRAWING:
        return f"draw {TERRAIN_NAMES[code]}"
    if asks == GRAVE:
        return f"grave {code}"
    return write_lot(state, asks, code)


def begin(outcomes: int) -> int:
    """Where the outcomes of a pool begin among the faces."""
    return BEGIN[{6: 1, 21: 2, 56: 3}[outcomes]]


def write_lot(state: State, asks: int, code: int) -> str:
    """26 What the quick start leaves to chance is written like a player's answer; all else is a bare number."""
    if asks == CHOOSING:
        return write_core(code)
    if asks == LAYING:
        return write_lay(state, state.glance("edge")[0][code - 1])
    if asks == HOME_FEATURE:
        return write_answer(state, PUT_HOME | code)
    if asks == PLACING:
        s = state.here
        return write_answer(state, first_placing(s, s.player, code - 1))
    return str(code)


def write_pool(kind: int, faces: Sequence[int]) -> str:
    """27.4 `O5,3`; without a letter for dice the opponent rolls in a test."""
    return ("" if kind < 0 else KINDS[kind]) + ",".join(str(face) for face in faces if face)


# --- turns -----------------------------------------------------------------------------------------------------------


def pool_of(number: int) -> str:
    """A pool as notes know it (dice.shown); empty without dice."""
    faces = [int(digit) for digit in f"{number:04}"]
    return write_pool(faces[0], faces[1:]) if any(faces[1:]) else ""


def write_rolled(step: Step) -> list[str]:
    """27.4 `roll O5,3 D4,2 / O4,3 D5,1`; 27.6 `test D4,2 / 5`."""
    events = step.events
    rolled = [" ".join(filter(None, map(pool_of, event.numbers[1:]))) for event in events if event.reason == ROLLED]
    tests = [write_test(event.reason, *event.numbers[1:]) for event in events if event.reason in (TESTED, OPPOSED)]
    return tests + ([f"roll {' / '.join(rolled)}".rstrip()] if rolled else [])


def write_test(reason: int, first: int, second: int) -> str:
    if reason == TESTED:
        return f"test {pool_of(second)}"
    return f"test {pool_of(first)} / {pool_of(second).lstrip('OD')}".replace("  ", " ")


def write_turn(steps: Sequence[Step]) -> str:
    """27.2-27.6 The answers of a turn, separated by semicolons; pools are written together, a re-roll with its face."""
    told: list[str] = []
    loose: list[str] = []  # pools not yet told
    for step in steps:
        if step.player != CHANCE:
            told.append(step.text)
        elif told and re.fullmatch(r"rr [OD][1-3]", told[-1]):
            told[-1] += f"={step.text}"
        elif re.fullmatch(r"[OD]?[1-6](,[1-6])*", step.text):
            loose.append(step.text)
        else:
            told.append(step.text)
        if written := write_rolled(step):
            told += written
            loose = []
        if beaten := [unit_name(event.numbers[2]) for event in step.events if event.reason == BEATEN]:
            told.append(", ".join(f"{name} defeated" for name in beaten))
    return THEN.join(told + loose)


def read_turn(text: str) -> list[str]:
    """The answers in a written turn."""
    answers: list[str] = []
    for token in (" ".join(token.split()) for token in text.split(";")):
        if found := re.fullmatch(r"(?:roll|test)\b(.*)", token):
            answers += re.findall(r"[^\s/]+", found[1])
        elif found := re.fullmatch(r"(rr \w+)=(\w+)", token):
            answers += found.groups()
        elif not re.fullmatch(r"[AB]\d+ defeated(, [AB]\d+ defeated)*", token):
            answers.append(token)
    return answers


# --- positions -------------------------------------------------------------------------------------------------------


def write_position(state: State) -> str:
    """27.7 Tiles, units, and whose turn it is; the answers since the start of the turn; or the set-up."""
    moments = [moment for moment in state.moments if moment.step is None or moment.step.player >= CHANCE]
    texts = [moment.step.text for moment in moments if moment.step is not None]
    if state.glance("turn") == [0]:
        return SETUP + (BAR + THEN.join(texts) if texts else "")
    since = answers_of_turn(moments)
    if since == 0:
        return write_board(state.here)
    begun = state.copy()
    begun.moments = moments[:-since]
    return write_board(begun.here) + SINCE + THEN.join(texts[-since:])


def answers_of_turn(moments: Sequence[Moment]) -> int:
    """How many answers have been given since the start of the turn; a game that ends in a turn stays in it."""
    last = moments[-1]
    if last.question is not None or last.step is None:
        return len(last.answers)
    if field(last, "ending") in (STUCK, REPETITION):
        return 0
    return sum(moment.step is not None and moment.step.turn == last.step.turn for moment in moments)


def write_board(s: Any) -> str:
    tiles = " ".join(write_tile(s, tile) for tile in range(s.tiles))
    units = THEN.join(write_unit(s, player, n) for player in range(2) for n in range(s.units[player]))
    return BAR.join([tiles, units, f"{PLAYERS[s.player]} {s.turn}"])


def write_tile(s: Any, tile: int) -> str:
    feature = f"+{GROUNDS.names[s.ground[tile]]}" if s.ground[tile] >= TERRAINS else ""
    return f"{s.q[tile]},{s.r[tile]}:{TERRAIN_NAMES[s.terrain[tile]]}{feature}"


def write_unit(s: Any, player: int, n: int) -> str:
    tile = s.place[player, n]
    where = {RESERVE: "res", CAPTURED: "cap"}.get(tile) or f"{s.q[tile]},{s.r[tile]}"
    mark = "*" if s.loading[player] >> n & 1 else ""
    return f"{unit_name(unit_of(player, n))} {CARD_NAMES[s.card[player, n]]} {where}{mark}"


def read_position(text: str, s: Any) -> Sequence[str]:
    """27.7 Fills in a position; returns the answers given since the start of the turn, or of the set-up."""
    clear(s)
    if text == SETUP:
        return []
    if text.startswith(SETUP + BAR):
        return text[len(SETUP + BAR) :].split(THEN)
    board, bar, since = text.partition(SINCE)
    fields = board.split(BAR)
    if len(fields) != 3:
        raise BadNotation(
            f"a position is `setup`, or has three fields separated by ` | `: tiles, units, and whose turn it is (27.7);"
            f" not {len(fields)}: {text!r:.60}"
        )
    read_tiles(s, fields[0])
    read_units(s, fields[1])
    found = re.fullmatch(r"([AB]) ([1-9][0-9]{0,5})", fields[2], re.ASCII)
    if not found:
        raise BadNotation(f"the last field is a player and a turn, such as B 17 (27.7), not {fields[2]!r:.60}")
    s.player, s.turn = PLAYERS.index(found[1]), int(found[2])
    settle_study(s)
    return since.split(THEN) if bar else []


def read_place(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)", text, re.ASCII)
    if not found or max(abs(int(found[1])), abs(int(found[2]))) > FARTHEST:
        raise BadNotation(f"{text!r:.60} is not a place q,r such as 1,-2 (1.2)")
    return int(found[1]), int(found[2])


def read_tiles(s: Any, text: str) -> None:
    """`0,0:Stonework 1,0:Plains+Forest`"""
    before: tuple[int, int] | None = None
    for written in text.split(" "):
        found = re.fullmatch(r"([^:]+):([^:+]+)(?:\+([^:+]+))?", written)
        if not found:
            raise BadNotation(f"a tile is place:terrain, with +feature if it has one (27.7), not {written!r:.60}")
        place = read_place(found[1])
        if before is not None and place <= before:
            raise BadNotation(f"tiles are ordered by q, then r, each once (27.7): {found[1]} stands too late")
        if found[2] not in TERRAIN_NAMES:
            raise BadNotation(f"{found[2]!r:.60} is no terrain (2.2): {', '.join(TERRAIN_NAMES)}")
        if found[3] is not None and found[3] not in FEATURE_NAMES:
            raise BadNotation(f"{found[3]!r:.60} is no feature (3.3): {', '.join(FEATURE_NAMES)}")
        if s.tiles == TILES:
            raise BadNotation(f"a map has at most {TILES} tiles (8.4)")
        before = place
        tile = s.tiles
        s.q[tile], s.r[tile] = place
        s.terrain[tile] = s.ground[tile] = TERRAIN_NAMES.index(found[2])
        s.tiles = tile + 1
        if found[3] is not None:
            put_feature(s, tile, FEATURE_NAMES.index(found[3]))
    if count(s.features) > 3:
        raise BadNotation(f"a map has three features (3.4), not {count(s.features)}")
    complete_map(s)


def read_units(s: Any, text: str) -> None:
    """`A1 Boiler Rifle 0,0*; A2 Guild Hand res; B1 Bone Thrall cap`"""
    for written in text.split(THEN):
        found = re.fullmatch(r"([AB])([1-9][0-9]?) (.+) ([^ *]+)(\*?)", written, re.ASCII)
        if not found:
            raise BadNotation(f"a unit is written A2 Guild Hand res (27.7), not {written!r:.60}")
        player = PLAYERS.index(found[1])
        n = s.units[player]
        if int(found[2]) != n + 1 or (player == A and s.units[B] > 0) or n == SIZE:
            raise BadNotation(f"units are those of A, then of B, by number (27.7): {written!r:.60} stands wrongly")
        if found[3] not in CARD_NAMES:
            raise BadNotation(f"{found[3]!r:.60} is no unit (7.1)")
        enlist(s, player, CARD_NAMES.index(found[3]))
        read_where(s, unit_of(player, n), found[4])
        if found[5]:
            if s.place[player, n] < 0 or not has(s, unit_of(player, n), SLOW_RELOAD):
                raise BadNotation(f"* marks units with Slow reload on the map (27.7), not {written!r:.60}")
            s.loading[player] |= 1 << n


def read_where(s: Any, unit: int, text: str) -> None:
    if text == "cap":
        s.place[unit >> 6, unit & 63] = CAPTURED
    elif text != "res":
        tile = tile_at(s, *read_place(text))
        if tile == NO_TILE:
            raise BadNotation(f"{unit_name(unit)} stands on {text}, where there is no tile (1.6)")
        if s.at[tile] >= 0:
            raise BadNotation(f"{unit_name(unit)} stands on {text}, where {unit_name(s.at[tile])} stands (1.7)")
        put(s, unit, tile)


def settle_study(s: Any) -> None:
    """24.1, 25.2 A position in which a player has won, or that comes after the last turn, is a finished game."""
    for player in (A, B):
        if count(controlled(s, player)) == 3:
            s.winner, s.ending = player, CONTROL
            return
    if 0 < s.options.limit < s.turn:
        count_up(s)


# --- words -----------------------------------------------------------------------------------------------------------


def counted(one: str, many: str) -> Callable[[int], str]:
    return lambda number: f"{number} {one if number == 1 else many}"


def dice_in_words(number: int) -> str:
    """`OFF 5 3`"""
    digits = f"{number:04}"
    return f"{('OFF', 'DEF')[int(digits[0])]} {' '.join(digits[1:].replace('0', ''))}" if number % 1000 else "no dice"


WORDS: Words = {
    "player": lambda player: PLAYERS[player],
    "unit": lambda unit: f"{unit_name(unit)} {CARD_NAMES[unit >> 7]}",
    "name": unit_name,
    "place": place_name,
    "ground": lambda ground: GROUNDS.names[ground],
    "terrain": lambda kind: TERRAIN_NAMES[kind],
    "feature": lambda kind: FEATURE_NAMES[kind],
    "faction": lambda faction: FACTIONS[faction].name,
    "kind": lambda kind: ("OFF", "DEF")[kind],
    "card": lambda card: CARD_NAMES[card],
    "dice": dice_in_words,
    "faces": lambda number: " ".join(f"{number:04}"[1:].replace("0", "")) or "no dice",
}


def ending(s: Any) -> tuple[int, ...]:
    """24, 25 How the game ended."""
    return {
        CONTROL: (CONTROLS_ALL, s.winner),
        ELIMINATION: (ELIMINATED, 1 - s.winner),
        BOTH_ELIMINATED: (ALL_ELIMINATED,),
        STUCK: (NO_CHOICE, 1 - s.winner),
        REPETITION: (REPEATED,),
        CAPTURES: (MORE_CAPTURED, s.winner, 0, s.options.limit),
        CONTROLLED: (MORE_CONTROLLED, s.winner, 0, s.options.limit),
        EQUAL: (ALL_EQUAL, 0, 0, s.options.limit),
    }[s.ending]
