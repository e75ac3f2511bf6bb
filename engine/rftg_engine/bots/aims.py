"""Progress toward goals: how close a player is to each goal tile, and which cards help.

arc 1 booklet, Goals: a "first" tile goes to the first player who meets it, and a "most" tile to the
player with the highest count.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from rftg_engine.bots import features
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.tableaus import TableauValue
from rftg_engine.cards.table import CountRange, Tile
from rftg_engine.view import Seat, View


class Measure:
    """A count that a goal requires. adds: the maximum that each card can add to it, by card id."""

    def __init__(self, counted: CountRange, facts: list[Facts]) -> None:
        self.count: Final = counted.count
        self.counts_cards: Final = counted.count.things == "cards"
        self.low: Final = counted.low
        self.adds: Final = [self._max_added(card_facts) for card_facts in facts]

    def _max_added(self, facts: Facts) -> int:
        counted = self.count.things
        if counted == "cards":
            return 1 if self.count.mask & facts.bit else 0
        if counted == "military":
            return int(facts.steady[features.MILITARY])
        if counted == "prestige":
            return int(facts.steady[features.PRESTIGE])
        if counted == "goods":
            return 1 if facts.comes_with_good else 0
        if counted == "kinds of worlds":
            return 1 if facts.kind else 0
        if counted == "phases":
            return facts.phases.bit_count()
        return 0

    def added(self, tableau_value: TableauValue, facts: Facts) -> int:
        """Return the amount that one more card adds to the count."""
        maximum = self.adds[facts.card]
        if maximum and self.count.things == "kinds of worlds":
            return (tableau_value.kinds_with(facts.card) ^ tableau_value.kinds).bit_count()
        if maximum and self.count.things == "phases":
            return (facts.phases & ~tableau_value.phases).bit_count()
        return maximum

    def present_count(self, tableau_value: TableauValue, seat: Seat) -> int:
        """Return a player's present count, as far as everyone can see."""
        if self.counts_cards:
            return (tableau_value.mask & self.count.mask).bit_count()
        match self.count.things:
            case "military":
                return tableau_value.military
            case "negative military":
                return max(0, -tableau_value.military)
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
                return tableau_value.kinds.bit_count()
            case "phases":
                return tableau_value.phases.bit_count()
            case _:
                return 0


class GoalOption:
    """One way to meet a goal. helps: whether a card can help to meet it, by card id."""

    def __init__(self, option: tuple[CountRange, ...], facts: list[Facts]) -> None:
        self.measures: Final = [Measure(counted, facts) for counted in option]
        self.helps: Final = [
            any(measure.adds[card] != 0 for measure in self.measures) for card in range(len(facts))
        ]


class Goal:
    """A goal tile with all ways to meet it."""

    def __init__(self, tile: Tile, facts: list[Facts]) -> None:
        self.tile: Final = tile
        self.options: Final = [GoalOption(option, facts) for option in tile.alternatives]


@mypyc_attr(acyclic=True)
class GoalProgress:
    """A goal tile that a player can still win.

    points: value of the tile.
    option: the option closest to completion.
    missing: amount that each of its measures lacks.
    distance: sum of these amounts.
    """

    def __init__(self, points: int, option: GoalOption, missing: list[int], distance: int) -> None:
        self.points: Final = points
        self.option: Final = option
        self.missing: Final = missing
        self.distance: Final = distance

    def distance_with(self, tableau_value: TableauValue, facts: Facts) -> int:
        """Return the distance once a card is placed."""
        remaining = 0
        for index, missing in enumerate(self.missing):
            if missing:
                remaining += max(
                    0, missing - self.option.measures[index].added(tableau_value, facts)
                )
        return remaining


def progress_toward(
    goal: Goal, goal_index: int, tableau_values: list[TableauValue], view: View, me: int
) -> GoalProgress | None:
    """Return a player's progress toward a goal tile, by the closest option.

    Return None if the player can no longer win the tile or already meets it.
    """
    tile = goal.tile
    if goal_index in view.seats[me].goals:
        return None
    if not tile.most and any(seat.goals and goal_index in seat.goals for seat in view.seats):
        return None
    nearest: GoalProgress | None = None
    for option in goal.options:
        missing = []
        distance = 0
        for measure in option.measures:
            required = (
                _required_for_most(tile, measure, tableau_values, view, me)
                if tile.most
                else measure.low
            )
            missing.append(
                max(0, required - measure.present_count(tableau_values[me], view.seats[me]))
            )
            distance += missing[-1]
        if distance and (nearest is None or distance < nearest.distance):
            nearest = GoalProgress(tile.points, option, missing, distance)
    return nearest


def _required_for_most(
    tile: Tile, measure: Measure, tableau_values: list[TableauValue], view: View, me: int
) -> int:
    """Return the count that a "most" goal requires: more than any other player has."""
    highest = 0
    for seat, tableau_value in enumerate(tableau_values):
        if seat != me:
            highest = max(highest, measure.present_count(tableau_value, view.seats[seat]))
    return max(tile.least, highest + 1)


def hope(points: int, distance: int) -> float:
    """Return the points of a goal that is some steps away, weighted by how close it is."""
    return points / (1.0 + distance)


def changes(
    aims: list[GoalProgress], tableau_value: TableauValue, facts: Facts
) -> tuple[float, float]:
    """Return the points that a card wins by completing goals, and the change of the hopes."""
    won = hoped = 0.0
    for aim in aims:
        if aim.option.helps[facts.card]:
            distance = aim.distance_with(tableau_value, facts)
            hoped -= hope(aim.points, aim.distance)
            if distance:
                hoped += hope(aim.points, distance)
            else:
                won += aim.points
    return won, hoped
