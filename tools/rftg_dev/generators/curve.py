"""Fit of the figures of the shipped sets that design lints compare cards with.

    python -m rftg_dev.generators.curve            prints the model and its largest residuals
    python -m rftg_dev.generators.curve --write    writes official.json and docs/diagnostics.md

Cost is fitted by ordinary least squares to the features of all official cards that have a cost (no
start worlds) and do not score. Cards that score are then compared with this model, with their
points on an average tableau. No card is recognized by its title.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from rftg_dev.generators.reference import DOCS, filled_in
from rftg_dsl.library import load_shipped
from rftg_dsl.lint.cost_model import DATA_FILE, NAMES, AverageTableau, card_features
from rftg_dsl.lint.scoring import features_with, has_paid_points
from rftg_dsl.lint.set_design import MEANS, SHARES, count_category, counted_cards, select_population
from rftg_dsl.lint.strength import has_modelled_cost
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.source.files import write_atomically

PAGE: Final = DOCS / "diagnostics.md"
"""Page that shows the model; only in a checkout."""
Row = list[float]


class Fit(NamedTuple):
    """Result of a fit.

    errors: standard errors of `worth`. residuals: cost minus the model's, by card. left_out: the
    same for a model fitted to all other cards.
    """

    worth: Row
    errors: Row
    residuals: Row
    left_out: Row
    deviation: float
    explained: float


def official_cards() -> list[Card]:
    """Return the cards of all shipped sets, including replaced ones."""
    sets = load_shipped().sets
    return [card for card_set in sets for card in card_set.cards]


def fit(rows: Sequence[Row], costs: Row) -> Fit:
    """Fit costs by least squares. Raises ValueError if the features are linearly dependent."""
    features, target = np.array(rows), np.array(costs)
    if np.linalg.matrix_rank(features) < features.shape[1]:
        raise ValueError("the features are linearly dependent")
    inverse = np.linalg.inv(features.T @ features)
    worth = inverse @ features.T @ target
    residuals = target - features @ worth
    # The leverage of a card is how much the fit follows it: without it, the residual is larger.
    leverages = np.einsum("ij,jk,ik->i", features, inverse, features)
    squares = float(residuals @ residuals)
    deviation = sqrt(squares / (len(rows) - len(worth)))
    return Fit(
        worth.tolist(),
        (deviation * np.sqrt(np.diag(inverse))).tolist(),
        residuals.tolist(),
        (residuals / (1 - leverages)).tolist(),
        deviation,
        1 - squares / float(((target - target.mean()) ** 2).sum()),
    )


def fit_cards(cards: Sequence[Card]) -> Fit:
    """Fit the cost of the cards, all of which have a modelled cost."""
    rows = [[values[name] for name in NAMES] for values in map(card_features, cards)]
    return fit(rows, [float(card.cost) for card in cards])


def scoring_residuals(cards: Sequence[Card], model: Fit) -> Row:
    """Return the cost of each card that scores minus the model's, including its points."""
    pairs = [(card, features_with(card, points)) for card, points in scoring_cards(cards)]
    return [
        card.cost
        - sum(values[name] * worth for name, worth in zip(NAMES, model.worth, strict=True))
        for card, values in pairs
    ]


def scoring_cards(cards: Sequence[Card]) -> list[tuple[Card, float]]:
    """Return the cards that score with their points on an average tableau of all cards."""
    bits = {card: 1 << index for index, card in enumerate(cards)}
    deck = AverageTableau(list(bits.items()), CardIndex(cards).mask)
    scoring = [card for card in cards if has_paid_points(card)]
    return [(card, sum(part for _, part in deck.points(card, bits[card]))) for card in scoring]


def figures(cards: Sequence[Card]) -> dict[str, Any]:
    """Return the content of official.json."""
    used = [card for card in cards if has_modelled_cost(card)]
    model = fit_cards(used)
    return {
        "curve": {
            "cards": len(used),
            "deviation": round(model.deviation, 3),
            "unseen": round(_root_mean_square(model.left_out), 3),
            "explained": round(model.explained, 3),
            "worth": {
                name: round(value, 3) for name, value in zip(NAMES, model.worth, strict=True)
            },
        },
        "scoring": {
            "cards": len(residuals := scoring_residuals(cards, model)),
            "mean": round(statistics.mean(residuals), 3),
            "deviation": round(statistics.stdev(residuals), 3),
        },
        "shares": [_share(cards, name, group) for name, group in SHARES],
        "means": [_mean(cards, group) for group in MEANS],
    }


