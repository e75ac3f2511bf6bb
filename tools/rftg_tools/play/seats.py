"""Who sits where: people, bots by level, the robot; and how a bot answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gamekit.decisions import Answer, Decision
from rftg_engine.bots import make_bot
from rftg_engine.cards.table import Table
from rftg_engine.view import View

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


def bot_answer(
    table: Table, seat: SeatConfig, seed: str, decision: Decision, look: Callable[[], View]
) -> Answer:
    """Return what a bot in this seat answers.

    seed: of its chance at this decision: a bot that is asked again answers as before, so that
    nobody can have it draw anew by undoing.
    """
    return make_bot(seat.level, table, seed).choose(decision, look)
