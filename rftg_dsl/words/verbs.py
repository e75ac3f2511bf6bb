"""Vocabulary of each game: its effects, and the effects allowed in each phase."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Final

from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.words.lowering import Family
from rftg_dsl.words.patterns import PatternEffect, rule_of


class Vocabulary:
    """The effects of a game, in the order of its modules and of the classes in them.

    effects: classes by verb.
    by_rule: classes by grammar alternative.
    families: effects lowered together.
    uses: verbs allowed in each phase.
    """

    def __init__(self, game: Game) -> None:
        names = import_module(game.words).MODULES
        modules = [import_module(f"{game.words}.{name}") for name in names]
        words = [word for module in modules for word in _words_in(module)]
        self.effects: Final = {word.verb: word for word in words}
        self.by_rule: Final = {rule_of(word): word for word in words}
        self.families: Final[tuple[Family, ...]] = tuple(
            family for module in modules for family in getattr(module, "FAMILIES", ())
        )
        self.uses: Final = {
            moment: tuple(word.verb for word in words if moment in word.moments)
            for moment in game.order
        }

    def phases_of(self, verb: str) -> list[str]:
        """Return the phases in which a verb can be used."""
        return [phase for phase, verbs in self.uses.items() if verb in verbs]


def _words_in(module: ModuleType) -> list[type[PatternEffect]]:
    """Return the effects that a module defines, in source order."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, PatternEffect)
        and value.__module__ == module.__name__
        and hasattr(value, "pattern")
    ]


@lru_cache(maxsize=4)
def vocabulary(game: str) -> Vocabulary:
    """Return the vocabulary of a game. game: its id."""
    return Vocabulary(GAMES[game])


_RACE: Final = vocabulary(RACE.id)
EFFECTS: Final = _RACE.effects
"""Effects of Race for the Galaxy by verb."""
FAMILIES: Final = _RACE.families
USES: Final = _RACE.uses


def join_verbs(words: list[str]) -> str:
    """Join words with commas and "and"; verbs are put in backquotes."""
    quoted = [f"`{word}`" if word in EFFECTS else word for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
