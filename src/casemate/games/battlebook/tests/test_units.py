"""Chapters 5 and 6: deploying units and arming them."""

import re

import pytest

import casemate
from casemate.games.battlebook.tests.fights import BOOK, KEPT, begin, field, fight, play

SETS = {"CM": KEPT, "RM": KEPT, "CN": "LC HC CN RV SB", "RV": "LC HC CN RV SB", "SB": "LC HC CN RV SB"}


def marked(square: str, weapon: str, player: str, **options: object) -> str:
    """The X's of one weapon, as the rulebook's examples list them."""
    other = "i1" if player == "N" else "a1"
    state = begin(SETS[weapon], SETS[weapon], player, **options)
    play(state, f"LC@{square}", f"LC@{other}", f"{weapon}@{square}")
    return field(state, 8).replace(":1", "").replace(",", " ")


def refused(state: casemate.State, move: str) -> tuple[str, ...]:
    why = state.why(move)
    assert why is not None
    assert move not in state.moves()
    return why.rules


# --- 5 ------------------------------------------------------------------------------------------------------------


def test_5_1_a_unit_on_an_empty_square() -> None:
    state = play(begin(), "LC@a1", "HC@i1", "SC@f5")
    assert field(state, 7) == "NLa1,NSf5,SHi1"


def test_5_2_never_on_the_opponents_side() -> None:
    assert refused(begin(), "LC@g1") == ("5.2",)
    assert refused(begin(starter="S"), "LC@c5") == ("5.2",)
    assert {"LC@f1", "LC@a5"} <= set(begin().moves())
    assert {"LC@d1", "LC@i5"} <= set(begin(starter="S").moves())


def test_5_3_one_unit_to_a_square() -> None:
    state = play(begin(), "LC@d3")
    assert refused(state, "HC@d3") == ("5.3",)
    assert refused(play(state, "LC@i1"), "HC@d3") == ("5.3",)


def test_5_4_on_a_square_with_marks() -> None:
    state = play(begin(), "LC@d3", "LC@i1", "CM@d3")
    assert "LC@e3" in state.moves()
    play(state, "LC@e3", "LC@f3")
    assert field(state, 7) == "NLd3:CM,SLe3,NLf3,SLi1"


def test_5_5_units_stay_until_the_attack() -> None:
    state = begin()
    units: set[str] = set()
    for move in ("LC@d3", "LC@e3", "CM@d3", "CM@e3", "LC@f3", "LC@g3"):
        now = {unit[:4] for unit in field(play(state, move), 7).split(",")}
        assert units <= now
        units = now


def test_5_6_a_light_chassis() -> None:
    assert fight("LC@d3", "LC@f4").score == (1, 1)
    assert fight("LC@a3", "LC@d3 CM@d3").score == (0, 1)


def test_5_7_a_heavy_chassis() -> None:
    assert fight("HC@a3", "LC@d2 CM@d2").score[0] == 1
    once = fight("HC@a3", "LC@d3 CM@d3")
    assert (once.score, once.destroyed) == ((0, 0), set())
    twice = fight("HC@a3", "LC@d3 CM@d3 LC@e3 RM@e3")
    assert (twice.destroyed, twice.score) == ({"a3", "d3"}, (0, 1))


def test_5_8_a_saboteur_chassis() -> None:
    assert fight("SC@d3", "SC@f4 LC@i5").score == (3, 4)
    assert fight("SC@a3", "LC@d3 CM@d3").destroyed == {"a3"}


# --- 6 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "squares"),
    [("CM", "e3 f3 g3"), ("RM", "e3 f3 g3 h3 i3"), ("CN", "g2 g3 g4"), ("RV", "e3 f2 f4"), ("SB", "e2 e3 e4")],
)
def test_6_9_example_north(weapon: str, squares: str) -> None:
    assert marked("d3", weapon, "N") == squares


