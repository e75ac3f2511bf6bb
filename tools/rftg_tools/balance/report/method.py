"""Method of the measurements, so that readers can judge and repeat them."""

from __future__ import annotations

from dataclasses import dataclass

from rftg_dsl.diagnostics.text import counted
from rftg_tools.balance.findings import Findings
from rftg_tools.balance.study import Study
from rftg_tools.balance.verdict import POINTS


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of this section. code: texts to compare or copy, one per line."""

    name: str
    text: str
    code: tuple[str, ...] = ()


def method(findings: Findings, command: str) -> list[Entry]:
    """Return all entries. command: makes this report again."""
    study = findings.study
    setup = study.lab.setup
    rules = setup.options.switched_on()
    players = counted(setup.options.players, "player")
    digests = tuple(f"{card_set.id}  {card_set.digest}" for card_set in study.lab.deck.sets)
    return [
        Entry("Games", _games(study)),
        *([Entry("Other versions", versions)] if (versions := _versions(findings)) else []),
        Entry("Players", f"{players}, all {setup.bot} bots"),
        Entry("Rules", ", ".join(rules).replace("_", " ") or "rules of the sets, no options"),
        Entry("Seeds", f"{setup.seed}/0 to {setup.seed}/{study.seeds - 1}"),
        Entry("Precision", _precision(findings)),
        Entry("Sets", "with the SHA-256 of their text", digests),
        Entry("To repeat", "the same games, loaded from the store or played again", (command,)),
    ]


def _games(study: Study) -> str:
    return (
        f"{study.seeds:,} with all cards, {study.official_games:,} with only official cards,"
        f" {study.paired_games:,} with an official card in place of a drawn one, and"
        f" {study.other_games:,} in which a card is never placed, or placed whenever possible"
    )


def _versions(findings: Findings) -> str:
    """Return the games of alternatives: "Gem Mine: 600 with cost 3, 400 with 2 VP"."""
    return "; ".join(
        f"{finding.tally.subject.card.title}: "
        + ", ".join(f"{result.tally.seeds:,} with {result.change}" for result in finding.tried)
        for finding in findings.cards
        if finding.tried
    )


def _precision(findings: Findings) -> str:
    if findings.shortfall:
        return findings.shortfall
    target = f"target ±{POINTS * findings.precision:.1f} points"
    if findings.study.margin > findings.precision:
        target += ", or an eighth of a larger effect"
    return f"{target}; reached for each card"
