"""IV: Consume, and Trade before it (base rulebook, Consume)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine import actions
from rftg_engine.bound import BoundPower
from rftg_engine.decisions import Answer, Choice, Subset
from rftg_engine.driver import Asking
from rftg_engine.perform import Doing, can_use, perform, settle_debts
from rftg_engine.state import State
from rftg_engine.trading import sell_for

if TYPE_CHECKING:
    from rftg_engine.race import Race

DOUBLE: Final = 2
TRIPLE: Final = 3
PRESTIGE_CARDS: Final = 3
"""Cards more for the sale of a Consume: Trade with prestige."""
PRESTIGE_DISCARDS: Final = 2
"""Hand cards it lets be discarded for a point each."""


def consume(race: Race, state: State, _name: str) -> Asking[None]:
    """In turn order, each player sells a good if Trade was chosen, then uses all consume powers."""
    powers = [player.powers for player in state.players]
    for seat in state.order:
        player = state.players[seat]
        doing = Doing(race, state, seat, powers[seat], _chips(player.actions))
        if player.goods and actions.chose(player.actions, actions.CONSUME_TRADE):
            yield from _trade(doing)
        yield from _use_powers(doing)


def _chips(chosen: list[int]) -> int:
    """What a chip counts (arc 1 booklet, Prestige Card: double for Trade, triple for x2)."""
    if actions.CONSUME_X2 + actions.PRESTIGE in chosen:
        return TRIPLE
    doubled = actions.CONSUME_X2 in chosen or _trades_with_prestige(chosen)
    return DOUBLE if doubled else 1


def _trades_with_prestige(chosen: list[int]) -> bool:
    return actions.CONSUME_TRADE + actions.PRESTIGE in chosen


def _trade(doing: Doing) -> Asking[None]:
    """Who chose Consume: Trade must sell one good before consuming."""
    player = doing.player
    unsold = [world for world, _amount in doing.powers.rule("cannot sell")]
    options: list[Answer] = [
        (world,) for world in player.tableau if world in player.goods and world not in unsold
    ]
    if options:
        (answer,) = yield [Choice(doing.seat, "trade", -1, tuple(options))]
        doing.race.take_good(doing.state, player, answer[0])
        more = PRESTIGE_CARDS if _trades_with_prestige(player.actions) else 0
        yield from sell_for(doing, False, answer[0], more)


BONUS: Final = -2
"""Stands for the discards of a prestige Trade among the consume powers."""


def _use_powers(doing: Doing) -> Asking[None]:
    """Each power once, in any order; those without "may" as long as they can be used."""
    left = list(doing.powers.at("consume"))
    bonus = _trades_with_prestige(doing.player.actions)
    while left or bonus:
        usable = [power for power in left if can_use(doing, power)]
        options: list[Answer] = [(power.number,) for power in usable]
        if bonus and doing.player.hand:
            options.append((BONUS,))
        if all(_optional(power) for power in usable):
            options.append(())
        if not any(options):
            return
        (answer,) = yield [Choice(doing.seat, "consume power", -1, tuple(options))]
        if not answer:
            return
        if answer[0] == BONUS:
            bonus = False
            yield from _discard_for_points(doing)
            continue
        power = doing.race.table.power_list[answer[0]]
        left.remove(power)
        yield from perform(doing, power, agreed=True)
        if doing.owed:
            yield from settle_debts(doing)


def _discard_for_points(doing: Doing) -> Asking[None]:
    if doing.state.chronicle is not None:
        doing.state.chronicle.tell("use", doing.seat, numbers=(BONUS,))
    hand = tuple(doing.player.hand)
    most = min(PRESTIGE_DISCARDS, len(hand))
    (cards,) = yield [Subset(doing.seat, "discard for power", BONUS, hand, 0, most)]
    doing.race.discard_from_hand(doing.state, doing.player, cards)
    doing.race.gain_chips(doing.state, doing.player, len(cards))


def _optional(power: BoundPower) -> bool:
    """Whether a power can be left unused; one that takes nothing asks its owner when it comes."""
    return power.optional and power.price is not None
