"""Carrying out an Action hook: what is given up, then what is gained.

base rulebook, Card Powers: a power must be used, if possible, unless it says "may"; once begun it
is used to the full, and no power interrupts another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rftg_dsl import hooks
from rftg_engine.decisions import Choice, Subset
from rftg_engine.driver import Asking
from rftg_engine.powers import BoundGain, BoundPower, BoundPrice, Powers
from rftg_engine.state import Player, State
from rftg_engine.trading import sell

if TYPE_CHECKING:
    from rftg_engine.race import Race


@dataclass(slots=True)
class Doing:
    """One player's part of a phase.

    powers: those of the start of the phase. chips: what a chip gained by a power counts (2 when
    doubled). produced: the kinds of the goods produced so far in this phase, one entry a good.
    """

    race: Race
    state: State
    seat: int
    powers: Powers
    chips: int = 1
    produced: list[int] = field(default_factory=list)

    @property
    def player(self) -> Player:
        """The player whose part it is."""
        return self.state.players[self.seat]


def perform_all(race: Race, state: State, powers: list[Powers], moment: str) -> Asking[None]:
    """All actions of a moment, for every player in turn order."""
    for seat in state.order:
        doing = Doing(race, state, seat, powers[seat])
        for power in powers[seat].at(moment):
            if can_pay(doing, power):
                yield from perform(doing, power)


def after_placing(doing: Doing, phase: str, placed: int) -> Asking[None]:
    """The powers that answer to a card having been placed."""
    for power in doing.powers.at(f"{phase} after placing"):
        if power.mask >> placed & 1:
            yield from perform(doing, power)


def can_pay(doing: Doing, power: BoundPower) -> bool:
    """Whether what a power takes is there."""
    price = power.price
    if price is None:
        return True
    if price.what == "cards":
        return len(doing.player.hand) >= (1 if price.up_to else price.count)
    goods = fitting_goods(doing, power, price)
    if price.different:
        kind = doing.race.table.kind
        there = len({kind[world] for world in goods})
    else:
        there = len(goods)
    return there >= (1 if price.up_to or price.count < 0 else price.count)


def fitting_goods(doing: Doing, power: BoundPower, price: BoundPrice) -> list[int]:
    """The worlds with a good that the power can take, in the order they came into the tableau."""
    goods, kind = doing.player.goods, doing.race.table.kind
    if price.here:
        return [power.card] if power.card in goods else []
    return [
        world for world in doing.player.tableau if world in goods and price.kind in (0, kind[world])
    ]


def perform(doing: Doing, power: BoundPower) -> Asking[None]:
    """Uses a power that can be paid for: asks what is given up, takes it, gives the gains."""
    price = power.price
    given: tuple[int, ...] = ()
    if price is not None:
        if price.what == "cards":
            given = yield from _give_cards(doing, power, price)
        else:
            given = yield from _give_goods(doing, power, price)
        if not given:
            return
    times = 1
    hook = power.hook
    if isinstance(hook, hooks.Action) and hook.each:
        times = len(given) - hook.free
    for gain in power.gains:
        got = yield from _gain(doing, power, gain, times, given)
        if not got:
            return


def _give_cards(doing: Doing, power: BoundPower, price: BoundPrice) -> Asking[tuple[int, ...]]:
    """Hand cards are the player's choice, and may be refused even now."""
    hand = tuple(doing.player.hand)
    most = min(price.count, len(hand))
    least = 0 if price.up_to else most
    if not price.up_to:
        decision = Choice(doing.seat, "use power", power.number, ((), (1,)))
        (wanted,) = yield [decision]
        if not wanted:
            return ()
    (cards,) = yield [Subset(doing.seat, "discard for power", power.number, hand, least, most)]
    doing.race.discard_from_hand(doing.state, doing.player, cards)
    return cards


