"""How many of something a player has now: what conditions ask for and powers are multiplied by.

Cards, kinds of worlds, phases and Military are those of the start of the phase; hand cards, goods,
chips, prestige and tokens those of the moment; what was placed, produced, consumed or sold is that
of the phase so far (docs/language.md, How often).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from mypy_extensions import mypyc_attr

from rftg_engine.cards.bound import BoundAction, BoundMilitary, BoundPower
from rftg_engine.cards.powers import Powers, add_power
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import ALL, ANY, BoundCondition, BoundCount, BoundGoods
from rftg_engine.state import Player


@mypyc_attr(acyclic=True)
class PhaseTally:
    """What a player has done in a phase: cards placed; worlds and kinds of goods."""

    def __init__(self) -> None:
        self.placed: tuple[int, ...] = ()
        self.produced: tuple[tuple[int, int], ...] = ()
        self.consumed: tuple[tuple[int, int], ...] = ()
        self.sold: tuple[tuple[int, int], ...] = ()


NO_TALLY: Final = PhaseTally()
"""What a player has done who is not in a phase; nothing is added to it."""
EMPTY_TALLY: Final = PhaseTally()
"""What a player has done as a phase begins; nothing is added to it."""


def number_of(
    count: BoundCount,
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    tally: PhaseTally = NO_TALLY,
) -> int:
    """Return how many a player has. powers: those of the start of the phase."""
    player = players[seat]
    match count.things:
        case "cards":
            return powers.number_among(count.covers)
        case "hand":
            return len(player.hand)
        case "goods":
            return sum([count.goods.fit(world, table.kind[world]) for world in player.goods])
        case "kinds of goods":
            return count_kinds([table.kind[world] for world in player.goods])
        case "placed" | "produced" | "kinds produced" | "consumed" | "sold":
            return _done(count, tally)
        case "chips" | "prestige" | "tokens":
            return _counters(count, player)
        case "military" | "negative military":
            total = total_military(table, players, seat, powers, tally)
            return max(0, total if count.things == "military" else -total)
        case "kinds of worlds":
            return kinds_of_worlds(table, powers.cards)
        case "phases":
            return phases_with_power(table, powers.cards)
        case "discards":
            return player.discarded
        case _:
            assert_never(count.things)


def _counters(count: BoundCount, player: Player) -> int:
    """Return how many chips, prestige or tokens a player has."""
    if count.things == "tokens":
        return player.tokens.get(count.token, 0)
    return player.vp if count.things == "chips" else player.prestige


def _done(count: BoundCount, tally: PhaseTally) -> int:
    """Return how many of something a player has done in the phase so far."""
    if count.things == "placed":
        return sum([count.mask >> card & 1 for card in tally.placed])
    if count.things == "kinds produced":
        return len({kind for _world, kind in tally.produced})
    if count.things == "produced":
        return _goods_among(tally.produced, count.goods)
    return _goods_among(tally.sold if count.things == "sold" else tally.consumed, count.goods)


def _goods_among(done: tuple[tuple[int, int], ...], goods: BoundGoods) -> int:
    return sum([goods.fit(world, kind) for world, kind in done])


def count_kinds(kinds: Sequence[int]) -> int:
    """Return different kinds of goods or worlds; one of any kind counts for one more."""
    return min(4, len({kind for kind in kinds if kind != ANY}) + kinds.count(ANY))


def kinds_of_worlds(
    table: Table, tableau: Sequence[int], chosen: dict[int, int] | None = None
) -> int:
    """Return different kinds of production and windfall worlds of a tableau.

    chosen: kinds that worlds of any kind have been given.
    """
    worlds = [one for one in tableau if table.windfall[one] or table.production[one]]
    return count_kinds([(chosen or {}).get(world, table.kind[world]) for world in worlds])


def phases_with_power(table: Table, tableau: Sequence[int]) -> int:
    """Return in how many phases a tableau has a power, trade being one of its own."""
    having = 0
    for card in tableau:
        having |= table.phases[card]
    return having.bit_count()


def total_military(
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    tally: PhaseTally = NO_TALLY,
) -> int:
    """Return Military against every world, with what changes it now; it can be below zero."""
    total = powers.military
    for power in powers.live:
        if isinstance(power, BoundMilitary) and _is_general(power):
            total += power.amount * _times(power, table, players, seat, powers, tally)
    return total


def _is_general(power: BoundMilitary) -> bool:
    always = not power.defending and not power.against_invasions
    return always and power.mask == ALL and power.price is None


def _times(
    power: BoundPower,
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    tally: PhaseTally,
) -> int:
    """Return how often a power counts now; 0 where its condition does not hold."""
    if not is_met(power.condition, table, players, seat, powers, tally):
        return 0
    per = power.per
    if per is None:
        return 1
    return number_of(per.count, table, players, seat, powers, tally) // per.divisor


def in_force(
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    tally: PhaseTally = NO_TALLY,
) -> Powers:
    """Return the powers with those that change inside a phase, as they count at this moment.

    powers: those of the start of the phase.
    """
    if not powers.live:
        return powers
    now = Powers(powers)
    now.live = []
    for power in powers.live:
        if is_met(power.condition, table, players, seat, powers, tally):
            add_power(now, power, _times(power, table, players, seat, powers, tally))
    return now


def powers_now(table: Table, players: list[Player], seat: int) -> Powers:
    """Return the powers of a player outside of any phase, as they count now."""
    powers = players[seat].powers
    return in_force(table, players, seat, powers) if powers.live else powers


def is_met(
    condition: BoundCondition | None,
    table: Table,
    players: list[Player],
    seat: int,
    powers: Powers,
    tally: PhaseTally = NO_TALLY,
) -> bool:
    """Return whether a condition holds for a player; who did most is asked when a phase is over."""
    if condition is None or condition.compares_phase:
        return True
    mine = number_of(condition.count, table, players, seat, powers, tally)
    if condition.test == "have":
        return condition.low <= mine <= condition.high
    in_phase = tally is not NO_TALLY
    theirs = [
        number_of(
            condition.count, table, players, other, player.began if in_phase else player.powers
        )
        for other, player in enumerate(players)
        if other != seat
    ]
    return is_ahead(condition, mine, theirs)


def is_ahead(condition: BoundCondition, mine: int, theirs: Sequence[int]) -> bool:
    """Return whether a player has the most, or the fewest, as a condition asks."""
    if condition.test == "fewest":
        return all(mine < other for other in theirs)
    return all(mine > other for other in theirs)


def is_of_the_moment(power: BoundAction) -> bool:
    """Return whether what else its owner does at its moment can change what it is worth, or if it
    works.

    In Consume and Produce its owner then says when to use it; elsewhere it waits for the others
    (`moment_last`). "Most produced" is asked when all is produced.
    """
    return bool(power.looks_at)


def order_moment_dependent_last(powers: list[BoundAction]) -> list[BoundAction]:
    """Return the same powers, those of the moment behind all others, so that they see what these
    bring.
    """
    if not any(power.looks_at for power in powers):
        return powers
    return sorted(powers, key=is_of_the_moment)


def changes(power: BoundAction, other: BoundAction) -> bool:
    """Return whether using a power can change what another one looks at, or what that one is paid
    with.
    """
    sought = other.looks_at | _taken_from(other)
    brought = _taken_from(power)
    for gains in (power.gains, *power.choices):
        for gain in gains:
            if gain.brings is None:
                return bool(sought)
            brought |= gain.brings
    return not sought.isdisjoint(brought)


def _taken_from(power: BoundPower) -> frozenset[str]:
    """Return what a price is taken from; a card that gives up itself takes nothing that others look
    at.
    """
    price = power.price
    if price is None:
        return frozenset()
    return frozenset[str]().union(*[_TAKES[part.what] for part in (price, *price.more)])


_HAND: Final = frozenset({"hand"})
_GOODS: Final = frozenset({"goods", "kinds of goods"})
_TAKES: Final[dict[str, frozenset[str]]] = {
    "cards": _HAND,
    "goods": _GOODS | {"consumed"},
    "prestige": frozenset({"prestige"}),
    "tokens": frozenset({"tokens"}),
    "this": frozenset(),
}
"""What prices are taken from, and what they add to."""
