"""Bound powers: the hooks of one card with their selectors as bit masks over the cards in use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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


class BoundPower:
    """One hook of one card. number: in Table.power_list. line: of the card's powers, from 0.

    mask: the cards it applies to. wide: the same for worlds conquered as if they were military.
    covers, covers_wide: a byte for each card in use, 1 where the mask has its bit.
    optional, each, free, how: as the hook says, False, 0 and "" where it has no such word.
    moment: when an action takes place, with its phase where a card has been placed or paid for.
    looks_at: what it counts as of the moment. steady: other cards do not change what it is worth.
    """

    def __init__(
        self,
        number: int,
        card: int,
        line: int,
        hook: hooks.Hook,
        mask: int,
        wide: int,
        covers: bytes,
        covers_wide: bytes,
        amount: int,
        kind: int,
        price: BoundPrice | None,
        per: BoundPer | None,
        condition: BoundCondition | None,
        gains: tuple[BoundGain, ...] = (),
        rival: BoundRival | None = None,
    ) -> None:
        self.number: Final = number
        self.card: Final = card
        self.line: Final = line
        self.hook: Final = hook
        self.mask: Final = mask
        self.wide: Final = wide
        self.covers: Final = covers
        self.covers_wide: Final = covers_wide
        self.amount: Final = amount
        self.kind: Final = kind
        self.price: Final = price
        self.per: Final = per
        self.condition: Final = condition
        self.gains: Final = gains
        self.rival: Final = rival
        self.is_score: Final = isinstance(hook, hooks.Score)
        self.is_military: Final = isinstance(hook, hooks.Military)
        self.is_instead: Final = isinstance(hook, hooks.Instead)
        self.optional: Final[bool] = getattr(hook, "optional", False)
        self.each: Final[bool] = getattr(hook, "each", False)
        self.free: Final[int] = getattr(hook, "free", 0)
        self.how: Final[str] = getattr(hook, "how", "")
        self.moment: Final = _moment(hook) if isinstance(hook, hooks.Action) else ""
        self.looks_at: Final = _looks_at(gains, condition)
        self.steady: Final = self.is_score or not _counts_cards(per, condition)

    def applies(self, card: int) -> bool:
        """Return whether a card is among those the power is about."""
        return self.covers[card] != 0

    def worth(self, amount: int) -> BoundPower:
        """Return the same power with another amount."""
        return self if amount == self.amount else self._but(amount, self.price)

    def asking(self, price: BoundPrice) -> BoundPower:
        """Return the same power for another price."""
        return self._but(self.amount, price)

    def _but(self, amount: int, price: BoundPrice | None) -> BoundPower:
        return BoundPower(
            self.number,
            self.card,
            self.line,
            self.hook,
            self.mask,
            self.wide,
            self.covers,
            self.covers_wide,
            amount,
            self.kind,
            price,
            self.per,
            self.condition,
            self.gains,
            self.rival,
        )


def _moment(hook: hooks.Action) -> str:
    by_phase = hook.moment in ("after placing", "after paying")
    return f"{hook.phase} {hook.moment}" if by_phase else hook.moment


def _counts_cards(per: BoundPer | None, condition: BoundCondition | None) -> bool:
    counted = (per is not None and per.things, condition is not None and condition.things)
    return "cards" in counted


_STEADY: Final = {"cards", "military", "negative military"}
"""What is counted as it was when the phase began."""


def _looks_at(gains: tuple[BoundGain, ...], condition: BoundCondition | None) -> frozenset[str]:
    """Return the things that are counted as they are at the moment."""
    things = {gain.per.things for gain in gains if gain.per is not None}
    if condition is not None and condition.test != "most produced":
        things.add(condition.things)
    return frozenset(things - _STEADY)


def bind_power(
    masks: Masks, cards: int, hook: hooks.Hook, card: int, line: int, number: int
) -> BoundPower:
    """Bind a hook of a card to the cards in use. cards: how many they are."""
    on = getattr(hook, _SCOPE.get(type(hook), ""), None)
    mask, wide = _mask(masks, on), _mask(masks, _as_military(on))
    gains: tuple[hooks.Gain, ...] = getattr(hook, "gains", ())
    amount: int = getattr(hook, "amount", getattr(hook, "points", 0))
    return BoundPower(
        number,
        card,
        line,
        hook,
        mask,
        wide,
        _by_card(mask, cards),
        _by_card(wide, cards),
        amount,
        _kind(getattr(hook, "goods", None)),
        _bind_price(getattr(hook, "price", None)),
        _bind_per(masks, getattr(hook, "per", None)),
        _bind_condition(masks, getattr(hook, "condition", None)),
        tuple(_bind_gain(masks, gain) for gain in gains),
        _bind_rival(masks, hook.rival) if isinstance(hook, hooks.TakeOver) else None,
    )


_BITS: Final = bytes.maketrans(b"01", b"\x00\x01")


def _by_card(mask: int, cards: int) -> bytes:
    digits = f"{mask & (1 << cards) - 1:0{cards}b}"
    return digits[::-1].encode().translate(_BITS)


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
    """Return the selector without `military`: for a world that is conquered as if it were."""
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
    """Return whether a good or world of a kind is of the kind wanted; 0 wants any."""
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
