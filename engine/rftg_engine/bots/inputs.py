"""What the value is computed from, by number: features of a player, of the others, and relations.

The first are those of features.py for the player, the next the same for the mean of the others. All
of it is open but for the best cards of the own hand.
"""

from __future__ import annotations

from typing import Final

from rftg_engine.bots import features

OTHERS: Final = features.COUNT
"""Where the features of the others begin."""
HAND_KNOWN: Final = 2 * features.COUNT
PLAYERS: Final = HAND_KNOWN + 1
PRESTIGE_GAME: Final = HAND_KNOWN + 2
GOALS: Final = HAND_KNOWN + 3
POOL: Final = HAND_KNOWN + 4
ROUND: Final = HAND_KNOWN + 5
TAKEOVERS: Final = HAND_KNOWN + 6
PROGRESS: Final = HAND_KNOWN + 7
LEAD: Final = HAND_KNOWN + 8
SOLE_LEADER: Final = HAND_KNOWN + 9
JOINT_LEADER: Final = HAND_KNOWN + 10
AIMS: Final = HAND_KNOWN + 11
OTHERS_AIMS: Final = HAND_KNOWN + 12
BEST_SCORE: Final = HAND_KNOWN + 13
MOST_PLACED: Final = HAND_KNOWN + 14
MOST_MADE: Final = HAND_KNOWN + 15
CHIPS: Final = HAND_KNOWN + 16
OTHERS_CHIPS: Final = HAND_KNOWN + 17

NAMES: Final[tuple[str, ...]] = (
    *features.NAMES,
    *[f"others: {name}" for name in features.NAMES],
    "hand known",
    "players",
    "prestige in the game",
    "goals in the game",
    "chips left for each player",
    "round",
    "takeovers allowed",
    "progress of modules",
    "prestige ahead",
    "sole prestige leader",
    "joint prestige leader",
    "goals within reach",
    "others: goals within reach",
    "best of the others: score beyond their mean",
    "best of the others: cards placed beyond their mean",
    "best of the others: points from all goods beyond their mean",
    "chips",
    "others: chips",
)
"""By number."""

COUNT: Final[int] = len(NAMES)
MOST_LEAD: Final = 6.0
"""Prestige ahead or behind beyond this is no more than this."""


def lead(mine: int, best: int) -> list[float]:
    """Return LEAD, SOLE_LEADER and JOINT_LEADER. best: the prestige of the best other player."""
    ahead = float(mine - best)
    return [
        max(-MOST_LEAD, min(MOST_LEAD, ahead)),
        1.0 if ahead > 0 else 0.0,
        1.0 if ahead == 0 and best > 0 else 0.0,
    ]
