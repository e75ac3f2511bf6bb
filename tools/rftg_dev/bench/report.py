"""What a benchmark found, as named figures and as tables for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from rftg_dev.bench.commands import Command
from rftg_dev.bench.games import Forks, Rate


@dataclass
class Report:
    """All that was measured, of a plain engine, a compiled one, or both."""

    rates: list[Rate] = field(default_factory=list)
    forks: list[Forks] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)

    def figures(self) -> Iterator[tuple[str, float]]:
        """Yield every figure by a name that says all about it, with its unit."""
        for rate in self.rates:
            of = f"{rate.cards}, {rate.bot}, {rate.players} players, {_kind(rate.compiled)}"
            yield f"games/s: {of}", rate.games_a_second
        for fork in self.forks:
            yield f"forks/s: {fork.cards}, {_kind(fork.compiled)}", fork.forks_a_second
        for command in self.commands:
            yield f"CPU seconds: {command.name}", command.cpu_seconds

    def as_data(self) -> dict[str, Any]:
        """Return it as data of JSON."""
        return asdict(self)


def _kind(compiled: bool) -> str:
    return "compiled" if compiled else "plain"


def in_words(report: Report) -> str:
    """Return the report as tables."""
    lines = ["cards       bot     players  decisions a game   games/s  compiled  ratio"]
    lines += _in_pairs(_games(report))
    lines += ["", f"{'cards':45}   forks/s  compiled  ratio"]
    lines += _in_pairs(
        (f"{one.cards:45}", one.compiled, one.forks_a_second) for one in report.forks
    )
    if report.commands:
        lines += ["", f"{'command':45}   seconds   of CPU"]
    for one in report.commands:
        lines.append(f"{one.name:45}{one.seconds:10.2f}{one.cpu_seconds:9.2f}")
    return "\n".join(lines)


def _games(report: Report) -> Iterator[tuple[str, bool, float]]:
    """Yield the rates by what was played.

    Of its decisions a game, those of the first engine count.
    """
    asked: dict[tuple[str, str, int], float] = {}
    for rate in report.rates:
        decisions = asked.setdefault((rate.cards, rate.bot, rate.players), rate.decisions_a_game)
        what = f"{rate.cards:12}{rate.bot:8}{rate.players:7}{decisions:18.0f}"
        yield what, rate.compiled, rate.games_a_second


def _in_pairs(found: Iterable[tuple[str, bool, float]]) -> Iterator[str]:
    """Yield a line for each thing measured: the plain engine, the compiled one, and their ratio."""
    pairs: dict[str, dict[bool, float]] = {}
    for what, compiled, rate in found:
        pairs.setdefault(what, {})[compiled] = rate
    for what, pair in pairs.items():
        both = [f"{pair[one]:10.0f}" if one in pair else f"{'-':>10}" for one in (False, True)]
        ratio = f"{pair[True] / pair[False]:7.2f}" if len(pair) == 2 else ""
        yield what + "".join(both) + ratio
