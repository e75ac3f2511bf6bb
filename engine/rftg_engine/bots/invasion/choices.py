"""Choices in an invasion: powers to defend with, worlds to lose, and goods to give for repairs."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Subset
from rftg_engine import actions, asks
from rftg_engine.bots.choices import CHOICE_VALUES, SUBSET_ANSWERS, worst_first
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.invasion.attacks import (
    MAX_ADDED_DEFENSE,
    cost_of,
    defense_prices,
    hold_chance,
)
from rftg_engine.bots.invasion.estimates import InvasionEstimates, repairs_of
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.modules.invasion import REPAIRED_BY_BONUS
from rftg_engine.modules.invasion_attack import max_amount


def estimates_in(evaluator: Evaluator) -> InvasionEstimates:
    """Return the estimates for the invasion. Raise LookupError if there are none."""
    for estimates in evaluator.module_estimates:
        if isinstance(estimates, InvasionEstimates):
            return estimates
    raise LookupError("the game has no invasion")


# --- an attack


def defense_gain(evaluator: Evaluator) -> float:
    """Return the gain from holding out in the present attack."""
    estimates = estimates_in(evaluator)
    rank = estimates.part.ranking().index(evaluator.view.me)
    losses = [
        _loss(evaluator, world)
        for world in evaluator.own_seat.tableau
        if _is_world(estimates, world)
    ]
    return estimates.reward(rank) + min(losses, default=0.0) + _value_of_survival(estimates)


def _is_world(estimates: InvasionEstimates, card: int) -> bool:
    return estimates.table.is_world[card]


def _loss(evaluator: Evaluator, world: int) -> float:
    """Return the value of a world that may be damaged."""
    estimates = estimates_in(evaluator)
    worth = estimates.world_worth(world) + estimates.force_worth(world)
    if world in evaluator.own_seat.goods:
        worth += estimates.good_worth(world)
    return worth


def _value_of_survival(estimates: InvasionEstimates) -> float:
    """Return the value of preventing a common defeat, weighted by the probability of one."""
    probability = 1.0
    for seat in range(len(estimates.part.held)):
        if seat != estimates.view.me:
            probability *= 1.0 - _hold_chance(estimates, seat)
    if probability == 0.0:
        return 0.0
    return -probability * estimates.defeat_gain()


def _hold_chance(estimates: InvasionEstimates, seat: int) -> float:
    """Return the probability that another player holds out in the present attack."""
    part, order = estimates.part, estimates.view.order
    if part.held[seat]:
        return 1.0
    if order.index(seat) < order.index(estimates.view.me):
        return 0.0
    return hold_chance(estimates.horizon.defenses[seat], part.strengths[seat])


def _defense(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the gain from holding out with a power and the cheapest additional powers."""
    if not option:
        return 0.0
    table, stage = evaluator.table, evaluator.stage
    estimates = estimates_in(evaluator)
    helps = []
    defense, cost = 0, 0.0
    for (power_id,) in filter(None, decision.options):
        power = table.power_list[power_id]
        assert isinstance(power, BoundMilitary)
        if power_id == option[0]:
            defense, cost = max_amount(power), cost_of(stage, power)
        else:
            helps.append((max_amount(power), cost_of(stage, power)))
    if evaluator.view.hand:
        helps.append((estimates.invasion.bunker, stage.cost))
    missing = min(MAX_ADDED_DEFENSE, max(0, decision.about - defense))
    return defense_gain(evaluator) - cost - defense_prices(helps)[missing]


def _bunker(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the least valuable card if holding out is worth more, or no card."""
    cheapest = worst_first(evaluator, decision.cards)[0]
    return (cheapest,) if defense_gain(evaluator) > _card(evaluator, cheapest) else ()


def _card(evaluator: Evaluator, card: int) -> float:
    """Return the value of a card in hand."""
    if estimates_in(evaluator).is_last_round():
        return 0.0
    return max(evaluator.cost, evaluator.potential(evaluator.candidate(card)))


def _damage(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the negative loss of damaging a world."""
    return -_loss(evaluator, option[0])


# --- Produce


def _war_effort(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the goods that are worth less than the gain from contributing them."""
    estimates = estimates_in(evaluator)
    worth = estimates.contribution()
    return tuple([world for world in decision.cards if estimates.good_cost(world) < worth])


def _repair(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of repairing a world now, minus the price.

    Worlds that can be repaired for free are not paid for.
    """
    if not option:
        return 0.0
    estimates = estimates_in(evaluator)
    free = repairs_of(evaluator.powers)
    if actions.PRODUCE in [actions.plain(action) for action in evaluator.own_seat.actions]:
        free += REPAIRED_BY_BONUS
    if len(estimates.damaged()) <= free:
        return -1.0
    price = estimates.repair_price() if len(option) == 1 else _good_price(evaluator, option[1])
    return _repair_worth(evaluator, option[0]) - price


def _good_price(evaluator: Evaluator, world: int) -> float:
    """Return the cost of spending a good in Produce.

    Before worlds produce, a production world replaces its good. Afterwards it does not.
    """
    estimates = estimates_in(evaluator)
    facts = evaluator.knowledge.facts
    full_worlds = set(evaluator.own_seat.goods)
    has_to_produce = any(
        facts[card].produces and card not in full_worlds for card in evaluator.own_seat.tableau
    )
    return estimates.good_cost(world) if has_to_produce else estimates.good_worth(world)


def _repair_worth(evaluator: Evaluator, world: int) -> float:
    """Return the value of repairing a world now. A production world gets a good immediately."""
    worth = estimates_in(evaluator).world_worth(world)
    if evaluator.knowledge.facts[world].produces:
        worth += evaluator.good_worth(evaluator.knowledge.facts[world].kind)
    return worth


def _free_repair(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of repairing a world now."""
    return _repair_worth(evaluator, option[0])


def _repair_by_bonus(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the best worlds to repair, or none if the good is worth more."""
    worths = sorted([(-_repair_worth(evaluator, world), world) for world in decision.cards])
    best = [(worth, world) for worth, world in worths[: decision.maximum] if worth < 0.0]
    gain = -sum([worth for worth, _world in best])
    return (
        tuple([world for _value, world in best])
        if gain > estimates_in(evaluator).windfall_worth()
        else ()
    )


CHOICE_VALUES[asks.DEFENSE] = _defense
CHOICE_VALUES[asks.DAMAGE] = _damage
CHOICE_VALUES[asks.REPAIR] = _repair
CHOICE_VALUES[asks.REPAIR_BY_POWER] = _free_repair
SUBSET_ANSWERS[asks.BUNKER] = _bunker
SUBSET_ANSWERS[asks.WAR_EFFORT] = _war_effort
SUBSET_ANSWERS[asks.REPAIR_BY_BONUS] = _repair_by_bonus
