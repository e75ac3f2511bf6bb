"""Greedy, expert and master bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Driver
from gamekit.work import TooMuchWork, Work
from rftg_engine import asks
from rftg_engine.bots.choices import answer
from rftg_engine.bots.determinize import SampledGame
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.ratings import win_chance
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
    best, highest = options[0], -1_000.0
    for option in options:
        total = total_of(option, values)
        if total > highest:
            best, highest = option, total
    return best


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


ROUNDS_PLAYED_OUT: Final = 2
"""Number of rounds to play out, including the present one."""
WORK_BUDGET: Final = 60_000
"""Steps of work (see gamekit.work) for all sampled games of one choice of a master bot."""


def look_ahead(
    evaluator: Evaluator,
    options: list[Answer],
    seed: str,
    samples: int,
    budget: int = WORK_BUDGET,
    finds_best: bool = False,
) -> list[float]:
    """Return the chance to win with each option, estimated by playing out a few rounds.

    The chance is the mean over `samples` sampled games, which are the same for all options. In
    them, all players act as experts that know their sampled cards. If the budget runs out, the mean
    is over fewer games, or the list is empty if not even one game could be finished.

    finds_best: whether only the best option matters. Those that are clearly worse are then played
    out no further and get a chance of 0.
    """
    view = evaluator.view
    work = Work(budget, view.work.pause)
    chances: list[list[float]] = [[] for _option in options]
    compared = list(range(len(options)))
    for sample in range(samples):
        played: list[float] = []
        try:
            sample_seed = f"{seed}/{view.round}/{sample}"
            sampled = SampledGame(evaluator.table, view, sample_seed, len(options[0]) > 1, work)
            other_actions: dict[int, Answer] = {}
            for index in compared:
                game = sampled.begin()
                played.append(play_rounds(evaluator, game, options[index], other_actions))
        except TooMuchWork:
            break
        for place, index in enumerate(compared):
            chances[index].append(played[place])
        if finds_best and sample + 1 >= MIN_GAMES:
            compared = not_clearly_worse(chances, compared)
            if len(compared) == 1:
                break
    if not chances[0]:
        return []
    return [
        mean_of(option_chances) if index in compared else 0.0
        for index, option_chances in enumerate(chances)
    ]


def not_clearly_worse(chances: list[list[float]], compared: list[int]) -> list[int]:
    """Return the best of the compared options, and those that luck may have put behind it.

    chances: chances to win with each option in the same sampled games.
    """
    best = compared[0]
    for index in compared:
        if mean_of(chances[index]) > mean_of(chances[best]):
            best = index
    remaining: list[int] = []
    for index in compared:
        behind = [chances[best][game] - chance for game, chance in enumerate(chances[index])]
        mean = mean_of(behind)
        variance = mean_of([(points - mean) ** 2 for points in behind]) / (len(behind) - 1)
        if index == best or mean * mean < CLEAR_ERRORS**2 * variance:
            remaining.append(index)
    return remaining


def mean_of(numbers: list[float]) -> float:
    """Return the mean. Since Python 3.12 sum() rounds floats in another way."""
    total = 0.0
    for number in numbers:
        total += number
    return total / len(numbers)


def play_rounds(
    evaluator: Evaluator, game: Driver[State], option: Answer, other_actions: dict[int, Answer]
) -> float:
    """Play a sampled game for ROUNDS_PLAYED_OUT rounds and return the chance to win.

    option: the player's actions in the first round. other_actions: cache of the other players'
    actions in this sampled game, by seat.
    """
    me = evaluator.view.me
    expert = ExpertBot(evaluator.knowledge)
    first_round = game.state.round
    for decision in game.pending:
        seat = decision.player
        if seat == me:
            answer = option[:1] if decision.kind == asks.FIRST_ACTION else option
        else:
            if seat not in other_actions:
                other_actions[seat] = _ask(expert, game, seat)
            answer = other_actions[seat]
        game.answer(seat, answer)
    while not game.over and game.state.round < first_round + ROUNDS_PLAYED_OUT:
        for decision in game.pending:
            seat = decision.player
            if seat == me and decision.kind in ACTION_KINDS and game.state.round == first_round:
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
    raise AssertionError(f"player {seat} has no decision to make")


MAX_POINTS_BEHIND: Final = 1.0
"""Options that are more points behind the best one are not played out."""
MAX_OPTIONS: Final = 3
"""Maximum number of options to play out."""
MAX_GAMES: Final = 12
"""Maximum number of sampled games for each option with two players. With more, whose rounds take
longer, there are fewer. WORK_BUDGET can limit them further."""
MIN_GAMES: Final = 4
"""Number of sampled games before an option can be clearly worse than the best one."""
CLEAR_ERRORS: Final = 1.0
"""Standard errors by which an option must be behind the best one to be clearly worse."""


class MasterBot(GreedyBot):
    """The strongest and slowest player, which plays out close options.

    seed: seed of the sampled games. games: maximum number of sampled games for each option with two
    players.
    """

    def __init__(self, knowledge: Knowledge, seed: str, games: int = MAX_GAMES) -> None:
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
        games = max(1, 4 * self.games // len(evaluator.view.seats) ** 2)
        chances = look_ahead(evaluator, close, self.seed, games, finds_best=True)
        return close[chances.index(max(chances))] if chances else best


def close_options(
    options: tuple[Answer, ...], values: dict[int, float], best: Answer
) -> list[Answer]:
    """Return the best option and those that may be as good, best first."""
    minimum = total_of(best, values) - MAX_POINTS_BEHIND
    close = [option for option in options if total_of(option, values) >= minimum]
    close.sort(key=lambda option: -total_of(option, values))
    return close[:MAX_OPTIONS]
