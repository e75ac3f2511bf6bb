"""Lints for a set: unused keywords, confusing titles, unusual proportions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from rftg_dsl.limits import PAIRS
from rftg_dsl.lint.cost_model import official_figures
from rftg_dsl.lint.view import Finding, View
from rftg_dsl.model import Card
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.sets.titles import is_unfilled
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar
from rftg_dsl.syntax import ast

# --- keywords


def check_keywords(view: View) -> Iterator[Finding]:
    """Yield a finding for each declared keyword that is unused or used only once."""
    declared = view.unit.words("keywords")
    if not declared:
        return
    counts = _cards_by_keyword(view.loaded)
    named, invaders = _named_keywords(view.loaded), _invader_keywords(view.loaded)
    for word, region in declared:
        if word in invaders or (counts[word] > 1 and word in named):
            continue
        if not counts[word]:
            yield Finding(
                region,
                f"no card has the keyword `{word}`",
                f"add `keywords: [{word}]` to cards that belong together, or delete it here",
            )
        elif counts[word] == 1:
            yield Finding(
                region,
                f"only one card has the keyword `{word}`",
                "add it to other cards, or refer to that card by its title",
            )
        else:
            yield Finding(
                region,
                f"{counts[word]} cards have the keyword `{word}`, but nothing refers to it",
                f"use it in a power, like `per {word} card`, or delete it",
            )


def _cards_by_keyword(units: Sequence[Unit]) -> Counter[str]:
    """Return the number of cards with each keyword."""
    cards = (draft.card for unit in units for draft in unit.drafts)
    return Counter(word for card in cards if card for word in card.keywords)


def _named_keywords(units: Sequence[Unit]) -> set[str]:
    """Return the keywords used in powers, goals and search categories."""
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
    """Return the keywords of invaders, which don't need any cards."""
    heads = [head for unit in units if (head := unit.mapping("invasion"))]
    return {by.text for head in heads if isinstance(by := head.values.get("by"), Scalar)}


# --- titles

MIN_COMPARED_LENGTH: Final = 5
"""Minimum length of titles that are compared: in shorter titles, one letter is a big difference."""


def check_titles(view: View) -> Iterator[Finding]:
    """Yield a finding for each title that is easily confused with an earlier title."""
    own_titles = {card.title for _, card in view.unit_cards}
    names_by_half: defaultdict[_Half, list[tuple[str, Card]]] = defaultdict(list)
    remaining_pairs = PAIRS
    for card in view.cards:
        name = _fold_title(card.title)
        halves = _lookup_keys(name)
        candidates = (
            [pair for half in halves for pair in names_by_half[half]]
            if card.title in own_titles
            else []
        )
        remaining_pairs -= len(candidates)
        if remaining_pairs < 0:
            return
        similar = next(
            (other for other_name, other in candidates if _is_confusing(name, other_name)), None
        )
        if similar is not None:
            yield Finding(
                view.title_region(card),
                f"the title `{card.title}` is almost the same as `{similar.title}`",
                "choose a title that can't be confused with it",
                labels=(view.label(similar, "the other title"),),
            )
        for half in halves:
            names_by_half[half].append((name, card))


@lru_cache(maxsize=4096)
def _fold_title(title: str) -> str:
    """Return the letters and digits of a title, without plural endings."""
    words = title.casefold().replace("-", " ").split()
    stripped = ("".join(letter for letter in word if letter.isalnum()) for word in words)
    return "".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in stripped)


_Half = tuple[int, bool, str]


