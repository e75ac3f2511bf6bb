"""What it takes to place a card: every legal combination of powers, and what is left to pay.

base rulebook, Settle: worlds are paid for, military worlds conquered; or paid for with a power that
says so, and then military counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final, TypeVar

from mypy_extensions import mypyc_attr

from gamekit.decisions import PaymentOption
from gamekit.work import MANY, Work
from rftg_engine.cards.bound import BoundCostChange, BoundInstead, BoundMilitary, BoundPower
from rftg_engine.cards.moments import DEVELOPING, SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ALL, ANY, BoundPrice
from rftg_engine.state import Player

NONE_USED: Final[dict[int, int]] = {}
"""What powers have taken of which none is used up."""


@mypyc_attr(acyclic=True)
class PlacementContext:
    """What a player can place with, now.

    powers: those of the start of the phase. work: of what looking at combinations of them takes its
    steps. bonus: off every cost. called_up: military besides what
    the powers give, and the worlds it is good against, as bits. used: what powers have
    taken in this phase, by their numbers. conquest: only conquest will do. placed: the card that
    is being paid for, whose own good and prestige come too late for that. defending: what is left
    of a power that was used in part may be used. reserved: a power whose price is there, and is
    taken first.
    spent: a world whose good is given for something else, or -1.
    """

    def __init__(
        self,
        table: Table,
        player: Player,
        powers: Powers,
        work: Work,
        bonus: int = 0,
        called_up: list[tuple[int, int]] | None = None,
        used: dict[int, int] | None = None,
        conquest: bool = False,
        placed: int = -1,
        defending: bool = False,
        reserved: BoundPower | None = None,
        spent: int = -1,
    ) -> None:
        self.table = table
        self.player = player
        self.powers = powers
        self.work = work
        self.bonus = bonus
        self.called_up = called_up
        self.used = NONE_USED if used is None else used
        self.conquest = conquest
        self.placed = placed
        self.defending = defending
        self.reserved = reserved
        self.spent = spent


def develop_payment_options(context: PlacementContext, card: int) -> list[PaymentOption]:
    """Return the ways to place a development."""
    cost = _cost(context, DEVELOPING, card)
    return _ways_to_pay(context, cost, _usable(context, DEVELOPING, card), ())


def is_second_copy(table: Table, player: Player, card: int) -> bool:
    """Return whether a card is a development that the tableau has (base rulebook, Develop)."""
    return table.same_title[card] & player.powers.mask != 0


def can_develop(context: PlacementContext, card: int, purse: int) -> bool:
    """Return whether so many hand cards can pay for a development."""
    if max(0, _cost(context, DEVELOPING, card)) <= purse:
        return True
    chosen = context.powers.chosen[DEVELOPING]
    return bool(chosen) and any(
        option.min_cards <= purse for option in develop_payment_options(context, card)
    )


def can_settle(context: PlacementContext, card: int, purse: int) -> bool:
    """Return whether a world can be placed with so many hand cards to pay for it."""
    if _settles_alone(context, card, purse):
        return True
    chosen = context.powers.chosen[SETTLING]
    return bool(chosen) and any(
        option.min_cards <= purse for option in settle_payment_options(context, card)
    )


def _settles_alone(context: PlacementContext, card: int, purse: int) -> bool:
    """Return whether a world can be placed by no other powers than those always in force."""
    if context.table.military[card]:
        return purse >= 0 and strength(context, card) >= context.table.cost[card]
    return not context.conquest and max(0, _cost(context, SETTLING, card)) <= purse


def settle_payment_options(context: PlacementContext, card: int) -> list[PaymentOption]:
    """Return the ways to place a world; none when it cannot be placed at all."""
    table = context.table
    usable = _usable(context, SETTLING, card)
    cost = _cost(context, SETTLING, card)
    options: list[PaymentOption] = []
    if table.military[card]:
        missing = table.cost[card] - strength(context, card)
        options += _ways_to_conquer(context, card, missing, usable, ())
    elif not context.conquest:
        options += _ways_to_pay(context, cost, usable, ())
    for power in usable:
        if isinstance(power, BoundInstead) and power.applies(card):
            if power.how == "conquer":
                missing = table.cost[card] + power.amount - strength(context, card, wide=True)
                options += _ways_to_conquer(context, card, missing, usable, (power,))
            elif not context.conquest:
                options += _ways_to_pay(context, cost + power.amount, usable, (power,))
    return options


def strength(context: PlacementContext, card: int, wide: bool = False) -> int:
    """Return military against a world. wide: the world is treated as if it were military."""
    total = lasting_strength(context.powers, card, wide)
    if context.called_up:
        total += sum(amount for mask, amount in context.called_up if mask >> card & 1)
    return total


def lasting_strength(powers: Powers, card: int, wide: bool = False) -> int:
    """Return military against a world by powers alone, as `strength` without what is called up."""
    total = powers.military
    for power in powers.specialised:
        total += _helps(power, card, wide)
    return total


def any_helps(chosen: Sequence[BoundPower], card: int, conquered: bool) -> bool:
    """Return whether some powers with a price or a choice can help to place a card.

    conquered: it is a military world, for which temporary military is a help.
    """
    for power in chosen:
        if isinstance(power, BoundMilitary):
            if conquered and power.covers[card]:
                return True
        elif power.covers[card]:
            return True
    return False


def boosts(context: PlacementContext, card: int, missing: int) -> list[PaymentOption]:
    """Return the ways to call up temporary military against a world, `missing` of it at the least.

    A world that is not military takes a power to conquer it as if it were; to hold it takes none.
    """
    usable = _usable(context, SETTLING, card)
    military = [power for power in usable if isinstance(power, BoundMilitary)]
    if context.table.military[card] or context.defending:
        return _ways_to_conquer(context, card, missing, military, ())
    options: list[PaymentOption] = []
    for power in raids(context, card):
        options += _ways_to_conquer(context, card, missing, military, (power,))
    return options


def raids(context: PlacementContext, card: int) -> list[BoundInstead]:
    """Return the powers by which a non-military world can be taken over."""
    return [
        power
        for power in _usable(context, SETTLING, card)
        if isinstance(power, BoundInstead) and power.in_takeovers
    ]


def _cost(context: PlacementContext, phase: int, card: int) -> int:
    """Return what a card costs with the powers that are always in force; it can be below 0."""
    cost = context.table.cost[card] - context.bonus
    for power in context.powers.costs[phase]:
        if power.covers[card]:
            cost += power.amount
    return cost


def _usable(context: PlacementContext, phase: int, card: int) -> list[BoundPower]:
    """Return the powers with a price or a choice that have a use here and are not used up."""
    usable = []
    for power in context.powers.chosen[phase]:
        if (isinstance(power, BoundMilitary) or power.applies(card)) and _is_there(context, power):
            left = _what_is_left(context, power) if context.used else power
            if left is not None:
                usable.append(left)
    return usable


def _is_there(context: PlacementContext, power: BoundPower) -> bool:
    """Return whether the card of a power is there; one that has left is not discarded again."""
    price = power.price
    return price is None or price.what != "this" or power.card in context.player.tableau


def _what_is_left(context: PlacementContext, power: BoundPower) -> BoundPower | None:
    """Return the power less what it has taken in this phase; None when it is used up.

    arc 1 booklet, Resolving Takeovers: only a defender uses the rest of a power begun before.
    """
    taken = context.used.get(power.number, 0)
    price = power.price
    if taken and power.once:
        return None
    if not taken or price is None:
        return power
    if not isinstance(power, BoundMilitary) or not power.takes_open_cards:
        return None
    if not context.defending or taken >= price.count:
        return None
    return power.asking(price.of(price.count - taken))


def _ways_to_pay(
    context: PlacementContext, cost: int, usable: list[BoundPower], using: tuple[BoundPower, ...]
) -> list[PaymentOption]:
    """Return the ways to pay `cost`, which never falls below 0 (base rulebook, Card Powers).

    Temporary military lasts for the phase, so it may be called up here too; it pays nothing.
    """
    optional = [
        power
        for power in usable
        if not isinstance(power, BoundInstead) and not takes_open_cards(power)
    ]
    if not optional and not using:
        return [PaymentOption((), max(0, cost), max(0, cost))]
    options = []
    for some in _subsets(context, optional):
        used = using + some
        if _affordable(context, used):
            price = max(0, _price_with(cost, some)) + hand_cards_spent(used)
            options.append(PaymentOption(_numbers(used), price, price))
    return options


def _price_with(cost: int, some: tuple[BoundPower, ...]) -> int:
    for power in some:
        if isinstance(power, BoundCostChange):
            if power.to >= 0:
                return power.to
            cost += power.amount
    return cost


def _ways_to_conquer(
    context: PlacementContext,
    card: int,
    missing: int,
    usable: Sequence[BoundPower],
    using: tuple[BoundPower, ...],
) -> list[PaymentOption]:
    """Return the ways to come up with `missing` military, or to conquer without any help."""
    options: list[PaymentOption] = []
    wide = bool(using) or not context.table.military[card]
    military = [power for power in usable if isinstance(power, BoundMilitary)]
    if missing > _most_help(military, card, wide):
        return options
    for some in _subsets(context, military):
        used = using + some
        if not _affordable(context, used):
            continue
        fixed = sum(_helps(power, card, wide) for power in some if not power.takes_open_cards)
        fixed_cards = hand_cards_spent(used)
        scale = _open_military(some, card, wide)
        least = next((n for n, got in enumerate(scale) if fixed + got >= missing), -1)
        least = max(least, 1) if len(scale) > 1 and least >= 0 else least
        if least >= 0:
            most = fixed_cards + len(scale) - 1
            options.append(PaymentOption(_numbers(used), fixed_cards + least, most))
    return options


def _most_help(military: list[BoundMilitary], card: int, wide: bool) -> int:
    """Return the most military that powers can bring together, whatever they take for it."""
    most = 0
    for power in military:
        times = power.price.count if power.takes_open_cards and power.price is not None else 1
        most += times * max(0, _helps(power, card, wide))
    return most


def _helps(power: BoundMilitary, card: int, wide: bool) -> int:
    covers = power.covers_wide if wide else power.covers
    return power.amount if covers[card] else 0


def _open_military(some: tuple[BoundMilitary, ...], card: int, wide: bool) -> list[int]:
    """Return military by number of hand cards given to powers that take up to some; best ones
    first.
    """
    steps: list[int] = []
    for power in some:
        if power.takes_open_cards and power.price is not None:
            steps += [_helps(power, card, wide)] * power.price.count
    if not steps:
        return [0]
    steps.sort()
    scale = [0]
    for step in reversed(steps):
        scale.append(scale[-1] + step)
    return scale


def takes_open_cards(power: BoundPower) -> bool:
    """Return whether a power takes hand cards, as many as its owner likes up to a number."""
    return isinstance(power, BoundMilitary) and power.takes_open_cards


def hand_cards_spent(some: tuple[BoundPower, ...]) -> int:
    """Return hand cards that the powers take besides the price of the card."""
    return sum(
        power.price.count
        for power in some
        if power.price is not None and power.price.what == "cards" and not takes_open_cards(power)
    )


def _affordable(context: PlacementContext, some: tuple[BoundPower, ...]) -> bool:
    """Return whether all that the powers take is there: cards of the tableau, prestige, tokens and
    goods.

    A card is discarded once, and the good on it goes with it.
    """
    if context.reserved is not None:
        some = (*some, context.reserved)
    given_up: tuple[int, ...] = ()
    prestige = 0
    goods: tuple[BoundPrice, ...] = ()
    tokens: tuple[BoundPrice, ...] = ()
    for power in some:
        price = power.price
        if price is None:
            continue
        if price.what == "this":
            given_up += (power.card,)
        elif price.what == "prestige":
            prestige += price.count
        elif price.what == "goods":
            goods += (price,)
        elif price.what == "tokens":
            tokens += (price,)
    if len(given_up) > 1 and len(set(given_up)) < len(given_up):
        return False
    if prestige and prestige > context.player.prestige - _too_late(context):
        return False
    if tokens and not _enough_tokens(context, tokens):
        return False
    return not goods or _enough_goods(context, goods, given_up)


def _enough_tokens(context: PlacementContext, prices: tuple[BoundPrice, ...]) -> bool:
    """Return whether the player has the tokens of all classes that prices ask for together."""
    needed: dict[str, int] = {}
    for price in prices:
        needed[price.token] = needed.get(price.token, 0) + price.count
    held = context.player.tokens
    return all(held.get(token, 0) >= number for token, number in needed.items())


def _too_late(context: PlacementContext) -> int:
    """Return prestige that the card being paid for has brought.

    arc 1 booklet, Adding The Brink of War: it can be used after paying for the card.
    """
    return context.table.cards[context.placed].prestige if context.placed >= 0 else 0


def _enough_goods(
    context: PlacementContext, prices: tuple[BoundPrice, ...], given_up: tuple[int, ...]
) -> bool:
    """Return whether the goods for all of the prices lie on the player's other worlds."""
    gone = (context.placed, context.spent, *given_up)
    worlds = [world for world in context.player.goods if world not in gone]
    return enough_goods(context.table, -1, worlds, list(prices))


