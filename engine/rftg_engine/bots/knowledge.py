"""Knowledge of bots about a table: cards, weights by stage, opponents, and estimates of modules.

It depends only on the table, so all bots in all games with a table share it. A module of rules can
add an appraiser to APPRAISERS, and its kinds of decisions to the registries in `bots.choices`.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from rftg_engine.bots import features, habits
from rftg_engine.bots.aims import Goal
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.goods import Proceeds, count_all
from rftg_engine.bots.habits import STAGES, Weights, at_stage
from rftg_engine.bots.networks import Policy, Value, read_policy, read_value, value_file_of
from rftg_engine.bots.tableaus import Stage, TableauValue
from rftg_engine.cards.table import Table
from rftg_engine.view import Seat, View

READY_HAND: Final = 5.0
"""Hand size at which a player can be expected to place a card."""


@mypyc_attr(acyclic=True)
class Outlook:
    """Predictions about a player at a stage, from open facts.

    actions: weights of the predictors, for each predicted action.
    """

    def __init__(
        self, stage: Stage, tableau_value: TableauValue, seat: Seat, actions: list[list[float]]
    ) -> None:
        self.stage: Final = stage
        self.tableau_value: Final = tableau_value
        self.seat: Final = seat
        self.goods: i64 = tableau_value.goods_of(seat.goods)
        self.proceeds: Proceeds = tableau_value.economy.proceeds_of(self.goods)
        self.coming: i64 = tableau_value.production_left(seat.goods)
        self._actions: Final = actions
        self._chances: list[float] = []
        self._gains: list[float] = []

    def is_of(self, stage: Stage, seat: Seat) -> bool:
        """Return whether the predictions still apply to a player."""
        own_seat = self.seat
        return (
            self.stage is stage
            and own_seat.hand_count == seat.hand_count
            and own_seat.goods == seat.goods
            and own_seat.tableau == seat.tableau
        )

    def predictors(self) -> list[float]:
        """Return the predictors of the player's next actions, in the order of PREDICTORS."""
        sums = self.tableau_value.sums
        hand = self.seat.hand_count
        return [
            1.0,
            self.stage.number / STAGES,
            float(hand),
            float(max(0, hand - 4)),
            float(max(0, hand - 8)),
            self.proceeds.price,
            self.proceeds.points,
            self.proceeds.cards,
            self.proceeds.sale,
            float(count_all(self.coming)),
            sums[features.PRODUCE_CARDS],
            sums[features.EXPLORE_DRAW] * 0.5 + sums[features.EXPLORE_KEEP],
            sums[features.DEVELOP_COST] + sums[features.DEVELOP_CARDS],
            sums[features.SETTLE_COST] + sums[features.SETTLE_CARDS],
            sums[features.MILITARY],
        ]

    def chances(self) -> list[float]:
        """Return the probability of each predicted action."""
        if not self._chances:
            predictors = self.predictors()
            counted = [index for index, amount in enumerate(predictors) if amount]
            odds = []
            odds_sum = 0.0  # a loop: since Python 3.12 sum() rounds floats in another way
            for weights in self._actions:
                total = 0.0
                for index in counted:
                    total += weights[index] * predictors[index]
                odds.append(exp(min(30.0, max(-30.0, total))))
                odds_sum += odds[-1]
            self._chances = [odd / odds_sum for odd in odds]
        return self._chances

    def phase_gains(self) -> list[float]:
        """Return the player's gain from each shared phase."""
        if not self._gains:
            stage = self.stage
            card = stage.weights[features.HAND]
            sums = self.tableau_value.sums
            ready = min(1.0, self.seat.hand_count / READY_HAND)
            develop = stage.habits[habits.OTHERS_DEVELOP] + card * sums[features.DEVELOP_CARDS]
            settle = stage.habits[habits.OTHERS_SETTLE] + card * sums[features.SETTLE_CARDS]
            self._gains = [
                card * (stage.habits[habits.OTHERS_EXPLORE] + sums[features.EXPLORE_KEEP]),
                ready * develop,
                ready * settle,
                self._consume_gain(card),
                self._produce_gain(card),
            ]
        return self._gains

    def _consume_gain(self, card: float) -> float:
        points = self.proceeds.points + self.tableau_value.sums[features.CONSUME_POINTS]
        cards = self.proceeds.cards + self.tableau_value.sums[features.CONSUME_CARDS]
        _points, _cards, remaining = self.tableau_value.economy.consumption.use(self.goods)
        return points + card * cards + self._value(remaining) - self._value(self.goods)

    def _produce_gain(self, card: float) -> float:
        cards = self.tableau_value.sums[features.PRODUCE_CARDS]
        goods = self.goods + self.coming
        return card * cards + self._value(goods) - self._value(self.goods)

    def _value(self, goods: i64) -> float:
        return self.tableau_value.economy.value(self.stage, goods)


MAX_TABLEAUS: Final = 5_000
"""Maximum number of cached tableaus."""


