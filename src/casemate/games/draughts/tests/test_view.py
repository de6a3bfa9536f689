"""A position as people see it."""

import re

import pytest

from casemate import State, load

DRAUGHTS = load("draughts")
AT_SEA = (
    "7 | W1 citadel_ship d4/N 8 o - | W2 masted_turret_ship f3/NE 10 o - | W3 monitor sunk | "
    "B1 central_battery_ship d7/S 5 o QS,KD! | B2 casemate_ship g4/SW 10 h JD,JC,AH | B3 corvette home 6 | "
    "W1=2D B1=7C B2=TS | 9D ** | -"
)


def at_sea(*moves: str) -> State:
    state = DRAUGHTS.read(AT_SEA, squadrons="levant,pacific")
    for move in moves:
        state.play(move)
    return state


def spots_drawn(state: State, viewer: int | None) -> list[str]:
    drawn = DRAUGHTS.backdrop(state.options, viewer) + "".join(DRAUGHTS.layer(state, viewer).values())
    return re.findall(r'data-spot="([^"]+)"', drawn)


# --- what one touches -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "spots"),
    [
        ("b1-b3/E", ("b3", "c3")),
        ("d7-d8/N", ("d8", "d9")),
        ("a5-a6/W", ("a6", "z6")),
        ("l9-l10/SE", ("l10", "m9")),
        ("d4xd6", ("d6",)),
        ("d4~d5", ("d5",)),
        ("h5-off", ()),
        (">B2", ("B2",)),
        (">B2:13", ("B2",)),
        (">-", ()),
        ("W1 b1 monitor", ("monitor",)),
    ],
)
def test_what_one_touches(answer: str, spots: tuple[str, ...]) -> None:
    assert DRAUGHTS.spots(answer) == spots


@pytest.mark.parametrize("board", [8, 10, 12])
def test_everything_that_can_be_touched_is_drawn_and_marked(board: int) -> None:
    state = DRAUGHTS.start(board=board, squadrons="choose", split_fire="on")
    for _ in range(120):
        if state.to_move is None:
            break
        viewer = state.to_move if state.to_move in (0, 1) else None
        said = {spot for move in state.moves() for spot in DRAUGHTS.spots(move)} if viewer is not None else set()
        drawn = spots_drawn(state, viewer)
        assert said <= set(drawn)
        assert len(set(drawn)) == len(drawn), "each spot is in one place"
        marks = DRAUGHTS.marks(state, viewer) if viewer is not None else {}
        assert set(marks) == said
        assert all(marks.values())
        moves = [move for move in state.moves() if not move.endswith("-off")] or state.moves()
        state.play(moves[len(state.steps) * 7 % len(moves)])


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        (["d5"], ["d4-d5/N"]),
        (["d5", "e5"], ["d4-d5/E"]),
        (["d4", "d5"], ["d4-d5/N"]),
        (["f3"], ["d4xf3", "d4~f3"]),
        (["d4"], ["d4-d4/N"]),
        (["d9"], ["d4-off"]),
        (["B1"], []),
    ],
)
def test_what_touching_could_mean(touched: list[str], said: list[str]) -> None:
    assert DRAUGHTS.say(at_sea(), touched) == said


def test_a_target_is_its_ship_or_its_square() -> None:
    state = at_sea("d4-d5/N")
    assert DRAUGHTS.say(state, ["B1"]) == DRAUGHTS.say(state, ["d7"]) == [">B1"]


def test_a_type_is_touched_to_place_it() -> None:
    assert DRAUGHTS.say(DRAUGHTS.start(), ["monitor"]) == ["W1 b1 monitor"]


# --- what is hidden -------------------------------------------------------------------------------------------------


def placing(moves: int) -> State:
    state = DRAUGHTS.start(squadrons="choose")
    for _ in range(moves):
        state.play(state.moves()[-1])
    return state


def seen(state: State, viewer: int | None) -> str:
    parts = [*DRAUGHTS.layer(state, viewer).values(), *DRAUGHTS.labels(state, viewer).values()]
    return "".join([*parts, DRAUGHTS.describe(state, viewer), DRAUGHTS.text_board(state, viewer, False)])


@pytest.mark.parametrize("moves", range(6))
def test_3_6_a_placing_is_seen_by_its_owner_alone(moves: int) -> None:
    """The two sides have placed different types: what a viewer sees is the same whatever the other side has placed."""
    state, other = placing(moves), DRAUGHTS.start(squadrons="choose")
    for _ in range(moves):
        other.play(other.moves()[0])
    assert seen(state, None) == seen(other, None)
    if moves <= 3:
        assert seen(state, 1) == seen(other, 1)
    if moves:
        assert seen(state, 0) != seen(other, 0)


