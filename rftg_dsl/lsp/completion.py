"""Completion at the cursor, also in broken files."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from lsprotocol import types
from lsprotocol.types import CompletionItemKind

from rftg_dsl.games import GAMES
from rftg_dsl.lsp.context import CursorContext, context_at, declared_game, entry_schema, schema_at
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.names import KEYWORD, SET, TITLE, TOKEN, kind_at, kind_of_keys
from rftg_dsl.lsp.words import Candidate, Names, complete_words, split_prefix
from rftg_dsl.lsp.workspace import Document, Lines, Workspace
from rftg_dsl.sets.answers import CANNOT, title_finder
from rftg_dsl.sets.pictures import pictures_in
from rftg_dsl.sets.tiles import LINKS
from rftg_dsl.source.nodes import quote_scalar
from rftg_dsl.source.schema import Schema, resolve_reference
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.parser import FindTitle, PartialAnswer, parse_answer_prefix
from rftg_dsl.syntax.situations import ACTIONS, NOTHING, STEPS, Verb
from rftg_dsl.syntax.tokens import literal_words
from rftg_dsl.syntax.written import without_comment

TRIGGERS: Final = [" ", '"', "-", ":", "["]
"""Characters that trigger completion."""


class Completion:
    """Completion for a client. snippets: whether the client supports snippets."""

    def __init__(self, workspace: Workspace, library: Library, snippets: bool = False) -> None:
        self._workspace = workspace
        self._library = library
        self._snippets = snippets

    def complete_at(self, uri: str, position: types.Position) -> types.CompletionList:
        """Return the completions at a position of a document."""
        document = self._workspace.get(uri)
        if document is None:
            return types.CompletionList(False, [])
        row, column = document.lines.point(position)
        context = context_at(document.lines.lines, row, column)
        start, candidates = self._find_candidates(document, context, row, column)
        range_ = types.Range(document.lines.position(row, start), position)
        items = [
            self._item(candidate, index, range_, uri) for index, candidate in enumerate(candidates)
        ]
        return types.CompletionList(False, items)

    def complete_form_value(
        self, uri: str, section: str, key: str, text: str
    ) -> list[dict[str, Any]]:
        """Return the completions of a value in a card form.
        section: list that contains the card.
        key: key of the value.
        text: the value, or a line of `powers`.

        Each completion has a `label`, a `detail`, its `description`, its `text`, and the number of
        typed characters that it `replaces`.
        """
        document = self._workspace.get(uri)
        if document is None:
            return []
        game = declared_game(document.lines.lines)
        header_lines = [f"game: {game.id}", f"{section}:", f"  - {key}: "]
        if key == "powers":
            header_lines[-1] += "|"
            lines = [*header_lines, f"      {text}"]
        else:
            lines = [*header_lines[:-1], header_lines[-1] + text]
        row, column = len(lines) - 1, len(lines[-1])
        form_document = replace(document, lines=Lines(lines))
        start, candidates = self._find_candidates(
            form_document, context_at(lines, row, column), row, column
        )
        return [
            {
                "label": candidate.label or candidate.text,
                "detail": candidate.detail,
                "description": candidate.description,
                "text": candidate.text,
                "replaces": column - start,
            }
            for candidate in candidates
        ]

    def _find_candidates(
        self, document: Document, context: CursorContext, row: int, column: int
    ) -> tuple[int, Iterable[Candidate]]:
        """Return the column where the typed text starts, and the candidates."""
        view = self._workspace.last_view(document.uri)
        names = self._library.names(view)
        line = document.lines.line(row)
        if context.rule:
            text_start = context.start + (line[context.start : context.start + 1] == "'")
            text = line[text_start:column]
            if without_comment(text) != text:
                return column, ()
            stem, word = split_prefix(text)
            candidates = complete_words(
                stem, context.rule, names, self._library.usage_stats(context.game)
            )
            titles = [
                candidate for candidate in candidates if candidate.kind == CompletionItemKind.Class
            ]
            return column - len(word), titles if word.startswith('"') else candidates
        start = min(context.start, column)
        if context.path[-1:] == ("answers",):
            offset, candidates = _complete_answer(line[start:column], names)
            return start + offset, candidates
        if context.part == "key":
            return start, sorted(_complete_keys(context, names), key=_get_rank)
        if context.path == ("cards", "art"):
            pictures = pictures_in(document.path.parent)
            return start, [
                Candidate(quote_scalar(name), CompletionItemKind.File, label=name)
                for name in pictures
            ]
        sets = self._library.sets(document.path, view, context.game)
        return start, sorted(_complete_values(context, names, sets), key=_get_rank)

    def _item(
        self,
        candidate: Candidate,
        index: int,
        range_: types.Range,
        uri: str,
    ) -> types.CompletionItem:
        label = candidate.label or candidate.text
        item = types.CompletionItem(
            label=label,
            kind=candidate.kind,
            detail=candidate.detail or None,
            documentation=candidate.description or None,
            sort_text=f"{index:04}",
            filter_text=candidate.text.strip(),
            text_edit=types.TextEdit(range_, candidate.text),
        )
        if candidate.snippet and self._snippets:
            item.text_edit = types.TextEdit(range_, candidate.snippet)
            item.insert_text_format = types.InsertTextFormat.Snippet
            item.insert_text_mode = types.InsertTextMode.AdjustIndentation
        if candidate.kind == CompletionItemKind.Class:
            item.data = {"uri": uri, "title": label.strip('"')}
        return item

    def resolve(self, item: types.CompletionItem) -> types.CompletionItem:
        """Add the text of the card to a completed title."""
        data = item.data
        if isinstance(data, dict) and isinstance(data.get("uri"), str):
            view = self._workspace.last_view(data["uri"])
            text = self._library.card_text(view, str(data.get("title")))
            if text:
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
        return item


def _get_rank(candidate: Candidate) -> tuple[int, str]:
    return candidate.rank


def _complete_keys(context: CursorContext, names: Names) -> Iterator[Candidate]:
    """Yield the keys that can be added to a mapping, required keys first."""
    rules = entry_schema(schema_at(context.path, context.game))
    kind = "" if context.path == ("tokens",) else kind_of_keys(context.path, rules)
    for candidate in (
        _name_candidates(*_NAMED_KEYS[kind](names), names.own) if kind in _NAMED_KEYS else ()
    ):
        yield replace(candidate, text=f"{candidate.text}: ", label=candidate.text)
    required = rules.get("required", ())
    dash = "- " if _lacks_dash(context) else ""
    for index, (key, rule) in enumerate(rules.get("properties", {}).items()):
        if key not in context.sibling_keys and not _is_excluded(key, context.sibling_keys, rules):
            yield Candidate(
                f"{dash}{key}: ",
                CompletionItemKind.Property,
                snippet=f"{dash}{key}:{_value_snippet(resolve_reference(rule), key, context)}",
                detail="required" if key in required else "",
                description=rule.get("description", ""),
                label=key,
                rank=(index - _REQUIRED_FIRST * (key in required), key),
            )


_REQUIRED_FIRST: Final = 1000
_NAMED_KEYS: Final[dict[str, Callable[[Names], tuple[dict[str, str], CompletionItemKind]]]] = {
    TITLE: lambda names: (names.titles, CompletionItemKind.Class),
    KEYWORD: lambda names: (names.keywords, CompletionItemKind.Variable),
    TOKEN: lambda names: (names.tokens, CompletionItemKind.Variable),
}
"""Names that can be keys of a mapping, by kind of name."""


def _lacks_dash(context: CursorContext) -> bool:
    """Return whether this is the start of a list entry without a dash."""
    is_list = "items" in resolve_reference(schema_at(context.path, context.game))
    return is_list and not (context.item or context.sibling_keys or context.flow)


def _is_excluded(key: str, sibling_keys: frozenset[str], rules: Schema) -> bool:
    """Return whether a key is incompatible with the keys of the mapping."""
    keys = {*sibling_keys, key}
    for rule in rules.get("allOf", ()):
        if set(rule.get("not", {}).get("required", ("",))) <= keys:
            return True
        options = [set(option["required"]) for option in rule.get("oneOf", ())]
        if sum(option <= keys for option in options) > 1:
            return True
    return False


def _value_snippet(rule: Schema, key: str, context: CursorContext) -> str:
    """Return a snippet for the start of a key's value."""
    if rule.get("type") == "array":
        is_simple = resolve_reference(rule["items"]).get("type") != "object"
        return " [$1]" if is_simple or context.flow else f"\n  {_indent(context)}- $0"
    if rule.get("type") == "object" and rule.get("required"):
        fields = ", ".join(f"{name}: ${n}" for n, name in enumerate(rule["required"], 1))
        return f" {{{fields}}}"
    if context.path == ("cards",) and key == "powers" and not context.flow:
        return f" |\n  {_indent(context)}$0"
    return " "


