"""Chapter 2 and 3.3: the ship list, its columns, and what makes a line of it unusable."""

import re

import pytest

from casemate.games.draughts.ships import (
    ARCS,
    FOLDER,
    SQUADRONS,
    TYPES,
    BadList,
    Mount,
    read_ships,
    read_squadrons,
)
from casemate.games.draughts.tests.scenes import DRAUGHTS, field, moves, opening, scene

SHIPS = (FOLDER / "ships.tsv").read_text(encoding="utf-8")
READY = (FOLDER / "squadrons.tsv").read_text(encoding="utf-8")
HEADING = SHIPS.split("\n")[0]
MONITOR = 'Monitor\t4\t8\t2×15" BPSA\t2 / 2 / 2 / 2\tPassaic'


def table(number: str) -> list[list[str]]:
    """The lines of a table printed in a rule."""
    lines = re.findall(r"^\|(.*)\|$", DRAUGHTS.rulebook[number].text, re.MULTILINE)
    return [[cell.strip() for cell in line.split("|")] for line in lines[2:]]


def test_2_1_the_record_of_a_ship() -> None:
    state = scene("W1 monitor d4/N 7 h AS,KH!")
    assert field(state, "W1") == "monitor d4/N 7 h AS,KH!"


def test_2_2_a_mount_is_guns_of_a_calibre_with_arcs() -> None:
    assert TYPES[0].mounts == (Mount(2, 12, "BPS"), Mount(2, 12, "PSA"))
    assert str(TYPES[0].mounts[0]) == '2×12" BPS'


def test_2_3_example_a_gun_of_16_inches_is_two_dice() -> None:
    citadel = TYPES[1]
    assert [mount.dice for mount in citadel.mounts] == [4, 4]
    assert citadel.dice("P") == 4
    assert Mount(2, 15, "B").dice == 2


def test_2_4_all_ships_can_ram() -> None:
    for ship in TYPES:
        state = scene(f"W1 {ship.name} d4/N 8 o -", "B1 monitor d5/S 8 o -")
        assert "d4xd5" in moves(state)


def test_2_5_the_ship_list_is_the_printed_table() -> None:
    printed = table("2.5")
    assert len(printed) == 14
    for line, ship in zip(printed, TYPES, strict=True):
        dice = " / ".join(str(ship.dice(arc)) for arc in ARCS)
        mounts = ", ".join(map(str, ship.mounts))
        assert line == [ship.title, str(ship.value), str(ship.fp), mounts, dice, ", ".join(ship.names)]
        assert 2 * ship.fp + sum(ship.dice(arc) for arc in ARCS) == 6 * ship.value


def test_3_3_the_squadrons_are_the_printed_table() -> None:
    assert [[each.title, ", ".join(TYPES[ship].title for ship in each.types)] for each in SQUADRONS] == table("3.3")
    assert {sum(TYPES[ship].value for ship in squadron.types) for squadron in SQUADRONS} == {15}
    assert field(opening(), "B3") == "small_turret_ship c8/S 9 o -"


def test_a_list_may_have_notes_and_empty_lines() -> None:
    ships = read_ships(f"# mine\n\n{HEADING}\n{MONITOR}\r\n\n# the end\n")
    assert [(ship.name, ship.fp, ship.names) for ship in ships] == [("monitor", 8, ("Passaic",))]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("\tPassaic", "", "has 6 columns, this one 5"),
        ("Monitor", "monitor", "the first with a capital"),
        ("\t4\t", "\tfour\t", "the value is a whole number from 1 to 13, not 'four'"),
        ("\t4\t", "\t14\t", "the value is a whole number from 1 to 13, not '14'"),
        ("\t8\t", "\t0\t", "the FP is a whole number from 1 to 99, not '0'"),
        ("\t8\t", "\t9\t", r"2 × FP + dice is 2 × 9 + 8 = 26, not 6 × value = 24 (2.5)"),
        ("BPSA", "SB", "its arcs in the order BPSA (2.2)"),
        ("BPSA", "", "a mount is written like"),
        ("2×15", "2x15 in", "a mount is written like"),
        ("2 / 2 / 2 / 2", "2 / 2 / 2 / 3", "the mounts have the dice 2 / 2 / 2 / 2 (2.3), not '2 / 2 / 2 / 3'"),
        ('2×15" BPSA', ", ".join(['1×9" B'] * 8), "at most 7 mounts, not 8"),
    ],
)
def test_a_bad_line_of_the_ship_list_is_refused_with_its_number_and_the_reason(old: str, new: str, reason: str) -> None:
    assert read_ships(f"{HEADING}\n{MONITOR}\n")
    corvette = SHIPS.split("\n")[13]
    with pytest.raises(BadList) as refusal:
        read_ships(f"{HEADING}\n{corvette}\n{MONITOR.replace(old, new, 1)}\n", "my.tsv")
    assert (refusal.value.file, refusal.value.line) == ("my.tsv", 3)
    assert reason in refusal.value.reason
    assert str(refusal.value).startswith("my.tsv, line 3: ")


def test_a_type_listed_twice_is_refused() -> None:
    with pytest.raises(BadList, match="line 3: there are two types 'Monitor'"):
        read_ships(f"{HEADING}\n{MONITOR}\n{MONITOR}\n")


@pytest.mark.parametrize("text", ["", "Type\tValue\n", HEADING + "\n"])
def test_a_list_without_its_heading_or_without_lines_is_refused(text: str) -> None:
    with pytest.raises(BadList, match=r"the columns are|no line follows"):
        read_ships(text)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Home\tMonitor, Monitor", "three ships, not 2"),
        ("Home\tMonitor, Monitor, Steam yacht", "no type 'Steam yacht'"),
        ("Home\tCitadel ship, Citadel ship, Monitor", "at most 15, not 16 (3.1)"),
        ("Choose\tMonitor, Monitor, Monitor", "a value of the option"),
        ("Levant\tMonitor, Monitor, Monitor", "two squadrons 'Levant'"),
    ],
)
def test_a_bad_line_of_the_squadrons_is_refused_with_its_number_and_the_reason(line: str, reason: str) -> None:
    with pytest.raises(BadList, match="line 8: ") as refusal:
        read_squadrons(f"{READY}{line}\n", TYPES)
    assert reason in refusal.value.reason
