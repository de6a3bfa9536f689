"""Chapters 13 and 14: sinking, leaving, coming home, the end and victory."""

import pytest

from casemate import BadNotation, State
from casemate.games.draughts.tests.scenes import DRAUGHTS, field, opening, play, scene, so_far


def over(*ships: str, turn: int = 12, **options: object) -> State:
    """A finished game."""
    return DRAUGHTS.read(" | ".join([str(turn), *ships, "-", "-", "over"]), **options)


SIX_FIVE_FOUR = (
    "W1 citadel_ship",
    "W2 barbette_ship",
    "W3 monitor",
    "B1 citadel_ship",
    "B2 barbette_ship",
    "B3 monitor",
)


def fates(*fates: str, turn: int = 12) -> State:
    return over(*(f"{ship} {fate}" for ship, fate in zip(SIX_FIVE_FOUR, fates, strict=True)), turn=turn)


def test_13_1_a_ship_without_flotation_points_sinks_at_once() -> None:
    state = scene("W1 barbette_ship d4/N 10 o -", "B1 monitor d8/S 1 o -", "B2 monitor h8/S 8 o -", cards="W1=2S B1=3S")
    play(state, "d4-d5/N", ">B1", "1/3", "TH")
    assert field(state, "B1") == "monitor sunk"
    assert state.moves() == ["W1=AH", *state.moves()[1:]]  # its order card is gone too (5.6)


def test_13_2_a_ship_that_blows_up_is_sunk_and_harms_nobody() -> None:
    state = scene("W1 monitor d4/N 8 o JS", "W2 monitor d5/N 8 o -", cards="W1=2S W2=3S")
    play(state, "dc **")
    assert (field(state, "W1"), field(state, "W2")) == ("monitor sunk", "monitor d5/N 8 o -")


def test_13_3_13_4_a_withdrawn_ship_is_withdrawn_whatever_it_carries() -> None:
    state = scene("W1 monitor d8/N 1 h JS", "W2 monitor a1/N 8 o -", cards="W1=2S W2=3S")
    play(state, "dc 2H", "d8-off")
    assert field(state, "W1") == "monitor off"
    assert fates("sunk", "off", "off", "off", "off", "off").result == (0.0, 1.0)


def test_13_5_a_homebound_ship_on_its_home_rank_has_come_home() -> None:
    state = scene("W1 monitor a2/S 5 h -", "W2 monitor h1/W 8 o -", cards="W1=2S W2=3S")
    assert field(play(state, "a2-a1/S"), "W1") == "monitor home 5"
    outbound = scene("W1 monitor c1/W 5 o -", "W2 monitor h1/W 8 o -", cards="W1=2S W2=3S")
    assert field(play(outbound, "c1-b1/W"), "W1") == "monitor b1/W 5 o -"
    rammer = scene("W1 monitor a2/S 8 h -", "B1 monitor a1/S 1 h -", "B2 monitor h8/S 8 o -", cards="W1=2S B2=3S")
    assert field(play(rammer, "a2xa1", "ram 2H", "/2C"), "W1") == "monitor home 7"


def test_13_6_it_may_fire_in_the_activation_in_which_it_comes_home() -> None:
    state = scene("W1 barbette_ship d2/S 10 h -", "B1 monitor f3/S 8 o -", cards="W1=2S B1=3S")
    play(state, "d2-d1/E")
    assert state.moves() == [">B1", ">-"]
    play(state, ">B1", "1/5", "KH")
    assert field(state, "W1") == "barbette_ship home 10"


# --- 14 ---------------------------------------------------------------------------------------------------------------


def test_14_1_the_game_ends_when_a_side_has_no_ship_on_the_board() -> None:
    state = scene("W1 monitor d8/N 8 h -", "B1 monitor a1/S 8 o -", cards="W1=2S B1=3S")
    play(state, "d8-off")
    assert state.result is not None and so_far(state) == "over"
    fired = scene("W1 barbette_ship d2/S 10 h -", "B1 monitor f3/S 1 o -", cards="W1=2S B1=3S")
    play(fired, "d2-d1/E", ">B1", "1/5", "TH")
    assert field(fired, "W1") == "barbette_ship home 10"  # at the end of the activation, after the arrival


