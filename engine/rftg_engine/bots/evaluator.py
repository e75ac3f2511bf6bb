"""Value of a position, of each card in hand and of each placement, and the chances to win."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from gamekit.decisions import PaymentOption
from gamekit.learned import Appraisal, Layer
from rftg_engine.bots import features, habits, inputs
from rftg_engine.bots.aims import GoalProgress, gain
from rftg_engine.bots.facts import CARD_POINTS, Facts, gains_of, scored, token_worth
from rftg_engine.bots.goods import FeatureWeights, of_kind
from rftg_engine.bots.hand import UNKNOWN, Candidate, Hand
from rftg_engine.bots.knowledge import NO_STAKES, Knowledge, stakes_of, stock_of
from rftg_engine.bots.network import Network
from rftg_engine.bots.seats import Beside, aims_of, appraise, seen_player, seen_players, stage_of
from rftg_engine.bots.standing import PlacementValue, Stage, card_cost, chip_points
from rftg_engine.bots.weights import STAGES
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.moments import DEVELOPING, SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.modules.takeovers import attack, defense, least_change
from rftg_engine.phases.rounds import limit_with
from rftg_engine.state import Player
from rftg_engine.turns.counting import in_force
from rftg_engine.turns.gains import GainTokens
from rftg_engine.turns.placing import (
    PlacementContext,
    any_helps,
    develop_payment_options,
    lasting_strength,
    settle_payment_options,
)
from rftg_engine.view import Seat, View

UNAFFORDABLE: Final = -1
"""The price of a card that cannot be placed."""
WEIGHED: Final = [
    features.SCORE,
    features.HAND,
    features.GOODS,
    features.GOODS_POINTS,
    features.GOODS_CARDS,
    features.GOODS_SALE,
]
"""Features of which it is asked what a little more of them is worth."""
OF_HAND: Final = [
    features.HAND,
    features.HAND_UNDER_3,
    features.HAND_OVER_4,
    features.HAND_OVER_8,
    features.BEST_CARD,
    features.NEXT_CARDS,
]
"""Features of the hand, weighed by its best cards too."""


@mypyc_attr(acyclic=True)
class Evaluator:
    """Values cards, payments and the hand for the player of a view.

    Much of it is made when it is asked for: most decisions ask for little.
    """

    def __init__(self, known: Knowledge, view: View) -> None:
        known = known.as_of(view)
        self.known: Final = known
        self.table: Final = known.table
        self.view: Final = view
        self.mine: Final[Seat] = view.seats[view.me]
        self.stage: Final[Stage] = stage_of(known, view)
        self.habits: Final = self.stage.habits
        self.stakes: Final = stakes_of(known, view, self.stage) if view.parts else NO_STAKES
        self.standing: Final = known.standing(self.mine.tableau)
        self.powers: Powers = self.standing.powers
        self._changing: Final = bool(self.powers.live)
        if self._changing:
            self.powers = in_force(self.table, seen_players(known, view), view.me, self.powers)
        self.goods: i64 = self.standing.goods_of(self.mine.goods)
        self._beside: Beside | None = None
        self._appraisal: Appraisal | None = None
        self._judged: Appraisal | None = None
        self._weighing: FeatureWeights | None = None
        self._aims: list[GoalProgress] | None = None
        self._hand: Hand | None = None
        self._others: Final[dict[int, Candidate]] = {}
        self._means: PlacementContext | None = None

    @property
    def stock(self) -> dict[str, int]:
        """Number of tokens that can still be gained, by class."""
        return stock_of(self.table, self.view)

    def gains_of(self, power: BoundPower) -> tuple[float, float]:
        """Return points and cards of one use of a power now."""
        return gains_of(power, self.stock)

    def has_run_out(self, power: BoundPower) -> bool:
        """Return whether a power gives only tokens, and none of them are left."""
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
            candidates = [Candidate(self.standing.prospect(card)) for card in self.view.hand]
            for one in candidates:
                self.potential(one)
            hopes = self.stage.hopes_beside(self.standing.built)
            hand = self._hand = Hand(self.stage, candidates, limit_with(self.powers), hopes)
            hand.weigh(self.weighing if self.known.network is None else self._own_weighing(hand))
        return hand

    @property
    def beside(self) -> Beside:
        """What the player has beside the tableau, and how it stands to the others."""
        found = self._beside
        if found is None:
            found = self._beside = Beside(self.known, self.view, self.view.me, self.aims)
        return found

    @property
    def appraisal(self) -> Appraisal:
        """What the network makes of the player, whose hand is left aside."""
        found = self._appraisal
        if found is None:
            network = self.known.network
            assert network is not None
            found = appraise(self.known, network, self.view, self.view.me, self.beside)
            self._appraisal = found
        return found

    def own_appraisal(self) -> Appraisal:
        """Return what the network makes of the player, by the best cards of the hand too."""
        found = self._judged
        if found is None:
            found = self._judged = self._with_hand(self.hand)
        return found

    def best_of_hand(self) -> tuple[list[int], list[float]]:
        """Return the inputs of the best cards in hand, by number, and their amounts."""
        return self._best_of(self.hand)

    def _best_of(self, hand: Hand) -> tuple[list[int], list[float]]:
        best, second, third = hand.best(None, 3)
        where = [inputs.HAND_KNOWN, features.BEST_CARD, features.NEXT_CARDS]
        return where, [1.0, max(0.0, best), max(0.0, second) + max(0.0, third)]

    def _with_hand(self, hand: Hand) -> Appraisal:
        where, amounts = self._best_of(hand)
        return self.appraisal.changed(where, amounts)

    def _own_weighing(self, hand: Hand) -> FeatureWeights:
        slopes = self._with_hand(hand).slopes(OF_HAND, features.COUNT)
        weights = self.weights[:]
        for feature in OF_HAND:
            weights[feature] = self.stage.beside[feature] + slopes[feature]
        return FeatureWeights(weights)

    @property
    def weighing(self) -> FeatureWeights:
        """What more of each feature is worth to the player, the cards of the hand left aside."""
        found = self._weighing
        if found is None:
            found = self.stage
            if self.known.network is not None:
                weights = self.appraisal.slopes(WEIGHED, features.COUNT)
                for feature, more in enumerate(self.stage.beside):
                    weights[feature] += more
                found = FeatureWeights(weights)
            self._weighing = found
        return found

    @property
    def weights(self) -> list[float]:
        """The same by the numbers of the features."""
        return self.weighing.weights

    @property
    def cost(self) -> float:
        """What a card paid is worth."""
        return card_cost(self.weighing.hand)

    @property
    def goods_now(self) -> float:
        """What the goods are worth."""
        return self.goods_worth(self.goods)

    def goods_worth(self, goods: i64) -> float:
        """Return what some goods on worlds would be worth."""
        return self.standing.economy.value(self.weighing, goods)

    @property
    def means(self) -> PlacementContext:
        """What the player can place with."""
        means = self._means
        if means is None:
            view = self.view
            player = seen_player(self.known, view, view.me)
            player.hand = list(view.hand)
            player.powers = self.powers
            used = dict.fromkeys(view.used_up, 1)
            means = PlacementContext(self.table, player, self.powers, view.work, used=used)
            self._means = means
        return means

    @property
    def aims(self) -> list[GoalProgress]:
        """The goals that can still be had."""
        aims = self._aims
        if aims is None:
            aims = self._aims = aims_of(self.known, self.view, self.view.me)
        return aims

    def overcomes(self, number: int, world: int) -> bool:
        """Return whether a takeover succeeds if neither side calls up more.

        number: of the power.
        """
        power = next((one for one in self.powers.takeovers if one.number == number), None)
        seats = self.view.seats
        owner = next((seat for seat, one in enumerate(seats) if world in one.tableau), -1)
        if power is None or owner < 0:
            return False
        powers = self.table.powers(seats[owner].tableau)
        theirs = PlacementContext(self.table, Player(owner, powers), powers, self.view.work)
        against = defense(theirs, world, least_change(self.means, world))
        return attack(self.means, power, world) >= against

    # --- cards

    def candidate(self, card: int) -> Candidate:
        """Return a card as one to place."""
        found = None if self._hand is None else self._hand.find(card)
        if found is None:
            found = self._others.get(card)
        if found is None:
            found = self._others[card] = Candidate(self.standing.prospect(card))
        return found

    def worth(self, one: Candidate) -> float:
        """Return what placing a card adds, its price left aside."""
        if one.worth == UNKNOWN:
            one.worth = self._worth(one)
        return one.worth

    def _worth(self, one: Candidate) -> float:
        facts = one.facts
        value = self.standing.worth(self.stage, one.prospect)
        network = self.known.network
        if network is not None:
            value += self.appraisal.change(self._part(one.prospect, network.layer))
        if self.view.goals:
            value += gain(self.aims, self.standing, facts, self.stage)
        if facts.comes_with_good:
            value += self.good_worth(facts.kind)
        if facts.lines:
            value += chip_points(facts, self.mine.vp, self.mine.prestige)
            for token, number in self.mine.tokens:
                value += number * scored(facts.lines, token)
        for stakes in self.stakes:
            value += stakes.worth(facts)
        return value

    def _part(self, prospect: PlacementValue, layer: Layer) -> list[float]:
        """Return what a card changes of what the network is given."""
        part = self.standing.part(prospect, layer)
        prestige = int(prospect.facts.steady[features.PRESTIGE])
        if prestige:
            mine, best = self.mine.prestige, self.beside.most_prestige
            now, then = inputs.lead(mine, best), inputs.lead(mine + prestige, best)
            where = [inputs.LEAD, inputs.SOLE_LEADER, inputs.LEADER]
            lead = layer.part(where, [then[nth] - now[nth] for nth in range(3)])
            part = [one + lead[unit] for unit, one in enumerate(part)]
        return part

    def good_worth(self, kind: int) -> float:
        """Return what a good of a kind adds to those there are."""
        goods = self.goods + of_kind(kind)
        return max(0.0, self.goods_worth(goods) - self.goods_now)

    def potential(self, one: Candidate) -> float:
        """Return what having a card in hand may bring.

        That is its worth less its price, if it can be placed.
        """
        if one.potential == UNKNOWN:
            one.potential = self._potential(one)
        return one.potential

    def _potential(self, one: Candidate) -> float:
        if one.prospect.built:
            return -1.0
        worth = self.worth(one)
        price = self.price(one, 0)
        if price == UNAFFORDABLE:
            missing = one.facts.cost - lasting_strength(self.powers, one.card)
            hoped = min(worth, self.habits[habits.OUT_OF_REACH] * worth)
            return hoped - self.cost * max(1, missing)
        value = worth - self.cost * price
        if price >= len(self.view.hand) and value > 0:
            value *= self.habits[habits.TOO_DEAR]
        return value

    def price(self, one: Candidate, less: int) -> int:
        """Return hand cards for placing a card, `less` off its cost, or UNAFFORDABLE."""
        price = self._plain_price(one, less)
        chosen = self.powers.chosen[SETTLING if one.is_world else DEVELOPING]
        if not price or not chosen or not any_helps(chosen, one.card, one.facts.military):
            return price
        if less:
            return self._cheapest(one.card, less)
        if one.price is None:
            one.price = self._cheapest(one.card, 0)
        return one.price

    def _plain_price(self, one: Candidate, less: int) -> int:
        """Return the price without powers that ask for something or have to be chosen."""
        cost = one.prospect.cost
        if cost is None or self._changing:
            cost = one.prospect.cost = self._cost(one.facts)
        if one.facts.military:
            return 0 if cost <= 0 else UNAFFORDABLE
        return max(0, cost - less)

    def _cost(self, facts: Facts) -> int:
        """Return its cost after all changes.

        For a world to be conquered it is the military that is missing.
        """
        cost = facts.cost
        if facts.military:
            return cost - lasting_strength(self.powers, facts.card)
        for power in self.powers.costs[SETTLING if facts.is_world else DEVELOPING]:
            if power.covers[facts.card]:
                cost += power.amount
        return cost

    def _cheapest(self, card: int, less: int) -> int:
        means = self.means
        means.bonus = less
        ways_to = settle_payment_options if self.table.is_world[card] else develop_payment_options
        ways = ways_to(means, card)
        means.bonus = 0
        best = UNAFFORDABLE
        for way in ways:
            price = int(self.way_price(way))
            if best == UNAFFORDABLE or price < best:
                best = price
        return best

    def way_price(self, way: PaymentOption) -> float:
        """Return what a way to pay takes, in cards."""
        price = float(way.min_cards)
        for number in way.powers:
            power = self.table.power_list[number]
            if power.price is None:
                continue
            if power.price.what == "this":
                price += self.habits[habits.CARD_OF_TABLEAU]
            elif power.price.what == "goods":
                price += self.habits[habits.GOOD_PAID] * max(1, power.price.count)
            elif power.price.what == "prestige":
                price += self.habits[habits.PRESTIGE_PAID] * max(1, power.price.count)
            elif power.price.what == "tokens":
                worth = token_worth(self.standing.lines, power.price.token)
                price += worth / CARD_POINTS * max(1, power.price.count)
        return price

    # --- placing

    def placing(self, one: Candidate, price: int, drawn: float) -> float:
        """Return what placing a card for a price brings; drawn: cards that come with it."""
        hand = self.hand
        after = hand.respond_to_placement(one, price, drawn)
        return self.worth(one) + self.help(one) + after - hand.now

    def help(self, one: Candidate) -> float:
        """Return what a card does for the other cards in hand.

        It makes them cheaper, or brings them within reach.
        """
        if one.help == UNKNOWN:
            facts = one.facts
            one.help = self._help(one) if facts.costs or facts.force else 0.0
        return one.help

    def _help(self, one: Candidate) -> float:
        helps = self.habits[habits.HELP]
        value = 0.0
        for help in one.facts.costs:
            for other in self.hand.cards:
                if other.card != one.card and help.cards[other.card]:
                    value -= helps * self.cost * help.amount
        for help in one.facts.force:
            for other in self.hand.cards:
                if other.card != one.card and help.cards[other.card]:
                    missing = other.facts.cost - lasting_strength(self.powers, other.card)
                    if missing > 0:
                        value += helps * self.cost * min(help.amount, missing)
        return value


def expected_lead(known: Knowledge, view: View) -> float:
    """Return by how many points the owner of a view is expected to be ahead of the best other one.

    known: with a network.
    """
    evaluator = Evaluator(known, view)
    return evaluator.beside.ahead + evaluator.own_appraisal().points


def chances(known: Knowledge, view: View) -> list[float]:
    """Return the chance of each seat to win, as the owner of the view sees it: 1 in all.

    known: with a network.
    """
    network = _network(known)
    mine = win_chance(known, view)
    found: list[float] = []
    whole = 0.0
    for seat in range(len(view.seats)):
        if seat == view.me:
            found.append(0.0)
            continue
        beside = Beside(known, view, seat, aims_of(known, view, seat))
        more = appraise(known, network, view, seat, beside).points
        found.append(chance(known, network, view, beside.ahead + more))
        whole += found[-1]
    found = [(1.0 - mine) * one / whole for one in found]
    found[view.me] = mine
    return found


def win_chance(known: Knowledge, view: View) -> float:
    """Return the chance of the owner of a view to win. known: with a network."""
    return chance(known, _network(known), view, expected_lead(known, view))


def chance(known: Knowledge, network: Network, view: View, ahead: float) -> float:
    """Return the chance to win of who is expected to be ahead by so many points in the end."""
    last, growth = network.spread
    spread = last + growth * (STAGES - stage_of(known, view).number)
    return 1.0 / (1.0 + exp(max(-30.0, min(30.0, -ahead / spread))))


def _network(known: Knowledge) -> Network:
    network = known.network
    if network is None:
        raise ValueError("these weights have no value that was learned")
    return network
