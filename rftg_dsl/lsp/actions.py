"""Code actions: what a finding says to write, done by the editor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from lsprotocol import types

from rftg_dsl.diagnostics.fixing import applicable_fix, compatible_edits
from rftg_dsl.diagnostics.model import ERROR, Diagnostic, Edit, Region
from rftg_dsl.lsp.edits import workspace_edit
from rftg_dsl.lsp.positions import Lines
from rftg_dsl.lsp.workspace import Document, Workspace

FIX_ALL: Final = "source.fixAll.rftg-dsl"
KINDS: Final = [types.CodeActionKind.QuickFix, FIX_ALL]


def actions_at(workspace: Workspace, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the actions for a part of a document."""
    document = workspace.get(params.text_document.uri)
    if document is None or not document.ours:
        return []
    found = workspace.view(document.uri).findings.get(str(document.path), [])
    first, last = params.range.start.line + 1, params.range.end.line + 1
    actions: list[types.CodeAction] = []
    for one in found:
        if one.region.line <= last and one.region.end_line >= first:
            actions += _for_finding(one, document, params.context.diagnostics, workspace)
    if actions:
        actions += _fix_everything(found, document, workspace)
    actions += _fix_all(found, document, workspace)
    only = params.context.only
    return [one for one in actions if only is None or _asked(str(one.kind), only)]


def _asked(kind: str, only: Iterable[str]) -> bool:
    """Return whether a kind of action is asked for, itself or by a kind above it."""
    return any(not one or kind == one or kind.startswith(f"{one}.") for one in map(_plain, only))


def _plain(kind: str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _for_finding(
    found: Diagnostic, document: Document, shown: Iterable[types.Diagnostic], workspace: Workspace
) -> Iterator[types.CodeAction]:
    range_ = document.lines.range(found.region)
    same = [one for one in shown if one.code == found.code and one.range == range_]
    if found.fix is not None:
        edit = edits_of(document, found.fix.edits, workspace)
        yield _quick_fix(found.help or "Mend this", edit, same, found.fix.certain)
    if found.severity != ERROR:
        edit = edits_of(document, [_ignoring(found, document.lines)], workspace)
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


def edits_of(
    document: Document, edits: Iterable[Edit], workspace: Workspace
) -> types.WorkspaceEdit:
    """Return edits of one document, for the editor to make."""
    changes = [types.TextEdit(document.lines.range(edit.region), edit.text) for edit in edits]
    return workspace_edit(workspace, {document.uri: changes})


def _ignoring(found: Diagnostic, lines: Lines) -> Edit:
    """Return the edit that puts a code into the comment at the end of a finding's line."""
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
    """Yield one action that makes every certain fix of the document."""
    fixes = [fix for one in found if (fix := applicable_fix(one)) is not None]
    edits, made = compatible_edits(fixes)
    if made:
        yield types.CodeAction(
            title=f"Make all certain fixes ({made})",
            kind=FIX_ALL,
            edit=edits_of(document, edits, workspace),
        )


def _fix_everything(
    found: Iterable[Diagnostic], document: Document, workspace: Workspace
) -> Iterator[types.CodeAction]:
    """Yield one action for all fixes, unsafe ones included, if the client asks for its edit later.

    Trying them takes too long to do it whenever the cursor moves.
    """
    fixes = [fix for one in found if (fix := applicable_fix(one, unsafe=True)) is not None]
    if workspace.resolves_actions and len(fixes) > 1 and not all(fix.certain for fix in fixes):
        yield types.CodeAction(
            title=f"Fix all problems that have a fix ({len(fixes)})",
            kind=types.CodeActionKind.QuickFix,
            data={"uri": document.uri},
        )


def resolved(workspace: Workspace, action: types.CodeAction) -> types.CodeAction:
    """Return an action of `_fix_everything` with its edit."""
    data = action.data
    document = workspace.get(str(data.get("uri"))) if isinstance(data, dict) else None
    if document is None:
        return action
    edit = _difference(document.lines.lines, Lines.of(workspace.mended(document)).lines)
    action.edit = edits_of(document, [edit], workspace)
    return action


def _difference(old: Sequence[str], new: Sequence[str]) -> Edit:
    """Return the edit that turns old lines into new ones, first to last that differ."""
    first = min(_same_at_start(old, new), len(old) - 1, len(new) - 1)
    same = _same_at_start(old[first:][::-1], new[first:][::-1])
    if same:
        text = "".join(f"{line}\n" for line in new[first : len(new) - same])
        return Edit(Region(first + 1, 1, len(old) - same + 1, 1), text)
    return Edit(Region(first + 1, 1, len(old), len(old[-1]) + 1), "\n".join(new[first:]))


def _same_at_start(some: Sequence[str], others: Sequence[str]) -> int:
    """Return how many lines are the same at the start of both."""
    pairs = zip(some, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
