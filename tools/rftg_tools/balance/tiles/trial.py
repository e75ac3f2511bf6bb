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
from rftg_tools.balance.tiles.experiment import CompiledExperiment, Experiment, compile_experiment
from rftg_tools.balance.tiles.findings import findings
from rftg_tools.balance.tiles.games import Setup
from rftg_tools.balance.tiles.study import Study, carry_on
from rftg_tools.balance.tiles.words import in_words
from rftg_tools.balance.trials import Report, Trial, Verdict
from roll_engine.cards.table import Table
from roll_engine.flow import Options
from roll_engine.game import ROLL


class TileTrial(Trial):
    """A trial of tiles in games that are played anyway."""

    study: Study

    def __init__(self, lab: CompiledExperiment) -> None:
        self.study = Study(lab)

    @property
    def table(self) -> Table:
        """The bound tiles in use."""
        return self.study.lab.table

    def carry_on(
        self,
        store: Store,
        precision: float,
        max_games: int,
        jobs: int,
        scheduler: str | None = None,
    ) -> Generator[int, None, None]:
        """Continue to play; see Trial."""
        return carry_on(self.study, store, precision, max_games, jobs, scheduler)

    def seconds(self) -> Callable[[float, int, int], float]:
        """Return an estimator of the duration; see Trial."""
        return RollExpectation(self.study.lab).estimate_seconds

    def verdicts(self, precision: float) -> list[Verdict]:
        """Return the verdicts so far."""
        return [
            Verdict(tile.tally.subject.faces, tile.headline, tile.sentences, tile.problems)
            for tile in findings(self.study, precision).tiles
        ]

    def report(self, precision: float, others: Sequence[TileTrial], _store: Path) -> Report:
        """Return the findings; see Trial."""
        from rftg_tools.balance.report.tiles import write_tile_report

        result = findings(self.study, precision, [other.study for other in others])
        page = partial(write_tile_report, result)
        return Report(as_data(result), in_words(result), result.is_wanting, page)

    def alternatives(self, titles: Sequence[str]) -> Iterator[TileTrial]:
        """Yield a trial for each version of the given tiles with another cost; see Trial."""
        experiment = self.study.lab.experiment
        for alternative in alternatives_of(self.study.lab.subjects.tried, titles):
            yield TileTrial(CompiledExperiment(replace(experiment, alternative=alternative)))


def trial_of_tiles(
    sets: SetBundle, own: tuple[str, ...], options: Options, bot: str, seed: int
) -> TileTrial:
    """Return a trial of the tiles of the given sets. Raises ValueError if they cannot be tested."""
    lab = compile_experiment(Experiment(sets, own, Setup(options, bot, seed)))
    ROLL.check_options(lab.table, options)
    ROLL.make_bot(bot, lab.table, "")
    if not lab.subjects.tried:
        raise ValueError("these files contain no tile")
    if missing := [subject.title for subject in lab.subjects.tried if not subject.among]:
        raise ValueError(f"no shipped tile in use can be compared with {missing[0]}")
    return TileTrial(lab)
