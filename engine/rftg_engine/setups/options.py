"""How a game is set up."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a set-up.

    experienced: two actions a round, 2 players only. preset_hands: the numbered start worlds and
    hands of a first game. goals, takeovers, draft: optional rules that a set may bring.
    scenario: the 2-player start with fixed sides. opening: titles of cards that each seat is dealt
    for certain, a start world among them; () for none. robot: the second player is the solitaire
    robot, of this difficulty; "" for none.
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

    def __reduce__(self) -> tuple[type[Options], tuple[Any, ...]]:
        """As its values, for other processes: what is compiled cannot be filled in afterwards."""
        return Options, tuple(getattr(self, one.name) for one in fields(self))


SWITCHES: Final = tuple(one.name for one in fields(Options) if one.default is False)
"""The options that are on or off."""
