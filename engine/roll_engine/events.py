"""Events in a game of Roll, sent by the moves (see moves.py).

Fields named `own` contain information that only the player at `seat` has. All other fields are open
to everybody. Faces, tiles and powers are numbers of the table; colours and phases are those of
rules.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamekit.events import Event, SecretEvent

# --- the game


# --- set-up


@dataclass(frozen=True)
class StartTilesDealt(Event):
    """A player receives a faction tile and a home world. number: number of the faction."""

    number: int
    faces: tuple[int, ...]


# --- tiles


@dataclass(frozen=True)
class TilesDrawn(SecretEvent):
    """A player draws tiles from the bag."""


@dataclass(frozen=True)
class TilesAbandoned(SecretEvent):
    """A player puts tiles of the construction zone under the Explore phase tile."""


@dataclass(frozen=True)
class TileGivenUp(SecretEvent):
    """A player puts a tile back into the empty bag for another player's draw."""


@dataclass(frozen=True)
class TilePlaced(SecretEvent):
    """A player puts a tile into the construction zone. worlds: whether it is a world. place: 0
    for the top."""

    worlds: bool
    place: int


@dataclass(frozen=True)
class TileMoved(SecretEvent):
    """A player moves a tile within the construction zone. worlds, place: as in TilePlaced."""

    worlds: bool
    place: int


@dataclass(frozen=True)
class BagRefilled(Event):
    """Abandoned tiles return to the bag."""

    count: int


@dataclass(frozen=True)
class TileCompleted(Event):
    """A player moves a tile to the tableau."""

    face: int


# --- dice


@dataclass(frozen=True)
class DiceGained(Event):
    """A player gains dice from the supply. place: as in rules.py."""

    colour: int
    number: int
    place: int


@dataclass(frozen=True)
class DieRemoved(Event):
    """A player returns a die to the supply. place: where it was."""

    colour: int
    place: int


@dataclass(frozen=True)
class DiceMoved(Event):
    """A player moves dice. source, place: as in rules.py. dice: number of each colour."""

    source: int
    place: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class WorkersRolled(SecretEvent):
    """A player rolls workers. own: number of dice by face and colour."""


@dataclass(frozen=True)
class WorkersRevealed(Event):
    """A player reveals the workers of the round.

    phase: the selected phase, or -1. workers: number by phase and colour. dictated: workers given
    up to dictate, by colour.
    """

    phase: int
    workers: tuple[int, ...]
    dictated: tuple[int, ...]


@dataclass(frozen=True)
class SpareDieRolled(Event):
    """The spare die of a 2-player game shows a phase."""

    phase: int


@dataclass(frozen=True)
class PhasesRevealed(Event):
    """The phases that occur in the round."""

    phases: tuple[int, ...]


# --- what workers do


@dataclass(frozen=True)
class Scouted(Event):
    """An explorer scouts."""

    colour: int


@dataclass(frozen=True)
class Stocked(Event):
    """An explorer stocks."""

    colour: int


@dataclass(frozen=True)
class GoodTraded(Event):
    """A shipper trades a good for credits. colour: colour of the good."""

    world: int
    colour: int
    shipper: int
    credits: int


@dataclass(frozen=True)
class GoodConsumed(Event):
    """A shipper consumes a good for points. colour: colour of the good."""

    world: int
    colour: int
    shipper: int
    points: int


# --- credits, chips, powers


@dataclass(frozen=True)
class CreditsChanged(Event):
    """A player gains or spends credits. lost: credits above the maximum, which are lost."""

    change: int
    lost: int = 0


@dataclass(frozen=True)
class PowerUsed(Event):
    """A player uses a power. Its effects follow as separate events. power: index in
    Table.power_list."""

    face: int
    power: int
