"""What cards, goods and powers are worth to a player: estimates from compiled powers only.

The unit is a victory point. The weights are plain guesses of a moderate player, the same for
every card there is or ever will be.
"""

from __future__ import annotations

from typing import Final

from rftg_dsl import hooks
from rftg_engine.bound import ALL, ANY, BoundGain, BoundPower
from rftg_engine.powers import Powers
from rftg_engine.scoring import variable_points
from rftg_engine.state import Player
from rftg_engine.table import Table
from rftg_engine.trading import price

CARD: Final = 0.6
"""A card in hand."""
GOOD: Final[tuple[float, ...]] = (0.0, 0.9, 1.1, 1.3, 1.6, 1.6)
"""A good on a world, by kind."""
USES_A_ROUND: Final = 0.45
"""How often a phase takes place, in an average round."""
FULL_TABLEAU: Final = 12
UNMET: Final = 0.4
"""What a power keeps of its worth while its condition does not hold, which can still come true."""


def rounds_left(tableau_sizes: list[int], pool: int) -> float:
    """A guess at the rounds to come: the fullest tableau gains about 1.4 cards a round."""
    to_place = max(0, FULL_TABLEAU - max(tableau_sizes)) / 1.4
    return max(0.5, min(to_place, pool / 3 + 1.0))


def points_with(table: Table, tableau: tuple[int, ...], vp: int) -> int:
    """Printed and variable points of a tableau."""
    player = Player(table.powers(tableau))
    player.tableau = list(tableau)
    player.vp = vp
    printed = sum(table.vp[card] for card in tableau)
    return printed + sum(variable_points(table, player).values())


def card_value(table: Table, tableau: tuple[int, ...], vp: int, card: int, rounds: float) -> float:
    """What placing a card adds: points now, and its powers over the rounds to come."""
    before = points_with(table, tableau, vp)
    added = points_with(table, (*tableau, card), vp) - before
    powers = table.powers((*tableau, card))
    uses = max(0.0, rounds - 0.5) * USES_A_ROUND
    value = float(added)
    for power in table.by_card[card]:
        value += uses * power_value(table, powers, power)
    if has_score_lines(table, card):
        # A card that counts others grows with what is still to come.
        value += 0.5 * rounds
    if table.windfall[card]:
        value += GOOD[table.kind[card]]
    return value


def has_score_lines(table: Table, card: int) -> bool:
    """Whether a card has score lines."""
    return any(isinstance(power.hook, hooks.Score) for power in table.by_card[card])


def power_value(table: Table, powers: Powers, power: BoundPower) -> float:
    """What one use of a power is worth, in a tableau with these powers."""
    value = _value_if_used(table, powers, power)
    met = power.condition is None or power.condition.met_by(powers.mask)
    return value if met else UNMET * value


def _value_if_used(table: Table, powers: Powers, power: BoundPower) -> float:
    hook = power.hook
    times = power.per.times(powers.mask) if power.per else 1
    if isinstance(hook, hooks.Explore):
        return (0.25 * hook.draw + 0.7 * hook.keep) * times
    if isinstance(hook, hooks.CostChange):
        if hook.to is not None or power.price:
            return 0.5
        return -power.amount * times * CARD * _share(table, power.mask, hook.phase == "settle")
    if isinstance(hook, hooks.Military):
        worth = 0.55 if power.mask == ALL else 0.8 * _share(table, power.mask, True)
        return power.amount * times * worth * (0.4 if power.price else 1.0)
    if isinstance(hook, hooks.Instead):
        return 0.7 if hook.how == "pay" else 0.4
    if isinstance(hook, hooks.Place):
        return 1.0
    if isinstance(hook, hooks.TakeOver):
        return 0.3
    if isinstance(hook, hooks.Price):
        return power.amount * times * CARD * 0.4
    if isinstance(hook, hooks.Action):
        return action_value(powers, power)
    return 0.0


def _share(table: Table, mask: int, worlds: bool) -> float:
    """The share of all worlds (or developments) that a power applies to."""
    if mask == ALL:
        return 1.0
    kinds = sum(1 for is_world in table.is_world if is_world == worlds)
    return mask.bit_count() / max(1, kinds)


def action_value(powers: Powers, power: BoundPower) -> float:
    """What one use of an action is worth, less what it takes."""
    gains = sum(_gain_value(powers, gain) for gain in power.gains)
    cost = power.price
    if cost is None:
        return gains
    hook = power.hook
    most = 3 if cost.count < 0 else cost.count
    times = most if isinstance(hook, hooks.Action) and hook.each else 1
    taken = {"cards": CARD, "prestige": 1.0, "this": 1.5}.get(cost.what, 0.3 * GOOD[cost.kind or 1])
    return max(0.0, gains * times - taken * most)


def _gain_value(powers: Powers, gain: BoundGain) -> float:
    times = gain.per.times(powers.mask) if gain.per else 1
    if gain.what == "draw":
        return gain.amount * times * CARD
    if gain.what in ("vp", "prestige"):
        return float(gain.amount * times)
    if gain.what == "discard":
        return -gain.amount * CARD
    if gain.what in ("good", "windfall"):
        return 0.9 * GOOD[gain.kind or 2]
    return 3 * CARD if gain.what == "sell" else 0.2 * CARD


def sale_value(table: Table, powers: Powers, world: int) -> float:
    """The cards that selling the good of a world brings, in points."""
    kind = table.kind[world]
    return price(powers, 4 if kind == ANY else kind, world) * CARD
