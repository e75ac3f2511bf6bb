"""Weights of features, habits and predictors, read from a file that `python -m rftg_dev.train`
writes.

Each feature has a weight for the start and one for the end of a game. The stages between them
interpolate.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from gamekit import learned
from gamekit.learned import check_trained, named_rows, numbers, read_json
from rftg_engine import actions
from rftg_engine.bots import features, habits

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
"""Names by number."""


FORMAT: Final = "rftg-weights/1"
SHIPPED: Final = Path(__file__).with_name("weights.json")
CLASSIC: Final = Path(__file__).with_name("classic.json")
"""Weights learned without a network."""
STAGES: Final = 12
"""Number of the last stage of a game. Stage 0 is the start of a game."""
PREDICTED_ACTIONS: Final[tuple[str, ...]] = tuple(
    actions.NAMES[action]
    for action in range(actions.SEARCH)
    if action not in (actions.DEVELOP_2, actions.SETTLE_2)
)
"""Names of the actions that are predicted for other players."""

TRAINED: Final[dict[str, type]] = {**learned.TRAINED, "generations": int, "trials": int}
"""Types of the notes on the training. Hand-written weights have no notes."""


class Weights:
    """Weights of features in points of the final lead, and the behavior of a player.

    features, habits: pairs of the values at the start and at the end of a game, by number.
    predictors: weights of PREDICTORS for each of PREDICTED_ACTIONS.
    """

    def __init__(
        self,
        features: list[tuple[float, float]],
        habits: list[tuple[float, float]],
        predictors: list[list[float]],
    ) -> None:
        self.features = features
        self.habits = habits
        self.predictors = predictors


def at_stage(pairs: list[tuple[float, float]], stage: int) -> list[float]:
    """Return the values at a stage, interpolated between the start and the end."""
    end_share = stage / STAGES
    return [first * (1.0 - end_share) + last * end_share for first, last in pairs]


def parse(data: Any, source: str) -> Weights:
    """Return the weights in a file's JSON data. Raise ValueError with the source and the place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{source}: this is not {FORMAT}")
    check_trained(data.get("trained"), TRAINED, source)
    return Weights(
        _pairs(data, "features", features.NAMES, source),
        _pairs(data, "habits", habits.NAMES, source),
        [
            numbers(row, len(PREDICTORS), f"{source}: actions: {name}")
            for name, row in named_rows(data, "actions", PREDICTED_ACTIONS, source)
        ],
    )


def _pairs(
    data: dict[str, Any], section: str, names: tuple[str, ...], source: str
) -> list[tuple[float, float]]:
    pairs = []
    for name, row in named_rows(data, section, names, source):
        first, last = numbers(row, 2, f"{source}: {section}: {name}")
        pairs.append((first, last))
    return pairs


def read(path: Path = SHIPPED) -> Weights:
    """Return the weights in a file. Raise ValueError if the file is not valid."""
    return parse(read_json(path), path.name)
