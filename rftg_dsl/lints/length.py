"""W606: rule text that does not fit its card at a size that can be read.

The reckoning: on a card of 63 x 88 mm nothing stands within 3 mm of the edge; the phase marks
take 8 mm on the left, the head with cost and title 12 mm, the foot 4 mm, and the picture keeps
24 mm. In what is left, 6.5 pt type (a letter half as wide, lines 1.2 times as high) has 42
letters a line and 15 lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from rftg_dsl import ast
from rftg_dsl.findings.entry import Entry, card_file
from rftg_dsl.lints.view import Finding, View
from rftg_dsl.model import Card

CODE: Final = "W606"

_POINT: Final = 25.4 / 72
"""A typographic point in mm."""
TYPE_SIZE: Final = 6.5 * _POINT
LETTERS: Final = int((63 - 2 * 3 - 8) / (TYPE_SIZE * 0.5))
"""Letters on a line of rule text."""
LINES: Final = int((88 - 2 * 3 - 12 - 4 - 24) / (TYPE_SIZE * 1.2))
"""Lines of rule text on a card."""

_POWERS: Final = (
    "explore: may discard up to 2 cards -> 1 vp each",
    "settle: military +2 against genes or alien military worlds if you have a rare world",
    "settle: after placing a non-military windfall world, draw 2, discard 1",
    "settle: may discard this -> conquer a non-military windfall world, defense -2",
    "settle: may pay for a non-alien military world of defense 2 to 5, cost -1",
    "consume: up to 3 goods of different kinds -> 1 vp, draw 1 each",
    "produce: draw 2 if you produced the most genes goods",
)


def _hub(powers: tuple[str, ...]) -> str:
    text = "".join(f"      {power}\n" for power in powers)
    return card_file(
        f"  - title: Hub\n    development: 6\n    vp: variable\n    powers: |\n{text}"
        "      score: 1 per world\n"
        "  - title: Moon\n    world: 2\n    vp: 1\n    windfall: rare\n"
        "  - title: Hive\n    military world: 3\n    vp: 2\n    windfall: genes\n"
    )


ENTRY: Final = Entry(
    "rule text too long for its card",
    f"The English text of the powers takes more than {LINES} lines of {LETTERS} letters, which is"
    " what fits a card of 63 x 88 mm in 6.5 pt type. docs/lints.md has the reckoning.",
    _hub(_POWERS),
    _hub(_POWERS[:4]),
)


def check(view: View) -> Iterator[Finding]:
    """One finding for a card, at its powers."""
    for draft, card in view.own:
        if estimated(card) <= LINES:
            continue
        lines = lines_of(card)
        if lines > LINES:
            yield Finding(
                draft.region("powers"),
                f"the rule text of the card has {lines} lines, and {LINES} fit",
                "take away a power, or say one in fewer words",
            )


def estimated(card: Card) -> int:
    """How many lines the text takes at most, from the length of the powers alone.

    Wording them for sure takes Jinja2, which most checks do without.
    """
    return sum(
        1 if line.power.phase == ast.SCORE else ceil((len(line.text) * 1.7 + 30) / LETTERS)
        for line in card.powers
    )


def lines_of(card: Card) -> int:
    """How many lines the text takes."""
    import textwrap

    from rftg_dsl.wording import word_power, word_scoring

    texts: list[str] = []
    for line in card.powers:
        power = line.power
        texts += word_scoring(power) if power.phase == ast.SCORE else [word_power(power)]
    return sum(len(textwrap.wrap(text, LETTERS)) for text in texts)
