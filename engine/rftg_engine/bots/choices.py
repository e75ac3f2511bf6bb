"""Answers to all decisions except actions: placing, paying, keeping, consuming, selling and so
on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import actions, asks, steps
from rftg_engine.bots import features
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.facts import CARD_POINTS, ConsumeUse
from rftg_engine.bots.goods import Consumption, one_good
from rftg_engine.bots.hand import UNAFFORDABLE, Candidate, Price
from rftg_engine.bots.situation import bonus_of
from rftg_engine.bots.uses import (
    add_gains,
    best_number_of_cards,
    best_number_to_put_under,
    chips_factor,
    use_worth,
    worth_of_paying,
)
from rftg_engine.cards.bound import BoundAction
from rftg_engine.turns.goods_gains import SellGood
from rftg_engine.turns.turn import BASE_PRICES, kinds_of_sale, price

LOWEST_VALUE: Final = -1_000.0
"""Value below that of any option."""


def answer(evaluator: Evaluator, decision: Decision) -> Answer:
    """Return the best answer to any decision except a choice of actions."""
    if isinstance(decision, Payment):
        return payment(evaluator, decision)
    if isinstance(decision, Subset):
        return subset(evaluator, decision)
    assert isinstance(decision, Choice)
    if decision.kind in (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD):
        return placement(evaluator, decision)
    default = _card_potential if asks.names_cards(decision.kind) else _option_size
    value_of = CHOICE_VALUES.get(decision.kind, default)
    best_option, best_value = decision.options[0], LOWEST_VALUE
    for option in decision.options:
        value = value_of(evaluator, decision, option)
        if value > best_value:
            best_option, best_value = option, value
    return best_option


# --- paying and discarding


def payment(evaluator: Evaluator, decision: Payment) -> Answer:
    """Return the cheapest payment option, paid with the cards of lowest potential."""
    cheapest, lowest_cost = 0, -LOWEST_VALUE
    for index, option in enumerate(decision.options):
        if decision.kind == asks.DEFEND and index == 0:
            cost = evaluator.loss_of(decision.about)
        else:
            cost = evaluator.points(evaluator.option_price(option))
        if cost < lowest_cost:
            cheapest, lowest_cost = index, cost
    paid = decision.options[cheapest].min_cards
    return (cheapest, *worst_first(evaluator, decision.cards)[:paid]) if paid else (cheapest,)


def worst_first(evaluator: Evaluator, cards: tuple[int, ...]) -> list[int]:
    """Return cards by rising potential.

    Extra copies of a development come first, because they are worth little.
    """
    in_hand = [
        candidate.card for candidate in reversed(evaluator.hand.cards) if candidate.card in cards
    ]
    ranked = in_hand
    if len(in_hand) < len(cards):
        ranked = [*sorted([card for card in cards if card not in in_hand]), *in_hand]
    titles, is_world = evaluator.table.titles, evaluator.table.is_world
    seen_titles: set[str] = set()
    copies: list[int] = []
    for card in reversed(ranked):
        if not is_world[card]:
            if titles[card] in seen_titles:
                copies.append(card)
            seen_titles.add(titles[card])
    if not copies:
        return ranked
    return [*copies, *[card for card in ranked if card not in copies]]


def subset(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the least useful cards, or the goods least needed elsewhere."""
    answer_module = SUBSET_ANSWERS.get(decision.kind)
    if answer_module is not None:
        return answer_module(evaluator, decision)
    if decision.groups:
        return decision.first()
    if decision.kind == asks.GOODS_FOR_POWER:
        return tuple(_goods(evaluator, decision)[: decision.maximum])
    is_worth_asking = decision.kind in (asks.DISCARD_FOR_POWER, asks.PUT_UNDER)
    if not is_worth_asking and not decision.minimum:
        return ()
    ranked = worst_first(evaluator, decision.cards)
    count = decision.minimum
    if is_worth_asking:
        count = _count_worth_giving(evaluator, decision)
    return tuple(ranked[:count])


def _goods(evaluator: Evaluator, decision: Subset) -> list[int]:
    """Return goods in the order of giving them up.

    For a sale, they are sorted by falling price. Otherwise, goods that no other power needs come
    first, and before them the good of a card that is discarded as well.
    """
    power = evaluator.table.power_list[decision.about] if decision.about >= 0 else None
    sells = power is not None and any(isinstance(gain, SellGood) for gain in power.gains)
    discarded = power.card if power is not None and power.takes("this") else -1
    ranked = []
    for world in decision.cards:
        kind = evaluator.knowledge.facts[world].kind
        demand = sum(
            consumer.kind == kind
            for consumer in evaluator.tableau_value.economy.consumption.consumers
        )
        sale_price = float(price(evaluator.powers, kind, world))
        rank = -sale_price if sells else 10.0 * demand + sale_price
        ranked.append((-1.0 if world == discarded else rank, world))
    return [world for _rank, world in sorted(ranked)]


