"""The section of a card: what it says, the verdict, and the figures it rests on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import inf, isfinite

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.wording.english import describe_card, supply_line, type_line
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.official import Range
from rftg_tools.balance.plain import changed, headline, lines
from rftg_tools.balance.report.faces import pictures_of
from rftg_tools.balance.report.numbers import NOTHING, difference, plain, share
from rftg_tools.balance.report.overview import (
    SIGNS,
    anchor_of,
    band_of,
    peers_among,
)
from rftg_tools.balance.report.plots import (
    Histogram,
    Scale,
    Strip,
    histogram,
    scale_of,
    strip,
)
from rftg_tools.balance.set_figures import digits_of
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import Arm, Tally, saving
from rftg_tools.balance.verdict import POINTS
from rftg_tools.balance.wins import off


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a card, the same of official cards in its place, and the difference.

    "" where there is none.
    """

    name: str
    ours: str
    official: str
    difference: str


@dataclass(frozen=True, slots=True)
class Line:
    """A card in a plot of several. own: the card that is tried."""

    title: str
    effect: str
    strip: Strip
    own: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """All that is said of a card. text: its powers in English, a line each.

    face: the address of its picture, "" where there is none. wins: the first sentence on what it
    did, and told: all others. tried: the card among its alternatives. ladder: the card among the
    official ones it is compared with, strongest first.
    """

    title: str
    anchor: str
    face: str
    type_line: str
    supply: str
    text: tuple[str, ...]
    sign: str
    verdict: str
    wanting: tuple[str, ...]
    wins: str
    told: tuple[str, ...]
    since: str
    advice: tuple[str, ...]
    tried: tuple[Line, ...]
    tried_scale: Scale
    about: str
    exact: bool
    figures: tuple[Figure, ...]
    note: str
    ladder: tuple[Line, ...]
    scale: Scale
    rounds: Histogram | None
    partners: tuple[Line, ...]
    partners_scale: Scale
    compared_partners: int


def sections(findings: Findings) -> list[Section]:
    """Return a section for each card, in the order of their files."""
    faces = pictures_of(findings.study.lab)
    return [
        _section(number, one, findings.range_of(one), faces)
        for number, one in enumerate(findings.cards)
    ]


def _section(number: int, finding: Finding, among: Range, faces: dict[str, str]) -> Section:
    tally = finding.tally
    card = replace(tally.subject.card, copies=len(tally.subject.numbers))
    wins, *told = lines(finding)
    ladder, scale = _ladder(finding, among)
    partners, tried = _partners(finding), _tried(finding, among)
    return Section(
        title=card.title,
        anchor=anchor_of(number),
        face=faces.get(card.title, ""),
        type_line=type_line(card),
        supply=supply_line(card),
        text=tuple(describe_card(card).split("\n")[4:]),
        sign=SIGNS.get(finding.verdict.brief, "?"),
        verdict=headline(finding),
        wanting=finding.verdict.wanting,
        wins=wins,
        told=tuple(told),
        since=changed(finding),
        advice=finding.advice,
        tried=tried[0],
        tried_scale=tried[1],
        about=tally.subject.peers.about,
        exact=tally.subject.peers.exact,
        figures=tuple(_figures(tally)),
        ladder=ladder,
        scale=scale,
        rounds=_rounds(tally),
        note=_note(tally),
        partners=partners[0],
        partners_scale=partners[1],
        compared_partners=tally.partners.tried(),
    )


def _figures(tally: Tally) -> list[Figure]:
    ours, other = tally.with_it, tally.without
    effect, usual = tally.effect.estimate().times(POINTS), tally.usual_rounds
    known, rounds, score = bool(usual.count), tally.rounds.estimate(), tally.score.estimate()
    digits = digits_of(rounds)
    return [
        Figure("drawn by anybody, of all games", share(tally.drawn, tally.seeds), "", ""),
        Figure("played by who drew it first", _played(ours), _played(other), ""),
        Figure("wins of who drew it first", _won(ours), _won(other), difference(effect)),
        Figure("wins of those who then played it", _won_with_it(ours), _won_with_it(other), ""),
        Figure("points on it at the end", _points(ours), _points(other), ""),
        Figure("score of who drew it first", "", "", difference(score, digits_of(score))),
        Figure(
            "rounds of the game",
            plain(usual.mean + rounds.mean, digits) if known else NOTHING,
            plain(usual.mean, digits) if known else NOTHING,
            difference(rounds, digits),
        ),
    ]


