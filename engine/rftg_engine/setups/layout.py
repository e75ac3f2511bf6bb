"""Laying out a situation on a new state, card by card: for tests of rules and of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rftg_engine.cards.table import Table
from rftg_engine.state import Player, State


class Layout:
    """The cards of a table that lie nowhere yet, and how they come to lie somewhere.

    rank: of a card by its number; the lowest are taken first where any will do. Without it those
    that do the least.
    """

    def __init__(self, table: Table, rank: Callable[[int], int] | None = None) -> None:
        self.table = table
        cards = sorted(range(len(table.cards)), key=rank or self._liveliness)
        self._free = dict.fromkeys(cards)

    def _liveliness(self, card: int) -> int:
        facts = self.table.cards[card]
        return len(facts.powers) + 2 * facts.production + 2 * facts.windfall + 2 * facts.prestige

    def take(self, title: str) -> int:
        """Return a copy of a card that lies nowhere yet. Raise LookupError when there is none."""
        for card in self._free:
            if self.table.titles[card] == title:
                del self._free[card]
                return card
        raise LookupError(f"no copy of {title!r} is left")

    def take_all(self, titles: Iterable[str]) -> list[int]:
        """Return a copy of each. Raise LookupError as `take` does."""
        return [self.take(title) for title in titles]

    def take_any(self, count: int) -> list[int]:
        """Return cards whichever. Raise LookupError when too few are left."""
        taken = list(self._free)[:count]
        if len(taken) < count:
            raise LookupError(f"{count} further cards are wanted, and {len(taken)} are left")
        for card in taken:
            del self._free[card]
        return taken

    def put_goods(self, player: Player, worlds: Sequence[str]) -> None:
        """Put goods on worlds of a player's tableau, one for each time that one is named."""
        for title in worlds:
            (card,) = self.take_any(1)
            player.goods[self._bare(player, title)] = card

    def stock(self, state: State, top: Sequence[int] = (), rest: str = "supply") -> None:
        """Make the draw pile: the cards `top`, the first one on top.

        rest: where all cards go that lie nowhere: "supply" (below), "discards", or "box".
        """
        state.deck = list(top)[::-1]
        if rest == "supply":
            state.deck = [*sorted(self._free), *state.deck]
        elif rest == "discards":
            state.discard = sorted(self._free)

    def _bare(self, player: Player, title: str) -> int:
        """Return a world of that title without a good. Raise LookupError when there is none."""
        for card in player.tableau:
            if self.table.titles[card] == title and card not in player.goods:
                return card
        raise LookupError(f"no {title!r} without a good is in the tableau")
