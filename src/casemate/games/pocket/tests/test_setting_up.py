"""Chapters 8 to 11 and 26: forces, tiles, the map, the first units, and the quick start."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import casemate
from casemate import State
from casemate.games.pocket.board import distance
from casemate.games.pocket.cards import CARDS, FACTIONS
from casemate.games.pocket.tests.scenes import POCKET, moves, play, reason, where

GUILD = "choose Guild Hand, Brass Trooper, Boiler Rifle, Rivet Hound, Forge Adept, Brass Colossus"
HOME = "3 Plains, 2 Stonework, 1 Water / Fortress"
LIST = "Brass Trooper, Brass Trooper, Rivet Hound, Rivet Hound, Gravecaller, Antler Guard"
CENTRES = ["Forest", "Highland", "Village", "Township", "Fortress", "Ruins"]


def to_the_map(**options: object) -> State:
    """A game whose forces are chosen."""
    state = POCKET.start(**options)
    return play(state, state.moves()[0], state.moves()[1])


def to_first_units(seed: int = 1, **options: object) -> State:
    """A game whose map is complete; the first moves and draws are taken by lot."""
    choice, state = random.Random(seed), to_the_map(**options)
    while not any(move.startswith("place") for move in state.moves()):
        state.play(choice.choice(state.moves()))
    return state


# --- choosing -----------------------------------------------------------------------------------------------------


def test_8_1_8_2_example_a_mixed_force_of_50() -> None:
    state = POCKET.start()
    assert state.why(f"choose {LIST} / {HOME}") is None
    assert reason(state, f"choose {LIST}, Bone Thrall / {HOME}") == ("8.1",)
    assert reason(state, f"choose Rivet Hound, Rivet Hound, Rivet Hound / {HOME}") == ("8.2",)


def test_8_1_a_higher_limit_may_be_agreed() -> None:
    assert reason(POCKET.start(points=30), f"choose {LIST} / {HOME}") == ("8.1",)
    assert POCKET.start(points=54).why(f"choose {LIST}, Bone Thrall / {HOME}") is None
    most = ", ".join(name for name in ("Night Duke", "Brass Colossus", "Frost Drake", "Stag Rider") for _ in range(2))
    assert POCKET.start(points=150).why(f"choose {most} / {HOME}") is None


def test_8_2_copies() -> None:
    for copies in (1, 2, 3, 4):
        state = POCKET.start(copies=copies)
        for taken in range(1, 6):
            text = f"choose {', '.join(['Bone Thrall'] * taken)} / {HOME}"
            assert (state.why(text) is None) == (taken <= copies)


def test_8_2_one_faction() -> None:
    state = POCKET.start(forces="one_faction")
    assert reason(state, f"choose {LIST} / {HOME}") == ("8.2",)
    assert state.why("choose Guild Hand, Siege Mortar / 6 Plains / Ruins") is None


def test_8_3_a_force_needs_a_unit_that_can_be_placed() -> None:
    state = POCKET.start()
    assert reason(state, f"choose Elder Oak, Bone Giant / {HOME}") == ("8.3",)
    assert state.why(f"choose Elder Oak, Bone Giant, Bone Thrall / {HOME}") is None


def test_8_4_six_tiles_at_most_two_alike_but_plains() -> None:
    state = POCKET.start()
    for tiles, rule in (
        ("3 Water, 3 Plains", "8.4"),
        ("5 Plains", "8.4"),
        ("7 Plains", "8.4"),
        ("3 Plains, 3 Plains", "8.4"),
        ("6 Mud", "8.4"),
    ):
        assert rule in reason(state, f"choose Guild Hand / {tiles} / Forest")
    for tiles in ("6 Plains", "2 Water, 2 Ice, 2 Marsh", "1 Plains, 2 Barrow, 1 Water, 2 Stonework"):
        assert state.why(f"choose Guild Hand / {tiles} / Forest") is None


@pytest.mark.parametrize("tiles", range(4, 10))
def test_8_4_option_tiles(tiles: int) -> None:
    state = POCKET.start(tiles=tiles)
    for number in range(1, 12):
        text = f"choose Guild Hand / {number} Plains / Forest"
        if number < 10:
            assert (state.why(text) is None) == (number == tiles)
    play(state, state.moves()[0], state.moves()[0])
    assert sum(state.here.bag) == 2 * tiles


def test_8_5_both_may_choose_the_same_home_feature() -> None:
    state = play(POCKET.start(), f"{GUILD} / {HOME}")
    assert state.why(f"{GUILD} / {HOME}") is None
    assert reason(state, f"{GUILD} / 6 Plains / Castle") == ("3.3", "8.5")


def test_8_6_the_central_feature_is_drawn_evenly() -> None:
    state = to_the_map()
    assert state.chances() == {f"centre {feature}": Fraction(1, 6) for feature in CENTRES}


@pytest.mark.parametrize("feature", CENTRES)
def test_8_6_option_centre(feature: str) -> None:
    state = to_the_map(centre=feature)
    assert state.moves()[0].startswith("draw")
    play(state, state.moves()[0])
    assert state.here.features == 1
    assert POCKET.options[4].values[1 + CENTRES.index(feature)] == feature


def test_8_7_choices_are_secret_until_both_are_made() -> None:
    state = POCKET.start()
    assert (state.to_move, state.now.hidden) == (0, 0)
    state.play(state.moves()[0])
    assert (state.to_move, state.now.hidden) == (1, 1)
    state.play(state.moves()[0])
    assert state.now.hidden == 0
    first, second = POCKET.start(), POCKET.start()
    play(first, first.moves()[0])
    play(second, second.moves()[1])
    assert first.moves() == second.moves()


@pytest.mark.parametrize("points", [30, 50, 77, 150])
@pytest.mark.parametrize("forces", ["free", "one_faction"])
@pytest.mark.parametrize("copies", [1, 4])
def test_8_1_8_4_what_the_menu_shows_is_legal(points: int, forces: str, copies: int) -> None:
    for tiles in (4, 6, 9):
        state = POCKET.start(points=points, forces=forces, copies=copies, tiles=tiles)
        assert len(state.moves()) >= 4
        for move in state.moves():
            codes = state.read_answer(move)
            assert codes == POCKET.whole.read(state, move)  # type: ignore[union-attr]
            assert state.copy().play(move)


# --- the map --------------------------------------------------------------------------------------------------------


def test_9_1_the_first_seat_is_a() -> None:
    state = POCKET.start()
    assert (POCKET.players[0], state.to_move) == ("A", 0)


def test_9_2_the_first_tile_lies_on_0_0_with_the_central_feature() -> None:
    state = to_the_map(forces="core", centre="Village")
    assert state.chances() == {  # the Guild's and the Clans' tiles
        "draw Plains": Fraction(6, 12),
        "draw Water": Fraction(2, 12),
        "draw Marsh": Fraction(2, 12),
        "draw Stonework": Fraction(2, 12),
    }
    play(state, "draw Marsh")
    s = state.here
    assert (s.tiles, s.q[0], s.r[0], s.features, s.centre) == (1, 0, 0, 1, 0)


def test_9_3_tiles_are_drawn_without_replacement_beginning_with_a() -> None:
    state = play(to_the_map(forces="core", centre="Village"), "draw Marsh")
    assert state.chances()["draw Marsh"] == Fraction(1, 11)
    play(state, "draw Marsh")
    assert state.to_move == 0
    assert all(move.startswith("tile Marsh ") for move in state.moves())
    assert reason(state, "tile Water 1,0") == ("9.3",)
    play(state, "tile Marsh 1,0")
    assert "draw Marsh" not in state.moves()
    play(state, "draw Water")
    assert state.to_move == 1


def test_9_4_example_six_places_then_eight() -> None:
    state = play(to_the_map(), "centre Forest", "draw Plains", "draw Plains")
    assert set(moves(state, "tile")) == {f"Plains {place}" for place in ("1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1")}
    play(state, "tile Plains 1,0", "draw Plains")
    assert len(state.moves()) == 8
    assert reason(state, "tile Plains 1,0") == ("9.4",)
    assert reason(state, "tile Plains 3,0") == ("9.4",)


@pytest.mark.parametrize("seed", range(4))
def test_9_5_a_lays_one_tile_more(seed: int) -> None:
    state = to_first_units(seed, tiles=4 + seed)
    laid = Counter(step.player for step in state.steps if step.text.startswith("tile"))
    assert laid == {0: 4 + seed, 1: 3 + seed}
    assert state.here.tiles == 2 * (4 + seed)


def ways(s: State) -> dict[tuple[int, int], int]:
    """1.5 counted anew: tile by tile."""
    here = s.here
    places = [(here.q[tile], here.r[tile]) for tile in range(here.tiles)]
    found = {}
    for start in range(len(places)):
        reached, edge, way = {start}, {start}, 0
        while edge:
            found.update({(start, tile): way for tile in edge})
            edge = {
                tile
                for tile in range(len(places))
                if tile not in reached
                and any(distance(places[tile][0] - places[x][0], places[tile][1] - places[x][1]) == 1 for x in edge)
            }
            reached |= edge
            way += 1
    return found


def best_pairs(state: State, centre: int) -> set[tuple[int, int]]:
    """10.1 by brute force."""
    found, way = {}, ways(state)
    tiles = [tile for tile in range(state.here.tiles) if tile != centre]
    for x, y in product(tiles, tiles):
        if x != y:
            three = (way[centre, x], way[centre, y], way[x, y])
            found[x, y] = (min(three), sum(three))
    return {pair for pair, worth in found.items() if worth == max(found.values())}


@pytest.mark.parametrize("seed", range(6))
def test_10_1_10_2_10_3_10_4_home_features_form_a_best_pair(seed: int) -> None:
    choice, state = random.Random(seed), to_the_map(centre="Forest", tiles=4 + seed)
    while not any(move.startswith("feature") for move in state.moves()):
        state.play(choice.choice(state.moves()))
    s = state.here
    names = [f"{s.q[tile]},{s.r[tile]}" for tile in range(s.tiles)]
    best = best_pairs(state, names.index("0,0"))
    assert state.to_move == 0
    assert moves(state, "feature") == {names[x] for x, _ in best}
    first = choice.choice(sorted(moves(state, "feature")))
    play(state, f"feature {first}")
    assert state.to_move == 1
    assert moves(state, "feature") == {names[y] for x, y in best if names[x] == first}


def test_10_1_example_two_ends() -> None:
    state = to_the_map(centre="Forest", tiles=4)
    play(state, "draw Plains")
    for place in ("1,0", "-1,0", "2,0", "-2,0", "3,0", "-3,0", "4,0"):
        draw = next(move for move in state.moves() if move.startswith("draw"))
        play(state, draw, f"tile {draw[5:]} {place}")
    assert moves(state, "feature") == {"4,0", "-3,0"}
    assert reason(state, "feature 2,0") == ("10.1", "10.2")
    assert reason(state, "feature 0,0") == ("10.1", "11.2")
    play(state, "feature 4,0")
    assert moves(state, "feature") == {"-3,0"}
    assert reason(state, "feature -2,0") == ("10.1", "10.3")


# --- the first units --------------------------------------------------------------------------------------------------


def test_11_1_a_places_three_units_then_b() -> None:
    state = to_first_units(forces="core", seed=5)
    players = []
    while state.here.turn == 0:
        players.append(state.to_move)
        state.play(state.moves()[0])
    assert players == [0, 0, 0, 1, 1, 1]


def test_11_1_11_3_until_no_unit_without_summoning_is_left() -> None:
    state = POCKET.start()
    play(state, "choose Elder Oak, Guild Hand / 6 Plains / Forest", f"{GUILD} / {HOME}")
    choice = random.Random(2)
    while not any(move.startswith("place") for move in state.moves()):
        state.play(choice.choice(state.moves()))
    assert {move.split()[1] for move in state.moves()} == {"A2"}
    assert reason(state, f"place A1 {state.moves()[0].split()[2]}") == ("11.3",)
    play(state, state.moves()[0])
    assert state.to_move == 1


def test_11_1_until_there_is_no_room() -> None:
    state = to_the_map(centre="Forest", tiles=4, forces="free")
    play(state, "draw Plains")
    for place in ("1,0", "-1,0", "2,0", "-2,0", "3,0", "-3,0", "4,0"):
        draw = next(move for move in state.moves() if move.startswith("draw"))
        play(state, draw, f"tile {draw[5:]} {place}")
    play(state, "feature 4,0", "feature -3,0")
    assert moves(state, "place") >= {"A1 4,0", "A1 3,0"}
    play(state, "place A1 4,0", "place A2 3,0")
    assert state.to_move == 1  # two tiles, two units


def test_11_2_on_the_home_feature_or_beside_it_but_on_no_other() -> None:
    state = to_first_units(forces="core")
    s = state.here
    home = s.homes[0]
    beside = {
        tile
        for tile in range(s.tiles)
        if distance(s.q[tile] - s.q[home], s.r[tile] - s.r[home]) <= 1 and (tile == home or not s.features >> tile & 1)
    }
    assert {move.split()[2] for move in state.moves()} == {f"{s.q[tile]},{s.r[tile]}" for tile in beside}
    assert "11.2" in reason(state, "place A1 0,0")
    taken = state.moves()[0]
    play(state, taken)
    assert reason(state, f"place A2 {taken.split()[2]}") == ("1.7",)


def test_11_4_no_hazard_when_placing() -> None:
    state = to_first_units(forces="core", seed=3)
    while state.here.turn == 0:
        assert state.to_move in (0, 1)
        state.play(state.moves()[-1])


def test_11_5_11_6_the_rest_is_in_reserve_and_b_begins() -> None:
    state = to_first_units(forces="core")
    while state.here.turn == 0:
        state.play(state.moves()[0])
    assert state.to_move == 1
    assert state.position.endswith("| B 1")
    assert [where(state, f"A{n}") for n in (4, 5, 6)] == ["res"] * 3


# --- the quick start --------------------------------------------------------------------------------------------------


def test_26_1_the_quick_start_leaves_everything_to_chance() -> None:
    state, choice = POCKET.start(forces="quick"), random.Random(1)
    while state.to_move == casemate.CHANCE:
        state.play(choice.choice(state.moves()))
    assert state.moves()[0].startswith("place A")


def test_26_2_two_different_factions_with_their_cores() -> None:
    state = POCKET.start(forces="quick")
    assert set(state.chances().values()) == {Fraction(1, 4)}
    assert state.moves()[0] == f"{GUILD} / {HOME}"
    play(state, state.moves()[2])
    assert len(state.moves()) == 3
    assert set(state.chances().values()) == {Fraction(1, 3)}
    play(state, state.moves()[0])
    s = state.here
    assert [CARDS[card].faction for card in (s.card[0][0], s.card[1][0])] == [2, 0]
    assert list(s.units) == [6, 6]


def test_26_2_core_is_picking_a_faction() -> None:
    state = POCKET.start(forces="core", points=30, copies=1, tiles=9)
    assert len(state.moves()) == len(FACTIONS)
    assert state.now.question is not None
    same = state.moves()[0]
    assert same == f"{GUILD} / {HOME}"
    play(state, same, same)  # both may pick the same
    assert sum(state.here.bag) == 12
    assert reason(POCKET.start(forces="core"), f"choose Guild Hand / {HOME}") == ("7.1", "28.1")


def test_26_3_the_central_feature_is_drawn_too() -> None:
    state = POCKET.start(forces="quick")
    play(state, state.moves()[0])
    play(state, state.moves()[0])
    assert state.moves() == [f"centre {feature}" for feature in CENTRES]


def test_26_4_tiles_go_where_two_are_laid() -> None:
    state, choice = POCKET.start(forces="quick"), random.Random(4)
    while not any(move.startswith("feature") for move in state.moves()):
        if state.moves()[0].startswith("tile"):
            s = state.here
            tiles = [(s.q[tile], s.r[tile]) for tile in range(s.tiles)]
            near = {
                (q, r): sum(distance(q - x, r - y) == 1 for x, y in tiles)
                for q, r in product(range(-12, 13), range(-12, 13))
                if (q, r) not in tiles
            }
            wanted = {place for place, beside in near.items() if beside >= 2} or {p for p, n in near.items() if n}
            assert {tuple(map(int, move.split()[2].split(","))) for move in state.moves()} == wanted
            assert set(state.chances().values()) == {Fraction(1, len(wanted))}
        state.play(choice.choice(state.moves()))


@pytest.mark.parametrize("seed", range(4))
def test_26_5_every_best_pair_alike(seed: int) -> None:
    state, choice = POCKET.start(forces="quick"), random.Random(seed)
    while not any(move.startswith("feature") for move in state.moves()):
        state.play(choice.choice(state.moves()))
    s = state.here
    names = [f"{s.q[tile]},{s.r[tile]}" for tile in range(s.tiles)]
    best = best_pairs(state, names.index("0,0"))
    pairs: Counter[str] = Counter()
    for first, chance in state.chances().items():
        then = play(state.copy(), first)
        for second, other in then.chances().items():
            pairs[f"{first} {second}"] = chance * other
    assert set(pairs.values()) == {Fraction(1, len(best))}
    assert set(pairs) == {f"feature {names[x]} feature {names[y]}" for x, y in best}


def test_26_6_first_units_by_chance_with_random() -> None:
    state, choice = POCKET.start(forces="random"), random.Random(6)
    while state.here.turn == 0:
        assert state.to_move == casemate.CHANCE
        if state.moves()[0].startswith("place"):
            units = {move.split()[1] for move in state.moves()}
            assert len(state.moves()) == len(units) * len({move.split()[2] for move in state.moves()})
            assert set(state.chances().values()) == {Fraction(1, len(state.moves()))}
        state.play(choice.choice(state.moves()))
    placed = [step.text.split()[1][0] for step in state.steps if step.text.startswith("place")]
    assert placed == ["A"] * 3 + ["B"] * 3
