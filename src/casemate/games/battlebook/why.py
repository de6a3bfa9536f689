"""Why an answer is not legal: the rule in the way, as a note."""

from typing import Any

from casemate.bits import count
from casemate.games.battlebook.actions import CHASSIS, COSTS, FIRST_WEAPON
from casemate.games.battlebook.grid import NORTH, SOUTH, ZONES, column_of, columns_of, row_of, rows_of
from casemate.games.battlebook.notation import KEPT, PASSED, RESIGNED, STARTS, read_answer
from casemate.games.battlebook.turn import ALWAYS_NORTH, player_behind, starter_of
from casemate.games.battlebook.units import holds, owner, unit_note, weapon_on
from casemate.words import Reason

Answer = tuple[int, ...] | None
NO_ANSWER = Reason("10.4 2.8", "Resigning is no action: it ends the battle at any time")
ALREADY_KEPT = Reason("3.3", "The choice holds for the whole battle: {a:player} keeps {b:actions}")
CHOOSE_FIRST = Reason("3.2", "{a:player} must first keep five of the eight actions")
NOT_FIVE = Reason("3.2", "{a:actions} are {b} actions; five are kept")
NO_CHASSIS = Reason("3.5", "{a:actions} hold no chassis; the five must include at least one of LC, HC and SC")
START_FIRST = Reason("4.3", "{a:player}, with fewer points so far, must first choose who starts round {b}")
STARTED = Reason("4.1 4.2 4.3", "Round {b} has its starter: {a:player}")
STARTED_BY_OPTION = Reason("11.1", "Round {b} has its starter: {a:player}")
ALWAYS_STARTS = Reason("11.1", "North starts every round: nobody chooses who does")
NO_START_YET = Reason("4.1", "Who starts is settled when both players have kept their actions")
NO_PASSING = Reason("4.8", "{a:player} has a legal action and must play one; passing is not allowed")
OFF_GRID = Reason("1.1 1.2", "{a:square} is not on this grid of {b:grid}")
NOT_KEPT = Reason("4.6 3.3", "{a:player} has not kept {b:code}, but {c:actions}")
TOO_DEAR = Reason("4.6", "{a:code} costs {b} AP, and {c} is left")
WRONG_SIDE = Reason("5.2", "{a:square} lies on {b:zone}: {c:player} may not deploy there")
TAKEN = Reason("5.3", "{a:unit} stands there already")
NO_UNIT = Reason("6.1", "No unit stands on {a:square}: a weapon arms one of the player's own units")
NOT_YOURS = Reason("6.1", "{a:unit} is not {b:player}'s: a weapon arms one of the player's own units")
ARMED_ALREADY = Reason("6.1 6.2", "{a:unit} carries a {b:action} already; a unit carries at most one weapon")


def why_not(s: Any, text: str) -> Answer:
    """Why an answer is not legal, as a note; None if it is."""
    kind, first, at = read_answer(text)
    if kind == RESIGNED:
        return (NO_ANSWER,)
    if s.kept[SOUTH] == 0:
        return why_not_before_choice(s, kind, first)
    if kind == KEPT:
        return (ALREADY_KEPT, who_answers(s), s.kept[who_answers(s)])
    if kind == STARTS:
        return why_not_start(s)
    if s.started < s.round:
        return (START_FIRST, who_answers(s), s.round)
    if kind == PASSED:
        return None if s.options.passing else (NO_PASSING, s.to_act)
    return why_not_play(s, s.to_act, first, at)


def why_not_start(s: Any) -> Answer:
    """4.1-4.3, and the option `starter`"""
    if s.started < s.round:
        return None
    return (STARTED_BY_OPTION if s.options.starter else STARTED, starter_of(s), s.round)


def who_answers(s: Any) -> int:
    """3.4, 4.3-4.4 Who chooses actions, a starter or an action."""
    if s.kept[SOUTH] == 0:
        return NORTH if s.kept[NORTH] == 0 else SOUTH
    return player_behind(s) if s.started < s.round else int(s.to_act)


def why_not_before_choice(s: Any, kind: int, kept: int) -> Answer:
    """3.2, 3.5"""
    if kind == STARTS:
        return (ALWAYS_STARTS,) if s.options.starter == ALWAYS_NORTH else (NO_START_YET,)
    if kind != KEPT:
        return (CHOOSE_FIRST, who_answers(s))
    if count(kept) != 5:
        return (NOT_FIVE, kept, count(kept))
    return None if kept & CHASSIS else (NO_CHASSIS, kept)


def why_not_play(s: Any, player: int, action: int, at: int) -> Answer:
    """4.5-4.6"""
    if not s.kept[player] >> action & 1:
        return (NOT_KEPT, player, action, s.kept[player])
    if COSTS[action] > s.ap[player]:
        return (TOO_DEAR, action, COSTS[action], s.ap[player])
    if column_of(at) >= columns_of(s) or row_of(at) >= rows_of(s):
        return (OFF_GRID, at, s.options.grid)
    return why_not_deploy(s, player, at) if action < FIRST_WEAPON else why_not_equip(s, player, at)


def why_not_deploy(s: Any, player: int, at: int) -> Answer:
    """5.1-5.3"""
    if not ZONES[4 * s.options.grid + 2 * player + (at >> 6)] >> (at & 63) & 1:
        return (WRONG_SIDE, at, 1 - player, player)
    return (TAKEN, unit_at(s, at)) if is_taken(s, at) else None


def why_not_equip(s: Any, player: int, at: int) -> Answer:
    """6.1-6.2"""
    if not is_taken(s, at):
        return (NO_UNIT, at)
    if not holds(s, player, at):
        return (NOT_YOURS, unit_at(s, at), player)
    weapon = weapon_on(s, at)
    return (ARMED_ALREADY, unit_at(s, at), weapon) if weapon >= 0 else None


def is_taken(s: Any, at: int) -> bool:
    return holds(s, NORTH, at) or holds(s, SOUTH, at)


def unit_at(s: Any, at: int) -> int:
    return unit_note(s, owner(s, at), at)
