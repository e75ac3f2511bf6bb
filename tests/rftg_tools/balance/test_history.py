"""What was found of earlier versions of a card, and what a change has done."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from rftg_dsl.model import Card
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.history import ChangeEffect, effects_of_changes
from rftg_tools.balance.statistics import Estimate
from tests.rftg_tools.balance.trying import PLAIN, experiment

CHANGED = PLAIN.replace("development: 3", "development: 4").replace("price +1", "price +2")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def measure(
    folder: Path, store: Path, cards: str, mean: float, margin: float = 2.0
) -> ChangeEffect | None:
    """Measure a card in a file, and return what has changed since its last version."""
    lab = CompiledExperiment(experiment(folder, cards))
    card: Card = lab.subjects[0].card
    return effects_of_changes(store, lab, [(card, Estimate(mean, margin, 400))]).get(card.title)


def test_a_changed_card_is_compared_with_its_last_version(tmp_path: Path, store: Path) -> None:
    assert measure(tmp_path, store, PLAIN, 4.1) is None
    since = measure(tmp_path, store, CHANGED, 0.9)
    assert since is not None
    assert since.changes == (
        "cost 4 instead of 3",
        "`trade: price +2` instead of `trade: price +1`",
    )
    assert since.before.mean == pytest.approx(4.1)
    assert since.difference.mean == pytest.approx(-3.2)
    assert since.difference.margin == pytest.approx(8**0.5)
    assert since.trend == "weaker"


def test_a_difference_that_may_be_none_is_no_trend(tmp_path: Path, store: Path) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    since = measure(tmp_path, store, CHANGED, 3.0)
    assert since is not None
    assert since.trend == ""


def test_the_same_text_is_the_same_version_however_it_is_written(
    tmp_path: Path, store: Path
) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    assert measure(tmp_path, store, PLAIN.replace("price +1", "price   +1"), 1.5) is None


def test_the_last_other_version_counts_also_on_the_way_back(tmp_path: Path, store: Path) -> None:
    measure(tmp_path, store, PLAIN, 4.0)
    measure(tmp_path, store, CHANGED, 1.0)
    back = measure(tmp_path, store, PLAIN, 4.5)
    assert back is not None
    assert back.before.mean == 1.0
    assert back.trend == "stronger"
    again = measure(tmp_path, store, CHANGED, 1.0)
    assert again is not None
    assert again.before.mean == 4.5, "what was known of a version is replaced"


def test_lines_that_came_and_went_are_told(tmp_path: Path, store: Path) -> None:
    more = PLAIN.rstrip() + "\n    explore: draw 1\n"
    measure(tmp_path, store, PLAIN, 1.0)
    since = measure(tmp_path, store, more, 1.0)
    assert since is not None
    assert since.changes == ("with `explore: draw 1`",)
    back = measure(tmp_path, store, PLAIN, 1.0)
    assert back is not None
    assert back.changes == ("without `explore: draw 1`",)


def test_other_players_make_other_figures_which_are_not_compared(
    tmp_path: Path, store: Path
) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    lab = CompiledExperiment(experiment(tmp_path, CHANGED, players=3))
    card = lab.subjects[0].card
    assert effects_of_changes(store, lab, [(card, Estimate(1.0, 2.0, 400))]) == {}


def test_what_is_not_known_is_neither_kept_nor_compared(tmp_path: Path, store: Path) -> None:
    assert measure(tmp_path, store, PLAIN, 1.0, float("inf")) is None
    assert measure(tmp_path, store, CHANGED, 1.0) is None


def test_another_seed_is_compared(tmp_path: Path, store: Path) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    usual = experiment(tmp_path, CHANGED)
    lab = CompiledExperiment(replace(usual, setup=replace(usual.setup, seed=7)))
    card = lab.subjects[0].card
    assert card.title in effects_of_changes(store, lab, [(card, Estimate(1.0, 2.0, 400))])


@pytest.mark.parametrize("change", ["said = 'x'", "said = '7'", "mean = 'much'", "pairs = 'many'"])
def test_a_row_that_is_no_version_tells_nothing(tmp_path: Path, store: Path, change: str) -> None:
    measure(tmp_path, store, PLAIN, 1.0)
    with closing(sqlite3.connect(store)) as kept, kept:
        kept.execute(f"UPDATE version SET {change}")
    assert measure(tmp_path, store, CHANGED, 1.0) is None
