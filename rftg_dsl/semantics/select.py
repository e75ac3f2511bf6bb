"""Matching of selectors against the printed facts of cards.

A kind before `world` is the kind of the world's good. Before `card` or `development`, which have no
good, it is the keyword with that name. A world whose owner chooses the kind matches every kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rftg_dsl.hooks import race as hooks
from rftg_dsl.limits import COST, NUMBER
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.syntax import ast

KIND_WORDS = frozenset((*ast.KINDS, ast.GRAY))
PLAIN_WORDS = frozenset(("military", "production", "variable", "windfall"))
Fact = tuple[str, str | int]
"""A printed fact of a card: its category and value."""


class CardIndex:
    """Index of cards by printed fact. Matching a selector takes a few operations on bit masks.

    takeovers: whether there are takeovers; if not, no card has a takeover power.
    facts: the cards' facts, if already computed.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        takeovers: bool = True,
        facts: Iterable[Sequence[Fact]] | None = None,
    ) -> None:
        self._all = (1 << len(cards)) - 1
        self._facts: defaultdict[Fact, int] = defaultdict(int)
        for index, card_facts in enumerate(map(facts_of, cards) if facts is None else facts):
            for fact in card_facts:
                self._facts[fact] |= 1 << index
        if not takeovers:
            for word in ast.TAKEOVER_POWERS:
                self._facts.pop(("power", word), None)

    def mask(self, selector: ast.Selector) -> int:
        """Return a bit mask of the matching cards' indexes, ignoring `other`."""
        facts = self._facts
        if selector.title is not None:
            return facts["title", selector.title]
        bits = self._all if selector.noun in ast.ANY_NOUNS else facts["type", selector.noun]
        for adjective in selector.adjectives:
            bits &= self._adjective_mask(selector.noun, adjective)
        for name, numbers, limit in (
            ("cost", selector.cost, COST),
            ("defense", selector.defense, COST),
            (f"spends {selector.power}", selector.spends, NUMBER),
            ("strength", selector.strength, NUMBER),
        ):
            if numbers is not None:
                high = limit if numbers.high is None else min(numbers.high, limit)
                bits &= _union_of_masks(
                    facts[name, value] for value in range(numbers.low, high + 1)
                )
        for name, word in (("keyword", selector.keyword), ("power", selector.power)):
            if word is not None:
                bits &= facts[name, word]
        return bits & ~self.mask(selector.but) if selector.but is not None else bits

    def _adjective_mask(self, noun: str, adjective: ast.Adjective) -> int:
        bits = _union_of_masks(self._facts[_fact(noun, word)] for word in adjective.words)
        if not adjective.negated:
            return bits
        return self._all & ~bits | self._worlds_of_any_kind(noun, adjective.words)

    def _worlds_of_any_kind(self, noun: str, words: tuple[str, ...]) -> int:
        """Return the worlds of any kind, which can always have a kind other than these."""
        if noun != "world" or set(words).issuperset(ast.KINDS):
            return 0
        matches = _union_of_masks(
            self._facts[_fact(noun, word)] for word in words if word not in ast.KINDS
        )
        return self._facts["kind", ast.ANY_KIND] & ~matches


def _union_of_masks(masks: Iterable[int]) -> int:
    bits = 0
    for mask in masks:
        bits |= mask
    return bits


def _fact(noun: str, word: str) -> tuple[str, str]:
    """Return the fact for an adjective: a plain fact, a kind of good, or a keyword."""
    if word in PLAIN_WORDS:
        return ("is", word)
    return ("kind", word) if is_good_kind(noun, word) else ("keyword", word)


def facts_of(card: Card) -> tuple[Fact, ...]:
    """Return the printed facts of a card that selectors can use."""
    return tuple(_facts(card))


