"""II and III: Develop and Settle, which differ in the stack alone (Roll rulebook)."""

from __future__ import annotations

from functools import partial

from gamekit.amounts import Amounts
from gamekit.driver import Asking
from gamekit.turns import Turn, one_by_one
from roll_engine import asks, steps
from roll_engine.cards.bound import AFTER_COMPLETING, END, IMMEDIATE
from roll_engine.flow import Rules
from roll_engine.rules import (
    ASSIGNED,
    DEVELOP,
    IN_CITIZENRY,
    IN_CUP,
    LEAST_COST,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    SETTLE,
    colours_in,
    no_dice,
)
from roll_engine.state import State
from roll_engine.turns.perform import perform_about, perform_all, perform_immediate
from roll_engine.turns.task import Task
from roll_engine.turns.timing import all_do, tasks_of


def build(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let all players build; name: that of either phase."""
    phase = DEVELOP if name == steps.PHASE[DEVELOP] else SETTLE
    tasks = tasks_of(rules, state, phase)
    yield from all_do(rules, tasks, partial(_build, phase == SETTLE))
    yield from one_by_one([perform_all(task, END) for task in tasks])


def cost_of(task: Task, worlds: bool) -> int:
    """Return how many workers the top tile of a stack takes with all discounts."""
    tile = task.table.tiles[task.player.stack(worlds)[0]]
    face = tile.world if worlds else tile.development
    cost = task.table.cost[face]
    for power in task.player.powers.costs:
        if power.phase == task.phase and power.mask >> face & 1 and task.meets(power.condition):
            cost = power.changed(cost)
    return max(cost, LEAST_COST)


def _build(worlds: bool, task: Task) -> Turn[None]:
    """Complete the top tile as long as there are workers for it, then put the others on it.

    What is complete already, by what was scouted, comes first.
    """
    moves, state, player = task.moves, task.state, task.player
    place = ON_WORLDS if worlds else ON_DEVELOPMENTS
    stack, builders = player.stack(worlds), player.builders(worlds)
    while stack:
        missing = cost_of(task, worlds) - sum(builders)
        if missing > sum(task.workers):
            moves.move_all(state, player, ASSIGNED + task.phase, place)
            break
        if missing > 0:
            chosen = yield from _choose(task, asks.BUILDERS, task.workers, missing, stack[0])
            moves.move_dice(state, player, ASSIGNED + task.phase, place, chosen)
        yield from _complete(task, worlds)
    if not stack:
        moves.return_workers(state, player, task.phase)
        moves.move_all(state, player, place, IN_CUP)


def _choose(task: Task, kind: str, dice: list[int], number: int, tile: int) -> Turn[list[int]]:
    """Ask which of some dice are used for a tile; return so many of each colour."""
    colours = tuple(colours_in(dice))
    limits = tuple([dice[colour] for colour in colours])
    answer = yield Amounts(task.seat, kind, tile, colours, limits, number, number)
    chosen = no_dice()
    for index, colour in enumerate(colours):
        chosen[colour] = answer[index]
    return chosen


def _complete(task: Task, worlds: bool) -> Turn[None]:
    """Move the top tile to the tableau, and the workers that it takes to the Citizenry."""
    moves, state, player = task.moves, task.state, task.player
    place = ON_WORLDS if worlds else ON_DEVELOPMENTS
    cost, tile = cost_of(task, worlds), player.stack(worlds)[0]
    builders = player.builders(worlds)
    used = yield from _choose(task, asks.BUILDERS_RETURNED, builders, cost, tile)
    face = moves.complete_top(state, player, worlds)
    moves.move_dice(state, player, place, IN_CITIZENRY, used)
    task.used = used
    yield from perform_immediate(task, face, IMMEDIATE)
    yield from perform_about(task, AFTER_COMPLETING, face=face)
    task.used = []
