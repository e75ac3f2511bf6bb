"""Damaged card files: a smaller run of the command."""

from __future__ import annotations

from pathlib import Path

from rftg_tools.damage import try_copies


def test_a_hundred_damaged_copies_are_each_reported_at_a_place(tmp_path: Path) -> None:
    tally = try_copies(100, 2, tmp_path)
    assert tally.problems == []
    assert tally.refused > 80
