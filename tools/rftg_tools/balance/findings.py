"""All findings of a study at one moment, for reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rftg_dsl.model import Card
from rftg_tools.balance.advice import AlternativeResult, advice, narrow_lines
from rftg_tools.balance.deck import alternatives_of
from rftg_tools.balance.history import ChangeEffect
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.study import Study
from rftg_tools.balance.tally import Partner, Tally
from rftg_tools.balance.verdict import POINTS, Verdict, margin_so_far, verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A card with its figures and verdict.

    tried: results of its alternatives. advice: suggestions, in sentences. since: the change since
    another version was measured.
    """

    tally: Tally
    verdict: Verdict
    partners: list[Partner]
    tried: tuple[AlternativeResult, ...] = ()
    advice: tuple[str, ...] = ()
    since: ChangeEffect | None = None


@dataclass(frozen=True, slots=True)
class Findings:
    """A study with the findings for its cards, in the order of their files.

    among: range of the official cards except start worlds; starts: of start worlds, if any is
    tested. precision: target margin of error, as a win share.
    """

    study: Study
    precision: float
    among: OfficialRange
    starts: OfficialRange
    cards: list[Finding]

    def range_of(self, finding: Finding) -> OfficialRange:
        """Return the range of official cards that applies to a card."""
        return self.starts if finding.tally.subject.card.start else self.among

    @property
    def effects(self) -> list[tuple[Card, Estimate]]:
        """Each card, with its number of copies, and its effect in points."""
        tallies = [finding.tally for finding in self.cards]
        return [
            (
                replace(tally.subject.card, copies=len(tally.subject.numbers)),
                tally.effect.estimate().times(POINTS),
            )
            for tally in tallies
        ]

    @property
    def problems(self) -> list[Finding]:
        """The cards with problems."""
        return [card for card in self.cards if card.verdict.problems]

    @property
    def is_precise(self) -> bool:
        """Whether all cards have reached the target margin."""
        return self.study.is_known(self.precision)

    @property
    def shortfall(self) -> str:
        """Margin of error so far and the target, or "" once the target is reached."""
        if self.is_precise:
            return ""
        margin = self.study.margin_to_reduce(self.precision)
        are_settled = self.study.are_settled(self.precision)
        return margin_so_far(margin, self.precision, "card", are_settled)


def findings(study: Study, precision: float, others: Sequence[Study] = ()) -> Findings:
    """Return the findings of a study so far. others: studies of alternatives of its cards."""
    among, starts = study.officials.range(), study.officials.range(starts=True)
    results = [_tried(other) for other in others if other.seeds]
    cards = []
    for tally in study.tallies:
        card = tally.subject.card
        usual = study.calibrations.usual(starts=card.start is not None)
        judgement = verdict(tally, starts if card.start else among, usual)
        alternatives = tuple(r for r in results if r.tally.subject.card.title == card.title)
        narrow = narrow_lines(study.lab, tally.subject)
        has_alternatives = bool(alternatives_of(card, study.lab.official.cards))
        suggestions = tuple(advice(tally, judgement, alternatives, narrow, has_alternatives))
        partners = tally.partners.significant()
        cards.append(Finding(tally, judgement, partners, alternatives, suggestions))
    return Findings(study, precision, among, starts, cards)


def _tried(study: Study) -> AlternativeResult:
    """Return the result of an alternative."""
    (tally,), alternative = study.tallies, study.lab.experiment.alternative
    assert alternative is not None, "others must be studies of alternatives"
    return AlternativeResult(alternative.change, tally, verdict(tally, study.officials.range()))


def with_history(findings: Findings, since: Mapping[str, ChangeEffect]) -> Findings:
    """Add the changes since earlier versions of the cards, by title."""
    cards = [
        replace(finding, since=since.get(finding.tally.subject.card.title))
        for finding in findings.cards
    ]
    return replace(findings, cards=cards)
