"""The steps of a game by name: what a state has to do, a record keeps, and observers are told."""

from __future__ import annotations

from typing import Final

from roll_engine.rules import PHASES

SETUP: Final = "setup"
ROLL: Final = "roll workers"
"""All players roll their workers; a new round of the game begins with it."""
ASSIGN: Final = "assign"
REVEAL: Final = "reveal"
PHASE: Final = PHASES
"""A step for each phase, of which a round has those that are selected."""
MANAGE: Final = "manage"
"""Players manage their empires; the game may end with it."""
