"""Diagnostics of a document, code actions that fix them, and formatting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics.fixing import applicable_fix, compatible_edits
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Edit, Region
from rftg_dsl.lsp.workspace import Document, Lines, Workspace, workspace_edit
from rftg_dsl.sets.canonical import canonical_edits

SOURCE: Final = "rftg-dsl"


def build_diagnostics(workspace: Workspace) -> dict[str, list[types.Diagnostic]]:
    """Return all diagnostics of open documents, and errors of files that they require."""
    shown: dict[str, list[types.Diagnostic]] = {}
    for document in workspace.documents():
        own = (
            workspace.view(document.uri).findings.get(str(document.path), [])
            if document.is_card_file
            else []
        )
        shown[document.uri] = [_to_lsp(one, document.lines, workspace) for one in own]
    for document in list(workspace.documents()):
        for uri, found in _required_file_errors(workspace, document).items():
            shown.setdefault(uri, found)
    return shown


def _required_file_errors(
    workspace: Workspace, document: Document
) -> dict[str, list[types.Diagnostic]]:
    """Return the errors in files that a document requires and that are not open."""
    view = workspace.view(document.uri)
    found: dict[str, list[types.Diagnostic]] = {}
    for unit in view.units:
        errors = [one for one in view.findings.get(unit.report.file, ()) if one.severity == ERROR]
        if errors and workspace.get(uri := workspace.uri_of(unit.report.file)) is None:
            lines = workspace.lines_of(unit)
            found[uri] = [_to_lsp(one, lines, workspace) for one in errors]
    return found


def _to_lsp(found: Diagnostic, lines: Lines, workspace: Workspace) -> types.Diagnostic:
    severity = types.DiagnosticSeverity
    said = [found.message, found.label, *found.notes, found.help and f"help: {found.help}"]
    return types.Diagnostic(
        range=lines.range(found.region),
        message="\n".join(filter(None, said)),
        severity=severity.Error if found.severity == ERROR else severity.Warning,
        code=found.code,
        source=SOURCE,
        related_information=_related_places(found, lines, workspace) or None,
    )


def _related_places(
    found: Diagnostic, lines: Lines, workspace: Workspace
) -> list[types.DiagnosticRelatedInformation]:
    """Return the secondary places of a finding.

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


FIX_ALL: Final = "source.fixAll.rftg-dsl"
ACTION_KINDS: Final = [types.CodeActionKind.QuickFix, FIX_ALL]