def _indent(context: CursorContext) -> str:
    """Return the extra indentation of the next line."""
    return "  " if context.item else ""


def _complete_values(
    context: CursorContext, names: Names, sets: dict[str, str]
) -> Iterator[Candidate]:
    """Yield the possible values at a position. sets: titles of sets by id."""
    rules = schema_at(context.path, context.game)
    inner = resolve_reference(rules).get("items", rules)
    if context.path[:1] == ("tests",) and context.path[-1] == "when":
        yield from _complete_action()
    if context.path == ("game",):
        yield from _name_candidates(
            {game.id: game.title for game in GAMES.values()}, CompletionItemKind.Value
        )
        return
    kind = kind_at(context.path, inner, context.game)
    if context.path[:-1] == ("cards",) and context.path[-1] in LINKS:
        yield from _name_candidates(_other_faces(context, names), CompletionItemKind.Class)
    elif kind == TITLE and context.path[-1] != "title":
        yield from _name_candidates(names.titles, CompletionItemKind.Class)
    elif kind == KEYWORD and len(context.path) > 1:
        yield from _name_candidates(names.keywords, CompletionItemKind.Variable, names.own)
    elif kind == SET and context.path != ("set",):
        yield from _name_candidates(sets, CompletionItemKind.Module)
    for index, value in enumerate(_list_values(resolve_reference(inner))):
        yield Candidate(str(value), CompletionItemKind.Value, rank=(index, ""))


