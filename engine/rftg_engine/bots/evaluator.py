"""Values of a position, of cards in hand and of placements."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from gamekit.decisions import PaymentOption
from gamekit.learned import Appraisal, Eight
from rftg_engine.bots import features, habits
from rftg_engine.bots.aims import changes as goal_changes
from rftg_engine.bots.facts import CARD_POINTS, Facts, points_per_token, token_worth
from rftg_engine.bots.goods import Economy, FeatureWeights, one_good
from rftg_engine.bots.hand import HAND_FEATURES, UNKNOWN, Candidate, Hand
from rftg_engine.bots.knowledge import NO_ESTIMATES, Knowledge, module_estimates_of, stock_of
from rftg_engine.bots.seats import (
    Standing,
    seen_player,
    seen_players,
    stage_of,
)
from rftg_engine.bots.tableaus import Stage, card_cost, chip_points
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.moments import DEVELOPING, SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.modules.takeovers import attack, defense, min_defense_change
from rftg_engine.phases.rounds import limit_with
from rftg_engine.state import Player
from rftg_engine.turns.counting import in_force
from rftg_engine.turns.gains import GainTokens
from rftg_engine.turns.placing import (
    PlacementContext,
    can_any_help,
    develop_payment_options,
    permanent_military,
    settle_payment_options,
)
from rftg_engine.view import Seat, View

UNAFFORDABLE: Final = -1
"""Price of a card that cannot be placed."""
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
class Evaluator:
    """Values of cards, payments and the hand for the player of a view.

    Most of them are computed on demand, because most decisions need only a few.
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
        self.powers: Powers = self.tableau_value.powers
        self._has_live_powers: Final = bool(self.powers.live) or self.table.has_hand_powers
        if self._has_live_powers:
            players = seen_players(knowledge, view)
            players[view.me].hand = list(view.hand)
            self.powers = in_force(self.table, players, view.me, self.powers)
        self.goods: i64 = self.tableau_value.goods_of(self.own_seat.goods)
        self._standing: Standing | None = None
        self._appraisal: Appraisal | None = None
        self._own_appraisal: Appraisal | None = None
        self._weighing: FeatureWeights | None = None
        self._hand: Hand | None = None
        self._other_candidates: Final[dict[int, Candidate]] = {}
        self._placement_context: PlacementContext | None = None

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
    def hand(self) -> Hand:
        """The player's hand."""
        hand = self._hand
        if hand is None:
            candidates = [
                Candidate(self.tableau_value.placement_value(card)) for card in self.view.hand
            ]
            for candidate in candidates:
                self.potential(candidate)
            hopes = self.stage.hopes_without(self.tableau_value.built_copies)
            hand = self._hand = Hand(self.stage, candidates, limit_with(self.powers), hopes)
        return hand

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

    def own_appraisal(self) -> Appraisal:
        """Return the network's appraisal of the player, including the best cards in hand."""
        cached = self._own_appraisal
        if cached is None:
            numbers, amounts = self.best_card_inputs(self.hand)
            cached = self._own_appraisal = self.appraisal.changed(numbers, amounts)
        return cached

    def best_card_inputs(self, hand: Hand) -> tuple[list[int], list[float]]:
        """Return the input numbers of the best cards in hand, and their amounts."""
        best, second, third = hand.best(None, 3)
        numbers = [features.HAND_KNOWN, features.BEST_CARD, features.NEXT_CARDS]
        return numbers, [1.0, max(0.0, best), max(0.0, second) + max(0.0, third)]

    def draw_gain(self, draw_count: float, keep_count: float) -> float:
        """Return the gain from drawing cards and keeping some of them."""
        if draw_count <= 0:
            return 0.0
        hand = self.hand
        if not hand.is_weighed:
            slopes = self.own_appraisal().slopes(HAND_FEATURES, features.COUNT)
            weights = self.weights[:]
            for feature in HAND_FEATURES:
                weights[feature] = slopes[feature]
            hand.weigh(FeatureWeights(weights))
        return hand.draw_gain(draw_count, keep_count)

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

    @property
    def placement_context(self) -> PlacementContext:
        """Context for placing cards."""
        cached = self._placement_context
        if cached is None:
            view = self.view
            player = seen_player(self.knowledge, view, view.me)
            player.hand = list(view.hand)
            player.powers = self.powers
            used = dict.fromkeys(view.used_up, 1)
            cached = PlacementContext(self.table, player, self.powers, view.work, used=used)
            self._placement_context = cached
        return cached

    def would_succeed(self, power_id: int, world: int) -> bool:
        """Return whether a takeover succeeds if neither side uses more powers."""
        takeovers = [power for power in self.powers.takeovers if power.number == power_id]
        seats = self.view.seats
        owner = next(
            (seat for seat, player_seat in enumerate(seats) if world in player_seat.tableau), -1
        )
        if not takeovers or owner < 0:
            return False
        powers = self.table.powers(seats[owner].tableau)
        owner_context = PlacementContext(self.table, Player(owner, powers), powers, self.view.work)
        against = defense(owner_context, world, min_defense_change(self.placement_context, world))
        return attack(self.placement_context, takeovers[0], world) >= against

    # --- cards

    def candidate(self, card: int) -> Candidate:
        """Return the values of placing a card."""
        cached = None if self._hand is None else self._hand.find(card)
        if cached is None:
            cached = self._other_candidates.get(card)
        if cached is None:
            cached = self._other_candidates[card] = Candidate(
                self.tableau_value.placement_value(card)
            )
        return cached

    def worth(self, candidate: Candidate) -> float:
        """Return the gain from placing a card, before its price."""
        if candidate.worth == UNKNOWN:
            candidate.worth = self._worth(candidate)
        return candidate.worth

    def _worth(self, candidate: Candidate) -> float:
        return self.appraisal.change(self._part(candidate)) + self._module_worth(candidate.facts)

    def _module_worth(self, facts: Facts) -> float:
        worth = 0.0
        for estimates in self.module_estimates:
            worth += estimates.worth(facts)
        return worth

    def _part(self, candidate: Candidate) -> list[Eight]:
        """Return the change to the sums of the value's units from placing a card."""
        if not candidate.part:
            layer = self.knowledge.value.layer
            tableau_part = self.tableau_value.part(candidate.placement_value, layer)
            inputs, changes = self.open_changes(candidate.facts)
            candidate.part = layer.add(tableau_part, inputs, changes)
        return candidate.part

    def open_changes(self, facts: Facts) -> tuple[list[int], list[float]]:
        """Return the inputs that placing a card changes, other than those of the tableau and of the
        hand, and their changes."""
        inputs: list[int] = []
        changes: list[float] = []
        points = 0.0
        prestige = int(facts.steady[features.PRESTIGE])
        if facts.lines:
            points = chip_points(facts.lines, self.own_seat.vp, self.own_seat.prestige + prestige)
            for token, count in self.own_seat.tokens:
                points += count * points_per_token(facts.lines, token)
        if prestige:
            points += self._points_for_prestige(prestige)
            inputs += PRESTIGE_LEAD
            changes += self._lead_changes(prestige)
        if self.view.goals:
            won, hoped = goal_changes(self.standing.aims, self.tableau_value, facts)
            points += won
            if hoped:
                inputs.append(features.AIMS)
                changes.append(hoped)
        if points:
            inputs.append(features.SCORE)
            changes.append(points)
        if facts.comes_with_good or (facts.changes_goods and self.goods):
            goods = self.goods + (one_good(facts.kind) if facts.comes_with_good else 0)
            inputs += PROCEEDS
            changes += self._proceeds_changes(self.tableau_value.economy.with_card(facts), goods)
        return inputs, changes

    def _proceeds_changes(self, economy: Economy, goods: i64) -> list[float]:
        """Return the changes of PROCEEDS to goods in an economy."""
        before = self.tableau_value.economy.proceeds_of(self.goods)
        after = economy.proceeds_of(goods)
        return [
            after.price - before.price,
            after.most_points - before.most_points,
            after.most_cards - before.most_cards,
            after.sale - before.sale,
        ]

    def rating_change(
        self, points: float, prestige: int, goods: i64, given: int, drawn: float
    ) -> float:
        """Return the change of the rating by points, prestige, goods and cards.

        goods: the player's goods afterwards. given, drawn: cards of the hand that are given away,
        and cards that are drawn.
        """
        inputs, changes = self._prestige_changes(prestige)
        changes[0] += points
        if goods != self.goods:
            inputs += PROCEEDS
            changes += self._proceeds_changes(self.tableau_value.economy, goods)
        if given or drawn:
            inputs += HAND_FEATURES
            changes += self.hand.changes_from_giving(given, drawn)
        return self.own_appraisal().change(self.knowledge.value.layer.part(inputs, changes))

    def _points_for_prestige(self, prestige: int) -> float:
        """Return the change of the points that scoring lines of the tableau give for prestige."""
        lines, vp, before = self.tableau_value.lines, self.own_seat.vp, self.own_seat.prestige
        return chip_points(lines, vp, before + prestige) - chip_points(lines, vp, before)

    def _lead_changes(self, prestige: int) -> list[float]:
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
        """Return the gain from gaining prestige, or from losing it if the amount is negative.

        The cards in hand are left out: their prices depend on this.
        """
        inputs, changes = self._prestige_changes(prestige)
        return self.appraisal.change(self.knowledge.value.layer.part(inputs, changes))

    def _prestige_changes(self, prestige: int) -> tuple[list[int], list[float]]:
        """Return the inputs that gaining prestige changes, and their changes. The points come
        first."""
        points = prestige + self._points_for_prestige(prestige)
        inputs = [features.SCORE, features.PRESTIGE, *PRESTIGE_LEAD]
        return inputs, [points, float(prestige), *self._lead_changes(prestige)]

    def good_worth(self, kind: int) -> float:
        """Return the gain from one more good of a kind."""
        goods = self.goods + one_good(kind)
        return max(0.0, self.goods_worth(goods) - self.goods_now)

    def potential(self, candidate: Candidate) -> float:
        """Return the value of having a card in hand.

        For a card that can be placed, that is its worth minus its price.
        """
        if candidate.potential == UNKNOWN:
            candidate.potential = self._potential(candidate)
        return candidate.potential

    def _potential(self, candidate: Candidate) -> float:
        if candidate.placement_value.is_duplicate:
            return -1.0
        worth = self.worth(candidate)
        price = self.price(candidate, 0)
        if price == UNAFFORDABLE:
            missing = candidate.facts.cost - permanent_military(self.powers, candidate.card)
            hoped = min(worth, self.habits[habits.OUT_OF_REACH] * worth)
            return hoped - self.cost * max(1, missing)
        value = worth - self.cost * price
        if price >= len(self.view.hand) and value > 0:
            value *= self.habits[habits.TOO_EXPENSIVE]
        return value

    def price(self, candidate: Candidate, discount: int, military: int = 0) -> int:
        """Return the number of hand cards to pay for a card, or UNAFFORDABLE.

        discount: discount on the cost. military: additional Military.
        """
        price = self._plain_price(candidate, discount, military)
        chosen = self.powers.chosen[SETTLING if candidate.is_world else DEVELOPING]
        if (
            not price
            or not chosen
            or not can_any_help(chosen, candidate.card, candidate.facts.military)
        ):
            return price
        if discount:
            return self._cheapest_price(candidate.card, discount)
        if candidate.price is None:
            candidate.price = self._cheapest_price(candidate.card, 0)
        return candidate.price

    def _plain_price(self, candidate: Candidate, discount: int, military: int) -> int:
        """Return the price without powers that have their own price or must be chosen."""
        cost = candidate.placement_value.cost
        if cost is None or self._has_live_powers:
            cost = candidate.placement_value.cost = self._cost(candidate.facts)
        if candidate.facts.military:
            return 0 if cost <= military else UNAFFORDABLE
        return max(0, cost - discount)

    def _cost(self, facts: Facts) -> int:
        """Return the cost of a card after all changes. For a world to conquer, return the missing
        Military."""
        cost = facts.cost
        if self.powers.unmet >> facts.card & 1:
            return UNAFFORDABLE
        if facts.military:
            return cost - permanent_military(self.powers, facts.card)
        for power in self.powers.costs[SETTLING if facts.is_world else DEVELOPING]:
            if power.covers[facts.card]:
                cost += power.amount
        return cost

    def _cheapest_price(self, card: int, discount: int) -> int:
        context = self.placement_context
        context.bonus = discount
        list_options = (
            settle_payment_options if self.table.is_world[card] else develop_payment_options
        )
        options = list_options(context, card)
        context.bonus = 0
        lowest = UNAFFORDABLE
        for option in options:
            price = int(self.option_price(option))
            if lowest == UNAFFORDABLE or price < lowest:
                lowest = price
        return lowest

    def option_price(self, option: PaymentOption) -> float:
        """Return the price of a payment option, in cards."""
        price = float(option.min_cards)
        for power_id in option.powers:
            power = self.table.power_list[power_id]
            if power.price is None:
                continue
            if power.price.what == "this":
                price += self.habits[habits.CARD_OF_TABLEAU]
            elif power.price.what == "goods":
                price += self.habits[habits.GOOD_PAID] * max(1, power.price.count)
            elif power.price.what == "prestige":
                price -= self.prestige_worth(-max(1, power.price.count)) / self.cost
            elif power.price.what == "chips":
                price += max(1, power.price.count) / CARD_POINTS
            elif power.price.what == "tokens":
                worth = token_worth(self.tableau_value.lines, power.price.token)
                price += worth / CARD_POINTS * max(1, power.price.count)
        return price

    # --- placing

    def placement_gain(self, candidate: Candidate, price: int, drawn: float) -> float:
        """Return the gain from placing a card for a price. drawn: cards drawn for placing it."""
        layer = self.knowledge.value.layer
        changes = self.hand.changes_from_placing(candidate, price, drawn)
        part = layer.add(self._part(candidate), HAND_FEATURES, changes)
        return self.own_appraisal().change(part) + self.unrated_worth(candidate)

    def unrated_worth(self, candidate: Candidate) -> float:
        """Return the part of a placement's worth that the ratings leave out."""
        return self._module_worth(candidate.facts) + self.hand_synergy(candidate)

    def hand_synergy(self, candidate: Candidate) -> float:
        """Return how much a card helps the other cards in hand by making them cheaper or
        affordable."""
        if candidate.hand_synergy == UNKNOWN:
            facts = candidate.facts
            candidate.hand_synergy = (
                self._hand_synergy(candidate) if facts.costs or facts.force else 0.0
            )
        return candidate.hand_synergy

    def _hand_synergy(self, candidate: Candidate) -> float:
        habit = self.habits[habits.HAND_SYNERGY]
        value = 0.0
        for adjustment in candidate.facts.costs:
            for hand_card in self.hand.cards:
                if hand_card.card != candidate.card and adjustment.cards[hand_card.card]:
                    value -= habit * self.cost * adjustment.amount
        for adjustment in candidate.facts.force:
            for hand_card in self.hand.cards:
                if hand_card.card != candidate.card and adjustment.cards[hand_card.card]:
                    missing = hand_card.facts.cost - permanent_military(self.powers, hand_card.card)
                    if missing > 0:
                        value += habit * self.cost * min(adjustment.amount, missing)
        return value
