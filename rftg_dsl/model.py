"""Checked cards and sets, the output of the compiler."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Any, Final

from rftg_dsl.hooks import AnyHook
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Condition, Power, Selector


@struct
class Start:
    """A start world's number and the colour of its box.

    The player with the lowest number goes first; numbers can be negative.
    """

    number: int
    colour: str


@struct
class PowerLine:
    """A power as text, AST and hooks. line: 1-based line in the card file."""

    text: str
    power: Power
    hooks: tuple[AnyHook, ...]
    line: int


@struct
class Tile:
    """The tile of Roll for the Galaxy that a face belongs to.

    faction: number of a faction tile, which determines strict order; 0 for other tiles.
    home: whether it is a home world.
    other: title of the tile's other face, or "" for home worlds.
    """

    faction: int = 0
    home: bool = False
    other: str = ""


@struct
class Drawing:
    """Drawn art that a card keeps. scene: what it shows. seed: None for the seed of the title."""

    scene: str
    seed: int | None = None


@struct
class Card:
    """The printed facts of a card, or of a face of a tile.

    type: "world" or "development".
    cost: hand cards to pay, or the defense of a military world.
    vp: printed victory points, or None if variable.
    kind: kind of its good; None for gray worlds and developments, ast.ANY_KIND if the owner
    chooses it.
    windfall, production, holds: how it gets goods; at most one is true, and `holds` means a single
    good when placed.
    prestige: gained when it is first placed.
    art_keeps: part of the picture `art` to keep, as in the card file.
    drawing: drawn art to keep; without it, the art is drawn for the title.
    tile: tile of the face in Roll.
    """

    title: str
    set_id: str
    type: str
    cost: int
    vp: int | None
    military: bool = False
    kind: str | None = None
    windfall: bool = False
    production: bool = False
    holds: bool = False
    keywords: tuple[str, ...] = ()
    copies: int = 1
    start: Start | None = None
    prestige: int = 0
    art: str = ""
    art_keeps: str = ""
    drawing: Drawing | None = None
    powers: tuple[PowerLine, ...] = ()
    line: int = 0
    tile: Tile | None = None


@struct
class PresetHand:
    """A numbered hand for a first game, and its start world."""

    number: int
    start_world: str
    cards: tuple[str, ...]


FIRST_POINTS: Final = 3
"""Points of a `first` goal, and of a tie for a `most` goal at the end (arc 1 booklet, Goals)."""
MOST_POINTS: Final = 5
"""Points of holding a `most` goal at the end (arc 1 booklet, Goals)."""


@struct
class Goal:
    """A goal tile.

    most: whether the player with the most, and at least `least`, holds it; otherwise the first
    player to meet a condition claims it.
    conditions: alternatives, each a list of required conditions; a single condition for `most`
    goals.
    after: phases (and "round start", "round end") at whose end it can be claimed.
    needs: id of the set that it requires.
    text: source text of the condition.
    line: 1-based line in the card file.
    """

    title: str
    most: bool
    conditions: tuple[tuple[Condition, ...], ...]
    least: int
    after: tuple[str, ...]
    needs: str = ""
    text: str = ""
    line: int = 0

    @property
    def points(self) -> int:
        """Victory points of the tile."""
        return MOST_POINTS if self.most else FIRST_POINTS


@struct
class SearchCategory:
    """A search category: cards that match any of `selectors`. text: source text.

    only_with_takeovers: whether it is unavailable in games without takeovers.
    """

    title: str
    selectors: tuple[Selector, ...]
    only_with_takeovers: bool = False
    text: str = ""
    line: int = 0


@struct
class Side:
    """A side of a scenario: its start world, and its cards in addition to the hand."""

    title: str
    start_world: str
    cards: tuple[str, ...]


OWN: Final = "own+"
"""Prefix of an invasion card whose strength is added to the Military of the player who gets it."""


@struct
class InvasionCard:
    """An invasion card.

    own: whether to add its strength to the Military of the player who gets it.
    """

    strength: int
    own: bool = False

    def __str__(self) -> str:
        """Return the notation in card files."""
        return f"{OWN}{self.strength}" if self.own else str(self.strength)

    @property
    def rank(self) -> tuple[bool, int]:
        """Sort key: higher cards go to players with more Military, "own" cards above all others."""
        return self.own, self.strength


@struct
class Wave:
    """Invasion cards of one wave, weakest first, including copies.

    rounds: duration by number of players; () for the last wave, which lasts until the game ends.
    """

    cards: tuple[InvasionCard, ...]
    rounds: tuple[tuple[int, int], ...] = ()

    def rounds_for(self, players: int) -> int:
        """Return the duration in rounds, or 0 for unlimited."""
        return dict(self.rounds).get(players, 0)


@struct
class Invasion:
    """An invasion.

    by: keyword of the invaders' worlds.
    first_round: round at whose end the invasion starts.
    repulse: by number of players, the total Military against the invaders that ends the game.
    rewards: by number of players, points for defenders, strongest first.
    bunker: defense of a hand card.
    award: points of the Greatest Admiral and of the Greatest Contributor.
    """

    by: str
    repulse: tuple[tuple[int, int], ...]
    rewards: tuple[tuple[int, tuple[int, ...]], ...]
    waves: tuple[Wave, ...]
    first_round: int = 3
    bunker: int = 2
    award: int = 5


@struct
class CardSet:
    """A checked card file.

    digest: hexadecimal SHA-256 of the file's text.
    game: id of its game.
    tokens: number of tokens of each class.
    players: maximum number of players with this set, or 0 if unchanged.
    modules: rule modules that it provides.
    scenario: sides of the scenario, or () if there is none.
    tests: objects of the game's own class with `name`, `region`, `titles` and `mentioned`.
    scenes: scenes of drawn art by keyword.
    folder: folder of the file, the base of picture paths.
    """

    id: str
    title: str
    requires: tuple[str, ...]
    replaces: tuple[str, ...]
    adds_copies: tuple[tuple[str, int], ...]
    keywords: tuple[str, ...]
    cards: tuple[Card, ...]
    preset_hands: tuple[PresetHand, ...]
    digest: str
    players: int = 0
    modules: tuple[str, ...] = ()
    goals: tuple[Goal, ...] = ()
    search: tuple[SearchCategory, ...] = ()
    scenario: tuple[Side, ...] = ()
    tests: tuple[Any, ...] = ()
    scenes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    invasion: Invasion | None = None
    game: str = "race"
    folder: Path | None = field(default=None, compare=False)