def actions_at(workspace: Workspace, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions for a part of a document."""
    document = workspace.get(params.text_document.uri)
    if document is None or not document.is_card_file:
        return []
    found = workspace.view(document.uri).findings.get(str(document.path), [])
    first, last = params.range.start.line + 1, params.range.end.line + 1
    actions: list[types.CodeAction] = []
    for one in found:
        if one.region.line <= last and one.region.end_line >= first:
            actions += _finding_actions(one, document, params.context.diagnostics, workspace)
    if actions:
        actions += _fix_everything(found, document, workspace)
    actions += _fix_all(found, document, workspace)
    only = params.context.only
    return [one for one in actions if only is None or _is_requested(str(one.kind), only)]


def _is_requested(kind: str, only: Iterable[str]) -> bool:
    """Return whether a kind of action, or a parent kind, is requested."""
    return any(
        not one or kind == one or kind.startswith(f"{one}.") for one in map(_kind_name, only)
    )


def _kind_name(kind: str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _finding_actions(
    found: Diagnostic, document: Document, shown: Iterable[types.Diagnostic], workspace: Workspace
) -> Iterator[types.CodeAction]:
    range_ = document.lines.range(found.region)
    same = [one for one in shown if one.code == found.code and one.range == range_]
    if found.fix is not None:
        edit = _document_edit(document, found.fix.edits, workspace)
        yield _quick_fix(found.help or "Mend this", edit, same, found.fix.certain)
    if found.severity != ERROR:
        edit = _document_edit(document, [_ignore_edit(found, document.lines)], workspace)
        yield _quick_fix(f"Ignore {found.code} on this line", edit, same)


def _quick_fix(
    title: str,
    edit: types.WorkspaceEdit,
    shown: list[types.Diagnostic],
    preferred: bool = False,
) -> types.CodeAction:
    return types.CodeAction(
        title=title[:1].upper() + title[1:],
        kind=types.CodeActionKind.QuickFix,
        diagnostics=shown or None,
        is_preferred=preferred or None,
        edit=edit,
    )


def _document_edit(
    document: Document, edits: Iterable[Edit], workspace: Workspace
) -> types.WorkspaceEdit:
    """Return a workspace edit of one document."""
    changes = [types.TextEdit(document.lines.range(edit.region), edit.text) for edit in edits]
    return workspace_edit(workspace, {document.uri: changes})


def _ignore_edit(found: Diagnostic, lines: Lines) -> Edit:
    """Return the edit that ignores a code in a comment at the end of the line."""
    line = lines.line(found.region.line - 1)
    text = line.rstrip()
    head, mark, rest = text.partition("# rftg: ignore[")
    row = found.region.line
    if mark and "]" in rest:
        place = Region.on_line(row, len(head) + len(mark) + rest.index("]") + 1, 0)
        return Edit(place, f", {found.code}")
    place = Region.on_line(row, len(text) + 1, len(line) - len(text))
    return Edit(place, f"  # rftg: ignore[{found.code}]")


def _fix_all(
    found: Iterable[Diagnostic], document: Document, workspace: Workspace
) -> Iterator[types.CodeAction]:
    """Yield an action that applies every safe fix of the document."""
    fixes = [fix for one in found if (fix := applicable_fix(one)) is not None]
    edits, made = compatible_edits(fixes)
    if made:
        yield types.CodeAction(
            title=f"Make all certain fixes ({made})",
            kind=FIX_ALL,
            edit=_document_edit(document, edits, workspace),
        )


def _fix_everything(
    found: Iterable[Diagnostic], document: Document, workspace: Workspace
) -> Iterator[types.CodeAction]:
    """Yield an action for all fixes, also unsafe ones, if the client can resolve it later.

    Trying them takes too long to do it whenever the cursor moves.
    """
    fixes = [fix for one in found if (fix := applicable_fix(one, unsafe=True)) is not None]
    if workspace.resolves_actions and len(fixes) > 1 and not all(fix.certain for fix in fixes):
        yield types.CodeAction(
            title=f"Fix all problems that have a fix ({len(fixes)})",
            kind=types.CodeActionKind.QuickFix,
            data={"uri": document.uri},
        )


def resolve_action(workspace: Workspace, action: types.CodeAction) -> types.CodeAction:
    """Return an action of `_fix_everything` with its edit."""
    data = action.data
    document = workspace.get(str(data.get("uri"))) if isinstance(data, dict) else None
    if document is None:
        return action
    edit = _diff_edit(document.lines.lines, Lines.of(workspace.fix_all(document)).lines)
    action.edit = _document_edit(document, [edit], workspace)
    return action


def _diff_edit(old: Sequence[str], new: Sequence[str]) -> Edit:
    """Return the edit that turns old lines into new lines."""
    first = min(_common_prefix(old, new), len(old) - 1, len(new) - 1)
    same = _common_prefix(old[first:][::-1], new[first:][::-1])
    if same:
        text = "".join(f"{line}\n" for line in new[first : len(new) - same])
        return Edit(Region(first + 1, 1, len(old) - same + 1, 1), text)
    return Edit(Region(first + 1, 1, len(old), len(old[-1]) + 1), "\n".join(new[first:]))


def _common_prefix(some: Sequence[str], others: Sequence[str]) -> int:
    """Count the equal lines at the start of both."""
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def format_document(
    workspace: Workspace, uri: str, part: types.Range | None = None
) -> list[types.TextEdit]:
    """Return the edits that make a document, or a part of it, canonical."""
    document, view = workspace.get(uri), workspace.view(uri)
    if document is None or view.unit is None or view.is_stale:
        return []
    return [
        types.TextEdit(document.lines.range(edit.region), edit.text)
        for edit in canonical_edits(view.unit)
        if part is None or part.start.line < edit.region.line <= part.end.line + 1
    ]
