"""The choices that are no actions: what to place, pay, keep, consume, sell and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import actions, asks, steps
from rftg_engine.bots import features, habits
from rftg_engine.bots.evaluator import UNAFFORDABLE, Evaluator
from rftg_engine.bots.facts import CARD_POINTS, ConsumeUse, gain_of, token_worth
from rftg_engine.bots.goods import Consumption, of_kind
from rftg_engine.bots.situation import DEVELOP_LESS, PRESTIGE_LESS
from rftg_engine.cards.bound import BoundAction
from rftg_engine.turns.gains import ProduceGood, SellGood, WindfallGood
from rftg_engine.turns.goods import BASE_PRICES, price

DEFENSE_PRICE: Final = 4.0
"""Cards that holding a world against a takeover is worth."""
USELESS: Final = -1_000.0


def answer(evaluator: Evaluator, decision: Decision) -> Answer:
    """Return the best answer to a decision that is no choice of actions."""
    if isinstance(decision, Payment):
        return payment(evaluator, decision)
    if isinstance(decision, Subset):
        return subset(evaluator, decision)
    assert isinstance(decision, Choice)
    if decision.kind in (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD):
        return placement(evaluator, decision)
    others = _best_card if asks.names_cards(decision.kind) else _something
    value = CHOICE_VALUES.get(decision.kind, others)
    best, most = decision.options[0], USELESS
    for option in decision.options:
        worth = value(evaluator, decision, option)
        if worth > most:
            best, most = option, worth
    return best


# --- paying and discarding


def payment(evaluator: Evaluator, decision: Payment) -> Answer:
    """Return the cheapest way, with the cards of least potential."""
    best, least = 0, 1_000.0
    defends = decision.kind == asks.DEFEND
    for index, way in enumerate(decision.options):
        cost = evaluator.way_price(way)
        if defends and index == 0:
            cost = DEFENSE_PRICE
        if cost < least:
            best, least = index, cost
    price = decision.options[best].min_cards
    return (best, *worst_first(evaluator, decision.cards)[:price]) if price else (best,)


def worst_first(evaluator: Evaluator, cards: tuple[int, ...]) -> list[int]:
    """Return cards by potential, the least first.

    Of two copies of a development one is worth little.
    """
    in_hand = [one.card for one in reversed(evaluator.hand.cards) if one.card in cards]
    ranked = in_hand
    if len(in_hand) < len(cards):
        ranked = [*sorted([card for card in cards if card not in in_hand]), *in_hand]
    titles, is_world = evaluator.table.titles, evaluator.table.is_world
    seen: set[str] = set()
    copies: list[int] = []
    for card in reversed(ranked):
        if not is_world[card]:
            if titles[card] in seen:
                copies.append(card)
            seen.add(titles[card])
    if not copies:
        return ranked
    return [*copies, *[card for card in ranked if card not in copies]]


def subset(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the least useful cards, or the goods that are least wanted elsewhere."""
    own = SUBSET_ANSWERS.get(decision.kind)
    if own is not None:
        return own(evaluator, decision)
    if decision.groups:
        return decision.first()
    if decision.kind == asks.GOODS_FOR_POWER:
        return tuple(_goods(evaluator, decision)[: max(decision.minimum, decision.maximum)])
    if decision.kind != asks.DISCARD_FOR_POWER and not decision.minimum:
        return ()
    ranked = worst_first(evaluator, decision.cards)
    count = decision.minimum
    if decision.kind == asks.DISCARD_FOR_POWER:
        count = _worth_giving(evaluator, decision, ranked)
    return tuple(ranked[:count])


def _goods(evaluator: Evaluator, decision: Subset) -> list[int]:
    """Return goods by how much they are wanted: for a sale the dearest first, else the idlest."""
    sells = decision.about >= 0 and any(
        isinstance(gain, SellGood) for gain in evaluator.table.power_list[decision.about].gains
    )
    ranked = []
    for world in decision.cards:
        kind = evaluator.known.facts[world].kind
        wanted = sum(one.kind == kind for one in evaluator.standing.economy.consumption.consumers)
        worth = float(price(evaluator.powers, kind, world))
        ranked.append((-worth if sells else 10.0 * wanted + worth, world))
    return [world for _rank, world in sorted(ranked)]


