"""Log of a game as each player may read it, and summaries of rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

from gamekit.events import Event
from rftg_engine import events, steps
from rftg_engine.cards.table import Table
from rftg_engine.events import StepBegan
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.narration.actions import action_key
from rftg_tools.play.narration.modules import load_words
from rftg_tools.play.narration.sentences import Narrator
from rftg_tools.play.narration.step_log import Entry, StepLog
from rftg_tools.play.narration.texts import cards_named


@dataclass(slots=True)
class _ViewerLog:
    """The log of one viewer: entries of the steps that are done and of the present one."""

    voice: Narrator
    done: list[Entry] = field(default_factory=list)
    step_start: int = 0
    """The number of the event with which the present step begins."""
    events_seen: int = -1
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
            log = _ViewerLog(Narrator(self._table, self._names, viewer))
            self._logs[viewer] = log
        if log.events_seen != len(self._event_log.events):
            self._tell_new_steps(log)
        return log.entries

    def _tell_new_steps(self, log: _ViewerLog) -> None:
        """Tell the steps from the present one on."""
        events = self._event_log.events
        start = log.step_start
        while start < len(events):
            end = next(
                (n for n in range(start + 1, len(events)) if isinstance(events[n], StepBegan)),
                len(events),
            )
            entries = self._step_entries(log.voice, events, start, end)
            if end < len(events):
                log.done = log.done + entries
                log.step_start = end
            else:
                log.entries = log.done + entries
            start = end
        log.events_seen = len(events)

    def _step_entries(
        self, voice: Narrator, events: list[Event], start: int, end: int
    ) -> list[Entry]:
        """Return the entries of the events of one step, of which the first says that it begins."""
        first = events[start]
        assert isinstance(first, StepBegan)
        log = StepLog(voice, first.step, round_of(first))
        for number in range(start + 1, end):
            event = events[number]
            log.add_event(event if event.seat == voice.viewer else event.redacted())
        return log.entries()


def first_change(old: Sequence[Entry], new: Sequence[Entry]) -> int:
    """Return how many entries a log has in common with an older one, from its beginning."""
    both = zip(old, new, strict=False)
    return sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], both))


def cards_of_entries(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of all cards that some entries name."""
    return {number for entry in entries for number in cards_named(entry["text"])}


Data = dict[str, Any]


def round_sums(table: Table, history: list[Event], in_round: int, players: int) -> list[Data]:
    """Return the sums of a round by seat, from open facts alone.

    Each has `actions`, `placed`, `lost` and `took` (cards; taken over), `vp` (chips), `prestige`,
    `cards` (drawn), `goods` (produced), `goals` (claimed) and `notes` (in words).
    """
    sums = [_empty_sums(seat) for seat in range(players)]
    for event in _events_of(history, in_round):
        add = ADDED.get(type(event))
        if add is not None and event.seat >= 0:
            add(sums[event.seat], event, table)
    return sums


def round_of(began: StepBegan) -> int:
    """Return the round of a step's event.

    It is counted when actions are chosen, which belongs to the new round.
    """
    return began.round + (began.step in (steps.ROUND_START, steps.CHOOSE))


def _events_of(history: list[Event], in_round: int) -> Iterator[Event]:
    """Yield the events of a round, the last one first: rounds that are long over are not read."""
    in_step: list[Event] = []
    for event in takewhile(lambda each: _is_since(each, in_round), reversed(history)):
        if not isinstance(event, StepBegan):
            in_step.append(event)
            continue
        if round_of(event) == in_round:
            yield from in_step
        in_step.clear()


def _is_since(event: Event, in_round: int) -> bool:
    """Return whether an event can belong to a round or to a later one."""
    return not isinstance(event, StepBegan) or round_of(event) >= in_round


def _empty_sums(seat: int) -> Data:
    lists: Data = {name: [] for name in ("actions", "placed", "lost", "took", "goals", "notes")}
    return {"seat": seat, "vp": 0, "prestige": 0, "cards": 0, "goods": 0, **lists}


def _add_chips(sums: Data, event: events.ChipsGained, _table: Table) -> None:
    sums["vp"] += event.points


def _add_prestige(sums: Data, event: events.PrestigeChanged, _table: Table) -> None:
    sums["prestige"] += event.points


def _add_cards(sums: Data, event: events.OwnCards, _table: Table) -> None:
    sums["cards"] += event.count


def _add_placed(sums: Data, event: events.CardPlaced, _table: Table) -> None:
    sums["placed"].insert(0, event.card)


def _add_lost(sums: Data, event: events.CardLost, _table: Table) -> None:
    sums["lost"].insert(0, event.card)


def _add_actions(sums: Data, event: events.ActionsChosen, _table: Table) -> None:
    """Note the actions. Who chooses last is told of twice; the later event, read first, has all."""
    sums["actions"] = sums["actions"] or [action_key(action) for action in event.actions]


def _add_taken_over(sums: Data, event: events.TakeoverResolved, _table: Table) -> None:
    if event.won:
        sums["took"].insert(0, event.world)


def _add_good(sums: Data, event: events.GoodPlaced, _table: Table) -> None:
    sums["goods"] += not event.with_world


def _add_goal(sums: Data, event: events.GoalClaimed, table: Table) -> None:
    sums["goals"].insert(0, table.goals[event.goal].title)


ADDED: Final[dict[type[Event], Callable[[Data, Any, Table], None]]] = {
    events.ActionsChosen: _add_actions,
    events.CardPlaced: _add_placed,
    events.TakeoverResolved: _add_taken_over,
    events.CardLost: _add_lost,
    events.ChipsGained: _add_chips,
    events.PrestigeChanged: _add_prestige,
    events.CardsDrawn: _add_cards,
    events.CardsTaken: _add_cards,
    events.GoodPlaced: _add_good,
    events.GoalClaimed: _add_goal,
}
"""What each event adds to the sums of its player; modules of rules add theirs, as `notes`."""


def cards_of_sums(sums: Iterable[Data]) -> set[int]:
    """Return the numbers of the cards that the sums of a round name."""
    return {card for each in sums for card in (*each["placed"], *each["lost"], *each["took"])}
