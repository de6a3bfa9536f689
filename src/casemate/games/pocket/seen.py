"""A state as one viewer may see it, as a scene."""

from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from casemate.game import Moment, State
from casemate.games.pocket import board
from casemate.games.pocket.board import NO_TILE, NO_UNIT, NOBODY, RESERVE
from casemate.games.pocket.cards import CARDS
from casemate.games.pocket.drawing import Place
from casemate.games.pocket.ground import GROUNDS
from casemate.games.pocket.scene import CAPTURES, RESERVES, Piece, Scene, Side, Tile
from casemate.table import CHANCE

PLAYERS = "AB"
TERRAINS = tuple(ground.name for ground in GROUNDS.terrains)
FEATURES = tuple(ground.name for ground in GROUNDS.features)
CONTESTS = (  # while these are asked the dice lie on the table
    board.POOL,
    board.OTHER_POOL,
    board.FACE,
    board.GRAVE,
    board.BUMPING,
    board.REROLLING,
    board.BACKLASH,
    board.REAPING,
    board.PLUNDERING,
)
STAGES = {
    board.CHOOSING: "Choosing forces",
    board.CENTRE: "Building the map",
    board.DRAWING: "Building the map",
    board.LAYING: "Building the map",
    board.HOME_FEATURE: "Placing the home features",
    board.PLACING: "Placing the first units",
}
TASKS = {  # whose question it is comes before these
    board.CHOOSING: "choose a force, tiles and a home feature, in secret",
    board.LAYING: "lay the {drawn} tile next to any tile",
    board.HOME_FEATURE: "put your home feature on one of the tiles farthest from the others",
    board.PLACING: "place a unit on or next to your home feature",
    board.ACTION: "move, assault, deploy, return or summon",
    board.BUMPING: "use a bump on a die, or decline",
    board.REROLLING: "roll one die again, or decline",
    board.CHARGING: "charge an enemy, or decline",
    board.SKIRMISHING: "make one more move, or decline",
    board.COMMANDING: "let an adjacent ally make one move, or decline",
    board.REAPING: "take an Undead unit back into reserve, or decline",
    board.PLUNDERING: "plunder: take a captured unit back into reserve, or decline",
    board.BACKLASH: "let the unit turn against its summoner, or decline",
    board.MUSTERING: "muster a unit from the reserves, or decline",
}
FORTUNE = {  # what is left to chance
    board.CHOOSING: "A faction is drawn",
    board.CENTRE: "The central feature is drawn",
    board.DRAWING: "A tile is drawn from the bag",
    board.LAYING: "Chance lays the {drawn} tile",
    board.HOME_FEATURE: "Chance places the home features",
    board.PLACING: "Chance places the first units",
    board.POOL: "The dice are rolled",
    board.OTHER_POOL: "The opponent's dice are rolled",
    board.FACE: "A die is rolled again",
    board.GRAVE: "Grave-bound: on a 6 it goes to the reserves",
}
PUT = {"d": 1, "muster": 1, "place": 1, "root": 1, "command": 1, "s": 2, "skirmish": 0, "tile": 1, "feature": 0}
FEW = 12  # units to leave room for while forces are secret
LATELY = 60  # answers to look back on for the last move


def scene_for(state: State, viewer: int | None) -> Scene:
    """What there is to draw and to tell."""
    return scene_of(state, state.now, viewer if state.now.hidden else None)


@lru_cache(maxsize=64)
def scene_of(state: State, now: Moment, viewer: int | None) -> Scene:
    """Looked up once for all who see the same."""
    s = state.here
    asks = s.asks if state.to_move is not None else -1
    tiles = tiles_of(s)
    drawn = TERRAINS[s.drawn] if asks == board.LAYING and s.drawn != NO_TILE else ""
    pieces = tuple(piece for player in (0, 1) if not now.hidden or player == viewer for piece in pieces_of(s, player))
    sides = sides_of(state, s) if asks in CONTESTS and s.fighters[0] != NO_UNIT else ()
    return Scene(
        tiles=tiles,
        sites=sites_of(state) if drawn and state.to_move in (0, 1) else (),
        drawn=drawn,
        pieces=pieces,
        units=FEW if now.hidden or not pieces else len(pieces),
        sides=sides,
        ghost=ghost_of(s, sides, pieces),
        hand=hand_of(state, s),
        status=status_of(state, s, asks, sides),
        is_choosing=asks == board.CHOOSING,
        task=task_of(state, asks, drawn),
        trail=trail_of(state),
    )


def place_at(s: Any, tile: int) -> Place:
    return int(s.q[tile]), int(s.r[tile])


def tiles_of(s: Any) -> tuple[Tile, ...]:
    return tuple(
        sorted(
            Tile(
                place_at(s, tile),
                TERRAINS[s.terrain[tile]],
                FEATURES[s.ground[tile] - len(TERRAINS)] if s.features >> tile & 1 else "",
            )
            for tile in range(s.tiles)
        )
    )


def pieces_of(s: Any, player: int) -> list[Piece]:
    return [
        Piece(
            f"{PLAYERS[player]}{n + 1}",
            CARDS[s.card[player, n]].name,
            CARDS[s.card[player, n]].off,
            CARDS[s.card[player, n]].defence,
            where_is(s, s.place[player, n]),
            bool(s.loading[player] >> n & 1),
        )
        for n in range(s.units[player])
    ]