def _give_goods(doing: Doing, power: BoundPower, price: BoundPrice) -> Asking[tuple[int, ...]]:
    """Goods are given as many as the power takes, and no fewer than there are."""
    kind = doing.race.table.kind
    goods = tuple(fitting_goods(doing, power, price))
    groups = tuple(kind[world] for world in goods) if price.different else ()
    there = len(set(groups)) if groups else len(goods)
    count = there if price.count < 0 else min(price.count, there)
    decision = Subset(doing.seat, "goods for power", power.number, goods, count, count, groups)
    (worlds,) = yield [decision]
    # The kinds are kept: a sale wants to know what was sold.
    for world in worlds:
        doing.race.take_good(doing.state, doing.player, world)
    return worlds


def _gain(
    doing: Doing, power: BoundPower, gain: BoundGain, times: int, given: tuple[int, ...]
) -> Asking[bool]:
    """Gives one gain; False when nothing more of the power follows (its good could not come)."""
    race, state, player = doing.race, doing.state, doing.player
    amount = gain.amount * times * _count(doing, gain)
    if gain.what == "draw":
        race.draw_to_hand(state, player, amount)
    elif gain.what == "vp":
        # base rulebook, Consume: points for hand cards are not doubled.
        for_cards = power.price is not None and power.price.what == "cards"
        race.gain_chips(state, player, amount if for_cards else amount * doing.chips)
    elif gain.what == "sell":
        sell(race, state, player, None if gain.plain else doing.powers, given[0])
    elif gain.what == "guess":
        yield from _guess(doing, power, gain)
    elif gain.what == "good":
        return (yield from produce_good(doing, power.card))
    else:
        return (yield from _windfall(doing, power, gain))
    return True


def _count(doing: Doing, gain: BoundGain) -> int:
    """The multiplier of a gain as of now."""
    per = gain.per
    if per is None:
        return 1
    if per.things == "goods":
        return sum(per.kind in (0, kind) for kind in doing.produced) // per.divisor
    if per.things == "kinds":
        return len(set(doing.produced)) // per.divisor
    return per.times(doing.powers.mask)


def _guess(doing: Doing, power: BoundPower, gain: BoundGain) -> Asking[None]:
    """base rulebook, Consume, Draw if Lucky: name a number, keep the top card if it bears it."""
    numbers = tuple((number,) for number in range(gain.low, gain.high + 1))
    (answer,) = yield [Choice(doing.seat, "guess", power.number, numbers)]
    card = doing.race.draw(doing.state)
    if card >= 0:
        lucky = doing.race.table.cost[card] == answer[0]
        (doing.player.hand if lucky else doing.state.discard).append(card)


def produce_good(doing: Doing, world: int) -> Asking[bool]:
    """Puts a good on a world of the player, and what follows from it; False when it has one."""
    player = doing.player
    if world in player.goods or world not in player.tableau:
        return False
    if not doing.race.put_good(doing.state, player, world):
        return False
    doing.produced.append(doing.race.table.kind[world])
    for power in doing.powers.at("after producing"):
        if power.card == world:
            yield from perform(doing, power)
    return True


def windfall_worlds(doing: Doing, kind: int, not_this: int = -1) -> list[int]:
    """The player's windfall worlds without a good; of a kind unless that is 0."""
    table, player = doing.race.table, doing.player
    return [
        world
        for world in player.tableau
        if table.windfall[world]
        and world not in player.goods
        and world != not_this
        and doing.powers.mask >> world & 1
        and kind in (0, table.kind[world])
    ]


def produce_on_windfall(doing: Doing, worlds: Iterable[int], about: int) -> Asking[bool]:
    """A good on one of the worlds, by the player's choice; False when there is none."""
    options = tuple((world,) for world in worlds)
    if not options:
        return False
    (answer,) = yield [Choice(doing.seat, "windfall", about, options)]
    return (yield from produce_good(doing, answer[0]))


def _windfall(doing: Doing, power: BoundPower, gain: BoundGain) -> Asking[bool]:
    worlds = windfall_worlds(doing, gain.kind, power.card if gain.other else -1)
    return (yield from produce_on_windfall(doing, worlds, power.number))
