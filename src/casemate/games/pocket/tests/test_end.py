"""Chapters 24 and 25: how the game ends."""

import casemate
from casemate import State
from casemate.games.pocket.tests.scenes import POCKET, moves, play, scene, script, where

HOLDS = "0,0+Forest 1,0+Highland 5,0+Ruins 6,0 9,0 10,0"


def over(state: State) -> tuple[object, tuple[str, ...]]:
    assert state.ending is not None
    return state.result, state.ending.rules


def test_24_1_example_deploying_onto_the_last_feature() -> None:
    state = scene(HOLDS, "A Guild Hand 0,0; A Guild Hand 5,0; A Guild Hand res; B Guild Hand 9,0")
    play(state, "d A3 1,0")
    assert over(state) == ((1.0, 0.0), ("24.1",))


def test_24_1_by_mustering_and_by_summoning() -> None:
    tiles = HOLDS.replace("Forest", "Village")
    state = scene(tiles, "A Mire Wolf 0,0; A Guild Hand 5,0; A Guild Hand res; A Mire Wolf 9,0; B Guild Hand 6,0")
    play(state, "m A4 10,0", "muster A3 1,0")
    assert over(state) == ((1.0, 0.0), ("24.1",))
    summoned = scene(HOLDS, "A Root Speaker 0,0; A Guild Hand 5,0; A Elder Oak res; B Guild Hand 9,0")
    assert over(play(summoned, "s A1 A3 1,0", "O6,6", "1,1")) == ((1.0, 0.0), ("24.1",))


def test_24_1_control_comes_once_the_hazard_is_settled() -> None:
    tiles = "0,0+Forest 1,0+Highland 2,0 5,0+Ruins 6,0 9,0 10,0"
    state = scene(tiles, "A Guild Hand 0,0; A Guild Hand 5,0; A Guild Hand 2,0; B Guild Hand 9,0")
    play(state, "m A3 1,0")
    assert state.result is None
    assert over(play(state.copy(), "D5")) == ((1.0, 0.0), ("24.1",))
    balked = play(state.copy(), "D4")
    assert (balked.result, where(balked, "A3")) == (None, "2,0")


def test_24_1_on_the_way_but_not_in_flight() -> None:
    tiles = "0,0+Forest 1,0 2,0+Village 3,0 5,0+Ruins 6,0 9,0 10,0"
    units = "A Guild Hand 0,0; A Guild Hand 5,0; A {} 1,0; B Guild Hand 9,0"
    swift = play(scene(tiles, units.format("Rivet Hound")), "m A3 2,0 3,0")
    assert (over(swift), where(swift, "A3")) == (((1.0, 0.0), ("24.1",)), "2,0")
    flying = play(scene(tiles, units.format("Gyro Scout")), "m A3 2,0 3,0")
    assert (flying.result, where(flying, "A3")) == (None, "3,0")
    every_tile = play(scene(tiles, units.format("Gyro Scout"), flyers="every_tile"), "m A3 2,0 3,0")
    assert over(every_tile) == ((1.0, 0.0), ("24.1",))


def test_24_1_a_position_with_all_three_is_over() -> None:
    state = scene(HOLDS, "A Guild Hand 0,0; A Guild Hand 1,0; A Guild Hand 5,0; B Guild Hand 9,0")
    assert over(state) == ((1.0, 0.0), ("24.1",))


def test_24_1_three_features_are_needed() -> None:
    """The example of 27.7: who holds the only feature there is has not won."""
    assert scene("0,0+Forest 1,0 2,0", "A Guild Hand 0,0; B Guild Hand 2,0").result is None


def test_24_2_a_player_without_units_and_deployments_is_eliminated() -> None:
    state = scene("0,0 1,0", "A Guild Hand 0,0; A Guild Hand res; B Guild Hand 1,0; B Guild Hand res")
    play(state, "x A1 B1", "O6", "D6", "O1", "D1")
    assert over(state) == ((1.0, 0.0), ("24.2",))
    assert state.position.endswith("| A 10 || x A1 B1; O6; D6; O1; D1")
    again = POCKET.read(state.position)
    assert (over(again), again.position) == (over(state), state.position)


def test_24_2_an_outrider_saves_its_player() -> None:
    tiles = "0,0 1,0 5,0+Ruins 6,0"
    state = scene(tiles, "A Guild Hand 0,0; B Guild Hand 1,0; B Reed Stalker res")
    play(state, "x A1 B1", "O6", "D6", "O1", "D1")
    assert (state.to_move, moves(state, "d")) == (1, {"B2 6,0"})


