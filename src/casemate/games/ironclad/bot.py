"""What a position is worth, for bots."""

from math import exp
from typing import Any

from casemate.bits import count, lowest
from casemate.games.ironclad.board import (
    BLACK,
    COLUMN_A,
    COLUMN_G,
    DRAWN,
    EITHER,
    FAR_RANK,
    NOBODY,
    ROW_0,
    ROW_8,
    SQUARES,
    WHITE,
    occupied,
    robots,
)
from casemate.games.ironclad.stones import beyond, open_points


def outcome(s: Any) -> float:
    """White's share of a finished game; -1 while it goes on."""
    if s.winner == NOBODY:
        return -1.0
    return 0.5 if s.winner == DRAWN else 1.0 - s.winner


CHECKER = 0.12  # fitted to 630 games of the tree search against itself
ROBOT_NEAR = (0.0, 1.8, 0.75, 0.25, 0.05, 0.05, 0.05, 0.0, 0.0)  # by ranks to go
STRING_NEAR = (0.0, 1.4, 0.75, 0.4, 0.23, 0.12, 0.0, 0.0, 0.0, 0.0, 0.0)  # by stones to go


NEXT_WINS = 4.0


def worth(s: Any) -> float:
    """White's chances at a glance: checkers left, ranks to go, stones a string still lacks, and who can win at once."""
    lead = strength(s, WHITE) - strength(s, BLACK)
    following = s.owner if s.due == EITHER else 1 - s.owner
    if wins_at_once(s, following):
        lead += NEXT_WINS if following == WHITE else -NEXT_WINS
    return 1.0 / (1.0 + exp(-lead))


def wins_at_once(s: Any, player: int) -> bool:
    """4.1, 8.1 Whether one action in the first half of the player's turn would win."""
    if steps(robots(s, player)) & FAR_RANK[player] & ~occupied(s) != 0:
        return True
    own, room = s.stones[player], open_points(s, player)
    if room == 0:
        return False
    return closing(own, COLUMN_A, COLUMN_G) & room != 0 or closing(own, ROW_0, ROW_8) & room != 0


def steps(squares: int) -> int:
    """5.2 Where robots on these squares may step, as far as the board goes."""
    beside = squares | (squares & ~COLUMN_G) << 1 | (squares & ~COLUMN_A) >> 1
    return (beside | beyond(beside)) & SQUARES


def closing(own: int, side: int, goal: int) -> int:
    """The points where one more stone would join the two sides."""
    near, far = linked(side & own, own), linked(goal & own, own)
    return (side | around(near)) & (goal | around(far))


def strength(s: Any, player: int) -> float:
    near = ROBOT_NEAR[ranks_to_go(s, player)] + STRING_NEAR[stones_to_go(s, player)]
    return CHECKER * checkers(s, player) + near


def checkers(s: Any, player: int) -> int:
    layers = s.checkers[player]
    return count(layers[0]) + count(layers[1]) + count(layers[2])


def ranks_to_go(s: Any, player: int) -> int:
    """4.1 How far the foremost robot is from the far rank; 8 without a robot."""
    own = robots(s, player)
    if own == 0:
        return 8
    if player == WHITE:
        rank = 7
        while own >> 7 * rank == 0:
            rank -= 1
        return 7 - rank
    return lowest(own) // 7


def stones_to_go(s: Any, player: int) -> int:
    """8.1 How many stones the shortest way between two opposite sides still lacks."""
    own, room = s.stones[player], ~s.stones[1 - player]
    return min(gap(own, room, COLUMN_A, COLUMN_G), gap(own, room, ROW_0, ROW_8))


def gap(own: int, room: int, side: int, goal: int) -> int:
    """Rings of points around what is reached, until the goal is: each ring is a stone to be placed."""
    reached, needed = linked(side & own, own), 0
    while reached & goal == 0 and needed < 10:
        reached = linked((reached | side | around(reached)) & room, own)
        needed += 1
    return needed


def linked(reached: int, own: int) -> int:
    """What is reached, with all own stones that link to it."""
    before = 0
    while reached != before:
        before = reached
        reached |= around(reached) & own
    return reached


def around(points: int) -> int:
    """The neighbours along the lines."""
    return (points & ~COLUMN_G) << 1 | (points & ~COLUMN_A) >> 1 | beyond(points)
