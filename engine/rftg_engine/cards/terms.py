"""Terms of powers bound to the cards in use: counts, conditions, prices, gains, and invaders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, get_args

from gamekit.driver import Asking
from rftg_dsl.model import Card, CardSet, Invasion
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.syntax.ast import (
    ANY_KIND,
    KINDS,
    Condition,
    Cost,
    Count,
    CountKind,
    Effect,
    Goods,
    Per,
    Rival,
    Selector,
    Test,
)
from rftg_dsl.words.counts import multiplier_of


def invasion_of_sets(sets: Sequence[CardSet]) -> Invasion | None:
    """Return the invasion of the last set that has one, or None."""
    invasions = [card_set.invasion for card_set in sets if card_set.invasion is not None]
    return invasions[-1] if invasions else None


class Invaders:
    """The invaders of an invasion, or none.

    never_paid: mask of the cards that cannot be paid for, because they are worlds of the invaders.
    """

    def __init__(self, invasion: Invasion | None, cards: CardIndex) -> None:
        self._world: CardIndex | None = None
        self.never_paid = 0
        if invasion is not None:
            # A military world with only their keyword, and an impossible defense.
            world = Card("", "", "world", cost=-1, vp=0, military=True, keywords=(invasion.by,))
            self._world = CardIndex([world])
            self.never_paid = cards.mask(Selector("world", keyword=invasion.by))

    def match(self, selector: Selector) -> bool:
        """Return whether a selector matches the invaders."""
        return self._world is not None and self._world.mask(selector) != 0


NOBODY: Final = Invaders(None, CardIndex([]))


ALL: Final = -1
"""Mask with every bit: all cards."""

NO_LIMIT: Final = 1 << 30
"""Upper limit of a condition or a multiplier without one."""

ANY: Final = 5
"""Number of the kind of worlds that count as every kind."""


class Masks:
    """Bit masks of cards for selectors.

    mask_of: returns the mask of a selector. cards: number of cards in use. invaders: invaders in
    use. card: the card whose powers are bound, or -1.
    """

    def __init__(
        self,
        mask_of: Callable[[Selector], int],
        cards: int,
        invaders: Invaders = NOBODY,
        card: int = -1,
    ) -> None:
        self.card: Final = card
        self.mask_of: Final = mask_of
        self.cards: Final = cards
        self.invaders: Final = invaders

    def for_card(self, card: int) -> Masks:
        """Return these masks for the powers of a card."""
        return Masks(self.mask_of, self.cards, self.invaders, card)

    def covers(self, mask: int) -> bytes:
        """Return a byte for each card in use: 1 if it is in the mask, otherwise 0."""
        digits = f"{mask & (1 << self.cards) - 1:0{self.cards}b}"
        return digits[::-1].encode().translate(_BITS)


_BITS: Final = bytes.maketrans(b"01", b"\x00\x01")


class BoundGoods:
    """A set of goods.

    kinds: numbers of kinds as bits, or 0 for any kind. worlds: mask of the worlds they are on.
    kind: the only kind, or 0.
    """

    def __init__(self, kinds: int, worlds: int) -> None:
        self.kinds: Final = kinds
        self.kind: Final = single_kind(kinds)
        self.worlds: Final = worlds

    def matches(self, world: int, kind: int) -> bool:
        """Return whether a good of this kind on this world belongs to the set."""
        return kind_matches(self.kinds, kind) and self.worlds >> world & 1 != 0


def single_kind(kinds: int) -> int:
    """Return the kind if there is only one, otherwise 0."""
    return kinds.bit_length() - 1 if kinds.bit_count() == 1 else 0


ANY_GOODS: Final = BoundGoods(0, ALL)


@dataclass(frozen=True, eq=False)
class BoundCount:
    """A bound ast.Count.

    mask: mask of the counted cards. covers: mask as bytes (see Masks.covers). token: class of
    tokens. inner, having, action: see ast.Count. card: card with the power.
    """

    things: CountKind
    mask: int
    covers: bytes
    goods: BoundGoods
    token: str = ""
    inner: BoundCount | None = None
    having: BoundCondition | None = None
    action: str = ""
    card: int = -1


@dataclass(frozen=True, eq=False)
class BoundPer:
    """A multiplier: the value of `count` divided by `divisor`, up to `maximum`."""

    count: BoundCount
    divisor: int
    maximum: int

    def times(self, amount: int) -> int:
        """Return the multiplier for a value of the count, which can be negative."""
        return min(self.maximum, int(amount / self.divisor))

    def multiplier_for(self, tableau: int) -> int:
        """Return the multiplier for a tableau, if cards are counted."""
        return min(self.maximum, (tableau & self.count.mask).bit_count() // self.divisor)


_DONE: Final = ("placed", "produced", "kinds produced", "consumed", "sold")
"""Counts of what a player has done in the phase."""


class BoundCondition:
    """A bound ast.Condition, met by `low` to `high` of `count`.

    is_plain: whether it only counts cards in the tableau. compares_phase: whether it compares what
    players have done in a whole phase.
    """

    def __init__(self, test: Test, low: int, high: int, count: BoundCount) -> None:
        self.test: Final = test
        self.low: Final = low
        self.high: Final = high
        self.count: Final = count

        self.is_plain: Final = test == "have" and count.things == "cards"
        self.compares_phase: Final = test != "have" and count.things in _DONE

    def is_met_by(self, tableau: int) -> bool:
        """Return whether a tableau meets the condition; True if the condition is not plain."""
        return not self.is_plain or self.low <= (tableau & self.count.mask).bit_count() <= self.high


class BoundPrice:
    """A price: this card, hand cards, goods, prestige, chips or tokens.

    count: amount, or -1 for all that the player has.
    here: whether the price is the good on this world.
    different, same: whether the goods have different kinds, or the same kind.
    token: class of tokens.
    more: additional prices.
    """

    def __init__(
        self,
        what: str,
        count: int,
        up_to: bool,
        goods: BoundGoods = ANY_GOODS,
        here: bool = False,
        different: bool = False,
        same: bool = False,
        token: str = "",
        more: tuple[BoundPrice, ...] = (),
    ) -> None:
        self.what: Final = what
        self.count: Final = count
        self.up_to: Final = up_to
        self.goods: Final = goods
        self.here: Final = here
        self.different: Final = different
        self.same: Final = same
        self.token: Final = token
        self.more: Final = more

    @property
    def parts(self) -> tuple[BoundPrice, ...]:
        """All prices that are paid together: this one and the additional ones."""
        return (self, *self.more)

    def takes(self, what: str) -> bool:
        """Return whether any part of the price is of this kind."""
        return any(part.what == what for part in self.parts)

    def with_count(self, count: int) -> BoundPrice:
        """Return this price with another count."""
        return BoundPrice(
            self.what,
            count,
            self.up_to,
            self.goods,
            self.here,
            self.different,
            self.same,
            self.token,
        )


class Gain:
    """A gain of a power; turns/gains.py has a class for each kind.

    amount: amount for each of `per`.
    worth: estimated value for bots in points and cards.
    affects: what the gain changes that others can count; None if other powers can respond and
        change anything.
    always_asks: whether it always needs a decision.
    picks: whether the owner chooses the result.
    waits: whether a power with only this gain is not used until the gain is possible.

    Any: turns and powers are defined in modules that import this one.
    """

    worth: ClassVar[tuple[float, float]]
    affects: ClassVar[frozenset[str] | None]
    picks: ClassVar[bool] = False
    always_asks: ClassVar[bool] = False
    waits: ClassVar[bool] = False

    def __init__(self, masks: Masks, effect: Effect) -> None:
        self.amount: Final = effect.quantity
        self.per: Final = bind_per(masks, multiplier_of(effect))

    def is_possible(self, turn: Any, power: Any) -> bool:
        """Return whether the gain is possible: for example, a good needs an empty world."""
        return True

    def repeats(self, times: int) -> int:
        """Return the number of separate gains when a power gives it `times` times."""
        return 1

    def asks(self, turn: Any, power: Any) -> bool:
        """Return whether it needs decisions, its own or those of powers that respond."""
        return self.always_asks

    def give(self, turn: Any, power: Any, amount: int) -> bool:
        """Give it without a decision; return False if this and later gains of the power fail."""
        raise NotImplementedError

    def ask(self, turn: Any, power: Any, times: int, paid: tuple[int, ...]) -> Asking[bool]:
        """Give it with decisions; return False if it failed or was refused.

        times: number of times the power gives it. paid: cards or worlds paid for it.
        """
        raise NotImplementedError

    def fillable_worlds(self, turn: Any, power: Any) -> list[int]:
        """Return the worlds that can get a good from it."""
        return []


GAINS: Final[dict[str, type[Gain]]] = {}
"""Class of each gain by the verb of its word; filled by turns/gains.py."""


@dataclass(frozen=True, eq=False)
class BoundRival:
    """Targets of takeovers: players with a card in `mask`, and with at least `military`."""

    mask: int
    military: int | None


def bind_rival(masks: Masks, rival: Rival | None) -> BoundRival | None:
    """Bind the targets of a takeover, if they are restricted."""
    if rival is None:
        return None
    return BoundRival(masks.mask_of(rival.selector) if rival.selector else ALL, rival.military)


def kind_number(kind: str | None) -> int:
    """Return 1 to 4 in the order of KINDS, ANY for every kind, or 0 for no kind."""
    if kind == ANY_KIND:
        return ANY
    return KINDS.index(kind) + 1 if kind in KINDS else 0


def kinds_of(goods: Goods | None) -> int:
    """Return the kinds of goods as bits, or 0 for any kind."""
    return sum(1 << kind_number(kind) for kind in goods.kinds) if goods is not None else 0


def kind_matches(kinds: int, kind: int) -> bool:
    """Return whether a kind is one of these kinds. kinds: as bits, or 0 for any kind."""
    return kinds == 0 or kinds >> kind & 1 != 0 or kind == ANY


def bind_goods(masks: Masks, goods: Goods | None) -> BoundGoods:
    """Bind goods; None means any goods."""
    if goods is None:
        return ANY_GOODS
    return BoundGoods(kinds_of(goods), masks.mask_of(goods.worlds) if goods.worlds else ALL)


_THINGS: Final[dict[str, CountKind]] = {name: name for name in get_args(CountKind)}
"""Counts of this game by name."""
_TESTS: Final[dict[str, Test]] = {name: name for name in get_args(Test)}
"""Comparisons of this game by name."""


def bind_count(masks: Masks, count: Count) -> BoundCount:
    """Bind a count."""
    mask = masks.mask_of(count.selector) if count.selector else 0
    goods = bind_goods(masks, count.goods)
    inner = bind_count(masks, count.inner) if count.inner else None
    having = bind_condition(masks, count.having)
    covers, things = masks.covers(mask), _THINGS[count.things]
    token, action = count.token, count.action
    return BoundCount(things, mask, covers, goods, token, inner, having, action, masks.card)


def bind_per(masks: Masks, per: Per | None) -> BoundPer | None:
    """Bind a multiplier, if there is one."""
    if per is None:
        return None
    maximum = NO_LIMIT if per.maximum is None else per.maximum
    return BoundPer(bind_count(masks, per.count), per.divisor, maximum)


def bind_condition(masks: Masks, condition: Condition | None) -> BoundCondition | None:
    """Bind a condition, if there is one."""
    if condition is None:
        return None
    high = NO_LIMIT if condition.high is None else condition.high
    count = bind_count(masks, condition.count)
    return BoundCondition(_TESTS[condition.test], condition.low, high, count)


def bind_price(masks: Masks, price: Cost | None) -> BoundPrice | None:
    """Bind a price, if there is one."""
    if price is None:
        return None
    count = -1 if price.count is None else price.count
    here = price.goods is not None and price.goods.here
    goods = bind_goods(masks, price.goods)
    extra = tuple([bound for part in price.more if (bound := bind_price(masks, part)) is not None])
    return BoundPrice(
        price.what,
        count,
        price.up_to,
        goods,
        here,
        price.different,
        price.same,
        price.token,
        extra,
    )


def bind_gains(masks: Masks, effects: tuple[Effect, ...]) -> tuple[Gain, ...]:
    """Bind the gains of a power."""
    return tuple([GAINS[effect.verb](masks, effect) for effect in effects])
