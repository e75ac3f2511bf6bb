"""Bound powers, and all powers of one tableau gathered by the moment a phase asks for them.

`Powers` is immutable once gathered: a phase keeps those of its start, so that cards placed or
lost in the phase change nothing in it (base rulebook, Card Powers).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl import hooks
from rftg_dsl.ast import KINDS, Condition, Cost, Goods, Per, Selector

ALL: Final = -1
"""The mask with every bit: all cards."""

Masks = Callable[[Selector], int]


@dataclass(frozen=True, slots=True)
class BoundPer:
    """A multiplier. things: as in ast.Per. mask: cards to count. kind: number of a kind, 0 any."""

    things: str
    mask: int
    kind: int
    divisor: int

    def times(self, tableau: int) -> int:
        """How often, for a multiplier that counts cards; 1 for all others, counted by the phase."""
        return (tableau & self.mask).bit_count() // self.divisor if self.things == "cards" else 1


@dataclass(frozen=True, slots=True)
class BoundCondition:
    """A condition. test: as in ast.Condition. mask: the cards to have. kind: as in BoundPer."""

    test: str
    mask: int
    kind: int


@dataclass(frozen=True, slots=True)
class BoundPrice:
    """What is given up: this card, hand cards or goods.

    count: -1 for all. kind: 0 for any. here: only the good on this world.
    """

    what: str
    count: int
    up_to: bool
    kind: int
    here: bool
    different: bool


@dataclass(frozen=True, slots=True)
class BoundGain:
    """What is gained; see hooks.Gain. low, high: numbers to guess from."""

    what: str
    amount: int
    per: BoundPer | None
    kind: int
    other: bool
    plain: bool
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class BoundPower:
    """One hook of one card. number: in Table.power_list. line: of the card's powers, from 0."""

    number: int
    card: int
    line: int
    hook: hooks.Hook
    mask: int
    amount: int
    kind: int
    price: BoundPrice | None
    per: BoundPer | None
    condition: BoundCondition | None
    gains: tuple[BoundGain, ...] = ()


def bind_power(masks: Masks, hook: hooks.Hook, card: int, line: int, number: int) -> BoundPower:
    """Binds a hook of a card to the cards in use."""
    mask, amount, kind = ALL, 0, 0
    price: Cost | None = None
    condition: Condition | None = None
    per: Per | None = None
    gains: tuple[BoundGain, ...] = ()
    if isinstance(hook, hooks.CostChange):
        mask, amount, price = _mask(masks, hook.on), hook.amount, hook.price
        per, condition = hook.per, hook.condition
    elif isinstance(hook, hooks.Military):
        mask, amount, price = _mask(masks, hook.against), hook.amount, hook.price
        per, condition = hook.per, hook.condition
    elif isinstance(hook, hooks.PayFor):
        mask, amount, price = masks(hook.on), hook.amount, hook.price
    elif isinstance(hook, hooks.Price):
        amount, kind, per, condition = hook.amount, _kind(hook.goods), hook.per, hook.condition
    elif isinstance(hook, hooks.Action):
        mask, price, condition = _mask(masks, hook.on), hook.price, hook.condition
        gains = tuple(_bind_gain(masks, gain) for gain in hook.gains)
    elif isinstance(hook, hooks.Score):
        amount, per = hook.points, hook.per
    else:
        per = hook.per
    return BoundPower(
        number,
        card,
        line,
        hook,
        mask,
        amount,
        kind,
        _bind_price(price),
        _bind_per(masks, per),
        _bind_condition(masks, condition),
        gains,
    )


def _mask(masks: Masks, selector: Selector | None) -> int:
    return ALL if selector is None else masks(selector)


def _kind(goods: Goods | None) -> int:
    return kind_number(goods.kind if goods else None)


def kind_number(kind: str | None) -> int:
    """1 to 4 in the order of KINDS, 0 for none or any."""
    return KINDS.index(kind) + 1 if kind in KINDS else 0


def _bind_per(masks: Masks, per: Per | None) -> BoundPer | None:
    if per is None:
        return None
    mask = masks(per.selector) if per.selector else 0
    return BoundPer(per.things, mask, kind_number(per.kind), per.divisor)


