"""Open documents, their compiled units, and conversion of positions and edits."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from rftg_dsl import limits
from rftg_dsl.blank.fixing import repair_files
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.codes import BadSettings, load_settings
from rftg_dsl.diagnostics.model import Diagnostic, Region
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.text import open_regular_file


@dataclass(slots=True)
class Document:
    """An open text document.

    version: version number from the client.
    is_card_file: whether it is a card file, or was one when it was last valid. Other YAML files get
    no diagnostics.
    """

    uri: str
    path: Path
    text: str
    version: int | None
    lines: Lines
    is_card_file: bool = True


@dataclass(slots=True)
class DocumentView:
    """Compiled units of a document: required units first, its own unit last.

    If the file can't be parsed, `units` are from its last valid version and `is_stale` is true:
    their positions may be wrong. findings: always for the current text.
    """

    units: tuple[Unit, ...] = ()
    findings: dict[str, list[Diagnostic]] = field(default_factory=dict)
    is_stale: bool = False

    @property
    def unit(self) -> Unit | None:
        """The document's own unit, or None if it was never valid."""
        return self.units[-1] if self.units else None

    def needs(self, path: Path) -> bool:
        """Return whether a changed file affects the view: as part of it, or as a missing set."""
        lacks_set = any(
            finding.code == "E411" for findings in self.findings.values() for finding in findings
        )
        key = path.resolve()
        return self.is_stale or lacks_set or any(unit.path.resolve() == key for unit in self.units)


_CARD_FILE_KEY: Final = re.compile("^(?:set|cards) *:", re.MULTILINE)
"""Keys of card files that are rare in other YAML files."""
_ENTRY: Final = re.compile(" *- +[a-z]+:")
"""Start of a list entry, such as a card."""


