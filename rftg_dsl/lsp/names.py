"""Names in a card file: definitions and uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.games import Game
from rftg_dsl.lsp.context import language_texts, rule_of
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import Schema, card_set_schema, resolve_reference
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Selector, Span
from rftg_dsl.syntax.parser import read_tokens
from rftg_dsl.syntax.written import SourceLine, without_comment

TITLE: Final = "title"
KEYWORD: Final = "keyword"
TOKEN: Final = "token"
GOAL: Final = "goal"
SET: Final = "set"


@struct
class Name:
    """A name in a file.

    kind: TITLE (of a card), KEYWORD, TOKEN, GOAL or SET.
    region: region of the name, without quotes.
    defines: whether this is the definition.
    style: quoting style as in Scalar.style, "text" in a text of the language.
    """

    kind: str
    text: str
    region: Region
    defines: bool = False
    style: str = "text"

    def is_same(self, other: Name) -> bool:
        """Return whether both names refer to the same object."""
        return self.kind == other.kind and self.text.casefold() == other.text.casefold()


def names_in(unit: Unit) -> Iterator[Name]:
    """Yield every name of a unit, in no particular order."""
    yield from names_outside_answers(unit)
    for source_line, spans in unit.answered:
        style = "'" if source_line.quoted else "text"
        for span in spans:
            title = source_line.text[span.start : span.end]
            yield Name(TITLE, title, source_line.region(span), style=style)


def names_outside_answers(unit: Unit) -> Iterator[Name]:
    """Yield every name of a unit, except those in answers of card tests."""
    game = unit.report.game
    if unit.root is not None:
        yield from _names_in_node(unit.root, card_set_schema(game), (), game)
    for draft in unit.drafts:
        for source_line, line in draft.lines:
            yield from names_in_text(source_line, game.power, selectors_in(line.power))
    selectors_by_text: dict[SourceLine, list[Selector]] = {
        source_line: [] for source_line, _ in unit.goal_counts
    }
    for source_line, selector in unit.named_selectors:
        selectors_by_text.setdefault(source_line, []).append(selector)
    for source_line, selectors in selectors_by_text.items():
        yield from names_in_text(source_line, _rule(source_line), selectors)
    if unit.broken or not all(draft.is_complete for draft in unit.drafts):
        yield from _names_in_unparsed_texts(unit, selectors_by_text)


def _names_in_unparsed_texts(unit: Unit, parsed_texts: Iterable[SourceLine]) -> Iterator[Name]:
    """Yield the titles in texts that cannot be parsed, such as unfinished lines."""
    parsed_lines = {text.line for draft in unit.drafts for text, _ in draft.lines}
    parsed_lines |= {text.line for text in parsed_texts}
    for row, context in language_texts(unit.source.lines if unit.source else ()):
        quoted = context.text.startswith("'")
        for match in _TITLE.finditer(
            without_comment(context.text) if row + 1 not in parsed_lines else ""
        ):
            title = match[1].replace("''", "'") if quoted else match[1]
            region = Region.on_line(row + 1, context.start + 1 + match.start(1), len(match[1]))
            yield Name(TITLE, title, region, style="'" if quoted else "text")


_TITLE: Final = re.compile('"([^"]+)"')


def _rule(source_line: SourceLine) -> str:
    """Return the grammar rule that parses a goal or search category completely."""
    rules = ("goal", "measure", "cards")
    return next((rule for rule in rules if read_tokens(source_line.text, rule)[1]), "goal")


def names_in_text(
    source_line: SourceLine, rule: str, selectors: Iterable[Selector] = ()
) -> Iterator[Name]:
    """Yield the names in a text, as far as it can be parsed.

    selectors: parsed selectors in the text.
    """
    keywords_by_span = [
        (selector.span, {word for word, _ in keywords_in(selector)}) for selector in selectors
    ]
    style = "'" if source_line.quoted else "text"
    for terminal, span in read_tokens(source_line.text, rule)[0]:
        text = source_line.text[span.start : span.end]
        if terminal == "TITLE":
            region = source_line.region(Span(span.start + 1, span.end - 1))
            yield Name(TITLE, text[1:-1], region, style=style)
        elif terminal == "CLASS":
            yield Name(TOKEN, " ".join(text.lower().split()), source_line.region(span), style=style)
        elif terminal == "NAME" or (
            terminal == "KIND" and _is_keyword(text, span, keywords_by_span)
        ):
            yield Name(KEYWORD, text.lower(), source_line.region(span), style=style)


def _is_keyword(text: str, span: Span, keywords_by_span: list[tuple[Span, set[str]]]) -> bool:
    """Return whether the name of a kind is used as a keyword here."""
    return any(
        selector_span.start <= span.start < selector_span.end and text.lower() in words
        for selector_span, words in keywords_by_span
    )


def _names_in_node(node: Node, rules: Schema, path: tuple[str, ...], game: Game) -> Iterator[Name]:
    if isinstance(node, Scalar):
        kind = kind_at(path, rules, game)
        if kind and node.region.line == node.region.end_line:
            yield Name(kind, node.text, region_without_quotes(node), path in _DEFINING, node.style)
    elif isinstance(node, Items):
        for item in node.nodes:
            yield from _names_in_node(item, resolve_reference(rules).get("items", {}), path, game)
    else:
        yield from _names_in_mapping(node, resolve_reference(rules), path, game)


def _names_in_mapping(
    node: Mapping, rules: Schema, path: tuple[str, ...], game: Game
) -> Iterator[Name]:
    properties, additional = rules.get("properties", {}), rules.get("additionalProperties")
    kind = kind_of_keys(path, rules)
    for key, value in node.values.items():
        if kind:
            name = node.keys[key]
            yield Name(kind, key, region_without_quotes(name), path in _DEFINING, name.style)
        default = additional if isinstance(additional, dict) else {}
        yield from _names_in_node(value, properties.get(key, default), (*path, key), game)


def unparsed_answers(unit: Unit) -> Iterator[str]:
    """Yield the answers that can't be parsed. Their names are unknown."""
    parsed = {(text.line, text.column - text.quoted) for text, _ in unit.answered}
    root = unit.root.values.get("tests") if unit.root else None
    for node in _answer_texts(root, False) if root else ():
        if (node.region.line, node.region.column) not in parsed:
            yield node.text


