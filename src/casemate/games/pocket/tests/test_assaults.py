"""Chapters 17 to 19: assaults, ranged assaults, defeat and captures."""

import random
from fractions import Fraction
from itertools import product

import pytest

import casemate
from casemate import CHANCE, State
from casemate.games.pocket.dice import beats
from casemate.games.pocket.tests.scenes import dice, moves, play, reason, scene, script, where

PAIR = "A Guild Hand 0,0; B Bramble Imp 1,0"
WHOLE = "1,0 0,0:Stonework 0,1 9,0 10,0"
WOLF = "A Brass Trooper 0,0; A Guild Hand 9,0; B Mire Wolf 1,0; B Bramble Imp 0,1"


def test_17_1_one_enemy_at_distance_1() -> None:
    state = scene("0,0 1,0 2,0 0,1", "A Guild Hand 0,0; B Guild Hand 1,0; B Guild Hand 2,0; B Guild Hand 0,1")
    assert moves(state, "x") == {"A1 B1", "A1 B3"}
    assert reason(state, "x A1 B2") == ("17.1", "18.1")


def test_17_2_no_assault_without_off_dice() -> None:
    """Every printed unit has OFF dice; the rule asks the card."""
    from casemate.games.pocket.board import DICE

    assert min(off for off, _ in DICE) == 1


def test_17_3_both_roll_all_their_dice() -> None:
    state = play(scene("0,0 1,0", "A Brass Colossus 0,0; B Barrow Guard 1,0"), "x A1 B1")
    sizes = []
    while state.to_move == casemate.CHANCE:
        sizes.append(len(state.moves()))
        state.play(state.moves()[0])
    assert sizes == [56, 56, 21, 21]


def test_17_4_17_5_17_6_bumps_by_turns() -> None:
    state = scene("0,0:Stonework 1,0", "A Brass Colossus 0,0; B Brass Trooper 1,0")
    play(state, "x A1 B1", "O3,2,1", "D5,4,4", "O4,3", "D6,2")
    assert (state.to_move, moves(state, "b")) == (0, {"O1+1", "O2+1", "O3+1", "D1+1", "D2+1", "D3+1"})
    play(state, "b O1+1")
    assert (state.to_move, moves(state, "b")) == (1, {"D2+1"})  # Brace; the 6 cannot be bumped
    assert reason(state, "b D1+1") == ("17.6",)
    assert reason(state, "b O1+1") == ("17.5", "17.6")
    play(state, "b D2+1")
    assert (state.to_move, moves(state, "b")) == (0, {"D1+1", "D2+1", "D3+1"})
    assert dice(state) == [[4, 2, 1], [5, 4, 4], [4, 3], [6, 3]]


def test_17_6_a_die_is_raised_to_6_at_most() -> None:
    state = play(scene("0,0 1,0+Township", PAIR), "x A1 B1", "O6", "D6", "O1", "D5", "b D1+2")
    assert where(state, "B1") == "1,0"


def test_17_7_several_bumps_on_one_die() -> None:
    state = scene("0,0 1,0:Stonework 9,0", "A Guild Hand 0,0; B Brass Trooper 1,0; B Guild Hand 9,0")
    play(state, "x A1 B1", "O5", "D6", "O1,1", "D4,1", "b D1+1", "b D1+1")
    assert dice(state)[3] == [6, 1]
    assert moves(state, "rr") == {"O1", "O2", "D1", "D2"}  # favoured terrain


def test_17_8_declining_does_not_give_up_later_turns() -> None:
    state = scene("0,0 1,0", "A Boiler Rifle 0,0; B Brass Trooper 1,0")
    play(state, "x A1 B1", "O3,2", "D6", "O4,3", "D5,1")
    play(state, "-", "b D1+1")
    assert state.to_move == 0
    assert moves(state, "b") == {"O1+1", "O2+1"}
    play(state, "b O2+1")
    assert where(state, "B1") == "1,0"


def test_17_8_option_declining_final() -> None:
    state = scene("0,0 1,0", "A Boiler Rifle 0,0; B Brass Trooper 1,0; B Guild Hand cap", declining="final")
    play(state, "x A1 B1", "O3,2", "D4", "O4,1", "D5,1", "-")
    assert moves(state, "b") == {"D1+1", "D2+1"}
    play(state, "b D1+1")
    assert (where(state, "A1"), state.result) == ("cap", (0.0, 1.0))  # A was not asked again


