"""Values of actions: what each brings, and what other players may do."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from rftg_engine import actions
from rftg_engine.bots import features, habits, policy
from rftg_engine.bots.evaluator import UNAFFORDABLE, Evaluator
from rftg_engine.bots.goods import filled, of_kind
from rftg_engine.bots.habits import (
    CONSUME,
    DEVELOP,
    EXPLORE,
    NO_PHASE,
    NUMBER_OF_PHASE,
    PHASES,
    SETTLE,
)
from rftg_engine.bots.rivals import Rival, RobotModel
from rftg_engine.bots.seats import reached
from rftg_engine.modules.robot.state import robot_seen

NO_ACTION: Final = -1
"""Stands for a phase that somebody else has chosen."""
EXPLORE_DRAW: Final = {NO_ACTION: 2, actions.EXPLORE_5: 7, actions.EXPLORE_1_1: 3}
EXPLORE_KEEP: Final = {NO_ACTION: 1, actions.EXPLORE_5: 1, actions.EXPLORE_1_1: 2}
DEVELOP_LESS: Final = 1
PRESTIGE_LESS: Final = 3
PRESTIGE_DRAW: Final = 6
PRESTIGE_CARDS: Final = 3
_MIXED: Final = 0.5
"""What it is worth that any card of the hand may go in Explore, in cards kept."""


class Gains:
    """The gains of a position by phase, in points of the evaluation, each computed once."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.sums = evaluator.standing.sums
        self.mixed = _MIXED if evaluator.table.mixes_explore else 0.0

    def explore(self, action: int, prestige: bool = False) -> float:
        """Return cards more, the best of those drawn."""
        draw = EXPLORE_DRAW[action] + self.sums[features.EXPLORE_DRAW]
        keep = EXPLORE_KEEP[action] + self.sums[features.EXPLORE_KEEP] + self.mixed
        if prestige:
            draw, keep = draw + PRESTIGE_DRAW, keep + 1
        draw = max(1.0, max(draw, keep))
        return self.evaluator.hand.drawing(draw, keep)

    def place(self, worlds: bool, less: int, drawn: float, second: bool = False) -> float:
        """Return the value of the best card that can be placed, or of the second best.

        It is 0 where there is none.
        """
        evaluator = self.evaluator
        cards = evaluator.hand.cards
        purse = len(cards) - 1
        drawn += self.sums[features.SETTLE_CARDS if worlds else features.DEVELOP_CARDS]
        best = next_best = 0.0
        for one in cards:
            if one.is_world != worlds or one.prospect.built:
                continue
            price = evaluator.price(one, less)
            if price == UNAFFORDABLE or price > purse:
                continue
            value = evaluator.placing(one, price, drawn)
            if value > best:
                best, next_best = value, best
            elif value > next_best:
                next_best = value
        return next_best if second else best

    def consume(self, action: int, prestige: bool = False) -> float:
        """Return chips and cards from goods, after a sale if that was chosen."""
        evaluator = self.evaluator
        weights, economy = evaluator.weights, evaluator.standing.economy
        goods = evaluator.goods
        cards = self.sums[features.CONSUME_CARDS]
        chips = 1
        if action == actions.CONSUME_TRADE:
            kind = economy.best_sale(goods)
            goods -= of_kind(kind)
            sold = economy.sale_price(kind)
            cards += sold
            if prestige:
                cards += PRESTIGE_CARDS if sold else 0
                chips = 2
        elif action == actions.CONSUME_X2:
            chips = 3 if prestige else 2
        points, more, left = economy.consumption.use(goods)
        cards += more
        points = points * chips + self._affordable(features.CONSUME_POINTS)
        return (
            weights[features.SCORE] * points
            + evaluator.hand.drawing(cards, cards)
            + evaluator.goods_worth(left)
            - evaluator.goods_now
        )

    def produce(self, bonus: int, prestige: bool = False) -> float:
        """Return goods on empty worlds, cards and points.

        bonus: windfall worlds for having chosen it.
        """
        evaluator = self.evaluator
        weights, standing = evaluator.weights, evaluator.standing
        full = evaluator.mine.goods
        powers = standing.economy.windfall_powers + bonus + prestige
        goods = evaluator.goods + standing.production_left(full)
        goods += filled(standing.windfalls_left(full), powers)
        cards = self.sums[features.PRODUCE_CARDS] + (PRESTIGE_CARDS if prestige else 0)
        points = self._affordable(features.PRODUCE_POINTS)
        more = evaluator.goods_worth(goods) - evaluator.goods_now
        for stakes in evaluator.stakes:
            more += stakes.produced(bonus > 0)
        return more + evaluator.hand.drawing(cards, cards) + weights[features.SCORE] * points

    def _affordable(self, feature: int) -> float:
        """Return the points of a phase, without those that cost more tokens than the player has."""
        standing = self.evaluator.standing
        if not standing.token_prices:
            return self.sums[feature]
        held = dict(self.evaluator.mine.tokens)
        return self.sums[feature] - standing.beyond_means(feature, held)


