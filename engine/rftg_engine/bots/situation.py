"""Values of actions: the gain from each, and the likely actions of other players."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from gamekit.learned import Eight
from rftg_engine import actions, steps
from rftg_engine.bots import features, habits
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.goods import fill_worlds, one_good
from rftg_engine.bots.habits import (
    CONSUME,
    DEVELOP,
    EXPLORE,
    NO_PHASE,
    PHASE_OF_ACTION,
    PHASES,
    SETTLE,
)
from rftg_engine.bots.hand import UNAFFORDABLE
from rftg_engine.bots.networks import PHASE_CHANCES, POLICY_INPUTS, Policy
from rftg_engine.bots.ratings import lead
from rftg_engine.bots.rivals import Rival, RobotModel
from rftg_engine.modules.prestige import add_prestige_bonus
from rftg_engine.modules.robot_state import robot_seen

NO_ACTION: Final = -1
"""Marks a phase that only another player has chosen."""
EXPLORE_DRAW: Final = {NO_ACTION: 2, actions.EXPLORE_5: 7, actions.EXPLORE_1_1: 3}
EXPLORE_KEEP: Final = {NO_ACTION: 1, actions.EXPLORE_5: 1, actions.EXPLORE_1_1: 2}
PRESTIGE_DRAW: Final = 6
PRESTIGE_CARDS: Final = 3
_DISCARD_OPTION_VALUE: Final = 0.5
"""Value of the option to discard hand cards in Explore, as a number of cards kept."""


def bonus_of(chosen_actions: Answer, phase: str) -> actions.Bonus:
    """Return the bonus of a player's actions in a phase, including that of the prestige card."""
    return actions.bonus_of(list(chosen_actions), phase, [add_prestige_bonus])


class Gains:
    """Gains of a position by phase, in points."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.sums = evaluator.tableau_value.sums
        self.discard_option = _DISCARD_OPTION_VALUE if evaluator.table.mixes_explore else 0.0

    def explore(self, action: int, has_prestige: bool = False) -> float:
        """Return the gain from Explore: more cards in hand, the best of those drawn."""
        draw = EXPLORE_DRAW[action] + self.sums[features.EXPLORE_DRAW]
        keep = EXPLORE_KEEP[action] + self.sums[features.EXPLORE_KEEP] + self.discard_option
        if has_prestige:
            draw, keep = draw + PRESTIGE_DRAW, keep + 1
        draw = max(1.0, max(draw, keep))
        return self.evaluator.draw_gain(draw, keep)

    def place(self, for_worlds: bool, bonus: actions.Bonus, use_second_best: bool = False) -> float:
        """Return the gain from the best card that can be placed, or from the second best.

        Return 0 if there is none.
        """
        evaluator = self.evaluator
        cards = evaluator.hand.cards
        affordable = len(cards) - 1
        drawn = float(bonus.card)
        drawn += self.sums[features.SETTLE_CARDS if for_worlds else features.DEVELOP_CARDS]
        best = next_best = 0.0
        for candidate in cards:
            if candidate.is_world != for_worlds or candidate.placement_value.is_duplicate:
                continue
            price = evaluator.price(candidate, bonus.discount, bonus.military)
            if price.cards == UNAFFORDABLE or price.cards > affordable:
                continue
            value = evaluator.placement_gain(candidate, price, drawn)
            if value > best:
                best, next_best = value, best
            elif value > next_best:
                next_best = value
        return next_best if use_second_best else best

    def consume(self, action: int, has_prestige: bool = False) -> float:
        """Return the gain from Consume: chips and cards from goods, after a sale if chosen."""
        evaluator = self.evaluator
        weights, economy = evaluator.weights, evaluator.tableau_value.economy
        goods = evaluator.goods
        cards = self.sums[features.CONSUME_CARDS]
        chips = 1
        if action == actions.CONSUME_TRADE:
            kind = economy.best_sale(goods)
            goods -= one_good(kind)
            sale_price = economy.sale_price(kind)
            cards += sale_price
            if has_prestige:
                cards += PRESTIGE_CARDS if sale_price else 0
                chips = 2
        elif action == actions.CONSUME_X2:
            chips = 3 if has_prestige else 2
        points, consumed_cards, remaining = economy.consumption.use(goods)
        cards += consumed_cards
        points = points * chips + self._affordable_points(features.CONSUME_POINTS)
        return (
            weights[features.SCORE] * points
            + evaluator.draw_gain(cards, cards)
            + evaluator.goods_worth(remaining)
            - evaluator.goods_now
        )

    def produce(self, bonus: int, has_prestige: bool = False) -> float:
        """Return the gain from Produce: goods on empty worlds, cards and points.

        bonus: windfall worlds that produce because the player chose the phase.
        """
        evaluator = self.evaluator
        weights, tableau_value = evaluator.weights, evaluator.tableau_value
        full_worlds = evaluator.own_seat.goods
        powers = tableau_value.economy.windfall_powers + bonus + has_prestige
        goods = evaluator.goods + tableau_value.production_left(full_worlds)
        goods += fill_worlds(tableau_value.windfalls_left(full_worlds), powers)
        cards = self.sums[features.PRODUCE_CARDS] + (PRESTIGE_CARDS if has_prestige else 0)
        points = self._affordable_points(features.PRODUCE_POINTS)
        gain = evaluator.goods_worth(goods) - evaluator.goods_now
        for estimates in evaluator.module_estimates:
            gain += estimates.produce_gain(bonus > 0)
        return gain + evaluator.draw_gain(cards, cards) + weights[features.SCORE] * points

    def _affordable_points(self, feature: int) -> float:
        """Return the points of a phase without powers that cost more tokens than the player has."""
        tableau_value = self.evaluator.tableau_value
        if not tableau_value.token_prices:
            return self.sums[feature]
        token_counts = dict(self.evaluator.own_seat.tokens)
        return self.sums[feature] - tableau_value.unaffordable_points(feature, token_counts)


def own_gain(gains: Gains, action: int) -> float:
    """Return the player's gain from choosing an action, ignoring phases that others call."""
    has_prestige = action >= actions.PRESTIGE
    base_action = actions.plain(action)
    if base_action in (actions.EXPLORE_5, actions.EXPLORE_1_1):
        return gains.explore(base_action, has_prestige)
    if base_action == actions.DEVELOP:
        return gains.place(False, bonus_of((action,), steps.DEVELOP))
    if base_action == actions.DEVELOP_2:
        bonus = bonus_of((base_action,), steps.DEVELOP_2)
        return gains.place(False, bonus, use_second_best=True)
    if base_action == actions.SETTLE:
        return gains.place(True, bonus_of((action,), steps.SETTLE))
    if base_action == actions.SETTLE_2:
        return gains.place(True, bonus_of((base_action,), steps.SETTLE_2), use_second_best=True)
    if base_action == actions.PRODUCE:
        return gains.produce(1, has_prestige)
    return gains.consume(base_action, has_prestige)


