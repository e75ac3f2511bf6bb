"""Lints for cards that another one outdoes, and for costs far off those of official cards.

Facts are compared: a card is better if it has all that the other has, and more of something. What
is good for one plan and bad for another (a further keyword that cards count, another kind of good)
makes two cards incomparable.

The model of cost is a sum: each feature of a card times what it is worth, fitted by least squares
to the shipped sets. docs/diagnostics.md states it with its errors.
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
from rftg_dsl.lint.support.better import at_least, is_harmful, is_situational
from rftg_dsl.lint.support.cost_model import (
    EXTREMES,
    TYPICAL,
    Features,
    card_features,
    official_figures,
)
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.sets.titles import is_unfilled
from rftg_dsl.syntax.ast import Selector


def check_dominated(view: View) -> Iterator[Finding]:
    """Yield at most one finding for a card: who outdoes it, or else whom it outdoes."""
    facts = _Comparison(view)
    groups: defaultdict[tuple[object, ...], list[Card]] = defaultdict(list)
    for card in view.cards:
        if is_unfilled(card):
            continue
        groups[_group(card)].append(card)
    own = {card.title for _, card in view.own}
    for group in groups.values():
        for card in group if len(group) > 1 else ():
            if card.title in own and facts.left > 0:
                yield from _compare_card(card, group, own, facts)


def _group(card: Card) -> tuple[object, ...]:
    """Return what cards must have in common to be compared.

    The cost of a start world does not matter.
    """
    start = (card.start.colour, card.cost) if card.start else None
    return (card.type, card.military, card.kind, card.windfall, card.production, card.holds, start)


def _compare_card(
    card: Card, group: list[Card], own: set[str], facts: _Comparison
) -> Iterator[Finding]:
    for other in group:
        # A pair of the set's own is reported once, at the weaker card.
        if other is not card and facts.outdoes(other, card):
            yield _dominance_finding(other, card, card, facts.view)
            return
    for other in group:
        if other.title not in own and facts.outdoes(card, other):
            yield _dominance_finding(card, other, card, facts.view)
            return


def _dominance_finding(stronger: Card, weaker: Card, here: Card, view: View) -> Finding:
    there = weaker if here is stronger else stronger
    one, two = ("this card" if card is here else f"`{card.title}`" for card in (stronger, weaker))
    cost = "defense" if here.military else "cost"
    return Finding(
        view.title_of(here),
        f"{one} does all that {two} does{_for_what(stronger, weaker, cost)}",
        _advice(stronger, here, cost),
        notes=(f"in favour of `{stronger.title}`: {', '.join(_surplus(stronger, weaker, cost))}",),
        labels=(view.label(there, "this one"),),
    )


def _advice(stronger: Card, here: Card, cost: str) -> str:
    if here is stronger:
        return f"write a higher {cost}, or take something away"
    return f"write a lower {cost}, or add something that `{stronger.title}` does not have"


def _for_what(stronger: Card, weaker: Card, cost: str) -> str:
    if stronger.cost == weaker.cost:
        return f", and more, for the same {cost}"
    more = ", and more," if len(_surplus(stronger, weaker, cost)) > 1 else ""
    return f"{more} for a lower {cost}"


class _Comparison:
    """What is compared, and what the sets in use name; so many pairs at most are looked at."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._powers = {card.title: _Powers(card) for card in view.cards}
        self.left = PAIRS

    @cached_property
    def _named(self) -> _Named:
        lines = [line for card in self.view.cards for line in card.powers]
        said = [selector for line in lines for selector in selectors_in(line.power)]
        return _Named(said + [one for unit in self.view.units for _, one in unit.named_selectors])

    def outdoes(self, one: Card, other: Card) -> bool:
        """Return whether a card of the group has all the other has, and more, or costs less."""
        self.left -= 1
        return (
            self._reaches(one, other)
            and not self._reaches(other, one)
            and not self._named.prefer(other, one)
        )

    def _reaches(self, one: Card, other: Card) -> bool:
        cheap = one.cost <= other.cost
        return cheap and _facts_reach(one, other) and self._powers_reach(one, other)

    def _powers_reach(self, one: Card, other: Card) -> bool:
        mine, theirs = self._powers[one.title], self._powers[other.title]
        if mine.scores != theirs.scores or not theirs.wanted <= mine.had:
            return False
        left = list(mine.others)
        for hook in theirs.others:
            match = next((have for have in left if at_least(have, hook, self.view)), None)
            if match is not None:
                left.remove(match)
            elif not is_harmful(hook):
                return False
        return not any(is_harmful(hook) or is_situational(hook) for hook in left)


