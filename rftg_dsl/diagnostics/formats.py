"""Output formats of diagnostics: text with underlined source lines, JSON, GitHub and SARIF."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from rftg_dsl.diagnostics.codes import load_explanations
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Fix, Label, Region, severity_of
from rftg_dsl.diagnostics.text import printable
from rftg_dsl.installed import installed_version

_WIDTH: Final = 100
_COLOURS: Final = {"error": "1;31", "warning": "1;33", "frame": "1;34", "strong": "1", "help": "36"}


class _Mark(NamedTuple):
    """An underlined region with a message.

    sign: underline character.
    role: key of the colour.
    """

    region: Region
    text: str
    sign: str
    role: str

    def end(self, length: int) -> int:
        """Return the end column on the first line of the region. length: length of that line."""
        region = self.region
        last = region.end_column if region.end_line == region.line else length + 1
        return max(last - 1, region.column)


def _primary(finding: Diagnostic) -> _Mark:
    return _Mark(finding.region, finding.label, "^", finding.severity)


def _secondary(label: Label) -> _Mark:
    return _Mark(label.region, label.text, "-", "frame")


class TextRenderer:
    """Renderer of findings as text. colour: whether to use terminal colours."""

    def __init__(self, sources: Mapping[str, Sequence[str]], colour: bool = False) -> None:
        self._sources = sources
        self._colour = colour

    def diagnostic(self, finding: Diagnostic) -> str:
        """Render a finding as several lines."""
        local = [label for label in finding.labels if label.file in ("", finding.file)]
        remote = [label for label in finding.labels if label.file not in ("", finding.file)]
        lines = [finding.region.line, *(label.region.line for label in finding.labels)]
        margin = " " * len(str(max(lines)))
        place = f"{printable(finding.file)}:{finding.region.line}:{finding.region.column}"
        head = self._paint(f"{finding.severity}[{finding.code}]", finding.severity)
        text = [
            f"{head}: {self._paint(printable(finding.message), 'strong')}",
            f"{margin}{self._frame('-->')} {place}",
            *self._snippet(finding.file, [_primary(finding), *map(_secondary, local)], margin),
        ]
        for label in remote:
            place = f"{printable(label.file)}:{label.region.line}:{label.region.column}"
            text.append(f"{margin}{self._frame(':::')} {place}")
            text += self._snippet(label.file, [_secondary(label)], margin)
        text += [f"{margin} {self._frame('=')} note: {printable(note)}" for note in finding.notes]
        if finding.help:
            advice = self._paint("help", "help")
            text.append(f"{margin} {self._frame('=')} {advice}: {printable(finding.help)}")
        return "\n".join(text)

    def _snippet(self, file: str, marks: list[_Mark], margin: str) -> list[str]:
        """Return the marked lines of a file, each followed by its marks."""
        source = self._sources.get(file, ())
        line_numbers = sorted(
            {mark.region.line for mark in marks if mark.region.line <= len(source)}
        )
        text = [f"{margin} {self._frame('|')}"] if line_numbers else []
        previous = 0
        for line_number in line_numbers:
            if previous and line_number > previous + 1:
                text.append(self._frame("..."))
            line_marks = [mark for mark in marks if mark.region.line == line_number]
            text += self._line(source[line_number - 1], line_number, line_marks, margin)
            previous = line_number
        return text

    def _line(self, line: str, line_number: int, marks: list[_Mark], margin: str) -> list[str]:
        """Return a line of the source, followed by a line for each of its marks."""
        first = _first_visible_column(len(line), marks[0].region.column - 1)
        bar = self._frame("|")
        visible = printable(line[first : first + _WIDTH])
        text = [f"{self._frame(str(line_number).rjust(len(margin)))} {bar} {visible}"]
        for mark in marks:
            start, end = max(mark.region.column - 1, first), mark.end(len(line))
            preceding = printable(line[first:start])
            marked = printable(line[start : max(min(end, first + _WIDTH), start)])
            line_below = mark.sign * max(width(marked), 1)
            label = f" {printable(mark.text)}" if mark.text else ""
            under = " " * width(preceding) + self._paint(line_below, mark.role)
            text.append(f"{margin} {bar} {under}{label}")
        return text

    def _frame(self, text: str) -> str:
        return self._paint(text, "frame")

    def _paint(self, text: str, role: str) -> str:
        return f"\x1b[{_COLOURS[role]}m{text}\x1b[0m" if self._colour else text


def _first_visible_column(length: int, start: int) -> int:
    """Return the first visible column of a long line, so that the mark is in view."""
    return 0 if length <= _WIDTH or start < _WIDTH * 3 // 4 else start - _WIDTH // 2


def width(text: str) -> int:
    """Return the width of a text in terminal columns."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


