"""Edits for the editor to make: of texts as they are here, and of no others."""

from __future__ import annotations

from collections.abc import Mapping

from lsprotocol import types

from rftg_dsl.lsp.workspace import Workspace

Edits = Mapping[str, list[types.TextEdit]]
"""The edits of each document, by its address."""


def workspace_edit(workspace: Workspace, edits: Edits) -> types.WorkspaceEdit:
    """Return edits of documents with the versions they are for, where the client knows those.

    A client refuses edits of another version than it has: their places may have moved.
    """
    if not workspace.takes_versions:
        return types.WorkspaceEdit(changes=dict(edits))
    return types.WorkspaceEdit(
        document_changes=[_of_version(workspace, uri, some) for uri, some in edits.items()]
    )


def _of_version(
    workspace: Workspace, uri: str, edits: list[types.TextEdit]
) -> types.TextDocumentEdit:
    document = workspace.get(uri)
    version = document.version if document is not None else None
    name = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.TextDocumentEdit(name, list(edits))
