"""Why a card cannot be placed, by the same rules that say which cards can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gamekit.events import Event
from rftg_engine.cards.bound import BoundPower
from rftg_engine.turns.placing import (
    PlacementContext,
    can_develop,
    can_settle,
    develop_payment_options,
    is_second_copy,
    settle_payment_options,
    strength,
)


class PlacementQuestion:
    """What a question which card to place is asked with.

    worlds: it asks for worlds. purse: hand cards that can be paid. by: the power that allows it.
    """

    def __init__(
        self, context: PlacementContext, worlds: bool, purse: int, by: BoundPower | None = None
    ) -> None:
        self.context: Final = context
        self.worlds: Final = worlds
        self.purse: Final = purse
        self.by: Final = by


@dataclass(frozen=True)
class PlacementAsked(Event):
    """A player is about to be asked which card to place; only that player is told."""

    question: PlacementQuestion


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


def why_not(question: PlacementQuestion, card: int) -> Reason | None:
    """Return why a hand card cannot be placed, None where it can.

    base rulebook, Develop, Settle: the card's type, a copy in the tableau, cost or defense.
    """
    return _no_world(question, card) if question.worlds else _no_development(question, card)


def _no_development(question: PlacementQuestion, card: int) -> Reason | None:
    context, table = question.context, question.context.table
    if table.is_world[card]:
        return Reason("no development")
    if is_second_copy(table, context.player, card):
        return Reason("have it")
    if can_develop(context, card, question.purse):
        return None
    return Reason(
        "cost",
        min(option.min_cards for option in develop_payment_options(context, card)),
        question.purse,
    )


def _no_world(question: PlacementQuestion, card: int) -> Reason | None:
    context, by = question.context, question.by
    if not context.table.is_world[card]:
        return Reason("no world")
    if by is not None and not (by.covers_wide if context.conquest else by.covers)[card]:
        return Reason("not by this")
    if can_settle(context, card, question.purse):
        return None
    return _short_of(context, card, question.purse)


def _short_of(context: PlacementContext, card: int, purse: int) -> Reason:
    """Return what is missing for a world: cards where it could be paid for, else military."""
    options = settle_payment_options(context, card)
    if options:
        return Reason("cost", min(option.min_cards for option in options), purse)
    has = strength(context, card)
    if context.table.military[card] and has < context.table.cost[card]:
        return Reason("military", context.table.cost[card], has)
    return Reason(
        "only conquest" if context.conquest and not context.table.military[card] else "price"
    )


def min_cost(question: PlacementQuestion, card: int) -> int:
    """Return the fewest hand cards that placing a card takes; -1 where it cannot be placed.

    A military world that is conquered without help takes none.
    """
    find = settle_payment_options if question.worlds else develop_payment_options
    prices = [
        option.min_cards
        for option in find(question.context, card)
        if option.min_cards <= question.purse
    ]
    return min(prices, default=-1)
