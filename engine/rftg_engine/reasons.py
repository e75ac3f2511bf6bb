"""Why a card cannot be placed, by the same rules that say which cards can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine.placing import can_develop, can_settle, strength, ways_to_develop, ways_to_settle

if TYPE_CHECKING:
    from rftg_engine.bound import BoundPower
    from rftg_engine.placing import Means


class Grounds:
    """What a question which card to place is asked with.

    worlds: it asks for worlds. purse: hand cards that can be paid. by: the power that allows it.
    """

    def __init__(
        self, means: Means, worlds: bool, purse: int, by: BoundPower | None = None
    ) -> None:
        self.means: Final = means
        self.worlds: Final = worlds
        self.purse: Final = purse
        self.by: Final = by


class Reason:
    """Why a card cannot be placed now. what: one of WHATS. needed, has: its two numbers."""

    def __init__(self, what: str, needed: int = 0, has: int = 0) -> None:
        self.what: Final = what
        self.needed: Final = needed
        self.has: Final = has

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def __repr__(self) -> str:
        return f"Reason{self._facts()!r}"

    def _facts(self) -> tuple[str, int, int]:
        return self.what, self.needed, self.has


WHATS: Final = (
    "no development",
    "no world",
    "have it",
    "not by this",
    "only conquest",
    "cost",
    "military",
    "price",
)
"""The reasons. not by this: the power that allows the placement is not about this card. cost:
cards to pay at the least, and those there are. military: against the defense. price: what a power
takes is not there."""


def why_not(grounds: Grounds, card: int) -> Reason | None:
    """Why a hand card cannot be placed, None where it can.

    base rulebook, Develop, Settle: the card's type, a copy in the tableau, cost or defense.
    """
    return _no_world(grounds, card) if grounds.worlds else _no_development(grounds, card)


def _no_development(grounds: Grounds, card: int) -> Reason | None:
    means, table = grounds.means, grounds.means.table
    if table.is_world[card]:
        return Reason("no development")
    if any(table.titles[card] == table.titles[built] for built in means.player.tableau):
        return Reason("have it")
    if can_develop(means, card, grounds.purse):
        return None
    return Reason("cost", min(way.price for way in ways_to_develop(means, card)), grounds.purse)


def _no_world(grounds: Grounds, card: int) -> Reason | None:
    means, by = grounds.means, grounds.by
    if not means.table.is_world[card]:
        return Reason("no world")
    if by is not None and not (by.covers_wide if means.conquest else by.covers)[card]:
        return Reason("not by this")
    if can_settle(means, card, grounds.purse):
        return None
    return _short_of(means, card, grounds.purse)


def _short_of(means: Means, card: int, purse: int) -> Reason:
    """What is missing for a world: cards where it could be paid for, else military."""
    ways = ways_to_settle(means, card)
    if ways:
        return Reason("cost", min(way.price for way in ways), purse)
    has = strength(means, card)
    if means.table.military[card] and has < means.table.cost[card]:
        return Reason("military", means.table.cost[card], has)
    return Reason("only conquest" if means.conquest and not means.table.military[card] else "price")


def least_cost(grounds: Grounds, card: int) -> int:
    """The fewest hand cards that placing a card takes; -1 where it cannot be placed.

    A military world that is conquered without help takes none.
    """
    find = ways_to_settle if grounds.worlds else ways_to_develop
    prices = [way.price for way in find(grounds.means, card) if way.price <= grounds.purse]
    return min(prices, default=-1)
