"""Points: cards, chips, prestige, goals, variable cards; and who wins (base rulebook, Game End)."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_dsl import hooks
from rftg_engine import goals
from rftg_engine.bound import BoundPower
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
    """
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    for card in player.tableau:
        for power in table.by_card[card]:
            if isinstance(power.hook, hooks.Score):
                amount = _line(table, player, power, power.hook.table, counted)
                points[card] = points.get(card, 0) + amount
    return points


def _line(
    table: Table,
    player: Player,
    power: BoundPower,
    steps: tuple[int, ...],
    counted: dict[int, int],
) -> int:
    """The points of one line. counted: by scoring card, the cards that earlier lines counted."""
    per = power.per
    if per is None:
        return (0, *steps)[min(goals.kinds_of_worlds(table, player), len(steps))]
    if per.things == "cards":
        already = counted.get(power.card, 0)
        matching = player.powers.mask & per.mask & ~already
        counted[power.card] = already | matching
        number = matching.bit_count()
    else:
        number = _number(player, per.things)
    return power.amount * int(number / per.divisor)


def _number(player: Player, things: str) -> int:
    if things == "chips":
        return player.vp
    if things == "prestige":
        return player.prestige
    # base rulebook, New Galactic Order: negative military counts, so this may cost points.
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
