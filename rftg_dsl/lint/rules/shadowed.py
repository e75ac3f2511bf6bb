"""W610: a scoring line that no card comes to, because lines above it count all its cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.diagnostics.model import Label
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.model import Card
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Selector

CODE: Final = "W610"
_WORLDS: Final = (
    "  - title: Ice Mine\n    world: 3\n    vp: 2\n    windfall: rare\n"
    "  - title: Snow Field\n    world: 2\n    vp: 2\n"
)
_HALL: Final = "  - title: Miners' Hall\n    development: 6\n    vp: variable\n    powers: |\n"
_WIDE: Final = "      score: 1 per world\n"
_NARROW: Final = "      score: 2 per rare world\n"
ENTRY: Final = Entry(
    "a scoring line that no card comes to",
    "Each card of the tableau counts for the first line that it fits. Lines above this one take"
    " every card that it means, so it never gives a point. The narrow lines come first.",
    card_file(_WORLDS + _HALL + _WIDE + _NARROW),
    card_file(_WORLDS + _HALL + _NARROW + _WIDE),
)


def check(view: View) -> Iterator[Finding]:
    """Yield one finding for a line whose cards are all taken."""
    for draft, card in view.own:
        lines = [
            Line(draft, card, written, power)
            for written, power in draft.lines
            if power.power.phase == ast.SCORE
        ]
        if len(lines) > 1:
            yield from _check_lines(card, lines, view)


def _check_lines(card: Card, lines: list[Line], view: View) -> Iterator[Finding]:
    taken: list[tuple[Line, int]] = []
    for line in lines:
        for selector in counting(line):
            mask = view.others_of(card, selector) if selector.other else view.mask(selector)
            # A world whose kind is chosen counts where its owner wants, so it proves nothing.
            sure = mask & ~view.kinds_chosen
            free = sure
            for _, before in taken:
                free &= ~before
            if sure and not free:
                yield _finding(line, [one for one, before in taken if before & sure])
            taken.append((line, mask))


def counting(line: Line) -> list[Selector]:
    """Return the cards that a scoring line counts."""
    counts = [effect.per.count for effect in line.power.power.effects if effect.per is not None]
    return [count.selector for count in counts if count.selector is not None]


def _finding(line: Line, above: list[Line]) -> Finding:
    labels = [Label(one.written.whole, "this line counts them first") for one in above]
    return Finding(
        line.written.whole,
        "every card that this line means counts for a line above, so it never gives a point",
        "put this line above the wider one, or delete it",
        labels=tuple(labels),
    )