def _worth_giving(evaluator: Evaluator, decision: Subset, ranked: list[int]) -> int:
    """Return how many cards to give to a power: as long as each brings more than it is worth."""
    bargain = 1.0
    if decision.about >= 0:
        points, cards = evaluator.gains_of(evaluator.table.power_list[decision.about])
        bargain = points + cards * evaluator.cost
        if decision.all_or_none:
            bargain /= max(1, decision.maximum)
    count = 0
    for card in ranked[: decision.maximum]:
        if max(evaluator.cost, evaluator.potential(evaluator.candidate(card))) < bargain:
            count += 1
    if decision.all_or_none and count < decision.maximum:
        count = 0
    return max(decision.minimum, count)


# --- placing


def placement(evaluator: Evaluator, decision: Choice) -> Answer:
    """Return the card that brings most when it is placed; nothing placed brings nothing."""
    purse = len(evaluator.hand.cards) - 1
    less, drawn = bonus(evaluator, decision.kind == asks.PLACE_WORLD)
    best, most = decision.options[0], USELESS
    for option in decision.options:
        worth = 0.0
        if option:
            one = evaluator.candidate(option[0])
            cost = evaluator.price(one, less)
            worth = evaluator.placing(one, min(purse, 1 if cost == UNAFFORDABLE else cost), drawn)
        if worth > most:
            best, most = option, worth
    return best


def bonus(evaluator: Evaluator, world: bool) -> tuple[int, float]:
    """Return what having chosen the phase gives: off the cost, and cards drawn."""
    chosen = evaluator.mine.actions
    step = evaluator.view.todo[0] if evaluator.view.todo else ""
    if world:
        action = actions.SETTLE_2 if step == steps.SETTLE_2 else actions.SETTLE
        less = PRESTIGE_LESS if action + actions.PRESTIGE in chosen else 0
        return less, 1.0 if action in chosen or less else 0.0
    action = actions.DEVELOP_2 if step == steps.DEVELOP_2 else actions.DEVELOP
    if action + actions.PRESTIGE in chosen:
        return PRESTIGE_LESS, 0.0
    return DEVELOP_LESS if action in chosen else 0, 0.0


# --- choices, by kind: what an option is worth


