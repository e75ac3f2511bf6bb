"""IV: Consume, and Trade before it (base rulebook, Consume)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_dsl import hooks
from rftg_engine import actions
from rftg_engine.decisions import Answer, Choice
from rftg_engine.driver import Asking
from rftg_engine.perform import Doing, can_pay, perform
from rftg_engine.powers import BoundPower
from rftg_engine.state import State
from rftg_engine.trading import sell

if TYPE_CHECKING:
    from rftg_engine.race import Race

DOUBLE: Final = 2


def consume(race: Race, state: State, _name: str) -> Asking[None]:
    """In turn order, each player sells a good if Trade was chosen, then uses all consume powers."""
    powers = [player.powers for player in state.players]
    for seat in state.order:
        chosen = state.players[seat].actions
        chips = DOUBLE if actions.CONSUME_X2 in chosen else 1
        doing = Doing(race, state, seat, powers[seat], chips)
        if actions.CONSUME_TRADE in chosen:
            yield from _trade(doing)
        yield from _use_powers(doing)


def _trade(doing: Doing) -> Asking[None]:
    """Who chose Consume: Trade must sell one good before consuming."""
    player = doing.player
    options: tuple[Answer, ...] = tuple(
        (world,) for world in player.tableau if world in player.goods
    )
    if options:
        (answer,) = yield [Choice(doing.seat, "trade", -1, options)]
        doing.race.take_good(doing.state, player, answer[0])
        sell(doing.race, doing.state, player, doing.powers, answer[0])


def _use_powers(doing: Doing) -> Asking[None]:
    """Each power once, in any order; those without "may" as long as they can be used."""
    left = list(doing.powers.at("consume"))
    while True:
        usable = [power for power in left if can_pay(doing, power)]
        if not usable:
            return
        options: list[Answer] = [(power.number,) for power in usable]
        if all(_optional(power) for power in usable):
            options.append(())
        (answer,) = yield [Choice(doing.seat, "consume power", -1, tuple(options))]
        if not answer:
            return
        power = doing.race.table.power_list[answer[0]]
        left.remove(power)
        yield from perform(doing, power)


def _optional(power: BoundPower) -> bool:
    return isinstance(power.hook, hooks.Action) and power.hook.optional
