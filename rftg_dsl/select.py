"""Which cards a selector means, decided by printed facts alone.

A kind word before `world` is the kind of the world's good; before `card` or `development` it is
the keyword of that name, since those have no good.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rftg_dsl import ast
from rftg_dsl.model import Card

KIND_WORDS = frozenset((*ast.KINDS, ast.GRAY))
PLAIN_WORDS = frozenset(("military", "production", "windfall"))


class Index:
    """Some cards by their printed facts, so that a selector costs a few operations on bit masks."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._all = (1 << len(cards)) - 1
        self._facts: defaultdict[tuple[str, str | int], int] = defaultdict(int)
        for number, card in enumerate(cards):
            for fact in _facts(card):
                self._facts[fact] |= 1 << number

    def mask(self, selector: ast.Selector) -> int:
        """The cards that are meant, by their numbers as bits; `other` is not looked at."""
        facts = self._facts
        if selector.title is not None:
            return facts["title", selector.title]
        bits = self._all if selector.noun == "card" else facts["type", selector.noun]
        for adjective in selector.adjectives:
            bits &= self._adjective(selector.noun, adjective)
        for name, wanted in (("cost", selector.cost), ("defense", selector.defense)):
            if wanted is not None:
                high = MOST_COST if wanted.high is None else min(wanted.high, MOST_COST)
                bits &= _union(facts[name, number] for number in range(wanted.low, high + 1))
        for name, word in (("keyword", selector.keyword), ("power", selector.power)):
            if word is not None:
                bits &= facts[name, word]
        return bits

    def _adjective(self, noun: str, adjective: ast.Adjective) -> int:
        bits = _union(self._facts[_fact(noun, word)] for word in adjective.words)
        return self._all & ~bits if adjective.negated else bits


MOST_COST = 20
"""The highest cost or defense of a card; grammar/card-set.schema.json says so."""


def _union(masks: Iterable[int]) -> int:
    bits = 0
    for mask in masks:
        bits |= mask
    return bits


def _fact(noun: str, word: str) -> tuple[str, str]:
    """What an adjective says: a plain fact, a kind of good, or a keyword."""
    if word in PLAIN_WORDS:
        return ("is", word)
    return ("kind", word) if means_kind(noun, word) else ("keyword", word)


def _facts(card: Card) -> Iterator[tuple[str, str | int]]:
    yield "title", card.title
    yield "type", card.type
    yield "defense" if card.military else "cost", card.cost
    if card.type == "world":
        yield "kind", card.kind or ast.GRAY
    plain = {"military": card.military, "production": card.production, "windfall": card.windfall}
    yield from (("is", word) for word, true in plain.items() if true)
    yield from (("keyword", word) for word in card.keywords)
    yield from (("power", line.power.phase) for line in card.powers)


def keywords_in(selector: ast.Selector) -> Iterator[tuple[str, ast.Span]]:
    """The keywords that a selector names, each with the place of its phrase."""
    for adjective in selector.adjectives:
        for word in adjective.words:
            if word not in PLAIN_WORDS and not means_kind(selector.noun, word):
                yield word, adjective.span
    if selector.keyword is not None:
        yield selector.keyword, selector.span


def means_kind(noun: str, word: str) -> bool:
    """Whether a word before this noun is the kind of a good and not a keyword."""
    return noun == "world" and word in KIND_WORDS


def selectors_in(power: ast.Power) -> Iterator[ast.Selector]:
    """Every selector of a power, in no particular order."""
    scales = [effect.per for effect in power.effects]
    for holder in (power.trigger, power.condition, *power.effects, *scales):
        if holder is not None and holder.selector is not None:
            yield holder.selector