JSON_VERSION: Final = 2
"""Version of the JSON format."""


def format_json(findings: Sequence[Diagnostic], files: Sequence[str]) -> str:
    """Format the complete output, including a final line end."""
    return json.dumps(findings_data(findings, files), indent=2) + "\n"


def findings_data(findings: Sequence[Diagnostic], files: Sequence[str]) -> dict[str, Any]:
    """Return the findings as JSON data. files: all checked files."""
    errors = sum(finding.severity == ERROR for finding in findings)
    return {
        "version": JSON_VERSION,
        "files": list(files),
        "errors": errors,
        "warnings": len(findings) - errors,
        "diagnostics": [_json_item(finding) for finding in findings],
    }


def _json_item(finding: Diagnostic) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "file": finding.file,
        **finding.region._asdict(),
        "label": finding.label,
        "labels": [_json_label(label, finding.file) for label in finding.labels],
        "notes": list(finding.notes),
        "help": finding.help,
        "fix": _json_fix(finding.fix) if finding.fix else None,
    }


def _json_label(label: Label, file: str) -> dict[str, Any]:
    return {"file": label.file or file, **label.region._asdict(), "text": label.text}


def _json_fix(fix: Fix) -> dict[str, Any]:
    edits = [{**edit.region._asdict(), "text": edit.text} for edit in fix.edits]
    return {"certain": fix.certain, "edits": edits}


def format_github(findings: Sequence[Diagnostic], _files: Sequence[str]) -> str:
    """Format the complete output, one line per finding."""
    return "".join(f"{_github_command(finding)}\n" for finding in findings)


def _github_command(finding: Diagnostic) -> str:
    region = finding.region
    properties = {
        "file": finding.file.replace("\\", "/"),
        "line": str(region.line),
        "endLine": str(region.end_line),
        "title": finding.code,
    }
    if region.line == region.end_line:  # GitHub rejects columns of multi-line regions
        properties["col"] = str(region.column)
        properties["endColumn"] = str(max(region.end_column - 1, region.column))
    help_lines = [f"help: {finding.help}"] if finding.help else []
    text = "\n".join([finding.message, *finding.notes, *help_lines])
    values = ",".join(f"{key}={_escape_github(value, ':,')}" for key, value in properties.items())
    return f"::{finding.severity} {values}::{_escape_github(text)}"


def _escape_github(text: str, extra: str = "") -> str:
    """Escape characters that would end a command or value as %XX."""
    for character in "%\r\n" + extra:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


_SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def format_sarif(findings: Sequence[Diagnostic], files: Sequence[str]) -> str:
    """Format the complete output, including a final line end."""
    return json.dumps(sarif_log(findings, files), indent=2) + "\n"


def sarif_log(findings: Sequence[Diagnostic], files: Sequence[str]) -> dict[str, Any]:
    """Return a SARIF log with one run. files: all checked files."""
    codes = sorted({finding.code for finding in findings})
    driver = {
        "name": "rftg-dsl",
        "version": installed_version(),
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _artifact(file)} for file in files],
        "results": [_result(finding, codes.index(finding.code)) for finding in findings],
    }
    return {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    entry = load_explanations()[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.text},
        "help": {"text": f"`rftg-dsl explain {code}` shows an example and how to fix it."},
        "defaultConfiguration": {"level": severity_of(code)},
    }


def _result(finding: Diagnostic, index: int) -> dict[str, Any]:
    text = "\n".join([finding.message, *finding.notes, *([finding.help] if finding.help else [])])
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": _place(finding.file, finding.region)}],
    }
    if finding.labels:
        result["relatedLocations"] = [_related(label, finding.file) for label in finding.labels]
    if finding.fix:
        result["fixes"] = [_fix(finding.fix, finding)]
    return result


def _related(label: Label, file: str) -> dict[str, Any]:
    place = _place(label.file or file, label.region)
    return {"physicalLocation": place, "message": {"text": label.text}}


def _fix(fix: Fix, finding: Diagnostic) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.region), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    change = {"artifactLocation": _artifact(finding.file), "replacements": replacements}
    return {"description": {"text": finding.help or finding.message}, "artifactChanges": [change]}


def _place(file: str, region: Region) -> dict[str, Any]:
    return {"artifactLocation": _artifact(file), "region": _region(region)}


def _artifact(file: str) -> dict[str, str]:
    path = Path(file)
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _region(region: Region) -> dict[str, int]:
    return {
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    }


FORMATTERS: Final = {"json": format_json, "github": format_github, "sarif": format_sarif}
"""Formatting functions by format. Arguments: findings and checked files."""
