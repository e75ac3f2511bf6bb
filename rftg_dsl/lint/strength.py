"""Lints for dominated cards, and for costs that are far from those of official cards.

A card dominates another if it has everything that the other has, and more. Features that can be
good or bad (an additional keyword that cards count, another kind of good) make two cards
incomparable.

The cost model is linear in the features of a card, with a least squares fit to the shipped sets.
docs/diagnostics.md lists its coefficients and errors.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from rftg_dsl.diagnostics.model import Region
from rftg_dsl.hooks import race as hooks
from rftg_dsl.limits import COST, PAIRS
from rftg_dsl.lint.better import is_at_least_as_good, is_harmful, is_situational
from rftg_dsl.lint.cost_model import (
    EXTREMES,
    TYPICAL,
    Features,
    card_features,
    official_figures,
)
from rftg_dsl.lint.view import Finding, View
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.sets.titles import is_unfilled
from rftg_dsl.syntax.ast import Selector


def check_dominated(view: View) -> Iterator[Finding]:
    """Yield at most one finding per card: a stronger card, or else a weaker one."""
    comparison = _Comparison(view)
    groups: defaultdict[tuple[object, ...], list[Card]] = defaultdict(list)
    for card in view.cards:
        if is_unfilled(card) or _is_unfinished(card):
            continue
        groups[_group(card)].append(card)
    own_titles = {card.title for _, card in view.unit_cards}
    for group in groups.values():
        for card in group if len(group) > 1 else ():
            if card.title in own_titles and comparison.remaining > 0:
                yield from _compare_card(card, group, own_titles, comparison)


def _is_unfinished(card: Card) -> bool:
    """Return whether a card still lacks powers. Official cards have some, or a good or defense."""
    return not card.powers and not card.military and card.kind is None


def _group(card: Card) -> tuple[object, ...]:
    """Return a key for comparable cards. Start worlds must also have the same cost."""
    start = (card.start.colour, card.cost) if card.start else None
    return (card.type, card.military, card.kind, card.windfall, card.production, card.holds, start)


def _compare_card(
    card: Card, group: list[Card], own_titles: set[str], comparison: _Comparison
) -> Iterator[Finding]:
    for other in group:
        if other.powers and not card.powers:
            continue  # the card may still get powers
        # A pair within the set is reported once, at the weaker card.
        if other is not card and comparison.dominates(other, card):
            yield _dominance_finding(other, card, card, comparison.view)
            return
    for other in group:
        if other.title not in own_titles and comparison.dominates(card, other):
            yield _dominance_finding(card, other, card, comparison.view)
            return


def _dominance_finding(stronger: Card, weaker: Card, reported: Card, view: View) -> Finding:
    other = weaker if reported is stronger else stronger
    winner, loser = (
        "this card" if card is reported else f"`{card.title}`" for card in (stronger, weaker)
    )
    cost = "defense" if reported.military else "cost"
    advantages = ", ".join(_list_advantages(stronger, weaker, cost))
    return Finding(
        view.title_region(reported),
        f"{winner} does everything that {loser} does{_difference_clause(stronger, weaker, cost)}",
        _cost_advice(stronger, reported, cost),
        notes=(f"advantages of `{stronger.title}`: {advantages}",),
        labels=(view.label(other, "this one"),),
    )


def _cost_advice(stronger: Card, reported: Card, cost: str) -> str:
    if reported is stronger:
        return f"write a higher {cost}, or remove something"
    return f"write a lower {cost}, or add something that `{stronger.title}` doesn't have"


def _difference_clause(stronger: Card, weaker: Card, cost: str) -> str:
    if stronger.cost == weaker.cost:
        return f", and more, for the same {cost}"
    addition = ", and more," if len(_list_advantages(stronger, weaker, cost)) > 1 else ""
    return f"{addition} for a lower {cost}"


class _Comparison:
    """Pairwise comparison of cards, up to a maximum number of pairs."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._powers = {card.title: _Powers(card) for card in view.cards}
        self.remaining = PAIRS

    @cached_property
    def _preferences(self) -> _Preferences:
        lines = [line for card in self.view.cards for line in card.powers]
        selectors = [selector for line in lines for selector in selectors_in(line.power)]
        return _Preferences(
            selectors
            + [selector for unit in self.view.units for _, selector in unit.named_selectors]
        )

    def dominates(self, card: Card, other: Card) -> bool:
        """Return whether a card has everything that another has, and more or for a lower cost."""
        self.remaining -= 1
        return (
            self._is_as_good(card, other)
            and not self._is_as_good(other, card)
            and not self._preferences.has_advantage(other, card)
        )

    def _is_as_good(self, card: Card, other: Card) -> bool:
        is_as_cheap = card.cost <= other.cost
        return (
            is_as_cheap
            and _are_facts_as_good(card, other)
            and self._are_powers_as_good(card, other)
        )

    def _are_powers_as_good(self, card: Card, other: Card) -> bool:
        powers, other_powers = self._powers[card.title], self._powers[other.title]
        if (
            powers.scores != other_powers.scores
            or not other_powers.required_groups <= powers.groups
        ):
            return False
        remaining = list(powers.other_hooks)
        for hook in other_powers.other_hooks:
            match = next(
                (own for own in remaining if is_at_least_as_good(own, hook, self.view)), None
            )
            if match is not None:
                remaining.remove(match)
            elif not is_harmful(hook):
                return False
        return not any(is_harmful(hook) or is_situational(hook) for hook in remaining)


