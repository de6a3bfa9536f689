"""Ironclad once more, by brute force from the rulebook alone: an oracle to play in lockstep with the real rules."""

import re
from fractions import Fraction
from math import comb
from typing import NamedTuple

FILES, RANKS = "abcdef", "12345678"
COLUMNS, ROWS = "ABCDEFG", "012345678"
SQUARES = [file + rank for rank in RANKS for file in FILES]
INTERSECTIONS = [column + row for row in ROWS for column in COLUMNS]

ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
EIGHT = ORTHOGONAL + DIAGONAL
DIRECTIONS = {"orthogonal": ORTHOGONAL, "eight": EIGHT}

WHITE, BLACK, CHANCE = 0, 1, -1
ROBOTS_DUE, STONES_DUE = "r", "s"

START = {
    "two_row": "1bccb1/2aa2/6/6/6/6/2AA2/1BCCB1 7/7/7/7/7/7/7/7/7 w 1 - 32,32 - 0",
    "one_row": "abccba/6/6/6/6/6/6/ABCCBA 7/7/7/7/7/7/7/7/7 w 1 - 32,32 - 0",
}
OPTIONS: dict[str, tuple[str | int, ...]] = {
    "setup": ("two_row", "one_row"),
    "second_hand": ("opponent", "owner"),
    "links": ("orthogonal", "eight"),
    "slides": ("orthogonal", "eight"),
    "last_robot": ("play_on", "loses"),
    "quiet_limit": (40, *range(20, 201)),
    "repetition": (3, 0, 2),
}


class Robot(NamedTuple):
    """2.1 A stack of checkers of one player."""

    player: int
    height: int


