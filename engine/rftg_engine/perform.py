"""Carrying out an Action hook: what is given up, then what is gained.

base rulebook, Card Powers: a power must be used, if possible, unless it says "may"; once begun it
is used to the full, and no power interrupts another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rftg_engine import luck
from rftg_engine.bound import ANY, BoundGain, BoundPower, BoundPrice, fits
from rftg_engine.counting import amount, meets, moment_last
from rftg_engine.decisions import Choice, Subset
from rftg_engine.driver import Asking
from rftg_engine.powers import Powers
from rftg_engine.state import State
from rftg_engine.trading import choose_kind, sell_for

if TYPE_CHECKING:
    from rftg_engine.race import Race


class Doing:
    """One player's part of a phase.

    powers: those of the start of the phase. chips: what a chip gained by a power counts (2 when
    doubled). produced: the kinds of the goods produced so far in this phase, one entry a good.
    owed: hand cards to discard when all powers of the moment are done. placed: the card that a
    power answers to, or -1. answering: numbers of the powers that answer to a good and are in use.
    """

    def __init__(self, race: Race, state: State, seat: int, powers: Powers, chips: int = 1) -> None:
        self.race = race
        self.state = state
        self.seat = seat
        self.player = state.players[seat]
        self.powers = powers
        self.chips = chips
        self.produced: list[int] = []
        self.owed = 0
        self.placed = -1
        self.answering: list[int] = []


def perform_all(race: Race, state: State, powers: list[Powers], moment: str) -> Asking[None]:
    """All actions of a moment, for every player in turn order; what looks at the moment is last."""
    if not any(one.at(moment) for one in powers):
        return
    for seat in state.order:
        if powers[seat].at(moment):
            doing = Doing(race, state, seat, powers[seat])
            for power in moment_last(powers[seat].at(moment)):
                if can_use(doing, power):
                    yield from perform(doing, power)
            if doing.owed:
                yield from settle_debts(doing)


def after_placing(doing: Doing, phase: str, placed: int, paid: bool) -> Asking[None]:
    """The powers that answer to a card having been placed; what looks at the moment is last.

    paid: not conquered or taken over.
    """
    doing.placed = placed
    answering = list(doing.powers.at(f"{phase} after placing"))
    if paid:
        answering += doing.powers.at(f"{phase} after paying")
    for power in moment_last(answering):
        if power.applies(placed) and can_use(doing, power):
            yield from perform(doing, power)
    if doing.owed:
        yield from settle_debts(doing)
    doing.placed = -1


def settle_debts(doing: Doing) -> Asking[None]:
    """Discards what powers that draw and then discard have left to give up.

    arc 1 booklet, Powers: all such cards of a phase are drawn before any is discarded.
    """
    hand = tuple(doing.player.hand)
    owed = min(doing.owed, len(hand))
    doing.owed = 0
    if owed:
        (cards,) = yield [Subset(doing.seat, "discard after drawing", -1, hand, owed, owed)]
        doing.race.discard_from_hand(doing.state, doing.player, cards)


def can_use(doing: Doing, power: BoundPower) -> bool:
    """Whether a power's condition holds, what it takes is there, and it has something to do."""
    if not meets(doing.race.table, doing.state, doing.seat, doing.powers, power):
        return False
    return can_pay(doing, power) and (power.price is None or has_target(doing, power))


def has_target(doing: Doing, power: BoundPower) -> bool:
    """A good is only paid for where there is room for it."""
    for gain in power.gains:
        if gain.what == "good" and power.card in doing.player.goods:
            return False
        if gain.what == "windfall" and not windfall_targets(doing, power, gain):
            return False
    return True


def can_pay(doing: Doing, power: BoundPower) -> bool:
    """Whether what a power takes is there."""
    price = power.price
    if price is None:
        return True
    least = 1 if price.up_to or price.count < 0 else price.count
    if price.what == "cards":
        return len(doing.player.hand) >= least
    if price.what == "prestige":
        return doing.player.prestige >= least
    if price.what == "this":
        return power.card in doing.player.tableau
    if not doing.player.goods:
        return False
    return most_goods(doing, price, fitting_goods(doing, power.card, price)) >= least


def most_goods(doing: Doing, price: BoundPrice, goods: list[int]) -> int:
    """How many of these goods a price can take at the most, its number aside."""
    if not price.different:
        return len(goods)
    return min(4, len({_group(doing, world) for world in goods}))


def _group(doing: Doing, world: int) -> int:
    """A number that only goods share that must be of the same kind."""
    kind = doing.race.table.kind[world]
    return -1 - world if kind == ANY else kind


def fitting_goods(doing: Doing, card: int, price: BoundPrice) -> list[int]:
    """The worlds with a good that a power of `card` can take, oldest first."""
    goods, kind = doing.player.goods, doing.race.table.kind
    if price.here:
        return [card] if card in goods else []
    return [
        world for world in doing.player.tableau if world in goods and fits(price.kind, kind[world])
    ]


