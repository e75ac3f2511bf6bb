"""Room of a game: the session, its tabs, and its saved record.

Tabs get only the latest state. `participants` decides which views a tab may take: on one screen
all seats of people, in a shared game only seats without a link. A person's answer is shown to
others only after it is on disk. Bots' answers are saved when all bots have answered, because bots
repeat the same answers after a restart. If only bots play, each answer is saved.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from asyncio import to_thread
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

from rftg_tools.play.game_frames import GameFrames
from rftg_tools.play.game_session import (
    ActionRefused,
    BotAnswer,
    BotThreads,
    GameSession,
    IllegalMove,
    SeatAnswer,
)
from rftg_tools.play.marking import MarkService
from rftg_tools.play.messages import (
    BadMessage,
    ClientMessage,
    GiveAnswer,
    MarkCard,
    Social,
    TakeView,
    Undo,
    UndoRound,
    read_message,
)
from rftg_tools.web import images

Data = dict[str, Any]
Texts = Sequence[tuple[str, str]]
Send = Callable[[str], Awaitable[None]]
RESTARTS: Final = 1012
"""Close code: the server is stopping, and the page reconnects."""
_MAX_OUTBOX: Final = 8
"""Maximum number of queued messages per tab; older messages are dropped."""


_NOT_SAVED: Final = "The game couldn't be saved"
_BOTS_STOPPED: Final = "The bots can't continue"


class Tab:
    """A browser tab: the seat whose view it shows, and its queued updates.

    label: label of a guest's key, or "" for the host. home: the seat that the key opens.
    """

    def __init__(self, seat: int | None, label: str = "") -> None:
        self.seat = self.home = seat
        self.label = label
        self.id = secrets.token_hex(8)
        self.is_over = asyncio.Event()
        self.ended: tuple[int, str] | None = None
        """Close code and reason."""
        self.notes_sent = 0
        self.log: Sequence[Data] = ()
        self.outbox: list[Data] = []
        self.needs_frame = True
        self.needs_people = True
        self.has_updates = asyncio.Event()

    def refuse(self, why: str, turn: int, rule: str | None = None) -> None:
        """Queue a refusal of the tab's message. rule: source of the rule."""
        self.send({"is": "refused", "why": why, "rule": rule, "turn": turn})

    def send(self, message: Data) -> None:
        """Queue a message."""
        self.outbox.append(message)
        del self.outbox[:-_MAX_OUTBOX]
        self.has_updates.set()

    def request_frame(self) -> None:
        """Queue an update of the game."""
        self.needs_frame = True
        self.has_updates.set()

    def request_people(self) -> None:
        """Queue an update of the people."""
        self.needs_people = True
        self.has_updates.set()

    def end(self, code: int, why: str) -> None:
        """Close the websocket, and ignore its further messages."""
        self.ended = self.ended or (code, why)
        self.is_over.set()


class _InternalError(ActionRefused):
    """An action failed because of a bug. message: for everybody. details: only for the host."""

    def __init__(self, message: str, details: str) -> None:
        super().__init__(f"{message}: {details}")
        self.message, self.details = message, details


class People(Protocol):
    """The people of a game."""

    def seats_for(self, tab: Tab) -> Collection[int]:
        """Return the seats whose views a tab may take."""

    def status(self, tab: Tab) -> Data | None:
        """Return what a tab may know about the people, or None if there is nothing to show."""

    def on_change(self) -> None:
        """React to a change in the game or among the people."""

    async def handle(self, tab: Tab, message: Social) -> None:
        """Handle a message to the other people. Raises ActionRefused."""

    async def close(self) -> None:
        """Stop background tasks."""


