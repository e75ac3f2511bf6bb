"""Games that cards can be written for, and everything the compiler needs for each of them.

A game has files named after its id: grammar/ID.lark, which extends core.lark, and the tables built
from both; ID.wording.jinja and ID.icons.jinja in wording/, which override the files of Race. Other
differences are functions and classes, named as MODULE:NAME and imported on first use.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game. starts: start rules of its grammar, by public name.

    power: public name of the start rule for power lines.
    phases, moments: prefixes of power lines, in game order.
    schema: file in grammar/ with the schema of a set.
    types: keys for card types.
    nouns: nouns for its cards.
    face: noun for a printed face.
    has_tiles: whether cards are sides of tiles.
    words: package of its effects.
    sets: ids of its shipped sets, or () for all sets that no other game has.
    folder: folder of its grammar, schema and wording, or None for the project's own.

    Imported on first use: builder, the AST builder; lowering, which returns the hooks of a power;
    entry, which creates a card from an entry of a set; card_checker, which checks the cards of a
    set; tests, which reads the tests of a set.
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
    card_checker: str
    tests: str
    has_tiles: bool = False
    sets: tuple[str, ...] = ()
    folder: Path | None = None

    @property
    def tables(self) -> str:
        """File name of the parser tables."""
        return f"{self.id}.tables.json"

    @property
    def order(self) -> tuple[str, ...]:
        """All prefixes of power lines, in game order."""
        first = [moment for moment in self.moments if moment in _MOMENTS_BEFORE_PHASES]
        last = [moment for moment in self.moments if moment not in _MOMENTS_BEFORE_PHASES]
        return (*first, *self.phases, *last, "score")


_MOMENTS_BEFORE_PHASES: Final = ("setup", "immediate", "round start")
"""Moments before the phases."""

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
    entry="rftg_dsl.sets.reading:create_card",
    card_checker="rftg_dsl.sets.meaning:check_cards",
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
    entry="rftg_dsl.sets.reading:create_face",
    card_checker="rftg_dsl.sets.tiles:check_tiles",
    tests="rftg_dsl.sets.tiles:check_tile_tests",
    has_tiles=True,
    sets=("roll",),
)
GAMES: Final = {game.id: game for game in (RACE, ROLL)}
DEFAULT: Final = RACE
"""Game of sets that do not name one."""


def game_of(start: str) -> Game:
    """Return the game with this start rule."""
    return next(game for game in GAMES.values() if start in game.starts)


@cache
def load_attribute(name: str) -> Any:
    """Import and return the attribute named MODULE:NAME."""
    module, _, attribute = name.partition(":")
    package, _, _ = module.partition(".")
    import_module(package)  # waits for another thread that is importing it; the next line would not
    return getattr(import_module(module), attribute)
