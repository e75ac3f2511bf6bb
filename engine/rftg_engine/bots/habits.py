"""Habits of a player, and predictors of the next actions of other players.

A habit is a bonus, a hope or a degree of trust that the value of a position does not include. It is
learned for the start and for the end of a game; the stages between them interpolate. `python -m
rftg_dev.train weights` writes the file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from gamekit import learned
from rftg_engine import actions

HAND_SYNERGY: Final = 10
OUT_OF_REACH: Final = 11
TOO_EXPENSIVE: Final = 12
ENVY: Final = 13
SHARING: Final = 14
OTHERS_DEVELOP: Final = 15
OTHERS_SETTLE: Final = 16
OTHERS_EXPLORE: Final = 17

NAMES: Final[tuple[str, ...]] = (
    *actions.NAMES,
    *[name.lower() for name in list(globals()) if name.isupper()],
)
"""Names by number. The first are added to the gain of an action, by the number of the action."""

NEVER_NEGATIVE: Final = (HAND_SYNERGY, OUT_OF_REACH, TOO_EXPENSIVE)
"""Habits that would rank a worse card above a better one if they were negative."""

PHASES: Final[tuple[str, ...]] = ("explore", "develop", "settle", "consume", "produce")
"""Phases that can be shared."""
EXPLORE: Final = 0
DEVELOP: Final = 1
SETTLE: Final = 2
CONSUME: Final = 3
PRODUCE: Final = 4

NO_PHASE: Final = -1
PHASE_OF_ACTION: Final = [
    PHASES.index(phase) if phase in PHASES else NO_PHASE for phase in actions.PHASE_OF
]
"""Index in PHASES of the phase that each action selects, or NO_PHASE."""

PREDICTED_ACTIONS: Final[tuple[str, ...]] = tuple(
    actions.NAMES[action]
    for action in range(actions.SEARCH)
    if action not in (actions.DEVELOP_2, actions.SETTLE_2)
)
"""Names of the actions that are predicted for other players."""
PREDICTORS: Final[tuple[str, ...]] = (
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
"""Facts about a player from which the next action is predicted, by number."""

FORMAT: Final = "rftg-weights/1"
SHIPPED: Final = Path(__file__).with_name("weights.json")
STAGES: Final = 12
"""Number of the last stage of a game. Stage 0 is the start of a game."""


class Weights(NamedTuple):
    """Weights of habits and predictors.

    habits: pairs of the values at the start and at the end of a game, by number. predictors:
    weights of PREDICTORS for each of PREDICTED_ACTIONS.
    """

    habits: list[tuple[float, float]]
    predictors: list[list[float]]


def at_stage(pairs: list[tuple[float, float]], stage: int) -> list[float]:
    """Return the values at a stage, interpolated between the start and the end."""
    end_share = stage / STAGES
    return [first * (1.0 - end_share) + last * end_share for first, last in pairs]


@lru_cache(maxsize=8)
def read(path: Path = SHIPPED) -> Weights:
    """Return the weights in a file, read once. Raise ValueError if the file is not valid."""
    return learned.read(path, FORMAT, _parse)


def _parse(data: dict[str, Any]) -> Weights:
    pairs = [(first, last) for first, last in learned.rows(data, "habits", NAMES, 2)]
    return Weights(pairs, learned.rows(data, "actions", PREDICTED_ACTIONS, len(PREDICTORS)))
