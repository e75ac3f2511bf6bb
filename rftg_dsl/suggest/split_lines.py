"""A power that was broken into two lines, which is read as two powers."""

from __future__ import annotations

import re

from rftg_dsl.diagnostics.model import Edit, Region, Report
from rftg_dsl.games import Game
from rftg_dsl.suggest.repair import MEANT, rank_of
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.written import Written


def goes_on(one: Written, two: Written, game: Game) -> bool:
    """Return whether two lines are one power, where at least one of them cannot be read."""
    begun = re.match(rf" *({'|'.join(game.order)}) *:", two.text, re.IGNORECASE)
    return not begun and rank_of(f"{one.text} {two.text}", game.power) == MEANT


def report_split(one: Written, two: Written, report: Report) -> None:
    """Report a power that goes on in the next line."""
    gap = Region(one.line, one.column + len(one.text), two.line, two.column)
    report.add(
        "E210",
        two.region(Span(0, len(two.text))),
        "a power is one line, and this goes on with the one above",
        help=f"write it behind `{one.text[-30:].lstrip()}`, on the same line",
        edits=(Edit(gap, " "),),
        certain=True,
    )
