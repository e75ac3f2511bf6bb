"""The games that cards can be written for: what each brings to the language, in one place.

A game has files named by its id: grammar/ID.lark, which goes on from core.lark, and the tables made
of the two; ID.wording.jinja and ID.icons.jinja in wording/, with what it says otherwise than Race,
whose are the files without an id. `words` is the package of its words. What else the compiler does
in another way for each game is named here as MODULE:NAME, and loaded when it is first needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game. starts: the rules of its grammar that a text can be read as, by how they are known.

    power: how that of its power lines is known. phases, moments: what can stand before the colon of
    a line besides `score`, in the order of the game. schema: the file in grammar/ that says what a
    set of the game holds. types: keys that say what a card is. nouns: what its cards are called.
    face: what is printed of each. sets: the ids of its shipped sets; () for all that no other game
    has. folder: of its grammar, schema and wording, None for those of the project.

    What is loaded: builder, the class that makes nodes of what its grammar has besides words;
    lowering, which returns the hooks of a power; entry, which makes a card of an entry of a set;
    wholes, which checks the cards of a set by themselves; tests, which reads those of a set.
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
    face: str
    builder: str
    lowering: str
    entry: str
    wholes: str
    tests: str
    sets: tuple[str, ...] = ()
    folder: Path | None = None

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
    face="card",
    builder="rftg_dsl.syntax.builder:Builder",
    lowering="rftg_dsl.semantics.lower:lower",
    entry="rftg_dsl.sets.entries:card_of",
    wholes="rftg_dsl.sets.meaning:check_cards",
    tests="rftg_dsl.sets.card_tests:check_tests",
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
    face="face",
    builder="rftg_dsl.syntax.tile_builder:TileBuilder",
    lowering="rftg_dsl.semantics.tile_powers:lower_tile",
    entry="rftg_dsl.sets.entries:face_of",
    wholes="rftg_dsl.sets.faces:check_tiles",
    tests="rftg_dsl.sets.tile_tests:check_tile_tests",
    sets=("roll",),
)
GAMES: Final = {game.id: game for game in (RACE, ROLL)}
DEFAULT: Final = RACE
"""The game of sets that do not name theirs."""


def game_of(start: str) -> Game:
    """Return the game whose grammar has a rule that a text can be read as."""
    return next(game for game in GAMES.values() if start in game.starts)


@cache
def loaded(name: str) -> Any:
    """Return what a game names as MODULE:NAME."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
