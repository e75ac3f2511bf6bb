"""The five phases: explore, develop, settle, produce and ship (Roll rulebook)."""

from __future__ import annotations

from functools import partial

from gamekit.decisions import Amounts, Answer, Choice, Subset
from gamekit.driver import Asking, Turn, run_in_order
from roll_engine import asks, steps
from roll_engine.cards.bound import (
    AFTER_COMPLETING,
    AFTER_CONSUMING,
    AFTER_SCOUTING,
    AFTER_STOCKING,
    AFTER_TRADING,
    END,
    IMMEDIATE,
)
from roll_engine.events import GoodConsumed, GoodTraded, Scouted, Stocked
from roll_engine.flow import Rules
from roll_engine.phases.tasks import (
    Task,
    draw_and_place,
    perform_about,
    perform_all,
    perform_immediate,
    rearrange,
    run_tasks,
    tasks_of,
)
from roll_engine.rules import (
    ASSIGNED,
    CONSUMPTION,
    DEVELOP,
    EXPLORE,
    GOODS,
    GRAY,
    IN_CITIZENRY,
    IN_CUP,
    LEAST_COST,
    NUMBER_OF_COLOURS,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PRICES,
    PRODUCE,
    SETTLE,
    SHIP,
    STOCK_CREDITS,
    colours_in,
    no_dice,
)
from roll_engine.state import State


