"""Diagnostics of a document, code actions that fix them, and formatting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics.model import (
    ERROR,
    Diagnostic,
    Edit,
    Region,
    applicable_fix,
    compatible_edits,
)
from rftg_dsl.diagnostics.text import capitalized
from rftg_dsl.lsp.workspace import Document, Lines, Workspace, workspace_edit
from rftg_dsl.sets.units import canonical_edits

SOURCE: Final = "rftg-dsl"


def build_diagnostics(workspace: Workspace) -> dict[str, list[types.Diagnostic]]:
    """Return all diagnostics of open documents, and errors of files that they require."""
    diagnostics: dict[str, list[types.Diagnostic]] = {}
    for document in workspace.documents():
        findings = (
            workspace.view(document.uri).findings.get(str(document.path), [])
            if document.is_card_file
            else []
        )
        diagnostics[document.uri] = [
            _to_lsp(finding, document.lines, workspace) for finding in findings
        ]
    for document in list(workspace.documents()):
        for uri, errors in _required_file_errors(workspace, document).items():
            diagnostics.setdefault(uri, errors)
    return diagnostics


def _required_file_errors(
    workspace: Workspace, document: Document
) -> dict[str, list[types.Diagnostic]]:
    """Return the errors in files that a document requires and that are not open."""
    view = workspace.view(document.uri)
    diagnostics: dict[str, list[types.Diagnostic]] = {}
    for unit in view.units:
        errors = [
            finding
            for finding in view.findings.get(unit.report.file, ())
            if finding.severity == ERROR
        ]
        if errors and workspace.get(uri := workspace.uri_of(unit.report.file)) is None:
            lines = workspace.lines_of(unit)
            diagnostics[uri] = [_to_lsp(finding, lines, workspace) for finding in errors]
    return diagnostics


def _to_lsp(finding: Diagnostic, lines: Lines, workspace: Workspace) -> types.Diagnostic:
    severity = types.DiagnosticSeverity
    parts = [
        finding.message,
        finding.label,
        *finding.notes,
        finding.help and f"help: {finding.help}",
    ]
    return types.Diagnostic(
        range=lines.range(finding.region),
        message="\n".join(filter(None, parts)),
        severity=severity.Error if finding.severity == ERROR else severity.Warning,
        code=finding.code,
        source=SOURCE,
        related_information=_related_places(finding, lines, workspace) or None,
    )


def _related_places(
    finding: Diagnostic, lines: Lines, workspace: Workspace
) -> list[types.DiagnosticRelatedInformation]:
    """Return the labels of a finding. Columns in closed files aren't converted."""
    places = []
    for label in finding.labels:
        file = label.file or finding.file
        uri = workspace.uri_of(file)
        document = workspace.get(uri)
        label_lines = document.lines if document else lines if file == finding.file else Lines(())
        place = types.Location(uri, label_lines.range(label.region))
        places.append(types.DiagnosticRelatedInformation(place, label.text))
    return places


FIX_ALL: Final = "source.fixAll.rftg-dsl"
ACTION_KINDS: Final = [types.CodeActionKind.QuickFix, FIX_ALL]


