"""The page: its parts put into templates, whole in one text, the same for the same findings."""

from __future__ import annotations

import base64
import re
from math import isfinite
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rftg_dsl.diagnostics.text import counted, printable_lines
from rftg_dsl.source.rewriting import write_bytes_atomically
from rftg_tools.balance.findings import Findings
from rftg_tools.balance.plain import unjudged
from rftg_tools.balance.report.card import sections
from rftg_tools.balance.report.method import method
from rftg_tools.balance.report.overview import anchor_of, overview
from rftg_tools.balance.report.whole import whole
from rftg_tools.balance.wins import SURE
from rftg_tools.faces.theme import THEMES

_TEMPLATES: Final = Path(__file__).parent / "page"
_FONTS: Final = {
    "400": "BarlowSemiCondensed-Regular.ttf",
    "600": "BarlowSemiCondensed-SemiBold.ttf",
}
"""By weight: those of printed cards, carried in the page so that it looks alike everywhere."""


def write_report(findings: Findings, command: str, path: Path) -> None:
    """Write the page, whole or not at all. command: which makes it again. Raises OSError."""
    write_bytes_atomically(path, render(findings, command).encode())


def render(findings: Findings, command: str) -> str:
    """Return the page as HTML.

    Titles and texts of cards stand in it as text, whatever is in them.
    """
    page = environment().get_template("page.html.jinja")
    return page.render(
        style=style_sheet(),
        sure=SURE,
        title=_title(findings),
        lead=_lead(findings),
        wanting=_wanting(findings),
        fine=_fine(findings),
        unjudged=unjudged(findings),
        known=_known(findings),
        all=overview(findings),
        untried=[card.title for card in findings.study.lab.untried],
        whole=whole(findings.study.whole),
        cards=sections(findings),
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
    environment.filters["capital"] = _capital
    environment.filters["coded"] = _coded
    environment.filters["signs"] = _signs
    return environment


def _finalized(value: object) -> object:
    """Return what stands for a value in the page; our own markup stands for itself."""
    return printable_lines(value) if type(value) is str else value


def _sentence(text: str) -> str:
    """Return a text with a large letter in front, a full stop behind and true minus signs."""
    return _signs(f"{_capital(text)}.")


def _capital(text: str) -> str:
    """Return a text with a large letter in front."""
    return text[:1].upper() + text[1:]


def _coded(text: str) -> Markup:
    """Return a text with what stands between backticks as code."""
    parts = printable_lines(text).split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else part
        for place, part in enumerate(parts)
    )


def _signs(text: str) -> str:
    """Return a text with true minus signs."""
    return re.sub(r"(?<![\w.])-(?=\d)", "−", text)


def style_sheet() -> str:
    """Return the style sheet with its fonts. It is ours, so the template takes it as it is."""
    text = (_TEMPLATES / "style.css").read_text(encoding="utf-8")
    return "\n".join([*map(_font, _FONTS), text])


def _font(weight: str) -> str:
    data = (THEMES / "space" / "fonts" / _FONTS[weight]).read_bytes()
    source = f"url(data:font/ttf;base64,{base64.b64encode(data).decode()})"
    return f'@font-face {{ font-family: "Report"; font-weight: {weight}; src: {source}; }}'


def _title(findings: Findings) -> str:
    """Return the titles of the sets that are tried."""
    own = findings.study.lab.experiment.own
    return ", ".join(
        card_set.title for card_set in findings.study.lab.deck.sets if card_set.id in own
    )


def _lead(findings: Findings) -> str:
    study = findings.study
    setup = study.lab.setup
    cards = counted(len(findings.cards), "card")
    games = f"{study.games:,} games"
    played = f"{cards}, {games} of {setup.options.players} players, all {setup.bot} bots."
    short = findings.shortfall
    return f"{played} {short[:1].upper()}{short[1:]}." if short else played


def _wanting(findings: Findings) -> list[tuple[str, str, str]]:
    """Return what was found, with the card's title and the name of its section."""
    return [
        (one.tally.subject.card.title, anchor_of(number), text)
        for number, one in enumerate(findings.cards)
        for text in one.verdict.wanting
    ]


def _known(findings: Findings) -> bool:
    """Return whether there are games enough to find anything."""
    return all(findings.range_of(finding).cards for finding in findings.cards) and isfinite(
        findings.study.half
    )


def _fine(findings: Findings) -> str:
    """Return what is said when nothing was found."""
    if not _known(findings):
        return "There are too few games so far to find anything."
    return (
        "Nothing was found: no card is stronger or weaker than all official ones, and games come to"
        " an end."
    )
