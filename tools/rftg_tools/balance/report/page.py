"""The HTML page, identical for identical findings, and the method of the measurements."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rftg_dsl.diagnostics.text import capitalized, counted, printable_lines
from rftg_dsl.model import CardSet
from rftg_dsl.source.files import write_bytes_atomically
from rftg_tools.balance.advice import OFF
from rftg_tools.balance.findings import Findings
from rftg_tools.balance.report.card import sections
from rftg_tools.balance.report.overview import Data, overview
from rftg_tools.balance.report.whole import whole
from rftg_tools.balance.study import Study
from rftg_tools.balance.verdict import POINTS, SURE
from rftg_tools.balance.words import unjudged
from rftg_tools.web.styles import shared_styles

_TEMPLATES: Final = Path(__file__).parent / "page"
"""Fonts of printed cards by weight, embedded so that the page looks the same everywhere."""


def write_report(findings: Findings, command: str, path: Path) -> None:
    """Write the page atomically. command: makes it again. Raises OSError."""
    write_bytes_atomically(path, render(findings, command).encode())


def render(findings: Findings, command: str) -> str:
    """Return the page as HTML. Titles and texts of cards are escaped."""
    lab = findings.study.lab
    page = environment().get_template("page.html.jinja")
    cards = sections(findings)
    return page.render(
        style=style_sheet(),
        sure=SURE,
        title=title_of(lab.deck.sets, lab.experiment.own),
        lead=_lead(findings),
        fine=_fine(findings),
        unjudged=unjudged(findings),
        has_results=_has_results(findings),
        all=overview(findings),
        untried=[card.title for card in lab.untried],
        whole=whole(findings.study.whole),
        cards=cards,
        first=_to_change_first(findings, cards),
        method=method(findings, command),
    )


def environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalized,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["sentence"] = _sentence
    environment.filters["capital"] = capitalized
    environment.filters["coded"] = _coded
    environment.filters["signs"] = _signs
    return environment


def _finalized(value: object) -> object:
    """Return a value as it is inserted into the page; markup stays unchanged."""
    return printable_lines(value) if type(value) is str else value


def _sentence(text: str) -> str:
    """Capitalize a text, and add a full stop and real minus signs."""
    return _signs(f"{capitalized(text)}.")


def _coded(text: str) -> Markup:
    """Return a text with the parts in backticks as code."""
    parts = printable_lines(text).split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else part
        for index, part in enumerate(parts)
    )


def _signs(text: str) -> str:
    """Return a text with real minus signs."""
    return re.sub(r"(?<![\w.])-(?=\d)", "−", text)


def style_sheet() -> str:
    """Return the style sheet with its fonts, for the template to insert unescaped."""
    return shared_styles() + (_TEMPLATES / "style.css").read_text(encoding="utf-8")


def title_of(sets: Iterable[CardSet], own: Container[str]) -> str:
    """Return the titles of the tested sets. own: their IDs."""
    return ", ".join(card_set.title for card_set in sets if card_set.id in own)


def _lead(findings: Findings) -> str:
    study = findings.study
    setup = study.lab.setup
    cards = counted(len(findings.cards), "card")
    games = f"{study.games:,} games"
    played = f"{cards}, {games} of {setup.options.players} players, all {setup.bot} bots."
    short = findings.shortfall
    return f"{played} {capitalized(short)}." if short else played


def _has_results(findings: Findings) -> bool:
    """Return whether there are enough games for a verdict on each card."""
    return all(findings.range_of(finding).cards for finding in findings.cards) and isfinite(
        findings.study.margin
    )


def _fine(findings: Findings) -> str:
    """Return the text for findings without problems."""
    if not _has_results(findings):
        return "There are too few games so far for a result."
    return "No problems: no card is surely outside the official range or makes games endless."


_FEW_CHANGES: Final = 3
"""Number of cards to name first."""


def _to_change_first(findings: Findings, cards: Sequence[Data]) -> list[Data]:
    """Return the sections of the cards to change first: those with problems, then by effect."""
    order = sorted(
        (not finding.verdict.problems, -abs(finding.tally.strength.mean), place)
        for place, finding in enumerate(findings.cards)
        if finding.verdict.problems or (finding.verdict.brief in OFF and finding.advice)
    )
    return [cards[place] for _has_none, _effect, place in order[:_FEW_CHANGES]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of this section. code: texts to compare or copy, one per line."""

    name: str
    text: str
    code: tuple[str, ...] = ()


def method(findings: Findings, command: str) -> list[Entry]:
    """Return all entries. command: makes this report again."""
    study = findings.study
    setup = study.lab.setup
    rules = setup.options.switched_on()
    players = counted(setup.options.players, "player")
    digests = tuple(f"{card_set.id}  {card_set.digest}" for card_set in study.lab.deck.sets)
    return [
        Entry("Games", _games(study)),
        *([Entry("Other versions", versions)] if (versions := _versions(findings)) else []),
        Entry("Players", f"{players}, all {setup.bot} bots"),
        Entry("Rules", ", ".join(rules).replace("_", " ") or "rules of the sets, no options"),
        Entry("Seeds", f"{setup.seed}/0 to {setup.seed}/{study.seeds - 1}"),
        Entry("Precision", _precision(findings)),
        Entry("Sets", "with the SHA-256 of their text", digests),
        Entry("To repeat", "the same games, loaded from the store or played again", (command,)),
    ]


def _games(study: Study) -> str:
    return (
        f"{study.seeds:,} with all cards, {study.official_games:,} with only official cards,"
        f" {study.paired_games:,} with an official card in place of a drawn one, and"
        f" {study.other_games:,} in which a card is never placed, or placed whenever possible"
    )


def _versions(findings: Findings) -> str:
    """Return the games of alternatives: "Gem Mine: 600 with cost 3, 400 with 2 VP"."""
    return "; ".join(
        f"{finding.tally.subject.card.title}: "
        + ", ".join(f"{result.tally.seeds:,} with {result.change}" for result in finding.tried)
        for finding in findings.cards
        if finding.tried
    )


def _precision(findings: Findings) -> str:
    if findings.shortfall:
        return findings.shortfall
    target = f"target ±{POINTS * findings.precision:.1f} points"
    tallies = [finding.tally for finding in findings.cards]
    if any(t.margin > findings.precision and not t.is_forced for t in tallies):
        target += ", or an eighth of a larger effect"
    if any(tally.is_forced for tally in tallies):
        target += f", ±{2.5 * POINTS * findings.precision:.1f} by forced play"
    return f"{target}; reached for each card"
