"""One server and one browser for the games here; in none of their pages an error comes up.

Not for the whole session: a process has one browser at a time, and other tests have theirs.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browsers import started_browser
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with started_browser() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("play")
    with Server(folder) as server:
        yield server


@pytest.fixture
def screens(browser: Browser) -> Iterator[Screens]:
    """Pages; at the end none of them has had an error."""
    screens = Screens(browser)
    yield screens
    screens.close()
    assert not screens.wrong
