"""Observers of a game: event log and statistics, and reasons why a card cannot be placed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gamekit import events as kit
from gamekit.events import Event, StepBegan
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.events import (
    CardPlaced,
    CardsDrawn,
    CardsTaken,
    StartWorldsDealt,
    TakeoverWeighed,
)
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import in_force
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
    "requirement",
    "not by this",
    "only conquest",
    "cost",
    "military",
    "price",
)
"""Kinds of reasons. requirement: the condition of `place this only` is not met. not by this: the
power that allows the placement excludes the card.

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
    if context.powers.unmet >> card & 1:
        return Reason("requirement")
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
    if context.powers.unmet >> card & 1:
        return Reason("requirement")
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


class EventLog(kit.EventLog[State]):
    """Observer that keeps all events, and the context of the last questions.

    questions: the last choice of a card to place, by seat.
    powers: powers of each player at the start of the current step.
    players: current players.
    odds: attack, maximum attack and defense of takeovers, by seat of the player asked, power and
        world.
    """

    def __init__(self) -> None:
        super().__init__()
        self.questions: dict[int, PlacementQuestion] = {}
        self.powers: list[Powers] = []
        self.players: list[Player] = []
        self.odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def see(self, event: Event, state: State) -> None:
        """Keep an event, or the context of a question."""
        self.players = state.players
        if isinstance(event, PlacementAsked):
            self.questions[event.seat] = event.question
        elif isinstance(event, TakeoverWeighed):
            odds = (event.attack, event.most, event.defense)
            self.odds[event.seat, event.power, event.world] = odds
        else:
            if isinstance(event, StepBegan):
                self.powers = [player.powers for player in state.players]
            self.events.append(event)

    def powers_in_force(self, table: Table, seat: int) -> Powers | None:
        """Return the powers of a player in force now; None before the first step.

        For placements see `questions`.
        """
        if not self.powers:
            return None
        return in_force(table, self.players, seat, self.powers[seat], in_phase=True)


class GameStats:
    """Observer that counts how cards move, in order.

    dealt: seat and start world, dealt or offered at set-up. drawn: card, seat and round (0 for
    set-up) when a card first enters a hand. placed: card, seat, round and step when a card is first
    placed; a takeover does not count.
    """

    def __init__(self) -> None:
        self.dealt: list[tuple[int, int]] = []
        self.drawn: list[tuple[int, int, int]] = []
        self.placed: list[tuple[int, int, int, str]] = []
        self._drawn = 0
        self._placed = 0

    def see(self, event: Event, state: State) -> None:
        """Record a card that is dealt, drawn or placed."""
        if isinstance(event, (CardsDrawn, CardsTaken)):
            for card in event.own:
                if not self._drawn >> card & 1:
                    self._drawn |= 1 << card
                    self.drawn.append((card, event.seat, state.round))
        elif isinstance(event, CardPlaced):
            if not self._placed >> event.card & 1:
                self._placed |= 1 << event.card
                self.placed.append((event.card, event.seat, state.round, state.pending_steps[0]))
        elif isinstance(event, StartWorldsDealt):
            self.dealt += [(event.seat, world) for world in event.own]
