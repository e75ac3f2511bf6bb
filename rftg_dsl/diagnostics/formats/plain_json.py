"""Findings as JSON, in the shape of grammar/diagnostics.schema.json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Fix, Label

VERSION: Final = 2
"""Of this format."""


def document(findings: Sequence[Diagnostic], files: Sequence[str]) -> str:
    """Return the whole output, with a line end."""
    return json.dumps(as_data(findings, files), indent=2) + "\n"


def as_data(findings: Sequence[Diagnostic], files: Sequence[str]) -> dict[str, Any]:
    """Return the findings as lists and dictionaries. files: all that were checked."""
    errors = sum(finding.severity == ERROR for finding in findings)
    return {
        "version": VERSION,
        "files": list(files),
        "errors": errors,
        "warnings": len(findings) - errors,
        "diagnostics": [_item(finding) for finding in findings],
    }


def _item(finding: Diagnostic) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "file": finding.file,
        **finding.region._asdict(),
        "label": finding.label,
        "labels": [_label(label, finding.file) for label in finding.labels],
        "notes": list(finding.notes),
        "help": finding.help,
        "fix": _fix(finding.fix) if finding.fix else None,
    }


def _label(label: Label, file: str) -> dict[str, Any]:
    return {"file": label.file or file, **label.region._asdict(), "text": label.text}


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [{**edit.region._asdict(), "text": edit.text} for edit in fix.edits]
    return {"certain": fix.certain, "edits": edits}