def _facts(card: Card) -> Iterator[Fact]:
    yield "title", card.title
    yield "type", card.type
    yield "defense" if card.military else "cost", card.cost
    if card.type == "world":
        yield "kind", card.kind or ast.GRAY
    if card.kind == ast.ANY_KIND:
        yield from (("kind", kind) for kind in ast.KINDS)
    plain = {
        "military": card.military,
        "production": card.production,
        "variable": card.vp is None,
        "windfall": card.windfall,
    }
    yield from (("is", word) for word, holds in plain.items() if holds)
    yield from (("keyword", word) for word in card.keywords)
    for line in card.powers:
        yield from (("power", phase) for phase in line.power.phases)
        yield from _facts_of_power(line)


def _facts_of_power(line: PowerLine) -> Iterator[Fact]:
    price = line.power.cost
    goods = [part.count for part in price.parts if part.what == "goods"] if price else []
    if goods:
        total = sum(NUMBER if count is None else count for count in goods)
        yield from ((f"spends {phase}", total) for phase in line.power.phases)
    for hook in hooks.hooks_of([line]):
        if isinstance(hook, hooks.TakeOver):
            yield "power", "takeover"
        elif isinstance(hook, hooks.Military):
            if hook.defending:
                yield "power", "takeover defense"
            elif hook.is_unlimited:
                yield "strength", hook.amount
        elif any(gain.verb == "defeat" for gain in hook.all_gains):
            yield "power", "takeover defense"


def keywords_in(selector: ast.Selector) -> Iterator[tuple[str, ast.Span]]:
    """Yield the keywords in a selector, each with the span of its phrase."""
    for adjective in selector.adjectives:
        for word in adjective.words:
            if word not in PLAIN_WORDS and not is_good_kind(selector.noun, word):
                yield word, adjective.span
    if selector.keyword is not None:
        yield selector.keyword, selector.span
    if selector.but is not None:
        yield from keywords_in(selector.but)


def is_good_kind(noun: str, word: str) -> bool:
    """Return whether a word before this noun is a kind of good, not a keyword."""
    return noun == "world" and word in KIND_WORDS


def selectors_in(power: ast.Power) -> Iterator[ast.Selector]:
    """Yield every selector of a power, in no particular order."""
    for holder in (
        power.trigger,
        *power.all_effects,
        *[effect.rival for effect in power.all_effects],
    ):
        if holder is not None and holder.selector is not None:
            yield holder.selector
    for count in counts_in(power):
        if count.selector is not None:
            yield count.selector
    for goods in goods_in(power):
        if goods.worlds is not None:
            yield goods.worlds


def selectors_of(count: ast.Count) -> list[ast.Selector]:
    """Return the selectors of a count: its cards, and the worlds of its goods."""
    worlds = count.goods.worlds if count.goods is not None else None
    return [selector for selector in (count.selector, worlds) if selector is not None]


def counts_in(power: ast.Power) -> Iterator[ast.Count]:
    """Yield every count in a power, and what it counts of other players."""
    counts = [effect.per.count for effect in power.all_effects if effect.per is not None]
    if power.condition is not None:
        counts.append(power.condition.count)
    for count in counts:
        yield count
        if count.inner is not None:
            yield count.inner
        if count.having is not None:
            yield count.having.count


def tokens_in(power: ast.Power) -> Iterator[tuple[str, ast.Span]]:
    """Yield the token classes in a power, each with the span of its phrase."""
    prices = power.cost.parts if power.cost else ()
    holders: Iterable[ast.Cost | ast.Effect | ast.Count]
    holders = (*prices, *power.all_effects, *counts_in(power))
    for holder in holders:
        if holder.token:
            yield holder.token, holder.span


def goods_in(power: ast.Power) -> Iterator[ast.Goods]:
    """Yield every mention of goods in a power."""
    for holder in (power.trigger, *(power.cost.parts if power.cost else ())):
        if holder is not None and holder.goods is not None:
            yield holder.goods
    goods_of_parts = [effect.goods for effect in power.all_effects]
    goods_of_parts += [count.goods for count in counts_in(power)]
    yield from (goods for goods in goods_of_parts if goods is not None)
