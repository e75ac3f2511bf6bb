"""W611: a card that scores far more than official cards of its cost.

What its lines come to on an average tableau (tableau.py) is put into the model of cost as its
points. docs/diagnostics.md states what this says of the official cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.diagnostics.model import Label
from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.rules.curve import ERRORS, worth
from rftg_dsl.lint.support.features import Features, features
from rftg_dsl.lint.support.official import official
from rftg_dsl.lint.support.tableau import Deck
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.model import Card
from rftg_dsl.sets.units import Draft

CODE: Final = "W611"
_HALL: Final = (
    "  - title: Miners' Hall\n    development: 6\n    vp: variable\n"
    "    powers: |\n      score: 4 per world\n"
)
_HEAD: Final = "requires: [base]\n"
ENTRY: Final = Entry(
    "far more points than official cards score",
    "An average tableau has twelve cards in the mix of the sets in use. What the scoring lines"
    " come to there, taken as points, and all else that the card gives are worth a cost, and this"
    " card has one that is lower than that of any official card that scores by far.",
    card_file(_HALL, _HEAD),
    card_file(_HALL.replace("4 per", "1 per"), _HEAD),
)


def check(view: View) -> Iterator[Finding]:
    """Yield one finding for a card that scores too much, at the line that brings most."""
    scoring = [(draft, card) for draft, card in view.own if scores(card)]
    if not scoring:
        return
    deck = Deck([(card, view.bit(card)) for card in view.cards], view.mask)
    for draft, card in scoring:
        points = deck.points(card, view.bit(card))
        if expected_cost(card, points) - card.cost > bound():
            yield _finding(draft, card, points)


def scores(card: Card) -> bool:
    """Return whether a card's points are variable and its cost is paid for them."""
    return card.vp is None and card.start is None


def features_with(card: Card, points: float) -> Features:
    """Return the features of a card that scores so many points."""
    amounts = features(card)
    amounts["VP"] = points
    if card.military:
        amounts["VP of a military world"] = points
    return amounts


def expected_cost(card: Card, points: list[tuple[hooks.Score, float]]) -> float:
    """Return the cost of official cards that score so much and give what this card gives."""
    found = features_with(card, sum(number for _, number in points))
    return worth(found) + official().scoring.mean


def bound() -> float:
    """Return how much lower a cost must be to be reported."""
    return ERRORS * official().scoring.deviation


def _finding(draft: Draft, card: Card, points: list[tuple[hooks.Score, float]]) -> Finding:
    what = "defense" if card.military else "cost"
    at = draft.region(f"military {card.type}" if card.military else card.type)
    places = {hook: written for written, line in draft.lines for hook in line.hooks}
    most = max(points, key=lambda one: one[1])[0]
    total, cost = sum(number for _, number in points), expected_cost(card, points)
    return Finding(
        places[most].whole,
        f"on an average tableau the card scores about {total:.0f} points, worth a {what} of about"
        f" {cost:.0f}, and this one has {card.cost}",
        f"score at most {_most_points(card)} points there, or change what the card costs or gives",
        tuple(f"`{places[hook].text}` comes to {number:.1f}" for hook, number in points),
        (Label(at, f"the {what}"),),
    )


def _most_points(card: Card) -> int:
    """Return as many points as are no finding."""
    each = worth(features_with(card, 1)) - worth(features_with(card, 0))
    free = card.cost + bound() - expected_cost(card, [])
    return max(0, int(free / each))
