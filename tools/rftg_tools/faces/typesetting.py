"""Typesetter: renders Typst documents of a theme with JSON data.

Text of cards is never inserted into Typst code but only passed as data. Typst itself reads only
files in its folder, detects loops and recursion without an end, and writes nothing. It would
download packages, so code that imports one is refused; since a name can be computed, themes of
users have no network access, too.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from rftg_dsl.source.files import TemporaryFolder
from rftg_tools.faces.fonts import (
    check_fonts,
    covered_characters,
    find_fonts,
    find_system_fonts,
    missing_characters,
)
from rftg_tools.faces.sandbox import TypstProcess, create_compiler, message_of
from rftg_tools.faces.theme import BadTheme, Theme
from rftg_tools.workers import IN_BROWSER

if TYPE_CHECKING:
    import typst

Format = Literal["pdf", "png", "svg"]
_EPOCH: Final = 0
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class File:
    """A file for a document, which is passed by name.

    Typst hashes the arguments of functions, so data is small and drawings are files. name: unique
    for its data, because Typst caches files. origin: the designer's file that errors should name,
    or "".
    """

    name: str
    data: bytes
    origin: str = ""


def file_of(data: bytes, extension: str, origin: str = "") -> File:
    """Return a file that contains the given bytes. extension: such as "svg" or "jpg"."""
    return File(f"{hashlib.sha256(data).hexdigest()[:16]}.{extension}", data, origin)


class Typesetter:
    """Typesetter of documents in a theme. Close it after use.

    Similar documents are faster the second time because Typst caches unchanged parts. borrowed:
    font families of this computer that replace missing characters of the theme's fonts.
    missing_characters: characters that no font has.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._folder = TemporaryFolder()
        self.root = self._folder.path
        copy_code(theme, self.root)
        if not theme.is_shipped:
            check_fonts(theme)
        self.borrowed: list[str] = []
        self.missing_characters: set[str] = set()
        self._uncovered: set[str] = set()
        self._origins: dict[str, str] = {}
        # In a browser, nothing can be reached by the network, and a page that hangs is ended.
        is_trusted = theme.is_shipped or IN_BROWSER
        self._process = None if is_trusted else TypstProcess(self.root, theme.font_folders)

    @cached_property
    def _compiler(self) -> typst.Compiler:
        return create_compiler(str(self.root), find_fonts(self.theme))

    @cached_property
    def _available(self) -> frozenset[str]:
        return covered_characters(self.theme)

    @property
    def problems(self) -> list[str]:
        """Messages about missing characters so far."""
        problems = []
        if self.borrowed:
            names = ", ".join(self.borrowed)
            problems.append(
                f"fonts of this computer provide characters that the theme lacks: {names}"
            )
        if self.missing_characters:
            letters = ", ".join(sorted(self.missing_characters)[:_SHOWN])
            problems.append(f"no font has {letters}; add one to the folder `fonts` of the theme")
        return problems

    def close(self) -> None:
        """Delete the folder that Typst reads, and end its process."""
        if self._process:
            self._process.close()
        self._folder.cleanup()

    def pages(
        self,
        document: Path,
        data: Mapping[str, Any],
        format: Format,
        dpi: float = 300,
        seconds: int = _EPOCH,
    ) -> list[bytes]:
        """Return the pages of a document: a single file for PDF, otherwise a file for each page.

        document: a Typst file that reads `data` from `sys.inputs.data`, with the theme under the
        key `theme`. dpi: for PNG. seconds: date of a PDF as a Unix timestamp. Raises BadTheme for
        errors of Typst.
        """
        options: dict[str, Any] = {
            "format": format,
            "ppi": dpi,
            "sys_inputs": self._inputs(data),
            "timestamp": seconds,
            "pdf_tags": False,
        }
        with self._describing_errors():
            copy = self._copy(document)
            if self._process:
                return self._process.compile(copy, bool(self._uncovered), **options)
            pages = self._compiler.compile(copy, **options)
        assert pages is not None
        return pages if isinstance(pages, list) else [pages]

    def query(self, document: Path, data: Mapping[str, Any]) -> Any:
        """Return the value of the metadata labelled `measured` in a document. Raises BadTheme.

        Only for shipped themes, because it runs in this process, with network access.
        """
        if not self.theme.is_shipped:
            raise ValueError(f"{self.theme.folders[0]} is not a shipped theme")
        inputs = self._inputs(data)
        with self._describing_errors():
            fonts, copy = find_fonts(self.theme), self._copy(document)
            compiler = create_compiler(str(self.root), fonts, input=copy, sys_inputs=inputs)
            return json.loads(compiler.query("<measured>", field="value", one=True))

    @contextmanager
    def _describing_errors(self) -> Iterator[None]:
        """Turn errors of Typst into BadTheme."""
        try:
            yield
        except RuntimeError as error:  # queries raise RuntimeError, not TypstError
            message = _describe_error(message_of(error), self.theme, self._origins)
            raise BadTheme(message) from None

    def _copy(self, document: Path) -> str:
        return str(shutil.copyfile(document, self.root / document.name))

    def _inputs(self, data: Mapping[str, Any]) -> dict[str, str]:
        """Return the input of a document: data and theme."""
        text = json.dumps(data, default=self._store, ensure_ascii=False)
        self._find_fonts(text)
        return {"data": f'{{"theme": {json.dumps(self._theme_data())}, {text.removeprefix("{")}'}

    def _find_fonts(self, text: str) -> None:
        """Find fonts of this computer for characters that the theme's fonts lack."""
        if text.isascii():
            return
        uncovered = missing_characters(text, self._available) | self._uncovered
        if uncovered != self._uncovered:
            self._uncovered = uncovered
            fonts = find_fonts(self.theme, system=True)
            self.borrowed, self.missing_characters = find_system_fonts(sorted(uncovered), fonts)
            self._compiler = create_compiler(str(self.root), fonts)

    def _store(self, file: File) -> str:
        """Write a file for Typst and return its name."""
        self._origins[file.name] = file.origin
        path = self.root / file.name
        if not path.exists():
            path.write_bytes(file.data)
        return file.name

    def _theme_data(self) -> dict[str, Any]:
        theme = self.theme
        fonts = {**theme.fonts, "others": [*theme.fonts["others"], *self.borrowed]}
        return {"fonts": fonts, "sizes": theme.sizes, "colours": theme.colours}


