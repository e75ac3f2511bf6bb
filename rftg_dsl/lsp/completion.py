"""Completion at the cursor, in any text however broken."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from lsprotocol import types

from rftg_dsl.games import GAMES
from rftg_dsl.lsp.context import CursorContext, context_at, declared_game, entry, schema_at
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.names import KEYWORD, SET, TITLE, TOKEN, sort_at, sort_of_keys
from rftg_dsl.lsp.words import Candidate, CandidateKind, Names, split_prefix, words_after
from rftg_dsl.lsp.workspace import Document, Lines, Workspace
from rftg_dsl.sets.answers import CANNOT, title_finder
from rftg_dsl.sets.faces import LINKS
from rftg_dsl.sets.pictures import pictures_in
from rftg_dsl.source.quoting import quote_scalar
from rftg_dsl.source.schema import Schema, resolve_reference
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.parser import FindTitle, PartialAnswer, parse_answer_prefix
from rftg_dsl.syntax.situations import ACTIONS, NOTHING, STEPS, Verb
from rftg_dsl.syntax.tokens import literal_words
from rftg_dsl.syntax.written import without_comment

TRIGGERS: Final = [" ", '"', "-", ":", "["]
"""Characters that trigger completion."""


class Completion:
    """Completion for one client. snippets: the client supports them."""

    def __init__(self, workspace: Workspace, library: Library, snippets: bool = False) -> None:
        self._workspace = workspace
        self._library = library
        self._snippets = snippets

    def at(self, uri: str, position: types.Position) -> types.CompletionList:
        """Return the completions at a position of a document."""
        document = self._workspace.get(uri)
        if document is None:
            return types.CompletionList(False, [])
        row, column = document.lines.point(position)
        context = context_at(document.lines.lines, row, column)
        start, found = self._offers(document, context, row, column)
        range_ = types.Range(document.lines.position(row, start), position)
        items = [
            self._item(offer, number, range_, uri, context) for number, offer in enumerate(found)
        ]
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
        game = declared_game(document.lines.lines)
        above = [f"game: {game.id}", f"{section}:", f"  - {key}: "]
        if key == "powers":
            above[-1] += "|"
            lines = [*above, f"      {text}"]
        else:
            lines = [*above[:-1], above[-1] + text]
        row, column = len(lines) - 1, len(lines[-1])
        form = replace(document, lines=Lines(lines))
        start, found = self._offers(form, context_at(lines, row, column), row, column)
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
        self, document: Document, context: CursorContext, row: int, column: int
    ) -> tuple[int, Iterable[Candidate]]:
        """Return the column where the typed text starts, and the candidates there."""
        view = self._workspace.last_view(document.uri)
        names = self._library.names(view)
        line = document.lines.line(row)
        if context.rule:
            first = context.start + (line[context.start : context.start + 1] == "'")
            text = line[first:column]
            if without_comment(text) != text:
                return column, ()
            stem, word = split_prefix(text)
            found = words_after(stem, context.rule, names, self._library.usage_stats(context.game))
            titles = [one for one in found if one.kind == CandidateKind.TITLE]
            return column - len(word), titles if word.startswith('"') else found
        start = min(context.start, column)
        if context.path[-1:] == ("answers",):
            offset, found = _complete_answer(line[start:column], names)
            return start + offset, found
        if context.part == "key":
            return start, sorted(_complete_keys(context, names), key=_get_rank)
        if context.path == ("cards", "art"):
            pictures = pictures_in(document.path.parent)
            return start, [
                Candidate(quote_scalar(name), CandidateKind.FILE, label=name) for name in pictures
            ]
        sets = self._library.sets(document.path, view, context.game)
        return start, sorted(_complete_values(context, names, sets), key=_get_rank)

    def _item(
        self,
        offer: Candidate,
        number: int,
        range_: types.Range,
        uri: str,
        context: CursorContext,
    ) -> types.CompletionItem:
        label = offer.label or offer.text
        item = types.CompletionItem(
            label=label,
            kind=_ITEM_KINDS[offer.kind],
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
        if offer.kind == CandidateKind.TITLE:
            item.data = {"uri": uri, "title": label.strip('"')}
        return item

    def resolve(self, item: types.CompletionItem) -> types.CompletionItem:
        """Add the text of the card to a completion of a title."""
        data = item.data
        if isinstance(data, dict) and isinstance(data.get("uri"), str):
            view = self._workspace.last_view(data["uri"])
            text = self._library.card_text(view, str(data.get("title")))
            if text:
                item.documentation = types.MarkupContent(types.MarkupKind.Markdown, text)
        return item


def _get_rank(offer: Candidate) -> tuple[int, str]:
    return offer.rank


_ITEM_KINDS: Final = {
    CandidateKind.PHASE: types.CompletionItemKind.Event,
    CandidateKind.WORD: types.CompletionItemKind.Keyword,
    CandidateKind.NUMBER: types.CompletionItemKind.Constant,
    CandidateKind.KIND: types.CompletionItemKind.EnumMember,
    CandidateKind.KEYWORD: types.CompletionItemKind.Variable,
    CandidateKind.TITLE: types.CompletionItemKind.Class,
    CandidateKind.KEY: types.CompletionItemKind.Property,
    CandidateKind.VALUE: types.CompletionItemKind.Value,
    CandidateKind.SET: types.CompletionItemKind.Module,
    CandidateKind.FILE: types.CompletionItemKind.File,
}


def _complete_keys(context: CursorContext, names: Names) -> Iterator[Candidate]:
    """Yield the keys that a mapping can still have, required keys first."""
    rules = entry(schema_at(context.path, context.game))
    sort = "" if context.path == ("tokens",) else sort_of_keys(context.path, rules)
    for offer in (
        _name_candidates(*_NAMED_KEYS[sort](names), names.own) if sort in _NAMED_KEYS else ()
    ):
        yield replace(offer, text=f"{offer.text}: ", label=offer.text)
    needed = rules.get("required", ())
    dash = "- " if _lacks_dash(context) else ""
    for number, (key, rule) in enumerate(rules.get("properties", {}).items()):
        if key not in context.sibling_keys and not _excluded(key, context.sibling_keys, rules):
            yield Candidate(
                f"{dash}{key}: ",
                CandidateKind.KEY,
                snippet=f"{dash}{key}:{_value_snippet(resolve_reference(rule), key, context)}",
                detail="needed" if key in needed else "",
                about=rule.get("description", ""),
                label=key,
                rank=(number - _REQUIRED_FIRST * (key in needed), key),
            )


_REQUIRED_FIRST: Final = 1000
_NAMED_KEYS: Final[dict[str, Callable[[Names], tuple[dict[str, str], CandidateKind]]]] = {
    TITLE: lambda names: (names.titles, CandidateKind.TITLE),
    KEYWORD: lambda names: (names.keywords, CandidateKind.KEYWORD),
    TOKEN: lambda names: (names.tokens, CandidateKind.KEYWORD),
}
"""Names that the keys of a mapping can be, by sort of name."""


def _lacks_dash(context: CursorContext) -> bool:
    """Return whether a list entry starts here, but its dash is missing."""
    is_list = "items" in resolve_reference(schema_at(context.path, context.game))
    return is_list and not (context.item or context.sibling_keys or context.flow)


def _excluded(key: str, beside: frozenset[str], rules: Schema) -> bool:
    """Return whether a key is incompatible with the keys of the mapping."""
    keys = {*beside, key}
    for rule in rules.get("allOf", ()):
        if set(rule.get("not", {}).get("required", ("",))) <= keys:
            return True
        options = [set(option["required"]) for option in rule.get("oneOf", ())]
        if sum(option <= keys for option in options) > 1:
            return True
    return False


def _value_snippet(rule: Schema, key: str, context: CursorContext) -> str:
    """Return the start of the value of a key, with placeholders."""
    if rule.get("type") == "array":
        simple = resolve_reference(rule["items"]).get("type") != "object"
        return " [$1]" if simple or context.flow else f"\n  {_indent(context)}- $0"
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
    """Yield the values that can be at a position. sets: titles of sets by id."""
    rules = schema_at(context.path, context.game)
    inner = resolve_reference(rules).get("items", rules)
    if context.path[:1] == ("tests",) and context.path[-1] == "when":
        yield from _complete_action()
    if context.path == ("game",):
        yield from _name_candidates(
            {game.id: game.title for game in GAMES.values()}, CandidateKind.VALUE
        )
        return
    sort = sort_at(context.path, inner, context.game)
    if context.path[:-1] == ("cards",) and context.path[-1] in LINKS:
        yield from _name_candidates(_other_faces(context, names), CandidateKind.TITLE)
    elif sort == TITLE and context.path[-1] != "title":
        yield from _name_candidates(names.titles, CandidateKind.TITLE)
    elif sort == KEYWORD and len(context.path) > 1:
        yield from _name_candidates(names.keywords, CandidateKind.KEYWORD, names.own)
    elif sort == SET and context.path != ("set",):
        yield from _name_candidates(sets, CandidateKind.SET)
    for number, value in enumerate(_list_values(resolve_reference(inner))):
        yield Candidate(str(value), CandidateKind.VALUE, rank=(number, ""))


def _other_faces(context: CursorContext, names: Names) -> dict[str, str]:
    """Return the faces that can be on the other side of this face, or next to it."""
    own = next((key for key in context.game.types if key in context.sibling_keys), "")
    both_sorts = context.path[-1] != "other side"
    return {
        title: about
        for sort, faces in names.alone.items()
        if both_sorts or sort != own
        for title, about in faces.items()
    }


def _name_candidates(
    names: dict[str, str], kind: CandidateKind, first: Container[str] = ()
) -> Iterator[Candidate]:
    """Yield a candidate for each name. first: names that are listed first."""
    for name, about in names.items():
        yield Candidate(name, kind, detail=about, rank=(-1 if name in first else 0, name))


def _list_values(rule: Schema) -> Iterator[Any]:
    """Yield the values that a schema lists."""
    yield from rule.get("enum", ())
    if "const" in rule:
        yield rule["const"]
    for option in rule.get("anyOf", ()):
        yield from _list_values(option)


def _complete_action() -> Iterator[Candidate]:
    """Yield the actions that a test can choose."""
    for number, word in enumerate((*ACTIONS, *STEPS, NOTHING)):
        yield Candidate(word, CandidateKind.PHASE, rank=(number, word))


def _complete_answer(text: str, names: Names) -> tuple[int, list[Candidate]]:
    """Return where the text being written starts in an answer, and what can stand there.

    text: the answer up to the cursor.
    """
    known = {title.casefold() for title in names.titles}
    partial = _before_word(text, known, title_finder(known))
    if set(partial.expected) >= _VERBS:
        words = [*Verb] if text.startswith(CANNOT) else [*Verb, CANNOT.strip()]
        return partial.end, [
            Candidate(f"{one} ", CandidateKind.WORD, label=str(one)) for one in words
        ]
    return partial.end, [
        offer
        for name in sorted(partial.expected, key=_comes_last)
        for offer in _answer_candidates(name, names)
    ]


_VERBS: Final = set(parse_answer_prefix(CANNOT).expected)


def _before_word(text: str, known: set[str], find_title: FindTitle) -> PartialAnswer:
    """Parse an answer up to the word or title that is being typed."""
    partial = parse_answer_prefix(text, find_title)
    if partial.tokens and partial.end == len(text):
        terminal, span = partial.tokens[-1]
        whole = text[span.start : span.end].casefold() in known or terminal != "TITLE"
        if not (whole and text.endswith(" ")):
            return parse_answer_prefix(text[: span.start], find_title)
    return partial


def _comes_last(terminal: str) -> bool:
    return terminal == "NOTHING"


def _answer_candidates(terminal: str, names: Names) -> Iterator[Candidate]:
    if terminal == "TITLE":
        for title, about in names.titles.items():
            yield Candidate(title, CandidateKind.TITLE, detail=about)
    elif terminal == "KIND":
        yield from (Candidate(kind, CandidateKind.KIND) for kind in KINDS)
    else:
        yield from (Candidate(word, CandidateKind.WORD) for word in literal_words((terminal,)))
