"""Semantic tokens: the words of power lines by what they are, as far as a line can be read.

A fixed grammar of colours cannot know which words are keywords of a set, or how far a line that
is being written can be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from rftg_dsl.games import Game
from rftg_dsl.lsp.context import texts_in
from rftg_dsl.lsp.pointing import written_at
from rftg_dsl.lsp.workspace import Workspace
from rftg_dsl.syntax.parser import read_tokens
from rftg_dsl.syntax.tokens import terminals_of

LEGEND: Final = types.SemanticTokensLegend(
    ["namespace", "keyword", "number", "type", "variable", "class", "operator"], []
)
_OTHERS: Final = {
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


def tokens_of(workspace: Workspace, uri: str) -> types.SemanticTokens:
    """Return the words of the language in a document, in the protocol's five numbers."""
    document = workspace.get(uri)
    data: list[int] = []
    last_row, last_start = 0, 0
    for row, start, end, sort in _words(workspace, uri) if document else ():
        assert document is not None
        first = document.lines.position(row, start).character
        length = document.lines.position(row, end).character - first
        moved = first if row != last_row else first - last_start
        data += [row - last_row, moved, length, LEGEND.token_types.index(sort), 0]
        last_row, last_start = row, first
    return types.SemanticTokens(data)


def _words(workspace: Workspace, uri: str) -> Iterator[tuple[int, int, int, str]]:
    """Return row, columns and sort of each word, in order."""
    document = workspace.get(uri)
    assert document is not None
    for row, spot in texts_in(document.lines.lines):
        written = written_at(spot, row)
        for terminal, span in read_tokens(written.text, spot.rule)[0]:
            place = written.region(span)
            yield (
                row,
                place.column - 1,
                place.end_column - 1,
                _sort(terminal, span.start, spot.game),
            )


def _sort(terminal: str, start: int, game: Game) -> str:
    if start == 0 and terminal in terminals_of(game.id).line_starts:
        return "namespace"
    return _OTHERS.get(terminal, "keyword")
