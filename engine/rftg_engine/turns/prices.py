"""Prices of powers: cards, goods, prestige, chips, tokens or the card itself.

base rulebook, Consume: a power takes as many goods as possible, unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Choice, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ANY, BoundPrice
from rftg_engine.turns.counting import count_kinds, fitting_goods, has_enough_goods
from rftg_engine.turns.turn import PlayerTurn

NO_WORLDS: Final[frozenset[int]] = frozenset()


def can_buy(turn: PlayerTurn, power: BoundPower) -> bool:
    """Return whether a power with a price can be used: its price is available."""
    return not (power.once and power.number in turn.state.used_up) and can_pay(turn, power)


def can_pay(turn: PlayerTurn, power: BoundPower) -> bool:
    """Return whether the whole price of a power is available."""
    price = power.price
    if price is None:
        return True
    if not price.more:
        return _is_available(turn, power, price)
    goods = [part for part in price.parts if part.what == "goods"]
    return all(_is_available(turn, power, part) for part in price.parts) and (
        len(goods) < 2 or has_enough_goods(turn.table, power.card, list(turn.player.goods), goods)
    )


def _is_available(turn: PlayerTurn, power: BoundPower, price: BoundPrice) -> bool:
    minimum = 1 if price.up_to or price.count < 0 else price.count
    if price.what == "goods":
        return len(turn.player.goods) >= minimum and _has_goods(turn, power, price, minimum)
    if price.what == "cards":
        return len(turn.player.hand) >= minimum
    if price.what == "this":
        return power.card in turn.player.tableau
    return _held(turn, price) >= minimum


def _has_goods(turn: PlayerTurn, power: BoundPower, price: BoundPrice, missing: int) -> bool:
    goods, kind = turn.player.goods, turn.table.kind
    if price.same or price.different or price.here:
        fitting = fitting_goods(turn.table, power.card, price, list(goods))
        return max_goods(turn.table, price, fitting) >= missing
    for world in goods:
        if price.goods.matches(world, kind[world]):
            missing -= 1
            if missing == 0:
                return True
    return False


def max_goods(table: Table, price: BoundPrice, goods: Sequence[int]) -> int:
    """Return the maximum number of these goods that a price can take, ignoring its count."""
    if not (price.same or price.different):
        return len(goods)
    kinds = [table.kind[world] for world in goods]
    return count_commonest_kind(kinds) + kinds.count(ANY) if price.same else count_kinds(kinds)


def count_commonest_kind(kinds: list[int]) -> int:
    """Return the number of goods of the most common kind, not counting goods of any kind."""
    return max([kinds.count(kind) for kind in range(1, ANY)])


def _groups(turn: PlayerTurn, price: BoundPrice, goods: list[int]) -> tuple[int, ...]:
    """Return the group of each good, for prices of different kinds or of one kind."""
    if not (price.different or price.same):
        return ()
    kinds = turn.table.kind
    return tuple(
        [
            kinds[world] if kinds[world] != ANY else -1 - world if price.different else 0
            for world in goods
        ]
    )


def offer_to_pay(turn: PlayerTurn, power: BoundPower) -> Asking[tuple[int, ...] | None]:
    """Let a player pay for a power; return the cards or worlds paid, or None if refused."""
    assert power.price is not None
    turn.moves.use_power(turn.state, turn.player, power)
    paid = yield from pay_price(turn, power, power.price, True)
    if paid:
        turn.mark_used(power)
    turn.moves.finish_power(turn.state, turn.player, power)
    return paid


def pay_price(
    turn: PlayerTurn, power: BoundPower, price: BoundPrice, is_optional: bool
) -> Asking[tuple[int, ...] | None]:
    """Ask for a price and take it; return the cards or worlds paid, or None if refused."""
    question = price_question(turn, power, price, is_optional)
    if question is None and is_optional:
        (choice,) = yield [Choice(turn.seat, asks.USE_POWER, power.number, ((), (1,)))]
        if not choice:
            return None
        question = price_question(turn, power, price, False)
    if question is not None:
        (paid,) = yield [question]
        take_price(turn, price, paid)
        return paid or None
    if price.more:
        return (yield from _pay_all(turn, power, price.parts))
    if price.what in _COUNTERS:
        count = yield from _ask_amount(turn, power, price)
        _spend(turn, price, count)
        return tuple(range(count))
    pay_fixed_price(turn, power)
    return (power.card,)


def price_question(
    turn: PlayerTurn, power: BoundPower, price: BoundPrice, is_optional: bool
) -> Subset | None:
    """Return the decision in which hand cards or goods are chosen; None for other prices.

    A player can refuse to give hand cards in that decision. For goods, refusal is a separate
    decision.
    """
    if price.more:
        return None
    if price.what == "goods" and not is_optional:
        return goods_question(turn, power, price)
    return _cards_question(turn, power, price) if price.what == "cards" else None


def take_price(turn: PlayerTurn, price: BoundPrice, paid: tuple[int, ...]) -> None:
    """Take the chosen hand cards or goods."""
    if price.what == "cards":
        turn.moves.discard_from_hand(turn.state, turn.player, paid)
    else:
        _take_goods(turn, price, paid)


_COUNTERS: Final = ("prestige", "chips", "tokens")
"""Prices that are only a number, so that nothing has to be chosen."""


def _held(turn: PlayerTurn, price: BoundPrice) -> int:
    """Return the player's prestige, chips, or tokens of the class of a price."""
    if price.what == "prestige":
        return turn.player.prestige
    if price.what == "chips":
        return turn.player.vp
    return turn.player.tokens.get(price.token, 0)


