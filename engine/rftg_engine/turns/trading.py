"""Selling goods for cards (base rulebook, Consume: Trade)."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Choice
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import ANY, fits
from rftg_engine.events import KindChosen
from rftg_engine.turns.turn import PlayerTurn

BASE_PRICES: Final = (0, 2, 3, 4, 5, 5)
"""Cards for a good, by number of its kind: novelty 2, rare 3, genes 4, alien 5."""


def price(powers: Powers | None, kind: int, world: int) -> int:
    """Return the cards for a good of a kind from a world, at least 0. powers: those that count."""
    cards = BASE_PRICES[kind]
    if powers is not None:
        cards += powers.prices[0] + powers.prices[kind]
        for power in powers.sales:
            if power.card == world if power.here else power.goods.fit(world, kind):
                cards += power.amount
    return max(0, cards)


def choose_kind(turn: PlayerTurn, world: int, kinds: int = 0) -> Asking[int]:
    """Let the owner say of what kind a world's good is (arc 1 booklet, Multi-Kind World).

    kinds: those to choose from, as bits; 0 for all.
    """
    options = tuple([(kind,) for kind in range(1, 5) if fits(kinds, kind)])
    (answer,) = yield [Choice(turn.seat, asks.KIND_OF_GOOD, world, options)]
    turn.moves.tell(turn.state, KindChosen, turn.seat, world, answer[0])
    return answer[0]


def sell_for(turn: PlayerTurn, plain: bool, world: int, more: int = 0) -> Asking[None]:
    """Draw the cards for a good that has been given up. plain: without trade powers."""
    kind = turn.table.kind[world]
    if kind == ANY:
        kind = yield from choose_kind(turn, world)
    cards = price(None if plain else turn.in_force(), kind, world) + more
    turn.sell(world, kind)
    turn.moves.sell(turn.state, turn.player, world, kind, cards)
