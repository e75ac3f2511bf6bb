"""V: Ship: workers trade goods for credits or consume them for points (Roll rulebook, Ship)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from gamekit.turns import Turn, one_by_one
from roll_engine import asks
from roll_engine.cards.bound import AFTER_CONSUMING, AFTER_TRADING, END
from roll_engine.events import GoodConsumed, GoodTraded
from roll_engine.flow import Rules
from roll_engine.rules import (
    CONSUMPTION,
    GOODS,
    IN_CITIZENRY,
    NUMBER_OF_COLOURS,
    PRICES,
    SHIP,
)
from roll_engine.state import State
from roll_engine.turns.perform import perform_about, perform_all
from roll_engine.turns.task import Task
from roll_engine.turns.timing import all_do, tasks_of


def ship(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all players ship."""
    tasks = tasks_of(rules, state, SHIP)
    yield from all_do(rules, tasks, _ship)
    yield from one_by_one([perform_all(task, END) for task in tasks])


def _ship(task: Task) -> Turn[None]:
    """Ship goods, one after the other, while there are any; return spare shippers to the cup."""
    while True:
        options = _shipments(task)
        if not options:
            break
        answer = yield Choice(task.seat, asks.SHIPPER, -1, options)
        doing, worker, world, colour = answer
        shipper = worker % NUMBER_OF_COLOURS
        task.moves.move_die(task.state, task.player, GOODS + world, IN_CITIZENRY, colour)
        if worker == shipper:
            task.moves.use_worker(task.state, task.player, SHIP, shipper)
        else:
            task.extra[shipper] -= 1
        if doing == asks.TRADE:
            yield from _trade(task, world, colour, shipper)
        else:
            yield from _consume(task, world, colour, shipper)
    task.moves.return_workers(task.state, task.player, SHIP)


def _shipments(task: Task) -> tuple[Answer, ...]:
    """Return what every shipper can do with every good; equal ones once."""
    shippers = [colour for colour, number in enumerate(task.workers) if number]
    shippers += [NUMBER_OF_COLOURS + one for one, number in enumerate(task.extra) if number]
    goods = [
        (world, colour)
        for world in sorted(task.player.goods)
        for colour in sorted(set(task.player.goods[world]))
    ]
    return tuple(
        [
            (doing, shipper, world, colour)
            for doing in (asks.TRADE, asks.CONSUME)
            for shipper in shippers
            for world, colour in goods
        ]
    )


def price_of(task: Task, world: int) -> int:
    """Return the credits for a good of a world, by the world's colour."""
    kind = task.table.kind[world]
    price = PRICES[kind]
    for power in task.player.powers.prices:
        if power.goods.fit(world, kind) and task.meets(power.condition):
            price += power.amount
    return max(price, 0)


def points_for(kind: int, good: int, shipper: int) -> int:
    """Return the points for a good that is consumed. kind: the colour of its world."""
    return 1 + sum([1 for colour in (good, shipper) if colour in (kind, CONSUMPTION)])


def _trade(task: Task, world: int, good: int, shipper: int) -> Turn[None]:
    price = price_of(task, world)
    task.moves.tell(task.state, GoodTraded, task.seat, world, good, shipper, price)
    task.moves.gain_credits(task.state, task.player, price)
    yield from perform_about(task, AFTER_TRADING, world=world)


def _consume(task: Task, world: int, good: int, shipper: int) -> Turn[None]:
    points = points_for(task.table.kind[world], good, shipper)
    task.moves.tell(task.state, GoodConsumed, task.seat, world, good, shipper, points)
    task.moves.gain_chips(task.state, task.player, points)
    yield from perform_about(task, AFTER_CONSUMING, world=world)
