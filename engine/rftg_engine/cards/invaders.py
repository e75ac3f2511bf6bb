"""The invaders of the sets in use, as the world that Military against them is measured by."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.model import Card, CardSet, Invasion
from rftg_dsl.semantics.select import Index
from rftg_dsl.syntax.ast import Selector


def invasion_of_sets(sets: Sequence[CardSet]) -> Invasion | None:
    """Return the invasion that sets bring, None where none does; of several the last one."""
    found = [one.invasion for one in sets if one.invasion is not None]
    return found[-1] if found else None


def invaders_of(invasion: Invasion | None) -> Index | None:
    """Return a military world with the invaders' keyword, and nothing else to tell it by."""
    if invasion is None:
        return None
    # No power names its defense: it has none.
    world = Card("", "", "world", cost=-1, vp=0, military=True, keywords=(invasion.by,))
    return Index([world])


def never_paid(invasion: Invasion | None, cards: Index) -> int:
    """Return the cards that nobody pays for, as bits: the invaders' worlds are only conquered."""
    return 0 if invasion is None else cards.mask(Selector("world", keyword=invasion.by))
