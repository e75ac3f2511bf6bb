"""Verdict on a tile, its problems, and its versions with another cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.text import counted, listed
from rftg_dsl.limits import COST
from rftg_tools.balance.advice import may_be_as_close
from rftg_tools.balance.deck import Alternative
from rftg_tools.balance.official import OfficialRange
from rftg_tools.balance.set_figures import quantile
from rftg_tools.balance.statistics import FEWEST, Estimate
from rftg_tools.balance.tiles.experiment import Subject, TileKind
from rftg_tools.balance.tiles.study import Study, Tally
from rftg_tools.balance.trials import check_titles
from rftg_tools.balance.verdict import (
    POINTS,
    brief_of,
    format_difference,
    headline_of,
    margin_so_far,
    strength_of,
    won,
)
from rftg_tools.intervals import wilson
from roll_engine.rules import LEAST_COST

TOO_FEW: Final = "too few games"
HARDLY_BUILT: Final = "hardly built"
UNWANTED_SHARE: Final = 0.05
"""Share of draws below which a tile may be one that nobody wants."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A tile with its figures and verdict.

    verdict: in a word or two. sentences: its results. problems: what to report, each a sentence
    without its subject. usual: share of drawers of shipped tiles of its kind who built them.
    versions: the tile's alternatives that were played. advice: their results, in sentences.
    """

    tally: Tally
    verdict: str
    sentences: tuple[str, ...]
    problems: tuple[str, ...]
    usual: float
    versions: tuple[PlayedVersion, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The verdict for display."""
        return headline_of(self.verdict)


@dataclass(frozen=True, slots=True)
class Findings:
    """A study with the findings for its tiles, in the order of their files.

    precision: target margin of error, as a win share. among: range of the shipped tiles of each
    tested kind.
    """

    study: Study
    precision: float
    among: Mapping[TileKind, OfficialRange]
    tiles: tuple[Finding, ...]

    def range_of(self, finding: Finding) -> OfficialRange:
        """Return the range of the official tiles that a tile is compared with."""
        return self.among[finding.tally.subject.kind]

    @property
    def shortfall(self) -> str:
        """Margin of error so far and the target, or "" once the target is reached."""
        if self.study.is_known(self.precision):
            return ""
        margin = self.study.margin_to_reduce(self.precision)
        are_settled = self.study.are_settled(self.precision)
        return margin_so_far(margin, self.precision, "tile", are_settled)

    @property
    def is_wanting(self) -> bool:
        """Whether a tile has problems."""
        return any(tile.problems for tile in self.tiles)


def findings(study: Study, precision: float, others: Sequence[Study] = ()) -> Findings:
    """Return the findings of a study so far. others: studies of alternatives."""
    kinds = list(dict.fromkeys(tally.subject.kind for tally in study.tallies))
    among = {kind: study.range(kind) for kind in kinds}
    usual = {kind: study.usual_share(kind) for kind in kinds}
    tiles = []
    for tally in study.tallies:
        kind = tally.subject.kind
        finding = _finding(tally, among[kind], usual[kind])
        tiles.append(_with_versions(finding, among[kind], others))
    return Findings(study, precision, among, tuple(tiles))


def _finding(tally: Tally, among: OfficialRange, usual: float) -> Finding:
    effect = tally.effect.estimate().times(POINTS)
    problem = strength_of(effect, among)
    problems = (problem,) if problem else ()
    if not isfinite(effect.margin):
        games = counted(tally.drawn, "game")
        few = f"A player had it in {games}, which is too few for a result."
        return Finding(tally, TOO_FEW, (few,), problems, usual)
    verdict = brief_of(effect, among)
    if _is_hardly_built(tally, usual) and not problem:
        verdict = HARDLY_BUILT
    who = "players who were dealt it" if tally.subject.begins else "players who drew it"
    wins = won(effect, who, tally.subject.kind.average, verdict == "not known yet")
    return Finding(tally, verdict, (wins, *_built(tally, usual)), problems, usual)


def _with_versions(finding: Finding, among: OfficialRange, others: Sequence[Study]) -> Finding:
    """Return a finding with the versions of its tile that were played."""
    titles = [face.title for face in finding.tally.subject.faces]
    versions = []
    for study in others:
        alternative = study.lab.experiment.alternative
        if alternative is not None and alternative.title in titles and study.tallies:
            effect = study.tallies[0].effect.estimate().times(POINTS)
            versions.append(played_version(alternative, effect, among))
    own = finding.tally.effect.estimate().times(POINTS)
    return replace(finding, versions=tuple(versions), advice=advise(own, versions))


def _is_hardly_built(tally: Tally, usual: float) -> bool:
    """Return whether its build share is clearly below half of that of other tiles of its kind."""
    if tally.subject.begins:
        return False
    _low, high = wilson(tally.built.total(), tally.drawn)
    return high < min(UNWANTED_SHARE, usual / 2)


def _built(tally: Tally, usual: float) -> Iterator[str]:
    """Yield how often, as which face and when a tile is built, unless it starts in play."""
    if tally.subject.begins:
        return
    official = f"for official tiles from the bag, it was {POINTS * usual:.0f}"
    if not tally.built:
        yield f"The bots never built it; {official} of 100 games."
        return
    faces = [f"{number} as {title}" for title, number in _by_face(tally)]
    which = f", {listed(faces, 'and')}" if len(faces) > 1 else f", always as {_only(tally)}"
    share = f"{POINTS * tally.built_share:.0f} of 100 games"
    yield f"The bots built it in {share}{which}{_when(tally)}; {official}."


def _by_face(tally: Tally) -> list[tuple[str, int]]:
    """Return the number of games per 100 in which each face was built, the most common first."""
    built = tally.built.most_common()
    return [(title, round(POINTS * number / tally.drawn)) for title, number in built]


def _only(tally: Tally) -> str:
    return next(iter(tally.built))


def _when(tally: Tally) -> str:
    """Return the rounds in which the middle half of the players build it."""
    if tally.built.total() < FEWEST:
        return ""
    first, last = quantile(tally.rounds, 0.25), quantile(tally.rounds, 0.75)
    rounds = f"round {first}" if first == last else f"rounds {first} to {last}"
    return f", mostly in {rounds}"


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
