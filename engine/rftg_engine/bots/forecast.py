"""What the other players will probably choose, read from the open signs of their seats."""

from __future__ import annotations

from math import exp
from typing import Final

from rftg_engine import actions
from rftg_engine.bots import features
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.position import stage_number
from rftg_engine.bots.weights import FORESEEN, STAGES
from rftg_engine.view import View

PHASES: Final = ("explore", "develop", "settle", "consume", "produce")
"""The phases that can be shared."""
PHASE_OF: Final = tuple(
    PHASES.index(actions.PHASE_OF[actions.NAMES.index(one)]) for one in FORESEEN
)
"""The phase of each foreseen action, by number."""


def signs_of(known: Knowledge, view: View, seat: int) -> list[float]:
    """The signs of a seat, in the order of signs.NAMES."""
    one = view.seats[seat]
    standing = known.standing(one.tableau)
    sums = standing.sums
    goods = standing.goods_of(one.goods)
    price, points, cards, sale = standing.goods_features(goods)
    coming = 0
    for world in one.tableau:
        if known.facts[world].produces and world not in one.goods:
            coming += 1
    hand = one.hand_count
    return [
        1.0,
        stage_number(view) / STAGES,
        float(hand),
        float(max(0, hand - 4)),
        float(max(0, hand - 8)),
        price,
        points,
        cards,
        sale,
        float(coming),
        sums[features.PRODUCE_CARDS],
        sums[features.EXPLORE_DRAW] * 0.5 + sums[features.EXPLORE_KEEP],
        sums[features.DEVELOP_COST] + sums[features.DEVELOP_CARDS],
        sums[features.SETTLE_COST] + sums[features.SETTLE_CARDS],
        sums[features.MILITARY],
    ]


def chances(known: Knowledge, view: View, seat: int) -> list[float]:
    """The probability of each foreseen action of a seat."""
    signs = signs_of(known, view, seat)
    odds = []
    for weights in known.weights.signs:
        total = 0.0
        for weight, sign in zip(weights, signs, strict=True):
            total += weight * sign
        odds.append(exp(min(30.0, max(-30.0, total))))
    whole = sum(odds)
    return [one / whole for one in odds]


def phase_chances(known: Knowledge, view: View, seat: int, cards: int) -> list[float]:
    """The probability that a seat calls each of PHASES. cards: the actions that all choose."""
    chosen = view.seats[seat].actions
    calls = [0.0] * len(PHASES)
    if chosen:
        for action in chosen:
            name = actions.PHASE_OF[actions.plain(action)].removesuffix(" 2")
            if name in PHASES:
                calls[PHASES.index(name)] = 1.0
        return calls
    for number, chance in enumerate(chances(known, view, seat)):
        calls[PHASE_OF[number]] += chance
    if cards == 2:
        calls = [1.0 - (1.0 - one) ** 2 for one in calls]
    return calls
