"""Looking ahead: rounds played out on imagined games, for actions that are nearly alike."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from gamekit.driver import Driver
from gamekit.work import TooMuchWork, Work
from rftg_engine import asks
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.expert import ExpertBot
from rftg_engine.bots.greedy import ACTION_KINDS
from rftg_engine.bots.imagining import ImaginedGame
from rftg_engine.bots.value import win_chance
from rftg_engine.scoring.scoring import result
from rftg_engine.state import State
from rftg_engine.view import view_of

ROUNDS: Final = 2
"""Rounds that are played out, the present one among them."""
BUDGET: Final = 60_000
"""Steps of work (gamekit.work) for all imagined games of a choice of `master`."""


def look_ahead(
    evaluator: Evaluator, options: list[Answer], seed: str, samples: int, budget: int = BUDGET
) -> list[float]:
    """Return the chance to win that each of some actions has come to after some rounds.

    It is the mean over `samples` imagined games, the same for all of them, in which all play on as
    experts with the cards they are imagined to have; over fewer where these take the budget, and
    nothing where it is not enough for one.
    """
    view = evaluator.view
    work = Work(budget, view.work.pause)
    total = [0.0] * len(options)
    for sample in range(samples):
        found: list[float] = []
        try:
            name = f"{seed}/{view.round}/{sample}"
            imagined = ImaginedGame(evaluator.table, view, name, len(options[0]) > 1, work)
            others: dict[int, Answer] = {}
            for option in options:
                found.append(play_rounds(evaluator, imagined.begin(), option, others))
        except TooMuchWork:
            return [one / sample for one in total] if sample else []
        for index, one in enumerate(found):
            total[index] += one
    return [one / samples for one in total]


def play_rounds(
    evaluator: Evaluator, game: Driver[State], option: Answer, others: dict[int, Answer]
) -> float:
    """Play an imagined game for ROUNDS rounds and return the chance to win then.

    option: what the player chooses in the first of them.
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
    while not game.over and game.state.round < first + ROUNDS:
        for decision in game.pending:
            seat = decision.player
            if seat == me and decision.kind in ACTION_KINDS and game.state.round == first:
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
