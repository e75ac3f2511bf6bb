"""Looking ahead: a round played out on imagined games, for actions that are nearly alike."""

from __future__ import annotations

from random import Random

from gamekit.decisions import Answer
from gamekit.driver import Driver
from rftg_engine import actions, asks
from rftg_engine.bots.choices import answer
from rftg_engine.bots.evaluator import Evaluator, open_features
from rftg_engine.bots.forecast import Rival
from rftg_engine.bots.imagining import ImaginedGame
from rftg_engine.bots.stage import Stage, dot
from rftg_engine.bots.weights import FORESEEN
from rftg_engine.state import State
from rftg_engine.view import View, view_of


def look_ahead(
    evaluator: Evaluator, rivals: list[Rival], options: list[Answer], seed: str, samples: int
) -> list[float]:
    """Return what each of some actions has come to at the end of the round, on average.

    All are played on the same imagined games, against the same actions of the others.
    """
    found = [0.0] * len(options)
    for sample in range(samples):
        name = f"{seed}/{evaluator.view.round}/{sample}"
        rng = Random(name)
        others = [foreseen_action(rival, rng) for rival in rivals]
        imagined = ImaginedGame(evaluator.table, evaluator.view, name)
        for index, option in enumerate(options):
            found[index] += _play_round(evaluator, imagined.begin(), option, others) / samples
    return found


def foreseen_action(rival: Rival, rng: Random) -> Answer:
    """Return an action of another player, by the chances foreseen."""
    if rival.seat.actions:
        return tuple(rival.seat.actions)
    ticket = rng.random()
    for number, chance in enumerate(rival.outlook.chances()):
        ticket -= chance
        if ticket < 0.0:
            return (actions.NAMES.index(FORESEEN[number]),)
    return (actions.EXPLORE_5,)


def _play_round(
    evaluator: Evaluator, game: Driver[State], option: Answer, others: list[Answer]
) -> float:
    """Play an imagined round to its end and return what it is worth to the player."""
    me = evaluator.view.me
    chosen = [*others[:me], option, *others[me:]]
    for decision in game.pending:
        game.answer(decision.player, chosen[decision.player])
    first = game.state.round
    while not game.over and game.state.round == first:
        for decision in game.pending:
            seat = decision.player
            if decision.kind == asks.LATE_ACTION:
                game.answer(seat, chosen[seat])
            else:
                view = view_of(game.state, seat)
                game.answer(seat, answer(Evaluator(evaluator.known, view), decision))
    return standing_of(evaluator, view_of(game.state, me))


def standing_of(evaluator: Evaluator, view: View) -> float:
    """Return the value of a later view, by the weights of now.

    It is the value of the player's own features less the mean of the others'.
    """
    stage: Stage = evaluator.stage
    value = dot(stage.weights, Evaluator(evaluator.known, view, stage).features())
    count = len(view.seats) - 1
    for seat in range(len(view.seats)):
        if seat != view.me:
            value -= dot(stage.weights, open_features(evaluator.known, view, seat)) / count
    return value