class _Named:
    """What powers, goals and search categories name: keywords, titles, and ranges of costs."""

    def __init__(self, selectors: list[Selector]) -> None:
        self._keywords = {word for one in selectors for word, _ in keywords_in(one)}
        self._titles = {one.title for one in selectors}
        self._ranges = {
            (one.noun, military, costs.low, COST if costs.high is None else costs.high)
            for one in selectors
            for military, costs in ((False, one.cost), (True, one.defense))
            if costs is not None
        }

    def prefer(self, card: Card, to: Card) -> bool:
        """Return whether a card is named, or may be, where another of the same sort is not."""
        if card.title in self._titles or (set(card.keywords) ^ set(to.keywords)) & self._keywords:
            return True
        return any(
            noun in (card.type, "card")
            and military == card.military
            and low <= card.cost <= high
            and not low <= to.cost <= high
            for noun, military, low, high in self._ranges
        )


class _Powers:
    """What a card compiles to: its scoring lines, whose order counts, and all others.

    had: sorts of the others; wanted: of those that a better card must have.
    """

    def __init__(self, card: Card) -> None:
        found = list(hooks.hooks_of(card.powers))
        self.scores = [hook for hook in found if isinstance(hook, hooks.Score)]
        self.others = [hook for hook in found if not isinstance(hook, hooks.Score)]
        self.had = {_hook_sort(hook) for hook in self.others}
        self.wanted = {_hook_sort(hook) for hook in self.others if not is_harmful(hook)}


def _hook_sort(hook: hooks.Hook) -> tuple[type, str, str]:
    return type(hook), getattr(hook, "phase", ""), getattr(hook, "moment", "")


def _facts_reach(one: Card, other: Card) -> bool:
    """Return whether what is printed is at least as good."""
    if one.vp is None or other.vp is None:
        points = one.vp is other.vp
    else:
        points = one.vp >= other.vp
    return points and one.prestige >= other.prestige


def _surplus(one: Card, other: Card, cost: str) -> list[str]:
    """Return what the better card has more, in words."""
    facts = (
        (f"{cost} {one.cost} instead of {other.cost}", one.cost != other.cost),
        (f"{one.vp} VP instead of {other.vp}", one.vp != other.vp),
        (f"{one.prestige} prestige instead of {other.prestige}", one.prestige != other.prestige),
    )
    surplus = [text for text, differs in facts if differs]
    mine, theirs = ({line.power for line in card.powers} for card in (one, other))
    surplus += [f"`{line.text}`" for line in one.powers if line.power not in theirs]
    if not surplus:
        surplus = [f"no `{line.text}`" for line in other.powers if line.power not in mine]
    return surplus


# --- costs off the curve

ERRORS: Final = 3
"""How many times the model's error for unseen cards a cost is off before it is reported:
one card in some hundreds, if all were made like the official ones."""
_FEATURES_SHOWN: Final = 3
"""Features named in a finding."""


def check_cost(view: View) -> Iterator[Finding]:
    """Yield one finding for a card whose cost is far off."""
    bound = ERRORS * official_figures().curve.unseen
    for draft, card in view.own:
        if not has_modelled_cost(card):
            continue
        least, most = _cost_range(card)
        if not least - bound <= card.cost <= most + bound:
            region = draft.region(f"military {card.type}" if card.military else card.type)
            yield _cost_finding(card, region, _lowest_cost(least, bound), int(most + bound))


def _cost_finding(card: Card, region: Region, low: int, high: int) -> Finding:
    what = "defense" if card.military else "cost"
    found = card_features(card)
    return Finding(
        region,
        f"official cards like this one have a {what} of about"
        f" {max(0.0, predict_cost(found)):.1f}, and this one has {card.cost}",
        f"write a {what} from {low} to {high}, or change what the card gives",
        (
            _largest_parts(found),
            f"the model's usual error (root mean square) is {official_figures().curve.unseen:.1f}",
        ),
    )


def has_modelled_cost(card: Card) -> bool:
    """Return whether the cost says what a card gives: no start world, no scoring at the end."""
    return card.start is None and card.vp is not None


def _cost_range(card: Card) -> tuple[float, float]:
    """Return what the card costs by the model where its powers bring the least and the most."""
    costs = [max(0.0, predict_cost(card_features(card, often))) for often in (TYPICAL, *EXTREMES)]
    return min(costs), max(costs)


def predict_cost(found: Features) -> float:
    """Return what a card with these features costs by the model."""
    values = official_figures().curve.worth
    return sum(values[name] * number for name, number in found.items())


def _lowest_cost(expected: float, bound: float) -> int:
    """Return the lowest whole number that is not off."""
    return max(0, math.ceil(expected - bound))


def _largest_parts(found: Features) -> str:
    values = official_figures().curve.worth
    parts = [(values[name] * number, name, number) for name, number in found.items()]
    parts = sorted((part for part in parts if abs(part[0]) >= 0.05), key=lambda part: -abs(part[0]))
    shown = [f"{name} {number:g} ({part:+.1f})" for part, name, number in parts[:_FEATURES_SHOWN]]
    return f"most of it: {', '.join(shown)}"
