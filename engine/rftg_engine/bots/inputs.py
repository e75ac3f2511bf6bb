"""Inputs of the networks, by number: features of a player and of opponents, and comparisons.

The first inputs are the player's features, the next are the means of the other players' features.
Everyone can see all of them except the best cards in the player's own hand.
"""

from __future__ import annotations

from typing import Final

from rftg_engine.bots import features

OTHERS: Final = features.COUNT
"""Number of the first feature of the other players."""
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
LEADER: Final = HAND_KNOWN + 10
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
    "prestige leader",
    "goals within reach",
    "others: goals within reach",
    "best of the others: score beyond their mean",
    "best of the others: cards placed beyond their mean",
    "best of the others: points from all goods beyond their mean",
    "chips",
    "others: chips",
)
"""Names by number."""

COUNT: Final[int] = len(NAMES)

NEVER_HARMFUL: Final[tuple[int, ...]] = (
    features.SCORE,
    features.EXPLORE_DRAW,
    features.EXPLORE_KEEP,
    features.DEVELOP_COST,
    features.DEVELOP_CARDS,
    features.SETTLE_COST,
    features.SETTLE_CARDS,
    features.MILITARY,
    features.SPECIALISED,
    features.CALLED_UP,
    features.OTHER_WAYS,
    features.PLACE_MORE,
    features.TAKEOVER,
    features.DEFENSE,
    features.PRICE,
    features.CONSUME_CARDS,
    features.CONSUME_POINTS,
    features.PRODUCE_CARDS,
    features.PRODUCE_POINTS,
    features.ROUND_GAINS,
    features.PRODUCTION,
    features.PRODUCTION_PRICE,
    features.WINDFALLS,
    features.WINDFALL_GOODS,
    features.MAKES_POINTS,
    features.MAKES_CARDS,
    features.USED_GOODS,
    features.BEST_SALE,
    features.SCORE_GROWTH,
    features.PRESTIGE,
    features.SPECIAL_CARD,
    features.GOODS,
    features.GOODS_POINTS,
    features.GOODS_CARDS,
    features.GOODS_SALE,
    features.HAND,
    features.BEST_CARD,
    features.NEXT_CARDS,
    LEAD,
    SOLE_LEADER,
    LEADER,
    AIMS,
    CHIPS,
)
"""Inputs for which a higher amount is never worse for the player, whatever else is true.

A value that never falls with these inputs cannot rank a card below one that it dominates. This
holds for a network if no such input has a negative direct weight, or in any unit a negative product
of its weight in the unit's row and the unit's outer weight, because softsign rises everywhere.

The direct weight of the score may be as low as -1, because the score is also counted outside the
network.

The list leaves out inputs for the progress of the game (placing cards ends it sooner) and all
inputs about other players. The loss for cards beyond 4 and 8 in hand is smaller than the value of
each card.
"""
MAX_LEAD: Final = 6.0
"""Largest prestige lead or deficit that makes a difference."""


def lead(prestige: int, best: int) -> list[float]:
    """Return LEAD, SOLE_LEADER and LEADER. best: highest prestige among the other players."""
    ahead = float(prestige - best)
    return [
        max(-MAX_LEAD, min(MAX_LEAD, ahead)),
        1.0 if ahead > 0 else 0.0,
        1.0 if ahead >= 0 and prestige > 0 else 0.0,
    ]
