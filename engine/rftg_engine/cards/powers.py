"""All powers of one tableau, gathered by the moment a phase asks for them.

`Powers` is immutable once gathered: a phase keeps those of its start, so that cards placed or
lost in the phase change nothing in it (base rulebook, Card Powers).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rftg_dsl import hooks
from rftg_engine.cards.bound import ALL, BoundPower


class Powers:
    """The powers of one tableau, newest card first, with everything counted that can be.

    mask: the tableau. steady: no card more can change what they are worth.
    draw, keep, mix: added in Explore. costs: always in force, by phase.
    military: against every world. specialised: the powers against some worlds.
    defense: military when own worlds are attacked. chosen: powers with a price or a choice that
    may be used when placing, by phase. places: further placements. takeovers: ways to attack.
    prices: added when selling, by kind (index 0: any kind). here_prices: by world.
    actions: by moment; those after placing and paying by phase. rules: (card, amount) by name,
    saving by phase.
    """

    def __init__(self) -> None:
        self.mask = 0
        self.steady = True
        self.draw = 0
        self.keep = 0
        self.mix = False
        self.costs: dict[str, list[BoundPower]] = {"develop": [], "settle": []}
        self.military = 0
        self.specialised: list[BoundPower] = []
        self.defense = 0
        self.chosen: dict[str, list[BoundPower]] = {"develop": [], "settle": []}
        self.places: list[BoundPower] = []
        self.takeovers: list[BoundPower] = []
        self.prices = [0, 0, 0, 0, 0, 0]
        self.here_prices: dict[int, int] = {}
        self.actions: dict[str, list[BoundPower]] = {}
        self.rules: dict[str, list[tuple[int, int]]] = {}

    def at(self, moment: str) -> list[BoundPower]:
        """Return the actions of a moment."""
        return self.actions.get(moment, NO_POWERS)

    def rule(self, name: str) -> list[tuple[int, int]]:
        """Return the cards that change a rule, and by how much."""
        return self.rules.get(name, NO_RULES)

    def twin(self) -> Powers:
        """Return powers to add to. What they hold is shared: it is replaced and never changed."""
        twin = Powers()
        twin.steady = self.steady
        twin.draw = self.draw
        twin.keep = self.keep
        twin.mix = self.mix
        twin.costs = self.costs
        twin.military = self.military
        twin.specialised = self.specialised
        twin.defense = self.defense
        twin.chosen = self.chosen
        twin.places = self.places
        twin.takeovers = self.takeovers
        twin.prices = self.prices
        twin.here_prices = self.here_prices
        twin.actions = self.actions
        twin.rules = self.rules
        return twin


NO_POWERS: Final[list[BoundPower]] = []
NO_RULES: Final[list[tuple[int, int]]] = []
NOTHING: Final = Powers()
"""The powers of no card."""


def gather(mask: int, known: Powers, added: list[list[BoundPower]]) -> Powers:
    """Return the powers of a tableau: those known of its older cards, and the bound powers of the
    others.

    added: by card, the oldest card first. known must be steady, or the powers of no card.
    """
    powers = known.twin()
    powers.mask = mask
    for bound in added:
        for power in reversed(bound):
            powers.steady = powers.steady and power.steady
            if power.condition is None or power.condition.met_by(mask):
                times = power.per.times(mask) if power.per else 1
                _ADD[type(power.hook)](powers, power, times)
    return powers


def _add_explore(powers: Powers, power: BoundPower, times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Explore)
    powers.draw += hook.draw * times
    powers.keep += hook.keep * times
    powers.mix = powers.mix or hook.mix


def _add_cost(powers: Powers, power: BoundPower, times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.CostChange)
    changing = power.worth(power.amount * times)
    if power.price or hook.to is not None:
        powers.chosen = _with(powers.chosen, hook.phase, changing)
    else:
        powers.costs = _with(powers.costs, hook.phase, changing)


def _add_military(powers: Powers, power: BoundPower, times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Military)
    amount = power.amount * times
    price = power.price
    if power.each and price is not None and not price.up_to:
        amount *= price.count
    if hook.defending:
        powers.defense += amount
    elif price is not None:
        powers.chosen = _with(powers.chosen, "settle", power.worth(amount))
    elif power.mask == ALL:
        powers.military += amount
    else:
        powers.specialised = [power.worth(amount), *powers.specialised]


def _add_instead(powers: Powers, power: BoundPower, _times: int) -> None:
    powers.chosen = _with(powers.chosen, "settle", power)


def _add_place(powers: Powers, power: BoundPower, _times: int) -> None:
    powers.places = [power, *powers.places]


def _add_takeover(powers: Powers, power: BoundPower, times: int) -> None:
    powers.takeovers = [power.worth(power.amount * times), *powers.takeovers]


def _add_price(powers: Powers, power: BoundPower, times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Price)
    more = power.amount * times
    if hook.goods is not None and hook.goods.here:
        known = powers.here_prices.get(power.card, 0)
        powers.here_prices = {**powers.here_prices, power.card: known + more}
    else:
        powers.prices = powers.prices[:]
        powers.prices[power.kind] += more


def _add_action(powers: Powers, power: BoundPower, _times: int) -> None:
    powers.actions = _with(powers.actions, power.moment, power)


def _add_rule(powers: Powers, power: BoundPower, _times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Rule)
    name = f"save {hook.phase}" if hook.what == "save" else hook.what
    rules = [(power.card, hook.amount), *powers.rule(name)]
    powers.rules = {**powers.rules, name: rules}


def _add_score(_powers: Powers, _power: BoundPower, _times: int) -> None:
    """Scoring goes through the tableau card by card (scoring.py)."""


def _with(
    listed: dict[str, list[BoundPower]], name: str, power: BoundPower
) -> dict[str, list[BoundPower]]:
    """Return the same lists with a power before those of that name."""
    return {**listed, name: [power, *listed.get(name, NO_POWERS)]}


_ADD: Final[dict[type, Callable[[Powers, BoundPower, int], None]]] = {
    hooks.Explore: _add_explore,
    hooks.CostChange: _add_cost,
    hooks.Military: _add_military,
    hooks.Instead: _add_instead,
    hooks.Place: _add_place,
    hooks.TakeOver: _add_takeover,
    hooks.Price: _add_price,
    hooks.Action: _add_action,
    hooks.Rule: _add_rule,
    hooks.Score: _add_score,
}
"""Where each type of hook goes."""
