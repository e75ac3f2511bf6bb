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
"""Maximum number of symbols in an answer."""


def document_symbols(workspace: Workspace, uri: str) -> list[types.DocumentSymbol]:
    """Return the outline of a document, or of its last valid version if it is broken."""
    view = workspace.view(uri)
    unit = view.unit
    if unit is None or workspace.get(uri) is None:
        return []
    lines = workspace.lines_of(unit)
    return [
        types.DocumentSymbol(
            name=title,
            kind=kind,
            range=lines.range(region),
            selection_range=lines.range(title_region),
            detail=detail or None,
        )
        for title, kind, detail, region, title_region in _parts(unit)
    ]


_Part = tuple[str, types.SymbolKind, str, Region, Region]


def _parts(unit: Unit) -> Iterator[_Part]:
    """Yield title, kind, detail, region and title region of each part that has a title."""
    parts: list[_Part] = []
    for draft in unit.drafts:
        if draft.title:
            kind = types.SymbolKind.Class
            title_region = draft.region("title")
            parts.append(
                (draft.title, kind, summarize_card(draft.card), draft.node.region, title_region)
            )
    for entries, (key, kind, detail) in _TITLED.items():
        for _index, node in unit.nodes(entries):
            title = node.values.get(key)
            if isinstance(title, Scalar) and title.text:
                parts.append((title.text, kind, detail, node.region, title.region))
    yield from sorted(parts, key=lambda part: part[3])


_TITLED: Final = {
    "goals": ("title", types.SymbolKind.Event, "goal"),
    "search": ("title", types.SymbolKind.Enum, "search category"),
    "tests": ("test", types.SymbolKind.Method, "test"),
}
"""Lists at the top level: the key with the name of an entry, the kind and detail of a symbol."""


def workspace_symbols(workspace: Workspace, query: str) -> list[types.WorkspaceSymbol]:
    """Return symbols whose title contains the query, also in required sets."""
    folded_query = query.casefold()
    symbols = []
    for unit in workspace.units_in_use():
        lines, uri = workspace.lines_of(unit), workspace.uri_of(unit.report.file)
        for title, kind, _detail, _region, title_region in _parts(unit):
            if folded_query in title.casefold():
                location = types.Location(uri, lines.range(title_region))
                symbols.append(types.WorkspaceSymbol(location, title, kind, container_name=unit.id))
    return symbols[:_MAX_SYMBOLS]


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
    """Return the words of the language in a document, in the encoding of the protocol."""
    document = workspace.get(uri)
    data: list[int] = []
    last_row, last_start = 0, 0
    for row, start, end, kind in _find_tokens(workspace, uri) if document else ():
        assert document is not None
        start_character = document.lines.character(row, start)
        length = document.lines.character(row, end) - start_character
        delta = start_character if row != last_row else start_character - last_start
        data += [row - last_row, delta, length, LEGEND.token_types.index(kind), 0]
        last_row, last_start = row, start_character
    return types.SemanticTokens(data)


def _find_tokens(workspace: Workspace, uri: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield row, columns and kind of each word, in order."""
    document = workspace.get(uri)
    assert document is not None
    for row, context in language_texts(document.lines.lines):
        source_line = text_at(context, row)
        for terminal, span in read_tokens(source_line.text, context.rule)[0]:
            region = source_line.region(span)
            yield (
                row,
                region.column - 1,
                region.end_column - 1,
                _token_kind(terminal, span.start, context.game),
            )


def _token_kind(terminal: str, start: int, game: Game) -> str:
    if start == 0 and terminal in terminals_of(game.id).line_starts:
        return "namespace"
    return _TOKEN_KINDS.get(terminal, "keyword")
