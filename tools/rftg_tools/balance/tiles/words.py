"""Findings for tiles as text for a terminal: a table with a line per tile, and sentences."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.tiles.findings import Finding, Findings
from rftg_tools.balance.verdict import POINTS
from rftg_tools.balance.wins import SURE, format_difference


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
        yield f"{short[:1].upper()}{short[1:]}."


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
