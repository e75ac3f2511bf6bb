"""What bots said of a card when its balance was last measured."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rftg_tools.balance.history import measured
from rftg_tools.balance.statistics import Estimate


@dataclass(frozen=True, slots=True)
class OfBots:
    """The effect of drawing a card on the chance to win, in points. same: of this very text."""

    effect: Estimate
    same: bool


def said_by_bots(store: Path, set_id: str, title: str, says: Sequence[str]) -> OfBots | None:
    """Return the last figures of a card: of this text, else of another one; None for none.

    store: the file of the games of `rftg-dsl balance`; one that cannot be read has none.
    """
    try:
        found = measured(store, set_id, title)
    except (sqlite3.Error, OSError):
        return None
    same = next((effect for lines, effect in found if lines == list(says)), None)
    if same is not None:
        return OfBots(same, same=True)
    return OfBots(found[0][1], same=False) if found else None