def test_17_9_rerolls_by_turns_until_both_decline() -> None:
    tiles = "0,0 1,0 0,1 2,0"
    state = scene(tiles, "A Mire Wolf 0,0; A Bramble Imp 0,1; B Mire Wolf 1,0; B Bramble Imp 2,0")
    play(state, "x A1 B1", "O6,6", "D6,6", "O1,1", "D1,1")
    assert (state.to_move, moves(state, "rr")) == (0, {"O1", "O2", "D1", "D2"})
    play(state, "-")
    assert state.to_move == 1
    play(state, "rr D1", "6")
    assert state.to_move == 0  # B has none left, A may still
    assert reason(state, "rr O3") == ("27.4",)
    play(state, "-")
    assert state.to_move == 1
    assert where(state, "B1") in ("cap", "1,0")


def test_17_10_support_and_favoured_terrain() -> None:
    tiles = "0,0:Marsh 1,0 0,1 -1,0 1,-1"
    units = "A Mire Wolf 0,0; A Guild Hand 0,1; A Guild Hand -1,0; B Guild Hand 1,0; B Guild Hand 1,-1"
    state = play(scene(tiles, units), "x A1 B1")
    assert state.here.rerolls == [3, 1]


def test_17_11_bumps_used_on_the_die_are_lost_and_it_may_be_rolled_again() -> None:
    tiles = "0,0 1,0 0,1 -1,0 9,0 10,0"
    units = "A Boiler Rifle 0,0; A Bramble Imp 0,1; A Bramble Imp -1,0; B Guild Hand 1,0; B Guild Hand 9,0"
    state = play(scene(tiles, units), "x A1 B1", "O3,2", "D4", "O4", "D5", "b O1+1")
    assert dice(state)[0] == [4, 2]
    play(state, "rr O1", "2")
    assert dice(state)[0] == [2, 2]
    assert moves(state, "rr") == {"O1", "O2", "D1"}
    play(state, "rr O1", "6")
    assert where(state, "B1") == "cap"


# --- the tally -------------------------------------------------------------------------------------------------------


def tally(off: tuple[int, ...], defence: tuple[int, ...], pairs: bool = False, plate: bool = False) -> bool:
    s = scene("0,0", "A Guild Hand 0,0", tally="pairs" if pairs else "first_difference").here.copy()
    for row, rolled in ((0, off), (3, defence)):
        for die, face in enumerate(rolled):
            s.dice[row][die] = face
    return bool(beats(s, 0, 3, plate))


@pytest.mark.parametrize(
    ("off", "defence", "defeated"),
    [
        ((5, 5), (5, 3), True),
        ((5, 2), (6, 1), False),
        ((4, 4, 1), (4, 4), True),
        ((4,), (4, 2), False),
        ((1,), (), True),
        ((), (1,), False),
        ((), (), False),
        ((2, 5), (3, 5), False),
    ],
)
def test_17_12_example_pairs(off: tuple[int, ...], defence: tuple[int, ...], defeated: bool) -> None:
    assert tally(off, defence) == defeated


CHANCES = (  # the table of 17.12
    (Fraction(15, 36), Fraction(55, 216), Fraction(225, 1296)),
    (Fraction(161, 216), Fraction(615, 1296), Fraction(2648, 7776)),
    (Fraction(1071, 1296), Fraction(5128, 7776), Fraction(22830, 46656)),
)


def wins(off: list[int], defence: list[int]) -> bool:
    for x, y in zip(off, defence, strict=False):
        if x != y:
            return x > y
    return len(off) > len(defence)


@pytest.mark.parametrize(("off", "defence"), list(product((1, 2, 3), repeat=2)))
def test_17_12_example_chances(off: int, defence: int) -> None:
    rolled = [sorted(dice, reverse=True) for dice in product(range(1, 7), repeat=off)]
    others = [sorted(dice, reverse=True) for dice in product(range(1, 7), repeat=defence)]
    won = sum(wins(mine, theirs) for mine in rolled for theirs in others)
    assert Fraction(won, len(rolled) * len(others)) == CHANCES[off - 1][defence - 1]
    from casemate.games.pocket.odds import opposed_test

    assert opposed_test(off, defence) == CHANCES[off - 1][defence - 1]


