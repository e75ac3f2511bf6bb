"""Statistics of a game: who was dealt, drew and placed each card first, and when."""

from __future__ import annotations

from gamekit.events import Event
from rftg_engine.events import CardPlaced, CardsDrawn, CardsTaken, StartWorldsDealt
from rftg_engine.state import State


class GameStats:
    """An observer that notes where cards go, in the order in which it happens.

    dealt: seat and start world, dealt or offered at set-up. drawn: card, seat and round (0:
    set-up), the first time that a card comes to a hand, whether it is kept or not. placed: card,
    seat, round and step, the first time that it is placed. One taken over was placed by its owner.
    """

    def __init__(self) -> None:
        self.dealt: list[tuple[int, int]] = []
        self.drawn: list[tuple[int, int, int]] = []
        self.placed: list[tuple[int, int, int, str]] = []
        self._drawn = 0
        self._placed = 0

    def see(self, event: Event, state: State) -> None:
        """Note a card that is dealt, drawn or placed."""
        if isinstance(event, (CardsDrawn, CardsTaken)):
            for card in event.own:
                if not self._drawn >> card & 1:
                    self._drawn |= 1 << card
                    self.drawn.append((card, event.seat, state.round))
        elif isinstance(event, CardPlaced):
            if not self._placed >> event.card & 1:
                self._placed |= 1 << event.card
                self.placed.append((event.card, event.seat, state.round, state.todo[0]))
        elif isinstance(event, StartWorldsDealt):
            self.dealt += [(event.seat, world) for world in event.own]
