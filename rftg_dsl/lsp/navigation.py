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
    names_besides_answers,
    names_in,
    names_in_text,
    unread_answers,
)
from rftg_dsl.lsp.workspace import Document, DocumentView, Workspace, workspace_edit
from rftg_dsl.resources import shipped_sets
from rftg_dsl.sets.answers import find_titles
from rftg_dsl.sets.tokens import FORM, can_be_named, has_form
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.quoting import escape_in_quotes
from rftg_dsl.source.schema import card_set_schema, fits
from rftg_dsl.syntax.ast import Span
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.syntax.written import SourceLine, without_comment


class RenameRefused(ValueError):
    """A rename is impossible; the message says why."""


def find_definitions(
    workspace: Workspace, uri: str, position: types.Position
) -> list[types.Location]:
    """Return the definitions of the name at a position, those in the document first."""
    name = name_at_position(workspace, uri, position)
    if name is None:
        return []
    places = (
        _find_places(workspace, unit, name, True) for unit in reversed(workspace.view(uri).units)
    )
    return [place for places_ in places for place in places_]


def find_references(
    workspace: Workspace, uri: str, position: types.Position, declaration: bool
) -> list[types.Location]:
    """Return every use of a name in open documents and the sets they require."""
    name = name_at_position(workspace, uri, position)
    if name is None:
        return []
    found = []
    for unit in workspace.units_in_use():
        found += list(_find_places(workspace, unit, name, False))
        found += list(_find_places(workspace, unit, name, True)) if declaration else []
    return found


def find_highlights(
    workspace: Workspace, uri: str, position: types.Position
) -> list[types.DocumentHighlight]:
    """Return every use of a name in the same document."""
    name = name_at_position(workspace, uri, position)
    view = workspace.view(uri)
    document = workspace.get(uri)
    if name is None or view.unit is None or document is None or view.is_stale:
        return []
    return [
        types.DocumentHighlight(document.lines.range(one.region))
        for one in names_in(view.unit)
        if one.is_same(name)
    ]


def _find_places(
    workspace: Workspace, unit: Unit, name: Name, defining: bool
) -> Iterator[types.Location]:
    lines, uri = workspace.lines_of(unit), workspace.uri_of(unit.report.file)
    for one in names_in(unit):
        if one.is_same(name) and one.defines == defining:
            yield types.Location(uri, lines.range(one.region))


def prepare_rename(workspace: Workspace, uri: str, position: types.Position) -> types.Range | None:
    """Return the range of the name at a position, None if there is none.

    Raise Refused where the name cannot be changed.
    """
    name, document = name_at_position(workspace, uri, position), workspace.get(uri)
    if name is None or document is None:
        return None
    if reason := _rename_problem(workspace, uri, name):
        raise RenameRefused(reason)
    return document.lines.range(name.region)


def rename_symbol(
    workspace: Workspace, uri: str, position: types.Position, new: str
) -> types.WorkspaceEdit:
    """Return the edits that rename a definition and all its uses.

    Raises Refused.
    """
    workspace.invalidate()  # files that are not open may have been saved since they were read
    name = name_at_position(workspace, uri, position)
    if name is None:
        raise RenameRefused("there is no title, keyword or class of tokens here")
    reason = (
        _rename_problem(workspace, uri, name)
        or _name_problem(name, new, _game_of_document(workspace, uri))
        or _name_conflict(workspace, uri, name, new)
    )
    if reason:
        raise RenameRefused(reason)
    units = _units_with(workspace, uri, name)
    titles = {title for unit in units for title in unit.titles}
    titles = {one for one in titles if one.casefold() != name.text.casefold()} | {new}
    changes: dict[str, list[types.TextEdit]] = {}
    for unit in units:
        lines, file = workspace.lines_of(unit), workspace.uri_of(unit.report.file)
        edits = list(_edits_outside_answers(unit, name, new))
        edits += _edits_in_answers(unit, name, new, titles) if name.sort == TITLE else []
        if edits and not workspace.is_current(unit):
            raise RenameRefused(f"`{unit.path.name}` was saved in the meantime: rename once more")
        if edits:
            changes[file] = [types.TextEdit(lines.range(place), text) for place, text in edits]
    return workspace_edit(workspace, changes)


def _units_with(workspace: Workspace, uri: str, name: Name) -> list[Unit]:
    """Return the units in which a name means the same as in a document."""
    units = list(workspace.units_in_use())
    own = workspace.view(uri).unit
    if own is None or not _replaced_places(own, name):
        return units
    users = [unit for unit in units if any(id_ == own.id for id_, _ in unit.words("requires"))]
    return [own, *users]


def _replaced_places(unit: Unit, name: Name) -> list[Region]:
    """Return where a set removes a card and has another with the same title."""
    same = name.text.casefold()
    if name.sort != TITLE or all(draft.title.casefold() != same for draft in unit.drafts):
        return []
    return [place for title, place in unit.words("replaces") if title.casefold() == same]


def _edits_outside_answers(unit: Unit, name: Name, new: str) -> Iterator[tuple[Region, str]]:
    others = {(place.line, place.column) for place in _replaced_places(unit, name)}
    for one in names_besides_answers(unit):
        start = one.region.column - (one.style in ("'", '"'))
        if one.is_same(name) and (one.region.line, start) not in others:
            yield one.region, escape_in_quotes(new, one.style)