def test_17_12_the_tally_is_that_of_the_table() -> None:
    for off, defence in product(product(range(1, 7), repeat=2), repeat=2):
        assert tally(off, defence) == wins(sorted(off, reverse=True), sorted(defence, reverse=True))


def test_17_12_option_tally_pairs() -> None:
    assert tally((4, 4), (6, 3), pairs=True)
    assert not tally((4, 4), (6, 3))
    assert tally((4, 1), (6,), pairs=True)
    assert not tally((4, 1), (6,))
    assert not tally((4, 3), (4, 3, 6), pairs=True)


def test_17_13_17_14_both_may_be_defeated_together() -> None:
    state = scene("0,0 1,0 5,0+Forest 6,0", PAIR + "; A Guild Hand 5,0; B Guild Hand 6,0")
    play(state, "x A1 B1", "O6", "D1", "O6", "D1")
    assert (where(state, "A1"), where(state, "B1")) == ("cap", "cap")


def test_17_15_example_odds_of_best_play() -> None:
    state = scene("0,0 1,0", "A Boiler Rifle 0,0; B Brass Trooper 1,0")
    assert state.odds("x A1 B1") == {
        "none": Fraction(38335, 279936),
        "target": Fraction(32945, 279936),
        "initiator": Fraction(112217, 279936),
        "both": Fraction(96439, 279936),
    }


def test_17_15_a_charge_has_its_own_odds() -> None:
    state = scene("0,0 1,0 2,0 3,0", "A Stag Rider 0,0; B Guild Hand 3,0")
    play(state, "m A1 1,0 2,0")
    beside = scene("2,0 3,0", "A Stag Rider 2,0; B Guild Hand 3,0").odds("x A1 B1")
    assert sum(state.odds("charge B1").values()) == 1
    assert state.odds("charge B1")["target"] < beside["target"]


@pytest.mark.parametrize("declining", ["returns", "final"])
@pytest.mark.parametrize("seed", range(12))
def test_17_15_what_each_answer_of_an_assault_is_worth(seed: int, declining: str) -> None:
    """The best answer of a player is worth what the one before it said; a re-roll the mean of its faces."""
    lot = random.Random(seed)
    units = "A Mire Wolf 1,0; A Bramble Imp 0,1; B Brass Trooper 2,0; B Guild Hand 1,1"
    state = scene("0,0 1,0 0,1 1,1 2,0:Stonework", units, declining=declining)
    expected = state.odds("x A1 B1")
    play(state, "x A1 B1")
    while state.to_move == CHANCE:
        state.play(lot.choice(state.moves()))
    told = None
    while state.to_move in (0, 1) and state.now.answers and any(move[0] in "br-" for move in state.moves()):
        worths = {move: state.prospects(move)["The assault, if both go on as well as can be"] for move in state.moves()}
        assert all(sum(odds.values()) == 1 for odds in worths.values())
        if told is not None:
            assert told in worths.values(), state.position
        answer = lot.choice(list(worths))
        told = worths[answer]
        state.play(answer)
        while state.to_move == CHANCE:
            told = None
            state.play(lot.choice(state.moves()))
    assert sum(expected.values()) == 1


def test_17_15_daylight_first() -> None:
    state = scene("0,0 1,0", "A Bone Thrall 0,0; B Guild Hand 1,0")
    assert list(state.odds("x A1 B1")) == ["none", "target", "initiator", "both"]
    test = state.prospects("x A1 B1")["The daylight test before it"]
    assert test == {"passed": Fraction(21, 36), "failed": Fraction(15, 36)}


def test_17_3_17_4_17_8_17_9_17_12_27_5_example_a_whole_assault() -> None:
    state = scene(WHOLE, WOLF, "B")
    play(state, "x B1 A1")
    assert state.here.rerolls == [1, 1]
    script(state, "O5,3; D4,2; O4,3; D5,1")
    assert (state.to_move, moves(state, "b")) == (1, {"O1+1", "O2+1"})
    script(state, "b O1+1")
    assert (state.to_move, moves(state, "b")) == (0, {"D1+1", "D2+1"})
    script(state, "b D1+1")
    assert (state.to_move, moves(state, "b")) == (0, {"D2+1"})
    script(state, "b D2+1")
    assert (state.to_move, moves(state, "rr")) == (1, {"O1", "O2", "D1", "D2"})
    script(state, "-; rr D2; 4; rr O2; 5")
    assert (where(state, "A1"), where(state, "B1")) == ("cap", "cap")
    line = state.game.write_turn(state.steps)
    assert line == (
        "x B1 A1; roll O5,3 D4,2 / O4,3 D5,1; b O1+1; b D1+1; b D2+1; -; rr D2=4; rr O2=5; A1 defeated, B1 defeated"
    )
    assert state.game.read_turn(line) == [step.text for step in state.steps]


