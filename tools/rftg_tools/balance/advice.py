"""What to change of a card that is too strong or too weak, and what that would come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot, isfinite
from typing import Final

from rftg_dsl.diagnostics.text import listed
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import SELDOM, Tally
from rftg_tools.balance.verdict import POINTS, UNPLAYED, Verdict
from rftg_tools.balance.wins import of_hundred, off, wins

OFF: Final = ("stronger", "weaker", "too strong", "too weak")
"""Verdicts on which something can be done by another cost or other points."""
_MOST: Final = 3
"""VP more or less that are advised at most; beyond them a card is another one."""
_LITTLE: Final = 0.5
"""Games of a hundred that a VP must be worth for it to be advised."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An alternative that was played. change: what it has instead, such as "cost 4"."""

    change: str
    tally: Tally
    verdict: Verdict

    @property
    def effect(self) -> Estimate:
        """Its effect in points."""
        return self.tally.effect.estimate().times(POINTS)

    @property
    def shown(self) -> str:
        """How many more games it wins, in short: "cost 4: +1, -1 to +3; played in 40 of 100"."""
        mean, span = off(self.effect)
        if not mean:
            return f"{self.change}: {span}"
        return f"{self.change}: {mean}, {span}; played in {of_hundred(self.tally.with_it)}"


def advice(
    tally: Tally,
    verdict: Verdict,
    tried: Sequence[Tried],
    narrow: Sequence[str] = (),
    others: bool = True,
) -> list[str]:
    """Return what to do about a card, a sentence each; nothing where nothing need be done.

    tried: its alternatives, where they were played. What bots cannot judge they cannot price.
    narrow: its lines that are about few cards, in sentences; told where few play the card. others:
    whether it has alternatives that can be played.
    """
    if not isfinite(tally.half) or verdict.misjudged:
        return []
    told = list(narrow) if verdict.brief in UNPLAYED else []
    if tried:
        return [*told, *_of_alternatives(tally, tried)]
    if verdict.brief in UNPLAYED:
        return [*told, f"To see whether they play it {_at_another_cost(tally)}"] if others else told
    return list(_of_points(tally, others)) if verdict.brief in OFF else []


def _at_another_cost(tally: Tally) -> str:
    title = tally.subject.card.title
    return f'at another cost or with other points, play it with `--alternatives "{title}"`.'


def _of_alternatives(tally: Tally, tried: Sequence[Tried]) -> Iterator[str]:
    """Yield which version wins most nearly as the average, and which may do as well."""
    own = tally.effect.estimate().times(POINTS)
    known = sorted(
        (one for one in tried if isfinite(one.effect.half)), key=lambda one: abs(one.effect.mean)
    )
    if tally.with_it.played_share < SELDOM:
        yield _if_played([one for one in known if one.tally.with_it.played_share >= SELDOM])
        return
    nearer = [one for one in known if abs(one.effect.mean) < abs(own.mean)]
    if not nearer:
        yield "Leave its cost and VP as they are: no other version is nearer to the average."
        return
    best = nearer[0]
    as_near = _may_be_as_near(own, best.effect)
    if as_near and best.verdict.brief in OFF:
        yield "No other version is clearly nearer to the average than the card as it is."
        return
    did = wins(best.tally, best.verdict)
    yield f"Nearest to the average is {best.change}: {did[:1].lower()}{did[1:]}"
    alike = [one.change for one in nearer[1:] if _may_be_as_near(one.effect, best.effect)]
    alike += ["the card as it is"] if as_near else []
    if alike:
        yield f"These games cannot tell which is nearest: {listed(['that', *alike])}."


def _if_played(known: Sequence[Tried]) -> str:
    """Return which version of a card that few play is played and wins most nearly as the average.

    known: those that are played, the nearest first.
    """
    if not known:
        return "Few play any version of it, so neither its cost nor its VP keeps it in hand."
    first = known[0]
    did = wins(first.tally, first.verdict)
    played = f"With {first.change} it is played, in {of_hundred(first.tally.with_it)} games"
    return f"{played}: {did[:1].lower()}{did[1:]}"


def _may_be_as_near(one: Estimate, best: Estimate) -> bool:
    return abs(one.mean) - abs(best.mean) <= hypot(one.half, best.half)


def _of_points(tally: Tally, others: bool) -> Iterator[str]:
    """Yield how many VP would bring a card to the average, from its games counted again."""
    card, effect = tally.subject.card, tally.effect.estimate().mean * POINTS
    worth = tally.recount.worth * POINTS
    if card.vp is not None and worth < _LITTLE:
        yield "A VP more or less on it would hardly change who wins."
    elif card.vp is not None:
        most = _MOST if effect < 0 else min(_MOST, card.vp)
        points = min(most, max(1, round(abs(effect) / worth)))
        if points:
            yield _with_points(points, worth, effect)
    if others:
        yield f'To see what another cost does, play it with `--alternatives "{card.title}"`.'


def _with_points(points: int, worth: float, effect: float) -> str:
    other, fewer, more = ("less", "fewer", "more") if effect > 0 else ("more", "more", "fewer")
    change, left = points * worth, abs(effect) - points * worth
    if left > abs(effect) / 2:
        return (
            f"Points alone will not do: {points} VP {other} would come to about {change:.0f}"
            f" {fewer} wins in 100."
        )
    rest = f"{abs(left):.0f} {more if left > 0 else fewer} than the average"
    leaves = "which brings it to the average" if abs(left) < _LITTLE else f"and so {rest}"
    return (
        f"Try {points} VP {other}: counting the same games again, it wins about"
        f" {change:.0f} {fewer} in 100, {leaves}."
    )
