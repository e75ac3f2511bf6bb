"""Room of a game: the game, the tabs that see it, and its file.

Tabs get only the newest position. Which seats a tab may look at is for the participants to say: at
one screen all seats of people, in a game that is shared by links those without one. A person's
answer is accepted when it is on disk, and only then is it shown to anybody. Answers of bots between
those of people are saved when all bots have answered, since they would answer the same again. If
only bots play, each answer is saved.
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
from rftg_tools.play.marking import MarkService, SayMark
from rftg_tools.play.messages import (
    BadMessage,
    ClientMessage,
    GiveAnswer,
    Social,
    TakeView,
    Undo,
    read_message,
)
from rftg_tools.play.sitting import (
    ActionRefused,
    GameSession,
    IllegalMove,
    SeatAnswer,
    Thinkers,
    Thought,
)
from rftg_tools.web import images

Data = dict[str, Any]
Texts = Sequence[tuple[str, str]]
Send = Callable[[str], Awaitable[None]]
RESTARTS: Final = 1012
"""Close code of a websocket: the server is stopping, and the page tries again."""
_MOST_REFUSALS: Final = 8
"""Refusals that wait for a tab; of one that does not listen the oldest are forgotten."""


class Tab:
    """One websocket: the seat whose view it shows, and what is still to be sent to it.

    label: of the key that it came in with, "" for a tab of the host's own page; home: the one seat
    whose view such a key opens.
    """

    def __init__(self, seat: int | None, label: str = "") -> None:
        self.seat = self.home = seat
        self.label = label
        self.id = secrets.token_hex(8)
        self.over = asyncio.Event()
        self.ended: tuple[int, str] | None = None
        self.notes_heard = 0
        self.has_people = True
        self.log: Sequence[Data] = ()
        self.refusals: list[Data] = []
        self.news = asyncio.Event()
        self.has_frame = True

    def refuse(self, why: str, turn: int, rule: str | None = None) -> None:
        """Have the tab told why its message changes nothing. rule: where the rule stands."""
        self.tell({"is": "refused", "why": why, "rule": rule, "turn": turn})

    def tell(self, message: Data) -> None:
        """Have the tab told something; of one that does not listen the oldest is forgotten."""
        self.refusals.append(message)
        del self.refusals[:-_MOST_REFUSALS]
        self.news.set()

    def renew(self) -> None:
        """Have the tab sent the position as it is when it can take it."""
        self.has_frame = True
        self.news.set()

    def renew_people(self) -> None:
        """Have the tab sent who is there when it can take it."""
        self.has_people = True
        self.news.set()

    def end(self, code: int, why: str) -> None:
        """Have the websocket closed, and nothing heard from it any more."""
        self.ended = self.ended or (code, why)
        self.over.set()


class _Failed(ActionRefused):
    """Action that an error of the program prevented. what: in words for all. why: for the host."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")
        self.what, self.why = what, why


class Participants(Protocol):
    """The people around a game."""

    def seats_for(self, tab: Tab) -> Collection[int]:
        """Return the seats whose views a tab may take."""

    def status(self, tab: Tab) -> Data | None:
        """Return what a tab is told of the people; None where there is nothing to tell."""

    def on_change(self) -> None:
        """Note that the position, or who is there, has changed."""

    async def handle(self, tab: Tab, message: Social) -> None:
        """Do what a tab says to the others. Raises ActionRefused."""

    async def close(self) -> None:
        """Stop what goes on by itself."""


class OneScreen:
    """The people of a game that nobody plays by link: all at this screen."""

    def __init__(self, session: GameSession[Any]) -> None:
        self._session = session

    def seats_for(self, _tab: Tab) -> Collection[int]:
        """Return the seats of people."""
        return self._session.humans

    def status(self, _tab: Tab) -> Data | None:
        """Return None."""
        return None

    def on_change(self) -> None:
        """Do nothing."""

    async def handle(self, _tab: Tab, _message: Social) -> None:
        """Raise ActionRefused."""
        raise ActionRefused("this game is not shared with others")

    async def close(self) -> None:
        """Do nothing."""


