"""Section of a card: its printed face and text, the verdict, and the figures behind it."""

from __future__ import annotations

import base64
from collections import Counter
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from math import inf
from pathlib import Path

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.wording.english import describe_card, supply_line, type_line
from rftg_tools.balance.experiment import CompiledExperiment
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.report.overview import (
    Data,
    band_of,
    judged,
    peers_among,
)
from rftg_tools.balance.report.plots import (
    NOTHING,
    Histogram,
    Ladder,
    difference,
    histogram,
    ladder,
    plain,
    share,
)
from rftg_tools.balance.set_figures import digits_of
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import DrawResults, Tally
from rftg_tools.balance.verdict import POINTS, format_difference
from rftg_tools.balance.words import changed, lines
from rftg_tools.raster import can_draw


def sections(findings: Findings) -> list[Data]:
    """Return a section for each card, in the order of their files."""
    faces = pictures_of(findings.study.lab)
    return [
        _section(index, finding, findings.range_of(finding), faces)
        for index, finding in enumerate(findings.cards)
    ]


def _section(index: int, finding: Finding, among: OfficialRange, faces: dict[str, str]) -> Data:
    """Return the section of a card.

    face: URL of its picture, or "". text: its powers in English, one per line. wins: the first
    sentence about its results; details: the others. tried: the card among its alternatives.
    """
    tally = finding.tally
    card = replace(tally.subject.card, copies=len(tally.subject.numbers))
    wins, *details = lines(finding)
    return {
        "title": card.title,
        "face": faces.get(card.title, ""),
        "type_line": type_line(card),
        "supply": supply_line(card),
        "text": describe_card(card).split("\n")[4:],
        "problems": finding.verdict.problems,
        "wins": wins,
        "details": details,
        "since": changed(finding),
        "advice": finding.advice,
        "tried": _tried(finding, among),
        "peers": tally.subject.peers,
        "figures": _figures(tally),
        "ladder": _ladder(finding, among),
        "rounds": _rounds(tally),
        "note": _note(tally),
        "partners": _partners(finding),
        "compared_partners": tally.partners.tested_count(),
        **judged(index, finding.verdict.brief, tally.is_forced),
    }


def _figures(tally: Tally) -> list[tuple[str, str, str, str]]:
    """Return figures for the card and for official cards in its place, and the differences."""
    ours, replacement = tally.drawers, tally.control_drawers
    effect, usual = tally.effect.estimate().times(POINTS), tally.usual_rounds
    is_known, rounds, score = bool(usual.count), tally.rounds.estimate(), tally.score.estimate()
    digits = digits_of(rounds)
    return [
        ("games in which somebody drew it", share(tally.drawn, tally.seeds), "", ""),
        ("played by its first drawer", _played(ours), _played(replacement), ""),
        ("wins of the first drawer", _won(ours), _won(replacement), difference(effect)),
        ("wins if played", _win_share_if_played(ours), _win_share_if_played(replacement), ""),
        ("points on it at the end", _points(ours), _points(replacement), ""),
        ("score of the first drawer", "", "", difference(score, digits_of(score))),
        (
            "rounds of the game",
            plain(usual.mean + rounds.mean, digits) if is_known else NOTHING,
            plain(usual.mean, digits) if is_known else NOTHING,
            difference(rounds, digits),
        ),
    ]


def _note(tally: Tally) -> str:
    """Return the number of games behind the figures, and the phases in which the card is placed."""
    drawn, pairs = counted(tally.effect.draws, "game"), counted(tally.pairs.count, "pair")
    text = f"From {drawn} in which it is drawn, and {pairs} of games."
    order = sorted(tally.drawers.steps.items(), key=lambda entry: (-entry[1], entry[0]))
    steps = ", ".join(f"{step} ({share(count, tally.drawers.played)})" for step, count in order)
    return f"{text} It is placed in {steps}." if steps else text


