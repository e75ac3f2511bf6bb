"""Symbols and semantic tokens of a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.games import Game
from rftg_dsl.lsp.context import language_texts
from rftg_dsl.lsp.library import summarize_card
from rftg_dsl.lsp.navigation import text_at
from rftg_dsl.lsp.workspace import Workspace
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.syntax.parser import read_tokens
from rftg_dsl.syntax.tokens import terminals_of

_MAX_SYMBOLS: Final = 500
"""Most symbols in an answer."""


def document_symbols(workspace: Workspace, uri: str) -> list[types.DocumentSymbol]:
    """Return the outline of a document; of its last valid version if it is broken."""
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
    """Yield title, kind, detail, region and title region of each part that has a title."""
    found: list[_Part] = []
    for draft in unit.drafts:
        if draft.title:
            kind = types.SymbolKind.Class
            place = draft.region("title")
            found.append((draft.title, kind, summarize_card(draft.card), draft.node.region, place))
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
"""Lists of the head: the key with the name of an entry, and the detail of a symbol."""


def workspace_symbols(workspace: Workspace, query: str) -> list[types.WorkspaceSymbol]:
    """Return symbols whose title contains the query, also in required sets."""
    wanted = query.casefold()
    found = []
    for unit in workspace.units_in_use():
        lines, uri = workspace.lines_of(unit), workspace.uri_of(unit.report.file)
        for title, kind, _detail, _whole, place in _parts(unit):
            if wanted in title.casefold():
                where = types.Location(uri, lines.range(place))
                found.append(types.WorkspaceSymbol(where, title, kind, container_name=unit.id))
    return found[:_MAX_SYMBOLS]


LEGEND: Final = types.SemanticTokensLegend(
    ["namespace", "keyword", "number", "type", "variable", "class", "operator"], []
)
_TOKEN_KINDS: Final = {
    "INT": "number",
    "SIGNED": "number",
    "EXACT_COST": "number",
    "KIND": "type",
    "COLOUR": "type",
    "NAME": "variable",
    "TITLE": "class",
    "_COLON": "operator",
    "_COMMA": "operator",
    "_ARROW": "operator",
}


def semantic_tokens(workspace: Workspace, uri: str) -> types.SemanticTokens:
    """Return the words of the language in a document, as the protocol encodes them."""
    document = workspace.get(uri)
    data: list[int] = []
    last_row, last_start = 0, 0
    for row, start, end, sort in _find_tokens(workspace, uri) if document else ():
        assert document is not None
        first = document.lines.position(row, start).character
        length = document.lines.position(row, end).character - first
        moved = first if row != last_row else first - last_start
        data += [row - last_row, moved, length, LEGEND.token_types.index(sort), 0]
        last_row, last_start = row, first
    return types.SemanticTokens(data)


def _find_tokens(workspace: Workspace, uri: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield row, columns and kind of each word, in order."""
    document = workspace.get(uri)
    assert document is not None
    for row, context in language_texts(document.lines.lines):
        written = text_at(context, row)
        for terminal, span in read_tokens(written.text, context.rule)[0]:
            place = written.region(span)
            yield (
                row,
                place.column - 1,
                place.end_column - 1,
                _token_kind(terminal, span.start, context.game),
            )


def _token_kind(terminal: str, start: int, game: Game) -> str:
    if start == 0 and terminal in terminals_of(game.id).line_starts:
        return "namespace"
    return _TOKEN_KINDS.get(terminal, "keyword")
