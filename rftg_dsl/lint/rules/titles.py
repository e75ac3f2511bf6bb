"""W607: two titles in use that are told apart only by looking twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.limits import PAIRS
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.model import Card

CODE: Final = "W607"
_ICE: Final = "  - title: Ice Harvester\n    world: 2\n    vp: 1\n"
_TWIN: Final = "  - title: Ice Harvesters\n    world: 3\n    vp: 2\n"
ENTRY: Final = Entry(
    "two titles that are almost the same",
    "They differ by a letter, a hyphen, an apostrophe, a space or a plural, so that players, and"
    " powers that name a card, take one for the other. Titles that differ by a digit (Station 1,"
    " Station 2) are a series, and no finding.",
    card_file(_ICE + _TWIN),
    card_file(_ICE + _TWIN.replace("Ice Harvesters", "Comet Harvesters")),
)

SHORTEST: Final = 5
"""Letters that a title must have: among shorter ones a single letter is no slip."""


def check(view: View) -> Iterator[Finding]:
    """Yield one finding for a title, with the first title that it is near to."""
    own = {card.title for _, card in view.own}
    before: defaultdict[_Half, list[tuple[str, Card]]] = defaultdict(list)
    left = PAIRS
    for card in view.cards:
        name = _folded(card.title)
        halves = _halves(name)
        known = [one for half in halves for one in before[half]] if card.title in own else []
        left -= len(known)
        if left < 0:
            return
        near = next((other for one, other in known if _confusing(name, one)), None)
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
def _folded(title: str) -> str:
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


def _confusing(one: str, two: str) -> bool:
    if one == two:
        return True
    return _one_apart(one, two) and _without_digits(one) != _without_digits(two)


def _one_apart(one: str, two: str) -> bool:
    """Return whether one letter is changed, left out or added between two different names."""
    if len(one) > len(two):
        one, two = two, one
    at = next((n for n, letter in enumerate(one) if letter != two[n]), len(one))
    return two[at + 1 :] in (one[at + 1 :], one[at:])


def _without_digits(name: str) -> str:
    return "".join(letter for letter in name if not letter.isdigit())