# --- ranged assaults -------------------------------------------------------------------------------------------------


def test_18_1_the_reach() -> None:
    tiles = "0,0 1,0 2,0 3,0 4,0"
    units = "A {} 0,0; B Guild Hand 2,0; B Guild Hand 3,0; B Guild Hand 4,0"
    assert moves(scene(tiles, units.format("Guild Hand")), "x") == set()
    assert moves(scene(tiles, units.format("Thorn Archer")), "x") == {"A1 B1"}
    assert moves(scene(tiles, units.format("Siege Mortar")), "x") == {"A1 B1", "A1 B2"}
    assert reason(scene(tiles, units.format("Thorn Archer")), "x A1 B2") == ("17.1", "18.1")


@pytest.mark.parametrize(
    ("tiles", "units", "seen"),
    [
        ("0,0 1,0 2,0", "", True),
        ("0,0 1,0+Forest 2,0", "", False),
        ("0,0 1,0 2,0", "; B Guild Hand 1,0", False),
        ("0,0 0,1 2,0", "", False),
        ("0,0 1,0 2,0", "; A Guild Hand 1,0", True),  # 18.4
        ("0,0+Forest 1,0 2,0+Ruins", "", True),  # 18.4
    ],
)
def test_18_2_18_4_example_one_route(tiles: str, units: str, seen: bool) -> None:
    state = scene(tiles + " -1,0", "A Thorn Archer 0,0; B Antler Guard 2,0" + units)
    assert ("A1 B1" in moves(state, "x")) == seen
    if not seen:
        assert "18.2" in reason(state, "x A1 B1")


@pytest.mark.parametrize(
    ("tiles", "seen"),
    [
        ("0,0 1,0+Forest 0,1 1,1", True),
        ("0,0 1,0+Forest 1,1", False),
        ("0,0 1,0 0,1 1,1", True),
        ("0,0 1,0+Forest 0,1+Ruins 1,1", False),
    ],
)
def test_18_2_example_two_routes(tiles: str, seen: bool) -> None:
    state = scene(tiles, "A Thorn Archer 0,0; B Antler Guard 1,1")
    assert ("A1 B1" in moves(state, "x")) == seen


def test_18_3_example_flying() -> None:
    for between, seen in (("1,0+Forest", True), ("1,0", True), ("0,1", False)):
        units = "A Thorn Archer 0,0; B Gryphon Rider 2,0" + ("; B Guild Hand 1,0" if between == "1,0" else "")
        assert ("A1 B1" in moves(scene(f"0,0 {between} 2,0", units), "x")) == seen


def test_18_5_example_the_answer() -> None:
    tiles = "0,0 1,0 2,0 3,0"
    far = play(scene(tiles, "A Siege Mortar 0,0; B Boiler Rifle 3,0"), "x A1 B1", "O6,5", "D6,5")
    assert far.moves()[0] == "D6"
    near = play(scene(tiles, "A Siege Mortar 0,0; B Boiler Rifle 2,0"), "x A1 B1", "O6,5", "D6,5")
    assert near.moves()[0] == "O6,6"


def test_18_6_at_distance_1_like_any_other() -> None:
    state = play(scene("0,0 1,0", "A Thorn Archer 0,0; B Guild Hand 1,0"), "x A1 B1", "O6,5", "D6")
    assert state.moves()[0] == "O6"


# --- defeat ----------------------------------------------------------------------------------------------------------


def test_19_1_the_defeated_go_to_the_captures_whatever_defeats_them() -> None:
    daylight = play(
        scene("0,0 1,0 9,0 10,0", "A Bone Giant 0,0; A Guild Hand 9,0; B Guild Hand 1,0"), "x A1 B1", "D3,2,1", "6"
    )
    assert where(daylight, "A1") == "cap"
    assault = play(scene("0,0 1,0", PAIR), "x A1 B1", "O6", "D6", "O1", "D1")
    assert where(assault, "B1") == "cap"


