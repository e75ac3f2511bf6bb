"""What tests of several commands begin with."""

from pathlib import Path

import pytest


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """A card file in a folder of its own, which is the working folder: MINE of the tests' file."""
    path = tmp_path / "mine.yaml"
    path.write_text(request.module.MINE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return path
