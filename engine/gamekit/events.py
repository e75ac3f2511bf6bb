"""Events of a game and their observers, such as logs, statistics and pages.

An event is a frozen dataclass; each game defines its own. Observers never affect a game.
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
    """Something that happened in a game. seat: the player who caused it, or -1."""

    seat: int

    def redacted(self) -> Event:
        """Return the event without what only its player has seen."""
        return self


class Observer(Protocol[S_contra]):
    """An observer of a game."""

    def see(self, event: Event, state: S_contra) -> None:
        """Handle an event. state: state after the event; do not change or keep it."""


class EventLog(Generic[S]):
    """Observer that keeps all events in order."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def see(self, event: Event, state: S) -> None:
        """Keep an event."""
        self.events.append(event)

    def visible_to(self, seat: int) -> Sequence[Event]:
        """Return the events as a player has seen them."""
        return [event if event.seat == seat else event.redacted() for event in self.events]
