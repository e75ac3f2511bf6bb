"""The server: which questions of the protocol are answered, and when findings are sent.

Findings are sent unasked, a moment after the last change; every answer is made from the text as
it is in the editor. An error in one answer is logged and leaves the server running.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from rftg_dsl import limits
from rftg_dsl.lsp import actions, formatting, hover, navigation, symbols, tokens
from rftg_dsl.lsp.completion import TRIGGERS, Completion
from rftg_dsl.lsp.findings import published
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.protocol import Protocol
from rftg_dsl.lsp.workspace import Workspace

PAUSE: Final = 0.003
"""Seconds after a change before its findings are looked for, so that a burst counts once."""
LONG: Final = 0.1
SHARE: Final = 0.2
"""The same where the last findings took long, in seconds, as a share of the time that they took."""
OFFERS: Final = "rftg/offers"
"""A request of our own: what a value in the form of a card can go on with."""
_WATCHED: Final = ("*.yaml", "rftg.toml", "pyproject.toml", "*.png", "*.jpg", "*.jpeg", "*.webp")


class Server(LanguageServer):
    """The language server of card files: one client, one workspace.

    parted: the client has said that it will leave.
    """

    def __init__(self) -> None:
        # Texts are sent whole: editors and Python disagree on what ends a line, and edits made
        # by the wrong lines would spoil the text without notice.
        sync = types.TextDocumentSyncKind.Full
        super().__init__("rftg-dsl", _version(), sync, protocol_cls=Protocol)
        self.library = Library()
        self.files = Workspace()
        self.completion = Completion(self.files, self.library)
        self.parted = False
        self._shown: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._waiting: asyncio.TimerHandle | None = None
        self._took = 0.0
        self._problem = ""

    def prepare(self, params: types.InitializeParams) -> None:
        """Take over what the client said of itself."""
        encoding = self.workspace.position_encoding
        name = encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding
        self.files = Workspace(
            name or "utf-16", _folder(params), _takes_versions(params), _resolves_actions(params)
        )
        self.completion = Completion(self.files, self.library, _takes_snippets(params))

    def warm_up(self) -> None:
        """Do beforehand what the first answers need; what stays is no garbage to look through."""
        self.library.warm_up()
        gc.collect()
        gc.freeze()

    def watch(self) -> None:
        """Have the client say when files change that are not open in it, if it can."""
        workspace = self.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace else None
        if watched and watched.dynamic_registration:
            patterns = [types.FileSystemWatcher(f"**/{name}") for name in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(patterns)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            wish = types.Registration("files", method, options)
            self.client_register_capability(types.RegistrationParams([wish]))

    def changed(self) -> None:
        """Send findings soon; each further change before that puts it off."""
        if self._waiting is not None:
            self._waiting.cancel()
        pause = SHARE * self._took if self._took > LONG else PAUSE
        self._waiting = asyncio.get_running_loop().call_later(pause, self.publish)

    def publish(self) -> None:
        """Send the findings of every document in which they are others than before."""
        begun = time.perf_counter()
        found = published(self.files)
        self._took = time.perf_counter() - begun
        now = {uri: (self._version_of(uri), one) for uri, one in found.items()}
        for uri in self._shown.keys() - now.keys():
            self._send(uri, None, [])
        for uri, shown in now.items():
            if self._shown.get(uri) != shown:
                self._send(uri, *shown)
        self._shown = now
        self._tell(self.files.problem)

    def forget(self, uri: str) -> None:
        """Take the findings of a document off the screen at once."""
        if self._shown.pop(uri, None) is not None:
            self._send(uri, None, [])

    def _version_of(self, uri: str) -> int | None:
        document = self.files.get(uri)
        return document.version if document else None

    def _send(self, uri: str, known: int | None, found: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version=known)
        )

    def _tell(self, problem: str) -> None:
        """Show a problem with the settings, once."""
        if problem and problem != self._problem:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, problem))
        self._problem = problem

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong; the client's user need not see it. A refusal is an answer."""
        if isinstance(error, _Refusal):
            return
        text = f"{getattr(source, '__name__', source)}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))


def build_server() -> Server:
    """Return a server with every answer in place."""
    server = Server()
    for method, answer, options in _ANSWERS:
        server.feature(method, options)(answer)
    return server


def _version() -> str:
    try:
        return version("rftg-dsl")
    except PackageNotFoundError:
        return "unknown"


def _folder(params: types.InitializeParams) -> Path | None:
    """Return the first folder that the client works in."""
    folders = [one.uri for one in params.workspace_folders or ()]
    uri = folders[0] if folders else params.root_uri
    path = to_fs_path(uri) if uri else None
    return Path(path) if path and "\0" not in path else None


def _takes_versions(params: types.InitializeParams) -> bool:
    workspace = params.capabilities.workspace
    edit = workspace.workspace_edit if workspace else None
    return bool(edit and edit.document_changes)


def _resolves_actions(params: types.InitializeParams) -> bool:
    about = params.capabilities.text_document
    action = about.code_action if about else None
    support = action.resolve_support if action else None
    return bool(support and action and action.data_support and "edit" in support.properties)


def _takes_snippets(params: types.InitializeParams) -> bool:
    about = params.capabilities.text_document
    completion = about.completion if about else None
    item = completion.completion_item if completion else None
    return bool(item and item.snippet_support)


