"""The action cards: their names, and which phase each selects (base rulebook, Playing the Game)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rftg_engine.decisions import Answer

EXPLORE_5: Final = 0
EXPLORE_1_1: Final = 1
DEVELOP: Final = 2
DEVELOP_2: Final = 3
SETTLE: Final = 4
SETTLE_2: Final = 5
CONSUME_TRADE: Final = 6
CONSUME_X2: Final = 7
PRODUCE: Final = 8

NAMES: Final = (
    "explore +5",
    "explore +1,+1",
    "develop",
    "second develop",
    "settle",
    "second settle",
    "consume: trade",
    "consume: x2",
    "produce",
)
"""By action number."""

PHASE_OF: Final = (
    "explore",
    "explore",
    "develop",
    "develop 2",
    "settle",
    "settle 2",
    "consume",
    "consume",
    "produce",
)
"""The step that an action selects, by action number."""

SINGLE: Final[tuple[Answer, ...]] = tuple(
    (action,) for action in range(len(NAMES)) if action not in (DEVELOP_2, SETTLE_2)
)
"""The seven actions of the ordinary game."""


def _pairs() -> tuple[Answer, ...]:
    """base rulebook, 2 Player Game: two of nine cards; a second Develop only beside a first."""
    return tuple(
        pair
        for pair in combinations(range(len(NAMES)), 2)
        if (DEVELOP_2 not in pair or DEVELOP in pair) and (SETTLE_2 not in pair or SETTLE in pair)
    )


PAIRS: Final = _pairs()
"""The pairs of actions of the experienced 2-player game."""
