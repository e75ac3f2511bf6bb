"""How the figures were measured: all it takes to judge them and to have them again."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.findings import Findings
from rftg_tools.balance.report.numbers import share
from rftg_tools.balance.study import Study
from rftg_tools.balance.tally import HALF, saving
from rftg_tools.balance.verdict import POINTS


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of it. code: texts to be compared or copied, each on a line of its own."""

    name: str
    text: str
    code: tuple[str, ...] = ()


def method(findings: Findings, command: str) -> list[Entry]:
    """Return all of it. command: which makes this report again."""
    study = findings.study
    setup = study.lab.setup
    rules = setup.options.switched_on()
    players = counted(setup.options.players, "player")
    digests = tuple(f"{card_set.id}  {card_set.digest}" for card_set in study.lab.deck.sets)
    return [
        Entry("Games", _games(study)),
        *([Entry("Other versions", versions)] if (versions := _versions(findings)) else []),
        Entry("Players", f"{players}, all {setup.bot} bots"),
        Entry("Rules", ", ".join(rules).replace("_", " ") or "those of the sets, no options"),
        Entry("Seeds", f"{setup.seed}/0 to {setup.seed}/{study.seeds - 1}"),
        Entry("Precision", _precision(findings)),
        Entry("Shared seeds", _saved(findings)),
        Entry("Sets", "each with the SHA-256 of its text", digests),
        Entry("To repeat", "the same games, read from the store or played anew", (command,)),
    ]


def _games(study: Study) -> str:
    return (
        f"{study.seeds:,} with all cards, {study.official_games:,} with official cards alone,"
        f" {study.paired_games:,} with an official card in place of one that was drawn, and"
        f" {study.other_games:,} in which one is left alone, or placed whenever it can be"
    )


def _versions(findings: Findings) -> str:
    """Return the games of alternatives: "Gem Mine: 600 with cost 3, 400 with 2 VP"."""
    return "; ".join(
        f"{one.tally.subject.card.title}: "
        + ", ".join(f"{tried.tally.seeds:,} with {tried.change}" for tried in one.tried)
        for one in findings.cards
        if one.tried
    )


def _precision(findings: Findings) -> str:
    if findings.shortfall:
        return findings.shortfall
    asked = f"± {POINTS * findings.precision:.1f} points asked for"
    if findings.study.half > findings.precision:
        asked += ", or an eighth of the effect where that is more"
    return f"{asked}; each card is known so well"


def _saved(findings: Findings) -> str:
    """Return what common random numbers were good for, over all cards."""
    saved = saving(findings.study.tallies)
    if saved is None:
        return "too few games to say"
    return (
        f"each pair of games has the same shuffles, which saved {share(max(0.0, saved.share))} of"
        f" the games: ± {HALF * POINTS:.0f} points take {saved.pairs:,} pairs a card on average,"
        f" and {saved.apart:,} without"
    )
