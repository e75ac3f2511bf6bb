"""What powers are made of, bound to the cards in use: counts, conditions, prices, gains."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, get_args

from gamekit.driver import Asking
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
from rftg_engine.cards.invaders import NOBODY, Invaders

ALL: Final = -1
"""The mask with every bit: all cards."""

ANY: Final = 5
"""The number of the kind of a world that counts as each kind."""


class Masks:
    """What selectors are bound by. of: gives the cards that one is about, as bits. cards: how many
    are in use. invaders: those of the sets in use.
    """

    def __init__(
        self,
        of: Callable[[Selector], int],
        cards: int,
        invaders: Invaders = NOBODY,
    ) -> None:
        self.of: Final = of
        self.cards: Final = cards
        self.invaders: Final = invaders

    def covers(self, mask: int) -> bytes:
        """Return a byte for each card in use, 1 where the mask has its bit."""
        digits = f"{mask & (1 << self.cards) - 1:0{self.cards}b}"
        return digits[::-1].encode().translate(_BITS)


_BITS: Final = bytes.maketrans(b"01", b"\x00\x01")


class BoundGoods:
    """Which goods. kinds: numbers of kinds as bits, 0 for any. worlds: those that they lie on.

    kind: the number of the only kind, or 0.
    """

    def __init__(self, kinds: int, worlds: int) -> None:
        self.kinds: Final = kinds
        self.kind: Final = single_kind(kinds)
        self.worlds: Final = worlds

    def fit(self, world: int, kind: int) -> bool:
        """Return whether a good of a kind that lies on a world is one of them."""
        return kind_matches(self.kinds, kind) and self.worlds >> world & 1 != 0


def single_kind(kinds: int) -> int:
    """Return the only one of some kinds, 0 where there are several or none is said."""
    return kinds.bit_length() - 1 if kinds.bit_count() == 1 else 0


ANY_GOODS: Final = BoundGoods(0, ALL)


class BoundCount:
    """What is counted, as ast.Count. mask: the cards that are; covers: a byte for each card in use,
    1 where it is one of them. token: the class of tokens.
    """

    def __init__(
        self, things: CountKind, mask: int, covers: bytes, goods: BoundGoods, token: str = ""
    ) -> None:
        self.things: Final = things
        self.mask: Final = mask
        self.covers: Final = covers
        self.goods: Final = goods
        self.token: Final = token


class BoundPer:
    """A multiplier: how many there are of `count`, divided by `divisor`."""

    def __init__(self, count: BoundCount, divisor: int) -> None:
        self.count: Final = count
        self.divisor: Final = divisor

    def times(self, tableau: int) -> int:
        """Return how often, for a multiplier that counts the cards of a tableau."""
        return (tableau & self.count.mask).bit_count() // self.divisor


_DONE: Final = ("placed", "produced", "kinds produced", "consumed", "sold")
"""Counts of what a player has done in the phase."""


class BoundCondition:
    """A condition, as ast.Condition; it holds for `low` to `high` of `count`.

    is_plain: it asks for nothing but cards of the tableau. compares_phase: it compares what players
    have done in a phase, when that is over.
    """

    def __init__(self, test: Test, low: int, high: int, count: BoundCount) -> None:
        self.test: Final = test
        self.low: Final = low
        self.high: Final = high
        self.count: Final = count

        self.is_plain: Final = test == "have" and count.things == "cards"
        self.compares_phase: Final = test != "have" and count.things in _DONE

    def met_by(self, tableau: int) -> bool:
        """Return whether it holds, as far as that is a matter of the owner's cards alone."""
        return not self.is_plain or self.low <= (tableau & self.count.mask).bit_count() <= self.high


