"""Which cards and goods a power line that is being written can go on to name.

The parser knows which words can follow, not which of them `check` takes. So a word for cards or
goods is tried with the ways in which such phrases end: where all lines that this makes are
refused, and for this word, it is not worth offering.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rftg_dsl.games import RACE, ROLL, Game
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.syntax.parser import power_or_none
from rftg_dsl.words.checks import SemanticError

_ENDS: Final = {
    RACE.id: (
        " worlds",
        "",
        " goods",
        " military world",
        " non-military world",
        " developments",
        " world, draw 1",
        " development, draw 1",
        " good -> 1 vp",
        " -> 1 vp",
    ),
    ROLL.id: (
        " worlds",
        "",
        " dice",
        " dice in cup",
        " worker",
        " worker to any phase",
        " workers to cup",
        " world, 1 credit",
        " world, return all workers to cup",
        " development, 1 credit",
        " die, 1 credit",
    ),
}
"""What a line can end in behind such a word, the usual first, by the id of the game."""


def names_some(terminals: set[str]) -> bool:
    """Return whether cards, goods or dice are named where these come, and no effect begins."""
    return "KIND" in terminals and "DRAW" not in terminals


@lru_cache(maxsize=2048)  # the same is asked at every letter of a word
def can_mean(stem: str, word: str, game: Game) -> bool:
    """Return whether a line that begins with these can be taken; true too where no end fits."""
    refused = False
    for end in _ENDS[game.id]:
        power = power_or_none(f"{stem}{word}{end}", game.power)
        if power is None:
            continue
        try:
            lower_for_game(power)
        except SemanticError as error:
            if error.span.end <= len(stem):
                return True
            refused = True
        else:
            return True
    return not refused