class Second:
    """A position, the options, and what happened since the position was written."""

    robots: dict[str, Robot]
    stones: dict[str, int]
    owner: int
    half: int
    due: str
    bowls: list[int]
    last_slid: str | None
    quiet: int | None

    def __init__(self, position: str | None = None, **options: str | int) -> None:
        """13.1 The options are fixed before the game."""
        self.options = read_options(options)
        self.result: tuple[float, float] | None = None
        self.ending: str | None = None
        self.target: str | None = None
        self.occurrences: dict[str, int] = {}
        self.read(position or START[str(self.options["setup"])])

    # 3 The turn

    @property
    def to_move(self) -> int | None:
        """3.4 The hand: in half 1 the owner, in half 2 the opponent (13, `second_hand`: the owner)."""
        if self.result is not None:
            return None
        if self.target is not None:
            return CHANCE
        if self.half == 1 or self.options["second_hand"] == "owner":
            return self.owner
        return self.opponent

    @property
    def opponent(self) -> int:
        """3.1 The player whose turn it is not."""
        return BLACK if self.owner == WHITE else WHITE

    def moves(self) -> list[str]:
        """3.3 Every action the owner could legally make; 12.8 every roll while dice are pending."""
        if self.result is not None:
            return []
        if self.target is not None:
            return list(self.chances())
        if self.half == 1:
            return self.robot_actions() + self.stone_actions()
        return self.robot_actions() if self.due == ROBOTS_DUE else self.stone_actions()

    def play(self, answer: str) -> None:
        """3.7 Each half is completed, dice and damage included, before the next half begins."""
        if answer not in self.moves():
            raise ValueError(f"{answer} is not legal in {self.position}")
        self.carry_out(answer)
        if self.target is None:
            self.end_half(STONES_DUE if is_robot_action(answer) else ROBOTS_DUE)

    def carry_out(self, answer: str) -> None:
        """12.2-12.4, 12.8 A robot move, a fire, a roll, a placement or a slide."""
        if "-" in answer:
            self.move(*answer.split("-"))
        elif answer.startswith("x"):
            self.fire(answer[1:])
        elif "/" in answer:
            self.roll(int(answer.split("/")[0]))
        elif answer.startswith("+"):
            self.place(answer[1:])
        else:
            self.slide(*answer.split(">"))

    def end_half(self, other_sub_game: str) -> None:
        """3.11 A win ends the game in the middle of a turn; 3.2 otherwise the other sub-game follows, or a new turn."""
        self.judge_wins()
        if self.result is not None:
            return
        if self.half == 1:
            self.begin_second_half(other_sub_game)
        else:
            self.begin_next_turn()

    def begin_second_half(self, due: str) -> None:
        """3.9 Robots that cannot act are passed over; 3.10 stones that cannot be played forfeit."""
        self.half, self.due = 2, due
        if due == ROBOTS_DUE and not self.robot_actions():
            self.begin_next_turn()
        else:
            self.judge_forfeit()

    def begin_next_turn(self) -> None:
        """3.1 The players take turns alternately."""
        self.quiet = 0 if self.quiet is None else self.quiet + 1
        self.owner = self.opponent
        self.half, self.due = 1, "-"
        self.judge_start_of_turn()

    def judge_start_of_turn(self) -> None:
        """11.3, 11.4 A draw comes with the end of the turn before, 10.4 a forfeit with the new turn."""
        self.judge_repetition()
        self.judge_quiet()
        self.judge_forfeit()

    # 4 Robots: objective

    def judge_wins(self) -> None:
        """4.1, 8.1, 13 `last_robot` Whatever hand made it so."""
        for player in (WHITE, BLACK):
            if self.has_crossed(player):
                self.win(player, "crossing")
            elif self.has_string(player):
                self.win(player, "string")
        if self.options["last_robot"] == "loses":
            self.judge_last_robot()

    def has_crossed(self, player: int) -> bool:
        """4.1 White wins on rank 8, Black on rank 1."""
        goal = "8" if player == WHITE else "1"
        return any(square[1] == goal for square in self.robots_of(player))

    def robots_of(self, player: int) -> list[str]:
        """2.3 The squares on which a player's robots stand."""
        return [square for square in SQUARES if square in self.robots and self.robots[square].player == player]

    # 5 Robots: moving

    def robot_actions(self) -> list[str]:
        """5.1 One move or one fire."""
        return self.robot_moves() + self.fires()

    def robot_moves(self) -> list[str]:
        """5.2 One square in any of the eight directions, onto an empty square of the board."""
        return [
            f"{square}-{step(square, direction)}"
            for square in self.robots_of(self.owner)
            for direction in EIGHT
            if step(square, direction) in SQUARES and step(square, direction) not in self.robots
        ]

    def move(self, start: str, end: str) -> None:
        """5.4 Robots never capture by moving and never merge."""
        self.robots[end] = self.robots.pop(start)

    # 6 Robots: firing

    def fires(self) -> list[str]:
        """6.3 A target may be named only if at least one of the owner's robots is in range of it."""
        return [f"x{target}" for target in self.robots_of(self.opponent) if self.shooters(target)]

    def shooters(self, target: str) -> list[str]:
        """6.4 Every robot of the owner that is in range fires."""
        return [square for square in self.robots_of(self.owner) if is_in_range(square, target)]

    def cover(self, target: str) -> int:
        """6.6 The number of stones, of either colour, on the four corners."""
        return sum(corner in self.stones for corner in corners(target))

    def fire(self, target: str) -> None:
        """6.7 Without cover every shot hits; 6.8 with cover dice are rolled."""
        if self.cover(target) == 0:
            self.damage(target, len(self.shooters(target)))
        else:
            self.target = target

    def chances(self) -> dict[str, Fraction]:
        """6.9 h hits among n shots, each hitting with probability (6-k)/6 independently."""
        if self.target is None:
            return {}
        shots = len(self.shooters(self.target))
        hit = Fraction(6 - self.cover(self.target), 6)
        return {
            f"{hits}/{shots}": comb(shots, hits) * hit**hits * (1 - hit) ** (shots - hits) for hits in range(shots + 1)
        }

    def roll(self, hits: int) -> None:
        """12.8 The roll is answered with hits of shots."""
        assert self.target is not None
        self.damage(self.target, hits)
        self.target = None

    # 7 Robots: damage

    def damage(self, target: str, hits: int) -> None:
        """7.1 Each hit removes one checker; 7.2 a robot with none left is destroyed."""
        robot = self.robots[target]
        if hits > 0:
            self.quiet = None
        if hits < robot.height:
            self.robots[target] = Robot(robot.player, robot.height - hits)
        else:
            del self.robots[target]

    # 8 Stones: objective

    def has_string(self, player: int) -> bool:
        """8.1 From column A to column G, or from row 0 to row 8."""
        stones = [intersection for intersection in INTERSECTIONS if self.stones.get(intersection) == player]
        across = self.linked([stone for stone in stones if stone[0] == "A"], stones)
        along = self.linked([stone for stone in stones if stone[1] == "0"], stones)
        return any(stone[0] == "G" for stone in across) or any(stone[1] == "8" for stone in along)

    def linked(self, start: list[str], stones: list[str]) -> list[str]:
        """8.2 The stones reached from the start by going from neighbour to neighbour."""
        reached = list(start)
        for stone in reached:
            for direction in DIRECTIONS[str(self.options["links"])]:
                neighbour = step(stone, direction)
                if neighbour in stones and neighbour not in reached:
                    reached.append(neighbour)
        return reached

    # 9 Stones: placing and sliding

    def stone_actions(self) -> list[str]:
        """9.1, 9.4 A placement if the owner can make one, otherwise a slide."""
        return self.placements() or self.slides()

    def placements(self) -> list[str]:
        """9.2 From the owner's bowl on an empty intersection."""
        if self.bowls[self.owner] == 0:
            return []
        return [
            f"+{intersection}"
            for intersection in INTERSECTIONS
            if intersection not in self.stones and not self.is_negated(intersection)
        ]

    def is_negated(self, intersection: str) -> bool:
        """9.3 Rule of Negation: no placement on a corner of a square that holds a robot."""
        return any(intersection in corners(square) for square in self.robots)

    def place(self, intersection: str) -> None:
        """9.2 One stone of the owner's colour; 9.9 the last stone slid stays barred."""
        self.stones[intersection] = self.owner
        self.bowls[self.owner] -= 1
        self.quiet = None

    def slides(self) -> list[str]:
        """9.5 One stone of either colour; 9.8 Rule of Circularity: not the one slid last."""
        return [
            f"{stone}>{stop}"
            for stone in INTERSECTIONS
            if stone in self.stones and stone != self.last_slid
            for direction in DIRECTIONS[str(self.options["slides"])]
            for stop in self.stops(stone, direction)
        ]

    def stops(self, stone: str, direction: tuple[int, int]) -> list[str]:
        """9.6 Anywhere before the first stone or the edge of the board."""
        found = []
        stop = step(stone, direction)
        while stop in INTERSECTIONS and stop not in self.stones:
            found.append(stop)
            stop = step(stop, direction)
        return found

    def slide(self, start: str, end: str) -> None:
        """9.8 The stone slid is the one barred from now on."""
        self.stones[end] = self.stones.pop(start)
        self.last_slid = end

    # 10 Forfeit

    def judge_forfeit(self) -> None:
        """10.1 A stone action is due and there is none; 10.4 no action in either sub-game. The owner loses (10.2)."""
        if not self.moves():
            self.win(self.opponent, "forfeit")

    # 11 End of the game and draws

    def win(self, player: int, ending: str) -> None:
        """11.1 A game that has ended stays as it ended."""
        self.end((1.0, 0.0) if player == WHITE else (0.0, 1.0), ending)

    def draw(self, ending: str) -> None:
        """11.6 A draw never undoes a win."""
        self.end((0.5, 0.5), ending)

    def end(self, result: tuple[float, float], ending: str) -> None:
        """11.1 A game ends once."""
        if self.result is None:
            self.result, self.ending = result, ending

    def judge_repetition(self) -> None:
        """11.3 The same robots, stones, owner, bowls and last-slid stone, counted at the start of turns."""
        robots, stones, owner, _, _, bowls, last_slid, _ = self.write_fields()
        here = f"{robots} {stones} {owner} {bowls} {last_slid}"
        self.occurrences[here] = self.occurrences.get(here, 0) + 1
        if self.occurrences[here] == self.options["repetition"]:
            self.draw("repetition")

    def judge_quiet(self) -> None:
        """11.4 So many consecutive turns without a placement or a checker removed."""
        if self.quiet is not None and self.quiet >= int(self.options["quiet_limit"]):
            self.draw("quiet")

    # 12 Notation

    @property
    def position(self) -> str:
        """12.7 Eight fields; 12.8 and the action as a ninth while its dice are to be rolled."""
        fields = self.write_fields()
        if self.target is not None:
            fields.append(f"x{self.target}")
        return " ".join(fields)

    def write_fields(self) -> list[str]:
        """12.7 Robots, stones, owner, half, due, bowls, last slid, quiet."""
        letters = {square: write_robot(robot) for square, robot in self.robots.items()}
        colours = {intersection: "wb"[player] for intersection, player in self.stones.items()}
        return [
            write_grid(letters, FILES, RANKS),
            write_grid(colours, COLUMNS, ROWS),
            "wb"[self.owner],
            str(self.half),
            self.due,
            f"{self.bowls[WHITE]},{self.bowls[BLACK]}",
            self.last_slid or "-",
            "-" if self.quiet is None else str(self.quiet),
        ]

    def read(self, position: str) -> None:
        """12.7, 12.8 The inverse of `position`."""
        robots, stones, owner, half, due, bowls, last_slid, quiet, *action = position.split(" ")
        self.robots = {square: read_robot(letter) for square, letter in read_grid(robots, FILES, RANKS).items()}
        self.stones = {at: "wb".index(colour) for at, colour in read_grid(stones, COLUMNS, ROWS).items()}
        self.owner = "wb".index(owner)
        self.half = int(half)
        self.due = due
        self.bowls = [int(bowl) for bowl in bowls.split(",")]
        self.last_slid = None if last_slid == "-" else last_slid
        self.quiet = None if quiet == "-" else int(quiet)
        self.refuse()
        self.judge_as_read()
        for fire in action:
            self.read_pending(fire)

    def refuse(self) -> None:
        """12.10 A text that cannot be a position is refused."""
        for player in (WHITE, BLACK):
            if list(self.stones.values()).count(player) + self.bowls[player] > 32:
                raise ValueError("12.10 more than 32 stones of a colour")
            if sum(self.robots[square].height for square in self.robots_of(player)) > 12:
                raise ValueError("12.10 more than 12 checkers of a colour")
        if self.last_slid is not None and self.last_slid not in self.stones:
            raise ValueError("12.10 a last-slid intersection without a stone")
        if (self.half, self.due) not in [(1, "-"), (2, ROBOTS_DUE), (2, STONES_DUE)]:
            raise ValueError("12.10 a half that does not go with what is due")
        if self.due == ROBOTS_DUE and not self.robots_of(self.owner):
            raise ValueError("12.10 robots due for an owner who has none")

    def judge_as_read(self) -> None:
        """12.10 A position in which a winning condition holds is a finished game; 11.3 the count begins here."""
        self.judge_wins()
        if self.half == 1:
            self.judge_start_of_turn()
        else:
            self.judge_forfeit()

    def read_pending(self, action: str) -> None:
        """12.8 The fire action whose dice are to be rolled."""
        if not action.startswith("x") or action not in self.moves() or self.cover(action[1:]) == 0:
            raise ValueError(f"12.8 no dice are rolled for {action}")
        self.target = action[1:]

    # 13 Options

    def judge_last_robot(self) -> None:
        """13, `last_robot` With `loses`, a player without robots loses to one who has some."""
        white, black = self.robots_of(WHITE), self.robots_of(BLACK)
        if white and not black:
            self.win(WHITE, "last robot")
        if black and not white:
            self.win(BLACK, "last robot")


