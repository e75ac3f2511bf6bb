"""All powers of one tableau, gathered by the moment a phase asks for them.

`Powers` is immutable once gathered: a phase keeps those of its start, so that cards placed or
lost in the phase change nothing in it (base rulebook, Card Powers).
"""

from __future__ import annotations

from typing import Final, assert_never

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
from rftg_engine.cards.terms import ALL, single_kind


class Powers:
    """The powers of one tableau, newest card first, with everything counted that can be.

    mask: the tableau. steady: no card more can change what they are worth.
    draw, keep, mix: added in Explore; looks: what can be bought there. costs: always in force, by
    phase.
    military: against every world. specialised: the powers against some worlds.
    defense: military when own worlds are attacked. chosen: powers with a price or a choice that
    may be used when placing, by phase. places: further placements. takeovers: ways to attack.
    prices: added when selling, by kind (index 0: any kind); sales: those for goods of some worlds.
    live: what counts or asks for things that change without cards coming; see counting.in_force.
    actions: by moment; those after placing and paying by phase. rules: by name, saving by
    phase.
    """

    def __init__(self) -> None:
        self.mask = 0
        self.steady = True
        self.draw = 0
        self.keep = 0
        self.mix = False
        self.looks: list[BoundExplore] = []
        self.costs: dict[str, list[BoundCostChange]] = {"develop": [], "settle": []}
        self.military = 0
        self.specialised: list[BoundMilitary] = []
        self.defense = 0
        self.chosen: dict[str, list[BoundPower]] = {"develop": [], "settle": []}
        self.places: list[BoundPlace] = []
        self.takeovers: list[BoundTakeOver] = []
        self.prices = [0, 0, 0, 0, 0, 0]
        self.sales: list[BoundSalePrice] = []
        self.live: list[AnyPower] = []
        self.actions: dict[str, list[BoundAction]] = {}
        self.rules: dict[str, list[BoundRule]] = {}

    def at(self, moment: str) -> list[BoundAction]:
        """Return the actions of a moment."""
        return self.actions.get(moment, NO_ACTIONS)

    def rule(self, name: str) -> list[BoundRule]:
        """Return the powers that change a rule."""
        return self.rules.get(name, NO_RULES)

    def twin(self) -> Powers:
        """Return powers to add to. What they hold is shared: it is replaced and never changed."""
        twin = Powers()
        twin.steady = self.steady
        twin.draw = self.draw
        twin.keep = self.keep
        twin.mix = self.mix
        twin.looks = self.looks
        twin.costs = self.costs
        twin.military = self.military
        twin.specialised = self.specialised
        twin.defense = self.defense
        twin.chosen = self.chosen
        twin.places = self.places
        twin.takeovers = self.takeovers
        twin.prices = self.prices
        twin.sales = self.sales
        twin.live = self.live
        twin.actions = self.actions
        twin.rules = self.rules
        return twin


NO_POWERS: Final[list[BoundPower]] = []
NO_ACTIONS: Final[list[BoundAction]] = []
NO_COSTS: Final[list[BoundCostChange]] = []
NO_RULES: Final[list[BoundRule]] = []
NOTHING: Final = Powers()
"""The powers of no card."""


def gather(mask: int, known: Powers, added: list[list[AnyPower]]) -> Powers:
    """Return the powers of a tableau: those known of its older cards, and the bound powers of the
    others.

    added: by card, the oldest card first. known must be steady, or the powers of no card.
    """
    powers = known.twin()
    powers.mask = mask
    for bound in added:
        for power in reversed(bound):
            powers.steady = powers.steady and power.steady
            if power.is_live:
                powers.live = [*powers.live, power]
            elif power.condition is None or power.condition.met_by(mask):
                add_power(powers, power, power.per.times(mask) if power.per else 1)
    return powers


def add_power(powers: Powers, power: AnyPower, times: int) -> None:
    """Add a power where a phase looks for it. times: how often it counts."""
    match power:
        case BoundExplore():
            _add_explore(powers, power, times)
        case BoundCostChange():
            changing = power.worth(power.amount * times)
            if power.price is not None or power.to >= 0:
                powers.chosen = _with(powers.chosen, power.phase, changing)
            else:
                costs = [changing, *powers.costs.get(power.phase, NO_COSTS)]
                powers.costs = {**powers.costs, power.phase: costs}
        case BoundMilitary():
            _add_military(powers, power, power.amount * times)
        case BoundInstead():
            powers.chosen = _with(powers.chosen, "settle", power)
        case BoundPlace():
            powers.places = [power, *powers.places]
        case BoundTakeOver():
            powers.takeovers = [power.worth(power.amount * times), *powers.takeovers]
        case BoundSalePrice():
            _add_sale_price(powers, power, power.amount * times)
        case BoundAction():
            acting = [power, *powers.at(power.moment)]
            powers.actions = {**powers.actions, power.moment: acting}
        case BoundRule():
            powers.rules = {**powers.rules, power.name: [power, *powers.rule(power.name)]}
        case BoundScore():
            pass  # scoring goes through the tableau card by card (scoring.py)
        case _:
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
    if power.defending:
        powers.defense += amount
    elif price is not None:
        powers.chosen = _with(powers.chosen, "settle", power.worth(amount))
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


def _with(
    listed: dict[str, list[BoundPower]], name: str, power: BoundPower
) -> dict[str, list[BoundPower]]:
    """Return the same lists with a power before those of that name."""
    return {**listed, name: [power, *listed.get(name, NO_POWERS)]}
