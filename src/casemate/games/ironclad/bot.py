"""What a position is worth, for bots."""

from typing import Any

from casemate.games.ironclad.board import DRAWN, NOBODY


def outcome(s: Any) -> float:
    """White's share of a finished game; -1 while it goes on."""
    if s.winner == NOBODY:
        return -1.0
    return 0.5 if s.winner == DRAWN else 1.0 - s.winner  # type: ignore[no-any-return]


def worth(s: Any) -> float:
    return 0.5
