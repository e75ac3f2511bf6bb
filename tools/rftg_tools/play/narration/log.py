"""The log of a game: told to each viewer from what is open to all and what the viewer has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from gamekit.events import Event
from rftg_engine.cards.table import Table
from rftg_engine.events import StepBegan
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.narration.modules import load_words
from rftg_tools.play.narration.rounds import round_of
from rftg_tools.play.narration.sentences import Voice
from rftg_tools.play.narration.step_log import Entry, StepLog
from rftg_tools.play.narration.texts import cards_named


@dataclass(slots=True)
class _ViewerLog:
    """The log of one viewer: entries of the steps that are done and of the present one."""

    voice: Voice
    done: list[Entry] = field(default_factory=list)
    begun: int = 0
    """The number of the event with which the present step begins."""
    heard: int = -1
    entries: list[Entry] = field(default_factory=list)


class Log:
    """The log of one game. names: of the players, by seat."""

    def __init__(self, table: Table, names: Sequence[str], event_log: EventLog) -> None:
        load_words()
        self._table, self._names, self._event_log = table, tuple(names), event_log
        self._logs: dict[int | None, _ViewerLog] = {}

    def entries(self, viewer: int | None) -> list[Entry]:
        """Return all entries as one player may read them; None: as anybody may.

        Those of the present step can still change; the list is new where anything has.
        """
        log = self._logs.get(viewer)
        if log is None:
            log = _ViewerLog(Voice(self._table, self._names, viewer))
            self._logs[viewer] = log
        if log.heard != len(self._event_log.events):
            self._go_on(log)
        return log.entries

    def _go_on(self, log: _ViewerLog) -> None:
        """Tell the steps from the present one on."""
        events = self._event_log.events
        start = log.begun
        while start < len(events):
            end = next(
                (n for n in range(start + 1, len(events)) if isinstance(events[n], StepBegan)),
                len(events),
            )
            entries = self._step_entries(log.voice, events, start, end)
            if end < len(events):
                log.done = log.done + entries
                log.begun = end
            else:
                log.entries = log.done + entries
            start = end
        log.heard = len(events)

    def _step_entries(self, voice: Voice, events: list[Event], start: int, end: int) -> list[Entry]:
        """Return the entries of the events of one step, of which the first says that it begins."""
        first = events[start]
        assert isinstance(first, StepBegan)
        log = StepLog(voice, first.step, round_of(first))
        for number in range(start + 1, end):
            event = events[number]
            log.hear(event if event.seat == voice.viewer else event.for_others())
        return log.entries()


def first_change(old: Sequence[Entry], new: Sequence[Entry]) -> int:
    """Return how many entries a log has in common with an older one, from its beginning."""
    both = zip(old, new, strict=False)
    return sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], both))


def cards_of_entries(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of all cards that some entries name."""
    return {number for entry in entries for number in cards_named(entry["text"])}
