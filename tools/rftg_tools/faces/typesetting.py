"""Typst: a document of the theme or of ours, fed with data as JSON; pages come out as bytes.

No text is ever pasted into Typst's code: what cards say reaches it as data alone.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

import typst

from rftg_dsl.source.rewriting import TemporaryFolder
from rftg_tools.faces.apart import Apart
from rftg_tools.faces.code import bring_code, offline, said_by_typst
from rftg_tools.faces.fonts import check_fonts, covered, found_fonts, lacking, on_this_computer
from rftg_tools.faces.theme import BadTheme, Theme

Format = Literal["pdf", "png", "svg"]
_EPOCH: Final = 0
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class File:
    """A file that a document shows: its data stands in the facts, where Typst gets its name.

    Typst hashes what its functions are called with, so facts are small and drawings are files.
    name: another one for other bytes, since Typst remembers what it has read. origin: the file
    of a designer that it was made from, which errors name; "" where there is none.
    """

    name: str
    data: bytes
    origin: str = ""


def file_of(data: bytes, ending: str, origin: str = "") -> File:
    """Return the file of some bytes.

    ending: of its name, which says what they are: "svg", "jpg".
    """
    return File(f"{hashlib.sha256(data).hexdigest()[:16]}.{ending}", data, origin)


class Typesetter:
    """Sets documents in one theme, until it is closed.

    A second document like the first is set much faster: what did not change is kept.
    borrowed: the families of this computer's fonts that are used for characters that the theme's
    lack. lacking: the characters that none has.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._folder = TemporaryFolder()
        self.root = self._folder.path
        bring_code(theme, self.root)
        check_fonts(theme)
        self.borrowed: list[str] = []
        self.lacking: set[str] = set()
        self._sought: set[str] = set()
        self._origins: dict[str, str] = {}
        self._compiler = self._with(found_fonts(theme))
        self._apart = None if theme.is_shipped else Apart(self.root, theme.font_folders)

    @cached_property
    def _covered(self) -> frozenset[str]:
        return covered(self.theme)

    def _with(
        self, fonts: typst.Fonts, document: str | None = None, inputs: dict[str, str] | None = None
    ) -> typst.Compiler:
        return typst.Compiler(
            document,
            root=str(self.root),
            font_paths=fonts,
            sys_inputs=inputs or {},
            package_path=str(self.root / "packages"),
            package_cache_path=str(self.root / "packages"),
        )

    @property
    def problems(self) -> list[str]:
        """What is said of characters that the theme's fonts lack, so far."""
        found = []
        if self.borrowed:
            names = ", ".join(self.borrowed)
            found.append(
                f"fonts of this computer are used for what those of the theme lack: {names}"
            )
        if self.lacking:
            letters = ", ".join(sorted(self.lacking)[:_SHOWN])
            found.append(f"no font has {letters}; a theme can bring one in its folder `fonts`")
        return found

    def close(self) -> None:
        """Clear away the folder that Typst reads, and end its process."""
        if self._apart:
            self._apart.close()
        self._folder.cleanup()

    def pages(
        self,
        document: Path,
        data: Mapping[str, Any],
        format: Format,
        dpi: float = 300,
        seconds: int = _EPOCH,
    ) -> list[bytes]:
        """Return the pages of a document: one file in all as PDF, one a page as PNG or SVG.

        document: a Typst file, which reads `data` from `sys.inputs.data`, and the theme's look
        from the key `theme` of it. dpi: of PNG. seconds: the date in a PDF, since 1970. Raises
        BadTheme for what Typst cannot read.
        """
        inputs = self._inputs(data)
        with self._at_work():
            copied = str(self._copied(document))
            options: dict[str, Any] = {
                "format": format,
                "ppi": dpi,
                "sys_inputs": inputs,
                "timestamp": seconds,
            }
            if self._apart:
                return self._apart.compile(copied, bool(self._sought), pdf_tags=False, **options)
            made = self._compiler.compile(copied, pdf_tags=False, **options)
        assert made is not None
        return made if isinstance(made, list) else [made]

    def measured(self, document: Path, data: Mapping[str, Any]) -> Any:
        """Return the value of the metadata with the label `measured` in a document.

        Raises BadTheme.
        """
        inputs = self._inputs(data)
        with self._at_work():
            compiler = self._with(found_fonts(self.theme), str(self._copied(document)), inputs)
            return json.loads(compiler.query("<measured>", field="value", one=True))

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Run Typst without the network; its errors come from the files of the theme."""
        try:
            with offline():
                yield
        except RuntimeError as error:  # a query raises one that is no TypstError
            said = getattr(error, "diagnostic", None) or str(error)
            raise BadTheme(said_by_typst(said, self.theme, self._origins)) from None

    def _copied(self, document: Path) -> Path:
        return Path(shutil.copyfile(document, self.root / document.name))

    def _inputs(self, data: Mapping[str, Any]) -> dict[str, str]:
        """Return what a document reads: the data, with the look."""
        text = json.dumps(data, default=self._kept, ensure_ascii=False)
        self._find_fonts(text)
        return {"data": f'{{"theme": {json.dumps(self._look())}, {text.removeprefix("{")}'}

    def _find_fonts(self, text: str) -> None:
        """Borrow fonts for the characters of a text that those of the theme lack."""
        if text.isascii():
            return
        wanted = lacking(text, self._covered) | self._sought
        if wanted != self._sought:
            self._sought = wanted
            fonts = found_fonts(self.theme, system=True)
            self.borrowed, self.lacking = on_this_computer(sorted(wanted), fonts)
            self._compiler = self._with(fonts)

    def _kept(self, file: File) -> str:
        """Return the name under which Typst finds a file of the data."""
        self._origins[file.name] = file.origin
        path = self.root / file.name
        if not path.exists():
            path.write_bytes(file.data)
        return file.name

    def _look(self) -> dict[str, Any]:
        theme = self.theme
        others = [*theme.fonts["others"], *self.borrowed]
        fonts = {**theme.fonts, "others": others}
        return {"fonts": fonts, "sizes": theme.sizes, "colours": theme.colours}
