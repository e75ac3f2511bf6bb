"""Points: cards, chips, prestige, goals, variable cards; and who wins (base rulebook, Game End)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from rftg_dsl import hooks
from rftg_engine import goals
from rftg_engine.bound import ANY, BoundPower
from rftg_engine.state import Player, State
from rftg_engine.table import Table


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: points and tie-break by seat, and the seats that won."""

    scores: tuple[int, ...]
    tie_breaks: tuple[int, ...]
    winners: tuple[int, ...]


def score(table: Table, state: State, seat: int) -> int:
    """The points a player would have if the game ended now."""
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
    several = [world for world in player.tableau if table.kind[world] == ANY]
    if not several:
        return _points(table, player, {})
    choices = product((1, 2, 3, 4), repeat=len(several))
    chosen = (dict(zip(several, kinds, strict=True)) for kinds in choices)
    return max(
        (_points(table, player, kinds) for kinds in chosen), key=lambda all: sum(all.values())
    )


def _points(table: Table, player: Player, kinds: dict[int, int]) -> dict[int, int]:
    """The points by card, with these kinds for the worlds that can have any."""
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    for card in player.tableau:
        for power in table.by_card[card]:
            if isinstance(power.hook, hooks.Score):
                amount = _line(table, player, power, counted, kinds)
                points[card] = points.get(card, 0) + amount
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
    per, hook = power.per, power.hook
    assert per is not None
    assert isinstance(hook, hooks.Score)
    bits = per.mask
    for world, kind in kinds.items():
        if hook.per is not None and hook.per.selector is not None:
            as_kind = table.mask_as_kind(hook.per.selector, power.card, kind)
            bits = bits & ~(1 << world) | as_kind & 1 << world
    return bits


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
    ties = tuple(len(player.hand) + len(player.goods) for player in state.players)
    best = max(zip(scores, ties, strict=True))
    winners = tuple(seat for seat in seats if (scores[seat], ties[seat]) == best)
    return Result(scores, ties, winners)
