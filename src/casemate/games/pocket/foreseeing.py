"""17.15 What an assault leads to, before it is made: the odds of best play (odds.py) for the units as they stand."""

from fractions import Fraction
from typing import Any

from casemate.game import State
from casemate.games.pocket.assaults import INITIATOR, TARGET, dice_of, line_up, support
from casemate.games.pocket.board import (
    ASSAULT,
    BUMPING,
    CAPTURED,
    CHARGE_AT,
    DAYLIGHT,
    DICE,
    FACE,
    NO_UNIT,
    PLATE,
    POINTS,
    PRINTED,
    REROLLING,
    card_of,
    has,
    kind_of,
    place_of,
    target_in,
    unit_in,
)
from casemate.games.pocket.bot import worth
from casemate.games.pocket.ground import DEF, OFF
from casemate.games.pocket.odds import Fighter, Odds, assault, choices, opposed_test
from casemate.games.pocket.reserves import is_in_daylight


def foresee(state: State, move: str) -> dict[str, Fraction] | None:
    """The chances that nobody, the target only, the initiator only or both are defeated in the assault itself."""
    code = assault_in(state, move)
    if code is None:
        return None
    s = state.here.copy()
    if kind_of(code) == CHARGE_AT:
        return fought(s, s.fighters[0], target_in(code), 1)
    return fought(s, unit_in(code), target_in(code), 0)


def prospects(state: State, move: str) -> dict[str, dict[str, Fraction]]:
    """12.4, 22 The daylight test that comes before an assault; 17.15 what a bump, a re-roll or declining is worth."""
    worths = within(state)
    if move in worths:
        odds = {outcome: chance for outcome, chance in worths[move]._asdict().items() if chance}
        return {"The assault, if both go on as well as can be": odds}
    code = assault_in(state, move)
    if code is None or kind_of(code) == CHARGE_AT:
        return {}
    passed = daylight_passed(state.here, unit_in(code))
    return {} if passed == 1 else {"The daylight test before it": {"passed": passed, "failed": 1 - passed}}


def within(state: State) -> dict[str, Odds]:
    """17.4, 17.9 In an assault, what each answer comes to; nothing anywhere else."""
    asks, side, fighters, dice, bumps, left = state.glance("asks", "side", "fighters", "dice", "bumps", "rerolls")
    if state.to_move not in (0, 1) or asks not in (BUMPING, REROLLING) or fighters[TARGET] == NO_UNIT:
        return {}
    s = state.here
    if place_of(s, fighters[INITIATOR]) < 0:  # 23.9 in a backlash only the summoner can be defeated
        return {}
    initiator, target = (
        Fighter(
            tuple(face for face in dice[2 * each + OFF] if face),
            tuple(face for face in dice[2 * each + DEF] if face),
            values(bumps[2 * each + OFF]),
            values(bumps[2 * each + DEF]),
            left[each],
            POINTS[card_of(s, fighters[each])],
            has(s, fighters[each], PLATE),
        )
        for each in (INITIATOR, TARGET)
    )
    out, options = has_declined(state, asks, side), s.options
    return choices(initiator, target, side, asks == REROLLING, out, options.tally, options.declining)


def has_declined(state: State, asks: int, side: int) -> bool:
    """17.8 Whether the other player has just declined in this phase; with `declining` = `final`, at any time in it."""
    before, is_final = state.copy(), state.options["declining"] == "final"
    while before.steps:
        answer = before.steps[-1].text
        before.undo()
        asked, whose = before.glance("asks", "side")
        if asked == FACE:  # chance answers a re-roll
            continue
        if asked != asks:
            return False
        if answer == "-" and whose != side:
            return True
        if not is_final:
            return False
    return False


def promise(state: State, move: str) -> float | None:
    """What an assault, or an answer in it, is worth to A at a glance: the position after each outcome, by its odds."""
    worths = within(state)
    if move in worths:
        unit, target = state.here.fighters
        return weighed(state.here, unit, target, worths[move]._asdict())
    code = assault_in(state, move)
    if code is None:
        return None
    s = state.here
    is_charge = kind_of(code) == CHARGE_AT
    unit = s.fighters[0] if is_charge else unit_in(code)
    passed = Fraction(1) if is_charge else daylight_passed(s, unit)
    fought_out = weighed(s, unit, target_in(code), foresee(state, move) or {})
    return float(passed) * fought_out + float(1 - passed) * worth_without(s, (unit,))


def weighed(s: Any, unit: int, target: int, odds: dict[str, Fraction]) -> float:
    """The worth of what may come of an assault, by its odds."""
    falls = {"none": (), "target": (target,), "initiator": (unit,), "both": (unit, target)}
    return sum(float(chance) * worth_without(s, falls[outcome]) for outcome, chance in odds.items())


def worth_without(s: Any, fallen: tuple[int, ...]) -> float:
    """What a position is worth when these units have been defeated and the turn is over."""
    after = s.copy()
    for unit in fallen:
        player, n = unit >> 6, unit & 63
        after.on[player] &= ~(1 << after.place[player, n])
        after.place[player, n] = CAPTURED
    after.player = 1 - after.player
    return worth(after)


def assault_in(state: State, move: str) -> int | None:
    """The assault or charge that a move is."""
    codes = state.read_answer(move)
    return None if codes is None or kind_of(codes[0]) not in (ASSAULT, CHARGE_AT) else codes[0]


def fought(s: Any, unit: int, target: int, fewer: int) -> dict[str, Fraction]:
    """The odds of an assault that begins now."""
    far = line_up(s, unit >> 6, unit, place_of(s, unit), target)
    options = s.options
    return assault(
        fighter(s, INITIATOR, far, fewer), fighter(s, TARGET, far, fewer), options.tally, options.declining
    )._asdict()


def fighter(s: Any, side: int, far: int, fewer: int) -> Fighter:
    """A unit as it fights."""
    unit = s.fighters[side]
    return Fighter(
        dice_of(s, side, OFF, far, fewer),
        dice_of(s, side, DEF, far, fewer),
        values(s.bumps[2 * side + OFF]),
        values(s.bumps[2 * side + DEF]),
        s.rerolls[side],
        POINTS[card_of(s, unit)],
        has(s, unit, PLATE),
    )


def values(counts: Any) -> tuple[int, ...]:
    """The bumps, each by its value."""
    return tuple(value for value, number in enumerate(counts) for _ in range(number))


def daylight_passed(s: Any, unit: int) -> Fraction:
    """22.3-22.4 The chance that the unit passes the daylight test; 1 if none is due."""
    if not is_in_daylight(s, unit):
        return Fraction(1)
    card = card_of(s, unit)
    helped = support(s, unit >> 6, place_of(s, unit), card)
    bumps = values(PRINTED[card][DEF])
    return 1 - opposed_test(DAYLIGHT[card], DICE[card][DEF], bumps, helped, False, s.options.tally)