class Room:
    """A game that is open.

    save: puts its record on the disk. thinkers: of all games of the server. texts: of its own
    sets, for the record. pace: seconds between the answers of bots that play alone. marking: what
    those at the table think of its cards, None where that is not asked for.
    """

    def __init__(
        self,
        session: GameSession[Any],
        frames: GameFrames,
        save: Callable[[Data], None],
        thinkers: Thinkers,
        texts: Texts = (),
        pace: float = 0.0,
        marking: MarkService | None = None,
    ) -> None:
        self.session, self.frames, self._thinkers = session, frames, thinkers
        self._save, self._texts, self._pace = save, texts, pace
        self._marking = marking
        self.tabs: set[Tab] = set()
        self.participants: Participants = OneScreen(session)
        self._lock = asyncio.Lock()
        self._has_news = False
        self._kept = session.turn
        self._playing: asyncio.Task[None] | None = None
        self._is_stopped = False
        self._seen = time.monotonic()
        """Time when somebody last viewed the game."""

    # --- tabs

    def join(self) -> Tab:
        """Return a new tab. It shows the view of the only person here, if there is just one."""
        here = tuple(self.participants.seats_for(Tab(None)))
        tab = Tab(here[0] if len(here) == 1 else None)
        self.seat(tab)
        return tab

    def seat(self, tab: Tab) -> None:
        """Have a tab take part from now on."""
        self.tabs.add(tab)
        tab.renew()
        self.participants.on_change()
        self.run_bots()

    def leave(self, tab: Tab) -> None:
        """Forget a tab that was closed."""
        self.tabs.discard(tab)
        self.touch()
        self.participants.on_change()

    def touch(self) -> None:
        """Note that somebody views the game, or is about to."""
        self._seen = time.monotonic()

    def is_idle(self, seconds: float) -> bool:
        """Return whether the game has had no viewers for this many seconds."""
        return not self.tabs and time.monotonic() - self._seen >= seconds

    async def send_updates(self, tab: Tab, send: Send) -> None:
        """Send a tab what there is for it, again and again, until it is closed."""
        while True:
            await tab.news.wait()
            tab.news.clear()
            while tab.refusals:
                await send(json.dumps(tab.refusals.pop(0)))
            if tab.has_people:
                tab.has_people = False
                people = self.participants.status(tab)
                if people is not None:
                    await send(json.dumps(people, separators=(",", ":")))
            if tab.has_frame:
                tab.has_frame = False
                frame = await self._frame(tab)
                if frame is not None:
                    await send(json.dumps(frame, separators=(",", ":")))

    async def _frame(self, tab: Tab) -> Data | None:
        """Return what a tab is shown; None where it has been given another view meanwhile."""
        seat = tab.seat
        async with self._lock:
            frame, log = await to_thread(self.frames.frame, seat, tab.log)
        if self._marking is not None:
            frame |= {"marks": await self._marking.shown(seat, tab.id)}
        if tab.seat != seat:
            return None
        tab.log = log
        seats = self.participants.seats_for(tab)
        return frame | {"can_see": [one for one in frame["can_see"] if one["seat"] in seats]}

    def _tell(self) -> None:
        for tab in self.tabs:
            tab.renew()
        self.participants.on_change()

    # --- messages

    async def hear(self, tab: Tab, text: str | bytes) -> None:
        """Do what a tab says, or have it told why not."""
        if tab.ended:
            return
        try:
            await self._do(tab, read_message(text))
        except _Failed as problem:
            self._tell_failure(tab, problem.what, problem.why)
        except (BadMessage, ActionRefused) as problem:
            tab.refuse(str(problem), self.session.turn)
        except Exception as error:  # whatever is wrong, who asked is told, and can go on
            self._tell_failure(tab, "this failed", images.describe_error(error))

    def _tell_failure(self, tab: Tab, what: str, why: str) -> None:
        """Have a tab told of an error of the program.

        Those who came by a link are not told why, which could name files of this machine.
        """
        tab.refuse(what if tab.label else f"{what}: {why}", self.session.turn)

    async def _do(self, tab: Tab, message: ClientMessage) -> None:
        if isinstance(message, TakeView):
            self._see(tab, message)
        elif isinstance(message, GiveAnswer):
            await self._give(tab, message)
        elif isinstance(message, SayMark):
            await self._mark(tab, message)
        elif isinstance(message, Undo):
            await self._undo(tab, message)
        else:
            await self.participants.handle(tab, message)

    def _see(self, tab: Tab, message: TakeView) -> None:
        if message.seat is not None and message.seat not in self.participants.seats_for(tab):
            raise ActionRefused("nobody can take the view of that player")
        self.show(tab, message.seat)

    def show(self, tab: Tab, seat: int | None) -> None:
        """Have a tab shown the view of a seat from now on, None for what is open to all."""
        if tab.seat != seat:
            tab.seat, tab.log = seat, ()
        tab.renew()

    async def _give(self, tab: Tab, message: GiveAnswer) -> None:
        session = self.session
        if message.seat not in session.humans:
            raise ActionRefused("no tab answers for that player")
        if message.seat != tab.seat:
            raise ActionRefused("only a tab with that player's view can answer")
        try:
            await self._change(partial(session.answer, message.seat, message.turn, message.answer))
        except IllegalMove:
            tab.refuse(turn=session.turn, **self.frames.refusal(message.seat, message.answer))

    async def _undo(self, tab: Tab, message: Undo) -> None:
        if tab.seat is None:
            raise ActionRefused("take the view of a player to take back an answer")
        await self._change(partial(self.session.undo, tab.seat, message.turn))

    async def _mark(self, tab: Tab, message: SayMark) -> None:
        if self._marking is None:
            raise ActionRefused("cards are not marked here")
        await self._marking.mark(message, tab.seat, tab.id)
        for other in self.tabs:
            if self.session.game.over or other.seat == tab.seat:
                other.renew()

    async def _change(self, change: Callable[[], None]) -> None:
        """Change the game, put it on the disk, and only then show it. Raises ActionRefused."""
        async with self._lock:
            before = self.session.answers
            await self._attempt(change)
            try:
                await self._keep()
            except OSError as error:
                self._take_back(before)
                raise ActionRefused(f"the game cannot be saved: {error.strerror}") from None
        self._tell()
        self.run_bots()

    async def stand_in(self, seat: int, may: Callable[[], bool]) -> None:
        """Have a bot answer what a person is asked, by that person's view.

        may: whether it still may, once it has thought. Raises ActionRefused.
        """
        decision = self.session.decision_for(seat)
        if decision is None or self._is_stopped:
            raise ActionRefused("the person is asked nothing")
        try:
            thought = await self._thinkers.think(self.session.bot_task(decision))
        except Exception as error:
            raise _Failed("the bot failed here", images.describe_error(error)) from error

        def take() -> None:
            if self.session.decision_for(seat) is not decision or not may():
                raise ActionRefused("the person has answered meanwhile, or wants no bot any more")
            self.session.take(seat, thought.answer, stand_in=True)

        await self._change(take)

    async def rename(self, seat: int, name: str) -> None:
        """Have a player called so from now on, in all that is told and in the record.

        Raises ActionRefused.
        """
        session = self.session
        async with self._lock:
            before = session.seats
            session.seats = tuple(
                replace(config, name=name) if number == seat else config
                for number, config in enumerate(before)
            )
            try:
                await self._keep()
            except OSError as error:
                session.seats = before
                raise ActionRefused(f"the game cannot be saved: {error.strerror}") from None
            self.frames = self.frames.with_new_names()
        self._tell()

    async def wait_until_idle(self) -> None:
        """Return when no answer is being taken: what is taken is taken in a thread."""
        async with self._lock:
            return

    async def _attempt(self, change: Callable[[], None]) -> None:
        """Change the game, or leave it as it was if the rules fail. Raises ActionRefused."""
        before = self.session.answers
        try:
            await to_thread(change)
        except ActionRefused:
            raise
        except Exception as error:
            self._take_back(before)
            raise _Failed("the rules failed here", images.describe_error(error)) from error

    def _take_back(self, answers: Sequence[SeatAnswer]) -> None:
        """Have the game be as it was after these answers, in a position of a new number."""
        self.session.restore(answers)
        self._tell()

    async def _keep(self) -> None:
        """Put the game on the disk. Raises OSError."""
        record = self.session.record(self._texts)
        await to_thread(self._save, record)
        self._kept = self.session.turn

    # --- bots

    def run_bots(self) -> None:
        """Let the bots answer what they are asked, beside all else."""
        if self._is_stopped:
            return
        self._has_news = True
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        while self._has_news:
            self._has_news = False
            try:
                while await self._one_answer():
                    await self._pause()
                await self._rest()
            except ActionRefused as problem:
                self._warn("the bots cannot go on", str(problem))
            except Exception as error:  # whatever is wrong, people are told, and others play on
                if self._is_stopped:  # no bot thinks any more
                    return
                self._warn("the bots cannot go on", images.describe_error(error))

    async def _pause(self) -> None:
        """Let others have their turn; bots that play alone are watched, and take their time."""
        alone = not self.session.humans
        if alone:
            self._tell()
        await asyncio.sleep(self._pace if alone else 0)

    async def _rest(self) -> None:
        """Keep what bots have answered, once all is answered, so that it stays as it was shown."""
        async with self._lock:
            if self._kept == self.session.turn:
                return
            await self._keep_bots()
        self._tell()

    async def _keep_bots(self) -> None:
        """Put what bots have answered on the disk.

        Where that fails nothing is lost: bots answer the same when the game is gone on with.
        """
        try:
            await self._keep()
        except OSError as error:
            self._warn("the game cannot be saved", str(error.strerror))

    def _warn(self, what: str, why: str) -> None:
        for tab in self.tabs:
            self._tell_failure(tab, what, why)

    async def _one_answer(self) -> bool:
        """Return one answer of a bot; whether there was one to give."""
        session = self.session
        async with self._lock:
            decision = session.next_bot_decision()
            if decision is None or not (session.humans or self.tabs):
                return False
            think = session.bot_task(decision)
            if not session.seats[decision.player].is_slow:
                await self._take(decision.player, await self._thinkers.think(think))
                return True
        self._tell()
        thought = await self._thinkers.think(think)
        async with self._lock:
            if any(pending is decision for pending in session.game.pending):
                await self._take(decision.player, thought)
        return True

    async def _take(self, seat: int, thought: Thought) -> None:
        """Take the answer of a bot; of bots that play alone nothing else would put it on the disk.

        Raises ActionRefused.
        """
        if thought.cut_short:
            for tab in self.tabs:
                tab.refuse(thought.cut_short, self.session.turn)
        await self._attempt(partial(self.session.take, seat, thought.answer))
        if not self.session.humans:
            await self._keep_bots()

    def stop(self) -> None:
        """Disconnect all tabs, and start no more bots."""
        self._is_stopped = True
        for tab in self.tabs:
            tab.end(RESTARTS, "the server is stopping")

    async def close(self) -> None:
        """Stop the bots, when what is being written is on the disk."""
        self.stop()
        await self.participants.close()
        if self._playing is None:
            return
        async with self._lock:
            self._playing.cancel()
        with suppress(asyncio.CancelledError):
            await self._playing
