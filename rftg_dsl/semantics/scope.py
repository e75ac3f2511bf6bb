"""What a set can name: its own cards and keywords, and those of the sets it requires."""

from __future__ import annotations

from typing import Final, NamedTuple

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import Index

UNTITLED: Final = "?"
"""The title of a card whose line with the title is missing."""


class Scope(NamedTuple):
    """What a set can name. sure: all files it comes from could be read whole.

    titled: every card has a title. tokens: classes of tokens.
    """

    titles: dict[str, str]
    keywords: set[str]
    cards: dict[str, Card]
    lookup: Index
    sure: bool
    titled: bool = True
    tokens: frozenset[str] = frozenset()


def check_title(title: str, region: Region, code: str, scope: Scope, report: Report) -> None:
    """Report a title that no card in use bears."""
    known = scope.titles.get(title.casefold())
    if known == title:
        return
    near = known or report.nearest(title, scope.titles.values())
    if near is None and not scope.titled:
        return  # it can be the one that is missing
    text = f"no card of the sets in use is called `{title}`"
    advice = written_advice(near) or "require the set that has it, or add the card"
    certain = known is not None  # letter case alone is wrong
    report.add(code, region, text, help=advice, replacement=near, certain=certain)


def written_advice(text: str | None) -> str:
    """Return what to write instead; "" where nothing is known."""
    return f"write `{text}`" if text else ""
