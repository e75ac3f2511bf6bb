"""Findings as GitHub annotations: one workflow command a line, shown beside the changed line."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.diagnostics.model import Diagnostic


def document(findings: Sequence[Diagnostic], _files: Sequence[str]) -> str:
    """Return the whole output: a line for each finding."""
    return "".join(f"{_command(finding)}\n" for finding in findings)


def _command(finding: Diagnostic) -> str:
    region = finding.region
    where = {
        "file": finding.file.replace("\\", "/"),
        "line": str(region.line),
        "endLine": str(region.end_line),
        "title": finding.code,
    }
    if region.line == region.end_line:  # columns are refused with several lines
        where["col"] = str(region.column)
        where["endColumn"] = str(max(region.end_column - 1, region.column))
    text = "\n".join([finding.message, *finding.notes, *_help(finding)])
    values = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in where.items())
    return f"::{finding.severity} {values}::{_escaped(text)}"


def _help(found: Diagnostic) -> list[str]:
    return [f"help: {found.help}"] if found.help else []


def _escaped(text: str, more: str = "") -> str:
    """Return the text with everything that would end a command or a value written as %XX."""
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text
