"""Features of a player's position, by number: the inputs of the evaluation.

Each is an amount derived from compiled powers and open facts. No feature depends on a single card.
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

NAMES: Final[tuple[str, ...]] = (
    "score",
    "cards placed",
    "explore: cards drawn",
    "explore: cards kept",
    "develop: cost",
    "develop: cards",
    "settle: cost",
    "settle: cards",
    "military",
    "military against some",
    "military called up",
    "other ways to settle",
    "more placements",
    "takeovers",
    "defense",
    "trade: price",
    "consume: cards for nothing",
    "consume: points for nothing",
    "produce: cards",
    "produce: points",
    "every round",
    "production worlds",
    "price of what they produce",
    "windfall worlds",
    "goods on windfall worlds",
    "points from all goods",
    "cards from all goods",
    "goods with a use",
    "best sale of all goods",
    "cards that would score",
    "prestige",
    "prestige/search card",
    "price of goods",
    "points from goods",
    "cards from goods",
    "best sale of goods",
    "hand",
    "hand beyond 4",
    "hand beyond 8",
    "best card of the hand",
    "next two cards of the hand",
    "hand short of 3",
)
"""Names by number. Costs are cards saved on an average card. Points and cards are for one phase."""

COUNT: Final[int] = len(NAMES)