class Workspace:
    """Open documents and their compiled views.

    problem: error in the settings of a folder, or "".
    takes_versions: whether the client supports edits for specific document versions.
    resolves_actions: whether the client resolves code actions lazily.
    cache: of the files; others can use it in the same thread.
    paths: paths for URIs whose documents have other paths, such as relative ones.
    texts: unsaved texts of files that may be open elsewhere. Documents of this workspace win.
    `paths` and `texts` can change later.
    """

    def __init__(
        self,
        encoding: str = "utf-16",
        folder: Path | None = None,
        takes_versions: bool = False,
        resolves_actions: bool = False,
        cache: SourceCache | None = None,
        paths: Mapping[str, Path] | None = None,
        texts: Mapping[Path, str] | None = None,
    ) -> None:
        self.encoding = encoding
        self.takes_versions = takes_versions
        self.resolves_actions = resolves_actions
        self._folder = folder or Path.cwd()
        self._cache = cache or SourceCache()
        self._paths = {} if paths is None else paths
        self._texts = {} if texts is None else texts
        self._documents: dict[str, Document] = {}
        self._views: dict[str, DocumentView] = {}
        self._dirty: set[str] = set()
        self.problem = ""

    def update_document(
        self, uri: str, text: str, version: int | None, language: str = "rftg-cards"
    ) -> None:
        """Open or change a document. language: language id from the editor."""
        path = self.path_of(uri)
        lines = Lines.split(text, self.encoding)
        old = self._documents.get(uri)
        was_card_file = old.is_card_file if old else language != "yaml"
        is_card_file = was_card_file or _CARD_FILE_KEY.search(text) is not None
        self._documents[uri] = Document(uri, path, text, version, lines, is_card_file)
        self._invalidate_file(path)

    def close_document(self, uri: str) -> None:
        """Close a document, so that the file on disk is used again."""
        document = self._documents.pop(uri, None)
        if document is not None:
            self._cache.take_away(document.path)
            self._views.pop(uri, None)
            self._invalidate_file(document.path)

    def invalidate(self) -> None:
        """Recompile every view at its next use, because files have changed."""
        self.problem = ""
        load_settings.cache_clear()
        self._dirty |= self._documents.keys()

    def change_elsewhere(self, path: Path) -> None:
        """Use a text that was changed or closed elsewhere."""
        if path not in self._texts:
            self._cache.take_away(path)
        self._invalidate_file(path)

    def _invalidate_file(self, path: Path) -> None:
        """Invalidate the views that use a file or miss a set."""
        for uri, document in self._documents.items():
            view = self._views.get(uri)
            if view is None or view.needs(path) or document.path == path:
                self._dirty.add(uri)

    def get(self, uri: str) -> Document | None:
        """Return an open document."""
        return self._documents.get(uri)

    def documents(self) -> Iterator[Document]:
        """Yield all open documents."""
        yield from self._documents.values()

    def view(self, uri: str) -> DocumentView:
        """Return the current view of a document, or an empty view if it isn't open."""
        document = self._documents.get(uri)
        if document is None:
            return DocumentView()
        if uri in self._dirty:
            self._views[uri] = self._compile(document)
            self._dirty.discard(uri)
        return self._views[uri]

    def last_view(self, uri: str) -> DocumentView:
        """Return the last compiled view of a document, without compiling it."""
        return self._views.get(uri) or self.view(uri)

    def fix_all(self, document: Document) -> str:
        """Return the text of a document with all fixes, including unsafe ones."""
        self._use_texts()
        try:
            changes = repair_files(
                [document.path], self._is_selected, unsafe=True, cache=self._cache
            ).changes
        except OSError:
            return document.text
        finally:
            self._cache.put(document.path, document.text)
            self._dirty.add(document.uri)
        return changes[0].text if changes else document.text

    def units_in_use(self) -> Iterator[Unit]:
        """Yield the units of all open documents and their required sets, without duplicates."""
        files: set[str] = set()
        for view in [self.view(uri) for uri in list(self._documents)]:
            for unit in reversed(view.units):
                if unit.report.file not in files:
                    files.add(unit.report.file)
                    yield unit

    def is_current(self, unit: Unit) -> bool:
        """Return whether a unit matches the current text in the editor or on disk."""
        if any(
            document.path.resolve() == unit.path.resolve() for document in self._documents.values()
        ):
            return True
        if unit.source is None:
            return False
        data = unit.source.data
        try:
            with open_regular_file(unit.path) as file:
                return file.read(len(data) + 1) == data
        except OSError:
            return False

    def path_of(self, uri: str) -> Path:
        """Return the path of a document. Unsaved documents are in the first workspace folder."""
        if uri in self._paths:
            return self._paths[uri]
        path = to_fs_path(uri)
        if path and "\0" not in path and len(path) < limits.LINE_LENGTH:
            return Path(path)
        return self._folder / quote(uri, safe="")[-100:]

    def uri_of(self, file: str) -> str:
        """Return the URI of a file from a finding or unit."""
        path = Path(file).resolve()
        for document in self._documents.values():
            if str(document.path) == file or document.path.resolve() == path:
                return document.uri
        return from_fs_path(os.path.abspath(file)) or file

    def lines_of(self, unit: Unit) -> Lines:
        """Return the lines of a unit, with positions in the client's encoding."""
        return Lines(unit.source.lines if unit.source else ("",), self.encoding)

    def _compile(self, document: Document) -> DocumentView:
        old_view = self._views.get(document.uri) or DocumentView()
        self._use_texts()
        try:
            compilation = compile_files([document.path], self._cache, design=True)
        except OSError as error:
            message = f"{error.filename!r} cannot be read: {error.strerror}"
            diagnostic = Diagnostic("E104", message, str(document.path), Region.on_line(1, 1, 0))
            return DocumentView(old_view.units, {diagnostic.file: [diagnostic]}, True)
        units = compilation.units
        findings: dict[str, list[Diagnostic]] = {unit.report.file: [] for unit in units}
        for finding in compilation.findings(self._is_selected):
            findings[finding.file].append(finding)
        if units[-1].root is not None:
            return DocumentView(units, findings)
        return DocumentView(
            old_view.units or self._compile_beginning(document, findings), findings, True
        )

    def _use_texts(self) -> None:
        """Put the texts into the cache, because others may have put theirs meanwhile."""
        for path, text in list(self._texts.items()):
            self._cache.put(path, text)
        for document in self._documents.values():
            self._cache.put(document.path, document.text)

    def _compile_beginning(
        self, document: Document, findings: dict[str, list[Diagnostic]]
    ) -> tuple[Unit, ...]:
        """Return the units of a broken document, up to the broken list entry."""
        own_findings = findings[str(document.path)]
        row = min(own_findings[0].region.line if own_findings else 1, len(document.lines.lines))
        while row > 0 and not _ENTRY.match(document.lines.line(row - 1)):
            row -= 1
        self._cache.put(document.path, "\n".join(document.lines.lines[: max(row - 1, 0)]))
        try:
            return compile_files([document.path], self._cache).units
        except OSError:
            return ()
        finally:
            self._cache.put(document.path, document.text)

    def _is_selected(self, finding: Diagnostic) -> bool:
        """Return whether the settings of the file's folder select a finding."""
        try:
            return load_settings(Path(finding.file).resolve().parent).wants(finding)
        except BadSettings as problem:
            self.problem = str(problem)
            return True


