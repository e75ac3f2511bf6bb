"""Games of our bots in words, and their records, as files like those of any other player."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dev.yardstick.export import main

KINDS = ("base-2p", "arc1-3p", "arc1-2pa")


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games between greedy bots, 11 of each kind: the number of one ends in 7."""
    folder = tmp_path_factory.mktemp("games")
    assert (
        main([*KINDS, "--level", "greedy", "--games", "11", "--jobs", "1", "-o", str(folder)]) == 0
    )
    return folder
