"""Greedy, expert and master bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Driver
from gamekit.work import TooMuchWork, Work
from rftg_engine import asks
from rftg_engine.bots.choices import answer
from rftg_engine.bots.determinize import ImaginedGame
from rftg_engine.bots.evaluator import Evaluator, win_chance
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.situation import Gains, Situation, own_gains, own_values
from rftg_engine.phases.scoring import result
from rftg_engine.state import State
from rftg_engine.view import View, view_of

ACTION_KINDS: Final = (asks.ACTION, asks.FIRST_ACTION, asks.LATE_ACTION)


class GreedyBot:
    """A good player without memory, chance, forks, or an eye on the others."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            values = own_values(evaluator, own_gains(Gains(evaluator), decision.options))
            return best_option(decision.options, values)
        return answer(evaluator, decision)


def best_option(options: tuple[Answer, ...], values: dict[int, float]) -> Answer:
    """Return the option whose actions bring most together; the first of equals."""
    best, most = options[0], -1_000.0
    for option in options:
        total = total_of(option, values)
        if total > most:
            best, most = option, total
    return best


def total_of(option: Answer, values: dict[int, float]) -> float:
    """Return what the actions of an option bring together."""
    total = 0.0
    for action in option:
        total += values[action]
    return total


class ExpertBot:
    """A strong player that sees its own view alone."""

    def __init__(self, known: Knowledge) -> None:
        self.known = known

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most, what the others do taken into account."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            situation = Situation(evaluator, decision.options)
            return best_option(decision.options, situation.values())
        return answer(evaluator, decision)


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


CLOSE: Final = 3.0
"""Options that are estimated to be worth so many points less than the best are played out too."""
MOST: Final = 3
"""Options that are played out, at most."""
GAMES: Final = 24
"""Imagined games for each of them, at most: BUDGET says how much they may take."""


class MasterBot:
    """The strongest player, and the slowest.

    seed: what the imagined games are dealt by. games: how many for each option, at most.
    """

    def __init__(self, known: Knowledge, seed: str, games: int = GAMES) -> None:
        self.known = known
        self.seed = seed
        self.games = games

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that adds most, or for actions the one that comes out best."""
        evaluator = Evaluator(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            return self._action(evaluator, decision)
        return answer(evaluator, decision)

    def _action(self, evaluator: Evaluator, decision: Choice) -> Answer:
        values = Situation(evaluator, decision.options).values()
        best = best_option(decision.options, values)
        if decision.kind != asks.ACTION:
            return best
        close = close_options(decision.options, values, best)
        if len(close) < 2:
            return best
        ahead = look_ahead(evaluator, close, self.seed, self.games)
        return close[ahead.index(max(ahead))] if ahead else best


def close_options(
    options: tuple[Answer, ...], values: dict[int, float], best: Answer
) -> list[Answer]:
    """Return the options that may be as good as the best by their values, it first."""
    least = total_of(best, values) - CLOSE
    close = [option for option in options if total_of(option, values) >= least]
    close.sort(key=lambda option: -total_of(option, values))
    return close[:MOST]
