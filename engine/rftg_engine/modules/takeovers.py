"""Takeovers: conquering worlds in other tableaus (arc 1 booklet, Takeovers).

They are declared while Settle powers are used, and resolved when all worlds have been paid for.
Nothing newly placed has any part in them: only what the start of the phase knew.
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
from rftg_engine.turns.placing import PlacementContext, boosts, raids, strength
from rftg_engine.turns.prices import can_pay, pay_plain_price, pay_whole_price


class Takeovers(SettleModule):
    """Worlds in other tableaus can be conquered."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether they are on (arc 1 booklet, Takeover Scenario: there always)."""
        return options.takeovers or options.scenario

    def begin(self, state: State) -> None:
        """Let the state know."""
        state.takeovers = True

    def in_place_of_settling(self, turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
        """Let a player declare a takeover."""
        yield from declare(turns, turn)

    def could_settle(self, turns: list[SettleTurn], turn: SettleTurn) -> bool:
        """Return whether there is one to declare."""
        return can_declare(turns, turn)

    def end_of_settle(self, turns: list[SettleTurn]) -> Asking[None]:
        """Resolve those declared."""
        yield from resolve(turns)


def declare(turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
    """Let a player declare one takeover instead of placing a world."""
    options = _attacks(turns, turn)
    if not options:
        return
    if turn.moves.observed:
        _weigh(turns, turn, options)
    (answer,) = yield [Choice(turn.seat, asks.TAKEOVER, -1, ((), *options))]
    if not answer:
        return
    number, world = answer
    power, rival = _meant(turns, turn, answer)
    owner = rival.seat
    turn.used[number] = 1
    pay_plain_price(turn, power)
    turn.mark_used(power)
    turn.moves.notify(turn.state, TakeoverDeclared, turn.seat, world, owner, power.card)
    claim = Claim(power, world, owner)
    turn.claims.append(claim)
    used = yield from _call_up(turn, world, asks.PAY_FOR_TAKEOVER, 0)
    claim.raid = next((one for one in used if isinstance(one, BoundInstead)), None)


def _meant(
    turns: list[SettleTurn], turn: SettleTurn, attack: Answer
) -> tuple[BoundTakeOver, SettleTurn]:
    """Return the power of a takeover as it counts in this phase, and the owner of its world."""
    number, world = attack
    (power,) = [one for one in turn.in_force().takeovers if one.number == number]
    (rival,) = [one for one in turns if world in one.player.tableau]
    return power, rival


def _weigh(turns: list[SettleTurn], turn: SettleTurn, options: list[Answer]) -> None:
    """Tell what each takeover comes to that can be declared."""
    for number, world in options:
        power, rival = _meant(turns, turn, (number, world))
        mine, theirs = turn.context(), rival.context()
        has = attack(mine, power, world)
        most = has + most_boost(mine, world)
        against = defense(theirs, world, least_change(mine, world))
        odds = (has, most, against)
        turn.moves.notify(turn.state, TakeoverWeighed, turn.seat, number, world, *odds)


def can_declare(turns: list[SettleTurn], turn: SettleTurn) -> bool:
    """Return whether there is a takeover to declare."""
    return bool(_attacks(turns, turn))


def _attacks(turns: list[SettleTurn], turn: SettleTurn) -> list[Answer]:
    """Return the takeovers that a player can declare: number of the power, and world."""
    if not turn.state.takeovers:
        return []
    return [
        (power.number, world)
        for power in turn.in_force().takeovers
        if _ready(turn, power)
        for world in _targets(turns, turn, power)
    ]


def _ready(turn: SettleTurn, power: BoundTakeOver) -> bool:
    return power.number not in turn.used and can_pay(turn, power)


def _targets(turns: list[SettleTurn], turn: SettleTurn, power: BoundTakeOver) -> list[int]:
    """Return the worlds that a power can be used against.

    arc 1 booklet, Takeovers: only when one is resolved is the military of both compared.
    """
    return [
        world
        for rival in turns
        if rival.seat != turn.seat and _may_target(power, rival)
        for world in rival.player.tableau
        if rival.powers.mask >> world & 1 and _within_reach(turn, power, world)
    ]


def _within_reach(turn: SettleTurn, power: BoundPower, world: int) -> bool:
    """Return whether a power is about such worlds; a non-military one takes a power to conquer it
    too.
    """
    if turn.table.military[world]:
        return power.applies(world)
    hand = len(turn.player.hand)
    options = boosts(turn.context(), world, 0)
    return power.wide >> world & 1 != 0 and any(option.min_cards <= hand for option in options)


def least_change(context: PlacementContext, world: int) -> int:
    """Return what the best power that conquers a non-military world adds to its defense."""
    if context.table.military[world]:
        return 0
    return min((_change(power) for power in raids(context, world)), default=0)


def _change(raid: BoundInstead | None) -> int:
    return raid.amount if raid is not None else 0


def _may_target(power: BoundTakeOver, rival: SettleTurn) -> bool:
    if power.rival is None:
        return True
    if power.rival.military is not None:
        return rival.in_force().military >= power.rival.military
    return rival.powers.mask & power.rival.mask != 0


def attack(context: PlacementContext, power: BoundTakeOver, world: int) -> int:
    """Return military for an attack: general, specialised, called up, and that of the power."""
    wide = not context.table.military[world]
    return strength(context, world, wide) + power.amount


def defense(context: PlacementContext, world: int, change: int = 0) -> int:
    """Return the military an attack must reach: the defender's, and the defense of the world.

    change: what the power adds to its defense by which a non-military world is conquered.
    """
    wide = not context.table.military[world]
    own = strength(context, world, wide) + context.powers.defense
    return own + context.table.cost[world] + change


def most_boost(context: PlacementContext, world: int) -> int:
    """Return all the temporary military that could still be called up."""
    best = 0
    hand = len(context.player.hand)
    while any(option.min_cards <= hand for option in boosts(context, world, best + 1)):
        best += 1
    return best


def _call_up(
    turn: SettleTurn, world: int, kind: str, missing: int
) -> Asking[tuple[BoundPower, ...]]:
    """Ask for temporary military, where there is any; the powers that were used."""
    hand = tuple(turn.player.hand)
    context = turn.context(defending=kind == asks.DEFEND)
    options = [
        option for option in boosts(context, world, missing) if option.min_cards <= len(hand)
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


def resolve(turns: list[SettleTurn]) -> Asking[None]:
    """Resolve all declared takeovers, clockwise, in the order each player declared them."""
    if not turns or not any(turn.claims for turn in turns):
        return
    order = turns[0].state.order
    for seat in order:
        yield from _defeat(turns, turns[seat])
    for seat in order:
        for claim in turns[seat].claims:
            won = yield from _resolve(turns, turns[seat], claim)
            # arc 1 booklet, Fine Points: a second attempt is void where no first world came.
            if not won and not turns[seat].tally.placed:
                break


def _defeat(turns: list[SettleTurn], turn: SettleTurn) -> Asking[None]:
    """Use the powers that defeat a takeover, before any is resolved."""
    for power in turn.powers.at(TAKEOVERS):
        if not can_use(turn, power):
            continue
        claimed = [claim for seat in turn.state.order for claim in turns[seat].claims]
        claims = [claim for claim in claimed if not claim.defeated]
        options: list[Answer] = [(claim.power.number, claim.world) for claim in claims]
        if not options:
            return
        (answer,) = yield [Choice(turn.seat, asks.DEFEAT_TAKEOVER, power.number, (*options, ()))]
        if answer:
            turn.moves.notify(turn.state, TakeoverDefeated, turn.seat, answer[1], power.card)
            yield from pay_whole_price(turn, power)
            for claim in claims:
                claim.defeated |= (claim.power.number, claim.world) == answer


def _resolve(turns: list[SettleTurn], turn: SettleTurn, claim: Claim) -> Asking[bool]:
    """Resolve one takeover; return True when it succeeds. Ties go to the attacker."""
    rival = turns[claim.owner]
    if claim.defeated or claim.world not in rival.player.tableau:
        return False
    has, against = _compared(turn, rival, claim)
    if has >= against and _could_hold(rival, claim.world, has - against + 1):
        odds = (has, has, against)
        turn.moves.notify(turn.state, TakeoverWeighed, rival.seat, -1, claim.world, *odds)
        yield from _call_up(rival, claim.world, asks.DEFEND, 1)
        has, against = _compared(turn, rival, claim)
    won = has >= against
    world, owner = claim.world, claim.owner
    turn.moves.notify(turn.state, TakeoverResolved, turn.seat, world, owner, has, against, won)
    if not won:
        return False
    yield from _transfer(turn, rival, claim)
    return True


def _compared(turn: SettleTurn, rival: SettleTurn, claim: Claim) -> tuple[int, int]:
    """Return the attack and the defense of a takeover, as of now."""
    change = _change(claim.raid)
    has = attack(turn.context(), claim.power, claim.world)
    return has, defense(rival.context(), claim.world, change)


def _could_hold(rival: SettleTurn, world: int, missing: int) -> bool:
    options = boosts(rival.context(defending=True), world, missing)
    return any(option.min_cards <= len(rival.player.hand) for option in options)


def _transfer(turn: SettleTurn, rival: SettleTurn, claim: Claim) -> Asking[None]:
    """Hand over the world with its good and its saved cards, or destroy it."""
    if claim.power.destroy:
        turn.moves.discard_from_tableau(turn.state, rival.player, claim.world)
    else:
        turn.moves.hand_over(rival.player, turn.player, claim.world)
    give_plain_gains(turn, claim.power)
    if claim.raid is not None:
        give_plain_gains(turn, claim.raid)
    turn.draw_bonus()
    turn.put_in_place(claim.world)
    yield from respond_to_placement(turn, "settle", claim.world, AFTER_TAKING_OVER)