def own_gain(gains: Gains, action: int) -> float:
    """Return what an action brings to who chooses it, the phases of others aside."""
    prestige = action >= actions.PRESTIGE
    plain = actions.plain(action)
    if plain in (actions.EXPLORE_5, actions.EXPLORE_1_1):
        return gains.explore(plain, prestige)
    if plain == actions.DEVELOP:
        return gains.place(False, PRESTIGE_LESS if prestige else DEVELOP_LESS, 0.0)
    if plain == actions.DEVELOP_2:
        return gains.place(False, DEVELOP_LESS, 0.0, second=True)
    if plain == actions.SETTLE:
        return gains.place(True, PRESTIGE_LESS if prestige else 0, 1.0)
    if plain == actions.SETTLE_2:
        return gains.place(True, 0, 1.0, second=True)
    if plain == actions.PRODUCE:
        return gains.produce(1, prestige)
    return gains.consume(plain, prestige)


def shared_gain(gains: Gains, phase: int) -> float:
    """Return what a phase brings that others have chosen. phase: its number in habits.PHASES."""
    if phase == EXPLORE:
        return gains.explore(NO_ACTION)
    if phase == DEVELOP:
        return gains.place(False, 0, 0.0)
    if phase == SETTLE:
        return gains.place(True, 0, 0.0)
    if phase == CONSUME:
        return gains.consume(NO_ACTION)
    return gains.produce(0)


def own_gains(gains: Gains, options: tuple[Answer, ...]) -> dict[int, float]:
    """Return what each action that occurs in the options brings; a search is not worked out: 0."""
    found: dict[int, float] = {}
    for option in options:
        for action in option:
            if action not in found:
                found[action] = 0.0 if action == actions.SEARCH else own_gain(gains, action)
    return found


def own_values(evaluator: Evaluator, found: dict[int, float]) -> dict[int, float]:
    """Return what actions are worth by what they bring: the habit of choosing each is added."""
    values: dict[int, float] = {}
    for action, gain in found.items():
        value = evaluator.habits[actions.plain(action)] + gain
        if action >= actions.PRESTIGE:
            value -= evaluator.habits[habits.PRESTIGE_PRICE]
        values[action] = value
    return values


