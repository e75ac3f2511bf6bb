"""Turn of a player in a phase, and trading and producing of goods."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import Choice
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.moments import AFTER_CONSUMING, AFTER_SELLING, CANNOT_SELL, SELL_AS
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import (
    ANY,
    BoundCondition,
    BoundCount,
    Gain,
    kind_matches,
    single_kind,
)
from rftg_engine.events import KindChosen
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import PhaseTally, State
from rftg_engine.turns.counting import in_force, is_met, number_of


@mypyc_attr(acyclic=True)
class PlayerTurn:
    """One player's part of a phase.

    powers: powers at the start of the phase.
    chips: chips gained per chip of a power (2 if doubled).
    frozen_powers: the powers in force when the player chose the card that is being placed; they do
        not change until it is paid for.
    owed: number of hand cards to discard after all powers of the moment.
    placed: the placed card that a power responds to, or -1.
    responding: numbers of the powers that are responding to a good.
    pending_responses: moments, worlds and kinds of goods that powers have yet to respond to.
    """

    def __init__(
        self, rules: Rules, state: State, seat: int, powers: Powers, chips: int = 1
    ) -> None:
        self.rules = rules
        self.table = rules.table
        self.moves = rules.moves
        self.state = state
        self.seat = seat
        self.player = state.players[seat]
        self.powers = powers
        self.chips = chips
        self.frozen_powers: Powers | None = None
        self.owed = 0
        self.placed = -1
        self.responding: tuple[int, ...] = ()
        self.pending_responses: tuple[tuple[int, int, int], ...] = ()

    @property
    def tally(self) -> PhaseTally:
        """What the player has done so far in this phase."""
        return self.player.step_tally

    def produce(self, world: int, kind: int) -> None:
        """Record a produced good."""
        done = self.tally
        produced = (*done.produced, (world, kind))
        self.player.step_tally = PhaseTally(done.placed, produced, done.consumed, done.sold)

    def consume(self, world: int, kind: int) -> None:
        """Record a consumed good, and let powers respond to it."""
        done = self.tally
        consumed = (*done.consumed, (world, kind))
        self.player.step_tally = PhaseTally(done.placed, done.produced, consumed, done.sold)
        if self.powers.at(AFTER_CONSUMING):
            self.pending_responses += ((AFTER_CONSUMING, world, kind),)

    def sell(self, world: int, kind: int) -> None:
        """Record a sold good, and let powers respond to it."""
        done = self.tally
        sold = (*done.sold, (world, kind))
        self.player.step_tally = PhaseTally(done.placed, done.produced, done.consumed, sold)
        if self.powers.at(AFTER_SELLING):
            self.pending_responses += ((AFTER_SELLING, world, kind),)

    def turn_of(self, seat: int) -> PlayerTurn:
        """Return the turn of another player in this phase."""
        return PlayerTurn(self.rules, self.state, seat, self.state.players[seat].step_powers)

    def mark_used(self, power: BoundPower) -> None:
        """Mark a power as used if it can be used only once per game."""
        self.moves.mark_used(self.state, power)

    def in_force(self) -> Powers:
        """Return the powers in force now, including powers that change during the phase."""
        if self.frozen_powers is not None:
            return self.frozen_powers
        return in_force(self.table, self.state.players, self.seat, self.powers, True)

    def freeze_powers(self) -> None:
        """Freeze the powers in force: the player has chosen a card to place with them."""
        self.frozen_powers = self.in_force()

    def finish_placement(self, card: int) -> None:
        """Record that a card has been paid for or conquered."""
        self.frozen_powers = None
        self.record_placement(card)

    def discard_from_tableau(self, card: int) -> None:
        """Discard a card of the tableau, and give the gains of its `after discarding this`.

        They still count its good and the cards under it.
        """
        step = self.state.pending_steps[0].removesuffix(" 2")
        gifts = [
            (power, [gain.amount * self.multiplier(gain) for gain in power.gains])
            for power in self.table.discard_gains[card]
            if power.phase == step and self.meets_condition(power.condition)
        ]
        self.moves.discard_from_tableau(self.state, self.player, card)
        for power, amounts in gifts:
            self.moves.use_power(self.state, self.player, power)
            for gain, amount in zip(power.gains, amounts, strict=True):
                gain.give(self, power, amount)
            self.moves.finish_power(self.state, self.player, power)

    def multiplier(self, gain: Gain) -> int:
        """Return the current multiplier of a gain."""
        return 1 if gain.per is None else gain.per.times(self.number_of(gain.per.count))

    def record_placement(self, card: int) -> None:
        """Record that a card has been placed by any means."""
        done = self.tally
        placed = (*done.placed, card)
        self.player.step_tally = PhaseTally(placed, done.produced, done.consumed, done.sold)

    def number_of(self, count: BoundCount) -> int:
        """Return the current value of a count."""
        players = self.state.players
        return number_of(count, self.table, players, self.seat, self.powers, True)

    def meets_condition(self, condition: BoundCondition | None) -> bool:
        """Return whether a condition is met now."""
        players = self.state.players
        return is_met(condition, self.table, players, self.seat, self.powers, True)


BASE_PRICES: Final = (0, 2, 3, 4, 5, 5)
"""Base price by kind of good: novelty 2, rare 3, genes 4, alien 5 cards."""


def price(powers: Powers | None, kind: int, world: int) -> int:
    """Return the number of cards for a good, at least 0. powers: None for the base price."""
    cards = BASE_PRICES[kind]
    if powers is not None:
        cards += powers.prices[0] + powers.prices[kind]
        for power in powers.sales:
            if power.card == world if power.here else power.goods.matches(world, kind):
                cards += power.amount
    return max(0, cards)


def choose_kind(turn: PlayerTurn, world: int, kinds: int = 0) -> Asking[int]:
    """Let the owner choose the kind of a world's good (arc 1 booklet, Multi-Kind World).

    kinds: kinds to choose from as bits, or 0 for all kinds.
    """
    options = tuple([(kind,) for kind in range(1, 5) if kind_matches(kinds, kind)])
    (answer,) = yield [Choice(turn.seat, asks.KIND_OF_GOOD, world, options)]
    turn.moves.notify(turn.state, KindChosen, turn.seat, world, answer[0])
    return answer[0]


ALL_KINDS: Final = 0b11110
"""Kinds of goods as bits."""


def kinds_of_sale(table: Table, powers: Powers | None, world: int) -> int:
    """Return the kinds as which a world's good can be sold, as bits. powers: None for its own."""
    kind = table.kind[world]
    kinds = ALL_KINDS if kind == ANY else 1 << kind
    if powers is not None:
        for power in powers.rule(SELL_AS):
            if world == power.card if power.here else power.goods.matches(world, kind):
                kinds |= power.kinds
    return kinds