@pytest.mark.parametrize(("engineer", "to"), [("Forge Adept", "res"), ("Guild Hand", "cap")])
def test_19_2_salvage_wants_an_engineer_beside_it(engineer: str, to: str) -> None:
    tiles = "0,0:Marsh 1,0 2,0 9,0 10,0"
    state = scene(tiles, f"A War Mammoth 0,0; B Brass Colossus 1,0; B {engineer} 2,0; B Guild Hand 9,0")
    play(state, "x A1 B1", "O6,6,6", "D6,6,6", "O1,1,1", "D1,1,1")
    while state.to_move is not None and state.here.turn == 10:
        state.play("-")
    assert where(state, "B1") == to


def last_gasp(rolled: str) -> State:
    state = scene("0,0:Marsh 1,0 9,0 10,0", "A War Mammoth 0,0; B Bone Giant 1,0; B Guild Hand 9,0; A Guild Hand res")
    return play(state, "x A1 B1", "O6,6,6", "D6,6,6", "O1,1,1", "D1,1,1", "-", rolled)


def test_19_3_last_gasp_tests_the_survivor() -> None:
    assert where(last_gasp("D3,1,1"), "A1") == "0,0"
    fallen = last_gasp("D1,1,1")
    assert set(fallen.moves()) == {"b D1+1", "b D2+1", "b D3+1", "-"}
    assert where(play(fallen, "-"), "A1") == "cap"


def test_19_3_last_gasp_only_at_distance_1() -> None:
    state = scene("0,0 1,0 2,0 9,0 10,0", "A Thorn Archer 0,0; B Bone Giant 2,0; B Guild Hand 9,0")
    play(state, "x A1 B1", "O6,6", "D6", "D1,1,1")
    while state.to_move == 0 and "-" in state.moves():
        state.play("-")
    assert (where(state, "B1"), where(state, "A1"), state.to_move) == ("cap", "0,0", 1)


def test_19_3_reap_before_plunder() -> None:
    tiles = "0,0+Forest 1,0+Village 9,0 10,0"
    units = "A Night Duke 0,0; A Bone Thrall cap; A Guild Hand cap; B Guild Hand 1,0; B Guild Hand 9,0"
    state = play(scene(tiles, units), "x A1 B1", "O6,6,6", "D6,6,6", "O1", "D1")
    while "b D1+1" in state.moves() or any(move.startswith("b ") for move in state.moves()):
        state.play("-")
    assert set(state.moves()) == {"reap A2", "-"}
    assert reason(state, "reap A3") == ("6.2",)
    play(state, "reap A2")
    assert set(state.moves()) == {"plunder A3", "-"}
    play(state, "plunder A3")
    assert (where(state, "A2"), where(state, "A3"), state.to_move) == ("res", "res", 1)


def test_19_3_plunder_may_return_a_unit_captured_in_this_assault() -> None:
    tiles = "0,0 1,0+Village 9,0 8,0"
    state = scene(tiles, "A Guild Hand 0,0; A Guild Hand 9,0; B Guild Hand 1,0; B Guild Hand 8,0")
    play(state, "x A1 B1", "O6", "D1", "O6", "D1", "-", "plunder A1")
    assert (where(state, "A1"), where(state, "B1")) == ("res", "cap")


def test_19_4_19_5_returned_units_may_be_deployed_again() -> None:
    tiles = "0,0+Forest 1,0 0,1 9,0 8,0"
    state = scene(tiles, "A Forge Adept 0,0; A Brass Trooper cap; B Guild Hand 9,0")
    assert moves(state, "d") == set()
    assert reason(state, "d A2 1,0") == ("4.6", "19.4")
    play(state, "repair A1 A2", "O6", "m B1 8,0")
    assert moves(state, "d") == {"A2 1,0", "A2 0,1"}


def test_19_6_both_may_plunder_the_initiators_owner_first() -> None:
    tiles = "0,0+Village 1,0+Village 9,0 8,0"
    state = scene(tiles, "A Guild Hand 0,0; A Guild Hand 9,0; B Guild Hand 1,0; B Guild Hand 8,0")
    play(state, "x A1 B1", "O6", "D1", "O6", "D1")
    while any(move.startswith("b ") for move in state.moves()):
        state.play("-")
    assert (state.to_move, set(state.moves())) == (0, {"plunder A1", "-"})
    play(state, "-")
    assert (state.to_move, set(state.moves())) == (1, {"plunder B1", "-"})
