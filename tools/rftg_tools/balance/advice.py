"""Suggested changes to a card that is too strong or too weak, with their expected effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot, isfinite
from typing import Final

from rftg_dsl.diagnostics.text import listed
from rftg_dsl.syntax.formatter import format_power
from rftg_engine.cards.terms import ALL
from rftg_tools.balance.experiment import CompiledExperiment, Subject
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import RARELY_PLAYED, Tally
from rftg_tools.balance.verdict import (
    POINTS,
    UNPLAYED,
    Verdict,
    format_difference,
    of_hundred,
    wins,
)

OFF: Final = ("stronger", "weaker", "too strong", "too weak")
"""Verdicts that another cost or other points may improve."""
_MAX_POINTS: Final = 3
"""Largest change in VP that is suggested; a larger one would make a different card."""
_MIN_WORTH: Final = 0.5
"""Smallest effect of a VP, in wins per 100 games, for a change of VP to be suggested."""


@dataclass(frozen=True, slots=True)
class AlternativeResult:
    """An alternative that was played. change: its difference from the card, such as "cost 4"."""

    change: str
    tally: Tally
    verdict: Verdict

    @property
    def effect(self) -> Estimate:
        """The effect in wins per 100 games."""
        return self.tally.effect.estimate().times(POINTS)

    @property
    def summary(self) -> str:
        """Extra wins per 100 games, as in "cost 4: +1, -1 to +3; played in 40 of 100"."""
        mean, interval = format_difference(self.effect)
        if not mean:
            return f"{self.change}: {interval}"
        return f"{self.change}: {mean}, {interval}; played in {of_hundred(self.tally.drawers)}"


def advice(
    tally: Tally,
    verdict: Verdict,
    tried: Sequence[AlternativeResult],
    narrow: Sequence[str] = (),
    has_alternatives: bool = True,
) -> list[str]:
    """Return suggestions for a card, a sentence each; none if it needs no change.

    There are none for a card that bots misjudge. tried: results of its alternatives. narrow:
    sentences about powers that affect few cards, used if the card is rarely played.
    has_alternatives: whether alternatives can be played.
    """
    if not isfinite(tally.margin) or verdict.is_misjudged:
        return []
    is_rarely_played = tally.is_forced or verdict.brief == UNPLAYED
    sentences = list(narrow) if is_rarely_played else []
    if tried:
        return [*sentences, *_compare_alternatives(tally, tried)]
    if is_rarely_played:
        if has_alternatives:
            sentences.append(f"To see whether bots play it {_at_another_cost(tally)}")
        return sentences
    return list(_suggest_points(tally, has_alternatives)) if verdict.brief in OFF else []


def _at_another_cost(tally: Tally) -> str:
    title = tally.subject.card.title
    return f'at another cost or with other points, play it with `--alternatives "{title}"`.'


def _compare_alternatives(tally: Tally, tried: Sequence[AlternativeResult]) -> Iterator[str]:
    """Yield the version that is closest to the average, and versions that may be as close."""
    current = tally.effect.estimate().times(POINTS)
    measured = [result for result in tried if isfinite(result.effect.margin)]
    measured.sort(key=lambda result: abs(result.effect.mean))
    if tally.drawers.played_share < RARELY_PLAYED:
        played = [r for r in measured if r.tally.drawers.played_share >= RARELY_PLAYED]
        yield _first_played(played)
        return
    closer = [result for result in measured if abs(result.effect.mean) < abs(current.mean)]
    if not closer:
        yield "Keep its cost and VP: no other version is closer to the average."
        return
    best = closer[0]
    is_tie = may_be_as_close(current, best.effect)
    if is_tie and best.verdict.brief in OFF:
        yield "No other version is clearly closer to the average than the current card."
        return
    sentence = wins(best.tally, best.verdict)
    yield f"Closest to the average is {best.change}: {sentence[:1].lower()}{sentence[1:]}"
    ties = [r.change for r in closer[1:] if may_be_as_close(r.effect, best.effect)]
    ties += ["the current card"] if is_tie else []
    if ties:
        yield f"These games cannot show which is closest: {listed(['that', *ties])}."


def _first_played(played: Sequence[AlternativeResult]) -> str:
    """Return the result of the best version that is played, for a card that is rarely played.

    played: versions that are played, the closest to the average first.
    """
    if not played:
        return "No version is played often, so neither cost nor VP is what keeps it in the hand."
    best = played[0]
    sentence = wins(best.tally, best.verdict)
    start = f"With {best.change} it is played in {of_hundred(best.tally.drawers)} games"
    return f"{start}: {sentence[:1].lower()}{sentence[1:]}"


def may_be_as_close(effect: Estimate, best: Estimate) -> bool:
    """Return whether an effect may be as close to 0 as the best one."""
    return abs(effect.mean) - abs(best.mean) <= hypot(effect.margin, best.margin)


def _suggest_points(tally: Tally, has_alternatives: bool) -> Iterator[str]:
    """Yield the number of VP that would bring a card to the average, from recounted games."""
    card, effect = tally.subject.card, tally.effect.estimate().mean * POINTS
    worth = tally.recount.worth * POINTS
    if card.vp is not None and worth < _MIN_WORTH:
        yield "One VP more or less would hardly change who wins."
    elif card.vp is not None:
        limit = _MAX_POINTS if effect < 0 else min(_MAX_POINTS, card.vp)
        points = min(limit, max(1, round(abs(effect) / worth)))
        if points:
            yield _with_points(points, worth, effect)
    if has_alternatives:
        yield f'To see the effect of another cost, play it with `--alternatives "{card.title}"`.'


def _with_points(points: int, worth: float, effect: float) -> str:
    direction, fewer, more = ("fewer", "fewer", "more") if effect > 0 else ("more", "more", "fewer")
    change, remaining = points * worth, abs(effect) - points * worth
    if remaining > abs(effect) / 2:
        return (
            f"VP alone are not enough: {points} VP {direction} would mean about {change:.0f}"
            f" {fewer} wins per 100 games."
        )
    result = "which makes it average"
    if abs(remaining) >= _MIN_WORTH:
        side = more if remaining > 0 else fewer
        result = f"which leaves {abs(remaining):.0f} {side} than average"
    return (
        f"Try {points} VP {direction}: in a recount of the same games, it wins about"
        f" {change:.0f} {fewer} per 100, {result}."
    )


MAX_FEW_SHARE: Final = 0.05
"""Share of all cards in use up to which they are few."""


def narrow_lines(lab: CompiledExperiment, subject: Subject) -> list[str]:
    """Return a sentence for each power that affects few of the cards in use."""
    bound = [power for power in lab.table.power_list if power.card == subject.numbers[0]]
    covered_counts = {power.line: sum(power.covers) for power in bound if power.mask != ALL}
    lines, cards = subject.card.powers, len(lab.deck.cards)
    return [
        f"`{format_power(lines[line].power)}` affects {count} of the {cards} cards in use: it would"
        " do more with more such cards, or if it affected more kinds of cards."
        for line, count in covered_counts.items()
        if count <= MAX_FEW_SHARE * cards
    ]
