"""Which lines of a card are about few cards only, so that it seldom does anything."""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax.formatter import format_power
from rftg_engine.cards.terms import ALL
from rftg_tools.balance.experiment import Lab, Subject

FEW: Final = 0.05
"""The share of all cards in use that are few."""


def narrow_lines(lab: Lab, subject: Subject) -> list[str]:
    """Return a sentence for each power that is about few of the cards in use."""
    bound = [one for one in lab.table.power_list if one.card == subject.numbers[0]]
    about = {one.line: sum(one.covers) for one in bound if one.mask != ALL}
    lines, cards = subject.card.powers, len(lab.deck.cards)
    return [
        f"`{format_power(lines[line].power)}` is about {few} of the {cards} cards in use: with more"
        " of them, or about a wider kind, it would do more."
        for line, few in about.items()
        if few <= FEW * cards
    ]
