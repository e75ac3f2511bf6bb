"""Set-up: tiles, dice, credits, chips (Roll rulebook, Setup)."""

from __future__ import annotations

from gamekit.decisions import Choice
from gamekit.driver import Asking
from gamekit.turns import Turn, one_by_one, together
from roll_engine import asks
from roll_engine.cards.bound import IMMEDIATE, OF_NO_PHASE, SETUP
from roll_engine.events import FirstPlayerSet, StartTilesDealt
from roll_engine.flow import Rules
from roll_engine.phases.roll import begin_round
from roll_engine.rules import (
    CHIPS_A_PLAYER,
    HOME,
    HOME_DICE_IN_CITIZENRY,
    HOME_DICE_IN_CUP,
    IN_CITIZENRY,
    IN_CUP,
    TILES_DRAWN,
)
from roll_engine.state import State
from roll_engine.turns.perform import perform_immediate
from roll_engine.turns.task import Task


def setup(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Deal the game."""
    state.pool = CHIPS_A_PLAYER * rules.options.players
    _deal(rules, state)
    tasks = [Task(rules, state, seat, OF_NO_PHASE) for seat in state.order]
    yield from together([_start_tiles(task) for task in tasks])
    yield from one_by_one([_start(task) for task in tasks])
    begin_round(state)


def _deal(rules: Rules, state: State) -> None:
    """Deal a faction tile and a home world to each player, then two tiles of the bag."""
    table, moves = rules.table, rules.moves
    factions = moves.shuffle(state, list(range(len(table.factions))))
    homes = moves.shuffle(state, table.homes)
    seats = range(len(state.players))
    numbers = [table.factions[factions[seat]].number for seat in seats]
    first = min(seats, key=lambda seat: numbers[seat])
    state.order = [(first + seat) % len(numbers) for seat in seats]
    moves.tell(state, FirstPlayerSet, first)
    state.bag = moves.shuffle(state, list(range(len(table.tiles))))
    for seat in state.order:
        faces = (*table.factions[factions[seat]].faces, homes[seat])
        moves.tell(state, StartTilesDealt, seat, numbers[seat], faces)
        for face in faces:
            moves.add_to_tableau(state.players[seat], face)
        for _tile in range(TILES_DRAWN):
            moves.draw_tile(state, state.players[seat])


def _start_tiles(task: Task) -> Turn[None]:
    """Ask which of the two tiles is the development, and which the world."""
    one, other = task.player.drawn
    answer = yield Choice(task.seat, asks.START_TILES, -1, ((one, other), (other, one)))
    for tile, worlds in zip(answer, (False, True), strict=True):
        task.moves.place_tile(task.state, task.player, tile, worlds, False)


def _start(task: Task) -> Turn[None]:
    """Give a player dice and credits, and what the tiles in the empire grant."""
    moves, state, player = task.moves, task.state, task.player
    moves.gain_dice(state, player, HOME, HOME_DICE_IN_CUP, IN_CUP)
    moves.gain_dice(state, player, HOME, HOME_DICE_IN_CITIZENRY, IN_CITIZENRY)
    moves.gain_credits(state, player, player.powers.start_credits)
    for face in tuple(player.tableau):
        yield from perform_immediate(task, face, IMMEDIATE)
        yield from perform_immediate(task, face, SETUP)
