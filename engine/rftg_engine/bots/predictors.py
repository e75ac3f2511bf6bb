"""Predictors of what a player will do next: open facts of a seat, as numbers.

The weights of the actions (weights.py) say what they mean.
"""

from __future__ import annotations

from typing import Final

NAMES: Final[tuple[str, ...]] = (
    "always",
    "stage",
    "hand",
    "hand beyond 4",
    "hand beyond 8",
    "goods",
    "points from goods",
    "cards from goods",
    "best sale of goods",
    "goods that would come",
    "cards that would come",
    "explore",
    "develop",
    "settle",
    "military",
)
"""By number."""
