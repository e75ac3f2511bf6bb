"""The phases that can be shared, by number."""

from __future__ import annotations

from typing import Final

from rftg_engine import actions

PHASES: Final[tuple[str, ...]] = ("explore", "develop", "settle", "consume", "produce")
"""The phases that can be shared."""
EXPLORE: Final = 0
DEVELOP: Final = 1
SETTLE: Final = 2
CONSUME: Final = 3
PRODUCE: Final = 4

NO_PHASE: Final = -1
NUMBER_OF_PHASE: Final = [
    PHASES.index(phase) if phase in PHASES else NO_PHASE for phase in actions.PHASE_OF
]
"""The number in PHASES of the phase that an action selects, or NO_PHASE."""
