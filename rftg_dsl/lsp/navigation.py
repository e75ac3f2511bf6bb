"""Definitions, references, highlights and renaming."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from urllib.parse import unquote

from lsprotocol import types

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.lsp.context import CursorContext, context_at
from rftg_dsl.lsp.names import (
    GOAL,
    KEYWORD,
    SET,
    TITLE,
    TOKEN,
    Name,
    name_at,
    names_in,
    names_in_text,
    names_outside_answers,
    unparsed_answers,
)
from rftg_dsl.lsp.workspace import Document, DocumentView, Workspace, workspace_edit
from rftg_dsl.resources import shipped_sets
from rftg_dsl.sets.answers import find_titles
from rftg_dsl.sets.hands import FORM, can_be_named, has_form
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import escape_in_quotes
from rftg_dsl.source.schema import card_set_schema, fits
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.syntax.written import SourceLine, without_comment


class RenameRefused(ValueError):
    """A rename is impossible. The message has the reason."""


def find_definitions(
    workspace: Workspace, uri: str, position: types.Position
) -> list[types.Location]:
    """Return the definitions of the name at a position, definitions in the document first."""
    name = name_at_position(workspace, uri, position)
    if name is None:
        return []
    places_by_unit = (
        _find_places(workspace, unit, name, True) for unit in reversed(workspace.view(uri).units)
    )
    return [place for places in places_by_unit for place in places]


def find_references(
    workspace: Workspace, uri: str, position: types.Position, declaration: bool
) -> list[types.Location]:
    """Return all uses of a name in open documents and required sets."""
    name = name_at_position(workspace, uri, position)
    if name is None:
        return []
    locations = []
    for unit in workspace.units_in_use():
        locations += list(_find_places(workspace, unit, name, False))
        locations += list(_find_places(workspace, unit, name, True)) if declaration else []
    return locations


def find_highlights(
    workspace: Workspace, uri: str, position: types.Position
) -> list[types.DocumentHighlight]:
    """Return all uses of a name in the document."""
    name = name_at_position(workspace, uri, position)
    view = workspace.view(uri)
    document = workspace.get(uri)
    if name is None or view.unit is None or document is None or view.is_stale:
        return []
    return [
        types.DocumentHighlight(document.lines.range(use.region))
        for use in names_in(view.unit)
        if use.is_same(name)
    ]


def _find_places(
    workspace: Workspace, unit: Unit, name: Name, defining: bool
) -> Iterator[types.Location]:
    lines, uri = workspace.lines_of(unit), workspace.uri_of(unit.report.file)
    for use in names_in(unit):
        if use.is_same(name) and use.defines == defining:
            yield types.Location(uri, lines.range(use.region))


def prepare_rename(workspace: Workspace, uri: str, position: types.Position) -> types.Range | None:
    """Return the range of the name at a position, or None.

    Raises RenameRefused if the name can't be changed.
    """
    name, document = name_at_position(workspace, uri, position), workspace.get(uri)
    if name is None or document is None:
        return None
    if reason := _rename_problem(workspace, uri, name):
        raise RenameRefused(reason)
    return document.lines.range(name.region)


def rename_symbol(
    workspace: Workspace, uri: str, position: types.Position, new_text: str
) -> types.WorkspaceEdit:
    """Return the edits that rename a definition and all its uses. Raises RenameRefused."""
    workspace.invalidate()  # closed files may have changed on disk
    name = name_at_position(workspace, uri, position)
    if name is None:
        raise RenameRefused("there is no title, keyword or token type here")
    reason = (
        _rename_problem(workspace, uri, name)
        or _name_problem(name, new_text, _game_of_document(workspace, uri))
        or _name_conflict(workspace, uri, name, new_text)
    )
    if reason:
        raise RenameRefused(reason)
    units = _units_with(workspace, uri, name)
    titles = {title for unit in units for title in unit.titles}
    titles = {title for title in titles if title.casefold() != name.text.casefold()} | {new_text}
    changes: dict[str, list[types.TextEdit]] = {}
    for unit in units:
        lines, file = workspace.lines_of(unit), workspace.uri_of(unit.report.file)
        edits = list(_edits_outside_answers(unit, name, new_text))
        edits += _edits_in_answers(unit, name, new_text, titles) if name.kind == TITLE else []
        if edits and not workspace.is_current(unit):
            raise RenameRefused(f"`{unit.path.name}` has changed on disk; try again")
        if edits:
            changes[file] = [types.TextEdit(lines.range(place), text) for place, text in edits]
    return workspace_edit(workspace, changes)


def _units_with(workspace: Workspace, uri: str, name: Name) -> list[Unit]:
    """Return the units in which a name has the same meaning as in a document."""
    units = list(workspace.units_in_use())
    document_unit = workspace.view(uri).unit
    if document_unit is None or not _replacement_regions(document_unit, name):
        return units
    users = [
        unit for unit in units if any(id_ == document_unit.id for id_, _ in unit.words("requires"))
    ]
    return [document_unit, *users]


def _replacement_regions(unit: Unit, name: Name) -> list[Region]:
    """Return the regions of `replaces` entries for cards with the same title."""
    folded = name.text.casefold()
    if name.kind != TITLE or all(draft.title.casefold() != folded for draft in unit.drafts):
        return []
    return [region for title, region in unit.words("replaces") if title.casefold() == folded]


def _edits_outside_answers(unit: Unit, name: Name, new: str) -> Iterator[tuple[Region, str]]:
    replaced = {(place.line, place.column) for place in _replacement_regions(unit, name)}
    for use in names_outside_answers(unit):
        start = use.region.column - (use.style in ("'", '"'))
        if use.is_same(name) and (use.region.line, start) not in replaced:
            yield use.region, escape_in_quotes(new, use.style)


def _edits_in_answers(
    unit: Unit, name: Name, new: str, titles: set[str]
) -> Iterator[tuple[Region, str]]:
    """Yield edits of answers with a title. titles: all titles after the rename.

    Raises RenameRefused.
    """
    for text in unparsed_answers(unit):
        if name.text.casefold() in text.casefold():
            raise RenameRefused(f"the answer `{text}` has an error; fix it first")
    for source_line, places in unit.answered:
        text, mentioned = _answer_with(source_line, places, name, new)
        if text == source_line.text:
            continue
        if [text[span.start : span.end] for span in find_titles(text, titles)] != mentioned:
            raise RenameRefused(
                f"the answer `{source_line.text}` can't be parsed with the title `{new}`"
            )
        yield source_line.full_region, escape_in_quotes(text, "'" if source_line.quoted else "")


def _answer_with(
    source_line: SourceLine, places: tuple[Span, ...], name: Name, new: str
) -> tuple[str, list[str]]:
    """Return an answer with the new title, and all titles in it."""
    text, titles, end = "", [], 0
    for span in places:
        title = source_line.text[span.start : span.end]
        titles.append(new if title.casefold() == name.text.casefold() else title)
        text += source_line.text[end : span.start] + titles[-1]
        end = span.end
    return text + source_line.text[end:], titles


def _rename_problem(workspace: Workspace, uri: str, name: Name) -> str:
    """Return the reason why a name can't be changed, or ""."""
    if name.kind == SET:
        return "a set has the name of its file; rename the file and change `requires` in other sets"
    for document in workspace.documents():
        if workspace.view(document.uri).is_stale and _could_mention(document.text, name.text):
            file = unquote(document.uri.rpartition("/")[2])
            return f"`{file}` has an error and could contain `{name.text}`; fix it first"
    view = workspace.view(uri)
    if view.unit is not None and _replacement_regions(view.unit, name):
        return ""
    defining_units = [
        unit
        for unit in view.units
        if any(other.defines and other.is_same(name) for other in names_in(unit))
    ]
    shipped = {str(path.resolve()) for game in GAMES.values() for path in shipped_sets(game)}
    for unit in defining_units:
        if str(unit.path.resolve()) in shipped:
            return f"`{name.text}` belongs to the shipped set `{unit.id}`"
    return "" if defining_units else f"`{name.text}` isn't defined in the sets in use"


