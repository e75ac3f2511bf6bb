"""Numbers of the moments at which powers act, of phases with placements, and of changeable rules.

They are list indices, because powers are looked up very often.
"""

from __future__ import annotations

from typing import Final

ROUND_START: Final = 0
EXPLORE_START: Final = 1
DEVELOP_START: Final = 2
SETTLE_START: Final = 3
DEVELOP_AFTER_PLACING: Final = 4
SETTLE_AFTER_PLACING: Final = 5
DEVELOP_AFTER_PAYING: Final = 6
SETTLE_AFTER_PAYING: Final = 7
AFTER_CONQUERING: Final = 8
AFTER_TAKING_OVER: Final = 9
AFTER_TURNING_UP: Final = 10
TAKEOVERS: Final = 11
DEVELOP_END: Final = 12
SETTLE_END: Final = 13
AFTER_SELLING: Final = 14
CONSUME: Final = 15
AFTER_CONSUMING: Final = 16
CONSUME_END: Final = 17
PRODUCE: Final = 18
AFTER_PRODUCING: Final = 19
PRODUCE_END: Final = 20
ROUND_END: Final = 21
GAME_END: Final = 22
TRADE: Final = 23
AFTER_DISCARDING: Final = 24

MOMENTS: Final = {
    "round start": ROUND_START,
    "explore start": EXPLORE_START,
    "develop start": DEVELOP_START,
    "settle start": SETTLE_START,
    "develop after placing": DEVELOP_AFTER_PLACING,
    "settle after placing": SETTLE_AFTER_PLACING,
    "develop after paying": DEVELOP_AFTER_PAYING,
    "settle after paying": SETTLE_AFTER_PAYING,
    "after conquering": AFTER_CONQUERING,
    "after taking over": AFTER_TAKING_OVER,
    "after turning up": AFTER_TURNING_UP,
    "takeovers": TAKEOVERS,
    "develop end": DEVELOP_END,
    "settle end": SETTLE_END,
    "after selling": AFTER_SELLING,
    "consume": CONSUME,
    "after consuming": AFTER_CONSUMING,
    "consume end": CONSUME_END,
    "produce": PRODUCE,
    "after producing": AFTER_PRODUCING,
    "produce end": PRODUCE_END,
    "round end": ROUND_END,
    "game end": GAME_END,
    "trade": TRADE,
    "after discarding": AFTER_DISCARDING,
}
"""Number of each moment of hooks.MOMENTS, together with the phase after placing and paying.

The placement of a turned-up card is an additional moment that no power names.
"""
ENDS: Final = (DEVELOP_END, SETTLE_END, CONSUME_END, PRODUCE_END)
"""Moments at the end of a phase, after all players have acted."""

DEVELOPING: Final = 0
SETTLING: Final = 1

PLACING: Final = {"develop": DEVELOPING, "settle": SETTLING}
"""Number of each phase in which cards are placed."""

STARTING_HAND: Final = 0
SAVE_SETUP: Final = 1
SAVE_DEVELOP: Final = 2
SAVE_SETTLE: Final = 3
CHOOSE_LAST: Final = 4
CANNOT_SELL: Final = 5
OTHER_HAND_LIMIT: Final = 6
MORE_HAND_LIMIT: Final = 7
DRAW_DISCARDS: Final = 8
END: Final = 9
SELL_AS: Final = 10

RULES: Final = {
    "starting hand": STARTING_HAND,
    "save setup": SAVE_SETUP,
    "save develop": SAVE_DEVELOP,
    "save settle": SAVE_SETTLE,
    "choose last": CHOOSE_LAST,
    "cannot sell": CANNOT_SELL,
    "hand limit": OTHER_HAND_LIMIT,
    "more hand limit": MORE_HAND_LIMIT,
    "draw discards": DRAW_DISCARDS,
    "end": END,
    "sell as": SELL_AS,
}
"""Number of each rule of hooks.Rule, for saving with its phase; "more" for additions."""