def sellable_goods(turn: PlayerTurn) -> list[int]:
    """Return the worlds whose goods the player can sell in Trade, in tableau order."""
    player = turn.player
    unsellable = [power.card for power in turn.in_force().rule(CANNOT_SELL)]
    return [world for world in player.tableau if world in player.goods and world not in unsellable]


def draw_sale_cards(
    turn: PlayerTurn, base_only: bool, world: int, kinds: int, extra: int = 0
) -> Asking[None]:
    """Draw the cards for a good that has been spent.

    base_only: ignore trade powers. kinds: kinds as which it can be sold, as bits.
    """
    kind = single_kind(kinds) or (yield from choose_kind(turn, world, kinds))
    cards = price(None if base_only else turn.in_force(), kind, world) + extra
    turn.sell(world, kind)
    turn.moves.sell(turn.state, turn.player, world, kind, cards)


class ProduceTurn(PlayerTurn):
    """One player's part of a Produce phase.

    goods: number of windfall worlds still to produce on for choosing the phase. repairs: whether
    worlds can be repaired in the phase. has_begun: whether the player has begun to produce.
    unused: powers that had no effect so far. turns: turns of all players by seat.
    """

    def __init__(
        self, rules: Rules, state: State, seat: int, powers: Powers, repairs: bool = False
    ) -> None:
        super().__init__(rules, state, seat, powers)
        self.goods = 0
        self.repairs: Final = repairs
        self.has_begun = False
        self.unused: list[BoundAction] = []
        self.turns: list[ProduceTurn] = []

    def turn_of(self, seat: int) -> PlayerTurn:
        return self.turns[seat]


@mypyc_attr(allow_interpreted_subclasses=True)
class ProduceModule(RuleModule):
    """Base class for rules that add to Produce."""

    def in_place_of_bonus(self, turn: ProduceTurn) -> Asking[bool]:
        """Offer an alternative to the windfall good for choosing Produce; return whether it was
        used.

        It is offered first, so that a player misses nothing.
        """
        yield from ()
        return False

    def before_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Play actions before producing."""
        yield from ()

    def after_producing(self, turn: ProduceTurn) -> Asking[None]:
        """Play actions after producing."""
        yield from ()

    def damaged(self, turn: PlayerTurn) -> list[int]:
        """Return the player's worlds that can be repaired."""
        return []

    def repair(self, turn: ProduceTurn, power_number: int, count: int) -> Asking[None]:
        """Let the player repair `count` worlds. power_number: power that repairs them, or -1."""
        yield from ()


def produce_modules(rules: Rules) -> list[Any]:
    """Return the active modules with a part in Produce.

    Any: mypyc binds typed calls to the first base class only.
    """
    return [module for module in rules.modules if isinstance(module, ProduceModule)]


def damaged(turn: PlayerTurn) -> list[int]:
    """Return the player's worlds that can be repaired."""
    worlds: list[int] = []
    for module in produce_modules(turn.rules):
        worlds += module.damaged(turn)
    return worlds


def repair(turn: PlayerTurn, power_number: int, count: int) -> Asking[None]:
    """Let the player repair `count` worlds. power_number: power that repairs them, or -1."""
    assert isinstance(turn, ProduceTurn)
    for module in produce_modules(turn.rules):
        yield from module.repair(turn, power_number, count)
