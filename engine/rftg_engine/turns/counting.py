"""Evaluation of counts and conditions for a player, and of prices in goods.

Cards, kinds of worlds, phases and Military are taken from the start of the phase. Hand cards,
goods, chips, prestige and tokens are current. Cards placed and goods produced, consumed or sold are
those of the phase so far (docs/language.md, How often).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from rftg_engine.actions import has_chosen
from rftg_engine.cards.bound import (
    AnyPower,
    BoundAction,
    BoundMilitary,
    BoundPower,
    BoundRequirement,
)
from rftg_engine.cards.powers import Powers, add_power
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ALL, ANY, BoundCondition, BoundCount, BoundGoods, BoundPrice
from rftg_engine.state import PhaseTally, Player


def number_of(
    count: BoundCount,
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    in_phase: bool = False,
) -> int:
    """Return the value of a count for a player.

    powers: powers at the start of the phase. in_phase: whether a phase is being played.
    """
    player = players[seat]
    match count.things:
        case "cards":
            return powers.count_covered(count.covers)
        case "hand":
            return len(player.hand)
        case "goods" | "empty" | "kinds of goods":
            return _count_held(count, table, player, powers)
        case "placed" | "produced" | "kinds produced" | "consumed" | "sold":
            return _count_done(count, player.step_tally)
        case "chips" | "prestige" | "tokens" | "goals" | "discards" | "under":
            return _count_own(count, player)
        case "military" | "negative military":
            total = total_military(table, players, seat, powers, in_phase)
            return max(0, total if count.things == "military" else -total)
        case "kinds of worlds":
            return kinds_of_worlds(table, powers.cards)
        case "phases":
            return phases_with_power(table, powers.cards)
        case "chosen":
            return 1 if has_chosen(player.actions, count.action) else 0
        case "others" | "players" | "other players":
            return _count_players(count, table, players, seat, powers, in_phase)
        case _:
            assert_never(count.things)


def _count_players(
    count: BoundCount,
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    in_phase: bool,
) -> int:
    """Return what the other players have together, or how many players meet a condition."""
    total = 0
    for other, player in enumerate(players):
        if other == seat and count.things != "players":
            continue
        current = powers if other == seat else _powers_of(player, in_phase)
        if count.inner is not None:
            total += number_of(count.inner, table, players, other, current, in_phase)
        elif is_met(count.having, table, players, other, current, in_phase):
            total += 1
    return total


def _count_held(count: BoundCount, table: Table, player: Player, powers: Powers) -> int:
    """Return the number of goods, their kinds, or of worlds without a good."""
    if count.things == "goods":
        return sum([count.goods.matches(world, table.kind[world]) for world in player.goods])
    if count.things == "empty":
        worlds = [world for world in powers.cards if world in player.tableau]
        return sum([count.mask >> world & 1 for world in worlds if world not in player.goods])
    return count_kinds([table.kind[world] for world in player.goods])


def _count_own(count: BoundCount, player: Player) -> int:
    """Return the player's number of chips, prestige, tokens, goals, discarded or saved cards."""
    if count.things == "tokens":
        return player.tokens.get(count.token, 0)
    if count.things == "goals":
        return len(player.goals)
    if count.things == "under":
        return len(player.saved.get(count.card, ()))
    if count.things == "discards":
        return player.discarded
    return player.vp if count.things == "chips" else player.prestige


def _count_done(count: BoundCount, tally: PhaseTally) -> int:
    """Return the value of a count of things done in the phase so far."""
    if count.things == "placed":
        return sum([count.mask >> card & 1 for card in tally.placed])
    if count.things == "kinds produced":
        return len({kind for _world, kind in tally.produced})
    if count.things == "produced":
        return _count_goods(tally.produced, count.goods)
    return _count_goods(tally.sold if count.things == "sold" else tally.consumed, count.goods)


def _count_goods(done: tuple[tuple[int, int], ...], goods: BoundGoods) -> int:
    return sum([goods.matches(world, kind) for world, kind in done])


def count_kinds(kinds: Sequence[int]) -> int:
    """Return the number of different kinds; each item of any kind counts as one more."""
    return min(4, len({kind for kind in kinds if kind != ANY}) + kinds.count(ANY))


def fitting_goods(table: Table, card: int, price: BoundPrice, worlds: Sequence[int]) -> list[int]:
    """Return the worlds, of some with a good, whose good a power of `card` can take."""
    kind = table.kind
    return [
        world
        for world in worlds
        if (world == card if price.here else price.goods.matches(world, kind[world]))
    ]


def has_enough_goods(table: Table, card: int, worlds: list[int], prices: list[BoundPrice]) -> bool:
    """Return whether the goods on these worlds can pay all prices.

    card: the card with the power, for prices that take its own good.
    """
    options = [
        fitting_goods(table, card, price, worlds) for price in prices for _ in range(price.count)
    ]
    payments: dict[int, int] = {}
    return all(_find_good(options, number, payments, set()) for number in range(len(options)))


def _find_good(
    options: list[list[int]], number: int, payments: dict[int, int], tried: set[int]
) -> bool:
    """Choose a world's good for one payment, changing earlier choices if necessary.

    Return whether that is possible: a step of Kuhn's algorithm for bipartite matching (1955).
    options: worlds that each payment can use. number: the payment. payments: the payment that each
    chosen world is used for. tried: worlds that were tried in this step.
    """
    for world in options[number]:
        if world not in tried:
            tried.add(world)
            if world not in payments or _find_good(options, payments[world], payments, tried):
                payments[world] = number
                return True
    return False


