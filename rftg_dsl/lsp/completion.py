"""Completion: what can be written where the cursor is, in any text however broken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from lsprotocol import types

from rftg_dsl.lsp import completion_items
from rftg_dsl.lsp.completion_items import Offer
from rftg_dsl.lsp.context import Spot, game_in, spot_at
from rftg_dsl.lsp.keys import keys_at, values_at
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.positions import Lines
from rftg_dsl.lsp.situations import answer_goes_on
from rftg_dsl.lsp.words import begun, words_after
from rftg_dsl.lsp.workspace import Document, Workspace
from rftg_dsl.sets.pictures import pictures_in
from rftg_dsl.source.quoting import quote_scalar
from rftg_dsl.syntax.written import without_comment

TRIGGERS: Final = [" ", '"', "-", ":", "["]
"""Characters after which an editor asks by itself."""


class Completion:
    """Answers for one client. snippets: it can fill in places."""

    def __init__(self, workspace: Workspace, library: Library, snippets: bool = False) -> None:
        self._workspace = workspace
        self._library = library
        self._snippets = snippets

    def at(self, uri: str, position: types.Position) -> types.CompletionList:
        """Return what can be written at a position of a document."""
        document = self._workspace.get(uri)
        if document is None:
            return types.CompletionList(False, [])
        row, column = document.lines.point(position)
        spot = spot_at(document.lines.lines, row, column)
        start, found = self._offers(document, spot, row, column)
        range_ = types.Range(document.lines.position(row, start), position)
        items = [self._item(offer, number, range_, uri, spot) for number, offer in enumerate(found)]
        return types.CompletionList(False, items)

    def for_form(self, uri: str, section: str, key: str, text: str) -> list[dict[str, Any]]:
        """Return what a value can go on with that is being written in the form of a card.

        section: the list that the card stands in. key: of which the text is the value, or of
        powers a line of it. Each offer has what it is shown as (`label`, `detail`), the text
        that it stands for, and how many characters of what is written that one replaces.
        """
        document = self._workspace.get(uri)
        if document is None:
            return []
        game = game_in(document.lines.lines)
        above = [f"game: {game.id}", f"{section}:", f"  - {key}: "]
        if key == "powers":
            above[-1] += "|"
            lines = [*above, f"      {text}"]
        else:
            lines = [*above[:-1], above[-1] + text]
        row, column = len(lines) - 1, len(lines[-1])
        form = replace(document, lines=Lines(lines))
        start, found = self._offers(form, spot_at(lines, row, column), row, column)
        return [
            {
                "label": offer.label or offer.text,
                "detail": offer.detail,
                "text": offer.text,
                "replaces": column - start,
            }
            for offer in found
        ]

    def _offers(
        self, document: Document, spot: Spot, row: int, column: int
    ) -> tuple[int, Iterable[Offer]]:
        """Return where the text being written starts, and what can stand there."""
        view = self._workspace.last_view(document.uri)
        names = self._library.names(view)
        line = document.lines.line(row)
        if spot.rule:
            first = spot.start + (line[spot.start : spot.start + 1] == "'")
            text = line[first:column]
            if without_comment(text) != text:
                return column, ()
            stem, word = begun(text)
            found = words_after(stem, spot.rule, names, self._library.habits(spot.game))
            titles = [one for one in found if one.sort == completion_items.TITLE]
            return column - len(word), titles if word.startswith('"') else found
        start = min(spot.start, column)
        if spot.path[-1:] == ("answers",):
            offset, found = answer_goes_on(line[start:column], names)
            return start + offset, found
        if spot.part == "key":
            return start, sorted(keys_at(spot, names), key=_rank)
        if spot.path == ("cards", "art"):
            pictures = pictures_in(document.path.parent)
            return start, [
                Offer(quote_scalar(name), completion_items.FILE, label=name) for name in pictures
            ]
        sets = self._library.sets(document.path, view, spot.game)
        return start, sorted(values_at(spot, names, sets), key=_rank)

    def _item(
        self, offer: Offer, number: int, range_: types.Range, uri: str, spot: Spot
    ) -> types.CompletionItem:
        label = offer.label or offer.text
        item = types.CompletionItem(
            label=label,
            kind=_KINDS[offer.sort],
            detail=offer.detail or None,
            documentation=offer.about or None,
            sort_text=f"{number:04}",
            filter_text=offer.text.strip(),
            text_edit=types.TextEdit(range_, offer.text),
        )
        if offer.snippet and self._snippets:
            item.text_edit = types.TextEdit(range_, offer.snippet)
            item.insert_text_format = types.InsertTextFormat.Snippet
            item.insert_text_mode = types.InsertTextMode.AdjustIndentation
        if offer.sort == completion_items.TITLE:
            item.data = {"uri": uri, "title": label.strip('"')}
        return item

    def resolve(self, item: types.CompletionItem) -> types.CompletionItem:
        """Add the text of its card to an offered title."""
        data = item.data
        if isinstance(data, dict) and isinstance(data.get("uri"), str):
            view = self._workspace.last_view(data["uri"])
            text = self._library.card_text(view, str(data.get("title")))
            if text:
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
        return item


def _rank(offer: Offer) -> tuple[int, str]:
    return offer.rank


_KINDS: Final = {
    completion_items.PHASE: types.CompletionItemKind.Event,
    completion_items.WORD: types.CompletionItemKind.Keyword,
    completion_items.NUMBER: types.CompletionItemKind.Constant,
    completion_items.KIND: types.CompletionItemKind.EnumMember,
    completion_items.KEYWORD: types.CompletionItemKind.Variable,
    completion_items.TITLE: types.CompletionItemKind.Class,
    completion_items.KEY: types.CompletionItemKind.Property,
    completion_items.VALUE: types.CompletionItemKind.Value,
    completion_items.SET: types.CompletionItemKind.Module,
    completion_items.FILE: types.CompletionItemKind.File,
}
