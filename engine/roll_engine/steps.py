"""Names of the steps of a game, used in states, records and events."""

from __future__ import annotations

from typing import Final

from roll_engine.rules import PHASES

SETUP: Final = "setup"
ROLL: Final = "roll workers"
"""All players roll their workers. This step begins a new round."""
ASSIGN: Final = "assign"
REVEAL: Final = "reveal"
PHASE: Final = PHASES
"""Steps of phases. A round includes the selected ones."""
MANAGE: Final = "manage"
"""Players manage their empires. The game may end with this step."""
