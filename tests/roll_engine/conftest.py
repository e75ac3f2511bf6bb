"""Every script of a game is played twice: the first player sits at seat 0, then at the last one.

What goes by seats where the rules say the order of strict timing is right in one of the two only.
"""

from typing import Final

import pytest

from tests.roll_engine.game import Game

ALIKE: Final = {
    "test_decisions", "test_distribution", "test_records", "test_setup",
    "test_soak", "test_tiles",
}  # fmt: skip
"""Tests of games that are dealt, and so find their order themselves, or of none."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Two games of each test."""
    module = metafunc.module.__name__.rpartition(".")[2]
    turns = [0] if module in ALIKE else [0, -1]
    metafunc.parametrize("turned", turns, ids=["", "seats_turned"][: len(turns)], indirect=True)


@pytest.fixture(autouse=True)
def turned(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The seat of the first player, counted from the end if negative."""
    seat: int = request.param
    monkeypatch.setattr(Game, "turned", seat)
    return seat
