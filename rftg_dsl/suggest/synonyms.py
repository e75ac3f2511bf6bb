"""Single words that people write in place of those of the language: synonyms.toml, and the
mistakes that the words name themselves.

misspellings.py tries these on a line that cannot be read; rewrites.py has what takes several words.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from rftg_dsl.games import RACE
from rftg_dsl.suggest.tables import table
from rftg_dsl.words.verbs import vocabulary

COUNTING: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
NUMBERS: Final = {word: str(number) for number, word in enumerate(COUNTING)} | {
    "a": "1",
    "an": "1",
    "any": "1",
    "once": "1",
    "twice": "2",
}
"""Number words and articles, for which a line has digits."""


def colours(game: str = RACE.id) -> dict[str, str]:
    """Return words for kinds, as the colours on the cards of a game say them."""
    found: dict[str, str] = table("synonyms", game)["colours"]
    return found


@cache
def adjectives(game: str = RACE.id) -> dict[str, str]:
    """Return words before `world` or `card` that mean another."""
    found: dict[str, str] = colours(game) | table("synonyms", game)["adjectives"]
    return found


@cache
def synonyms(game: str = RACE.id) -> dict[str, str]:
    """Return single words that mean one of the language of a game."""
    data = table("synonyms", game)
    words = vocabulary(game).effects.items()
    effects = {word: verb for verb, effect in words for word in effect.mistakes}
    found: dict[str, str] = effects | data["things"] | data["small"] | data["moments"]
    return adjectives(game) | found


@cache
def orders(game: str = RACE.id) -> tuple[re.Pattern[str], ...]:
    """Return patterns of two words that stand the wrong way round."""
    return tuple(re.compile(one, re.IGNORECASE) for one in table("synonyms", game)["orders"])


@cache
def fillers(game: str = RACE.id) -> frozenset[str]:
    """Return words without which a line says the same."""
    return frozenset(table("synonyms", game)["fillers"].split())
