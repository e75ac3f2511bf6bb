"""Bots: players that answer from their own view, and know tiles only as compiled powers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gamekit import bots as kit
from gamekit.bots import RandomBot, continue_until
from gamekit.driver import Driver
from roll_engine.bots.facts import Knowledge
from roll_engine.bots.lead import Guess, LearnedModel, shipped
from roll_engine.bots.plans import Outlook
from roll_engine.bots.player import ValueBot
from roll_engine.cards.table import Table
from roll_engine.state import State
from roll_engine.view import Seat, View, view_of

Bot = kit.Bot[View]
"""A player of Roll."""

LEVELS: Final = ("expert", "greedy", "random")


@lru_cache(maxsize=8)
def knowledge_of(table: Table) -> Knowledge:
    """Return what is known of the tiles of a table."""
    return Knowledge(table)


def make_bot(level: str, table: Table, seed: str) -> Bot:
    """Return a new bot of a level. Raises ValueError for an unknown one."""
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return ValueBot(knowledge_of(table), Guess(), Outlook())
    if level == "expert":
        return ValueBot(knowledge_of(table), LearnedModel(shipped().network), Outlook())
    raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")


def play_out(game: Driver[State], bots: Sequence[Bot], most_rounds: int, patience: int = 0) -> int:
    """Play a game to its end, past a round, or to a standstill. Return the decisions made.

    bots: by seat. patience: as of Standstill; 0 to play on. Raise TooMuchWork.
    """
    return kit.play_out(game, bots, view_of, continue_until(most_rounds, patience, _lasting))


def _lasting(state: State) -> object:
    """Return everything that players can change, as everybody sees it."""
    return state.pool, tuple([Seat(player, state.revealed).facts() for player in state.players])