def where_is(s: Any, place: int) -> Place | str:
    if place >= 0:
        return place_at(s, place)
    return RESERVES if place == RESERVE else CAPTURES


def sites_of(state: State) -> tuple[Place, ...]:
    """9.4 From the answers: `tile Water 1,-1`."""
    return tuple(sorted(read_place(answer.split(" ")[2]) for answer in state.moves()))


def read_place(text: str) -> Place:
    q, r = text.split(",")
    return int(q), int(r)


def name_of(unit: int) -> str:
    return f"{PLAYERS[unit >> 6]}{(unit & 63) + 1}"


# --- dice -----------------------------------------------------------------------------------------------------------


def sides_of(state: State, s: Any) -> tuple[Side, ...]:
    """The dice on the table: of two units, or of one and of the opponent's in a test."""
    first, second = s.fighters[0], s.fighters[1]
    owner = 1 - (second >> 6) if second != NO_UNIT else first >> 6  # 23.8 in a backlash the opponent decides
    sides = [side_of(state, s, 0, first, first >> 6, owner)]
    if second != NO_UNIT:
        sides.append(side_of(state, s, 1, second, second >> 6, second >> 6))
    elif any(s.dice[2]) or any(s.dice[3]):
        sides.append(side_of(state, s, 1, NO_UNIT, 1 - owner, NOBODY))
    return tuple(sides)


def side_of(state: State, s: Any, side: int, unit: int, player: int, decider: int) -> Side:
    decides = unit != NO_UNIT and s.asks in (board.BUMPING, board.REROLLING) and state.to_move == decider
    rolling = rolling_die(state) if s.asks == board.FACE else ""
    step = state.now.step
    mine = rolling if step is not None and step.player == decider else ""
    dice = [
        tuple(0 if f"{kind}{n}" == mine else int(face) for n, face in enumerate(row, 1) if face or f"{kind}{n}" == mine)
        for kind, row in zip("OD", (s.dice[2 * side], s.dice[2 * side + 1]), strict=True)
    ]
    name, card = (name_of(unit), card_of(s, unit)) if unit != NO_UNIT else ("", "")
    bumps = [
        tuple(value for value in range(1, 6) for _ in range(s.bumps[row, value])) for row in (2 * side, 2 * side + 1)
    ]
    return Side(name, card, player, dice[0], dice[1], bumps[0], bumps[1], int(s.rerolls[side]), decides)


def rolling_die(state: State) -> str:
    """`rr D2`"""
    step = state.now.step
    return step.text[3:] if step is not None and step.text.startswith("rr ") else ""


def ghost_of(s: Any, sides: tuple[Side, ...], pieces: tuple[Piece, ...]) -> tuple[str, Place] | None:
    """23.7 A unit in the reserves fights as if it stood on the intended tile."""
    if len(sides) == 2 and sides[1].name and s.stands[0] != NO_TILE:
        for piece in pieces:
            if piece.name == sides[0].name and piece.where == RESERVES:
                return piece.name, place_at(s, s.stands[0])
    return None


# --- words ----------------------------------------------------------------------------------------------------------


def hand_of(state: State, s: Any) -> int | None:
    """Who acts now; whose turn it is, while dice or cards answer."""
    if state.to_move == CHANCE:
        return int(s.player) if s.player in (0, 1) else None
    return state.to_move


def status_of(state: State, s: Any, asks: int, sides: tuple[Side, ...]) -> str:
    if state.to_move is None:
        return "Game over"
    if asks in STAGES:
        return STAGES[asks]
    turn = f"Turn {s.turn}"
    if sides:
        if sides[-1].name and len(sides) == 2:
            return f"{turn}: {sides[0].name} assaults {sides[1].name}"
        return f"{turn}: {sides[0].name} takes a test"
    return f"{turn}, {PLAYERS[s.player]}'s"


def card_of(s: Any, unit: int) -> str:
    return CARDS[s.card[unit >> 6, unit & 63]].name


def task_of(state: State, asks: int, drawn: str) -> str:
    if state.ending is not None:
        return state.ending.text
    if state.to_move == CHANCE:
        return FORTUNE.get(asks, "The dice are rolled").format(drawn=drawn)
    assert state.to_move is not None
    return f"{PLAYERS[state.to_move]}: {TASKS[asks].format(drawn=drawn)}"


# --- the last move --------------------------------------------------------------------------------------------------


def trail_of(state: State) -> tuple[Place, ...]:
    """Where the last unit went, or where something was put last."""
    moments = state.moments[-LATELY:]
    for before, after in reversed(list(pairwise(moments))):
        if after.step is None:
            break
        kind, *words = after.step.text.split(" ")
        if kind == "m":
            start = place_before(before, words[0])
            return (*([start] if start else []), *map(read_place, words[1:]))
        if kind in PUT and len(words) > PUT[kind]:
            return (read_place(words[PUT[kind]]),)
        if kind in ("x", "r", "hex", "repair", "charge"):
            break
    return ()


def place_before(moment: Moment, name: str) -> Place | None:
    """Where a unit stood."""
    q, r, place = (field(moment.states[1], each) for each in ("q", "r", "place"))
    tile = place[PLAYERS.index(name[0])][int(name[1:]) - 1]
    return None if tile < 0 else (q[tile], r[tile])


def field(record: Any, name: str) -> Any:
    return record[name].tolist() if isinstance(record, np.void) else getattr(record, name)