def _spend(turn: PlayerTurn, price: BoundPrice, count: int) -> None:
    """Spend prestige, chips or tokens."""
    if price.what == "prestige":
        turn.moves.spend_prestige(turn.state, turn.player, count)
    elif price.what == "chips":
        turn.moves.gain_chips(turn.state, turn.player, -count)
    else:
        turn.moves.spend_tokens(turn.state, turn.player, price.token, count)


def _ask_amount(turn: PlayerTurn, power: BoundPower, price: BoundPrice) -> Asking[int]:
    """Return the amount of prestige, chips or tokens to spend; ask if the price is variable."""
    count = min(price.count, _held(turn, price))
    if not price.up_to or count < 2:
        return count
    numbers = tuple([(amount,) for amount in range(1, count + 1)])
    question = Choice(
        turn.seat,
        asks.SPEND_PRESTIGE
        if price.what == "prestige"
        else asks.SPEND_CHIPS
        if price.what == "chips"
        else asks.SPEND_TOKENS,
        power.number,
        numbers,
    )
    (answer,) = yield [question]
    return answer[0]


def _pay_all(
    turn: PlayerTurn, power: BoundPower, prices: tuple[BoundPrice, ...]
) -> Asking[tuple[int, ...]]:
    """Take several prices; return the goods paid.

    The card itself is discarded last, because its good can be part of the price.
    """
    goods = [(power, price) for price in prices if price.what == "goods"]
    worlds = yield from give_all_goods(turn, goods, power.card)
    for price in prices:
        if price.what == "cards":
            yield from _discard_cards(turn, power, tuple(turn.player.hand), price.count)
        elif price.what in _COUNTERS:
            _spend(turn, price, price.count)
    if any(price.what == "this" for price in prices):
        turn.discard_from_tableau(power.card)
    return worlds or (power.card,)


def give_all_goods(
    turn: PlayerTurn,
    prices: list[tuple[BoundPower, BoundPrice]],
    card: int = -1,
    placed: int = -1,
) -> Asking[tuple[int, ...]]:
    """Take several prices in goods in turn; return the worlds whose goods were taken.

    Several prices can require the same good, and two equal goods may not both be available. So a
    price is paid one good at a time if a later price can take some of its goods. card, placed: as
    in needed_goods.
    """
    worlds = list(turn.player.goods)
    steps: list[tuple[BoundPower, BoundPrice]] = []
    for index, (power, price) in enumerate(prices, 1):
        goods = fitting_goods(turn.table, power.card, price, worlds)
        is_shared = any(
            fitting_goods(turn.table, other.card, later, goods) for other, later in prices[index:]
        )
        steps += [(power, price.with_count(1))] * price.count if is_shared else [(power, price)]
    paid: tuple[int, ...] = ()
    for index, (power, price) in enumerate(steps, 1):
        needed = needed_goods(turn, card, [later for _power, later in steps[index:]], placed)
        paid += yield from give_goods(turn, power, price, needed, is_committed=True)
    return paid


def needed_goods(
    turn: PlayerTurn, card: int, later: list[BoundPrice], placed: int = -1
) -> frozenset[int]:
    """Return the worlds whose goods cannot be used now: `placed`, and those that later prices need.

    card: the card with the power, for prices that take its own good.
    """
    worlds = [world for world in turn.player.goods if world != placed]
    needed = [placed]
    for candidate in worlds:
        remaining = [world for world in worlds if world != candidate]
        if not has_enough_goods(turn.table, card, remaining, later):
            needed.append(candidate)
    return frozenset(needed)


