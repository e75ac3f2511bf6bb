"""All cards in one plot, a row a card, with the range of official cards behind them."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

from rftg_dsl.model import Card
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.official import Official, Range
from rftg_tools.balance.plain import headline
from rftg_tools.balance.report.numbers import share, signed
from rftg_tools.balance.report.plots import Scale, Strip, scale_of, strip
from rftg_tools.balance.verdict import POINTS
from rftg_tools.balance.wins import off

SIGNS: Final = {
    "too strong": "▲",
    "stronger": "△",
    "average": "○",
    "seldom played": "◌",
    "hardly played": "◌",
    "weaker": "▽",
    "too weak": "▼",
    "bots misplay it": "≠",
    "bots overrate it": "≠",
    "bots underrate it": "≠",
}
"""A sign for each verdict, so that none is told by its colour alone."""


@dataclass(frozen=True, slots=True)
class Row:
    """A card in the overview. anchor: of its section. wanting: what was found of it."""

    title: str
    anchor: str
    kind: str
    played: str
    effect: str
    span: str
    strip: Strip
    sign: str
    verdict: str
    wanting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The rows on one scale. range: of official cards, in words. clipped: whether a row goes on
    beyond the scale."""

    rows: tuple[Row, ...]
    scale: Scale
    range: str
    clipped: bool


def overview(findings: Findings) -> Overview:
    """Return all cards of the findings, in the order of their files."""
    scale = _effects_scale(findings)
    rows = tuple(
        _row(place, one, findings.range_of(one), scale) for place, one in enumerate(findings.cards)
    )
    clipped = any(row.strip.below or row.strip.above for row in rows)
    return Overview(rows, scale, "; ".join(map(_said, _ranges(findings))), clipped)


def _ranges(findings: Findings) -> list[Range]:
    """Return the ranges that the cards lie among, each once: start worlds have one of their own."""
    ranges = {one.about: one for one in map(findings.range_of, findings.cards) if one.cards}
    return list(ranges.values())


def _said(among: Range) -> str:
    """Return where the cards of a range lie: "cards from −5.7 to +5.7"."""
    return f"{among.about} from {signed(among.low * POINTS)} to {signed(among.high * POINTS)}"


def _effects_scale(findings: Findings) -> Scale:
    """Return one scale for the effects of all cards, tried and official, in points.

    What lies twice as far from 0 as any official card is left out, lest it shrink all others.
    """
    usual = [end * POINTS for one in _ranges(findings) for end in (one.low, one.high)]
    peers = (
        peer.effect
        for finding in findings.cards
        for peer in peers_among(finding, findings.range_of(finding))
    )
    usual += [end * POINTS for peer in peers for end in peer.ends]
    most = 2 * max(map(abs, usual), default=inf)
    estimates = [finding.tally.effect.estimate().times(POINTS) for finding in findings.cards]
    ends = [end for estimate in estimates if isfinite(estimate.half) for end in estimate.ends]
    return scale_of([*usual, *(max(-most, min(most, end)) for end in ends)])


def band_of(among: Range) -> tuple[float, float] | None:
    """Return where official cards can lie, in points; None while too little is known of them."""
    return (among.low * POINTS, among.high * POINTS) if among.cards else None


def peers_among(finding: Finding, among: Range) -> list[Official]:
    """Return the official cards that a card is compared with, as far as they are known."""
    titles = {peer.title for peer in finding.tally.subject.peers.cards}
    return [official for official in among.cards if official.card.title in titles]


def anchor_of(number: int) -> str:
    """Return the name of the section of card `number`, as links have it."""
    return f"card-{number + 1}"


def kind_of(card: Card) -> str:
    """Return type and cost in a few letters' room."""
    if card.start:
        return "start world"
    if card.type == "development":
        return f"development, cost {card.cost}"
    return f"military world, {card.cost}" if card.military else f"world, cost {card.cost}"


def _row(number: int, finding: Finding, among: Range, scale: Scale) -> Row:
    tally, card = finding.tally, finding.tally.subject.card
    effect = tally.effect.estimate().times(POINTS)
    mean, span = off(effect)
    others = [(peer.card.title, peer.effect.mean * POINTS) for peer in peers_among(finding, among)]
    return Row(
        card.title,
        anchor_of(number),
        kind_of(card),
        share(tally.with_it.played, tally.with_it.drawn),
        mean.replace("-", "−"),
        span.replace("-", "−"),
        strip(scale, effect, band_of(among), others),
        SIGNS.get(finding.verdict.brief, "?"),
        headline(finding),
        finding.verdict.wanting,
    )
