"""Findings of tiles as text for a terminal: a table with a line a tile, then what is said."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.tiles.findings import Finding, Findings
from rftg_tools.balance.verdict import POINTS, margin_so_far
from rftg_tools.balance.wins import SURE, off


def in_words(found: Findings) -> str:
    """Return the whole report."""
    parts = [list(_head(found)), _table(found), list(_tiles(found)), list(_notes(found))]
    return "\n".join("\n".join([*part, ""]) for part in parts if part).rstrip("\n")


def _head(found: Findings) -> Iterator[str]:
    study, setup = found.study, found.study.lab.setup
    sets = ", ".join(study.lab.experiment.sets.names)
    games = f"{study.seeds:,} games of {setup.options.players} players ({setup.bot})"
    yield f"{games}, sets {sets}, seed {setup.seed}"
    if study.endless:
        yield f"{counted(study.endless, 'game')} broken off as endless, not counted"
    if not study.known(found.precision):
        text = margin_so_far(study.half, found.precision, "tile")
        yield f"{text[:1].upper()}{text[1:]}."


def _table(found: Findings) -> list[str]:
    width = max(len(one.tally.subject.title) for one in found.tiles)
    head = f"{'tile':{width}}  built  more wins in 100 ({SURE})  verdict"
    return [head, *(_line(one, width) for one in found.tiles)]


def _line(one: Finding, width: int) -> str:
    mean, span = off(one.tally.effect.estimate().times(POINTS))
    built = "start" if one.tally.subject.begins else f"{one.tally.built_share:.0%}"
    wins = f"{mean:>5}  {span}"
    column = len(f"more wins in 100 ({SURE})")
    return f"{one.tally.subject.title:{width}}  {built:>5}  {wins:{column}}  {one.headline}"


def _tiles(found: Findings) -> Iterator[str]:
    for one in found.tiles:
        title = one.tally.subject.title
        yield f"{title}: {' '.join(one.said)}"
        yield from (f"    ! {title} {text}." for text in one.wanting)
        yield from (f"    {version.summary}" for version in one.tried)
        if one.advice:
            yield f"    {' '.join(one.advice)}"


def _notes(found: Findings) -> Iterator[str]:
    for among in found.among:
        if among.cards:
            low, high = -among.low * POINTS, among.high * POINTS
            span = f"between {low:.0f} fewer and {high:.0f} more games in 100"
            yield f"Official {among.about} win {span} than their average."