def pay_fixed_price(turn: PlayerTurn, power: BoundPower) -> None:
    """Take a price without any choice: this card, or a number of prestige, chips or tokens."""
    price = power.price
    if price is not None and price.what == "this":
        turn.discard_from_tableau(power.card)
    elif price is not None and price.what in _COUNTERS:
        _spend(turn, price, price.count)


def pay_full_price(
    turn: PlayerTurn, power: BoundPower, kept: int = -1, needed: frozenset[int] = NO_WORLDS
) -> Asking[None]:
    """Take the full price of a power that its owner has started to use.

    kept: a hand card that cannot be discarded, since the power is used for it. needed: worlds whose
    goods cannot be used, for the same reason.
    """
    price = power.price
    if price is not None and price.what == "goods":
        yield from give_goods(turn, power, price, needed, is_committed=True)
    elif price is not None and price.what == "cards":
        hand = tuple(card for card in turn.player.hand if card != kept)
        yield from _discard_cards(turn, power, hand, price.count)
    else:
        pay_fixed_price(turn, power)


def _discard_cards(
    turn: PlayerTurn, power: BoundPower, hand: tuple[int, ...], count: int
) -> Asking[None]:
    (discarded,) = yield [
        Subset(turn.seat, asks.DISCARD_FOR_POWER, power.number, hand, count, count)
    ]
    turn.moves.discard_from_hand(turn.state, turn.player, discarded)


def _cards_question(turn: PlayerTurn, power: BoundPower, price: BoundPrice) -> Subset:
    """Return the decision in which hand cards are chosen; the player can still refuse."""
    hand = tuple(turn.player.hand)
    maximum = min(price.count, len(hand))
    all_or_none = not price.up_to and maximum > 1
    return Subset(
        turn.seat, asks.DISCARD_FOR_POWER, power.number, hand, 0, maximum, (), all_or_none
    )


def give_goods(
    turn: PlayerTurn,
    power: BoundPower,
    price: BoundPrice,
    excluded: frozenset[int] = NO_WORLDS,
    is_committed: bool = False,
) -> Asking[tuple[int, ...]]:
    """Ask for goods and take them. excluded, is_committed: as in goods_question."""
    (worlds,) = yield [goods_question(turn, power, price, excluded, is_committed)]
    _take_goods(turn, price, worlds)
    return worlds


def goods_question(
    turn: PlayerTurn,
    power: BoundPower,
    price: BoundPrice,
    excluded: frozenset[int] = NO_WORLDS,
    is_committed: bool = False,
) -> Subset:
    """Return the decision in which goods are chosen; a power takes as many as possible.

    excluded: worlds whose goods cannot be used. is_committed: whether the player has chosen
    what the goods are spent on.
    """
    player = turn.player
    stored = [world for world in player.tableau if world in player.goods]
    goods = fitting_goods(turn.table, power.card, price, stored)
    if excluded:
        goods = [world for world in goods if world not in excluded]
    available = max_goods(turn.table, price, goods)
    count = available if price.count < 0 else min(price.count, available)
    assert not is_committed or price.up_to or count >= price.count, "a chosen price is unavailable"
    minimum = count if is_committed else min(count, _guaranteed_count(turn, price, goods))
    all_or_none = minimum < count and not price.up_to and count > 1
    return Subset(
        turn.seat,
        asks.GOODS_FOR_POWER,
        power.number,
        tuple(goods),
        0 if all_or_none else minimum,
        count,
        _groups(turn, price, goods),
        all_or_none,
        price.same,
    )


def _take_goods(turn: PlayerTurn, price: BoundPrice, worlds: tuple[int, ...]) -> None:
    kind = _declared_kind(turn, price, worlds)
    for world in worlds:
        turn.consume(world, kind or turn.table.kind[world])
        turn.moves.take_good(turn.state, turn.player, world)


def _declared_kind(turn: PlayerTurn, price: BoundPrice, worlds: tuple[int, ...]) -> int:
    """Return the kind that all goods paid must have, or 0 if any kind is possible."""
    if price.goods.kind or not price.same:
        return price.goods.kind
    return min({turn.table.kind[world] for world in worlds} - {ANY}, default=0)


def _guaranteed_count(turn: PlayerTurn, price: BoundPrice, goods: list[int]) -> int:
    """Return the minimum number of goods that a price takes, whatever kind their owner declares.

    arc 1 booklet, Multi-Kind World: its owner can change its kind at any time, so its good need not
    match a price for some kinds. For a price of any kind it counts like other goods.
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
