"""State and events of an invasion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gamekit.events import Event
from rftg_engine.state import Part, State
from rftg_engine.view import View, seen_of

NAME: Final = "invasion"
REPULSED: Final = "repulsed"
DEFEATED: Final = "empire defeated"
"""Why an invasion ends the game; see `RuleModule.endings`."""
DEFEATS: Final = 2
"""So many invasions in which nobody holds out end the game."""


class InvasionPart(Part):
    """How an invasion stands. Lists are by seat where nothing else is said.

    track: Military against the invaders as the admiral track has it. discs: the seats in the order
    in which their discs have come to their spaces, so that of two on one space the later lies on
    top; [] before the first invasion. wave: the number of the wave to come, from 0; met: how many
    of its invasions have been. used: its cards that have been dealt, by their places in the wave.
    dealt: the cards of the last invasion, by their places in its wave, `dealt_of`; strengths: those
    of its attacks; held: whether each player held out; all [] before. damaged: worlds. rewards:
    points for holding out. contributed: goods. defeats: invasions in which nobody held out.
    repulsed: the invaders all were.
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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InvasionPart) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return (
            tuple(self.track),
            tuple(self.discs),
            (self.wave, self.met, tuple(self.used)),
            (self.dealt_of, tuple(self.dealt), tuple(self.strengths), tuple(self.held)),
            tuple([tuple(worlds) for worlds in self.damaged]),
            tuple(self.rewards),
            tuple(self.contributed),
            (self.defeats, self.repulsed),
        )

    def copy(self) -> InvasionPart:
        """Return an independent copy."""
        twin = InvasionPart(len(self.track))
        twin.track = self.track[:]
        twin.discs = self.discs[:]
        twin.wave, twin.met, twin.used = self.wave, self.met, self.used[:]
        twin.dealt_of, twin.dealt = self.dealt_of, self.dealt[:]
        twin.strengths, twin.held = self.strengths[:], self.held[:]
        twin.damaged = [worlds[:] for worlds in self.damaged]
        twin.rewards = self.rewards[:]
        twin.contributed = self.contributed[:]
        twin.defeats, twin.repulsed = self.defeats, self.repulsed
        return twin

    def dump(self) -> dict[str, Any]:
        """Return the invasion as JSON data; `load` is its inverse."""
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

    def visible_to(self, state: State, seat: int) -> InvasionPart:
        """Return all of it: nothing is hidden from anybody."""
        return self.copy()

    def cards(self) -> list[int]:
        """Return the damaged worlds, which lie in no tableau."""
        return [world for worlds in self.damaged for world in worlds]

    def ranking(self) -> list[int]:
        """Return the seats by the admiral track, the highest first and in a stack the topmost."""
        topmost_first = self.discs[::-1]
        return sorted(topmost_first, key=lambda seat: -self.track[seat])


def load(data: dict[str, Any]) -> InvasionPart:
    """Return the invasion that `InvasionPart.dump` gave."""
    part = InvasionPart(len(data["track"]))
    part.track, part.discs = list(data["track"]), list(data["discs"])
    part.wave, part.met, part.used = data["wave"], data["met"], list(data["used"])
    part.dealt_of, part.dealt = data["dealt of"], list(data["dealt"])
    part.strengths, part.held = list(data["strengths"]), list(data["held"])
    part.damaged = [list(worlds) for worlds in data["damaged"]]
    part.rewards, part.contributed = list(data["rewards"]), list(data["contributed"])
    part.defeats, part.repulsed = data["defeats"], data["repulsed"]
    return part


def invasion_in(state: State) -> InvasionPart | None:
    """Return the invasion, None in games without one."""
    part = state.parts.get(NAME)
    return part if isinstance(part, InvasionPart) else None


def invasion_of(state: State) -> InvasionPart:
    """Return the invasion of a game that has one."""
    part = state.parts[NAME]
    assert isinstance(part, InvasionPart)
    return part


def invasion_seen(view: View) -> InvasionPart | None:
    """Return what is seen of the invasion, None in games without one."""
    seen = seen_of(view, NAME)
    return seen if isinstance(seen, InvasionPart) else None


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
