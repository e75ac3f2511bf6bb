"""What happens in a game, event by event, for those who watch: logs, statistics, pages.

An event is a frozen dataclass with the facts of one kind of happening; each game brings its own.
Watching changes nothing: a game with observers is the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from mypy_extensions import mypyc_attr

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class Event:
    """Something that happened. seat: whose doing it is, -1 for the game's own."""

    seat: int

    def redacted(self) -> Event:
        """Return the event as the other players see it: without what only its player has seen."""
        return self


class Observer(Protocol[S_contra]):
    """Whoever watches a game."""

    def see(self, event: Event, state: S_contra) -> None:
        """Take note of an event. state: as it has left it; not to be changed, nor kept."""


class EventLog(Generic[S]):
    """An observer that keeps every event, in the order in which they came."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def see(self, event: Event, state: S) -> None:
        """Keep an event."""
        self.events.append(event)

    def visible_to(self, seat: int) -> Sequence[Event]:
        """Return the events as a player has seen them."""
        return [event if event.seat == seat else event.redacted() for event in self.events]
