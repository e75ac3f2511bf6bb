"""The evaluation of a player's view: what the hand is worth, what placing each card brings."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Way
from rftg_engine.bots import features, policy_weights
from rftg_engine.bots.aims import Aim, aim_at, gain
from rftg_engine.bots.facts import CARD_POINTS, Facts, scored, token_worth
from rftg_engine.bots.knowledge import Knowledge, card_cost
from rftg_engine.bots.standing import Stage, Standing
from rftg_engine.bots.weights import STAGES
from rftg_engine.modules.robot.state import robot_seen
from rftg_engine.modules.takeovers import attack, defense, least_change
from rftg_engine.state import Player
from rftg_engine.turns.counting import in_force
from rftg_engine.turns.placing import PlacementContext, strength, ways_to_develop, ways_to_settle
from rftg_engine.view import Seat, View

NO_WAY: Final = -1
"""The price of a card that cannot be placed."""
FULL_TABLEAU: Final = 12
CHIPS_A_PLAYER: Final = 12
FULL_PRESTIGE: Final = 15


def stage_number(view: View) -> int:
    """Return how far a game has come: 0 at its start, STAGES when it is about to end."""
    come = 0.0
    for seat in view.seats:
        come = max(come, len(seat.tableau) / FULL_TABLEAU, seat.prestige / FULL_PRESTIGE)
    robot = robot_seen(view)
    if robot is not None:
        cards = len(view.seats[robot.seat].tableau) + robot.placed
        come = max(come, cards / FULL_TABLEAU)
    chips = CHIPS_A_PLAYER * len(view.seats)
    come = max(come, 1.0 - view.pool / chips)
    return min(STAGES, int(come * STAGES))


class Evaluator:
    """Values cards, payments and the hand for the player of a view.

    hand: cards by potential, the best first; potentials: in the same order.
    """

    def __init__(self, known: Knowledge, view: View, stage: Stage | None = None) -> None:
        self.known = known
        self.table = known.table
        self.view = view
        self.mine: Seat = view.seats[view.me]
        self.stage: Stage = known.stage(stage_number(view)) if stage is None else stage
        self.weights = self.stage.weights
        self.policy = self.stage.policy
        self.standing: Standing = known.standing(self.mine.tableau)
        self.powers = self.table.powers(self.mine.tableau)
        if self.powers.live:
            players = [self._seen(seat) for seat in range(len(view.seats))]
            self.powers = in_force(self.table, players, view.me, self.powers)
        self.cost = card_cost(self.weights)
        self.goods = self.standing.goods_of(self.mine.goods)
        self.goods_now = self.standing.goods_value(self.weights, self.goods)
        used = dict.fromkeys(view.used_up, 1)
        player = self._player()
        self._means = PlacementContext(self.table, player, self.powers, view.work, used=used)
        self._good_worths = [-1.0] * 5
        self._worths: dict[int, float] = {}
        self._helps: dict[int, float] = {}
        self.aims: list[Aim] = []
        if view.goals:
            self.aims = self._open_aims()
        ranked = sorted((-self.potential(card), card) for card in view.hand)
        self.hand = [card for _potential, card in ranked]
        self.potentials = [-negative for negative, _card in ranked]
        self.hand_now = self.hand_value(len(self.hand), self.potentials)

    def _open_aims(self) -> list[Aim]:
        """Return the goals that can still be had."""
        known, view = self.known, self.view
        standings = [known.standing(seat.tableau) for seat in view.seats]
        tiles = self.table.tiles
        aims = [aim_at(tiles[number], number, standings, view) for number in view.goals]
        return [aim for aim in aims if aim is not None]

    def _player(self) -> Player:
        """Return the player, as far as placing asks."""
        player = self._seen(self.view.me)
        player.hand = list(self.view.hand)
        player.powers = self.powers
        return player

    def _seen(self, seat: int) -> Player:
        """Return a player as far as all see what is counted; hand cards are any."""
        open_facts = self.view.seats[seat]
        player = Player(seat, self.table.powers(open_facts.tableau))
        player.hand = [-1] * open_facts.hand_count
        player.tableau = list(open_facts.tableau)
        player.goods = dict.fromkeys(open_facts.goods, -1)
        player.vp = open_facts.vp
        player.prestige = open_facts.prestige
        player.tokens = dict(open_facts.tokens)
        return player

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
        against = defense(theirs, world, least_change(self._means, world))
        return attack(self._means, power, world) >= against

    # --- cards

    def worth(self, card: int) -> float:
        """Return what placing a card adds, its price left aside."""
        found = self._worths.get(card)
        if found is None:
            found = self._worths[card] = self._worth(card)
        return found

    def _worth(self, card: int) -> float:
        value = self.standing.worth(self.stage, card)
        one = self.known.facts[card]
        if self.aims:
            value += gain(self.aims, self.standing, one, self.policy)
        if one.comes_with_good:
            value += self.good_worth(one.kind)
        if one.lines:
            value += self.standing.chip_points(card, self.mine.vp, self.mine.prestige)
            for token, number in self.mine.tokens:
                value += number * scored(one.lines, token)
        return value

    def good_worth(self, kind: int) -> float:
        """Return what a good of a kind adds to those there are."""
        found = self._good_worths[kind]
        if found < 0.0:
            goods = self.goods[:]
            goods[kind] += 1
            value = self.standing.goods_value(self.weights, goods) - self.goods_now
            found = self._good_worths[kind] = max(0.0, value)
        return found

    def potential(self, card: int) -> float:
        """Return what having a card in hand may bring.

        That is its worth less its price, if it can be placed.
        """
        if self.is_built(card):
            return -1.0
        worth = self.worth(card)
        price = self.price(card, 0)
        if price == NO_WAY:
            missing = self.table.cost[card] - strength(self._means, card)
            return self.policy[policy_weights.OUT_OF_REACH] * worth - self.cost * max(1, missing)
        value = worth - self.cost * price
        if price >= len(self.view.hand) and value > 0:
            value *= self.policy[policy_weights.TOO_DEAR]
        return value

    def is_built(self, card: int) -> bool:
        """Return whether it is a development that the tableau has already."""
        return self.known.copies[card] & self.standing.mask != 0

    def price(self, card: int, less: int) -> int:
        """Return hand cards for placing a card, `less` off its cost, or NO_WAY."""
        table = self.table
        if self.powers.chosen["settle" if table.is_world[card] else "develop"]:
            return self._cheapest(card, less)
        cost = self.standing.costs.get(card)
        if cost is None:
            cost = self.standing.costs[card] = self._cost(card)
        if table.military[card]:
            return 0 if cost <= 0 else NO_WAY
        return max(0, cost - less)

    def _cost(self, card: int) -> int:
        """Return its cost after all changes.

        For a world to be conquered it is the military that is missing.
        """
        table = self.table
        cost = table.cost[card]
        if table.military[card]:
            return cost - strength(self._means, card)
        for power in self.powers.costs["settle" if table.is_world[card] else "develop"]:
            if power.applies(card):
                cost += power.amount
        return cost

    def _cheapest(self, card: int, less: int) -> int:
        self._means.bonus = less
        ways_to = ways_to_settle if self.table.is_world[card] else ways_to_develop
        ways = ways_to(self._means, card)
        self._means.bonus = 0
        best = NO_WAY
        for way in ways:
            price = int(self.way_price(way))
            if best == NO_WAY or price < best:
                best = price
        return best

    def way_price(self, way: Way) -> float:
        """Return what a way to pay takes, in cards."""
        price = float(way.price)
        for number in way.powers:
            power = self.table.power_list[number]
            if power.price is None:
                continue
            if power.price.what == "this":
                price += self.policy[policy_weights.CARD_OF_TABLEAU]
            elif power.price.what == "goods":
                price += self.policy[policy_weights.GOOD_PAID] * max(1, power.price.count)
            elif power.price.what == "prestige":
                price += self.policy[policy_weights.PRESTIGE_PAID] * max(1, power.price.count)
            elif power.price.what == "tokens":
                worth = token_worth(self.standing.lines, power.price.token)
                price += worth / CARD_POINTS * max(1, power.price.count)
        return price

    # --- the hand

    def hand_value(self, count: float, potentials: list[float]) -> float:
        """Return what a hand of `count` cards is worth, with these potentials first."""
        weights = self.weights
        value = weights[features.HAND] * count
        if count < 3:
            value += weights[features.HAND_UNDER_3] * (3 - count)
        elif count > 4:
            value += weights[features.HAND_OVER_4] * (count - 4)
            if count > 8:
                value += weights[features.HAND_OVER_8] * (count - 8)
        best, following = top_three(potentials)
        return value + weights[features.BEST_CARD] * best + weights[features.NEXT_CARDS] * following

    def drawing(self, drawn: float, kept: float) -> float:
        """Return what drawing some cards and keeping some of them adds to the hand."""
        if drawn <= 0:
            return 0.0
        potentials = self.potentials[:3]
        for nth in range(min(3, int(kept))):
            part = max(0.0, (drawn - nth) / (drawn + 1.0))
            potentials.append(self.known.hope(self.stage, part))
        potentials.sort(reverse=True)
        return self.hand_value(len(self.hand) + kept, potentials) - self.hand_now

    # --- placing

    def placing(self, card: int, price: int, drawn: float) -> float:
        """Return what placing a card for a price brings; drawn: cards that come with it."""
        left = len(self.hand) - 1 - price
        room = min(3, left)
        rest: list[float] = []
        for index, other in enumerate(self.hand):
            if len(rest) >= room:
                break
            if other != card:
                rest.append(self.potentials[index])
        after = self.hand_value(max(0, left) + drawn, rest)
        return self.worth(card) + self.help(card) + after - self.hand_now

    def help(self, card: int) -> float:
        """Return what a card does for the other cards in hand.

        It makes them cheaper, or brings them within reach.
        """
        one = self.known.facts[card]
        if not one.costs and not one.force:
            return 0.0
        found = self._helps.get(card)
        if found is None:
            found = self._helps[card] = self._help(card, one)
        return found

    def _help(self, card: int, facts: Facts) -> float:
        helps = self.policy[policy_weights.HELP]
        value = 0.0
        for mask, amount, worlds in facts.costs:
            among = self.known.worlds if worlds else self.known.developments
            for other in self.hand:
                if other != card and (mask & among) >> other & 1:
                    value -= helps * self.cost * amount
        for mask, amount in facts.force:
            for other in self.hand:
                if other != card and (mask & self.known.military_worlds) >> other & 1:
                    missing = self.table.cost[other] - strength(self._means, other)
                    if missing > 0:
                        value += helps * self.cost * min(amount, missing)
        return value

    def features(self) -> list[float]:
        """Return the amount of each feature."""
        amounts = open_features(self.known, self.view, self.view.me)
        count = len(self.hand)
        amounts[features.HAND] = float(count)
        amounts[features.HAND_UNDER_3] = float(max(0, 3 - count))
        amounts[features.HAND_OVER_4] = float(max(0, count - 4))
        amounts[features.HAND_OVER_8] = float(max(0, count - 8))
        best, following = top_three(self.potentials)
        amounts[features.BEST_CARD] = best
        amounts[features.NEXT_CARDS] = following
        return amounts


def top_three(potentials: list[float]) -> tuple[float, float]:
    """Return the best potential, and the sum of the next two; none counts less than nothing."""
    best = following = 0.0
    for index in range(min(3, len(potentials))):
        potential = potentials[index]
        if potential > 0:
            if index == 0:
                best = potential
            else:
                following += potential
    return best, following


def open_features(known: Knowledge, view: View, seat: int) -> list[float]:
    """Return the features of a player that all may see; of the hand its size."""
    one = view.seats[seat]
    standing = known.standing(one.tableau)
    found = standing.sums[:]
    found[features.SCORE] += one.vp + open_extra(known, view, seat)
    found[features.PRESTIGE] = float(one.prestige)
    if known.table.search and not one.special_used:
        found[features.SPECIAL_CARD] = 1.0
    goods = standing.goods_of(one.goods)
    amounts = standing.goods_features(goods)
    for index, amount in enumerate(amounts):
        found[features.GOODS + index] = amount
    found[features.HAND] = float(one.hand_count)
    return found


def open_extra(known: Knowledge, view: View, seat: int) -> float:
    """Return points that no tableau tells: goals, lines for chips, prestige, tokens."""
    one = view.seats[seat]
    standing = known.standing(one.tableau)
    extra = float(one.prestige) - standing.sums[features.PRESTIGE]
    for number in one.goals:
        extra += known.table.goals[number].points
    for card in one.tableau:
        if known.facts[card].lines:
            extra += standing.chip_points(card, one.vp, one.prestige)
    for token, number in one.tokens:
        extra += number * token_worth(standing.lines, token)
    return extra
