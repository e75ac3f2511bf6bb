"""The invaders of the sets in use, as the world that Military against them is measured by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rftg_dsl.model import Card, CardSet, Invasion
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax.ast import Selector


def invasion_of_sets(sets: Sequence[CardSet]) -> Invasion | None:
    """Return the invasion that sets bring, None where none does; of several the last one."""
    found = [card_set.invasion for card_set in sets if card_set.invasion is not None]
    return found[-1] if found else None


class Invaders:
    """The invaders of an invasion, or nobody.

    never_paid: the cards that nobody pays for, as bits: the invaders' worlds are only conquered.
    """

    def __init__(self, invasion: Invasion | None, cards: CardIndex) -> None:
        self._world: CardIndex | None = None
        self.never_paid = 0
        if invasion is not None:
            # A military world with their keyword, and nothing else to tell it by: no power names
            # its defense.
            world = Card("", "", "world", cost=-1, vp=0, military=True, keywords=(invasion.by,))
            self._world = CardIndex([world])
            self.never_paid = cards.mask(Selector("world", keyword=invasion.by))

    def are_meant(self, selector: Selector) -> bool:
        """Return whether a selector is about them."""
        return self._world is not None and self._world.mask(selector) != 0


NOBODY: Final = Invaders(None, CardIndex([]))
