"""Parts of powers, bound to the tiles in use: dice, goods, counts and conditions.

Faces are bits of a mask, as in `Table`. Colours are bits by their number in rules.COLOURS.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from rftg_dsl.syntax.ast import (
    Condition,
    Count,
    CountKind,
    Dice,
    Goods,
    Per,
    RollCountKind,
    RollTest,
    Selector,
    Test,
)
from roll_engine.rules import (
    COLOUR_OF_KIND,
    COLOURS,
    GOODS,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_COLOURS,
    PHASES,
)

ALL: Final = -1
"""Mask with every bit set: all faces, or all colours."""
ANYWHERE: Final = -1
"""Place of dice that can be anywhere."""
NO_LIMIT: Final = 1 << 30
"""Upper limit of a condition without one."""
MaskOf = Callable[[Selector], int]
"""Function that returns the faces that a selector selects, as bits."""
Counted = CountKind | RollCountKind
"""Countable items."""
Compared = Test | RollTest
"""Kinds of comparison of a count."""

_PLACES: Final = {"": ANYWHERE, "cup": IN_CUP, "citizenry": IN_CITIZENRY, "goods": GOODS}
_COUNT_KINDS: Final[dict[str, Counted]] = {
    **{name: name for name in ("cards", "goods", "kinds of goods", "kinds of worlds", "chips")},
    **{name: name for name in ("others", "players", "other players")},
    **{name: name for name in get_args(RollCountKind)},
}
"""Items that this game counts."""
_COMPARISONS: Final[dict[str, Compared]] = {
    **{name: name for name in get_args(Test)},
    **{name: name for name in get_args(RollTest)},
}


class BoundDice:
    """A selection of dice.

    colours: as bits. place: rules.IN_CUP and so on, GOODS for all goods, or ANYWHERE.
    """

    def __init__(self, colours: int, place: int) -> None:
        self.colours: Final = colours
        self.place: Final = place

    def matches(self, colour: int) -> bool:
        """Return whether the selection includes dice of a colour, wherever they are."""
        return self.colours >> colour & 1 != 0


ANY_DICE: Final = BoundDice(ALL, ANYWHERE)


class BoundGoods:
    """A selection of goods, by their worlds.

    kinds: colours of worlds, as bits. worlds: faces of worlds, as bits.
    """

    def __init__(self, kinds: int, worlds: int) -> None:
        self.kinds: Final = kinds
        self.worlds: Final = worlds

    def matches(self, world: int, kind: int) -> bool:
        """Return whether the selection includes the goods of a world. kind: colour of the world."""
        return self.worlds >> world & 1 != 0 and self.kinds >> kind & 1 != 0


ANY_GOODS: Final = BoundGoods(ALL, ALL)


class BoundCount:
    """A count (see ast.Count).

    mask: faces that it counts. phase: that of `ast.Count.action`, or -1.
    """

    def __init__(
        self,
        things: Counted,
        mask: int,
        goods: BoundGoods,
        dice: BoundDice,
        phase: int = -1,
        inner: BoundCount | None = None,
        having: BoundCondition | None = None,
    ) -> None:
        self.things: Final = things
        self.mask: Final = mask
        self.goods: Final = goods
        self.dice: Final = dice
        self.phase: Final = phase
        self.inner: Final = inner
        self.having: Final = having

    def depends_on_others(self) -> bool:
        """Return whether it changes with what other players do in a phase."""
        if self.having is not None:
            return self.having.count.is_about_play()
        return self.inner is not None and self.inner.is_about_play()

    def is_about_play(self) -> bool:
        """Return whether it can change in a phase: all but what workers were revealed."""
        return self.things not in ("selected", "workers")


class BoundPer:
    """A multiplier (see ast.Per)."""

    def __init__(self, count: BoundCount, divisor: int, rising: bool, maximum: int | None) -> None:
        self.count: Final = count
        self.divisor: Final = divisor
        self.rising: Final = rising
        self.maximum: Final = maximum

    def multiplier_for(self, count: int) -> int:
        """Return the multiplier for a count.

        Fractions round up (Roll rulebook, Fine Points, "round up"). Each step of a rising
        multiplier requires one more than the previous step.
        """
        if not self.rising:
            times = -(-count // self.divisor)
            return times if self.maximum is None else min(times, self.maximum)
        times = 0
        while count > 0:
            times += 1
            count -= times
        return times


class BoundCondition:
    """A condition (see ast.Condition). It holds if `count` is from `low` to `high`."""

    def __init__(self, test: Compared, low: int, high: int, count: BoundCount) -> None:
        self.test: Final = test
        self.low: Final = low
        self.high: Final = high
        self.count: Final = count

    def depends_on_others(self) -> bool:
        """Return whether it changes with what other players do in a phase."""
        if self.test == "have":
            return self.count.depends_on_others()
        return self.count.is_about_play()


def bind_dice(dice: Dice | None) -> BoundDice:
    """Bind a selection of dice. None selects all dice."""
    if dice is None:
        return ANY_DICE
    colours = sum([1 << COLOURS.index(colour) for colour in dice.colours]) if dice.colours else ALL
    if dice.negated:
        colours = ((1 << NUMBER_OF_COLOURS) - 1) & ~colours
    return BoundDice(colours, _PLACES[dice.place])


def bind_goods(mask_of: MaskOf, goods: Goods | None, bearer: int) -> BoundGoods:
    """Bind a selection of goods. None selects all goods. bearer: face with the power."""
    if goods is None:
        return ANY_GOODS
    kinds = sum([1 << COLOUR_OF_KIND[kind] for kind in goods.kinds]) if goods.kinds else ALL
    worlds = mask_of(goods.worlds) if goods.worlds is not None else ALL
    return BoundGoods(kinds, worlds & 1 << bearer if goods.here else worlds)


def bind_count(mask_of: MaskOf, count: Count, bearer: int) -> BoundCount:
    """Bind a count. Raise ValueError for items that this game does not count."""
    items = _COUNT_KINDS.get(count.things)
    if items is None:
        raise ValueError(f"Roll for the Galaxy does not count {count.things!r}")
    mask = mask_of(count.selector) if count.selector is not None else ALL
    return BoundCount(
        items,
        mask,
        bind_goods(mask_of, count.goods, bearer),
        bind_dice(count.dice),
        PHASES.index(count.action) if count.action else -1,
        bind_count(mask_of, count.inner, bearer) if count.inner is not None else None,
        bind_condition(mask_of, count.having, bearer),
    )


def bind_per(mask_of: MaskOf, per: Per | None, bearer: int) -> BoundPer | None:
    """Bind a multiplier, if any."""
    if per is None:
        return None
    return BoundPer(bind_count(mask_of, per.count, bearer), per.divisor, per.rising, per.maximum)


def bind_condition(
    mask_of: MaskOf, condition: Condition | None, bearer: int
) -> BoundCondition | None:
    """Bind a condition, if any."""
    if condition is None:
        return None
    high = NO_LIMIT if condition.high is None else condition.high
    count = bind_count(mask_of, condition.count, bearer)
    return BoundCondition(_COMPARISONS[condition.test], condition.low, high, count)
