"""W604: a card that scores itself in a way its words do not say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.diagnostics.model import Label
from rftg_dsl.lint.rules.shadowed import counting
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.syntax import ast

CODE: Final = "W604"
_CARDS: Final = (
    "  - title: Snow Field\n    world: 2\n    vp: 2\n    keywords: [ice]\n"
    "  - title: Snow Office\n    development: 2\n    vp: 2\n"
    "  - title: Ice Guild\n    development: 6\n    vp: variable\n    keywords: [ice]\n"
    "    powers: |\n      score: 2 per other ice card\n"
)
_HEAD: Final = "keywords: [ice]\n"
ENTRY: Final = Entry(
    "a card that scores itself unsaid",
    "`other` leaves the card itself out of one line, and a line below, which does not say `other`,"
    " counts it after all. Or the card itself is the only one that a line means, so the line is"
    " always worth the same. A single line that counts the card among others is no finding: a"
    " card counts itself where it fits.",
    card_file(f"{_CARDS}      score: 1 per development\n", _HEAD),
    card_file(f"{_CARDS}      score: 1 per other development\n", _HEAD),
)


def check(view: View) -> Iterator[Finding]:
    """Yield at most one finding for a card, at the line that counts it."""
    for draft, card in view.own:
        lines = [Line(draft, card, *pair) for pair in draft.lines]
        yield from _check_card(
            [line for line in lines if line.power.power.phase == ast.SCORE], view
        )


def _check_card(lines: list[Line], view: View) -> Iterator[Finding]:
    left_out: Line | None = None
    for line in lines:
        for selector in counting(line):
            if not view.mask(selector) & view.bit(line.card):
                continue
            if not selector.other:
                yield from _finding(line, selector, left_out, view)
                return
            left_out = left_out or line


def _finding(
    line: Line, selector: ast.Selector, left_out: Line | None, view: View
) -> Iterator[Finding]:
    region = line.written.region(selector.span)
    if view.mask(selector) == view.bit(line.card) and view.single(line.card):
        yield Finding(
            region,
            "the only card of the sets in use that this line means is the card itself, so it is"
            " always worth the same",
            "name what other cards have, or write the points as `vp:`",
        )
    elif left_out is not None:
        above = Label(left_out.written.whole, "`other` leaves it out here")
        yield Finding(
            region,
            "this card is left out by `other` in a line above, and counts here",
            "write `other` here too, or leave it out above",
            labels=(above,),
            replacement=f"other {line.written.text[selector.span.start : selector.span.end]}",
        )
