"""Players recruit and recall dice; the game may end (Roll rulebook, Manage Empire)."""

from __future__ import annotations

from gamekit.amounts import Amounts
from gamekit.driver import Asking
from gamekit.turns import Turn
from roll_engine import asks
from roll_engine.cards.bound import OF_NO_PHASE
from roll_engine.events import GameEnded
from roll_engine.flow import Rules
from roll_engine.phases.roll import begin_round
from roll_engine.rules import (
    CREDITS_AFTER_RECRUITING,
    FULL_TABLEAU,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_COLOURS,
    ON_DEVELOPMENTS,
    colours_in,
    no_dice,
)
from roll_engine.state import State
from roll_engine.turns.task import Task
from roll_engine.turns.timing import all_do, tasks_of


def manage(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Recruit and recall; then end the game or begin another round."""
    yield from all_do(rules, tasks_of(rules, state, OF_NO_PHASE), _manage)
    reasons = endings(state)
    for reason in reasons:
        rules.moves.tell(state, GameEnded, -1, reason)
    if not reasons:
        begin_round(state)


def endings(state: State) -> list[str]:
    """Return why the game ends with this round: any of "tableau" and "chips"."""
    reasons: list[str] = []
    # A faction tile has two faces and counts as two squares.
    if any(len(player.tableau) >= FULL_TABLEAU for player in state.players):
        reasons.append("tableau")
    if state.pool <= 0:
        reasons.append("chips")
    return reasons


def _manage(task: Task) -> Turn[None]:
    yield from _recruit(task)
    yield from _recall(task)


def _recruit(task: Task) -> Turn[None]:
    """Put dice of the Citizenry into the cup for a credit each, as many as can be paid for."""
    moves, state, player = task.moves, task.state, task.player
    colours = tuple(colours_in(player.citizenry))
    limits = tuple([player.citizenry[colour] for colour in colours])
    number = min(sum(limits), player.credits)
    if number:
        answer = yield Amounts(task.seat, asks.RECRUIT, -1, colours, limits, number, number)
        dice = no_dice()
        for index, colour in enumerate(colours):
            dice[colour] = answer[index]
        moves.spend_credits(state, player, number)
        moves.move_dice(state, player, IN_CITIZENRY, IN_CUP, dice)
    moves.gain_credits(state, player, max(0, CREDITS_AFTER_RECRUITING - player.credits))


def _recall(task: Task) -> Turn[None]:
    """Take back any developers, settlers and goods; at least one where the cup is empty."""
    player = task.player
    least_place = ON_DEVELOPMENTS * NUMBER_OF_COLOURS
    named = [one for one in player.dice_named() if one[0] >= least_place]
    if not named:
        return
    dice = tuple([die for die, _number in named])
    limits = tuple([number for _die, number in named])
    least = 0 if any(player.cup) else 1
    answer = yield Amounts(task.seat, asks.RECALL, -1, dice, limits, least, sum(limits))
    for index, die in enumerate(dice):
        place, colour = divmod(die, NUMBER_OF_COLOURS)
        for _nth in range(answer[index]):
            task.moves.move_die(task.state, player, place, IN_CUP, colour)
