"""Report on tiles: an overview, a section for each tile, and the method, as one page of HTML."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from pathlib import Path

from rftg_dsl.diagnostics.text import capitalized, counted
from rftg_dsl.source.files import write_bytes_atomically
from rftg_dsl.wording.english import describe_card
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.report.overview import (
    Data,
    band_of,
    judged,
    overview_of,
    worded,
)
from rftg_tools.balance.report.page import Entry, environment, style_sheet, title_of
from rftg_tools.balance.report.plots import (
    Histogram,
    Ladder,
    Scale,
    histogram,
    ladder,
    scale_of,
    share,
    strip,
)
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tiles.findings import Finding, Findings, describe_effect
from rftg_tools.balance.tiles.study import Tally
from rftg_tools.balance.verdict import POINTS, SURE


def write_tile_report(findings: Findings, command: str, path: Path) -> None:
    """Write the report atomically. command: reproduces it. Raises OSError."""
    write_bytes_atomically(path, render_tiles(findings, command).encode())


def render_tiles(findings: Findings, command: str) -> str:
    """Return the report as HTML. Texts of tiles are escaped."""
    lab = findings.study.lab
    template = environment().get_template("tiles.html.jinja")
    return template.render(
        style=style_sheet(),
        sure=SURE,
        title=title_of(lab.sets, lab.experiment.own),
        lead=_lead(findings),
        fine=_fine(findings),
        has_results=_has_results(findings),
        all=_overview(findings),
        cards=[_section(index, tile, findings) for index, tile in enumerate(findings.tiles)],
        method=_method(findings, command),
    )


def _lead(findings: Findings) -> str:
    study, setup = findings.study, findings.study.lab.setup
    tiles = counted(len(findings.tiles), "tile")
    players = counted(setup.options.players, "player")
    text = f"{tiles}, {study.seeds:,} games of {players}, all {setup.bot} bots."
    short = findings.shortfall
    return f"{text} {capitalized(short)}." if short else text


def _has_results(findings: Findings) -> bool:
    """Return whether there are enough games for a verdict on each tile."""
    return all(among.cards for among in findings.among.values()) and isfinite(findings.study.margin)


def _fine(findings: Findings) -> str:
    """Return the text for findings without problems."""
    if not _has_results(findings):
        return "There are too few games so far for a result."
    return "No problems: every tile is within the range of official tiles."


def _effect_of(finding: Finding) -> Estimate:
    return finding.tally.effect.estimate().times(POINTS)


def _overview(findings: Findings) -> Data:
    """Return all tiles on one scale."""
    effects = [_effect_of(finding) for finding in findings.tiles]
    known = [among for among in findings.among.values() if among.cards]
    bands = [end * POINTS for among in known for end in (among.low, among.high)]
    scale = scale_of([*bands, *(end for effect in effects for end in effect.ends)])
    rows = [_row(index, tile, findings, scale) for index, tile in enumerate(findings.tiles)]
    return overview_of(rows, scale, known)


def _row(index: int, finding: Finding, findings: Findings, scale: Scale) -> Data:
    subject, effect = finding.tally.subject, _effect_of(finding)
    return {
        "title": subject.title,
        "kind": subject.kind.value[0],
        "played": "start" if subject.begins else share(finding.tally.built_share),
        "strip": strip(scale, effect, band_of(findings.range_of(finding))),
        "problems": finding.problems,
        **judged(index, finding.verdict),
        **worded(effect),
    }


def _section(index: int, finding: Finding, findings: Findings) -> Data:
    """Return the section of a tile. faces: the text of each face, by line."""
    subject, among = finding.tally.subject, findings.range_of(finding)
    drawn = counted(finding.tally.drawn, "game")
    verb = "dealt to" if subject.begins else "drawn by"
    return {
        "title": subject.title,
        "faces": [describe_card(face).split("\n") for face in subject.faces],
        "problems": finding.problems,
        "sentences": finding.sentences,
        "advice": finding.advice,
        "versions": _versions(finding, among),
        "average": subject.kind.average,
        "ladder": _ladder(finding, among),
        "rounds": _rounds(finding.tally, findings),
        "note": f"From {drawn} in which it was {verb} a player.",
        **judged(index, finding.verdict),
    }


def _versions(finding: Finding, among: OfficialRange) -> Ladder | None:
    """Return a tile and its versions with another cost, if they were played."""
    if not finding.versions:
        return None
    entries = [("as it is", _effect_of(finding), True)]
    entries += [(version.change, version.effect, False) for version in finding.versions]
    return ladder(entries, band_of(among), describe_effect)


def _ladder(finding: Finding, among: OfficialRange) -> Ladder:
    """Return a tile among the official ones of its kind, strongest first."""
    entries = [(finding.tally.subject.title, _effect_of(finding), True)]
    entries += [(tile.card.title, tile.effect.times(POINTS), False) for tile in among.cards]
    entries.sort(key=lambda entry: (-entry[1].mean, entry[0]))
    return ladder(entries, band_of(among), shows_band=True)


def _rounds(tally: Tally, findings: Findings) -> Histogram | None:
    """Return the rounds in which a tile is built, and those of official tiles of its kind."""
    if tally.subject.begins or not tally.rounds:
        return None
    official: Counter[int] = Counter()
    for other in findings.study.shipped:
        if other.subject.kind is tally.subject.kind:
            official.update(other.rounds)
    return histogram(Counter(tally.rounds), official, "round")


def _method(findings: Findings, command: str) -> list[Entry]:
    """Return everything needed to reproduce the report. command: reproduces it."""
    study, setup = findings.study, findings.study.lab.setup
    digests = tuple(f"{set_id}  {digest}" for set_id, digest in study.lab.digests.items())
    endless = f", {study.endless:,} of them endless and not counted" if study.endless else ""
    return [
        Entry("Games", f"{study.seeds:,}{endless}"),
        Entry("Players", f"{counted(setup.options.players, 'player')}, all {setup.bot} bots"),
        Entry("Seeds", f"{setup.seed}/0 to {setup.seed}/{study.seeds - 1}"),
        Entry("Target", f"margin of error ±{POINTS * findings.precision:.1f} points"),
        Entry("Sets", "each with the SHA-256 of its text", digests),
        Entry("To repeat", "the same games, read from the store or played again", (command,)),
    ]
