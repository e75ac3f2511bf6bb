"""Value of a tableau, and of adding each further card, at each stage of a game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from gamekit.learned import Layer
from rftg_engine.bots import features, inputs
from rftg_engine.bots.facts import Facts, Line
from rftg_engine.bots.goods import Economy, FeatureWeights, no_economy, of_kind
from rftg_engine.bots.shares import Share, TokenPrice, free_places
from rftg_engine.cards.powers import Powers


class Stage(FeatureWeights):
    """The weights at one stage of a game, as they are in a typical position.

    beside: weights that come to those that a network finds in a position; without a network they
    are all there is. habits: how a player behaves (habits.py). steady: what each
    card is expected to add, whatever the tableau. cost: what a card paid is worth. hopes: what
    cards are worth in hand, tableau and hand aside, least first.
    """

    def __init__(
        self,
        number: int,
        beside: list[float],
        slopes: list[float],
        habits: list[float],
        facts: list[Facts],
        costs: list[int],
    ) -> None:
        super().__init__([one + other for one, other in zip(beside, slopes, strict=True)])
        weights = self.weights
        self.number: Final = number
        self.beside: Final = beside
        self.habits: Final = habits
        self.cost: Final = card_cost(self.hand)
        self.steady: list[float] = []
        for one in facts:
            worth = 0.0
            for feature, amount in one.expected:
                worth += weights[feature] * amount
            self.steady.append(worth)
        self._potentials: Final = [
            max(0.0, worth - self.cost * cost)
            for worth, cost in zip(self.steady, costs, strict=True)
        ]
        self.hopes: Final = sorted(self._potentials)
        self._hopes_beside: dict[int, list[float]] = {}

    def hopes_beside(self, built: int) -> list[float]:
        """Return the hopes of a player who cannot place some cards because of earlier copies.

        built: those cards, as bits.
        """
        if not built:
            return self.hopes
        found = self._hopes_beside.get(built)
        if found is None:
            worth = enumerate(self._potentials)
            found = sorted([0.0 if built >> card & 1 else one for card, one in worth])
            self._hopes_beside[built] = found
        return found


def card_cost(hand: float) -> float:
    """Return what a card paid is worth. hand: what a card more in hand is."""
    return max(0.2, hand)


def dot(weights: list[float], amounts: list[float]) -> float:
    """Return the weighted sum."""
    total = 0.0
    for index in range(len(weights)):
        if amounts[index]:
            total += weights[index] * amounts[index]
    return total


FEW_COPIES: Final = 3
"""Most copies of a title that can be ignored among all cards, as in official sets."""


@mypyc_attr(acyclic=True)
class PlacementValue:
    """A card beside a tableau that it might be added to.

    built: it is a development that the tableau has already. cost: after all changes, for a world to
    be conquered the military that is missing; None before it is asked for. worth: at a stage.
    where, amounts: what it changes in the features of the tableau, once `changed` is true.
    part: the same in the terms of a network, once it has been asked for.
    """

    def __init__(self, facts: Facts, built: bool) -> None:
        self.facts: Final = facts
        self.built: Final = built
        self.cost: int | None = None
        self.stage = -1
        self.worth = 0.0
        self.changed = False
        self.where: list[int] = []
        self.amounts: list[float] = []
        self.part: list[float] = []


@mypyc_attr(acyclic=True)
class TableauValue:
    """A tableau in the terms of the evaluation.

    before: one of its first cards, if that is known. mask: its cards. military: against all
    worlds. kinds: of its worlds, as bits. built: all copies of developments that it has, if there
    are many of them, as bits.
    """

    def __init__(
        self,
        facts: list[Facts],
        tableau: tuple[int, ...],
        powers: Powers,
        before: TableauValue | None = None,
    ) -> None:
        self.facts: Final = facts
        self.tableau: Final = tableau
        self.powers: Final = powers
        self.mask: Final = powers.mask
        self.steady: list[float] = [0.0] * features.COUNT if before is None else before.steady[:]
        self.phases: int = 0 if before is None else before.phases
        self.kinds: int = 0 if before is None else before.kinds
        self.built: int = 0 if before is None else before.built
        self.economy: Economy = no_economy() if before is None else before.economy
        self.shares: list[Share] = [] if before is None else before.shares[:]
        self.lines: list[Line] = [] if before is None else before.lines[:]
        self.token_prices: list[TokenPrice] = [] if before is None else before.token_prices[:]
        self._prospects: dict[int, PlacementValue] = {}
        self._parts: dict[int, list[float]] = {}
        for card in tableau if before is None else tableau[len(before.tableau) :]:
            self._add(facts[card])
        self.military = 0
        self._missing = 0.0
        """The points of lines of scoring for cards beside the tableau, by the cards in use."""
        self.sums = self._sums()

    def _add(self, facts: Facts) -> None:
        self.phases |= facts.phases
        if facts.copies.bit_count() > FEW_COPIES:
            self.built |= facts.copies
        for feature, amount in facts.amounts:
            self.steady[feature] += amount
        if facts.produces or facts.windfall:
            self.kinds |= 1 << facts.kind >> 1
        self.economy = self.economy.with_card(facts)
        self.shares += facts.shares
        self.lines += facts.lines
        self.token_prices += facts.token_prices

    def _sums(self) -> list[float]:
        """Return the amount of each feature: what is steady, and what cards do for each other."""
        sums = self.steady[:]
        for share in self.shares:
            sums[share.feature] += share.now(self.mask)
            sums[share.feature_later] += share.later(self.mask)
        self.military = int(sums[features.MILITARY])
        variable = 0.0
        for line in self.lines:
            variable += points_of(line, self.mask, self.kinds, self.military)
            self._missing += line.missing(self.mask)
        sums[features.SCORE] += variable
        sums[features.SCORE_GROWTH] += self._missing * free_places(self.mask)
        economy = self.economy
        sums[features.MAKES_POINTS] = economy.points
        sums[features.MAKES_CARDS] = economy.cards
        sums[features.USED_GOODS] = economy.used
        sums[features.BEST_SALE] = economy.sale
        return sums

    def beyond_means(self, feature: int, held: dict[str, int]) -> float:
        """Return the part of a feature that costs more tokens than are held, by class."""
        missing = 0.0
        for one in self.token_prices:
            if one.share.feature == feature and held.get(one.token, 0) < one.least:
                missing += one.share.now(self.mask)
        return missing

    def kinds_with(self, card: int) -> int:
        """Return kinds of production and windfall worlds with a card more, as bits."""
        return self.kinds | 1 << self.facts[card].kind >> 1

    # --- further cards

    def prospect(self, card: int) -> PlacementValue:
        """Return a further card beside this tableau."""
        found = self._prospects.get(card)
        if found is None:
            facts = self.facts[card]
            found = PlacementValue(facts, facts.copies & self.mask != 0)
            self._prospects[card] = found
        return found

    def worth(self, stage: Stage, prospect: PlacementValue) -> float:
        """Return what placing a card adds by the weights of a stage, beside a network's.

        Its price, good and chips are left aside.
        """
        if prospect.stage != stage.number:
            prospect.worth = self._weighed(stage.beside, prospect)
            prospect.stage = stage.number
        return prospect.worth

    def typical_worth(self, stage: Stage, prospect: PlacementValue) -> float:
        """Return the same with what a network finds in a typical position of the stage."""
        return self._weighed(stage.weights, prospect)

    def _weighed(self, weights: list[float], prospect: PlacementValue) -> float:
        self.change(prospect)
        value = 0.0
        for place, feature in enumerate(prospect.where):
            value += weights[feature] * prospect.amounts[place]
        return value

    def change(self, prospect: PlacementValue) -> None:
        """Find what a card changes in the features of the tableau."""
        if prospect.changed:
            return
        prospect.changed = True
        facts = prospect.facts
        for feature, amount in facts.amounts:
            prospect.where.append(feature)
            prospect.amounts.append(amount)
        mask = self.mask | facts.bit
        military = facts.steady[features.MILITARY]
        for share in facts.shares:
            amount = share.now(mask)
            _note(prospect, share.feature, amount)
            _note(prospect, share.feature_later, share.later(mask))
            if share.feature == features.MILITARY:
                military += amount
        for share in self.shares:
            if share.watched & facts.bit:
                _note(prospect, share.feature, share.now(mask) - share.now(self.mask))
            more = share.later(mask) - share.later(self.mask)
            _note(prospect, share.feature_later, more)
        if self.lines or facts.lines:
            more = self._more_points(facts, mask, self.military + int(military))
            _note(prospect, features.SCORE, more)
            missing = self._missing_with(facts, mask) * free_places(mask)
            missing -= self._missing * free_places(self.mask)
            _note(prospect, features.SCORE_GROWTH, missing)
        if facts.changes_goods:
            old, new = self.economy, self.economy.with_card(facts)
            _note(prospect, features.MAKES_POINTS, new.points - old.points)
            _note(prospect, features.MAKES_CARDS, new.cards - old.cards)
            _note(prospect, features.USED_GOODS, new.used - old.used)
            _note(prospect, features.BEST_SALE, new.sale - old.sale)

    def part(self, prospect: PlacementValue, layer: Layer) -> list[float]:
        """Return what a card changes of what the layer of the value is given."""
        if not prospect.part:
            self.change(prospect)
            prospect.part = layer.part(prospect.where, prospect.amounts)
        return prospect.part

    def as_own(self, layer: Layer) -> list[float]:
        """Return its part of what a layer is given for its owner."""
        return self._part(layer, 2 * layer.number, 0)

    def as_other(self, layer: Layer) -> list[float]:
        """Return the same for another player than its owner."""
        return self._part(layer, 2 * layer.number + 1, inputs.OTHERS)

    def _part(self, layer: Layer, key: int, first: int) -> list[float]:
        """Return it, worked out once: there is one layer of each number."""
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = layer.part_of_all(self.sums, first)
        return found

    def _more_points(self, facts: Facts, mask: int, military: int) -> float:
        """Return the points that lines of scoring give more with a card.

        mask, military: with it.
        """
        kinds = self.kinds_with(facts.card)
        more = 0.0
        for line in self.lines:
            if not line.mask or line.mask & facts.bit:
                more += points_of(line, mask, kinds, military)
                more -= points_of(line, self.mask, self.kinds, self.military)
        for line in facts.lines:
            more += points_of(line, mask, kinds, military)
        return more

    def _missing_with(self, facts: Facts, mask: int) -> float:
        """Return what lines of scoring miss with a card. mask: with it."""
        missing = self._missing
        for line in self.lines:
            if line.mask & facts.bit and not self.mask & facts.bit:
                missing -= line.rate
        for line in facts.lines:
            missing += line.missing(mask)
        return missing

    # --- goods, counted by kind as in goods.py

    def goods_of(self, worlds: tuple[int, ...]) -> i64:
        """Return the goods on these worlds."""
        goods: i64 = 0
        for world in worlds:
            goods += of_kind(self.facts[world].kind)
        return goods

    def production_left(self, full: tuple[int, ...]) -> i64:
        """Return what production worlds produce while goods lie on these worlds."""
        left = self.economy.production
        for world in full:
            if self.facts[world].produces:
                left -= of_kind(self.facts[world].kind)
        return left

    def windfalls_left(self, full: tuple[int, ...]) -> i64:
        """Return the windfall worlds that are empty while goods lie on these worlds, by kind."""
        left = self.economy.windfalls
        for world in full:
            one = self.facts[world]
            if one.windfall and not one.produces:
                left -= of_kind(one.kind)
        return left


def _note(prospect: PlacementValue, feature: int, amount: float) -> None:
    if amount:
        prospect.where.append(feature)
        prospect.amounts.append(amount)


def points_of(line: Line, mask: int, kinds: int, military: int) -> float:
    """Return the points of a line of scoring, those for chips and prestige aside."""
    if line.mask:
        return float(line.amount * ((mask & line.mask).bit_count() // line.divisor))
    things = line.things
    if things == "kinds":
        return float(line.table[min(kinds.bit_count(), len(line.table) - 1)])
    if things == "once":
        condition = line.condition
        if condition is None or not condition.is_plain:
            return 0.5 * line.amount
        return float(line.amount if condition.met_by(mask) else 0)
    if things == "military":
        return points_for(line, military)
    return points_for(line, max(0, -military)) if things == "negative military" else 0.0


def points_for(line: Line, number: int) -> float:
    """Return the points of a line of scoring for so many of what it counts."""
    return float(line.amount * int(number / line.divisor))


def chip_points(facts: Facts, vp: int, prestige: int) -> float:
    """Return what the lines of a card give for chips and prestige."""
    total = 0.0
    for line in facts.lines:
        if line.things == "chips":
            total += points_for(line, vp)
        elif line.things == "prestige":
            total += points_for(line, prestige)
    return total