def _root_mean_square(values: Row) -> float:
    return sqrt(sum(value * value for value in values) / len(values))


def _share(cards: Sequence[Card], name: str, group: str) -> list[Any]:
    among = select_population(counted_cards(iter(cards)), group)
    return [name, group, round(count_category(among, name) / len(among), 3)]


def _mean(cards: Sequence[Card], group: str) -> list[Any]:
    costs = [card.cost for card in select_population(counted_cards(iter(cards)), group)]
    return [group, round(statistics.mean(costs), 3), round(statistics.stdev(costs), 3)]


def text_of(data: dict[str, Any]) -> str:
    """Format the content of official.json, one figure per line."""
    curve = json.dumps(data["curve"], indent=2).replace("\n", "\n  ")
    scoring = json.dumps(data["scoring"])
    parts = [f'  "curve": {curve}', f'  "scoring": {scoring}']
    for key in ("shares", "means"):
        rows = ",\n".join(f"    {json.dumps(row)}" for row in data[key])
        parts.append(f'  "{key}": [\n{rows}\n  ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def table(cards: Sequence[Card]) -> str:
    """Return the table of the model for docs/diagnostics.md."""
    used = [card for card in cards if has_modelled_cost(card)]
    model = fit_cards(used)
    counts = [sum(card_features(card)[name] != 0 for card in used) for name in NAMES]
    columns = zip(NAMES, model.worth, model.errors, counts, strict=True)
    rows = [
        f"| {name} | {worth:+.2f} | {error:.2f} | {count} |"
        for name, worth, error, count in columns
    ]
    return (
        f"{len(used)} cards, {len(NAMES)} features, R² {model.explained:.3f}. Standard deviation of"
        f" the residuals {model.deviation:.2f}, the largest {max(map(abs, model.residuals)):.2f}."
        "\nError for a card left out of the fit: root mean square"
        f" {_root_mean_square(model.left_out):.2f}, mean"
        f" {statistics.mean(map(abs, model.left_out)):.2f}, the largest"
        f" {max(map(abs, model.left_out)):.2f}.\n\n"
        "| feature | worth | standard error | cards |\n|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )


def scoring_table(cards: Sequence[Card]) -> str:
    """Return the paragraph about official cards that score, for docs/diagnostics.md."""
    model = fit_cards([card for card in cards if has_modelled_cost(card)])
    residuals = scoring_residuals(cards, model)
    points = [value for _, value in scoring_cards(cards)]
    return (
        f"{len(residuals)} official cards score {min(points):.1f} to {max(points):.1f} points"
        f" there, {statistics.mean(points):.1f} on average.\nThey cost"
        f" {statistics.mean(residuals):+.2f} more than the curve says, with a standard deviation of"
        f" {statistics.stdev(residuals):.2f}; the cheapest for its points {min(residuals):+.2f}.\n"
    )


def _largest_residuals(cards: Sequence[Card]) -> str:
    """Return the cards that differ most from a model fitted to all other cards."""
    used = [card for card in cards if has_modelled_cost(card)]
    pairs = list(zip(fit_cards(used).left_out, used, strict=True))
    pairs.sort(key=lambda pair: -abs(pair[0]))
    rows = [f"{card.title:32} cost {card.cost}, off by {error:+.2f}" for error, card in pairs[:10]]
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None) -> int:
    """Print or write the figures."""
    parser = argparse.ArgumentParser(description="Fit the figures of the shipped sets.")
    parser.add_argument(
        "--write", action="store_true", help="write official.json and docs/diagnostics.md"
    )
    cards = official_cards()
    if parser.parse_args(argv).write:
        write_atomically(DATA_FILE, text_of(figures(cards)))
        text = PAGE.read_text(encoding="utf-8")
        for name, part in (("curve", table(cards)), ("scoring", scoring_table(cards))):
            text = filled_in(text, name, part)
        write_atomically(PAGE, text)
    print(table(cards) + "\n" + _largest_residuals(cards))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
