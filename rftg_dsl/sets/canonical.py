"""Edits that make the texts of a card file canonical, for `rftg-dsl fmt`.

These are power lines, conditions of goals, and cards of search categories. Texts with errors are
not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rftg_dsl.diagnostics.model import Edit, Report
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar, escape_in_quotes
from rftg_dsl.syntax.formatter import format_cards, format_goal, format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_cards, parse_goal, parse_measure
from rftg_dsl.syntax.written import TEXTS, SourceLine, text_line
from rftg_dsl.words.counts import format_things


def canonical_edits(unit: Unit) -> Iterator[Edit]:
    """Yield an edit for each text that is not canonical."""
    for draft in unit.drafts:
        powers = draft.node.values.get("powers")
        for source_line, line in draft.lines:
            assert isinstance(powers, Scalar)
            yield from _edit(source_line, format_power(line.power), powers.style)
    for (entries, key), rule in TEXTS.items():
        for _index, node in unit.nodes(entries) if rule in _CANONICAL else ():
            text = node.values.get(key)
            if isinstance(text, Scalar):
                yield from _edit_of(text, _CANONICAL[rule])


_CANONICAL: Final[dict[str, Callable[[str], str]]] = {
    "goal": lambda text: format_goal(parse_goal(text)),
    "measure": lambda text: format_things(parse_measure(text), "plural"),
    "cards": lambda text: format_cards(parse_cards(text)),
}
"""Formatting functions by grammar rule. They raise PowerSyntaxError."""


def _edit_of(node: Scalar, canonical: Callable[[str], str]) -> Iterator[Edit]:
    source_line = text_line(node, Report(""))
    if source_line is not None:
        try:
            text = canonical(source_line.text)
        except PowerSyntaxError:
            return
        yield from _edit(source_line, text, node.style)


def _edit(source_line: SourceLine, text: str, style: str) -> Iterator[Edit]:
    if text != source_line.text:
        yield Edit(source_line.full_region, escape_in_quotes(text, style))
