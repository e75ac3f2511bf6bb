"""Findings as SARIF 2.1.0 (OASIS), which code scanners and editors show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rftg_dsl.diagnostics.codes import CODES
from rftg_dsl.diagnostics.model import Diagnostic, Fix, Label, Region, severity_of

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def document(findings: Sequence[Diagnostic], files: Sequence[str]) -> str:
    """Return the whole output, with a line end."""
    return json.dumps(as_data(findings, files), indent=2) + "\n"


def as_data(findings: Sequence[Diagnostic], files: Sequence[str]) -> dict[str, Any]:
    """Return a SARIF log with one run. files: all that were checked."""
    codes = sorted({finding.code for finding in findings})
    driver = {"name": "rftg-dsl", "version": _version(), "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _artifact(file)} for file in files],
        "results": [_result(finding, codes.index(finding.code)) for finding in findings],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _version() -> str:
    from importlib.metadata import version

    return version("rftg-dsl")


def _rule(code: str) -> dict[str, Any]:
    entry = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.text},
        "help": {"text": f"`rftg-dsl explain {code}` shows a wrong and a mended card."},
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
