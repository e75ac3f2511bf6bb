"""Carrying out an Action hook: what is given up, then what is gained.

base rulebook, Card Powers: a power must be used, if possible, unless it says "may"; once begun it
is used to the full, and no power interrupts another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from gamekit.decisions import Choice, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.terms import ANY, BoundGain, BoundPrice, fits, single_kind
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns import gambling as luck
from rftg_engine.turns.counting import kinds_among, moment_last
from rftg_engine.turns.placing import enough_goods
from rftg_engine.turns.trading import choose_kind, sell_for
from rftg_engine.turns.turn import PlayerTurn


def perform_all(rules: Rules, state: State, powers: list[Powers], moment: str) -> Asking[None]:
    """Perform all actions of a moment, for every player in turn order.

    What looks at the moment is last.
    """
    if not any(one.at(moment) for one in powers):
        return
    for seat in state.order:
        if powers[seat].at(moment):
            turn = PlayerTurn(rules, state, seat, powers[seat])
            for power in moment_last(powers[seat].at(moment)):
                if can_use(turn, power):
                    yield from perform(turn, power)
            if turn.owed:
                yield from settle_debts(turn)


AFTER_PAYING: Final = "after paying"
AFTER_CONQUERING: Final = "after conquering"
AFTER_TAKING_OVER: Final = "after taking over"


def after_placing(turn: PlayerTurn, phase: str, placed: int, how: str) -> Asking[None]:
    """Use the powers that answer a card having been placed; what looks at the moment is last.

    how: one of the three above. A card answers to its own placement, but for being taken over.
    """
    turn.placed = placed
    answering = [
        *[power for power in turn.powers.at(f"{phase} after placing") if not power.this],
        *turn.powers.at(f"{phase} {how}" if how == AFTER_PAYING else how),
    ]
    if how != AFTER_TAKING_OVER:
        answering += [
            power
            for power in turn.table.by_card[placed]
            if isinstance(power, BoundAction) and power.this and power.phase == phase
        ]
    for power in moment_last(answering):
        if (power.this or power.applies(placed)) and can_use(turn, power):
            yield from perform(turn, power)
    if turn.owed:
        yield from settle_debts(turn)
    turn.placed = -1


def settle_debts(turn: PlayerTurn) -> Asking[None]:
    """Discard what powers that draw and then discard have left to give up.

    arc 1 booklet, Powers: all such cards of a phase are drawn before any is discarded.
    """
    hand = tuple(turn.player.hand)
    owed = min(turn.owed, len(hand))
    turn.owed = 0
    if owed:
        (cards,) = yield [Subset(turn.seat, asks.DISCARD_AFTER_DRAWING, -1, hand, owed, owed)]
        turn.moves.discard_from_hand(turn.state, turn.player, cards)


def can_use(turn: PlayerTurn, power: BoundAction) -> bool:
    """Return whether a power's condition holds, its price is there, and it has something to do."""
    if power.condition is not None and not turn.meets(power.condition):
        return False
    if power.once and power.number in turn.state.used_up:
        return False
    return can_pay(turn, power) and (power.price is None or has_target(turn, power))


def has_target(turn: PlayerTurn, power: BoundAction) -> bool:
    """Return whether a power has something to give: a good needs room."""
    return any(_has_room(turn, power, gains) for gains in (power.gains, *power.choices))


def _has_room(turn: PlayerTurn, power: BoundAction, gains: tuple[BoundGain, ...]) -> bool:
    for gain in gains:
        if gain.what == "good" and power.card in turn.player.goods:
            return False
        if gain.what == "windfall" and not windfall_targets(turn, power, gain):
            return False
    return True


def can_buy(turn: PlayerTurn, power: BoundPower) -> bool:
    """Return whether a power that takes something can be used: what it takes is there."""
    return not (power.once and power.number in turn.state.used_up) and can_pay(turn, power)


def can_pay(turn: PlayerTurn, power: BoundPower) -> bool:
    """Return whether what a power takes is there."""
    price = power.price
    if price is None:
        return True
    if not price.more:
        return _is_there(turn, power, price)
    prices = (price, *price.more)
    goods = [one for one in prices if one.what == "goods"]
    return all(_is_there(turn, power, one) for one in prices) and (
        len(goods) < 2 or enough_goods(turn.table, power.card, list(turn.player.goods), goods)
    )


