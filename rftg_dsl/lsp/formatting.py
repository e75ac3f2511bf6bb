"""Formatting: power lines in their canonical form, as `rftg-dsl fmt` writes them.

Lines that cannot be read stay as they are, so that a file can be formatted while it is written.
"""

from __future__ import annotations

from lsprotocol import types

from rftg_dsl.ast import Span
from rftg_dsl.formatter import format_power
from rftg_dsl.lsp.desk import Desk


def formatted(desk: Desk, uri: str, part: types.Range | None = None) -> list[types.TextEdit]:
    """The edits that bring a document, or a part of it, into canonical form."""
    document, view = desk.get(uri), desk.view(uri)
    if document is None or view.unit is None or view.stale:
        return []
    edits = []
    for draft in view.unit.drafts:
        for written, line in draft.lines:
            row = written.line - 1
            text = format_power(line.power)
            inside = part is None or part.start.line <= row <= part.end.line
            if inside and text != written.text:
                region = written.region(Span(0, len(written.text)))
                new = text.replace("'", "''") if written.quoted else text
                edits.append(types.TextEdit(document.lines.range(region), new))
    return edits
