"""Looking ahead: a round played out on imagined games, for actions that are nearly alike."""

from __future__ import annotations

from gamekit.decisions import Answer
from gamekit.driver import Driver
from rftg_engine import asks
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.expert import ExpertBot
from rftg_engine.bots.greedy import ACTION_KINDS
from rftg_engine.bots.imagining import ImaginedGame
from rftg_engine.bots.value import win_chance
from rftg_engine.scoring.scoring import result
from rftg_engine.state import State
from rftg_engine.view import view_of


def look_ahead(evaluator: Evaluator, options: list[Answer], seed: str, samples: int) -> list[float]:
    """Return the chance to win that each of some actions has come to at the end of the round.

    It is the mean over `samples` imagined games, the same for all of them, in which the others
    choose what an expert would choose with the cards they are imagined to have.
    """
    view = evaluator.view
    found = [0.0] * len(options)
    for sample in range(samples):
        imagined = ImaginedGame(
            evaluator.table, view, f"{seed}/{view.round}/{sample}", len(options[0]) > 1
        )
        others: dict[int, Answer] = {}
        for index, option in enumerate(options):
            found[index] += play_round(evaluator, imagined.begin(), option, others) / samples
    return found


def play_round(
    evaluator: Evaluator, game: Driver[State], option: Answer, others: dict[int, Answer]
) -> float:
    """Play an imagined round to its end and return the chance to win then.

    others: by seat, what the others choose in this imagined game, once it has been asked.
    """
    me = evaluator.view.me
    expert = ExpertBot(evaluator.known)
    first = game.state.round
    for decision in game.pending:
        seat = decision.player
        if seat == me:
            chosen = option[:1] if decision.kind == asks.FIRST_ACTION else option
        else:
            if seat not in others:
                others[seat] = _ask(expert, game, seat)
            chosen = others[seat]
        game.answer(seat, chosen)
    while not game.over and game.state.round == first:
        for decision in game.pending:
            seat = decision.player
            if seat == me and decision.kind in ACTION_KINDS:
                game.answer(seat, option)
            else:
                game.answer(seat, _ask(expert, game, seat))
    if game.over:
        ended = result(evaluator.table, game.state)
        return 1.0 / len(ended.winners) if me in ended.winners else 0.0
    return win_chance(evaluator.known, view_of(game.state, me))


def _ask(expert: ExpertBot, game: Driver[State], seat: int) -> Answer:
    for decision in game.pending:
        if decision.player == seat:
            return expert.choose(decision, lambda: view_of(game.state, seat))
    raise AssertionError(f"player {seat} is not asked")
