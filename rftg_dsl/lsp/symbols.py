"""Symbols: the cards, goals, search categories and tests of a document, and of all in use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.lsp.library import facts
from rftg_dsl.lsp.workspace import Workspace
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar

_MOST: Final = 500
"""Most symbols in one answer about a workspace."""


def document_symbols(workspace: Workspace, uri: str) -> list[types.DocumentSymbol]:
    """Return the parts of a document in order; while it is broken, as they were last read."""
    view = workspace.view(uri)
    unit = view.unit
    if unit is None or workspace.get(uri) is None:
        return []
    lines = workspace.lines_of(unit)
    return [
        types.DocumentSymbol(
            name=title,
            kind=kind,
            range=lines.range(whole),
            selection_range=lines.range(region),
            detail=detail or None,
        )
        for title, kind, detail, whole, region in _parts(unit)
    ]


_Part = tuple[str, types.SymbolKind, str, Region, Region]


def _parts(unit: Unit) -> Iterator[_Part]:
    """Return title, kind, detail, place and place of the title of each part that has a title."""
    found: list[_Part] = []
    for draft in unit.drafts:
        if draft.title:
            kind = types.SymbolKind.Class
            place = draft.region("title")
            found.append((draft.title, kind, facts(draft.card), draft.node.region, place))
    for entries, (key, kind, detail) in _TITLED.items():
        for _number, node in unit.nodes(entries):
            title = node.values.get(key)
            if isinstance(title, Scalar) and title.text:
                found.append((title.text, kind, detail, node.region, title.region))
    yield from sorted(found, key=lambda part: part[3])


_TITLED: Final = {
    "goals": ("title", types.SymbolKind.Event, "goal"),
    "search": ("title", types.SymbolKind.Enum, "search category"),
    "tests": ("test", types.SymbolKind.Method, "test"),
}
"""Lists of the head with the key that names their entries, and what a symbol says of one."""


def workspace_symbols(workspace: Workspace, query: str) -> list[types.WorkspaceSymbol]:
    """Return the parts whose title holds the query, of open documents and what they require."""
    wanted = query.casefold()
    found = []
    for unit in workspace.units_in_use():
        lines, uri = workspace.lines_of(unit), workspace.uri_of(unit.report.file)
        for title, kind, _detail, _whole, place in _parts(unit):
            if wanted in title.casefold():
                where = types.Location(uri, lines.range(place))
                found.append(types.WorkspaceSymbol(where, title, kind, container_name=unit.id))
    return found[:_MOST]
