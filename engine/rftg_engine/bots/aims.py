"""Goals as aims: how near a player is to each tile that can be had, and which cards help.

arc 1 booklet, Goals: a "first" tile goes to whoever meets it first, a "most" tile to who has more
than all others.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from rftg_engine.bots import features, habits
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.standing import Stage, TableauValue
from rftg_engine.cards.tiles import Counted, Tile
from rftg_engine.view import Seat, View


class Measure:
    """What a goal counts. adds: by card, how many that adds to it at the most."""

    def __init__(self, counted: Counted, facts: list[Facts]) -> None:
        self.count: Final = counted.count
        self.of_cards: Final = counted.count.things == "cards"
        self.low: Final = counted.low
        self.adds: Final = [self._most_added(one) for one in facts]

    def _most_added(self, one: Facts) -> int:
        things = self.count.things
        if things == "cards":
            return 1 if self.count.mask & one.bit else 0
        if things == "military":
            return int(one.steady[features.MILITARY])
        if things == "prestige":
            return int(one.steady[features.PRESTIGE])
        if things == "goods":
            return 1 if one.comes_with_good else 0
        if things == "kinds of worlds":
            return 1 if one.kind else 0
        if things == "phases":
            return one.phases.bit_count()
        return 0

    def added(self, standing: TableauValue, one: Facts) -> int:
        """Return how many a card more adds."""
        most = self.adds[one.card]
        if most and self.count.things == "kinds of worlds":
            return (standing.kinds_with(one.card) ^ standing.kinds).bit_count()
        if most and self.count.things == "phases":
            return (one.phases & ~standing.phases).bit_count()
        return most

    def had(self, standing: TableauValue, seat: Seat) -> int:
        """Return how many a player has, as far as all can see."""
        if self.of_cards:
            return (standing.mask & self.count.mask).bit_count()
        match self.count.things:
            case "military":
                return standing.military
            case "negative military":
                return max(0, -standing.military)
            case "chips":
                return seat.vp
            case "prestige":
                return seat.prestige
            case "tokens":
                return dict(seat.tokens).get(self.count.token, 0)
            case "goods":
                return len(seat.goods)
            case "hand":
                return seat.hand_count
            case "kinds of worlds":
                return standing.kinds.bit_count()
            case "phases":
                return standing.phases.bit_count()
            case _:
                return 0


class Way:
    """One way to a tile: what it counts. helps: by card, whether it can bring that nearer."""

    def __init__(self, way: tuple[Counted, ...], facts: list[Facts]) -> None:
        self.measures: Final = [Measure(counted, facts) for counted in way]
        self.helps: Final = [
            any(measure.adds[card] != 0 for measure in self.measures) for card in range(len(facts))
        ]


class Goal:
    """A tile as bots see it."""

    def __init__(self, tile: Tile, facts: list[Facts]) -> None:
        self.tile: Final = tile
        self.ways: Final = [Way(way, facts) for way in tile.ways]


@mypyc_attr(acyclic=True)
class GoalProgress:
    """A tile that can still be had: a way to it, and how many are missing of what that counts.

    far: of all of them.
    """

    def __init__(self, points: int, way: Way, missing: list[int], far: int) -> None:
        self.points: Final = points
        self.way: Final = way
        self.missing: Final = missing
        self.far: Final = far

    def gain(self, standing: TableauValue, one: Facts, met: float, nearer: float) -> float:
        """Return what a card does for it."""
        left = 0
        for index, missing in enumerate(self.missing):
            if missing:
                left += max(0, missing - self.way.measures[index].added(standing, one))
        if left >= self.far:
            return 0.0
        return self.points * (met if left == 0 else nearer * (self.far - left) / self.far)


def aim_at(
    goal: Goal, number: int, standings: list[TableauValue], view: View, me: int
) -> GoalProgress | None:
    """Return the nearest way to a tile for a player.

    Return None where it cannot be had any more, or nothing is missing.
    """
    tile = goal.tile
    if number in view.seats[me].goals:
        return None
    if not tile.most and any(seat.goals and number in seat.goals for seat in view.seats):
        return None
    nearest: GoalProgress | None = None
    for way in goal.ways:
        missing = []
        far = 0
        for measure in way.measures:
            wanted = (
                _wanted_for_most(tile, measure, standings, view, me) if tile.most else measure.low
            )
            missing.append(max(0, wanted - measure.had(standings[me], view.seats[me])))
            far += missing[-1]
        if far and (nearest is None or far < nearest.far):
            nearest = GoalProgress(tile.points, way, missing, far)
    return nearest


def _wanted_for_most(
    tile: Tile, measure: Measure, standings: list[TableauValue], view: View, me: int
) -> int:
    """Return how many a "most" goal takes: more than anybody else has."""
    most = 0
    for seat, standing in enumerate(standings):
        if seat != me:
            most = max(most, measure.had(standing, view.seats[seat]))
    return max(tile.least, most + 1)


def gain(aims: list[GoalProgress], standing: TableauValue, one: Facts, stage: Stage) -> float:
    """Return what a card does for all aims."""
    met, nearer = stage.habits[habits.GOAL_MET], stage.habits[habits.GOAL_NEARER]
    total = 0.0
    for aim in aims:
        if aim.way.helps[one.card]:
            total += aim.gain(standing, one, met, nearer)
    return total