class Room:
    """An open game.

    save: writes a record to disk. thinkers: bot threads, shared by all games. texts: texts of user
    sets, for the record. pace: seconds between answers in games without people. gather: creates
    the people of the room. marking: card marks.
    """

    def __init__(
        self,
        session: GameSession[Any],
        frames: GameFrames,
        save: Callable[[Data], None],
        thinkers: BotThreads,
        gather: Callable[[Room], People],
        marking: MarkService,
        texts: Texts = (),
        pace: float = 0.0,
    ) -> None:
        self.session, self.frames, self._thinkers = session, frames, thinkers
        self._save, self._texts, self._pace = save, texts, pace
        self._marking = marking
        self.tabs: set[Tab] = set()
        self.participants = gather(self)
        self._lock = asyncio.Lock()
        self._may_have_moves = False
        self._saved_turn = session.turn
        self._playing: asyncio.Task[None] | None = None
        self._is_stopped = False
        self._last_viewed = time.monotonic()

    # --- tabs

    def join(self) -> Tab:
        """Open a tab of the host. With one person on this screen, it shows that person's view."""
        seats = tuple(self.participants.seats_for(Tab(None)))
        tab = Tab(seats[0] if len(seats) == 1 else None)
        self.add_tab(tab)
        return tab

    def add_tab(self, tab: Tab) -> None:
        """Add a tab."""
        self.tabs.add(tab)
        tab.request_frame()
        self.participants.on_change()
        self.run_bots()

    def leave(self, tab: Tab) -> None:
        """Remove a closed tab."""
        self.tabs.discard(tab)
        self.touch()
        self.participants.on_change()

    def touch(self) -> None:
        """Restart the idle timer, because somebody views the game or is about to."""
        self._last_viewed = time.monotonic()

    def is_idle(self, seconds: float) -> bool:
        """Return whether the game has had no viewers for this many seconds."""
        return not self.tabs and time.monotonic() - self._last_viewed >= seconds

    async def send_updates(self, tab: Tab, send: Send) -> None:
        """Send updates to a tab until it closes."""
        while True:
            await tab.has_updates.wait()
            tab.has_updates.clear()
            while tab.outbox:
                await send(json.dumps(tab.outbox.pop(0)))
            if tab.needs_people:
                tab.needs_people = False
                people = self.participants.status(tab)
                if people is not None:
                    await send(json.dumps(people, separators=(",", ":")))
            if tab.needs_frame:
                tab.needs_frame = False
                frame = await self._frame(tab)
                if frame is not None:
                    await send(json.dumps(frame, separators=(",", ":")))

    async def _frame(self, tab: Tab) -> Data | None:
        """Return the frame for a tab, or None if the tab has changed its view meanwhile."""
        seat = tab.seat
        async with self._lock:
            frame, log = await to_thread(self.frames.frame, seat, tab.log)
        frame |= {"marks": await self._marking.visible_marks(seat, tab.id)}
        if tab.seat != seat:
            return None
        tab.log = log
        seats = self.participants.seats_for(tab)
        return frame | {"can_see": [view for view in frame["can_see"] if view["seat"] in seats]}

    def _publish(self) -> None:
        """Update all tabs after a change in the game."""
        for tab in self.tabs:
            tab.request_frame()
        self.participants.on_change()

    # --- messages

    async def hear(self, tab: Tab, text: str | bytes) -> None:
        """Handle a message of a tab, or refuse it with a reason."""
        if tab.ended:
            return
        try:
            await self._handle(tab, read_message(text))
        except _InternalError as problem:
            self._report(tab, problem.message, problem.details)
        except (BadMessage, ActionRefused) as problem:
            tab.refuse(str(problem), self.session.turn)
        except Exception as error:  # any bug: the person gets a message and can continue
            self._report(tab, "Something went wrong", images.describe_error(error))

    def _report(self, tab: Tab, message: str, details: str) -> None:
        """Report an internal error. Guests don't get the details, which may contain file names."""
        tab.refuse(message if tab.label else f"{message}: {details}", self.session.turn)

    async def _handle(self, tab: Tab, message: ClientMessage) -> None:
        if isinstance(message, TakeView):
            self._take_view(tab, message)
        elif isinstance(message, GiveAnswer):
            await self._answer(tab, message)
        elif isinstance(message, MarkCard):
            await self._mark(tab, message)
        elif isinstance(message, Undo | UndoRound):
            await self._undo(tab, message)
        else:
            await self.participants.handle(tab, message)

    def _take_view(self, tab: Tab, message: TakeView) -> None:
        if message.seat is not None and message.seat not in self.participants.seats_for(tab):
            raise ActionRefused("You can't take the view of that player.")
        self.show(tab, message.seat)

    def show(self, tab: Tab, seat: int | None) -> None:
        """Show a tab the view of a seat, or the spectators' view (None)."""
        if tab.seat != seat:
            tab.seat, tab.log = seat, ()
        tab.request_frame()

    async def _answer(self, tab: Tab, message: GiveAnswer) -> None:
        session = self.session
        if message.seat not in session.humans:
            raise ActionRefused("You can't answer for that player.")
        if message.seat != tab.seat:
            raise ActionRefused("Take that player's view to answer.")
        try:
            await self._change(partial(session.answer, message.seat, message.turn, message.answer))
        except IllegalMove:
            tab.refuse(turn=session.turn, **self.frames.refusal(message.seat, message.answer))

    async def _undo(self, tab: Tab, message: Undo | UndoRound) -> None:
        if tab.seat is None:
            raise ActionRefused("Take a player's view to undo.")
        session = self.session
        undo = session.undo_round if isinstance(message, UndoRound) else session.undo
        await self._change(partial(undo, tab.seat, message.turn))

    async def _mark(self, tab: Tab, message: MarkCard) -> None:
        await self._marking.mark(message, tab.seat, tab.id)
        for other in self.tabs:
            if self.session.game.over or other.seat == tab.seat:
                other.request_frame()

    async def _change(self, change: Callable[[], None]) -> None:
        """Change the game, save it, and only then show it. Raises ActionRefused."""
        async with self._lock:
            old_answers = self.session.answers
            await self._try_change(change)
            try:
                await self._save_record()
            except OSError as error:
                self._restore(old_answers)
                raise ActionRefused(f"{_NOT_SAVED}: {error.strerror}") from None
        self._publish()
        self.run_bots()

    async def stand_in(self, seat: int, is_allowed: Callable[[], bool]) -> str:
        """Let a bot answer for a person, using that person's view; return what it did.

        is_allowed: returns whether the answer may still be used. Raises ActionRefused.
        """
        decision = self.session.decision_for(seat)
        if decision is None or self._is_stopped:
            raise ActionRefused("The player has nothing to decide.")
        try:
            result = await self._thinkers.run(self.session.bot_task(decision))
        except Exception as error:
            raise _InternalError("The bot failed", images.describe_error(error)) from error

        def take() -> None:
            if self.session.decision_for(seat) is not decision or not is_allowed():
                raise ActionRefused("The player has answered, or no longer wants a bot to answer.")
            self.session.take(seat, result.answer, stand_in=True)

        await self._change(take)
        return self.frames.activity(decision)

    async def rename(self, seat: int, name: str) -> None:
        """Rename a player in frames and in the record. Raises ActionRefused."""
        session = self.session
        async with self._lock:
            old_seats = session.seats
            session.seats = tuple(
                replace(config, name=name) if index == seat else config
                for index, config in enumerate(old_seats)
            )
            try:
                await self._save_record()
            except OSError as error:
                session.seats = old_seats
                raise ActionRefused(f"{_NOT_SAVED}: {error.strerror}") from None
            self.frames = self.frames.with_new_names()
        self._publish()

    async def wait_until_idle(self) -> None:
        """Wait until no answer is being processed."""
        async with self._lock:
            return

    async def _try_change(self, change: Callable[[], None]) -> None:
        """Change the game, or restore it if the rules fail. Raises ActionRefused."""
        old_answers = self.session.answers
        try:
            await to_thread(change)
        except ActionRefused:
            raise
        except Exception as error:
            self._restore(old_answers)
            raise _InternalError("The rules failed", images.describe_error(error)) from error

    def _restore(self, answers: Sequence[SeatAnswer]) -> None:
        """Return the game to the state after these answers, under a new turn number."""
        self.session.restore(answers)
        self._publish()

    async def _save_record(self) -> None:
        """Write the game to disk. Raises OSError."""
        record = self.session.record(self._texts)
        await to_thread(self._save, record)
        self._saved_turn = self.session.turn

    # --- bots

    def run_bots(self) -> None:
        """Start the bots' pending decisions in the background."""
        if self._is_stopped:
            return
        self._may_have_moves = True
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._run_bots())

    async def _run_bots(self) -> None:
        while self._may_have_moves:
            self._may_have_moves = False
            try:
                while await self._play_bot():
                    await self._pause()
                await self._finish_bot_moves()
            except ActionRefused as problem:
                self._report_to_all(_BOTS_STOPPED, str(problem))
            except Exception as error:  # any bug: people get a message, and other games continue
                if self._is_stopped:  # the bot threads are closed
                    return
                self._report_to_all(_BOTS_STOPPED, images.describe_error(error))

    async def _pause(self) -> None:
        """Let other tasks run. In a game without people, show the answer and wait for the pace."""
        is_unattended = not self.session.humans
        if is_unattended:
            self._publish()
        await asyncio.sleep(self._pace if is_unattended else 0)

    async def _finish_bot_moves(self) -> None:
        """Save and show the game when all bots have answered."""
        async with self._lock:
            if self._saved_turn == self.session.turn:
                return
            await self._save_bot_moves()
        self._publish()

    async def _save_bot_moves(self) -> None:
        """Save the game. An error loses nothing: after a restart, bots repeat their answers."""
        try:
            await self._save_record()
        except OSError as error:
            self._report_to_all(_NOT_SAVED, str(error.strerror))

    def _report_to_all(self, message: str, details: str) -> None:
        for tab in self.tabs:
            self._report(tab, message, details)

    async def _play_bot(self) -> bool:
        """Play one answer of a bot; return whether there was any."""
        session = self.session
        async with self._lock:
            decision = session.next_bot_decision()
            if decision is None or not (session.humans or self.tabs):
                return False
            task = session.bot_task(decision)
            if not session.seats[decision.player].is_slow:
                await self._take(decision.player, await self._thinkers.run(task))
                return True
        self._publish()
        result = await self._thinkers.run(task)
        async with self._lock:
            if any(pending is decision for pending in session.game.pending):
                await self._take(decision.player, result)
        return True

    async def _take(self, seat: int, result: BotAnswer) -> None:
        """Play the answer of a bot, and save it if no people play. Raises ActionRefused."""
        if result.cut_short:
            for tab in self.tabs:
                tab.refuse(result.cut_short, self.session.turn)
        await self._try_change(partial(self.session.take, seat, result.answer))
        if not self.session.humans:
            await self._save_bot_moves()

    def stop(self) -> None:
        """Disconnect all tabs, and start no more bots."""
        self._is_stopped = True
        for tab in self.tabs:
            tab.end(RESTARTS, "The server is stopping.")

    async def close(self) -> None:
        """Stop the bots after pending writes."""
        self.stop()
        await self.participants.close()
        if self._playing is None:
            return
        async with self._lock:
            self._playing.cancel()
        with suppress(asyncio.CancelledError):
            await self._playing
