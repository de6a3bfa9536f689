"""Chapter 17.15: the exact odds of an assault, beside the rulebook's examples, its tables and brute force."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from casemate.games.pocket import best_play, odds
from casemate.games.pocket.odds import Fighter, Odds, assault, choices, difficulty_test, opposed_test, standing
from casemate.games.pocket.pools import is_defeated, pools, ways
from casemate.games.pocket.tests.second_odds import Brute
from casemate.games.pocket.worth import LongWorths, PairedWorths, Worths

FIRST_DIFFERENCE, PAIRS = range(2)
RETURNS, FINAL = range(2)
INITIATOR, TARGET = range(2)

BOILER_RIFLE = Fighter(2, 1, off_bumps=(1,), points=7)
BRASS_TROOPER = Fighter(2, 2, points=8)
BRACED_TROOPER = BRASS_TROOPER._replace(def_bumps=(1,))


def parts(of: int, *parts: int) -> Odds:
    return Odds(*(Fraction(part, of) for part in parts))


# --- the rulebook's examples and tables -----------------------------------------------------------------------------


def test_17_15_a_boiler_rifle_assaults_a_brass_trooper() -> None:
    assert assault(BOILER_RIFLE, BRACED_TROOPER) == parts(279936, 38335, 32945, 112217, 96439)


@pytest.mark.parametrize(
    ("off", "against"),
    [
        (1, ("15/36", "55/216", "225/1296")),
        (2, ("161/216", "615/1296", "2648/7776")),
        (3, ("1071/1296", "5128/7776", "22830/46656")),
    ],
)
def test_17_12_off_dice_against_def_dice(off: int, against: tuple[str, ...]) -> None:
    assert tuple(opposed_test(off, dfn) for dfn in (1, 2, 3)) == tuple(map(Fraction, against))


def test_17_12_examples_of_the_tally() -> None:
    examples = {"55/53": 1, "52/61": 0, "441/44": 1, "4/42": 0, "1/": 1}
    for text, falls in examples.items():
        off, dfn = (tuple(map(int, faces)) for faces in text.split("/"))
        assert assault(Fighter(off, ()), Fighter((), dfn)).target == falls


def test_16_1_a_test_of_one_two_or_three_dice() -> None:
    assert [difficulty_test(dice, 5) for dice in (1, 2, 3)] == [Fraction(1, 3), Fraction(5, 9), Fraction(19, 27)]
    assert [difficulty_test(dice, 3) for dice in (1, 2, 3)] == [Fraction(2, 3), Fraction(8, 9), Fraction(26, 27)]


def test_16_3_bumps_and_16_4_re_rolls_help_in_a_test() -> None:
    assert difficulty_test(1, 5, bumps=(1,)) == Fraction(1, 2)
    assert difficulty_test(1, 5, rerolls=1) == 1 - Fraction(2, 3) ** 2
    assert difficulty_test(1, 5, bumps=(1,), rerolls=1) == 1 - Fraction(1, 2) * Fraction(2, 3)


def test_16_5_no_dice_fail() -> None:
    assert difficulty_test(0, 3, bumps=(1,), rerolls=2) == 0


def test_22_a_barrow_guard_and_a_night_duke_in_daylight() -> None:
    assert opposed_test((5,), (4, 2), bumps=(1,)) == 0
    assert opposed_test((5,), (4, 2)) == 1
    assert opposed_test((6, 4, 2), (6, 3, 3), bumps=(1,)) == 0
    assert opposed_test((6, 4, 2), (6, 3, 3)) == 1


def test_17_4_the_wolfs_assault_bump_by_bump() -> None:
    """The example of section 17, from where the Wolf's bump is used: the Trooper answers it twice."""
    wolf = Fighter((6, 3), (4, 2), rerolls=1, points=9)
    trooper = Fighter((4, 3), (5, 1), def_bumps=(1, 1), rerolls=1, points=8)
    answers = choices(wolf, trooper, TARGET, is_rerolling=False, has_declined=False)
    assert sorted(answers) == ["-", "b D1+1", "b D2+1"]
    rerolling = choices(wolf, trooper._replace(dfn=(6, 2), def_bumps=()), TARGET, True, True)
    assert sorted(rerolling) == ["-", "rr D1", "rr D2", "rr O1", "rr O2"]


# --- single rules ---------------------------------------------------------------------------------------------------


def test_17_6_a_six_cannot_be_bumped() -> None:
    six = Fighter((6, 5), (6,), (1,), (1,))
    assert sorted(choices(six, Fighter((1,), (6, 6)), INITIATOR, False, False)) == ["-", "b O2+1"]


def test_17_9_the_initiator_begins_the_re_rolls_whoever_used_the_last_bump() -> None:
    for declining in (RETURNS, FINAL):
        both = Fighter(1, 1, (1,), (), 1, 5), Fighter(1, 1, (), (1,), 1, 6)
        assert assault(*both, declining=declining) == Brute(*both, 0, declining).odds()


def test_6_2_plate_lowers_the_highest_off_die() -> None:
    assert assault(Fighter((4,), ()), Fighter((), (3,), has_plate=True)).target == 0
    assert assault(Fighter((1, 1), ()), Fighter((), (1,), has_plate=True)).target == 1
    assert assault(Fighter((5, 5), ()), Fighter((), (5, 4), has_plate=True)).target == 0
    assert (
        assault(Fighter(3, 3, has_plate=True), Fighter(3, 3)).initiator
        < assault(Fighter(3, 3), Fighter(3, 3)).initiator
    )


def test_28_pairs_compares_every_pair() -> None:
    assert assault(Fighter((5, 2), ()), Fighter((), (6, 1)), PAIRS).target == 1
    assert assault(Fighter((5, 2), ()), Fighter((), (6, 1)), FIRST_DIFFERENCE).target == 0


def test_28_final_declining_is_worth_another_amount() -> None:
    """Who may come back waits for the other; who may not has to hurry."""
    sides = Fighter(1, 0, rerolls=1), Fighter(0, 1, rerolls=1)
    assert assault(*sides, declining=RETURNS).target == Fraction(505, 1296)
    assert assault(*sides, declining=FINAL).target == Fraction(121, 324)


def test_18_5_a_target_that_rolls_no_off_dice_defeats_nobody() -> None:
    found = assault(Fighter(2, 2, (1,), points=11), Fighter(0, 1, rerolls=2, points=7))
    assert found.initiator == found.both == 0


def test_17_11_more_re_rolls_than_fit_in_64_bits() -> None:
    side = Fighter(1, 0, rerolls=6)
    wide = assault(side, Fighter(0, 1, rerolls=5))
    assert wide == Brute(side, Fighter(0, 1, rerolls=5), 0, 0).odds()


# --- brute force ----------------------------------------------------------------------------------------------------

SMALL = [
    (Fighter(1, 1, (1,), (), 0, 5), Fighter(1, 1, (), (1, 1), 0, 8)),
    (Fighter(2, 0, (1, 2), (), 0, 7), Fighter(1, 1, (1,), (1,), 0, 7)),
    (Fighter(1, 1, (), (), 1, 5), Fighter(1, 1, (), (), 1, 5)),
    (Fighter(1, 1, (1,), (), 2, 1), Fighter(1, 0, (2,), (), 1, 1)),
    (Fighter(1, 0, (1,), (), 1, 1), Fighter(1, 1, (), (2,), 1, 1, has_plate=True)),
    (Fighter(2, 0, (1,), (), 1, 9), Fighter(0, 2, (), (1,), 1, 4)),
    (Fighter(1, 1, (), (1,), 0, 9), Fighter(1, 1, (1,), (), 1, 9)),
]


@pytest.mark.parametrize("sides", SMALL)
@pytest.mark.parametrize("tally", [FIRST_DIFFERENCE, PAIRS])
@pytest.mark.parametrize("declining", [RETURNS, FINAL])
def test_17_15_every_roll_and_every_choice_by_brute_force(
    sides: tuple[Fighter, Fighter], tally: int, declining: int
) -> None:
    assert assault(*sides, tally, declining) == Brute(*sides, tally, declining).odds()


def faces(most: int) -> some.SearchStrategy[tuple[int, ...]]:
    return some.lists(some.integers(1, 6), max_size=most).map(tuple)


BUMPS = some.lists(some.sampled_from([1, 1, 2]), max_size=2).map(tuple)
ROLLED = some.builds(
    Fighter, faces(3), faces(2), BUMPS, BUMPS, some.integers(0, 1), some.sampled_from([1, 2, 8]), some.booleans()
)
CHOICE = some.integers(0, 1)


@settings(max_examples=20, deadline=None)
@given(ROLLED, ROLLED, CHOICE, CHOICE, CHOICE, some.booleans(), some.booleans())
def test_17_15_what_each_choice_is_worth_by_brute_force(
    initiator: Fighter, target: Fighter, tally: int, declining: int, player: int, is_rerolling: bool, has_declined: bool
) -> None:
    brute = Brute(initiator, target, tally, declining)
    dice = tuple(tuple(sorted(each, reverse=True)) for each in (initiator.off, initiator.dfn, target.off, target.dfn))
    bumps = (initiator.off_bumps, initiator.def_bumps, target.off_bumps, target.def_bumps)
    declined = (player == TARGET and has_declined, player == INITIATOR and has_declined)
    rerolls = (initiator.rerolls, target.rerolls)
    found = brute.choices(dice, bumps, rerolls, not is_rerolling, player, declined)
    sides = initiator._replace(off=dice[0], dfn=dice[1]), target._replace(off=dice[2], dfn=dice[3])
    answers = choices(*sides, player, is_rerolling, has_declined, tally, declining)
    size = 6 ** sum(rerolls)
    told = {t: (size * (o.target + o.both), size * (o.initiator + o.both), size * o.both) for t, o in answers.items()}
    assert told == found
    ranks = [brute.wish(chances, player) for chances in told.values()]
    assert ranks == sorted(ranks), "the best comes first"
    assert standing(*sides, player, is_rerolling, has_declined, tally, declining) == next(iter(answers.values()))


