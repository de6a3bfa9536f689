"""Sets of up to 63 places as the bits of one whole number: bit p is set when place p is in the set.

Plain Python runs what stands here; compiled rules use the processor's own instructions (`compiled.py`).
"""

from collections.abc import Iterator


def count(places: int) -> int:
    """How many places are in the set."""
    return places.bit_count()


def lowest(places: int) -> int:
    """The smallest place in a set that is not empty."""
    return (places & -places).bit_length() - 1


def nth(places: int, n: int) -> int:
    """The n-th smallest place in the set, counted from 0."""
    at = 0
    width = 32
    while width > 0:
        below = count(places & ((1 << width) - 1))
        if n >= below:
            n -= below
            places >>= width
            at += width
        else:
            places &= (1 << width) - 1
        width >>= 1
    return at


def each(places: int) -> Iterator[int]:
    """The places in the set, smallest first (not for compiled rules)."""
    while places:
        first = places & -places
        yield first.bit_length() - 1
        places ^= first
