"""What of a battle is drawn and told: units, what threatens them and what they would score, X's, cards and points."""

from functools import cache, lru_cache
from typing import Any, NamedTuple

from casemate.bits import each
from casemate.game import AnyOrder, Moment, State
from casemate.games.battlebook.actions import CODES, FIRST_WEAPON
from casemate.games.battlebook.attack import blocker, remaining, score, scoring
from casemate.games.battlebook.grid import GRIDS, NORTH, SIZES, SOUTH, SQUARE, column_of, row_of, side_of, square_name
from casemate.games.battlebook.units import (
    FARTHEST,
    arm_unit,
    chassis_on,
    damage_on,
    mark,
    marks_on,
    pattern,
    pattern_column,
    put_unit,
    weapon_on,
)

CHASSIS, WEAPONS = CODES[:FIRST_WEAPON], CODES[FIRST_WEAPON:]
SIDES = "NS"
KEEP, START, ACT, OVER = "keep", "start", "act", ""  # what is to be answered
DESTROYED, BLOCKED, SCORES = "destroyed", "blocked", "scores"  # what would become of a unit now

WINNERS = {(1.0, 0.0): NORTH, (0.0, 1.0): SOUTH}

Kept = tuple[str, ...] | None  # a player's actions; () before the choice, None while they are secret
Pattern = tuple[tuple[int, int], ...]  # squares forward and rows up


class Grid(NamedTuple):
    """1.1, 1.4 The size of the grid, and how many columns an outer zone has."""

    rows: int
    columns: int
    outer: int


class Unit(NamedTuple):
    side: int
    chassis: str
    square: str
    weapon: str  # or ""
    xs: int  # the X's that count against it (7.2)
    fate: str
    blocker: str  # where the enemy stands that blocks it, or ""

    @property
    def row(self) -> int:
        return row_of(SQUARE[self.square])

    @property
    def column(self) -> int:
        return column_of(SQUARE[self.square])


class Scene(NamedTuple):
    """A position as people see it."""

    grid: Grid
    patterns: tuple[Pattern, ...]  # of the five weapons
    round: int
    asked: int | None  # who must answer, CHANCE included; None when the battle is over
    task: str
    is_secret: bool  # whether North's choice is still to be hidden
    ap: tuple[int, int]
    kept: tuple[Kept, Kept]
    starters: str
    units: tuple[Unit, ...]
    xs: tuple[tuple[str, int], ...]
    totals: tuple[int, int]
    ahead: tuple[int, int]  # what the round would give each player now
    last: tuple[str, ...]  # the square of the last action, and those its weapon marked
    before: tuple[Unit, ...]  # on a grid still empty: how the round before ended
    ending: str
    winner: int | None


# --- the position ---------------------------------------------------------------------------------------------------


@cache
def grid_of(size: str) -> Grid:
    rows, columns = SIZES[GRIDS.index(size)]
    return Grid(rows, columns, side_of(columns))


def seen(state: State, viewer: int | None) -> Scene:
    """What there is to draw and to tell for one who looks; 10.7 a set still secret is only North's to see."""
    scene = scene_of(state, state.now)
    return scene._replace(kept=(None, scene.kept[SOUTH])) if scene.is_secret and viewer != NORTH else scene


@lru_cache(maxsize=32)
def scene_of(state: State, now: Moment) -> Scene:
    """Looked up once for all who see the same moment."""
    s = state.here
    units = units_of(s)
    kept = names_of(s.kept[NORTH]), names_of(s.kept[SOUTH])
    return Scene(
        grid=grid_of(str(state.options["grid"])),
        patterns=tuple(pattern_of(s, action) for action in range(FIRST_WEAPON, len(CODES))),
        round=s.round,
        asked=state.to_move,
        task=task(state, s),
        is_secret=state.options["choice"] == "secret" and kept[NORTH] != () and kept[SOUTH] == (),
        ap=(s.ap[NORTH], s.ap[SOUTH]),
        kept=kept,
        starters="".join(SIDES[s.starters >> n & 1] for n in range(s.started)),
        units=units,
        xs=xs_of(s),
        totals=(s.totals[NORTH], s.totals[SOUTH]),
        ahead=(score(s, NORTH), score(s, SOUTH)),
        last=last_action(state, s) if units else (),
        before=() if units else units_before(state),
        ending=state.ending.text if state.ending is not None else "",
        winner=WINNERS.get(state.result) if state.result is not None else None,
    )


