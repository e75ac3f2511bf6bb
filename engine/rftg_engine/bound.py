"""Bound powers: the hooks of one card with their selectors as bit masks over the cards in use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl import hooks
from rftg_dsl.ast import ANY_KIND, KINDS, Condition, Cost, Goods, Per, Rival, Selector

ALL: Final = -1
"""The mask with every bit: all cards."""

ANY: Final = 5
"""The number of the kind of a world that counts as each kind."""

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
    """A condition, as in ast.Condition. mask: the cards to have. kind: as in BoundPer."""

    test: str
    mask: int
    kind: int
    things: str
    number: int

    def met_by(self, tableau: int) -> bool:
        """Whether it holds, as far as that is a matter of the owner's cards alone."""
        if self.test != "have" or self.things != "cards":
            return True
        return (tableau & self.mask).bit_count() >= self.number


@dataclass(frozen=True, slots=True)
class BoundPrice:
    """What is given up: this card, hand cards, goods or prestige.

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
class BoundRival:
    """Whose worlds can be taken over: players with a card in `mask`, with `military` or more."""

    mask: int
    military: int | None


@dataclass(frozen=True, slots=True)
class BoundPower:
    """One hook of one card. number: in Table.power_list. line: of the card's powers, from 0.

    mask: the cards it applies to. wide: the same for worlds conquered as if they were military.
    """

    number: int
    card: int
    line: int
    hook: hooks.Hook
    mask: int
    wide: int
    amount: int
    kind: int
    price: BoundPrice | None
    per: BoundPer | None
    condition: BoundCondition | None
    gains: tuple[BoundGain, ...] = ()
    rival: BoundRival | None = None

    def applies(self, card: int) -> bool:
        """Whether a card is among those the power is about."""
        return self.mask >> card & 1 != 0


def bind_power(masks: Masks, hook: hooks.Hook, card: int, line: int, number: int) -> BoundPower:
    """Binds a hook of a card to the cards in use."""
    on = getattr(hook, _SCOPE.get(type(hook), ""), None)
    gains: tuple[hooks.Gain, ...] = getattr(hook, "gains", ())
    amount: int = getattr(hook, "amount", getattr(hook, "points", 0))
    return BoundPower(
        number,
        card,
        line,
        hook,
        _mask(masks, on),
        _mask(masks, _as_military(on)),
        amount,
        _kind(getattr(hook, "goods", None)),
        _bind_price(getattr(hook, "price", None)),
        _bind_per(masks, getattr(hook, "per", None)),
        _bind_condition(masks, getattr(hook, "condition", None)),
        tuple(_bind_gain(masks, gain) for gain in gains),
        _bind_rival(masks, hook.rival) if isinstance(hook, hooks.TakeOver) else None,
    )


_SCOPE: Final[dict[type, str]] = {
    hooks.CostChange: "on",
    hooks.Military: "against",
    hooks.Instead: "on",
    hooks.Place: "on",
    hooks.TakeOver: "on",
    hooks.Action: "on",
}
"""Where a hook keeps the selector of the cards it applies to."""


def _as_military(selector: Selector | None) -> Selector | None:
    """The selector without `military`: for a world that is conquered as if it were."""
    if selector is None:
        return None
    kept = tuple(one for one in selector.adjectives if one.words != ("military",))
    return replace(selector, adjectives=kept)


def _bind_rival(masks: Masks, rival: Rival | None) -> BoundRival | None:
    if rival is None:
        return None
    return BoundRival(masks(rival.selector) if rival.selector else ALL, rival.military)


def _mask(masks: Masks, selector: Selector | None) -> int:
    return ALL if selector is None else masks(selector)


def _kind(goods: Goods | None) -> int:
    return kind_number(goods.kind if goods else None)


def kind_number(kind: str | None) -> int:
    """1 to 4 in the order of KINDS, ANY for a world of each kind, 0 where none is named."""
    if kind == ANY_KIND:
        return ANY
    return KINDS.index(kind) + 1 if kind in KINDS else 0


def fits(wanted: int, kind: int) -> bool:
    """Whether a good or world of a kind is of the kind wanted; 0 wants any."""
    return wanted in (0, kind) or kind == ANY


def _bind_per(masks: Masks, per: Per | None) -> BoundPer | None:
    if per is None:
        return None
    mask = masks(per.selector) if per.selector else 0
    return BoundPer(per.things, mask, kind_number(per.kind), per.divisor)


def _bind_condition(masks: Masks, condition: Condition | None) -> BoundCondition | None:
    if condition is None:
        return None
    mask = masks(condition.selector) if condition.selector else 0
    kind = kind_number(condition.kind)
    return BoundCondition(condition.test, mask, kind, condition.things, condition.number)


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
