"""What became of the mutants, counted by kind of mistake, as a table and as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from rftg_dev.mutation.mutants import KINDS
from rftg_dev.mutation.trial import FLAGGED, Outcome

INFORMATIVE: Final = "wrong number"
"""The kind that is no part of the sum: another number is most often another fair card."""


@dataclass(slots=True)
class Tally:
    """Mutants by what became of them; points, offers, restores, harms: of those flagged."""

    mutants: int = 0
    error: int = 0
    warning: int = 0
    same: int = 0
    other: int = 0
    hole: int = 0
    points: int = 0
    offers: int = 0
    restores: int = 0
    harms: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count one mutant."""
        self.mutants += 1
        setattr(self, outcome.verdict, getattr(self, outcome.verdict) + 1)
        if outcome.verdict in FLAGGED:
            self.points += outcome.points
            self.offers += outcome.offers
            self.restores += outcome.restores
            self.harms += outcome.harms

    @property
    def flagged(self) -> int:
        """Mutants with a finding."""
        return self.error + self.warning

    @property
    def recall(self) -> float:
        """The share with a finding, of those that do not say the same."""
        return _share(self.flagged, self.mutants - self.same)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def tallies(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """Return the mutants by kind, and last "all" of them but those of INFORMATIVE."""
    found = {kind: Tally() for kind in KINDS}
    total = Tally()
    for outcome in outcomes:
        found[outcome.mutant.kind].add(outcome)
        if outcome.mutant.kind != INFORMATIVE:
            total.add(outcome)
    return found | {"all": total}


_HEADINGS: Final = (
    "mistake",
    "mutants",
    "says the same",
    "flagged",
    "another card",
    "hole",
    "at the mistake",
    "names the word",
    "edit restores",
    "certain edit harms",
)


def table(found: dict[str, Tally]) -> str:
    """Return the tallies as a table in Markdown."""
    rows = [_row(kind, tally) for kind, tally in found.items()]
    lines = ["| " + " | ".join(row) + " |" for row in (_HEADINGS, *rows)]
    lines.insert(1, "|---|" + "---:|" * (len(_HEADINGS) - 1))
    return "\n".join(lines)


def _row(kind: str, tally: Tally) -> Sequence[str]:
    flagged = tally.flagged
    return (
        kind,
        f"{tally.mutants:,}",
        f"{tally.same:,}",
        f"{tally.recall:.1%}",
        f"{tally.other:,}",
        f"{tally.hole:,}",
        f"{_share(tally.points, flagged):.1%}",
        f"{_share(tally.offers, flagged):.1%}",
        f"{_share(tally.restores, flagged):.1%}",
        f"{tally.harms:,}",
    )


def as_data(found: dict[str, Tally]) -> dict[str, Any]:
    """Return the tallies as they go into JSON; recall is from 0 to 1."""
    return {kind: {**asdict(one), "recall": one.recall} for kind, one in found.items()}
