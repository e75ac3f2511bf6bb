"""Findings as text: sentences for people who know games but not statistics, and a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.text import capitalized, counted, listed
from rftg_tools.balance.bots import LEAVE, PLACE
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.set_figures import quantile, set_sentences
from rftg_tools.balance.statistics import FEWEST
from rftg_tools.balance.tally import RARELY_PLAYED, DrawResults, Tally
from rftg_tools.balance.verdict import (
    POINTS,
    SURE,
    UNPLAYED,
    format_difference,
    headline_of,
    of_hundred,
    wins,
)

_FEW_PARTNERS: Final = 4
_MIN_LENGTH_DIFFERENCE: Final = 0.5
"""Smallest difference of game length, in rounds, that is reported."""


def headline(finding: Finding) -> str:
    """Return the verdict on a card in a few words."""
    return headline_of(finding.verdict.brief, finding.tally.is_forced)


def sentences(finding: Finding) -> list[str]:
    """Return the results of a card: wins first, or play rate if it is rarely played."""
    tally = finding.tally
    if not isfinite(tally.margin):
        return [_unknown(tally)]
    result, played = wins(tally, finding.verdict), _played(tally)
    if finding.verdict.brief == UNPLAYED:
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
    if tally.is_forced:
        return f"Bots rarely play it of their own accord. {_forced(tally)}".rstrip()
    return "Bots rarely play it, so its wins do not show its strength."


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
    unplayed = [_title(card) for card in findings.cards if card.verdict.brief == UNPLAYED]
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


_WON: Final = f"extra wins per 100 ({SURE})"


def in_words(findings: Findings) -> str:
    """Return the entire report."""
    whole = set_sentences(findings.study.whole)
    parts = [_head(findings), table(findings), list(_cards(findings)), whole, _notes(findings)]
    return "\n".join("\n".join([*part, ""]) for part in parts if part).rstrip("\n")


def _head(findings: Findings) -> list[str]:
    study = findings.study
    setup = study.lab.setup
    sets = ", ".join(study.lab.experiment.sets.names)
    return [
        f"{study.seeds:,} games of {setup.options.players} players ({setup.bot}),"
        f" sets {sets}, seed {setup.seed}",
        f"{study.official_games:,} with only official cards,"
        f" {study.paired_games:,} with an official card in place of a tested one,"
        f" {study.other_games:,} with a forced policy for a card",
        *([f"{capitalized(short)}."] if (short := findings.shortfall) else []),
    ]


def table(findings: Findings) -> list[str]:
    """Return the table, a line per card."""
    width = max(len(finding.tally.subject.card.title) for finding in findings.cards)
    columns = f"cost  played  {_WON}  verdict"
    return [f"{'card':{width}}  {columns}", *(_line(finding, width) for finding in findings.cards)]


def _line(finding: Finding, width: int) -> str:
    tally, card = finding.tally, finding.tally.subject.card
    mean, interval = format_difference(tally.strength.times(POINTS))
    won = f"{mean:>5}  {interval}"
    return (
        f"{card.title:{width}}  {card.cost:4}  {tally.drawers.played_share:6.0%}"
        f"  {won:{len(_WON)}}  {headline(finding)}"
    )


def _cards(findings: Findings) -> Iterator[str]:
    """Yield a sentence and the problems per card; cards with too few games share one."""
    few = [finding for finding in findings.cards if not isfinite(finding.tally.margin)]
    for finding in findings.cards:
        title = finding.tally.subject.card.title
        is_named = finding not in few or len(few) == 1
        if is_named:
            texts = [sentences(finding)[0], caution(finding)]
            yield f"{title}: {' '.join(text for text in texts if text)}"
        yield from (f"    ! {title} {text}." for text in finding.verdict.problems)
        yield from (f"    {text}" for text in (changed(finding), *finding.advice) if text)
        yield from (f"      {tried.summary}" for tried in finding.tried if is_named)
    if len(few) > 1:
        drawn = max(finding.tally.drawn for finding in few)
        yield (
            f"Too few games for {counted(len(few), 'card')}: each was drawn in at most {drawn} of"
            f" {findings.study.seeds} games."
        )


def _notes(findings: Findings) -> list[str]:
    inexact = [tally for tally in findings.study.tallies if not tally.subject.peers.has_same_cost]
    notes = [
        f"No official card has the cost of {tally.subject.card.title}: it is compared with"
        f" {tally.subject.peers.average}."
        for tally in inexact
    ]
    notes += [
        f"{card.title} is not compared: no official card has its type."
        for card in findings.study.lab.untried
    ]
    among = findings.among
    if among.cards:
        notes.append(
            f"Official cards win between {-among.low * POINTS:.0f} fewer and"
            f" {among.high * POINTS:.0f} more games per 100 than the average of their cost."
        )
    return notes
