"""Language server: the requests it answers, and when it sends diagnostics.

Diagnostics are sent a moment after the last change. Every answer is computed from the text in the
editor. An error in one answer is logged and leaves the server running.
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
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from rftg_dsl import limits
from rftg_dsl.lsp.completion import TRIGGERS, Completion
from rftg_dsl.lsp.findings import (
    ACTION_KINDS,
    actions_at,
    build_diagnostics,
    format_document,
    resolve_action,
)
from rftg_dsl.lsp.hover import hover_at
from rftg_dsl.lsp.library import Library
from rftg_dsl.lsp.navigation import (
    RenameRefused,
    find_definitions,
    find_highlights,
    find_references,
    prepare_rename,
    rename_symbol,
)
from rftg_dsl.lsp.symbols import LEGEND, document_symbols, semantic_tokens, workspace_symbols
from rftg_dsl.lsp.workspace import Workspace

_DELAY: Final = 0.003
"""Delay in seconds between a change and the check, so that a burst is checked once."""
_SLOW_CHECK: Final = 0.1
_SLOW_DELAY_SHARE: Final = 0.2
"""If the last check took longer than _SLOW_CHECK seconds, the delay is this share of its time."""
_FORM_COMPLETION: Final = "rftg/offers"
"""Our own request: completion of a value in a card form."""
_WATCHED: Final = ("*.yaml", "rftg.toml", "pyproject.toml", "*.png", "*.jpg", "*.jpeg", "*.webp")


class Server(LanguageServer):
    """Language server of card files: one client, one workspace.

    has_shut_down: the client has said that it will leave.
    """

    def __init__(self) -> None:
        # Texts are sent whole: editors and Python disagree on what ends a line, and edits made
        # by the wrong lines would spoil the text without notice.
        sync = types.TextDocumentSyncKind.Full
        super().__init__("rftg-dsl", _version(), sync, protocol_cls=StrictProtocol)
        self.library = Library()
        self.files = Workspace()
        self.completion = Completion(self.files, self.library)
        self.has_shut_down = False
        self._shown: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._waiting: asyncio.TimerHandle | None = None
        self._took = 0.0
        self._problem = ""

    def prepare(self, params: types.InitializeParams) -> None:
        """Configure the workspace for the client's capabilities."""
        encoding = self.workspace.position_encoding
        name = encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding
        self.files = Workspace(
            name or "utf-16", _folder(params), _takes_versions(params), _resolves_actions(params)
        )
        self.completion = Completion(self.files, self.library, _takes_snippets(params))

    def warm_up(self) -> None:
        """Prepare the first answers, and exempt what stays from garbage collection."""
        self.library.warm_up()
        gc.collect()
        gc.freeze()

    def watch(self) -> None:
        """Ask the client to report changes of files that are not open, if it can."""
        workspace = self.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace else None
        if watched and watched.dynamic_registration:
            patterns = [types.FileSystemWatcher(f"**/{name}") for name in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(patterns)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            wish = types.Registration("files", method, options)
            self.client_register_capability(types.RegistrationParams([wish]))

    def schedule_check(self) -> None:
        """Check soon; every further change delays the check."""
        if self._waiting is not None:
            self._waiting.cancel()
        pause = _SLOW_DELAY_SHARE * self._took if self._took > _SLOW_CHECK else _DELAY
        self._waiting = asyncio.get_running_loop().call_later(pause, self.publish)

    def publish(self) -> None:
        """Send the diagnostics of every document if they changed."""
        start = time.perf_counter()
        found = build_diagnostics(self.files)
        self._took = time.perf_counter() - start
        now = {uri: (self._version_of(uri), one) for uri, one in found.items()}
        for uri in self._shown.keys() - now.keys():
            self._send(uri, None, [])
        for uri, shown in now.items():
            if self._shown.get(uri) != shown:
                self._send(uri, *shown)
        self._shown = now
        self._tell(self.files.problem)

    def forget(self, uri: str) -> None:
        """Clear the diagnostics of a document at once."""
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
        """Log an error without a message to the user. A refusal is a normal answer."""
        if isinstance(error, _Refusal):
            return
        text = f"{getattr(source, '__name__', source)}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))


def build_server() -> Server:
    """Return a server with all handlers registered."""
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
    """Return the first workspace folder."""
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
    ls.has_shut_down = True


def _opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.files.update_document(document.uri, document.text, document.version, document.language_id)
    ls.schedule_check()


def _did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    known = ls.files.get(params.text_document.uri)
    if known is not None and params.content_changes:
        last = params.content_changes[-1]
        if isinstance(last, types.TextDocumentContentChangeWholeDocument):
            ls.files.update_document(known.uri, last.text, params.text_document.version)
            ls.schedule_check()


def _saved(ls: Server, _params: types.DidSaveTextDocumentParams) -> None:
    ls.files.invalidate()
    ls.schedule_check()


def _closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.files.close_document(params.text_document.uri)
    ls.forget(params.text_document.uri)
    ls.schedule_check()


def _watched(ls: Server, _params: types.DidChangeWatchedFilesParams) -> None:
    ls.files.invalidate()
    ls.schedule_check()


# --- what the client asks ----------------------------------------------------------------------


def _complete(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    return ls.completion.at(params.text_document.uri, params.position)


def _offer(ls: Server, params: Any) -> list[dict[str, Any]]:
    """Answer our own request, which completes values in the studio's form."""
    asked = [getattr(params, name, None) for name in ("uri", "section", "key", "text")]
    texts = [one for one in asked if isinstance(one, str) and len(one) <= limits.LINE_LENGTH]
    if len(texts) < len(asked):
        raise JsonRpcInvalidParams("uri, section, key and text are short texts")
    uri, section, key, text = texts
    return ls.completion.for_form(uri, section, key, "".join(text.splitlines()))


def _resolve(ls: Server, item: types.CompletionItem) -> types.CompletionItem:
    return ls.completion.resolve(item)


def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    return hover_at(ls.files, ls.library, params.text_document.uri, params.position)


def _define(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    return find_definitions(ls.files, params.text_document.uri, params.position)


def _refer(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    declaration = params.context.include_declaration
    return find_references(ls.files, params.text_document.uri, params.position, declaration)


def _highlight(ls: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    return find_highlights(ls.files, params.text_document.uri, params.position)


def _prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.Range | None:
    with _refusals():
        return prepare_rename(ls.files, params.text_document.uri, params.position)


def _rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    with _refusals():
        return rename_symbol(ls.files, params.text_document.uri, params.position, params.new_name)


class _Refusal(JsonRpcInvalidParams):
    """A name that cannot be changed."""


@contextmanager
def _refusals() -> Iterator[None]:
    """Show the user why a rename is refused."""
    try:
        yield
    except RenameRefused as reason:
        raise _Refusal(str(reason)) from None


def _format(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    return format_document(ls.files, params.text_document.uri)


def _format_part(ls: Server, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    return format_document(ls.files, params.text_document.uri, params.range)


def _act(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    return actions_at(ls.files, params)


def _resolve_action(ls: Server, action: types.CodeAction) -> types.CodeAction:
    return resolve_action(ls.files, action)


def _symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    return document_symbols(ls.files, params.text_document.uri)


def _all_symbols(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    return workspace_symbols(ls.files, params.query)


def _tokens(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    return semantic_tokens(ls.files, params.text_document.uri)


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
    (_FORM_COMPLETION, _offer, None),
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
        types.CodeActionOptions(code_action_kinds=list(ACTION_KINDS), resolve_provider=True),
    ),
    (types.CODE_ACTION_RESOLVE, _resolve_action, None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _symbols, None),
    (types.WORKSPACE_SYMBOL, _all_symbols, None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _tokens, LEGEND),
]


class StrictProtocol(LanguageServerProtocol):
    """Protocol that answers every invalid request with an error."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Parse a message of the client.

        Raises JsonRpcException where it does not fit; it is logged.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException:
            method = data.get("method")
            if isinstance(method, str) and isinstance(data.get("id"), (int, str)):
                self._refuse(data["id"], self._why_unfit(method))
            raise

    def handle_message(self, message: Any) -> None:
        """Handle a message; refuse requests after `shutdown`."""
        if self._shutdown and hasattr(message, "method") and hasattr(message, "id"):
            self._refuse(message.id, JsonRpcInvalidRequest("the server is shutting down"))
        else:
            super().handle_message(message)

    def _why_unfit(self, method: str) -> JsonRpcException:
        if self.get_message_type(method) is None:
            return JsonRpcMethodNotFound(f"{JsonRpcMethodNotFound.MESSAGE}: {method}")
        return JsonRpcInvalidParams(f"the parameters of {method} are not those of the protocol")

    def _refuse(self, number: int | str, reason: JsonRpcException) -> None:
        self._send_response(number, error=reason.to_response_error())