def kinds_of_worlds(
    table: Table, tableau: Sequence[int], chosen: dict[int, int] | None = None
) -> int:
    """Return the number of different kinds of production and windfall worlds in a tableau.

    chosen: kinds chosen for worlds of any kind.
    """
    worlds = [card for card in tableau if table.windfall[card] or table.production[card]]
    return count_kinds([(chosen or {}).get(world, table.kind[world]) for world in worlds])


def phases_with_power(table: Table, tableau: Sequence[int]) -> int:
    """Return the number of phases in which a tableau has a power. Trade counts as a phase."""
    phases = 0
    for card in tableau:
        phases |= table.phases[card]
    return phases.bit_count()


def total_military(
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    in_phase: bool = False,
) -> int:
    """Return current Military against every world; it can be below zero."""
    total = powers.military
    for power in powers.live:
        if isinstance(power, BoundMilitary) and _is_general(power):
            total += power.amount * _multiplier(power, table, players, seat, powers, in_phase)
    return total


def _is_general(power: BoundMilitary) -> bool:
    always = not power.defending and not power.against_invasions
    return always and power.mask == ALL and power.price is None


def _multiplier(
    power: BoundPower,
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    in_phase: bool,
) -> int:
    """Return the current multiplier of a power, 0 if its condition is not met."""
    if not is_met(power.condition, table, players, seat, powers, in_phase):
        return 0
    per = power.per
    if per is None:
        return 1
    return per.times(number_of(per.count, table, players, seat, powers, in_phase))


def in_force(
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    in_phase: bool = False,
) -> Powers:
    """Return the powers in force now, including powers that change during the phase.

    powers: powers at the start of the phase.
    """
    changing = powers.live
    if table.has_hand_powers:
        changing = [*changing, *_hand_powers(table, players[seat])]
    if not changing:
        return powers
    current = Powers(powers)
    current.live = []
    for power in changing:
        if is_met(power.condition, table, players, seat, powers, in_phase):
            add_power(current, power, _multiplier(power, table, players, seat, powers, in_phase))
        elif isinstance(power, BoundRequirement):
            current.unmet |= 1 << power.card
    return current


def _hand_powers(table: Table, player: Player) -> list[AnyPower]:
    """Return the powers of hand cards that apply to themselves. Unknown cards (-1) have none."""
    powers: list[AnyPower] = []
    for card in player.hand:
        if card >= 0:
            powers += table.hand_powers[card]
    return powers


def powers_now(table: Table, players: list[Player], seat: int) -> Powers:
    """Return the powers of a player in force outside of any phase."""
    powers = players[seat].powers
    return in_force(table, players, seat, powers)


def is_met(
    condition: BoundCondition | None,
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    in_phase: bool = False,
) -> bool:
    """Return whether a condition is met."""
    if condition is None:
        return True
    amount = number_of(condition.count, table, players, seat, powers, in_phase)
    if condition.test in ("have", "only") and not condition.low <= amount <= condition.high:
        return False
    if condition.test == "have":
        return True
    for other, player in enumerate(players):
        if other != seat:
            current = _powers_of(player, in_phase)
            theirs = number_of(condition.count, table, players, other, current, in_phase)
            if not _is_ahead(condition, amount, theirs):
                return False
    return True


def _powers_of(player: Player, in_phase: bool) -> Powers:
    return player.step_powers if in_phase else player.powers


def _is_ahead(condition: BoundCondition, amount: int, theirs: int) -> bool:
    """Return whether a comparison with another player is as the condition requires."""
    match condition.test:
        case "most":
            return amount > theirs
        case "fewest":
            return amount < theirs
        case "only" | "have":
            return not condition.low <= theirs <= condition.high
        case _:
            assert_never(condition.test)


def order_moment_dependent_last(powers: list[BoundAction]) -> list[BoundAction]:
    """Return the powers, sorted so that powers whose effect depends on earlier actions come last.

    In Consume and Produce, their owner chooses when to use such powers instead.
    """
    if not any(power.looks_at for power in powers):
        return powers
    return sorted(powers, key=lambda power: bool(power.looks_at))


def can_affect(power: BoundAction, later: BoundAction) -> bool:
    """Return whether using a power can affect the condition, amount or price of a later power."""
    needed = later.looks_at | _spent_by(later)
    affected = _spent_by(power)
    for gains in (power.gains, *power.choices):
        for gain in gains:
            if gain.affects is None:
                return bool(needed)
            affected |= gain.affects
    return not needed.isdisjoint(affected)


def _spent_by(power: BoundPower) -> frozenset[str]:
    """Return the counts that paying a price affects. Discarding the card itself affects none."""
    price = power.price
    if price is None:
        return frozenset()
    return frozenset[str]().union(*[_SPENT[part.what] for part in price.parts])


_HAND: Final = frozenset({"hand"})
_GOODS: Final = frozenset({"goods", "empty", "kinds of goods"})
_SPENT: Final[dict[str, frozenset[str]]] = {
    "cards": _HAND,
    "goods": _GOODS | {"consumed"},
    "prestige": frozenset({"prestige"}),
    "chips": frozenset({"chips"}),
    "tokens": frozenset({"tokens"}),
    "this": frozenset(),
}
"""Counts that each kind of price affects."""