def _count_worth_giving(evaluator: Evaluator, decision: Subset) -> int:
    """Return the number of cards to give to a power."""
    if decision.kind == asks.PUT_UNDER:
        number = best_number_to_put_under(evaluator, decision.maximum)
    else:
        power = evaluator.table.power_list[decision.about] if decision.about >= 0 else None
        number = best_number_of_cards(evaluator, power, decision.maximum, decision.all_or_none)
    return max(decision.minimum, number)


# --- placing


def placement(evaluator: Evaluator, decision: Choice) -> Answer:
    """Return the card that gains most when placed. Placing nothing gains nothing."""
    phase_bonus = bonus(evaluator, decision.kind == asks.PLACE_WORLD)
    best_option, best_value = decision.options[0], LOWEST_VALUE
    for option in decision.options:
        value = 0.0
        if option:
            candidate = evaluator.candidate(option[0])
            price = price_in_hand(evaluator, candidate, phase_bonus)
            value = evaluator.placement_gain(candidate, price, float(phase_bonus.card))
        if value > best_value:
            best_option, best_value = option, value
    return best_option


def price_in_hand(evaluator: Evaluator, candidate: Candidate, bonus: actions.Bonus) -> Price:
    """Return the price of a card on offer, which asks for no more cards than there are."""
    price = evaluator.price(candidate, bonus.discount, bonus.military)
    cards = 1 if price.cards == UNAFFORDABLE else price.cards
    return Price(min(len(evaluator.hand.cards) - 1, cards), price.loss)


def bonus(evaluator: Evaluator, is_world: bool) -> actions.Bonus:
    """Return the bonus for having chosen the phase in which a card is placed now."""
    step = evaluator.view.pending_steps[0] if evaluator.view.pending_steps else ""
    if is_world:
        phase = steps.SETTLE_2 if step == steps.SETTLE_2 else steps.SETTLE
    else:
        phase = steps.DEVELOP_2 if step == steps.DEVELOP_2 else steps.DEVELOP
    return bonus_of(evaluator.own_seat.actions, phase)


# --- values of options, by kind of choice


def _consume_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of using a power now, with that of other powers for the remaining goods."""
    if not option:
        return 0.0
    if option[0] < 0:
        return 0.1
    power = evaluator.table.power_list[option[0]]
    assert isinstance(power, BoundAction)
    prices = power.price.parts if power.price is not None else ()
    if not prices or any(part.what != "goods" for part in prices):
        return use_worth(evaluator, power) - MIN_WORTH
    this_power: list[ConsumeUse] = []
    other_powers: list[ConsumeUse] = []
    for consumer in evaluator.tableau_value.economy.consumption.consumers:
        if consumer.number == option[0]:
            this_power.append(consumer)
        elif (consumer.number,) in decision.options:
            other_powers.append(consumer)
    points, cards, remaining = Consumption(this_power).use(evaluator.goods)
    more_points, more_cards, _remaining = Consumption(other_powers).use(remaining)
    chips = chips_factor(evaluator, power) * (points + more_points)
    first = 0.0 if () in decision.options else GOODS_FIRST
    return first + chips + (cards + more_cards) * CARD_POINTS


MIN_WORTH: Final = 0.01
"""Minimum worth for using a power."""
GOODS_FIRST: Final = 10.0
"""Added to the value of powers that take goods if one of them must be used anyway: what it draws
helps to decide about the others."""


def _sale_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of selling a good: the cards for it, and the best use of the other goods."""
    goods = evaluator.goods
    sale_price = 0
    if option:
        goods -= one_good(evaluator.knowledge.facts[option[0]].kind)
        kinds = kinds_of_sale(evaluator.table, evaluator.powers, option[0])
        sale_price = max(
            [price(evaluator.powers, kind, option[0]) for kind in range(1, 5) if kinds >> kind & 1]
        )
    points, cards, _remaining = evaluator.tableau_value.economy.consumption.use(goods)
    return (
        evaluator.draw_gain(sale_price + cards, sale_price + cards)
        + evaluator.weights[features.SCORE] * points
    )


def _windfall_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of a good on a windfall world."""
    kind = evaluator.knowledge.facts[option[0]].kind
    return evaluator.good_worth(kind) + 0.01 * BASE_PRICES[kind]


def _moved_good(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the gain of moving a good. A production world that it leaves can produce again."""
    if not option:
        return 0.0
    old, new = evaluator.knowledge.facts[option[0]], evaluator.knowledge.facts[option[1]]
    refilled = evaluator.good_worth(old.kind) if old.produces and not new.produces else 0.0
    return evaluator.good_worth(new.kind) - evaluator.good_worth(old.kind) + refilled


