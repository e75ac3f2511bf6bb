"""The score sheet of a game of Roll: where each player's points come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roll_engine.cards.table import Table
from roll_engine.phases.rounds import endings
from roll_engine.rules import FULL_TABLEAU
from roll_engine.scoring import bonus_points, result
from roll_engine.state import State


def score_sheet(table: Table, state: State, names: Sequence[str]) -> dict[str, Any]:
    """Return why the game ended, and the points of all: of chips, each tile, each scoring line.

    names: of the players, by seat.
    """
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
    return {"players": players, "why": _why(state, names)}


def _why(state: State, names: Sequence[str]) -> list[str]:
    """Return in words why the game ended."""
    reasons = endings(state)
    full = [
        f"{name} has {len(player.tableau)} of {FULL_TABLEAU} tiles"
        for name, player in zip(names, state.players, strict=True)
        if len(player.tableau) >= FULL_TABLEAU
    ]
    chips = ["no points are left in the pool"] if "chips" in reasons else []
    return [*full, *chips]
