"""Powers of a card that affect few cards, so that they rarely do anything."""

from __future__ import annotations

from typing import Final

from rftg_dsl.syntax.formatter import format_power
from rftg_engine.cards.terms import ALL
from rftg_tools.balance.experiment import CompiledExperiment, Subject

MAX_FEW_SHARE: Final = 0.05
"""Share of all cards in use up to which they are few."""


def narrow_lines(lab: CompiledExperiment, subject: Subject) -> list[str]:
    """Return a sentence for each power that affects few of the cards in use."""
    bound = [power for power in lab.table.power_list if power.card == subject.numbers[0]]
    covered_counts = {power.line: sum(power.covers) for power in bound if power.mask != ALL}
    lines, cards = subject.card.powers, len(lab.deck.cards)
    return [
        f"`{format_power(lines[line].power)}` affects {count} of the {cards} cards in use: it would"
        " do more with more such cards, or if it affected more kinds of cards."
        for line, count in covered_counts.items()
        if count <= MAX_FEW_SHARE * cards
    ]