def shared_gain(gains: Gains, phase: int) -> float:
    """Return the gain from a phase that only others have chosen.

    phase: index in habits.PHASES.
    """
    if phase == EXPLORE:
        return gains.explore(NO_ACTION)
    if phase == DEVELOP:
        return gains.place(False, actions.NONE)
    if phase == SETTLE:
        return gains.place(True, actions.NONE)
    if phase == CONSUME:
        return gains.consume(NO_ACTION)
    return gains.produce(0)


def own_gains(gains: Gains, options: tuple[Answer, ...]) -> dict[int, float]:
    """Return the gain from each action in the options. Searches count as 0."""
    gain_by_action: dict[int, float] = {}
    for option in options:
        for action in option:
            if action not in gain_by_action:
                gain_by_action[action] = (
                    0.0 if action == actions.SEARCH else own_gain(gains, action)
                )
    return gain_by_action


def own_values(evaluator: Evaluator, gain_by_action: dict[int, float]) -> dict[int, float]:
    """Return the value of each action: its gain and the habit of choosing it."""
    values: dict[int, float] = {}
    for action, gain in gain_by_action.items():
        value = evaluator.habits[actions.plain(action)] + gain
        if action >= actions.PRESTIGE:
            value += evaluator.prestige_worth(-1) - evaluator.special_card_worth
        elif action == actions.SEARCH:
            value -= evaluator.special_card_worth
        values[action] = value
    return values


