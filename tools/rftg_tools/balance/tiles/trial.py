"""Trials of tiles of Roll."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from rftg_dsl.bundle import SetBundle
from rftg_tools.balance.duration import RollExpectation
from rftg_tools.balance.store import Store
from rftg_tools.balance.tiles.alternatives import alternatives_of
from rftg_tools.balance.tiles.data import as_data
from rftg_tools.balance.tiles.experiment import Experiment, Lab, lab_of
from rftg_tools.balance.tiles.findings import findings
from rftg_tools.balance.tiles.games import Setup
from rftg_tools.balance.tiles.study import Study, carry_on
from rftg_tools.balance.tiles.words import in_words
from rftg_tools.balance.trials import Report, Trial, Verdict
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import ROLL


class TileTrial(Trial):
    """Tiles that are tried in games that are played anyway."""

    study: Study

    def __init__(self, lab: Lab) -> None:
        self.study = Study(lab)
        alternative = lab.experiment.alternative
        self.change = f"{alternative.title}, {alternative.change}" if alternative else ""

    @property
    def table(self) -> Table:
        """The tiles in use, bound."""
        return self.study.lab.table

    def carry_on(
        self, store: Store, precision: float, most: int, jobs: int, scheduler: str | None = None
    ) -> Generator[int, None, None]:
        """Play on; see Trial."""
        return carry_on(self.study, store, precision, most, jobs, scheduler)

    def seconds(self) -> Callable[[float, int, int], float]:
        """Return what estimates the seconds; see Trial."""
        return RollExpectation(self.study.lab).of

    def verdicts(self, precision: float) -> list[Verdict]:
        """Return what is found of each tile so far."""
        return [
            Verdict(tile.tally.subject.faces, tile.headline, tile.said, tile.wanting)
            for tile in findings(self.study, precision).tiles
        ]

    def report(self, precision: float, others: Sequence[TileTrial], _store: Path) -> Report:
        """Return what is found; see Trial."""
        from rftg_tools.balance.report.tiles import write_tile_report

        found = findings(self.study, precision, [other.study for other in others])
        page = partial(write_tile_report, found)
        return Report(as_data(found), in_words(found), found.is_wanting, page)

    def alternatives(self, titles: Sequence[str]) -> Iterator[TileTrial]:
        """Yield a trial for each version of some tiles with another cost; see Trial."""
        experiment = self.study.lab.experiment
        for alternative in alternatives_of(self.study.lab.subjects.tried, titles):
            yield TileTrial(Lab(replace(experiment, alternative=alternative)))


def trial_of_tiles(
    sets: SetBundle, own: tuple[str, ...], options: Options, bot: str, seed: int
) -> TileTrial:
    """Return a trial of the tiles of some sets. Raise ValueError for what cannot be tried."""
    lab = lab_of(Experiment(sets, own, Setup(options, bot, seed)))
    ROLL.check_options(lab.table, options)
    ROLL.make_bot(bot, lab.table, "")
    if not lab.subjects.tried:
        raise ValueError("these files have no tile")
    if missing := [subject.title for subject in lab.subjects.tried if not subject.among]:
        raise ValueError(f"there is no shipped tile in use to compare {missing[0]} with")
    return TileTrial(lab)
