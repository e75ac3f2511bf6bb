"""A card as numbers, for the model of cost: points, good, and what its powers do.

Everything comes from printed facts and hooks, so a new card has the same features as an
official one. curve.json says what each is worth; docs/diagnostics.md describes them.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple, assert_never

from rftg_dsl.hooks import race as hooks
from rftg_dsl.model import Card
from rftg_dsl.syntax.ast import ANY_KIND, Effect

PRICES: Final = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5, ANY_KIND: 5}
"""What the good of a world sells for, in cards."""
NAMES: Final = (
    "any card",
    "development",
    "military world",
    "VP",
    "VP of a military world",
    "price of its good",
    "production",
    "cards looked at in Explore",
    "discount",
    "military",
    "military below zero",
    "price of goods sold",
    "cards drawn",
    "points from powers",
    "goods spent",
    "goods on windfall worlds",
    "special powers",
)
"""The features, each named as messages name it."""

_SOLD: Final = 2
"""Cards that a power brings which sells a good in Consume: less than its price, since it could
have been sold in Trade."""


class Often(NamedTuple):
    """What a game decides: how often a `per` comes, how often a condition holds (0 to 1), how many
    `all` or an open number are, and what a power is worth that comes once a game."""

    per: float
    held: float
    all: float
    once: float


USUAL: Final = Often(1.5, 0.5, 3, 0.3)
"""On the average of a game; the model is fitted with these."""
EXTREMES: Final = (Often(1, 0, 1, 0.2), Often(3, 1, 5, 1))
"""In a game in which little comes of it, and in one in which much does."""

Features = defaultdict[str, float]


def features(card: Card, often: Often = USUAL) -> Features:
    """Return the features of a card by name; those left out are 0, as variable points are."""
    amounts: Features = defaultdict(float, {"any card": 1, "VP": card.vp or 0})
    if card.type == "development":
        amounts["development"] = 1
    if card.military:
        amounts["military world"] = 1
        amounts["VP of a military world"] = card.vp or 0
    own = list(hooks.hooks_of(card.powers))
    if card.kind and not any(isinstance(hook, hooks.Rule) and _unsold(hook) for hook in own):
        amounts["price of its good"] = PRICES[card.kind]
    amounts["production"] = int(card.production)
    for hook in own:
        _count(hook, often, amounts)
    return amounts


def _unsold(rule: hooks.Rule) -> bool:
    return rule.what == "cannot sell"


def _count(hook: hooks.Hook, often: Often, amounts: Features) -> None:
    match hook:
        case hooks.Explore():
            looked_at = hook.draw + 2 * hook.keep + hook.mix
            amounts["cards looked at in Explore"] += looked_at * _times(hook, often)
        case hooks.CostChange(price=None):
            # A discount for some cards has no measurable price on official cards.
            amounts["discount"] -= hook.amount * _times(hook, often) if hook.on is None else 0
        case hooks.Military(defending=False):
            _count_military(hook, often, amounts)
        case hooks.Price():
            amounts["price of goods sold"] += hook.amount * _times(hook, often)
        case hooks.Action():
            _count_action(hook, often, amounts)
        case hooks.Rule(what="cannot sell") | hooks.Score():
            pass
        case (
            hooks.CostChange()
            | hooks.Military()
            | hooks.Instead()
            | hooks.Place()
            | hooks.TakeOver()
            | hooks.Rule()
        ):
            amounts["special powers"] += 1
        case _:
            assert_never(hook)


def _times(
    hook: hooks.Explore | hooks.CostChange | hooks.Military | hooks.Price, often: Often
) -> float:
    return (often.per if hook.per else 1) * (often.held if hook.condition else 1)


def _count_military(hook: hooks.Military, often: Often, amounts: Features) -> None:
    if hook.price is not None and hook.price.what == "this":
        amounts["special powers"] += 1
    elif hook.amount < 0:
        amounts["military below zero"] -= hook.amount * _times(hook, often)
    else:
        amounts["military"] += hook.amount * _times(hook, often)


def _count_action(hook: hooks.Action, often: Often, amounts: Features) -> None:
    price, times = hook.price, 1.0
    for part in price.parts if price is not None else ():
        number = often.all if part.count is None else part.count
        times = number - hook.free if hook.each else 1
        if part.what == "cards":
            amounts["cards drawn"] -= number
        if part.what == "goods" and hook.phase == "consume":
            amounts["goods spent"] += number
    times *= (often.held if hook.condition else 1) * (often.once if hook.once else 1)
    times /= 1 + len(hook.choices)
    for gain in hook.all_gains:
        often_got = times * (often.per if gain.per else 1)
        if hook.moment == "game end":
            amounts["VP"] += gain.quantity * often_got
        else:
            _count_gain(gain, often_got, amounts)


def _count_gain(gain: Effect, times: float, amounts: Features) -> None:
    match gain.feature:
        case "cards drawn" | "points from powers" | "goods on windfall worlds":
            amounts[gain.feature] += gain.quantity * times
        case "cards discarded":
            amounts["cards drawn"] -= gain.quantity * times
        case "good sold":
            amounts["cards drawn"] += _SOLD
        case "special powers":
            amounts["special powers"] += 1
        case "":
            pass
        case _:
            assert_never(gain.feature)
