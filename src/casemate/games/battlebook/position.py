"""10.5-10.8: positions as text."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from casemate.bits import each
from casemate.errors import BadNotation
from casemate.game import State
from casemate.games.battlebook.actions import (
    CODES,
    COSTS,
    FIRST_WEAPON,
    HEAVY,
    ROUND_AP,
    SABOTEUR,
    SETS,
)
from casemate.games.battlebook.attack import score
from casemate.games.battlebook.grid import (
    NOBODY,
    NORTH,
    PLAYERS,
    SOUTH,
    SQUARE,
    ZONES,
    column_of,
    columns_of,
    room,
    row_of,
    rows_of,
    square_name,
)
from casemate.games.battlebook.notation import SIDES, write_keep
from casemate.games.battlebook.turn import (
    GIVEN,
    ROUNDS,
    TOSSED,
    asks_chance,
    given_starter,
    is_last_round,
    player_behind,
    set_up,
    starter_of,
    way_to_start,
)
from casemate.games.battlebook.units import (
    arm_unit,
    can_act,
    chassis_on,
    mark,
    marks_on,
    owner,
    pattern,
    put_unit,
    weapon_on,
)
from casemate.table import CHANCE

NONE = "-"
KINDS = "LHS"
UNIT = re.compile(r"([NS])([LHS])([a-n][1-8])(?::([A-Z]{2}))?")


# --- writing --------------------------------------------------------------------------------------------------------


def write_position(state: State) -> str:
    """10.5 Nine fields."""
    s, to_act = state.here, state.to_move
    return " ".join(
        [
            str(s.round),
            NONE if to_act is None or to_act == CHANCE else SIDES[to_act],
            f"{s.ap[NORTH]},{s.ap[SOUTH]}",
            write_set(s.kept[NORTH]),
            write_set(s.kept[SOUTH]),
            write_starters(s),
            ",".join(write_units(s)) or NONE,
            ",".join(write_marks(s)) or NONE,
            f"{s.totals[NORTH]},{s.totals[SOUTH]}",
        ]
    )


def write_set(kept: int) -> str:
    return "+".join(CODES[action] for action in each(kept)) or NONE


def write_starters(s: Any) -> str:
    return "".join(SIDES[s.starters >> number & 1] for number in range(s.started)) or NONE


def squares_in(west: int, east: int) -> list[int]:
    return [*each(west), *(64 | place for place in each(east))]


def units_of(s: Any, player: int) -> list[int]:
    """The squares of a player's units."""
    return squares_in(s.units[player, 0], s.units[player, 1])


def write_units(s: Any) -> Iterator[str]:
    """In the order a1, a2, ... b1, b2, ..."""
    for at in sorted([*units_of(s, NORTH), *units_of(s, SOUTH)]):
        weapon = weapon_on(s, at)
        armed = "" if weapon < 0 else f":{CODES[weapon]}"
        yield f"{SIDES[owner(s, at)]}{KINDS[chassis_on(s, at)]}{square_name(at)}{armed}"


def write_marks(s: Any) -> Iterator[str]:
    """Every square with X's and their number."""
    for at in sorted(SQUARE.values()):
        if marks := marks_on(s, NORTH, at) + marks_on(s, SOUTH, at):
            yield f"{square_name(at)}:{marks}"


# --- reading --------------------------------------------------------------------------------------------------------


def read_position(text: str, s: Any) -> Sequence[str]:
    """10.5, 10.8 Fills in a position; returns North's set while South's is still to be chosen."""
    fields = text.split(" ")
    if len(fields) != 9:
        raise BadNotation(f"a position has nine fields (10.5), not {len(fields)}: {text!r:.80}")
    if "" in fields:
        raise BadNotation(f"an empty field of a position is - (10.5): {text!r:.80}")
    number, to_act, ap, north, south, starters, units, marks, totals = fields
    set_up(s)
    s.round = int(one_of(number, "the round", "1", "2", "3", "4"))
    one_of(to_act, "who is to act", *SIDES, NONE)
    if north == NONE or south == NONE:
        return read_choice(s, fields)
    s.kept[NORTH], s.kept[SOUTH] = read_set(north), read_set(south)
    s.totals[NORTH], s.totals[SOUTH] = read_pair(totals, "the totals")
    read_starters(s, starters)
    read_units(s, units)
    refuse(",".join(write_marks(s)) or NONE, marks, "the X's of these weapons are")
    left = read_pair(ap, "the AP")
    turns = [read_ap(s, player, left[player]) for player in (NORTH, SOUTH)]
    s.to_act = SIDES.find(to_act)
    if s.started < s.round:
        refuse_unstarted(s, to_act)
    elif can_act(s, NORTH) or can_act(s, SOUTH):
        refuse_turn(s, to_act, turns)
    else:
        read_end(s, to_act, turns)
    refuse_totals(s)
    return ()


