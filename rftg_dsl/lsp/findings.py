"""Findings of the compiler as an editor shows them."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics import ERROR, Diagnostic
from rftg_dsl.lsp.desk import Desk, Document
from rftg_dsl.lsp.positions import Lines

SOURCE: Final = "rftg-dsl"


def published(desk: Desk) -> dict[str, list[types.Diagnostic]]:
    """What is to be shown, by document: all findings of open ones, errors of those they require."""
    shown: dict[str, list[types.Diagnostic]] = {}
    for document in desk.documents():
        own = desk.view(document.uri).findings.get(str(document.path), []) if document.ours else []
        shown[document.uri] = [_shown(one, document.lines, desk) for one in own]
    for document in list(desk.documents()):
        for uri, found in _elsewhere(desk, document).items():
            shown.setdefault(uri, found)
    return shown


def _elsewhere(desk: Desk, document: Document) -> dict[str, list[types.Diagnostic]]:
    """The errors in files that a document requires and that are not open themselves."""
    view = desk.view(document.uri)
    found: dict[str, list[types.Diagnostic]] = {}
    for unit in view.units:
        errors = [one for one in view.findings.get(unit.report.file, ()) if one.severity == ERROR]
        if errors and desk.get(uri := desk.uri_of(unit.report.file)) is None:
            lines = desk.lines_of(unit)
            found[uri] = [_shown(one, lines, desk) for one in errors]
    return found


def _shown(found: Diagnostic, lines: Lines, desk: Desk) -> types.Diagnostic:
    severity = types.DiagnosticSeverity
    said = [found.message, found.label, *found.notes, found.help and f"help: {found.help}"]
    return types.Diagnostic(
        range=lines.range(found.region),
        message="\n".join(filter(None, said)),
        severity=severity.Error if found.severity == ERROR else severity.Warning,
        code=found.code,
        source=SOURCE,
        related_information=_related(found, lines, desk) or None,
    )


def _related(
    found: Diagnostic, lines: Lines, desk: Desk
) -> list[types.DiagnosticRelatedInformation]:
    """The further places of a finding; columns of files that are not open are taken as they are."""
    places = []
    for label in found.labels:
        file = label.file or found.file
        uri = desk.uri_of(file)
        other = desk.get(uri)
        own = other.lines if other else lines if file == found.file else Lines(())
        place = types.Location(uri, own.range(label.region))
        places.append(types.DiagnosticRelatedInformation(place, label.text))
    return places
