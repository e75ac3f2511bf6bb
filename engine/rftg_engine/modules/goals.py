"""Goals: tiles claimed at the end of phases (arc 1 booklet, Goals)."""

from __future__ import annotations

from typing import Final

from rftg_dsl.model import FIRST_POINTS
from rftg_engine.cards.table import CountRange, Table
from rftg_engine.events import GoalClaimed, GoalLost
from rftg_engine.options import Options
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import number_of, total_military


class Goals(RuleModule):
    """Goal tiles that players claim at the end of phases, for points."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError if the sets have no goals."""
        RuleModule.check(self, table, options)
        if options.goals and not table.goals:
            raise ValueError("the sets in use have no goals: add a set that has some")

    def prepare(self, rules: Rules, state: State) -> None:
        """Deal four "first" and two "most" goals that can be used with the sets."""
        table = rules.table
        for is_most, count in ((False, FIRST_TILES), (True, MOST_TILES)):
            tiles = [goal for goal in table.dealable_goals if table.tiles[goal].most == is_most]
            state.goals += rules.moves.shuffle(state, tiles)[:count]

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Update which goals are claimed and lost at the end of a step."""
        table = rules.table
        won, open_goals = _won_goals(state), table.goals_by_step.get(name, 0)
        # A "first" goal stays with its holder; a claimed "most" goal is checked after each step.
        candidates = open_goals & ~won | table.most_goals & (open_goals | won)
        for goal in state.goals:
            if not candidates >> goal & 1:
                continue
            tile = table.tiles[goal]
            if tile.most:
                _check_most(rules, state, goal)
                continue
            for player in state.players:
                if any(
                    _meets(table, state, player.seat, alternative)
                    for alternative in tile.alternatives
                ):
                    _claim(rules, state, player, goal)

    def shuffles_seen(self, rules: Rules, state: State, in_step: int) -> int:
        """Return the shuffles of the goals, which are open."""
        return GOAL_SHUFFLES

    def points(self, table: Table, state: State, seat: int) -> int:
        """Return the points of a player's goals."""
        return goal_points(table, state, seat)


FIRST_TILES: Final = 4
MOST_TILES: Final = 2
GOAL_SHUFFLES: Final = 2
"""Number of shuffles of goals; they come before all other shuffles."""


def goal_points(table: Table, state: State, seat: int) -> int:
    """Return the points of a player's goals if the game ended now."""
    return sum([points for _goal, points in goal_values(table, state, seat)])


def goal_values(table: Table, state: State, seat: int) -> list[tuple[int, int]]:
    """Return the goals for which a player scores if the game ended now, with their points.

    Players who are tied for a "most" goal without holding it score 3 points.
    """
    player = state.players[seat]
    values = [(goal, table.tiles[goal].points) for goal in player.goals]
    for goal in state.goals:
        tile = table.tiles[goal]
        if tile.most and goal not in player.goals:
            goal_amounts = amounts(table, state, goal)
            if tile.least <= goal_amounts[seat] == max(goal_amounts):
                values.append((goal, FIRST_POINTS))
    return values


def _won_goals(state: State) -> int:
    """Return the mask of claimed goals."""
    won = 0
    for player in state.players:
        for goal in player.goals:
            won |= 1 << goal
    return won


def _holder(state: State, goal: int) -> int:
    """Return the holder of a "most" goal, or -1."""
    for seat, player in enumerate(state.players):
        if goal in player.goals:
            return seat
    return -1


def _check_most(rules: Rules, state: State, goal: int) -> None:
    """Update a "most" goal: its holder keeps it unless another player has more."""
    table, holder = rules.table, _holder(state, goal)
    minimum = table.tiles[goal].least
    goal_amounts = amounts(table, state, goal)
    best = goal_amounts[0]
    for amount in goal_amounts:
        best = max(best, amount)
    if holder >= 0:
        if goal_amounts[holder] == best >= minimum:
            return
        state.players[holder].goals.remove(goal)
        rules.moves.notify(state, GoalLost, holder, goal)
    if best >= minimum and goal_amounts.count(best) == 1:
        _claim(rules, state, state.players[goal_amounts.index(best)], goal)


def _claim(rules: Rules, state: State, player: Player, goal: int) -> None:
    player.goals.append(goal)
    rules.moves.notify(state, GoalClaimed, player.seat, goal)


def amounts(table: Table, state: State, goal: int) -> list[int]:
    """Return the amount of each player that a "most" goal counts."""
    count_range = table.tiles[goal].alternatives[0][0]
    return [_amount(table, state, seat, count_range) for seat in range(len(state.players))]


def _meets(table: Table, state: State, seat: int, alternative: tuple[CountRange, ...]) -> bool:
    return all(
        count_range.low <= _amount(table, state, seat, count_range) <= count_range.high
        for count_range in alternative
    )


def _amount(table: Table, state: State, seat: int, count_range: CountRange) -> int:
    """Return the current amount that a goal counts for a player."""
    if count_range.for_takeovers and not state.takeovers:
        return 0  # these powers are ignored
    powers = state.players[seat].powers
    if count_range.count.things == "military":
        return total_military(table, state.players, seat, powers)
    return number_of(count_range.count, table, state.players, seat, powers)
