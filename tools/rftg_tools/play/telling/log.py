"""The log of a game: told to each viewer from what is open to all and what the viewer has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from gamekit.events import Event
from rftg_engine.cards.table import Table
from rftg_engine.events import StepBegan
from rftg_engine.observers.event_log import EventLog
from rftg_tools.play.telling.chapters import Chapter, Entry
from rftg_tools.play.telling.lines import Voice
from rftg_tools.play.telling.rounds import round_of
from rftg_tools.play.telling.texts import cards_named


@dataclass(slots=True)
class _Told:
    """What a viewer has been told: entries of steps that are done, and the events behind them."""

    voice: Voice
    done: list[Entry] = field(default_factory=list)
    begun: int = 0
    """The number of the event with which the present step begins."""
    heard: int = -1
    entries: list[Entry] = field(default_factory=list)


class Log:
    """The log of one game. names: of the players, by seat."""

    def __init__(self, table: Table, names: Sequence[str], story: EventLog) -> None:
        self._table, self._names, self._story = table, tuple(names), story
        self._told: dict[int | None, _Told] = {}

    def entries(self, viewer: int | None) -> list[Entry]:
        """All entries as one player may read them; None: as anybody may.

        Those of the present step can still change; the list is new where anything has.
        """
        told = self._told.get(viewer)
        if told is None:
            told = _Told(Voice(self._table, self._names, viewer))
            self._told[viewer] = told
        if told.heard != len(self._story.events):
            self._go_on(told)
        return told.entries

    def _go_on(self, told: _Told) -> None:
        """Tells the steps from the present one on."""
        events = self._story.events
        start = told.begun
        while start < len(events):
            end = next(
                (n for n in range(start + 1, len(events)) if isinstance(events[n], StepBegan)),
                len(events),
            )
            chapter = self._chapter(told.voice, events, start, end)
            if end < len(events):
                told.done = told.done + chapter
                told.begun = end
            else:
                told.entries = told.done + chapter
            start = end
        told.heard = len(events)

    def _chapter(self, voice: Voice, events: list[Event], start: int, end: int) -> list[Entry]:
        """The entries of the events of one step, of which the first says that it begins."""
        first = events[start]
        assert isinstance(first, StepBegan)
        chapter = Chapter(voice, first.step, round_of(first))
        for number in range(start + 1, end):
            event = events[number]
            chapter.hear(event if event.seat == voice.viewer else event.for_others())
        return chapter.entries()


def first_change(old: Sequence[Entry], new: Sequence[Entry]) -> int:
    """How many entries a log has in common with an older one, from its beginning."""
    both = zip(old, new, strict=False)
    return sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], both))


def cards_of_entries(entries: Sequence[Entry]) -> set[int]:
    """The numbers of all cards that some entries name."""
    return {number for entry in entries for number in cards_named(entry["text"])}
