"""Powers of a tableau, grouped by when phases need them.

`Powers` never changes once gathered: a phase uses the powers from its start, so that cards placed
or lost in the phase do not matter (base rulebook, Card Powers).
"""

from __future__ import annotations

from typing import Final, assert_never

from mypy_extensions import mypyc_attr

from rftg_engine.cards.bound import (
    AnyPower,
    BoundAction,
    BoundCostChange,
    BoundExplore,
    BoundInstead,
    BoundMilitary,
    BoundPlace,
    BoundPower,
    BoundRequirement,
    BoundRule,
    BoundSalePrice,
    BoundScore,
    BoundTakeOver,
)
from rftg_engine.cards.moments import MOMENTS, PLACING, RULES, SETTLING
from rftg_engine.cards.terms import ALL, single_kind


@mypyc_attr(acyclic=True)
class Powers:
    """Powers of a tableau, newest card first, with constant amounts added up.

    cards: the tableau.
    mask: the tableau as bits.
    depends_on: mask of the cards that change the value of these powers when they are placed.
    unmet: mask of the hand cards with a requirement for placing them that is not met.
    grown: cached powers of this tableau with one more card, by card.

    draw, keep, mix: additions in Explore.
    looks: powers with a price in Explore.
    costs: mandatory cost changes, by phase.
    military: Military against every world.
    specialised: powers against some worlds.
    defense: Military when the owner's worlds are attacked.
    invasion_defense: powers that count only against invasions.
    chosen: optional powers for placing cards, by phase.
    places: additional placements.
    takeovers: powers to attack worlds of others.
    prices: additions for sold goods, by kind; index 0 applies to all kinds.
    sales: additions for goods of certain worlds.
    live: powers whose value can change during a phase; see counting.in_force.
    actions, rules: by number in moments.py; rules is empty if no rule is changed.
    """

    def __init__(self, source: Powers | None = None) -> None:
        """Share the lists of other powers, if any. Lists are replaced and never changed."""
        self.grown: dict[int, Powers] | None = None
        if source is None:
            self.cards: tuple[int, ...] = ()
            self.mask = 0
            self.depends_on = 0
            self.unmet = 0
            self.draw = 0
            self.keep = 0
            self.mix = False
            self.looks: list[BoundExplore] = []
            self.costs: list[list[BoundCostChange]] = [[] for _phase in PLACING]
            self.military = 0
            self.specialised: list[BoundMilitary] = []
            self.defense = 0
            self.invasion_defense: list[BoundMilitary] = []
            self.chosen: list[list[BoundPower]] = [[] for _phase in PLACING]
            self.places: list[BoundPlace] = []
            self.takeovers: list[BoundTakeOver] = []
            self.prices = [0, 0, 0, 0, 0, 0]
            self.sales: list[BoundSalePrice] = []
            self.live: list[AnyPower] = []
            self.actions: list[list[BoundAction]] = [[] for _moment in MOMENTS]
            self.rules: list[list[BoundRule]] = []
        else:
            self.cards = source.cards
            self.mask = source.mask
            self.depends_on = source.depends_on
            self.unmet = source.unmet
            self.draw = source.draw
            self.keep = source.keep
            self.mix = source.mix
            self.looks = source.looks
            self.costs = source.costs
            self.military = source.military
            self.specialised = source.specialised
            self.defense = source.defense
            self.invasion_defense = source.invasion_defense
            self.chosen = source.chosen
            self.places = source.places
            self.takeovers = source.takeovers
            self.prices = source.prices
            self.sales = source.sales
            self.live = source.live
            self.actions = source.actions
            self.rules = source.rules

    def at(self, moment: int) -> list[BoundAction]:
        """Return the actions of a moment. moment: number in moments.py."""
        return self.actions[moment]

    def rule(self, rule_number: int) -> list[BoundRule]:
        """Return the powers that change a rule. rule_number: number in moments.py."""
        return self.rules[rule_number] if self.rules else NO_RULES

    def count_covered(self, covers: bytes) -> int:
        """Return the number of cards in the tableau that are covered. covers: see Masks.covers."""
        count = 0
        for card in self.cards:
            count += covers[card]
        return count


