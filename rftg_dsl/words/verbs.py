"""The effects of the language of each game, and what each moment has a use for.

They are found in the package of words that the game names.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.syntax.ast import Effect
from rftg_dsl.words.families import Family


class Vocabulary:
    """The words of a game.

    effects: their classes by their verbs. families: what effects lower to that are no mere gain
    and no change of a rule. uses: the verbs that each moment has a use for.
    """

    def __init__(self, game: Game) -> None:
        modules = _modules(game.words)
        words: list[type[Effect]] = [word for module in modules for word in module.WORDS]
        self.effects: Final = {word.verb: word for word in words}
        self.families: Final[tuple[Family, ...]] = tuple(
            family for module in modules for family in getattr(module, "FAMILIES", ())
        )
        self.uses: Final = {moment: self._verbs_of(moment) for moment in game.order}

    def _verbs_of(self, moment: str) -> tuple[str, ...]:
        found = (word for word in self.effects.values() if moment in word.moments)
        return tuple(word.verb for word in sorted(found, key=lambda word: word.moments[moment]))

    def phases_of(self, verb: str) -> list[str]:
        """Return the moments that have a use for a verb."""
        return [phase for phase, verbs in self.uses.items() if verb in verbs]


def _modules(package: str) -> list[Any]:
    folder = Path(import_module(package).__path__[0])
    names = sorted(path.stem for path in folder.glob("[a-z]*.py"))
    return [import_module(f"{package}.{name}") for name in names]


@lru_cache(maxsize=4)
def vocabulary(game: str) -> Vocabulary:
    """Return the words of a game, by its id."""
    return Vocabulary(GAMES[game])


_RACE: Final = vocabulary(RACE.id)
EFFECTS: Final = _RACE.effects
"""Those of Race for the Galaxy."""
FAMILIES: Final = _RACE.families
USES: Final = _RACE.uses


def phases_of(verb: str) -> list[str]:
    """Return the moments of Race for the Galaxy that have a use for a verb."""
    return _RACE.phases_of(verb)


def listed(words: list[str]) -> str:
    """Return verbs in backquotes, with commas and a last "and"."""
    quoted = [f"`{word}`" if word in EFFECTS else word for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
