"""Bots: players that answer from their own view, and know cards only as compiled powers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit import bots as kit
from gamekit.bots import RandomBot
from gamekit.driver import Driver
from rftg_engine.bots.expert import ExpertBot
from rftg_engine.bots.greedy import GreedyBot
from rftg_engine.bots.knowledge import classic_knowledge_of, knowledge_of
from rftg_engine.bots.master import GAMES, MasterBot
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_engine.view import View, view_of

Bot = kit.Bot[View]
"""A player of Race."""

LEVELS: Final = ("master", "expert", "classic", "greedy", "random")
BY_VALUE: Final = ("master", "expert", "greedy")
"""Levels that play by the value: what they expect is known."""


def make_bot(level: str, table: Table, seed: str, imagined: int = GAMES) -> Bot:
    """Return a new bot of a level. Raises ValueError for an unknown one.

    imagined: the games that a master plays out for each option, at most.
    """
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return GreedyBot(knowledge_of(table))
    if level == "expert":
        return ExpertBot(knowledge_of(table))
    if level == "classic":
        return ExpertBot(classic_knowledge_of(table))
    if level == "master":
        return MasterBot(knowledge_of(table), seed, imagined)
    raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")


def play_out(game: Driver[State], bots: Sequence[Bot], most_rounds: int) -> int:
    """Play a game to its end, or past a round. bots: by seat. Return the decisions made.

    Raise TooMuchWork.
    """
    decisions = kit.play_out(game, bots, view_of, lambda state: state.round <= most_rounds)
    assert game.state.round > 0, "the game has stopped in its set-up"
    return decisions
