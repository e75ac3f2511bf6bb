"""The other players, by what is open of them: what they may call, and gain from a phase."""

from __future__ import annotations

from typing import Final

from rftg_engine import actions
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.phases import NUMBER_OF_PHASE, PHASES
from rftg_engine.bots.stage import Stage
from rftg_engine.bots.weights import FORESEEN
from rftg_engine.view import View

PHASE_OF: Final = [NUMBER_OF_PHASE[actions.NAMES.index(name)] for name in FORESEEN]
"""The phase that each foreseen action selects, by its number in PHASES."""


class Rival:
    """A player as all others see them."""

    def __init__(self, known: Knowledge, stage: Stage, view: View, seat: int) -> None:
        self.known = known
        self.stage = stage
        self.seat = view.seats[seat]
        self.outlook = known.outlook(seat, stage, self.seat)
        self.standing = self.outlook.standing

    def calls(self, cards: int) -> list[float]:
        """Return the probability that they call each of PHASES.

        cards: the actions that each chooses.
        """
        called = [0.0] * len(PHASES)
        if self.seat.actions:
            for action in self.seat.actions:
                name = actions.PHASE_OF[actions.plain(action)].removesuffix(" 2")
                if name in PHASES:
                    called[PHASES.index(name)] = 1.0
            return called
        for number, chance in enumerate(self.outlook.chances()):
            called[PHASE_OF[number]] += chance
        if cards == 2:
            called = [1.0 - (1.0 - one) ** 2 for one in called]
        return called

    def gains(self) -> list[float]:
        """Return what each of PHASES brings them."""
        return self.outlook.gains()
