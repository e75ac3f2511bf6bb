"""One server and one browser for all games; each has pages of its own, where no error comes up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rftg_tools.preview.trial import chromium
from tests.rftg_tools.play.games import PROGRAM
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert PROGRAM is not None, "a Chromium is wanted, and none is installed"
    with chromium(PROGRAM) as browser:
        yield browser


@pytest.fixture(scope="session")
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
