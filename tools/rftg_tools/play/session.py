"""Session of Race, and what was revealed since a moment.

Nobody sees a good that is dealt face down, and a player already knew the cards shown from a hand.
"""

from __future__ import annotations

from collections.abc import Callable

from rftg_engine import asks
from rftg_engine.state import State
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.sitting import GameSession


class HiddenState:
    """Hidden facts at a moment, to be compared with a later state."""

    def __init__(self, state: State) -> None:
        self._shuffles = state.shuffles
        self._decks = [pile.deck[:] for pile in (state, *state.players)]
        self._private_cards = [_private_cards(state, seat) for seat in range(len(state.players))]
        self._open = {card for player in state.players for card in player.tableau}

    def revealed_by(self, state: State) -> bool:
        """Return whether the deck was shuffled since, or somebody saw a card for the first time.

        A card that was drawn counts as seen unless it lies face down as a good now.
        """
        if state.shuffles != self._shuffles:
            return True
        goods = {good for player in state.players for good in player.goods.values()}
        if any(card not in goods for card in self._drawn(state)):
            return True
        known = [own | self._open for own in self._private_cards]
        return any(_private_cards(state, seat) - known[seat] for seat in range(len(state.players)))

    def _drawn(self, state: State) -> list[int]:
        """Return the cards that have left the draw piles."""
        piles = [pile.deck for pile in (state, *state.players)]
        return [
            card
            for before, after in zip(self._decks, piles, strict=True)
            for card in before[len(after) :]
        ]


def _private_cards(state: State, seat: int) -> set[int]:
    """Return the cards that a player can look at and others cannot."""
    player = state.players[seat]
    saved = (card for cards in player.saved.values() for card in cards)
    return {*player.hand, *saved}


class RaceSession(GameSession[State]):
    """A game of Race among the seats of a table."""

    game_id = "race"
    event_log: EventLog

    def _new_log(self) -> EventLog:
        return EventLog()

    def _revealing(self) -> Callable[[], bool]:
        hidden, together = HiddenState(self.state), len(self.game.current_decisions) > 1

        def revealed() -> bool:
            seen = any(decision.kind == asks.LATE_ACTION for decision in self.game.pending)
            return together or seen or hidden.revealed_by(self.state)

        return revealed