@pytest.mark.parametrize("limit", [15, 30, 60])
def test_14_2_the_game_ends_at_the_end_of_the_last_turn(limit: int) -> None:
    state = scene("W1 monitor a1/N 8 o -", "B1 corvette h8/S 8 o -", turn=limit, cards="W1=2S B1=3S", turn_limit=limit)
    play(state, "a1-a2/N", "h8-h7/S")
    assert state.result == (0.5, 0.5)
    assert state.ending is not None and state.ending.rules == ("14.7",)
    assert state.position.startswith(f"{limit} | ")
    earlier = scene("W1 monitor a1/N 8 o -", "B1 corvette h8/S 8 o -", turn=14, cards="B1=3S", turn_limit=limit)
    assert play(earlier, "h8-h7/S").result is None


def test_14_3_14_5_example_twenty_three_to_seventeen() -> None:
    state = fates("sunk", "home 5", "home 4", "a4/S 10 h -", "c4/N 10 h -", "sunk")
    assert state.result == (0.0, 1.0)
    assert state.ending is not None and state.ending.text == "Black wins by 23 points to 17"


def test_14_3_only_when_a_side_has_no_ship_left() -> None:
    state = fates("d4/S 10 h -", "off", "off", "a4/N 10 h -", "off", "off", turn=30)
    assert state.ending is not None and state.ending.text.startswith("With 9 points and 10 flotation points each")


def test_14_4_all_sunk_loses_whatever_the_points() -> None:
    state = fates("sunk", "sunk", "sunk", "off", "sunk", "sunk")
    assert state.result == (0.0, 1.0)
    assert state.ending is not None and state.ending.rules == ("14.4",)
    white = fates("off", "off", "a1/N 1 o -", "sunk", "sunk", "sunk")
    assert white.result == (1.0, 0.0)
    both = fates("sunk", "sunk", "sunk", "sunk", "sunk", "sunk")
    assert both.result == (0.5, 0.5)


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("off home_5 off", "off off off", (1.0, 0.0)),  # 15 + 5 against 10
        ("sunk home_5 off", "off off home_8", (0.0, 1.0)),  # 11 + 5 against 12 + 4 + 4
        ("off off off", "off off off", (0.5, 0.5)),
    ],
)
def test_14_5_14_6_points(white: str, black: str, result: tuple[float, float]) -> None:
    assert (
        fates(
            *f"{white} {black}".replace("x", "").split(" ")[:0],
            *(w.replace("_", " ") for w in f"{white} {black}".split()),
        ).result
        == result
    )


def test_14_7_equal_points_are_decided_by_flotation_points() -> None:
    state = fates("home 5", "off", "off", "home 4", "off", "off")
    assert state.result == (1.0, 0.0)
    assert state.ending is not None and state.ending.rules == ("14.7",)
    on_board = fates("d4/S 6 h -", "off", "off", "a4/N 7 h -", "off", "off", turn=30)
    assert on_board.result == (0.0, 1.0)
    assert fates("home 5", "off", "off", "home 5", "off", "off").result == (0.5, 0.5)


def test_14_8_own_losses_score_for_the_enemy() -> None:
    """White's own ram sinks a friend: 12 points for Black."""
    state = scene(
        "W1 monitor d4/N 8 o AS", "W2 citadel_ship d5/N 2 o -", "B1 monitor h8/S 8 o -", cards="W1=2H", turn=30
    )
    play(state, "dc 2C", "ram 2D" if "ram 2D" in state.moves() else "ram 2S", "/3H")
    assert field(state, "W2") == "citadel_ship sunk"
    assert state.ending is not None and state.ending.text == "Black wins by 16 points to 8"


def test_14_9_a_player_may_resign_at_any_time() -> None:
    for answers in ((), ("d1-d3/E",), ("d1-d3/E", ">B2")):
        state = opening(*answers)
        state.resign(1)
        assert state.result == (1.0, 0.0)
        assert so_far(state) == "B resigns"
        assert DRAUGHTS.read(state.position).result == (1.0, 0.0)


def test_14_9_11_3_resigning_between_the_two_cards_of_a_ram() -> None:
    """The ramming ship has no FP left, but is checked for sinking only when both cards are drawn."""
    state = play(scene("W1 monitor d4/N 3 o -", "B1 corvette d5/S 8 o -"), "d4xd5", "ram 9H")
    state.resign(1)
    assert field(state, "W1") == "monitor d4/N -2 o -"
    again = DRAUGHTS.read(state.position)
    assert (again.position, again.result) == (state.position, (1.0, 0.0))
    for wrong in (state.position.replace(" -2 o", " -5 o"), state.position.replace("B resigns", "-")):
        with pytest.raises(BadNotation, match="FP"):
            DRAUGHTS.read(wrong)
