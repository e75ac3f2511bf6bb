"""A game where a card test left it, and what was seen on the way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gamekit.events import Event
from rftg_engine.cards.table import Table
from rftg_engine.state import State


@dataclass(frozen=True, slots=True)
class Ended:
    """A game where a test left it.

    paid: hand cards paid by each player. looked: cards each looked at in Explore. events: all
    that happened. named: as in Stage.
    """

    table: Table
    state: State
    paid: Sequence[int]
    looked: Sequence[int]
    events: Sequence[Event]
    named: frozenset[int]

    def titles(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the titles of cards."""
        return tuple(self.table.titles[card] for card in cards)
