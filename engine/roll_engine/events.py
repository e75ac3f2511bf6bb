"""What happens in a game of Roll: a class for each kind of event, told by the moves (moves.py).

Fields named `own` hold what only the player at `seat` has seen; all else is open to everybody.
Faces, tiles and powers are numbers of the table, colours and phases those of rules.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamekit.events import Event

# --- the game


@dataclass(frozen=True)
class StepBegan(Event):
    """A step begins. round: of the game, 0 in set-up."""

    round: int
    step: str


@dataclass(frozen=True)
class GameEnded(Event):
    """The game ends with this round. reason: "tableau" or "chips", each told by itself."""

    reason: str


@dataclass(frozen=True)
class Scored(Event):
    """The points of a player when the game is over."""

    points: int
    tie_break: int
    won: bool


# --- set-up


@dataclass(frozen=True)
class StartTilesDealt(Event):
    """A player begins with a faction tile and a home world. number: of the faction."""

    number: int
    faces: tuple[int, ...]


@dataclass(frozen=True)
class FirstPlayerSet(Event):
    """This player is first where timing is strict."""


# --- tiles


@dataclass(frozen=True)
class OwnTiles(Event):
    """Something with tiles that only their player sees. count: how many they are."""

    count: int
    own: tuple[int, ...]

    def redacted(self) -> Event:
        """Return the event without its tiles."""
        return replace(self, own=())


@dataclass(frozen=True)
class TilesDrawn(OwnTiles):
    """Tiles come out of the bag."""


@dataclass(frozen=True)
class TilesAbandoned(OwnTiles):
    """Tiles of a construction zone are put under the Explore phase tile."""


@dataclass(frozen=True)
class TileGivenUp(OwnTiles):
    """A tile goes back into the empty bag for another player's draw."""


@dataclass(frozen=True)
class TilePlaced(OwnTiles):
    """A tile is put into the construction zone. worlds: as a world. place: 0 for the top."""

    worlds: bool
    place: int


@dataclass(frozen=True)
class TileMoved(OwnTiles):
    """A tile is put elsewhere in the construction zone. worlds, place: as in TilePlaced."""

    worlds: bool
    place: int


@dataclass(frozen=True)
class BagRefilled(Event):
    """Abandoned tiles go back into the bag."""

    count: int


@dataclass(frozen=True)
class TileCompleted(Event):
    """A tile is moved to the tableau."""

    face: int


# --- dice


@dataclass(frozen=True)
class DiceGained(Event):
    """Dice come from the supply. place: as in rules.py."""

    colour: int
    number: int
    place: int


@dataclass(frozen=True)
class DieRemoved(Event):
    """A die goes back to the supply. place: where it was."""

    colour: int
    place: int


@dataclass(frozen=True)
class DiceMoved(Event):
    """Dice are moved. source, place: as in rules.py. dice: how many of each colour."""

    source: int
    place: int
    dice: tuple[int, ...]


@dataclass(frozen=True)
class WorkersRolled(Event):
    """A player rolls workers. own: how many show each face, by face and colour."""

    count: int
    own: tuple[int, ...]

    def redacted(self) -> Event:
        """Return the event without its faces."""
        return replace(self, own=())


@dataclass(frozen=True)
class WorkersRevealed(Event):
    """A player shows the workers of the round.

    phase: the one selected, -1 for none. workers: how many are assigned, by phase and colour.
    dictated: those given up to dictate, by colour.
    """

    phase: int
    workers: tuple[int, ...]
    dictated: tuple[int, ...]


@dataclass(frozen=True)
class SpareDieRolled(Event):
    """The spare die of a game of two shows a phase."""

    phase: int


@dataclass(frozen=True)
class PhasesRevealed(Event):
    """These phases occur in the round."""

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
    """A shipper trades a good for credits. colour: of the good."""

    world: int
    colour: int
    shipper: int
    credits: int


@dataclass(frozen=True)
class GoodConsumed(Event):
    """A shipper consumes a good for points. colour: of the good."""

    world: int
    colour: int
    shipper: int
    points: int


# --- credits, chips, powers


@dataclass(frozen=True)
class CreditsChanged(Event):
    """A player gains credits, or spends them. lost: those gained above the most allowed."""

    change: int
    lost: int = 0


@dataclass(frozen=True)
class ChipsGained(Event):
    """A player gains points in chips."""

    points: int


@dataclass(frozen=True)
class PowerUsed(Event):
    """A power is used; what it does comes after. power: its number in Table.power_list."""

    face: int
    power: int
