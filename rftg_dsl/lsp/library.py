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
from rftg_dsl.sets.faces import LINKS
from rftg_dsl.sets.units import Draft, Unit, declared_tokens
from rftg_dsl.source.locate import find_sets_in
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.text import open_regular_file


class Library:
    """Descriptions of cards, and how often words are used in shipped sets."""

    def __init__(self) -> None:
        self._habits: dict[str, UsageStats] = {}
        self._shipped: dict[str, tuple[Unit, ...]] = {}

    def warm_up(self) -> None:
        """Read the shipped sets now, before the first request."""
        for game in GAMES.values():
            self.usage_stats(game)

    def usage_stats(self, game: Game) -> UsageStats:
        """Return how often words are used in power lines of a game."""
        if game.id not in self._habits:
            visible_drafts = (draft for unit in self._sets_of(game) for draft in unit.drafts)
            lines = (written.text for draft in visible_drafts for written, _ in draft.lines)
            self._habits[game.id] = UsageStats(lines, game)
        return self._habits[game.id]

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
        own = frozenset[str]()
        if view.unit:
            own = declared_tokens(view.unit).union(word for word, _ in view.unit.words("keywords"))
        return Names(keywords, titles, tokens, _unpaired_faces(view), own)

    def sets(self, path: Path, view: DocumentView, game: Game) -> dict[str, str]:
        """Return the titles of the sets that a document can require, by id."""
        own = view.unit.id if view.unit else ""
        beside = find_sets_in(path.parent) if path.is_file() else {}
        found = {unit.id: _title(unit) for unit in self._sets_of(game)}
        for name, one in beside.items():
            if one != path and _game_of_file(one) is game:
                found[name] = f"the file {one.name}"
        return {name: title for name, title in found.items() if name != own}

    def card_text(self, view: DocumentView, title: str) -> str:
        """Return a card in Markdown; "" for an unknown title."""
        found = find_card(view, title)
        if found is None:
            return ""
        unit, draft = found
        return f"**{title}** — from *{_title(unit) or unit.id}*" + _card_body(draft)

    def set_text(self, view: DocumentView, set_id: str) -> str:
        """Describe a set; "" if the document does not require it."""
        unit = next((one for one in view.units if one.id == set_id), None)
        if unit is None:
            return ""
        return f"**{_title(unit)}** — {counted(len(unit.drafts), 'title')}"

    def keyword_text(self, view: DocumentView, keyword: str) -> str:
        """Describe a keyword and its cards; "" if no set declares it."""
        homes = [
            unit for unit in view.units if any(w == keyword for w, _ in unit.words("keywords"))
        ]
        if not homes:
            return ""
        bearers = [
            d.title for _, d in visible_drafts(view) if d.card and keyword in d.card.keywords
        ]
        some = ", ".join(bearers[:_MAX_TITLES]) + (" …" if len(bearers) > _MAX_TITLES else "")
        home = ", ".join(_title(unit) or unit.id for unit in homes)
        said = f"**{keyword}** — keyword of *{home}*\n\n{counted(len(bearers), 'card')}"
        return f"{said}: {some}" if bearers else said


def _unpaired_faces(view: DocumentView) -> dict[str, dict[str, str]]:
    """Return the faces of a document without another side, by type."""
    faces = view.unit.drafts if view.unit else []
    links = (draft.node.values.get(key) for draft in faces for key in LINKS)
    named = {link.text for link in links if isinstance(link, Scalar)}
    found: dict[str, dict[str, str]] = {}
    for draft in faces:
        card, tile = draft.card, draft.card.tile if draft.card else None
        whole = tile is None or tile.home or tile.other or draft.title in named
        if card is not None and not whole:
            found.setdefault(card.type, {})[draft.title] = summarize_card(card)
    return found


def _game_of_file(path: Path) -> Game:
    """Return the game that the first lines of a file declare."""
    try:
        with open_regular_file(path) as file:
            return declared_game(file.read(_HEAD).decode("utf-8", "replace").splitlines())
    except OSError:
        return RACE


_HEAD = 10_000
"""Bytes at the start of a file that can have its head."""
_MAX_TITLES = 8
"""Most titles listed for a keyword."""


def visible_drafts(view: DocumentView) -> Iterator[tuple[Unit, Draft]]:
    """Yield the cards that a document can name with their units, its own first."""
    for unit in reversed(view.units):
        for draft in unit.drafts:
            yield unit, draft


def find_card(view: DocumentView, title: str) -> tuple[Unit, Draft] | None:
    """Return the card with a title, in any letter case."""
    wanted = title.casefold()
    return next((pair for pair in visible_drafts(view) if pair[1].title.casefold() == wanted), None)


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