def enough_goods(table: Table, card: int, worlds: list[int], prices: list[BoundPrice]) -> bool:
    """Return whether the goods of these worlds pay all of the prices, the choosiest price first.

    card: whose power it is, for a price of its own good.
    """
    # A world that counts as each kind comes last, since it fits wherever others do not.
    left = sorted(worlds, key=lambda world: table.kind[world] == ANY)
    for price in sorted(prices, key=_choosiness, reverse=True):
        for _nth in range(price.count):
            found = [
                world
                for world in left
                if (world == card if price.here else price.goods.fit(world, table.kind[world]))
            ]
            if not found:
                return False
            left.remove(found[0])
    return True


def _choosiness(price: BoundPrice) -> int:
    """Return 3 for a price of one good, 2 of some worlds, 1 of some kinds, 0 of any good."""
    return 3 if price.here else 2 if price.goods.worlds != ALL else int(price.goods.kinds != 0)


def _numbers(powers: tuple[BoundPower, ...]) -> tuple[int, ...]:
    return tuple([power.number for power in powers])


MOST_WAYS: Final = 2_000
"""Combinations of powers that are considered, fewest powers first (docs/safety.md)."""


_Power = TypeVar("_Power", bound=BoundPower)


def _subsets(context: PlacementContext, powers: list[_Power]) -> list[tuple[_Power, ...]]:
    """Return the combinations of powers, fewest first.

    A line whose price is up to some number is as many powers, all alike: how many are used is
    one choice, and not which.
    """
    if not powers:
        return [()]
    if len(powers) == 1:
        return [(), (powers[0],)]
    lines = list(_by_line(powers).values())
    found: list[tuple[_Power, ...]] = []
    for size in range(len(powers) + 1):
        room = MOST_WAYS - len(found)
        if len(lines) == len(powers):
            found += islice(combinations(powers, size), room)
        else:
            found += islice(_picks(lines, size), room)
    if len(found) >= MANY:
        context.work.note_cards([context.table.titles[power.card] for power in powers], len(found))
    context.work.add_combinations(len(found))
    return found


def _by_line(powers: list[_Power]) -> dict[tuple[int, int], list[_Power]]:
    lines: dict[tuple[int, int], list[_Power]] = {}
    for power in powers:
        lines.setdefault((power.card, power.line), []).append(power)
    return lines


def _picks(lines: list[list[_Power]], size: int) -> Iterator[tuple[_Power, ...]]:
    """Return the combinations of so many powers that take those of a line in their order."""
    if not lines:
        yield from ((),) if size == 0 else ()
        return
    first, rest = lines[0], lines[1:]
    room = sum(map(len, rest))
    for count in range(min(len(first), size), max(0, size - room) - 1, -1):
        for others in _picks(rest, size - count):
            yield (*first[:count], *others)
