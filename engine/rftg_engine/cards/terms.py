"""What powers are made of, bound to the cards in use: counts, conditions, prices, gains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_dsl import hooks
from rftg_dsl.syntax.ast import (
    ANY_KIND,
    KINDS,
    Condition,
    Cost,
    GainKind,
    Goods,
    Per,
    Rival,
    Selector,
)

ALL: Final = -1
"""The mask with every bit: all cards."""

ANY: Final = 5
"""The number of the kind of a world that counts as each kind."""

Masks = Callable[[Selector], int]


class BoundPer:
    """A multiplier. things: as in ast.Per. mask: cards to count. kind: number of a kind, 0 any."""

    def __init__(self, things: str, mask: int, kind: int, divisor: int) -> None:
        self.things: Final = things
        self.mask: Final = mask
        self.kind: Final = kind
        self.divisor: Final = divisor

    def times(self, tableau: int) -> int:
        """Return how often, for a multiplier that counts cards; 1 for all others, counted by the
        phase.
        """
        return (tableau & self.mask).bit_count() // self.divisor if self.things == "cards" else 1


class BoundCondition:
    """A condition, as in ast.Condition. mask: the cards to have. kind: as in BoundPer."""

    def __init__(self, test: str, mask: int, kind: int, things: str, number: int) -> None:
        self.test: Final = test
        self.mask: Final = mask
        self.kind: Final = kind
        self.things: Final = things
        self.number: Final = number

    def met_by(self, tableau: int) -> bool:
        """Return whether it holds, as far as that is a matter of the owner's cards alone."""
        if self.test != "have" or self.things != "cards":
            return True
        return (tableau & self.mask).bit_count() >= self.number


class BoundPrice:
    """What is given up: this card, hand cards, goods or prestige.

    count: -1 for all. kind: 0 for any. here: only the good on this world.
    """

    def __init__(
        self, what: str, count: int, up_to: bool, kind: int, here: bool, different: bool
    ) -> None:
        self.what: Final = what
        self.count: Final = count
        self.up_to: Final = up_to
        self.kind: Final = kind
        self.here: Final = here
        self.different: Final = different

    def of(self, count: int) -> BoundPrice:
        """Return the same price for another count."""
        return BoundPrice(self.what, count, self.up_to, self.kind, self.here, self.different)


class BoundGain:
    """What is gained; see hooks.Gain. low, high: numbers to guess from."""

    def __init__(
        self,
        what: GainKind,
        amount: int,
        per: BoundPer | None,
        kind: int,
        other: bool,
        plain: bool,
        low: int,
        high: int,
    ) -> None:
        self.what: Final = what
        self.amount: Final = amount
        self.per: Final = per
        self.kind: Final = kind
        self.other: Final = other
        self.plain: Final = plain
        self.low: Final = low
        self.high: Final = high


class BoundRival:
    """Whose worlds can be taken over: players with a card in `mask`, with `military` or more."""

    def __init__(self, mask: int, military: int | None) -> None:
        self.mask: Final = mask
        self.military: Final = military


def bind_rival(masks: Masks, rival: Rival | None) -> BoundRival | None:
    """Bind whose worlds can be taken over, if that is said."""
    if rival is None:
        return None
    return BoundRival(masks(rival.selector) if rival.selector else ALL, rival.military)


def kind_of(goods: Goods | None) -> int:
    """Return the number of the kind that goods are said to be of, 0 where none is."""
    return kind_number(goods.kind if goods else None)


def kind_number(kind: str | None) -> int:
    """Return 1 to 4 in the order of KINDS, ANY for a world of each kind, 0 where none is named."""
    if kind == ANY_KIND:
        return ANY
    return KINDS.index(kind) + 1 if kind in KINDS else 0


def fits(wanted: int, kind: int) -> bool:
    """Return whether a good or world of a kind is of the kind wanted; 0 wants any."""
    return wanted in (0, kind) or kind == ANY


def bind_per(masks: Masks, per: Per | None) -> BoundPer | None:
    """Bind a multiplier, if there is one."""
    if per is None:
        return None
    mask = masks(per.selector) if per.selector else 0
    return BoundPer(per.things, mask, kind_number(per.kind), per.divisor)


def bind_condition(masks: Masks, condition: Condition | None) -> BoundCondition | None:
    """Bind a condition, if there is one."""
    if condition is None:
        return None
    mask = masks(condition.selector) if condition.selector else 0
    kind = kind_number(condition.kind)
    return BoundCondition(condition.test, mask, kind, condition.things, condition.number)


def bind_price(price: Cost | None) -> BoundPrice | None:
    """Bind what is given up, if anything is."""
    if price is None:
        return None
    count = -1 if price.count is None else price.count
    here = price.goods is not None and price.goods.here
    return BoundPrice(price.what, count, price.up_to, kind_of(price.goods), here, price.different)


def bind_gain(masks: Masks, gain: hooks.Gain) -> BoundGain:
    """Bind one thing that is gained."""
    low = gain.numbers.low if gain.numbers else 0
    high = (gain.numbers.high or 0) if gain.numbers else 0
    per = bind_per(masks, gain.per)
    kind = kind_of(gain.goods)
    return BoundGain(gain.what, gain.amount, per, kind, gain.other, gain.plain, low, high)
