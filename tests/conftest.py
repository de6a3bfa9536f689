"""What tests of the site share."""

from collections.abc import Iterator

import pytest

from tests.sites import Site, open_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site, open while a file of tests runs; nothing in it may have broken it."""
    with open_site(tmp_path_factory.mktemp("site")) as opened:
        yield opened
    assert opened.log.faults() == []