def _note(tally: Tally) -> str:
    """Return what the figures rest on, and the phases in which the card is placed."""
    drawn, pairs = counted(tally.effect.draws, "game"), counted(tally.pairs.count, "pair")
    text = f"From {drawn} in which it is drawn, and {pairs} of games."
    saved = saving([tally])
    if saved and 0 < saved.share < 1:
        needed = f"{1 / (1 - saved.share):.1f} times as many"
        text += f" Without shared seeds it would take {needed} for the same interval."
    order = sorted(tally.with_it.steps.items(), key=lambda entry: (-entry[1], entry[0]))
    steps = ", ".join(f"{step} ({share(count, tally.with_it.played)})" for step, count in order)
    return f"{text} It is placed in {steps}." if steps else text


def _played(arm: Arm) -> str:
    return share(arm.played, arm.drawn)


def _won(arm: Arm) -> str:
    return share(arm.shares.mean) if arm.drawn else NOTHING


def _won_with_it(arm: Arm) -> str:
    return share(arm.with_it.mean) if arm.played else NOTHING


def _points(arm: Arm) -> str:
    return plain(arm.points.mean) if arm.points.count else NOTHING


def _ladder(finding: Finding, among: Range) -> tuple[tuple[Line, ...], Scale]:
    """Return the card among those it is compared with, and the scale of their measures."""
    known = {peer.card.title: peer.effect.times(POINTS) for peer in peers_among(finding, among)}
    peers = finding.tally.subject.peers.cards
    unknown = Estimate(0.0, 0.0 if len(peers) == 1 else inf, 0)
    found = [
        (finding.tally.effect.estimate().times(POINTS), finding.tally.subject.card.title, True)
    ]
    found += [(known.get(peer.title, unknown), peer.title, False) for peer in peers]
    found.sort(key=lambda entry: (-entry[0].mean, entry[1]))
    band = band_of(among)
    scale = scale_of([*(end for entry in found for end in entry[0].ends), *(band or ())])
    lines = (
        Line(
            title,
            difference(estimate) if estimate.half else "0",
            strip(scale, estimate, band),
            own,
        )
        for estimate, title, own in found
    )
    return tuple(lines), scale


def _tried(finding: Finding, among: Range) -> tuple[tuple[Line, ...], Scale]:
    """Return the card with its alternatives, where these were played, and their scale."""
    own = ("as it is", finding.tally.effect.estimate().times(POINTS), True)
    found = [own, *((one.change, one.effect, False) for one in finding.tried)]
    scale = scale_of(end for _, e, _ in found if isfinite(e.half) for end in e.ends)
    lines = (
        Line(change, _both(*off(effect)), strip(scale, effect, band_of(among)), is_own)
        for change, effect, is_own in found
    )
    return tuple(lines) if finding.tried else (), scale


def _both(mean: str, span: str) -> str:
    """Return a number with where it lies: "+3 (+1 to +5)"."""
    return f"{mean} ({span})" if mean else span


def _rounds(tally: Tally) -> Histogram | None:
    if not tally.with_it.played:
        return None
    return histogram(Counter(tally.with_it.rounds), Counter(tally.without.rounds), "round")


def _partners(finding: Finding) -> tuple[tuple[Line, ...], Scale]:
    """Return the cards it goes with, the best first, and their scale."""
    estimates: list[tuple[str, Estimate]] = [
        (partner.title, partner.effect.times(POINTS)) for partner in finding.partners
    ]
    ends = [end for _, e in estimates if isfinite(e.half) for end in (e.low, e.high)]
    scale = scale_of(ends)
    lines = [Line(title, difference(effect), strip(scale, effect)) for title, effect in estimates]
    return tuple(lines), scale