class _Preferences:
    """Keywords, titles and cost ranges named by powers, goals and search categories."""

    def __init__(self, selectors: list[Selector]) -> None:
        self._keywords = {word for selector in selectors for word, _ in keywords_in(selector)}
        self._titles = {selector.title for selector in selectors}
        self._ranges = {
            (selector.noun, military, costs.low, COST if costs.high is None else costs.high)
            for selector in selectors
            for military, costs in ((False, selector.cost), (True, selector.defense))
            if costs is not None
        }

    def has_advantage(self, card: Card, other: Card) -> bool:
        """Return whether the title, keywords or cost of a card can be an advantage."""
        if (
            card.title in self._titles
            or (set(card.keywords) ^ set(other.keywords)) & self._keywords
        ):
            return True
        return any(
            noun in (card.type, "card")
            and military == card.military
            and low <= card.cost <= high
            and not low <= other.cost <= high
            for noun, military, low, high in self._ranges
        )


class _Powers:
    """Hooks of a card: scoring lines (their order matters) and others.

    groups: groups of the other hooks.
    required_groups: groups that a better card must have.
    """

    def __init__(self, card: Card) -> None:
        card_hooks = list(hooks.hooks_of(card.powers))
        self.scores = [hook for hook in card_hooks if isinstance(hook, hooks.Score)]
        self.other_hooks = [hook for hook in card_hooks if not isinstance(hook, hooks.Score)]
        self.groups = {_hook_group(hook) for hook in self.other_hooks}
        self.required_groups = {
            _hook_group(hook) for hook in self.other_hooks if not is_harmful(hook)
        }


def _hook_group(hook: hooks.Hook) -> tuple[type, str, str]:
    return type(hook), getattr(hook, "phase", ""), getattr(hook, "moment", "")


def _are_facts_as_good(card: Card, other: Card) -> bool:
    """Return whether the printed points and prestige are at least as good."""
    if card.vp is None or other.vp is None:
        has_enough_points = card.vp is other.vp
    else:
        has_enough_points = card.vp >= other.vp
    return has_enough_points and card.prestige >= other.prestige


def _list_advantages(better: Card, worse: Card, cost: str) -> list[str]:
    """Return the advantages of the better card, as texts."""
    facts = (
        (f"{cost} {better.cost} instead of {worse.cost}", better.cost != worse.cost),
        (f"{better.vp} VP instead of {worse.vp}", better.vp != worse.vp),
        (
            f"{better.prestige} prestige instead of {worse.prestige}",
            better.prestige != worse.prestige,
        ),
    )
    surplus = [text for text, differs in facts if differs]
    better_powers, worse_powers = ({line.power for line in card.powers} for card in (better, worse))
    surplus += [
        f"`{line.text}`"
        for line in better.powers
        if line.power not in worse_powers and not any(map(is_harmful, hooks.hooks_of([line])))
    ]
    if not surplus:
        surplus = [f"no `{line.text}`" for line in worse.powers if line.power not in better_powers]
    return surplus


# --- costs off the curve

MAX_ERRORS: Final = 3
"""Reported difference, in multiples of the model's error for unseen cards.

About one in several hundred cards would be reported if all were designed like official cards."""
_MAX_FEATURES: Final = 3
"""Maximum number of features listed in a finding."""


def check_cost(view: View) -> Iterator[Finding]:
    """Yield a finding for each card with an unusual cost."""
    tolerance = MAX_ERRORS * official_figures().curve.unseen
    for draft, card in view.unit_cards:
        if not has_modelled_cost(card):
            continue
        low, high = _cost_range(card)
        if not low - tolerance <= card.cost <= high + tolerance:
            region = draft.region(f"military {card.type}" if card.military else card.type)
            lowest = max(0, math.ceil(low - tolerance))
            yield _cost_finding(card, region, lowest, int(high + tolerance))


def _cost_finding(card: Card, region: Region, low: int, high: int) -> Finding:
    measure = "defense" if card.military else "cost"
    features = card_features(card)
    return Finding(
        region,
        f"official cards like this one have a {measure} of about"
        f" {max(0.0, predict_cost(features)):.1f}, but its {measure} is {card.cost}",
        f"write a {measure} from {low} to {high}, or change the powers",
        (
            _largest_parts(features),
            f"the model's usual error (root mean square) is {official_figures().curve.unseen:.1f}",
        ),
    )


def has_modelled_cost(card: Card) -> bool:
    """Return whether the model applies: no start world, no variable points, no own cost."""
    has_own_cost = any(isinstance(hook, hooks.Own) for hook in hooks.hooks_of(card.powers))
    return card.start is None and card.vp is not None and not has_own_cost


def _cost_range(card: Card) -> tuple[float, float]:
    """Return the lowest and highest predicted cost, for unfavorable and favorable games."""
    costs = [
        max(0.0, predict_cost(card_features(card, frequencies)))
        for frequencies in (TYPICAL, *EXTREMES)
    ]
    return min(costs), max(costs)


def predict_cost(features: Features) -> float:
    """Return the predicted cost of a card with these features."""
    values = official_figures().curve.worth
    return sum(values[name] * amount for name, amount in features.items())


def _largest_parts(features: Features) -> str:
    values = official_figures().curve.worth
    parts = [(values[name] * amount, name, amount) for name, amount in features.items()]
    parts = sorted((part for part in parts if abs(part[0]) >= 0.05), key=lambda part: -abs(part[0]))
    texts = [f"{name} {amount:g} ({part:+.1f})" for part, name, amount in parts[:_MAX_FEATURES]]
    return f"largest parts: {', '.join(texts)}"
