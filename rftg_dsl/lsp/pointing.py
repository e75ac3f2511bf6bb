"""What a place of a document is in: a text of the language, and a name in it."""

from __future__ import annotations

from lsprotocol import types

from rftg_dsl.lsp.context import Spot, spot_at
from rftg_dsl.lsp.names import Name, name_at, names_in, names_in_text
from rftg_dsl.lsp.workspace import Document, View, Workspace
from rftg_dsl.syntax.written import Written, without_comment


def name_at_position(workspace: Workspace, uri: str, position: types.Position) -> Name | None:
    """Return the name at a position of a document."""
    document = workspace.get(uri)
    if document is None:
        return None
    return name_under(document, workspace.view(uri), *document.lines.point(position))


def name_under(document: Document, view: View, row: int, column: int) -> Name | None:
    """Return the name at a place of a document, whether or not the file can be read as a whole."""
    if view.unit is not None and not view.stale:
        found = name_at(names_in(view.unit), row + 1, column + 1)
        if found is not None:
            return found
    spot = spot_at(document.lines.lines, row, column)
    if not spot.rule:
        return None
    written = written_at(spot, row)
    return name_at(names_in_text(written, spot.rule), row + 1, column + 1)


def written_at(spot: Spot, row: int) -> Written:
    """Return the text of the language that a spot is in, with its place."""
    text, column = spot.text, spot.start + 1
    quoted = text.startswith("'")
    if quoted:
        text = text[1:].removesuffix("'").replace("''", "'")
    text = without_comment(text) if spot.part == "line" else text
    return Written(text.rstrip(), row + 1, column + quoted, quoted)
