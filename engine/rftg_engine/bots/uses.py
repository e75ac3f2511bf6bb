"""The worth of using a power now: the change of the rating by what it gives and takes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rftg_engine import steps
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.exchanges import Exchange, of_kinds
from rftg_engine.bots.facts import gain_of, token_worth
from rftg_engine.bots.goods import fill_worlds, one_good
from rftg_engine.bots.situation import EXPLORE_DRAW, EXPLORE_KEEP, NO_ACTION, bonus_of
from rftg_engine.cards.bound import BoundAction, BoundExplore, BoundMilitary, BoundPower
from rftg_engine.cards.terms import BoundPrice, Gain
from rftg_engine.turns.counting import fitting_goods
from rftg_engine.turns.gains import GainChips, GainPrestige, GainTokens, PutUnderCard
from rftg_engine.turns.goods_gains import GoodOnPlacedWorld, ProduceGood, WindfallGood
from rftg_engine.turns.prices import max_goods

UNKNOWN_GAINS: Final = 1.0
"""Worth of a power whose gains cannot be rated, such as repairs."""


def add_gains(
    evaluator: Evaluator,
    exchange: Exchange,
    power: BoundAction,
    gains: tuple[Gain, ...],
    times: int,
) -> None:
    """Add gains of a power a number of times."""
    for gain in gains:
        points, cards = gain_of(gain, evaluator.stock)
        factor = float(times)
        if gain.per is not None and gain.per.count.things == "cards":
            factor *= gain.per.multiplier_for(evaluator.tableau_value.mask)
        exchange.drawn += factor * cards
        if isinstance(gain, GainPrestige):
            exchange.prestige += factor * points / GainPrestige.worth[0]
        elif isinstance(gain, GainTokens):
            tokens = factor * points / GainTokens.worth[0]
            exchange.points += tokens * token_worth(evaluator.tableau_value.lines, gain.token)
        elif isinstance(gain, GainChips):
            exchange.points += factor * points * chips_factor(evaluator, power)
        elif isinstance(gain, (ProduceGood, GoodOnPlacedWorld)):
            exchange.goods += _new_good(evaluator, power, gain) if times else 0
        elif isinstance(gain, WindfallGood):
            added = fill_worlds(of_kinds(exchange.windfalls, gain.kinds), gain.amount * times)
            exchange.goods += added
            exchange.windfalls -= added
        else:
            exchange.points += factor * points


def _new_good(evaluator: Evaluator, power: BoundAction, gain: Gain) -> i64:
    """Return the good that a power adds to its own world or to the world just placed."""
    world = power.card
    if isinstance(gain, GoodOnPlacedWorld):
        world = evaluator.own_seat.tableau[-1]
        if world in evaluator.own_seat.goods or not evaluator.table.can_refill[world]:
            return 0
    return one_good(evaluator.knowledge.facts[world].kind)


def chips_factor(evaluator: Evaluator, power: BoundAction) -> int:
    """Return the chips that a power gains for each of its chips (base rulebook, Consume)."""
    if not power.has_more_chips:
        return 1
    return bonus_of(evaluator.own_seat.actions, steps.CONSUME).chips


def worth_of_paying(evaluator: Evaluator, power: BoundPower, amount: int) -> float:
    """Return the worth of paying an amount of the first part of a power's price, and the other
    parts in full, for the best of its gains."""
    if isinstance(power, BoundExplore):
        draw, keep = EXPLORE_DRAW[NO_ACTION], EXPLORE_KEEP[NO_ACTION]
        times = amount if power.each else 1
        drawn = evaluator.draw_gain(draw + times * power.draw, keep + times * power.keep)
        drawn -= evaluator.draw_gain(draw, keep)
        exchange = evaluator.exchange()
        exchange.pay(power, amount)
        return drawn + evaluator.rating_change(exchange)
    if not isinstance(power, BoundAction):
        return UNKNOWN_GAINS
    times = max(0, amount - power.free) if power.each else 1
    best = -1_000.0
    for gains in (power.gains, *power.choices):
        exchange = evaluator.exchange()
        add_gains(evaluator, exchange, power, gains, times)
        exchange.pay(power, amount)
        best = max(best, evaluator.rating_change(exchange))
    return best


def use_worth(evaluator: Evaluator, power: BoundAction) -> float:
    """Return the worth of using a power, with the best amount of a variable price."""
    if not any(can_be_rated(gain) for gains in (power.gains, *power.choices) for gain in gains):
        return UNKNOWN_GAINS
    price = power.price
    if price is None:
        return worth_of_paying(evaluator, power, 1)
    held = _held(evaluator, power, price)
    most = held if price.count < 0 else min(price.count, held)
    least = 1 if price.up_to else most
    return max([worth_of_paying(evaluator, power, n) for n in range(least, most + 1)] or [0.0])


def can_be_rated(gain: Gain) -> bool:
    """Return whether the worth of a gain is known."""
    is_good = isinstance(gain, (ProduceGood, WindfallGood, GoodOnPlacedWorld))
    return is_good or gain.worth != (0.0, 0.0)


def _held(evaluator: Evaluator, power: BoundPower, price: BoundPrice) -> int:
    """Return the amount of the first part of a power's price that the player has."""
    seat = evaluator.own_seat
    if price.what == "goods":
        fitting = fitting_goods(evaluator.table, power.card, price, seat.goods)
        return max_goods(evaluator.table, price, fitting)
    if price.what == "cards":
        return len(evaluator.view.hand)
    if price.what == "prestige":
        return seat.prestige
    if price.what == "chips":
        return seat.vp
    if price.what == "tokens":
        return dict(seat.tokens).get(price.token, 0)
    return 1


def best_number_of_cards(
    evaluator: Evaluator, power: BoundPower | None, most: int, all_or_none: bool
) -> int:
    """Return the number of hand cards, up to `most`, that is best given to a power.

    power: None for the prestige card, which gives a point for each card.
    """
    if isinstance(power, BoundMilitary):
        return most  # the power has already been chosen
    worths = {0: 0.0}
    for number in [most] if all_or_none else range(1, most + 1):
        if power is None:
            exchange = evaluator.exchange()
            exchange.hand_cards, exchange.points = number, float(number)
            worths[number] = evaluator.rating_change(exchange)
        else:
            worths[number] = worth_of_paying(evaluator, power, number)
    return max(worths, key=lambda number: worths[number])


def best_number_to_put_under(evaluator: Evaluator, most: int) -> int:
    """Return the number of hand cards, up to `most`, that is best put under another card."""
    points, cards = PutUnderCard.worth
    worths = {0: 0.0}
    for number in range(1, most + 1):
        exchange = evaluator.exchange()
        exchange.hand_cards = number
        exchange.points, exchange.drawn = number * points, number * cards
        worths[number] = evaluator.rating_change(exchange)
    return max(worths, key=lambda number: worths[number])
