"""Lints for scoring: lines that count the card itself or no card, and far too many points.

What the lines of a card come to on an average tableau is put into the model of cost as its points.
docs/diagnostics.md states what this says of the official cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.diagnostics.model import Label
from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.strength import ERRORS, predict_cost
from rftg_dsl.lint.support.cost_model import (
    AverageTableau,
    Features,
    card_features,
    official_figures,
)
from rftg_dsl.lint.support.view import Finding, Line, View
from rftg_dsl.model import Card
from rftg_dsl.sets.units import Draft
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Selector


def check_itself(view: View) -> Iterator[Finding]:
    """Yield at most one finding for a card, at the line that counts it."""
    for draft, card in view.own:
        lines = [Line(draft, card, *pair) for pair in draft.lines]
        yield from _check_scoring_lines(
            [line for line in lines if line.power.power.phase == ast.SCORE], view
        )


def _check_scoring_lines(lines: list[Line], view: View) -> Iterator[Finding]:
    left_out: Line | None = None
    for line in lines:
        for selector in _counted_selectors(line):
            if not view.mask(selector) & view.bit(line.card):
                continue
            if not selector.other:
                yield from _itself_finding(line, selector, left_out, view)
                return
            left_out = left_out or line


def _itself_finding(
    line: Line, selector: ast.Selector, left_out: Line | None, view: View
) -> Iterator[Finding]:
    region = line.written.region(selector.span)
    if view.mask(selector) == view.bit(line.card) and view.single(line.card):
        yield Finding(
            region,
            "the only card of the sets in use that this line means is the card itself, so it is"
            " always worth the same",
            "name what other cards have, or write the points as `vp:`",
        )
    elif left_out is not None:
        above = Label(left_out.written.full_region, "`other` leaves it out here")
        yield Finding(
            region,
            "this card is left out by `other` in a line above, and counts here",
            "write `other` here too, or leave it out above",
            labels=(above,),
            replacement=f"other {line.written.text[selector.span.start : selector.span.end]}",
        )


# --- lines that no card counts for


def check_shadowed(view: View) -> Iterator[Finding]:
    """Yield one finding for a line whose cards are all taken."""
    for draft, card in view.own:
        lines = [
            Line(draft, card, written, power)
            for written, power in draft.lines
            if power.power.phase == ast.SCORE
        ]
        if len(lines) > 1:
            yield from _check_order(card, lines, view)


def _check_order(card: Card, lines: list[Line], view: View) -> Iterator[Finding]:
    taken: list[tuple[Line, int]] = []
    for line in lines:
        for selector in _counted_selectors(line):
            mask = view.others_of(card, selector) if selector.other else view.mask(selector)
            # A world whose kind is chosen counts where its owner wants, so it proves nothing.
            sure = mask & ~view.kinds_chosen
            free = sure
            for _, before in taken:
                free &= ~before
            if sure and not free:
                yield _shadowed_finding(line, [one for one, before in taken if before & sure])
            taken.append((line, mask))


def _counted_selectors(line: Line) -> list[Selector]:
    """Return the cards that a scoring line counts."""
    counts = [effect.per.count for effect in line.power.power.effects if effect.per is not None]
    return [count.selector for count in counts if count.selector is not None]


def _shadowed_finding(line: Line, above: list[Line]) -> Finding:
    labels = [Label(one.written.full_region, "this line counts them first") for one in above]
    return Finding(
        line.written.full_region,
        "every card that this line means counts for a line above, so it never gives a point",
        "put this line above the wider one, or delete it",
        labels=tuple(labels),
    )


# --- points


def check_points(view: View) -> Iterator[Finding]:
    """Yield one finding for a card that scores too much, at the line that brings most."""
    scoring = [(draft, card) for draft, card in view.own if has_paid_points(card)]
    if not scoring:
        return
    deck = AverageTableau([(card, view.bit(card)) for card in view.cards], view.mask)
    for draft, card in scoring:
        points = deck.points(card, view.bit(card))
        if expected_cost(card, points) - card.cost > report_threshold():
            yield _points_finding(draft, card, points)


def has_paid_points(card: Card) -> bool:
    """Return whether a card's points are variable and its cost is paid for them."""
    return card.vp is None and card.start is None


def features_with(card: Card, points: float) -> Features:
    """Return the features of a card that scores so many points."""
    amounts = card_features(card)
    amounts["VP"] = points
    if card.military:
        amounts["VP of a military world"] = points
    return amounts


def expected_cost(card: Card, points: list[tuple[hooks.Score, float]]) -> float:
    """Return the cost of official cards that score so much and give what this card gives."""
    found = features_with(card, sum(number for _, number in points))
    return predict_cost(found) + official_figures().scoring.mean


def report_threshold() -> float:
    """Return how much lower a cost must be to be reported."""
    return ERRORS * official_figures().scoring.deviation


def _points_finding(draft: Draft, card: Card, points: list[tuple[hooks.Score, float]]) -> Finding:
    what = "defense" if card.military else "cost"
    at = draft.region(f"military {card.type}" if card.military else card.type)
    places = {hook: written for written, line in draft.lines for hook in line.hooks}
    most = max(points, key=lambda one: one[1])[0]
    total, cost = sum(number for _, number in points), expected_cost(card, points)
    return Finding(
        places[most].full_region,
        f"on an average tableau the card scores about {total:.0f} points, worth a {what} of about"
        f" {cost:.0f}, and this one has {card.cost}",
        f"score at most {_most_points(card)} points there, or change what the card costs or gives",
        tuple(f"`{places[hook].text}` comes to {number:.1f}" for hook, number in points),
        (Label(at, f"the {what}"),),
    )


def _most_points(card: Card) -> int:
    """Return as many points as are no finding."""
    each = predict_cost(features_with(card, 1)) - predict_cost(features_with(card, 0))
    free = card.cost + report_threshold() - expected_cost(card, [])
    return max(0, int(free / each))
