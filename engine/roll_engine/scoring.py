"""Counts, conditions, multipliers and the final score of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from gamekit.game import Result, rank_players
from roll_engine.cards.table import Table
from roll_engine.cards.terms import ANYWHERE, BoundCondition, BoundCount, BoundDice, BoundPer
from roll_engine.rules import GOODS, GRAY, NUMBER_OF_COLOURS, no_dice
from roll_engine.state import Player, State


def count_of(
    count: BoundCount, table: Table, state: State, seat: int, scouts: list[int] | None = None
) -> int:
    """Return a player's present count.

    scouts: explorers that have scouted in this phase, by colour.
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
        case "dice" | "colours of dice":
            return _dice(count, player)
        case "goods":
            return sum(_goods(count, table, player))
        case "kinds of goods":
            return len({table.kind[world] for world in player.goods})
        case "chips" | "credits":
            return player.chips if count.things == "chips" else player.credits
        case "scouts":
            return _matching(count.dice, no_dice() if scouts is None else scouts)
        case "workers" | "selected":
            return _revealed(count, player)
        case "others" | "players" | "other players":
            return _count_players(count, table, state, seat)
        case _:
            raise ValueError(f"Roll for the Galaxy does not count {count.things!r}")


def _costliest(count: BoundCount, table: Table, state: State, player: Player) -> int:
    """Return a player's number of faces that have the highest printed cost in all tableaus.

    Roll rulebook, Individual Power Clarifications.
    """
    highest = max(
        [
            table.cost[other_face]
            for other_player in state.players
            for other_face in other_player.tableau
            if count.mask >> other_face & 1
        ],
        default=0,
    )
    own_faces = [face for face in player.tableau if count.mask >> face & 1]
    return sum([1 for face in own_faces if table.cost[face] == highest])


def _count_players(count: BoundCount, table: Table, state: State, seat: int) -> int:
    """Return what all other players have together, or how many players meet a condition."""
    total = 0
    for other_seat in range(len(state.players)):
        if other_seat == seat and count.things != "players":
            continue
        if count.inner is not None:
            total += count_of(count.inner, table, state, other_seat)
        elif is_met(count.having, table, state, other_seat):
            total += 1
    return total


def _revealed(count: BoundCount, player: Player) -> int:
    """Return the number of workers in a phase as it began, or 1 if the player selected it."""
    if count.things == "selected":
        return 1 if player.selected == count.phase else 0
    return _matching(count.dice, player.revealed[count.phase]) if player.revealed else 0


def _dice(count: BoundCount, player: Player) -> int:
    """Return the number of matching dice, or of their colours."""
    by_colour = _by_colour(count.dice, player)
    if count.things == "colours of dice":
        by_colour = [min(number, 1) for number in by_colour]
    return _matching(count.dice, by_colour)


def _matching(dice: BoundDice, by_colour: Sequence[int]) -> int:
    return sum([count for colour, count in enumerate(by_colour) if dice.matches(colour)])


def _by_colour(dice: BoundDice, player: Player) -> list[int]:
    """Return the dice at a selected place, by colour."""
    if dice.place == ANYWHERE:
        return player.dice()
    if dice.place < GOODS:
        return player.places[dice.place]
    counts = [0] * NUMBER_OF_COLOURS
    for colours in player.goods.values():
        for colour in colours:
            counts[colour] += 1
    return counts


def _goods(count: BoundCount, table: Table, player: Player) -> list[int]:
    """Return the number of goods on each selected world."""
    return [
        len(colours)
        for world, colours in player.goods.items()
        if count.goods.matches(world, table.kind[world])
    ]


def is_met(
    condition: BoundCondition | None,
    table: Table,
    state: State,
    seat: int,
    scouts: list[int] | None = None,
) -> bool:
    """Return whether a player meets a condition now."""
    if condition is None:
        return True
    own_count = count_of(condition.count, table, state, seat, scouts)
    if condition.test == "have":
        return condition.low <= own_count <= condition.high
    other_counts = [
        count_of(condition.count, table, state, other_seat)
        for other_seat in range(len(state.players))
        if other_seat != seat
    ]
    match condition.test:
        case "only":
            limits = range(condition.low, condition.high + 1)
            return own_count in limits and not any(count in limits for count in other_counts)
        case "most":
            return own_count > max(other_counts)
        case "fewest":
            return own_count < min(other_counts)
        case "tie":
            return own_count == max(other_counts)
        case "every":
            return own_count > 0 and not any(other_counts)
        case _ as never:
            assert_never(never)


def count_multiplier(
    per: BoundPer | None, table: Table, state: State, seat: int, scouts: list[int] | None = None
) -> int:
    """Return the multiplier of a player now, or 1 if there is none."""
    if per is None:
        return 1
    return per.multiplier_for(count_of(per.count, table, state, seat, scouts))


def score(table: Table, state: State, seat: int) -> int:
    """Return a player's points if the game ended now."""
    player = state.players[seat]
    printed = sum([table.vp[face] for face in player.tableau])
    return player.chips + printed + sum(bonus_points(table, state, seat).values())


def bonus_points(table: Table, state: State, seat: int) -> dict[int, int]:
    """Return the points of scoring lines, by face."""
    points: dict[int, int] = {}
    for power in state.players[seat].powers.scores:
        if is_met(power.condition, table, state, seat):
            gained = power.points * count_multiplier(power.per, table, state, seat)
            points[power.face] = points.get(power.face, 0) + gained
    return points


def tie_break(state: State, seat: int) -> int:
    """Return the number of a player's dice in the cup and credits."""
    player = state.players[seat]
    return sum(player.cup) + player.credits


def result(table: Table, state: State) -> Result:
    """Return the result if the game ended now."""
    seats = range(len(state.players))
    scores = tuple([score(table, state, seat) for seat in seats])
    breaks = tuple([tie_break(state, seat) for seat in seats])
    return rank_players(scores, breaks)
