"""Card marks at a table: who may mark, how often, and which marks a tab can see.

Until the game is over, players see only their own marks: other marks would reveal hands and sway
opinions. Marks never touch the game or its record.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from asyncio import to_thread
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.model import Card
from rftg_tools.play.game_session import ActionRefused, GameSession
from rftg_tools.play.messages import MarkCard
from rftg_tools.playtests.marks import WATCHER, BadMark, Mark, Marks, version_of

Data = dict[str, Any]
RATE_WINDOW: Final = 10.0
"""Seconds in which the following numbers of marks are accepted."""
MAX_MARKS_PER_SEAT: Final = 20
MAX_SPECTATOR_MARKS: Final = 40
"""Maximum for all spectators of a game together."""


class MarkService:
    """The marks of one game. game: name of its record. cards: cards in use by id."""

    def __init__(
        self, game: str, session: GameSession[Any], cards: Sequence[Card], marks: Marks
    ) -> None:
        self._game, self._session, self._cards, self._marks = game, session, cards, marks
        self._loaded: dict[tuple[str, str, str], Mark] | None = None
        self._lock = asyncio.Lock()
        self._times: dict[int, deque[float]] = {}

    async def mark(self, message: MarkCard, seat: int | None, tab: str) -> None:
        """Save a mark. Raises ActionRefused.

        seat: the seat whose view the tab shows, or None for spectators. tab: its unique name.
        """
        if message.seat != seat:
            raise ActionRefused("Take that player's view to mark cards for them.")
        if message.card >= len(self._cards):
            raise ActionRefused("There is no such card in this game.")
        self._check_rate(WATCHER if seat is None else seat)
        mark = self._create_mark(message, tab)
        async with self._lock:
            marks = await self._load()
            try:
                await to_thread(self._marks.save, mark)
            except (BadMark, sqlite3.Error) as problem:
                raise ActionRefused(f"The mark couldn't be saved: {problem}") from None
            marks.pop(key := _key(mark), None)
            if not mark.is_empty:
                marks[key] = mark

    async def visible_marks(self, seat: int | None, tab: str) -> list[Data]:
        """Return the marks that a tab may see: its own, or all when the game is over."""
        async with self._lock:
            try:
                marks = await self._load()
            except ActionRefused:
                return []
        author, is_over = _author(seat, tab), self._session.game.over
        return [
            _mark_data(mark, author) for mark in marks.values() if is_over or mark.who == author
        ]

    async def _load(self) -> dict[tuple[str, str, str], Mark]:
        """Return the marks of the game, read from disk once. Raises ActionRefused."""
        if self._loaded is None:
            try:
                marks = await to_thread(self._marks.read_game, self._game)
            except (BadMark, sqlite3.Error) as problem:
                raise ActionRefused(f"The marks in this folder can't be read: {problem}") from None
            self._loaded = {_key(mark): mark for mark in marks}
        return self._loaded

    def _check_rate(self, seat: int) -> None:
        """Raise ActionRefused if marks come too fast."""
        maximum = MAX_SPECTATOR_MARKS if seat == WATCHER else MAX_MARKS_PER_SEAT
        now, times = time.monotonic(), self._times.setdefault(seat, deque(maxlen=maximum))
        if len(times) == maximum and now - times[0] < RATE_WINDOW:
            raise ActionRefused("Too many marks at once. Wait a few seconds.")
        times.append(now)

    def _create_mark(self, message: MarkCard, tab: str) -> Mark:
        card, is_spectator = self._cards[message.card], message.seat is None
        seat = WATCHER if message.seat is None else message.seat
        return Mark(
            game=self._game,
            who=_author(message.seat, tab),
            seat=seat,
            name="" if is_spectator else self._session.seats[seat].name,
            set_id=card.set_id,
            title=card.title,
            version=version_of(card),
            round=self._session.state.round,
            over=self._session.game.over,
            kinds=message.kinds,
            text=message.text,
        )


def _mark_data(mark: Mark, author: str) -> Data:
    return {
        "title": mark.title,
        "mine": mark.who == author,
        "name": mark.name,
        "round": mark.round,
        "over": mark.over,
        "kinds": list(mark.kinds),
        "text": mark.text,
    }


def _author(seat: int | None, tab: str) -> str:
    """Return the author of a tab's marks. Each tab of a spectator is a different author."""
    return f"watcher {tab}" if seat is None else f"seat {seat}"


def _key(mark: Mark) -> tuple[str, str, str]:
    return mark.who, mark.set_id, mark.title
