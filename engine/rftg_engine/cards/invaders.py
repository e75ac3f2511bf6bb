"""Invaders of the sets in use, represented by a world for Military against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rftg_dsl.model import Card, CardSet, Invasion
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax.ast import Selector


def invasion_of_sets(sets: Sequence[CardSet]) -> Invasion | None:
    """Return the invasion of the last set that has one, or None."""
    invasions = [card_set.invasion for card_set in sets if card_set.invasion is not None]
    return invasions[-1] if invasions else None


class Invaders:
    """The invaders of an invasion, or none.

    never_paid: mask of the cards that cannot be paid for, because they are worlds of the invaders.
    """

    def __init__(self, invasion: Invasion | None, cards: CardIndex) -> None:
        self._world: CardIndex | None = None
        self.never_paid = 0
        if invasion is not None:
            # A military world with only their keyword, and an impossible defense.
            world = Card("", "", "world", cost=-1, vp=0, military=True, keywords=(invasion.by,))
            self._world = CardIndex([world])
            self.never_paid = cards.mask(Selector("world", keyword=invasion.by))

    def match(self, selector: Selector) -> bool:
        """Return whether a selector matches the invaders."""
        return self._world is not None and self._world.mask(selector) != 0


NOBODY: Final = Invaders(None, CardIndex([]))
