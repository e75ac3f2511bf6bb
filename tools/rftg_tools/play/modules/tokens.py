"""Tokens as the page shows them: what each player has of every class, and what is left."""

from __future__ import annotations

from typing import Any

from rftg_engine.moves import tokens_left
from rftg_engine.view import View
from rftg_tools.play.frame_parts import FRAME_PARTS, Shown

Data = dict[str, Any]


def _part(shown: Shown, view: View) -> list[Data] | None:
    table, state = shown.table, shown.game.state
    if not table.tokens:
        return None
    return [
        {
            "name": name,
            "left": tokens_left(table, state, name),
            "held": [dict(seat.tokens).get(name, 0) for seat in view.seats],
        }
        for name in table.tokens
    ]


FRAME_PARTS["tokens"] = _part
