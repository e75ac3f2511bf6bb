"""Report on tiles: an overview, a section for each tile, and the method, as one page of HTML."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.source.rewriting import write_bytes_atomically
from rftg_dsl.wording.english import describe_card
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.report.method import Entry
from rftg_tools.balance.report.numbers import difference, share, signed
from rftg_tools.balance.report.overview import SIGNS, Overview, Row, anchor_of, band_of
from rftg_tools.balance.report.page import environment, style_sheet
from rftg_tools.balance.report.plots import Histogram, Scale, Strip, histogram, scale_of, strip
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tiles.alternatives import describe_effect
from rftg_tools.balance.tiles.findings import Finding, Findings
from rftg_tools.balance.tiles.study import Tally
from rftg_tools.balance.verdict import POINTS, margin_so_far
from rftg_tools.balance.wins import SURE, format_difference


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A row of a plot with several effects. is_tested: whether it is the tile's own."""

    title: str
    effect: str
    strip: Strip
    is_tested: bool = False


@dataclass(frozen=True, slots=True)
class TileSection:
    """The section of a tile. faces: the text of each face, by line. ladder: official tiles."""

    title: str
    anchor: str
    faces: tuple[tuple[str, ...], ...]
    sign: str
    verdict: str
    problems: tuple[str, ...]
    sentences: tuple[str, ...]
    advice: tuple[str, ...]
    versions: tuple[LadderRow, ...]
    versions_scale: Scale
    average: str
    ladder: tuple[LadderRow, ...]
    scale: Scale
    rounds: Histogram | None
    note: str


def write_tile_report(findings: Findings, command: str, path: Path) -> None:
    """Write the report atomically. command: reproduces it. Raises OSError."""
    write_bytes_atomically(path, render_tiles(findings, command).encode())


def render_tiles(findings: Findings, command: str) -> str:
    """Return the report as HTML. Texts of tiles are escaped."""
    ranges = {among.description: among for among in findings.among}
    sections = [
        _section(index, finding, findings, ranges) for index, finding in enumerate(findings.tiles)
    ]
    template = environment().get_template("tiles.html.jinja")
    return template.render(
        style=style_sheet(),
        sure=SURE,
        title=_title(findings),
        lead=_lead(findings),
        sections=sections,
        is_known=isfinite(findings.study.margin),
        all=_overview(findings, ranges),
        method=_method(findings, command),
    )


def _title(findings: Findings) -> str:
    """Return the titles of the tested sets."""
    lab = findings.study.lab
    own = lab.experiment.own
    return ", ".join(card_set.title for card_set in lab.sets if card_set.id in own)


def _lead(findings: Findings) -> str:
    study, setup = findings.study, findings.study.lab.setup
    tiles = counted(len(findings.tiles), "tile")
    players = counted(setup.options.players, "player")
    text = f"{tiles}, {study.seeds:,} games of {players}, all {setup.bot} bots."
    if study.is_known(findings.precision):
        return text
    margin = margin_so_far(study.margin, findings.precision, "tile")
    return f"{text} {margin[:1].upper()}{margin[1:]}."


def _effect_of(finding: Finding) -> Estimate:
    return finding.tally.effect.estimate().times(POINTS)


def _range_of(finding: Finding, ranges: dict[str, OfficialRange]) -> OfficialRange:
    """Return the range of the official tiles that a tile is compared with."""
    empty = OfficialRange(0.0, 0.0, 0.0, ())
    return ranges.get(finding.tally.subject.kind.many, empty)


def _overview(findings: Findings, ranges: dict[str, OfficialRange]) -> Overview:
    """Return all tiles on one scale."""
    effects = [_effect_of(finding) for finding in findings.tiles]
    bands = [band for among in findings.among if (band := band_of(among))]
    ends = [end for effect in effects if isfinite(effect.margin) for end in effect.ends]
    scale = scale_of([*(end for band in bands for end in band), *ends])
    rows = []
    for index, (finding, effect) in enumerate(zip(findings.tiles, effects, strict=True)):
        subject, (mean, interval) = finding.tally.subject, format_difference(effect)
        rows.append(
            Row(
                subject.title,
                anchor_of(index),
                subject.kind.value[0],
                "start" if subject.begins else share(finding.tally.built_share),
                mean.replace("-", "−"),
                interval.replace("-", "−"),
                strip(scale, effect, band_of(_range_of(finding, ranges))),
                SIGNS.get(finding.verdict, "?"),
                finding.headline,
                finding.problems,
            )
        )
    texts = (
        f"{among.description} from {signed(among.low * POINTS)} to {signed(among.high * POINTS)}"
        for among in findings.among
        if among.cards
    )
    return Overview(tuple(rows), scale, "; ".join(texts), False)


def _section(
    index: int, finding: Finding, findings: Findings, ranges: dict[str, OfficialRange]
) -> TileSection:
    subject, among = finding.tally.subject, _range_of(finding, ranges)
    versions, versions_scale = _versions(finding, among)
    ladder, scale = _ladder(finding, among)
    drawn = counted(finding.tally.drawn, "game")
    verb = "dealt to" if subject.begins else "drawn by"
    return TileSection(
        subject.title,
        anchor_of(index),
        tuple(tuple(describe_card(face).split("\n")) for face in subject.faces),
        SIGNS.get(finding.verdict, "?"),
        finding.headline,
        finding.problems,
        finding.sentences,
        finding.advice,
        versions,
        versions_scale,
        subject.kind.average,
        ladder,
        scale,
        _rounds(finding.tally, findings),
        f"From {drawn} in which it was {verb} a player.",
    )


def _versions(finding: Finding, among: OfficialRange) -> tuple[tuple[LadderRow, ...], Scale]:
    """Return a tile and its versions with another cost, if they were played."""
    effects = [("as it is", _effect_of(finding), True)]
    effects += [(version.change, version.effect, False) for version in finding.versions]
    scale = scale_of(end for _, e, _ in effects if isfinite(e.margin) for end in e.ends)
    band = band_of(among)
    rows = (
        LadderRow(name, describe_effect(effect), strip(scale, effect, band), is_tested)
        for name, effect, is_tested in effects
    )
    return (tuple(rows) if finding.versions else ()), scale


def _ladder(finding: Finding, among: OfficialRange) -> tuple[tuple[LadderRow, ...], Scale]:
    """Return a tile among the official ones of its kind, strongest first."""
    effects = [(finding.tally.subject.title, _effect_of(finding), True)]
    effects += [(tile.card.title, tile.effect.times(POINTS), False) for tile in among.cards]
    effects.sort(key=lambda entry: (-entry[1].mean, entry[0]))
    band = band_of(among)
    ends = [end for _, e, _ in effects if isfinite(e.margin) for end in e.ends]
    scale = scale_of([*ends, *(band or ())])
    rows = (
        LadderRow(title, difference(effect), strip(scale, effect, band), is_tested)
        for title, effect, is_tested in effects
    )
    return tuple(rows), scale


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
