"""Lints for a set: unused keywords, confusing titles, unusual proportions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from rftg_dsl.limits import PAIRS
from rftg_dsl.lint.support.cost_model import official_figures
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.sets.titles import is_unfilled
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.syntax import ast

# --- keywords


def check_keywords(view: View) -> Iterator[Finding]:
    """Yield one finding for a declared keyword, at its place in the head."""
    declared = view.unit.words("keywords")
    if not declared:
        return
    numbers = _cards_by_keyword(view.loaded)
    named, invaders = _named_keywords(view.loaded), _invader_keywords(view.loaded)
    for word, region in declared:
        if word in invaders or (numbers[word] > 1 and word in named):
            continue
        if not numbers[word]:
            yield Finding(
                region,
                f"no card bears the keyword `{word}`",
                f"write `keywords: [{word}]` at the cards that belong together, or delete it here",
            )
        elif numbers[word] == 1:
            yield Finding(
                region,
                f"one card alone bears the keyword `{word}`",
                "let other cards bear it, or let powers name that card by its title",
            )
        else:
            yield Finding(
                region,
                f"{numbers[word]} cards bear the keyword `{word}`, and nothing names it",
                f"name it in a power, like `per {word} card`, or delete it",
            )


def _cards_by_keyword(units: Sequence[Unit]) -> Counter[str]:
    """Return how many cards bear each keyword."""
    cards = (draft.card for unit in units for draft in unit.drafts)
    return Counter(word for card in cards if card for word in card.keywords)


def _named_keywords(units: Sequence[Unit]) -> set[str]:
    """Return the keywords that powers, goals and search categories name."""
    selectors = [
        selector
        for unit in units
        for draft in unit.drafts
        for _, line in draft.lines
        for selector in selectors_in(line.power)
    ]
    selectors += [selector for unit in units for _, selector in unit.named_selectors]
    return {word for selector in selectors for word, _ in keywords_in(selector)}


def _invader_keywords(units: Sequence[Unit]) -> set[str]:
    """Return the keywords of invaders, who need no worlds."""
    heads = [head for unit in units if (head := unit.mapping("invasion"))]
    return {by.text for head in heads if isinstance(by := head.values.get("by"), Scalar)}


# --- titles

SHORTEST: Final = 5
"""Letters that a title must have: among shorter ones a single letter is no slip."""


def check_titles(view: View) -> Iterator[Finding]:
    """Yield one finding for a title, with the first title that it is near to."""
    own = {card.title for _, card in view.own}
    before: defaultdict[_Half, list[tuple[str, Card]]] = defaultdict(list)
    left = PAIRS
    for card in view.cards:
        name = _fold_title(card.title)
        halves = _halves(name)
        known = [one for half in halves for one in before[half]] if card.title in own else []
        left -= len(known)
        if left < 0:
            return
        near = next((other for one, other in known if _is_confusing(name, one)), None)
        if near is not None:
            yield Finding(
                view.title_of(card),
                f"the title `{card.title}` is almost that of `{near.title}`",
                "choose a title that no one takes for the other",
                labels=(view.label(near, "the other title"),),
            )
        for half in halves:
            before[half].append((name, card))


@lru_cache(maxsize=4096)
def _fold_title(title: str) -> str:
    """Return the letters and digits of a title, without the plural endings of its words."""
    words = title.casefold().replace("-", " ").split()
    kept = ("".join(one for one in word if one.isalnum()) for word in words)
    return "".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in kept)


_Half = tuple[int, bool, str]


def _halves(name: str) -> list[_Half]:
    """Return keys of which two names share one where they differ by at most one letter.

    One slip leaves the first or the second half as it is; a name can be the longer or the
    shorter of the two, so it is halved as its own length and as a length of one more.
    """
    size = len(name)
    if size < SHORTEST:
        return [(size, False, name)]
    return [
        half
        for longer in (size, size + 1)
        for half in (
            (longer, False, name[: longer // 2]),
            (longer, True, name[size - (longer - longer // 2) :]),
        )
    ]


def _is_confusing(one: str, two: str) -> bool:
    if one == two:
        return True
    return _differ_by_a_letter(one, two) and _without_digits(one) != _without_digits(two)


def _differ_by_a_letter(one: str, two: str) -> bool:
    """Return whether one letter is changed, left out or added between two different names."""
    if len(one) > len(two):
        one, two = two, one
    at = next((n for n, letter in enumerate(one) if letter != two[n]), len(one))
    return two[at + 1 :] in (one[at + 1 :], one[at:])


def _without_digits(name: str) -> str:
    return "".join(letter for letter in name if not letter.isdigit())


# --- proportions

_LEAST_CARDS: Final = 20
"""Cards that a set must have: among fewer, three deviations are half of all cards."""
_LEAST_OF_SORT: Final = 10
"""Cards that a share or a mean must be of."""
_DEVIATIONS: Final = 3
"""How far off a figure is before it is reported, in standard deviations of as many cards taken from
the official ones by chance."""


_OF: Final[dict[str, Callable[[Card], bool]]] = {
    "cards": lambda card: True,
    "developments": lambda card: card.type == "development",
    "worlds": lambda card: card.type == "world",
    "worlds that are paid for": lambda card: card.type == "world" and not card.military,
    "military worlds": lambda card: card.military,
    "worlds with a good": lambda card: card.kind is not None,
}
"""The cards that shares and means are of."""
_SORTS: Final[dict[str, Callable[[Card], bool]]] = {
    "developments": _OF["developments"],
    "military worlds": _OF["military worlds"],
    "windfall worlds": lambda card: card.windfall,
    "production worlds": lambda card: card.production,
    "6-cost developments": lambda card: card.type == "development" and card.cost == 6,
}
SHARES: Final = (
    ("developments", "cards"),
    ("6-cost developments", "developments"),
    ("military worlds", "worlds"),
    ("windfall worlds", "worlds"),
    ("production worlds", "worlds"),
    *((f"{kind} worlds", "worlds with a good") for kind in ast.KINDS),
)
"""Which part of which cards is looked at."""
MEANS: Final = ("developments", "worlds that are paid for", "military worlds")
"""The cards whose mean cost or defense is looked at."""


def check_proportions(view: View) -> Iterator[Finding]:
    """Yield one finding for a set, at its id."""
    cards = counted_cards(card for _, card in view.own)
    if len(cards) < _LEAST_CARDS:
        return
    notes = (*_shares(cards), *_means(cards))
    if notes:
        yield Finding(
            view.head("set"),
            f"the set's {len(cards)} cards are of other proportions than those of official sets",
            "change these proportions, or ignore this finding if they are meant",
            notes,
        )


def counted_cards(cards: Iterator[Card]) -> list[Card]:
    """Return the cards that count: all but start worlds and those still to be filled in."""
    return [card for card in cards if card.start is None and not is_unfilled(card)]


def select_for_share(cards: Sequence[Card], of: str) -> list[Card]:
    """Return the cards that a share or a mean is taken over."""
    return [card for card in cards if _OF[of](card)]


def number_of(cards: Sequence[Card], sort: str) -> int:
    """Return how many cards are of a sort, or have goods of a kind."""
    is_such = _SORTS.get(sort)
    return sum(is_such(card) if is_such else f"{card.kind} worlds" == sort for card in cards)


def _shares(cards: Sequence[Card]) -> Iterator[str]:
    for share in official_figures().shares:
        among = select_for_share(cards, share.of)
        if len(among) < _LEAST_OF_SORT:
            continue
        found = number_of(among, share.name)
        spread = sqrt(share.part * (1 - share.part) * len(among))
        if abs(found - share.part * len(among)) > _DEVIATIONS * spread:
            yield (
                f"{found} of {len(among)} {share.of} are {share.name}"
                f" ({found / len(among):.0%}; official: {share.part:.0%})"
            )


def _means(cards: Sequence[Card]) -> Iterator[str]:
    for known in official_figures().means:
        costs = [card.cost for card in select_for_share(cards, known.of)]
        if len(costs) < _LEAST_OF_SORT:
            continue
        mean = sum(costs) / len(costs)
        if abs(mean - known.mean) > _DEVIATIONS * known.deviation / sqrt(len(costs)):
            what = "defense" if known.of == "military worlds" else "cost"
            yield (
                f"the mean {what} of {len(costs)} {known.of} is {mean:.1f}"
                f" (official: {known.mean:.1f})"
            )