def _is_there(turn: PlayerTurn, power: BoundPower, price: BoundPrice) -> bool:
    least = 1 if price.up_to or price.count < 0 else price.count
    if price.what == "cards":
        return len(turn.player.hand) >= least
    if price.what == "prestige":
        return turn.player.prestige >= least
    if price.what == "this":
        return power.card in turn.player.tableau
    if not turn.player.goods:
        return False
    return most_goods(turn, price, fitting_goods(turn, power.card, price)) >= least


def most_goods(turn: PlayerTurn, price: BoundPrice, goods: list[int]) -> int:
    """Return how many of these goods a price can take at the most, its number aside."""
    kinds = [turn.table.kind[world] for world in goods]
    if price.same:
        return most_alike(kinds) + kinds.count(ANY)
    return kinds_among(kinds) if price.different else len(goods)


def most_alike(kinds: list[int]) -> int:
    """Return how many are of the commonest kind, those of any kind aside."""
    return max([kinds.count(kind) for kind in range(1, ANY)])


def _groups(turn: PlayerTurn, price: BoundPrice, goods: tuple[int, ...]) -> tuple[int, ...]:
    """Return the groups of goods of which a price takes one each, or all from one."""
    if not (price.different or price.same):
        return ()
    kinds = turn.table.kind
    return tuple(
        [kinds[one] if kinds[one] != ANY else -1 - one if price.different else 0 for one in goods]
    )


def fitting_goods(turn: PlayerTurn, card: int, price: BoundPrice) -> list[int]:
    """Return the worlds with a good that a power of `card` can take, oldest first."""
    goods, kind = turn.player.goods, turn.table.kind
    if price.here:
        return [card] if card in goods else []
    return [
        world
        for world in turn.player.tableau
        if world in goods and price.goods.fit(world, kind[world])
    ]


def perform(turn: PlayerTurn, power: BoundAction, agreed: bool = False) -> Asking[None]:
    """Use a power that can be used: asks what is given up, takes it, gives the gains.

    agreed: its owner has already chosen to use it.
    """
    turn.moves.use_power(turn.state, turn.player, power)
    given: tuple[int, ...] = ()
    if power.price is not None:
        optional = power.optional and not agreed
        paid = yield from _pay(turn, power, power.price, optional)
        if not paid:
            return
        given = paid
    turn.moves.use_up(turn.state, power)
    times = 1
    if power.each:
        times = len(given) - power.free
    gains = power.gains
    if power.choices:
        gains = yield from _choose_gains(turn, power)
    for gain in gains:
        # A good comes to one world at a time, so several of them are several gains.
        goods = times * gain.amount if gain.what == "windfall" else 1
        for _nth in range(goods):
            got = yield from _gain(turn, power, gain, times, given)
            if not got:
                return


def _choose_gains(turn: PlayerTurn, power: BoundAction) -> Asking[tuple[BoundGain, ...]]:
    """Let a player choose between the gains of a power that have a use; () where none has."""
    choices = (power.gains, *power.choices)
    useful = [place for place, gains in enumerate(choices) if _has_room(turn, power, gains)]
    if len(useful) < 2:
        return choices[useful[0]] if useful else ()
    options = tuple([(place + 1,) for place in useful])
    (answer,) = yield [Choice(turn.seat, asks.CHOOSE_GAIN, power.number, options)]
    return choices[answer[0] - 1]


def pay_if_wanted(turn: PlayerTurn, power: BoundPower) -> Asking[tuple[int, ...] | None]:
    """Let a player pay for what a power offers; return what was given, None when it is refused."""
    assert power.price is not None
    turn.moves.use_power(turn.state, turn.player, power)
    given = yield from _pay(turn, power, power.price, True)
    if given:
        turn.moves.use_up(turn.state, power)
    return given


