"""All that a study has found, at one moment: what reports are made of."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_tools.balance.official import Range
from rftg_tools.balance.partners import Partner
from rftg_tools.balance.study import Study
from rftg_tools.balance.tally import Tally
from rftg_tools.balance.verdict import Verdict, verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A card with its figures and what is said of it."""

    tally: Tally
    verdict: Verdict
    partners: list[Partner]


@dataclass(frozen=True, slots=True)
class Findings:
    """A study with what is said of its cards, in the order of their files. among: official cards.

    precision: half of the interval that was asked for, as a share of a win.
    """

    study: Study
    precision: float
    among: Range
    cards: list[Finding]

    @property
    def wanting(self) -> list[Finding]:
        """The cards that something was found of."""
        return [one for one in self.cards if one.verdict.wanting]

    @property
    def reached(self) -> bool:
        """Whether all cards are known as well as asked for."""
        return self.study.enough(self.precision)


def findings(study: Study, precision: float) -> Findings:
    """What a study has found so far."""
    among = study.officials.range()
    cards = [
        Finding(one, verdict(one, among, study.officials), one.partners.found())
        for one in study.tallies
    ]
    return Findings(study, precision, among, cards)
