"""The power lines of a card: each parsed and lowered whatever is wrong with the others."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rftg_dsl import limits
from rftg_dsl.diagnostics.model import Report
from rftg_dsl.hooks import AnyHook
from rftg_dsl.model import PowerLine
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.semantics.select import keywords_in, selectors_in
from rftg_dsl.syntax.ast import Power, Span
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.syntax.written import Written, report_large_numbers
from rftg_dsl.words.checks import SemanticError

Doubtful = tuple[Written, Power, SemanticError]
"""A power that means nothing as it stands, and names keywords: those are looked up first."""


class Lines(NamedTuple):
    """What came of the power lines of a card: those understood, and those in doubt."""

    understood: list[tuple[Written, PowerLine]]
    doubtful: list[Doubtful]


def read_lines(written: list[Written], report: Report) -> Lines:
    """Understand each power line; findings go to the report."""
    lines = Lines([], [])
    explained = -1
    for index, one in enumerate(written):
        if index <= explained:
            continue
        try:
            line = _compile(one, report, lines.doubtful)
        except PowerSyntaxError:
            explained = _report_syntax_error(written, index, report)
            continue
        if line is not None:
            lines.understood.append((one, line))
    return lines


def compile_line(written: Written, report: Report) -> PowerLine | None:
    """Return the power line understood, or None after a finding that says why not."""
    try:
        return _compile(written, report, None)
    except PowerSyntaxError:
        _report_syntax_error([written], 0, report)
        return None


def _compile(written: Written, report: Report, doubtful: list[Doubtful] | None) -> PowerLine | None:
    """Return the power line, or None where it is reported or in doubt.

    Raises PowerSyntaxError.
    """
    text = written.text
    if len(text) > limits.POWER_LENGTH:
        region = written.region(Span(limits.POWER_LENGTH, len(text)))
        most = limits.POWER_LENGTH
        what = f"the power has {len(text)} characters, and {most} are the most"
        report.add("E211", region, what, help="write it as several powers")
        return None
    power = parse_power(text, report.game.power)
    try:
        hooks = _lowered(power)
    except SemanticError as error:
        if doubtful is not None and any(keywords_in(selector) for selector in selectors_in(power)):
            doubtful.append((written, power, error))
        else:
            _report_meaningless(written, error, report)
        return None
    if report_large_numbers(written, report):
        return None
    return PowerLine(text, power, hooks, written.line)


@lru_cache(maxsize=4096)
def _lowered(power: Power) -> tuple[AnyHook, ...]:
    """Return the hooks of a power. Raises SemanticError."""
    return lower_for_game(power)


def _report_meaningless(written: Written, error: SemanticError, report: Report) -> None:
    from rftg_dsl.suggest.power_lines import report_semantic_error

    report_semantic_error(written, error, report)


def _report_syntax_error(written: list[Written], index: int, report: Report) -> int:
    """Report a line that cannot be read; the number of the last one that this explains, or -1."""
    from rftg_dsl.suggest.power_lines import (
        is_continued,
        key_of_card,
        report_key_of_card,
        report_split,
        report_syntax_error,
    )

    if written[index].block and key_of_card(written[index].text, report.game):
        return len(written) if report_key_of_card(written[index], report) else -1
    if index + 1 < len(written) and is_continued(written[index], written[index + 1], report.game):
        report_split(written[index], written[index + 1], report)
        return index + 1
    if index and is_continued(written[index - 1], written[index], report.game):
        report_split(written[index - 1], written[index], report)
    else:
        report_syntax_error(written[index], report)
    return -1
