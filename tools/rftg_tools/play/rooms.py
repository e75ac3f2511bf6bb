"""A room: one game, the tabs that see it, and its file. Tabs get the newest position, never all.

An answer is accepted when it is on the disk, and only then is it shown to anybody.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from rftg_tools.play.frames import Frames
from rftg_tools.play.messages import BadMessage, Give, Said, See, Undo, read_message
from rftg_tools.play.session import Refused, Session

Data = dict[str, Any]
Send = Callable[[str], Awaitable[None]]
_MOST_REFUSALS: Final = 8
"""Refusals that wait for a tab; of a tab that does not listen more are forgotten."""


class Tab:
    """One websocket: with whose eyes it sees, and what it is still to be sent."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.log = 0
        self.refusals: list[Data] = []
        self.news = asyncio.Event()
        self.has_frame = True

    def refuse(self, why: str, turn: int) -> None:
        """Have the tab told why its message changes nothing."""
        if len(self.refusals) < _MOST_REFUSALS:
            self.refusals.append({"is": "refused", "why": why, "rule": None, "turn": turn})
        self.news.set()

    def renew(self) -> None:
        """Have the tab sent the position as it is when it can take it."""
        self.has_frame = True
        self.news.set()


class Room:
    """A game that is open. save: puts its record on the disk.

    pace: seconds between the answers of bots that play alone.
    """

    def __init__(
        self, session: Session, frames: Frames, save: Callable[[Data], None], pace: float = 0.0
    ) -> None:
        self.session, self.frames = session, frames
        self._save, self._pace = save, pace
        self.tabs: set[Tab] = set()
        self._lock = asyncio.Lock()
        self._playing: asyncio.Task[None] | None = None

    # --- tabs

    def join(self) -> Tab:
        """A new tab. It sees with the eyes of the only person, if there is just one."""
        humans = self.session.humans
        tab = Tab(humans[0] if len(humans) == 1 else None)
        self.tabs.add(tab)
        tab.renew()
        self.go_on()
        return tab

    def leave(self, tab: Tab) -> None:
        """The tab was closed."""
        self.tabs.discard(tab)

    async def feed(self, tab: Tab, send: Send) -> None:
        """Send a tab what there is for it, again and again, until it is closed."""
        while True:
            await tab.news.wait()
            tab.news.clear()
            while tab.refusals:
                await send(json.dumps(tab.refusals.pop(0)))
            if tab.has_frame:
                tab.has_frame = False
                async with self._lock:
                    frame = self.frames.frame(tab.seat, tab.log)
                await send(json.dumps(frame, separators=(",", ":")))

    def _tell(self) -> None:
        for tab in self.tabs:
            tab.renew()

    # --- messages

    async def hear(self, tab: Tab, text: str | bytes) -> None:
        """Do what a tab says, or have it told why not."""
        try:
            await self._do(tab, read_message(text))
        except (BadMessage, Refused) as problem:
            tab.refuse(str(problem), self.session.turn)

    async def _do(self, tab: Tab, said: Said) -> None:
        if isinstance(said, See):
            self._see(tab, said)
        elif isinstance(said, Give):
            await self._give(said)
        else:
            await self._undo(tab, said)

    def _see(self, tab: Tab, said: See) -> None:
        if said.seat is not None and said.seat not in self.session.humans:
            raise Refused("nobody sees with the eyes of that player")
        tab.seat, tab.log = said.seat, 0
        tab.renew()

    async def _give(self, said: Give) -> None:
        if said.seat not in self.session.humans:
            raise Refused("that player answers for himself")
        async with self._lock:
            before = self.session.moves[:]
            self.session.answer(said.seat, said.turn, said.answer)
            await self._keep(before)
        self._tell()
        self.go_on()

    async def _undo(self, tab: Tab, said: Undo) -> None:
        if tab.seat is None:
            raise Refused("whose answer is to be taken back is not said")
        async with self._lock:
            before = self.session.moves[:]
            self.session.undo(tab.seat, said.turn)
            await self._keep(before)
        self._tell()
        self.go_on()

    async def _keep(self, before: list[Any]) -> None:
        """Put the game on the disk, or take back what cannot be put there. Raises Refused."""
        try:
            await asyncio.to_thread(self._save, self.session.record())
        except OSError as error:
            self.session.restore(before)
            raise Refused(f"the game cannot be saved: {error.strerror}") from None

    # --- bots

    def go_on(self) -> None:
        """Let the bots answer what they are asked, beside all else."""
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        while await self._one_answer():
            if self._pace and not self.session.humans:
                self._tell()
            await asyncio.sleep(self._pace if not self.session.humans else 0)
        self._tell()

    async def _one_answer(self) -> bool:
        """One answer of a bot; whether there was one to give."""
        session = self.session
        async with self._lock:
            decision = session.next_bot()
            if decision is None or not (session.humans or self.tabs):
                return False
            if not session.chairs[decision.player].is_slow:
                session.take(decision.player, session.bot_answer(decision))
                return True
            think = session.bot_thinking(decision)
        answer = await asyncio.to_thread(think)
        async with self._lock:
            if any(one is decision for one in session.game.pending):
                session.take(decision.player, answer)
        return True

    async def close(self) -> None:
        """Stop the bots."""
        if self._playing is not None:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing
