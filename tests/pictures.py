"""What can be found in a picture; and the game the tests of the platform are played with."""

import re

import casemate
from casemate import State

GAME = next(name for name in casemate.games() if casemate.load(name).is_open)  # nothing of it is ever hidden


def spots_of(state: State, viewer: int | None = None) -> list[str]:
    """Everything that can be touched, wherever it is drawn."""
    drawn = state.game.backdrop(state.options, viewer) + "".join(state.game.layer(state, viewer).values())
    return list(dict.fromkeys(re.findall(r'data-spot="([^"]+)"', drawn)))
