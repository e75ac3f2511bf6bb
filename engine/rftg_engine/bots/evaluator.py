"""Values of a position, of cards in hand and of placements."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from gamekit.decisions import PaymentOption
from gamekit.learned import Appraisal, Eight
from rftg_engine.bots import features, habits
from rftg_engine.bots.aims import changes as goal_changes
from rftg_engine.bots.exchanges import Exchange
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.goods import FeatureWeights, one_good
from rftg_engine.bots.hand import HAND_FEATURES, UNAFFORDABLE, UNKNOWN, Candidate, Hand, Price
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.position import PRESTIGE_LEAD, PROCEEDS, Position
from rftg_engine.bots.seats import seen_player, seen_players
from rftg_engine.cards.moments import DEVELOPING, SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import ALL
from rftg_engine.modules.takeovers import attack, defense, min_defense_change
from rftg_engine.phases.rounds import limit_with
from rftg_engine.state import Player
from rftg_engine.turns.counting import in_force
from rftg_engine.turns.placing import (
    PlacementContext,
    can_any_help,
    develop_payment_options,
    permanent_military,
    settle_payment_options,
)
from rftg_engine.view import View


@mypyc_attr(acyclic=True)
class Evaluator(Position):
    """Values of cards, payments and the hand for the player of a view."""

    def __init__(self, knowledge: Knowledge, view: View) -> None:
        super().__init__(knowledge, view)
        self.powers: Powers = self.tableau_value.powers
        self._has_live_powers: Final = bool(self.powers.live) or self.table.has_hand_powers
        if self._has_live_powers:
            players = seen_players(self.knowledge, view)
            players[view.me].hand = list(view.hand)
            self.powers = in_force(self.table, players, view.me, self.powers)
        self._own_appraisal: Appraisal | None = None
        self._hand: Hand | None = None
        self._other_candidates: Final[dict[int, Candidate]] = {}
        self._placement_context: PlacementContext | None = None

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
            points = self.points_for_holdings(facts.lines, prestige)
        if prestige:
            points += self.points_for_prestige(prestige)
            inputs += PRESTIGE_LEAD
            changes += self.lead_changes(prestige)
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
            changes += self.proceeds_changes(self.tableau_value.economy.with_card(facts), goods)
        return inputs, changes

    def rating_change(self, exchange: Exchange) -> float:
        """Return the change of the rating by an exchange, in which the worst cards are paid."""
        inputs, changes = self.changes_from(exchange)
        if exchange.hand_cards or exchange.drawn:
            inputs += HAND_FEATURES
            changes += self.hand.changes_from_giving(exchange.hand_cards, exchange.drawn)
        return self.own_appraisal().change(self.knowledge.value.layer.part(inputs, changes))

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
        if price.cards == UNAFFORDABLE:
            missing = candidate.facts.cost - permanent_military(self.powers, candidate.card)
            hoped = min(worth, self.habits[habits.OUT_OF_REACH] * worth)
            return hoped - self.cost * max(1, missing)
        value = worth - self.cost * price.cards - price.loss
        if price.cards >= len(self.view.hand) and value > 0:
            value *= self.habits[habits.TOO_EXPENSIVE]
        return value

    def price(self, candidate: Candidate, discount: int, military: int = 0) -> Price:
        """Return the lowest price of a card.

        discount: discount on the cost. military: additional Military.
        """
        cards = self._plain_price(candidate, discount, military)
        chosen = self.powers.chosen[SETTLING if candidate.is_world else DEVELOPING]
        if (
            not cards
            or not chosen
            or not can_any_help(chosen, candidate.card, candidate.facts.military)
        ):
            return Price(cards)
        if discount or military:
            return self._lowest_price(candidate.card, discount, military)
        if candidate.price is None:
            candidate.price = self._lowest_price(candidate.card)
        return candidate.price

    def _plain_price(self, candidate: Candidate, discount: int, military: int) -> int:
        """Return the price in cards without powers that have their own price or must be chosen."""
        if self.powers.unmet >> candidate.card & 1:
            return UNAFFORDABLE
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
        if facts.military:
            return cost - permanent_military(self.powers, facts.card)
        for power in self.powers.costs[SETTLING if facts.is_world else DEVELOPING]:
            if power.covers[facts.card]:
                cost += power.amount
        return cost

    def _lowest_price(self, card: int, discount: int = 0, military: int = 0) -> Price:
        context = self.placement_context
        context.bonus, context.temporary_military = discount, [(ALL, military)]
        list_options = (
            settle_payment_options if self.table.is_world[card] else develop_payment_options
        )
        options = list_options(context, card)
        context.bonus, context.temporary_military = 0, None
        lowest = Price(UNAFFORDABLE)
        for option in options:
            price = self.option_price(option)
            if lowest.cards == UNAFFORDABLE or self.points(price) < self.points(lowest):
                lowest = price
        return lowest

    def option_price(self, option: PaymentOption) -> Price:
        """Return the price of a payment option."""
        exchange = self.exchange()
        for power_id in option.powers:
            power = self.table.power_list[power_id]
            if power.price is not None:
                exchange.pay(power, max(1, power.price.count))
        return Price(option.min_cards, self.loss(exchange) if option.powers else 0.0)

    def points(self, price: Price) -> float:
        """Return the points that a price is worth."""
        return price.cards * self.cost + price.loss

    # --- placing

    def placement_gain(self, candidate: Candidate, price: Price, drawn: float) -> float:
        """Return the gain from placing a card for a price. drawn: cards drawn for placing it."""
        layer = self.knowledge.value.layer
        changes = self.hand.changes_from_placing(candidate, price.cards, drawn)
        part = layer.add(self._part(candidate), HAND_FEATURES, changes)
        return self.own_appraisal().change(part) + self.unrated_worth(candidate) - price.loss

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
