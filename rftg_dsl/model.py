"""Checked cards and sets: what comes out of the compiler; engine, sheets and bots read it."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Any, Final

from rftg_dsl.hooks import AnyHook
from rftg_dsl.structs import struct
from rftg_dsl.syntax.ast import Condition, Power, Selector


@struct
class Start:
    """A start world's number (turn order goes from the lowest, which may be below zero) and the
    colour of its box."""

    number: int
    colour: str


@struct
class PowerLine:
    """One power as written, as AST and as hooks. line: 1-based line in the card file."""

    text: str
    power: Power
    hooks: tuple[AnyHook, ...]
    line: int


@struct
class Tile:
    """What a tile of Roll for the Galaxy is besides the face that bears this.

    faction: its number, from which strict order goes; 0 for other tiles. home: it is a home world.
    other: the title of its other face: of the other side, or beside this one on a faction tile; ""
    for home worlds.
    """

    faction: int = 0
    home: bool = False
    other: str = ""


@struct
class Card:
    """The printed facts of a card, or of a face of a tile.

    type: "world" or "development". cost: hand cards to pay, or the defense of a military world.
    vp: None when variable. kind: of its good, None for gray worlds and developments,
    ast.ANY_KIND where the owner chooses it. windfall, production, holds: how it gets goods (at
    most one is true); `holds`: one as it is placed, and never another. prestige: gained when it is
    first placed. art_keeps: what of the picture `art` is kept, in the words of the card file.
    tile: what the other games' cards do not have.
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
    powers: tuple[PowerLine, ...] = ()
    line: int = 0
    tile: Tile | None = None


@struct
class PresetHand:
    """A numbered hand for a first game, and the start world it belongs to."""

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

    most: held by who has the most, at least `least`; else claimed by who is first.
    conditions: one of these ways must be met, each all of its counts; of a `most` goal one way
    with one count, whose number is `least`. after: the phases (and "round start", "round end")
    at whose end it can be claimed. needs: it is used only together with the set of this id.
    text: the condition as written. line: 1-based, in the card file.
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
        """What the tile is worth."""
        return MOST_POINTS if self.most else FIRST_POINTS


@struct
class SearchCategory:
    """What can be searched for: a card like one of `selectors`, written as `text`.

    only_with_takeovers: it cannot be chosen in a game without takeovers.
    """

    title: str
    selectors: tuple[Selector, ...]
    only_with_takeovers: bool = False
    text: str = ""
    line: int = 0


@struct
class Side:
    """One side of a set's scenario: its start world, and cards it has besides its hand."""

    title: str
    start_world: str
    cards: tuple[str, ...]


OWN: Final = "own+"
"""What comes before the number of a card that adds to the Military of whoever gets it."""


@struct
class InvasionCard:
    """The strength of attacking invaders; own: more than the Military of whoever gets the card."""

    strength: int
    own: bool = False

    def __str__(self) -> str:
        """Return what a card file says of it."""
        return f"{OWN}{self.strength}" if self.own else str(self.strength)

    @property
    def rank(self) -> tuple[bool, int]:
        """What is higher goes to who has more Military: what adds to it is above all numbers."""
        return self.own, self.strength


@struct
class Wave:
    """Invasion cards, weakest first, and for how many rounds they come.

    cards: each as often as there are copies. rounds: by the number of players; () for the last
    wave, which lasts until the game ends.
    """

    cards: tuple[InvasionCard, ...]
    rounds: tuple[tuple[int, int], ...] = ()

    def rounds_for(self, players: int) -> int:
        """Return for how many rounds it comes, 0 without end."""
        return dict(self.rounds).get(players, 0)


@struct
class Invasion:
    """An invasion.

    by: the keyword of the invaders' worlds. first_round: at whose end they come first. repulse:
    the Military against them, of all players, that ends the game; rewards: points for who defends,
    the strongest first; both by the number of players. bunker: the defense that a hand card gives.
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
    """A checked card file. digest: SHA-256 of the file's text, hexadecimal.

    game: the id of the game that it is for, one of games.GAMES.
    tokens: classes of tokens, and how many of each it brings.
    players: most players with this set, 0 where it adds none. modules: of rules, that it brings.
    scenario: its sides, () where the set has none. tests: its tests, as its game reads
    them: with `name`, `region`, `titles` that they lay out, and those `mentioned` at all.
    scenes: what drawn art shows on cards with a keyword, by keyword. invasion: the one that it
    brings, if any. folder: that of the file, from which the paths of its cards' pictures go.
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
