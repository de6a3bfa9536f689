"""The rulebook's pictures show what the rules and examples beside them say."""

from casemate import CHANCE, State, load

DRAUGHTS = load("draughts")


def shown(rule: str, which: int = 0) -> State:
    """A position drawn at a rule."""
    picture = DRAUGHTS.rulebook[rule].pictures[which]
    return DRAUGHTS.read(picture.position, **picture.options)


def reached(state: State) -> set[str]:
    """The squares a ship can go to."""
    return {DRAUGHTS.spots(move)[0] for move in state.moves() if DRAUGHTS.spots(move)}


def test_3_5_the_squadrons_placed() -> None:
    state = DRAUGHTS.start()
    for number, kind in enumerate(["breastwork_turret_ship", "barbette_ship", "small_turret_ship"] * 2):
        square = ("b1", "d1", "f1", "g8", "e8", "c8")[number]
        state.play(f"{'WB'[number // 3]}{number % 3 + 1} {square} {kind}")
    assert shown("3.5").position == state.position


def test_5_2_the_ace_of_spades_is_activated_first() -> None:
    state = shown("5.2")
    assert state.to_move == 0
    assert all(move.startswith("d1-") for move in state.moves())
    assert "Order cards: W2 ace of spades, B2 2 of diamonds, B1 7 of hearts, W1" in DRAUGHTS.describe(state, None)


def test_6_1_each_kind_of_damage() -> None:
    labels = DRAUGHTS.labels(shown("6.1"), None)
    assert "Conning Tower Hit (ace of spades)" in labels["c3"]
    assert labels["e4"].count("On Fire") == 2
    assert "still has way" in labels["c6"]
    assert "stopped" in labels["e6"]
    assert "stopped" in labels["g6"]


def test_8_3_four_squares_and_twelve_choices() -> None:
    state = shown("8.3")
    assert (reached(state), len(state.moves())) == ({"d5", "d6", "c5", "e5"}, 12)


def test_8_4_five_squares_on_a_diagonal_heading() -> None:
    state = shown("8.4")
    assert (reached(state), len(state.moves())) == ({"e5", "d5", "d6", "e4", "f4"}, 20)


def test_9_5_the_course_kept() -> None:
    state = shown("9.5")
    assert (reached(state), len(state.moves())) == ({"e4", "f4", "e5"}, 6)


def test_9_9_homebound() -> None:
    state = shown("9.9")
    assert reached(state) == {"e8", "f8", "e7"}
    assert "d8-off" in state.moves()


def test_11_3_a_card_is_due_for_the_ramming_ship() -> None:
    state = shown("11.3")
    assert state.to_move == CHANCE
    assert "ram 9D" in state.moves()


def test_12_3_a_burning_ship_reaches_four_squares() -> None:
    assert shown("12.3").moves() == [">B2", ">-"]


def test_12_9_the_dice_against_each_target() -> None:
    state = shown("12.6")
    assert DRAUGHTS.describe(state, 0).startswith(
        "Turn 4. White's W1 (Breastwork turret ship) may fire: B1 with 2 dice, B2 with 4 dice, B3 with 4 dice."
    )


def test_14_3_black_wins_by_points() -> None:
    state = shown("14.3")
    assert state.result == (0.0, 1.0)
    assert DRAUGHTS.describe(state, None).startswith("Game over: Black wins by 23 points to 17.")
