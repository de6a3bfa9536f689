"""The Battle Book once more, slowly and obviously, from the rulebook alone: an oracle to play in lockstep with."""

import re
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

NORTH, SOUTH, CHANCE = 0, 1, -1
SIDES = "NS"

COSTS = {"LC": 1, "HC": 2, "SC": 2, "CM": 1, "RM": 2, "CN": 1, "RV": 1, "SB": 1}
CHASSIS = ["LC", "HC", "SC"]
WEAPONS = ["CM", "RM", "CN", "RV", "SB"]
WITHSTANDS = {"LC": 0, "HC": 1, "SC": 0}
POINTS = {"LC": 1, "HC": 1, "SC": 3}
PATTERNS = {
    "CM": [(1, 0), (2, 0), (3, 0)],
    "RM": [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)],
    "CN": [(3, -1), (3, 0), (3, 1)],
    "RV": [(1, 0), (2, -1), (2, 1)],
    "SB": [(1, -1), (1, 0), (1, 1)],
}
OUTER = {7: 2, 8: 3, 9: 3, 10: 3, 11: 4, 12: 4, 13: 4, 14: 5}  # the columns of an outer zone, by those of the grid

OPTIONS = {
    "grid": ["5x9", *(f"{rows}x{columns}" for rows in range(3, 9) for columns in range(7, 15))],
    "passing": ["off", "on"],
    "choice": ["secret", "open", "random"],
    "starter": ["behind", "alternate", "north", "coin"],
    "tiebreak": ["draw", "extra"],
    "friendly_fire": ["on", "off"],
    "patterns": ["standard"],  # or a text
}


class Unit(NamedTuple):
    """5, 6 A unit, and its weapon if it has one."""

    side: int
    chassis: str
    weapon: str | None


