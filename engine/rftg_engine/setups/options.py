"""How a game is set up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a set-up.

    experienced: two actions a round, 2 players only. preset_hands: the numbered start worlds and
    hands of a first game. goals, takeovers, draft: optional rules that a set may bring.
    scenario: the 2-player start with fixed sides. opening: titles of cards that each seat is dealt
    for certain, a start world among them; () for none. robot: the second player is the solitaire
    robot, of this difficulty; "" for none. modules: names of the further modules of rules that are
    switched on, in alphabetical order.
    """

    players: int
    experienced: bool = False
    preset_hands: bool = False
    goals: bool = False
    takeovers: bool = False
    draft: bool = False
    scenario: bool = False
    opening: tuple[tuple[str, ...], ...] = ()
    robot: str = ""
    modules: tuple[str, ...] = ()

    def is_on(self, name: str) -> bool:
        """Return whether a rule that is on or off is on."""
        return bool(getattr(self, name)) if name in SWITCHES else name in self.modules

    def switched_on(self) -> list[str]:
        """Return the names of all rules that are on."""
        return [*[name for name in SWITCHES if self.is_on(name)], *self.modules]

    def __reduce__(self) -> tuple[type[Options], tuple[Any, ...]]:
        """Return the values, for other processes: what is compiled cannot be filled in later."""
        return Options, tuple(getattr(self, one.name) for one in fields(self))


SWITCHES: Final = tuple(one.name for one in fields(Options) if one.default is False)
"""The options that are on or off, but for those of `modules`."""


def switches(names: Iterable[str]) -> dict[str, Any]:
    """Return the fields of Options in which these rules are on and no others."""
    on = set(names)
    found: dict[str, Any] = {name: name in on for name in SWITCHES}
    return {**found, "modules": tuple(sorted(on.difference(SWITCHES)))}


@dataclass(frozen=True, slots=True)
class ModuleOption:
    """What people read of the option that switches a module of rules on.

    brought: a set in use must bring the module. players: it is for so many only; 0 for any number.
    """

    title: str
    says: str
    brought: bool = True
    players: int = 0
