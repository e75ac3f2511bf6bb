"""Canonical texts in place: the edits that bring a card file's texts into their one form.

Its texts are power lines, the conditions of goals and the cards of search categories. Those that
cannot be read stay as they are, and so does all else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Report
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.quoting import escape_in_quotes
from rftg_dsl.syntax.formatter import format_cards, format_goal, format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_cards, parse_goal, parse_measure
from rftg_dsl.syntax.written import TEXTS, Written, text_line
from rftg_dsl.words.counts import format_things


def canonical_edits(unit: Unit) -> Iterator[Edit]:
    """Yield an edit for each text of a file that is not canonical."""
    for draft in unit.drafts:
        powers = draft.node.values.get("powers")
        for written, line in draft.lines:
            assert isinstance(powers, Scalar)
            yield from _edit(written, format_power(line.power), powers.style)
    for (entries, key), rule in TEXTS.items():
        for _number, node in unit.nodes(entries) if rule in _CANONICAL else ():
            text = node.values.get(key)
            if isinstance(text, Scalar):
                yield from _edit_of(text, _CANONICAL[rule])


_CANONICAL: Final[dict[str, Callable[[str], str]]] = {
    "goal": lambda text: format_goal(parse_goal(text)),
    "measure": lambda text: format_things(parse_measure(text), "plural"),
    "cards": lambda text: format_cards(parse_cards(text)),
}
"""Functions that return the canonical form of a text, by grammar rule.

They raise PowerSyntaxError."""


def _edit_of(node: Scalar, canonical: Callable[[str], str]) -> Iterator[Edit]:
    written = text_line(node, Report(""))
    if written is not None:
        try:
            text = canonical(written.text)
        except PowerSyntaxError:
            return
        yield from _edit(written, text, node.style)


def _edit(written: Written, text: str, style: str) -> Iterator[Edit]:
    if text != written.text:
        yield Edit(written.whole, escape_in_quotes(text, style))
