"""What Casemate refuses, and how it says so: every refusal names what was expected and changes nothing."""


class CasemateError(Exception):
    """Anything Casemate refuses."""


class UnknownName(CasemateError, LookupError):
    """No game, bot or rule of that name; the message lists those there are."""


class BadOption(CasemateError, ValueError):
    """An option that does not exist or does not take that value; the message says what is allowed."""


class BadNotation(CasemateError, ValueError):
    """A text that cannot be read: a move, a position."""


class BadRecord(CasemateError, ValueError):
    """A record that cannot be read or replayed, with the line at fault."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class IllegalMove(CasemateError, ValueError):
    """A move that can be read but not made; `reason` says why, `rules` by which rules."""

    def __init__(self, text: str, reason: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(f"{text}: {reason}")
        self.text, self.reason, self.rules = text, reason, rules
