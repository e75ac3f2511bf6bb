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

    sort: TITLE (of a card), KEYWORD, TOKEN (a class of them), GOAL (the title of one) or SET.
    region: without quotes. defines: it is given here, not used.
    style: how YAML quotes it, as Scalar.style; "text" where it stands in a text of the language.
    """

    sort: str
    text: str
    region: Region
    defines: bool = False
    style: str = "text"

    def is_same(self, other: Name) -> bool:
        """Return whether both name the same thing."""
        return self.sort == other.sort and self.text.casefold() == other.text.casefold()


def names_in(unit: Unit) -> Iterator[Name]:
    """Yield every name of a unit, in no particular order."""
    yield from names_besides_answers(unit)
    for written, places in unit.answered:
        style = "'" if written.quoted else "text"
        for span in places:
            title = written.text[span.start : span.end]
            yield Name(TITLE, title, written.region(span), style=style)


def names_besides_answers(unit: Unit) -> Iterator[Name]:
    """Yield every name of a unit, except those in answers of card tests."""
    game = unit.report.game
    if unit.root is not None:
        yield from _in_node(unit.root, card_set_schema(game), (), game)
    for draft in unit.drafts:
        for written, line in draft.lines:
            yield from names_in_text(written, game.power, selectors_in(line.power))
    named: dict[SourceLine, list[Selector]] = {written: [] for written, _ in unit.goal_counts}
    for written, selector in unit.named_selectors:
        named.setdefault(written, []).append(selector)
    for written, selectors in named.items():
        yield from names_in_text(written, _rule(written), selectors)
    if unit.broken or not all(draft.is_complete for draft in unit.drafts):
        yield from _in_unread_texts(unit, named)


def _in_unread_texts(unit: Unit, named: Iterable[SourceLine]) -> Iterator[Name]:
    """Yield the titles in texts that cannot be parsed, such as unfinished lines."""
    read = {written.line for draft in unit.drafts for written, _ in draft.lines}
    read |= {written.line for written in named}
    for row, context in language_texts(unit.source.lines if unit.source else ()):
        quoted = context.text.startswith("'")
        for found in _TITLE.finditer(without_comment(context.text) if row + 1 not in read else ""):
            title = found[1].replace("''", "'") if quoted else found[1]
            place = Region.on_line(row + 1, context.start + 1 + found.start(1), len(found[1]))
            yield Name(TITLE, title, place, style="'" if quoted else "text")


_TITLE: Final = re.compile('"([^"]+)"')


def _rule(written: SourceLine) -> str:
    """Return the grammar rule that parses a goal or search category completely."""
    rules = ("goal", "measure", "cards")
    return next((rule for rule in rules if read_tokens(written.text, rule)[1]), "goal")


def names_in_text(
    written: SourceLine, rule: str, selectors: Iterable[Selector] = ()
) -> Iterator[Name]:
    """Yield the names in a text, as far as it can be parsed.

    selectors: those already known to be in it.
    """
    spoken = [(one.span, {word for word, _ in keywords_in(one)}) for one in selectors]
    style = "'" if written.quoted else "text"
    for terminal, span in read_tokens(written.text, rule)[0]:
        text = written.text[span.start : span.end]
        if terminal == "TITLE":
            place = written.region(Span(span.start + 1, span.end - 1))
            yield Name(TITLE, text[1:-1], place, style=style)
        elif terminal == "CLASS":
            yield Name(TOKEN, " ".join(text.lower().split()), written.region(span), style=style)
        elif terminal == "NAME" or (terminal == "KIND" and _is_keyword(text, span, spoken)):
            yield Name(KEYWORD, text.lower(), written.region(span), style=style)


def _is_keyword(text: str, span: Span, spoken: list[tuple[Span, set[str]]]) -> bool:
    """Return whether the name of a kind is used as a keyword here."""
    return any(
        where.start <= span.start < where.end and text.lower() in words for where, words in spoken
    )


def _in_node(node: Node, rules: Schema, path: tuple[str, ...], game: Game) -> Iterator[Name]:
    if isinstance(node, Scalar):
        sort = sort_at(path, rules, game)
        if sort and node.region.line == node.region.end_line:
            yield Name(sort, node.text, inside(node), path in _DEFINING, node.style)
    elif isinstance(node, Items):
        for item in node.nodes:
            yield from _in_node(item, resolve_reference(rules).get("items", {}), path, game)
    else:
        yield from _in_mapping(node, resolve_reference(rules), path, game)


def _in_mapping(node: Mapping, rules: Schema, path: tuple[str, ...], game: Game) -> Iterator[Name]:
    known, other = rules.get("properties", {}), rules.get("additionalProperties")
    sort = sort_of_keys(path, rules)
    for key, value in node.values.items():
        if sort:
            name = node.keys[key]
            yield Name(sort, key, inside(name), path in _DEFINING, name.style)
        rest = other if isinstance(other, dict) else {}
        yield from _in_node(value, known.get(key, rest), (*path, key), game)


def unread_answers(unit: Unit) -> Iterator[str]:
    """Yield the texts of answers that cannot be parsed, so their names are unknown."""
    read = {(one.line, one.column - one.quoted) for one, _ in unit.answered}
    root = unit.root.values.get("tests") if unit.root else None
    for node in _answers(root, False) if root else ():
        if (node.region.line, node.region.column) not in read:
            yield node.text


def _answers(node: Node, inside_answers: bool) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        if inside_answers:
            yield node
    elif isinstance(node, Items):
        for item in node.nodes:
            yield from _answers(item, inside_answers)
    else:
        for key, value in node.values.items():
            yield from _answers(value, inside_answers or key == "answers")


def sort_of_keys(path: tuple[str, ...], rules: Schema) -> str:
    """Return the sort of names that the keys of a mapping are; "" if they are not names.

    rules: what the schema says of the mapping.
    """
    if path == ("scenes",):
        return KEYWORD
    if path[-1:] == ("tokens",):
        return TOKEN
    if path[:1] == ("tests",) and path[-1:] == ("goals",):
        return GOAL
    return TITLE if _definition(rules.get("propertyNames", {})) == "title" else ""


def _definition(rules: Schema) -> str:
    """Return the definition that a schema refers to; "" if none."""
    return str(rules.get("$ref", "")).removeprefix("#/$defs/")


_GOALS: Final = ("goals", "title")
_DEFINING: Final = {("set",), ("keywords",), ("tokens",), ("cards", "title"), _GOALS}
_SETS: Final = {("set",), ("requires",), ("goals", "needs")}


def sort_at(path: tuple[str, ...], rules: Schema, game: Game) -> str:
    """Return the sort of name of a value below some keys; "" if it is not a name.

    rules: what the schema says of the value itself.
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


def inside(node: Scalar) -> Region:
    """Return the region of a text on one line, without its quotes."""
    region, quoted = node.region, node.style in ("'", '"')
    return Region(region.line, region.column + quoted, region.end_line, region.end_column - quoted)


def name_at(names: Iterable[Name], line: int, column: int) -> Name | None:
    """Return the name at a line and column, both from 1; its end is included."""
    for name in names:
        region = name.region
        if region.line == line and region.column <= column <= region.end_column:
            return name
    return None
