"""The position of the player of a view, and the values of changes to it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from gamekit.learned import Appraisal
from rftg_engine.bots import features
from rftg_engine.bots.exchanges import Exchange
from rftg_engine.bots.facts import Line, points_per_token
from rftg_engine.bots.goods import Economy, FeatureWeights, one_good
from rftg_engine.bots.knowledge import NO_ESTIMATES, Knowledge, module_estimates_of, stock_of
from rftg_engine.bots.seats import Standing, stage_of
from rftg_engine.bots.tableaus import Stage, card_cost, chip_points
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.turns.gains import GainTokens
from rftg_engine.view import Seat, View

POSITION_DEPENDENT_FEATURES: Final = [
    features.SCORE,
    features.HAND,
    features.HAND_OVER_4,
    features.HAND_OVER_8,
    features.GOODS,
    features.GOODS_POINTS,
    features.GOODS_CARDS,
    features.GOODS_SALE,
]
"""Features whose weights depend on the position."""
PRESTIGE_LEAD: Final = [features.LEAD, features.SOLE_LEADER, features.LEADER]
"""Inputs that compare the player's prestige with that of the others."""
PROCEEDS: Final = [
    features.GOODS,
    features.GOODS_POINTS,
    features.GOODS_CARDS,
    features.GOODS_SALE,
]
"""Inputs that depend on the player's goods."""


