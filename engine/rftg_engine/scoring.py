"""Points: cards, chips, variable cards; and who wins (base rulebook, Game End)."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_dsl import hooks
from rftg_engine.powers import BoundPower
from rftg_engine.state import Player, State
from rftg_engine.table import Table


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: points and tie-break by seat, and the seats that won."""

    scores: tuple[int, ...]
    tie_breaks: tuple[int, ...]
    winners: tuple[int, ...]


def score(table: Table, player: Player) -> int:
    """The points a player would have if the game ended now."""
    printed = sum(table.vp[card] for card in player.tableau)
    return player.vp + printed + sum(variable_points(table, player).values())


def variable_points(table: Table, player: Player) -> dict[int, int]:
    """Points of the cards with score lines, by card.

    base rulebook, 6-cost Developments: a card counts for the first line that it matches.
    """
    points: dict[int, int] = {}
    counted: dict[int, int] = {}
    for card in player.tableau:
        for power in table.by_card[card]:
            if isinstance(power.hook, hooks.Score):
                amount = _line(player, power, counted)
                points[card] = points.get(card, 0) + amount
    return points


def _line(player: Player, power: BoundPower, counted: dict[int, int]) -> int:
    """The points of one line. counted: by scoring card, the cards that earlier lines counted."""
    per = power.per
    assert per is not None
    if per.things == "cards":
        already = counted.get(power.card, 0)
        matching = player.powers.mask & per.mask & ~already
        counted[power.card] = already | matching
        number = matching.bit_count()
    elif per.things == "chips":
        number = player.vp
    else:
        # base rulebook, New Galactic Order: negative military counts, so this may cost points.
        number = player.powers.military
    return power.amount * int(number / per.divisor)


def result(table: Table, state: State) -> Result:
    """The result if the game ended now.

    base rulebook, Game End: ties go to the most cards in hand and goods; then all tied win.
    """
    scores = tuple(score(table, player) for player in state.players)
    ties = tuple(len(player.hand) + len(player.goods) for player in state.players)
    best = max(zip(scores, ties, strict=True))
    winners = tuple(seat for seat in range(len(scores)) if (scores[seat], ties[seat]) == best)
    return Result(scores, ties, winners)
