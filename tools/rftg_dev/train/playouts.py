"""Options of decisions that are played out: the game goes on after each of them in a fork.

The fork has the same hidden cards as the game, which are as likely as any others. All players act
as experts.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random
from typing import Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from rftg_dev.train.common import MAX_ROUNDS, Setting
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.players import ExpertBot
from rftg_engine.bots.ratings import win_chance
from rftg_engine.game import new_game
from rftg_engine.phases.scoring import result
from rftg_engine.state import State
from rftg_engine.view import view_of

ROUNDS: Final = (2, 4)
"""Numbers of rounds, including the present one, after which the chance to win is noted."""
MAX_ANSWERS: Final = 3_000
"""Answers after which a game that is played out stops."""


class PlayingOutBot:
    """An expert for all players that plays out the options of some decisions.

    examples: numbers of the decisions that were played out.
    """

    def __init__(self, knowledge: Knowledge, game: Driver[State], seed: str) -> None:
        self.bot: Final = ExpertBot(knowledge)
        self.game: Final = game
        self.rng: Final = Random(seed)
        self.examples: Final[array[float]] = array("f")

    def answer(self, decision: Decision) -> Answer:
        """Return the answer to a decision."""
        return ask(self.bot, self.game, decision)

    def worth(self, decision: Decision, option: Answer) -> float:
        """Return the worth of an option: the mean of the chances to win after ROUNDS rounds and of
        the final result.

        The chances repeat the faults of the value, and the result is mostly luck.
        """
        game, me = self.game.fork(), decision.player
        first_round = game.state.round
        game.answer(me, option)
        chances: list[float] = []
        answers = 0
        while not game.over and answers < MAX_ANSWERS:
            if (
                len(chances) < len(ROUNDS)
                and game.state.round >= first_round + ROUNDS[len(chances)]
            ):
                chances.append(win_chance(self.bot.knowledge, view_of(game.state, me)))
            for pending in game.pending:
                game.answer(pending.player, ask(self.bot, game, pending))
                answers += 1
        if game.over:
            winners = result(self.bot.knowledge.table, game.state).winners
            final = 1.0 / len(winners) if me in winners else 0.0
        else:
            final = win_chance(self.bot.knowledge, view_of(game.state, me))
        chances += [final] * (len(ROUNDS) + 1 - len(chances))
        return sum(chances) / len(chances)


def ask(bot: ExpertBot, game: Driver[State], decision: Decision) -> Answer:
    """Return a bot's answer to a pending decision."""
    return bot.choose(decision, lambda: view_of(game.state, decision.player))


def play(
    knowledge: Knowledge,
    setting: Setting,
    seed: str,
    make_bot: Callable[[Knowledge, Driver[State], str], PlayingOutBot],
) -> array[float]:
    """Play a game and return the examples of its bot."""
    game = new_game(knowledge.table, setting.options, seed, None, True)
    bot = make_bot(knowledge, game, seed)
    while not game.over and game.state.round <= MAX_ROUNDS:
        for decision in game.pending:
            game.answer(decision.player, bot.answer(decision))
    return bot.examples
