"""Random cards that `check` accepts, in games."""

from __future__ import annotations

import pytest

from rftg_tools.cardfuzz import main


def test_accepted_random_cards_break_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lines", "120", "--games", "8", "--seed", "7"]) == 0
    assert capsys.readouterr().out.endswith("8 games, 0 failures\n")
