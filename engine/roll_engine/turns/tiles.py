"""Drawing tiles from the bag and putting them into the construction zone."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice
from gamekit.turns import Turn
from roll_engine import asks
from roll_engine.rules import ENOUGH_TO_ABANDON
from roll_engine.turns.task import Task

OF_DEVELOPMENTS: Final = 0
OF_WORLDS: Final = 1


def draw_and_place(task: Task, number: int, scouting: bool) -> Turn[None]:
    """Draw tiles and put each into the construction zone. scouting: they come of a Scout task."""
    on_top = scouting and task.player.powers.on_top
    for missing in range(number, 0, -1):
        if task.moves.draw_tile(task.state, task.player):
            continue
        task.moves.refill_bag(task.state)
        if task.moves.draw_tile(task.state, task.player):
            continue
        yield from _place_all(task, on_top)
        yield from _draw_from_others(task, missing)
        break
    yield from _place_all(task, on_top)


def _draw_from_others(task: Task, number: int) -> Turn[None]:
    """Draw tiles that players give up for it, where neither bag nor abandoned tiles are left.

    Roll rulebook, Fine Points, Explore ("very rare"). It ends when nobody has enough tiles.
    """
    while number:
        for seat in task.state.order:
            player = task.state.players[seat]
            zone = player.zone()
            if len(zone) >= ENOUGH_TO_ABANDON:
                options = tuple([(tile,) for tile in zone])
                answer = yield Choice(seat, asks.GIVE_UP_TILE, -1, options)
                task.moves.give_up_tile(task.state, player, answer[0])
        if not task.state.bag:
            return
        task.state.bag = task.moves.shuffle(task.state, task.state.bag)
        while number and task.moves.draw_tile(task.state, task.player):
            number -= 1
        if number:
            yield from _place_all(task, False)


def _place_all(task: Task, on_top: bool) -> Turn[None]:
    """Put the drawn tiles into the construction zone, in any order (Roll rulebook, Explore)."""
    player = task.player
    while player.drawn:
        options: list[Answer] = []
        for tile in player.drawn:
            for stack in (OF_DEVELOPMENTS, OF_WORLDS):
                options.append((tile, stack, 0))
                if on_top and player.stack(stack == OF_WORLDS):
                    options.append((tile, stack, 1))
        answer = yield Choice(task.seat, asks.PLACE_TILE, -1, tuple(options))
        tile, stack, top = answer
        task.moves.place_tile(task.state, player, tile, stack == OF_WORLDS, top == 1)


def rearrange(task: Task) -> Turn[None]:
    """Let the player put one tile elsewhere in the construction zone."""
    player = task.player
    options: list[Answer] = []
    for stack in (OF_DEVELOPMENTS, OF_WORLDS):
        tiles = player.stack(stack == OF_WORLDS)
        others = player.stack(stack != OF_WORLDS)
        for place, tile in enumerate(tiles):
            options += [(tile, stack, other) for other in range(len(tiles)) if other != place]
            options += [(tile, 1 - stack, other) for other in range(len(others) + 1)]
    answer = yield Choice(task.seat, asks.MOVE_TILE, -1, tuple(options))
    tile, stack, place = answer
    task.moves.move_tile(task.state, player, tile, stack == OF_WORLDS, place)
