"""Hover texts, and short descriptions of the cards, keywords and sets that a document can name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import Region
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.lsp.context import CursorContext, context_at, declared_game, entry_schema, schema_at
from rftg_dsl.lsp.names import KEYWORD, SET, TITLE, TOKEN, Name
from rftg_dsl.lsp.navigation import name_under, text_at
from rftg_dsl.lsp.words import Names, UsageStats
from rftg_dsl.lsp.workspace import Document, DocumentView, Workspace
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_sets
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.sets.tiles import LINKS
from rftg_dsl.sets.units import Draft, Unit, declared_tokens
from rftg_dsl.source.files import find_sets_in
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.schema import resolve_reference
from rftg_dsl.source.text import open_regular_file
from rftg_dsl.syntax.ast import Power
from rftg_dsl.syntax.formatter import outline
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.words.checks import SemanticError


class Library:
    """Descriptions of cards, and usage statistics from the shipped sets."""

    def __init__(self) -> None:
        self._usage_by_game: dict[str, UsageStats] = {}
        self._shipped: dict[str, tuple[Unit, ...]] = {}

    def warm_up(self) -> None:
        """Read the shipped sets now, before the first request."""
        for game in GAMES.values():
            self.usage_stats(game)

    def usage_stats(self, game: Game) -> UsageStats:
        """Return the word statistics of a game's power lines."""
        if game.id not in self._usage_by_game:
            drafts = (draft for unit in self._sets_of(game) for draft in unit.drafts)
            lines = (source_line.text for draft in drafts for source_line, _ in draft.lines)
            self._usage_by_game[game.id] = UsageStats(lines, game)
        return self._usage_by_game[game.id]

    def _sets_of(self, game: Game) -> tuple[Unit, ...]:
        if game.id not in self._shipped:
            self._shipped[game.id] = compile_files(shipped_sets(game)).units
        return self._shipped[game.id]

    def names(self, view: DocumentView) -> Names:
        """Return the names that a document can use, with short descriptions."""
        keywords = {
            word: f"keyword of {unit.id}"
            for unit in view.units
            for word, _ in unit.words("keywords")
        }
        titles = {
            draft.title: summarize_card(draft.card)
            for _, draft in visible_drafts(view)
            if draft.title
        }
        tokens = {
            token: f"tokens of {unit.id}" for unit in view.units for token in declared_tokens(unit)
        }
        own_names = frozenset[str]()
        if view.unit:
            own_names = declared_tokens(view.unit).union(
                word for word, _ in view.unit.words("keywords")
            )
        return Names(keywords, titles, tokens, _unpaired_faces(view), own_names)

    def sets(self, path: Path, view: DocumentView, game: Game) -> dict[str, str]:
        """Return the titles of the sets that a document can require, by id."""
        own_id = view.unit.id if view.unit else ""
        neighbours = find_sets_in(path.parent) if path.is_file() else {}
        titles = {unit.id: _title(unit) for unit in self._sets_of(game)}
        for name, file in neighbours.items():
            if file != path and _game_of_file(file) is game:
                titles[name] = f"the file {file.name}"
        return {name: title for name, title in titles.items() if name != own_id}

    def card_text(self, view: DocumentView, title: str) -> str:
        """Return a card in Markdown, or "" for an unknown title."""
        match = find_card(view, title)
        if match is None:
            return ""
        unit, draft = match
        return f"**{title}** — from *{_title(unit) or unit.id}*" + _card_body(draft)

    def set_text(self, view: DocumentView, set_id: str) -> str:
        """Describe a set, or return "" if the document doesn't require it."""
        unit = next((unit for unit in view.units if unit.id == set_id), None)
        if unit is None:
            return ""
        return f"**{_title(unit)}** — {counted(len(unit.drafts), 'title')}"

    def keyword_text(self, view: DocumentView, keyword: str) -> str:
        """Describe a keyword and its cards, or return "" if no set declares it."""
        declaring_units = [
            unit
            for unit in view.units
            if any(word == keyword for word, _ in unit.words("keywords"))
        ]
        if not declaring_units:
            return ""
        titles = [
            draft.title
            for _, draft in visible_drafts(view)
            if draft.card and keyword in draft.card.keywords
        ]
        listed_titles = ", ".join(titles[:_MAX_TITLES]) + (
            " …" if len(titles) > _MAX_TITLES else ""
        )
        set_titles = ", ".join(_title(unit) or unit.id for unit in declaring_units)
        heading = f"**{keyword}** — keyword of *{set_titles}*\n\n{counted(len(titles), 'card')}"
        return f"{heading}: {listed_titles}" if titles else heading


def _unpaired_faces(view: DocumentView) -> dict[str, dict[str, str]]:
    """Return the sides of tiles without another side, by type."""
    faces = view.unit.drafts if view.unit else []
    links = (draft.node.values.get(key) for draft in faces for key in LINKS)
    linked_titles = {link.text for link in links if isinstance(link, Scalar)}
    unpaired: dict[str, dict[str, str]] = {}
    for draft in faces:
        card, tile = draft.card, draft.card.tile if draft.card else None
        is_paired = tile is None or tile.home or tile.other or draft.title in linked_titles
        if card is not None and not is_paired:
            unpaired.setdefault(card.type, {})[draft.title] = summarize_card(card)
    return unpaired


def _game_of_file(path: Path) -> Game:
    """Return the game that the first lines of a file declare."""
    try:
        with open_regular_file(path) as file:
            return declared_game(file.read(_HEADER_SIZE).decode("utf-8", "replace").splitlines())
    except OSError:
        return RACE


_HEADER_SIZE = 10_000
"""Number of bytes read to find the header of a file."""
_MAX_TITLES = 8
"""Maximum number of titles listed for a keyword."""


def visible_drafts(view: DocumentView) -> Iterator[tuple[Unit, Draft]]:
    """Yield the cards that a document can refer to, with their units. Its own cards come first."""
    for unit in reversed(view.units):
        for draft in unit.drafts:
            yield unit, draft


def find_card(view: DocumentView, title: str) -> tuple[Unit, Draft] | None:
    """Return the card with a title, ignoring case."""
    folded = title.casefold()
    return next((pair for pair in visible_drafts(view) if pair[1].title.casefold() == folded), None)


def summarize_card(card: Card | None) -> str:
    """Return the type and cost of a card."""
    if card is None:
        return ""
    kind = "military world" if card.military else card.type
    good = f", {card.kind}" if card.kind else ""
    return f"{kind} {card.cost}{good}"


def _title(unit: Unit) -> str:
    title = unit.data.get("title")
    return title if isinstance(title, str) else ""


def _card_body(draft: Draft) -> str:
    """Return the printed text of a card as Markdown, without its title."""
    if draft.card is None:
        return ""
    from rftg_dsl.wording.english import describe_card

    return "\n\n" + "  \n".join(describe_card(draft.card).split("\n")[1:])


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
