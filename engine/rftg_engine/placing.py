"""What it takes to place a card: every legal combination of powers, and what is left to pay.

base rulebook, Settle: worlds are paid for, military worlds conquered; or paid for with a power that
says so, and then military counts for nothing.
"""

from __future__ import annotations

from itertools import combinations

from rftg_dsl import hooks
from rftg_engine.decisions import Way
from rftg_engine.powers import BoundPower, Powers
from rftg_engine.table import Table


def ways_to_develop(table: Table, powers: Powers, card: int, bonus: int) -> list[Way]:
    """The ways to place a development. bonus: off its cost, for having chosen Develop."""
    cost = _changed(table.cost[card] - bonus, powers.costs["develop"], card)
    return _ways_to_pay(cost, _usable(powers, "develop", card), ())


def ways_to_settle(table: Table, powers: Powers, card: int) -> list[Way]:
    """The ways to place a world; none when it cannot be placed at all."""
    usable = _usable(powers, "settle", card)
    cost = _changed(table.cost[card], powers.costs["settle"], card)
    if not table.military[card]:
        return _ways_to_pay(cost, usable, ())
    ways = _ways_to_conquer(table, powers, card, usable)
    for power in usable:
        if isinstance(power.hook, hooks.PayFor):
            ways += _ways_to_pay(cost + power.amount, usable, (power.number,))
    return ways


def strength(powers: Powers, card: int) -> int:
    """Military against a world: general and specialised, nothing temporary."""
    bit = 1 << card
    total = powers.military
    for mask, amount in powers.special_military:
        if mask & bit:
            total += amount
    return total


def _changed(cost: int, changes: list[tuple[int, int]], card: int) -> int:
    bit = 1 << card
    for mask, amount in changes:
        if mask & bit:
            cost += amount
    return cost


def _usable(powers: Powers, phase: str, card: int) -> list[BoundPower]:
    """The powers with a price that have a use: all military, and the others by their scope."""
    return [
        power
        for power in powers.chosen[phase]
        if power.mask >> card & 1 or isinstance(power.hook, hooks.Military)
    ]


def _ways_to_pay(cost: int, usable: list[BoundPower], using: tuple[int, ...]) -> list[Way]:
    """The ways to pay `cost`, which never falls below 0 (base rulebook, Card Powers).

    Temporary military lasts for the phase, so it may be called up here too; it pays nothing.
    """
    optional = [power for power in usable if not isinstance(power.hook, hooks.PayFor)]
    if not optional:
        return [Way(using, max(0, cost))]
    ways = []
    for some in _subsets(optional):
        price = cost
        for power in some:
            if isinstance(power.hook, hooks.CostChange):
                price += power.amount
        if any(_sets_cost(power) for power in some):
            price = 0
        ways.append(Way(using + _numbers(some), max(0, price)))
    return ways


def _sets_cost(power: BoundPower) -> bool:
    return isinstance(power.hook, hooks.CostChange) and power.hook.to is not None


def _ways_to_conquer(
    table: Table, powers: Powers, card: int, usable: list[BoundPower]
) -> list[Way]:
    missing = table.cost[card] - strength(powers, card)
    boosts = [power for power in usable if isinstance(power.hook, hooks.Military)]
    return [
        Way(_numbers(some), 0)
        for some in _subsets(boosts)
        if sum(power.amount for power in some if power.mask >> card & 1) >= missing
    ]


def _numbers(powers: tuple[BoundPower, ...]) -> tuple[int, ...]:
    return tuple(power.number for power in powers)


def _subsets(powers: list[BoundPower]) -> list[tuple[BoundPower, ...]]:
    """All subsets, fewest powers first."""
    if not powers:
        return [()]
    return [some for size in range(len(powers) + 1) for some in combinations(powers, size)]