def step(name: str, direction: tuple[int, int]) -> str:
    """1.1, 1.2 The next square or intersection in a direction; off the board the name is in neither list."""
    right, up = direction
    return chr(ord(name[0]) + right) + str(int(name[1:]) + up)


def corners(square: str) -> list[str]:
    """1.3 Columns n and n+1 (A counted as 1), rows r-1 and r."""
    n, r = FILES.index(square[0]) + 1, int(square[1])
    return [column + str(row) for row in (r - 1, r) for column in (COLUMNS[n - 1], COLUMNS[n])]


def is_in_range(square: str, target: str) -> bool:
    """6.2 On the same file, rank or diagonal at a distance of one or two squares."""
    once = [step(square, direction) for direction in EIGHT]
    twice = [step(square, (2 * right, 2 * up)) for right, up in EIGHT]
    return target in once or target in twice


def is_robot_action(answer: str) -> bool:
    """12.2-12.4, 12.8 Placements have a `+` and slides a `>`."""
    return "+" not in answer and ">" not in answer


def write_robot(robot: Robot) -> str:
    """12.7 White heights are `A`, `B`, `C`, black ones `a`, `b`, `c`."""
    return ("ABC" if robot.player == WHITE else "abc")[robot.height - 1]


def read_robot(letter: str) -> Robot:
    """12.7 White heights are `A`, `B`, `C`, black ones `a`, `b`, `c`."""
    return Robot(WHITE if letter in "ABC" else BLACK, "abc".index(letter.lower()) + 1)


def write_grid(letters: dict[str, str], across: str, up: str) -> str:
    """12.7 Rows from the top separated by `/`; a digit is that many empty places."""
    rows = ["".join(letters.get(column + row, ".") for column in across) for row in reversed(up)]
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))


def read_grid(text: str, across: str, up: str) -> dict[str, str]:
    """12.7 The letters by the places where they stand; 12.10 a row of the wrong width is refused."""
    rows = re.sub(r"\d", lambda digit: "." * int(digit[0]), text).split("/")
    if [len(row) for row in rows] != [len(across)] * len(up):
        raise ValueError(f"12.10 a row of the wrong width: {text}")
    places = [column + row for row in reversed(up) for column in across]
    return {place: letter for place, letter in zip(places, "".join(rows), strict=True) if letter != "."}


def read_options(chosen: dict[str, str | int]) -> dict[str, str | int]:
    """13 Every option has the first of its values unless another is chosen."""
    for name, value in chosen.items():
        if value not in OPTIONS[name]:
            raise ValueError(f"13 {name} cannot be {value}")
    return {name: chosen.get(name, values[0]) for name, values in OPTIONS.items()}
