"""Formatting: the canonical form of a document's texts, as `rftg-dsl fmt` writes it.

Texts that cannot be read stay as they are, so that a file can be formatted while it is written.
"""

from __future__ import annotations

from lsprotocol import types

from rftg_dsl.lsp.workspace import Workspace
from rftg_dsl.sets.canonical import canonical_edits


def formatted(
    workspace: Workspace, uri: str, part: types.Range | None = None
) -> list[types.TextEdit]:
    """Return the edits that bring a document, or a part of it, into canonical form."""
    document, view = workspace.get(uri), workspace.view(uri)
    if document is None or view.unit is None or view.stale:
        return []
    return [
        types.TextEdit(document.lines.range(edit.region), edit.text)
        for edit in canonical_edits(view.unit)
        if part is None or part.start.line < edit.region.line <= part.end.line + 1
    ]
