"""Results of a card in plain sentences, for people who know games but not statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.text import counted, listed
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.holders import LEAVE, PLACE
from rftg_tools.balance.set_figures import quantile
from rftg_tools.balance.statistics import FEWEST
from rftg_tools.balance.tally import RARELY_PLAYED, DrawResults, Tally
from rftg_tools.balance.verdict import POINTS, UNPLAYED, headline_of
from rftg_tools.balance.wins import format_difference, of_hundred, wins

_FEW_PARTNERS: Final = 4
_MIN_LENGTH_DIFFERENCE: Final = 0.5
"""Smallest difference of game length, in rounds, that is reported."""


def headline(finding: Finding) -> str:
    """Return the verdict on a card in a few words."""
    return headline_of(finding.verdict.brief)


def sentences(finding: Finding) -> list[str]:
    """Return the results of a card: wins first, or play rate if it is rarely played."""
    tally = finding.tally
    if not isfinite(tally.margin):
        return [_unknown(tally)]
    result, played = wins(tally, finding.verdict), _played(tally)
    if finding.verdict.brief in UNPLAYED:
        first = [f"Players who drew it{played.removeprefix('They')}", result]
    else:
        first = [result, played]
    texts = (*first, _worth(tally), _length(tally), _partners(finding))
    return [text for text in texts if text]


def caution(finding: Finding) -> str:
    """Return the reason why the wins say little about a card, or ""."""
    tally = finding.tally
    if finding.verdict.is_misjudged:
        reasons = "; ".join(_reasons(finding))
        return f"But bots misjudge it, so this is not its real strength: {reasons}."
    if not isfinite(tally.margin) or tally.drawers.played_share >= RARELY_PLAYED:
        return ""
    return f"Bots rarely play it, so its wins do not show its strength. {_forced(tally)}".rstrip()


def _forced(tally: Tally) -> str:
    """Return the result of placing a rarely played card whenever possible, or "" if unknown."""
    gain = tally.forced_play[PLACE].gain.estimate().times(POINTS)
    if not isfinite(gain.margin):
        return ""
    mean, interval = format_difference(gain)
    condition = "If they place it as soon as they can"
    if gain.high < 0:
        start = f"Bots are right not to play it: {condition.lower()}"
        return f"{start}, they win fewer games ({mean} per 100, {interval})."
    comparison = "more" if gain.low > 0 else "about as many"
    return f"{condition}, they win {comparison} games ({mean} per 100, {interval})."


def _reasons(finding: Finding) -> Iterator[str]:
    """Yield the evidence that bots misjudge a card."""
    tally = finding.tally
    if tally.misjudged:
        mean, interval = format_difference(
            tally.forced_play[tally.misjudged].gain.estimate().times(POINTS)
        )
        policy = "never place it" if tally.misjudged == LEAVE else "place it as soon as they can"
        yield f"if they {policy}, they win more ({mean} per 100, {interval})"
    if finding.verdict.is_mistaken:
        calibration = tally.calibration
        shares = (calibration.expected, calibration.won)
        expected, won = (f"{share.mean * POINTS:.0f}" for share in shares)
        yield f"with it on the table, they expect to win {expected} games per 100 but win {won}"


def _unknown(tally: Tally) -> str:
    drawn = counted(tally.drawn, "game")
    return f"It was drawn in {drawn} of {tally.seeds:,}, which is too few for a result."


def _played(tally: Tally) -> str:
    """Return how often and when a card is played, or "" for a start world, always in play."""
    arm, replacement = tally.drawers, tally.control_drawers
    if tally.subject.card.start:
        return ""
    if not arm.played:
        return f"They never played it; official cards in its place, in {of_hundred(replacement)}."
    own = f"They played it in {of_hundred(arm)} games{_when(arm)}"
    return f"{own}; official cards in its place, in {of_hundred(replacement)}."


def _when(arm: DrawResults) -> str:
    """Return the rounds in which the middle half of the players place the card."""
    if arm.played < FEWEST:
        return ""
    rounds = Counter(arm.rounds)
    first, last = quantile(rounds, 0.25), quantile(rounds, 0.75)
    if first == last:
        return f", mostly in round {first}"
    return f", mostly in rounds {first} to {last}"


def _worth(tally: Tally) -> str:
    """Return the mean points of a card with variable points."""
    points, card = tally.drawers.points, tally.subject.card
    if card.vp is not None or points.count < FEWEST:
        return ""
    return f"At the end it was worth {points.mean:.1f} VP to players who had it in their tableau."


def _length(tally: Tally) -> str:
    rounds = tally.rounds.estimate()
    if not isfinite(rounds.margin) or abs(rounds.mean) < max(_MIN_LENGTH_DIFFERENCE, rounds.margin):
        return ""
    direction = "longer" if rounds.mean > 0 else "shorter"
    return f"Games in which somebody drew it were {abs(rounds.mean):.1f} rounds {direction}."


def _partners(finding: Finding) -> str:
    titles = [partner.title for partner in finding.partners[:_FEW_PARTNERS]]
    return f"It works well with {listed(titles, 'and')}." if titles else ""


def unjudged(findings: Findings) -> list[str]:
    """Return the cards whose strength the games do not show, in a sentence for each reason."""
    unplayed = [_title(card) for card in findings.cards if card.verdict.brief in UNPLAYED]
    misjudged = [_title(card) for card in findings.cards if card.verdict.is_misjudged]
    sentences = []
    if unplayed:
        them = "their" if len(unplayed) > 1 else "its"
        titles = listed(unplayed, "and")
        sentences.append(f"Bots rarely play {titles}, so the wins do not show {them} strength.")
    if misjudged:
        sentences.append(f"Bots misjudge {listed(misjudged, 'and')}.")
    return sentences


def _title(finding: Finding) -> str:
    return finding.tally.subject.card.title


def lines(finding: Finding) -> Iterator[str]:
    """Yield the results of a card, and how reliable they are."""
    yield from sentences(finding)
    if text := caution(finding):
        yield text


def changed(finding: Finding) -> str:
    """Return the effect of the last change to a card, or "" if there is no earlier version."""
    since = finding.since
    if since is None:
        return ""
    changes = f" ({'; '.join(since.changes)})" if since.changes else ""
    ends = " to ".join(format_difference(estimate)[0] for estimate in (since.before, since.now))
    trend = f"clearly {since.trend}" if since.trend else "no clear difference yet"
    return f"Compared with the last version{changes}: from {ends} wins per 100 games; {trend}."
