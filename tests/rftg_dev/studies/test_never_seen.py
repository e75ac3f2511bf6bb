"""Matches between values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rftg_dev.studies.never_seen import main
from rftg_engine.bots.network import SHIPPED

ALIKE = [str(SHIPPED), str(SHIPPED)]


def test_equal_values_win_their_part_of_each_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ALIKE, "--games", "12", "--jobs", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["cards"], row["players"]) for row in rows] == [
        ("base", 2),
        ("base", 4),
        ("arc 1, all", 2),
        ("arc 1, all", 4),
    ]
    for row in rows:
        assert row["wins"] == pytest.approx(row["par"]), "every seat of every deal once"
        assert row["low"] <= row["wins"] <= row["high"]


def test_a_table_says_how_far_from_par_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ALIKE, "--games", "2", "--players", "2", "--jobs", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("base       2 players   50.0%")
    assert lines[0].endswith("+0.0% from par")


def test_a_value_that_cannot_be_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(SHIPPED), str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err
    assert main([*ALIKE, "--weights", str(SHIPPED), str(SHIPPED)]) == 2
    assert "value.json: this is not rftg-weights/1" in capsys.readouterr().err
