"""Carrying out an Action hook: what is given up, then what is gained.

Roll rulebook, Develop: powers are mandatory, unless their text includes "may".
"""

from __future__ import annotations

from typing import Final, assert_never

from gamekit.amounts import Amounts
from gamekit.decisions import Answer, Choice
from gamekit.turns import Turn
from roll_engine import asks
from roll_engine.cards.bound import (
    OF_NO_PHASE,
    ON_THIS_WORLD,
    AnyGain,
    BoundAction,
    GainChips,
    GainCredits,
    GainDice,
    GainTiles,
    GainWorkers,
    LoseDice,
)
from roll_engine.events import PowerUsed
from roll_engine.rules import GOODS, GRAY, IN_CITIZENRY, IN_CUP, NUMBER_OF_COLOURS
from roll_engine.turns.counting import times
from roll_engine.turns.task import Task
from roll_engine.turns.tiles import draw_and_place

_YES: Final[Answer] = (1,)
_NO: Final[Answer] = (0,)


def perform_immediate(task: Task, face: int, moment: int) -> Turn[None]:
    """Do what a face does as it comes into a tableau; moment: SETUP or IMMEDIATE."""
    for power in task.table.by_face[face]:
        if isinstance(power, BoundAction) and power.moment == moment:
            yield from perform(task, power)


def perform_all(task: Task, moment: int) -> Turn[None]:
    """Do all actions of a moment of the phase."""
    for power in task.player.powers.at(task.phase, moment):
        yield from perform(task, power)


def perform_about(
    task: Task, moment: int, worker: int = -1, face: int = -1, world: int = -1
) -> Turn[None]:
    """Do the actions that answer to what has just been done.

    worker: the colour of the die that has done it. face: the tile completed. world: the one whose
    good was traded or consumed.
    """
    for power in task.player.powers.at(task.phase, moment):
        if worker >= 0 and not power.worker.fit(worker):
            continue
        if face >= 0 and not power.mask >> face & 1:
            continue
        if world >= 0 and not power.goods.fit(world, task.table.kind[world]):
            continue
        yield from perform(task, power)


def perform(task: Task, power: BoundAction) -> Turn[None]:
    """Do an action, if it can be done and its owner wants it."""
    if not task.meets(power.condition) or power.price > task.player.credits:
        return
    if power.optional and not power.asks_itself:
        answer = yield Choice(task.seat, asks.USE_POWER, power.number, (_YES, _NO))
        if answer == _NO:
            return
    if task.moves.observed:
        task.moves.tell(task.state, PowerUsed, task.seat, power.face, power.number)
    task.moves.spend_credits(task.state, task.player, power.price)
    for gain in power.gains:
        yield from _gain(task, power, gain)


def _gain(task: Task, power: BoundAction, gain: AnyGain) -> Turn[None]:
    moves, state, player = task.moves, task.state, task.player
    match gain:
        case GainCredits():
            number = times(gain.per, task.table, state, task.seat, task.scouts)
            moves.gain_credits(state, player, gain.amount * number)
        case GainChips():
            number = times(gain.per, task.table, state, task.seat, task.scouts)
            moves.gain_chips(state, player, gain.amount * number)
        case GainDice():
            _gain_dice(task, power, gain)
        case LoseDice():
            yield from _lose_dice(task, power, gain.number)
        case GainTiles():
            yield from draw_and_place(task, gain.number, False)
        case GainWorkers():
            yield from _take_back(task, power, gain)
        case _ as never:
            assert_never(never)


def _gain_dice(task: Task, power: BoundAction, gain: GainDice) -> None:
    """Give new dice; those that do not fit on this world come to the Citizenry."""
    moves, state, player = task.moves, task.state, task.player
    room = 0
    if gain.place == ON_THIS_WORLD and task.table.kind[power.face] != GRAY:
        room = min(gain.number, player.powers.goods - len(player.goods.get(power.face, ())))
        moves.gain_dice(state, player, gain.colour, room, GOODS + power.face)
    place = IN_CITIZENRY if gain.place == ON_THIS_WORLD else gain.place
    moves.gain_dice(state, player, gain.colour, gain.number - room, place)


def _lose_dice(task: Task, power: BoundAction, number: int) -> Turn[None]:
    """Have the player give up dice from anywhere (Roll rulebook, Immediate Effects)."""
    for _die in range(number):
        options = tuple([(die,) for die, _number in task.player.dice_named()])
        if not options:
            return
        answer = yield Choice(task.seat, asks.REMOVE_DIE, power.number, options)
        task.moves.remove_die(task.state, task.player, answer[0])
        place, colour = divmod(answer[0], NUMBER_OF_COLOURS)
        if place == IN_CITIZENRY and task.used:
            task.used[colour] = min(task.used[colour], task.player.citizenry[colour])


def _take_back(task: Task, power: BoundAction, gain: GainWorkers) -> Turn[None]:
    """Return workers that have just completed a tile to the cup."""
    if power.phase == OF_NO_PHASE or not task.used:
        return
    fitting = [number if gain.dice.fit(colour) else 0 for colour, number in enumerate(task.used)]
    colours = tuple([colour for colour, number in enumerate(fitting) if number])
    limits = tuple([fitting[colour] for colour in colours])
    if not colours:
        return
    most = sum(limits) if gain.most is None else min(gain.most, sum(limits))
    least = most if gain.most is None else 0
    decision = Amounts(task.seat, asks.WORKERS_TO_CUP, power.number, colours, limits, least, most)
    answer = yield decision
    dice = [0] * NUMBER_OF_COLOURS
    for index, colour in enumerate(colours):
        dice[colour] = answer[index]
        task.used[colour] -= answer[index]
    task.moves.move_dice(task.state, task.player, IN_CITIZENRY, IN_CUP, dice)
