"""Cards made like the official ones are sound, and lints stay calm about them."""

from __future__ import annotations

from random import Random

import pytest

from rftg_dev.studies.alarms import Maker, alarms, main


@pytest.mark.parametrize("seed", range(3))
def test_made_cards_are_sound_and_few_costs_are_far_off(seed: int) -> None:
    found = alarms(Maker(Random(seed)).file(20))
    assert not [code for code in found if code.startswith("E")]
    assert found["W603"] <= 2


def test_the_same_seed_makes_the_same_cards() -> None:
    assert Maker(Random(5)).file(3) == Maker(Random(5)).file(3)


def test_the_command_counts_by_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["alarms", "--sets", "2", "--cards", "5"])
    assert main() == 0
    assert "2 sets of 5 cards" in capsys.readouterr().out
