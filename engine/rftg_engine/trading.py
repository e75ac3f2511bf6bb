"""Selling goods for cards (base rulebook, Consume: Trade)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine.bound import ANY
from rftg_engine.decisions import Choice
from rftg_engine.driver import Asking
from rftg_engine.powers import Powers

if TYPE_CHECKING:
    from rftg_engine.perform import Doing

BASE_PRICES: Final = (0, 2, 3, 4, 5, 5)
"""Cards for a good, by number of its kind: novelty 2, rare 3, genes 4, alien 5."""


def price(powers: Powers | None, kind: int, world: int) -> int:
    """Cards for a good of a kind from a world, at least 0. powers: whose trade powers count."""
    cards = BASE_PRICES[kind]
    if powers is not None:
        cards += powers.prices[0] + powers.prices[kind] + powers.here_prices.get(world, 0)
    return max(0, cards)


def choose_kind(doing: Doing, world: int) -> Asking[int]:
    """arc 1 booklet, Multi-Kind World: its owner says what kind its good is."""
    kinds = ((1,), (2,), (3,), (4,))
    (answer,) = yield [Choice(doing.seat, "kind of good", world, kinds)]
    if doing.state.chronicle is not None:
        doing.state.chronicle.tell("kind", doing.seat, world, answer)
    return answer[0]


def sell_for(doing: Doing, plain: bool, world: int, more: int = 0) -> Asking[None]:
    """Draws the cards for a good that has been given up. plain: without trade powers."""
    kind = doing.race.table.kind[world]
    if kind == ANY:
        kind = yield from choose_kind(doing, world)
    cards = price(None if plain else doing.powers, kind, world) + more
    if doing.state.chronicle is not None:
        doing.state.chronicle.tell("sell", doing.seat, world, (kind, cards))
    doing.race.draw_to_hand(doing.state, doing.player, cards)
