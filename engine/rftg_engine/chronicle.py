"""What a game is told by: who was dealt, drew and placed each card first, and when.

A state without a chronicle is played just the same. One that has it notes in it what happens to
the game itself: the copies that forks play on are made without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rftg_engine.powers import Powers
    from rftg_engine.reasons import Grounds


class Chronicle:
    """Events in the order in which they came.

    dealt: seat and start world, dealt or offered at set-up. drawn: card, seat and round (0:
    set-up), the first time that a card comes to a hand, whether it is kept or not. placed: card,
    seat, round and step, the first time that it is placed.
    """

    def __init__(self) -> None:
        self.dealt: list[tuple[int, int]] = []
        self.drawn: list[tuple[int, int, int]] = []
        self.placed: list[tuple[int, int, int, str]] = []
        self._drawn = 0
        self._placed = 0

    def deal(self, seat: int, worlds: Iterable[int]) -> None:
        """Notes start worlds that a player gets or may choose from."""
        for world in worlds:
            self.dealt.append((seat, world))

    def draw(self, seat: int, cards: Iterable[int], in_round: int) -> None:
        """Notes cards that come to a hand from the supply, or by set-up."""
        for card in cards:
            if not self._drawn >> card & 1:
                self._drawn |= 1 << card
                self.drawn.append((card, seat, in_round))

    def place(self, seat: int, card: int, in_round: int, step: str) -> None:
        """Notes a card that is placed. One taken over has been placed by its owner before."""
        if not self._placed >> card & 1:
            self._placed |= 1 << card
            self.placed.append((card, seat, in_round, step))

    def begin(self, step: str, in_round: int, powers: list[Powers]) -> None:
        """A step begins, with the powers that each player has; only a story keeps it."""

    def tell(
        self,
        what: str,
        seat: int,
        card: int = -1,
        numbers: Sequence[int] = (),
        cards: Sequence[int] = (),
        own: Sequence[int] = (),
        word: str = "",
    ) -> None:
        """Something happens; only a story keeps it (story.py)."""

    def weigh(self, seat: int, power: int, world: int, odds: tuple[int, int, int]) -> None:
        """What a takeover comes to: attack, the most of it, and defense; only a story keeps it."""

    def ground(self, seat: int, grounds: Grounds) -> None:
        """A player is about to be asked which card to place; only a story keeps it."""
