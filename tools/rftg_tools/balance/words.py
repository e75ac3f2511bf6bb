"""Findings as text for a terminal: a table with a line a card, then what is said of each."""

from __future__ import annotations

from math import isfinite

from rftg_dsl.diagnostics.phrasing import counted
from rftg_tools.balance.findings import Finding, Findings
from rftg_tools.balance.partners import Partner
from rftg_tools.balance.set_words import set_lines
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.tally import HALF, Tally, saving
from rftg_tools.balance.verdict import POINTS


def in_words(findings: Findings) -> str:
    """Return the whole report."""
    whole = set_lines(findings.study.whole)
    parts = [_head(findings), _table(findings), _sentences(findings), whole, *_notes(findings)]
    return "\n".join("\n".join([*part, ""]) for part in parts if part).rstrip("\n")


def _head(findings: Findings) -> list[str]:
    study = findings.study
    setup = study.lab.setup
    sets = ", ".join(study.lab.experiment.sets.names)
    controls = sum(tally.drawn for tally in study.tallies)
    return [
        f"{study.seeds:,} games of {setup.options.players} players ({setup.bot}),"
        f" sets {sets}, seed {setup.seed}",
        f"{study.seeds:,} with official cards alone, {controls:,} with an official card in place",
        *([f"{short[:1].upper()}{short[1:]}."] if (short := findings.shortfall) else []),
    ]


def _table(findings: Findings) -> list[str]:
    width = max(len(finding.tally.subject.card.title) for finding in findings.cards)
    columns = "cost   drawn  played  wins if drawn  instead   effect         verdict"
    return [f"{'card':{width}}  {columns}", *(_line(finding, width) for finding in findings.cards)]


def _line(finding: Finding, width: int) -> str:
    tally, card = finding.tally, finding.tally.subject.card
    arm, other = tally.with_it, tally.without
    effect = shown(tally.effect.estimate().times(POINTS))
    return (
        f"{card.title:{width}}  {card.cost:4}  {tally.drawn / max(1, tally.seeds):6.1%}"
        f"  {arm.played_share:6.1%}  {arm.shares.mean:13.1%}"
        f"  {other.shares.mean:7.1%}   {effect:13}  {finding.verdict.brief}"
    )


def shown(estimate: Estimate) -> str:
    """Return a mean with half of its interval, such as "+4.1 ± 1.3"."""
    half = f"{estimate.half:.1f}" if isfinite(estimate.half) else "?"
    return f"{estimate.mean:+.1f} ± {half}"


def _sentences(findings: Findings) -> list[str]:
    lines, few = [], [finding for finding in findings.cards if not isfinite(finding.tally.half)]
    for one in findings.cards:
        title = one.tally.subject.card.title
        if one not in few or len(few) == 1:
            lines.append(f"{title} {one.verdict.text}.")
        lines += [f"    ! {title} {text}." for text in one.verdict.wanting]
        if one.partners:
            lines.append(f"    It goes with {', '.join(map(_partner, one.partners))}.")
    if len(few) > 1:
        drawn = max(one.tally.drawn for one in few)
        lines.append(
            f"Too few games to say anything of {counted(len(few), 'card')}: drawn in {drawn} of"
            f" {findings.study.seeds} games at most."
        )
    return lines


def _partner(one: Partner) -> str:
    return f"{one.title} ({shown(one.effect.times(POINTS))})"


def _notes(findings: Findings) -> list[list[str]]:
    far = [tally for tally in findings.study.tallies if not tally.subject.peers.exact]
    notes = [f"No official card costs what {_title(one)} costs: {_nearest(one)}." for one in far]
    notes += [
        f"{card.title} is compared with nothing: no official card is of its type."
        for card in findings.study.lab.untried
    ]
    among = findings.among
    if among.cards:
        notes.append(
            f"Official cards lie between {among.low * POINTS:+.1f} and {among.high * POINTS:+.1f}"
            " points from the average of their cost."
        )
    saved = _saved(findings)
    return [notes, [saved] if saved else []]


def _title(tally: Tally) -> str:
    return tally.subject.card.title


def _nearest(tally: Tally) -> str:
    return f"it is compared with {tally.subject.peers.average}"


def _saved(findings: Findings) -> str:
    """Return what common random numbers were good for, over all cards."""
    saved = saving(findings.study.tallies)
    if saved is None:
        return ""
    return (
        f"Sharing the seeds saved {saved.share:.0%} of the games: ± {HALF * POINTS:.0f} points"
        f" take {saved.pairs:,} pairs a card, not {saved.apart:,}."
    )
