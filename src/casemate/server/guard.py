"""What keeps the site whole: limits on how often one client may ask, and answers only to pages of its own."""

import logging
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

CLIENTS = 20_000  # remembered at a time
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


@dataclass(slots=True)
class Bucket:
    """So many tokens are left; each use takes one, and they come back with time."""

    rate: float
    size: float
    left: float
    at: float

    def take(self, amount: float = 1.0) -> bool:
        now = time.monotonic()
        self.left = min(self.size, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < amount:
            return False
        self.left -= amount
        return True


def bucket(rate: float, size: float) -> Bucket:
    return Bucket(rate, size, size, time.monotonic())


class Limits:
    """A bucket for each client."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self.clients: dict[str, Bucket] = {}

    def allow(self, client: str, amount: float = 1.0) -> bool:
        if client not in self.clients:
            while len(self.clients) >= CLIENTS:
                self.clients.pop(next(iter(self.clients)))
            self.clients[client] = bucket(self.rate, self.size)
        return self.clients[client].take(amount)


def is_ours(record: logging.LogRecord) -> bool:
    """Whether a line of the server's log is about us: what somebody sent is no fault, and needs no traceback."""
    return not str(record.msg).startswith("Invalid UTF-8")


def is_own_page(origin: str | None, host: str | None, site: str | None) -> bool:
    """Whether a request that changes something came from a page of this site, or from no page at all."""
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False
