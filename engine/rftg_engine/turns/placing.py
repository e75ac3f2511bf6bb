"""Payment options for placing a card: all legal combinations of powers.

base rulebook, Settle: worlds are paid for and military worlds are conquered. Some powers let a
player pay for a military world; its defense then counts as its cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final, TypeVar

from mypy_extensions import mypyc_attr

from gamekit.decisions import PaymentOption
from gamekit.work import MIN_NOTED_COMBINATIONS, Work
from rftg_engine.cards.bound import BoundCostChange, BoundInstead, BoundMilitary, BoundPower
from rftg_engine.cards.moments import DEVELOPING, SETTLING
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.state import Player
from rftg_engine.turns.counting import has_enough_goods

NONE_USED: Final[dict[int, int]] = {}
"""Uses of powers when none has been used."""


@mypyc_attr(acyclic=True)
class PlacementContext:
    """Everything that determines how a player can place a card now.

    powers: powers at the start of the phase.
    work: work limit for combinations of powers.
    bonus: discount on every cost.
    temporary_military: amounts of temporary Military, each with the worlds it counts against, as
        bits.
    used: number of uses of powers in this phase, by power number.
    conquest: whether only conquest is allowed.
    placed: the card that is being paid for; its own good and prestige cannot be used for that.
    defending: whether the rest of a partly used power can be used.
    reserved: a power whose price is paid first.
    spent: a world whose good is spent on something else, or -1.
    """

    def __init__(
        self,
        table: Table,
        player: Player,
        powers: Powers,
        work: Work,
        bonus: int = 0,
        temporary_military: list[tuple[int, int]] | None = None,
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
        self.temporary_military = temporary_military
        self.used = NONE_USED if used is None else used
        self.conquest = conquest
        self.placed = placed
        self.defending = defending
        self.reserved = reserved
        self.spent = spent


def develop_payment_options(context: PlacementContext, card: int) -> list[PaymentOption]:
    """Return the payment options for a development; none if it cannot be placed."""
    if context.powers.unmet >> card & 1:
        return []
    cost = _cost(context, DEVELOPING, card)
    return _cost_options(context, cost, _usable(context, DEVELOPING, card), ())


def is_second_copy(table: Table, player: Player, card: int) -> bool:
    """Return whether a card is a development already in the tableau (base rulebook, Develop)."""
    return table.same_title[card] & player.powers.mask != 0


def can_develop(context: PlacementContext, card: int, purse: int) -> bool:
    """Return whether a development can be placed with `purse` hand cards for payment."""
    if context.powers.unmet >> card & 1:
        return False
    if max(0, _cost(context, DEVELOPING, card)) <= purse:
        return True
    chosen = context.powers.chosen[DEVELOPING]
    return bool(chosen) and any(
        option.min_cards <= purse for option in develop_payment_options(context, card)
    )


def can_settle(context: PlacementContext, card: int, purse: int) -> bool:
    """Return whether a world can be placed with `purse` hand cards for payment."""
    if context.powers.unmet >> card & 1:
        return False
    if _can_settle_alone(context, card, purse):
        return True
    chosen = context.powers.chosen[SETTLING]
    return bool(chosen) and any(
        option.min_cards <= purse for option in settle_payment_options(context, card)
    )


def _can_settle_alone(context: PlacementContext, card: int, purse: int) -> bool:
    """Return whether a world can be placed without optional powers."""
    if context.table.military[card]:
        return purse >= 0 and military_against(context, card) >= context.table.cost[card]
    return not context.conquest and max(0, _cost(context, SETTLING, card)) <= purse


def settle_payment_options(context: PlacementContext, card: int) -> list[PaymentOption]:
    """Return the payment options for a world; none if it cannot be placed."""
    table = context.table
    if context.powers.unmet >> card & 1:
        return []
    usable = _usable(context, SETTLING, card)
    cost = _cost(context, SETTLING, card)
    options: list[PaymentOption] = []
    if table.military[card]:
        missing = table.cost[card] - military_against(context, card)
        options += _conquest_options(context, card, missing, usable, ())
    elif not context.conquest:
        options += _cost_options(context, cost, usable, ())
    for power in usable:
        if isinstance(power, BoundInstead) and power.applies_to(card):
            if power.how == "conquer":
                missing = (
                    table.cost[card] + power.amount - military_against(context, card, wide=True)
                )
                options += _conquest_options(context, card, missing, usable, (power,))
            elif not context.conquest:
                options += _cost_options(context, cost + power.amount, usable, (power,))
    return options


def military_against(context: PlacementContext, card: int, wide: bool = False) -> int:
    """Return Military against a world. wide: treat the world as a military world."""
    total = permanent_military(context.powers, card, wide)
    if context.temporary_military:
        total += sum(amount for mask, amount in context.temporary_military if mask >> card & 1)
    return total


def permanent_military(powers: Powers, card: int, wide: bool = False) -> int:
    """Return Military against a world without temporary Military. wide: as in military_against."""
    total = powers.military
    for power in powers.specialised:
        total += _boost(power, card, wide)
    return total


def can_any_help(chosen: Sequence[BoundPower], card: int, conquered: bool) -> bool:
    """Return whether any optional power can help to place a card.

    conquered: whether the card is a military world, against which temporary Military counts.
    """
    for power in chosen:
        if isinstance(power, BoundMilitary):
            if conquered and power.covers[card]:
                return True
        elif power.covers[card]:
            return True
    return False


def military_options(context: PlacementContext, card: int, missing: int) -> list[PaymentOption]:
    """Return the options to raise Military against a world by at least `missing`.

    Attacking a non-military world requires a power to conquer it; defending it does not.
    """
    usable = _usable(context, SETTLING, card)
    military = [power for power in usable if isinstance(power, BoundMilitary)]
    if context.table.military[card] or context.defending:
        return _conquest_options(context, card, missing, military, ())
    options: list[PaymentOption] = []
    for power in raid_powers(context, card):
        options += _conquest_options(context, card, missing, military, (power,))
    return options


def raid_powers(context: PlacementContext, card: int) -> list[BoundInstead]:
    """Return the powers that allow the takeover of a non-military world."""
    return [
        power
        for power in _usable(context, SETTLING, card)
        if isinstance(power, BoundInstead) and power.allows_takeover
    ]


def _cost(context: PlacementContext, phase: int, card: int) -> int:
    """Return the cost of a card with all mandatory powers; it can be below 0."""
    cost = context.table.cost[card] - context.bonus
    for power in context.powers.costs[phase]:
        if power.covers[card]:
            cost += power.amount
    return cost


def _usable(context: PlacementContext, phase: int, card: int) -> list[BoundPower]:
    """Return the optional powers that can be used for a card and are not used up."""
    usable = []
    for power in context.powers.chosen[phase]:
        if (isinstance(power, BoundMilitary) or power.applies_to(card)) and _has_card(
            context, power
        ):
            remaining = _remaining_power(context, power) if context.used else power
            if remaining is not None:
                usable.append(remaining)
    return usable


def _has_card(context: PlacementContext, power: BoundPower) -> bool:
    """Return whether a power that discards its own card still has it."""
    price = power.price
    return price is None or price.what != "this" or power.card in context.player.tableau


def _remaining_power(context: PlacementContext, power: BoundPower) -> BoundPower | None:
    """Return what remains of a power after its uses in this phase, or None if it is used up.

    arc 1 booklet, Resolving Takeovers: only a defender can use the rest of a partly used power.
    """
    uses = context.used.get(power.number, 0)
    price = power.price
    if uses and power.once:
        return None
    if not uses or price is None:
        return power
    if not isinstance(power, BoundMilitary) or not power.takes_open_cards:
        return None
    if not context.defending or uses >= price.count:
        return None
    return power.with_price(price.with_count(price.count - uses))


def _cost_options(
    context: PlacementContext, cost: int, usable: list[BoundPower], required: tuple[BoundPower, ...]
) -> list[PaymentOption]:
    """Return the options to pay `cost`, which never falls below 0 (base rulebook, Card Powers).

    required: powers in every option. Temporary Military can be raised here too, since it lasts for
    the phase; it does not reduce the cost.
    """
    optional = [
        power
        for power in usable
        if not isinstance(power, BoundInstead) and not takes_open_cards(power)
    ]
    if not optional and not required:
        return [PaymentOption((), max(0, cost), max(0, cost))]
    options = []
    for combination in _subsets(context, optional):
        used = required + combination
        if _can_afford(context, used):
            price = max(0, _reduced_cost(cost, combination)) + hand_cards_spent(used)
            options.append(PaymentOption(_numbers(used), price, price))
    return options


def _reduced_cost(cost: int, powers: tuple[BoundPower, ...]) -> int:
    for power in powers:
        if isinstance(power, BoundCostChange):
            if power.to >= 0:
                return power.to
            cost += power.amount
    return cost


def _conquest_options(
    context: PlacementContext,
    card: int,
    missing: int,
    usable: Sequence[BoundPower],
    required: tuple[BoundPower, ...],
) -> list[PaymentOption]:
    """Return the options to raise Military by `missing`; 0 or less needs no powers."""
    options: list[PaymentOption] = []
    wide = bool(required) or not context.table.military[card]
    military = [power for power in usable if isinstance(power, BoundMilitary)]
    if missing > _max_boost(military, card, wide):
        return options
    for combination in _subsets(context, military):
        used = required + combination
        if not _can_afford(context, used):
            continue
        fixed = sum(
            _boost(power, card, wide) for power in combination if not power.takes_open_cards
        )
        fixed_cards = hand_cards_spent(used)
        boosts = _variable_boosts(combination, card, wide)
        minimum = next((n for n, boost in enumerate(boosts) if fixed + boost >= missing), -1)
        minimum = max(minimum, 1) if len(boosts) > 1 and minimum >= 0 else minimum
        if minimum >= 0:
            maximum = fixed_cards + len(boosts) - 1
            options.append(PaymentOption(_numbers(used), fixed_cards + minimum, maximum))
    return options


def _max_boost(military: list[BoundMilitary], card: int, wide: bool) -> int:
    """Return the maximum Military that powers can add together at any price."""
    total = 0
    for power in military:
        times = power.price.count if power.takes_open_cards and power.price is not None else 1
        total += times * max(0, _boost(power, card, wide))
    return total


def _boost(power: BoundMilitary, card: int, wide: bool) -> int:
    covers = power.covers_wide if wide else power.covers
    return power.amount if covers[card] else 0


def _variable_boosts(powers: tuple[BoundMilitary, ...], card: int, wide: bool) -> list[int]:
    """Return the added Military by number of hand cards for powers that take a variable number.

    Cards go to the strongest powers first.
    """
    steps: list[int] = []
    for power in powers:
        if power.takes_open_cards and power.price is not None:
            steps += [_boost(power, card, wide)] * power.price.count
    if not steps:
        return [0]
    steps.sort()
    totals = [0]
    for step in reversed(steps):
        totals.append(totals[-1] + step)
    return totals


def takes_open_cards(power: BoundPower) -> bool:
    """Return whether a power takes a variable number of hand cards."""
    return isinstance(power, BoundMilitary) and power.takes_open_cards


def hand_cards_spent(powers: tuple[BoundPower, ...]) -> int:
    """Return the number of hand cards that powers take in addition to the cost of the card."""
    return sum(
        power.price.count
        for power in powers
        if power.price is not None and power.price.what == "cards" and not takes_open_cards(power)
    )


def _can_afford(context: PlacementContext, powers: tuple[BoundPower, ...]) -> bool:
    """Return whether the player has everything that powers take, other than hand cards.

    Each card can be discarded only once, and its good is lost with it.
    """
    if context.reserved is not None:
        powers = (*powers, context.reserved)
    given_up: tuple[int, ...] = ()
    prestige = chips = 0
    goods: tuple[BoundPrice, ...] = ()
    tokens: tuple[BoundPrice, ...] = ()
    for power in powers:
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
        elif price.what == "chips":
            chips += price.count
    if len(given_up) > 1 and len(set(given_up)) < len(given_up):
        return False
    if prestige and prestige > context.player.prestige - _unavailable_prestige(context):
        return False
    if chips > context.player.vp or (tokens and not _has_enough_tokens(context, tokens)):
        return False
    return not goods or _has_enough_goods(context, goods, given_up)


def _has_enough_tokens(context: PlacementContext, prices: tuple[BoundPrice, ...]) -> bool:
    """Return whether the player has enough tokens of each class for all prices."""
    needed: dict[str, int] = {}
    for price in prices:
        needed[price.token] = needed.get(price.token, 0) + price.count
    held = context.player.tokens
    return all(held.get(token, 0) >= count for token, count in needed.items())


def _unavailable_prestige(context: PlacementContext) -> int:
    """Return the prestige that the card being paid for has added.

    arc 1 booklet, Adding The Brink of War: it can be used only after paying for the card.
    """
    return context.table.cards[context.placed].prestige if context.placed >= 0 else 0


def _has_enough_goods(
    context: PlacementContext, prices: tuple[BoundPrice, ...], given_up: tuple[int, ...]
) -> bool:
    """Return whether the player's other worlds have the goods for all prices."""
    unavailable = (context.placed, context.spent, *given_up)
    worlds = [world for world in context.player.goods if world not in unavailable]
    return has_enough_goods(context.table, -1, worlds, list(prices))


