"""The games that cards can be written for: what each brings to the language, in one place.

A game has files named by its id: grammar/ID.lark, which goes on from core.lark, and the tables made
of the two; ID.wording.jinja and ID.icons.jinja in wording/, with what it says otherwise than Race,
whose are the files without an id. `words` is the package of its words.
"""

from __future__ import annotations

from typing import Final

from rftg_dsl.quick.dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game. starts: the rules of its grammar that a text can be read as, by how they are known.

    power: how that of its power lines is known. phases, moments: what can stand before the colon of
    a line besides `score`, in the order of the game. schema: the file in grammar/ that says what a
    set of the game holds. types: keys that say what a card is. nouns: what its cards are called.
    sets: the ids of its shipped sets; () for all that no other game has.
    """

    id: str
    title: str
    words: str
    schema: str
    starts: dict[str, str]
    power: str
    phases: tuple[str, ...]
    moments: tuple[str, ...]
    types: tuple[str, ...]
    nouns: tuple[str, ...]
    sets: tuple[str, ...] = ()

    @property
    def tables(self) -> str:
        """Return the name of the file with the tables of its grammar."""
        return f"{self.id}.tables.json"

    @property
    def order(self) -> tuple[str, ...]:
        """Return what can stand before the colon of a power line, in the order of the game."""
        first = [moment for moment in self.moments if moment in _BEFORE]
        last = [moment for moment in self.moments if moment not in _BEFORE]
        return (*first, *self.phases, *last, "score")


_BEFORE: Final = ("setup", "immediate", "round start")
"""Moments that come before the phases."""

RACE: Final = Game(
    id="race",
    title="Race for the Galaxy",
    words="rftg_dsl.words.effects",
    schema="card-set.schema.json",
    starts={name: name for name in ("power", "goal", "measure", "cards", "answer")},
    power="power",
    phases=("explore", "develop", "settle", "trade", "consume", "produce"),
    moments=("setup", "round start", "round end", "game end"),
    types=("development", "world", "military world"),
    nouns=("world", "development", "card"),
)
ROLL: Final = Game(
    id="roll",
    title="Roll for the Galaxy",
    words="rftg_dsl.words.roll",
    schema="tile-set.schema.json",
    starts={"power of a tile": "power"},
    power="power of a tile",
    phases=("assign", "explore", "develop", "settle", "produce", "ship"),
    moments=("setup", "immediate", "always"),
    types=("development", "world"),
    nouns=("world", "development", "tile"),
    sets=("roll",),
)
GAMES: Final = {game.id: game for game in (RACE, ROLL)}

_OF_STARTS: Final = {start: game for game in GAMES.values() for start in game.starts}


def game_of(start: str) -> Game:
    """Return the game whose grammar has a rule that a text can be read as."""
    return _OF_STARTS[start]