def _bind_condition(masks: Masks, condition: Condition | None) -> BoundCondition | None:
    if condition is None:
        return None
    mask = masks(condition.selector) if condition.selector else 0
    return BoundCondition(condition.test, mask, kind_number(condition.kind))


def _bind_price(price: Cost | None) -> BoundPrice | None:
    if price is None:
        return None
    count = -1 if price.count is None else price.count
    here = price.goods is not None and price.goods.here
    return BoundPrice(price.what, count, price.up_to, _kind(price.goods), here, price.different)


def _bind_gain(masks: Masks, gain: hooks.Gain) -> BoundGain:
    low = gain.numbers.low if gain.numbers else 0
    high = (gain.numbers.high or 0) if gain.numbers else 0
    per = _bind_per(masks, gain.per)
    kind = _kind(gain.goods)
    return BoundGain(gain.what, gain.amount, per, kind, gain.other, gain.plain, low, high)


class Powers:
    """The powers of one tableau, newest card first, with everything counted that can be.

    mask: the tableau. draw, keep: added in Explore. costs: (mask, amount) by phase, always in
    force. military: against every world. special_military: (mask, amount) in addition.
    chosen: powers with a price that may be used when placing, by phase.
    prices: added when selling, by kind (index 0: any kind). here_prices: by world.
    actions: by moment; "after placing" ones are by phase.
    """

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.draw = 0
        self.keep = 0
        self.costs: dict[str, list[tuple[int, int]]] = {"develop": [], "settle": []}
        self.military = 0
        self.special_military: list[tuple[int, int]] = []
        self.chosen: dict[str, list[BoundPower]] = {"develop": [], "settle": []}
        self.prices = [0, 0, 0, 0, 0]
        self.here_prices: dict[int, int] = {}
        self.actions: dict[str, list[BoundPower]] = {}
        self.scores: list[BoundPower] = []

    def at(self, moment: str) -> list[BoundPower]:
        """The actions of a moment."""
        return self.actions.get(moment, NO_POWERS)


NO_POWERS: Final[list[BoundPower]] = []


def gather(tableau: tuple[int, ...], by_card: list[list[BoundPower]]) -> Powers:
    """The powers of a tableau. by_card: the bound powers of each card, the oldest card first."""
    mask = 0
    for card in tableau:
        mask |= 1 << card
    powers = Powers(mask)
    for bound in reversed(by_card):
        for power in bound:
            if _holds(power.condition, mask):
                _add(powers, power)
    return powers


def _holds(condition: BoundCondition | None, tableau: int) -> bool:
    """Conditions on the tableau are settled here, all others by the phase."""
    return condition is None or condition.test != "have" or tableau & condition.mask != 0


def _add(powers: Powers, power: BoundPower) -> None:
    hook = power.hook
    times = power.per.times(powers.mask) if power.per else 1
    if isinstance(hook, hooks.Explore):
        powers.draw += hook.draw * times
        powers.keep += hook.keep * times
    elif isinstance(hook, hooks.CostChange):
        if power.price or hook.to is not None:
            powers.chosen[hook.phase].append(replace(power, amount=power.amount * times))
        else:
            powers.costs[hook.phase].append((power.mask, power.amount * times))
    elif isinstance(hook, hooks.Military):
        _add_military(powers, power, power.amount * times)
    elif isinstance(hook, hooks.PayFor):
        powers.chosen["settle"].append(power)
    elif isinstance(hook, hooks.Price):
        if hook.goods is not None and hook.goods.here:
            known = powers.here_prices.get(power.card, 0)
            powers.here_prices[power.card] = known + power.amount * times
        else:
            powers.prices[power.kind] += power.amount * times
    elif isinstance(hook, hooks.Score):
        powers.scores.append(power)
    else:
        moment = f"{hook.phase} {hook.moment}" if hook.moment == "after placing" else hook.moment
        powers.actions.setdefault(moment, []).append(power)


def _scaled(power: BoundPower, amount: int) -> BoundPower:
    """The power with its multiplier counted, since the phase asks for its amount only."""
    return power if amount == power.amount else replace(power, amount=amount)


def _add_military(powers: Powers, power: BoundPower, amount: int) -> None:
    if power.price:
        powers.chosen["settle"].append(replace(power, amount=amount))
    elif power.mask == ALL:
        powers.military += amount
    else:
        powers.special_military.append((power.mask, amount))
