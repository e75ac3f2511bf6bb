"""Bots: players that answer from their own view, and know cards only as compiled powers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from rftg_engine.bots.expert import ExpertBot
from rftg_engine.bots.greedy import GreedyBot
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.master import MasterBot
from rftg_engine.bots.random_bot import RandomBot
from rftg_engine.decisions import Answer, Decision
from rftg_engine.driver import Driver
from rftg_engine.state import State
from rftg_engine.table import Table
from rftg_engine.view import View, view_of


class Bot(Protocol):
    """A player. `look` gives what this player may see now, and nothing else."""

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """A legal answer."""


LEVELS: Final = ("master", "expert", "greedy", "random")


def make_bot(level: str, table: Table, seed: str) -> Bot:
    """A new bot of a level. Raises ValueError for an unknown one."""
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return GreedyBot(knowledge_of(table))
    if level == "expert":
        return ExpertBot(knowledge_of(table))
    if level == "master":
        return MasterBot(knowledge_of(table), seed)
    raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")


def play_out(game: Driver[State], bots: list[Bot], most_rounds: int) -> int:
    """Plays a game to its end, or past a round. bots: by seat. Returns the decisions made.

    Raises TooMuchWork.
    """
    looks = [partial(view_of, game.state, seat) for seat in range(len(bots))]
    decisions = 0
    while not game.over and game.state.round <= most_rounds:
        for decision in game.pending:
            seat = decision.player
            game.state.work.decide()
            game.answer(seat, bots[seat].choose(decision, looks[seat]))
            decisions += 1
    assert game.state.round > 0, "the game has stopped in its set-up"
    return decisions