def actions_at(workspace: Workspace, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the code actions for a range of a document."""
    document = workspace.get(params.text_document.uri)
    if document is None or not document.is_card_file:
        return []
    findings = workspace.view(document.uri).findings.get(str(document.path), [])
    first, last = params.range.start.line + 1, params.range.end.line + 1
    actions: list[types.CodeAction] = []
    for finding in findings:
        if finding.region.line <= last and finding.region.end_line >= first:
            actions += _finding_actions(finding, document, params.context.diagnostics, workspace)
    if actions:
        actions += _fix_everything(findings, document, workspace)
    actions += _fix_all(findings, document, workspace)
    only = params.context.only
    return [action for action in actions if only is None or _is_requested(str(action.kind), only)]


def _is_requested(kind: str, only: Iterable[str]) -> bool:
    """Return whether a kind of action or one of its parents is requested."""
    return any(
        not parent or kind == parent or kind.startswith(f"{parent}.")
        for parent in map(_kind_name, only)
    )


def _kind_name(kind: str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _finding_actions(
    finding: Diagnostic,
    document: Document,
    reported: Iterable[types.Diagnostic],
    workspace: Workspace,
) -> Iterator[types.CodeAction]:
    range_ = document.lines.range(finding.region)
    matching = [
        diagnostic
        for diagnostic in reported
        if diagnostic.code == finding.code and diagnostic.range == range_
    ]
    if finding.fix is not None:
        edit = _document_edit(document, finding.fix.edits, workspace)
        yield _quick_fix(finding.help or "Fix this", edit, matching, finding.fix.certain)
    if finding.severity != ERROR:
        edit = _document_edit(document, [_ignore_edit(finding, document.lines)], workspace)
        yield _quick_fix(f"Ignore {finding.code} on this line", edit, matching)


def _quick_fix(
    title: str,
    edit: types.WorkspaceEdit,
    reported: list[types.Diagnostic],
    preferred: bool = False,
) -> types.CodeAction:
    return types.CodeAction(
        title=capitalized(title),
        kind=types.CodeActionKind.QuickFix,
        diagnostics=reported or None,
        is_preferred=preferred or None,
        edit=edit,
    )


def _document_edit(
    document: Document, edits: Iterable[Edit], workspace: Workspace
) -> types.WorkspaceEdit:
    """Return a workspace edit for one document."""
    changes = [types.TextEdit(document.lines.range(edit.region), edit.text) for edit in edits]
    return workspace_edit(workspace, {document.uri: changes})


def _ignore_edit(finding: Diagnostic, lines: Lines) -> Edit:
    """Return an edit that adds an ignore comment for a code to the end of the line."""
    line = lines.line(finding.region.line - 1)
    text = line.rstrip()
    head, mark, rest = text.partition("# rftg: ignore[")
    row = finding.region.line
    if mark and "]" in rest:
        region = Region.on_line(row, len(head) + len(mark) + rest.index("]") + 1, 0)
        return Edit(region, f", {finding.code}")
    region = Region.on_line(row, len(text) + 1, len(line) - len(text))
    return Edit(region, f"  # rftg: ignore[{finding.code}]")


def _fix_all(
    findings: Iterable[Diagnostic], document: Document, workspace: Workspace
) -> Iterator[types.CodeAction]:
    """Yield an action that applies all safe fixes of the document."""
    fixes = [fix for finding in findings if (fix := applicable_fix(finding)) is not None]
    edits, count = compatible_edits(fixes)
    if count:
        yield types.CodeAction(
            title=f"Apply all safe fixes ({count})",
            kind=FIX_ALL,
            edit=_document_edit(document, edits, workspace),
        )


def _fix_everything(
    findings: Iterable[Diagnostic], document: Document, workspace: Workspace
) -> Iterator[types.CodeAction]:
    """Yield an action for all fixes, including unsafe ones, if the client can resolve it later.

    Computing them takes too long for every movement of the cursor.
    """
    fixes = [
        fix for finding in findings if (fix := applicable_fix(finding, unsafe=True)) is not None
    ]
    if workspace.resolves_actions and len(fixes) > 1 and not all(fix.certain for fix in fixes):
        yield types.CodeAction(
            title=f"Fix all fixable problems ({len(fixes)})",
            kind=types.CodeActionKind.QuickFix,
            data={"uri": document.uri},
        )


def resolve_action(workspace: Workspace, action: types.CodeAction) -> types.CodeAction:
    """Return an action of `_fix_everything` with its edit."""
    data = action.data
    document = workspace.get(str(data.get("uri"))) if isinstance(data, dict) else None
    if document is None:
        return action
    edit = _diff_edit(document.lines.lines, Lines.split(workspace.fix_all(document)).lines)
    action.edit = _document_edit(document, [edit], workspace)
    return action


def _diff_edit(old: Sequence[str], new: Sequence[str]) -> Edit:
    """Return an edit that turns the old lines into the new lines."""
    first = min(_common_prefix(old, new), len(old) - 1, len(new) - 1)
    suffix = _common_prefix(old[first:][::-1], new[first:][::-1])
    if suffix:
        text = "".join(f"{line}\n" for line in new[first : len(new) - suffix])
        return Edit(Region(first + 1, 1, len(old) - suffix + 1, 1), text)
    return Edit(Region(first + 1, 1, len(old), len(old[-1]) + 1), "\n".join(new[first:]))


def _common_prefix(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the number of equal lines at the start of both."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def format_document(
    workspace: Workspace, uri: str, part: types.Range | None = None
) -> list[types.TextEdit]:
    """Return the edits that format a document or a part of it."""
    document, view = workspace.get(uri), workspace.view(uri)
    if document is None or view.unit is None or view.is_stale:
        return []
    return [
        types.TextEdit(document.lines.range(edit.region), edit.text)
        for edit in canonical_edits(view.unit)
        if part is None or part.start.line < edit.region.line <= part.end.line + 1
    ]
