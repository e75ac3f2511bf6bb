"""What the others will select, by what is open of them."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.imagined import Imagined
from roll_engine.rules import FACES, HOME, NUMBER_OF_PHASES

USUAL: Final[tuple[float, ...]] = (0.16, 0.22, 0.24, 0.17, 0.21)
"""How often a player selects each phase."""


class Outlook:
    """Foresees that all do as players usually do."""

    def chances(self, imagined: Imagined) -> list[float]:
        """Return the chance that somebody else selects each phase, or the spare die shows it."""
        missed = [1.0] * NUMBER_OF_PHASES
        for seat in range(len(imagined.state.players)):
            if seat == imagined.me:
                continue
            for phase, chance in enumerate(self.selects(imagined, seat)):
                missed[phase] *= 1.0 - chance
        if len(imagined.state.players) == 2:
            faces = FACES[HOME]
            for phase in range(NUMBER_OF_PHASES):
                missed[phase] *= 1.0 - faces.count(phase) / len(faces)
        return [1.0 - one for one in missed]

    def selects(self, imagined: Imagined, seat: int) -> list[float]:
        """Return the chance that a player selects each phase."""
        return list(USUAL)