def refuse(expected: str, found: str, what: str) -> None:
    if found != expected:
        raise BadNotation(f"{what} {expected}, not {found!r:.80} (10.5, 10.8)")


def one_of(text: str, what: str, *allowed: str) -> str:
    if text not in allowed:
        raise BadNotation(f"{what} is {' or '.join(allowed)} (10.5), not {text!r:.60}")
    return text


def read_choice(s: Any, fields: Sequence[str]) -> Sequence[str]:
    """10.5 Before both sets are chosen nothing else has happened."""
    north, south = fields[3:5]
    if south != NONE:
        raise BadNotation("South's actions are chosen after North's (3.4, 10.5)")
    due = NONE if asks_chance(s) else SIDES[north != NONE]
    refuse(f"1 {due} 9,9 {north} - - - - 0,0", " ".join(fields), "before the choice is made a position is")
    return () if north == NONE else (write_keep(read_set(north)),)


def read_set(text: str) -> int:
    """3.2, 3.5 Five actions with a chassis among them."""
    codes = text.split("+")
    kept = sum({1 << CODES.index(code) for code in codes if code in CODES})
    if write_set(kept) != text or kept not in SETS:
        raise BadNotation(
            f"{text!r:.60} is not five of {', '.join(CODES)}, a chassis among them, in this order (3.2, 3.5, 10.5)"
        )
    return kept


def read_pair(text: str, what: str) -> tuple[int, int]:
    found = re.fullmatch(r"(0|[1-9]\d?),(0|[1-9]\d?)", text, re.ASCII)
    if not found:
        raise BadNotation(f"{what} are two numbers, North's and South's, such as 7,8 (10.5), not {text!r:.60}")
    return int(found[1]), int(found[2])


def read_starters(s: Any, text: str) -> None:
    """10.2, 10.5 One letter a round; those that the rules give must be theirs."""
    letters = "" if text == NONE else text
    now = s.round
    if not re.fullmatch("[NS]*", letters) or len(letters) not in (now - 1, now):
        raise BadNotation(
            f"the starters are N or S for each round, {now - 1} or {now} of them here (10.5), not {text!r:.60}"
        )
    for number, letter in enumerate(letters, 1):
        s.round = number
        if way_to_start(s) == GIVEN:
            refuse(SIDES[given_starter(s)], letter, f"round {number} is started by")
        s.starters |= SIDES.index(letter) << number - 1
    s.started, s.round = len(letters), now
    if s.started < now and way_to_start(s) == GIVEN:
        raise BadNotation(f"the rules give the starter of round {now}: {SIDES[given_starter(s)]} (4.2, 10.5)")


def read_units(s: Any, text: str) -> None:
    """5.1-5.3, 6.1-6.2, 6.9 Everything that was deployed and armed."""
    before = -1
    for part in () if text == NONE else text.split(","):
        found = UNIT.fullmatch(part)
        if not found:
            raise BadNotation(f"{part!r:.40} is not side, chassis, square and weapon, such as NLc3:CM (10.5)")
        player, kind, at = SIDES.index(found[1]), KINDS.index(found[2]), SQUARE[found[3]]
        if column_of(at) >= columns_of(s) or row_of(at) >= rows_of(s):
            raise BadNotation(f"{found[3]} is not on a grid of {rows_of(s)} rows and {columns_of(s)} columns (1.1)")
        if at <= before:
            raise BadNotation(f"units stand in the order a1, a2, ... b1, ..., one to a square (5.3, 10.5): {part}")
        if not ZONES[4 * s.options.grid + 2 * player + (at >> 6)] >> (at & 63) & 1:
            raise BadNotation(f"{PLAYERS[player]} never deploys on {found[3]} (5.2)")
        read_kept(s, player, CODES[kind])
        put_unit(s, player, kind, at)
        if found[4]:
            read_kept(s, player, found[4])
            arm(s, player, CODES.index(found[4]), at)
        before = at


