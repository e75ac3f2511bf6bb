"""People of a shared game: presence, names, notes and pace.

A seat with a link belongs to its holder alone; the host's tabs can't take its view. A bot answers
for a person only if all people have agreed to it, and only while at least one tab is open.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import to_thread
from collections import deque
from collections.abc import Collection
from contextlib import suppress
from enum import StrEnum
from typing import Any, Final

from rftg_tools.play.game_session import ActionRefused
from rftg_tools.play.messages import Agree, PostNote, Propose, Rename, Social
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.play.share.limits import Buckets
from rftg_tools.play.share.links import BadLinks, Links, Pace, ShareState
from rftg_tools.untrusted import NotVisible, check_name

MAX_NOTES: Final = 100
"""Maximum number of notes per table; older notes are dropped."""
REVOKED: Final = 4403
"""Close code: the key was revoked or renewed."""
_NOTE_RATE: Final = (5, 0.4)
"""Notes of one seat: burst, and rate per second."""
_CHANGE_RATE: Final = (5, 0.2)
"""Name and pace changes of one seat: burst, and rate per second."""
_TICK: Final = 0.5
"""Seconds between checks of the clock."""

Data = dict[str, Any]


class NoteKind(StrEnum):
    """Kind of a note."""

    SAYS = "says"
    RENAMED = "renamed"
    GIVEN = "given"
    RENEWED = "renewed"
    TAKEN_BACK = "taken back"
    STOOD_IN = "stood in"


class Notes:
    """The notes of a game. They are kept when the game is closed and reopened."""

    def __init__(self) -> None:
        self.newest: deque[Data] = deque(maxlen=MAX_NOTES)
        self.count = 0
        """Number of all notes so far, including dropped notes."""


class Participants:
    """The people of a game. Raises BadLinks.

    links: store of keys and agreements. address: public address, or None if the server isn't
    shared.
    """

    def __init__(
        self, room: Room, game: str, links: Links, address: str | None, notes: Notes | None = None
    ) -> None:
        self._room, self._game, self._links, self._address = room, game, links, address
        self._share: ShareState = links.state_of(game)
        self._notes = notes or Notes()
        self._last_facts: Data = {}
        self._note_buckets, self._change_buckets = Buckets(*_NOTE_RATE), Buckets(*_CHANGE_RATE)
        self._deciding: dict[int, tuple[int, float]] = {}
        """By seat of a deciding person: turn and time at which the decision began."""
        self._reminded: set[tuple[int, int]] = set()
        """Seat and turn of decisions with a reminder."""
        self._clock: asyncio.Task[None] | None = None

    # --- permissions

    @property
    def _shared_seats(self) -> frozenset[int]:
        return self._share.shared_seats

    def seats_for(self, tab: Tab) -> Collection[int]:
        """Return the seats whose views a tab may take: a guest's seat, or the host's seats."""
        if tab.label:
            return () if tab.home is None else (tab.home,)
        return [seat for seat in self._room.session.humans if seat not in self._shared_seats]

    def admits(self, tab: Tab) -> bool:
        """Return whether the key of a tab is still valid."""
        lock = self._share.locks.get(tab.home)
        return lock is not None and lock.label == tab.label

    @property
    def is_shared(self) -> bool:
        """Whether the game has any links."""
        return bool(self._share.locks)

    # --- links

    async def give(self, seat: int | None) -> str:
        """Return a new key for a seat, or for spectators (None). Close tabs with the old key.

        Raises ActionRefused, OSError.
        """
        if self._address is None:
            raise ActionRefused("To share a game, start the server with `--share`.")
        if seat is not None and seat not in self._room.session.humans:
            raise ActionRefused("You can share only a person's seat.")
        is_renewal = seat in self._share.locks
        key = await to_thread(self._links.create_key, self._game, seat)
        self._apply(seat, NoteKind.RENEWED if is_renewal else NoteKind.GIVEN)
        return key

    async def take_back(self, seat: int | None) -> None:
        """Revoke the key of a seat and close its tabs. Raises OSError."""
        await to_thread(self._links.revoke, self._game, seat)
        self._apply(seat, NoteKind.TAKEN_BACK)

    def _apply(self, seat: int | None, kind: NoteKind) -> None:
        """Update all tabs after a seat's key has changed."""
        self._share = self._links.state_of(self._game)
        for tab in list(self._room.tabs):
            if tab.label and tab.home == seat:
                tab.end(REVOKED, "The host has revoked or renewed this link.")
                self._room.tabs.discard(tab)
            elif not tab.label and tab.seat in self._shared_seats:
                self._room.show(tab, None)
            else:
                tab.request_frame()
        self._add_note(kind, seat)

    # --- status

    def status(self, tab: Tab) -> Data | None:
        """Return what a tab may know about the people, or None if the game isn't shared."""
        if self._address is None and not self._share.locks:
            return None
        newest = self._notes.newest
        first = self._notes.count - len(newest)
        start = max(first, tab.notes_sent)
        notes = list(newest)[start - first :]
        tab.notes_sent = self._notes.count
        now = time.monotonic()
        status = {
            **self._facts(),
            "is": "people",
            "guest": bool(tab.label),
            "waits": {seat: int(now - since) for seat, (_turn, since) in self._deciding.items()},
            "notes_from": start,
            "notes": notes,
        }
        if not tab.label:
            status |= {"address": self._address, "links": list(self._share.locks)}
        return status

    def _facts(self) -> Data:
        tabs = self._room.tabs
        seats = self._room.session.seats
        return {
            "people": [
                {
                    "seat": seat,
                    "name": seats[seat].name,
                    "by_link": seat in self._shared_seats,
                    "here": sum(bool(tab.label) and tab.home == seat for tab in tabs),
                    "agrees": seat in self._share.agreed_seats,
                }
                for seat in self._room.session.humans
            ],
            "host": sum(not tab.label for tab in tabs),
            "watchers": sum(bool(tab.label) and tab.home is None for tab in tabs),
            "pace": {**self._share.pace._asdict(), "on": self._is_agreed},
        }

    def on_change(self) -> None:
        """Update the deciding people, and all tabs if anything has changed for them."""
        session = self._room.session
        deciding = [seat for seat in session.humans if session.decision_for(seat) is not None]
        for seat in list(self._deciding):
            if seat not in deciding:
                del self._deciding[seat]
        for seat in deciding:
            if self._deciding.get(seat, (-1, 0.0))[0] != session.asked_since:
                self._deciding[seat] = (session.asked_since, time.monotonic())
        facts = self._facts() | {"asked": dict(self._deciding), "links": list(self._share.locks)}
        if facts != self._last_facts:
            self._last_facts = facts
            self._publish()
        self._start_clock()

    def _add_note(self, kind: NoteKind, seat: int | None, text: str = "") -> None:
        """Add a note. seat: its subject, or None for the host or spectators."""
        self._notes.count += 1
        note = {"number": self._notes.count, "what": kind, "seat": seat, "text": text}
        self._notes.newest.append(note)
        self.on_change()
        self._publish()

    def _publish(self) -> None:
        for tab in self._room.tabs:
            tab.request_people()

    # --- messages

    async def handle(self, tab: Tab, message: Social) -> None:
        """Handle a message to the other people. Raises ActionRefused."""
        if tab.label and tab.home is None:
            raise ActionRefused("Spectators can't post notes.")
        if self._address is None and not self._share.locks:
            raise ActionRefused("This game isn't shared with others.")
        is_note = isinstance(message, PostNote)
        buckets = self._note_buckets if is_note else self._change_buckets
        if not buckets.bucket_for(tab.home if tab.label else "host").take():
            raise ActionRefused("Too many messages at once. Wait a few seconds.")
        if isinstance(message, PostNote):
            self._add_note(NoteKind.SAYS, tab.seat, message.text)
        elif isinstance(message, Rename):
            await self._rename(tab, message.name)
        else:
            await self._agree(tab, message)

    async def _rename(self, tab: Tab, name: str) -> None:
        seat, seats = tab.seat, self._room.session.seats
        if seat is None:
            raise ActionRefused("Take a player's view to change their name.")
        try:
            check_name(name, [config.name for index, config in enumerate(seats) if index != seat])
        except NotVisible as problem:
            raise ActionRefused(f"You can't use this name: {problem}.") from None
        old_name = seats[seat].name
        if name != old_name:
            await self._room.rename(seat, name)
            self._add_note(NoteKind.RENAMED, seat, old_name)

    # --- pace

    @property
    def _is_agreed(self) -> bool:
        humans = self._room.session.humans
        return bool(humans) and self._share.agreed_seats >= set(humans)

    async def _agree(self, tab: Tab, message: Propose | Agree) -> None:
        """Propose a pace, or agree to the current one. Raises ActionRefused.

        A new pace resets all agreements except the proposer's. Proposing the current pace means
        agreeing to it.
        """
        seats, share = frozenset(self.seats_for(tab)), self._share
        if isinstance(message, Propose):
            pace = Pace(message.remind, message.stand_in)
            agreed = share.agreed_seats | seats if pace == share.pace else seats
            if not pace.is_valid:
                raise ActionRefused("Choose 10 seconds to 7 days, or 0 for never.")
        else:
            pace = share.pace
            agreed = share.agreed_seats | seats if message.on else share.agreed_seats - seats
        try:
            await to_thread(self._links.agree, self._game, pace, agreed)
        except BadLinks as problem:
            raise ActionRefused(f"This couldn't be saved: {problem}") from None
        except OSError as error:  # without the file name, which only the host may know
            raise ActionRefused(f"This couldn't be saved: {error.strerror}") from None
        self._share = self._links.state_of(self._game)
        self.on_change()

    def _start_clock(self) -> None:
        """Start the clock if there is a pace, an open tab and a deciding person."""
        is_timed = any(self._share.pace) and bool(self._room.tabs) and bool(self._deciding)
        if is_timed and (self._clock is None or self._clock.done()):
            self._clock = asyncio.create_task(self._run_clock())

    async def _run_clock(self) -> None:
        while any(self._share.pace) and self._room.tabs and self._deciding:
            for seat, start in list(self._deciding.items()):
                if self._deciding.get(seat) == start:  # may have changed during an earlier seat
                    turn, since = start
                    await self._check_pace(seat, turn, time.monotonic() - since)
            await asyncio.sleep(_TICK)

    async def _check_pace(self, seat: int, turn: int, waited: float) -> None:
        """Remind a deciding person, or let a bot answer, if it is time. waited: seconds so far."""
        pace = self._share.pace
        if pace.stand_in and waited >= pace.stand_in and self._is_agreed:
            try:
                activity = await self._room.stand_in(seat, lambda: self._is_agreed)
            except ActionRefused:  # the person was quicker, or the rules failed: restart the time
                if seat in self._deciding:
                    self._deciding[seat] = (turn, time.monotonic())
            else:
                self._add_note(NoteKind.STOOD_IN, seat, activity)
        elif pace.remind and waited >= pace.remind and (seat, turn) not in self._reminded:
            other_seats = {reminder for reminder in self._reminded if reminder[0] != seat}
            self._reminded = other_seats | {(seat, turn)}
            for tab in self._room.tabs:
                if seat in self.seats_for(tab):
                    tab.send({"is": "remind", "seat": seat, "waited": int(waited)})

    async def close(self) -> None:
        """Stop the clock after pending writes."""
        if self._clock is not None:
            await self._room.wait_until_idle()
            self._clock.cancel()
            with suppress(asyncio.CancelledError):
                await self._clock