# --- what the client tells ---------------------------------------------------------------------


def _initialize(ls: Server, params: types.InitializeParams) -> None:
    ls.prepare(params)


def _initialized(ls: Server, _params: types.InitializedParams) -> None:
    ls.watch()
    asyncio.get_running_loop().call_soon(ls.warm_up)


def _shut_down(ls: Server, _params: None) -> None:
    ls.parted = True


def _opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.files.put(document.uri, document.text, document.version, document.language_id)
    ls.changed()


def _did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    known = ls.files.get(params.text_document.uri)
    if known is not None and params.content_changes:
        last = params.content_changes[-1]
        if isinstance(last, types.TextDocumentContentChangeWholeDocument):
            ls.files.put(known.uri, last.text, params.text_document.version)
            ls.changed()


def _saved(ls: Server, _params: types.DidSaveTextDocumentParams) -> None:
    ls.files.touch()
    ls.changed()


def _closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.files.take_away(params.text_document.uri)
    ls.forget(params.text_document.uri)
    ls.changed()


def _watched(ls: Server, _params: types.DidChangeWatchedFilesParams) -> None:
    ls.files.touch()
    ls.changed()


# --- what the client asks ----------------------------------------------------------------------


def _complete(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    return ls.completion.at(params.text_document.uri, params.position)


def _offer(ls: Server, params: Any) -> list[dict[str, Any]]:
    """Answer a request that is not of the protocol: it is for the form of the studio."""
    asked = [getattr(params, name, None) for name in ("uri", "section", "key", "text")]
    texts = [one for one in asked if isinstance(one, str) and len(one) <= limits.LINE_LENGTH]
    if len(texts) < len(asked):
        raise JsonRpcInvalidParams("uri, section, key and text are short texts")
    uri, section, key, text = texts
    return ls.completion.for_form(uri, section, key, "".join(text.splitlines()))


def _resolve(ls: Server, item: types.CompletionItem) -> types.CompletionItem:
    return ls.completion.resolve(item)


def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    return hover.hover_at(ls.files, ls.library, params.text_document.uri, params.position)


def _define(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    return navigation.definitions(ls.files, params.text_document.uri, params.position)


def _refer(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    declaration = params.context.include_declaration
    return navigation.references(ls.files, params.text_document.uri, params.position, declaration)


def _highlight(ls: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    return navigation.highlights(ls.files, params.text_document.uri, params.position)


def _prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.Range | None:
    with _refusals():
        return navigation.renamable(ls.files, params.text_document.uri, params.position)


def _rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    with _refusals():
        return navigation.renamed(
            ls.files, params.text_document.uri, params.position, params.new_name
        )


class _Refusal(JsonRpcInvalidParams):
    """A name that cannot be changed."""


@contextmanager
def _refusals() -> Iterator[None]:
    """Have the editor show why a name cannot be changed."""
    try:
        yield
    except navigation.Refused as reason:
        raise _Refusal(str(reason)) from None


def _format(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    return formatting.formatted(ls.files, params.text_document.uri)


def _format_part(ls: Server, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    return formatting.formatted(ls.files, params.text_document.uri, params.range)


def _act(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    return actions.actions_at(ls.files, params)


def _resolve_action(ls: Server, action: types.CodeAction) -> types.CodeAction:
    return actions.resolved(ls.files, action)


def _symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    return symbols.document_symbols(ls.files, params.text_document.uri)


def _all_symbols(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    return symbols.workspace_symbols(ls.files, params.query)


def _tokens(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    return tokens.tokens_of(ls.files, params.text_document.uri)


_ANSWERS: Final[list[tuple[str, Any, Any]]] = [
    (types.INITIALIZE, _initialize, None),
    (types.INITIALIZED, _initialized, None),
    (types.SHUTDOWN, _shut_down, None),
    (types.TEXT_DOCUMENT_DID_OPEN, _opened, None),
    (types.TEXT_DOCUMENT_DID_CHANGE, _did_change, None),
    (types.TEXT_DOCUMENT_DID_SAVE, _saved, None),
    (types.TEXT_DOCUMENT_DID_CLOSE, _closed, None),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _watched, None),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        _complete,
        types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True),
    ),
    (OFFERS, _offer, None),
    (types.COMPLETION_ITEM_RESOLVE, _resolve, None),
    (types.TEXT_DOCUMENT_HOVER, _hover, None),
    (types.TEXT_DOCUMENT_DEFINITION, _define, None),
    (types.TEXT_DOCUMENT_REFERENCES, _refer, None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, _highlight, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, _prepare_rename, None),
    (types.TEXT_DOCUMENT_RENAME, _rename, types.RenameOptions(prepare_provider=True)),
    (types.TEXT_DOCUMENT_FORMATTING, _format, None),
    (types.TEXT_DOCUMENT_RANGE_FORMATTING, _format_part, None),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        _act,
        types.CodeActionOptions(code_action_kinds=list(actions.KINDS), resolve_provider=True),
    ),
    (types.CODE_ACTION_RESOLVE, _resolve_action, None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _symbols, None),
    (types.WORKSPACE_SYMBOL, _all_symbols, None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _tokens, tokens.LEGEND),
]