def read_kept(s: Any, player: int, code: str) -> None:
    if code not in CODES or not s.kept[player] >> CODES.index(code) & 1:
        raise BadNotation(f"{PLAYERS[player]} has not kept {code} (3.2, 4.6)")


def arm(s: Any, player: int, action: int, at: int) -> None:
    """6.4 The unit's weapon, and its X's."""
    west, east = pattern(s, player, action, at)
    arm_unit(s, player, action, at)
    mark(s, player, 0, west)
    mark(s, player, 1, east)


# --- what a round can have come to ----------------------------------------------------------------------------------


def spent_by(s: Any, player: int) -> int:
    """4.7 What a player's units and weapons have cost."""
    units = units_of(s, player)
    weapons = [weapon_on(s, at) for at in units]
    return sum(COSTS[chassis_on(s, at)] for at in units) + sum(COSTS[weapon] for weapon in weapons if weapon >= 0)


def read_ap(s: Any, player: int, left: int) -> int:
    """2.3, 4.7-4.8 The AP left are those not spent, or none after a pass; how many turns the player has taken."""
    unspent = ROUND_AP - spent_by(s, player)
    if unspent < 0:
        raise BadNotation(f"{PLAYERS[player]}'s units and weapons cost {ROUND_AP - unspent} AP; there are 9 (2.3)")
    has_passed = bool(s.options.passing) and left == 0 < unspent and s.started == s.round
    if left != unspent and not has_passed:
        raise BadNotation(f"{PLAYERS[player]} has {unspent} AP left of 9, not {left} (2.3, 4.7)")
    s.ap[player] = left
    return actions_of(s, player) + has_passed


def actions_of(s: Any, player: int) -> int:
    """How many units a player has deployed and armed."""
    armed = [at for at in units_of(s, player) if weapon_on(s, at) >= 0]
    return len(units_of(s, player)) + len(armed)


def refuse_unstarted(s: Any, to_act: str) -> None:
    """4.1-4.3 Before a round has a starter nothing is deployed."""
    if units_of(s, NORTH) or units_of(s, SOUTH):
        raise BadNotation(f"units stand on the grid, but round {s.round} has no starter yet (4.1, 10.5)")
    behind = NOBODY if way_to_start(s) == TOSSED else player_behind(s)
    refuse(NONE if behind == NOBODY else SIDES[behind], to_act, f"who settles the starter of round {s.round} is")


def refuse_turn(s: Any, to_act: str, turns: Sequence[int]) -> None:
    """4.4, 4.8-4.9 Players take turns until one of them has no legal action."""
    one_of(to_act, "who is to act", *(SIDES[player] for player in (NORTH, SOUTH) if can_act(s, player)))
    actor, starter = s.to_act, starter_of(s)
    lead = turns[starter] - turns[1 - starter]
    is_due = lead == (actor != starter)
    has_skipped = lead > 0 if actor == starter else lead < 1
    if not is_due and (not has_skipped or can_act(s, 1 - actor)):
        raise BadNotation(
            f"{PLAYERS[starter]} started and has taken {turns[starter]} turns, the other {turns[1 - starter]}: "
            f"{PLAYERS[actor]} is not to act (4.4, 4.9)"
        )
    refuse_order(s, turns)


def read_end(s: Any, to_act: str, turns: Sequence[int]) -> None:
    """10.6 A deploy phase that is over: only the last one is left as it was."""
    refuse(NONE, to_act, "neither player has a legal action (4.10); to act is")
    if not is_last_round(s):
        raise BadNotation(f"the deploy phase is over, so a position of round {s.round + 1} follows (4.10, 10.6)")
    s.over = 1
    refuse_order(s, turns)


