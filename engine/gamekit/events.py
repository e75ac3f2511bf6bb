"""Events of a game and their observers, such as logs, statistics and pages.

An event is a frozen dataclass; each game adds its own. Observers never affect a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, ParamSpec, Protocol, TypeVar

from mypy_extensions import mypyc_attr

P = ParamSpec("P")
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


@dataclass(frozen=True)
class SecretEvent(Event):
    """An event with cards or dice that only its player sees. count: their number."""

    count: int
    own: tuple[int, ...]

    def redacted(self) -> Event:
        """Return the event without what only its player sees."""
        return replace(self, own=())


@dataclass(frozen=True)
class StepBegan(Event):
    """A step begins. round: round of the game, 0 in set-up."""

    round: int
    step: str


@dataclass(frozen=True)
class FirstPlayerSet(Event):
    """This player goes first when the order matters."""


@dataclass(frozen=True)
class ChipsGained(Event):
    """A player gains points of chips, or spends them (below 0)."""

    points: int


@dataclass(frozen=True)
class GameEnded(Event):
    """The game ends with this round. reason: a reason; several reasons are several events."""

    reason: str


@dataclass(frozen=True)
class Scored(Event):
    """The final points of a player."""

    points: int
    tie_break: int
    won: bool


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


class Notifier(Generic[S]):
    """Base class of the moves of a game. observed: whether there are observers."""

    def __init__(self, observers: Sequence[Observer[S]]) -> None:
        self.observers: Final = tuple(observers)
        self.observed: Final = bool(self.observers)

    def notify(self, state: S, make: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Notify the observers. The event is created only if there are any.

        make: class of the event. args, kwargs: arguments of the class.
        """
        if self.observed:
            event = make(*args, **kwargs)
            for observer in self.observers:
                observer.see(event, state)