def _pay(
    turn: PlayerTurn, power: BoundPower, price: BoundPrice, optional: bool
) -> Asking[tuple[int, ...] | None]:
    """Ask and takes what a power takes: the cards or worlds given, None when its owner refuses."""
    if price.what == "cards" and not price.more:
        return (yield from _give_cards(turn, power, price))
    if optional:
        (wanted,) = yield [Choice(turn.seat, asks.USE_POWER, power.number, ((), (1,)))]
        if not wanted:
            return None
    if price.more:
        return (yield from _pay_all(turn, power, (price, *price.more)))
    if price.what == "goods":
        return (yield from give_goods(turn, power, price))
    if price.what == "prestige":
        count = min(price.count, turn.player.prestige)
        if price.up_to and count > 1:
            numbers = tuple((number,) for number in range(1, count + 1))
            (answer,) = yield [Choice(turn.seat, asks.SPEND_PRESTIGE, power.number, numbers)]
            count = answer[0]
        turn.moves.spend_prestige(turn.state, turn.player, count)
        return tuple(range(count))
    pay_outright(turn, power)
    return (power.card,)


def _pay_all(
    turn: PlayerTurn, power: BoundPower, prices: tuple[BoundPrice, ...]
) -> Asking[tuple[int, ...]]:
    """Take several things, none of which uses up what another one needs; return the goods given.

    The card itself is given up last, since its good may be a part of the price.
    """
    given: list[int] = []
    goods = [price for price in prices if price.what == "goods"]
    for paid, price in enumerate(goods, 1):
        but = needed_goods(turn, power.card, goods[paid:])
        given += yield from give_goods(turn, power, price, but, must=True)
    for price in prices:
        if price.what == "cards":
            yield from _discard_cards(turn, power, tuple(turn.player.hand), price.count)
        elif price.what == "prestige":
            turn.moves.spend_prestige(turn.state, turn.player, price.count)
    if any(price.what == "this" for price in prices):
        turn.moves.discard_from_tableau(turn.state, turn.player, power.card)
    return tuple(given) or (power.card,)


def needed_goods(
    turn: PlayerTurn, card: int, later: list[BoundPrice], placed: int = -1
) -> frozenset[int]:
    """Return the worlds whose good cannot be given now: `placed`, and all that later prices need.

    card: whose powers they are prices of.
    """
    worlds = [world for world in turn.player.goods if world != placed]
    needed = [
        lost
        for lost in worlds
        if not enough_goods(turn.table, card, [one for one in worlds if one != lost], later)
    ]
    return frozenset((placed, *needed))


def pay_outright(turn: PlayerTurn, power: BoundPower) -> None:
    """Take a price that leaves nothing to choose: this card, or a fixed number of prestige."""
    price = power.price
    if price is not None and price.what == "this":
        turn.moves.discard_from_tableau(turn.state, turn.player, power.card)
    elif price is not None and price.what == "prestige":
        turn.moves.spend_prestige(turn.state, turn.player, price.count)


def pay_fixed(
    turn: PlayerTurn, power: BoundPower, kept: int = -1, needed: frozenset[int] = frozenset()
) -> Asking[None]:
    """Take the price of a power that its owner has begun to use: all of it.

    kept: a hand card that cannot be given up, since the power is used for it. needed: worlds whose
    goods cannot, for the same reason.
    """
    price = power.price
    if price is not None and price.what == "goods":
        yield from give_goods(turn, power, price, needed, must=True)
    elif price is not None and price.what == "cards":
        hand = tuple(card for card in turn.player.hand if card != kept)
        yield from _discard_cards(turn, power, hand, price.count)
    else:
        pay_outright(turn, power)


def _discard_cards(
    turn: PlayerTurn, power: BoundPower, hand: tuple[int, ...], count: int
) -> Asking[None]:
    (cards,) = yield [Subset(turn.seat, asks.DISCARD_FOR_POWER, power.number, hand, count, count)]
    turn.moves.discard_from_hand(turn.state, turn.player, cards)


