"""How the figures were measured: all it takes to judge them and to have them again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite

from rftg_dsl.vocabulary import counted
from rftg_tools.balance.findings import Findings
from rftg_tools.balance.moments import numbers_needed
from rftg_tools.balance.report.numbers import share

_HALF = 0.02
"""Half of an interval, as a share of a win, for which the pairs needed are told."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of it. code: texts to be compared or copied, each on a line of its own."""

    name: str
    text: str
    code: tuple[str, ...] = ()


def method(found: Findings, command: str) -> list[Entry]:
    """All of it. command: which makes this report again."""
    study = found.study
    setup = study.lab.setup
    rules = [name for name, on in asdict(setup.options).items() if on is True]
    controls = sum(tally.drawn for tally in study.tallies)
    players = counted(setup.options.players, "player")
    digests = tuple(f"{one.id}  {one.digest}" for one in study.lab.deck.sets)
    return [
        Entry("Games", _games(study.seeds, controls)),
        Entry("Players", f"{players}, all {setup.bot} bots"),
        Entry("Rules", ", ".join(rules).replace("_", " ") or "those of the sets, no options"),
        Entry("Seeds", f"{setup.seed}/0 to {setup.seed}/{study.seeds - 1}"),
        Entry("Precision", _precision(found)),
        Entry("Shared seeds", _saved(found)),
        Entry("Sets", "each with the SHA-256 of its text", digests),
        Entry("To repeat", "the same games, read from the store or played anew", (command,)),
    ]


def _games(seeds: int, controls: int) -> str:
    return (
        f"{seeds:,} with all cards, {seeds:,} with official cards alone, and {controls:,} with an"
        " official card in place of one that was drawn"
    )


def _precision(found: Findings) -> str:
    asked = f"± {100 * found.precision:.1f} points asked for"
    if found.reached:
        return f"{asked}, and each card is known well enough for it"
    if not isfinite(found.study.half):
        return f"{asked}; not yet reached: of some card there are too few games"
    return f"{asked}; not yet reached: the widest interval is ± {100 * found.study.half:.1f} points"


def _saved(found: Findings) -> str:
    """What common random numbers were good for, over all cards."""
    tallies = [one for one in found.study.tallies if one.effect.count]
    shared = sum(one.effect.variance for one in tallies)
    apart = sum(one.apart for one in tallies)
    if not apart:
        return "too few games to say"
    with_them = numbers_needed(shared / len(tallies), _HALF)
    without = numbers_needed(apart / len(tallies), _HALF)
    saved = share(max(0.0, 1 - shared / apart))
    return (
        f"each pair of games has the same shuffles, which saved {saved} of the games: ± 2 points"
        f" take {with_them:,} pairs a card on average, and {without:,} without"
    )
