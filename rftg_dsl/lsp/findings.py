"""Findings of the compiler as an editor shows them."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.lsp.positions import Lines
from rftg_dsl.lsp.workspace import Document, Workspace

SOURCE: Final = "rftg-dsl"


def published(workspace: Workspace) -> dict[str, list[types.Diagnostic]]:
    """Return what to show by document: all findings of open ones, errors of those they require."""
    shown: dict[str, list[types.Diagnostic]] = {}
    for document in workspace.documents():
        own = (
            workspace.view(document.uri).findings.get(str(document.path), [])
            if document.ours
            else []
        )
        shown[document.uri] = [_shown(one, document.lines, workspace) for one in own]
    for document in list(workspace.documents()):
        for uri, found in _elsewhere(workspace, document).items():
            shown.setdefault(uri, found)
    return shown


def _elsewhere(workspace: Workspace, document: Document) -> dict[str, list[types.Diagnostic]]:
    """Return the errors in files that a document requires and that are not open themselves."""
    view = workspace.view(document.uri)
    found: dict[str, list[types.Diagnostic]] = {}
    for unit in view.units:
        errors = [one for one in view.findings.get(unit.report.file, ()) if one.severity == ERROR]
        if errors and workspace.get(uri := workspace.uri_of(unit.report.file)) is None:
            lines = workspace.lines_of(unit)
            found[uri] = [_shown(one, lines, workspace) for one in errors]
    return found


def _shown(found: Diagnostic, lines: Lines, workspace: Workspace) -> types.Diagnostic:
    severity = types.DiagnosticSeverity
    said = [found.message, found.label, *found.notes, found.help and f"help: {found.help}"]
    return types.Diagnostic(
        range=lines.range(found.region),
        message="\n".join(filter(None, said)),
        severity=severity.Error if found.severity == ERROR else severity.Warning,
        code=found.code,
        source=SOURCE,
        related_information=_related(found, lines, workspace) or None,
    )


def _related(
    found: Diagnostic, lines: Lines, workspace: Workspace
) -> list[types.DiagnosticRelatedInformation]:
    """Return the further places of a finding.

    Columns in files that are not open stay as they are.
    """
    places = []
    for label in found.labels:
        file = label.file or found.file
        uri = workspace.uri_of(file)
        other = workspace.get(uri)
        own = other.lines if other else lines if file == found.file else Lines(())
        place = types.Location(uri, own.range(label.region))
        places.append(types.DiagnosticRelatedInformation(place, label.text))
    return places