class Second:
    """A battle: the position, the options and what is to be answered next."""

    def __init__(self, position: str | None = None, **options: str) -> None:
        """11.1 The options are fixed before the battle."""
        self.options = {name: options.get(name, values[0]) for name, values in OPTIONS.items()}
        rows, columns = str(self.options["grid"]).split("x")
        self.rows = [str(row) for row in range(1, int(rows) + 1)]
        self.columns = "abcdefghijklmn"[: int(columns)]
        self.squares = [column + row for column in self.columns for row in self.rows]
        self.outer = OUTER[int(columns)]
        self.patterns = PATTERNS | read_patterns(self.options["patterns"])
        self.round = 1
        self.ap = [9, 9]
        self.kept: list[list[str] | None] = [None, None]
        self.starters: list[int] = []
        self.units: dict[str, Unit] = {}
        self.totals = [0, 0]
        self.acting: int | None = None  # whose turn it is in the deploy phase
        self.is_over = False
        if position is not None:
            self.read(position)

    # 2 Course of a battle

    @property
    def result(self) -> tuple[float, float] | None:
        """2.4 The higher total wins; 2.5 equal totals are a draw."""
        north, south = self.totals
        if not self.is_over:
            return None
        if north == south:
            return (0.5, 0.5)
        return (1.0, 0.0) if north > south else (0.0, 1.0)

    @property
    def is_deploying(self) -> bool:
        """4.1 The deploy phase begins when it is settled who starts."""
        return not self.is_over and len(self.starters) == self.round

    @property
    def to_move(self) -> int | None:
        """Who must answer, CHANCE included; None when the battle is over."""
        if self.is_over:
            return None
        for player in (NORTH, SOUTH):
            if self.kept[player] is None:
                return CHANCE if self.options["choice"] == "random" else player
        return self.acting if self.is_deploying else self.chooses_starter()

    def moves(self) -> list[str]:
        """Every legal answer."""
        if self.is_over:
            return []
        if None in self.kept:
            return sets()
        if not self.is_deploying:
            return ["start N", "start S"]
        assert self.acting is not None
        return self.legal_actions(self.acting) + (["pass"] if self.options["passing"] == "on" else [])

    def chances(self) -> dict[str, Fraction]:
        """2.6 The coin tosses; 11, `choice` each of the 55 sets is as likely as any other."""
        if self.to_move != CHANCE:
            return {}
        return {answer: Fraction(1, len(self.moves())) for answer in self.moves()}

    def play(self, answer: str) -> None:
        """One answer and all that follows from it."""
        if answer not in self.moves():
            raise ValueError(f"{answer} is not legal in {self.position}")
        if answer.startswith("keep "):
            self.kept[self.kept.index(None)] = answer.split()[1:]
            if None not in self.kept:
                self.begin_round()
        elif answer.startswith("start "):
            self.start(SIDES.index(answer[-1]))
        else:
            self.act(answer)

    # 4 The deploy phase

    def begin_round(self) -> None:
        """4.2, 11 `starter` Where the rules give the starter, nobody is asked."""
        if self.options["starter"] == "north":
            self.start(NORTH)
        elif self.round == 2 and self.options["starter"] in ("behind", "alternate"):
            self.start(other(self.starters[0]))
        elif self.round == 3 and self.options["starter"] == "alternate":
            self.start(self.starters[0])

    def chooses_starter(self) -> int:
        """4.3 In round three the player with fewer points; everywhere else, and where the totals are level, a coin."""
        north, south = self.totals
        if self.round == 3 and self.options["starter"] == "behind" and north != south:
            return NORTH if north < south else SOUTH
        return CHANCE

    def start(self, player: int) -> None:
        self.starters.append(player)
        self.acting = player

    def legal_actions(self, player: int) -> list[str]:
        """4.6 Kept, not too dear, and with a legal square."""
        kept = self.kept[player]
        assert kept is not None
        return [
            f"{action}@{square}"
            for action in kept
            if COSTS[action] <= self.ap[player]
            for square in (self.places(player) if action in CHASSIS else self.unarmed(player))
        ]

    def places(self, player: int) -> list[str]:
        """5.1-5.4 Empty squares, but none on the opponent's side."""
        columns = self.columns[: -self.outer] if player == NORTH else self.columns[self.outer :]
        return [square for square in self.squares if square[0] in columns and square not in self.units]

    def unarmed(self, player: int) -> list[str]:
        """6.1 The player's units without a weapon."""
        return [square for square, unit in self.units.items() if unit.side == player and unit.weapon is None]

    def act(self, answer: str) -> None:
        """4.5 One action; 4.9 who has no legal action is skipped; 4.10 if nobody has any the phase is over."""
        player = self.acting
        assert player is not None
        if answer == "pass":
            self.ap[player] = 0
        else:
            action, square = answer.split("@")
            self.ap[player] -= COSTS[action]
            if action in CHASSIS:
                self.units[square] = Unit(player, action, None)
            else:
                self.units[square] = self.units[square]._replace(weapon=action)
        if self.legal_actions(other(player)):
            self.acting = other(player)
        elif not self.legal_actions(player):
            self.end_round()

    def end_round(self) -> None:
        """8, 9.1 The points are counted; the battle is over, or a round begins on an empty grid (2.2, 2.3)."""
        remaining = self.remaining()
        for player in (NORTH, SOUTH):
            self.totals[player] += sum(
                POINTS[unit.chassis]
                for square, unit in remaining.items()
                if unit.side == player and not self.is_blocked(square, remaining)
            )
        is_level = self.totals[NORTH] == self.totals[SOUTH]
        if self.round == 4 or (self.round == 3 and not (is_level and self.options["tiebreak"] == "extra")):
            self.is_over = True
            self.acting = None
            return
        self.round += 1
        self.units = {}
        self.ap = [9, 9]
        self.acting = None
        self.begin_round()

    # 6 Equipping weapons

    def pattern(self, square: str) -> list[str]:
        """6.4-6.6, 1.6 The squares of the grid that the weapon of the unit on this square marks."""
        unit = self.units[square]
        if unit.weapon is None:
            return []
        forward = 1 if unit.side == NORTH else -1
        marked = []
        for f, r in self.patterns[unit.weapon]:
            column = self.columns.index(square[0]) + forward * f
            row = int(square[1]) + r
            if 0 <= column < len(self.columns) and str(row) in self.rows:
                marked.append(self.columns[column] + str(row))
        return marked

    def xs(self, of: str = SIDES) -> dict[str, int]:
        """6.7 How many X's there are on each square, of the weapons of these sides."""
        counts = dict.fromkeys(self.squares, 0)
        for square, unit in self.units.items():
            if SIDES[unit.side] in of:
                for hit in self.pattern(square):
                    counts[hit] += 1
        return {square: count for square, count in counts.items() if count > 0}

    # 7 The attack phase

    def remaining(self) -> dict[str, Unit]:
        """7.1 All at once: the units with no more X's than they withstand (7.3, 7.6)."""
        return {square: unit for square, unit in self.units.items() if self.damage(square) <= WITHSTANDS[unit.chassis]}

    def damage(self, square: str) -> int:
        """7.2 The X's in its square; 11, `friendly_fire` with `off` only those of enemy weapons."""
        of = SIDES if self.options["friendly_fire"] == "on" else SIDES[other(self.units[square].side)]
        return self.xs(of).get(square, 0)

    # 8 The score phase

    def is_blocked(self, square: str, remaining: dict[str, Unit]) -> bool:
        """8.1 Whether a remaining enemy stands in the same row between the unit and the enemy's edge."""
        side = remaining[square].side
        return any(
            unit.side != side
            and there[1] == square[1]
            and (there[0] > square[0] if side == NORTH else there[0] < square[0])
            for there, unit in remaining.items()
        )

    # 10 Notation

    @property
    def position(self) -> str:
        """10.5 Nine fields."""
        xs = self.xs()
        return " ".join(
            field or "-"
            for field in (
                str(self.round),
                "-" if self.to_move in (None, CHANCE) else SIDES[int(self.to_move or 0)],
                f"{self.ap[NORTH]},{self.ap[SOUTH]}",
                "+".join(self.kept[NORTH] or []),
                "+".join(self.kept[SOUTH] or []),
                "".join(SIDES[player] for player in self.starters),
                ",".join(write_unit(square, self.units[square]) for square in self.squares if square in self.units),
                ",".join(f"{square}:{xs[square]}" for square in self.squares if square in xs),
                f"{self.totals[NORTH]},{self.totals[SOUTH]}",
            )
        )

    def read(self, position: str) -> None:
        """10.5 The inverse of `position`; 10.8 what is not written the same way again is refused."""
        round_, to_act, ap, north, south, starters, units, _, totals = position.split(" ")
        self.round = int(round_)
        self.ap = [int(points) for points in ap.split(",")]
        self.kept = [None if kept == "-" else kept.split("+") for kept in (north, south)]
        self.starters = [SIDES.index(letter) for letter in starters.replace("-", "")]
        for unit in units.replace("-", "").split(","):
            if unit:
                self.units[unit[2:4]] = read_unit(unit)
        self.totals = [int(total) for total in totals.split(",")]
        if len(self.starters) == self.round:
            self.is_over = to_act == "-"
            self.acting = None if self.is_over else SIDES.index(to_act)
        if self.position != position:
            raise ValueError(f"10.8 {position} would be written {self.position}")


