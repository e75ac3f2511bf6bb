"""The score sheet of a game of Roll: where each player's points come from."""

from __future__ import annotations

from typing import Any

from roll_engine.cards.table import Table
from roll_engine.scoring.scoring import bonus_points, result
from roll_engine.state import State


def score_sheet(table: Table, state: State) -> dict[str, Any]:
    """Return for each player the points of chips, of each tile and of each line of scoring."""
    ended = result(table, state)
    players = []
    for seat, player in enumerate(state.players):
        bonus = bonus_points(table, state, seat)
        players.append(
            {
                "seat": seat,
                "total": ended.scores[seat],
                "tie_break": ended.tie_breaks[seat],
                "won": seat in ended.winners,
                "chips": player.chips,
                "tiles": [[face, table.vp[face]] for face in player.tableau],
                "bonus": [[face, points] for face, points in bonus.items()],
            }
        )
    return {"players": players}
