"""W609: a set whose cards are of other sorts, or cost more or less, than those of official sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.lint.support.official import official
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.model import Card
from rftg_dsl.sets.unfilled import is_unfilled
from rftg_dsl.syntax import ast

CODE: Final = "W609"
LEAST: Final = 20
"""Cards that a set must have: among fewer, three deviations are half of all cards."""
FEWEST: Final = 10
"""Cards that a share or a mean must be of."""
DEVIATIONS: Final = 3
"""How far off a figure is before it is reported, in standard deviations of as many cards taken from
the official ones by chance."""


def _worlds(first: str, key: str, number: int, more: str) -> str:
    """Return example cards, one a line, costs 1, 2, 3 and so on."""
    return "".join(
        f"  - {{title: {first} {chr(65 + at) * 3}, {key}: {1 + at % 4}, vp: {1 + at % 4}{more}}}\n"
        for at in range(number)
    )


ENTRY: Final = Entry(
    "a set out of proportion",
    f"In a set of at least {LEAST} cards (start worlds not counted), some sort of card is far more"
    " or less frequent than in the official sets, or the cards cost far more or less: more than"
    f" {DEVIATIONS} standard deviations for that many cards. A deck that it is shuffled into plays"
    " differently. That can be meant.",
    card_file(_worlds("Field", "world", 20, "")),
    card_file(
        _worlds("Guild", "development", 8, "")
        + _worlds("Field", "world", 3, ", windfall: novelty")
        + _worlds("Mine", "world", 3, ", windfall: rare")
        + _worlds("Fort", "military world", 4, "")
        + _worlds("Nest", "military world", 2, ", windfall: genes")
    ),
)

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


def check(view: View) -> Iterator[Finding]:
    """Yield one finding for a set, at its id."""
    cards = counted(card for _, card in view.own)
    if len(cards) < LEAST:
        return
    notes = (*_shares(cards), *_means(cards))
    if notes:
        yield Finding(
            view.head("set"),
            f"the set's {len(cards)} cards are of other proportions than those of official sets",
            "change these proportions, or ignore this finding if they are meant",
            notes,
        )


def counted(cards: Iterator[Card]) -> list[Card]:
    """Return the cards that count: all but start worlds and those still to be filled in."""
    return [card for card in cards if card.start is None and not is_unfilled(card)]


def chosen(cards: Sequence[Card], of: str) -> list[Card]:
    """Return the cards that a share or a mean is taken over."""
    return [card for card in cards if _OF[of](card)]


def number_of(cards: Sequence[Card], sort: str) -> int:
    """Return how many cards are of a sort, or have goods of a kind."""
    is_such = _SORTS.get(sort)
    return sum(is_such(card) if is_such else f"{card.kind} worlds" == sort for card in cards)


def _shares(cards: Sequence[Card]) -> Iterator[str]:
    for share in official().shares:
        among = chosen(cards, share.of)
        if len(among) < FEWEST:
            continue
        found = number_of(among, share.name)
        spread = sqrt(share.part * (1 - share.part) * len(among))
        if abs(found - share.part * len(among)) > DEVIATIONS * spread:
            yield (
                f"{found} of {len(among)} {share.of} are {share.name}"
                f" ({found / len(among):.0%}; official: {share.part:.0%})"
            )


def _means(cards: Sequence[Card]) -> Iterator[str]:
    for known in official().means:
        costs = [card.cost for card in chosen(cards, known.of)]
        if len(costs) < FEWEST:
            continue
        mean = sum(costs) / len(costs)
        if abs(mean - known.mean) > DEVIATIONS * known.deviation / sqrt(len(costs)):
            what = "defense" if known.of == "military worlds" else "cost"
            yield (
                f"the mean {what} of {len(costs)} {known.of} is {mean:.1f}"
                f" (official: {known.mean:.1f})"
            )