# --- what is true of all --------------------------------------------------------------------------------------------

FIGHTER = some.builds(
    Fighter,
    some.integers(0, 3),
    some.integers(0, 3),
    BUMPS,
    BUMPS,
    some.integers(0, 1),
    some.integers(1, 14),
    some.booleans(),
)


@settings(max_examples=20, deadline=None)
@given(FIGHTER, FIGHTER, CHOICE, CHOICE)
def test_17_15_odds_are_odds(initiator: Fighter, target: Fighter, tally: int, declining: int) -> None:
    found = assault(initiator, target, tally, declining)
    assert sum(found) == 1 and min(found) >= 0
    assert found.target + found.both <= (count(initiator.off) > 0)
    double = initiator._replace(points=2 * initiator.points), target._replace(points=2 * target.points)
    assert assault(*double, tally, declining) == found


@settings(max_examples=20, deadline=None)
@given(FIGHTER, FIGHTER, CHOICE, CHOICE)
def test_17_15_more_to_use_is_never_worse(initiator: Fighter, target: Fighter, tally: int, declining: int) -> None:
    def value(mine: Fighter) -> Fraction:
        found = assault(mine, target, tally, declining)
        return target.points * (found.target + found.both) - initiator.points * (found.initiator + found.both)

    assert value(initiator._replace(off_bumps=(*initiator.off_bumps, 1))) >= value(initiator)
    assert value(initiator._replace(rerolls=initiator.rerolls + 1)) >= value(initiator)
    assert value(initiator._replace(has_plate=True)) >= value(initiator._replace(has_plate=False))


@settings(max_examples=20, deadline=None)
@given(FIGHTER, FIGHTER, CHOICE)
def test_17_13_without_choices_both_attacks_are_alike_and_independent(a: Fighter, b: Fighter, tally: int) -> None:
    a, b = (side._replace(off_bumps=(), def_bumps=(), rerolls=0) for side in (a, b))
    there, back = assault(a, b, tally), assault(b, a, tally)
    assert (there.none, there.target, there.initiator, there.both) == (
        back.none,
        back.initiator,
        back.target,
        back.both,
    )
    assert there.both == (there.target + there.both) * (there.initiator + there.both)


@settings(max_examples=20, deadline=None)
@given(FIGHTER, FIGHTER, CHOICE, CHOICE)
def test_17_3_the_odds_before_a_roll_are_the_mean_of_those_after(
    a: Fighter, b: Fighter, tally: int, declining: int
) -> None:
    before = assault(a, b, tally, declining)
    after = [assault(a._replace(off=pool), b, tally, declining) for pool in pools(a.off)]
    weights = [Fraction(int(way), 6**a.off) for way in ways(a.off)]
    mean = [sum(w * o[k] for w, o in zip(weights, after, strict=True)) for k in range(4)]
    assert Odds(*mean) == before


def test_27_4_three_dice_have_56_rolls() -> None:
    assert [len(pools(dice)) for dice in range(4)] == [1, 6, 21, 56]
    assert [int(ways(dice).sum()) for dice in range(4)] == [1, 6, 36, 216]
    assert is_defeated((), (), FIRST_DIFFERENCE) is False


@pytest.mark.parametrize("kind", [PairedWorths, LongWorths])
@pytest.mark.parametrize("declining", [RETURNS, FINAL])
def test_worths_of_every_size_agree(kind: type[Worths], declining: int) -> None:
    sides = Fighter(2, 1, (1,), (), 1, 7), Fighter(1, 2, (), (1,), 1, 8)
    found, left = odds.laid(*sides, 0, declining)
    other = best_play.Assault(found.facts, kind)
    assert type(found.kind) is Worths
    for dice in product(pools(2), pools(1), pools(1), pools(2)):
        shown = best_play.Shown(*dice[:2]), best_play.Shown(*dice[2:])
        chances = [each.kind.chances(each.worth(each.stage(left), 0, shown)) for each in (found, other)]
        assert chances[0] == chances[1]


def count(dice: int | tuple[int, ...]) -> int:
    return dice if isinstance(dice, int) else len(dice)
