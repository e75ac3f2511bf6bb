"""What powers are made of, bound to the tiles in use: dice, goods, counts, conditions.

Faces are bits of a mask, as in `Table`; colours are bits by their numbers in rules.COLOURS.
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
)

ALL: Final = -1
"""The mask with every bit: all faces, or all colours."""
ANYWHERE: Final = -1
"""The place of dice that can be at any."""
NO_END: Final = 1 << 30
"""The upper end of a condition that has none."""
MaskOf = Callable[[Selector], int]
"""Gives the faces that a selector is about, as bits."""
Counted = CountKind | RollCountKind
"""What can be counted."""
Compared = Test | RollTest
"""How what is counted can be compared."""

_PLACES: Final = {"": ANYWHERE, "cup": IN_CUP, "citizenry": IN_CITIZENRY, "goods": GOODS}
_COUNTED: Final[dict[str, Counted]] = {
    **{name: name for name in ("cards", "goods", "kinds of goods", "kinds of worlds", "chips")},
    **{name: name for name in get_args(RollCountKind)},
}
"""What this game counts."""
_COMPARED: Final[dict[str, Compared]] = {
    **{name: name for name in get_args(Test)},
    **{name: name for name in get_args(RollTest)},
}


class BoundDice:
    """Which dice. colours: as bits. place: rules.IN_CUP ..., GOODS for all goods, or ANYWHERE."""

    def __init__(self, colours: int, place: int) -> None:
        self.colours: Final = colours
        self.place: Final = place

    def fit(self, colour: int) -> bool:
        """Return whether a die of a colour is one of them, wherever it is."""
        return self.colours >> colour & 1 != 0


ANY_DICE: Final = BoundDice(ALL, ANYWHERE)


class BoundGoods:
    """Which goods, by the worlds that they lie on.

    kinds: colours of worlds, as bits. worlds: which they are, as bits.
    """

    def __init__(self, kinds: int, worlds: int) -> None:
        self.kinds: Final = kinds
        self.worlds: Final = worlds

    def fit(self, world: int, kind: int) -> bool:
        """Return whether the goods of a world, whose colour is `kind`, are among them."""
        return self.worlds >> world & 1 != 0 and self.kinds >> kind & 1 != 0


ANY_GOODS: Final = BoundGoods(ALL, ALL)


class BoundCount:
    """What is counted, as ast.Count. mask: the faces that are."""

    def __init__(self, things: Counted, mask: int, goods: BoundGoods, dice: BoundDice) -> None:
        self.things: Final = things
        self.mask: Final = mask
        self.goods: Final = goods
        self.dice: Final = dice


class BoundPer:
    """A multiplier, as ast.Per."""

    def __init__(self, count: BoundCount, divisor: int, rising: bool) -> None:
        self.count: Final = count
        self.divisor: Final = divisor
        self.rising: Final = rising

    def times(self, number: int) -> int:
        """Return how often, for so many of what is counted.

        Every part counts as one (Roll rulebook, Fine Points, "round up"); of a rising one each
        comes for one more than the one before.
        """
        if not self.rising:
            return -(-number // self.divisor)
        times = 0
        while number > 0:
            times += 1
            number -= times
        return times


class BoundCondition:
    """A condition, as ast.Condition; it holds for `low` to `high` of `count`."""

    def __init__(self, test: Compared, low: int, high: int, count: BoundCount) -> None:
        self.test: Final = test
        self.low: Final = low
        self.high: Final = high
        self.count: Final = count


def bind_dice(dice: Dice | None) -> BoundDice:
    """Bind dice; where none are said, any."""
    if dice is None:
        return ANY_DICE
    colours = sum([1 << COLOURS.index(colour) for colour in dice.colours]) if dice.colours else ALL
    if dice.negated:
        colours = ((1 << NUMBER_OF_COLOURS) - 1) & ~colours
    return BoundDice(colours, _PLACES[dice.place])


def bind_goods(mask_of: MaskOf, goods: Goods | None, bearer: int) -> BoundGoods:
    """Bind goods; where none are said, any. bearer: the face whose power names them."""
    if goods is None:
        return ANY_GOODS
    kinds = sum([1 << COLOUR_OF_KIND[kind] for kind in goods.kinds]) if goods.kinds else ALL
    worlds = mask_of(goods.worlds) if goods.worlds is not None else ALL
    return BoundGoods(kinds, worlds & 1 << bearer if goods.here else worlds)


def bind_count(mask_of: MaskOf, count: Count, bearer: int) -> BoundCount:
    """Bind what is counted. Raise ValueError for what this game does not count."""
    things = _COUNTED.get(count.things)
    if things is None:
        raise ValueError(f"Roll for the Galaxy does not count {count.things!r}")
    mask = mask_of(count.selector) if count.selector is not None else ALL
    return BoundCount(things, mask, bind_goods(mask_of, count.goods, bearer), bind_dice(count.dice))


def bind_per(mask_of: MaskOf, per: Per | None, bearer: int) -> BoundPer | None:
    """Bind a multiplier, if there is one."""
    if per is None:
        return None
    return BoundPer(bind_count(mask_of, per.count, bearer), per.divisor, per.rising)


def bind_condition(
    mask_of: MaskOf, condition: Condition | None, bearer: int
) -> BoundCondition | None:
    """Bind a condition, if there is one."""
    if condition is None:
        return None
    high = NO_END if condition.high is None else condition.high
    count = bind_count(mask_of, condition.count, bearer)
    return BoundCondition(_COMPARED[condition.test], condition.low, high, count)
