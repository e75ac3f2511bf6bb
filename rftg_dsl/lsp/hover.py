"""Hover texts for power lines, names and keys."""

from __future__ import annotations

from lsprotocol import types

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.lsp.context import CursorContext, context_at, entry_schema, schema_at
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.names import KEYWORD, SET, TITLE, TOKEN, Name
from rftg_dsl.lsp.navigation import name_under, text_at
from rftg_dsl.lsp.workspace import Document, DocumentView, Workspace
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.source.schema import resolve_reference
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.formatter import outline
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.words.checks import SemanticError


def hover_at(
    workspace: Workspace, library: Library, uri: str, position: types.Position
) -> types.Hover | None:
    """Return the hover text at a position, or None."""
    document = workspace.get(uri)
    if document is None:
        return None
    view = workspace.view(uri)
    row, column = document.lines.point(position)
    context = context_at(document.lines.lines, row, column)
    name = name_under(document, view, row, column)
    if name is not None:
        text = _describe_name(name, view, library)
        if text:
            return _hover(text, document.lines.range(name.region))
    if context.rule == context.game.power:
        return _hover_power(document, context, row)
    return _hover_key(document, context, row) if context.part == "key" else None


def _describe_name(name: Name, view: DocumentView, library: Library) -> str:
    if name.kind == TITLE:
        return library.card_text(view, name.text)
    if name.kind == SET:
        return library.set_text(view, name.text)
    if name.kind == KEYWORD:
        return library.keyword_text(view, name.text)
    return library.names(view).tokens.get(name.text, "") if name.kind == TOKEN else ""


def _hover_power(document: Document, context: CursorContext, row: int) -> types.Hover | None:
    source_line = text_at(context, row)
    power = _parse_or_none(source_line.text, context.rule)
    if power is None:
        return None
    from rftg_dsl.wording.english import word_lines

    english = "  \n".join(word_lines(power))
    hooks = "\n".join(outline(hook) for hook in lower_for_game(power))
    return _hover(
        f"{english}\n\n```yaml\n{hooks}\n```", document.lines.range(source_line.full_region)
    )


def _parse_or_none(text: str, start: str) -> Power | None:
    """Return the power, or None if it has an error."""
    try:
        power = parse_power(text, start)
        lower_for_game(power)
    except (PowerSyntaxError, SemanticError, ValueError):
        return None
    return power


def _hover_key(document: Document, context: CursorContext, row: int) -> types.Hover | None:
    rules = entry_schema(schema_at(context.path, context.game))
    rule = rules.get("properties", {}).get(context.text)
    if rule is None:
        return None
    description = rule.get("description") or resolve_reference(rule).get("description", "")
    examples = "".join(
        f"\n\n    {context.text}: {_format_example(example)}"
        for example in rule.get("examples", ())
    )
    region = Region.on_line(row + 1, context.start + 1, len(context.text))
    return _hover(f"**{context.text}** — {description}{examples}", document.lines.range(region))


def _format_example(example: object) -> str:
    """Return an example of the schema as YAML."""
    if isinstance(example, list):
        return f"[{', '.join(map(str, example))}]"
    text = str(example)
    return (
        "|\n" + "\n".join(f"      {line}" for line in text.splitlines()) if "\n" in text else text
    )


def _hover(text: str, range_: types.Range) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_)
