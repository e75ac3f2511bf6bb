"""State, decisions and events of an invasion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gamekit.events import Event
from rftg_engine.state import Part, State
from rftg_engine.view import View, view_of_part

NAME: Final = "invasion"
REPULSED: Final = "repulsed"
DEFEATED: Final = "empire defeated"
"""Reasons why an invasion ends the game; see `RuleModule.end_reasons`."""
DEFEATS: Final = 2
"""The game ends when nobody has held out in this many invasions."""


class InvasionPart(Part):
    """State of an invasion. Lists are by seat unless stated otherwise.

    track: Military against the invaders on the admiral track.
    discs: seats in the order in which their discs reached their spaces, so that later discs are on
        top; [] before the first invasion.
    wave: number of the current wave, from 0.
    met: number of invasions of the wave so far.
    used: indices of the dealt cards of the wave.
    dealt_of: wave of the last invasion.
    dealt, strengths, held: cards of the last invasion by index in its wave, the strengths of their
        attacks, and whether players held out; [] before the first invasion.
    damaged: damaged worlds.
    rewards: points for holding out.
    contributed: numbers of contributed goods.
    defeats: number of invasions in which nobody held out.
    repulsed: whether the invaders are repulsed.
    """

    def __init__(self, players: int) -> None:
        self.track = [0] * players
        self.discs: list[int] = []
        self.wave = 0
        self.met = 0
        self.used: list[int] = []
        self.dealt_of = 0
        self.dealt: list[int] = []
        self.strengths: list[int] = []
        self.held: list[bool] = []
        self.damaged: list[list[int]] = [[] for _seat in range(players)]
        self.rewards = [0] * players
        self.contributed = [0] * players
        self.defeats = 0
        self.repulsed = False

    def copy(self) -> InvasionPart:
        """Return an independent copy."""
        copy = InvasionPart(len(self.track))
        copy.track = self.track[:]
        copy.discs = self.discs[:]
        copy.wave, copy.met, copy.used = self.wave, self.met, self.used[:]
        copy.dealt_of, copy.dealt = self.dealt_of, self.dealt[:]
        copy.strengths, copy.held = self.strengths[:], self.held[:]
        copy.damaged = [worlds[:] for worlds in self.damaged]
        copy.rewards = self.rewards[:]
        copy.contributed = self.contributed[:]
        copy.defeats, copy.repulsed = self.defeats, self.repulsed
        return copy

    def dump(self) -> dict[str, Any]:
        """Return the invasion as JSON data."""
        return {
            "track": self.track,
            "discs": self.discs,
            "wave": self.wave,
            "met": self.met,
            "used": self.used,
            "dealt of": self.dealt_of,
            "dealt": self.dealt,
            "strengths": self.strengths,
            "held": self.held,
            "damaged": self.damaged,
            "rewards": self.rewards,
            "contributed": self.contributed,
            "defeats": self.defeats,
            "repulsed": self.repulsed,
        }

    def cards(self) -> list[int]:
        """Return the damaged worlds, which are in no tableau."""
        return [world for worlds in self.damaged for world in worlds]

    def ranking(self) -> list[int]:
        """Return the seats by the admiral track, highest first and from top to bottom."""
        topmost_first = self.discs[::-1]
        return sorted(topmost_first, key=lambda seat: -self.track[seat])


def invasion_in(state: State) -> InvasionPart | None:
    """Return the invasion, or None in games without one."""
    part = state.parts.get(NAME)
    return part if isinstance(part, InvasionPart) else None


def invasion_of(state: State) -> InvasionPart:
    """Return the invasion of a game that has one."""
    part = state.parts[NAME]
    assert isinstance(part, InvasionPart)
    return part


def invasion_seen(view: View) -> InvasionPart | None:
    """Return the visible invasion, or None in games without one."""
    part = view_of_part(view, NAME)
    return part if isinstance(part, InvasionPart) else None


@dataclass(frozen=True)
class InvasionCame(Event):
    """A wave attacks. wave: number of the wave, from 1. nth: number of the invasion within the
    wave, from 1."""

    wave: int
    nth: int


@dataclass(frozen=True)
class InvasionMet(Event):
    """A player faces an invasion card. card: name in card files. strength: strength of the attack.

    military, defense: free amounts against the attack. most: maximum amount against the attack.
    """

    card: str
    strength: int
    military: int
    defense: int
    most: int


@dataclass(frozen=True)
class BunkerUsed(Event):
    """A player discards a card in the bunker. defense: amount of the bunker."""

    defense: int


@dataclass(frozen=True)
class InvasionDefended(Event):
    """A player has held out. against: amount against the attack. points: reward."""

    against: int
    points: int


@dataclass(frozen=True)
class InvasionLost(Event):
    """A player has not held out. against: amount against the attack."""

    against: int


@dataclass(frozen=True)
class WorldDamaged(Event):
    """A world is damaged."""

    world: int


@dataclass(frozen=True)
class WorldRepaired(Event):
    """A world is repaired. power: number of the power, or -1; its price is notified next."""

    world: int
    power: int


@dataclass(frozen=True)
class WarEffortMade(Event):
    """A player has contributed goods. repulse: remaining value that repulses the invaders."""

    goods: int
    repulse: int


@dataclass(frozen=True)
class EmpireShaken(Event):
    """No player has held out. times: number of such invasions so far."""

    times: int


@dataclass(frozen=True)
class RepulseWeighed(Event):
    """The total Military against the invaders is compared with the value that repulses them."""

    military: int
    repulse: int
