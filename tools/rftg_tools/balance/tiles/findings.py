"""What the games say of a tile, in words, and what is found wanting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.text import counted, listed
from rftg_tools.balance.official import Range
from rftg_tools.balance.set_figures import quantile
from rftg_tools.balance.statistics import FEWEST
from rftg_tools.balance.tiles.alternatives import TriedVersion, advise, tried_version
from rftg_tools.balance.tiles.study import Study, Tally
from rftg_tools.balance.verdict import HARDLY, POINTS, brief_of, strength_of
from rftg_tools.balance.wins import won
from rftg_tools.intervals import wilson

TOO_FEW: Final = "too few games"
HARDLY_BUILT: Final = "hardly built"
_HEADLINES: Final = {
    "stronger": "stronger than average",
    "average": "about average",
    "weaker": "weaker than average",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A tile with its figures and what is said of it.

    verdict: in a word or two. said: what it did, in sentences. wanting: what is found, each a
    sentence without its subject. usual: of those who drew shipped tiles of its sort, how many
    built them. tried: versions of it that were played. advice: what they show, in sentences.
    """

    tally: Tally
    verdict: str
    said: tuple[str, ...]
    wanting: tuple[str, ...]
    usual: float
    tried: tuple[TriedVersion, ...] = ()
    advice: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The verdict as it is shown."""
        return _HEADLINES.get(self.verdict, self.verdict)


@dataclass(frozen=True, slots=True)
class Findings:
    """A study with what is said of its tiles, in the order of their files.

    precision: half of the interval that was asked for, as a share of a win. among: the shipped
    tiles of each sort that is tried.
    """

    study: Study
    precision: float
    among: tuple[Range, ...]
    tiles: tuple[Finding, ...]

    @property
    def is_wanting(self) -> bool:
        """Whether something was found of a tile."""
        return any(one.wanting for one in self.tiles)


def findings(study: Study, precision: float, others: Sequence[Study] = ()) -> Findings:
    """Return what a study has found so far. others: studies of alternatives."""
    sorts = list(dict.fromkeys(tally.subject.sort for tally in study.tallies))
    among = {sort: study.range(sort) for sort in sorts}
    usual = {sort: study.usual_share(sort) for sort in sorts}
    tiles = []
    for tally in study.tallies:
        sort = tally.subject.sort
        finding = _finding(tally, among[sort], usual[sort])
        tiles.append(_with_versions(finding, among[sort], others))
    return Findings(study, precision, tuple(among.values()), tuple(tiles))


def _finding(tally: Tally, among: Range, usual: float) -> Finding:
    effect = tally.effect.estimate().times(POINTS)
    beyond = strength_of(effect, among)
    wanting = (beyond,) if beyond else ()
    if not isfinite(effect.half):
        few = f"It came to a player in {counted(tally.drawn, 'game')}: too few to say anything."
        return Finding(tally, TOO_FEW, (few,), wanting, usual)
    verdict = brief_of(effect, among)
    if _is_hardly_built(tally, usual) and not beyond:
        verdict = HARDLY_BUILT
    who = "players who were dealt it" if tally.subject.begins else "players who drew it"
    wins = won(effect, who, tally.subject.sort.average, verdict == "not known yet")
    return Finding(tally, verdict, (wins, *_built(tally, usual)), wanting, usual)


def _with_versions(finding: Finding, among: Range, others: Sequence[Study]) -> Finding:
    """Return a finding with the versions of its tile that were played."""
    titles = [face.title for face in finding.tally.subject.faces]
    tried = []
    for study in others:
        alternative = study.lab.experiment.alternative
        if alternative is not None and alternative.title in titles and study.tallies:
            effect = study.tallies[0].effect.estimate().times(POINTS)
            tried.append(tried_version(alternative, effect, among))
    own = finding.tally.effect.estimate().times(POINTS)
    return replace(finding, tried=tuple(tried), advice=advise(own, tried))


def _is_hardly_built(tally: Tally, usual: float) -> bool:
    """Return whether few who draw it build it: surely under half as many as others of its sort."""
    if tally.subject.begins:
        return False
    _low, high = wilson(tally.built.total(), tally.drawn)
    return high < min(HARDLY, usual / 2)


def _built(tally: Tally, usual: float) -> Iterator[str]:
    """Yield how often, as what and when a tile is built, where it is not there from the start."""
    if tally.subject.begins:
        return
    other = f"official tiles of the bag, in {POINTS * usual:.0f}"
    if not tally.built:
        yield f"They never built it; {other} of 100."
        return
    faces = [f"{number} as {title}" for title, number in _by_face(tally)]
    as_what = f", {listed(faces, 'and')}" if len(faces) > 1 else f", always as {_only(tally)}"
    share = f"{POINTS * tally.built_share:.0f} of 100 games"
    yield f"They built it in {share}{as_what}{_when(tally)}; {other}."


def _by_face(tally: Tally) -> list[tuple[str, int]]:
    """Return in how many of a hundred games each face was built, the commonest first."""
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