def _played(arm: DrawResults) -> str:
    return share(arm.played, arm.drawn)


def _won(arm: DrawResults) -> str:
    return share(arm.shares.mean) if arm.drawn else NOTHING


def _win_share_if_played(arm: DrawResults) -> str:
    return share(arm.placer_shares.mean) if arm.played else NOTHING


def _points(arm: DrawResults) -> str:
    return plain(arm.points.mean) if arm.points.count else NOTHING


def _ladder(finding: Finding, among: OfficialRange) -> Ladder:
    """Return the card among its peers."""
    effects = {peer.card.title: peer.effect.times(POINTS) for peer in peers_among(finding, among)}
    peers = finding.tally.subject.peers.cards
    unknown = Estimate(0.0, 0.0 if len(peers) == 1 else inf, 0)
    entries = [
        (finding.tally.subject.card.title, finding.tally.effect.estimate().times(POINTS), True)
    ]
    entries += [(peer.title, effects.get(peer.title, unknown), False) for peer in peers]
    entries.sort(key=lambda entry: (-entry[1].mean, entry[0]))
    return ladder(entries, band_of(among), _difference, shows_band=True)


def _difference(effect: Estimate) -> str:
    return difference(effect) if effect.margin else "0"


def _tried(finding: Finding, among: OfficialRange) -> Ladder | None:
    """Return the card with its alternatives, if they were played."""
    if not finding.tried:
        return None
    entries = [("current card", finding.tally.effect.estimate().times(POINTS), True)]
    entries += [(result.change, result.effect, False) for result in finding.tried]
    return ladder(entries, band_of(among), _describe_effect)


def _describe_effect(effect: Estimate) -> str:
    """Format an effect with its interval: "+3 (+1 to +5)"."""
    mean, interval = format_difference(effect)
    return f"{mean} ({interval})" if mean else interval


def _rounds(tally: Tally) -> Histogram | None:
    if not tally.drawers.played:
        return None
    return histogram(Counter(tally.drawers.rounds), Counter(tally.control_drawers.rounds), "round")


def _partners(finding: Finding) -> Ladder | None:
    """Return the partners of the card, the best first, if there are any."""
    entries = [(partner.title, partner.effect.times(POINTS), False) for partner in finding.partners]
    return ladder(entries) if entries else None


def pictures_of(lab: CompiledExperiment) -> dict[str, str]:
    """Return the face of each tested card as a data URL, by title.

    There are none if printing is not installed or fails, because the page also has the cards' text.
    """
    if not _can_print():
        return {}
    from rftg_tools.faces.facts import printed_cards
    from rftg_tools.faces.theme import DEFAULT, BadTheme, load_theme
    from rftg_tools.sheets.pieces import card_piece
    from rftg_tools.sheets.printing import Printer

    bundle, theme = lab.experiment.sets, load_theme(DEFAULT)
    # The sets were compiled from texts, so the folders of their pictures must be added.
    folders = {id_: Path(name).parent for id_, name in zip(bundle.ids, bundle.names, strict=True)}
    own = [card_set for card_set in lab.deck.sets if card_set.id in lab.experiment.own]
    tried = {subject.card.title for subject in lab.subjects}
    cards = [
        printed
        for card_set in own
        for printed in printed_cards(replace(card_set, folder=folders[card_set.id]), theme)
        if printed.card.title in tried
    ]
    with closing(Printer(theme)) as printer:
        try:
            images = list(printer.pictures((card_piece(card, theme) for card in cards), "svg"))
        except BadTheme:
            return {}
    return {
        card.card.title: f"data:image/svg+xml;base64,{base64.b64encode(image).decode()}"
        for card, image in zip(cards, images, strict=True)
    }


def _can_print() -> bool:
    """Return whether faces can be typeset. In a browser, some workers have no typesetter."""
    try:
        import_module("typst")
    except ImportError:
        return False
    return can_draw()
