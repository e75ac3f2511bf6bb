"""What powers take: cards, goods, prestige, tokens, themselves; whether it is there.

base rulebook, Consume: a power takes as many goods as it can, unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Choice, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.terms import ANY, BoundPrice
from rftg_engine.turns.counting import count_kinds
from rftg_engine.turns.placing import enough_goods
from rftg_engine.turns.turn import PlayerTurn

NO_WORLDS: Final[frozenset[int]] = frozenset()


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
    if price.what == "goods":
        return len(turn.player.goods) >= least and _goods_are_there(turn, power, price, least)
    if price.what == "cards":
        return len(turn.player.hand) >= least
    if price.what == "this":
        return power.card in turn.player.tableau
    return _held(turn, price) >= least


def _goods_are_there(turn: PlayerTurn, power: BoundPower, price: BoundPrice, least: int) -> bool:
    goods, kind = turn.player.goods, turn.table.kind
    if price.same or price.different or price.here:
        return most_goods(turn, price, fitting_goods(turn, power.card, price)) >= least
    for world in goods:
        if price.goods.fit(world, kind[world]):
            least -= 1
            if least == 0:
                return True
    return False


def most_goods(turn: PlayerTurn, price: BoundPrice, goods: Sequence[int]) -> int:
    """Return how many of these goods a price can take at the most, its number aside."""
    if not (price.same or price.different):
        return len(goods)
    kinds = [turn.table.kind[world] for world in goods]
    return count_commonest_kind(kinds) + kinds.count(ANY) if price.same else count_kinds(kinds)


def count_commonest_kind(kinds: list[int]) -> int:
    """Return how many are of the commonest kind, those of any kind aside."""
    return max([kinds.count(kind) for kind in range(1, ANY)])


def _groups(turn: PlayerTurn, price: BoundPrice, goods: list[int]) -> tuple[int, ...]:
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


def pay_if_wanted(turn: PlayerTurn, power: BoundPower) -> Asking[tuple[int, ...] | None]:
    """Let a player pay for what a power offers; return what was given, None when it is refused."""
    assert power.price is not None
    turn.moves.use_power(turn.state, turn.player, power)
    given = yield from pay_price(turn, power, power.price, True)
    if given:
        turn.mark_used(power)
    turn.moves.finish_power(turn.state, turn.player, power)
    return given


def pay_price(
    turn: PlayerTurn, power: BoundPower, price: BoundPrice, optional: bool
) -> Asking[tuple[int, ...] | None]:
    """Ask for what a power takes and take it: the cards or worlds given, None if it is refused."""
    asked = ask_for(turn, power, price, optional)
    if asked is None and optional:
        (wanted,) = yield [Choice(turn.seat, asks.USE_POWER, power.number, ((), (1,)))]
        if not wanted:
            return None
        asked = ask_for(turn, power, price, False)
    if asked is not None:
        (given,) = yield [asked]
        take(turn, price, given)
        return given or None
    if price.more:
        return (yield from _pay_all(turn, power, (price, *price.more)))
    if price.what in _COUNTERS:
        count = yield from _how_many(turn, power, price)
        _spend(turn, price, count)
        return tuple(range(count))
    pay_plain_price(turn, power)
    return (power.card,)


def ask_for(
    turn: PlayerTurn, power: BoundPower, price: BoundPrice, optional: bool
) -> Subset | None:
    """Return the question in which a price of hand cards, or of goods, is paid; None for others.

    Hand cards can be refused in it; where goods can, that is asked first.
    """
    if price.more:
        return None
    if price.what == "goods" and not optional:
        return ask_goods(turn, power, price)
    return _ask_cards(turn, power, price) if price.what == "cards" else None


def take(turn: PlayerTurn, price: BoundPrice, given: tuple[int, ...]) -> None:
    """Take the hand cards, or the goods, that were given."""
    if price.what == "cards":
        turn.moves.discard_from_hand(turn.state, turn.player, given)
    else:
        _take_goods(turn, price, given)


_COUNTERS: Final = ("prestige", "tokens")
"""What lies with a player in a number, and leaves no choice which of it is given up."""


def _held(turn: PlayerTurn, price: BoundPrice) -> int:
    """Return how much prestige, or how many tokens of the class, a player has."""
    if price.what == "prestige":
        return turn.player.prestige
    return turn.player.tokens.get(price.token, 0)


def _spend(turn: PlayerTurn, price: BoundPrice, count: int) -> None:
    """Take prestige or tokens."""
    if price.what == "prestige":
        turn.moves.spend_prestige(turn.state, turn.player, count)
    else:
        turn.moves.spend_tokens(turn.state, turn.player, price.token, count)


def _how_many(turn: PlayerTurn, power: BoundPower, price: BoundPrice) -> Asking[int]:
    """Return how much prestige, or how many tokens, are given up; an open number is asked for."""
    count = min(price.count, _held(turn, price))
    if not price.up_to or count < 2:
        return count
    numbers = tuple([(number,) for number in range(1, count + 1)])
    prestige = price.what == "prestige"
    asked = Choice(
        turn.seat,
        asks.SPEND_PRESTIGE if prestige else asks.SPEND_TOKENS,
        power.number,
        numbers,
    )
    (answer,) = yield [asked]
    return answer[0]


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
        elif price.what in _COUNTERS:
            _spend(turn, price, price.count)
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


def pay_plain_price(turn: PlayerTurn, power: BoundPower) -> None:
    """Take a price that leaves nothing to choose: this card, or a number of prestige or tokens."""
    price = power.price
    if price is not None and price.what == "this":
        turn.moves.discard_from_tableau(turn.state, turn.player, power.card)
    elif price is not None and price.what in _COUNTERS:
        _spend(turn, price, price.count)


def pay_whole_price(
    turn: PlayerTurn, power: BoundPower, kept: int = -1, needed: frozenset[int] = NO_WORLDS
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
        pay_plain_price(turn, power)


def _discard_cards(
    turn: PlayerTurn, power: BoundPower, hand: tuple[int, ...], count: int
) -> Asking[None]:
    (cards,) = yield [Subset(turn.seat, asks.DISCARD_FOR_POWER, power.number, hand, count, count)]
    turn.moves.discard_from_hand(turn.state, turn.player, cards)


def _ask_cards(turn: PlayerTurn, power: BoundPower, price: BoundPrice) -> Subset:
    """Return the question which hand cards a power takes; their owner may refuse even now."""
    hand = tuple(turn.player.hand)
    most = min(price.count, len(hand))
    all_or_none = not price.up_to and most > 1
    return Subset(turn.seat, asks.DISCARD_FOR_POWER, power.number, hand, 0, most, (), all_or_none)


def give_goods(
    turn: PlayerTurn,
    power: BoundPower,
    price: BoundPrice,
    but: frozenset[int] = NO_WORLDS,
    must: bool = False,
) -> Asking[tuple[int, ...]]:
    """Ask for goods and take them; but, must: as of `ask_goods`."""
    (worlds,) = yield [ask_goods(turn, power, price, but, must)]
    _take_goods(turn, price, worlds)
    return worlds


def ask_goods(
    turn: PlayerTurn,
    power: BoundPower,
    price: BoundPrice,
    but: frozenset[int] = NO_WORLDS,
    must: bool = False,
) -> Subset:
    """Return the question which goods a power takes: as many as it can, and no fewer.

    but: worlds whose goods cannot be given. must: what they are given for has been chosen already.
    """
    goods = fitting_goods(turn, power.card, price)
    if but:
        goods = [world for world in goods if world not in but]
    there = most_goods(turn, price, goods)
    count = there if price.count < 0 else min(price.count, there)
    assert not must or price.up_to or count >= price.count, "a price that was chosen is not there"
    least = count if must else min(count, _surely(turn, price, goods))
    all_or_none = least < count and not price.up_to and count > 1
    return Subset(
        turn.seat,
        asks.GOODS_FOR_POWER,
        power.number,
        tuple(goods),
        0 if all_or_none else least,
        count,
        _groups(turn, price, goods),
        all_or_none,
        price.same,
    )


def _take_goods(turn: PlayerTurn, price: BoundPrice, worlds: tuple[int, ...]) -> None:
    said = _said_kind(turn, price, worlds)
    for world in worlds:
        turn.consume(world, said or turn.table.kind[world])
        turn.moves.take_good(turn.state, turn.player, world)


def _said_kind(turn: PlayerTurn, price: BoundPrice, worlds: tuple[int, ...]) -> int:
    """Return the kind that all goods given are said to be of, 0 where that is open."""
    if price.goods.kind or not price.same:
        return price.goods.kind
    return min({turn.table.kind[world] for world in worlds} - {ANY}, default=0)


def _surely(turn: PlayerTurn, price: BoundPrice, goods: list[int]) -> int:
    """Return how many goods a price takes at least, whatever kind their owner says they are of.

    arc 1 booklet, Multi-Kind World: its owner can change its kind at any time, so its good need not
    be of a kind that a price names. Of any kinds it is one good, like another.
    """
    if not (price.same or price.different) and (price.goods.kinds == 0 or price.here):
        return len(goods)
    kinds = [turn.table.kind[world] for world in goods if turn.table.kind[world] != ANY]
    fixed = len(kinds)
    if price.same:
        fixed = count_commonest_kind(kinds)
    elif price.different:
        fixed = len(set(kinds))
    return fixed if price.goods.kinds else max(fixed, min(1, len(goods)))