@pytest.mark.parametrize(
    ("weapon", "squares"),
    [("CM", "e3 d3 c3"), ("RM", "e3 d3 c3 b3 a3"), ("CN", "c2 c3 c4"), ("RV", "e3 d2 d4"), ("SB", "e2 e3 e4")],
)
def test_6_9_example_south(weapon: str, squares: str) -> None:
    assert marked("f3", weapon, "S") == " ".join(sorted(squares.split()))


def test_6_9_the_printed_table_of_patterns() -> None:
    names = {
        "Carbine Musket": "CM",
        "Rifled Musket": "RM",
        "Light Cannon": "CN",
        "Revolver": "RV",
        "Cavalry Saber": "SB",
    }
    rows = re.findall(r"^\| ([A-Z]\w+ \w+|Revolver) \| ((?:\(\d,[^)]+\) ?)+)\|", BOOK.rulebook.text, re.MULTILINE)
    assert [names[row[0]] for row in rows] == list(SETS)
    for name, printed in rows:
        places = [(int(f), int(r.replace("−", "-"))) for f, r in re.findall(r"\((\d),([^)]+)\)", printed)]
        squares = sorted("abcdefghi"[f] + str(3 + r) for f, r in places)
        assert marked("a3", names[name], "N") == " ".join(squares)


@pytest.mark.parametrize(
    ("square", "weapon", "squares"),
    [
        ("f1", "CN", "i1 i2"),
        ("f1", "RV", "g1 h2"),
        ("f1", "SB", "g1 g2"),
        ("f5", "RM", "g5 h5 i5"),
    ],
)
def test_6_5_example_beyond_the_edge(square: str, weapon: str, squares: str) -> None:
    assert marked(square, weapon, "N") == squares


def test_6_5_a_pattern_wholly_beyond_the_edge() -> None:
    state = begin("LC CM CN RV SB", "LC CM CN RV SB", "S")
    play(state, "LC@d3", "LC@a1", "LC@e3", "CN@a1", "CN@d3")
    assert field(state, 8) == "a2:1,a3:1,a4:1,d1:1,d2:1"
    state = begin("LC CM CN RV SB", "LC CM CN RV SB", grid="3x7", patterns="CN:9+0")
    events = play(state, "LC@e1", "LC@g3").play("CN@e1")
    assert field(state, 8) == "-"
    assert events[0].rules == ("6.1", "6.5")


def test_6_1_only_an_own_unarmed_unit() -> None:
    state = play(begin(), "LC@d3", "LC@i1")
    assert refused(state, "CM@i1") == ("6.1",)
    assert refused(state, "CM@b2") == ("6.1",)
    play(state, "CM@d3", "LC@i2")
    assert refused(state, "RM@d3") == ("6.1", "6.2")


def test_6_2_one_weapon_for_good() -> None:
    state = play(begin(), "LC@d3", "LC@i1", "CM@d3", "LC@i2")
    assert not [move for move in state.moves() if move in ("CM@d3", "RM@d3")]
    assert field(state, 7).startswith("NLd3:CM,")


def test_6_3_whatever_turn_and_chassis() -> None:
    state = play(begin(), "LC@a1", "LC@i1", "HC@a2", "LC@i2", "SC@a3", "LC@i3")
    assert {f"{weapon}@a{row}" for weapon in ("CM", "RM") for row in "123"} <= set(state.moves())


def test_6_4_6_7_each_weapon_adds_its_own() -> None:
    state = play(begin(), "LC@d3", "LC@h3", "CM@d3", "RM@h3", "LC@c3", "LC@i1", "RM@c3")
    assert field(state, 8) == "c3:1,d3:2,e3:3,f3:3,g3:3,h3:1"


def test_6_6_nothing_blocks_a_weapon() -> None:
    state = play(begin(), "LC@d3", "LC@e3", "LC@f3", "LC@g3", "RM@d3")
    assert field(state, 8) == "e3:1,f3:1,g3:1,h3:1,i3:1"


def test_6_8_friend_enemy_and_later_units() -> None:
    came = fight("LC@d3 CM@d3 LC@e3", "LC@f3 LC@i1 LC@g3")
    assert came.destroyed == {"e3", "f3", "g3"}