def other(player: int) -> int:
    return SOUTH if player == NORTH else NORTH


def sets() -> list[str]:
    """3.5, 10.1 Five of the eight actions in the order of the table, at least one chassis among them."""
    return [f"keep {' '.join(five)}" for five in combinations(COSTS, 5) if any(action in CHASSIS for action in five)]


def write_unit(square: str, unit: Unit) -> str:
    """10.5 Side, chassis letter, square and, if armed, a colon and the weapon."""
    return SIDES[unit.side] + unit.chassis[0] + square + (f":{unit.weapon}" if unit.weapon else "")


def read_unit(text: str) -> Unit:
    """10.5 The unit that a text says."""
    side, chassis, weapon = text[0], text[1] + "C", text[5:] or None
    if chassis not in CHASSIS or weapon not in (None, *WEAPONS):
        raise ValueError(f"10.5 no unit: {text}")
    return Unit(SIDES.index(side), chassis, weapon)


def read_patterns(text: str) -> dict[str, list[tuple[int, int]]]:
    """11, `patterns` Code, colon and the squares, each F and R with its sign; weapons joined by `/`."""
    if text == "standard":
        return {}
    patterns = {}
    for weapon in text.split("/"):
        code, squares = weapon.split(":")
        if code not in ("CN", "RV", "SB"):
            raise ValueError(f"11 no pattern is given for {code}")
        found = [re.fullmatch(r"([1-9])([+-][0-7])", square) for square in squares.split(",")]
        patterns[code] = [(int(each[1]), int(each[2])) for each in found if each]
        if None in found:
            raise ValueError(f"11 no squares: {squares}")
    return patterns
