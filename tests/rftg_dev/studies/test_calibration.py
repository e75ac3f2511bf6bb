"""Chances that were said, held against what came."""

from __future__ import annotations

import json

import pytest

from rftg_dev.studies.calibration import Said, main, table_of


def test_chances_are_gathered_by_tenths() -> None:
    said = [Said("chart", 0.72, 1.0), Said("chart", 0.78, 0.0), Said("chart", 1.0, 1.0)]
    rows = table_of([*said, Said("choice", 0.75, 0.0)], "chart")
    assert [(row["from"], row["count"], row["won"]) for row in rows] == [(0.7, 2, 0.5), (0.9, 1, 1)]
    assert rows[0]["said"] == pytest.approx(0.75)


@pytest.mark.slow
def test_the_command_prints_both_tables(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--games", "2", "--playouts", "2", "--jobs", "1"]
    assert main([*few, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(row["count"] for row in found["chart"]) == 6
    assert main(few) == 0
    assert capsys.readouterr().out.startswith("chart ")
