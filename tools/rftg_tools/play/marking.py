"""Marks of cards at a table: which are taken, how often, and which of them a tab sees.

Nobody is shown what others think before the game is over: it would tell what they hold, and sway
what is thought. Nothing here touches the game or its record.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from asyncio import to_thread
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_tools.play.sitting import ActionRefused, GameSession
from rftg_tools.playtests.marks import (
    WATCHER,
    BadMark,
    Kind,
    Mark,
    Marks,
    parse_kinds,
    parse_text,
    version_of,
)

Data = dict[str, Any]
MEMBERS: Final = ("seat", "card", "kinds", "text")
"""The members of the message by which a card is marked."""
SPAN: Final = 10.0
"""Seconds in which so many marks are taken:"""
MOST_OF_A_SEAT: Final = 20
MOST_OF_WATCHERS: Final = 40
"""All who watch a game together."""


@dataclass(frozen=True, slots=True)
class SayMark:
    """The tab marks a card for a seat, None for who watches; in the place of its last mark."""

    seat: int | None
    card: int
    kinds: tuple[Kind, ...]
    text: str


def read_mark(seat: int | None, card: int, data: Mapping[str, Any]) -> SayMark:
    """Return the mark of a message whose numbers are read. Raises BadMark."""
    return SayMark(seat, card, parse_kinds(data["kinds"]), parse_text(data["text"]))


class MarkService:
    """The marks of one game. game: the name of its record. cards: those in use, by number."""

    def __init__(
        self, game: str, session: GameSession[Any], cards: Sequence[Card], marks: Marks
    ) -> None:
        self._game, self._session, self._cards, self._marks = game, session, cards, marks
        self._known: dict[tuple[str, str, str], Mark] | None = None
        self._lock = asyncio.Lock()
        self._heard: dict[int, deque[float]] = {}

    async def mark(self, said: SayMark, seat: int | None, tab: str) -> None:
        """Keep a mark: when this returns it is on the disk. Raises ActionRefused.

        seat: whose view the tab has, None for who watches. tab: another text for each tab.
        """
        if said.seat != seat:
            raise ActionRefused("only a tab with that player's view can mark cards for them")
        if said.card >= len(self._cards):
            raise ActionRefused("there is no such card in this game")
        self._heed(WATCHER if seat is None else seat)
        mark = self._made(said, tab)
        async with self._lock:
            known = await self._loaded()
            try:
                await to_thread(self._marks.save, mark)
            except BadMark as problem:
                raise ActionRefused(str(problem)) from None
            except sqlite3.Error as problem:
                raise ActionRefused(f"the mark cannot be kept: {problem}") from None
            known.pop(key := _key(mark), None)
            if not mark.is_empty:
                known[key] = mark

    async def shown(self, seat: int | None, tab: str) -> list[Data]:
        """Return the marks that a tab may see: its own, and all when the game is over."""
        async with self._lock:
            try:
                known = await self._loaded()
            except ActionRefused:
                return []
        who, over = _who(seat, tab), self._session.game.over
        return [self._told(mark, who) for mark in known.values() if over or mark.who == who]

    async def _loaded(self) -> dict[tuple[str, str, str], Mark]:
        """Return what is known, read from the disk once. Raises ActionRefused."""
        if self._known is None:
            try:
                kept = await to_thread(self._marks.read_game, self._game)
            except (BadMark, sqlite3.Error) as problem:
                raise ActionRefused(f"the marks of this folder cannot be read: {problem}") from None
            self._known = {_key(mark): mark for mark in kept}
        return self._known

    def _heed(self, seat: int) -> None:
        """Raise ActionRefused for marks that come too fast."""
        most = MOST_OF_WATCHERS if seat == WATCHER else MOST_OF_A_SEAT
        now, heard = time.monotonic(), self._heard.setdefault(seat, deque(maxlen=most))
        if len(heard) == most and now - heard[0] < SPAN:
            raise ActionRefused("that is too many marks at once: wait some seconds")
        heard.append(now)

    def _made(self, said: SayMark, tab: str) -> Mark:
        card, watches = self._cards[said.card], said.seat is None
        seat = WATCHER if said.seat is None else said.seat
        return Mark(
            game=self._game,
            who=_who(said.seat, tab),
            seat=seat,
            name="" if watches else self._session.seats[seat].name,
            set_id=card.set_id,
            title=card.title,
            version=version_of(card),
            round=self._session.state.round,
            over=self._session.game.over,
            kinds=said.kinds,
            text=said.text,
        )

    def _told(self, mark: Mark, who: str) -> Data:
        return {
            "title": mark.title,
            "mine": mark.who == who,
            "name": mark.name,
            "round": mark.round,
            "over": mark.over,
            "kinds": list(mark.kinds),
            "text": mark.text,
        }


def _who(seat: int | None, tab: str) -> str:
    """Return who a tab speaks for. Of those who watch each tab is another person."""
    return f"watcher {tab}" if seat is None else f"seat {seat}"


def _key(mark: Mark) -> tuple[str, str, str]:
    return mark.who, mark.set_id, mark.title
