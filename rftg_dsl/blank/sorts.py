"""Blank cards in the proportions of the printed cards.

The booklets of *The Gathering Storm* and of the first arc tell that blank start worlds and game
cards are in the box, 17 and 22 of them, in proportions that make a balanced mix; they do not say
how many there are of each sort. So the proportions here are counted: those of the sets given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from statistics import median_low
from typing import Any, Final, NamedTuple, TypeVar

from rftg_dsl.blank.cards import VARIABLE, completed, free_start, start_colour
from rftg_dsl.model import Card
from rftg_dsl.sets.unfilled import BLANK
from rftg_dsl.syntax.ast import ANY_KIND

PRINTED: Final = 22
"""Blank cards in the printed box (arc 1 booklet, Contents)."""
_Key = TypeVar("_Key", bound=Hashable)


_GOODS: Final = {
    "": "",
    "windfall": "windfall ",
    "produces": "production ",
    "holds": "one-good ",
}


class Sort(NamedTuple):
    """What a printed blank card fixes: type, how its good comes ("" for gray), start world."""

    type: str
    variable: bool = False
    goods: str = ""
    start: bool = False

    def __str__(self) -> str:
        if self.start:
            return "a start world"
        points = " with variable points" if self.variable else ""
        goods = _GOODS[self.goods]
        name = self.type.replace("world", f"{goods}world")
        return f"a {name}{points}"


def sort_of(card: Card) -> Sort:
    """Return the sort of a card; start worlds are one sort, whatever else they are."""
    if card.start is not None:
        return Sort("world", start=True)
    goods = "windfall" if card.windfall else "produces" if card.production else ""
    goods = "holds" if card.holds else goods
    return Sort("military world" if card.military else card.type, card.vp is None, goods)


def shared_out(number: int, weights: Mapping[_Key, int]) -> dict[_Key, int]:
    """Divide a number into whole parts proportional to the weights, by the largest remainders.

    Of equal remainders the one of the larger weight, then the first, comes first.
    """
    total = sum(weights.values())
    parts = {key: number * weight // total for key, weight in weights.items()}
    rest = number - sum(parts.values())
    order = sorted(weights, key=lambda key: (-(number * weights[key] % total), -weights[key]))
    for key in order[:rest]:
        parts[key] += 1
    return parts


def blank_cards(
    number: int, printed: Sequence[Card], first_start: int | None = None
) -> list[tuple[str, dict[str, Any]]]:
    """Return blank cards, each with what it is in words, in the proportions of printed ones.

    Costs, defenses and points are those in the middle of the sort's printed cards. first_start:
    the number of the first start world; by default the one after those printed.
    """
    by_sort: dict[Sort, list[Card]] = {}
    for card in printed:
        by_sort.setdefault(sort_of(card), []).append(card)
    shares = shared_out(number, {sort: _copies(cards) for sort, cards in by_sort.items()})
    start = free_start(printed) if first_start is None else first_start
    found: list[tuple[str, dict[str, Any]]] = []
    for sort in sorted(by_sort, key=lambda one: -shares[one]):
        for kind, share in _kinds(shares[sort], sort, by_sort[sort]):
            for _ in range(share):
                like = [card for card in by_sort[sort] if kind in ("", card.kind)]
                blank = _blank(len(found) + 1, sort, kind, like)
                if sort.start:
                    blank["start"] = {"number": start, "colour": start_colour(start)}
                    start += 1
                found.append((_in_words(sort, kind), completed(blank)))
    return found


def _kinds(number: int, sort: Sort, cards: list[Card]) -> list[tuple[str, int]]:
    if not sort.goods:
        return [("", number)]
    weights: Counter[str] = Counter()
    for card in cards:
        if card.kind and card.kind != ANY_KIND:
            weights[card.kind] += card.copies
    return list(shared_out(number, weights).items()) if weights else [(ANY_KIND, number)]


def _blank(number: int, sort: Sort, kind: str, like: list[Card]) -> dict[str, Any]:
    points = [card.vp for card in like if card.vp is not None]
    card: dict[str, Any] = {
        "title": f"{BLANK} {number}",
        sort.type: median_low(card.cost for card in like),
        "vp": VARIABLE if sort.variable else median_low(points or [1]),
    }
    return card | ({sort.goods: kind} if sort.goods else {})


def _in_words(sort: Sort, kind: str) -> str:
    name = str(sort)
    return f"{name}, {kind}" if kind else name


def _copies(cards: Sequence[Card]) -> int:
    return sum(card.copies for card in cards)
