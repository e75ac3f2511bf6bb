"""What makes the nodes of each game: the classes of its words, and its builder for all else."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rftg_dsl.games import GAMES, loaded
from rftg_dsl.syntax.builder import Builder
from rftg_dsl.words.verbs import vocabulary


@lru_cache(maxsize=1024)
def method_of(game: str, name: str) -> Callable[..., Any]:
    """Return what makes a node for an alternative of the grammar of a game."""
    word = vocabulary(game).by_rule.get(name)
    return word.from_parts if word else getattr(_builder(game), name)


@lru_cache(maxsize=4)
def _builder(game: str) -> Builder:
    builder: type[Builder] = loaded(GAMES[game].builder)
    return builder()