def explore(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all explorers do their tasks, then return abandoned tiles to the bag."""
    tasks = tasks_of(rules, state, EXPLORE)
    yield from run_tasks(rules, tasks, _explore, strict=_may_run_out(tasks))
    # These draws happen before abandoned tiles return (Roll rulebook, Clarifications).
    yield from run_in_order([perform_all(task, END) for task in tasks])
    rules.moves.refill_bag(state)


def _may_run_out(tasks: list[Task]) -> bool:
    """Return whether the bag may run out of tiles, which requires strict timing.

    Roll rulebook, Fine Points, Explore.
    """
    maximum = 0
    for task in tasks:
        explorers = sum(task.workers) + sum(task.extra)
        # A scout draws at most one tile more than the zone contains, and adds one tile to the zone.
        maximum += explorers * len(task.player.zone()) + explorers * (explorers + 1) // 2
    return maximum > len(tasks[0].state.bag)


def _explore(task: Task) -> Turn[None]:
    """Let a player's explorers do their tasks, one after the other."""
    while True:
        options = _tasks(task)
        if not options:
            return
        answer = yield Choice(task.seat, asks.EXPLORER, -1, options)
        if not answer:
            return
        if answer[0] == asks.REARRANGE:
            yield from rearrange(task)
        elif answer[0] == asks.SCOUT:
            yield from _scout(task, answer[1])
        else:
            yield from _stock(task, answer[1])


def _tasks(task: Task) -> tuple[Answer, ...]:
    """Return the tasks that a player can do next, or () to finish once all explorers are used."""
    options: list[Answer] = []
    for colour, count in enumerate(task.workers):
        if count or task.extra[colour]:
            options += [(asks.SCOUT, colour), (asks.STOCK, colour)]
    if task.player.powers.rearranges and task.player.zone():
        if not options:
            options.append(())
        options.append((asks.REARRANGE,))
    return tuple(options)


def _use(task: Task, colour: int) -> None:
    """Put an explorer into the Citizenry, if it is a die."""
    if task.extra[colour]:
        task.extra[colour] -= 1
    else:
        task.moves.use_worker(task.state, task.player, EXPLORE, colour)


def _scout(task: Task, colour: int) -> Turn[None]:
    """Abandon some tiles and draw one more than those."""
    task.moves.notify(task.state, Scouted, task.seat, colour)
    zone = tuple(task.player.zone())
    abandoned = yield Subset(task.seat, asks.ABANDON, -1, zone, 0, len(zone))
    task.moves.abandon(task.state, task.player, abandoned)
    yield from draw_and_place(task, len(abandoned) + 1, True)
    _use(task, colour)
    task.scouts[colour] += 1
    yield from perform_about(task, AFTER_SCOUTING, worker=colour)


def _stock(task: Task, colour: int) -> Turn[None]:
    """Gain credits."""
    task.moves.notify(task.state, Stocked, task.seat, colour)
    task.moves.gain_credits(task.state, task.player, STOCK_CREDITS)
    _use(task, colour)
    yield from perform_about(task, AFTER_STOCKING, worker=colour)


def build(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let all players build. name: name of either phase."""
    phase = DEVELOP if name == steps.PHASE[DEVELOP] else SETTLE
    tasks = tasks_of(rules, state, phase)
    yield from run_tasks(rules, tasks, partial(_build, phase == SETTLE))
    yield from run_in_order([perform_all(task, END) for task in tasks])


def cost_of(task: Task, is_world: bool) -> int:
    """Return the number of workers that the top tile of a stack requires, after all discounts."""
    tile = task.table.tiles[task.player.stack(is_world)[0]]
    face = tile.world if is_world else tile.development
    cost = task.table.cost[face]
    for power in task.player.powers.costs:
        if (
            power.phase == task.phase
            and power.mask >> face & 1
            and task.meets_condition(power.condition)
        ):
            cost = power.apply_to(cost, 1 if power.per is None else task.multiplier(power.per))
    return max(cost, LEAST_COST)


def _build(is_world: bool, task: Task) -> Turn[None]:
    """Complete the top tile as long as there are enough workers, then add the others to it.

    Tiles that discounts from scouting have already paid for come first.
    """
    moves, state, player = task.moves, task.state, task.player
    place = ON_WORLDS if is_world else ON_DEVELOPMENTS
    stack, builders = player.stack(is_world), player.builders(is_world)
    while stack:
        missing = cost_of(task, is_world) - sum(builders)
        if missing > sum(task.workers):
            moves.move_all(state, player, ASSIGNED + task.phase, place)
            break
        if missing > 0:
            chosen = yield from _choose(task, asks.BUILDERS, task.workers, missing, stack[0])
            moves.move_dice(state, player, ASSIGNED + task.phase, place, chosen)
        yield from _complete(task, is_world)
    if not stack:
        moves.return_workers(state, player, task.phase)
        moves.move_all(state, player, place, IN_CUP)


def _choose(task: Task, kind: str, dice: list[int], count: int, tile: int) -> Turn[list[int]]:
    """Ask which dice to use for a tile, and return their number by colour."""
    colours = tuple(colours_in(dice))
    limits = tuple([dice[colour] for colour in colours])
    answer = yield Amounts(task.seat, kind, tile, colours, limits, count, count)
    chosen = no_dice()
    for index, colour in enumerate(colours):
        chosen[colour] = answer[index]
    return chosen


def _complete(task: Task, is_world: bool) -> Turn[None]:
    """Move the top tile to the tableau and its workers to the Citizenry."""
    moves, state, player = task.moves, task.state, task.player
    place = ON_WORLDS if is_world else ON_DEVELOPMENTS
    cost, tile = cost_of(task, is_world), player.stack(is_world)[0]
    builders = player.builders(is_world)
    used = yield from _choose(task, asks.BUILDERS_RETURNED, builders, cost, tile)
    face = moves.complete_top(state, player, is_world)
    moves.move_dice(state, player, place, IN_CITIZENRY, used)
    task.used = used
    yield from perform_immediate(task, face, IMMEDIATE)
    yield from perform_about(task, AFTER_COMPLETING, face=face)
    task.used = []


def produce(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all players produce."""
    tasks = tasks_of(rules, state, PRODUCE)
    yield from run_tasks(rules, tasks, _produce)
    yield from run_in_order([perform_all(task, END) for task in tasks])


def worlds_with_room(task: Task) -> list[int]:
    """Return the worlds that can hold another good. Gray worlds never can."""
    player = task.player
    return [
        face
        for face in player.tableau
        if task.table.kind[face] != GRAY
        and len(player.goods.get(face, ())) < player.powers.goods_limit(face)
    ]


def _produce(task: Task) -> Turn[None]:
    """Put producers on worlds while there is room, and return the others to the cup."""
    worlds = worlds_with_room(task)
    while worlds and any(task.workers):
        colours = colours_in(task.workers)
        if len(colours) == 1 and task.workers[colours[0]] >= _room(task, worlds):
            answer: Answer = (colours[0], worlds[0])
        else:
            options = tuple([(colour, world) for colour in colours for world in worlds])
            answer = yield Choice(task.seat, asks.PRODUCER, -1, options)
        colour, world = answer
        task.moves.move_die(task.state, task.player, ASSIGNED + PRODUCE, GOODS + world, colour)
        worlds = worlds_with_room(task)
    task.moves.return_workers(task.state, task.player, PRODUCE)


def _room(task: Task, worlds: list[int]) -> int:
    """Return the number of goods that can still be put on worlds."""
    player = task.player
    limit_of = player.powers.goods_limit
    return sum([limit_of(world) - len(player.goods.get(world, ())) for world in worlds])


def ship(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all players ship."""
    tasks = tasks_of(rules, state, SHIP)
    yield from run_tasks(rules, tasks, _ship)
    yield from run_in_order([perform_all(task, END) for task in tasks])


def _ship(task: Task) -> Turn[None]:
    """Ship goods one by one, then return unused shippers to the cup."""
    while True:
        options = _shipments(task)
        if not options:
            break
        answer = yield Choice(task.seat, asks.SHIPPER, -1, options)
        task_type, worker, world, colour = answer
        shipper = worker % NUMBER_OF_COLOURS
        task.moves.move_die(task.state, task.player, GOODS + world, IN_CITIZENRY, colour)
        if worker == shipper:
            task.moves.use_worker(task.state, task.player, SHIP, shipper)
        else:
            task.extra[shipper] -= 1
        if task_type == asks.TRADE:
            yield from _trade(task, world, colour, shipper)
        else:
            yield from _consume(task, world, colour, shipper)
    task.moves.return_workers(task.state, task.player, SHIP)


def _shipments(task: Task) -> tuple[Answer, ...]:
    """Return each different task of a shipper with a good."""
    shippers = [colour for colour, count in enumerate(task.workers) if count]
    shippers += [NUMBER_OF_COLOURS + colour for colour, count in enumerate(task.extra) if count]
    goods = [
        (world, colour)
        for world in sorted(task.player.goods)
        for colour in sorted(set(task.player.goods[world]))
    ]
    return tuple(
        [
            (task_type, shipper, world, colour)
            for task_type in (asks.TRADE, asks.CONSUME)
            for shipper in shippers
            for world, colour in goods
        ]
    )


def price_of(task: Task, world: int) -> int:
    """Return the credits for a good of a world."""
    kind = task.table.kind[world]
    price = PRICES[kind]
    for power in task.player.powers.prices:
        if power.goods.matches(world, kind) and task.meets_condition(power.condition):
            price += power.amount * (1 if power.per is None else task.multiplier(power.per))
    return max(price, 0)


def consume_points(kind: int, good: int, shipper: int) -> int:
    """Return the points for consuming a good. kind: colour of its world."""
    return 1 + sum([1 for colour in (good, shipper) if colour in (kind, CONSUMPTION)])


def _trade(task: Task, world: int, good: int, shipper: int) -> Turn[None]:
    price = price_of(task, world)
    task.moves.notify(task.state, GoodTraded, task.seat, world, good, shipper, price)
    task.moves.gain_credits(task.state, task.player, price)
    yield from perform_about(task, AFTER_TRADING, world=world)


def _consume(task: Task, world: int, good: int, shipper: int) -> Turn[None]:
    points = consume_points(task.table.kind[world], good, shipper)
    task.moves.notify(task.state, GoodConsumed, task.seat, world, good, shipper, points)
    task.moves.gain_chips(task.state, task.player, points)
    yield from perform_about(task, AFTER_CONSUMING, world=world)