def _give_cards(
    turn: PlayerTurn, power: BoundPower, price: BoundPrice
) -> Asking[tuple[int, ...] | None]:
    """Ask for hand cards and take them; their owner may refuse even now, which returns None."""
    hand = tuple(turn.player.hand)
    most = min(price.count, len(hand))
    all_or_none = not price.up_to and most > 1
    decision = Subset(
        turn.seat, asks.DISCARD_FOR_POWER, power.number, hand, 0, most, (), all_or_none
    )
    (cards,) = yield [decision]
    turn.moves.discard_from_hand(turn.state, turn.player, cards)
    return cards or None


def give_goods(
    turn: PlayerTurn,
    power: BoundPower,
    price: BoundPrice,
    but: frozenset[int] = frozenset(),
    must: bool = False,
) -> Asking[tuple[int, ...]]:
    """Ask for goods and take them: as many as the power takes, and no fewer than there are.

    but: worlds whose goods cannot be given. must: what they are given for has been chosen already.
    """
    fitting = fitting_goods(turn, power.card, price)
    goods = tuple(world for world in fitting if world not in but)
    there = most_goods(turn, price, list(goods))
    count = there if price.count < 0 else min(price.count, there)
    assert not must or price.up_to or count >= price.count, "a price that was chosen is not there"
    least = count if must else min(count, _surely(turn, price, goods))
    all_or_none = least < count and not price.up_to and count > 1
    decision = Subset(
        turn.seat,
        asks.GOODS_FOR_POWER,
        power.number,
        goods,
        0 if all_or_none else least,
        count,
        _groups(turn, price, goods),
        all_or_none,
        price.same,
    )
    (worlds,) = yield [decision]
    said = _said_kind(turn, price, worlds)
    for world in worlds:
        turn.consume(world, said or turn.table.kind[world])
        turn.moves.take_good(turn.state, turn.player, world)
    return worlds


def _said_kind(turn: PlayerTurn, price: BoundPrice, worlds: tuple[int, ...]) -> int:
    """Return the kind that all goods given are said to be of, 0 where that is open."""
    alike = {turn.table.kind[world] for world in worlds} - {ANY} if price.same else set()
    return single_kind(price.goods.kinds) or (min(alike) if alike else 0)


def _surely(turn: PlayerTurn, price: BoundPrice, goods: tuple[int, ...]) -> int:
    """Return goods that fit whatever their owner says: a world of each kind may count as another
    one.

    arc 1 booklet, Multi-Kind World: its owner can change its kind at any time.
    """
    kind = turn.table.kind
    if price.different:
        kinds = {kind[world] for world in goods}
        return len(kinds - {ANY})
    if price.same:
        return max(most_alike([kind[world] for world in goods]), min(1, len(goods)))
    if price.goods.kinds == 0 or price.here:
        return len(goods)
    return sum(kind[world] != ANY for world in goods)


def _gain(
    turn: PlayerTurn, power: BoundAction, gain: BoundGain, times: int, given: tuple[int, ...]
) -> Asking[bool]:
    """Give one gain; False when nothing more of the power follows (its good could not come)."""
    match gain.what:
        case "draw" | "discard" | "vp" | "prestige" | "saved" | "placed good":
            _SIMPLE[gain.what](turn, power, gain.amount * times * _count(turn, gain))
        case "sell":
            yield from sell_for(turn, gain.plain, given[0])
        case "guess":
            yield from luck.guess(turn, power, gain)
        case "ante":
            yield from luck.ante(turn, power, gain)
        case "good":
            return (yield from produce_good(turn, power.card, 0))
        case "windfall":
            targets = windfall_targets(turn, power, gain)
            return (yield from produce_on_windfall(turn, targets, power.number, gain.kinds))
        case "defeat":
            pass  # modules/takeovers.py marks the takeover; here its price alone is paid
        case _:
            assert_never(gain.what)
    return True


def _draw(turn: PlayerTurn, _power: BoundPower, amount: int) -> None:
    turn.moves.draw_to_hand(turn.state, turn.player, amount)


def _discard(turn: PlayerTurn, _power: BoundPower, amount: int) -> None:
    turn.owed += amount


def _chips(turn: PlayerTurn, power: BoundPower, amount: int) -> None:
    # base rulebook, Consume: only points for cards discarded from the hand are not doubled.
    for_cards = power.price is not None and power.price.what == "cards"
    chips = amount if for_cards else amount * turn.chips
    turn.moves.gain_chips(turn.state, turn.player, chips)


