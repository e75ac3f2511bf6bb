"""Numbers of the habits of a player, and of the phases that players share.

A habit is a price, a hope or a degree of trust that the value of a position does not include.
Habits are learned like the weights of features, each for the start and for the end of a game.
"""

from __future__ import annotations

from typing import Final

from rftg_engine import actions

PRESTIGE_PRICE: Final = 10
HAND_SYNERGY: Final = 11
CARD_OF_TABLEAU: Final = 12
GOOD_PAID: Final = 13
PRESTIGE_PAID: Final = 14
OUT_OF_REACH: Final = 15
TOO_EXPENSIVE: Final = 16
ENVY: Final = 17
SHARING: Final = 18
OTHERS_DEVELOP: Final = 19
OTHERS_SETTLE: Final = 20
OTHERS_EXPLORE: Final = 21
GOAL_MET: Final = 22
GOAL_NEARER: Final = 23

NAMES: Final[tuple[str, ...]] = (
    *actions.NAMES,
    "price of the prestige card",
    "help for other cards in hand",
    "price of a card of the tableau",
    "price of a good",
    "price of a prestige",
    "hope for worlds out of reach",
    "hope for cards too dear",
    "envy of what others gain",
    "trust that others call a phase",
    "what others gain in develop",
    "what others gain in settle",
    "what others gain in explore",
    "part of a goal that a card meets",
    "part of a goal that a card comes nearer",
)
"""Names by number. The first are added to the gain of an action, by the number of the action."""

NEVER_NEGATIVE: Final = (HAND_SYNERGY, OUT_OF_REACH, TOO_EXPENSIVE)
"""Habits that would rank a worse card above a better one if they were negative."""


PHASES: Final[tuple[str, ...]] = ("explore", "develop", "settle", "consume", "produce")
"""Phases that can be shared."""
EXPLORE: Final = 0
DEVELOP: Final = 1
SETTLE: Final = 2
CONSUME: Final = 3
PRODUCE: Final = 4

NO_PHASE: Final = -1
PHASE_OF_ACTION: Final = [
    PHASES.index(phase) if phase in PHASES else NO_PHASE for phase in actions.PHASE_OF
]
"""Index in PHASES of the phase that each action selects, or NO_PHASE."""
