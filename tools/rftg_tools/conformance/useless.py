"""Proof that an optional power, offered by the record and not by us, cannot change a payment.

Worked out from the printed facts and the state alone, so that an engine that forgot a power
would be found out: what cannot be proved useless is a divergence.
"""

from __future__ import annotations

from rftg_dsl import hooks
from rftg_engine.actions import PRESTIGE, SETTLE, SETTLE_2
from rftg_engine.bound import BoundPower, fits
from rftg_engine.decisions import Payment
from rftg_engine.placing import takes_open_cards
from rftg_engine.powers import Powers
from rftg_engine.state import Player, State
from rftg_engine.table import Table


def is_useless(table: Table, state: State, decision: Payment, title: str, conquest: bool) -> bool:
    """Whether no power of a card in the player's tableau can change the payment.

    conquest: the world can only be conquered.
    """
    player = state.players[decision.player]
    bearer = next((card for card in player.tableau if table.titles[card] == title), -1)
    if bearer < 0:
        # It was given up earlier in the phase.
        return True
    return all(
        (conquest and _is_about_paying(power)) or _useless(table, player, decision, power)
        for power in table.by_card[bearer]
    )


def _is_about_paying(power: BoundPower) -> bool:
    hook = power.hook
    pays = isinstance(hook, hooks.Instead) and hook.how == "pay"
    return pays or isinstance(hook, hooks.CostChange)


def _useless(table: Table, player: Player, decision: Payment, power: BoundPower) -> bool:
    hook = power.hook
    if not _affordable(table, player, decision, power):
        return True
    if isinstance(hook, hooks.Military) and power.price is not None:
        return _military_useless(table, player, decision, power)
    if isinstance(hook, hooks.CostChange) and power.price is not None:
        paid = not table.military[decision.about] or _other_way(table, player, decision, "pay")
        return not power.applies(decision.about) or not paid
    if isinstance(hook, hooks.Instead):
        return _way_useless(table, player, decision, power)
    return True


def _affordable(table: Table, player: Player, decision: Payment, power: BoundPower) -> bool:
    price = power.price
    if price is None:
        return True
    if price.what == "prestige":
        return player.prestige - table.cards[decision.about].prestige >= price.count
    if price.what == "cards":
        return bool(decision.cards)
    if price.what == "goods":
        goods = [world for world in player.goods if world != decision.about]
        return any(fits(price.kind, table.kind[world]) for world in goods)
    return True


def _military_useless(table: Table, player: Player, decision: Payment, power: BoundPower) -> bool:
    """Military pays nothing; hand cards for it are given where it conquers."""
    world = decision.about
    if decision.kind == "pay for development":
        return True
    if not takes_open_cards(power):
        return False
    missing = table.cost[world] - _bonus(player, 2) - _powers(table, player, decision).military
    within_reach = missing <= _most_military(table, player, decision)
    conquers = table.military[world] or _other_way(table, player, decision, "conquer")
    return not (within_reach and conquers and power.applies(world))


def _other_way(table: Table, player: Player, decision: Payment, how: str) -> bool:
    """Whether there is a power to pay for, or to conquer, the world instead."""
    return any(
        isinstance(power.hook, hooks.Instead)
        and power.hook.how == how
        and power.applies(decision.about)
        for card in player.tableau
        for power in table.by_card[card]
        if card != decision.about
    )


def _way_useless(table: Table, player: Player, decision: Payment, power: BoundPower) -> bool:
    hook, world = power.hook, decision.about
    assert isinstance(hook, hooks.Instead)
    if not power.applies(world) or world == power.card:
        return True
    if decision.kind == "pay for takeover":
        return not hook.in_takeovers or table.military[world]
    if hook.how == "pay":
        least = (
            table.cost[world]
            + hook.amount
            - _bonus(player, 3)
            - _discounts(table, player, decision)
        )
        return least > len(decision.cards)
    missing = (
        table.cost[world]
        + hook.amount
        - _bonus(player, 2)
        - _powers(table, player, decision).military
    )
    return missing > _most_military(table, player, decision)


def _powers(table: Table, player: Player, decision: Payment) -> Powers:
    """The powers of the tableau without the world that is being placed."""
    return table.powers([card for card in player.tableau if card != decision.about])


def _bonus(player: Player, amount: int) -> int:
    """What the prestige bonus of Settle gives, where it was chosen."""
    chosen = [action - PRESTIGE for action in player.actions if action >= PRESTIGE]
    return amount if SETTLE in chosen or SETTLE_2 in chosen else 0


def _discounts(table: Table, player: Player, decision: Payment) -> int:
    changes = _powers(table, player, decision).costs["settle"]
    return sum(max(0, -power.amount) for power in changes if power.applies(decision.about))


def _most_military(table: Table, player: Player, decision: Payment) -> int:
    """All the specialised and temporary military there is against the world."""
    world = decision.about
    total = 0
    for power in _powers(table, player, decision).specialised:
        total += max(0, power.amount) * (power.wide >> world & 1)
    for power in _powers(table, player, decision).chosen["settle"]:
        if isinstance(power.hook, hooks.Military) and power.wide >> world & 1:
            price = power.price
            open_cards = takes_open_cards(power) and price is not None
            times = min(price.count, len(decision.cards)) if open_cards and price else 1
            total += power.amount * times * _affordable(table, player, decision, power)
    return total
