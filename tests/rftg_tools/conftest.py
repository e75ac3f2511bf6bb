"""One browser for all tests of a file, which have pages of their own in it.

Not for the whole session: while it is there, no other test can run an event loop.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browsers import PATIENCE, started_browser

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as browser:
        yield browser