def _edits_in_answers(
    unit: Unit, name: Name, new: str, titles: set[str]
) -> Iterator[tuple[Region, str]]:
    """Yield edits of answers that mention a title. titles: all titles after the rename.

    Raise Refused.
    """
    for text in unread_answers(unit):
        if name.text.casefold() in text.casefold():
            raise RenameRefused(f"the answer `{text}` cannot be read as it is: mend it first")
    for written, places in unit.answered:
        text, named = _answer_with(written, places, name, new)
        if text == written.text:
            continue
        if [text[span.start : span.end] for span in find_titles(text, titles)] != named:
            raise RenameRefused(f"the answer `{written.text}` could not be read with `{new}` in it")
        yield written.full_region, escape_in_quotes(text, "'" if written.quoted else "")


def _answer_with(
    written: SourceLine, places: tuple[Span, ...], name: Name, new: str
) -> tuple[str, list[str]]:
    """Return an answer with the new title, and all titles that it then mentions."""
    text, named, at = "", [], 0
    for span in places:
        title = written.text[span.start : span.end]
        named.append(new if title.casefold() == name.text.casefold() else title)
        text += written.text[at : span.start] + named[-1]
        at = span.end
    return text + written.text[at:], named


def _rename_problem(workspace: Workspace, uri: str, name: Name) -> str:
    """Return why a name cannot be changed; "" if it can."""
    if name.sort == SET:
        return "a set is named after its file: rename the file, and `requires` in other sets"
    for document in workspace.documents():
        if workspace.view(document.uri).is_stale and _could_mention(document.text, name.text):
            file = unquote(document.uri.rpartition("/")[2])
            why = f"uses of `{name.text}` in it may be missed"
            return f"`{file}` has an error, so {why}: mend it first"
    view = workspace.view(uri)
    if view.unit is not None and _replaced_places(view.unit, name):
        return ""
    homes = [
        unit
        for unit in view.units
        if any(one.defines and one.is_same(name) for one in names_in(unit))
    ]
    shipped = {str(path.resolve()) for game in GAMES.values() for path in shipped_sets(game)}
    for unit in homes:
        if str(unit.path.resolve()) in shipped:
            return f"`{name.text}` belongs to the shipped set `{unit.id}`"
    return "" if homes else f"nothing in use gives the name `{name.text}`"


def _could_mention(text: str, name: str) -> bool:
    """Return whether a broken text could contain a name, with any quotes."""
    plain = " ".join(text.replace("''", "'").split()).casefold()
    return "\\" in text or name.casefold() in plain


def _game_of_document(workspace: Workspace, uri: str) -> Game:
    unit = workspace.view(uri).unit
    return unit.report.game if unit else RACE


def _name_problem(name: Name, new: str, game: Game) -> str:
    """Return why a text cannot be a name of this sort; "" if it can."""
    if name.sort == TOKEN:
        fit, rule = has_form(new), FORM
    else:
        definition = card_set_schema(game)["$defs"]["keyword" if name.sort == KEYWORD else "title"]
        fit, rule = fits(new, definition), str(definition["errorMessage"])
    if not fit:
        return rule
    is_keyword = name.sort == KEYWORD and new in terminals_of(game.id).no_keywords
    if is_keyword or (name.sort == TOKEN and not can_be_named(new)):
        return f"`{new}` is a word of the language"
    return ""


_SORTS: Final = {
    TITLE: "the title of a card",
    KEYWORD: "a keyword",
    TOKEN: "a class of tokens",
    GOAL: "the title of a goal",
}


def _name_conflict(workspace: Workspace, uri: str, name: Name, new: str) -> str:
    """Return who else has the new name; "" if it is free."""
    wanted, own = replace(name, text=new), workspace.view(uri).unit
    replaced = {title.casefold() for title, _ in own.words("replaces")} if own else set()
    if wanted.is_same(name):
        return ""
    for unit in workspace.units_in_use():
        if name.sort == TITLE and unit is not own and new.casefold() in replaced:
            continue
        if any(one.defines and one.is_same(wanted) for one in names_in(unit)):
            return f"`{new}` is {_SORTS[name.sort]} already, in `{unit.id}`"
    return ""


def name_at_position(workspace: Workspace, uri: str, position: types.Position) -> Name | None:
    """Return the name at a position of a document."""
    document = workspace.get(uri)
    if document is None:
        return None
    return name_under(document, workspace.view(uri), *document.lines.point(position))


def name_under(document: Document, view: DocumentView, row: int, column: int) -> Name | None:
    """Return the name at a row and column, even in a broken file."""
    if view.unit is not None and not view.is_stale:
        found = name_at(names_in(view.unit), row + 1, column + 1)
        if found is not None:
            return found
    context = context_at(document.lines.lines, row, column)
    if not context.rule:
        return None
    written = text_at(context, row)
    return name_at(names_in_text(written, context.rule), row + 1, column + 1)


def text_at(context: CursorContext, row: int) -> SourceLine:
    """Return the text of the language at a context, with its region."""
    text, column = context.text, context.start + 1
    quoted = text.startswith("'")
    if quoted:
        text = text[1:].removesuffix("'").replace("''", "'")
    text = without_comment(text) if context.part == "line" else text
    return SourceLine(text.rstrip(), row + 1, column + quoted, quoted)
