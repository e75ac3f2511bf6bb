"""Which answers to a decision are worth rating: all of a few, of many those near at hand.

Answers that differ only in copies of the same card are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import asks
from rftg_engine.cards.table import Table

MOST: Final = 16
"""Answers to one decision that are rated."""
MOST_LISTED: Final = 2_000
"""Answers that are looked at to find them."""
Key = tuple[object, ...]


def candidates(
    table: Table, decision: Decision, given: list[Answer]
) -> tuple[list[Answer], list[int]]:
    """Return the answers to be rated, and for each of the `given` ones which of these it is.

    Those given are among them; others are left out where they differ most from all given.
    """
    answers: dict[Key, Answer] = {}
    for answer in given:
        answers.setdefault(_key(table, decision, answer), answer)
    near = list(answers.values())
    others: dict[Key, Answer] = {}
    beside = (answer for one in near for answer in neighbours(decision, one))
    for answer in islice(chain(beside, every(decision)), MOST_LISTED):
        others.setdefault(_key(table, decision, answer), answer)
    ranked = [key for key in others if key not in answers]
    ranked.sort(key=lambda key: min(_distance(others[key], one) for one in near))
    for key in ranked[: max(0, MOST - len(answers))]:
        answers[key] = others[key]
    keys = list(answers)
    return list(answers.values()), [keys.index(_key(table, decision, one)) for one in given]


def every(decision: Decision) -> Iterator[Answer]:
    """Yield all legal answers, cards in the order of the decision."""
    if isinstance(decision, Choice):
        yield from decision.options
    elif isinstance(decision, Subset):
        yield from _subsets(decision)
    elif isinstance(decision, Payment):
        for index, way in enumerate(decision.ways):
            for size in range(way.price, way.most + 1):
                for cards in combinations(decision.cards, size):
                    yield (index, *cards)


def neighbours(decision: Decision, answer: Answer) -> Iterator[Answer]:
    """Yield the legal answers that differ by one card, or by another way to pay."""
    if isinstance(decision, Subset):
        found = _one_off(decision.cards, answer)
    elif isinstance(decision, Payment):
        ways = ((way, *answer[1:]) for way in range(len(decision.ways)))
        paid = ((answer[0], *cards) for cards in _one_off(decision.cards, answer[1:]))
        found = chain(ways, paid)
    else:
        return
    for one in found:
        if one != answer and decision.refusal(one) is None:
            yield one


def _one_off(cards: Answer, chosen: Answer) -> Iterator[Answer]:
    """Yield cards of which one is more, less or another than those chosen, in the order of all."""
    without = [card for card in cards if card not in chosen]
    for gone, added in chain(
        ((card, other) for card in chosen for other in without),
        ((card, -1) for card in chosen),
        ((-1, other) for other in without),
    ):
        yield tuple(one for one in cards if one == added or (one in chosen and one != gone))


def _subsets(decision: Subset) -> Iterator[Answer]:
    sizes = [0, decision.most] if decision.all_or_none else range(decision.least, decision.most + 1)
    for size in sizes:
        for cards in combinations(decision.cards, size):
            if decision.refusal(cards) is None:
                yield cards


def _key(table: Table, decision: Decision, answer: Answer) -> Key:
    """Return the same for answers that come to the same."""
    if isinstance(decision, Payment):
        return (answer[0], *sorted(table.titles[card] for card in answer[1:]))
    if isinstance(decision, Subset):
        # Goods lie on worlds of the tableau, which may differ though their titles do not.
        if decision.kind == asks.GOODS_FOR_POWER:
            return tuple(sorted(answer))
        return tuple(sorted(table.titles[card] for card in answer))
    if asks.names_cards(decision.kind):
        # What follows the card, a world of the tableau, may differ from others of its title.
        return (*(table.titles[card] for card in answer[:1]), *answer[1:])
    return answer


def _distance(one: Answer, other: Answer) -> int:
    """Return how many numbers are in one of two answers alone."""
    return len(set(one) ^ set(other))
