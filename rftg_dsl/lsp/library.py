"""What an editor can be told about the cards, keywords and sets that a document can name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.lsp.context import game_in
from rftg_dsl.lsp.words import Habits, Names
from rftg_dsl.lsp.workspace import View
from rftg_dsl.model import Card
from rftg_dsl.resources import shipped_sets
from rftg_dsl.sets.faces import LINKS
from rftg_dsl.sets.units import Draft, Unit, tokens_declared
from rftg_dsl.source.locate import find_sets_in
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.source.text import open_regular_file


class Library:
    """Facts about cards in words. Of the shipped sets, it knows which words are usual."""

    def __init__(self) -> None:
        self._habits: dict[str, Habits] = {}
        self._shipped: dict[str, tuple[Unit, ...]] = {}

    def warm_up(self) -> None:
        """Read the shipped sets now and not with the first question."""
        for game in GAMES.values():
            self.habits(game)

    def habits(self, game: Game) -> Habits:
        """Return how power lines of a game are usually written."""
        if game.id not in self._habits:
            drafts = (draft for unit in self._sets_of(game) for draft in unit.drafts)
            lines = (written.text for draft in drafts for written, _ in draft.lines)
            self._habits[game.id] = Habits(lines, game)
        return self._habits[game.id]

    def _sets_of(self, game: Game) -> tuple[Unit, ...]:
        if game.id not in self._shipped:
            self._shipped[game.id] = compile_files(shipped_sets(game)).units
        return self._shipped[game.id]

    def names(self, view: View) -> Names:
        """Return what a document can name, each with a short description."""
        keywords = {
            word: f"keyword of {unit.id}"
            for unit in view.units
            for word, _ in unit.words("keywords")
        }
        titles = {draft.title: facts(draft.card) for _, draft in drafts(view) if draft.title}
        tokens = {
            token: f"tokens of {unit.id}" for unit in view.units for token in tokens_declared(unit)
        }
        own = frozenset[str]()
        if view.unit:
            own = tokens_declared(view.unit).union(word for word, _ in view.unit.words("keywords"))
        return Names(keywords, titles, tokens, _alone(view), own)

    def sets(self, path: Path, view: View, game: Game) -> dict[str, str]:
        """Return the sets of its game that a document can require, each with its title."""
        own = view.unit.id if view.unit else ""
        beside = find_sets_in(path.parent) if path.is_file() else {}
        found = {unit.id: _title(unit) for unit in self._sets_of(game)}
        for name, one in beside.items():
            if one != path and _game_of(one) is game:
                found[name] = f"the file {one.name}"
        return {name: title for name, title in found.items() if name != own}

    def card_text(self, view: View, title: str) -> str:
        """Return what a card is and says, in Markdown; "" for an unknown title."""
        found = find_card(view, title)
        if found is None:
            return ""
        unit, draft = found
        return f"**{title}** — from *{_title(unit) or unit.id}*" + _body(draft)

    def set_text(self, view: View, set_id: str) -> str:
        """Return what a set is; "" where the document does not require it."""
        unit = next((one for one in view.units if one.id == set_id), None)
        if unit is None:
            return ""
        return f"**{_title(unit)}** — {counted(len(unit.drafts), 'title')}"

    def keyword_text(self, view: View, keyword: str) -> str:
        """Return where a keyword is declared and which cards have it; "" where none declares it."""
        homes = [
            unit for unit in view.units if any(w == keyword for w, _ in unit.words("keywords"))
        ]
        if not homes:
            return ""
        bearers = [d.title for _, d in drafts(view) if d.card and keyword in d.card.keywords]
        some = ", ".join(bearers[:_SOME]) + (" …" if len(bearers) > _SOME else "")
        home = ", ".join(_title(unit) or unit.id for unit in homes)
        said = f"**{keyword}** — keyword of *{home}*\n\n{counted(len(bearers), 'card')}"
        return f"{said}: {some}" if bearers else said


def _alone(view: View) -> dict[str, dict[str, str]]:
    """Return the faces of a document that are no whole tile yet, by their type."""
    faces = view.unit.drafts if view.unit else []
    links = (draft.node.values.get(key) for draft in faces for key in LINKS)
    named = {link.text for link in links if isinstance(link, Scalar)}
    found: dict[str, dict[str, str]] = {}
    for draft in faces:
        card, tile = draft.card, draft.card.tile if draft.card else None
        whole = tile is None or tile.home or tile.other or draft.title in named
        if card is not None and not whole:
            found.setdefault(card.type, {})[draft.title] = facts(card)
    return found


def _game_of(path: Path) -> Game:
    """Return the game of a file that is not open, as its first lines say."""
    try:
        with open_regular_file(path) as file:
            return game_in(file.read(_HEAD).decode("utf-8", "replace").splitlines())
    except OSError:
        return RACE


_HEAD = 10_000
"""Bytes of a file that its head is looked for in."""
_SOME = 8
"""Titles shown of all that bear a keyword."""


def drafts(view: View) -> Iterator[tuple[Unit, Draft]]:
    """Yield the cards that a document can name, each with its unit, its own first."""
    for unit in reversed(view.units):
        for draft in unit.drafts:
            yield unit, draft


def find_card(view: View, title: str) -> tuple[Unit, Draft] | None:
    """Return the card with a title, in any letter case."""
    wanted = title.casefold()
    return next((pair for pair in drafts(view) if pair[1].title.casefold() == wanted), None)


def facts(card: Card | None) -> str:
    """Return the type and cost of a card in a few words."""
    if card is None:
        return ""
    kind = "military world" if card.military else card.type
    good = f", {card.kind}" if card.kind else ""
    return f"{kind} {card.cost}{good}"


def _title(unit: Unit) -> str:
    title = unit.data.get("title")
    return title if isinstance(title, str) else ""


def _body(draft: Draft) -> str:
    """Return the printed text of a card as Markdown, without its title."""
    if draft.card is None:
        return ""
    from rftg_dsl.wording.english import describe_card

    return "\n\n" + "  \n".join(describe_card(draft.card).split("\n")[1:])
