"""The greedy bot: takes what is worth most to itself now, by the estimates of worth.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_dsl import hooks
from rftg_engine import actions
from rftg_engine.bots.worth import (
    CARD,
    GOOD,
    action_value,
    card_value,
    rounds_left,
    sale_value,
)
from rftg_engine.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine.placing import Means, strength, ways_to_develop, ways_to_settle
from rftg_engine.powers import Powers
from rftg_engine.state import Player
from rftg_engine.table import Table
from rftg_engine.view import View

SEARCH: Final = 1.2
"""What a search is worth."""
PRESTIGE_BONUS: Final = 0.8
"""What the bonus of the prestige card is worth, after its prestige."""
DEFENSE_PRICE: Final = 4.0
"""Cards that holding a world against a takeover is worth."""


class GreedyBot:
    """A moderate player without memory or chance."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """The answer that is worth most now."""
        position = Position(self.table, look())
        if isinstance(decision, Payment):
            return position.payment(decision)
        if isinstance(decision, Subset):
            return position.subset(decision)
        assert isinstance(decision, Choice)
        worth = _CHOICES.get(decision.kind, Position.something)
        return max(decision.options, key=lambda option: worth(position, option))


class Position:
    """A view, seen by its owner: estimates of everything that can be chosen."""

    def __init__(self, table: Table, view: View) -> None:
        self.table = table
        self.view = view
        mine = view.seats[view.me]
        self.tableau = mine.tableau
        self.goods = mine.goods
        self.vp = mine.vp
        self.powers: Powers = table.powers(mine.tableau)
        self.means = Means(table, self.as_player(), self.powers)
        self.rounds = rounds_left([len(seat.tableau) for seat in view.seats], view.pool)
        self._values: dict[int, float] = {}
        self._prices: dict[int, int] = {}
        self.built = {table.titles[card] for card in mine.tableau}

    def as_player(self) -> Player:
        """The player, as far as the view knows."""
        mine = self.view.seats[self.view.me]
        player = Player(self.powers)
        player.hand = list(self.view.hand)
        player.tableau = list(mine.tableau)
        player.goods = dict.fromkeys(mine.goods, -1)
        player.prestige = mine.prestige
        return player

    # --- cards

    def value(self, card: int) -> float:
        """Points that placing the card adds, its cost left aside."""
        known = self._values.get(card)
        if known is None:
            known = card_value(self.table, self.tableau, self.vp, card, self.rounds)
            self._values[card] = known
        return known

    def keep_value(self, card: int) -> float:
        """What having the card in hand is worth: the hope of placing it."""
        title = self.table.titles[card]
        if not self.table.is_world[card] and title in self.built:
            return 0.0
        hope = self.value(card) - CARD * self.price(card)
        if self.table.military[card]:
            missing = self.table.cost[card] - strength(self.means, card)
            hope = self.value(card) - 1.2 * max(0, missing)
        return max(0.05 * hope, hope) if hope > 0 else 0.01 * hope

    def price(self, card: int) -> int:
        """Hand cards for placing it, by its cheapest way; 9 where there is none."""
        known = self._prices.get(card)
        if known is None:
            ways_to_place = ways_to_settle if self.table.is_world[card] else ways_to_develop
            ways = ways_to_place(self.means, card)
            known = self._prices[card] = min((way.price for way in ways), default=9)
        return known

    def placing(self, option: Answer) -> float:
        """What placing the card brings after its cost; nothing placed brings nothing."""
        if not option:
            return 0.0
        return self.value(option[0]) - CARD * self.price(option[0])

    # --- answers

    def subset(self, decision: Subset) -> Answer:
        """The least valuable cards, or the best goods for a power."""
        if decision.groups:
            return decision.first()
        if decision.kind == "goods for power":
            ranked = sorted(decision.cards, key=lambda world: self.good_rank(decision, world))
        else:
            ranked = sorted(decision.cards, key=lambda card: (self.keep_value(card), card))
        count = decision.least
        if decision.kind == "discard for power":
            # A point for a card is a good bargain, but for the best cards of the hand.
            cheap = [card for card in ranked if self.keep_value(card) < self.bargain(decision)]
            count = max(decision.least, min(decision.most, len(cheap)))
            if decision.all_or_none and count < decision.most:
                count = 0
        return tuple(ranked[:count])

    def bargain(self, decision: Subset) -> float:
        """What giving up one card for a power brings."""
        if decision.about < 0:
            return 1.0
        power = self.table.power_list[decision.about]
        return action_value(self.powers, power) / max(1, decision.most) + CARD

    def good_rank(self, decision: Subset, world: int) -> float:
        """The cheapest good first, but for a sale the dearest."""
        worth = sale_value(self.table, self.powers, world)
        gains = self.table.power_list[decision.about].gains
        return -worth if any(gain.what == "sell" for gain in gains) else worth

    def payment(self, decision: Payment) -> Answer:
        """The cheapest way, a card of the tableau counting two and a half hand cards."""
        worthwhile = range(len(decision.ways))
        if decision.kind == "defend" and self.price_of(decision, 1) <= DEFENSE_PRICE:
            worthwhile = range(1, len(decision.ways))
        index = min(
            worthwhile,
            key=lambda way: self.price_of(decision, way),
        )
        ranked = sorted(decision.cards, key=lambda card: (self.keep_value(card), card))
        return (index, *ranked[: decision.ways[index].price])

    def price_of(self, decision: Payment, index: int) -> float:
        """Cards that a way takes, cards of the tableau included."""
        return decision.ways[index].price + self.sacrifice(decision.ways[index].powers)

    def sacrifice(self, powers: tuple[int, ...]) -> float:
        """What the powers of a way take beyond hand cards, in cards."""
        prices = [self.table.power_list[number].price for number in powers]
        return 2.5 * sum(price is not None for price in prices)

    # --- actions

    def action(self, option: Answer) -> float:
        """What an action, or a pair of them, brings."""
        return sum(self.one_action(action, option) for action in option)

    def one_action(self, action: int, option: Answer) -> float:
        """What one action brings, as one of those chosen."""
        if action == actions.SEARCH:
            return SEARCH
        if action >= actions.PRESTIGE:
            return self.one_action(action - actions.PRESTIGE, option) + PRESTIGE_BONUS
        if action in (actions.EXPLORE_5, actions.EXPLORE_1_1):
            return self.explore_value(action)
        if action in (actions.DEVELOP, actions.SETTLE):
            return self.best_placed(action == actions.SETTLE, 0)
        if action in (actions.DEVELOP_2, actions.SETTLE_2):
            return 0.7 * self.best_placed(action == actions.SETTLE_2, 1)
        if action == actions.PRODUCE:
            return self.produce_value()
        return self.consume_value(action)

    def explore_value(self, action: int) -> float:
        """More cards when the hand is short."""
        hand = len(self.view.hand)
        keep = self.powers.keep + (2 if action == actions.EXPLORE_1_1 else 1)
        look = self.powers.draw + (3 if action == actions.EXPLORE_1_1 else 7)
        need = 1.5 if hand < 4 else 1.0 if hand < 8 else 0.4
        return need * (CARD * keep + 0.1 * look)

    def best_placed(self, world: bool, skip: int) -> float:
        """The best card that can be placed now, with the bonus of the action."""
        purse = len(self.view.hand) - 1
        found = sorted(
            (
                self.placing((card,))
                for card in self.view.hand
                if self.table.is_world[card] == world and self.price(card) <= purse + (not world)
                if world or self.table.titles[card] not in self.built
            ),
            reverse=True,
        )
        return found[skip] + CARD if len(found) > skip else 0.0

    def produce_value(self) -> float:
        """Goods on the empty worlds, and cards."""
        table = self.table
        empty = [world for world in self.tableau if world not in self.goods]
        value = sum(GOOD[table.kind[world]] for world in empty if table.production[world])
        windfalls = [GOOD[table.kind[world]] for world in empty if table.windfall[world]]
        value += max(windfalls, default=0.0)
        for power in self.powers.at("produce"):
            if not any(gain.what in ("good", "windfall") for gain in power.gains):
                value += action_value(self.powers, power)
        return value

    def consume_value(self, action: int) -> float:
        """Chips and cards from all goods, with the bonus of the action."""
        kinds = [self.table.kind[world] for world in self.goods]
        sale = 0.0
        if action == actions.CONSUME_TRADE:
            if not self.goods:
                return 0.0
            best = max(self.goods, key=lambda world: sale_value(self.table, self.powers, world))
            sale = sale_value(self.table, self.powers, best)
            kinds.remove(self.table.kind[best])
        points, cards = consumption(self.powers, kinds)
        doubled = 2 if action == actions.CONSUME_X2 else 1
        return sale + points * doubled + cards * CARD - 0.3 * len(kinds)

    # --- other choices

    def consume_power(self, option: Answer) -> float:
        """Powers for one kind of good first: others can take what is left."""
        if not option:
            return 0.0
        if option[0] < 0:
            return 0.1
        power = self.table.power_list[option[0]]
        value = action_value(self.powers, power)
        if power.price is not None and power.price.kind:
            value += 2.0
        return value if value > 0 else value - 0.1

    def sale(self, option: Answer) -> float:
        """The dearest good."""
        return sale_value(self.table, self.powers, option[0])

    def windfall(self, option: Answer) -> float:
        """The dearest kind of good."""
        return GOOD[self.table.kind[option[0]]]

    def guess(self, option: Answer) -> float:
        """The number most often printed."""
        return float(self.table.cost.count(option[0]))

    def something(self, option: Answer) -> float:
        """Doing something is better than nothing."""
        return float(len(option))

    def best_card(self, option: Answer) -> float:
        """The card most worth having."""
        return self.keep_value(option[0]) if option else 0.0

    def start_world(self, option: Answer) -> float:
        """The world that adds most."""
        return card_value(self.table, (), 0, option[0], 8.0)

    def stake(self, option: Answer) -> float:
        """A cheap card that is no loss."""
        if not option:
            return 0.0
        return 2 * CARD - 0.2 * self.table.cost[option[0]] - self.keep_value(option[0])

    def upgrade(self, option: Answer) -> float:
        """The dearest new world for the least old one."""
        if not option:
            return 0.0
        return self.value(option[0]) - self.table.vp[option[1]] + 0.1

    def target(self, option: Answer) -> float:
        """The world worth most in points."""
        return self.table.vp[option[1]] + 0.5 if option else 0.0

    def dearest_kind(self, option: Answer) -> float:
        """Sells for most."""
        return GOOD[option[0]]


def consumption(powers: Powers, kinds: list[int]) -> tuple[float, float]:
    """Chips and cards that the consume powers make of goods of these kinds."""
    left = list(kinds)
    points = cards = 0.0
    ranked = sorted(
        powers.at("consume"), key=lambda power: -(power.price.kind if power.price else 0)
    )
    for power in ranked:
        hook, cost = power.hook, power.price
        if not isinstance(hook, hooks.Action) or cost is None or cost.what != "goods":
            continue
        fitting = [kind for kind in left if cost.kind in (0, kind)]
        most = len(fitting) if cost.count < 0 else min(cost.count, len(fitting))
        if not most or (most < cost.count and not cost.up_to):
            continue
        for kind in fitting[:most]:
            left.remove(kind)
        times = most - hook.free if hook.each else 1
        for gain in power.gains:
            if gain.what == "vp":
                points += gain.amount * times
            else:
                cards += (gain.amount if gain.what == "draw" else 3.0) * times
    return points, cards


_CHOICES: Final[dict[str, Callable[[Position, Answer], float]]] = {
    "action": Position.action,
    "place development": Position.placing,
    "place world": Position.placing,
    "consume power": Position.consume_power,
    "trade": Position.sale,
    "windfall": Position.windfall,
    "guess": Position.guess,
    "late action": Position.action,
    "first action": Position.action,
    "start world": Position.start_world,
    "search keep": Position.something,
    "keep one": Position.best_card,
    "ante": Position.stake,
    "upgrade": Position.upgrade,
    "takeover": Position.target,
    "kind of good": Position.dearest_kind,
}
"""What each option of a kind of choice is worth."""
