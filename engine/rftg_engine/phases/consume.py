"""IV: Consume, and Trade before it (base rulebook, Consume)."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_engine import actions, asks
from rftg_engine.cards.bound import BoundAction
from rftg_engine.events import PRESTIGE_BONUS, PowerUsed
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.perform import can_use, perform, settle_debts
from rftg_engine.turns.trading import sell_for
from rftg_engine.turns.turn import PlayerTurn

DOUBLE: Final = 2
TRIPLE: Final = 3
PRESTIGE_CARDS: Final = 3
"""Cards more for the sale of a Consume: Trade with prestige."""
PRESTIGE_DISCARDS: Final = 2
"""Hand cards it lets be discarded for a point each."""


def consume(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let each player, in turn order, sell a good if Trade was chosen, then use consume powers."""
    powers = [player.powers for player in state.players]
    for seat in state.order:
        player = state.players[seat]
        turn = PlayerTurn(rules, state, seat, powers[seat], _chips(player.actions))
        if player.goods and actions.chose(player.actions, actions.CONSUME_TRADE):
            yield from _trade(turn)
        yield from _use_powers(turn)


def _chips(chosen: list[int]) -> int:
    """Return what a chip counts (arc 1 booklet, Prestige Card: double for Trade, triple for x2)."""
    if actions.CONSUME_X2 + actions.PRESTIGE in chosen:
        return TRIPLE
    doubled = actions.CONSUME_X2 in chosen or _trades_with_prestige(chosen)
    return DOUBLE if doubled else 1


def _trades_with_prestige(chosen: list[int]) -> bool:
    return actions.CONSUME_TRADE + actions.PRESTIGE in chosen


def _trade(turn: PlayerTurn) -> Asking[None]:
    """Sell one good of whoever chose Consume: Trade, before consuming."""
    player = turn.player
    unsold = [world for world, _amount in turn.powers.rule("cannot sell")]
    options: list[Answer] = [
        (world,) for world in player.tableau if world in player.goods and world not in unsold
    ]
    if options:
        (answer,) = yield [Choice(turn.seat, asks.TRADE, -1, tuple(options))]
        turn.moves.take_good(turn.state, player, answer[0])
        more = PRESTIGE_CARDS if _trades_with_prestige(player.actions) else 0
        yield from sell_for(turn, False, answer[0], more)


def _use_powers(turn: PlayerTurn) -> Asking[None]:
    """Use each power once, in any order; those without "may" as long as they can be used."""
    left = list(turn.powers.at("consume"))
    bonus = _trades_with_prestige(turn.player.actions)
    while left or bonus:
        usable = [power for power in left if can_use(turn, power)]
        options: list[Answer] = [(power.number,) for power in usable]
        if bonus and turn.player.hand:
            options.append((PRESTIGE_BONUS,))
        if all(_optional(power) for power in usable):
            options.append(())
        if not any(options):
            return
        (answer,) = yield [Choice(turn.seat, asks.CONSUME_POWER, -1, tuple(options))]
        if not answer:
            return
        if answer[0] == PRESTIGE_BONUS:
            bonus = False
            yield from _discard_for_points(turn)
            continue
        (power,) = [power for power in usable if power.number == answer[0]]
        left.remove(power)
        yield from perform(turn, power, agreed=True)
        if turn.owed:
            yield from settle_debts(turn)


def _discard_for_points(turn: PlayerTurn) -> Asking[None]:
    turn.moves.tell(turn.state, PowerUsed, turn.seat, -1, PRESTIGE_BONUS)
    hand = tuple(turn.player.hand)
    most = min(PRESTIGE_DISCARDS, len(hand))
    (cards,) = yield [Subset(turn.seat, asks.DISCARD_FOR_POWER, PRESTIGE_BONUS, hand, 0, most)]
    turn.moves.discard_from_hand(turn.state, turn.player, cards)
    turn.moves.gain_chips(turn.state, turn.player, len(cards))


def _optional(power: BoundAction) -> bool:
    """Return whether a power can be left unused; one that takes nothing asks its owner when it
    comes.
    """
    return power.optional and power.price is not None