def _gain_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the worth of one of several gains."""
    power = evaluator.table.power_list[decision.about]
    assert isinstance(power, BoundAction)
    exchange = evaluator.exchange()
    add_gains(evaluator, exchange, power, (power.gains, *power.choices)[option[0] - 1], 1)
    return evaluator.rating_change(exchange)


def _spent_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the worth of spending an amount of prestige, chips or tokens."""
    return worth_of_paying(evaluator, evaluator.table.power_list[decision.about], option[0])


def _use(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the worth of using a power, if its price and gains tell it; else a positive value,
    unless all that it gives has run out."""
    if not option:
        return 0.0
    power = evaluator.table.power_list[decision.about]
    if evaluator.has_run_out(power):
        return -1.0
    is_own = power.card in evaluator.own_seat.tableau
    if is_own and isinstance(power, BoundAction) and power.price is not None:
        return use_worth(evaluator, power)
    return 1.0


def _guess_count(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the number of cards with the guessed cost."""
    return float(evaluator.table.cost.count(option[0]))


def _option_size(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the size of an option, if giving up anything is better than nothing."""
    return float(len(option))


def _card_potential(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the potential of a card."""
    return evaluator.potential(evaluator.candidate(option[0])) if option else 0.0


def _start_world_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of a start world, including its synergy with the cards in hand."""
    candidate = evaluator.candidate(option[0])
    return evaluator.worth(candidate) + evaluator.hand_synergy(candidate)


def _stake_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of staking a card. A good stake is cheap to lose, and the cards turned up
    are likely to cost more."""
    if not option:
        return 0.0
    stake = evaluator.table.cost[option[0]]
    higher_share = sum(cost > stake for cost in evaluator.table.cost) / len(evaluator.table.cost)
    win_chance = 1.0 - (1.0 - higher_share) ** max(1, stake)
    loss = max(evaluator.cost, evaluator.potential(evaluator.candidate(option[0])))
    return win_chance * 1.5 * evaluator.cost - (1.0 - win_chance) * loss


def _upgrade_gain(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the gain from replacing an old world with a new one."""
    if not option:
        return 0.0
    new, old = option
    return (
        evaluator.worth(evaluator.candidate(new))
        - evaluator.stage.steady[old]
        - evaluator.cost
        + 0.1
    )


def _takeover_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of a world to take over, or a negative value if the present military cannot
    win it."""
    if not option:
        return 0.0
    power_id, world = option
    return (
        0.5 + evaluator.worth(evaluator.candidate(world))
        if evaluator.would_succeed(power_id, world)
        else -1.0
    )


def _kind_price(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the sale price of a kind of good."""
    return float(BASE_PRICES[option[0]] + evaluator.tableau_value.economy.prices[option[0]])


def _search_keep_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of keeping the card that a search has turned up."""
    if not option[0]:
        return 0.5
    return evaluator.potential(evaluator.candidate(decision.about))


def _category_value(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the mean potential of the cards of a search category."""
    remaining = evaluator.table.search_masks[option[0]] & ~evaluator.tableau_value.mask
    total, count = 0.0, max(1, remaining.bit_count())
    while remaining:
        card = remaining.bit_length() - 1
        remaining ^= 1 << card
        total += max(0.0, evaluator.potential(evaluator.candidate(card)))
    return total / count


CHOICE_VALUES: Final[dict[str, Callable[[Evaluator, Choice, Answer], float]]] = {
    asks.CONSUME_POWER: _consume_value,
    asks.TRADE: _sale_value,
    asks.SELL_ANOTHER: _sale_value,
    asks.WINDFALL: _windfall_value,
    asks.MOVE_GOOD: _moved_good,
    asks.CHOOSE_GAIN: _gain_value,
    asks.USE_POWER: _use,
    asks.SPEND_PRESTIGE: _spent_value,
    asks.SPEND_CHIPS: _spent_value,
    asks.SPEND_TOKENS: _spent_value,
    asks.GUESS: _guess_count,
    asks.DRAFT: _card_potential,
    asks.KEEP_ONE: _card_potential,
    asks.START_WORLD: _start_world_value,
    asks.ANTE: _stake_value,
    asks.UPGRADE: _upgrade_gain,
    asks.TAKEOVER: _takeover_value,
    asks.KIND_OF_GOOD: _kind_price,
    asks.SEARCH_CATEGORY: _category_value,
    asks.SEARCH_KEEP: _search_keep_value,
}
"""Functions that value an option, by kind of choice. The default for cards is their potential, for
anything else the size of the option.

Modules of rules add the kinds that they use.
"""
SUBSET_ANSWERS: Final[dict[str, Callable[[Evaluator, Subset], Answer]]] = {}
"""Functions that choose cards or goods, by kind of decision. Modules of rules add theirs."""
