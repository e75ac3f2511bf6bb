"""Seats of a table: people, bots by level, and the robot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gamekit.records.form import RecordError

HUMAN: Final = "human"
BOT: Final = "bot"
ROBOT: Final = "robot"
KINDS: Final = (HUMAN, BOT, ROBOT)
SLOW_LEVELS: Final = ("master",)
"""Bots that think so long that others would wait for them."""


@dataclass(frozen=True, slots=True)
class SeatConfig:
    """One seat of a game. kind: of KINDS. level: of a bot or the robot. name: as people call it."""

    kind: str
    name: str
    level: str = ""

    @property
    def is_slow(self) -> bool:
        """Whether its answers take long."""
        return self.level in SLOW_LEVELS


def seats_of_record(record: Any, levels: Sequence[str]) -> tuple[SeatConfig, ...]:
    """Return who sits where in a record that was checked. levels: of the game's bots.

    Records of games between bots name their players by their levels. Raise RecordError for a bot of
    no level.
    """
    seats: Sequence[dict[str, str]] | None = record.get("seats")
    if seats is None:
        players = enumerate(record["players"], 1)
        return tuple(_seat_of(name, number, levels) for number, name in players)
    for seat in seats:
        if seat["kind"] == BOT and seat["level"] not in levels:
            raise RecordError(f"there is no bot of level {seat['level']!r:.60}")
    return tuple(SeatConfig(seat["kind"], seat["name"], seat["level"]) for seat in seats)


def _seat_of(name: str, number: int, levels: Sequence[str]) -> SeatConfig:
    """Return the seat of a player of whom a record says only the name."""
    if name in levels:
        return SeatConfig(BOT, f"Bot {number} ({name})", name)
    return SeatConfig(HUMAN, name)
