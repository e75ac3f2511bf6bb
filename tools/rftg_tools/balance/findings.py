"""All that a study has found, at one moment: what reports are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rftg_dsl.model import Card
from rftg_tools.balance.advice import Tried, advice
from rftg_tools.balance.alternatives import alternatives_of
from rftg_tools.balance.history import Since
from rftg_tools.balance.official import Range
from rftg_tools.balance.partners import Partner
from rftg_tools.balance.reach import narrow_lines
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.study import Study
from rftg_tools.balance.tally import Tally
from rftg_tools.balance.verdict import POINTS, Verdict, margin_so_far, verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A card with its figures and what is said of it.

    tried: its alternatives. advice: what to do about it, in sentences. since: what has changed
    since another version of it was measured.
    """

    tally: Tally
    verdict: Verdict
    partners: list[Partner]
    tried: tuple[Tried, ...] = ()
    advice: tuple[str, ...] = ()
    since: Since | None = None


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
    def effects(self) -> list[tuple[Card, Estimate]]:
        """Each card, with the copies that it has, and its effect in points."""
        tallies = [one.tally for one in self.cards]
        return [
            (
                replace(one.subject.card, copies=len(one.subject.numbers)),
                one.effect.estimate().times(POINTS),
            )
            for one in tallies
        ]

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
        """Margin of error so far beside the target, in words; "" once the target is reached."""
        if self.reached:
            return ""
        return margin_so_far(self.study.half, self.precision, "card")


def findings(study: Study, precision: float, others: Sequence[Study] = ()) -> Findings:
    """Return what a study has found so far. others: studies of alternatives of its cards."""
    among, starts = study.officials.range(), study.officials.range(starts=True)
    tried = [_tried(one) for one in others if one.seeds]
    cards = []
    for tally in study.tallies:
        card = tally.subject.card
        usual = study.calibrations.usual(starts=card.start is not None)
        said = verdict(tally, starts if card.start else among, usual)
        own = tuple(one for one in tried if one.tally.subject.card.title == card.title)
        narrow = narrow_lines(study.lab, tally.subject)
        could_be = bool(alternatives_of(card, study.lab.official.cards))
        told = tuple(advice(tally, said, own, narrow, could_be))
        cards.append(Finding(tally, said, tally.partners.found(), own, told))
    return Findings(study, precision, among, starts, cards)


def _tried(study: Study) -> Tried:
    """Return what was found of an alternative."""
    (tally,), alternative = study.tallies, study.lab.experiment.alternative
    assert alternative is not None, "others are studies of alternatives"
    return Tried(alternative.change, tally, verdict(tally, study.officials.range()))


def with_history(found: Findings, since: Mapping[str, Since]) -> Findings:
    """Return findings with what has changed since other versions of their cards, by title."""
    cards = [replace(one, since=since.get(one.tally.subject.card.title)) for one in found.cards]
    return replace(found, cards=cards)