def task(state: State, s: Any) -> str:
    """What is to be answered now."""
    if state.result is not None:
        return OVER
    return KEEP if s.kept[SOUTH] == 0 else START if s.started < s.round else ACT


@cache
def names_of(kept: int) -> tuple[str, ...]:
    return tuple(CODES[action] for action in each(kept))


@cache
def names_in(west: int, east: int) -> tuple[str, ...]:
    """A set of squares by their names."""
    return tuple(square_name(at) for at in (*each(west), *(64 + at for at in each(east))))


def pattern_of(s: Any, action: int) -> Pattern:
    """6.9 The squares of a weapon's pattern."""
    return tuple((far, row - 7) for far in range(1, FARTHEST + 1) for row in each(pattern_column(s, action, far)))


def units_of(s: Any) -> tuple[Unit, ...]:
    """North's units and South's, and what would become of each if all weapons fired now."""
    return tuple(
        unit_of(s, player, half << 6 | place)
        for player in (NORTH, SOUTH)
        for half in (0, 1)
        for place in each(s.units[player, half])
    )


def unit_of(s: Any, player: int, at: int) -> Unit:
    weapon, half, place = weapon_on(s, at), at >> 6, at & 63
    fate, enemy = BLOCKED, ""
    if not remaining(s, player, half) >> place & 1:
        fate = DESTROYED
    elif scoring(s, player)[half] >> place & 1:
        fate = SCORES
    else:
        enemy = square_name(blocker(s, player, at))
    name = CODES[weapon] if weapon >= 0 else ""
    return Unit(player, CODES[chassis_on(s, at)], square_name(at), name, damage_on(s, player, at), fate, enemy)


def xs_of(s: Any) -> tuple[tuple[str, int], ...]:
    """6.7 The squares with X's, and their numbers."""
    west, east = (
        s.ones[0, half] | s.twos[0, half] | s.fours[0, half] | s.ones[1, half] | s.twos[1, half] | s.fours[1, half]
        for half in (0, 1)
    )
    return tuple(
        (name, marks_on(s, NORTH, SQUARE[name]) + marks_on(s, SOUTH, SQUARE[name])) for name in names_in(west, east)
    )


def hits(s: Any, player: int, weapon: str, name: str) -> tuple[str, ...]:
    """6.4 The squares that a weapon marks from a unit on this square."""
    return names_in(*pattern(s, player, CODES.index(weapon), SQUARE[name]))


# --- what was done last ---------------------------------------------------------------------------------------------


def last_action(state: State, s: Any) -> tuple[str, ...]:
    """The square of the last action in this round, and those that its weapon marked."""
    step = state.now.step
    if step is None or "@" not in step.text:
        return ()
    code, name = step.text.split("@")
    return (name,) if code in CHASSIS else (name, *hits(s, step.player, code, name))


def units_before(state: State) -> tuple[Unit, ...]:
    """How the round before ended, if its last action is still remembered; a starter may have been settled since."""
    for n in range(len(state.moments) - 1, 0, -1):
        step = state.moments[n].step
        if step is not None and not step.text.startswith("start "):
            return units_after(state, n) if "@" in step.text or step.text == "pass" else ()
    return ()


def units_after(state: State, n: int) -> tuple[Unit, ...]:
    """The units after the n-th answer, which ended a round: it is played once more on the grid before it."""
    earlier = state.copy()
    del earlier.moments[n:]
    s, step = earlier.here.copy(), state.moments[n].step
    if step is not None and "@" in step.text:
        code, name = step.text.split("@")
        replay(s, step.player, CODES.index(code), SQUARE[name])
    return units_of(s)


def replay(s: Any, player: int, action: int, at: int) -> None:
    """5.1, 6.4 An action without its cost and its words."""
    if action < FIRST_WEAPON:
        put_unit(s, player, action, at)
        return
    west, east = pattern(s, player, action, at)
    arm_unit(s, player, action, at)
    mark(s, player, 0, west)
    mark(s, player, 1, east)


# --- answers --------------------------------------------------------------------------------------------------------


@cache
def spots(answer: str) -> tuple[str, ...]:
    """What one touches to say an answer: five cards in any order, a side, or a card and a square."""
    if answer.startswith("keep "):
        return AnyOrder(answer.split()[1:])
    if answer.startswith("start "):
        return (answer[6:],)
    return () if answer == "pass" else tuple(answer.split("@"))
