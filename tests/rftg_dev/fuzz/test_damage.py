"""Damaged card files: a smaller run of the command, and a fault that it must see."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dev.fuzz.damage import try_copies


@pytest.mark.soak
def test_a_hundred_damaged_copies_are_each_reported_at_a_place(tmp_path: Path) -> None:
    tally = try_copies(100, 2, tmp_path)
    assert tally.problems == []
    assert 70 < tally.refused < 97


@pytest.mark.soak
def test_damaged_copies_of_tiles_are_reported_at_a_place_too(tmp_path: Path) -> None:
    tally = try_copies(50, 2, tmp_path, "roll")
    assert tally.problems == []
    assert 30 < tally.refused < 50


def test_damaged_workbooks_are_read_or_refused() -> None:
    pytest.importorskip("defusedxml")
    pytest.importorskip("openpyxl")
    from rftg_dev.fuzz.workbooks import try_workbooks

    tally = try_workbooks(120, 1)
    assert tally.problems == []
    assert 60 < tally.refused < 120


def test_a_design_lint_that_fails_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_args: object) -> None:
        raise ZeroDivisionError("a lint fails")

    monkeypatch.setattr("rftg_dsl.lint.check_design", fails)
    tally = try_copies(25, 3, tmp_path)  # one of them is sound
    assert tally.problems
    assert all("a lint fails" in problem for problem in tally.problems)
