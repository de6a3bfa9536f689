"""Chapter 12: firing."""

from fractions import Fraction
from math import comb

import pytest

from casemate import State
from casemate.games.draughts.board import HEADINGS, SQUARE
from casemate.games.draughts.firing import arcs
from casemate.games.draughts.ships import ARCS, TYPES, ShipType
from casemate.games.draughts.tests.scenes import field, moves, play, rules, scene, so_far, told


def arcs_of(square: str, heading: str, target: str) -> str:
    """The arcs a target is in."""
    found = arcs(SQUARE[square], HEADINGS.index(heading), SQUARE[target])
    return "".join(arc for place, arc in enumerate(ARCS) if found >> place & 1)


def gunner(ship: str, *targets: str, **options: object) -> State:
    """A stopped ship, its guns ready; targets as `B1 g7`. Its heading and square stay as they are."""
    others = [f"{target[:2]} monitor {target[3:]}/S 8 o -" for target in targets]
    state = scene(f"W1 {ship}", *others, cards=f"W1=2S {targets[0][:2]}=3S", **options)
    return play(state, "dc 2H")


def dice(ship: str, target: str, damage: str = "KS") -> int:
    """How many dice a ship rolls at a target; 0 where it may not fire at it."""
    state = gunner(f"{ship} {damage}", f"B1 {target}")
    return len(state.odds(">B1")) - 1 if ">B1" in moves(state) else 0


def test_12_1_once_at_one_enemy_or_not_at_all() -> None:
    state = gunner("barbette_ship d4/N 10 o KS", "B1 d8", "B2 g4")
    assert moves(state) == {">B1", ">B2", ">-"}
    assert so_far(play(state.copy(), ">-")) == "-"
    play(state, ">B1", "0/3")
    assert so_far(state) == "-"
    assert rules(gunner("barbette_ship d4/N 10 o KS", "B1 d8"), ">B1:1") == ("12.1",)


def test_12_2_not_with_a_conning_tower_hit_and_not_after_a_ram() -> None:
    assert so_far(gunner("barbette_ship d4/N 10 o AS", "B1 d8")) == "-"
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d5/S 8 o -", "B2 monitor g4/S 8 o -", cards="W1=2S B1=3S")
    assert so_far(play(state, "d4xd5", "ram **", "/**")) == "-"


def test_12_3_example_range_is_counted_orthogonally() -> None:
    ship = "breastwork_turret_ship d4/N 12 o"
    assert dice(ship, "g7") and not dice(ship, "h7")
    assert dice(ship, "f6", "JS,KS") and not dice(ship, "g6", "JS,KS")
    far = gunner("breastwork_turret_ship d4/N 12 o KS", "B1 d8", "B2 h7")
    assert rules(far, ">B2") == ("12.3",)
    burning = gunner("breastwork_turret_ship d4/N 12 o JS,KS", "B1 d8", "B2 g6")
    assert rules(burning, ">B2") == ("12.3", "6.1")


def test_12_4_ships_in_between_do_not_block_fire() -> None:
    state = gunner("barbette_ship d4/N 10 o KS", "B1 d8", "B2 d6", "B3 d7")
    assert {">B1", ">B2", ">B3"} <= moves(state)


@pytest.mark.parametrize(
    ("heading", "target", "expected"),
    [
        *(("N", *case) for case in (("d8", "B"), ("g5", "S"), ("f6", "BS"), ("c2", "A"), ("b6", "BP"), ("b2", "PA"))),
        *(("NE", *case) for case in (("g5", "B"), ("d7", "BP"), ("f2", "S"), ("g4", "BS"), ("d1", "SA"), ("a4", "PA"))),
        *(("W", *case) for case in (("a4", "B"), ("d8", "S"), ("d1", "P"), ("g4", "A"))),
    ],
)
def test_12_5_12_6_12_7_example_the_arcs(heading: str, target: str, expected: str) -> None:
    assert arcs_of("d4", heading, target) == expected


def test_12_6_four_quarters_that_meet_on_the_lines_between_them() -> None:
    for heading in HEADINGS:
        for target in SQUARE:
            found = arcs_of("f6", heading, target)
            assert len(found) in (1, 2) or target == "f6"
            assert found not in ("BA", "PS")


def test_12_6_12_8_12_9_example_the_breastwork_turret_ship() -> None:
    ship = "breastwork_turret_ship d4/N 12 o"
    assert [dice(ship, target) for target in ("d8", "g5", "f6", "c2")] == [2, 4, 4, 2]


def test_12_8_each_mount_counts_once() -> None:
    """On the line between bow and starboard a mount with both arcs bears, once."""
    assert dice("casemate_ship d4/N 10 o", "f6") == 4  # BP, BS, SA and S


def test_12_9_example_the_citadel_ship() -> None:
    ship = "citadel_ship d4/N 10 o"
    assert dice(ship, "d8") == 4
    assert dice(ship, "f6") == 8
    state = gunner("wooden_line_ship d4/N 8 o KS", "B1 d8", "B2 g4")
    assert rules(state, ">B1") == ("12.8", "12.9")


@pytest.mark.parametrize("ship", TYPES, ids=lambda ship: ship.name)
def test_12_9_the_dice_of_every_type_over_the_four_arcs(ship: ShipType) -> None:
    for arc, target in zip(ARCS, ("d7", "a4", "g4", "d1"), strict=True):
        assert dice(f"{ship.name} d4/N 8 o", target) == ship.dice(arc)


def test_12_10_12_11_example_two_hits_of_four_dice() -> None:
    state = play(gunner("breastwork_turret_ship d4/N 12 o KS", "B1 g5"), ">B1")
    told_chances = [Fraction(n, 1296) for n in (625, 500, 150, 20, 1)]
    assert list(state.chances().values()) == told_chances
    assert told_chances == [Fraction(comb(4, k) * 5 ** (4 - k), 6**4) for k in range(5)]
    play(state, "2/4", "TH", "JS")
    assert field(state, "B1") == "monitor g5/S 7 o JS"


def test_12_11_after_the_order_to_fire_the_dangers_are_told() -> None:
    state = play(gunner("breastwork_turret_ship d4/N 12 o KS", "B1 g5"), ">B1")
    assert "of the 52 cards left" in told(state)
    assert "4 conning tower hits, 4 fires, 4 steering hits, 3 engine hits, 4 flotation hits" in told(state)


def test_12_12_card_after_card_until_the_target_sinks() -> None:
    state = scene(
        "W1 breastwork_turret_ship d4/N 12 o KS", "B1 monitor g5/S 2 o -", "B2 monitor a8/S 8 o -", cards="W1=2S B2=3S"
    )
    play(state, "dc 2H", ">B1", "4/4", "TH", "2C")
    assert so_far(state) == "W1 2S: dc 2H; stop; >B1 4/4 TH 2C"
    play(state, "TC")
    assert (field(state, "B1"), so_far(state)) == ("monitor sunk", "-")


def test_12_13_friends_are_no_targets() -> None:
    state = scene("W1 barbette_ship d4/N 10 o KS", "W2 monitor d7/N 8 o -", "B1 monitor d8/S 8 o -", cards="W1=2S")
    play(state, "dc 2H")
    assert moves(state) == {">B1", ">-"}
    assert rules(state, ">W2") == ("12.13",)
