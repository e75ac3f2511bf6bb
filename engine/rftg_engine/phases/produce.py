"""V: Produce (base rulebook, Produce).

A player may use these powers in any order. The engine keeps the one order in which no good and
no card can be lost, and asks where the order is a real choice: what is free of choices comes
first, then goods on windfall worlds from the most particular power to the bonus, then what takes
something or counts what the phase changes, as its owner likes as long as one can change another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine import actions
from rftg_engine.bound import BoundPower, fits
from rftg_engine.counting import changes, is_of_the_moment
from rftg_engine.decisions import Choice
from rftg_engine.driver import Asking
from rftg_engine.perform import (
    Doing,
    can_use,
    has_target,
    perform,
    produce_on_windfall,
    settle_debts,
    windfall_worlds,
)
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race

PRESTIGE_CARDS: Final = 3


def produce(race: Race, state: State, _name: str) -> Asking[None]:
    """In turn order, each player produces; then whoever produced the most is rewarded."""
    doings = [Doing(race, state, seat, player.powers) for seat, player in enumerate(state.players)]
    for seat in state.order:
        yield from _produce(doings[seat])
    for seat in state.order:
        for power in doings[seat].powers.at("produce end"):
            if _produced_most(doings, seat, power) and can_use(doings[seat], power):
                yield from perform(doings[seat], power)
                if doings[seat].owed:
                    yield from settle_debts(doings[seat])


def _produce(doing: Doing) -> Asking[None]:
    powers = doing.powers.at("produce")
    yield from _use_all(doing, [power for power in powers if _rank(power) == 0])
    yield from _bonus(doing)
    yield from _use_all(doing, [power for power in powers if _rank(power) == 1])
    yield from _in_any_order(doing, [power for power in powers if _rank(power) == 2])


def _bonus(doing: Doing) -> Asking[None]:
    """The bonus of the action: a good on a windfall world; with prestige on two, and cards."""
    chosen = doing.player.actions
    with_prestige = actions.PRODUCE + actions.PRESTIGE in chosen
    if with_prestige or actions.PRODUCE in chosen:
        yield from produce_on_windfall(doing, windfall_worlds(doing, 0), -1, 0)
    if with_prestige:
        yield from produce_on_windfall(doing, windfall_worlds(doing, 0), -1, 0)
        doing.race.draw_to_hand(doing.state, doing.player, PRESTIGE_CARDS)


def _use_all(doing: Doing, powers: list[BoundPower]) -> Asking[None]:
    for power in powers:
        if can_use(doing, power):
            yield from perform(doing, power)
            if doing.owed:
                yield from settle_debts(doing)


def _in_any_order(doing: Doing, left: list[BoundPower]) -> Asking[None]:
    """Powers of which one may change what another gives: the owner says which is next.

    Nobody is asked about the rest once nothing is left to give up and none looks at what another
    brings.
    """
    while True:
        usable = [power for power in left if can_use(doing, power)]
        # What is drawn can pay for a good, and makes no room for it.
        if not _order_matters(usable, [power for power in left if has_target(doing, power)]):
            break
        options = tuple((power.number,) for power in usable)
        (answer,) = yield [Choice(doing.seat, "produce power", -1, options)]
        power = doing.race.table.power_list[answer[0]]
        left.remove(power)
        yield from _use_all(doing, [power])
    yield from _use_all(doing, left)


def _order_matters(usable: list[BoundPower], left: list[BoundPower]) -> bool:
    """Whether a power that can be used takes something, or changes what another of them counts."""
    return any(
        power.price is not None or any(changes(power, other) for other in left if other != power)
        for power in usable
    )


def _rank(power: BoundPower) -> int:
    """0: no choice, or one kind only. 1: any windfall world. 2: takes or counts what changes."""
    if power.price is not None or is_of_the_moment(power):
        return 2
    return int(any(gain.what == "windfall" and gain.kind == 0 for gain in power.gains))


def _produced_most(doings: list[Doing], seat: int, power: BoundPower) -> bool:
    """base rulebook, Produce: more goods of the kind than any other player."""
    condition = power.condition
    kind = condition.kind if condition else 0
    made = [sum(fits(kind, good) for good in doing.produced) for doing in doings]
    return all(made[seat] > count for other, count in enumerate(made) if other != seat)