_ENCODINGS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Lines:
    """The lines of a text, without line ends. Converts positions to the client's encoding."""

    def __init__(self, lines: Sequence[str], encoding: str = "utf-16") -> None:
        self.lines = lines
        self._codec, self._size = _ENCODINGS.get(encoding, _ENCODINGS["utf-16"])

    @staticmethod
    def split(text: str, encoding: str = "utf-16") -> Lines:
        """Split a text into lines like the compiler."""
        return Lines(text.replace("\r\n", "\n").split("\n"), encoding)

    def line(self, row: int) -> str:
        """Return a line by its number from 0, or ""."""
        return self.lines[row] if 0 <= row < len(self.lines) else ""

    def point(self, position: types.Position) -> tuple[int, int]:
        """Return row and column from 0, in code points, clamped to the text."""
        row = min(position.line, len(self.lines) - 1)
        line = self.line(row)
        if position.line > row:
            return row, len(line)
        if line.isascii():
            return row, min(position.character, len(line))
        head = line.encode(self._codec, "surrogatepass")[: position.character * self._size]
        return row, len(head.decode(self._codec, "ignore"))

    def position(self, row: int, column: int) -> types.Position:
        """Return the client's position for a row and column in code points."""
        return types.Position(row, self.character(row, column))

    def character(self, row: int, column: int) -> int:
        """Return the client's character in a row for a column in code points."""
        line = self.line(row)
        if line.isascii():
            return column
        return len(line[:column].encode(self._codec, "surrogatepass")) // self._size

    def range(self, region: Region) -> types.Range:
        """Return the client's range for a region of the compiler."""
        return types.Range(
            self.position(region.line - 1, region.column - 1),
            self.position(region.end_line - 1, region.end_column - 1),
        )


Edits = Mapping[str, list[types.TextEdit]]
"""Edits by document URI."""


def workspace_edit(workspace: Workspace, edits: Edits) -> types.WorkspaceEdit:
    """Return a workspace edit, with document versions if the client supports them.

    Clients reject edits for other versions, because their positions may be wrong.
    """
    if not workspace.takes_versions:
        return types.WorkspaceEdit(changes=dict(edits))
    return types.WorkspaceEdit(
        document_changes=[
            _versioned_edit(workspace, uri, document_edits) for uri, document_edits in edits.items()
        ]
    )


def _versioned_edit(
    workspace: Workspace, uri: str, edits: list[types.TextEdit]
) -> types.TextDocumentEdit:
    document = workspace.get(uri)
    version = document.version if document is not None else None
    name = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.TextDocumentEdit(name, list(edits))