class Situation:
    """What a player has to choose from, and how it looks.

    gains: what each action that occurs in the options brings, the others aside. own: what it is
    worth by that. called, envied, shared: by the number in PHASES, the probability that another
    player calls it, what it brings each of them, and what it brings the player if they call it (0
    where none will).
    """

    def __init__(self, evaluator: Evaluator, options: tuple[Answer, ...]) -> None:
        self.evaluator: Final = evaluator
        self.chosen: Final = len(options[0])
        gains = Gains(evaluator)
        self.gains: Final = own_gains(gains, options)
        self.own: Final = own_values(evaluator, self.gains)
        rivals = rivals_of(evaluator)
        self.called: Final = called_by_any(rivals, self.chosen)
        for stakes in evaluator.stakes:
            for step in stakes.phases():
                self.called[PHASES.index(step)] = 1.0
        self.envied: Final = [one / len(rivals) for one in all_gains(rivals)]
        self.shared: Final = [
            shared_gain(gains, phase) if chance > 0.0 else 0.0
            for phase, chance in enumerate(self.called)
        ]

    def values(self) -> dict[int, float]:
        """Return what each action is worth, by all that is known of it.

        A policy may lower what brings nothing, but does not raise it: what leads to nothing would
        be chosen again in the next round, and so on.
        """
        values = self.estimates()
        learned = self.evaluator.known.policy
        if learned is not None:
            leanings = learned.leanings(self._reached(learned))
            for action in values:
                more = leanings[action]
                idle = self.gains[action] <= 0.0 and action != actions.SEARCH
                values[action] += min(0.0, more) if idle else more
        return values

    def estimates(self) -> dict[int, float]:
        """Return what each action brings that others may call too, less what they gain from it.

        A phase that others call anyway is shared without choosing it: only the bonus is then
        gained.
        """
        mine = self.evaluator.habits
        lost: list[float] = []
        for phase, chance in enumerate(self.called):
            less = (1.0 - chance) * self.envied[phase] * mine[habits.ENVY]
            less += chance * mine[habits.SHARING] * self.shared[phase]
            lost.append(less)
        values: dict[int, float] = {}
        for action, value in self.own.items():
            phase = NUMBER_OF_PHASE[actions.plain(action)]
            values[action] = value if phase == NO_PHASE else value - lost[phase]
        return values

    def inputs(self) -> list[float]:
        """Return what a policy is given beside the inputs of the value (policy.NAMES)."""
        evaluator = self.evaluator
        expected = evaluator.beside.ahead + evaluator.own_appraisal().points
        gains = [0.0] * actions.SEARCH
        for action, value in self.own.items():
            if action < actions.SEARCH:
                gains[action] = value
        last = [float(evaluator.stage.number), expected, float(self.chosen)]
        return [*self.called, *self.envied, *self.shared, *gains, *last]

    def _reached(self, learned: policy.Policy) -> list[float]:
        """Return what the units of a policy are reached by."""
        evaluator, layer = self.evaluator, learned.layer
        sums = reached(evaluator.known, layer, evaluator.view, evaluator.view.me)
        sums = layer.add(sums, evaluator.beside.where, evaluator.beside.amounts)
        where, amounts = evaluator.best_of_hand()
        more = self.inputs()
        where += range(policy.CALLED, policy.COUNT)
        return layer.add(sums, where, amounts + more)


def rivals_of(evaluator: Evaluator) -> list[Rival]:
    """Return all other players."""
    view = evaluator.view
    robot = robot_seen(view)
    rivals: list[Rival] = []
    for seat in range(len(view.seats)):
        if seat == view.me:
            continue
        if robot is not None and robot.seat == seat:
            rivals.append(RobotModel(evaluator.known, evaluator.stage, view, seat))
        else:
            rivals.append(Rival(evaluator.known, evaluator.stage, view, seat))
    return rivals


def called_by_any(rivals: list[Rival], cards: int) -> list[float]:
    """Return the probability of each of PHASES that one of them calls it."""
    missed = [1.0] * len(PHASES)
    for rival in rivals:
        for number, chance in enumerate(rival.calls(cards)):
            missed[number] *= 1.0 - chance
    return [1.0 - one for one in missed]


def all_gains(rivals: list[Rival]) -> list[float]:
    """Return what each of PHASES brings to all of them together."""
    total = [0.0] * len(PHASES)
    for rival in rivals:
        for number, gain in enumerate(rival.gains()):
            total[number] += gain
    return total
