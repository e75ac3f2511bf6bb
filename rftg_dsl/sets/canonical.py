"""Edits that make the texts of a card file canonical, for `rftg-dsl fmt`.

These are power lines, conditions of goals, and cards of search categories. Texts with errors are
not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from rftg_dsl.diagnostics.model import Edit, Report
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar, escape_in_quotes
from rftg_dsl.syntax.formatter import format_cards, format_goal, format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse
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
        for _index, node in unit.nodes(entries) if rule in _FORMATTERS else ():
            text = node.values.get(key)
            if isinstance(text, Scalar):
                yield from _edit_of(text, rule)


_FORMATTERS: Final[dict[str, Callable[[Any], str]]] = {
    "goal": format_goal,
    "measure": lambda count: format_things(count, "plural"),
    "cards": format_cards,
}
"""Formatters by grammar rule."""


def _edit_of(node: Scalar, rule: str) -> Iterator[Edit]:
    source_line = text_line(node, Report(""))
    if source_line is not None:
        with suppress(PowerSyntaxError):
            text = _FORMATTERS[rule](parse(source_line.text, rule))
            yield from _edit(source_line, text, node.style)


def _edit(source_line: SourceLine, text: str, style: str) -> Iterator[Edit]:
    if text != source_line.text:
        yield Edit(source_line.full_region, escape_in_quotes(text, style))
