"""Points: cards, chips, prestige, goals, variable cards; and who wins (base rulebook, Game End)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, product
from typing import Final

from rftg_dsl import hooks
from rftg_engine import goals
from rftg_engine.bound import ANY, BoundPower
from rftg_engine.solitaire import play as robot
from rftg_engine.state import Player, State
from rftg_engine.table import Table

KINDS: Final = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: points and tie-break by seat, and the seats that won."""

    scores: tuple[int, ...]
    tie_breaks: tuple[int, ...]
    winners: tuple[int, ...]


def score(table: Table, state: State, seat: int) -> int:
    """The points a player would have if the game ended now."""
    if state.robot is not None and state.robot.seat == seat:
        return robot.points(table, state, state.robot)
    player = state.players[seat]
    return card_points(table, player) + player.vp + goals.points(table, state, seat)


def card_points(table: Table, player: Player) -> int:
    """The points of a tableau, and of prestige."""
    printed = sum(table.vp[card] for card in player.tableau)
    return printed + player.prestige + sum(variable_points(table, player).values())


def variable_points(table: Table, player: Player) -> dict[int, int]:
    """Points of the cards with score lines, by card.

    base rulebook, 6-cost Developments: a card counts for the first line that it matches.
    arc 1 booklet, Multi-Kind World: its kind is chosen once before scoring.
    """
    lines = [power for card in player.tableau for power in table.by_card[card] if power.is_score]
    several = [world for world in player.tableau if table.kind[world] == ANY]
    if not several or not lines:
        return _points(table, player, lines, {})
    return max(
        (_points(table, player, lines, kinds) for kinds in _choices(table, lines, several)),
        key=lambda all: sum(all.values()),
    )


def _choices(table: Table, lines: list[BoundPower], several: list[int]) -> Iterator[dict[int, int]]:
    """The choices of kinds that can differ in points: worlds that all lines treat alike are one."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for world in several:
        matches = (_mask_as(table, line, kind) >> world & 1 for line in lines for kind in KINDS)
        alike.setdefault(tuple(matches), []).append(world)
    groups = [combinations_with_replacement(KINDS, len(worlds)) for worlds in alike.values()]
    order = [world for worlds in alike.values() for world in worlds]
    for chosen in product(*groups):
        yield dict(zip(order, chain.from_iterable(chosen), strict=True))


def _points(
    table: Table, player: Player, lines: list[BoundPower], kinds: dict[int, int]
) -> dict[int, int]:
    """The points by card, with these kinds for the worlds that can have any."""
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    for power in lines:
        amount = _line(table, player, power, counted, kinds)
        points[power.card] = points.get(power.card, 0) + amount
    return points


def _line(
    table: Table,
    player: Player,
    power: BoundPower,
    counted: dict[int, int],
    kinds: dict[int, int],
) -> int:
    """The points of one line. counted: by scoring card, the cards that earlier lines counted."""
    per, hook = power.per, power.hook
    assert isinstance(hook, hooks.Score)
    if per is None:
        number = goals.kinds_of_worlds(table, player, kinds)
        return (0, *hook.table)[min(number, len(hook.table))]
    if per.things == "cards":
        already = counted.get(power.card, 0)
        matching = player.powers.mask & _mask(table, power, kinds) & ~already
        counted[power.card] = already | matching
        number = matching.bit_count()
    else:
        number = _number(player, per.things)
    return power.amount * int(number / per.divisor)


def _mask(table: Table, power: BoundPower, kinds: dict[int, int]) -> int:
    """The cards that a line counts."""
    assert power.per is not None
    bits = power.per.mask
    for world, kind in kinds.items():
        bits = bits & ~(1 << world) | _mask_as(table, power, kind) & 1 << world
    return bits


def _mask_as(table: Table, power: BoundPower, kind: int) -> int:
    """The cards that a line counts while the worlds of each kind count as one kind (1 to 4)."""
    found = table.counted_as_kind.get((power.number, kind))
    if found is None:
        hook = power.hook
        assert isinstance(hook, hooks.Score)
        if hook.per is not None and hook.per.selector is not None:
            found = table.mask_as_kind(hook.per.selector, power.card, kind)
        else:
            found = power.per.mask if power.per is not None else 0
        table.counted_as_kind[power.number, kind] = found
    return found


def _number(player: Player, things: str) -> int:
    if things == "chips":
        return player.vp
    if things == "prestige":
        return player.prestige
    # base rulebook, 6-cost developments: negative military counts, so this may cost points.
    military = player.powers.military
    return max(0, -military) if things == "negative military" else military


def result(table: Table, state: State) -> Result:
    """The result if the game ended now.

    base rulebook, Game End: ties go to the most cards in hand and goods; then all tied win.
    """
    seats = range(len(state.players))
    scores = tuple(score(table, state, seat) for seat in seats)
    ties = tuple(_tie_break(state, seat) for seat in seats)
    best = max(zip(scores, ties, strict=True))
    winners = tuple(seat for seat in seats if (scores[seat], ties[seat]) == best)
    return Result(scores, ties, winners)


def _tie_break(state: State, seat: int) -> int:
    if state.robot is not None and state.robot.seat == seat:
        return robot.tie_break(state.robot)
    player = state.players[seat]
    return len(player.hand) + len(player.goods)
