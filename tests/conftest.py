"""What tests of the site share; which tests are slow."""

import re
from collections.abc import Iterator, Sequence

import pytest

from tests.sites import Site, open_site

LONG = re.compile(
    "compiled|playouts|lockstep|brute|replay_for_ever|truncated|mutated|changed_anyhow|random_games|games_of_bots|ladder"
)


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Of many random games the first is quick enough; what compiles, and long searches for faults, are slow."""
    for item in items:
        spec = getattr(item, "callspec", None)
        given = spec.params if spec is not None else {}
        is_further = any(isinstance(given.get(name), int) and given[name] > 0 for name in ("number", "seed"))
        if is_further or "compiled" in given.values() or LONG.search(item.name):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, open while a file of tests runs; nothing in it may have broken it."""
    with open_site(tmp_path_factory.mktemp("site")) as opened:
        yield opened
    assert opened.log.faults() == []
