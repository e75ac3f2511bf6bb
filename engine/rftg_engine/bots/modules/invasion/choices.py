"""The choices of an invasion: what to defend with, which world to lose, what to give and repair."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Subset
from rftg_engine import actions
from rftg_engine.bots.choices import CHOICE_VALUES, SUBSET_ANSWERS, worst_first
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.modules.invasion.attacks import MOST, cost_of, holds, prices
from rftg_engine.bots.modules.invasion.stakes import InvasionStakes, repairs_of
from rftg_engine.cards.bound import BoundMilitary
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import most_of
from rftg_engine.modules.invasion.module import REPAIRED_BY_BONUS


def stakes_in(evaluator: Evaluator) -> InvasionStakes:
    """Return what the invasion puts at stake."""
    for one in evaluator.stakes:
        if isinstance(one, InvasionStakes):
            return one
    raise LookupError("there is no invasion")


# --- an attack


def at_stake(evaluator: Evaluator) -> float:
    """Return what holding out in the present attack is worth."""
    stakes = stakes_in(evaluator)
    rank = stakes.part.ranking().index(evaluator.view.me)
    lost = [_loss(evaluator, world) for world in evaluator.mine.tableau if _is_world(stakes, world)]
    return stakes.reward(rank) + min(lost, default=0.0) + _all_lost(stakes)


def _is_world(stakes: InvasionStakes, card: int) -> bool:
    return stakes.table.is_world[card]


def _loss(evaluator: Evaluator, world: int) -> float:
    """Return what a world is worth that may be damaged."""
    stakes = stakes_in(evaluator)
    worth = stakes.world_worth(world) + stakes.force_worth(world)
    if world in evaluator.mine.goods:
        worth += stakes.good_worth(world)
    return worth


def _all_lost(stakes: InvasionStakes) -> float:
    """Return what it costs if all are lost but for the player, as far as that is likely."""
    others = 1.0
    for seat in range(len(stakes.part.held)):
        if seat != stakes.view.me:
            others *= 1.0 - _holds(stakes, seat)
    if others == 0.0:
        return 0.0
    return -others * stakes.defeat()


def _holds(stakes: InvasionStakes, seat: int) -> float:
    """Return how likely another player is to hold out in the present attack."""
    part, order = stakes.part, stakes.view.order
    if part.held[seat]:
        return 1.0
    if order.index(seat) < order.index(stakes.view.me):
        return 0.0
    return holds(stakes.horizon.defenses[seat], part.strengths[seat])


def _defense(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return what is gained by holding out with a power, and the cheapest others that do."""
    if not option:
        return 0.0
    table, stage = evaluator.table, evaluator.stage
    stakes = stakes_in(evaluator)
    helps = []
    used, given = 0, 0.0
    for (number,) in [one for one in decision.options if one]:
        power = table.power_list[number]
        assert isinstance(power, BoundMilitary)
        if number == option[0]:
            used, given = most_of(power), cost_of(stage, power)
        else:
            helps.append((most_of(power), cost_of(stage, power)))
    if evaluator.view.hand:
        helps.append((stakes.invasion.bunker, stage.cost))
    missing = min(MOST, max(0, decision.about - used))
    return at_stake(evaluator) - given - prices(helps)[missing]


def _bunker(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the card that is worth least, if holding out is worth more."""
    worst = worst_first(evaluator, decision.cards)[0]
    return (worst,) if at_stake(evaluator) > _card(evaluator, worst) else ()


def _card(evaluator: Evaluator, card: int) -> float:
    """Return what a card of the hand is worth."""
    if stakes_in(evaluator).is_last_round():
        return 0.0
    return max(evaluator.cost, evaluator.potential(evaluator.candidate(card)))


def _damage(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return how little is lost with a world."""
    return -_loss(evaluator, option[0])


# --- Produce


def _war_effort(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the goods that are worth less than what contributing them brings."""
    stakes = stakes_in(evaluator)
    worth = stakes.contribution()
    return tuple([world for world in decision.cards if stakes.good_lost(world) < worth])


def _repair(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return what a world is worth that is repaired now, less what that takes.

    What can be repaired for nothing is not paid for.
    """
    if not option:
        return 0.0
    stakes = stakes_in(evaluator)
    free = repairs_of(evaluator.powers)
    if actions.PRODUCE in [actions.plain(one) for one in evaluator.mine.actions]:
        free += REPAIRED_BY_BONUS
    if len(stakes.damaged()) <= free:
        return -1.0
    price = stakes.repair_price() if len(option) == 1 else _good_given(evaluator, option[1])
    return _repaired(evaluator, option[0]) - price


def _good_given(evaluator: Evaluator, world: int) -> float:
    """Return what a good is worth that is given in Produce.

    Before worlds produce, those with one get another; they all have one where they have produced.
    """
    stakes = stakes_in(evaluator)
    facts = evaluator.known.facts
    full = set(evaluator.mine.goods)
    before = any(facts[card].produces and card not in full for card in evaluator.mine.tableau)
    return stakes.good_lost(world) if before else stakes.good_worth(world)


def _repaired(evaluator: Evaluator, world: int) -> float:
    """Return what a world is worth that is repaired now; one that produces has a good at once."""
    worth = stakes_in(evaluator).world_worth(world)
    if evaluator.known.facts[world].produces:
        worth += evaluator.good_worth(evaluator.known.facts[world].kind)
    return worth


def _best_repaired(evaluator: Evaluator, decision: Choice, option: Answer) -> float:
    """Return what a world is worth that is repaired now."""
    return _repaired(evaluator, option[0])


def _repaired_by_bonus(evaluator: Evaluator, decision: Subset) -> Answer:
    """Return the best worlds, if they are worth more than the good."""
    worths = sorted([(-_repaired(evaluator, world), world) for world in decision.cards])
    best = [(worth, world) for worth, world in worths[: decision.maximum] if worth < 0.0]
    gain = -sum([worth for worth, _world in best])
    return (
        tuple([world for _worth, world in best]) if gain > stakes_in(evaluator).windfall() else ()
    )


CHOICE_VALUES[questions.DEFENSE] = _defense
CHOICE_VALUES[questions.DAMAGE] = _damage
CHOICE_VALUES[questions.REPAIR] = _repair
CHOICE_VALUES[questions.REPAIR_BY_POWER] = _best_repaired
SUBSET_ANSWERS[questions.BUNKER] = _bunker
SUBSET_ANSWERS[questions.WAR_EFFORT] = _war_effort
SUBSET_ANSWERS[questions.REPAIR_BY_BONUS] = _repaired_by_bonus
