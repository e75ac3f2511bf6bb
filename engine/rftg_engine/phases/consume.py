"""IV: Consume, and Trade before it (base rulebook, Consume)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.actions import Bonus
from rftg_engine.cards.bound import BoundAction
from rftg_engine.cards.moments import CONSUME, CONSUME_END, TRADE
from rftg_engine.events import ACTION_BONUS, PowerDone, PowerUsed
from rftg_engine.rules import Rules
from rftg_engine.state import Player, State
from rftg_engine.turns.perform import (
    can_use,
    find_power,
    has_action,
    perform,
    perform_all,
    respond_to_goods,
)
from rftg_engine.turns.turn import PlayerTurn, draw_sale_cards, kinds_of_sale, sellable_goods


def consume(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player, in turn order, trade if Trade was chosen, then use Consume powers."""
    powers = [player.step_powers for player in state.players]
    bonuses = [rules.bonus(state, seat, name) for seat in range(len(powers))]
    turns = [
        PlayerTurn(rules, state, seat, powers[seat], bonus.chips)
        for seat, bonus in enumerate(bonuses)
    ]
    for seat in state.order:
        player, bonus = state.players[seat], bonuses[seat]
        if _can_act(player, bonus):
            if bonus.trades and player.goods:
                yield from _trade(turns[seat], bonus.trade)
            yield from _use_powers(turns[seat], bonus.discards)
    if has_action(powers, CONSUME_END):
        yield from perform_all(rules, state, powers, CONSUME_END, turns)


def _can_act(player: Player, bonus: Bonus) -> bool:
    """Return whether a player can do anything: most powers need goods."""
    powers = player.step_powers.at(CONSUME)
    if player.goods:
        return bonus.trades or bonus.discards > 0 or len(powers) > 0
    return bonus.discards > 0 or not all(_takes_goods(power) for power in powers)


def _takes_goods(power: BoundAction) -> bool:
    return power.price is not None and power.price.what == "goods"


def _trade(turn: PlayerTurn, extra: int) -> Asking[None]:
    """Let a player who chose Consume: Trade sell one good. extra: additional cards for the good."""
    options = tuple([(world,) for world in sellable_goods(turn)])
    if not options:
        return
    (answer,) = yield [Choice(turn.seat, asks.TRADE, -1, options)]
    # The kinds can depend on the good, so they are determined before it is taken.
    kinds = kinds_of_sale(turn.table, turn.in_force(), answer[0])
    turn.moves.take_good(turn.state, turn.player, answer[0])
    yield from draw_sale_cards(turn, False, answer[0], kinds, extra)
    if turn.pending_responses:
        yield from respond_to_goods(turn)
    for power in turn.powers.at(TRADE):
        if can_use(turn, power):
            yield from perform(turn, power)
            yield from respond_to_goods(turn)


def _use_powers(turn: PlayerTurn, discards: int) -> Asking[None]:
    """Use each power once, in any order; powers without "may" must be used if possible.

    discards: hand cards that the action allows a player to discard for a point each, at any time.
    """
    remaining = list(turn.powers.at(CONSUME))
    while True:
        usable = [power for power in remaining if can_use(turn, power)]
        options: list[Answer] = [(power.number,) for power in usable]
        if discards and turn.player.hand:
            options.append((ACTION_BONUS,))
        if not options:
            return
        if all(_can_skip(power) for power in usable):
            options.append(())
        (answer,) = yield [Choice(turn.seat, asks.CONSUME_POWER, -1, tuple(options))]
        if not answer:
            return
        if answer[0] == ACTION_BONUS:
            yield from _discard_for_points(turn, discards)
            discards = 0
            continue
        power = find_power(usable, answer)
        remaining.remove(power)
        yield from perform(turn, power, is_chosen=True)
        if turn.pending_responses or turn.owed:
            yield from respond_to_goods(turn)


def _discard_for_points(turn: PlayerTurn, count: int) -> Asking[None]:
    turn.moves.notify(turn.state, PowerUsed, turn.seat, -1, ACTION_BONUS)
    hand = tuple(turn.player.hand)
    maximum = min(count, len(hand))
    (discarded,) = yield [Subset(turn.seat, asks.DISCARD_FOR_POWER, ACTION_BONUS, hand, 0, maximum)]
    turn.moves.discard_from_hand(turn.state, turn.player, discarded)
    turn.moves.gain_chips(turn.state, turn.player, len(discarded))
    turn.moves.notify(turn.state, PowerDone, turn.seat, -1, ACTION_BONUS)


def _can_skip(power: BoundAction) -> bool:
    """Return whether a power can be left unused. Powers without a price ask their owner later."""
    return power.optional and power.price is not None