NO_RULES: Final[list[BoundRule]] = []


def gather_powers(
    cards: tuple[int, ...], mask: int, base: Powers, added: list[list[AnyPower]]
) -> Powers:
    """Return the powers of a tableau: those of its older cards, and bound powers of added cards.

    mask: the tableau as bits. base: powers of the older cards; they must not depend on added cards.
    added: bound powers of each added card, oldest card first.
    """
    powers = Powers(base)
    powers.cards, powers.mask = cards, mask
    for bound in added:
        for power in reversed(bound):
            powers.depends_on |= power.depends_on
            if power.is_live:
                powers.live = [*powers.live, power]
            elif power.condition is None or power.condition.is_met_by(mask):
                add_power(powers, power, power.per.multiplier_for(mask) if power.per else 1)
    return powers


def add_power(powers: Powers, power: AnyPower, times: int) -> None:
    """Add a power to the group in which phases look for it. times: its multiplier."""
    if isinstance(power, BoundAction):
        powers.actions = powers.actions[:]
        powers.actions[power.moment] = [power, *powers.actions[power.moment]]
    elif isinstance(power, BoundExplore):
        _add_explore(powers, power, times)
    elif isinstance(power, BoundMilitary):
        _add_military(powers, power, power.amount * times)
    elif isinstance(power, BoundCostChange):
        changing = power.with_amount(power.amount * times)
        phase = PLACING[power.phase]
        if power.price is not None or power.to >= 0:
            powers.chosen = _with(powers.chosen, phase, changing)
        else:
            powers.costs = powers.costs[:]
            powers.costs[phase] = [changing, *powers.costs[phase]]
    elif isinstance(power, BoundSalePrice):
        _add_sale_price(powers, power, power.amount * times)
    elif isinstance(power, (BoundScore, BoundRequirement)):
        pass  # phases/scoring.py goes through the cards, and counting.in_force through the hand
    elif isinstance(power, BoundInstead):
        powers.chosen = _with(powers.chosen, SETTLING, power)
    elif isinstance(power, BoundPlace):
        powers.places = [power, *powers.places]
    elif isinstance(power, BoundTakeOver):
        powers.takeovers = [power.with_amount(power.amount * times), *powers.takeovers]
    elif isinstance(power, BoundRule):
        powers.rules = powers.rules[:] or [[] for _rule in RULES]
        powers.rules[power.rule] = [power, *powers.rules[power.rule]]
    else:
        assert_never(power)


def _add_explore(powers: Powers, power: BoundExplore, times: int) -> None:
    if power.price is not None:
        powers.looks = [power, *powers.looks]
        return
    powers.draw += power.draw * times
    powers.keep += power.keep * times
    powers.mix = powers.mix or power.mix


def _add_military(powers: Powers, power: BoundMilitary, amount: int) -> None:
    price = power.price
    if power.each and price is not None and not price.up_to:
        amount *= price.count
    if power.against_invasions:
        powers.invasion_defense = [power.with_amount(amount), *powers.invasion_defense]
    elif power.defending:
        powers.defense += amount
    elif price is not None:
        powers.chosen = _with(powers.chosen, SETTLING, power.with_amount(amount))
    elif power.mask == ALL:
        powers.military += amount
    else:
        powers.specialised = [power.with_amount(amount), *powers.specialised]


def _add_sale_price(powers: Powers, power: BoundSalePrice, amount: int) -> None:
    kinds = power.goods.kinds
    if power.here or power.goods.worlds != ALL or kinds.bit_count() > 1:
        powers.sales = [power.with_amount(amount), *powers.sales]
    else:
        powers.prices = powers.prices[:]
        powers.prices[single_kind(kinds)] += amount


def _with(lists: list[list[BoundPower]], phase: int, power: BoundPower) -> list[list[BoundPower]]:
    """Return a copy of the lists with a power added to the list of a phase."""
    lists = lists[:]
    lists[phase] = [power, *lists[phase]]
    return lists
