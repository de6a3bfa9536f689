"""What can be found in a picture."""

import re

from casemate import State


def spots_of(state: State, viewer: int | None = None) -> list[str]:
    """Everything that can be touched, wherever it is drawn."""
    drawn = state.game.backdrop(state.options, viewer) + "".join(state.game.layer(state, viewer).values())
    return list(dict.fromkeys(re.findall(r'data-spot="([^"]+)"', drawn)))
