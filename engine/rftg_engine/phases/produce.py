"""V: Produce (base rulebook, Produce).

A player may use these powers in any order. The engine keeps the one order in which no good and
no card can be lost: what is free of choices, then goods on windfall worlds from the most
particular power to the bonus, then what counts the goods produced.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rftg_engine import actions
from rftg_engine.driver import Asking
from rftg_engine.perform import Doing, can_pay, perform, produce_on_windfall, windfall_worlds
from rftg_engine.powers import BoundGain, BoundPower
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race


def produce(race: Race, state: State, _name: str) -> Asking[None]:
    """In turn order, each player produces; then whoever produced the most is rewarded."""
    doings = [Doing(race, state, seat, player.powers) for seat, player in enumerate(state.players)]
    for seat in state.order:
        yield from _produce(doings[seat])
    for seat in state.order:
        for power in doings[seat].powers.at("produce end"):
            if _produced_most(doings, seat, power):
                yield from perform(doings[seat], power)


def _produce(doing: Doing) -> Asking[None]:
    powers = doing.powers.at("produce")
    for power in powers:
        if _rank(power) == 0:
            yield from _use(doing, power)
    # The bonus of the action: a good on any one windfall world.
    if actions.PRODUCE in doing.player.actions:
        yield from produce_on_windfall(doing, windfall_worlds(doing, 0), -1)
    for rank in (1, 2, 3):
        for power in powers:
            if _rank(power) == rank:
                yield from _use(doing, power)


def _use(doing: Doing, power: BoundPower) -> Asking[None]:
    if can_pay(doing, power):
        yield from perform(doing, power)


def _rank(power: BoundPower) -> int:
    """0: no choice, or one kind only. 1: any windfall world. 2: costs cards. 3: counts goods."""
    if any(_counts_goods(gain) for gain in power.gains):
        return 3
    if power.price is not None:
        return 2
    return int(any(gain.what == "windfall" and gain.kind == 0 for gain in power.gains))


def _counts_goods(gain: BoundGain) -> bool:
    return gain.per is not None and gain.per.things in ("goods", "kinds")


def _produced_most(doings: list[Doing], seat: int, power: BoundPower) -> bool:
    """base rulebook, Produce: more goods of the kind than any other player."""
    condition = power.condition
    kind = condition.kind if condition else 0
    made = [sum(kind in (0, good) for good in doing.produced) for doing in doings]
    return all(made[seat] > count for other, count in enumerate(made) if other != seat)
