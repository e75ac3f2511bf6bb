"""IV: Produce: workers become goods on worlds (Roll rulebook, Produce)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from gamekit.turns import Turn, one_by_one
from roll_engine import asks
from roll_engine.cards.bound import END
from roll_engine.flow import Rules
from roll_engine.rules import ASSIGNED, GOODS, GRAY, PRODUCE, colours_in
from roll_engine.state import State
from roll_engine.turns.perform import perform_all
from roll_engine.turns.task import Task
from roll_engine.turns.timing import all_do, tasks_of


def produce(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Let all players produce."""
    tasks = tasks_of(rules, state, PRODUCE)
    yield from all_do(rules, tasks, _produce)
    yield from one_by_one([perform_all(task, END) for task in tasks])


def worlds_with_room(task: Task) -> list[int]:
    """Return the worlds that can hold a further good: none of the gray ones."""
    player = task.player
    return [
        face
        for face in player.tableau
        if task.table.kind[face] != GRAY and len(player.goods.get(face, ())) < player.powers.goods
    ]


def _produce(task: Task) -> Turn[None]:
    """Put producers on worlds while there is room; return the others to the cup."""
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
    """Return how many further goods there can be on worlds."""
    player = task.player
    return sum([player.powers.goods - len(player.goods.get(world, ())) for world in worlds])
