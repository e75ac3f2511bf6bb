"""All that a study has found, at one moment: what reports are made of."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from rftg_tools.balance.official import Range
from rftg_tools.balance.partners import Partner
from rftg_tools.balance.study import Study
from rftg_tools.balance.tally import Tally
from rftg_tools.balance.verdict import POINTS, Verdict, verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A card with its figures and what is said of it."""

    tally: Tally
    verdict: Verdict
    partners: list[Partner]


@dataclass(frozen=True, slots=True)
class Findings:
    """A study with what is said of its cards, in the order of their files.

    among: the official cards but for start worlds; starts: those, where any is tried.
    precision: half of the interval that was asked for, as a share of a win.
    """

    study: Study
    precision: float
    among: Range
    starts: Range
    cards: list[Finding]

    def range_of(self, finding: Finding) -> Range:
        """Return the official cards that a card lies among."""
        return self.starts if finding.tally.subject.card.start else self.among

    @property
    def wanting(self) -> list[Finding]:
        """The cards that something was found of."""
        return [card for card in self.cards if card.verdict.wanting]

    @property
    def reached(self) -> bool:
        """Whether all cards are known as well as asked for."""
        return self.study.known(self.precision)

    @property
    def shortfall(self) -> str:
        """That more was asked for than is known, in words; "" where it is known."""
        if self.reached:
            return ""
        half, asked = self.study.half, f"± {POINTS * self.precision:.1f} of 100 games"
        if not isfinite(half):
            return f"so far there are too few games of some card; {asked} was asked for"
        return (
            f"so far the least sure card is known to ± {POINTS * half:.1f}; {asked} was asked for"
        )


def findings(study: Study, precision: float) -> Findings:
    """Return what a study has found so far."""
    among, starts = study.officials.range(), study.officials.range(starts=True)
    cards = [
        Finding(
            one,
            verdict(one, starts if one.subject.card.start else among),
            one.partners.found(),
        )
        for one in study.tallies
    ]
    return Findings(study, precision, among, starts, cards)
