"""What happens in an invasion, and of what it leaves behind: a class for each kind of event."""

from __future__ import annotations

from dataclasses import dataclass

from gamekit.events import Event


@dataclass(frozen=True)
class InvasionCame(Event):
    """A wave attacks. wave: its number from 1. nth: of its invasions, from 1."""

    wave: int
    nth: int


@dataclass(frozen=True)
class InvasionMet(Event):
    """A player gets an invasion card. card: as card files name it. strength: of the attack.

    military, defense: what the player has against it without giving anything up. most: all that
    the player could have.
    """

    card: str
    strength: int
    military: int
    defense: int
    most: int


@dataclass(frozen=True)
class BunkerUsed(Event):
    """A player discards a card in the bunker, for so much defense."""

    defense: int


@dataclass(frozen=True)
class InvasionDefended(Event):
    """A player has held out, with so much against the attack, and gets the points for it."""

    against: int
    points: int


@dataclass(frozen=True)
class InvasionLost(Event):
    """A player has not held out, with so much against the attack."""

    against: int


@dataclass(frozen=True)
class WorldDamaged(Event):
    """A world is damaged."""

    world: int


@dataclass(frozen=True)
class WorldRepaired(Event):
    """A world is repaired. power: by which, -1 by none; what is paid is told next."""

    world: int
    power: int


@dataclass(frozen=True)
class WarEffortMade(Event):
    """A player has contributed so many goods. repulse: the value that is left."""

    goods: int
    repulse: int


@dataclass(frozen=True)
class EmpireShaken(Event):
    """All players have failed to hold out. times: so often until now."""

    times: int


@dataclass(frozen=True)
class RepulseWeighed(Event):
    """The Military of all against the invaders is compared with the value that repulses them."""

    military: int
    repulse: int