def _other_faces(context: CursorContext, names: Names) -> dict[str, str]:
    """Return the sides of tiles that can be linked with this side."""
    type_key = next((key for key in context.game.types if key in context.sibling_keys), "")
    allows_any_type = context.path[-1] != "other side"
    return {
        title: detail
        for face_type, faces in names.unpaired.items()
        if allows_any_type or face_type != type_key
        for title, detail in faces.items()
    }


def _name_candidates(
    names: dict[str, str], kind: CompletionItemKind, first: Container[str] = ()
) -> Iterator[Candidate]:
    """Yield a candidate for each name. first: names with the highest rank."""
    for name, detail in names.items():
        yield Candidate(name, kind, detail=detail, rank=(-1 if name in first else 0, name))


def _list_values(rule: Schema) -> Iterator[Any]:
    """Yield the values that a schema lists."""
    yield from rule.get("enum", ())
    if "const" in rule:
        yield rule["const"]
    for option in rule.get("anyOf", ()):
        yield from _list_values(option)


def _complete_action() -> Iterator[Candidate]:
    """Yield the actions that a test can choose."""
    for index, word in enumerate((*ACTIONS, *STEPS, NOTHING)):
        yield Candidate(word, CompletionItemKind.Event, rank=(index, word))


def _complete_answer(text: str, names: Names) -> tuple[int, list[Candidate]]:
    """Return the start of the typed word in an answer, and the candidates for it.

    text: the answer up to the cursor.
    """
    titles = {title.casefold() for title in names.titles}
    partial = _before_word(text, titles, title_finder(titles))
    if set(partial.expected) >= _VERBS:
        words = [*Verb] if text.startswith(CANNOT) else [*Verb, CANNOT.strip()]
        return partial.end, [
            Candidate(f"{word} ", CompletionItemKind.Keyword, label=str(word)) for word in words
        ]
    return partial.end, [
        candidate
        for name in sorted(partial.expected, key=lambda terminal: terminal == "NOTHING")
        for candidate in _answer_candidates(name, names)
    ]


_VERBS: Final = set(parse_answer_prefix(CANNOT).expected)


def _before_word(text: str, titles: set[str], find_title: FindTitle) -> PartialAnswer:
    """Parse an answer up to the word or title that is being typed."""
    partial = parse_answer_prefix(text, find_title)
    if partial.tokens and partial.end == len(text):
        terminal, span = partial.tokens[-1]
        is_complete = text[span.start : span.end].casefold() in titles or terminal != "TITLE"
        if not (is_complete and text.endswith(" ")):
            return parse_answer_prefix(text[: span.start], find_title)
    return partial


def _answer_candidates(terminal: str, names: Names) -> Iterator[Candidate]:
    if terminal == "TITLE":
        for title, detail in names.titles.items():
            yield Candidate(title, CompletionItemKind.Class, detail=detail)
    elif terminal == "KIND":
        yield from (Candidate(kind, CompletionItemKind.EnumMember) for kind in KINDS)
    else:
        yield from (
            Candidate(word, CompletionItemKind.Keyword) for word in literal_words((terminal,))
        )