@mypyc_attr(acyclic=True)
class Position:
    """The position of the player of a view, without the cards in hand.

    The prices of cards in hand depend on its values, which therefore leave the hand out. Most of
    them are computed on demand, because most decisions need only a few.
    """

    def __init__(self, knowledge: Knowledge, view: View) -> None:
        knowledge = knowledge.as_of(view)
        self.knowledge: Final = knowledge
        self.table: Final = knowledge.table
        self.view: Final = view
        self.own_seat: Final[Seat] = view.seats[view.me]
        self.stage: Final[Stage] = stage_of(knowledge, view)
        self.habits: Final = self.stage.habits
        self.module_estimates: Final = (
            module_estimates_of(knowledge, view, self.stage) if view.parts else NO_ESTIMATES
        )
        self.tableau_value: Final = knowledge.tableau_value(self.own_seat.tableau)
        self.goods: Final[i64] = self.tableau_value.goods_of(self.own_seat.goods)
        self._standing: Standing | None = None
        self._appraisal: Appraisal | None = None
        self._weighing: FeatureWeights | None = None

    @property
    def stock(self) -> dict[str, int]:
        """Remaining supply of tokens, by class."""
        return stock_of(self.table, self.view)

    def has_run_out(self, power: BoundPower) -> bool:
        """Return whether a power gains only tokens of which none are left."""
        if not power.gains or (isinstance(power, BoundAction) and power.choices):
            return False
        return all(
            isinstance(gain, GainTokens) and not self.stock[gain.token] for gain in power.gains
        )

    @property
    def standing(self) -> Standing:
        """The player's position from open facts."""
        cached = self._standing
        if cached is None:
            cached = self._standing = Standing(self.knowledge, self.view, self.view.me)
        return cached

    @property
    def appraisal(self) -> Appraisal:
        """The network's appraisal of the player, without the cards in hand."""
        cached = self._appraisal
        if cached is None:
            cached = self._appraisal = self.standing.appraisal()
        return cached

    @property
    def weighing(self) -> FeatureWeights:
        """Weights of the features for the player, without the cards in hand."""
        cached = self._weighing
        if cached is None:
            weights = self.appraisal.slopes(POSITION_DEPENDENT_FEATURES, features.COUNT)
            cached = self._weighing = FeatureWeights(weights)
        return cached

    @property
    def weights(self) -> list[float]:
        """Weights by number of the feature."""
        return self.weighing.weights

    @property
    def cost(self) -> float:
        """Value of a hand card that is paid. Cards beyond 4 and 8 are worth less."""
        worth, count = self.weighing.hand, len(self.view.hand)
        if count > 4:
            worth += self.weighing.hand_over_4
        if count > 8:
            worth += self.weighing.hand_over_8
        return card_cost(worth)

    @property
    def goods_now(self) -> float:
        """Value of the player's goods."""
        return self.goods_worth(self.goods)

    def goods_worth(self, goods: i64) -> float:
        """Return the value of goods on the player's worlds."""
        return self.tableau_value.economy.value(self.weighing, goods)

    # --- gains and losses

    def exchange(self) -> Exchange:
        """Return an exchange of the player without any gain or loss yet."""
        return Exchange(self.tableau_value, self.own_seat)

    def loss_of(self, card: int) -> float:
        """Return the loss of a card of the tableau, with its good."""
        exchange = self.exchange()
        exchange.lose(card)
        return self.loss(exchange)

    def changes_from(self, exchange: Exchange) -> tuple[list[int], list[float]]:
        """Return the inputs that an exchange changes, other than those of the hand, and their
        changes. Goals are left out."""
        inputs, changes = self._prestige_changes(round(exchange.prestige))
        changes[0] += exchange.points
        tableau = self.tableau_value
        for card in exchange.lost:
            others = tuple([other for other in tableau.tableau if other != card])
            tableau = self.knowledge.tableau_value(others)
            placement = tableau.placement_value(card)
            tableau.change(placement)
            inputs += placement.features
            changes += [-amount for amount in placement.amounts]
            facts = placement.facts
            prestige = facts.steady[features.PRESTIGE]  # is kept
            inputs += [features.SCORE, features.PRESTIGE]
            changes += [prestige - self.points_for_holdings(facts.lines, 0), prestige]
        for feature, amount in exchange.used_up:
            inputs.append(feature)
            changes.append(amount)
        if exchange.lost or exchange.goods != self.goods:
            inputs += PROCEEDS
            changes += self.proceeds_changes(tableau.economy, exchange.goods)
        return inputs, changes

    def loss(self, exchange: Exchange) -> float:
        """Return how much an exchange takes from the rating, apart from cards in hand."""
        inputs, changes = self.changes_from(exchange)
        return -self.appraisal.change(self.knowledge.value.layer.part(inputs, changes))

    def points_for_holdings(self, lines: list[Line], more_prestige: int) -> float:
        """Return the points of scoring lines for the player's chips, prestige and tokens."""
        points = chip_points(lines, self.own_seat.vp, self.own_seat.prestige + more_prestige)
        for token, count in self.own_seat.tokens:
            points += count * points_per_token(lines, token)
        return points

    def points_for_prestige(self, prestige: int) -> float:
        """Return the change of the points that scoring lines of the tableau give for prestige."""
        lines, vp, before = self.tableau_value.lines, self.own_seat.vp, self.own_seat.prestige
        return chip_points(lines, vp, before + prestige) - chip_points(lines, vp, before)

    def lead_changes(self, prestige: int) -> list[float]:
        """Return the changes of PRESTIGE_LEAD when the player gains prestige."""
        own_prestige, best_rival = self.own_seat.prestige, self.standing.most_prestige
        before = features.lead(own_prestige, best_rival)
        after = features.lead(own_prestige + prestige, best_rival)
        return [after[index] - before[index] for index in range(3)]

    @property
    def special_card_worth(self) -> float:
        """Value of the prestige card as long as it is not used."""
        layer = self.knowledge.value.layer
        return -self.appraisal.change(layer.part([features.SPECIAL_CARD], [-1.0]))

    def prestige_worth(self, prestige: int) -> float:
        """Return the gain from gaining prestige, or from losing it if the amount is negative."""
        exchange = self.exchange()
        exchange.prestige = float(prestige)
        return -self.loss(exchange)

    def _prestige_changes(self, prestige: int) -> tuple[list[int], list[float]]:
        """Return the inputs that gaining prestige changes, and their changes. The points come
        first."""
        points = prestige + self.points_for_prestige(prestige)
        inputs = [features.SCORE, features.PRESTIGE, *PRESTIGE_LEAD]
        return inputs, [points, float(prestige), *self.lead_changes(prestige)]

    def good_worth(self, kind: int) -> float:
        """Return the gain from one more good of a kind."""
        goods = self.goods + one_good(kind)
        return max(0.0, self.goods_worth(goods) - self.goods_now)

    def proceeds_changes(self, economy: Economy, goods: i64) -> list[float]:
        """Return the changes of PROCEEDS to goods in an economy."""
        before = self.tableau_value.economy.proceeds_of(self.goods)
        after = economy.proceeds_of(goods)
        return [
            after.price - before.price,
            after.most_points - before.most_points,
            after.most_cards - before.most_cards,
            after.sale - before.sale,
        ]
