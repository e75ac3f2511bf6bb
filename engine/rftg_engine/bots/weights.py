"""Weights of features, habits and predictors, from a file that `python -m rftg_dev.train` writes.

Each feature has a weight for the start of a game and one for its end; at each stage between them
the two are mixed.
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
"""By number."""


FORMAT: Final = "rftg-weights/1"
SHIPPED: Final = Path(__file__).with_name("weights.json")
CLASSIC: Final = Path(__file__).with_name("classic.json")
"""Weights that were learned without a value beside them."""
STAGES: Final = 12
"""The game is told apart in so many steps; stage 0 is its start, stage 12 its end."""
FORESEEN: Final[tuple[str, ...]] = tuple(
    actions.NAMES[action]
    for action in range(actions.SEARCH)
    if action not in (actions.DEVELOP_2, actions.SETTLE_2)
)
"""The actions that are foreseen of others, by name."""

TRAINED: Final[dict[str, type]] = {**learned.TRAINED, "generations": int, "trials": int}
"""What is noted of the training. Weights that were made up have none of it."""


class Weights:
    """What features are worth, in points of the final margin, and how a player behaves.

    features, habits: by number, the value at the start of a game and the one at its end.
    predictors: for each action of FORESEEN a weight for each of PREDICTORS.
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
    """Return the values at a stage, mixed from those of the start and the end."""
    part = stage / STAGES
    return [first * (1.0 - part) + last * part for first, last in pairs]


def parse(data: Any, source: str) -> Weights:
    """Return the weights of a file's JSON data.

    Raises ValueError with the source and the place.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{source}: this is not {FORMAT}")
    check_trained(data.get("trained"), TRAINED, source)
    return Weights(
        _pairs(data, "features", features.NAMES, source),
        _pairs(data, "habits", habits.NAMES, source),
        [
            numbers(row, len(PREDICTORS), f"{source}: actions: {name}")
            for name, row in named_rows(data, "actions", FORESEEN, source)
        ],
    )


def _pairs(
    data: dict[str, Any], part: str, names: tuple[str, ...], source: str
) -> list[tuple[float, float]]:
    found = []
    for name, row in named_rows(data, part, names, source):
        first, last = numbers(row, 2, f"{source}: {part}: {name}")
        found.append((first, last))
    return found


def read(path: Path = SHIPPED) -> Weights:
    """Return the weights of a file. Raises ValueError when it is no file of weights."""
    return parse(read_json(path), path.name)
