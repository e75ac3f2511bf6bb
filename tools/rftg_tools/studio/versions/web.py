"""The routes of versions: those of the open card with their figures, and two of them compared."""

from __future__ import annotations

import sqlite3
from asyncio import to_thread
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_tools.preview.hub import Hub
from rftg_tools.preview.shown import ShownCard
from rftg_tools.studio.documents import Documents, NoDocument
from rftg_tools.studio.sheet import CannotEdit
from rftg_tools.studio.versions.changes import changes, english
from rftg_tools.studio.versions.faces import OldFaces
from rftg_tools.studio.versions.facts import Facts, faces_of, facts_of, plays_of, set_plays
from rftg_tools.studio.versions.store import Store, Version
from rftg_tools.web.pages import NO_STORE, NUMBER, parse_number

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Open:
    """The open card as it is on the table, saved or not.

    place: among the cards of its file as they are shown. number: in the store, None for a card
    that was never saved. facts, plays: as it is now. set: how all cards of its file play.
    """

    card: ShownCard
    path: Path
    titles: Sequence[str]
    place: int
    number: int | None
    facts: Facts
    plays: str
    set: str


class Histories:
    """The versions of the cards on a hub's table. key: what a file is called in the store."""

    def __init__(
        self, hub: Hub, documents: Documents, store: Store, key: Callable[[Path], str]
    ) -> None:
        self._hub = hub
        self._documents = documents
        self._store = store
        self._key = key
        self._faces = OldFaces(hub.images)

    def routes(self) -> list[BaseRoute]:
        """Return the routes, below where the bench is."""
        return [
            Route(f"/api/versions/{{id:{NUMBER}}}", self._versions),
            Route(f"/api/versions/{{id:{NUMBER}}}/{{old:{NUMBER}}}", self._compared),
        ]

    async def _versions(self, request: Request) -> Response:
        """Return the versions of a card, the newest first, and its last figures."""
        return await _answered(lambda: self.told(request.path_params["id"]))

    async def _compared(self, request: Request) -> Response:
        """Return a version beside another one, or beside the card as it is now."""
        new = parse_number(request.query_params.get("new", "") or "0")
        if new is None:
            raise HTTPException(400, "`new` is the number of a version")
        ids = request.path_params["id"], request.path_params["old"], new
        return await _answered(lambda: self.compared(*ids))

    def told(self, card_id: int) -> Data:
        """Return the versions of a card on the table. Raises LookupError, sqlite3.Error."""
        card = self._open(card_id)
        if card.number is None:
            return {"versions": [], "figures": None}
        versions = self._store.versions(card.number)
        figures = self._store.figures(card.number)
        older = [*versions[1:], None]
        return {
            "versions": [
                {
                    "id": one.number,
                    "saved": one.saved,
                    "title": one.facts["title"],
                    "first": before is None,
                    "changes": changes(before.facts, one.facts) if before else [],
                    "figures": figures.get(one.plays),
                }
                for one, before in zip(versions, older, strict=True)
            ],
            "figures": _last(figures, versions, card),
        }

    def compared(self, card_id: int, old: int, new: int) -> Data:
        """Return two versions side by side. new: 0 for the card as it is now.

        Raises LookupError, sqlite3.Error.
        """
        card = self._open(card_id)
        versions = self._store.versions(card.number) if card.number is not None else []
        figures = self._store.figures(card.number) if card.number is not None else {}
        known = {one.number: one for one in versions}
        before, now = known[old], known[new] if new else None
        facts = now.facts if now else card.facts
        return {
            "old": {**self._side(card, before), "figures": figures.get(before.plays)},
            "new": {
                **(self._side(card, now) if now else self._now(card)),
                "figures": figures.get(now.plays if now else card.plays),
            },
            "changes": changes(before.facts, facts),
            "english": english(before.facts, facts),
        }

    def _now(self, card: _Open) -> Data:
        face = card.card.face
        image = f"faces/{self._hub.images.name(face)}" if face else ""
        return {"title": card.card.title, "saved": None, "image": image, "problem": "", "text": ""}

    def _side(self, card: _Open, version: Version) -> Data:
        side = {
            "title": version.facts["title"],
            "saved": version.saved,
            "text": version.text,
            "image": "",
            "problem": "",
        }
        try:
            place = self._on_disk(card)
            text = self._documents.read(card.card.file).text
            if text is None:
                raise ValueError("the file is not on the disk any more")
            name = self._faces.name(card.path, text, place, version.text)
        except (CannotEdit, NoDocument, OSError, ValueError) as problem:
            return {**side, "problem": str(problem)}
        return {**side, "image": f"faces/{name}" if name else ""}

    def _on_disk(self, card: _Open) -> int:
        """Return the place of a card in its file as it was last saved. Raises ValueError."""
        if card.number is None:
            raise ValueError("the card was never saved")
        return self._store.place(card.number)

    def _open(self, card_id: int) -> _Open:
        """Return a card on the table. Raises LookupError."""
        found = {one.id: one for one in self._hub.state.cards if not one.is_goal}
        card = found[card_id]
        beside = [one for one in found.values() if one.file == card.file]
        titles = [one.title for one in beside]
        place = beside.index(card)
        path = self._documents.path(card.file)
        number = self._store.card(self._key(path), titles, place)
        by_title = {one.title: one.card for one in beside}
        whole = set_plays([one.card for one in beside])
        facts = facts_of(card.card, card.title)
        plays = plays_of(faces_of(card.card, by_title))
        return _Open(card, path, titles, place, number, facts, plays, whole)


def _last(figures: Data, versions: Sequence[Version], card: _Open) -> Data | None:
    """Return the figures of a card as it is now, else the last ones, with what changed since."""
    if not figures:
        return None
    plays = card.plays if card.plays in figures else list(figures)[-1]
    of = next((one for one in versions if one.plays == plays), None)
    since = changes(of.facts, card.facts) if of else []
    return {
        **figures[plays],
        "old": plays != card.plays,
        "others": figures[plays]["set"] != card.set,
        "saved": of.saved if of else None,
        "since": since,
    }


async def _answered(make: Callable[[], Data]) -> Response:
    """Return what is made as JSON, in a thread of its own."""
    try:
        return JSONResponse(await to_thread(make), headers=NO_STORE)
    except (LookupError, NoDocument):
        raise HTTPException(404, "there is no such version of a card any more") from None
    except (sqlite3.Error, ValueError) as problem:  # a row that somebody else has written, say
        raise HTTPException(500, f"the versions cannot be read now: {problem}") from None
