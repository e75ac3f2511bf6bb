"""Takeovers: conquest of worlds in other tableaus (arc 1 booklet, Takeovers).

They are declared in Settle and resolved after all worlds have been paid for. Cards placed in the
phase do not count.
"""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Payment, PaymentOption
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundInstead, BoundPower, BoundTakeOver
from rftg_engine.cards.moments import AFTER_TAKING_OVER, TAKEOVERS
from rftg_engine.cards.table import Table
from rftg_engine.events import (
    TakeoverDeclared,
    TakeoverDefeated,
    TakeoverResolved,
    TakeoverWeighed,
)
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_engine.turns.paying import Claim, SettleModule, SettleTurn, pay
from rftg_engine.turns.perform import can_use, give_plain_gains, respond_to_placement
from rftg_engine.turns.placing import (
    PlacementContext,
    military_against,
    military_options,
    raid_powers,
)
from rftg_engine.turns.prices import can_pay, pay_fixed_price, pay_full_price


class Takeovers(SettleModule):
    """Conquest of worlds in other tableaus."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether takeovers are on; the scenario always has them."""
        return options.takeovers or options.scenario

    def begin(self, state: State) -> None:
        """Record in the state that takeovers are played."""
        state.takeovers = True

    def in_place_of_settling(self, turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
        """Let a player declare one takeover instead of placing a world."""
        options = _attacks(turns, turn)
        if not options:
            return
        if turn.moves.observed:
            _notify_odds(turns, turn, options)
        (answer,) = yield [Choice(turn.seat, asks.TAKEOVER, -1, ((), *options))]
        if not answer:
            return
        power_number, world = answer
        power, defender = _find_takeover(turns, turn, answer)
        owner = defender.seat
        turn.used[power_number] = 1
        pay_fixed_price(turn, power)
        turn.mark_used(power)
        turn.moves.notify(turn.state, TakeoverDeclared, turn.seat, world, owner, power.card)
        claim = Claim(power, world, owner)
        turn.claims.append(claim)
        used = yield from _raise_military(turn, world, asks.PAY_FOR_TAKEOVER, 0)
        claim.raid = next((raid for raid in used if isinstance(raid, BoundInstead)), None)

    def has_alternative(self, turns: list[SettleTurn], turn: SettleTurn) -> bool:
        """Return whether a player can declare a takeover."""
        return bool(_attacks(turns, turn))

    def end_of_settle(self, turns: list[SettleTurn]) -> Asking[None]:
        """Resolve all declared takeovers, in turn order and in the order of declaration."""
        if not turns or not any(turn.claims for turn in turns):
            return
        order = turns[0].state.order
        for seat in order:
            yield from _defeat(turns, turns[seat])
        for seat in order:
            for claim in turns[seat].claims:
                won = yield from _resolve(turns, turns[seat], claim)
                # arc 1 booklet, Fine Points: a second attempt is void without a first world.
                if not won and not turns[seat].tally.placed:
                    break


def _find_takeover(
    turns: list[SettleTurn], turn: SettleTurn, attack: Answer
) -> tuple[BoundTakeOver, SettleTurn]:
    """Return the power of a takeover, with its current amount, and the turn of the defender."""
    power_number, world = attack
    (power,) = [power for power in turn.in_force().takeovers if power.number == power_number]
    (defender,) = [rival for rival in turns if world in rival.player.tableau]
    return power, defender


def _notify_odds(turns: list[SettleTurn], turn: SettleTurn, options: list[Answer]) -> None:
    """Notify the odds of each takeover that can be declared."""
    for power_number, world in options:
        power, rival_turn = _find_takeover(turns, turn, (power_number, world))
        attacker, defender = turn.context(), rival_turn.context()
        attack_value = attack(attacker, power, world)
        maximum = attack_value + max_boost(attacker, world)
        defense_value = defense(defender, world, min_defense_change(attacker, world))
        odds = (attack_value, maximum, defense_value)
        turn.moves.notify(turn.state, TakeoverWeighed, turn.seat, power_number, world, *odds)


def _attacks(turns: list[SettleTurn], turn: SettleTurn) -> list[Answer]:
    """Return the possible takeovers of a player: number of the power, and world."""
    if not turn.state.takeovers:
        return []
    return [
        (power.number, world)
        for power in turn.in_force().takeovers
        if _is_usable(turn, power)
        for world in _targets(turns, turn, power)
    ]


def _is_usable(turn: SettleTurn, power: BoundTakeOver) -> bool:
    return power.number not in turn.used and can_pay(turn, power)


def _targets(turns: list[SettleTurn], turn: SettleTurn, power: BoundTakeOver) -> list[int]:
    """Return the worlds that a power can attack.

    arc 1 booklet, Takeovers: Military is compared only when a takeover is resolved.
    """
    return [
        world
        for defender in turns
        if defender.seat != turn.seat and _is_target(power, defender)
        for world in defender.player.tableau
        if defender.powers.mask >> world & 1 and _can_attack(turn, power, world)
    ]


def _can_attack(turn: SettleTurn, power: BoundPower, world: int) -> bool:
    """Return whether a power can attack a world; non-military worlds need another power as well."""
    if turn.table.military[world]:
        return power.applies_to(world)
    hand = len(turn.player.hand)
    options = military_options(turn.context(), world, 0)
    return power.wide >> world & 1 != 0 and any(option.min_cards <= hand for option in options)


def min_defense_change(context: PlacementContext, world: int) -> int:
    """Return the smallest change of a non-military world's defense by powers that conquer it."""
    if context.table.military[world]:
        return 0
    return min((_defense_change(power) for power in raid_powers(context, world)), default=0)


def _defense_change(raid: BoundInstead | None) -> int:
    return raid.amount if raid is not None else 0


def _is_target(power: BoundTakeOver, defender: SettleTurn) -> bool:
    if power.rival is None:
        return True
    if power.rival.military is not None:
        return defender.in_force().military >= power.rival.military
    return defender.powers.mask & power.rival.mask != 0


def attack(context: PlacementContext, power: BoundTakeOver, world: int) -> int:
    """Return the attack value of a takeover: Military and the amount of the power."""
    wide = not context.table.military[world]
    return military_against(context, world, wide) + power.amount


def defense(context: PlacementContext, world: int, change: int = 0) -> int:
    """Return the defense value that an attack must reach.

    change: change of the defense by the power that allows the conquest of a non-military world.
    """
    wide = not context.table.military[world]
    military = military_against(context, world, wide) + context.powers.defense
    return military + context.table.cost[world] + change


def max_boost(context: PlacementContext, world: int) -> int:
    """Return the maximum temporary Military that can still be raised."""
    boost = 0
    hand = len(context.player.hand)
    while any(option.min_cards <= hand for option in military_options(context, world, boost + 1)):
        boost += 1
    return boost


def _raise_military(
    turn: SettleTurn, world: int, kind: str, missing: int
) -> Asking[tuple[BoundPower, ...]]:
    """Ask for temporary Military, if possible; return the powers used."""
    hand = tuple(turn.player.hand)
    context = turn.context(defending=kind == asks.DEFEND)
    options = [
        option
        for option in military_options(context, world, missing)
        if option.min_cards <= len(hand)
    ]
    if missing > 0:
        options.insert(0, PaymentOption((), 0, 0))
    if not options or options == [PaymentOption((), 0, 0)]:
        return ()
    capped = tuple(
        PaymentOption(option.powers, option.min_cards, min(option.max_cards, len(hand)))
        for option in options
    )
    decision = Payment(turn.seat, kind, world, capped, hand)
    (answer,) = yield [decision]
    used = turn.use(decision, answer)
    yield from pay(turn, decision, answer)
    return used


def _defeat(turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
    """Use powers that defeat takeovers, before any takeover is resolved."""
    for power in turn.powers.at(TAKEOVERS):
        if not can_use(turn, power):
            continue
        all_claims = [claim for seat in turn.state.order for claim in turns[seat].claims]
        open_claims = [claim for claim in all_claims if not claim.defeated]
        options: list[Answer] = [(claim.power.number, claim.world) for claim in open_claims]
        if not options:
            return
        (answer,) = yield [Choice(turn.seat, asks.DEFEAT_TAKEOVER, power.number, (*options, ()))]
        if answer:
            turn.moves.notify(turn.state, TakeoverDefeated, turn.seat, answer[1], power.card)
            yield from pay_full_price(turn, power)
            for claim in open_claims:
                claim.defeated |= (claim.power.number, claim.world) == answer


def _resolve(turns: list[SettleTurn], turn: SettleTurn, claim: Claim) -> Asking[bool]:
    """Resolve one takeover; return whether it succeeds. Ties go to the attacker."""
    defender = turns[claim.owner]
    if claim.defeated or claim.world not in defender.player.tableau:
        return False
    attack_value, defense_value = _compare(turn, defender, claim)
    if attack_value >= defense_value and _can_defend(
        defender, claim.world, attack_value - defense_value + 1
    ):
        odds = (attack_value, attack_value, defense_value)
        turn.moves.notify(turn.state, TakeoverWeighed, defender.seat, -1, claim.world, *odds)
        yield from _raise_military(defender, claim.world, asks.DEFEND, 1)
        attack_value, defense_value = _compare(turn, defender, claim)
    won = attack_value >= defense_value
    world, owner = claim.world, claim.owner
    turn.moves.notify(
        turn.state, TakeoverResolved, turn.seat, world, owner, attack_value, defense_value, won
    )
    if not won:
        return False
    yield from _transfer(turn, defender, claim)
    return True


def _compare(turn: SettleTurn, defender: SettleTurn, claim: Claim) -> tuple[int, int]:
    """Return the current attack and defense values of a takeover."""
    change = _defense_change(claim.raid)
    attack_value = attack(turn.context(), claim.power, claim.world)
    return attack_value, defense(defender.context(), claim.world, change)


def _can_defend(defender: SettleTurn, world: int, missing: int) -> bool:
    options = military_options(defender.context(defending=True), world, missing)
    return any(option.min_cards <= len(defender.player.hand) for option in options)


def _transfer(turn: SettleTurn, defender: SettleTurn, claim: Claim) -> Asking[None]:
    """Hand over the world with its good and saved cards, or destroy it."""
    if claim.power.destroy:
        defender.discard_from_tableau(claim.world)
    else:
        turn.moves.hand_over(defender.player, turn.player, claim.world)
    give_plain_gains(turn, claim.power)
    if claim.raid is not None:
        give_plain_gains(turn, claim.raid)
    turn.draw_bonus()
    turn.finish_placement(claim.world)
    yield from respond_to_placement(turn, "settle", claim.world, AFTER_TAKING_OVER)