def test_3_6_the_catalogue_is_for_the_one_who_places_and_for_those_who_watch() -> None:
    state = placing(0)
    assert "menu" in DRAUGHTS.layer(state, 0)
    assert "menu" in DRAUGHTS.layer(state, None)
    assert "menu" not in DRAUGHTS.layer(state, 1)


@pytest.mark.parametrize("moves", range(6))
def test_3_6_no_mark_tells_what_the_other_side_may_still_place(moves: int) -> None:
    state = DRAUGHTS.start()
    for _ in range(moves):
        state.play(state.moves()[-1])
    side = moves // 3
    assert not any(DRAUGHTS.marks(state, None).values())
    assert not any(DRAUGHTS.marks(state, 1 - side).values())
    assert all(DRAUGHTS.marks(state, side).values())
    assert DRAUGHTS.layer(state, side)["menu"].count("draughts-gone") == moves % 3


# --- in words -------------------------------------------------------------------------------------------------------


def test_labels_are_the_ships_records() -> None:
    labels = DRAUGHTS.labels(at_sea(), None)
    record = (
        "B1 Central-battery ship on d7, heading south, outbound, 5 of 12 flotation points, "
        "Steering Hit (queen of spades), Engine Hit (king of diamonds), still has way"
    )
    assert labels["d7"] == labels["B1"] == record
    assert labels["W3"] == "W3 Monitor: sunk"
    assert labels["B3"] == "B3 Corvette: home with 6 flotation points"


def test_the_status_says_who_must_do_what() -> None:
    def status(state: State) -> str:
        return DRAUGHTS.describe(state, None).split("\n")[0]

    assert status(at_sea()) == "Turn 7. White's W1 (Citadel ship) moves from d4, heading north."
    assert status(at_sea("d4-d5/N")) == "Turn 7. White's W1 (Citadel ship) may fire: B1 with 4 dice, B2 with 4 dice."
    assert status(at_sea("d4-d5/N", ">B1")) == (
        "Turn 7. White's W1 (Citadel ship) fires at B1 with 4 dice. The dice of the salvo are rolled."
    )
    assert status(at_sea("d4-d5/N", ">-")).startswith("Turn 7. Black's B1 (Central-battery ship) draws a card")
    assert status(DRAUGHTS.start()) == "White chooses, in secret, which ship goes where."


def test_the_cards_are_told() -> None:
    told = DRAUGHTS.describe(at_sea(), None)
    assert "Order cards: W1 2 of diamonds, B1 7 of clubs, B2 10 of spades." in told
    assert "Discards: 9 of diamonds, Joker." in told


def test_the_board_as_text() -> None:
    lines = DRAUGHTS.text_board(at_sea(), None, True).split("\n")
    assert lines[5] == " 4   .   .   .  W1N  .   .  B2SW .   4"
    assert lines[12] == "> W1 Citadel ship           d4 N  ########--   outbound  card 2D"
    assert lines[14] == "  W3 Monitor                sunk"
    assert "B1 Central-battery ship   d7 S  #####-------" in lines[15]
    assert lines[15].endswith("QS KD!")


def test_the_board_as_text_is_turned_for_black() -> None:
    lines = DRAUGHTS.text_board(at_sea(), 1, False).split("\n")
    assert lines[0].split() == list("hgfedcba")
    assert lines[4].startswith(" 4   ·  B2↙")


# --- the picture ----------------------------------------------------------------------------------------------------


def test_the_firing_ship_shows_the_mounts_that_bear_and_the_dice() -> None:
    layer = DRAUGHTS.layer(at_sea("d4-d5/N", ">B1"), 0)
    assert layer["sheet W1"].count("draughts-mount bears") == 1
    assert 'class="draughts-dice">4<' in layer["aim"]
    assert 'class="draughts-dice">4<' in layer["sheet B1"]


def test_a_move_changes_little() -> None:
    state = at_sea()
    before = DRAUGHTS.layer(state, 0)
    state.play("d4-d5/N")
    after = DRAUGHTS.layer(state, 0)
    changed = {part for part in after if after[part] != before.get(part)}
    assert changed <= {"last", "reach", "active", "W1", "aim", "orders", "targets", "sheet W1", "sheet B1", "sheet B2"}


def test_a_ship_glides_with_everything_about_it() -> None:
    assert re.match(r'<g transform="[^"]*" data-at="d4">', DRAUGHTS.layer(at_sea(), 0)["W1"])


def test_what_became_of_ships_is_stamped_on_their_sheets() -> None:
    layer = DRAUGHTS.layer(at_sea(), 0)
    assert "SUNK" in layer["sheet W3"]
    assert "HOME" in layer["sheet B3"]
    assert layer["W3"] == ""


def test_black_sees_its_own_side_near() -> None:
    assert DRAUGHTS.layer(at_sea(), 1)["W1"] != DRAUGHTS.layer(at_sea(), 0)["W1"]
    assert DRAUGHTS.layer(at_sea(), None) == DRAUGHTS.layer(at_sea(), 0)
