"""Lints for scoring: lines that count the card itself or no card, and excessive points.

The expected score of a card on an average tableau is used as its points in the cost model.
docs/diagnostics.md has the results for official cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.diagnostics.model import Label
from rftg_dsl.hooks import race as hooks
from rftg_dsl.lint.cost_model import (
    AverageTableau,
    Features,
    card_features,
    official_figures,
)
from rftg_dsl.lint.strength import MAX_ERRORS, predict_cost
from rftg_dsl.lint.view import Finding, Line, View
from rftg_dsl.model import Card
from rftg_dsl.sets.units import Draft
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.ast import Selector


def check_itself(view: View) -> Iterator[Finding]:
    """Yield at most one finding per card, at the line that counts the card itself."""
    for draft, card in view.unit_cards:
        lines = [Line(draft, card, *pair) for pair in draft.lines]
        yield from _check_scoring_lines(
            [line for line in lines if line.power.power.phase == ast.SCORE], view
        )


def _check_scoring_lines(lines: list[Line], view: View) -> Iterator[Finding]:
    excluding_line: Line | None = None
    for line in lines:
        for selector in _counted_selectors(line):
            if not view.mask(selector) & view.bit(line.card):
                continue
            if not selector.other:
                yield from _itself_finding(line, selector, excluding_line, view)
                return
            excluding_line = excluding_line or line


def _itself_finding(
    line: Line, selector: ast.Selector, excluding_line: Line | None, view: View
) -> Iterator[Finding]:
    region = line.source_line.region(selector.span)
    if view.mask(selector) == view.bit(line.card) and view.is_single(line.card):
        yield Finding(
            region,
            "in the sets in use, this line only counts the card itself, so its points never change",
            "count other cards, too, or write the points as `vp:`",
        )
    elif excluding_line is not None:
        label = Label(excluding_line.source_line.full_region, "`other` excludes the card here")
        yield Finding(
            region,
            "this line counts the card itself, but a line above excludes it with `other`",
            "write `other` in both lines or in neither",
            labels=(label,),
            replacement=f"other {line.source_line.text[selector.span.start : selector.span.end]}",
        )


# --- lines that never score


def check_shadowed(view: View) -> Iterator[Finding]:
    """Yield a finding for each line whose cards are all counted by earlier lines."""
    for draft, card in view.unit_cards:
        lines = [
            Line(draft, card, source_line, power)
            for source_line, power in draft.lines
            if power.power.phase == ast.SCORE
        ]
        if len(lines) > 1:
            yield from _check_order(card, lines, view)


def _check_order(card: Card, lines: list[Line], view: View) -> Iterator[Finding]:
    earlier: list[tuple[Line, int]] = []
    for line in lines:
        for selector in _counted_selectors(line):
            mask = view.others_of(card, selector) if selector.other else view.mask(selector)
            # The owner chooses the kind of some worlds, so they can match any line.
            certain = mask & ~view.kinds_chosen
            uncounted = certain
            for _, earlier_mask in earlier:
                uncounted &= ~earlier_mask
            if certain and not uncounted:
                yield _shadowed_finding(
                    line, [other for other, earlier_mask in earlier if earlier_mask & certain]
                )
            earlier.append((line, mask))


def _counted_selectors(line: Line) -> list[Selector]:
    """Return the selectors that a scoring line counts."""
    counts = [effect.per.count for effect in line.power.power.effects if effect.per is not None]
    return [count.selector for count in counts if count.selector is not None]


def _shadowed_finding(line: Line, earlier_lines: list[Line]) -> Finding:
    labels = [
        Label(earlier.source_line.full_region, "this line counts them first")
        for earlier in earlier_lines
    ]
    return Finding(
        line.source_line.full_region,
        "earlier lines already count every card that this line counts, so it never scores",
        "move this line above the more general line, or delete it",
        labels=tuple(labels),
    )


# --- points


def check_points(view: View) -> Iterator[Finding]:
    """Yield a finding for each card that scores too much, at its most valuable line."""
    scoring = [(draft, card) for draft, card in view.unit_cards if has_paid_points(card)]
    if not scoring:
        return
    deck = AverageTableau([(card, view.bit(card)) for card in view.cards], view.mask)
    for draft, card in scoring:
        points = deck.points(card, view.bit(card))
        if expected_cost(card, points) - card.cost > report_threshold():
            yield _points_finding(draft, card, points)


def has_paid_points(card: Card) -> bool:
    """Return whether a card has variable points and isn't a start world."""
    return card.vp is None and card.start is None


def features_with(card: Card, points: float) -> Features:
    """Return the features of a card with these points."""
    amounts = card_features(card)
    amounts["VP"] = points
    if card.military:
        amounts["VP of a military world"] = points
    return amounts


def expected_cost(card: Card, points: list[tuple[hooks.Score, float]]) -> float:
    """Return the cost of official cards with the same points and features."""
    features = features_with(card, sum(amount for _, amount in points))
    return predict_cost(features) + official_figures().scoring.mean


def report_threshold() -> float:
    """Return the reported difference between expected and actual cost."""
    return MAX_ERRORS * official_figures().scoring.deviation


def _points_finding(draft: Draft, card: Card, points: list[tuple[hooks.Score, float]]) -> Finding:
    measure = "defense" if card.military else "cost"
    region = draft.region(f"military {card.type}" if card.military else card.type)
    texts_by_hook = {hook: source_line for source_line, line in draft.lines for hook in line.hooks}
    best_hook = max(points, key=lambda item: item[1])[0]
    total, cost = sum(amount for _, amount in points), expected_cost(card, points)
    return Finding(
        texts_by_hook[best_hook].full_region,
        f"the card scores about {total:.0f} points on an average tableau, which is worth a"
        f" {measure} of about {cost:.0f}, but its {measure} is {card.cost}",
        f"score at most {_max_points(card)} points there, or change the {measure} or the powers",
        tuple(f"`{texts_by_hook[hook].text}` scores {amount:.1f}" for hook, amount in points),
        (Label(region, f"the {measure}"),),
    )


def _max_points(card: Card) -> int:
    """Return the highest number of points that isn't reported."""
    cost_per_point = predict_cost(features_with(card, 1)) - predict_cost(features_with(card, 0))
    margin = card.cost + report_threshold() - expected_cost(card, [])
    return max(0, int(margin / cost_per_point))
