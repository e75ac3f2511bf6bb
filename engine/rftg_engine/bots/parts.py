"""The share of all cards that a power covers, for estimates of its value."""

from __future__ import annotations

from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ALL, BoundCount, BoundGoods


def part_of(table: Table, power: BoundPower, worlds: bool) -> float:
    """Return the share of all worlds, or of all developments, that a power covers."""
    return 1.0 if power.mask == ALL else _part_covered(table, power.covers, worlds)


def part_placed(table: Table, count: BoundCount, phase: str) -> float:
    """Return the share of its value that a power about some of the placed cards keeps."""
    return specialised(_part_covered(table, count.covers, phase != "develop"))


def _part_covered(table: Table, covers: bytes, worlds: bool) -> float:
    among = hits = 0
    for card, is_world in enumerate(table.is_world):
        if is_world == worlds:
            among += 1
            hits += covers[card]
    return hits / max(1, among)


def specialised(part: float) -> float:
    """Return the share of its value that a power keeps: its owner looks for the cards it covers."""
    return min(1.0, 3 * part)


def part_of_goods(table: Table, goods: BoundGoods) -> float:
    """Return what counts of a power for some goods: all of it for half of the worlds with goods.

    It is in proportion, but the owner of such a power has more of these worlds than others.
    """
    if not goods.kinds and goods.worlds == ALL:
        return 1.0
    among = hits = 0
    for card, kind in enumerate(table.kind):
        if kind:
            among += 1
            hits += goods.fit(card, kind)
    return min(1.0, 2 * hits / max(1, among))