def _could_mention(text: str, name: str) -> bool:
    """Return whether a broken text could contain a name, with any quotes."""
    plain = " ".join(text.replace("''", "'").split()).casefold()
    return "\\" in text or name.casefold() in plain


def _game_of_document(workspace: Workspace, uri: str) -> Game:
    unit = workspace.view(uri).unit
    return unit.report.game if unit else RACE


def _name_problem(name: Name, text: str, game: Game) -> str:
    """Return the reason why a text can't be a name of this kind, or ""."""
    if name.kind == TOKEN:
        is_valid, rule = has_form(text), FORM
    else:
        definition = card_set_schema(game)["$defs"]["keyword" if name.kind == KEYWORD else "title"]
        is_valid, rule = fits(text, definition), str(definition["errorMessage"])
    if not is_valid:
        return rule
    is_keyword = name.kind == KEYWORD and text in terminals_of(game.id).no_keywords
    if is_keyword or (name.kind == TOKEN and not can_be_named(text)):
        return f"`{text}` is a word of the language"
    return ""


_KIND_DESCRIPTIONS: Final = {
    TITLE: "the title of a card",
    KEYWORD: "a keyword",
    TOKEN: "a type of token",
    GOAL: "the title of a goal",
}


def _name_conflict(workspace: Workspace, uri: str, name: Name, new: str) -> str:
    """Return the reason why a new name is taken, or ""."""
    new_name, document_unit = replace(name, text=new), workspace.view(uri).unit
    replaced = (
        {title.casefold() for title, _ in document_unit.words("replaces")}
        if document_unit
        else set()
    )
    if new_name.is_same(name):
        return ""
    for unit in workspace.units_in_use():
        if name.kind == TITLE and unit is not document_unit and new.casefold() in replaced:
            continue
        if any(other.defines and other.is_same(new_name) for other in names_in(unit)):
            return f"`{new}` is already {_KIND_DESCRIPTIONS[name.kind]} in `{unit.id}`"
    return ""


def name_at_position(workspace: Workspace, uri: str, position: types.Position) -> Name | None:
    """Return the name at a position of a document."""
    document = workspace.get(uri)
    if document is None:
        return None
    return name_under(document, workspace.view(uri), *document.lines.point(position))


def name_under(document: Document, view: DocumentView, row: int, column: int) -> Name | None:
    """Return the name at a row and column, also in a broken file."""
    if view.unit is not None and not view.is_stale:
        name = name_at(names_in(view.unit), row + 1, column + 1)
        if name is not None:
            return name
    context = context_at(document.lines.lines, row, column)
    if not context.rule:
        return None
    source_line = text_at(context, row)
    return name_at(names_in_text(source_line, context.rule), row + 1, column + 1)


def text_at(context: CursorContext, row: int) -> SourceLine:
    """Return the text of the language at a context, with its region."""
    text, column = context.text, context.start + 1
    quoted = text.startswith("'")
    if quoted:
        text = text[1:].removesuffix("'").replace("''", "'")
    text = without_comment(text) if context.part == "line" else text
    return SourceLine(text.rstrip(), row + 1, column + quoted, quoted)
