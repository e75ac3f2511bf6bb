"""W603: a cost that official cards of that sort never have.

The model is a sum: each feature of the card (features.py) times what it is worth, fitted by
least squares to the shipped sets. docs/diagnostics.md states it with its errors.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.diagnostics.model import Region
from rftg_dsl.lint.support.features import EXTREMES, USUAL, Features, features
from rftg_dsl.lint.support.official import official
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.model import Card

CODE: Final = "W603"
_MINE: Final = "  - title: Deep Mine\n    world: 1\n    vp: 4\n    windfall: alien\n"
ENTRY: Final = Entry(
    "a cost far off the curve",
    "A model fitted to the official cards says what a card with these points, this good and these"
    " powers costs, and this one costs more than three times the model's error less or more."
    " Start worlds and cards that score at the end are left out: what they cost says nothing of"
    " what they give.",
    card_file(_MINE),
    card_file(_MINE.replace("world: 1", "world: 5")),
)

ERRORS: Final = 3
"""How many times the model's error for unseen cards a cost is off before it is reported:
one card in some hundreds, if all were made like the official ones."""
_SHOWN: Final = 3
"""Features named in a finding."""


def check(view: View) -> Iterator[Finding]:
    """Yield one finding for a card whose cost is far off."""
    bound = ERRORS * official().curve.unseen
    for draft, card in view.own:
        if not priced(card):
            continue
        least, most = _range(card)
        if not least - bound <= card.cost <= most + bound:
            region = draft.region(f"military {card.type}" if card.military else card.type)
            yield _finding(card, region, _low(least, bound), int(most + bound))


def _finding(card: Card, region: Region, low: int, high: int) -> Finding:
    what = "defense" if card.military else "cost"
    found = features(card)
    return Finding(
        region,
        f"official cards like this one have a {what} of about {max(0.0, worth(found)):.1f}, and"
        f" this one has {card.cost}",
        f"write a {what} from {low} to {high}, or change what the card gives",
        (
            _most(found),
            f"the model's usual error (root mean square) is {official().curve.unseen:.1f}",
        ),
    )


def priced(card: Card) -> bool:
    """Return whether the cost says what a card gives: no start world, no scoring at the end."""
    return card.start is None and card.vp is not None


def _range(card: Card) -> tuple[float, float]:
    """Return what the card costs by the model where its powers bring the least and the most."""
    costs = [max(0.0, worth(features(card, often))) for often in (USUAL, *EXTREMES)]
    return min(costs), max(costs)


def worth(found: Features) -> float:
    """Return what a card with these features costs by the model."""
    values = official().curve.worth
    return sum(values[name] * number for name, number in found.items())


def _low(expected: float, bound: float) -> int:
    """Return the lowest whole number that is not off."""
    return max(0, math.ceil(expected - bound))


def _most(found: Features) -> str:
    values = official().curve.worth
    parts = [(values[name] * number, name, number) for name, number in found.items()]
    parts = sorted((part for part in parts if abs(part[0]) >= 0.05), key=lambda part: -abs(part[0]))
    shown = [f"{name} {number:g} ({part:+.1f})" for part, name, number in parts[:_SHOWN]]
    return f"most of it: {', '.join(shown)}"
