"""Choices in an invasion: powers to defend with, worlds to lose, and goods to give for repairs."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Subset
from rftg_engine import actions
from rftg_engine.bots.choices import CHOICE_VALUES, SUBSET_ANSWERS, worst_first
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.modules.invasion.attacks import MOST, cost_of, holds, prices
from rftg_engine.bots.modules.invasion.stakes import InvasionStakes, repairs_of
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import max_amount
from rftg_engine.modules.invasion.module import REPAIRED_BY_BONUS


def stakes_in(evaluator: Evaluator) -> InvasionStakes:
    """Return the stakes of the invasion. Raise LookupError if there are none."""
    for stakes in evaluator.stakes:
        if isinstance(stakes, InvasionStakes):
            return stakes
    raise LookupError("the game has no invasion")


# --- an attack


def at_stake(evaluator: Evaluator) -> float:
    """Return the value of holding out in the present attack."""
    stakes = stakes_in(evaluator)
    rank = stakes.part.ranking().index(evaluator.view.me)
    losses = [
        _loss(evaluator, world) for world in evaluator.own_seat.tableau if _is_world(stakes, world)
    ]
    return stakes.reward(rank) + min(losses, default=0.0) + _all_lost(stakes)


def _is_world(stakes: InvasionStakes, card: int) -> bool:
    return stakes.table.is_world[card]


def _loss(evaluator: Evaluator, world: int) -> float:
    """Return the value of a world that may be damaged."""
    stakes = stakes_in(evaluator)
    worth = stakes.world_worth(world) + stakes.force_worth(world)
    if world in evaluator.own_seat.goods:
        worth += stakes.good_worth(world)
    return worth


def _all_lost(stakes: InvasionStakes) -> float:
    """Return the cost if everyone else also fails, weighted by its probability."""
    probability = 1.0
    for seat in range(len(stakes.part.held)):
        if seat != stakes.view.me:
            probability *= 1.0 - _holds(stakes, seat)
    if probability == 0.0:
        return 0.0
    return -probability * stakes.defeat()


def _holds(stakes: InvasionStakes, seat: int) -> float:
    """Return the probability that another player holds out in the present attack."""
    part, order = stakes.part, stakes.view.order
    if part.held[seat]:
        return 1.0
    if order.index(seat) < order.index(stakes.view.me):
        return 0.0
    return holds(stakes.horizon.defenses[seat], part.strengths[seat])


def _defense(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the gain from holding out with a power and the cheapest additional ones."""
    if not option:
        return 0.0
    table, stage = evaluator.table, evaluator.stage
    stakes = stakes_in(evaluator)
    helps = []
    defense, cost = 0, 0.0
    for (power_id,) in [other for other in decision.options if other]:
        power = table.power_list[power_id]
        assert isinstance(power, BoundMilitary)
        if power_id == option[0]:
            defense, cost = max_amount(power), cost_of(stage, power)
        else:
            helps.append((max_amount(power), cost_of(stage, power)))
    if evaluator.view.hand:
        helps.append((stakes.invasion.bunker, stage.cost))
    missing = min(MOST, max(0, decision.about - defense))
    return at_stake(evaluator) - cost - prices(helps)[missing]


def _bunker(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the least valuable card, if holding out is worth more."""
    cheapest = worst_first(evaluator, decision.cards)[0]
    return (cheapest,) if at_stake(evaluator) > _card(evaluator, cheapest) else ()


def _card(evaluator: Evaluator, card: int) -> float:
    """Return the value of a card in hand."""
    if stakes_in(evaluator).is_last_round():
        return 0.0
    return max(evaluator.cost, evaluator.potential(evaluator.candidate(card)))


def _damage(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the negative loss of damaging a world."""
    return -_loss(evaluator, option[0])


# --- Produce


def _war_effort(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the goods worth less than contributing them."""
    stakes = stakes_in(evaluator)
    worth = stakes.contribution()
    return tuple([world for world in decision.cards if stakes.good_lost(world) < worth])


def _repair(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of repairing a world now, minus the price.

    Worlds that can be repaired for free are not paid for.
    """
    if not option:
        return 0.0
    stakes = stakes_in(evaluator)
    free = repairs_of(evaluator.powers)
    if actions.PRODUCE in [actions.plain(action) for action in evaluator.own_seat.actions]:
        free += REPAIRED_BY_BONUS
    if len(stakes.damaged()) <= free:
        return -1.0
    price = stakes.repair_price() if len(option) == 1 else _good_given(evaluator, option[1])
    return _repaired(evaluator, option[0]) - price


def _good_given(evaluator: Evaluator, world: int) -> float:
    """Return the value of a good that is given in Produce.

    Before worlds produce, a production world replaces its good. Afterwards it does not.
    """
    stakes = stakes_in(evaluator)
    facts = evaluator.knowledge.facts
    full = set(evaluator.own_seat.goods)
    has_to_produce = any(
        facts[card].produces and card not in full for card in evaluator.own_seat.tableau
    )
    return stakes.good_lost(world) if has_to_produce else stakes.good_worth(world)


def _repaired(evaluator: Evaluator, world: int) -> float:
    """Return the value of repairing a world now. A production world gets a good at once."""
    worth = stakes_in(evaluator).world_worth(world)
    if evaluator.knowledge.facts[world].produces:
        worth += evaluator.good_worth(evaluator.knowledge.facts[world].kind)
    return worth


def _best_repaired(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return the value of repairing a world now."""
    return _repaired(evaluator, option[0])


def _repaired_by_bonus(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the best worlds to repair, if they are worth more than the good."""
    worths = sorted([(-_repaired(evaluator, world), world) for world in decision.cards])
    best = [(worth, world) for worth, world in worths[: decision.maximum] if worth < 0.0]
    gain = -sum([worth for worth, _world in best])
    return (
        tuple([world for _value, world in best]) if gain > stakes_in(evaluator).windfall() else ()
    )


CHOICE_VALUES[questions.DEFENSE] = _defense
CHOICE_VALUES[questions.DAMAGE] = _damage
CHOICE_VALUES[questions.REPAIR] = _repair
CHOICE_VALUES[questions.REPAIR_BY_POWER] = _best_repaired
SUBSET_ANSWERS[questions.BUNKER] = _bunker
SUBSET_ANSWERS[questions.WAR_EFFORT] = _war_effort
SUBSET_ANSWERS[questions.REPAIR_BY_BONUS] = _repaired_by_bonus