def test_24_2_24_3_example_both_eliminated() -> None:
    tiles = "0,0 1,0 5,0+Ruins 6,0"
    state = scene(tiles, "A Guild Hand 0,0; A Guild Hand res; B Guild Hand 1,0; B Guild Hand res")
    play(state, "x A1 B1", "O6", "D1", "O6", "D1")
    assert over(state) == ((0.5, 0.5), ("24.3",))


def test_24_4_no_legal_choice_loses() -> None:
    state = scene("0,0 1,0 9,0", "A Guild Hand 0,0; B Guild Hand 9,0")
    play(state, "m A1 1,0")
    assert over(state) == ((1.0, 0.0), ("24.4",))
    assert state.position.endswith("| B 11")


def test_24_5_resigning() -> None:
    state = scene("0,0 1,0", "A Guild Hand 0,0; B Guild Hand 1,0")
    state.resign(0)
    assert (state.result, POCKET.resign_rule) == ((0.0, 1.0), "24.5")


def test_24_6_elimination_comes_before_the_limit() -> None:
    state = scene("0,0 1,0 2,0", "A Guild Hand 0,0; B Guild Hand 1,0; B Night Duke res", turn=40, limit=40)
    play(state, "x A1 B1", "O6", "D6", "O1", "D1")
    assert over(state) == ((1.0, 0.0), ("24.2",))


def test_24_6_repetition_comes_before_having_no_choice() -> None:
    """25.1 is looked at first at the start of a turn."""
    state = shuttle(scene("0,0 1,0 8,0 9,0", "A Guild Hand 0,0; B Guild Hand 8,0"), 2)
    assert over(state)[1] == ("25.1",)


def shuttle(state: State, times: int) -> State:
    for _ in range(times):
        play(state, "m A1 1,0", "m B1 9,0", "m A1 0,0", "m B1 8,0")
    return state


def test_25_1_the_same_position_for_the_third_time() -> None:
    state = scene("0,0 1,0 8,0 9,0", "A Guild Hand 0,0; B Guild Hand 8,0")
    assert shuttle(state, 1).result is None
    assert over(shuttle(state, 1)) == ((0.5, 0.5), ("25.1",))


def test_25_1_the_marks_of_slow_reload_belong_to_the_position() -> None:
    tiles = "0,0 1,0 8,0 9,0 10,0"
    marked = scene(tiles, "A Boiler Rifle 0,0*; B Guild Hand 8,0")
    shuttle(marked, 2)
    assert marked.result is None  # without the mark it was there only twice
    assert over(play(marked, "m A1 1,0"))[1] == ("25.1",)


def test_25_1_copies_are_units_of_their_own() -> None:
    tiles = "0,0+Forest 1,0 0,1 8,0 9,0"
    state = scene(tiles, "A Guild Hand 1,0; A Guild Hand 0,1; B Guild Hand 8,0", turn=1)
    swapped = scene(tiles, "A Guild Hand 0,1; A Guild Hand 1,0; B Guild Hand 8,0", turn=1)
    from casemate.games.pocket.board import key

    assert key(state.here) != key(swapped.here)


def limited(units: str, tiles: str = "0,0 1,0 8,0 9,0") -> State:
    return play(scene(tiles, units, turn=120), "m A1 1,0")


def test_25_2_after_120_turns_the_captures_count() -> None:
    assert over(limited("A Guild Hand 0,0; B Guild Hand 8,0; B Night Duke cap")) == ((1.0, 0.0), ("25.2",))
    assert over(limited("A Guild Hand 0,0; A Night Duke cap; B Guild Hand 8,0; B Bone Thrall cap"))[0] == (0.0, 1.0)


def test_25_2_then_the_features() -> None:
    tiles = "0,0 1,0+Village 8,0 9,0"
    assert over(limited("A Guild Hand 0,0; B Guild Hand 8,0", tiles)) == ((1.0, 0.0), ("25.2",))
    assert over(limited("A Guild Hand 0,0; B Guild Hand 8,0")) == ((0.5, 0.5), ("25.2",))


def test_25_2_option_limit() -> None:
    for limit, ends in ((40, True), (41, False), (0, False)):
        state = scene("0,0 1,0 8,0 9,0", "A Guild Hand 0,0; B Guild Hand 8,0", turn=40, limit=limit)
        assert (play(state, "m A1 1,0").result is not None) == ends
    assert scene("0,0 1,0 8,0 9,0", "A Guild Hand 0,0; B Guild Hand 8,0", turn=121).result is not None


def test_12_1_example_a_whole_small_game() -> None:
    state = script(scene("0,0 1,0 2,0", "A Guild Hand 0,0; B Guild Hand 2,0"), "m A1 1,0; x B1 A1; O6; D6; O1; D1")
    assert over(state)[0] == (0.0, 1.0)
    assert casemate.CHANCE in {step.player for step in state.steps}
