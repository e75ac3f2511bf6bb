"""Values of tableaus and of cards to add, at each stage of a game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from gamekit.learned import Eight, Layer
from rftg_engine.bots import features
from rftg_engine.bots.facts import Facts, Line
from rftg_engine.bots.goods import Economy, FeatureWeights, no_economy, one_good
from rftg_engine.bots.shares import Share, TokenPrice, free_places
from rftg_engine.cards.powers import Powers


class Stage(FeatureWeights):
    """Weights at one stage of a game, in a typical position.

    habits: behavior of a player (see habits.py).
    steady: expected value of each card in any tableau.
    cost: value of a hand card that is paid.
    hopes: estimated values of all cards in hand, rising.
    """

    def __init__(
        self,
        number: int,
        weights: list[float],
        habits: list[float],
        facts: list[Facts],
        costs: list[int],
    ) -> None:
        super().__init__(weights)
        self.number: Final = number
        self.habits: Final = habits
        self.cost: Final = card_cost(self.hand)
        self.steady: list[float] = []
        for card_facts in facts:
            worth = 0.0
            for feature, amount in card_facts.expected:
                worth += weights[feature] * amount
            self.steady.append(worth)
        self._potentials: Final = [
            max(0.0, worth - self.cost * cost)
            for worth, cost in zip(self.steady, costs, strict=True)
        ]
        self.hopes: Final = sorted(self._potentials)
        self._hopes_without: dict[int, list[float]] = {}

    def hopes_without(self, excluded: int) -> list[float]:
        """Return the hopes of a player who cannot place the excluded cards because of earlier
        copies.

        excluded: cards as bits.
        """
        if not excluded:
            return self.hopes
        cached = self._hopes_without.get(excluded)
        if cached is None:
            potentials = enumerate(self._potentials)
            cached = sorted(
                [0.0 if excluded >> card & 1 else potential for card, potential in potentials]
            )
            self._hopes_without[excluded] = cached
        return cached


def card_cost(hand: float) -> float:
    """Return the value of a hand card that is paid. hand: value of one more card in hand."""
    return max(0.2, hand)


def dot(weights: list[float], amounts: list[float]) -> float:
    """Return the weighted sum."""
    total = 0.0
    for index in range(len(weights)):
        if amounts[index]:
            total += weights[index] * amounts[index]
    return total


MAX_IGNORED_COPIES: Final = 3
"""Maximum number of copies of a title that can be ignored, as in official sets."""


@mypyc_attr(acyclic=True)
class PlacementValue:
    """The effect of adding a card to a tableau.

    is_duplicate: whether the tableau already has this development.
    cost: cost after all changes, or the missing Military of a world to conquer; None until it is
        computed.
    features, amounts: changed features and their changes, once `is_computed` is true.
    part: the changes as inputs of a network layer, once computed.
    """

    def __init__(self, facts: Facts, is_duplicate: bool) -> None:
        self.facts: Final = facts
        self.is_duplicate: Final = is_duplicate
        self.cost: int | None = None
        self.is_computed = False
        self.features: list[int] = []
        self.amounts: list[float] = []
        self.part: list[Eight] = []


@mypyc_attr(acyclic=True)
class TableauValue:
    """Features and values of a tableau.

    previous: value of its first cards, if available.
    mask: its cards as bits.
    military: Military against all worlds.
    kinds: kinds of its worlds as bits.
    built_copies: copies of its developments as bits, if there are many copies.
    """

    def __init__(
        self,
        facts: list[Facts],
        tableau: tuple[int, ...],
        powers: Powers,
        previous: TableauValue | None = None,
    ) -> None:
        self.facts: Final = facts
        self.tableau: Final = tableau
        self.powers: Final = powers
        self.mask: Final = powers.mask
        self.steady: list[float] = (
            [0.0] * features.COUNT if previous is None else previous.steady[:]
        )
        self.phases: int = 0 if previous is None else previous.phases
        self.kinds: int = 0 if previous is None else previous.kinds
        self.built_copies: int = 0 if previous is None else previous.built_copies
        self.economy: Economy = no_economy() if previous is None else previous.economy
        self.shares: list[Share] = [] if previous is None else previous.shares[:]
        self.lines: list[Line] = [] if previous is None else previous.lines[:]
        self.token_prices: list[TokenPrice] = [] if previous is None else previous.token_prices[:]
        self._placement_values: dict[int, PlacementValue] = {}
        self._layer_sums: dict[int, list[Eight]] = {}
        for card in tableau if previous is None else tableau[len(previous.tableau) :]:
            self._add(facts[card])
        self.military = 0
        self._points_for_missing_cards = 0.0
        """Points of scoring lines for cards outside the tableau, per card in use."""
        self.sums = self._sums()

    def _add(self, facts: Facts) -> None:
        self.phases |= facts.phases
        if facts.copies.bit_count() > MAX_IGNORED_COPIES:
            self.built_copies |= facts.copies
        for feature, amount in facts.amounts:
            self.steady[feature] += amount
        if facts.produces or facts.windfall:
            self.kinds |= 1 << facts.kind >> 1
        self.economy = self.economy.with_card(facts)
        self.shares += facts.shares
        self.lines += facts.lines
        self.token_prices += facts.token_prices

    def _sums(self) -> list[float]:
        """Return the amounts of all features, including effects between cards."""
        sums = self.steady[:]
        for share in self.shares:
            sums[share.feature] += share.amount_now(self.mask)
            sums[share.feature_later] += share.amount_later(self.mask)
        self.military = int(sums[features.MILITARY])
        variable = 0.0
        for line in self.lines:
            variable += points_of(line, self.mask, self.kinds, self.military)
            self._points_for_missing_cards += line.missing_points(self.mask)
        sums[features.SCORE] += variable
        sums[features.SCORE_GROWTH] += self._points_for_missing_cards * free_places(self.mask)
        economy = self.economy
        sums[features.MAKES_POINTS] = economy.points
        sums[features.MAKES_CARDS] = economy.cards
        sums[features.USED_GOODS] = economy.used
        sums[features.BEST_SALE] = economy.sale
        return sums

    def unaffordable_points(self, feature: int, tokens: dict[str, int]) -> float:
        """Return the part of a feature that costs more tokens than the player has.

        tokens: number of tokens by class.
        """
        points = 0.0
        for token_price in self.token_prices:
            if (
                token_price.share.feature == feature
                and tokens.get(token_price.token, 0) < token_price.least
            ):
                points += token_price.share.amount_now(self.mask)
        return points

    def kinds_with(self, card: int) -> int:
        """Return the kinds of production and windfall worlds, as bits, with one more card."""
        return self.kinds | 1 << self.facts[card].kind >> 1

    # --- further cards

    def placement_value(self, card: int) -> PlacementValue:
        """Return the effect of adding a card."""
        cached = self._placement_values.get(card)
        if cached is None:
            facts = self.facts[card]
            cached = PlacementValue(facts, facts.copies & self.mask != 0)
            self._placement_values[card] = cached
        return cached

    def typical_worth(self, stage: Stage, placement_value: PlacementValue) -> float:
        """Return the value of adding a card in a typical position of a stage.

        It excludes the price of the card, its good, and scoring lines for chips.
        """
        self.change(placement_value)
        value = 0.0
        for place, feature in enumerate(placement_value.features):
            value += stage.weights[feature] * placement_value.amounts[place]
        return value

    def change(self, placement_value: PlacementValue) -> None:
        """Compute the changes of features from adding a card."""
        if placement_value.is_computed:
            return
        placement_value.is_computed = True
        facts = placement_value.facts
        for feature, amount in facts.amounts:
            placement_value.features.append(feature)
            placement_value.amounts.append(amount)
        mask = self.mask | facts.bit
        military = facts.steady[features.MILITARY]
        for share in facts.shares:
            amount = share.amount_now(mask)
            _add_change(placement_value, share.feature, amount)
            _add_change(placement_value, share.feature_later, share.amount_later(mask))
            if share.feature == features.MILITARY:
                military += amount
        for share in self.shares:
            if share.watched_cards & facts.bit:
                _add_change(
                    placement_value,
                    share.feature,
                    share.amount_now(mask) - share.amount_now(self.mask),
                )
            difference = share.amount_later(mask) - share.amount_later(self.mask)
            _add_change(placement_value, share.feature_later, difference)
        if self.lines or facts.lines:
            difference = self._more_points(facts, mask, self.military + int(military))
            _add_change(placement_value, features.SCORE, difference)
            missing_points = self._points_for_missing_cards_with(facts, mask) * free_places(mask)
            missing_points -= self._points_for_missing_cards * free_places(self.mask)
            _add_change(placement_value, features.SCORE_GROWTH, missing_points)
        if facts.changes_goods:
            old, new = self.economy, self.economy.with_card(facts)
            _add_change(placement_value, features.MAKES_POINTS, new.points - old.points)
            _add_change(placement_value, features.MAKES_CARDS, new.cards - old.cards)
            _add_change(placement_value, features.USED_GOODS, new.used - old.used)
            _add_change(placement_value, features.BEST_SALE, new.sale - old.sale)

    def part(self, placement_value: PlacementValue, layer: Layer) -> list[Eight]:
        """Return the changes from adding a card as inputs of the network's layer."""
        if not placement_value.part:
            self.change(placement_value)
            placement_value.part = layer.part(placement_value.features, placement_value.amounts)
        return placement_value.part

    def layer_sums(self, layer: Layer) -> list[Eight]:
        """Return the sums of a layer's units for the tableau."""
        cached = self._layer_sums.get(layer.number)
        if cached is None:
            part = layer.part_of_all(self.sums, 0)
            cached = self._layer_sums[layer.number] = layer.with_biases(part)
        return cached

    def _more_points(self, facts: Facts, mask: int, military: int) -> float:
        """Return the points that scoring lines add with a card. mask, military: values with the
        card."""
        kinds = self.kinds_with(facts.card)
        points = 0.0
        for line in self.lines:
            if not line.mask or line.mask & facts.bit:
                points += points_of(line, mask, kinds, military)
                points -= points_of(line, self.mask, self.kinds, self.military)
        for line in facts.lines:
            points += points_of(line, mask, kinds, military)
        return points

    def _points_for_missing_cards_with(self, facts: Facts, mask: int) -> float:
        """Return the points of scoring lines for cards outside the tableau after a card is added.

        mask: cards including the new card.
        """
        missing_points = self._points_for_missing_cards
        for line in self.lines:
            if line.mask & facts.bit and not self.mask & facts.bit:
                missing_points -= line.rate
        for line in facts.lines:
            missing_points += line.missing_points(mask)
        return missing_points

    # --- goods, counted by kind as in goods.py

    def goods_of(self, worlds: tuple[int, ...]) -> i64:
        """Return the goods on these worlds."""
        goods: i64 = 0
        for world in worlds:
            goods += one_good(self.facts[world].kind)
        return goods

    def production_left(self, full_worlds: tuple[int, ...]) -> i64:
        """Return the goods that production worlds without a good produce.

        full_worlds: worlds with a good.
        """
        remaining = self.economy.production
        for world in full_worlds:
            if self.facts[world].produces:
                remaining -= one_good(self.facts[world].kind)
        return remaining

    def windfalls_left(self, full_worlds: tuple[int, ...]) -> i64:
        """Return the windfall worlds without a good, by kind. full_worlds: worlds with a good."""
        remaining = self.economy.windfalls
        for world in full_worlds:
            world_facts = self.facts[world]
            if world_facts.windfall and not world_facts.produces:
                remaining -= one_good(world_facts.kind)
        return remaining


