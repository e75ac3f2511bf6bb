"""III: Settle (base rulebook, Settle; arc 1 booklet, Settle powers)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_dsl import hooks
from rftg_engine import actions, takeovers
from rftg_engine.bound import ANY, BoundPower
from rftg_engine.decisions import Answer, Choice, Decision, Payment, Way
from rftg_engine.driver import Asking
from rftg_engine.paying import pay, powers_used, save_from_payment
from rftg_engine.perform import (
    Doing,
    after_placing,
    can_pay,
    gain_outright,
    pay_fixed,
    perform_all,
    settle_debts,
)
from rftg_engine.placing import (
    Means,
    can_settle,
    hand_cards,
    strength,
    takes_open_cards,
    ways_to_settle,
)
from rftg_engine.powers import Powers
from rftg_engine.reasons import Grounds
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race

PRESTIGE_DISCOUNT: Final = 3
PRESTIGE_MILITARY: Final = 2


class Settling(Doing):
    """One player's part of a settle phase.

    called_up: military besides that of the powers, to the end of the phase, and the worlds
    it is good against. discount: off the cost of worlds. used: what powers have taken in this
    phase, by their numbers.
    settled: worlds placed in this phase. claims: takeovers declared. bonus: the card for having
    chosen the phase is still due.
    """

    def __init__(
        self, race: Race, state: State, seat: int, powers: Powers, bonus: bool = False
    ) -> None:
        super().__init__(race, state, seat, powers)
        self.called_up: list[tuple[int, int]] = []
        self.discount = 0
        self.used: dict[int, int] = {}
        self.settled: list[int] = []
        self.claims: list[takeovers.Claim] = []
        self.bonus = bonus

    def means(
        self,
        conquest: bool = False,
        placed: int = -1,
        defending: bool = False,
        by: BoundPower | None = None,
    ) -> Means:
        """What the player can place a world with, now."""
        return Means(
            self.race.table,
            self.player,
            self.powers,
            self.state.work,
            self.discount,
            self.called_up,
            self.used,
            conquest,
            placed,
            defending,
            by,
        )

    def use(self, decision: Payment, answer: Answer) -> list[BoundPower]:
        """Notes what a payment has used up and called up; the powers of the way taken."""
        used = powers_used(self, decision, answer)
        if not used:
            return used
        cards = len(answer) - 1 - hand_cards(used)
        # A world conquered as if it were military meets military against its kind.
        wide = not self.race.table.military[decision.about]
        for power in sorted(used, key=lambda one: -one.amount):
            if takes_open_cards(power) and power.price is not None:
                left = power.price.count - self.used.get(power.number, 0)
                given = min(cards, left)
                cards -= given
                self.used[power.number] = self.used.get(power.number, 0) + given
                self.called_up.append((power.wide if wide else power.mask, power.amount * given))
            elif power.price is not None:
                self.used[power.number] = 1
                if power.is_military:
                    self.called_up.append((power.wide if wide else power.mask, power.amount))
        return used


def settle(race: Race, state: State, name: str) -> Asking[None]:
    """Each player may place a world; all are revealed together, then paid or conquered in turn."""
    powers = [player.powers for player in state.players]
    yield from perform_all(race, state, powers, "settle start")
    action = actions.SETTLE if name == "settle" else actions.SETTLE_2
    doings = [_begin(race, state, seat, powers[seat], action) for seat in range(len(powers))]
    asked: list[Decision] = [
        _ask_place(doings[seat], doings[seat].player.hand, False) for seat in state.order
    ]
    answers = yield asked
    placed = [answer[0] if answer else -1 for answer in answers]
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            put_down(doings[seat], placed[index])
    for index, seat in enumerate(state.order):
        doing = doings[seat]
        if placed[index] >= 0:
            yield from _resolve(doing, placed[index], False)
        elif state.takeovers:
            yield from takeovers.declare(doings, doing)
        if doing.powers.places:
            yield from _further(doings, doing)
    if state.takeovers:
        yield from takeovers.resolve(doings)


def _begin(race: Race, state: State, seat: int, powers: Powers, action: int) -> Settling:
    doing = Settling(race, state, seat, powers)
    doing.bonus = actions.chose(state.players[seat].actions, action)
    if action + actions.PRESTIGE in state.players[seat].actions:
        doing.discount = PRESTIGE_DISCOUNT
        doing.called_up.append((-1, PRESTIGE_MILITARY))
    return doing


def _ask_place(
    doing: Settling, cards: list[int], conquest: bool, by: BoundPower | None = None
) -> Choice:
    """The worlds that can be placed. by: the power that allows it, whose price comes first."""
    covers = None
    if by is not None:
        covers = by.covers_wide if conquest else by.covers
    purse = _purse(doing, by)
    is_world = doing.race.table.is_world
    means = doing.means(conquest, by=by)
    if doing.state.chronicle is not None:
        doing.state.chronicle.ground(doing.seat, Grounds(means, True, purse, by))
    options: list[Answer] = [()]
    for card in cards:
        if is_world[card] and (covers is None or covers[card]) and can_settle(means, card, purse):
            options.append((card,))
    return Choice(doing.seat, "place world", -1, tuple(options))


def _purse(doing: Settling, by: BoundPower | None) -> int:
    """Hand cards besides the world to be placed and what the power takes that allows it."""
    given = by.price.count if by is not None and by.price and by.price.what == "cards" else 0
    return len(doing.player.hand) - 1 - given


def put_down(doing: Settling, world: int) -> None:
    """A world goes from hand to tableau, with its windfall."""
    doing.player.hand.remove(world)
    doing.race.place(doing.state, doing.player, world)


def _resolve(
    doing: Settling, world: int, conquest: bool, by: BoundPower | None = None
) -> Asking[None]:
    """Pays for or conquers a world that lies in the tableau, then what follows from it.

    by: the power that allowed this placement.
    """
    means = doing.means(conquest, world)
    hand = tuple(doing.player.hand)
    ways = [way for way in ways_to_settle(means, world) if way.price <= len(hand)]
    decision = Payment(doing.seat, "pay for world", world, _capped(ways, len(hand)), hand)
    (answer,) = yield [decision]
    used = doing.use(decision, answer)
    yield from pay(doing, decision, answer, world)
    instead = [power for power in used if power.is_instead]
    hows = [power.how for power in instead]
    paid = "pay" in hows or (not doing.race.table.military[world] and "conquer" not in hows)
    if not paid and doing.state.chronicle is not None:
        _tell_conquest(doing, world, instead)
    if paid and doing.powers.rule("save settle"):
        yield from save_from_payment(doing, "save settle", used, answer[1:])
    doing.settled.append(world)
    for power in (*instead, *((by,) if by is not None else ())):
        gain_outright(doing, power)
    takeovers.draw_bonus(doing)
    yield from after_placing(doing, "settle", world, paid)


def _tell_conquest(doing: Settling, world: int, instead: list[BoundPower]) -> None:
    assert doing.state.chronicle is not None
    defense = doing.race.table.cost[world] + sum([power.amount for power in instead])
    wide = not doing.race.table.military[world]
    numbers = (strength(doing.means(), world, wide), defense)
    doing.state.chronicle.tell("conquer", doing.seat, world, numbers)


def _capped(ways: list[Way], hand: int) -> tuple[Way, ...]:
    return tuple(Way(way.powers, way.price, min(way.most, hand)) for way in ways)


def _further(doings: list[Settling], doing: Settling) -> Asking[None]:
    """Powers to settle more worlds, one after the other, as the player likes."""
    while True:
        usable = [power for power in doing.powers.places if _can_go_on(doings, doing, power)]
        if not usable:
            return
        options: list[Answer] = [(), *[(power.number,) for power in usable]]
        (answer,) = yield [Choice(doing.seat, "settle power", -1, tuple(options))]
        if not answer:
            return
        power = doing.race.table.power_list[answer[0]]
        doing.used[power.number] = 1
        if doing.state.chronicle is not None:
            doing.state.chronicle.tell("use", doing.seat, power.card, (power.number,))
        yield from _place_more(doings, doing, power)


def _can_go_on(doings: list[Settling], doing: Settling, power: BoundPower) -> bool:
    hook = power.hook
    assert isinstance(hook, hooks.Place)
    if power.number in doing.used or power.card not in doing.player.tableau:
        return False
    if not can_pay(doing, power):
        return False
    if hook.how == "upgrade":
        return bool(_upgrades(doing, power))
    if _placeable(doing, power):
        return True
    begun = bool(doing.settled or doing.claims)
    return hook.how == "place" and begun and takeovers.can_declare(doings, doing)


def _placeable(doing: Settling, power: BoundPower) -> bool:
    """Whether there is a world to place with a power.

    arc 1 booklet, Settle a Second World: the first one is fully resolved before, which a takeover
    that has only been declared is not.
    """
    return bool(doing.settled) and len(_ask_more(doing, power).options) > 1


def _ask_more(doing: Settling, power: BoundPower) -> Choice:
    hook = power.hook
    assert isinstance(hook, hooks.Place)
    return _ask_place(doing, doing.player.hand, hook.how == "conquer", power)


def _place_more(doings: list[Settling], doing: Settling, power: BoundPower) -> Asking[None]:
    hook = power.hook
    assert isinstance(hook, hooks.Place)
    if hook.how == "upgrade":
        yield from _upgrade(doing, power)
        return
    answer: Answer = ()
    if _placeable(doing, power):
        (answer,) = yield [_ask_more(doing, power)]
    if answer:
        needed = _needed_goods(doing, power, answer[0])
        yield from pay_fixed(doing, power, answer[0], needed)
        put_down(doing, answer[0])
        yield from _resolve(doing, answer[0], hook.how == "conquer", power)
    elif hook.how == "place":
        yield from takeovers.declare(doings, doing)


def _needed_goods(doing: Settling, power: BoundPower, world: int) -> frozenset[int]:
    """The worlds without whose good a world cannot be placed; another good is the price then."""
    hook = power.hook
    if power.price is None or power.price.what != "goods" or not isinstance(hook, hooks.Place):
        return frozenset()
    goods, purse = doing.player.goods, len(doing.player.hand) - 1
    conquest = hook.how == "conquer"
    needed = []
    for lost in goods:
        doing.player.goods = {one: good for one, good in goods.items() if one != lost}
        ways = ways_to_settle(doing.means(conquest), world)
        if all(way.price > purse for way in ways):
            needed.append(lost)
    doing.player.goods = goods
    return frozenset(needed)


def _upgrades(doing: Settling, power: BoundPower) -> list[Answer]:
    """Worlds of the hand and the ones they can replace (arc 1 booklet, Replace a World)."""
    hook, table = power.hook, doing.race.table
    assert isinstance(hook, hooks.Place)
    pairs: list[Answer] = []
    if _purse(doing, power) < 0:
        return pairs
    for old in doing.player.tableau:
        was_there = doing.powers.mask >> old & 1
        given_up = power.price is not None and power.price.what == "this" and old == power.card
        if not power.applies(old) or not was_there or given_up:
            continue
        for new in doing.player.hand:
            more = table.cost[new] - table.cost[old]
            if (
                table.is_world[new]
                and not table.military[new]
                and hook.low <= more <= hook.high
                and _same_kind(table.kind[old], table.kind[new])
            ):
                pairs.append((new, old))
    return pairs


def _same_kind(one: int, other: int) -> bool:
    return one == other or (ANY in (one, other) and 0 not in (one, other))


def _upgrade(doing: Settling, power: BoundPower) -> Asking[None]:
    """Replaces a world. No other power or bonus of Settle has any part in it."""
    options: tuple[Answer, ...] = ((), *_upgrades(doing, power))
    (answer,) = yield [Choice(doing.seat, "upgrade", power.number, options)]
    if not answer:
        return
    new, old = answer
    if doing.state.chronicle is not None:
        doing.state.chronicle.tell("upgrade", doing.seat, new, cards=(old, power.card))
    yield from pay_fixed(doing, power, new)
    doing.race.discard_from_tableau(doing.state, doing.player, old)
    put_down(doing, new)
    gain_outright(doing, power)
    yield from settle_debts(doing)
