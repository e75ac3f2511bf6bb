"""The workspace: the documents that an editor has open, compiled as they are in the editor.

Each open document is compiled with the sets it requires, and only when one of them has changed.
What could not be read any more (a file is broken while it is edited) is kept from the last time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pygls.uris import from_fs_path, to_fs_path

from rftg_dsl import limits
from rftg_dsl.blank.mending import mend
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.model import Diagnostic, Region
from rftg_dsl.diagnostics.selection import BadSettings, load_settings
from rftg_dsl.lsp.positions import Lines
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.text import open_regular_file


@dataclass(slots=True)
class Document:
    """A text in the editor.

    version: the client's count of its changes. ours: it is a card file, or was one when it was
    last whole: other YAML has no findings here.
    """

    uri: str
    path: Path
    text: str
    version: int | None
    lines: Lines
    ours: bool = True


@dataclass(slots=True)
class View:
    """What is known of a document: its own unit last, before it those it requires.

    Where the file cannot be read as it is now, `units` are those of the last time it could, and
    `stale` is true: their places may have moved. findings: always of the text as it is now.
    """

    units: tuple[Unit, ...] = ()
    findings: dict[str, list[Diagnostic]] = field(default_factory=dict)
    stale: bool = False

    @property
    def unit(self) -> Unit | None:
        """The document's own unit, None where it never could be read."""
        return self.units[-1] if self.units else None

    def needs(self, path: Path) -> bool:
        """Return whether a changed file can change the view.

        It can where it is part of the view, or a set is missing.
        """
        missing = any(one.code == "E411" for found in self.findings.values() for one in found)
        key = path.resolve()
        return self.stale or missing or any(unit.path.resolve() == key for unit in self.units)


_HEAD: Final = re.compile("^(?:set|cards) *:", re.MULTILINE)
"""What a card file has and other YAML seldom."""
_ENTRY: Final = re.compile(" *- +[a-z]+:")
"""A line that begins an entry of a list, such as a card."""


class Workspace:
    """The open documents and what came of compiling them.

    problem: why the settings of a folder could not be used; "" where they could.
    takes_versions: the client takes edits that say which version of a document they are for.
    resolves_actions: the client asks for the edit of a code action when the action is chosen.
    """

    def __init__(
        self,
        encoding: str = "utf-16",
        folder: Path | None = None,
        takes_versions: bool = False,
        resolves_actions: bool = False,
    ) -> None:
        self.encoding = encoding
        self.takes_versions = takes_versions
        self.resolves_actions = resolves_actions
        self._folder = folder or Path.cwd()
        self._cache = SourceCache()
        self._documents: dict[str, Document] = {}
        self._views: dict[str, View] = {}
        self._dirty: set[str] = set()
        self.problem = ""

    def put(self, uri: str, text: str, version: int | None, language: str = "rftg-cards") -> None:
        """Note that a document was opened or changed. language: what the editor takes it for."""
        path = self.path_of(uri)
        lines = Lines.of(text, self.encoding)
        before = self._documents.get(uri)
        known = before.ours if before else language != "yaml"
        ours = known or _HEAD.search(text) is not None
        self._documents[uri] = Document(uri, path, text, version, lines, ours)
        self._cache.put(path, text)
        self._touch(path)

    def take_away(self, uri: str) -> None:
        """Note that a document was closed: the disk counts again."""
        document = self._documents.pop(uri, None)
        if document is not None:
            self._cache.take_away(document.path)
            self._views.pop(uri, None)
            self._touch(document.path)

    def touch(self) -> None:
        """Note that files have changed: every view is compiled anew when it is next asked for."""
        self.problem = ""
        load_settings.cache_clear()
        self._dirty |= self._documents.keys()

    def _touch(self, path: Path) -> None:
        """Note that a file has changed, for the views that require it or miss a set."""
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

    def view(self, uri: str) -> View:
        """Return what is known of a document as it is now; nothing of one that is not open."""
        document = self._documents.get(uri)
        if document is None:
            return View()
        if uri in self._dirty:
            self._views[uri] = self._compiled(document)
            self._dirty.discard(uri)
        return self._views[uri]

    def last_view(self, uri: str) -> View:
        """Return what was known of a document when it was last compiled; quicker than `view`."""
        return self._views.get(uri) or self.view(uri)

    def mended(self, document: Document) -> str:
        """Return the text of a document with all fixes made in it, unsafe ones included."""
        try:
            changes = mend([document.path], self._wants, unsafe=True, cache=self._cache).changes
        except OSError:
            return document.text
        finally:
            self._cache.put(document.path, document.text)
            self._dirty.add(document.uri)
        return changes[0].text if changes else document.text

    def units_in_use(self) -> Iterator[Unit]:
        """Yield the units of all open documents and of those they require, each once."""
        seen: set[str] = set()
        for view in [self.view(uri) for uri in list(self._documents)]:
            for unit in reversed(view.units):
                if unit.report.file not in seen:
                    seen.add(unit.report.file)
                    yield unit

    def is_current(self, unit: Unit) -> bool:
        """Return whether a unit is of the text as it is now, in the editor or else on disk."""
        if any(one.path.resolve() == unit.path.resolve() for one in self._documents.values()):
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
        """Return where a document lies; an unsaved one lies in the first workspace folder."""
        path = to_fs_path(uri)
        if path and "\0" not in path and len(path) < limits.LINE_LENGTH:
            return Path(path)
        return self._folder / quote(uri, safe="")[-100:]

    def uri_of(self, file: str) -> str:
        """Return the document of a file that a finding or a unit names."""
        path = Path(file).resolve()
        for document in self._documents.values():
            if str(document.path) == file or document.path.resolve() == path:
                return document.uri
        return from_fs_path(os.path.abspath(file)) or file

    def lines_of(self, unit: Unit) -> Lines:
        """Return the lines of a unit in the client's units."""
        return Lines(unit.source.lines if unit.source else ("",), self.encoding)

    def _compiled(self, document: Document) -> View:
        before = self._views.get(document.uri) or View()
        try:
            compilation = compile_files([document.path], self._cache, design=True)
        except OSError as error:
            text = f"{error.filename!r} cannot be read: {error.strerror}"
            found = Diagnostic("E104", text, str(document.path), Region.on_line(1, 1, 0))
            return View(before.units, {found.file: [found]}, True)
        units = compilation.units
        findings: dict[str, list[Diagnostic]] = {unit.report.file: [] for unit in units}
        for one in compilation.findings(self._wants):
            findings[one.file].append(one)
        if units[-1].root is not None:
            return View(units, findings)
        return View(before.units or self._begun(document, findings), findings, True)

    def _begun(self, document: Document, findings: dict[str, list[Diagnostic]]) -> tuple[Unit, ...]:
        """Return the units of a document that cannot be read, up to the entry that is broken."""
        found = findings[str(document.path)]
        row = min(found[0].region.line if found else 1, len(document.lines.lines))
        while row > 0 and not _ENTRY.match(document.lines.line(row - 1)):
            row -= 1
        self._cache.put(document.path, "\n".join(document.lines.lines[: max(row - 1, 0)]))
        try:
            return compile_files([document.path], self._cache).units
        except OSError:
            return ()
        finally:
            self._cache.put(document.path, document.text)

    def _wants(self, found: Diagnostic) -> bool:
        """Return whether the settings of the file's folder want a finding."""
        try:
            return load_settings(Path(found.file).resolve().parent).wants(found)
        except BadSettings as problem:
            self.problem = str(problem)
            return True
