"""W605: a keyword of the set that is used only once, or only in one way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file
from rftg_dsl.lint.support.view import Finding, View
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Scalar

CODE: Final = "W605"
_BEARS: Final = "    keywords: [robot]\n"
_TWO: Final = (
    "  - title: Robot Moon\n    world: 2\n    vp: 1\n    keywords: [robot]\n"
    "  - title: Robot Mine\n    world: 3\n    vp: 2\n"
)
_CHARTER: Final = "  - title: Robot Charter\n    development: 2\n    vp: 1\n    powers: |\n"
_POWER: Final = "      settle: cost -1 for robot worlds\n"
_HEAD: Final = "keywords: [robot]\n"
ENTRY: Final = Entry(
    "a keyword that is used once",
    "A keyword groups cards, so that powers and goals can name them together. This one is borne by"
    " no card or by one alone, or no power, goal or search category of the files that are checked"
    " names it.",
    card_file(_TWO + _CHARTER + _POWER, _HEAD),
    card_file(_TWO + _BEARS + _CHARTER + _POWER, _HEAD),
)


def check(view: View) -> Iterator[Finding]:
    """Yield one finding for a declared keyword, at its place in the head."""
    declared = view.unit.words("keywords")
    if not declared:
        return
    borne, named, invaders = _borne(view.loaded), _named(view.loaded), _invaders(view.loaded)
    for word, region in declared:
        if word in invaders or (borne[word] > 1 and word in named):
            continue
        if not borne[word]:
            yield Finding(
                region,
                f"no card bears the keyword `{word}`",
                f"write `keywords: [{word}]` at the cards that belong together, or delete it here",
            )
        elif borne[word] == 1:
            yield Finding(
                region,
                f"one card alone bears the keyword `{word}`",
                "let other cards bear it, or let powers name that card by its title",
            )
        else:
            yield Finding(
                region,
                f"{borne[word]} cards bear the keyword `{word}`, and nothing names it",
                f"name it in a power, like `per {word} card`, or delete it",
            )


def _borne(units: Sequence[Unit]) -> Counter[str]:
    """Return how many cards bear each keyword."""
    cards = (draft.card for unit in units for draft in unit.drafts)
    return Counter(word for card in cards if card for word in card.keywords)


def _named(units: Sequence[Unit]) -> set[str]:
    """Return the keywords that powers, goals and search categories name."""
    said = [
        selector
        for unit in units
        for draft in unit.drafts
        for _, line in draft.lines
        for selector in selectors_in(line.power)
    ]
    said += [selector for unit in units for _, selector in unit.named]
    return {word for selector in said for word, _ in keywords_in(selector)}


def _invaders(units: Sequence[Unit]) -> set[str]:
    """Return the keywords of invaders, who need no worlds."""
    heads = [head for unit in units if (head := unit.mapping("invasion"))]
    return {by.text for head in heads if isinstance(by := head.values.get("by"), Scalar)}