_FILES: Final = 64
_BYTES: Final = 1_000_000
_PACKAGE: Final = re.compile(r'"@|\b(?:import|include)\s*\(')
"""Syntax of package names; a computed name could also be one."""
_PLACE: Final = re.compile(r"\S*/(?P<name>[\w-]+\.(?:typ|svg))(?=:\d)")

_DOWNLOADED: Final = re.compile(r"failed to download package .*")
_NO_PACKAGES: Final = "themes cannot import packages, because Typst would download them"
_SEARCHED: Final = re.compile(r" \(searched at [^)]*\)")


def copy_code(theme: Theme, root: Path) -> None:
    """Copy the code of a theme and its parents to `root`; its own files take precedence.

    Raises BadTheme for code that is too long or imports packages.
    """
    for folder in reversed(theme.folders):
        files = sorted(folder.glob("*.typ"))
        if len(files) > _FILES:
            raise BadTheme(f"{folder}: a theme has at most {_FILES} files of Typst code")
        for path in files:
            (root / path.name).write_text(_read_code(path), encoding="utf-8")


def _read_code(path: Path) -> str:
    try:
        if path.stat().st_size > _BYTES:
            raise BadTheme(f"{path}: the file has more than {_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTheme(f"{path}: the file cannot be read: {error}") from None
    match = _PACKAGE.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        raise BadTheme(
            f"{path}:{line}: {_NO_PACKAGES};"
            ' import only files of the theme, like `#import "frame.typ": frame`'
        )
    return text


def _describe_error(message: str, theme: Theme, origins: Mapping[str, str]) -> str:
    """Return an error of Typst, with the paths of original files instead of copies.

    origins: original files by the names of their copies.
    """

    def original(match: re.Match[str]) -> str:
        if origins.get(match["name"]):
            return origins[match["name"]]
        places = (folder / match["name"] for folder in theme.folders)
        return str(next((path for path in places if path.is_file()), match["name"]))

    message = _DOWNLOADED.sub(_NO_PACKAGES, _SEARCHED.sub("", message))
    return _PLACE.sub(original, message).strip().removeprefix("error: ")
