"""Bots for Roll: players that answer from their own view and know tiles only by compiled powers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from gamekit import bots as kit
from gamekit.bots import RandomBot
from gamekit.driver import Driver
from roll_engine.bots.facts import Knowledge
from roll_engine.bots.lead import (
    HandTunedModel,
    LeadModel,
    LearnedModel,
    read_guess,
    read_selections,
    read_value,
)
from roll_engine.bots.player import ValueBot
from roll_engine.cards.table import Table
from roll_engine.state import State
from roll_engine.view import Seat, View, view_of

Bot = kit.Bot[View]
"""A player of Roll."""

LEVELS: Final = ("expert", "greedy", "random")
"""Names of the bot levels, strongest first."""


@lru_cache(maxsize=8)
def knowledge_of(table: Table) -> Knowledge:
    """Return the knowledge about the tiles of a table."""
    return Knowledge(table)


def expert_model() -> LeadModel:
    """Return the model of the bot `expert`."""
    return LearnedModel(read_value(), read_selections())


def make_bot(level: str, table: Table, seed: str) -> Bot:
    """Return a new bot of a level. Raise ValueError if the level is unknown."""
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return ValueBot(knowledge_of(table), HandTunedModel(read_guess()))
    if level == "expert":
        return ValueBot(knowledge_of(table), expert_model())
    raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")


def play_out(game: Driver[State], bots: Sequence[Bot], max_rounds: int, patience: int = 0) -> int:
    """Play a game until it ends, passes a round or stalls. Return the number of decisions.

    bots: one per seat. patience: rounds without a change after which the game stops, or 0 if there
    is no limit. Raise TooMuchWork.
    """
    return kit.play_out(game, bots, view_of, _lasting, max_rounds, patience)


def _lasting(state: State) -> object:
    """Return everything players can change, as everybody sees it."""
    return state.pool, tuple([Seat(player, state.revealed).facts() for player in state.players])
