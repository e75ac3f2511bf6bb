"""YAML read whatever slips it holds: what cannot be read is reported, mended or left out."""

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
    """Return the one document of a file, or None where there is none; findings go to the report.

    What YAML cannot read is reported, and mended or left out, and the rest is read.
    """
    lines: list[str] = []
    for tried in count():
        before = len(report.findings)
        try:
            return read_events("\n".join(lines) or source.text, source, report)
        except yaml.MarkedYAMLError as error:
            findings = report.findings[before:]
            del report.findings[before:]
            lines = lines or source.text.split("\n")
            if not _mends(error, tried, lines, source, report):
                report.findings += findings
                return None
        except yaml.YAMLError as error:
            report.add("E105", Region.on_line(1, 1, 0), f"YAML cannot be read: {_one_line(error)}")
            return None
    return None


def _mends(
    error: yaml.MarkedYAMLError, tried: int, lines: list[str], source: Source, report: Report
) -> bool:
    """Report and mend a slip, or leave out what holds it; return whether to read on.

    tried: how often the file has been read before.
    """
    from rftg_dsl.suggest.yaml_lines import ScanStop
    from rftg_dsl.suggest.yaml_repair import leave_out, mend, retries

    mark, context = error.problem_mark, error.context_mark
    few = tried < retries(source.text)
    if mark is None:
        _report_syntax(error, source, report)
        return False
    stop = ScanStop(mark.line, mark.column, context.line if context else mark.line)
    if few and mend(stop, lines, report):
        return True
    _report_syntax(error, source, report)
    return few and leave_out(stop, lines, report)


_ADVICE: Final = (
    (
        "did not find expected ',' or '}'",
        "the keys in braces neither go on nor end here",
        "put each text with a colon or a comma in single quotes",
    ),
    (
        "did not find expected ',' or ']'",
        "the list in brackets neither goes on nor ends here",
        "put a comma between two entries, and `]` at the end",
    ),
    (
        "did not find expected alphabetic or numeric character",
        "a `*` or `&` begins a text without quotes",
        "leave it out, or begin an entry of a list with `- `",
    ),
    (
        "did not find expected <document start>",
        "the file neither goes on nor ends here",
        "delete what stands above that is no key with a value",
    ),
    (
        "mapping values are not allowed",
        "a colon and a space stand inside a text without quotes",
        "put the text in single quotes, or power lines below `powers: |`",
    ),
    (
        "found character that cannot start any token",
        "this character begins no text",
        "put the text in single quotes",
    ),
    (
        "did not find expected key",
        "a key is expected here",
        "begin the line below the first letter of the key above it",
    ),
    (
        "could not find expected ':'",
        "a colon is missing after a key",
        "write `key: value`, with a space after the colon",
    ),
    (
        "did not find expected '-' indicator",
        "an entry of the list is expected here",
        "begin the entry with `- `, below the `-` of the one above it",
    ),
    (
        "unexpected end of stream",
        "a quote is opened and never closed",
        "close the quote at the end of the text",
    ),
)


def _report_syntax(error: yaml.MarkedYAMLError, source: Source, report: Report) -> None:
    problem = error.problem or "it cannot be read on from here"
    mark = error.problem_mark or error.context_mark
    if "could not find expected ':'" in problem:
        mark = error.context_mark  # where the key begins; what is missed is found behind it
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
        yield f"{error.context}, which begins at line {mark.line + 1}, column {mark.column + 1}"


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
