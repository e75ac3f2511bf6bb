"""Goal tiles bound to the cards in use."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_dsl.model import Goal
from rftg_dsl.syntax.ast import Condition
from rftg_engine.cards.terms import NO_LIMIT, BoundCount, Masks, bind_count


@dataclass(frozen=True, eq=False)
class CountRange:
    """A count and its range.

    for_takeovers: whether it counts cards with takeover powers, which are ignored in games without
    takeovers.
    """

    count: BoundCount
    for_takeovers: bool
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class Tile:
    """A bound goal; see model.Goal. alternatives: conditions, one of which must be met in full."""

    most: bool
    alternatives: tuple[tuple[CountRange, ...], ...]
    least: int
    after: frozenset[str]
    points: int


def bind_goal(masks: Masks, goal: Goal) -> Tile:
    """Bind a goal to the cards in use."""
    alternatives = tuple(
        tuple(_bind_range(masks, condition) for condition in alternative)
        for alternative in goal.conditions
    )
    return Tile(goal.most, alternatives, goal.least, frozenset(goal.after), goal.points)


def most_goals(tiles: list[Tile]) -> int:
    """Return the mask of goals that go to the player with the most."""
    return sum(1 << goal for goal, bound in enumerate(tiles) if bound.most)


def dealable_goals(goals: list[Goal], sets: set[str]) -> list[int]:
    """Return the goals that can be used with these sets. sets: ids of the sets in use."""
    return [index for index, goal in enumerate(goals) if not goal.needs or goal.needs in sets]


def goals_by_step(tiles: list[Tile]) -> dict[str, int]:
    """Return masks of the goals that can be claimed after each step, by its name."""
    goals: dict[str, int] = {}
    for goal, tile in enumerate(tiles):
        for phase in tile.after:
            for step in (phase, f"{phase} 2"):
                goals[step] = goals.get(step, 0) | 1 << goal
    return goals


def _bind_range(masks: Masks, condition: Condition) -> CountRange:
    selector = condition.count.selector
    for_takeovers = selector is not None and selector.power == "takeover"
    high = NO_LIMIT if condition.high is None else condition.high
    return CountRange(bind_count(masks, condition.count), for_takeovers, condition.low, high)