class Situation:
    """A choice of actions with estimates for the round.

    action_count: number of actions to choose.
    gains: gain from each action in the options, ignoring other players.
    own_action_values: value of each action by its gain.
    phase_chances: probability that another player calls a phase, by index in PHASES.
    rival_gains: mean gain of the other players from each phase.
    shared_gains: the player's gain from a phase that another player calls; 0 if nobody can.
    """

    def __init__(self, evaluator: Evaluator, options: tuple[Answer, ...]) -> None:
        self.evaluator: Final = evaluator
        self.action_count: Final = len(options[0])
        gains = Gains(evaluator)
        self.gains: Final = own_gains(gains, options)
        self.own_action_values: Final = own_values(evaluator, self.gains)
        rivals = rivals_of(evaluator)
        self.phase_chances: Final = any_call_chances(rivals, self.action_count)
        for estimates in evaluator.module_estimates:
            for step in estimates.phases():
                self.phase_chances[PHASES.index(step)] = 1.0
        self.rival_gains: Final = [gain / len(rivals) for gain in total_gains(rivals)]
        self.shared_gains: Final = [
            shared_gain(gains, phase) if chance > 0.0 else 0.0
            for phase, chance in enumerate(self.phase_chances)
        ]

    def values(self) -> dict[int, float]:
        """Return the value of each action, including the policy.

        The policy may lower the value of an action that gains nothing but does not raise it.
        Otherwise a bot could choose the same useless action every round.
        """
        values = self.estimates()
        learned_policy = self.evaluator.knowledge.policy
        if learned_policy is not None:
            action_scores = learned_policy.action_scores(self._unit_sums(learned_policy))
            for action in values:
                policy_value = action_scores[action]
                is_useless = self.gains[action] <= 0.0 and action != actions.SEARCH
                values[action] += min(0.0, policy_value) if is_useless else policy_value
        return values

    def estimates(self) -> dict[int, float]:
        """Return the value of each action minus the gain that it gives to others.

        If others call a phase anyway, the player shares it without choosing it, so only the bonus
        counts.
        """
        own_habits = self.evaluator.habits
        deductions: list[float] = []
        for phase, chance in enumerate(self.phase_chances):
            deduction = (1.0 - chance) * self.rival_gains[phase] * own_habits[habits.ENVY]
            deduction += chance * own_habits[habits.SHARING] * self.shared_gains[phase]
            deductions.append(deduction)
        values: dict[int, float] = {}
        for action, value in self.own_action_values.items():
            phase = PHASE_OF_ACTION[actions.plain(action)]
            values[action] = value if phase == NO_PHASE else value - deductions[phase]
        return values

    def inputs(self) -> list[float]:
        """Return the inputs of a policy that the value does not have (POLICY_INPUTS)."""
        evaluator = self.evaluator
        gains = [0.0] * actions.SEARCH
        for action, value in self.own_action_values.items():
            if action < actions.SEARCH:
                gains[action] = value
        stage_inputs = [float(evaluator.stage.number), lead(evaluator), float(self.action_count)]
        return [*self.phase_chances, *self.rival_gains, *self.shared_gains, *gains, *stage_inputs]

    def _unit_sums(self, learned: Policy) -> list[Eight]:
        """Return the input sums of a policy's units."""
        evaluator, layer = self.evaluator, learned.layer
        sums = evaluator.standing.layer_sums(layer)
        numbers, amounts = evaluator.best_card_inputs(evaluator.hand)
        policy_inputs = self.inputs()
        numbers += range(PHASE_CHANCES, len(POLICY_INPUTS))
        return layer.add(sums, numbers, amounts + policy_inputs)


def rivals_of(evaluator: Evaluator) -> list[Rival]:
    """Return models of all other players."""
    view = evaluator.view
    robot = robot_seen(view)
    rivals: list[Rival] = []
    for seat in range(len(view.seats)):
        if seat == view.me:
            continue
        if robot is not None and robot.seat == seat:
            rivals.append(RobotModel(evaluator.knowledge, evaluator.stage, view, seat))
        else:
            rivals.append(Rival(evaluator.knowledge, evaluator.stage, view, seat))
    return rivals


def any_call_chances(rivals: list[Rival], cards: int) -> list[float]:
    """Return the probability that any of the players calls each of PHASES."""
    not_called = [1.0] * len(PHASES)
    for rival in rivals:
        for phase, chance in enumerate(rival.call_chances(cards)):
            not_called[phase] *= 1.0 - chance
    return [1.0 - probability for probability in not_called]


def total_gains(rivals: list[Rival]) -> list[float]:
    """Return the total gain of all players from each of PHASES."""
    total = [0.0] * len(PHASES)
    for rival in rivals:
        for phase, gain in enumerate(rival.phase_gains()):
            total[phase] += gain
    return total
