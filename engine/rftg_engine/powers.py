"""All powers of one tableau, gathered by the moment a phase asks for them.

`Powers` is immutable once gathered: a phase keeps those of its start, so that cards placed or
lost in the phase change nothing in it (base rulebook, Card Powers).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rftg_dsl import hooks
from rftg_engine.bound import ALL, BoundPower


class Powers:
    """The powers of one tableau, newest card first, with everything counted that can be.

    mask: the tableau. draw, keep, mix: added in Explore. costs: (mask, amount) by phase, always
    in force. military: against every world. specialised: the powers against some worlds.
    defense: military when own worlds are attacked. chosen: powers with a price or a choice that
    may be used when placing, by phase. places: further placements. takeovers: ways to attack.
    prices: added when selling, by kind (index 0: any kind). here_prices: by world.
    actions: by moment; those after placing and paying by phase. rules: (card, amount) by name,
    saving by phase.
    """

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.draw = 0
        self.keep = 0
        self.mix = False
        self.costs: dict[str, list[tuple[int, int]]] = {"develop": [], "settle": []}
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
        """The actions of a moment."""
        return self.actions.get(moment, NO_POWERS)

    def rule(self, name: str) -> list[tuple[int, int]]:
        """The cards that change a rule, and by how much."""
        return self.rules.get(name, [])


NO_POWERS: Final[list[BoundPower]] = []


def gather(tableau: tuple[int, ...], by_card: list[list[BoundPower]]) -> Powers:
    """The powers of a tableau. by_card: the bound powers of each card, the oldest card first."""
    mask = 0
    for card in tableau:
        mask |= 1 << card
    powers = Powers(mask)
    for bound in reversed(by_card):
        for power in bound:
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
    if power.price or hook.to is not None:
        powers.chosen[hook.phase].append(replace(power, amount=power.amount * times))
    else:
        powers.costs[hook.phase].append((power.mask, power.amount * times))


def _add_military(powers: Powers, power: BoundPower, times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Military)
    amount = power.amount * times
    price = power.price
    if hook.each and price is not None and not price.up_to:
        amount *= price.count
    if hook.defending:
        powers.defense += amount
    elif power.price:
        powers.chosen["settle"].append(replace(power, amount=amount))
    elif power.mask == ALL:
        powers.military += amount
    else:
        powers.specialised.append(replace(power, amount=amount))


def _add_instead(powers: Powers, power: BoundPower, _times: int) -> None:
    powers.chosen["settle"].append(power)


def _add_place(powers: Powers, power: BoundPower, _times: int) -> None:
    powers.places.append(power)


def _add_takeover(powers: Powers, power: BoundPower, times: int) -> None:
    powers.takeovers.append(replace(power, amount=power.amount * times))


def _add_price(powers: Powers, power: BoundPower, times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Price)
    if hook.goods is not None and hook.goods.here:
        known = powers.here_prices.get(power.card, 0)
        powers.here_prices[power.card] = known + power.amount * times
    else:
        powers.prices[power.kind] += power.amount * times


def _add_action(powers: Powers, power: BoundPower, _times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Action)
    by_phase = hook.moment in ("after placing", "after paying")
    moment = f"{hook.phase} {hook.moment}" if by_phase else hook.moment
    powers.actions.setdefault(moment, []).append(power)


def _add_rule(powers: Powers, power: BoundPower, _times: int) -> None:
    hook = power.hook
    assert isinstance(hook, hooks.Rule)
    name = f"save {hook.phase}" if hook.what == "save" else hook.what
    powers.rules.setdefault(name, []).append((power.card, hook.amount))


def _add_score(_powers: Powers, _power: BoundPower, _times: int) -> None:
    """Scoring goes through the tableau card by card (scoring.py)."""


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
