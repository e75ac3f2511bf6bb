"""The cards that a page shows, with their numbers and figures in the store of versions."""

from __future__ import annotations

import sqlite3
from asyncio import to_thread
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import ShownCard
from rftg_tools.studio.documents import DocumentNotFound, Documents
from rftg_tools.studio.versions.facts import (
    Facts,
    compare_facts,
    faces_of,
    facts_of,
    plays_of,
    set_plays,
)
from rftg_tools.studio.versions.store import Store, Version
from rftg_tools.web.server import NO_STORE

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OpenCard:
    """The open card, saved or not.

    index: its index in the file. number: its number in the store, or None if it was never saved.
    facts, plays: facts and digest of its current state. set_plays: digest of all cards in its file.
    """

    card: ShownCard
    path: Path
    index: int
    number: int | None
    facts: Facts
    plays: str
    set_plays: str


class OpenCards:
    """The cards of a hub. key: returns a file's name in the store."""

    def __init__(
        self, hub: Hub, documents: Documents, store: Store, key: Callable[[Path], str]
    ) -> None:
        self._hub = hub
        self._key = key
        self.documents, self.store = documents, store

    def of_file(self, name: str) -> list[OpenCard]:
        """Return the cards of a file in their order. Raises LookupError."""
        cards = self._hub.state.cards
        return [self.find(card.id) for card in cards if card.file == name and not card.is_goal]

    def set_note(self, card_id: int, text: str) -> Data:
        """Store the note of a card. Raises LookupError, ValueError and sqlite3.Error."""
        number = self.find(card_id).number
        if number is None:
            raise ValueError("The card was never saved.")
        self.store.set_note(number, text)
        return {}

    def name_version(self, file: str, name: str) -> Data:
        """Name the current state of a file. Raises DocumentNotFound, ReadOnly, sqlite3.Error."""
        self.documents.check_own(file)
        self.store.name_version(self._key(self.documents.path(file)), name)
        return {}

    def named_versions(self, card: OpenCard, versions: Sequence[Version]) -> list[Data]:
        """Return the named states of a card's file, newest first.

        Each has the `version` of the card at that time, or None if it did not exist yet.
        """
        return [
            {
                "name": named.name,
                "saved": named.saved,
                "version": next((v.number for v in versions if v.saved <= named.saved), None),
            }
            for named in self.store.named_versions(self._key(card.path))
        ]

    def find(self, card_id: int) -> OpenCard:
        """Return a card of the page. Raises LookupError."""
        cards = {card.id: card for card in self._hub.state.cards if not card.is_goal}
        card = cards[card_id]
        file_cards = [entry for entry in cards.values() if entry.file == card.file]
        index = file_cards.index(card)
        path = self.documents.path(card.file)
        by_title = {entry.title: entry.card for entry in file_cards}
        return OpenCard(
            card,
            path,
            index,
            self.store.find_card(self._key(path), [entry.title for entry in file_cards], index),
            facts_of(card.card, card.title),
            plays_of(faces_of(card.card, by_title)),
            set_plays([entry.card for entry in file_cards]),
        )


def latest_figures(figures: Data, versions: Sequence[Version], card: OpenCard) -> Data | None:
    """Return the figures of a card's current state, or else the latest and the changes since."""
    if not figures:
        return None
    plays = card.plays if card.plays in figures else list(figures)[-1]
    measured = next((version for version in versions if version.plays == plays), None)
    return {
        **figures[plays],
        "old": plays != card.plays,
        "others": figures[plays]["set"] != card.set_plays,
        "saved": measured.saved if measured else None,
        "since": compare_facts(measured.facts, card.facts) if measured else [],
    }


async def respond_with(make: Callable[[], Data]) -> Response:
    """Call `make` in a thread, and return its data as JSON."""
    try:
        return JSONResponse(await to_thread(make), headers=NO_STORE)
    except (LookupError, DocumentNotFound):
        raise HTTPException(404, "This version no longer exists.") from None
    except (sqlite3.Error, ValueError) as problem:  # an invalid row, for example
        raise HTTPException(500, f"Couldn't read the history: {problem}") from None
