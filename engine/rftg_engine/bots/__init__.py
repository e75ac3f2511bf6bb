"""Bots for Race: players that answer from their own view and know cards only by compiled powers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit import bots as kit
from gamekit.bots import RandomBot
from gamekit.driver import Driver
from rftg_engine.bots.invasion import choices as _choices_in_invasions  # noqa: F401
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.bots.players import MAX_GAMES, ExpertBot, GreedyBot, MasterBot
from rftg_engine.cards.table import Table
from rftg_engine.state import State
from rftg_engine.view import Seat, View, open_parts, view_of

Bot = kit.Bot[View]
"""A player of Race."""

LEVELS: Final = ("master", "expert", "greedy", "random")
"""Names of the bot levels, strongest first."""
BY_VALUE: Final = ("master", "expert", "greedy")
"""Levels that use the learned value, so that their expectations can be shown."""


def make_bot(level: str, table: Table, seed: str, games: int = MAX_GAMES) -> Bot:
    """Return a new bot of a level. Raise ValueError if the level is unknown.

    games: maximum number of games that a master bot plays out for each option.
    """
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return GreedyBot(knowledge_of(table))
    if level == "expert":
        return ExpertBot(knowledge_of(table))
    if level == "master":
        return MasterBot(knowledge_of(table), seed, games)
    raise ValueError(f"there is no bot {level!r}; there are: {', '.join(LEVELS)}")


def play_out(game: Driver[State], bots: Sequence[Bot], max_rounds: int, patience: int = 0) -> int:
    """Play a game until it ends, passes a round or stalls. Return the number of decisions.

    bots: one per seat. patience: rounds without a change after which the game stops, or 0 if there
    is no limit. Raise TooMuchWork.
    """
    decisions = kit.play_out(game, bots, view_of, _lasting, max_rounds, patience)
    assert game.state.round > 0, "the game has stopped in its set-up"
    return decisions


def _lasting(state: State) -> object:
    """Return everything players can change, as everybody sees it.

    Hands count by size only: swapping hand cards changes nothing by itself.
    """
    seats = tuple([Seat(player).facts() for player in state.players])
    return seats, state.pool, tuple(state.goals), tuple(state.used_up), open_parts(state)