def perform(doing: Doing, power: BoundPower, agreed: bool = False) -> Asking[None]:
    """Uses a power that can be used: asks what is given up, takes it, gives the gains.

    agreed: its owner has already chosen to use it.
    """
    if doing.state.chronicle is not None:
        doing.state.chronicle.tell("use", doing.seat, power.card, (power.number,))
    given: tuple[int, ...] = ()
    if power.price is not None:
        optional = power.optional and not agreed
        paid = yield from _pay(doing, power, power.price, optional)
        if not paid:
            return
        given = paid
    times = 1
    if power.each:
        times = len(given) - power.free
    for gain in power.gains:
        # A good comes to one world at a time, so several of them are several gains.
        goods = times if gain.what == "windfall" else 1
        for _nth in range(goods):
            got = yield from _gain(doing, power, gain, times, given)
            if not got:
                return


def _pay(
    doing: Doing, power: BoundPower, price: BoundPrice, optional: bool
) -> Asking[tuple[int, ...] | None]:
    """Asks and takes what a power takes: the cards or worlds given, None when its owner refuses."""
    if price.what == "cards":
        return (yield from _give_cards(doing, power, price))
    if optional:
        (wanted,) = yield [Choice(doing.seat, "use power", power.number, ((), (1,)))]
        if not wanted:
            return None
    if price.what == "goods":
        return (yield from give_goods(doing, power, price))
    if price.what == "prestige":
        count = min(price.count, doing.player.prestige)
        if price.up_to and count > 1:
            numbers = tuple((number,) for number in range(1, count + 1))
            (answer,) = yield [Choice(doing.seat, "spend prestige", power.number, numbers)]
            count = answer[0]
        doing.race.spend_prestige(doing.state, doing.player, count)
        return tuple(range(count))
    pay_outright(doing, power)
    return (power.card,)


def pay_outright(doing: Doing, power: BoundPower) -> None:
    """Takes a price that leaves nothing to choose: this card, or a fixed number of prestige."""
    price = power.price
    if price is not None and price.what == "this":
        doing.race.discard_from_tableau(doing.state, doing.player, power.card)
    elif price is not None and price.what == "prestige":
        doing.race.spend_prestige(doing.state, doing.player, price.count)


def pay_fixed(
    doing: Doing, power: BoundPower, kept: int = -1, needed: frozenset[int] = frozenset()
) -> Asking[None]:
    """Takes the price of a power that its owner has begun to use: all of it.

    kept: a hand card that cannot be given up, since the power is used for it. needed: worlds whose
    goods cannot, for the same reason.
    """
    price = power.price
    if price is not None and price.what == "goods":
        yield from give_goods(doing, power, price, needed, must=True)
    elif price is not None and price.what == "cards":
        hand = tuple(card for card in doing.player.hand if card != kept)
        count = price.count
        (cards,) = yield [Subset(doing.seat, "discard for power", power.number, hand, count, count)]
        doing.race.discard_from_hand(doing.state, doing.player, cards)
    else:
        pay_outright(doing, power)


def _give_cards(
    doing: Doing, power: BoundPower, price: BoundPrice
) -> Asking[tuple[int, ...] | None]:
    """Hand cards are the player's choice, and may be refused even now."""
    hand = tuple(doing.player.hand)
    most = min(price.count, len(hand))
    all_or_none = not price.up_to and most > 1
    decision = Subset(doing.seat, "discard for power", power.number, hand, 0, most, (), all_or_none)
    (cards,) = yield [decision]
    doing.race.discard_from_hand(doing.state, doing.player, cards)
    return cards or None


def give_goods(
    doing: Doing,
    power: BoundPower,
    price: BoundPrice,
    but: frozenset[int] = frozenset(),
    must: bool = False,
) -> Asking[tuple[int, ...]]:
    """Goods are given as many as the power takes, and no fewer than there are.

    but: worlds whose goods cannot be given. must: what they are given for has been chosen already.
    """
    fitting = fitting_goods(doing, power.card, price)
    goods = tuple(world for world in fitting if world not in but)
    groups = tuple(_group(doing, world) for world in goods) if price.different else ()
    there = most_goods(doing, price, list(goods))
    count = there if price.count < 0 else min(price.count, there)
    assert not must or price.up_to or count >= price.count, "a price that was chosen is not there"
    least = count if must else min(count, _surely(doing, price, goods))
    all_or_none = least < count and not price.up_to and count > 1
    decision = Subset(
        doing.seat,
        "goods for power",
        power.number,
        goods,
        0 if all_or_none else least,
        count,
        groups,
        all_or_none,
    )
    (worlds,) = yield [decision]
    for world in worlds:
        doing.race.take_good(doing.state, doing.player, world)
    return worlds


def _surely(doing: Doing, price: BoundPrice, goods: tuple[int, ...]) -> int:
    """Goods that fit whatever their owner says: a world of each kind may count as another one.

    arc 1 booklet, Multi-Kind World: its owner can change its kind at any time.
    """
    kind = doing.race.table.kind
    if price.different:
        kinds = {kind[world] for world in goods}
        return len(kinds - {ANY})
    if price.kind == 0 or price.here:
        return len(goods)
    return sum(kind[world] != ANY for world in goods)


