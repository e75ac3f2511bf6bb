"""Reasons why a card cannot be placed, derived from the same rules as legal placements."""

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
    military_against,
    settle_payment_options,
)


@dataclass(frozen=True, eq=False)
class PlacementQuestion:
    """Context of a choice of a card to place.

    worlds: whether worlds can be placed, or developments. purse: number of hand cards available for
    payment. by: power that allows the placement.
    """

    context: PlacementContext
    worlds: bool
    purse: int
    by: BoundPower | None = None


@dataclass(frozen=True)
class PlacementAsked(Event):
    """A player is about to choose a card to place; only that player sees this event."""

    question: PlacementQuestion


@dataclass(frozen=True)
class Reason:
    """A reason why a card cannot be placed.

    what: one of REASONS. needed, has: required and available amounts.
    """

    what: str
    needed: int = 0
    has: int = 0


REASONS: Final = (
    "no development",
    "no world",
    "have it",
    "not by this",
    "only conquest",
    "cost",
    "military",
    "price",
)
"""Kinds of reasons. not by this: the power that allows the placement excludes the card.

cost: minimum payment and available cards. military: defense and Military. price: the price of a
power is not available.
"""


def why_not(question: PlacementQuestion, card: int) -> Reason | None:
    """Return the reason why a hand card cannot be placed, or None if it can be.

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
    return _world_shortfall(context, card, question.purse)


def _world_shortfall(context: PlacementContext, card: int, purse: int) -> Reason:
    """Return the missing cards for a world that can be paid for, otherwise the missing Military."""
    options = settle_payment_options(context, card)
    if options:
        return Reason("cost", min(option.min_cards for option in options), purse)
    military = military_against(context, card)
    if context.table.military[card] and military < context.table.cost[card]:
        return Reason("military", context.table.cost[card], military)
    return Reason(
        "only conquest" if context.conquest and not context.table.military[card] else "price"
    )


def min_cost(question: PlacementQuestion, card: int) -> int:
    """Return the minimum number of hand cards to place a card, or -1 if it cannot be placed."""
    find = settle_payment_options if question.worlds else develop_payment_options
    prices = [
        option.min_cards
        for option in find(question.context, card)
        if option.min_cards <= question.purse
    ]
    return min(prices, default=-1)
