"""Goal tiles bound to the cards in use: what a goal counts, with its selectors as bit masks."""

from __future__ import annotations

from typing import Final

from rftg_dsl.model import Goal
from rftg_dsl.syntax.ast import Condition
from rftg_engine.cards.terms import NO_END, BoundCount, Masks, bind_count


class Counted:
    """From `low` to `high` of some things.

    for_takeovers: they are cards with takeover powers, which are ignored in games without them.
    """

    def __init__(self, count: BoundCount, for_takeovers: bool, low: int, high: int) -> None:
        self.count: Final = count
        self.for_takeovers: Final = for_takeovers
        self.low: Final = low
        self.high: Final = high


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


def bind_goal(masks: Masks, goal: Goal) -> Tile:
    """Bind a goal to the cards in use."""
    ways = tuple(tuple(_bind(masks, having) for having in way) for way in goal.conditions)
    return Tile(goal.most, ways, goal.least, frozenset(goal.after), goal.points)


def most_tiles(tiles: list[Tile]) -> int:
    """Return the goals that go to who has the most of something, as bits."""
    return sum(1 << number for number, tile in enumerate(tiles) if tile.most)


def dealable(goals: list[Goal], sets: set[str]) -> list[int]:
    """Return the goals that can be dealt with sets of these ids in use."""
    return [number for number, goal in enumerate(goals) if not goal.needs or goal.needs in sets]


def claimable(tiles: list[Tile]) -> dict[str, int]:
    """Return the goals that can be claimed at the end of a step, as bits, by its name."""
    found: dict[str, int] = {}
    for number, tile in enumerate(tiles):
        for phase in tile.after:
            for step in (phase, f"{phase} 2"):
                found[step] = found.get(step, 0) | 1 << number
    return found


def _bind(masks: Masks, having: Condition) -> Counted:
    selector = having.count.selector
    for_takeovers = selector is not None and selector.power == "takeover"
    high = NO_END if having.high is None else having.high
    return Counted(bind_count(masks, having.count), for_takeovers, having.low, high)