def _numbers(powers: tuple[BoundPower, ...]) -> tuple[int, ...]:
    return tuple([power.number for power in powers])


MAX_COMBINATIONS: Final = 2_000
"""Maximum number of combinations of powers considered, smallest first (docs/safety.md)."""


_Power = TypeVar("_Power", bound=BoundPower)


def _subsets(context: PlacementContext, powers: list[_Power]) -> list[tuple[_Power, ...]]:
    """Return the combinations of powers, smallest first.

    A power line with a variable price is represented by several equal powers. Only their number
    matters, so their combinations are not repeated.
    """
    if not powers:
        return [()]
    if len(powers) == 1:
        return [(), (powers[0],)]
    lines = _group_by_line(powers)
    result: list[tuple[_Power, ...]] = []
    for size in range(len(powers) + 1):
        room = MAX_COMBINATIONS - len(result)
        if len(lines) == len(powers):
            result += islice(combinations(powers, size), room)
        else:
            result += islice(_combinations(lines, size), room)
    if len(result) >= MIN_NOTED_COMBINATIONS:
        context.work.note_cards([context.table.titles[power.card] for power in powers], len(result))
    context.work.add_combinations(len(result))
    return result


def _group_by_line(powers: list[_Power]) -> list[list[_Power]]:
    lines: dict[tuple[int, int], list[_Power]] = {}
    for power in powers:
        lines.setdefault((power.card, power.line), []).append(power)
    return list(lines.values())


def _combinations(lines: list[list[_Power]], size: int) -> Iterator[tuple[_Power, ...]]:
    """Yield the combinations of `size` powers.

    Powers of the same line are interchangeable, so only the first few powers of each line are used.
    """
    if not lines:
        yield from ((),) if size == 0 else ()
        return
    first, other_lines = lines[0], lines[1:]
    room = sum(map(len, other_lines))
    for count in range(min(len(first), size), max(0, size - room) - 1, -1):
        for combination in _combinations(other_lines, size - count):
            yield (*first[:count], *combination)
