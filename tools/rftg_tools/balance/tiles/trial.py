"""Trials of tiles of Roll, and their findings as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

from rftg_dsl.diagnostics.text import capitalized, counted
from rftg_dsl.library import SetBundle
from rftg_tools.balance.data import range_data
from rftg_tools.balance.experiment import Experiment
from rftg_tools.balance.games import Setup
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.study import likely_games
from rftg_tools.balance.tiles.experiment import (
    CompiledExperiment,
    compile_experiment,
    play,
)
from rftg_tools.balance.tiles.findings import (
    Finding,
    Findings,
    PlayedVersion,
    alternatives_of,
    findings,
)
from rftg_tools.balance.tiles.study import Study
from rftg_tools.balance.trials import Report, Trial, Verdict
from rftg_tools.balance.verdict import POINTS, SURE, format_difference
from rftg_tools.progress import seconds_per_call
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

    def seconds(self) -> Callable[[float, int, int], float]:
        """Return an estimator of the duration; see Trial."""
        lab = self.study.lab
        seconds = seconds_per_call(
            lambda seed: play(lab.table, lab.setup, seed, lab.subjects.tile_of)
        )
        return lambda precision, games, jobs: likely_games(precision, games) * seconds / jobs

    def verdicts(self, precision: float) -> list[Verdict]:
        """Return the verdicts so far."""
        return [
            Verdict(tile.tally.subject.faces, tile.headline, tile.sentences, tile.problems)
            for tile in findings(self.study, precision).tiles
        ]

    def early_table(self, precision: float) -> list[str]:
        """Return the results so far; see Trial."""
        return list(_table(findings(self.study, precision)))

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


def in_words(findings: Findings) -> str:
    """Return the entire report."""
    parts = [_head(findings), _table(findings), _tiles(findings), _notes(findings)]
    return "\n".join("\n".join([*part, ""]) for part in map(list, parts) if part).rstrip("\n")


def _head(findings: Findings) -> Iterator[str]:
    study, setup = findings.study, findings.study.lab.setup
    sets = ", ".join(study.lab.experiment.sets.names)
    games = f"{study.seeds:,} games of {setup.options.players} players ({setup.bot})"
    yield f"{games}, sets {sets}, seed {setup.seed}"
    if study.endless:
        yield f"{counted(study.endless, 'game')} stopped because they did not end; not counted"
    if short := findings.shortfall:
        yield f"{capitalized(short)}."


def _table(findings: Findings) -> Iterator[str]:
    width = max(len(tile.tally.subject.title) for tile in findings.tiles)
    yield f"{'tile':{width}}  built  extra wins per 100 ({SURE})  verdict"
    for tile in findings.tiles:
        yield _line(tile, width)


def _line(tile: Finding, width: int) -> str:
    mean, interval = format_difference(tile.tally.effect.estimate().times(POINTS))
    built = "start" if tile.tally.subject.begins else f"{tile.tally.built_share:.0%}"
    wins = f"{mean:>5}  {interval}"
    column = len(f"extra wins per 100 ({SURE})")
    return f"{tile.tally.subject.title:{width}}  {built:>5}  {wins:{column}}  {tile.headline}"


def _tiles(findings: Findings) -> Iterator[str]:
    for tile in findings.tiles:
        title = tile.tally.subject.title
        yield f"{title}: {' '.join(tile.sentences)}"
        yield from (f"    ! {title} {text}." for text in tile.problems)
        yield from (f"    {version.summary}" for version in tile.versions)
        if tile.advice:
            yield f"    {' '.join(tile.advice)}"


def _notes(findings: Findings) -> Iterator[str]:
    for among in findings.among.values():
        if among.cards:
            low, high = -among.low * POINTS, among.high * POINTS
            interval = f"between {low:.0f} fewer and {high:.0f} more games per 100"
            yield f"Official {among.description} win {interval} than their average."


def as_data(findings: Findings) -> dict[str, Any]:
    """Return all figures."""
    study = findings.study
    return {
        "setup": json.loads(study.lab.setup.text()),
        "sets": study.lab.digests,
        "games": study.seeds,
        "endless": study.endless,
        "precision": findings.precision * POINTS,
        "precision_reached": study.is_known(findings.precision),
        "tiles": [_tile(tile) for tile in findings.tiles],
        "official": {
            among.description: range_data(among) for among in findings.among.values() if among.cards
        },
    }


def _tile(finding: Finding) -> dict[str, Any]:
    tally, subject = finding.tally, finding.tally.subject
    effect = tally.effect.estimate().times(POINTS)
    return {
        "title": subject.title,
        "set": subject.faces[0].set_id,
        "faces": [face.title for face in subject.faces],
        "compared_with": subject.kind.average,
        "verdict": finding.verdict,
        "found": list(finding.problems),
        "said": list(finding.sentences),
        "drawn": tally.drawn,
        "effect": _effect(effect),
        "alternatives": [_version(version) for version in finding.versions],
        "advice": list(finding.advice),
        "built": dict(tally.built),
        "built_share": None if subject.begins else tally.built_share,
        "usual_built_share": None if subject.begins else finding.usual,
        "built_in_round": {str(n): tally.rounds[n] for n in sorted(tally.rounds)},
    }


def _version(version: PlayedVersion) -> dict[str, Any]:
    return {
        "change": version.change,
        "face": version.title,
        "cost": version.cost,
        "effect": _effect(version.effect),
        "verdict": version.verdict,
    }


def _effect(effect: Estimate) -> dict[str, Any]:
    return {"mean": effect.mean, "half": effect.margin if isfinite(effect.margin) else None}
