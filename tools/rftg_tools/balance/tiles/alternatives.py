"""Versions of tiles with another cost, each played in separate games instead of its tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite

from rftg_dsl.diagnostics.text import listed
from rftg_dsl.limits import COST
from rftg_tools.balance.advice import may_be_as_close
from rftg_tools.balance.alternatives import Alternative
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tiles.subjects import Subject
from rftg_tools.balance.trials import check_titles
from rftg_tools.balance.verdict import brief_of
from rftg_tools.balance.wins import format_difference
from roll_engine.rules import LEAST_COST


@dataclass(frozen=True, slots=True)
class PlayedVersion:
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
    mean, interval = format_difference(effect)
    return f"{mean}, {interval}" if mean else interval


def alternatives_of(subjects: Sequence[Subject], titles: Sequence[str]) -> Iterator[Alternative]:
    """Yield the versions of the given tiles, or of all tiles, whose cost differs by 1.

    titles: titles of faces or tiles. Tiles that players start with have no versions, because nobody
    pays for them. The cost of a face is also its VP, so both change. Raises LookupError for an
    unknown title.
    """
    faces = {face.title: face for subject in subjects for face in subject.faces}
    by_title = {subject.title: subject.faces for subject in subjects}
    by_title |= {title: (face,) for title, face in faces.items()}
    check_titles(titles, by_title, "tile")
    built = {face.title for subject in subjects if not subject.begins for face in subject.faces}
    for title in titles or [subject.title for subject in subjects]:
        for face in by_title[title]:
            for cost in (face.cost - 1, face.cost + 1):
                if face.title in built and LEAST_COST <= cost <= COST:
                    yield Alternative(face.title, cost, cost, f"cost {cost}")


def played_version(
    alternative: Alternative, effect: Estimate, among: OfficialRange
) -> PlayedVersion:
    """Return a version with its results. effect: in percentage points."""
    change = f"{alternative.title}, {alternative.change}"
    verdict = brief_of(effect, among) if isfinite(effect.margin) else "too few games"
    return PlayedVersion(change, alternative.title, alternative.cost, effect, verdict)


def advise(own: Estimate, versions: Sequence[PlayedVersion]) -> tuple[str, ...]:
    """Return the version that is closest to the average, in sentences. own: effect of the tile."""
    measured = [version for version in versions if isfinite(version.effect.margin)]
    if not measured or not isfinite(own.margin):
        return ()
    best = min(measured, key=lambda version: abs(version.effect.mean))
    if abs(best.effect.mean) >= abs(own.mean):
        return ("Keep its cost: no other version is closer to the average.",)
    closest = f"Closest to the average is {best.change} ({describe_effect(best.effect)})."
    rivals = [(version.change, version.effect) for version in measured if version is not best]
    rivals.append(("the tile as it is", own))
    close = [name for name, effect in rivals if may_be_as_close(effect, best.effect)]
    if len(close) == len(rivals):
        return ("These games cannot show which version is closest to the average.",)
    if not close:
        return (closest,)
    return closest, f"These games cannot show which is closest: {listed(['that', *close])}."
