"""Machine-readable output formats: JSON, GitHub annotations and SARIF."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rftg_dsl.diagnostics.codes import load_explanations
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Fix, Label, Region, severity_of

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
    text = "\n".join([finding.message, *finding.notes, *_help_lines(finding)])
    values = ",".join(f"{key}={_escape_github(value, ':,')}" for key, value in properties.items())
    return f"::{finding.severity} {values}::{_escape_github(text)}"


def _help_lines(finding: Diagnostic) -> list[str]:
    return [f"help: {finding.help}"] if finding.help else []


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
        "version": _package_version(),
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _artifact(file)} for file in files],
        "results": [_result(finding, codes.index(finding.code)) for finding in findings],
    }
    return {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _package_version() -> str:
    from importlib.metadata import version

    return version("rftg-dsl")


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
