"""I: Explore: workers scout for tiles or stock credits (Roll rulebook, Explore)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from gamekit.turns import Turn, one_by_one
from roll_engine import asks
from roll_engine.cards.bound import AFTER_SCOUTING, AFTER_STOCKING, END, GainTiles
from roll_engine.events import Scouted, Stocked
from roll_engine.flow import Rules
from roll_engine.rules import EXPLORE, STOCK_CREDITS
from roll_engine.state import State
from roll_engine.turns.perform import perform_about, perform_all
from roll_engine.turns.task import Task
from roll_engine.turns.tiles import draw_and_place, rearrange
from roll_engine.turns.timing import all_do, tasks_of


def explore(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all explorers do their tasks, then return abandoned tiles to the bag."""
    tasks = tasks_of(rules, state, EXPLORE)
    yield from all_do(rules, tasks, _explore, strict=_may_run_out(tasks))
    # What is drawn now comes before abandoned tiles are back (Roll rulebook, Clarifications).
    yield from one_by_one([perform_all(task, END) for task in tasks])
    rules.moves.refill_bag(state)


def _may_run_out(tasks: list[Task]) -> bool:
    """Return whether the bag may run out of tiles, so that timing is strict.

    Roll rulebook, Fine Points, Explore
    """
    most = 0
    for task in tasks:
        explorers = sum(task.workers) + sum(task.extra)
        # Each scout can draw one tile more than lie in the zone, which then has one more.
        most += explorers * len(task.player.zone()) + explorers * (explorers + 1) // 2
        for moment in (AFTER_SCOUTING, AFTER_STOCKING):
            for power in task.player.powers.at(EXPLORE, moment):
                if any(isinstance(gain, GainTiles) for gain in power.gains):
                    return True
    return most > len(tasks[0].state.bag)


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
    """Return what a player can do next; nothing more is an answer when all explorers are used."""
    options: list[Answer] = []
    for colour, number in enumerate(task.workers):
        if number or task.extra[colour]:
            options += [(asks.SCOUT, colour), (asks.STOCK, colour)]
    if task.player.powers.rearranges and task.player.zone():
        if not options:
            options.append(())
        options.append((asks.REARRANGE,))
    return tuple(options)


def _use(task: Task, colour: int) -> None:
    """Put an explorer that does a task into the Citizenry, if it is a die."""
    if task.extra[colour]:
        task.extra[colour] -= 1
    else:
        task.moves.use_worker(task.state, task.player, EXPLORE, colour)


def _scout(task: Task, colour: int) -> Turn[None]:
    """Abandon some tiles and draw one more than those."""
    task.moves.tell(task.state, Scouted, task.seat, colour)
    zone = tuple(task.player.zone())
    abandoned = yield Subset(task.seat, asks.ABANDON, -1, zone, 0, len(zone))
    task.moves.abandon(task.state, task.player, abandoned)
    yield from draw_and_place(task, len(abandoned) + 1, True)
    _use(task, colour)
    task.scouts[colour] += 1
    yield from perform_about(task, AFTER_SCOUTING, worker=colour)


def _stock(task: Task, colour: int) -> Turn[None]:
    """Gain credits."""
    task.moves.tell(task.state, Stocked, task.seat, colour)
    task.moves.gain_credits(task.state, task.player, STOCK_CREDITS)
    _use(task, colour)
    yield from perform_about(task, AFTER_STOCKING, worker=colour)
