"""Short descriptions of the cards, keywords and sets that a document can name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.lsp.context import declared_game
from rftg_dsl.lsp.words import Names, UsageStats
from rftg_dsl.lsp.workspace import DocumentView
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_sets
from rftg_dsl.sets.tiles import LINKS
from rftg_dsl.sets.units import Draft, Unit, declared_tokens
from rftg_dsl.source.locate import find_sets_in
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.text import open_regular_file


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