def _prestige(turn: PlayerTurn, _power: BoundPower, amount: int) -> None:
    turn.moves.gain_prestige(turn.state, turn.player, amount)


def _saved(turn: PlayerTurn, power: BoundPower, _amount: int) -> None:
    turn.moves.recover(turn.state, turn.player, power.card)


def _placed_good(turn: PlayerTurn, _power: BoundPower, _amount: int) -> None:
    # A world that was destroyed when it was taken over lies in no tableau; a gray one has no good.
    kind = turn.table.kind[turn.placed]
    here = turn.placed in turn.player.tableau
    if kind and here and turn.placed not in turn.player.goods:
        turn.moves.put_good(turn.state, turn.player, turn.placed)


_SIMPLE: Final[dict[str, Callable[[PlayerTurn, BoundPower, int], None]]] = {
    "draw": _draw,
    "discard": _discard,
    "vp": _chips,
    "prestige": _prestige,
    "saved": _saved,
    "placed good": _placed_good,
}
"""Gains that leave nothing to choose."""


def gain_outright(turn: PlayerTurn, power: BoundPower) -> None:
    """Give the gains of a power that stand beside a placement; they leave nothing to choose."""
    for gain in power.gains:
        _SIMPLE[gain.what](turn, power, gain.amount)


def _count(turn: PlayerTurn, gain: BoundGain) -> int:
    """Return the multiplier of a gain as of now."""
    return 1 if gain.per is None else turn.number_of(gain.per.count) // gain.per.divisor


def produce_good(turn: PlayerTurn, world: int, kinds: int) -> Asking[bool]:
    """Put a good on a world of the player, and what follows from it; False when it has one.

    kinds: those that the power asks for, as bits; 0 for any.
    """
    player = turn.player
    if world in player.goods or world not in player.tableau:
        return False
    kind = turn.table.kind[world]
    if kind == ANY:
        kind = single_kind(kinds) or (yield from choose_kind(turn, world, kinds))
    if not turn.moves.put_good(turn.state, player, world):
        return False
    turn.tally.produced.append((world, kind))
    yield from answer_good(turn, "after producing", world, kind)
    return True


def answer_good(turn: PlayerTurn, moment: str, world: int, kind: int) -> Asking[None]:
    """Use the powers that answer a good having been produced, consumed or sold."""
    for power in moment_last(turn.powers.at(moment)):
        # What a power brings is no reason to use it again: goods could go round for ever.
        if (
            power.answers(world, kind)
            and power.number not in turn.answering
            and can_use(turn, power)
        ):
            turn.answering.append(power.number)
            yield from perform(turn, power)
            turn.answering.remove(power.number)


def answer_goods(turn: PlayerTurn) -> Asking[None]:
    """Use the powers that answer what a power of Consume, or Trade, has just sold or consumed."""
    while turn.unanswered:
        moment, world, kind = turn.unanswered.pop(0)
        yield from answer_good(turn, moment, world, kind)
    if turn.owed:
        yield from settle_debts(turn)


def windfall_targets(turn: PlayerTurn, power: BoundAction, gain: BoundGain) -> list[int]:
    """Return the windfall worlds on which a power can put a good."""
    return windfall_worlds(turn, gain.kinds, power.card if gain.other else -1)


def windfall_worlds(turn: PlayerTurn, kinds: int, not_this: int = -1) -> list[int]:
    """Return the player's windfall worlds without a good. kinds: as bits, 0 for any."""
    table, player = turn.table, turn.player
    return [
        world
        for world in player.tableau
        if table.windfall[world]
        and world not in player.goods
        and world != not_this
        and fits(kinds, table.kind[world])
    ]


def produce_on_windfall(
    turn: PlayerTurn, worlds: list[int], about: int, kinds: int
) -> Asking[bool]:
    """Return a good on one of the worlds, by the player's choice; False when there is none."""
    options = tuple((world,) for world in worlds)
    if not options:
        return False
    (answer,) = yield [Choice(turn.seat, asks.WINDFALL, about, options)]
    return (yield from produce_good(turn, answer[0], kinds))
