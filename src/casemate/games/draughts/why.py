"""Why an answer is not legal: the rule's number and the facts in the way."""

from typing import Any


def why_not(s: Any, text: str) -> tuple[int, ...] | None:
    return None