class BoundPrice:
    """What is given up: this card, hand cards, goods, prestige or tokens.

    count: -1 for all. here: only the good on this world. different, same: goods of so many kinds,
    or of one. token: the class of tokens. more: what is given up besides.
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

    def of(self, count: int) -> BoundPrice:
        """Return the same price for another count."""
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
    """One thing that a power gives; turns/gains.py has a class for each.

    amount: how much comes for each of `per`. worth: points and cards that bots take one for.
    brings: what others count that it changes, None if other powers answer to it and may bring
    anything. picks: its owner says what comes. waits: a power that gives nothing else is not used
    until it is possible.

    Any: turns and their powers are known to modules above this one.
    """

    worth: ClassVar[tuple[float, float]]
    brings: ClassVar[frozenset[str] | None]
    picks: ClassVar[bool] = False
    waits: ClassVar[bool] = False

    def __init__(self, masks: Masks, effect: Effect) -> None:
        self.amount: Final = effect.quantity
        self.per: Final = bind_per(masks, effect.per)

    def is_possible(self, turn: Any, power: Any) -> bool:
        """Return whether it can come: a good needs room."""
        return True

    def repeats(self, times: int) -> int:
        """Return how many gains it is when a power gives it a number of times."""
        return 1

    def asks(self, turn: Any, power: Any) -> bool:
        """Return whether it brings questions: its own, or of powers that answer to it."""
        return False

    def give(self, turn: Any, power: Any, amount: int) -> bool:
        """Give it if it asks nothing; False if it did not come, and no more of the power does."""
        raise NotImplementedError

    def ask(self, turn: Any, power: Any, times: int, given: tuple[int, ...]) -> Asking[bool]:
        """Give it if it asks; False if it did not come or was refused.

        times: how often the power gives it. given: what was given up for it.
        """
        raise NotImplementedError

    def may_fill(self, turn: Any, power: Any) -> list[int]:
        """Return the worlds that may get a good because of it."""
        return []


GAINS: Final[dict[str, type[Gain]]] = {}
"""The class of each gain, by the verb of its word; turns/gains.py fills it."""


class BoundRival:
    """Whose worlds can be taken over: players with a card in `mask`, with `military` or more."""

    def __init__(self, mask: int, military: int | None) -> None:
        self.mask: Final = mask
        self.military: Final = military


def bind_rival(masks: Masks, rival: Rival | None) -> BoundRival | None:
    """Bind whose worlds can be taken over, if that is said."""
    if rival is None:
        return None
    return BoundRival(masks.of(rival.selector) if rival.selector else ALL, rival.military)


def kind_number(kind: str | None) -> int:
    """Return 1 to 4 in the order of KINDS, ANY for a world of each kind, 0 where none is named."""
    if kind == ANY_KIND:
        return ANY
    return KINDS.index(kind) + 1 if kind in KINDS else 0


def kinds_of(goods: Goods | None) -> int:
    """Return the kinds that goods are said to be of, as bits; 0 where none is said."""
    return sum(1 << kind_number(kind) for kind in goods.kinds) if goods is not None else 0


def kind_matches(kinds: int, kind: int) -> bool:
    """Return whether a good or world of a kind is of one of these kinds; 0 are all."""
    return kinds == 0 or kinds >> kind & 1 != 0 or kind == ANY


def bind_goods(masks: Masks, goods: Goods | None) -> BoundGoods:
    """Bind goods; where none are said, any."""
    if goods is None:
        return ANY_GOODS
    return BoundGoods(kinds_of(goods), masks.of(goods.worlds) if goods.worlds else ALL)


_THINGS: Final[dict[str, CountKind]] = {name: name for name in get_args(CountKind)}
"""What this game counts."""
_TESTS: Final[dict[str, Test]] = {name: name for name in get_args(Test)}
"""How this game compares what is counted."""


def bind_count(masks: Masks, count: Count) -> BoundCount:
    """Bind what is counted."""
    mask = masks.of(count.selector) if count.selector else 0
    goods = bind_goods(masks, count.goods)
    return BoundCount(_THINGS[count.things], mask, masks.covers(mask), goods, count.token)


def bind_per(masks: Masks, per: Per | None) -> BoundPer | None:
    """Bind a multiplier, if there is one."""
    return None if per is None else BoundPer(bind_count(masks, per.count), per.divisor)


def bind_condition(masks: Masks, condition: Condition | None) -> BoundCondition | None:
    """Bind a condition, if there is one."""
    if condition is None:
        return None
    high = NO_END if condition.high is None else condition.high
    count = bind_count(masks, condition.count)
    return BoundCondition(_TESTS[condition.test], condition.low, high, count)


NO_END: Final = 1 << 30
"""The upper end of a condition that has none."""


def bind_price(masks: Masks, price: Cost | None) -> BoundPrice | None:
    """Bind what is given up, if anything is."""
    if price is None:
        return None
    count = -1 if price.count is None else price.count
    here = price.goods is not None and price.goods.here
    goods = bind_goods(masks, price.goods)
    more = tuple([bound for part in price.more if (bound := bind_price(masks, part)) is not None])
    return BoundPrice(
        price.what, count, price.up_to, goods, here, price.different, price.same, price.token, more
    )


def bind_gains(masks: Masks, effects: tuple[Effect, ...]) -> tuple[Gain, ...]:
    """Bind what a power gives."""
    return tuple([GAINS[effect.verb](masks, effect) for effect in effects])
