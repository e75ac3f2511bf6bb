"""Plot of all cards, a row per card, with the range of official cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, isfinite
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.official import OfficialCard, OfficialRange
from rftg_tools.balance.report.plots import Scale, scale_of, share, signed, strip
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.verdict import POINTS, format_difference, headline_of

SIGNS: Final = {
    "too strong": "▲",
    "stronger": "△",
    "in range": "○",
    "average": "○",
    "seldom played": "◌",
    "hardly built": "◌",
    "weaker": "▽",
    "too weak": "▼",
    "bots misplay it": "≠",
    "bots overrate it": "≠",
    "bots underrate it": "≠",
}
"""A symbol for each verdict, so that they do not differ only by colour."""
Data = dict[str, Any]
"""Values for a template."""


def overview(findings: Findings) -> Data:
    """Return all cards of the findings on one scale, in the order of their files."""
    scale = _effects_scale(findings)
    rows = [_row(index, finding, findings, scale) for index, finding in enumerate(findings.cards)]
    clipped = any(row["strip"].extends_below or row["strip"].extends_above for row in rows)
    return overview_of(rows, scale, _ranges(findings), clipped)


def overview_of(
    rows: Sequence[Data], scale: Scale, ranges: Iterable[OfficialRange], clipped: bool = False
) -> Data:
    """Return rows on one scale. clipped: whether an interval extends beyond the scale."""
    text = "; ".join(map(describe_range, ranges))
    return {"rows": rows, "scale": scale, "range": text, "clipped": clipped}


def _ranges(findings: Findings) -> list[OfficialRange]:
    """Return the distinct ranges of the cards: start worlds have their own."""
    ranges = {
        among.description: among for among in map(findings.range_of, findings.cards) if among.cards
    }
    return list(ranges.values())


def describe_range(among: OfficialRange) -> str:
    """Describe a range: "cards from −5.7 to +5.7"."""
    return f"{among.description} from {signed(among.low * POINTS)} to {signed(among.high * POINTS)}"


def _effects_scale(findings: Findings) -> Scale:
    """Return a scale for the effects of all cards, tested and official, in points.

    It ends at twice the distance of the most extreme official card, so that others remain visible.
    """
    ends = [end * POINTS for among in _ranges(findings) for end in (among.low, among.high)]
    peers = (
        peer.effect
        for finding in findings.cards
        for peer in peers_among(finding, findings.range_of(finding))
    )
    ends += [end * POINTS for peer in peers for end in peer.ends]
    limit = 2 * max(map(abs, ends), default=inf)
    estimates = [finding.tally.strength.times(POINTS) for finding in findings.cards]
    own_ends = [end for estimate in estimates if isfinite(estimate.margin) for end in estimate.ends]
    return scale_of([*ends, *(max(-limit, min(limit, end)) for end in own_ends)])


def band_of(among: OfficialRange) -> tuple[float, float] | None:
    """Return the range of official cards in points, or None if there are too few games."""
    return (among.low * POINTS, among.high * POINTS) if among.cards else None


def peers_among(finding: Finding, among: OfficialRange) -> list[OfficialCard]:
    """Return the peers of a card that have figures."""
    titles = {peer.title for peer in finding.tally.subject.peers.cards}
    return [official for official in among.cards if official.card.title in titles]


def kind_of(card: Card) -> str:
    """Return a short text for type and cost."""
    if card.start:
        return "start world"
    if card.type == "development":
        return f"development, cost {card.cost}"
    return f"military world, {card.cost}" if card.military else f"world, cost {card.cost}"


def _row(index: int, finding: Finding, findings: Findings, scale: Scale) -> Data:
    tally, card, among = finding.tally, finding.tally.subject.card, findings.range_of(finding)
    effect = tally.strength.times(POINTS)
    peers = [(peer.card.title, peer.effect.mean * POINTS) for peer in peers_among(finding, among)]
    return {
        "title": card.title,
        "kind": kind_of(card),
        "played": share(tally.drawers.played, tally.drawers.drawn),
        "strip": strip(scale, effect, band_of(among), peers),
        "problems": finding.verdict.problems,
        **judged(index, finding.verdict.brief, tally.is_forced),
        **worded(effect),
    }


def judged(index: int, brief: str, is_forced: bool = False) -> Data:
    """Return the HTML ID of a card's section, and its verdict in words and as a symbol."""
    sign, verdict = SIGNS.get(brief, "?"), headline_of(brief, is_forced)
    return {"anchor": f"card-{index + 1}", "sign": sign, "verdict": verdict}


def worded(effect: Estimate) -> Data:
    """Return an effect and its interval as text, with real minus signs."""
    mean, interval = (text.replace("-", "−") for text in format_difference(effect))
    return {"effect": mean, "interval": interval}
