"""What a game is told by: who was dealt, drew and placed each card first, and when.

A state without a chronicle is played just the same. One that has it notes in it what happens to
the game itself: the copies that forks play on are made without.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

NOBODY: Final = -1


class Chronicle:
    """Seats and rounds by card number, NOBODY where it never came to pass.

    dealt_to: who was dealt or offered a start world at set-up. drawn_by, drawn_in: who first drew
    a card into the hand, whether it was kept or not, and in which round (0: set-up). placed_by,
    placed_in, placed_at: who first placed it, in which round and in which step.
    """

    def __init__(self, cards: int) -> None:
        self.dealt_to = [NOBODY] * cards
        self.drawn_by = [NOBODY] * cards
        self.drawn_in = [NOBODY] * cards
        self.placed_by = [NOBODY] * cards
        self.placed_in = [NOBODY] * cards
        self.placed_at = [""] * cards

    def deal(self, seat: int, worlds: Iterable[int]) -> None:
        """Notes start worlds that a player gets or may choose from."""
        for world in worlds:
            self.dealt_to[world] = seat

    def draw(self, seat: int, cards: Iterable[int], in_round: int) -> None:
        """Notes cards that come to a hand from the supply, or by set-up."""
        for card in cards:
            if self.drawn_by[card] == NOBODY:
                self.drawn_by[card] = seat
                self.drawn_in[card] = in_round

    def place(self, seat: int, card: int, in_round: int, step: str) -> None:
        """Notes a card that is placed. One taken over has been placed by its owner before."""
        if self.placed_by[card] == NOBODY:
            self.placed_by[card] = seat
            self.placed_in[card] = in_round
            self.placed_at[card] = step