class Knowledge:
    """Facts about all cards of a table, and the models that value them.

    policy: None to choose actions by their estimates alone. depleted: classes of tokens of which
    none are left.
    """

    def __init__(
        self,
        table: Table,
        weights: Weights,
        value: Value,
        policy: Policy | None,
        depleted: tuple[str, ...] = (),
    ) -> None:
        self.value: Final = value
        self.policy: Final = policy
        self.table = table
        self.weights = weights
        self.depleted: Final = depleted
        self.facts = facts_of(table, depleted)
        self.goals = [Goal(tile, self.facts) for tile in table.tiles]
        self._stages: list[Stage | None] = [None] * (STAGES + 1)
        self._outlooks: dict[int, Outlook] = {}
        self._nothing = self._none()
        self._tableau_values: dict[tuple[int, ...], TableauValue] = {}
        self._by_depleted: dict[tuple[str, ...], Knowledge] = {depleted: self}
        self.last_estimates: tuple[View, Stage, list[Any]] | None = None
        self.last_progress: tuple[View, float] | None = None

    def as_of(self, view: View) -> Knowledge:
        """Return the knowledge for the tokens that are left in a view."""
        if not self.table.tokens:
            return self
        stock = stock_of(self.table, view)
        depleted = tuple([token for token in stock if stock[token] <= 0])
        cached = self._by_depleted.get(depleted)
        if cached is None:
            cached = Knowledge(self.table, self.weights, self.value, self.policy, depleted)
            cached._by_depleted = self._by_depleted
            self._by_depleted[depleted] = cached
        return cached

    def _none(self) -> TableauValue:
        return TableauValue(self.facts, (), self.table.powers(()))

    def tableau_value(self, tableau: tuple[int, ...]) -> TableauValue:
        """Return the value of a tableau, cached for equal tableaus."""
        cached = self._tableau_values.get(tableau)
        if cached is None:
            if len(self._tableau_values) >= MAX_TABLEAUS:
                self._tableau_values.clear()
                self._nothing = self._none()
            previous = self._tableau_values.get(tableau[:-1], self._nothing)
            cached = TableauValue(self.facts, tableau, self.table.powers(tableau), previous)
            self._tableau_values[tableau] = cached
        return cached

    def outlook(self, seat: int, stage: Stage, open_facts: Seat) -> Outlook:
        """Return the predictions for a player, cached because all other players ask for them in
        turn."""
        cached = self._outlooks.get(seat)
        if cached is None or not cached.is_of(stage, open_facts):
            tableau_value = self.tableau_value(open_facts.tableau)
            cached = Outlook(stage, tableau_value, open_facts, self.weights.predictors)
            self._outlooks[seat] = cached
        return cached

    def stage(self, stage: int) -> Stage:
        """Return the weights at a stage (0 to STAGES)."""
        cached = self._stages[stage]
        if cached is None:
            weights = self.value.typical_slopes(stage)
            stage_habits = at_stage(self.weights.habits, stage)
            cached = Stage(stage, weights, stage_habits, self.facts, self.table.cost)
            self._stages[stage] = cached
        return cached


def stock_of(table: Table, view: View) -> dict[str, int]:
    """Return the number of tokens that no player has, by class."""
    stock = dict(table.tokens)
    for seat in view.seats:
        for token, count in seat.tokens:
            stock[token] -= count
    return stock


@lru_cache(maxsize=8)
def facts_of(table: Table, depleted: tuple[str, ...] = ()) -> list[Facts]:
    """Return facts about all cards of a table, by card id.

    depleted: classes of tokens of which none are left.
    """
    stock = {token: 0 if token in depleted else count for token, count in table.tokens.items()}
    all_facts = [Facts(table, card, stock) for card in range(len(table.cards))]
    first_of_group: dict[tuple[object, ...], int] = {}
    for facts in all_facts:
        facts.economy = first_of_group.setdefault(facts.goods_changed(), facts.card)
    return all_facts


@lru_cache(maxsize=8)
def knowledge_of(table: Table) -> Knowledge:
    """Return the knowledge of a table with the shipped weights, value and policy."""
    return Knowledge(table, habits.read(), read_value(value_file_of(table)), read_policy())


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleEstimates:
    """A module's estimates for the player of a view, in points."""

    def worth(self, facts: Facts) -> float:
        """Return the points that placing a card adds."""
        return 0.0

    def produce_gain(self, is_chosen: bool) -> float:
        """Return the points that Produce adds. is_chosen: whether the player chose it."""
        return 0.0

    def points(self, seat: int) -> float:
        """Return a player's present and expected points from the module, apart from those of the
        tableau."""
        return 0.0

    def phases(self) -> list[str]:
        """Return phases that take place this round even if nobody chooses them."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Appraiser:
    """Source of a module's estimates. It stores nothing about a game."""

    def estimate(self, knowledge: Knowledge, view: View, stage: Stage) -> ModuleEstimates:
        """Return the estimates for a view. stage: provides the weights."""
        return ModuleEstimates()

    def progress(self, knowledge: Knowledge, view: View) -> float:
        """Return the progress of the game due to the module, from 0 to 1 at the end."""
        return 0.0


APPRAISERS: Final[dict[str, Appraiser]] = {}
"""Appraisers by module name, which is also the name of the module's part of the state."""
NO_ESTIMATES: Final[list[Any]] = []
"""Estimates for games without modules that keep a part of the state."""


def module_estimates_of(knowledge: Knowledge, view: View, stage: Stage) -> list[Any]:
    """Return the `ModuleEstimates` of all modules, cached for the same view.

    They are typed Any so that compiled code can call classes that users define in plain Python.
    """
    last = knowledge.last_estimates
    if last is not None and last[0] is view and last[1] is stage:
        return last[2]
    estimates = [appraiser.estimate(knowledge, view, stage) for appraiser in _appraisers(view)]
    knowledge.last_estimates = (view, stage, estimates)
    return estimates


def progress(knowledge: Knowledge, view: View) -> float:
    """Return the progress of a game due to modules, from 0 to 1 at the end."""
    last = knowledge.last_progress
    if last is not None and last[0] is view:
        return last[1]
    fraction = max(
        [appraiser.progress(knowledge, view) for appraiser in _appraisers(view)], default=0.0
    )
    knowledge.last_progress = (view, fraction)
    return fraction


def _appraisers(view: View) -> list[Appraiser]:
    return [APPRAISERS[name] for name, _part in view.parts if name in APPRAISERS]
