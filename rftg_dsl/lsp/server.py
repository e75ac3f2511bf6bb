"""Language server: request handlers and scheduling of diagnostics.

Diagnostics are sent shortly after the last change. Answers are for the current text in the editor.
An error in a handler is logged, and the server keeps running.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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
from rftg_dsl.installed import installed_version
from rftg_dsl.lsp.completion import TRIGGERS, Completion
from rftg_dsl.lsp.findings import (
    ACTION_KINDS,
    actions_at,
    build_diagnostics,
    format_document,
    resolve_action,
)
from rftg_dsl.lsp.library import Library, hover_at
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
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.reading import read_unit

_DELAY: Final = 0.003
"""Delay in seconds between a change and the check, so that a burst is checked once."""
_SLOW_CHECK: Final = 0.1
_SLOW_DELAY_SHARE: Final = 0.2
"""If the last check took longer than _SLOW_CHECK seconds, the delay is this share of its time."""
_MISTAKE: Final = b"""set: mistake
title: Mistake
cards:
  - title: Mistake
    development: 1
    vp: 1
    powers: |
      explore: drw 2
"""
_FORM_COMPLETION: Final = "rftg/offers"
"""Custom request: completion of a value in a card form."""
_WATCHED: Final = ("*.yaml", "rftg.toml", "pyproject.toml", "*.png", "*.jpg", "*.jpeg", "*.webp")


class Server(LanguageServer):
    """Language server for card files, with one client and one workspace.

    library: shared with other servers. cache, paths, texts: see `Workspace`.
    has_shut_down: the client has sent `shutdown`.
    """

    def __init__(
        self,
        library: Library | None = None,
        cache: SourceCache | None = None,
        paths: Mapping[str, Path] | None = None,
        texts: Mapping[Path, str] | None = None,
    ) -> None:
        # Full texts: editors and Python have different line ends, so incremental edits
        # could corrupt the text.
        sync = types.TextDocumentSyncKind.Full
        super().__init__("rftg-dsl", installed_version(), sync, protocol_cls=StrictProtocol)
        for method, answer, options in _ANSWERS:
            self.feature(method, options)(answer)
        self._cache, self._paths, self._texts = cache, paths, texts
        self.library = library or Library()
        self.files = Workspace()
        self.completion = Completion(self.files, self.library)
        self.has_shut_down = False
        self._published: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._check_duration = 0.0
        self._problem = ""

    def prepare(self, params: types.InitializeParams) -> None:
        """Configure the workspace for the client's capabilities."""
        encoding = self.workspace.position_encoding
        name = encoding.value if isinstance(encoding, types.PositionEncodingKind) else encoding
        self.files = Workspace(
            name or "utf-16",
            _folder(params),
            _takes_versions(params),
            _resolves_actions(params),
            self._cache,
            self._paths,
            self._texts,
        )
        self.completion = Completion(self.files, self.library, _takes_snippets(params))

    def start(self) -> None:
        """Load what the first requests need, and watch closed files."""
        self._watch()
        asyncio.get_running_loop().call_soon(self._warm_up)

    def _warm_up(self) -> None:
        for step in warm_up_steps(self.library):
            step()

    def _watch(self) -> None:
        """Ask the client to report changes of closed files, if it supports that."""
        workspace = self.client_capabilities.workspace
        support = workspace.did_change_watched_files if workspace else None
        if support and support.dynamic_registration:
            patterns = [types.FileSystemWatcher(f"**/{name}") for name in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(patterns)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("files", method, options)
            self.client_register_capability(types.RegistrationParams([registration]))

    def schedule_check(self) -> None:
        """Schedule a check. Further changes delay it."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self.check_delay, self.publish)

    @property
    def check_delay(self) -> float:
        """Delay between a change and the check in seconds."""
        is_slow = self._check_duration > _SLOW_CHECK
        return _SLOW_DELAY_SHARE * self._check_duration if is_slow else _DELAY

    def publish(self) -> None:
        """Send the diagnostics of every document if they changed; log an error."""
        try:
            self._publish()
        except Exception as error:  # a timer calls this: nobody else would report it
            self.report_server_error(error, self.publish)

    def _publish(self) -> None:
        start = time.perf_counter()
        diagnostics = build_diagnostics(self.files)
        self._check_duration = time.perf_counter() - start
        versioned = {
            uri: (self._version_of(uri), findings) for uri, findings in diagnostics.items()
        }
        for uri in self._published.keys() - versioned.keys():
            self._send(uri, None, [])
        for uri, current in versioned.items():
            if self._published.get(uri) != current:
                self._send(uri, *current)
        self._published = versioned
        self._show_problem(self.files.problem)

    def forget(self, uri: str) -> None:
        """Clear the diagnostics of a document immediately."""
        if self._published.pop(uri, None) is not None:
            self._send(uri, None, [])

    def _version_of(self, uri: str) -> int | None:
        document = self.files.get(uri)
        return document.version if document else None

    def _send(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics, version=version)
        )

    def _show_problem(self, problem: str) -> None:
        """Show a problem with the settings once."""
        if problem and problem != self._problem:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, problem))
        self._problem = problem

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error, unless it is the refusal of a rename."""
        if isinstance(error, _Refusal):
            return
        text = f"{getattr(source, '__name__', source)}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))


def warm_up_steps(library: Library) -> list[Callable[[], object]]:
    """Return functions that load what the first requests and the first mistake need.

    The last one exempts all objects from garbage collection.
    """
    return [library.warm_up, _read_mistake, gc.collect, gc.freeze]


def _read_mistake() -> None:
    """Load the tables for suggestions."""
    read_unit(Path("mistake.yaml"), "mistake.yaml", _MISTAKE)


def _folder(params: types.InitializeParams) -> Path | None:
    """Return the first workspace folder."""
    folders = [folder.uri for folder in params.workspace_folders or ()]
    uri = folders[0] if folders else params.root_uri
    path = to_fs_path(uri) if uri else None
    return Path(path) if path and "\0" not in path else None


def _takes_versions(params: types.InitializeParams) -> bool:
    workspace = params.capabilities.workspace
    edit = workspace.workspace_edit if workspace else None
    return bool(edit and edit.document_changes)


def _resolves_actions(params: types.InitializeParams) -> bool:
    capabilities = params.capabilities.text_document
    action = capabilities.code_action if capabilities else None
    support = action.resolve_support if action else None
    return bool(support and action and action.data_support and "edit" in support.properties)


def _takes_snippets(params: types.InitializeParams) -> bool:
    capabilities = params.capabilities.text_document
    completion = capabilities.completion if capabilities else None
    item = completion.completion_item if completion else None
    return bool(item and item.snippet_support)


# --- notifications


def _initialize(ls: Server, params: types.InitializeParams) -> None:
    ls.prepare(params)


def _initialized(ls: Server, _params: types.InitializedParams) -> None:
    ls.start()


def _shut_down(ls: Server, _params: None) -> None:
    ls.has_shut_down = True


def _did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.files.update_document(document.uri, document.text, document.version, document.language_id)
    ls.schedule_check()


def _did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    document = ls.files.get(params.text_document.uri)
    if document is not None and params.content_changes:
        last = params.content_changes[-1]
        if isinstance(last, types.TextDocumentContentChangeWholeDocument):
            ls.files.update_document(document.uri, last.text, params.text_document.version)
            ls.schedule_check()


def _did_save(ls: Server, _params: types.DidSaveTextDocumentParams) -> None:
    ls.files.invalidate()
    ls.schedule_check()


def _did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.files.close_document(params.text_document.uri)
    ls.forget(params.text_document.uri)
    ls.schedule_check()


def _did_change_watched_files(ls: Server, _params: types.DidChangeWatchedFilesParams) -> None:
    ls.files.invalidate()
    ls.schedule_check()


# --- requests


def _complete(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    return ls.completion.complete_at(params.text_document.uri, params.position)


def _complete_form(ls: Server, params: Any) -> list[dict[str, Any]]:
    """Handle the custom completion request from the studio's card form."""
    arguments = [getattr(params, name, None) for name in ("uri", "section", "key", "text")]
    texts = [
        argument
        for argument in arguments
        if isinstance(argument, str) and len(argument) <= limits.LINE_LENGTH
    ]
    if len(texts) < len(arguments):
        raise JsonRpcInvalidParams("uri, section, key and text must be short strings")
    uri, section, key, text = texts
    return ls.completion.complete_form_value(uri, section, key, "".join(text.splitlines()))


def _resolve_completion(ls: Server, item: types.CompletionItem) -> types.CompletionItem:
    return ls.completion.resolve(item)


def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    return hover_at(ls.files, ls.library, params.text_document.uri, params.position)


def _find_definitions(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    return find_definitions(ls.files, params.text_document.uri, params.position)


def _find_references(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    declaration = params.context.include_declaration
    return find_references(ls.files, params.text_document.uri, params.position, declaration)


def _find_highlights(
    ls: Server, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    return find_highlights(ls.files, params.text_document.uri, params.position)


def _prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.Range | None:
    with _report_refusals():
        return prepare_rename(ls.files, params.text_document.uri, params.position)


def _rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    with _report_refusals():
        return rename_symbol(ls.files, params.text_document.uri, params.position, params.new_name)


class _Refusal(JsonRpcInvalidParams):
    """The name can't be changed."""


@contextmanager
def _report_refusals() -> Iterator[None]:
    """Convert RenameRefused to an error response."""
    try:
        yield
    except RenameRefused as reason:
        raise _Refusal(str(reason)) from None


def _format(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    return format_document(ls.files, params.text_document.uri)


def _format_range(ls: Server, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
    return format_document(ls.files, params.text_document.uri, params.range)


def _code_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    return actions_at(ls.files, params)


def _resolve_action(ls: Server, action: types.CodeAction) -> types.CodeAction:
    return resolve_action(ls.files, action)


def _document_symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    return document_symbols(ls.files, params.text_document.uri)


def _workspace_symbols(
    ls: Server, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    return workspace_symbols(ls.files, params.query)


def _semantic_tokens(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    return semantic_tokens(ls.files, params.text_document.uri)


_ANSWERS: Final[list[tuple[str, Any, Any]]] = [
    (types.INITIALIZE, _initialize, None),
    (types.INITIALIZED, _initialized, None),
    (types.SHUTDOWN, _shut_down, None),
    (types.TEXT_DOCUMENT_DID_OPEN, _did_open, None),
    (types.TEXT_DOCUMENT_DID_CHANGE, _did_change, None),
    (types.TEXT_DOCUMENT_DID_SAVE, _did_save, None),
    (types.TEXT_DOCUMENT_DID_CLOSE, _did_close, None),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, _did_change_watched_files, None),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        _complete,
        types.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True),
    ),
    (_FORM_COMPLETION, _complete_form, None),
    (types.COMPLETION_ITEM_RESOLVE, _resolve_completion, None),
    (types.TEXT_DOCUMENT_HOVER, _hover, None),
    (types.TEXT_DOCUMENT_DEFINITION, _find_definitions, None),
    (types.TEXT_DOCUMENT_REFERENCES, _find_references, None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, _find_highlights, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, _prepare_rename, None),
    (types.TEXT_DOCUMENT_RENAME, _rename, types.RenameOptions(prepare_provider=True)),
    (types.TEXT_DOCUMENT_FORMATTING, _format, None),
    (types.TEXT_DOCUMENT_RANGE_FORMATTING, _format_range, None),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        _code_actions,
        types.CodeActionOptions(code_action_kinds=list(ACTION_KINDS), resolve_provider=True),
    ),
    (types.CODE_ACTION_RESOLVE, _resolve_action, None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _document_symbols, None),
    (types.WORKSPACE_SYMBOL, _workspace_symbols, None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _semantic_tokens, LEGEND),
]


class StrictProtocol(LanguageServerProtocol):
    """Protocol that answers every invalid request with an error."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Parse a message of the client. Raises JsonRpcException for invalid messages."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            method = data.get("method")
            if isinstance(method, str) and isinstance(data.get("id"), (int, str)):
                self._refuse(data["id"], self._describe_invalid(method))
            raise

    def handle_message(self, message: Any) -> None:
        """Handle a message. Requests after `shutdown` are rejected."""
        if self._shutdown and hasattr(message, "method") and hasattr(message, "id"):
            self._refuse(message.id, JsonRpcInvalidRequest("the server is shutting down"))
        else:
            super().handle_message(message)

    def _describe_invalid(self, method: str) -> JsonRpcException:
        if self.get_message_type(method) is None:
            return JsonRpcMethodNotFound(f"{JsonRpcMethodNotFound.MESSAGE}: {method}")
        return JsonRpcInvalidParams(f"invalid parameters for {method}")

    def _refuse(self, request_id: int | str, reason: JsonRpcException) -> None:
        self._send_response(request_id, error=reason.to_response_error())
