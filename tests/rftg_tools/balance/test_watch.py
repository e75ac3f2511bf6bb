"""What is shown of a study while it is played: the work that is left, and early tables."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from rftg_tools.balance.findings import findings
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import Study, carry_on
from rftg_tools.balance.watch import PATIENCE, Watch
from tests.rftg_tools.balance.trying import PLAIN, lab


def test_the_first_table_is_shown_when_it_is_time_and_others_when_a_verdict_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("study", "watch"):
        monkeypatch.setattr(f"rftg_tools.balance.{module}.BLOCK", 20)
    seconds, shown = [0.0], []
    study = Study(lab(tmp_path, PLAIN))
    watch = Watch(study, 0.02, 240, shown.append, lambda: seconds[0])
    verdicts = []
    for number in carry_on(study, Store(tmp_path / "games.sqlite"), 0.0, 240, 1):
        seconds[0] += PATIENCE / 50
        watch.look()
        if number % 20 == 0 and number >= 60:
            (card,) = findings(study, 0.02).cards
            verdicts.append(card.verdict.brief)
    changes = [new for old, new in pairwise(verdicts) if old != new]
    assert shown[0].startswith("After 60 games:\ncard ")
    assert "Quiet Harbour" in shown[0]
    assert 1 <= len(shown) <= 1 + len(changes)


def test_the_first_table_does_not_wait_for_a_block(tmp_path: Path) -> None:
    seconds: list[float] = [0.0]
    shown: list[str] = []
    study = Study(lab(tmp_path, PLAIN))
    watch = Watch(study, 0.02, 60, shown.append, lambda: seconds[0])
    for _number in carry_on(study, Store(tmp_path / "games.sqlite"), 0.0, 60, 1):
        seconds[0] += PATIENCE / 30
        watch.look()
    assert len(shown) == 1
    assert shown[0].startswith("After 40 games:\ncard ")


def test_nothing_is_shown_where_nobody_looks(tmp_path: Path) -> None:
    study = Study(lab(tmp_path, PLAIN))
    watch = Watch(study, 0.02, 240, None, lambda: 1e9)
    watch.look()
    assert watch.note() == "not yet known, to be ± 2.0 points"
    assert watch.left(0) == 1.0


def test_the_work_that_is_left_falls_to_nothing(tmp_path: Path) -> None:
    study = Study(lab(tmp_path, PLAIN))
    left = []
    for number in carry_on(study, Store(tmp_path / "games.sqlite"), 0.0, 120, 1):
        if number % 20 == 0:
            left.append(study.left(0.0, 120))
    assert left == sorted(left, reverse=True)
    assert left[0] < 1
    assert left[-1] == 0
