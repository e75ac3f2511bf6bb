"""Registration of the third game during its tests."""

import pytest

from rftg_dsl import games as languages
from rftg_tools import games
from tests.toy import GAME, LANGUAGE


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game with the compiler and the tools, as a real game would."""
    monkeypatch.setitem(languages.GAMES, "toy", LANGUAGE)
    monkeypatch.setitem(games.GAMES, "toy", GAME)