def refuse_order(s: Any, turns: Sequence[int]) -> None:
    """4.8-4.9 Whoever was skipped had no legal action then, and whoever passed had one."""
    starter = starter_of(s)
    lead = turns[starter] - turns[1 - starter]
    alone, late = (starter, lead - 1) if lead > 0 else (1 - starter, -lead)  # turns taken after the other was skipped
    if late > 0 and affords_chassis(s, 1 - alone, s.ap[1 - alone]) and late > harmless(s, alone, turns):
        raise BadNotation(f"{PLAYERS[1 - alone]} was skipped with room for a unit (4.8, 4.9)")
    for player in (NORTH, SOUTH):
        if turns[player] > actions_of(s, player) and not could_pass(s, player, turns):
            raise BadNotation(f"{PLAYERS[player]} gave up AP by a pass, but had no legal action then (4.9, 11.1)")


def affords_chassis(s: Any, player: int, ap: int) -> bool:
    return any(s.kept[player] >> chassis & 1 and COSTS[chassis] <= ap for chassis in range(FIRST_WEAPON))


def units_in_the_way(s: Any, player: int) -> list[int]:
    """5.2-5.3 A player's units where the other may deploy."""
    rival = 1 - player
    return [at for at in units_of(s, player) if ZONES[4 * s.options.grid + 2 * rival + (at >> 6)] >> (at & 63) & 1]


def harmless(s: Any, player: int, turns: Sequence[int]) -> int:
    """How many of a player's turns took the other no room."""
    return turns[player] - len(units_in_the_way(s, player))


def could_pass(s: Any, player: int, turns: Sequence[int]) -> bool:
    """4.8 Whether the player had a legal action when passing."""
    rival, ap = 1 - player, ROUND_AP - spent_by(s, player)
    if s.unarmed[player, 0] | s.unarmed[player, 1] and any(
        s.kept[player] >> weapon & 1 and COSTS[weapon] <= ap for weapon in range(FIRST_WEAPON, len(CODES))
    ):
        return True
    if not affords_chassis(s, player, ap):
        return False
    if room(s, player, 0) | room(s, player, 1):
        return True
    before = turns[player] - (player == starter_of(s))  # the other's turns when the player passed
    later = actions_of(s, rival) - before
    return any(later >= 1 + (weapon_on(s, at) >= 0) for at in units_in_the_way(s, rival))


# --- what a battle can have come to ---------------------------------------------------------------------------------


def refuse_totals(s: Any) -> None:
    """2.4-2.5 Totals that the completed rounds can have added up to."""
    before = [s.totals[player] - (score(s, player) if s.over else 0) for player in (NORTH, SOUTH)]
    for player in (NORTH, SOUTH):
        if before[player] not in sums(s.kept[player], s.round - 1):
            of_this = f" besides the {s.totals[player] - before[player]} of this round" if s.over else ""
            raise BadNotation(
                f"{PLAYERS[player]} cannot have scored {before[player]} in {s.round - 1} rounds{of_this} (8.5, 10.5)"
            )
    if s.round > ROUNDS and (not s.options.tiebreak or before[NORTH] != before[SOUTH]):
        raise BadNotation("a fourth round is played only with tiebreak = extra and level totals (2.5, 11.1)")


def sums(kept: int, rounds: int) -> set[int]:
    """8.5 What a player who kept these actions can score in so many rounds."""
    single = {
        others + 3 * saboteurs
        for others in range(ROUND_AP + 1)
        for saboteurs in range(ROUND_AP // COSTS[SABOTEUR] + 1)
        if others * cheapest(kept) + saboteurs * COSTS[SABOTEUR] <= ROUND_AP
        if not others or kept & 0b11
        if not saboteurs or kept >> SABOTEUR & 1
    }
    found = {0}
    for _ in range(rounds):
        found = {total + more for total in found for more in single}
    return found


def cheapest(kept: int) -> int:
    """3.7 What a player's cheapest unit that scores one point costs."""
    return 1 if kept & 1 else COSTS[HEAVY]