def _consume_power(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return what a power makes of goods now, and the other powers of what is left."""
    if not option:
        return 0.0
    if option[0] < 0:
        return 0.1
    power = evaluator.table.power_list[option[0]]
    points, cards = evaluator.gains_of(power)
    value = points + cards * CARD_POINTS
    if power.price is None or power.price.what != "goods":
        if power.price is not None and power.price.what == "this":
            value -= evaluator.habits[habits.CARD_OF_TABLEAU] * evaluator.cost
        elif power.price is not None and power.price.what == "tokens":
            worth = token_worth(evaluator.standing.lines, power.price.token)
            value -= worth * power.price.count
        return 0.05 + 0.01 * value if value > 0 else value - 0.1
    mine: list[ConsumeUse] = []
    others: list[ConsumeUse] = []
    for consumer in evaluator.standing.economy.consumption.consumers:
        if consumer.number == option[0]:
            mine.append(consumer)
        elif (consumer.number,) in decision.options:
            others.append(consumer)
    points, cards, left = Consumption(mine).use(evaluator.goods)
    more_points, more_cards, _left = Consumption(others).use(left)
    return points + more_points + (cards + more_cards) * CARD_POINTS + 0.2


def _sale(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return cards for the good, and what the other goods can still become."""
    kind = evaluator.known.facts[option[0]].kind
    goods = evaluator.goods - of_kind(kind)
    points, cards, _left = evaluator.standing.economy.consumption.use(goods)
    sold = price(evaluator.powers, kind, option[0])
    return (
        evaluator.hand.drawing(sold + cards, sold + cards)
        + evaluator.weights[features.SCORE] * points
    )


def _windfall(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the good that adds most."""
    kind = evaluator.known.facts[option[0]].kind
    return evaluator.good_worth(kind) + 0.01 * BASE_PRICES[kind]


def _moved(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return what a good gains by being moved; where it lay, another can be produced."""
    if not option:
        return 0.0
    old, new = evaluator.known.facts[option[0]], evaluator.known.facts[option[1]]
    refilled = GOOD_POINTS if old.produces and not new.produces else 0.0
    return evaluator.good_worth(new.kind) - evaluator.good_worth(old.kind) + refilled


def _gain(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return what a choice of gains brings, in points; a good is worth some."""
    power = evaluator.table.power_list[decision.about]
    assert isinstance(power, BoundAction)
    value = 0.0
    for gain in (power.gains, *power.choices)[option[0] - 1]:
        points, cards = gain_of(gain, evaluator.stock)
        is_good = isinstance(gain, (ProduceGood, WindfallGood))
        value += points + cards * CARD_POINTS + (GOOD_POINTS if is_good else 0.0)
    return value


GOOD_POINTS: Final = 1.0
"""Points that a good is taken for where it is one of several things to get."""


def _used(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return a value that uses the power, unless everything it gives has run out."""
    if option and evaluator.has_run_out(evaluator.table.power_list[decision.about]):
        return -1.0
    return float(len(option))


def _guess(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the number most often printed."""
    return float(evaluator.table.cost.count(option[0]))


def _something(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return what to give up where anything is better than nothing."""
    return float(len(option))


def _best_card(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the card most worth having."""
    return evaluator.potential(evaluator.candidate(option[0])) if option else 0.0


def _start_world(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the world that adds most, to itself and the hand."""
    one = evaluator.candidate(option[0])
    return evaluator.worth(one) + evaluator.help(one)


def _stake(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return a card that is no loss, at a cost that is often beaten."""
    if not option:
        return 0.0
    stake = evaluator.table.cost[option[0]]
    dearer = sum(cost > stake for cost in evaluator.table.cost) / len(evaluator.table.cost)
    wins = 1.0 - (1.0 - dearer) ** max(1, stake)
    lost = max(evaluator.cost, evaluator.potential(evaluator.candidate(option[0])))
    return wins * 1.5 * evaluator.cost - (1.0 - wins) * lost


def _upgrade(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the dearest new world for the least old one."""
    if not option:
        return 0.0
    new, old = option
    return (
        evaluator.worth(evaluator.candidate(new))
        - evaluator.stage.steady[old]
        - evaluator.cost
        + 0.1
    )


def _target(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the world worth most of those that the military there is will do for."""
    if not option:
        return 0.0
    number, world = option
    return (
        0.5 + evaluator.worth(evaluator.candidate(world))
        if evaluator.overcomes(number, world)
        else -1.0
    )


def _kind(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Sell for most."""
    return float(BASE_PRICES[option[0]] + evaluator.standing.economy.prices[option[0]])


def _search_keep(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the card found, if it is better than most of its like."""
    if not option[0]:
        return 0.5
    return evaluator.potential(evaluator.candidate(decision.about))


def _category(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the category with the best card."""
    left = evaluator.table.search_masks[option[0]] & ~evaluator.standing.mask
    best = 0.0
    while left:
        card = left.bit_length() - 1
        left ^= 1 << card
        best = max(best, evaluator.potential(evaluator.candidate(card)))
    return best


CHOICE_VALUES: Final[dict[str, Callable[[Evaluator, Choice, Answer], float]]] = {
    asks.CONSUME_POWER: _consume_power,
    asks.TRADE: _sale,
    asks.WINDFALL: _windfall,
    asks.MOVE_GOOD: _moved,
    asks.CHOOSE_GAIN: _gain,
    asks.USE_POWER: _used,
    asks.GUESS: _guess,
    asks.DRAFT: _best_card,
    asks.KEEP_ONE: _best_card,
    asks.START_WORLD: _start_world,
    asks.ANTE: _stake,
    asks.UPGRADE: _upgrade,
    asks.TAKEOVER: _target,
    asks.KIND_OF_GOOD: _kind,
    asks.SEARCH_CATEGORY: _category,
    asks.SEARCH_KEEP: _search_keep,
}
"""How an option of a choice is valued, by its kind; else the best card, or what is most.

A module of rules adds the kinds that it asks.
"""
SUBSET_ANSWERS: Final[dict[str, Callable[[Evaluator, Subset], Answer]]] = {}
"""How cards or goods are chosen, by the kinds of decisions that modules of rules ask."""
