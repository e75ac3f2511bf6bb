"""Game log for each viewer, and summaries of rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

from gamekit.events import ChipsGained, Event, StepBegan
from rftg_engine import events, steps
from rftg_engine.cards.table import Table
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.narration.actions import action_key
from rftg_tools.play.narration.sentences import Narrator
from rftg_tools.play.narration.step_log import Entry, StepLog
from rftg_tools.play.narration.texts import list_cards


@dataclass(slots=True)
class _ViewerLog:
    """The log of one viewer: entries of completed steps and of the current step."""

    narrator: Narrator
    completed: list[Entry] = field(default_factory=list)
    step_start: int = 0
    """Index of the event that begins the current step."""
    event_count: int = -1
    """Number of events in `entries`."""
    entries: list[Entry] = field(default_factory=list)


class Log:
    """The log of one game. names: player names by seat."""

    def __init__(self, table: Table, names: Sequence[str], event_log: EventLog) -> None:
        self._table, self._names, self._event_log = table, tuple(names), event_log
        self._logs: dict[int | None, _ViewerLog] = {}

    def entries(self, viewer: int | None) -> list[Entry]:
        """Return all entries for a player, or for a spectator (None).

        Entries of the current step can still change. Every change returns a new list.
        """
        log = self._logs.get(viewer)
        if log is None:
            log = _ViewerLog(Narrator(self._table, self._names, viewer))
            self._logs[viewer] = log
        if log.event_count != len(self._event_log.events):
            self._update(log)
        return log.entries

    def _update(self, log: _ViewerLog) -> None:
        """Rewrite the entries from the current step on."""
        events = self._event_log.events
        start = log.step_start
        while start < len(events):
            end = next(
                (
                    index
                    for index in range(start + 1, len(events))
                    if isinstance(events[index], StepBegan)
                ),
                len(events),
            )
            entries = _step_entries(log.narrator, events[start:end])
            if end < len(events):
                log.completed = log.completed + entries
                log.step_start = end
            else:
                log.entries = log.completed + entries
            start = end
        log.event_count = len(events)


def _step_entries(narrator: Narrator, step_events: list[Event]) -> list[Entry]:
    """Return the entries of one step. The first event is a StepBegan."""
    first, *rest = step_events
    assert isinstance(first, StepBegan)
    log = StepLog(narrator, first.step, round_of(first))
    for event in rest:
        log.add_event(event if event.seat == narrator.viewer else event.redacted())
    return log.entries()


def cards_of_entries(entries: Sequence[Entry]) -> set[int]:
    """Return the ids of all cards that some entries mention."""
    return {card_id for entry in entries for card_id in list_cards(entry["text"])}


Data = dict[str, Any]


def round_sums(table: Table, history: list[Event], in_round: int, players: int) -> list[Data]:
    """Return the totals of a round by seat, from public facts only.

    Each has `actions`, `placed`, `lost` and `took` (cards; taken over), `vp` (chips), `prestige`,
    `cards` (drawn), `goods` (produced), `goals` (claimed) and `notes` (sentences).
    """
    sums = [_empty_sums(seat) for seat in range(players)]
    for event in _events_of(history, in_round):
        summand = SUMMANDS.get(type(event))
        if summand is not None and event.seat >= 0:
            name, get_value = summand
            _add(sums[event.seat], name, get_value(event, table))
    return sums


def _add(sums: Data, name: str, value: Any) -> None:
    """Add a value to a total, or put it at the front of a list. Events are read backwards."""
    if name == "actions":
        # With two actions, there are two events; the later one, read first, has both actions.
        sums["actions"] = sums["actions"] or value
    elif isinstance(sums[name], int):
        sums[name] += value
    elif value is not None:
        sums[name].insert(0, value)


def round_of(event: StepBegan) -> int:
    """Return the round that a step belongs to.

    The round number goes up only when actions are chosen, but the steps before that, which start
    the round and choose the actions, belong to the new round.
    """
    return event.round + (event.step in (steps.ROUND_START, steps.CHOOSE))


def _events_of(history: list[Event], in_round: int) -> Iterator[Event]:
    """Yield the events of a round, last event first, without reading earlier rounds."""
    in_step: list[Event] = []
    for event in takewhile(lambda event: _is_since(event, in_round), reversed(history)):
        if not isinstance(event, StepBegan):
            in_step.append(event)
            continue
        if round_of(event) == in_round:
            yield from in_step
        in_step.clear()


def _is_since(event: Event, in_round: int) -> bool:
    """Return whether an event may belong to this round or a later round."""
    return not isinstance(event, StepBegan) or round_of(event) >= in_round


def _empty_sums(seat: int) -> Data:
    lists: Data = {name: [] for name in ("actions", "placed", "lost", "took", "goals", "notes")}
    return {"seat": seat, "vp": 0, "prestige": 0, "cards": 0, "goods": 0, **lists}


SUMMANDS: Final[dict[type[Event], tuple[str, Callable[[Any, Table], Any]]]] = {
    events.ActionsChosen: ("actions", lambda event, _: [action_key(a) for a in event.actions]),
    events.CardPlaced: ("placed", lambda event, _: event.card),
    events.TakeoverResolved: ("took", lambda event, _: event.world if event.won else None),
    events.CardLost: ("lost", lambda event, _: event.card),
    ChipsGained: ("vp", lambda event, _: event.points),
    events.PrestigeChanged: ("prestige", lambda event, _: event.points),
    events.CardsDrawn: ("cards", lambda event, _: event.count),
    events.CardsTaken: ("cards", lambda event, _: event.count),
    events.GoodPlaced: ("goods", lambda event, _: not event.with_world),
    events.GoalClaimed: ("goals", lambda event, table: table.goals[event.goal].title),
}
"""By event type, the total or list of its player, and a function that returns the value to add.

Rule modules add their own events, usually to `notes`.
"""


def cards_of_sums(sums: Iterable[Data]) -> set[int]:
    """Return the ids of the cards in the totals of a round."""
    return {
        card
        for player_sums in sums
        for card in (*player_sums["placed"], *player_sums["lost"], *player_sums["took"])
    }