def _add_change(placement_value: PlacementValue, feature: int, amount: float) -> None:
    if amount:
        placement_value.features.append(feature)
        placement_value.amounts.append(amount)


def points_of(line: Line, mask: int, kinds: int, military: int) -> float:
    """Return the points of a scoring line, without lines for chips and prestige."""
    if line.mask:
        return float(line.amount * line.count_in(mask))
    count_kind = line.things
    if count_kind == "kinds":
        return float(line.table[min(kinds.bit_count(), len(line.table) - 1)])
    if count_kind == "once":
        condition = line.condition
        if condition is None or not condition.is_plain:
            return 0.5 * line.amount
        return float(line.amount if condition.is_met_by(mask) else 0)
    if count_kind == "military":
        return points_for(line, military)
    return points_for(line, max(0, -military)) if count_kind == "negative military" else 0.0


def points_for(line: Line, count: int) -> float:
    """Return the points of a scoring line for a count."""
    return float(line.amount * min(line.maximum, int(count / line.divisor)))


def chip_points(lines: list[Line], vp: int, prestige: int) -> float:
    """Return the points of scoring lines for chips and prestige."""
    total = 0.0
    for line in lines:
        if line.things == "chips":
            total += points_for(line, vp)
        elif line.things == "prestige":
            total += points_for(line, prestige)
    return total
