"""Findings as text for a terminal: a table with a line a card, then what is said of each."""

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
from rftg_tools.balance.wins import SURE, off

_WON: Final = f"more wins in 100 ({SURE})"


def in_words(findings: Findings) -> str:
    """Return the whole report."""
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
        f"{study.official_games:,} with official cards alone,"
        f" {study.paired_games:,} with an official card in place,"
        f" {study.other_games:,} in which a card is played otherwise",
        *([f"{short[:1].upper()}{short[1:]}."] if (short := findings.shortfall) else []),
    ]


def table(findings: Findings) -> list[str]:
    """Return the table, a line a card."""
    width = max(len(finding.tally.subject.card.title) for finding in findings.cards)
    columns = f"cost  played  {_WON}  verdict"
    return [f"{'card':{width}}  {columns}", *(_line(finding, width) for finding in findings.cards)]


def _line(finding: Finding, width: int) -> str:
    tally, card = finding.tally, finding.tally.subject.card
    mean, span = off(tally.effect.estimate().times(POINTS))
    won = f"{mean:>5}  {span}"
    return (
        f"{card.title:{width}}  {card.cost:4}  {tally.with_it.played_share:6.0%}"
        f"  {won:{len(_WON)}}  {headline(finding)}"
    )


def _cards(findings: Findings) -> Iterator[str]:
    """Yield a sentence a card, and what was found of it; those of too few games have one in all."""
    few = [finding for finding in findings.cards if not isfinite(finding.tally.half)]
    for one in findings.cards:
        title = one.tally.subject.card.title
        named = one not in few or len(few) == 1
        if named:
            said = [sentences(one)[0], caution(one)]
            yield f"{title}: {' '.join(text for text in said if text)}"
        yield from (f"    ! {title} {text}." for text in one.verdict.wanting)
        yield from (f"    {text}" for text in (changed(one), *one.advice) if text)
        yield from (f"      {tried.shown}" for tried in one.tried if named)
    if len(few) > 1:
        drawn = max(one.tally.drawn for one in few)
        yield (
            f"Too few games to say anything of {counted(len(few), 'card')}: drawn in {drawn} of"
            f" {findings.study.seeds} games at most."
        )


def _notes(findings: Findings) -> list[str]:
    far = [tally for tally in findings.study.tallies if not tally.subject.peers.exact]
    notes = [f"No official card costs what {_title(one)} costs: {_nearest(one)}." for one in far]
    notes += [
        f"{card.title} is compared with nothing: no official card is of its type."
        for card in findings.study.lab.untried
    ]
    among = findings.among
    if among.cards:
        notes.append(
            f"Official cards win between {-among.low * POINTS:.0f} fewer and"
            f" {among.high * POINTS:.0f} more games in 100 than the average of their cost."
        )
    return notes


def _title(tally: Tally) -> str:
    return tally.subject.card.title


def _nearest(tally: Tally) -> str:
    return f"it is compared with {tally.subject.peers.average}"
