"""Fits the figures of the shipped sets that design lints compare with.

    python -m rftg_dev.generators.curve            prints the model and the cards farthest off
    python -m rftg_dev.generators.curve --write    writes official.json and docs/diagnostics.md

Cost is fitted by ordinary least squares to the features of all official cards with a price of
their own (no start worlds, no cards that score). Cards that score are held against it, with what
they score on an average tableau as points. No card is looked at by title.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from rftg_dev.generators.reference import DOCS, filled_in
from rftg_dsl.library import load_shipped
from rftg_dsl.lint.scoring import features_with, has_paid_points
from rftg_dsl.lint.set_design import MEANS, SHARES, count_category, counted_cards, select_population
from rftg_dsl.lint.strength import has_modelled_cost
from rftg_dsl.lint.support.cost_model import DATA_FILE, NAMES, AverageTableau, card_features
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import CardIndex
from rftg_dsl.source.rewriting import write_atomically

PAGE: Final = DOCS / "diagnostics.md"
"""Shows the model; only a checkout has it."""
Row = list[float]


class Fit(NamedTuple):
    """What came of a fit. errors: of the worths. residuals: cost less the model's, by card;
    left_out: the same with the model fitted to all other cards."""

    worth: Row
    errors: Row
    residuals: Row
    left_out: Row
    deviation: float
    explained: float


def official_cards() -> list[Card]:
    """Return the cards of all shipped sets, replaced ones too."""
    sets = load_shipped().sets
    return [card for card_set in sets for card in card_set.cards]


def fit(rows: Sequence[Row], costs: Row) -> Fit:
    """Return the least squares, by the normal equations.

    Raises ValueError where features depend on others.
    """
    columns = list(zip(*rows, strict=True))
    squares = [[_dot(one, other) for other in columns] for one in columns]
    inverse = _inverse(squares)
    sums = [_dot(column, costs) for column in columns]
    worth = [_dot(row, sums) for row in inverse]
    residuals = [cost - _dot(row, worth) for row, cost in zip(rows, costs, strict=True)]
    # The leverage of a card says how far the fit follows it: the error without it is larger.
    leverages = [_dot(row, [_dot(line, row) for line in inverse]) for row in rows]
    left_out = [one / (1 - leverage) for one, leverage in zip(residuals, leverages, strict=True)]
    lost = _dot(residuals, residuals)
    mean = statistics.mean(costs)
    deviation = sqrt(lost / (len(rows) - len(worth)))
    errors = [deviation * sqrt(inverse[number][number]) for number in range(len(worth))]
    explained = 1 - lost / sum((cost - mean) ** 2 for cost in costs)
    return Fit(worth, errors, residuals, left_out, deviation, explained)


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _inverse(matrix: Sequence[Row]) -> list[Row]:
    """Invert by Gauss and Jordan, with the largest pivot.

    Raises ValueError for a singular matrix.
    """
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for at in range(size):
        best = max(range(at, size), key=lambda number: abs(rows[number][at]))
        rows[at], rows[best] = rows[best], rows[at]
        pivot = rows[at][at]
        if abs(pivot) < 1e-9:
            raise ValueError(f"the feature `{NAMES[at]}` follows from those before it")
        rows[at] = [value / pivot for value in rows[at]]
        for number in range(size):
            factor = rows[number][at]
            if number != at and factor:
                rows[number] = [a - factor * b for a, b in zip(rows[number], rows[at], strict=True)]
    return [row[size:] for row in rows]


def fit_cards(cards: Sequence[Card]) -> Fit:
    """Return the model of cost for some cards, all of them priced."""
    rows = [[found[name] for name in NAMES] for found in map(card_features, cards)]
    return fit(rows, [float(card.cost) for card in cards])


def scoring_off(cards: Sequence[Card], model: Fit) -> Row:
    """Return what each card that scores costs more than the model says, with its points."""
    found = [(card, features_with(card, points)) for card, points in scored(cards)]
    return [card.cost - _dot([one[name] for name in NAMES], model.worth) for card, one in found]


def scored(cards: Sequence[Card]) -> list[tuple[Card, float]]:
    """Return the cards that score, with what they come to on an average tableau of all cards."""
    bits = {card: 1 << number for number, card in enumerate(cards)}
    deck = AverageTableau(list(bits.items()), CardIndex(cards).mask)
    scoring = [card for card in cards if has_paid_points(card)]
    return [(card, sum(part for _, part in deck.points(card, bits[card]))) for card in scoring]


def figures(cards: Sequence[Card]) -> dict[str, Any]:
    """Return all that official.json holds."""
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
            "cards": len(off := scoring_off(cards, model)),
            "mean": round(statistics.mean(off), 3),
            "deviation": round(statistics.stdev(off), 3),
        },
        "shares": [_share(cards, name, of) for name, of in SHARES],
        "means": [_mean(cards, of) for of in MEANS],
    }


def _root_mean_square(values: Row) -> float:
    return sqrt(_dot(values, values) / len(values))


def _share(cards: Sequence[Card], name: str, of: str) -> list[Any]:
    among = select_population(counted_cards(iter(cards)), of)
    return [name, of, round(count_category(among, name) / len(among), 3)]


def _mean(cards: Sequence[Card], of: str) -> list[Any]:
    costs = [card.cost for card in select_population(counted_cards(iter(cards)), of)]
    return [of, round(statistics.mean(costs), 3), round(statistics.stdev(costs), 3)]


def text_of(data: dict[str, Any]) -> str:
    """Return the file as text: one figure a line."""
    curve = json.dumps(data["curve"], indent=2).replace("\n", "\n  ")
    scoring = json.dumps(data["scoring"])
    parts = [f'  "curve": {curve}', f'  "scoring": {scoring}']
    for key in ("shares", "means"):
        rows = ",\n".join(f"    {json.dumps(row)}" for row in data[key])
        parts.append(f'  "{key}": [\n{rows}\n  ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def table(cards: Sequence[Card]) -> str:
    """Return the model, for docs/diagnostics.md."""
    used = [card for card in cards if has_modelled_cost(card)]
    model = fit_cards(used)
    bearers = [sum(card_features(card)[name] != 0 for card in used) for name in NAMES]
    columns = zip(NAMES, model.worth, model.errors, bearers, strict=True)
    rows = [
        f"| {name} | {worth:+.2f} | {error:.2f} | {number} |"
        for name, worth, error, number in columns
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
    """Return what official cards score on an average tableau, for docs/diagnostics.md."""
    off = scoring_off(cards, fit_cards([card for card in cards if has_modelled_cost(card)]))
    points = [number for _, number in scored(cards)]
    return (
        f"{len(off)} official cards score {min(points):.1f} to {max(points):.1f} points there,"
        f" {statistics.mean(points):.1f} on an average.\nThey cost {statistics.mean(off):+.2f} more"
        f" than the curve says, with a standard deviation of {statistics.stdev(off):.2f}; the"
        f" cheapest for its points {min(off):+.2f}.\n"
    )


def _farthest(cards: Sequence[Card]) -> str:
    """Return the cards whose cost is farthest from what all others say."""
    used = [card for card in cards if has_modelled_cost(card)]
    off = sorted(zip(fit_cards(used).left_out, used, strict=True), key=lambda one: -abs(one[0]))
    rows = [f"{card.title:32} cost {card.cost}, off by {far:+.2f}" for far, card in off[:10]]
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Fit the figures of the shipped sets.")
    parser.add_argument(
        "--write", action="store_true", help="to official.json and docs/diagnostics.md"
    )
    cards = official_cards()
    if parser.parse_args(argv).write:
        write_atomically(DATA_FILE, text_of(figures(cards)))
        text = PAGE.read_text(encoding="utf-8")
        for name, shown in (("curve", table(cards)), ("scoring", scoring_table(cards))):
            text = filled_in(text, name, shown)
        write_atomically(PAGE, text)
    print(table(cards) + "\n" + _farthest(cards))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
