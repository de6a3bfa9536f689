"""17.15 What an assault leads to, before it is made: the odds of best play (odds.py) for the units as they stand."""

from fractions import Fraction
from typing import Any

from casemate.game import State
from casemate.games.pocket.assaults import INITIATOR, TARGET, dice_of, line_up, support
from casemate.games.pocket.board import (
    ASSAULT,
    CHARGE_AT,
    DAYLIGHT,
    DICE,
    PLATE,
    POINTS,
    PRINTED,
    card_of,
    has,
    kind_of,
    place_of,
    target_in,
    unit_in,
)
from casemate.games.pocket.ground import DEF, OFF
from casemate.games.pocket.odds import Fighter, assault, opposed_test
from casemate.games.pocket.reserves import is_in_daylight


def foresee(state: State, move: str) -> dict[str, Fraction] | None:
    """The chances that nobody, the target only, the initiator only or both are defeated.

    Where a daylight test comes first (12.4), `daylight` is the chance that the unit falls to it.
    """
    codes = state.read_answer(move)
    if codes is None or kind_of(codes[0]) not in (ASSAULT, CHARGE_AT):
        return None
    s, (code,) = state.here.copy(), codes
    if kind_of(code) == CHARGE_AT:
        return fought(s, s.fighters[0], target_in(code), 1)
    passed = daylight_passed(s, unit_in(code))
    found = {outcome: chance * passed for outcome, chance in fought(s, unit_in(code), target_in(code), 0).items()}
    return found if passed == 1 else found | {"daylight": 1 - passed}


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
