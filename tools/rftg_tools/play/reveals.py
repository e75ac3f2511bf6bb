"""What is revealed between two moments of a game: cards that somebody sees for the first time.

Nobody sees a good that is dealt face down, and a player already knew what he shows of his hand.
"""

from __future__ import annotations

from rftg_engine.state import State


class Hidden:
    """What was hidden at a moment, to be compared with a later state."""

    def __init__(self, state: State) -> None:
        self._shuffles = state.shuffles
        self._decks = [pile.deck[:] for pile in (state, *state.players)]
        self._own = [_own(state, seat) for seat in range(len(state.players))]
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
        known = [own | self._open for own in self._own]
        return any(_own(state, seat) - known[seat] for seat in range(len(state.players)))

    def _drawn(self, state: State) -> list[int]:
        """Return the cards that have left the draw piles."""
        piles = [pile.deck for pile in (state, *state.players)]
        return [
            card
            for before, after in zip(self._decks, piles, strict=True)
            for card in before[len(after) :]
        ]


def _own(state: State, seat: int) -> set[int]:
    """Return the cards that a player can look at and others cannot."""
    player = state.players[seat]
    saved = (card for cards in player.saved.values() for card in cards)
    return {*player.hand, *saved}
