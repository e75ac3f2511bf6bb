"""Goal tiles bound to the cards in use: what a goal counts, with its selectors as bit masks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_dsl.model import Goal
from rftg_dsl.syntax.ast import Count, Selector


class Counted:
    """At least `number` of some things. things: as in ast.Per. mask: the cards, for "cards".

    for_takeovers: they are cards with takeover powers, which are ignored in games without them.
    """

    def __init__(
        self, things: str, mask: int, for_takeovers: bool, divisor: int, number: int
    ) -> None:
        self.things: Final = things
        self.mask: Final = mask
        self.for_takeovers: Final = for_takeovers
        self.divisor: Final = divisor
        self.number: Final = number


class Tile:
    """A goal; see model.Goal. ways: one of them must be met, each all of its counts."""

    def __init__(
        self,
        most: bool,
        ways: tuple[tuple[Counted, ...], ...],
        least: int,
        after: frozenset[str],
        points: int,
    ) -> None:
        self.most: Final = most
        self.ways: Final = ways
        self.least: Final = least
        self.after: Final = after
        self.points: Final = points


def bind_goal(masks: Callable[[Selector], int], goal: Goal) -> Tile:
    """Bind a goal to the cards in use."""
    ways = tuple(tuple(_bind_count(masks, count) for count in way) for way in goal.conditions)
    return Tile(goal.most, ways, goal.least, frozenset(goal.after), goal.points)


def _bind_count(masks: Callable[[Selector], int], count: Count) -> Counted:
    per, selector = count.per, count.per.selector
    if selector is None:
        return Counted(per.things, 0, False, per.divisor, count.number)
    for_takeovers = selector.power == "takeover"
    return Counted("cards", masks(selector), for_takeovers, per.divisor, count.number)
