"""Findings as text for a terminal: a table with a line per card, and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.plain import caution, changed, headline, sentences
from rftg_tools.balance.set_words import set_sentences
from rftg_tools.balance.tally import Tally
from rftg_tools.balance.verdict import POINTS
from rftg_tools.balance.wins import SURE, format_difference

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
        *([f"{short[:1].upper()}{short[1:]}."] if (short := findings.shortfall) else []),
    ]


def table(findings: Findings) -> list[str]:
    """Return the table, a line per card."""
    width = max(len(finding.tally.subject.card.title) for finding in findings.cards)
    columns = f"cost  played  {_WON}  verdict"
    return [f"{'card':{width}}  {columns}", *(_line(finding, width) for finding in findings.cards)]


def _line(finding: Finding, width: int) -> str:
    tally, card = finding.tally, finding.tally.subject.card
    mean, interval = format_difference(tally.effect.estimate().times(POINTS))
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
        f"No official card has the cost of {_title(tally)}: it is compared with"
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


def _title(tally: Tally) -> str:
    return tally.subject.card.title
