"""Why an answer is not legal: the rule's number and the facts in the way."""

from typing import Any

from casemate.words import Reason

NOT_NOW = Reason("12.1", "that is not what is asked for now")


def why_not(s: Any, text: str) -> tuple[int, ...] | None:
    """Why an answer is not legal, as a note; None if it is none."""
    return (NOT_NOW,)
