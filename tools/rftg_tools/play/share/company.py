"""People of a shared game: who is there, their names, notes and pace.

A seat with a link is its holder's alone, and no tab of the host's page can take its view. A bot
answers for a person only if all people have agreed to it, and while somebody is there.
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

from rftg_tools.play.messages import Agree, PostNote, Propose, Rename, Social
from rftg_tools.play.rooms import Room, Tab
from rftg_tools.play.share.limits import Buckets
from rftg_tools.play.share.links import BadLinks, Links, Pace, ShareState
from rftg_tools.play.sitting import ActionRefused
from rftg_tools.untrusted import NotVisible, check_name

MOST_NOTES: Final = 100
"""Most notes of a table that are kept while the server runs."""
TAKEN_BACK: Final = 4403
"""Why a websocket is closed: its key was taken back or renewed."""
_NOTES: Final = (5, 0.4)
"""Of one seat: notes at once, and notes a second then."""
_CHANGES: Final = (5, 0.2)
"""Of one seat: names and paces at once, and a second then."""
_TICK: Final = 0.5
"""Seconds between looks at the clock."""

Data = dict[str, Any]


class What(StrEnum):
    """Subject of a note."""

    SAYS = "says"
    RENAMED = "renamed"
    GIVEN = "given"
    RENEWED = "renewed"
    TAKEN_BACK = "taken back"
    STOOD_IN = "stood in"


class Notes:
    """The notes of a game, which are kept when the game is closed and reopened."""

    def __init__(self) -> None:
        self.newest: deque[Data] = deque(maxlen=MOST_NOTES)
        self.count = 0
        """Number of notes so far."""


class Participants:
    """The people of a game. links: where what is given and agreed is kept. Raises BadLinks.

    address: where others find the table, None where it is not opened to them.
    """

    def __init__(
        self, room: Room, game: str, links: Links, address: str | None, notes: Notes | None = None
    ) -> None:
        self._room, self._game, self._links, self._address = room, game, links, address
        self._kept: ShareState = links.state_of(game)
        self._notes = notes or Notes()
        self._said: Data = {}
        self._saying, self._changing = Buckets(*_NOTES), Buckets(*_CHANGES)
        self._asked: dict[int, tuple[int, float]] = {}
        """By seat: the turn since when a person is asked, and the time."""
        self._reminded: set[tuple[int, int]] = set()
        self._timing: asyncio.Task[None] | None = None

    # --- who may look

    @property
    def _given(self) -> frozenset[int]:
        return self._kept.shared_seats

    def seats_for(self, tab: Tab) -> Collection[int]:
        """Return the seats whose views a tab may take: its key's, or those at this screen."""
        if tab.label:
            return () if tab.home is None else (tab.home,)
        return [seat for seat in self._room.session.humans if seat not in self._given]

    def admits(self, tab: Tab) -> bool:
        """Return whether the key of a tab still opens its seat."""
        lock = self._kept.locks.get(tab.home)
        return lock is not None and lock.label == tab.label

    @property
    def is_shared(self) -> bool:
        """Whether anybody has a link to this game."""
        return bool(self._kept.locks)

    # --- links

    async def give(self, seat: int | None) -> str:
        """Return a new key for a seat, or (None) for those who watch; the old one is closed.

        Raises ActionRefused, OSError.
        """
        if self._address is None:
            raise ActionRefused("the table is not open to others: start the server with `--share`")
        if seat is not None and seat not in self._room.session.humans:
            raise ActionRefused("only the seat of a person can be given away")
        renewed = seat in self._kept.locks
        key = await to_thread(self._links.create_key, self._game, seat)
        self._apply(seat, What.RENEWED if renewed else What.GIVEN)
        return key

    async def take_back(self, seat: int | None) -> None:
        """Have a seat at this screen again, and all who came by its link gone. Raises OSError."""
        await to_thread(self._links.revoke, self._game, seat)
        self._apply(seat, What.TAKEN_BACK)

    def _apply(self, seat: int | None, what: What) -> None:
        """Note that the lock of a seat is another one."""
        self._kept = self._links.state_of(self._game)
        for tab in list(self._room.tabs):
            if tab.label and tab.home == seat:
                tab.end(TAKEN_BACK, "the host has taken this link back, or made a new one")
                self._room.tabs.discard(tab)
            elif not tab.label and tab.seat in self._given:
                self._room.show(tab, None)
            else:
                tab.renew()
        self._note(what, seat)

    # --- what is told

    def status(self, tab: Tab) -> Data | None:
        """Return what a tab is told of the people; None of a game that nobody was invited to."""
        if self._address is None and not self._kept.locks:
            return None
        newest = self._notes.newest
        first = self._notes.count - len(newest)
        start = max(first, tab.notes_heard)
        notes = list(newest)[start - first :]
        tab.notes_heard = self._notes.count
        now = time.monotonic()
        told = {
            **self._facts(),
            "is": "people",
            "guest": bool(tab.label),
            "waits": {seat: int(now - since) for seat, (_turn, since) in self._asked.items()},
            "notes_from": start,
            "notes": notes,
        }
        if not tab.label:
            told |= {"address": self._address, "links": list(self._kept.locks)}
        return told

    def _facts(self) -> Data:
        tabs = self._room.tabs
        seats = self._room.session.seats
        return {
            "people": [
                {
                    "seat": seat,
                    "name": seats[seat].name,
                    "by_link": seat in self._given,
                    "here": sum(bool(tab.label) and tab.home == seat for tab in tabs),
                    "agrees": seat in self._kept.agreed_seats,
                }
                for seat in self._room.session.humans
            ],
            "host": sum(not tab.label for tab in tabs),
            "watchers": sum(bool(tab.label) and tab.home is None for tab in tabs),
            "pace": {**self._kept.pace._asdict(), "on": self._is_agreed},
        }

    def on_change(self) -> None:
        """Note that the position, or who is there, has changed, and tell it where it matters."""
        session = self._room.session
        asked = [seat for seat in session.humans if session.decision_for(seat) is not None]
        for seat in list(self._asked):
            if seat not in asked:
                del self._asked[seat]
        for seat in asked:
            if self._asked.get(seat, (-1, 0.0))[0] != session.asked_since:
                self._asked[seat] = (session.asked_since, time.monotonic())
        facts = self._facts() | {"asked": dict(self._asked), "links": list(self._kept.locks)}
        if facts != self._said:
            self._said = facts
            self._tell()
        self._keep_time()

    def _note(self, what: What, seat: int | None, text: str = "") -> None:
        """Put a note on the table. seat: whom it is about, None for the host or who watch."""
        self._notes.count += 1
        note = {"number": self._notes.count, "what": what, "seat": seat, "text": text}
        self._notes.newest.append(note)
        self.on_change()
        self._tell()

    def _tell(self) -> None:
        for tab in self._room.tabs:
            tab.renew_people()

    # --- what is said

    async def handle(self, tab: Tab, message: Social) -> None:
        """Do what a tab says to the others. Raises ActionRefused."""
        if tab.label and tab.home is None:
            raise ActionRefused("those who watch do not speak at the table")
        if self._address is None and not self._kept.locks:
            raise ActionRefused("this game is not shared with others")
        buckets = self._saying if isinstance(message, PostNote) else self._changing
        if not buckets.bucket_for(tab.home if tab.label else "host").take():
            raise ActionRefused("that was too much in a short time; wait a little")
        if isinstance(message, PostNote):
            self._note(What.SAYS, tab.seat, message.text)
        elif isinstance(message, Rename):
            await self._rename(tab, message.name)
        else:
            await self._agree(tab, message)

    async def _rename(self, tab: Tab, name: str) -> None:
        seat, seats = tab.seat, self._room.session.seats
        if seat is None:
            raise ActionRefused("take the view of a player to change the name")
        try:
            check_name(name, [config.name for number, config in enumerate(seats) if number != seat])
        except NotVisible as problem:
            raise ActionRefused(f"this name cannot be taken: {problem}") from None
        before = seats[seat].name
        if name != before:
            await self._room.rename(seat, name)
            self._note(What.RENAMED, seat, before)

    # --- pace

    @property
    def _is_agreed(self) -> bool:
        humans = self._room.session.humans
        return bool(humans) and self._kept.agreed_seats >= set(humans)

    async def _agree(self, tab: Tab, message: Propose | Agree) -> None:
        """Propose a pace, or agree to the present one. Raises ActionRefused.

        Whoever proposes a new pace is the only one who agrees to it yet; whoever proposes the
        present one agrees to it.
        """
        seats, kept = frozenset(self.seats_for(tab)), self._kept
        if isinstance(message, Propose):
            pace = Pace(message.remind, message.stand_in)
            agreed = kept.agreed_seats | seats if pace == kept.pace else seats
            if not pace.is_sound:
                raise ActionRefused("a pace is 10 seconds to 7 days, or 0 for never")
        else:
            pace = kept.pace
            agreed = kept.agreed_seats | seats if message.on else kept.agreed_seats - seats
        try:
            await to_thread(self._links.agree, self._game, pace, agreed)
        except BadLinks as problem:
            raise ActionRefused(f"this cannot be kept: {problem}") from None
        except OSError as error:  # without the file, whose place is the host's alone
            raise ActionRefused(f"this cannot be kept: {error.strerror}") from None
        self._kept = self._links.state_of(self._game)
        self.on_change()

    def _keep_time(self) -> None:
        """Look at the clock from now on, where there is a pace and somebody is there."""
        wanted = any(self._kept.pace) and bool(self._room.tabs) and bool(self._asked)
        if wanted and (self._timing is None or self._timing.done()):
            self._timing = asyncio.create_task(self._watch_clock())

    async def _watch_clock(self) -> None:
        while any(self._kept.pace) and self._room.tabs and self._asked:
            for seat, asked in list(self._asked.items()):
                if self._asked.get(seat) == asked:  # not so where a bot has thought meanwhile
                    turn, since = asked
                    await self._look(seat, turn, time.monotonic() - since)
            await asyncio.sleep(_TICK)

    async def _look(self, seat: int, turn: int, waited: float) -> None:
        """Remind who is asked, or have a bot answer, where it is time. waited: in seconds."""
        pace = self._kept.pace
        if pace.stand_in and waited >= pace.stand_in and self._is_agreed:
            try:
                await self._room.stand_in(seat, lambda: self._is_agreed)
            except ActionRefused:  # the person was quicker, or the rules failed: not at once again
                if seat in self._asked:
                    self._asked[seat] = (turn, time.monotonic())
            else:
                self._note(What.STOOD_IN, seat)
        elif pace.remind and waited >= pace.remind and (seat, turn) not in self._reminded:
            self._reminded = {reminder for reminder in self._reminded if reminder[0] != seat} | {
                (seat, turn)
            }
            for tab in self._room.tabs:
                if seat in self.seats_for(tab):
                    tab.tell({"is": "remind", "seat": seat, "waited": int(waited)})

    async def close(self) -> None:
        """Stop looking at the clock, when what is being written is on the disk."""
        if self._timing is not None:
            await self._room.wait_until_idle()
            self._timing.cancel()
            with suppress(asyncio.CancelledError):
                await self._timing
