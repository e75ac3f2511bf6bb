"""Tiles with another cost. Each version is played in games of its own, in place of its tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot, isfinite

from rftg_dsl.diagnostics.text import listed, nearest
from rftg_dsl.limits import COST
from rftg_tools.balance.alternatives import Alternative
from rftg_tools.balance.official import Range
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tiles.subjects import Subject
from rftg_tools.balance.verdict import brief_of
from rftg_tools.balance.wins import off
from roll_engine.rules import LEAST_COST


@dataclass(frozen=True, slots=True)
class TriedVersion:
    """A version of a tile with its results.

    change: "Gem Moon, cost 3". cost: of that face. effect: in percentage points.
    """

    change: str
    title: str
    cost: int
    effect: Estimate
    verdict: str

    @property
    def summary(self) -> str:
        """The results in short: "Gem Moon, cost 3: +1, -1 to +3"."""
        return f"{self.change}: {describe_effect(self.effect)}"


def describe_effect(effect: Estimate) -> str:
    """Return an effect with its interval: "+1, -1 to +3"."""
    mean, span = off(effect)
    return f"{mean}, {span}" if mean else span


def alternatives_of(subjects: Sequence[Subject], titles: Sequence[str]) -> Iterator[Alternative]:
    """Yield the versions of some tiles whose cost differs by 1, or of all tiles.

    titles: of faces or tiles. Tiles that players start with have no versions, because nobody pays
    for them. The cost of a face is also its points, so both change. Raise LookupError for an
    unknown title.
    """
    faces = {face.title: face for subject in subjects for face in subject.faces}
    by_title = {subject.title: subject.faces for subject in subjects}
    by_title |= {title: (face,) for title, face in faces.items()}
    for title in titles:
        if title not in by_title:
            near = nearest(title, by_title)
            advice = f"; the nearest is {near!r}" if near else ""
            raise LookupError(f"no tile that is tried is called {title!r}{advice}")
    built = {face.title for subject in subjects if not subject.begins for face in subject.faces}
    for title in titles or [subject.title for subject in subjects]:
        for face in by_title[title]:
            for cost in (face.cost - 1, face.cost + 1):
                if face.title in built and LEAST_COST <= cost <= COST:
                    yield Alternative(face.title, cost, cost, f"cost {cost}")


def tried_version(alternative: Alternative, effect: Estimate, among: Range) -> TriedVersion:
    """Return a version with its results. effect: in percentage points."""
    change = f"{alternative.title}, {alternative.change}"
    verdict = brief_of(effect, among) if isfinite(effect.half) else "too few games"
    return TriedVersion(change, alternative.title, alternative.cost, effect, verdict)


def advise(own: Estimate, versions: Sequence[TriedVersion]) -> tuple[str, ...]:
    """Return which version is nearest to the average, in sentences. own: effect of the tile."""
    known = [version for version in versions if isfinite(version.effect.half)]
    if not known or not isfinite(own.half):
        return ()
    best = min(known, key=lambda version: abs(version.effect.mean))
    if abs(best.effect.mean) >= abs(own.mean):
        return ("Leave its cost as it is: no other version is nearer to the average.",)
    nearest_version = f"Nearest to the average is {best.change} ({describe_effect(best.effect)})."
    rivals = [(version.change, version.effect) for version in known if version is not best]
    rivals.append(("the tile as it is", own))
    close = [name for name, effect in rivals if _is_as_near(effect, best.effect)]
    if len(close) == len(rivals):
        return ("These games cannot tell which version is nearest to the average.",)
    if not close:
        return (nearest_version,)
    return nearest_version, f"These games cannot tell it from {listed(close)}."


def _is_as_near(effect: Estimate, best: Estimate) -> bool:
    """Return whether an effect may be as near to 0 as the best one."""
    return abs(effect.mean) - abs(best.mean) <= hypot(effect.half, best.half)
