"""The expert bot: reckons with what the others will choose, and with what they gain from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_engine import actions
from rftg_engine.bots import features
from rftg_engine.bots.choices import answer
from rftg_engine.bots.forecast import PHASES, phase_chances
from rftg_engine.bots.gains import Gains, shared_gain
from rftg_engine.bots.goods import consume
from rftg_engine.bots.greedy import ACTION_KINDS, best_option, own_values
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.position import Position
from rftg_engine.decisions import Answer, Choice, Decision
from rftg_engine.view import View

ENVY: Final = 0.5
"""How much a gain of all others together counts against an own one."""
PLACED_BY_OTHERS: Final = 1.5
"""What a develop or settle phase brings to another player with a full hand."""


class ExpertBot:
    """A strong player that sees its own view alone."""

    def __init__(self, known: Knowledge, seed: str) -> None:
        self.known = known
        self.seed = seed

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """The answer that adds most, the others reckoned with."""
        position = Position(self.known, look())
        if isinstance(decision, Choice) and decision.kind in ACTION_KINDS:
            return self._action(position, decision)
        return answer(position, decision)

    def _action(self, position: Position, decision: Choice) -> Answer:
        options = decision.options
        values = own_values(position, options)
        gains = Gains(position)
        cards = 2 if len(options[0]) > 1 else 1
        called = called_by_others(self.known, position.view, cards)
        for number, phase in enumerate(PHASES):
            chance = called[number]
            shared = chance * shared_gain(gains, phase)
            envied = (1.0 - chance) * self._others_gain(position, phase) * ENVY
            for action in values:
                step = actions.PHASE_OF[actions.plain(action)]
                if step == phase:
                    values[action] -= shared + envied
        return best_option(options, values)

    def _others_gain(self, position: Position, phase: str) -> float:
        """What a phase brings to the others, on average."""
        view = position.view
        total = 0.0
        for seat in range(len(view.seats)):
            if seat != view.me:
                total += gain_of_other(position, seat, phase)
        return total / (len(view.seats) - 1)


def called_by_others(known: Knowledge, view: View, cards: int) -> list[float]:
    """The probability of each of PHASES that another player calls it."""
    missed = [1.0] * len(PHASES)
    for seat in range(len(view.seats)):
        if seat != view.me:
            for number, chance in enumerate(phase_chances(known, view, seat, cards)):
                missed[number] *= 1.0 - chance
    return [1.0 - one for one in missed]


def gain_of_other(position: Position, seat: int, phase: str) -> float:
    """What a phase brings to another player, by what is open of it."""
    known, weights = position.known, position.weights
    one = position.view.seats[seat]
    standing = known.standing(one.tableau)
    sums = standing.sums
    if phase == "explore":
        return weights[features.HAND] * (1.3 + sums[features.EXPLORE_KEEP])
    if phase in ("develop", "settle"):
        cards = sums[features.DEVELOP_CARDS if phase == "develop" else features.SETTLE_CARDS]
        ready = min(1.0, one.hand_count / 5.0)
        return ready * (PLACED_BY_OTHERS + weights[features.HAND] * cards)
    goods = standing.goods_of(one.goods)
    now = standing.goods_value(weights, goods)
    if phase == "consume":
        points, cards, _left = consume(standing.consumers, goods)
        points += sums[features.CONSUME_POINTS]
        cards += sums[features.CONSUME_CARDS]
        after = standing.goods_value(weights, goods)
        return points + weights[features.HAND] * cards + after - now
    for world in one.tableau:
        if known.facts[world].produces and world not in one.goods:
            goods[known.facts[world].kind] += 1
    after = standing.goods_value(weights, goods)
    return after - now + weights[features.HAND] * sums[features.PRODUCE_CARDS]
