"""Counts of what a player has, conditions and multipliers, and the final score."""

from __future__ import annotations

from typing import assert_never

from gamekit.scoring import Result, rank_players
from roll_engine.cards.table import Table
from roll_engine.cards.terms import ANYWHERE, BoundCondition, BoundCount, BoundDice, BoundPer
from roll_engine.rules import GOODS, GRAY, NUMBER_OF_COLOURS, no_dice
from roll_engine.state import Player, State


def number_of(
    count: BoundCount, table: Table, state: State, seat: int, scouts: list[int] | None = None
) -> int:
    """Return how many of something a player has now.

    scouts: the colours of the explorers that have scouted in this phase.
    """
    player = state.players[seat]
    match count.things:
        case "cards":
            return (player.powers.mask & count.mask).bit_count()
        case "total cost":
            return sum([table.cost[face] for face in player.tableau if count.mask >> face & 1])
        case "costliest":
            return _costliest(count, table, state, player)
        case "kinds of worlds":
            # A gray world is of no kind, and a development neither.
            return len({table.kind[face] for face in player.tableau} - {GRAY})
        case "dice":
            return _dice(count.dice, player)
        case "colours of dice":
            return _colours(count.dice, player)
        case "goods":
            return sum(_goods(count, table, player))
        case "kinds of goods":
            return len({table.kind[world] for world in player.goods})
        case "chips":
            return player.chips
        case "scouts":
            made = no_dice() if scouts is None else scouts
            return sum([number for colour, number in enumerate(made) if count.dice.fit(colour)])
        case _:
            raise ValueError(f"Roll for the Galaxy does not count {count.things!r}")


def _costliest(count: BoundCount, table: Table, state: State, player: Player) -> int:
    """Return how many of the faces of the highest printed cost in all tableaus are the player's.

    Roll rulebook, Individual Power Clarifications
    """
    highest = max(
        [table.cost[f] for one in state.players for f in one.tableau if count.mask >> f & 1],
        default=0,
    )
    mine = [face for face in player.tableau if count.mask >> face & 1]
    return sum([1 for face in mine if table.cost[face] == highest])


def _dice(dice: BoundDice, player: Player) -> int:
    by_colour = _by_colour(dice, player)
    return sum([number for colour, number in enumerate(by_colour) if dice.fit(colour)])


def _colours(dice: BoundDice, player: Player) -> int:
    by_colour = _by_colour(dice, player)
    return sum([1 for colour, number in enumerate(by_colour) if number and dice.fit(colour)])


def _by_colour(dice: BoundDice, player: Player) -> list[int]:
    """Return the dice at the place that is meant."""
    if dice.place == ANYWHERE:
        return player.dice()
    if dice.place < GOODS:
        return player.places[dice.place]
    found = [0] * NUMBER_OF_COLOURS
    for colours in player.goods.values():
        for colour in colours:
            found[colour] += 1
    return found


def _goods(count: BoundCount, table: Table, player: Player) -> list[int]:
    """Return the number of goods on each world that is meant."""
    return [
        len(colours)
        for world, colours in player.goods.items()
        if count.goods.fit(world, table.kind[world])
    ]


def holds(
    condition: BoundCondition | None,
    table: Table,
    state: State,
    seat: int,
    scouts: list[int] | None = None,
) -> bool:
    """Return whether a condition holds for a player now."""
    if condition is None:
        return True
    mine = number_of(condition.count, table, state, seat, scouts)
    others = [
        number_of(condition.count, table, state, other)
        for other in range(len(state.players))
        if other != seat
    ]
    match condition.test:
        case "have":
            return condition.low <= mine <= condition.high
        case "most":
            return mine > max(others)
        case "fewest":
            return mine < min(others)
        case "tie":
            return mine == max(others)
        case "every":
            return mine > 0 and not any(others)
        case _ as never:
            assert_never(never)


def times(
    per: BoundPer | None, table: Table, state: State, seat: int, scouts: list[int] | None = None
) -> int:
    """Return how often something comes that comes once for each of a number."""
    if per is None:
        return 1
    return per.times(number_of(per.count, table, state, seat, scouts))


def score(table: Table, state: State, seat: int) -> int:
    """Return the points a player would have if the game ended now."""
    player = state.players[seat]
    printed = sum([table.vp[face] for face in player.tableau])
    return player.chips + printed + sum(bonus_points(table, state, seat).values())


def bonus_points(table: Table, state: State, seat: int) -> dict[int, int]:
    """Return points of the faces with score lines, by face."""
    points: dict[int, int] = {}
    for power in state.players[seat].powers.scores:
        if holds(power.condition, table, state, seat):
            gained = power.points * times(power.per, table, state, seat)
            points[power.face] = points.get(power.face, 0) + gained
    return points


def tie_break(state: State, seat: int) -> int:
    """Return the dice in the cup and the credits of a player."""
    player = state.players[seat]
    return sum(player.cup) + player.credits


def result(table: Table, state: State) -> Result:
    """Return how the game would end now."""
    seats = range(len(state.players))
    scores = tuple([score(table, state, seat) for seat in seats])
    breaks = tuple([tie_break(state, seat) for seat in seats])
    return rank_players(scores, breaks)
