"""Bots of Roll, by level."""

from __future__ import annotations

from typing import Final

from gamekit.bots import Bot, RandomBot
from roll_engine.cards.table import Table
from roll_engine.view import View

LEVELS: Final = ("random",)
"""From the weakest to the strongest."""


def make_bot(_level: str, _table: Table, seed: str) -> Bot[View]:
    """Return a bot. seed: of its chance."""
    return RandomBot(seed)
