"""What the shipped sets are like in figures: official.json, made by `rftg_dev.generators.curve`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

DATA: Final = Path(__file__).with_name("official.json")


class Curve(NamedTuple):
    """The model of cost: what each feature is worth, in cost.

    cards: how many it is fitted to. deviation: of the residuals. unseen: the root mean square
    error for a card that is left out of the fit. explained: R squared.
    """

    cards: int
    deviation: float
    unseen: float
    explained: float
    worth: dict[str, float]


class Scoring(NamedTuple):
    """What official cards cost more than the model says, with what they score on an average tableau
    as points: of so many cards the mean, and the standard deviation of a single one."""

    cards: int
    mean: float
    deviation: float


class Share(NamedTuple):
    """How many of some cards are of a sort: a part from 0 to 1."""

    name: str
    of: str
    part: float


class Mean(NamedTuple):
    """The mean cost (or defense) of some cards, and the standard deviation of a single one."""

    of: str
    mean: float
    deviation: float


class Official(NamedTuple):
    """All figures."""

    curve: Curve
    scoring: Scoring
    shares: tuple[Share, ...]
    means: tuple[Mean, ...]


@cache
def official() -> Official:
    """Return the figures of the shipped sets."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return Official(
        Curve(**data["curve"]),
        Scoring(**data["scoring"]),
        tuple(Share(*row) for row in data["shares"]),
        tuple(Mean(*row) for row in data["means"]),
    )
