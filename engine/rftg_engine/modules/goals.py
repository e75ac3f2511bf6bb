"""Goals: tiles claimed at the end of phases (arc 1 booklet, Goals)."""

from __future__ import annotations

from typing import Final

from rftg_dsl.model import FIRST_POINTS
from rftg_engine.cards.table import Table
from rftg_engine.cards.tiles import Counted
from rftg_engine.events import GoalClaimed, GoalLost
from rftg_engine.options import Options
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import number_of, total_military


class Goals(RuleModule):
    """Tiles claimed at the end of phases, for points."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the sets have no goals."""
        RuleModule.check(self, table, options)
        if options.goals and not table.goals:
            raise ValueError("the sets in use have no goals: add a set that has some")

    def prepare(self, rules: Rules, state: State) -> None:
        """Deal the tiles."""
        deal(rules, state)

    def after_step(self, rules: Rules, state: State, name: str) -> None:
        """Look what is claimed and lost."""
        check(rules, state, name)

    def shuffles_seen(self, rules: Rules, state: State, in_step: int) -> int:
        """Return the shuffles of the tiles, which lie open."""
        return SHUFFLES

    def points(self, table: Table, state: State, seat: int) -> int:
        """Return the points of a player's goals."""
        return points(table, state, seat)


FIRST_TILES: Final = 4
MOST_TILES: Final = 2
SHUFFLES: Final = 2
"""How often tiles are shuffled; nothing is shuffled before them."""


def deal(rules: Rules, state: State) -> None:
    """Deal four "first" and two "most" tiles of those that the sets in use can serve."""
    table = rules.table
    for most, count in ((False, FIRST_TILES), (True, MOST_TILES)):
        tiles = [number for number in table.dealable if table.tiles[number].most == most]
        state.goals += rules.moves.shuffle(state, tiles)[:count]


def check(rules: Rules, state: State, step: str) -> None:
    """Settle what is claimed, lost and taken over at the end of a step."""
    table = rules.table
    held, claimable = _held(state), table.claimable.get(step, 0)
    # A first tile stays with its holder; another one is looked at after each step from then on.
    due = claimable & ~held | table.most_tiles & (claimable | held)
    for number in state.goals:
        if not due >> number & 1:
            continue
        tile = table.tiles[number]
        if tile.most:
            _check_most(rules, state, number)
            continue
        for player in state.players:
            if any(_meets(table, state, player.seat, way) for way in tile.ways):
                _claim(rules, state, player, number)


def points(table: Table, state: State, seat: int) -> int:
    """Return the points of a player's goals if the game ended now."""
    return sum([points for _number, points in worth(table, state, seat)])


def worth(table: Table, state: State, seat: int) -> list[tuple[int, int]]:
    """Return the goals that bring a player points if the game ended now, each with its points.

    Who ties for the most without holding the tile has 3 points for it.
    """
    player = state.players[seat]
    found = [(number, table.tiles[number].points) for number in player.goals]
    for number in state.goals:
        tile = table.tiles[number]
        if tile.most and number not in player.goals:
            having = amounts(table, state, number)
            if tile.least <= having[seat] == max(having):
                found.append((number, FIRST_POINTS))
    return found


def _held(state: State) -> int:
    """Return the goals that anybody has, as bits."""
    held = 0
    for player in state.players:
        for number in player.goals:
            held |= 1 << number
    return held


def _holder(state: State, number: int) -> int:
    """Return the seat that has a "most" tile, -1 for nobody."""
    for seat, player in enumerate(state.players):
        if number in player.goals:
            return seat
    return -1


def _check_most(rules: Rules, state: State, number: int) -> None:
    """Leave the tile with its holder until somebody has more; a tie for more frees it."""
    table, holder = rules.table, _holder(state, number)
    least = table.tiles[number].least
    having = amounts(table, state, number)
    best = having[0]
    for amount in having:
        best = max(best, amount)
    if holder >= 0:
        if having[holder] == best >= least:
            return
        state.players[holder].goals.remove(number)
        rules.moves.notify(state, GoalLost, holder, number)
    if best >= least and having.count(best) == 1:
        _claim(rules, state, state.players[having.index(best)], number)


def _claim(rules: Rules, state: State, player: Player, number: int) -> None:
    player.goals.append(number)
    rules.moves.notify(state, GoalClaimed, player.seat, number)


def amounts(table: Table, state: State, number: int) -> list[int]:
    """Return what each player has of the things that a "most" goal counts. number: of the goal."""
    counted = table.tiles[number].ways[0][0]
    return [_amount(table, state, seat, counted) for seat in range(len(state.players))]


def _meets(table: Table, state: State, seat: int, way: tuple[Counted, ...]) -> bool:
    return all(
        counted.low <= _amount(table, state, seat, counted) <= counted.high for counted in way
    )


def _amount(table: Table, state: State, seat: int, counted: Counted) -> int:
    """Return how many of the things there are that a goal counts, as of now."""
    if counted.for_takeovers and not state.takeovers:
        return 0  # takeover powers are ignored in games without takeovers
    powers = state.players[seat].powers
    if counted.count.things == "military":
        return total_military(table, state.players, seat, powers)
    return number_of(counted.count, table, state.players, seat, powers)
