"""Features of a player's position, and the inputs of the networks, by number.

Each feature is an amount derived from compiled powers and open facts; none depends on a single
card. Costs are cards saved on an average card. Points and cards are for one phase. The inputs are
the player's features, facts about the game, and comparisons with the other players. Everyone can
see all of them except the best cards in the player's own hand.
"""

from __future__ import annotations

from typing import Final

SCORE: Final = 0
PLACED: Final = 1
EXPLORE_DRAW: Final = 2
EXPLORE_KEEP: Final = 3
DEVELOP_COST: Final = 4
DEVELOP_CARDS: Final = 5
SETTLE_COST: Final = 6
SETTLE_CARDS: Final = 7
MILITARY: Final = 8
SPECIALISED: Final = 9
CALLED_UP: Final = 10
OTHER_WAYS: Final = 11
PLACE_MORE: Final = 12
TAKEOVER: Final = 13
DEFENSE: Final = 14
PRICE: Final = 15
CONSUME_CARDS: Final = 16
CONSUME_POINTS: Final = 17
PRODUCE_CARDS: Final = 18
PRODUCE_POINTS: Final = 19
ROUND_GAINS: Final = 20
PRODUCTION: Final = 21
PRODUCTION_PRICE: Final = 22
WINDFALLS: Final = 23
WINDFALL_GOODS: Final = 24
MAKES_POINTS: Final = 25
MAKES_CARDS: Final = 26
USED_GOODS: Final = 27
BEST_SALE: Final = 28
SCORE_GROWTH: Final = 29
PRESTIGE: Final = 30
SPECIAL_CARD: Final = 31
GOODS: Final = 32
GOODS_POINTS: Final = 33
GOODS_CARDS: Final = 34
GOODS_SALE: Final = 35
HAND: Final = 36
HAND_OVER_4: Final = 37
HAND_OVER_8: Final = 38
BEST_CARD: Final = 39
NEXT_CARDS: Final = 40
HAND_UNDER_3: Final = 41
PRESTIGE_GAINS: Final = 42


def _names_since(first: str) -> list[str]:
    """Return the names of the constants above, starting with one of them, in lower case."""
    names = list(globals())
    return [name.lower() for name in names[names.index(first) :] if name.isupper()]


NAMES: Final[tuple[str, ...]] = tuple(_names_since("SCORE"))
"""Names of features by number, as files contain them."""
COUNT: Final[int] = len(NAMES)

HAND_KNOWN: Final = COUNT
PLAYERS: Final = HAND_KNOWN + 1
PRESTIGE_GAME: Final = HAND_KNOWN + 2
GOALS: Final = HAND_KNOWN + 3
POOL: Final = HAND_KNOWN + 4
ROUND: Final = HAND_KNOWN + 5
TAKEOVERS: Final = HAND_KNOWN + 6
PROGRESS: Final = HAND_KNOWN + 7
STAGE: Final = HAND_KNOWN + 8
LEAD: Final = HAND_KNOWN + 9
SOLE_LEADER: Final = HAND_KNOWN + 10
LEADER: Final = HAND_KNOWN + 11
AIMS: Final = HAND_KNOWN + 12
MOST_PLACED: Final = HAND_KNOWN + 13
MOST_MADE: Final = HAND_KNOWN + 14

INPUT_NAMES: Final[tuple[str, ...]] = (
    *NAMES,
    *_names_since("HAND_KNOWN"),
)
"""Names of inputs by number, as files contain them."""
INPUT_COUNT: Final[int] = len(INPUT_NAMES)

NEVER_HARMFUL: Final[tuple[int, ...]] = (
    *[
        feature
        for feature in range(COUNT)
        if feature not in (PLACED, HAND_UNDER_3, HAND_OVER_4, HAND_OVER_8)
    ],
    LEAD,
    SOLE_LEADER,
    LEADER,
    AIMS,
)
"""Inputs for which a higher amount is never worse for the player, whatever else is true.

A value that never falls with these inputs cannot rank a card below one that it dominates. This
holds for a network if no such input has a negative direct weight, or in any unit a negative product
of its weight in the unit's row and the unit's outer weight, because softsign rises everywhere.

Placing cards is left out because it ends the game sooner. The loss for cards beyond 4 and 8 in hand
is smaller than the value of each card.
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


def hand_sizes(count: float) -> list[float]:
    """Return HAND_UNDER_3, HAND_OVER_4 and HAND_OVER_8. count: of cards in hand."""
    return [max(0.0, 3.0 - count), max(0.0, count - 4.0), max(0.0, count - 8.0)]
