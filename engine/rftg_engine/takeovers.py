"""Takeovers: conquering worlds in other tableaus (arc 1 booklet, Takeovers).

They are declared while Settle powers are used, and resolved when all worlds have been paid for.
Nothing newly placed has any part in them: only what the start of the phase knew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rftg_dsl import hooks
from rftg_engine.bound import BoundPower
from rftg_engine.decisions import Answer, Choice, Payment, Way
from rftg_engine.driver import Asking
from rftg_engine.paying import pay
from rftg_engine.perform import (
    after_placing,
    can_pay,
    can_use,
    gain_outright,
    pay_fixed,
    pay_outright,
)
from rftg_engine.placing import Means, boosts, raids, strength

if TYPE_CHECKING:
    from rftg_engine.phases.settle import Settling


@dataclass(slots=True)
class Claim:
    """A declared takeover: whose power, against which world of whom.

    defeated: by a power. raid: the power by which a non-military world can be taken over at all.
    """

    power: BoundPower
    world: int
    owner: int
    defeated: bool = False
    raid: BoundPower | None = None


def declare(doings: list[Settling], doing: Settling) -> Asking[None]:
    """A player may declare one takeover instead of placing a world."""
    options = _attacks(doings, doing)
    if not options:
        return
    if doing.state.chronicle is not None:
        _weigh(doings, doing, options)
    (answer,) = yield [Choice(doing.seat, "takeover", -1, ((), *options))]
    if not answer:
        return
    number, world = answer
    power, rival = _meant(doings, doing, answer)
    owner = rival.seat
    doing.used[number] = 1
    pay_outright(doing, power)
    if doing.state.chronicle is not None:
        doing.state.chronicle.tell("declare", doing.seat, world, (owner,), (power.card,))
    claim = Claim(power, world, owner)
    doing.claims.append(claim)
    used = yield from _call_up(doing, world, "pay for takeover", 0)
    claim.raid = next((one for one in used if isinstance(one.hook, hooks.Instead)), None)


def _meant(doings: list[Settling], doing: Settling, attack: Answer) -> tuple[BoundPower, Settling]:
    """The power of a takeover as it counts in this phase, and the owner of its world."""
    number, world = attack
    (power,) = [one for one in doing.powers.takeovers if one.number == number]
    (rival,) = [one for one in doings if world in one.player.tableau]
    return power, rival


def _weigh(doings: list[Settling], doing: Settling, options: list[Answer]) -> None:
    """Tells the chronicle what each takeover comes to that can be declared."""
    assert doing.state.chronicle is not None
    for number, world in options:
        power, rival = _meant(doings, doing, (number, world))
        mine, theirs = doing.means(), rival.means()
        has = attack(mine, power, world)
        most = has + most_boost(mine, world)
        against = defense(theirs, world, least_change(mine, world))
        doing.state.chronicle.weigh(doing.seat, number, world, (has, most, against))


def can_declare(doings: list[Settling], doing: Settling) -> bool:
    """Whether there is a takeover to declare."""
    return bool(_attacks(doings, doing))


def _attacks(doings: list[Settling], doing: Settling) -> list[Answer]:
    """The takeovers that a player can declare: number of the power, and world."""
    if not doing.state.takeovers:
        return []
    return [
        (power.number, world)
        for power in doing.powers.takeovers
        if _ready(doing, power)
        for world in _targets(doings, doing, power)
    ]


def _ready(doing: Settling, power: BoundPower) -> bool:
    return power.number not in doing.used and can_pay(doing, power)


def _targets(doings: list[Settling], doing: Settling, power: BoundPower) -> list[int]:
    """The worlds that a power can be used against.

    arc 1 booklet, Takeovers: only when one is resolved is the military of both compared.
    """
    return [
        world
        for rival in doings
        if rival.seat != doing.seat and _may_target(power, rival)
        for world in rival.player.tableau
        if rival.powers.mask >> world & 1 and _within_reach(doing, power, world)
    ]


def _within_reach(doing: Settling, power: BoundPower, world: int) -> bool:
    """Whether a power is about such worlds; a non-military one takes a power to conquer it too."""
    if doing.race.table.military[world]:
        return power.applies(world)
    hand = len(doing.player.hand)
    ways = boosts(doing.means(), world, 0)
    return power.wide >> world & 1 != 0 and any(way.price <= hand for way in ways)


def least_change(means: Means, world: int) -> int:
    """What the best power that conquers a non-military world adds to its defense."""
    if means.table.military[world]:
        return 0
    return min((_change(power) for power in raids(means, world)), default=0)


def _change(raid: BoundPower | None) -> int:
    return raid.hook.amount if raid is not None and isinstance(raid.hook, hooks.Instead) else 0


def _may_target(power: BoundPower, rival: Settling) -> bool:
    if power.rival is None:
        return True
    if power.rival.military is not None:
        return rival.powers.military >= power.rival.military
    return rival.powers.mask & power.rival.mask != 0


def attack(means: Means, power: BoundPower, world: int) -> int:
    """Military for an attack: general, specialised, called up, and that of the power."""
    wide = not means.table.military[world]
    return strength(means, world, wide) + power.amount


def defense(means: Means, world: int, change: int = 0) -> int:
    """The military an attack must reach: the defender's, and the defense of the world.

    change: what the power adds to its defense by which a non-military world is conquered.
    """
    wide = not means.table.military[world]
    own = strength(means, world, wide) + means.powers.defense
    return own + means.table.cost[world] + change


def most_boost(means: Means, world: int) -> int:
    """All the temporary military that could still be called up."""
    best = 0
    hand = len(means.player.hand)
    while any(way.price <= hand for way in boosts(means, world, best + 1)):
        best += 1
    return best


def _call_up(doing: Settling, world: int, kind: str, missing: int) -> Asking[list[BoundPower]]:
    """Asks for temporary military, where there is any; the powers that were used."""
    hand = tuple(doing.player.hand)
    means = doing.means(defending=kind == "defend")
    ways = [way for way in boosts(means, world, missing) if way.price <= len(hand)]
    if missing > 0:
        ways.insert(0, Way((), 0, 0))
    if not ways or ways == [Way((), 0, 0)]:
        return []
    capped = tuple(Way(way.powers, way.price, min(way.most, len(hand))) for way in ways)
    decision = Payment(doing.seat, kind, world, capped, hand)
    (answer,) = yield [decision]
    used = doing.use(decision, answer)
    yield from pay(doing, decision, answer)
    return used


def resolve(doings: list[Settling]) -> Asking[None]:
    """All declared takeovers, clockwise, in the order in which each player declared them."""
    if not doings or not any(doing.claims for doing in doings):
        return
    order = doings[0].state.order
    for seat in order:
        yield from _defeat(doings, doings[seat])
    for seat in order:
        for claim in doings[seat].claims:
            won = yield from _resolve(doings, doings[seat], claim)
            # arc 1 booklet, Fine Points: a second attempt is void where no first world came.
            if not won and not doings[seat].settled:
                break


def _defeat(doings: list[Settling], doing: Settling) -> Asking[None]:
    """Powers that defeat a takeover, before any is resolved."""
    for power in doing.powers.at("takeovers"):
        if not can_use(doing, power):
            continue
        claimed = [claim for seat in doing.state.order for claim in doings[seat].claims]
        claims = [claim for claim in claimed if not claim.defeated]
        options: list[Answer] = [(claim.power.number, claim.world) for claim in claims]
        if not options:
            return
        (answer,) = yield [Choice(doing.seat, "defeat takeover", power.number, (*options, ()))]
        if answer:
            if doing.state.chronicle is not None:
                doing.state.chronicle.tell("defeat", doing.seat, answer[1], cards=(power.card,))
            yield from pay_fixed(doing, power)
            for claim in claims:
                claim.defeated |= (claim.power.number, claim.world) == answer


def _resolve(doings: list[Settling], doing: Settling, claim: Claim) -> Asking[bool]:
    """One takeover; True when it succeeds. Ties go to the attacker."""
    rival = doings[claim.owner]
    if claim.defeated or claim.world not in rival.player.tableau:
        return False
    has, against = _compared(doing, rival, claim)
    if has >= against and _could_hold(rival, claim.world, has - against + 1):
        if doing.state.chronicle is not None:
            doing.state.chronicle.weigh(rival.seat, -1, claim.world, (has, has, against))
        yield from _call_up(rival, claim.world, "defend", 1)
        has, against = _compared(doing, rival, claim)
    if doing.state.chronicle is not None:
        numbers = (claim.owner, has, against, int(has >= against))
        doing.state.chronicle.tell("takeover", doing.seat, claim.world, numbers)
    if has < against:
        return False
    yield from _transfer(doing, rival, claim)
    return True


def _compared(doing: Settling, rival: Settling, claim: Claim) -> tuple[int, int]:
    """The attack and the defense of a takeover, as of now."""
    change = _change(claim.raid)
    has = attack(doing.means(), claim.power, claim.world)
    return has, defense(rival.means(), claim.world, change)


def _could_hold(rival: Settling, world: int, missing: int) -> bool:
    ways = boosts(rival.means(defending=True), world, missing)
    return any(way.price <= len(rival.player.hand) for way in ways)


def _transfer(doing: Settling, rival: Settling, claim: Claim) -> Asking[None]:
    """The world changes hands with its good and its saved cards, or is destroyed."""
    race, hook = doing.race, claim.power.hook
    assert isinstance(hook, hooks.TakeOver)
    if hook.destroy:
        race.discard_from_tableau(doing.state, rival.player, claim.world)
    else:
        race.remove_from_tableau(rival.player, claim.world)
        race.add_to_tableau(doing.player, claim.world)
        if claim.world in rival.player.goods:
            doing.player.goods[claim.world] = rival.player.goods.pop(claim.world)
        if claim.world in rival.player.saved:
            doing.player.saved[claim.world] = rival.player.saved.pop(claim.world)
    gain_outright(doing, claim.power)
    if claim.raid is not None:
        gain_outright(doing, claim.raid)
    draw_bonus(doing)
    doing.settled.append(claim.world)
    yield from after_placing(doing, "settle", claim.world, False)


def draw_bonus(doing: Settling) -> None:
    """The card for having chosen Settle: once, after the first world has been come by."""
    if doing.bonus:
        doing.bonus = False
        doing.race.draw_to_hand(doing.state, doing.player, 1)
