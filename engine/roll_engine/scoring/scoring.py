"""Points: chips, costs of tiles, lines of scoring; and who wins (Roll rulebook, Winning)."""

from __future__ import annotations

from gamekit.scoring import Result, ranked
from roll_engine.cards.table import Table
from roll_engine.state import State
from roll_engine.turns.counting import holds, times


def score(table: Table, state: State, seat: int) -> int:
    """Return the points a player would have if the game ended now."""
    player = state.players[seat]
    printed = sum([table.vp[face] for face in player.tableau])
    return player.chips + printed + sum(bonus_points(table, state, seat).values())


def bonus_points(table: Table, state: State, seat: int) -> dict[int, int]:
    """Return points of the faces with score lines, by face."""
    points: dict[int, int] = {}
    for power in state.players[seat].powers.scores:
        if holds(power.condition, table, state, seat):
            gained = power.points * times(power.per, table, state, seat)
            points[power.face] = points.get(power.face, 0) + gained
    return points


def tie_break(state: State, seat: int) -> int:
    """Return the dice in the cup and the credits of a player."""
    player = state.players[seat]
    return sum(player.cup) + player.credits


def result(table: Table, state: State) -> Result:
    """Return how the game would end now."""
    seats = range(len(state.players))
    scores = tuple([score(table, state, seat) for seat in seats])
    breaks = tuple([tie_break(state, seat) for seat in seats])
    return ranked(scores, breaks)
