"""Session of Race, with its rules for undo.

Goods are dealt face down and reveal nothing. Cards from a player's own hand are not new to them.
"""

from __future__ import annotations

from collections.abc import Callable

from rftg_engine import asks
from rftg_engine.state import State
from rftg_engine.turns.observers import EventLog
from rftg_tools.play.game_session import GameSession


class HiddenState:
    """Hidden facts about a state, for comparison with a later state."""

    def __init__(self, state: State) -> None:
        self._shuffles = state.shuffles
        self._decks = [pile.deck[:] for pile in (state, *state.players)]
        self._private_cards = [_private_cards(state, seat) for seat in range(len(state.players))]
        self._tableau_cards = {card for player in state.players for card in player.tableau}

    def revealed_by(self, state: State) -> bool:
        """Return whether the deck was shuffled, or a player saw a card for the first time.

        A drawn card counts as seen unless it is a good now.
        """
        if state.shuffles != self._shuffles:
            return True
        goods = {good for player in state.players for good in player.goods.values()}
        if any(card not in goods for card in self._drawn(state)):
            return True
        known = [own | self._tableau_cards for own in self._private_cards]
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
    """Return the cards that only this player can look at."""
    player = state.players[seat]
    saved = (card for cards in player.saved.values() for card in cards)
    return {*player.hand, *saved}


class RaceSession(GameSession[State]):
    """A game of Race at a table."""

    game_id = "race"
    event_log: EventLog

    def _new_log(self) -> EventLog:
        return EventLog()

    def _revealing(self) -> Callable[[], bool]:
        hidden = HiddenState(self.state)
        is_simultaneous = len(self.game.current_decisions) > 1

        def revealed() -> bool:
            sees_actions = any(decision.kind == asks.LATE_ACTION for decision in self.game.pending)
            return is_simultaneous or sees_actions or hidden.revealed_by(self.state)

        return revealed
