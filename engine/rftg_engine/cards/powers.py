"""All powers of one tableau, gathered by the moment a phase asks for them.

`Powers` is immutable once gathered: a phase keeps those of its start, so that cards placed or
lost in the phase change nothing in it (base rulebook, Card Powers).
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
    BoundRule,
    BoundSalePrice,
    BoundScore,
    BoundTakeOver,
)
from rftg_engine.cards.moments import MOMENTS, PLACING, RULES, SETTLING
from rftg_engine.cards.terms import ALL, single_kind


@mypyc_attr(acyclic=True)
class Powers:
    """The powers of one tableau, newest card first, with everything counted that can be.

    cards: the tableau; mask: the same as bits. depends_on: the cards that change what they are
    worth when they come, as bits. grown: the powers of the same tableau with one more card, by that
    card, as far as they have been gathered.
    draw, keep, mix: added in Explore; looks: what can be bought there. costs: always in force, by
    phase.
    military: against every world. specialised: the powers against some worlds.
    defense: military when own worlds are attacked. invasion_defense: what counts against invasions
    alone, with a price or without. chosen: powers with a price or a choice that
    may be used when placing, by phase. places: further placements. takeovers: ways to attack.
    prices: added when selling, by kind (index 0: any kind); sales: those for goods of some worlds.
    live: what counts or asks for things that change without cards coming; see counting.in_force.
    actions, rules, phases: by their numbers in moments.py; rules is empty where all are as ever.
    """

    def __init__(self, known: Powers | None = None) -> None:
        """Begin with the powers known, or with none.

        What they hold is shared: it is replaced and never changed.
        """
        self.grown: dict[int, Powers] | None = None
        if known is None:
            self.cards: tuple[int, ...] = ()
            self.mask = 0
            self.depends_on = 0
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
            self.cards = known.cards
            self.mask = known.mask
            self.depends_on = known.depends_on
            self.draw = known.draw
            self.keep = known.keep
            self.mix = known.mix
            self.looks = known.looks
            self.costs = known.costs
            self.military = known.military
            self.specialised = known.specialised
            self.defense = known.defense
            self.invasion_defense = known.invasion_defense
            self.chosen = known.chosen
            self.places = known.places
            self.takeovers = known.takeovers
            self.prices = known.prices
            self.sales = known.sales
            self.live = known.live
            self.actions = known.actions
            self.rules = known.rules

    def at(self, moment: int) -> list[BoundAction]:
        """Return the actions of a moment, by its number in moments.py."""
        return self.actions[moment]

    def rule(self, number: int) -> list[BoundRule]:
        """Return the powers that change a rule, by its number in moments.py."""
        return self.rules[number] if self.rules else NO_RULES

    def number_among(self, covers: bytes) -> int:
        """Return how many cards of the tableau are covered. covers: a byte for each card in use."""
        number = 0
        for card in self.cards:
            number += covers[card]
        return number


NO_RULES: Final[list[BoundRule]] = []


def gather_powers(
    cards: tuple[int, ...], mask: int, known: Powers, added: list[list[AnyPower]]
) -> Powers:
    """Return the powers of a tableau: those known of its older cards, and the bound powers of the
    others.

    mask: the tableau as bits. added: by card, the oldest card first. None of the cards that the
    powers known count is added.
    """
    powers = Powers(known)
    powers.cards, powers.mask = cards, mask
    for bound in added:
        for power in reversed(bound):
            powers.depends_on |= power.depends_on
            if power.is_live:
                powers.live = [*powers.live, power]
            elif power.condition is None or power.condition.met_by(mask):
                add_power(powers, power, power.per.times(mask) if power.per else 1)
    return powers


def add_power(powers: Powers, power: AnyPower, times: int) -> None:
    """Add a power where a phase looks for it. times: how often it counts."""
    if isinstance(power, BoundAction):
        powers.actions = powers.actions[:]
        powers.actions[power.moment] = [power, *powers.actions[power.moment]]
    elif isinstance(power, BoundExplore):
        _add_explore(powers, power, times)
    elif isinstance(power, BoundMilitary):
        _add_military(powers, power, power.amount * times)
    elif isinstance(power, BoundCostChange):
        changing = power.worth(power.amount * times)
        phase = PLACING[power.phase]
        if power.price is not None or power.to >= 0:
            powers.chosen = _with(powers.chosen, phase, changing)
        else:
            powers.costs = powers.costs[:]
            powers.costs[phase] = [changing, *powers.costs[phase]]
    elif isinstance(power, BoundSalePrice):
        _add_sale_price(powers, power, power.amount * times)
    elif isinstance(power, BoundScore):
        pass  # scoring goes through the tableau card by card (scoring.py)
    elif isinstance(power, BoundInstead):
        powers.chosen = _with(powers.chosen, SETTLING, power)
    elif isinstance(power, BoundPlace):
        powers.places = [power, *powers.places]
    elif isinstance(power, BoundTakeOver):
        powers.takeovers = [power.worth(power.amount * times), *powers.takeovers]
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
        powers.invasion_defense = [power.worth(amount), *powers.invasion_defense]
    elif power.defending:
        powers.defense += amount
    elif price is not None:
        powers.chosen = _with(powers.chosen, SETTLING, power.worth(amount))
    elif power.mask == ALL:
        powers.military += amount
    else:
        powers.specialised = [power.worth(amount), *powers.specialised]


def _add_sale_price(powers: Powers, power: BoundSalePrice, more: int) -> None:
    kinds = power.goods.kinds
    if power.here or power.goods.worlds != ALL or kinds.bit_count() > 1:
        powers.sales = [power.worth(more), *powers.sales]
    else:
        powers.prices = powers.prices[:]
        powers.prices[single_kind(kinds)] += more


def _with(listed: list[list[BoundPower]], phase: int, power: BoundPower) -> list[list[BoundPower]]:
    """Return the same lists with a power before those of a phase."""
    listed = listed[:]
    listed[phase] = [power, *listed[phase]]
    return listed