def _gain(
    doing: Doing, power: BoundPower, gain: BoundGain, times: int, given: tuple[int, ...]
) -> Asking[bool]:
    """Gives one gain; False when nothing more of the power follows (its good could not come)."""
    simple = _SIMPLE.get(gain.what)
    if simple is not None:
        simple(doing, power, gain.amount * times * _count(doing, gain))
    elif gain.what == "sell":
        yield from sell_for(doing, gain.plain, given[0])
    elif gain.what == "guess":
        yield from luck.guess(doing, power, gain)
    elif gain.what == "ante":
        yield from luck.ante(doing, power, gain)
    elif gain.what == "good":
        return (yield from produce_good(doing, power.card, 0))
    elif gain.what == "windfall":
        targets = windfall_targets(doing, power, gain)
        return (yield from produce_on_windfall(doing, targets, power.number, gain.kind))
    return True


def _draw(doing: Doing, _power: BoundPower, amount: int) -> None:
    doing.race.draw_to_hand(doing.state, doing.player, amount)


def _discard(doing: Doing, _power: BoundPower, amount: int) -> None:
    doing.owed += amount


def _chips(doing: Doing, power: BoundPower, amount: int) -> None:
    # base rulebook, Consume: only points for cards discarded from the hand are not doubled.
    for_cards = power.price is not None and power.price.what == "cards"
    chips = amount if for_cards else amount * doing.chips
    doing.race.gain_chips(doing.state, doing.player, chips)


def _prestige(doing: Doing, _power: BoundPower, amount: int) -> None:
    doing.race.gain_prestige(doing.state, doing.player, amount)


def _saved(doing: Doing, power: BoundPower, _amount: int) -> None:
    saved = doing.player.saved.pop(power.card, [])
    doing.player.hand += saved
    if doing.state.chronicle is not None and saved:
        doing.state.chronicle.tell(
            "recover", doing.seat, power.card, numbers=(len(saved),), own=saved
        )


def _placed_good(doing: Doing, _power: BoundPower, _amount: int) -> None:
    # A world that was destroyed when it was taken over lies in no tableau; a gray one has no good.
    kind = doing.race.table.kind[doing.placed]
    here = doing.placed in doing.player.tableau
    if kind and here and doing.placed not in doing.player.goods:
        doing.race.put_good(doing.state, doing.player, doing.placed)


_SIMPLE: Final[dict[str, Callable[[Doing, BoundPower, int], None]]] = {
    "draw": _draw,
    "discard": _discard,
    "vp": _chips,
    "prestige": _prestige,
    "saved": _saved,
    "placed good": _placed_good,
}
"""Gains that leave nothing to choose."""


def gain_outright(doing: Doing, power: BoundPower) -> None:
    """Gives the gains of a power that stand beside a placement; they leave nothing to choose."""
    for gain in power.gains:
        _SIMPLE[gain.what](doing, power, gain.amount)


def _count(doing: Doing, gain: BoundGain) -> int:
    """The multiplier of a gain as of now."""
    per = gain.per
    if per is None:
        return 1
    if per.things == "goods":
        return sum(fits(per.kind, kind) for kind in doing.produced) // per.divisor
    if per.things == "kinds":
        return len(set(doing.produced)) // per.divisor
    if per.things != "cards":
        return amount(per.things, doing.player, doing.powers) // per.divisor
    return per.times(doing.powers.mask)


def produce_good(doing: Doing, world: int, as_kind: int) -> Asking[bool]:
    """Puts a good on a world of the player, and what follows from it; False when it has one.

    as_kind: the kind that the power asks for, 0 for any.
    """
    player = doing.player
    if world in player.goods or world not in player.tableau:
        return False
    kind = doing.race.table.kind[world]
    if kind == ANY:
        kind = as_kind or (yield from choose_kind(doing, world))
    if not doing.race.put_good(doing.state, player, world):
        return False
    doing.produced.append(kind)
    for power in moment_last(doing.powers.at("after producing")):
        # What a power brings is no reason to use it again: goods could go round for ever.
        if power.card == world and power.number not in doing.answering and can_use(doing, power):
            doing.answering.append(power.number)
            yield from perform(doing, power)
            doing.answering.remove(power.number)
    return True


def windfall_targets(doing: Doing, power: BoundPower, gain: BoundGain) -> list[int]:
    """The windfall worlds on which a power can put a good."""
    return windfall_worlds(doing, gain.kind, power.card if gain.other else -1)


def windfall_worlds(doing: Doing, kind: int, not_this: int = -1) -> list[int]:
    """The player's windfall worlds without a good; of a kind unless that is 0."""
    table, player = doing.race.table, doing.player
    return [
        world
        for world in player.tableau
        if table.windfall[world]
        and world not in player.goods
        and world != not_this
        and fits(kind, table.kind[world])
    ]


def produce_on_windfall(doing: Doing, worlds: list[int], about: int, kind: int) -> Asking[bool]:
    """A good on one of the worlds, by the player's choice; False when there is none."""
    options = tuple((world,) for world in worlds)
    if not options:
        return False
    (answer,) = yield [Choice(doing.seat, "windfall", about, options)]
    return (yield from produce_good(doing, answer[0], kind))
