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
    """A good player without memory, randomness or lookahead, which ignores the other players."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer that gains most."""
        evaluator = Evaluator(self.knowledge, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            return self.choose_actions(evaluator, decision)
        return answer(evaluator, decision)

    def choose_actions(self, evaluator: Evaluator, decision: Choice) -> Answer:
        """Return the actions that gain most."""
        values = own_values(evaluator, own_gains(Gains(evaluator), decision.options))
        return best_option(decision.options, values)


def best_option(options: tuple[Answer, ...], values: dict[int, float]) -> Answer:
    """Return the option with the highest total value of its actions. The first wins ties."""
    best_so_far, highest = options[0], -1_000.0
    for option in options:
        total = total_of(option, values)
        if total > highest:
            best_so_far, highest = option, total
    return best_so_far


def total_of(option: Answer, values: dict[int, float]) -> float:
    """Return the total value of the actions of an option."""
    total = 0.0
    for action in option:
        total += values[action]
    return total


class ExpertBot(GreedyBot):
    """A strong player, which considers the likely actions of other players."""

    def choose_actions(self, evaluator: Evaluator, decision: Choice) -> Answer:
        """Return the actions that gain most."""
        return best_option(decision.options, Situation(evaluator, decision.options).values())


ROUNDS: Final = 2
"""Number of rounds to play out, including the present one."""
BUDGET: Final = 60_000
"""Steps of work (see gamekit.work) for all imagined games of one choice of a master bot."""


def look_ahead(
    evaluator: Evaluator, options: list[Answer], seed: str, samples: int, budget: int = BUDGET
) -> list[float]:
    """Return the chance to win after each of some options, estimated by playing out some rounds.

    The chance is the mean over `samples` imagined games, equal for all options. In them, all
    players act as experts that know their imagined cards. If the budget runs out, the mean is over
    fewer games, or the list is empty if not even one could be finished.
    """
    view = evaluator.view
    work = Work(budget, view.work.pause)
    total = [0.0] * len(options)
    for sample in range(samples):
        sample_chances: list[float] = []
        try:
            sample_seed = f"{seed}/{view.round}/{sample}"
            imagined = ImaginedGame(evaluator.table, view, sample_seed, len(options[0]) > 1, work)
            other_actions: dict[int, Answer] = {}
            for option in options:
                sample_chances.append(
                    play_rounds(evaluator, imagined.begin(), option, other_actions)
                )
        except TooMuchWork:
            return [chance / sample for chance in total] if sample else []
        for index, chance in enumerate(sample_chances):
            total[index] += chance
    return [chance / samples for chance in total]


def play_rounds(
    evaluator: Evaluator, game: Driver[State], option: Answer, other_actions: dict[int, Answer]
) -> float:
    """Play an imagined game for ROUNDS rounds and return the chance to win.

    option: the player's actions in the first round. others: cache of the other players' actions in
    this imagined game, by seat.
    """
    me = evaluator.view.me
    expert = ExpertBot(evaluator.knowledge)
    first = game.state.round
    for decision in game.pending:
        seat = decision.player
        if seat == me:
            answer = option[:1] if decision.kind == asks.FIRST_ACTION else option
        else:
            if seat not in other_actions:
                other_actions[seat] = _ask(expert, game, seat)
            answer = other_actions[seat]
        game.answer(seat, answer)
    while not game.over and game.state.round < first + ROUNDS:
        for decision in game.pending:
            seat = decision.player
            if seat == me and decision.kind in ACTION_KINDS and game.state.round == first:
                game.answer(seat, option)
            else:
                game.answer(seat, _ask(expert, game, seat))
    if game.over:
        final = result(evaluator.table, game.state)
        return 1.0 / len(final.winners) if me in final.winners else 0.0
    return win_chance(evaluator.knowledge, view_of(game.state, me))


def _ask(expert: ExpertBot, game: Driver[State], seat: int) -> Answer:
    for decision in game.pending:
        if decision.player == seat:
            return expert.choose(decision, lambda: view_of(game.state, seat))
    raise AssertionError(f"player {seat} is not asked")


CLOSE: Final = 3.0
"""Maximum number of points by which an option that is played out may be behind the best one."""
MOST: Final = 3
"""Maximum number of options to play out."""
GAMES: Final = 24
"""Maximum number of imagined games for each option. BUDGET limits them further."""


class MasterBot(GreedyBot):
    """The strongest and slowest player, which plays close options out.

    seed: decides the imagined games. games: maximum number of them for each option.
    """

    def __init__(self, knowledge: Knowledge, seed: str, games: int = GAMES) -> None:
        super().__init__(knowledge)
        self.seed = seed
        self.games = games

    def choose_actions(self, evaluator: Evaluator, decision: Choice) -> Answer:
        """Return the actions with the highest chance to win."""
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
    """Return the options that may be as good as the best one, starting with it."""
    minimum = total_of(best, values) - CLOSE
    close = [option for option in options if total_of(option, values) >= minimum]
    close.sort(key=lambda option: -total_of(option, values))
    return close[:MOST]
