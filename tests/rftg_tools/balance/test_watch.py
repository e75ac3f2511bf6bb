"""What is shown of a study while it is played: the work that is left, and early tables."""

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise

import pytest

from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.findings import findings
from rftg_tools.balance.race import CardTrial
from rftg_tools.balance.store import Store
from rftg_tools.balance.trials import TABLE_INTERVAL, Watch
from tests.rftg_tools.balance.trying import PLAIN, lab


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> CompiledExperiment:
    return lab(tmp_path_factory.mktemp("known"), PLAIN)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store for all tests, so that a game is played once."""
    with closing(Store(tmp_path_factory.mktemp("store") / "games.sqlite")) as store:
        yield store


@pytest.mark.slow
def test_the_first_table_is_shown_when_it_is_time_and_others_when_a_verdict_changes(
    compiled: CompiledExperiment, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("study", "trials"):
        monkeypatch.setattr(f"rftg_tools.balance.{module}.BLOCK", 20)
    seconds, shown = [0.0], []
    trial = CardTrial(compiled)
    watch = Watch(trial, 0.02, 160, shown.append, lambda: seconds[0])
    verdicts = []
    for number in trial.study.carry_on(store, 0.0, 160, 1):
        seconds[0] += TABLE_INTERVAL / 50
        watch.look()
        if number % 20 == 0 and number >= 60:
            (card,) = findings(trial.study, 0.02).cards
            verdicts.append(card.verdict.brief)
    changes = [new for old, new in pairwise(verdicts) if old != new]
    assert shown[0].startswith("After 60 games:\ncard ")
    assert "Quiet Harbour" in shown[0]
    assert 1 <= len(shown) <= 1 + len(changes)


def test_the_first_table_does_not_wait_for_a_block(
    compiled: CompiledExperiment, store: Store
) -> None:
    seconds: list[float] = [0.0]
    shown: list[str] = []
    trial = CardTrial(compiled)
    watch = Watch(trial, 0.02, 60, shown.append, lambda: seconds[0])
    for _number in trial.study.carry_on(store, 0.0, 60, 1):
        seconds[0] += TABLE_INTERVAL / 30
        watch.look()
    assert len(shown) == 1
    assert shown[0].startswith("After 40 games:\ncard ")


def test_nothing_is_shown_where_nobody_looks(compiled: CompiledExperiment) -> None:
    trial = CardTrial(compiled)
    watch = Watch(trial, 0.02, 240, None, lambda: 1e9)
    watch.look()
    assert watch.note() == "margin unknown, target ±2.0 points"
    assert watch.remaining_share(0) == 1.0


def test_the_work_that_is_left_falls_to_nothing(compiled: CompiledExperiment, store: Store) -> None:
    trial = CardTrial(compiled)
    left = []
    for number in trial.study.carry_on(store, 0.0, 120, 1):
        if number % 20 == 0:
            left.append(trial.study.remaining_share(0.0, 120))
    assert left == sorted(left, reverse=True)
    assert left[0] < 1
    assert left[-1] == 0