def _answer_texts(node: Node, inside_answers: bool) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        if inside_answers:
            yield node
    elif isinstance(node, Items):
        for item in node.nodes:
            yield from _answer_texts(item, inside_answers)
    else:
        for key, value in node.values.items():
            yield from _answer_texts(value, inside_answers or key == "answers")


def kind_of_keys(path: tuple[str, ...], rules: Schema) -> str:
    """Return the kind of name of the keys of a mapping, or "" if they aren't names.

    rules: schema of the mapping.
    """
    if path == ("scenes",):
        return KEYWORD
    if path[-1:] == ("tokens",):
        return TOKEN
    if path[:1] == ("tests",) and path[-1:] == ("goals",):
        return GOAL
    return TITLE if _definition(rules.get("propertyNames", {})) == "title" else ""


def _definition(rules: Schema) -> str:
    """Return the definition that a schema refers to, or ""."""
    return str(rules.get("$ref", "")).removeprefix("#/$defs/")


_GOALS: Final = ("goals", "title")
_DEFINING: Final = {("set",), ("keywords",), ("tokens",), ("cards", "title"), _GOALS}
_SETS: Final = {("set",), ("requires",), ("goals", "needs")}


def kind_at(path: tuple[str, ...], rules: Schema, game: Game) -> str:
    """Return the kind of name of a value at a key path, or "" if it isn't a name.

    rules: schema of the value.
    """
    if path in _SETS:
        return SET
    reference = _definition(rules)
    if reference == "keyword":
        return KEYWORD
    if reference != "title" or rule_of(path, game):
        return ""
    if path == _GOALS or path[-1:] == ("goals",):
        return GOAL
    return TITLE if path[-1:] != ("title",) or path in _DEFINING else ""


def region_without_quotes(node: Scalar) -> Region:
    """Return the region of a text on one line, without its quotes."""
    region, quoted = node.region, node.style in ("'", '"')
    return Region(region.line, region.column + quoted, region.end_line, region.end_column - quoted)


def name_at(names: Iterable[Name], line: int, column: int) -> Name | None:
    """Return the name at a line and column (from 1), including the end of the name."""
    for name in names:
        region = name.region
        if region.line == line and region.column <= column <= region.end_column:
            return name
    return None
