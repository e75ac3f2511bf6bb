"""The third game, known to compiler and tools while its tests run."""

import pytest

from rftg_dsl import games as languages
from rftg_tools import games
from tests.toy import GAME, LANGUAGE


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game: the two entries that a real one would have in the project."""
    monkeypatch.setitem(languages.GAMES, "toy", LANGUAGE)
    monkeypatch.setitem(games.GAMES, "toy", GAME)
