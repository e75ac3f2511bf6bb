"""Hover: what a power line says in English, and what a name, a word or a key is."""

from __future__ import annotations

from lsprotocol import types

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.lsp.context import Spot, entry, schema_at, spot_at
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.names import KEYWORD, SET, TITLE, TOKEN, Name
from rftg_dsl.lsp.pointing import name_under, written_at
from rftg_dsl.lsp.workspace import Document, View, Workspace
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.source.schema import resolve_reference
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.formatter import outline
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.words.checks import SemanticError


def hover_at(
    workspace: Workspace, library: Library, uri: str, position: types.Position
) -> types.Hover | None:
    """Return what is known about a position of a document, None where nothing is."""
    document = workspace.get(uri)
    if document is None:
        return None
    view = workspace.view(uri)
    row, column = document.lines.point(position)
    spot = spot_at(document.lines.lines, row, column)
    name = name_under(document, view, row, column)
    if name is not None:
        text = _about(name, view, library)
        if text:
            return _hover(text, document.lines.range(name.region))
    if spot.rule == spot.game.power:
        return _power(document, spot, row)
    return _key(document, spot, row) if spot.part == "key" else None


def _about(name: Name, view: View, library: Library) -> str:
    if name.sort == TITLE:
        return library.card_text(view, name.text)
    if name.sort == SET:
        return library.set_text(view, name.text)
    if name.sort == KEYWORD:
        return library.keyword_text(view, name.text)
    return library.names(view).tokens.get(name.text, "") if name.sort == TOKEN else ""


def _power(document: Document, spot: Spot, row: int) -> types.Hover | None:
    written = written_at(spot, row)
    power = _parsed(written.text, spot.rule)
    if power is None:
        return None
    from rftg_dsl.wording.english import word_lines

    said = "  \n".join(word_lines(power))
    hooks = "\n".join(outline(hook) for hook in lower_for_game(power))
    return _hover(f"{said}\n\n```yaml\n{hooks}\n```", document.lines.range(written.whole))


def _parsed(text: str, start: str) -> Power | None:
    """Return the power, None where it cannot be read or means nothing."""
    try:
        power = parse_power(text, start)
        lower_for_game(power)
    except (PowerSyntaxError, SemanticError, ValueError):
        return None
    return power


def _key(document: Document, spot: Spot, row: int) -> types.Hover | None:
    rules = entry(schema_at(spot.path, spot.game))
    rule = rules.get("properties", {}).get(spot.text)
    if rule is None:
        return None
    about = rule.get("description") or resolve_reference(rule).get("description", "")
    examples = "".join(f"\n\n    {spot.text}: {_shown(one)}" for one in rule.get("examples", ()))
    region = Region.on_line(row + 1, spot.start + 1, len(spot.text))
    return _hover(f"**{spot.text}** — {about}{examples}", document.lines.range(region))


def _shown(example: object) -> str:
    """Return an example of the schema as YAML."""
    if isinstance(example, list):
        return f"[{', '.join(map(str, example))}]"
    text = str(example)
    return (
        "|\n" + "\n".join(f"      {line}" for line in text.splitlines()) if "\n" in text else text
    )


def _hover(text: str, range_: types.Range) -> types.Hover:
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_)
