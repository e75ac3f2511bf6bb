"""Fault-tolerant YAML reading: syntax errors are reported, then repaired or skipped."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

import yaml

from rftg_dsl.diagnostics.model import Region, Report
from rftg_dsl.source.nodes import Node
from rftg_dsl.source.reading import read_events
from rftg_dsl.source.text import Source


def read_nodes(source: Source, report: Report) -> Node | None:
    """Return the root node of a file, or None if it has no content.

    Syntax errors are reported, then repaired or skipped, and the rest is read.
    """
    lines: list[str] = []
    for attempt in count():
        length_before = len(report.findings)
        try:
            return read_events("\n".join(lines) or source.text, source, report)
        except yaml.MarkedYAMLError as error:
            findings = report.findings[length_before:]
            del report.findings[length_before:]
            lines = lines or source.text.split("\n")
            if not _recover(error, attempt, lines, source, report):
                report.findings += findings
                return None
            if report.has_enough_errors:
                return None
        except yaml.YAMLError as error:
            problem = " ".join(str(error).split())
            report.add("E105", Region.on_line(1, 1, 0), f"YAML cannot be read: {problem}")
            return None
    return None


def _recover(
    error: yaml.MarkedYAMLError, attempt: int, lines: list[str], source: Source, report: Report
) -> bool:
    """Report a syntax error, and repair or skip it. Return whether to read the file again.

    attempt: number of earlier attempts.
    """
    from rftg_dsl.suggest.yaml_lines import ScanStop
    from rftg_dsl.suggest.yaml_repair import blank_entry, max_retries, repair

    mark, context = error.problem_mark, error.context_mark
    can_retry = attempt < max_retries(source.text)
    if mark is None:
        _report_syntax(error, source, report)
        return False
    stop = ScanStop(mark.line, mark.column, context.line if context else mark.line)
    if can_retry and repair(stop, lines, report):
        return True
    _report_syntax(error, source, report)
    return can_retry and blank_entry(stop, lines, report)


_ADVICE: Final = (
    (
        "did not find expected ',' or '}'",
        "expected `,` or `}` here",
        "put text with a colon or comma in single quotes",
    ),
    (
        "did not find expected ',' or ']'",
        "expected `,` or `]` here",
        "separate entries with commas, and end the list with `]`",
    ),
    (
        "did not find expected alphabetic or numeric character",
        "text without quotes can't begin with `*` or `&`",
        "delete it, or begin a list entry with `- `",
    ),
    (
        "did not find expected <document start>",
        "unexpected content at the top level",
        "delete everything above that isn't a key with a value",
    ),
    (
        "mapping values are not allowed",
        "text without quotes can't contain a colon and a space",
        "put the text in single quotes, or write power lines below `powers: |`",
    ),
    (
        "found character that cannot start any token",
        "text can't begin with this character",
        "put the text in single quotes",
    ),
    (
        "did not find expected key",
        "expected a key here",
        "align the line with the key above it",
    ),
    (
        "could not find expected ':'",
        "a colon is missing after a key",
        "write `key: value`, with a space after the colon",
    ),
    (
        "did not find expected '-' indicator",
        "expected a list entry here",
        "begin the entry with `- `, below the `-` of the previous entry",
    ),
    (
        "unexpected end of stream",
        "this quote is never closed",
        "close the quote at the end of the text",
    ),
)


def _report_syntax(error: yaml.MarkedYAMLError, source: Source, report: Report) -> None:
    problem = error.problem or "unexpected content"
    mark = error.problem_mark or error.context_mark
    if "could not find expected ':'" in problem:
        mark = error.context_mark  # the start of the key; the problem mark is after it
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    line = min(line, max(len(source.lines), 1))
    column = min(column, source.length_of(line) + 1)
    message, advice = next(
        ((text, help) for key, text, help in _ADVICE if key in problem),
        (f"YAML cannot be read: {problem}", ""),
    )
    notes = tuple(_context(error))
    report.add("E105", Region.on_line(line, column, 1), message, notes=notes, help=advice)


def _context(error: yaml.MarkedYAMLError) -> Iterator[str]:
    mark = error.context_mark
    if mark and error.context:
        yield f"{error.context} started at line {mark.line + 1}, column {mark.column + 1}"