def _lookup_keys(name: str) -> list[_Half]:
    """Return lookup keys. Names that differ by at most one letter share a key.

    A changed letter leaves one half of the name intact. Because a letter can also be missing, the
    name is split at the middle of its length and of the next greater length.
    """
    size = len(name)
    if size < MIN_COMPARED_LENGTH:
        return [(size, False, name)]
    return [
        half
        for longer in (size, size + 1)
        for half in (
            (longer, False, name[: longer // 2]),
            (longer, True, name[size - (longer - longer // 2) :]),
        )
    ]


def _is_confusing(first: str, second: str) -> bool:
    if first == second:
        return True
    return _differ_by_a_letter(first, second) and _without_digits(first) != _without_digits(second)


def _differ_by_a_letter(shorter: str, longer: str) -> bool:
    """Return whether two different names differ by a changed, missing or added letter."""
    if len(shorter) > len(longer):
        shorter, longer = longer, shorter
    index = next(
        (position for position, letter in enumerate(shorter) if letter != longer[position]),
        len(shorter),
    )
    return longer[index + 1 :] in (shorter[index + 1 :], shorter[index:])


def _without_digits(name: str) -> str:
    return "".join(letter for letter in name if not letter.isdigit())


# --- proportions

_MIN_CARDS: Final = 20
"""Minimum size of a set: in smaller sets, three deviations are half of the cards."""
_MIN_SAMPLE: Final = 10
"""Minimum number of cards for a share or a mean."""
_MAX_DEVIATIONS: Final = 3
"""Reported difference, in standard deviations of a random sample of official cards of the same
size."""


_POPULATIONS: Final[dict[str, Callable[[Card], bool]]] = {
    "cards": lambda card: True,
    "developments": lambda card: card.type == "development",
    "worlds": lambda card: card.type == "world",
    "worlds that are paid for": lambda card: card.type == "world" and not card.military,
    "military worlds": lambda card: card.military,
    "worlds with a good": lambda card: card.kind is not None,
}
"""Populations of shares and means."""
_CATEGORIES: Final[dict[str, Callable[[Card], bool]]] = {
    "developments": _POPULATIONS["developments"],
    "military worlds": _POPULATIONS["military worlds"],
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
"""Checked shares: a category and its population."""
MEANS: Final = ("developments", "worlds that are paid for", "military worlds")
"""Populations with a checked mean cost or defense."""


def check_proportions(view: View) -> Iterator[Finding]:
    """Yield a finding at the id of a set with unusual proportions."""
    cards = counted_cards(card for _, card in view.unit_cards)
    if len(cards) < _MIN_CARDS:
        return
    notes = (*_describe_shares(cards), *_describe_means(cards))
    if notes:
        yield Finding(
            view.head("set"),
            f"the proportions of the set's {len(cards)} cards differ from those of official sets",
            "change these proportions, or ignore this finding if they are intended",
            notes,
        )


def counted_cards(cards: Iterator[Card]) -> list[Card]:
    """Return the cards without start worlds and unfinished cards."""
    return [card for card in cards if card.start is None and not is_unfilled(card)]


def select_population(cards: Sequence[Card], population: str) -> list[Card]:
    """Return the cards of a population."""
    return [card for card in cards if _POPULATIONS[population](card)]


def count_category(cards: Sequence[Card], category: str) -> int:
    """Return the number of cards in a category."""
    matches = _CATEGORIES.get(category)
    return sum(matches(card) if matches else f"{card.kind} worlds" == category for card in cards)


def _describe_shares(cards: Sequence[Card]) -> Iterator[str]:
    for share in official_figures().shares:
        cards_of_population = select_population(cards, share.population)
        if len(cards_of_population) < _MIN_SAMPLE:
            continue
        count = count_category(cards_of_population, share.name)
        spread = sqrt(share.part * (1 - share.part) * len(cards_of_population))
        if abs(count - share.part * len(cards_of_population)) > _MAX_DEVIATIONS * spread:
            yield (
                f"{count} of {len(cards_of_population)} {share.population} are {share.name}"
                f" ({count / len(cards_of_population):.0%}; official: {share.part:.0%})"
            )


def _describe_means(cards: Sequence[Card]) -> Iterator[str]:
    for official in official_figures().means:
        costs = [card.cost for card in select_population(cards, official.population)]
        if len(costs) < _MIN_SAMPLE:
            continue
        mean = sum(costs) / len(costs)
        if abs(mean - official.mean) > _MAX_DEVIATIONS * official.deviation / sqrt(len(costs)):
            measure = "defense" if official.population == "military worlds" else "cost"
            yield (
                f"the mean {measure} of {len(costs)} {official.population} is {mean:.1f}"
                f" (official: {official.mean:.1f})"
            )
